/* The kit for spatial mechanisms: bodies, joints and forces are declared once and become a model in
 * either of two kinds of coordinates, which the problem's parameter `coordinates` picks:
 *
 *   body   q = (r, p) a body, v = (rdot, omega in body axes); six velocities; retract is the
 *          exponential and returns p to unit norm
 *   euler  the same q, v = dq/dt; seven velocities, rows p'p - 1 after those of the joints; M is
 *          singular without these rows
 *
 * r is the centre of mass, p the Euler parameters (scalar first), body axes are principal axes.
 *
 *     mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -9.81}, err);
 *     int top = mb_space_body(s, "top", mass, inertia, start);
 *     mb_space_spherical(s, MB_GROUND, top, (mb_vec){0.0, 0.0, 0.0});
 *     mb_space_point_outputs(s, top, (mb_vec){0.0, 0.0, 0.0}, "com.x", "com.y", "com.z");
 *     return mb_space_finish(s);
 *
 * Points and axes of joints and forces are places in the start position, in global axes, which the
 * kit turns into body axes; mb_space_place and mb_space_turn give the place of something known in
 * body axes.  Rows are numbered in the order of declaration.  The first failure is kept until
 * mb_space_finish, so that a declaration needs no checks.  Set-up only. */
#ifndef MB_PROBLEMS_ELEMENTS_SPACE_SPACE_H
#define MB_PROBLEMS_ELEMENTS_SPACE_SPACE_H

#include "problems/declared.h"
#include "problems/elements/kit.h"

typedef struct mb_space mb_space;

/* The parameter that lets a problem choose its coordinates. */
#define MB_SPACE_COORDINATES                                                                       \
    MB_CHOICE("coordinates", "body|euler", 0,                                                      \
              .doc = "velocities: rdot and omega in body axes, or dq/dt with norms as rows")

/* The index of `euler` in every list of coordinates that has it. */
enum { MB_SPACE_EULER = 1 };

/* Traits that mb_space_finish finds out for the coordinates in use; a problem declares those of the
 * default, `body`, and the others itself. */
#define MB_SPACE_TRAITS                                                                            \
    (MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_HOLONOMIC |              \
     MB_SCLERONOMIC | MB_CONSERVATIVE)

/* gravity [m/s2].  NULL (err written) when memory ran out; every function accepts that NULL. */
mb_space *mb_space_begin(mb_model *model, mb_vec gravity, mb_error *err);

/* Fills the model.  The kit is not to be used after it.  MB_BAD_INPUT, with the names, for a wrong
 * declaration. */
mb_status mb_space_finish(mb_space *space);

/* ---- bodies --------------------------------------------------------------------------------- */

typedef struct mb_space_state {
    mb_vec r;    /* centre of mass [m] */
    double p[4]; /* Euler parameters; all zero stands for (1, 0, 0, 0) */
    mb_vec v;    /* [m/s] */
    mb_vec w;    /* angular velocity in body axes [rad/s] */
} mb_space_state;

/* A rigid body of a mass [kg] and principal inertias about its centre of mass [kg m2]; its
 * number. */
int mb_space_body(mb_space *space, const char *name, double mass, mb_vec inertia,
                  mb_space_state start);

/* The body's declared start velocity is held exactly (see mb_kit_hold_velocity); component: 0 to 2
 * of v, 3 to 5 of omega in body axes. */
void mb_space_hold_velocity(mb_space *space, int body, int component);

/* Place of a point, direction of a vector of a body at the start, both given in body axes. */
mb_vec mb_space_place(mb_space *space, int body, mb_vec point);
mb_vec mb_space_turn(mb_space *space, int body, mb_vec vector);

/* ---- joints between bodies a and b, either of which may be MB_GROUND ------------------------ */

void mb_space_spherical(mb_space *space, int a, int b, mb_vec point);             /* 3 rows */
void mb_space_revolute(mb_space *space, int a, int b, mb_vec point, mb_vec axis); /* 5 */
/* The cross has axis_a fixed in a and axis_b fixed in b, at right angles. 4 */
void mb_space_universal(mb_space *space, int a, int b, mb_vec point, mb_vec axis_a, mb_vec axis_b);
void mb_space_cylindrical(mb_space *space, int a, int b, mb_vec point, mb_vec axis);   /* 4 */
void mb_space_translational(mb_space *space, int a, int b, mb_vec point, mb_vec axis); /* 5 */
void mb_space_rigid(mb_space *space, int a, int b, mb_vec point);                      /* 6 */
/* Points of a and b keep the distance they start with: |d|^2 - length^2. 1 */
void mb_space_distance(mb_space *space, int a, int b, mb_vec point_a, mb_vec point_b);
/* A point of b stays in the plane of a through the point with the normal. 1 */
void mb_space_plane(mb_space *space, int a, int b, mb_vec point, mb_vec normal);

/* Nonholonomic row  sum of factor_i * (component of omega_i along body axis z): gears in mesh
 * between parallel axes (nada2023 eqs (26)-(28)).  To be declared after all joints. */
enum { MB_SPACE_GEARS = 3 };
void mb_space_gears(mb_space *space, int n, const int *body, const double *factor);

/* ---- forces --------------------------------------------------------------------------------- */

/* Force along the line between two points */
int mb_space_line_force(mb_space *space, int a, int b, mb_vec point_a, mb_vec point_b,
                        mb_line_force force); /* its number, for an output */

/* stiffness [N/m], free length [m], damping [N s/m] */
mb_line_force mb_spring_damper(double stiffness, double length, double damping);

/* Force on a point of a body along a fixed global direction; x is the point's coordinate along it.
 * No potential: its power is counted as work done. */
int mb_space_push(mb_space *space, int body, mb_vec point, mb_vec direction, mb_law law,
                  const double *par, int npar);

/* Constant torque [N m] about an axis: one of the body when `follows`, else a global one. */
void mb_space_torque(mb_space *space, int body, mb_vec axis, double torque, bool follows);

/* ---- outputs, branch, reference ------------------------------------------------------------- */

/* Coordinates of a body's point (in body axes); a NULL name leaves one out. */
void mb_space_point_outputs(mb_space *space, int body, mb_vec point, const char *x, const char *y,
                            const char *z);
/* Component of omega along a body axis (given in body axes). */
void mb_space_omega_output(mb_space *space, int body, mb_vec axis, const char *name);
/* Angle in (-pi, pi] by which body b has turned on a about an axis of a since its direction u was
 * along `zero` of a; all in the axes of their bodies, u and zero at right angles to the axis. */
void mb_space_angle_output(mb_space *space, int a, int b, mb_vec axis, mb_vec zero, mb_vec u,
                           const char *name);
/* Angular velocity in body axes; not compared. */
void mb_space_spin_outputs(mb_space *space, int body, const char *x, const char *y, const char *z);
void mb_space_length_output(mb_space *space, int line_force, const char *name);
void mb_space_push_output(mb_space *space, int push, const char *name); /* not compared */

void mb_space_reference(mb_space *space, const mb_reference *reference, const double *y0);

#endif

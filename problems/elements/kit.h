/* The element kit: a mechanism is declared, part by part, and becomes a model.
 *
 *     mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, err);
 *     int p = mb_kit_fixed_point(kit, 0.0, 0.0);
 *     int q = mb_kit_point(kit, 0.0, 1.0, 1.0, 0.0);
 *     mb_kit_rod(kit, p, q, 1.0);
 *     mb_kit_distance(kit, p, q, 1.0);
 *     mb_kit_point_outputs(kit, q, "P1.x", "P1.y");
 *     return mb_kit_finish(kit);
 *
 * Coordinates and rows are numbered in the order of declaration.  A failure (memory) is kept until
 * mb_kit_finish, so that a declaration needs no checks.  Set-up only. */
#ifndef MB_PROBLEMS_ELEMENTS_KIT_H
#define MB_PROBLEMS_ELEMENTS_KIT_H

#include "problems/declared.h"
#include "problems/model.h"

typedef struct mb_kit mb_kit;

/* coordinates: word for model->coordinates; gx, gy: gravity [m/s2].  NULL (err written) when memory
 * ran out; every function below accepts that NULL. */
mb_kit *mb_kit_begin(mb_model *model, const char *coordinates, double gx, double gy, mb_error *err);

/* Fills the model.  The kit is not to be used after it. */
mb_status mb_kit_finish(mb_kit *kit);

/* ---- planar natural coordinates -----------------------------------------------------------*/

/* A point with coordinates x, y at a start place [m] and velocity [m/s]; returns its number. */
int mb_kit_point(mb_kit *kit, double x, double y, double vx, double vy);
/* A point of the ground: no coordinates. */
int mb_kit_fixed_point(mb_kit *kit, double x, double y);
/* A point that slides along x: x is a coordinate, y is held. */
int mb_kit_slider_x(mb_kit *kit, double x, double y, double vx);

void mb_kit_point_mass(mb_kit *kit, int point, double mass); /* [kg] */
/* Uniform slender rod between two points: mass matrix mass/6 [2I I; I 2I]. [kg] */
void mb_kit_rod(mb_kit *kit, int a, int b, double mass);
/* Row (xb - xa)^2 + (yb - ya)^2 - length^2 (gonzalez2016 eq. (37)). */
void mb_kit_distance(mb_kit *kit, int a, int b, double length);

/* ---- planar reference-point coordinates ----------------------------------------------------*/

typedef struct mb_planar_state {
    double x, y, phi;    /* centre of mass [m], angle [rad] */
    double vx, vy, rate; /* [m/s, rad/s] */
} mb_planar_state;

/* A rigid body of a mass [kg] and inertia about its centre of mass [kg m2]; returns its number.
 * Its coordinates are x, y, phi. */
int mb_kit_body(mb_kit *kit, double mass, double inertia, mb_planar_state start);
/* Constant torque [N m], with the potential -torque phi. */
void mb_kit_torque(mb_kit *kit, int body, double torque);
/* Two rows  r_a + A_a (ax, ay) - r_b - A_b (bx, by):  a point of body a coincides with one of body
 * b, or of the ground (b = MB_GROUND, place (bx, by)). */
void mb_kit_revolute(mb_kit *kit, int a, double ax, double ay, int b, double bx, double by);
/* Two rows: point (ax, ay) of a body stays on the ground's line through (px, py) along the angle
 * `direction`, and the body keeps the angle it starts with. */
void mb_kit_translational(mb_kit *kit, int body, double ax, double ay, double px, double py,
                          double direction);

/* ---- coordinates and rows of any meaning ----------------------------------------------------*/

/* A coordinate with its own inertia [kg, kg m2] and a constant force on it [N, N m]; its index.
 * The first is a length, the second an angle. */
int mb_kit_coordinate(mb_kit *kit, double inertia, double force, double value, double rate);
int mb_kit_angle(mb_kit *kit, double inertia, double force, double value, double rate);

/* The declared start velocity of a coordinate, or of a point, is held exactly: set-up changes the
 * others to what the rows make of it, by the smallest change, and refuses velocities that cannot be
 * held, the first in the order of these calls.  Without it set-up corrects all velocities alike. */
void mb_kit_hold_velocity(mb_kit *kit, int coordinate);
void mb_kit_hold_point(mb_kit *kit, int point);

/* Names for messages, copied: "angle of the crank", "loop A, along x". */
void mb_kit_name_coordinate(mb_kit *kit, int coordinate, const char *name);
void mb_kit_name_row(mb_kit *kit, int row, const char *name);

typedef enum mb_function { MB_LINEAR, MB_SIN, MB_COS } mb_function;

typedef struct mb_row_term {
    mb_function function;
    double factor;
    int coordinate; /* index of a coordinate */
} mb_row_term;

/* Row  constant + sum of factor * function(q[coordinate]); returns its number */
int mb_kit_row(mb_kit *kit, double constant, int n, const mb_row_term *terms);

/* Index of a body's x (y and phi follow). */
int mb_kit_body_coordinate(mb_kit *kit, int body);

/* ---- planar relative angles ------------------------------------------------------------------*/

/* row += a cos(q_i + q_j) + b sin(q_i + q_j); j = -1: of q_i alone */
void mb_kit_sum_turning(mb_kit *kit, int row, int i, int j, double a, double b);
/* An arm that turns with the coordinate `base` about a fixed pivot, its inertia there [kg m2]. */
void mb_kit_arm_mass(mb_kit *kit, int base, double inertia);
/* A body that such an arm carries: it turns with base + relative, its centre of mass at
 * R(base) a1 + R(base + relative) a2 from the pivot [m].  Without weight. */
void mb_kit_carried_mass(mb_kit *kit, int base, int relative, double mass, double inertia,
                         const double a1[2], const double a2[2]);

/* ---- rows that move, rows without a Phi, springs ---------------------------------------------*/

/* f(t) = start + rate t + amplitude sin(frequency t) */
typedef struct mb_course {
    double start, rate, amplitude, frequency;
} mb_course;

double mb_course_value(const mb_course *law, double t);
double mb_course_rate(const mb_course *law, double t);
/* Rheonomic row q[coordinate] - f(t): a drive, whose power enters the energy balance. */
void mb_kit_drive(mb_kit *kit, int coordinate, mb_course law);

/* Nonholonomic row: the point at distance `ahead` of the centre of mass along the body's x axis
 * does not move along the body's y axis.  Declared after all rows that have a Phi. */
void mb_kit_blade(mb_kit *kit, int body, double ahead);

/* A point (ux, uy) of something that moves: coordinates of its origin and its angle, each an index
 * or -1 for what is held (the origin at (px, py), the angle at 0). */
typedef struct mb_spot {
    int x, y, phi;
    double px, py, ux, uy;
} mb_spot;

mb_spot mb_kit_body_spot(mb_kit *kit, int body, double ux, double uy);
/* Of an arm that turns with the coordinate `phi` about a fixed pivot (px, py). */
mb_spot mb_kit_arm_spot(int phi, double px, double py, double ux, double uy);
mb_spot mb_kit_ground_spot(double px, double py);

/* Linear spring between two points, V = stiffness (L - rest)^2 / 2. [N/m, m]  One without a rest
 * length may have its ends in one place, where it has no force; another must not start there. */
void mb_kit_spring(mb_kit *kit, mb_spot a, mb_spot b, double stiffness, double rest);

/* ---- outputs, branch, reference --------------------------------------------------------------*/

/* Outputs have names of their own, of at most 63 characters.  A coordinate that is held is none. */

void mb_kit_coordinate_output(mb_kit *kit, int coordinate, const char *name, const char *unit);
/* q[i] + factor q[j] */
void mb_kit_sum_output(mb_kit *kit, int i, int j, double factor, const char *name,
                       const char *unit);
/* Angle of the line between two spots from +x, plus an offset, minus q[minus], in (-pi, pi]. */
void mb_kit_line_output(mb_kit *kit, mb_spot from, mb_spot to, double offset, int minus,
                        const char *name);
void mb_kit_point_outputs(mb_kit *kit, int point, const char *x, const char *y); /* y may be NULL */
void mb_kit_body_point_outputs(mb_kit *kit, int body, double ux, double uy, const char *x,
                               const char *y);
/* Angle of the line from a to b, from down (-y) towards +x, in (-pi, pi]. */
void mb_kit_angle_output(mb_kit *kit, int a, int b, const char *name);
/* Multiplier of a row; not compared, NaN where a solver passes no lambda. */
void mb_kit_multiplier_output(mb_kit *kit, int row, const char *name, const char *unit);
/* Force of the ground on the mechanism at a fixed point: what closes the equation of motion of the
 * point's held coordinates.  Not compared, NaN where a solver passes no a or no lambda. */
void mb_kit_reaction_outputs(mb_kit *kit, int point, const char *fx, const char *fy);

void mb_kit_branch(mb_kit *kit, double (*branch)(const mb_model *, double t, const double *q));
/* Copies the reference and its y0 (n) into the model. */
void mb_kit_reference(mb_kit *kit, const mb_reference *reference, const double *y0);
/* The same with data of `size` bytes, copied too: what rate and outputs need of the parameters. */
void mb_kit_reference_with(mb_kit *kit, const mb_reference *reference, const double *y0,
                           const void *data, size_t size);

#endif

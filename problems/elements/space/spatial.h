/* Inside of the spatial kit: elements with their fixed positions, and the terms they add.  For
 * files in elements/ only; problem files use space.h. */
#ifndef MB_PROBLEMS_ELEMENTS_SPACE_SPATIAL_H
#define MB_PROBLEMS_ELEMENTS_SPACE_SPATIAL_H

#include "problems/elements/assembly.h"
#include "problems/elements/space/rotor.h"
#include "problems/elements/space/space.h"

/* MB_SPACE_FEW: bodies up to which discrete gradients are offered */
enum { MB_PERPENDICULARS = 3, MB_PLANES = 2, MB_SPACE_FEW = 32, MB_PUSH_PARS = 8 };

/* Positions in H of a pair of bodies: at[i][j][c] is the entry in column c of body j at the first
 * row of body i; the rows of a body follow each other. */
typedef struct mb_pair {
    int body[2]; /* MB_GROUND: nothing is stored */
    int at[2][2][7];
} mb_pair;

typedef struct mb_rigid_body {
    const char *name;
    double mass;       /* [kg] */
    double inertia[3]; /* [kg m2] */
    double weight[3];  /* [N] */
    int mass_at[7];    /* position in M of the first entry of each column */
    int norm_at[4];    /* euler: positions in D of the norm row */
    mb_pair pair;
} mb_rigid_body;

/* A joint: up to three rows of coincident points, then axes at right angles, then the point of b in
 * planes of a, then a distance; d is the vector from the point of a to that of b. */
typedef struct mb_joint {
    const char *what; /* "revolute joint" */
    mb_pair pair;
    int row, n;
    double ua[3], ub[3]; /* the points in body axes */
    bool coincident;
    int nperpendiculars, nplanes;
    double xa[MB_PERPENDICULARS][3], xb[MB_PERPENDICULARS][3];
    double normal[MB_PLANES][3]; /* in body axes of a */
    bool distance;
    double square;         /* [m2] */
    int rotation[2][4];    /* position in D of row 0 in each rotational column */
    int translation[2][3]; /* ... of the first row that has an entry */
} mb_joint;

/* Row  sum factor_i z . omega_i  (body axes) */
typedef struct mb_gears {
    int row, n;
    int body[MB_SPACE_GEARS];
    double factor[MB_SPACE_GEARS];
    int at[MB_SPACE_GEARS][4]; /* in D; body: the first one only */
    mb_pair pair[MB_SPACE_GEARS];
} mb_gears;

typedef struct mb_line_element {
    mb_pair pair;
    double ua[3], ub[3];
    mb_line_force force;
} mb_line_element;

typedef struct mb_push {
    mb_pair pair; /* body twice */
    double u[3], direction[3];
    mb_law law;
    double par[MB_PUSH_PARS];
} mb_push;

typedef struct mb_torque {
    mb_pair pair;
    double axis[3]; /* [N m] in body axes when it follows, else global */
    bool follows;
} mb_torque;

typedef enum mb_space_read {
    MB_READ_POINT,
    MB_READ_OMEGA,
    MB_READ_LENGTH,
    MB_READ_PUSH,
    MB_READ_ANGLE
} mb_space_read;

typedef struct mb_space_readout {
    mb_space_read kind;
    int index; /* of body, line or push */
    int axis;
    double u[3];
    int base;          /* of MB_READ_ANGLE: the body against which `index` turns */
    double zero[2][3]; /* ... the directions in it where u stands at 0 and at pi/2 */
} mb_space_readout;

/* A finished mechanism: the ops' data. */
typedef struct mb_mechanism {
    bool euler;
    int nbodies, njoints, ngears, nlines, npushes, ntorques, nreadouts;
    mb_rigid_body *body;
    mb_joint *joint;
    mb_gears *gears;
    mb_line_element *line;
    mb_push *push;
    mb_torque *torque;
    mb_space_readout *readout;
    int norm_row; /* euler: the first norm row */
} mb_mechanism;

/* The kit while it collects; memory, failure and outputs are those of the planar kit. */
struct mb_space {
    mb_kit kit;
    mb_mechanism *mechanism;
    double gravity[3]; /* [m/s2] */
    int nrows;
    int max_bodies, max_starts, max_joints, max_gears, max_lines, max_pushes, max_torques,
        max_readouts;
    mb_space_state *start; /* (nbodies) */
};

/* Whether a declaration may go on: the kit is sound and the bodies exist (b may be the body again).
 * `what` names the element in the message. */
bool mb_space_sound(mb_space *space, const char *what, int a, int b);
/* A global place, or a vector, of the start in a body's axes. */
void mb_space_local(const mb_space *space, int body, mb_vec place, double *u);
void mb_space_local_axis(const mb_space *space, int body, mb_vec axis, double *u);
/* The axis when it has unit length; else the kit fails. */
bool mb_space_unit(mb_space *space, const char *what, mb_vec axis);

/* A vector that depends on the places of the bodies of a pair, and its change by their velocities'
 * coordinates. */
typedef struct mb_span {
    double value[3];
    double column[2][7][3];
} mb_span;

void mb_span_axis(mb_span *x, const mb_frame *f, bool euler, int side, const double *u);
void mb_span_points(mb_span *d, const mb_frame f[2], bool euler, const double *ua,
                    const double *ub);
/* The derivative of the rate of the vector between two points by the bodies' places. */
void mb_span_rates(mb_span *d, const mb_frame f[2], bool euler, const double *ua, const double *ub);
/* h += s (X' Y) for the pair */
void mb_pair_product(double *h, const mb_pair *pair, bool euler, double s, const mb_span *x,
                     const mb_span *y);
/* h += the curvature of w . A u for the body of one side */
void mb_pair_curvature(double *h, const mb_pair *pair, bool euler, int side, const mb_frame *f,
                       const double *u, const double *w);

void mb_pair_announce(const mb_pair *pair, bool euler, mb_pattern_builder *h);
void mb_pair_place(mb_pair *pair, bool euler, const mb_pattern *h);

/* Rows of joints (space_rows.c, space_row_tangents.c) */
void mb_joints_announce(const mb_mechanism *m, mb_pattern_builder *d, mb_pattern_builder *h);
void mb_joints_place(mb_mechanism *m, const mb_pattern *d, const mb_pattern *h);
void mb_joints_phi(const mb_mechanism *m, const double *q, double *phi);
void mb_joints_jacobian(const mb_mechanism *m, const double *q, double *d);
void mb_joints_gamma(const mb_mechanism *m, const double *q, const double *v, double *gamma);
void mb_joints_jacobian_dot(const mb_mechanism *m, const double *q, const double *v, double *d);
void mb_joints_gamma_q(const mb_mechanism *m, const double *q, const double *v, double *g);
void mb_joints_gamma_v(const mb_mechanism *m, const double *q, const double *v, double *g);
void mb_joints_tangent(const mb_mechanism *m, const double *q, const double *y, double *h);

/* Norm rows and gears (space_norms.c) */
void mb_norms_announce(const mb_mechanism *m, mb_pattern_builder *d, mb_pattern_builder *h);
void mb_norms_place(mb_mechanism *m, const mb_pattern *d, const mb_pattern *h);
void mb_norms_phi(const mb_mechanism *m, const double *q, double *phi);
void mb_norms_jacobian(const mb_mechanism *m, const double *q, double *d);
void mb_norms_gamma(const mb_mechanism *m, const double *v, double *gamma);
void mb_norms_jacobian_dot(const mb_mechanism *m, const double *v, double *d);
void mb_norms_gamma_q(const mb_mechanism *m, double *g);
void mb_norms_gamma_v(const mb_mechanism *m, const double *v, double *g);
void mb_norms_tangent(const mb_mechanism *m, const double *y, double *h);

/* Bodies (space_bodies.c) */
void mb_bodies_announce(const mb_mechanism *m, mb_pattern_builder *mass, mb_pattern_builder *h);
void mb_bodies_place(mb_mechanism *m, const mb_pattern *mass, const mb_pattern *h);
void mb_bodies_mass(const mb_mechanism *m, const double *q, double *mass);
void mb_bodies_force(const mb_mechanism *m, const double *q, const double *v, double *force);
double mb_bodies_kinetic(const mb_mechanism *m, const double *q, const double *v);
double mb_bodies_potential(const mb_mechanism *m, const double *q);
void mb_bodies_stiffness(const mb_mechanism *m, const double *q, const double *v, double *k);
void mb_bodies_damping(const mb_mechanism *m, const double *q, const double *v, double *c);
void mb_bodies_mass_tangent(const mb_mechanism *m, const double *q, const double *a, double *h);
void mb_bodies_rate_tangent(const mb_mechanism *m, const double *v, double *h);
void mb_bodies_qdot(const mb_mechanism *m, const double *q, const double *v, double *qdot);
void mb_bodies_retract(const mb_mechanism *m, const double *dv, double *q);

/* Forces along lines (space_lines.c), pushes and torques (space_pushes.c): shares of Q, of the
 * potential, of the power, of K and of C */
void mb_lines_force(const mb_mechanism *m, double t, const double *q, const double *v, double *f);
double mb_lines_potential(const mb_mechanism *m, const double *q);
double mb_lines_power(const mb_mechanism *m, double t, const double *q, const double *v);
void mb_lines_tangents(const mb_mechanism *m, double t, const double *q, const double *v,
                       bool damping, double *h);
double mb_line_length(const mb_mechanism *m, int line, const double *q, const double *v,
                      double *rate);
void mb_pushes_force(const mb_mechanism *m, double t, const double *q, const double *v, double *f);
double mb_pushes_power(const mb_mechanism *m, double t, const double *q, const double *v);
void mb_pushes_tangents(const mb_mechanism *m, double t, const double *q, const double *v,
                        bool damping, double *h);
double mb_push_value(const mb_mechanism *m, int push, double t, const double *q, const double *v);

/* Held velocities in `euler`, rigid motions (space_rigid.c) */
void mb_space_hold_factors(const mb_model *model, const mb_hold *hold, const double *q,
                           double *factor);
bool mb_space_rigid_motion(const mb_model *model, const double *q, int k, double *dv);

/* Names of rows and coordinates (space_names.c) */
void mb_space_row_text(const mb_model *model, int row, char *text, size_t size);
void mb_space_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size);
void mb_space_velocity_text(const mb_model *model, int velocity, char *text, size_t size);

/* Function table with the slots that do not depend on the mechanism (space_ops.c). */
extern const mb_ops mb_space_ops;
double mb_space_power(const mb_model *model, double t, const double *q, const double *v,
                      const double *lambda);
void mb_space_qdot(const mb_model *model, const double *q, const double *v, double *qdot);
void mb_space_retract(const mb_model *model, const double *dv, double *q);
void mb_space_discrete_gradient(const mb_model *model, double t, const double *q0, const double *q1,
                                double *grad, double *dphi);
void mb_space_rate_tangent(const mb_model *model, const double *q, const double *v, double *h);

#endif

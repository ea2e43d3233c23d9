/* SPDX-License-Identifier: MIT */
/* Inside of the element machine: what a mechanism consists of once its kind of coordinates is
 * chosen.  For files of this folder, and for joint coordinates, which close the loops of their tree
 * by a machine.
 *
 * Whatever depends on where two bodies are is a *scalar*: a function of products of *arrows*, which
 * are places and axes of the bodies.  A row is a sum of scalars, a force acts along a scalar.  So
 * each scalar brings all its derivatives once, and rows and forces are written over scalars only.
 *
 *     s = factor f(x1 . y1, x2 . y2) + offset
 *
 * A kind of coordinates brings the frames of bodies and how arrows turn with them (span.h). */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_MACHINE_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_MACHINE_H

#include "problems/format/expression/jet.h"
#include "problems/mechanism.h"
#include "problems/model.h"

typedef enum mb_machine_kind {
    MB_IN_X_Y_PHI,
    MB_IN_BODY,
    MB_IN_EULER,
    MB_IN_NATURAL, /* of a room of its own, natural/ */
    MB_IN_MIXED,   /* mixed/ */
} mb_machine_kind;

/* Places of a velocity in a body's local vectors: 0 to 2 its place, from 3 on its rotation: three
 * angles in body axes (in the plane the last one only) or four Euler parameters. */
enum { MB_LOCAL = 7 };

/* Outputs up to which some may be expressions of others. */
enum { MB_MACHINE_COMPONENTS = 256 };

/* A body, or a mass point. */
typedef struct mb_mover {
    const char *name;
    bool point;
    int q, v, n;              /* first coordinate, first velocity, number of velocities */
    int local[MB_LOCAL];      /* (n) */
    double mass;              /* [kg] */
    double inertia[9];        /* [kg m2] tensor in body axes */
    bool principal;           /* ... which are its axes */
    double centre[3];         /* of mass in the frame; 0 but for bodies on pivots (mixed/) */
    double weight[3];         /* [N] */
    int mass_at[4];           /* euler: position in M of the first rotational entry of a column */
    int norm_row, norm_at[4]; /* euler: p'p - 1; -1: none */
    int tangent_at[MB_LOCAL]; /* position in H of each column's first entry in the body's rows */
    const double *axes;       /* (9) A of span.h at the state in hand; NULL: they follow from q */
    const double *in_hand;    /* the q of that state */
} mb_mover;

/* Two bodies and where their entries are in H: at[i][j][c] of column c of body j, first row of body
 * i. */
typedef struct mb_duo {
    int body[2]; /* MB_ON_GROUND: the ground */
    int at[2][2][MB_LOCAL];
} mb_duo;

typedef enum mb_arrow_kind {
    MB_ARROW_WORLD,   /* u, fixed in the world */
    MB_ARROW_OF_A,    /* A u of the first body */
    MB_ARROW_OF_B,    /* ... of the second */
    MB_ARROW_BETWEEN, /* from the place of the first body to that of the second */
} mb_arrow_kind;

typedef struct mb_arrow {
    mb_arrow_kind kind;
    double u[3];
} mb_arrow;

typedef enum mb_scalar_kind {
    MB_SCALAR_MEET,    /* component `axis` of the arrow between */
    MB_SCALAR_PRODUCT, /* x . y */
    MB_SCALAR_LENGTH,  /* sqrt(x . y) */
    MB_SCALAR_ANGLE,   /* atan2(x1 . y1, x0 . y0) */
    MB_SCALAR_DISC,    /* x0 . y0 - radius sqrt(1 - (x1 . y1)^2) */
    MB_SCALAR_TURN,    /* planar: angle of b less that of a */
} mb_scalar_kind;

typedef struct mb_scalar {
    mb_scalar_kind kind;
    int axis;
    mb_arrow x[2], y[2];
    double factor, offset, radius;
    const double *near; /* an angle and its offset are counted up to it (turns.h); NULL: within
                         * half a turn of the offset */
} mb_scalar;

/* Entries of a row, or of a force, for one body: local[k] goes to at[k]. */
typedef struct mb_slots {
    int n, local[MB_LOCAL], at[MB_LOCAL];
} mb_slots;

/* What a scalar comes to: x an axis of a, y one of b, n of the world, d the arrow between */
typedef enum mb_form {
    MB_FORM_OTHER,  /* as its scalar says */
    MB_FORM_AXES,   /* x . y */
    MB_FORM_PLANE,  /* x . d */
    MB_FORM_APART,  /* d . d */
    MB_FORM_FIXED,  /* n . d */
    MB_FORM_LENGTH, /* |d| */
} mb_form;

/* A scalar's share of a row */
typedef struct mb_share {
    mb_scalar s;
    int row;
    mb_form form;
    mb_slots slots[2]; /* in D */
} mb_share;

/* Shares between the same places of two bodies: the rows of a joint, a term of a drive. */
typedef struct mb_tie {
    mb_duo duo;
    double u[2][3]; /* the places in body axes */
    bool between;   /* the arrow between them is used */
    bool rates;     /* its rows have no Phi */
    int n;
    mb_share *share; /* (n) */
} mb_tie;

/* What shares come to that depend on one body at a time: places and axes of bodies held against
 * what is fixed in the world, angles of the plane (carried.c).  All that is constant in them is
 * summed up in phi_constant and jacobian_constant.
 *
 * factor q_i */
typedef struct mb_linear {
    int row, i;
    double factor;
} mb_linear;

/* In the plane n . A u = a cos phi + b sin phi, with phi = q_i */
typedef struct mb_turning {
    int row, i, body;
    int at, tangent; /* in D, in H */
    double a, b;
    const double *axes; /* of the body that turns, as in mb_mover */
} mb_turning;

/* In space factor (r + A u) in three rows or, in one, n . A u, to which n . r comes with `place` */
typedef struct mb_arm {
    int body, row;
    bool place, turns; /* A u counts: of a body, and not its centre */
    double u[3], n[3], factor;
    int at[4]; /* in D: of the first row in each column of the body's rotation */
} mb_arm;

/* What a row has beside its shares: a law of time, and a distance between equal angles. */
typedef struct mb_course_row {
    int row;
    double modulus;           /* [unit of the row] values that differ by it are the same; 0: none */
    const mb_expression *law; /* NULL: none */
    bool told;                /* scratch: the law is known at a time */
    double at;
    mb_jet jet;
} mb_course_row;

/* Nonholonomic rows of space: w . xdot of a place of a body, w = n x A m or, with `along`, w = A m */
typedef struct mb_knife {
    int row;
    bool along;
    mb_duo duo; /* the body twice */
    double u[3], m[3], n[3];
    mb_slots slots;
} mb_knife;

/* The same in the plane with w = A k at a distance: w . rdot + b phidot, b = k . (z x u) */
typedef struct mb_blade {
    int row, i;     /* the body's x; y and phi follow */
    int at[3];      /* in D */
    int tangent[2]; /* in H: x and y by phi */
    double k[2], b;
} mb_blade;

/* What the rows of a rolling disc have beside its knives (discs.c); k = n . A axis, s = sqrt(1 - k^2):
 * radius s (axis . omega), and radius kdot / s */
typedef struct mb_disc {
    int row; /* the first of the two */
    double radius, axis[3];
    mb_tie tie; /* ground and disc */
    mb_scalar k;
    mb_slots slots[2]; /* of the disc in both rows */
} mb_disc;

/* sum of factor * axis . omega */
typedef struct mb_mesh_wheel {
    double axis[3]; /* in body axes, times the factor */
    mb_duo duo;
    mb_slots slots;
} mb_mesh_wheel;

typedef struct mb_mesh {
    int row, n;
    mb_mesh_wheel *wheel; /* (n) */
} mb_mesh;

/* A force along a scalar: sign times what the law says.
 * Law: law(t, x, v) + damper(v), where `law` is NULL  stiffness (x - free) + damping v. */
typedef struct mb_effort {
    mb_tie tie; /* its places; no share */
    mb_scalar s;
    mb_form form;      /* APART, FIXED, LENGTH, else OTHER */
    mb_slots slots[2]; /* in Q */
    double sign, stiffness, free, damping;
    double constant; /* the law says this, beside the rest */
    mb_one_sided only;
    const mb_expression *law, *damper;
    bool elastic; /* the law, or the stiffness, has a potential */
    bool lossy;   /* something has none */
    bool damped;  /* it depends on v */
} mb_effort;

typedef enum mb_load_kind { MB_LOAD_FORCE, MB_LOAD_TORQUE } mb_load_kind;

/* A force at a place of b or a torque on it, by laws of time. */
typedef struct mb_load {
    mb_load_kind kind;
    mb_duo duo; /* a takes the reaction of a torque */
    bool in_body, constant, conservative;
    bool steady; /* its generalised force is constant, and summed up in the weights */
    double u[3], axis[3];
    const mb_expression *value[3];
} mb_load;

/* A start velocity that is held: factors follow from q. */
typedef struct mb_held {
    bool turning; /* direction . omega of body b; else the rate of the scalar */
    mb_tie tie;
    mb_scalar s;
    double direction[3]; /* in the world */
} mb_held;

/* What a joint needs no row for, where nodes are shared */
typedef struct mb_merged {
    bool all;  /* it has no row */
    bool meet; /* the places are one node, or the ground holds coordinates of it */
    bool axis; /* the axes are one */
    /* (12) of one without rows, what it does to both bodies: force at the centre of mass in the
     * world, moment about it in body axes; NULL: not known */
    const double *force;
} mb_merged;

struct mb_readouts;                   /* measures.c */
struct mb_counted;                    /* turns.h */
typedef struct mb_natural mb_natural; /* natural/natural.h */

/* A finished mechanism: the ops' data. */
typedef struct mb_machine {
    mb_machine_kind kind;
    const mb_plain_mechanism *plain;
    int nbodies, nties, nrests, nlinear, nturning, nmeets, narms, ncourses, nknives, nblades,
        ndiscs, nmeshes, nefforts, nloads, nholds;
    mb_mover *body;
    mb_tie *tie;               /* (nties) as declared; evaluated are: */
    mb_tie *rest;              /* (nrests) the shares of ties that are not carried */
    mb_linear *linear;         /* (nlinear) */
    mb_turning *turning;       /* (nturning) ascending in i */
    mb_arm *meet, *arm;        /* (nmeets) of three rows, (narms) of one */
    double *phi_constant;      /* (mh) */
    double *jacobian_constant; /* (D.nnz) */
    double *weight;            /* (nv) [N, N m] with steady loads */
    mb_course_row *course;
    mb_knife *knife; /* of space */
    mb_blade *blade;
    mb_disc *disc;
    mb_mesh *mesh;
    mb_effort *effort;
    mb_load *load;
    mb_held *held;             /* (nholds) */
    mb_hold *hold;             /* (nholds) the model's */
    double *mass;              /* (M.nnz) its constant part */
    int *joint_tie;            /* (njoints) the tie of each joint's rows, -1: none */
    int *slip_row;             /* (njoints) its first row without a Phi, -1: none */
    int *gear_row, *drive_row; /* (ngears), (ndrives) */
    int *force_effort;         /* (nforces) the last effort of each force, -1: none */
    const struct mb_readouts *readouts;
    int nturns;
    struct mb_counted *turn; /* (nturns) */
    mb_natural *natural;     /* natural coordinates; NULL: others */
    const mb_merged *merged; /* (njoints) or NULL */
    int first_row;           /* of joints, behind those of bodies */
} mb_machine;

/* Rows (rows.c, row_tangents.c) */
void mb_machine_phi(const mb_model *model, double t, const double *q, double *phi);
void mb_machine_phi_t(const mb_model *model, double t, const double *q, double *phi_t);
void mb_machine_jacobian(const mb_model *model, double t, const double *q, double *d);
void mb_machine_gamma(const mb_model *model, double t, const double *q, const double *v,
                      double *gamma);
void mb_machine_row_terms(const mb_model *model, double t, const double *q, const double *v,
                          double *d, double *gamma, double *phi);
void mb_machine_jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                             double *d);
void mb_machine_gamma_q(const mb_model *model, double t, const double *q, const double *v,
                        double *g);
void mb_machine_gamma_v(const mb_model *model, double t, const double *q, const double *v,
                        double *g);
void mb_machine_constraint_tangent(const mb_model *model, double t, const double *q,
                                   const double *y, double *h);

/* s p into the norm rows, p from vectors like q or, `of_v`, like v */
void mb_norms_put(const mb_machine *m, double s, const double *p, bool of_v, double *d);

/* Laws of time of rows (courses.c); they change what is there */
void mb_courses_phi(const mb_machine *m, double t, double *phi);
void mb_courses_gamma(const mb_machine *m, double t, double *gamma);
double mb_courses_power(const mb_machine *m, double t, const double *lambda);

/* Nonholonomic rows (velocity_rows.c); they add to what is there */
void mb_knives_jacobian(const mb_machine *m, const double *q, double *d);
void mb_knives_gamma(const mb_machine *m, const double *q, const double *v, double *gamma);
void mb_knives_jacobian_dot(const mb_machine *m, const double *q, const double *v, double *d);
void mb_knives_gamma_q(const mb_machine *m, const double *q, const double *v, double *g);
void mb_knives_gamma_v(const mb_machine *m, const double *q, const double *v, double *g);
void mb_knives_tangent(const mb_machine *m, const double *q, const double *y, double *h);
void mb_discs_jacobian(const mb_machine *m, const double *q, double *d);
void mb_discs_gamma(const mb_machine *m, const double *q, const double *v, double *gamma);
void mb_discs_jacobian_dot(const mb_machine *m, const double *q, const double *v, double *d);
void mb_discs_gamma_q(const mb_machine *m, const double *q, const double *v, double *g);
void mb_discs_gamma_v(const mb_machine *m, const double *q, const double *v, double *g);
void mb_discs_tangent(const mb_machine *m, const double *q, const double *y, double *h);
void mb_meshes_jacobian(const mb_machine *m, const double *q, double *d);
void mb_meshes_tangent(const mb_machine *m, const double *y, double *h);

/* Bodies (movers.c) */
void mb_movers_mass(const mb_model *model, const double *q, double *mass);
void mb_movers_force(const mb_model *model, const double *q, const double *v, double *force);
double mb_movers_kinetic(const mb_model *model, const double *q, const double *v);
double mb_movers_potential(const mb_machine *m, const double *q);
void mb_movers_stiffness(const mb_machine *m, const double *v, double *k);
void mb_movers_damping(const mb_machine *m, const double *q, const double *v, double *c);
void mb_movers_mass_tangent(const mb_model *model, const double *q, const double *a, double *h);
void mb_movers_rate_tangent(const mb_model *model, const double *q, const double *v, double *h);
void mb_movers_qdot(const mb_model *model, const double *q, const double *v, double *qdot);
void mb_movers_retract(const mb_model *model, const double *dv, double *q);
bool mb_movers_rigid_motion(const mb_model *model, const double *q, int k, double *dv);

/* Forces (efforts.c, loads.c) */
void mb_efforts_force(const mb_machine *m, double t, const double *q, const double *v, double *f);
double mb_efforts_potential(const mb_machine *m, double t, const double *q);
double mb_efforts_power(const mb_machine *m, double t, const double *q, const double *v);
double mb_efforts_stored(const mb_machine *m, const double *q, const double *v); /* -dV/dt */
void mb_efforts_tangents(const mb_machine *m, double t, const double *q, const double *v, bool of_v,
                         double *h);
void mb_loads_steady(mb_machine *m); /* finds them, in set-up */
void mb_loads_force(const mb_machine *m, double t, const double *q, double *f);
double mb_loads_potential(const mb_machine *m, const double *q);
double mb_loads_power(const mb_machine *m, double t, const double *q, const double *v);
void mb_loads_stiffness(const mb_machine *m, double t, const double *q, double *k);

/* A force with its slopes by x and by its rate */
typedef struct mb_law_value {
    double f, fx, fv;
} mb_law_value;

/* Laws (efforts_law.c): what the law says with its slopes; its potential from `free` to x */
mb_law_value mb_effort_law(const mb_effort *f, double t, double x, double v);
double mb_effort_law_value(const mb_effort *f, double t, double x, double v);
double mb_effort_law_rate(const mb_effort *f, double t, double x, double v, double a);
double mb_effort_elastic(const mb_effort *f, double x); /* the part with a potential */
double mb_effort_energy(const mb_effort *f, double x);
double mb_effort_mean(const mb_effort *f, double a, double b); /* of that part from a to b */

/* In the plane (discrete.c) */
void mb_machine_discrete_gradient(const mb_model *model, double t, const double *q0,
                                  const double *q1, double *grad, double *dphi);

/* Outputs and the branch (measures.c) */
mb_status mb_machine_outputs(mb_model *model, mb_machine *m, mb_error *err);
void mb_machine_read(const mb_model *model, double t, const double *q, const double *v,
                     const double *a, const double *lambda, double *out);
void mb_machine_read_rates(const mb_model *model, double t, const double *q, const double *v,
                           const double *a, const double *lambda, double *out);
double mb_machine_branch(const mb_model *model, double t, const double *q);

/* Natural coordinates: the model (natural_model.c), the frame of a body (natural_measures.c); v may
 * be NULL, or accelerations, of which spin is the rate without that of the frame */
mb_status mb_natural_model(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_mixed_model(mb_model *model, const mb_plain_mechanism *plain, mb_error *err);
struct mb_stand;
void mb_natural_stand(const mb_machine *m, int body, const double *q, const double *v,
                      struct mb_stand *s);

/* Names (names.c) */
bool mb_machine_row_owner(const mb_model *model, int row, mb_row_owner *owner);
void mb_machine_row_text(const mb_model *model, int row, char *text, size_t size);
void mb_machine_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size);
void mb_machine_velocity_text(const mb_model *model, int velocity, char *text, size_t size);

#endif

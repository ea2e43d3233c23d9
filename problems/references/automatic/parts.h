/* SPDX-License-Identifier: MIT */
/* Parts of an automatic reference: a tree of links with the bodies that they carry, scalar functions
 * of the bodies' places (rows, joint coordinates, lines of forces), and what is computed from them.
 *
 * Every link turns about an axis or slides along one on its parent, so that links are joint
 * coordinates.  All links stand along the world axes where everything is given, with q = 0.  Three
 * links z, y, x in a row are a ball; the turn that they have made is taken into its base after each
 * grid step.  Slides are measured in sizes of the mechanism, rows without dimension. */
#ifndef MB_PROBLEMS_REFERENCES_AUTOMATIC_PARTS_H
#define MB_PROBLEMS_REFERENCES_AUTOMATIC_PARTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "problems/format/expression/expression.h"
#include "problems/mechanism.h"
#include "problems/references/extrapolation.h"
#include "problems/references/null_space.h"

enum { MB_AUTO_BODIES = 2 }; /* of a scalar */

typedef struct mb_auto_link {
    int parent; /* -1: the ground */
    bool slides;
    int ball;        /* number of the ball whose first link it is; -1 */
    double place[3]; /* on the parent, from the parent's place */
    double axis[3];
    int body; /* plain body that it belongs to, for messages */
} mb_auto_link;

/* A body on a link; -1: it does not move. */
typedef struct mb_auto_body {
    int link;
    double com[3], turn[9]; /* from the link's place; in the link's axes */
    int n, *on;             /* links that move it, the last one first */
} mb_auto_body;

/* How a body moves: pose, velocities, accelerations where no joint coordinate has one. */
typedef struct mb_auto_motion {
    double x[3], R[9], v[3], w[3], a[3], e[3]; /* a of the centre of mass, e of the rotation */
    double *Jv, *Jw;                           /* (3 x n) columns of three; NULL: the ground */
} mb_auto_motion;

typedef enum mb_auto_kind {
    MB_AUTO_MEET,   /* world axis . (P_b - P_a) */
    MB_AUTO_OFF,    /* axis of a . (P_b - P_a) */
    MB_AUTO_DOT,    /* axis of a . axis of b */
    MB_AUTO_LENGTH, /* |P_b - P_a| */
    MB_AUTO_TURN,   /* angle of b on a about an axis of a, or of b */
    MB_AUTO_BLADE,  /* (normal of a x axis of b) . velocity of P_b: a rate only */
    MB_AUTO_SPIN,   /* axis of b . angular velocity of b: a rate only */
    MB_AUTO_DISC,   /* height of the lowest point of a disc of b over a plane of a */
    MB_AUTO_SLIP,   /* velocity of that point along `from`[0]: a rate only */
    MB_AUTO_ROLL,   /* angle of that point on the rim of the disc */
} mb_auto_kind;

/* A scalar function of two bodies, -1: the ground. */
typedef struct mb_auto_scalar {
    mb_auto_kind kind;
    int body[MB_AUTO_BODIES];
    double place[2][3], axis[2][3]; /* in the bodies' frames */
    bool about_b;                   /* turn: the axis is that of b */
    double from[2][3];              /* turn: directions across that agree at the start; roll: of
                                     * b, up at the start and a quarter of a turn on */
    double radius;                  /* disc, slip [m] */
    double offset;                  /* added to the value */
    int link;                       /* turn: a link of the tree whose q counts it; -1 */
    double sign;                    /* of that link */
    int memory;                     /* turn, roll: where it is counted otherwise; -1 */
} mb_auto_scalar;

/* A scalar at a state: value, rate, what its second derivative is without accelerations, and the
 * forces and moments at the centres of mass that do its work. */
typedef struct mb_auto_value {
    double value, rate, bend;
    double F[MB_AUTO_BODIES][3], T[MB_AUTO_BODIES][3];
} mb_auto_value;

typedef struct mb_auto_term {
    double factor;
    int scalar;
} mb_auto_term;

/* sum of terms = constant + law(t), or rates alone */
typedef struct mb_auto_row {
    int n;
    mb_auto_term *term;
    double constant;
    const mb_expression *law; /* of a drive; NULL */
    bool angle;               /* compared modulo 2 pi */
    bool rates;               /* no value, only a rate */
    double unit;              /* by which the row is multiplied */
    const char *name;
} mb_auto_row;

typedef struct mb_auto_state {
    double *q, *u, *base, *memory; /* (n), (n), (9 x balls), (memories) */
    unsigned long long side;       /* of the breaks of all laws */
} mb_auto_state;

typedef struct mb_auto {
    const mb_plain_mechanism *plain;
    mb_arena *arena;
    double scale;
    int n, nballs, nmemories, nscalars, nrows, nholonomic;
    mb_auto_link *link;
    mb_auto_body *body;   /* (nbodies) */
    bool *in_tree;        /* (njoints) */
    int (*coordinate)[2]; /* (njoints) scalar of each joint coordinate; -1 */
    int (*joint_link)[2]; /* (njoints) link of a turning coordinate; -1 */
    mb_auto_scalar *scalar;
    mb_auto_row *row;
    int *drive;   /* (ndrives) its row */
    int *force;   /* (nforces) scalar of a line, a joint coordinate, a push; -1 */
    int *counted; /* (noutputs) memory of an output that counts turns; -1 */
    int rank, rank_holonomic;
    double first_energy;           /* kinetic and potential at the start */
    double sigma, sigma_holonomic; /* smallest singular values that count, at the start */
    /* at the state last looked at */
    double t;
    const double *base, *memory;
    double (*place)[3], (*R)[9], (*axis)[3], (*v)[3], (*w)[3], (*a)[3], (*e)[3]; /* (n) of links */
    mb_auto_motion *motion;                                                      /* (nbodies) */
    mb_auto_motion ground;
    mb_auto_value *value; /* (nscalars) */
    const double *q;
    double *A, *f, *accel;
    mb_null_space null;
    double weakest, weak_at; /* least of the last one that counts, since it was set; when */
    bool broken;             /* a law has been on another side of a break than `side` */
    bool massless;           /* a direction has no mass */
    bool undefined;          /* a law is not a number */
    unsigned long long side;
    long evaluations;
} mb_auto;

/* ---- tree.c, rows.c: what there is ---------------------------------------------------------- */

typedef enum mb_auto_shape { MB_AUTO_FORWARD, MB_AUTO_BACKWARD, MB_AUTO_LOOSE } mb_auto_shape;

typedef struct mb_auto_pose {
    double x[3], R[9];
} mb_auto_pose;

/* A tree over the bodies at their poses (nbodies): breadth by the fewest freedoms, ties in the order
 * of declaration or against it; loose: every body on links of its own, those that are fixed on none, all joints are rows. */
mb_status mb_auto_tree(mb_auto *tree, mb_auto_shape shape, const mb_auto_pose *pose, mb_error *err);
mb_status mb_auto_rows(mb_auto *tree, const mb_auto_pose *pose, mb_error *err);
/* Takes memory for evaluations. */
mb_status mb_auto_claim(mb_auto *tree, mb_error *err);
mb_status mb_auto_state_claim(const mb_auto *tree, mb_auto_state *state, mb_arena *arena,
                              mb_error *err);
void mb_auto_state_copy(const mb_auto *tree, const mb_auto_state *from, mb_auto_state *to);

/* ---- coordinates.c -------------------------------------------------------------------------- */

int mb_auto_add_scalar(mb_auto *tree, const mb_auto_scalar *scalar);
/* The scalar of a joint coordinate, made where it is asked for first. */
int mb_auto_coordinate(mb_auto *tree, mb_coordinate of, const mb_auto_pose *pose);
/* R of a body as declared; NULL: the ground's. */
const double *mb_auto_declared_turn(const mb_auto *tree, int body);
/* A world direction in a frame and back; R may be NULL. */
void mb_auto_local(const double *R, const double *x, double *u);
void mb_auto_world(const double *R, const double *u, double *x);
/* Two directions across z; in the plane the first one lies in it. */
void mb_auto_across(const double *z, bool spatial, double t[2][3]);

/* ---- motion.c, scalars.c -------------------------------------------------------------------- */

/* Moves all links and bodies to (q, u) with the base and memory of a state. */
void mb_auto_move(mb_auto *tree, double t, const double *q, const double *u);
void mb_auto_measure(mb_auto *tree, int scalar, mb_auto_value *value);
const mb_auto_motion *mb_auto_motion_of(const mb_auto *tree, int body);
/* Place, velocity and acceleration without joint accelerations of a body's point; any may be NULL. */
void mb_auto_point(const mb_auto_motion *body, const double u[3], double x[3], double v[3],
                   double a[3]);
/* row (n) += factor * the scalar's derivative by the joint coordinates */
void mb_auto_gradient(const mb_auto *tree, const mb_auto_scalar *scalar, const mb_auto_value *value,
                      double factor, double *row);

/* ---- equations.c ---------------------------------------------------------------------------- */

/* G (m x n) by rows and right sides: minus the rows' violation, minus that of their rates, their
 * accelerations.  Returns the rows' number.  worst: largest right side. */
typedef enum mb_auto_level { MB_AUTO_POSITION, MB_AUTO_RATE, MB_AUTO_ACCELERATION } mb_auto_level;
int mb_auto_equations(mb_auto *tree, mb_auto_level level, double *G, double *g, double *worst);
/* A and f of the state moved to; forces only where wanted. */
void mb_auto_mass(mb_auto *tree, bool forces);
/* y = (q, u), for the extrapolation. */
void mb_auto_rate(void *tree, double t, const double *y, double *ydot);
/* Force of a law at the scalar's value; jets of (t, x, v) */
double mb_auto_force_value(const mb_auto *tree, const mb_plain_force *force,
                           const mb_auto_value *value);
/* Force or torque of a drive along its coordinate at a state moved to. */
double mb_auto_drive_force(mb_auto *tree, int drive);
/* A number that changes where a law passes a break. */
unsigned long long mb_auto_side(mb_auto *tree);

/* ---- start.c -------------------------------------------------------------------------------- */

/* Poses at which all joints meet; why[0] where there are none. */
mb_status mb_auto_assemble(const mb_plain_mechanism *plain, mb_arena *arena, mb_auto_pose *pose,
                           char *why, size_t size, mb_error *err);
/* Rank of the rows, the rates of the start, and the turns counted there.  False: why says what is
 * in the way. */
bool mb_auto_start(mb_auto *tree, mb_auto_state *state, char *why, size_t size);
/* Brings q back to the rows and u to their rates.  False: it cannot. */
bool mb_auto_project(mb_auto *tree, double t, mb_auto_state *state);

/* ---- outputs.c ------------------------------------------------------------------------------ */

/* Gives outputs that count turns their memory; before mb_auto_claim. */
mb_status mb_auto_output_memory(mb_auto *tree, mb_error *err);
/* An output that is compared and not computed; NULL: there is none. */
const char *mb_auto_output_lacking(const mb_plain_mechanism *plain);
/* Components of all outputs at a state moved to; what is not computed is NaN. */
void mb_auto_outputs(mb_auto *tree, double *out);
/* Takes the turns at a state moved to into its memory. */
void mb_auto_count(mb_auto *tree, mb_auto_state *state);

/* ---- energy.c ------------------------------------------------------------------------------- */

/* Kinetic and potential energy of a state moved to, without forces that have no potential. */
void mb_auto_energy(mb_auto *tree, double energy[2]);

/* ---- track.c -------------------------------------------------------------------------------- */

/* A tree on its way along a grid. */
typedef struct mb_auto_track {
    mb_auto *tree;
    mb_extrapolation *rule;
    double t;
    mb_auto_state start, now, spare; /* where it began; where it is; for values in between */
    double *carry, *spare_carry;     /* (2 n) what the last roundings lost */
    mb_auto_state before;            /* where the step in hand began */
    double *before_carry;            /* (2 n) */
    bool stuck;                      /* a law does not leave its break */
    double weakest, weak_at;         /* least singular value in those of the start, and when */
    int dwell;                       /* grid steps near a singular position, one after the other */
} mb_auto_track;

/* A track from the start of its tree, whose q is off by `off`. */
mb_status mb_auto_track_claim(mb_auto_track *track, mb_auto *tree, mb_extrapolation *rule,
                              const mb_auto_state *start, double off, mb_arena *arena,
                              mb_error *err);
void mb_auto_track_reset(mb_auto_track *track);
/* One grid step; false where it fails.  The tree stands moved at its end. */
bool mb_auto_track_step(mb_auto_track *track, double h);
/* Outputs at now + h, without a step. */
void mb_auto_track_look(mb_auto_track *track, double h, double *out);

#endif

/* SPDX-License-Identifier: MIT */
/* The contract between mechanisms and everything above them.
 *
 *   q in R^nq,  v in R^nv,   dq/dt = T(q) v
 *   M(q) a + D(q,t)' lambda = Q(t,q,v)
 *   Phi(q,t) = 0 (mh holonomic rows, first),  D v + Phi_t = 0 (m rows),  D a = gamma
 *
 * A *problem* is a static descriptor, a *model* is one problem with numbers in it: sizes, fixed
 * sparsity patterns, start.  A model is read-only once set up and may be shared.  Evaluations write
 * straight into fixed positions; they allocate nothing and search nothing.  They may use scratch of
 * the model: two threads need two models, a forked process has its own.  SI units, angles in rad.
 *
 * Every vector of velocity size, every matrix and every tangent lives in the tangent space (v's
 * coordinates).  Where q has redundant parameters (Euler parameters), dq/dt = T(q) v and a tangent
 * increment moves q by `retract`; where T = I both are plain.  A derivative by q is the derivative
 * along retract at dv = 0: column j of K is -d/ds Q(retract(s e_j, q)), and so for all others. */
#ifndef MB_PROBLEMS_MODEL_H
#define MB_PROBLEMS_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/embedded.h"
#include "base/sparse.h"
#include "base/spec.h"
#include "base/status.h"

typedef struct mb_model mb_model;
typedef struct mb_hold mb_hold;

/* The joint, gear or drive of a mechanism file that a row belongs to. */
typedef struct mb_row_owner {
    const char *name;
    const char *body[2]; /* of a joint; NULL: of none */
    int line, column;    /* in the file */
} mb_row_owner;

/* Traits: declared by a problem, tested for every problem, required by methods. */
#define MB_TRAIT_LIST(X)                                                                           \
    X(MB_IDENTITY_T, 0, "identity-T", "dq/dt = v")                                                 \
    X(MB_CONSTANT_M, 1, "constant-M", "M does not depend on q")                                    \
    X(MB_REGULAR_M, 2, "regular-M", "M is positive definite without the constraints")              \
    X(MB_QUADRATIC_PHI, 3, "quadratic-Phi", "Phi is at most quadratic in q")                       \
    X(MB_FULL_RANK_D, 4, "full-rank-D", "D has rank m away from isolated singular positions")      \
    X(MB_HOLONOMIC, 5, "holonomic", "every row has a Phi (mh = m)")                                \
    X(MB_SCLERONOMIC, 6, "scleronomic", "no row depends on t")                                     \
    X(MB_CONSERVATIVE, 7, "conservative", "energy is constant; else energy minus work done")       \
    X(MB_CHAOTIC, 8, "chaotic", "trajectories compare only up to the reference's horizon")         \
    X(MB_SINGULAR_POSITIONS, 9, "singular-positions",                                              \
      "the motion passes positions where D loses rank")                                            \
    X(MB_STIFF, 10, "stiff", "springs, dampers or controllers are far faster than the motion")

typedef enum mb_trait {
#define MB_TRAIT_ENUM(name, bit, word, meaning) name = 1 << bit,
    MB_TRAIT_LIST(MB_TRAIT_ENUM)
#undef MB_TRAIT_ENUM
} mb_trait;

/* Those of the motion, which a mechanism file states; set-up finds out the others. */
#define MB_MOTION_TRAITS ((unsigned)(MB_CHAOTIC | MB_SINGULAR_POSITIONS | MB_STIFF))

/* Word of one trait ("identity-T"), NULL for anything else. */
const char *mb_trait_word(mb_trait trait);

/* Optional terms: what a model may lack.  A method that needs one says which. */
#define MB_TERM_LIST(X)                                                                            \
    X(MB_TERM_JACOBIAN_DOT, jacobian_dot, "dD/dt")                                                 \
    X(MB_TERM_STIFFNESS, stiffness, "K = -dQ/dq")                                                  \
    X(MB_TERM_DAMPING, damping, "C = -dQ/dv")                                                      \
    X(MB_TERM_CONSTRAINT_TANGENT, constraint_tangent, "d(D'y)/dq")                                 \
    X(MB_TERM_MASS_TANGENT, mass_tangent, "d(M a)/dq")                                             \
    X(MB_TERM_RATE_TANGENT, rate_tangent, "d(T v)/dq")                                             \
    X(MB_TERM_GAMMA_Q, gamma_q, "dgamma/dq")                                                       \
    X(MB_TERM_GAMMA_V, gamma_v, "dgamma/dv")                                                       \
    X(MB_TERM_DISCRETE_GRADIENT, discrete_gradient, "discrete gradients")

typedef enum mb_term {
#define MB_TERM_ENUM(name, slot, text) name,
    MB_TERM_LIST(MB_TERM_ENUM)
#undef MB_TERM_ENUM
} mb_term;

/* The function table of a model.  The elements provide one for mechanism
 * files; a problem may bring its own.  Matrix values go to the patterns named in the model: D
 * (m x nv), M (nv x nv, full), H (nv x nv, full; all square tangents share it).  Every function
 * overwrites its output completely.  NULL is allowed where said. */
typedef struct mb_ops {
    /* dq/dt = T(q) v; for Euler parameters e of a body de/dt = G(omega) e, linear in e
     *                                         in: q (nq), v (nv)      out: (nq)   NULL: T = I */
    void (*qdot)(const mb_model *, const double *q, const double *v, double *qdot);
    /* q moved by the tangent increment dv and brought back to unit norms   (nq)   NULL: q += dv */
    void (*retract)(const mb_model *, const double *dv, double *q);

    /* Phi                                                             out: (mh)   [m, rad, 1] */
    void (*phi)(const mb_model *, double t, const double *q, double *phi);
    /* Phi_t, and for nonholonomic rows the part of the row without v  out: (m)    NULL: zero */
    void (*phi_t)(const mb_model *, double t, const double *q, double *phi_t);
    /* D                                                               out: (D.nnz) */
    void (*jacobian)(const mb_model *, double t, const double *q, double *d);
    /* gamma = -Ddot v - d(Phi_t)/dt                                   out: (m) */
    void (*gamma)(const mb_model *, double t, const double *q, const double *v, double *gamma);
    /* D and, where they are not NULL, gamma and Phi, as the slots above yield them, in one walk
     *                                         out: (D.nnz), (m), (mh)             NULL: one by one */
    void (*rows)(const mb_model *, double t, const double *q, const double *v, double *d,
                 double *gamma, double *phi);
    /* M                                                               out: (M.nnz) */
    void (*mass)(const mb_model *, const double *q, double *m);
    /* Q = -grad V + Q_nc, gyroscopic terms included                   out: (nv)   [N, N m] */
    void (*force)(const mb_model *, double t, const double *q, const double *v, double *force);

    double (*kinetic)(const mb_model *, const double *q, const double *v); /* [J] */
    double (*potential)(const mb_model *, double t, const double *q);      /* [J] */
    /* power of forces without potential and of rheonomic rows [W]; NULL when conservative.
     * lambda (m) as the equations of motion yield it at (t, q, v) */
    double (*power)(const mb_model *, double t, const double *q, const double *v,
                    const double *lambda);

    /* Optional terms (MB_TERM_LIST). */
    void (*jacobian_dot)(const mb_model *, double t, const double *q, const double *v,
                         double *ddot); /* (D.nnz) */
    void (*stiffness)(const mb_model *, double t, const double *q, const double *v,
                      double *k); /* (H.nnz) */
    void (*damping)(const mb_model *, double t, const double *q, const double *v,
                    double *c); /* (H.nnz) */
    void (*constraint_tangent)(const mb_model *, double t, const double *q, const double *y,
                               double *h); /* y (m) fixed; (H.nnz) */
    void (*mass_tangent)(const mb_model *, const double *q, const double *a,
                         double *h); /* a (nv) fixed; (H.nnz) */
    /* v (nv) fixed; (H.nnz).  The tangent increment x from one motion to a neighbouring one with
     * the same v grows as dx/dt = d(T v)/dq x; NULL where T = I. */
    void (*rate_tangent)(const mb_model *, const double *q, const double *v, double *h);
    void (*gamma_q)(const mb_model *, double t, const double *q, const double *v,
                    double *g); /* (D.nnz) */
    void (*gamma_v)(const mb_model *, double t, const double *q, const double *v,
                    double *g); /* (D.nnz) */
    /* grad (nv) and dphi (D.nnz) with grad'(q1-q0) = V(q1)-V(q0), dphi (q1-q0) = Phi(q1)-Phi(q0) */
    void (*discrete_gradient)(const mb_model *, double t, const double *q0, const double *q1,
                              double *grad, double *dphi);

    /* Named outputs at a state, and their rates; an entry without a rate is NaN.  a (nv) and
     * lambda (m) are those of the solver under test; of mechanism files v, a and lambda may be NULL,
     * and what needs them is NaN then.  out: (noutputs) */
    void (*outputs)(const mb_model *, double t, const double *q, const double *v, const double *a,
                    const double *lambda, double *out);
    void (*output_rates)(const mb_model *, double t, const double *q, const double *v,
                         const double *a, const double *lambda, double *out);

    /* Distance from the reference branch, scaled so that above 1 the mechanism has left it; NULL
     * where the mechanism has one branch only. */
    double (*branch)(const mb_model *, double t, const double *q);

    /* What a row (of m) and a coordinate (of nq) mean to people: "distance of points 1 and 2",
     * "x of point 3".  NULL: the model has no names. */
    void (*row_text)(const mb_model *, int row, char *text, size_t size);
    void (*coordinate_text)(const mb_model *, int coordinate, char *text, size_t size);
    /* The same of a velocity (of nv)                                  NULL: that of its coordinate,
     * where T = I */
    void (*velocity_text)(const mb_model *, int velocity, char *text, size_t size);

    /* The factors of a velocity that is held, where they depend on q   NULL: those declared */
    void (*hold)(const mb_model *, const mb_hold *, const double *q, double *factor);
    /* The tangent increment dv (nv) of all that moves, moved as one rigid body from q: k = 0, 1, 2
     * by 1 m along x, y, z, k = 3, 4, 5 by 1 rad about them through the origin.  False where the
     * coordinates cannot tell.  NULL: they never can. */
    bool (*rigid_motion)(const mb_model *, const double *q, int k, double *dv);

    /* The element of a mechanism file that a row belongs to; false: none.  NULL: of no row. */
    bool (*row_owner)(const mb_model *, int row, mb_row_owner *owner);
    /* Whether the start may stay as the assembly has made it.  NULL: it may. */
    mb_status (*settled)(const mb_model *, mb_error *err);

    /* (t, q, v) is the next state of a motion; q, v NULL: a motion starts at t, q0, v0.  Angles that q
     * tells up to whole turns go on from there, nearest to what their rates foretell, in forces and
     * energies at later times and on the way back to this one, and in what is read.  The one state
     * told again changes nothing.  NULL: q tells all. */
    void (*follow)(const mb_model *, double t, const double *q, const double *v);
} mb_ops;

/* What an error of an output is measured in. */
typedef enum mb_output_kind {
    MB_OUTPUT_LENGTH, /* the mechanism's size */
    MB_OUTPUT_ANGLE,  /* rad, or nothing */
    MB_OUTPUT_OTHER,  /* rates, forces: the largest value */
} mb_output_kind;

/* A start velocity that is held as declared: sum of factor * v = value. */
enum { MB_HOLD_TERMS = 42 };

struct mb_hold {
    int n, velocity[MB_HOLD_TERMS];
    double factor[MB_HOLD_TERMS];
    double value;     /* [m/s, rad/s] */
    const char *name; /* "angle of body 0" */
    int kind;         /* the elements' own, for ops->hold */
    int line, column; /* in the mechanism file; 0: none */
};

/* What set-up changed to make a declared start consistent.  Norms take angles and coordinates
 * without unit times the mechanism's size.  Velocities that were not declared and follow from others
 * (rates_follow) are not changes. */
typedef struct mb_start_report {
    double positions, velocities; /* norms [m], [m/s] */
    int largest;                  /* velocity coordinate that changed most; -1: nothing did */
    bool of_velocity;             /* its rate, not its place */
    double change;                /* of it [m, rad, m/s, rad/s] */
    double share;                 /* against the mechanism's size or the fastest velocity */
} mb_start_report;

typedef struct mb_output {
    const char *name; /* NAME.COMPONENT: "crank.angle" */
    const char *unit; /* "m", "rad", "rad/s", "N" */
    bool wrapped;     /* an angle given within half a turn of the declared start; the audit unwraps
                       * it along the run */
    bool compared;    /* enters the reference error */
} mb_output;

/* A reference solution: minimal coordinates y (n) with dy/dt = rate(t, y), integrated to round-off
 * (reference.h), and the named outputs that follow from y: NaN for those not compared, angles
 * continuous in time where the model's own output is wrapped. */
typedef struct mb_reference {
    int n;
    const double *y0; /* (n) */
    void (*rate)(const mb_model *, double t, const double *y, double *ydot);
    void (*outputs)(const mb_model *, double t, const double *y, double *out); /* (noutputs) */
    double step;        /* [s] of the integrator */
    double horizon;     /* [s] up to which trajectories are compared at most; see reference.h */
    const char *method; /* how it was obtained, one sentence */
    const void *data;   /* of rate and outputs, in the model's arena; may be NULL */
    const struct mb_automatic *automatic; /* in place of y: references/automatic.h; NULL: none */
} mb_reference;

/* What a limit of a problem's source bounds. */
typedef enum mb_stated_kind {
    MB_STATED_ENERGY, /* |E - E0 - work| [J] */
    MB_STATED_GAP,    /* opening of a joint, in sizes of the mechanism */
    MB_STATED_DRIFT,  /* |E - E0 - work| in largest kinetic energies */
    MB_STATED_ERROR,  /* distance from the reference and its bound, lengths in sizes, angles in rad
                       */
} mb_stated_kind;

/* What a source calls good enough, over a run to the problem's t_end. */
typedef struct mb_stated_limit {
    const char *name; /* key in records: "energy", "energy_coarse"; NULL ends a list */
    mb_stated_kind kind;
    double value;
} mb_stated_limit;

typedef struct mb_problem {
    const char *name;        /* "four-bar" */
    const char *title;       /* one line for people */
    const char *source;      /* "marques2017 Table 1" */
    const char *traps;       /* what the printed data leave open or get wrong; "" when nothing */
    const mb_embedded *file; /* the mechanism file that it is; NULL: C code */
    const struct mb_plain_mechanism *read; /* that file at some values, which set-up need not read
                                            * again; NULL: it must be read */
    const mb_param *params;
    const char *const *variants; /* "N=1", ...: parameters at which it is tested beside the
                                    * defaults, NULL at the end; NULL: none */
    double t_end;                /* [s] default length of a run */
    double scale;                /* [m] size of the mechanism: what a large violation means */
    unsigned traits; /* mb_trait bits, at the default parameters; of a file: what it says, set-up
                      * finds the others */
    const mb_stated_limit *limits; /* NULL: no source states any */
    const char *limits_source;     /* where they stand: "gonzalez2016 Table 3" */
    /* Fills the model (sizes, patterns, start, ops, outputs, reference).  The model comes zeroed
     * but for problem, values, arena and traits. */
    mb_status (*setup)(mb_model *, mb_error *err);
} mb_problem;

struct mb_model {
    const mb_problem *problem;
    mb_values values; /* of problem->params */
    mb_arena *arena;  /* owns all below */
    unsigned traits;
    double t0, t_end;        /* [s] */
    double scale;            /* [m] */
    const char *coordinates; /* "planar-natural", "planar-reference-point", "body", ... */
    int nq, nv, m, mh;
    int rank;              /* of D at the start, as set-up found it */
    const bool *dependent; /* (m) rows that depend on those before them there */
    const double *slope;   /* (m) lengths of the rows' gradients at the declared start, an angle
                            * counting by the size; of one that vanishes there, elsewhere */
    int massless;          /* a velocity that no mass and no row holds there; -1: none */
    mb_pattern D, M, H;
    const mb_ops *ops;
    const void *data;               /* the ops' own */
    struct mb_row_units *row_units; /* problems/start/row_units.h; NULL: rows are as declared */
    struct mb_vanished *vanished;   /* start/slopes.c; NULL: no row vanishes at the start */
    double *q0, *v0;                /* (nq), (nv) consistent start */
    bool constant_force;            /* Q does not depend on t, q, v: K = C = 0.  false: not known */
    const bool *length; /* (nv) the velocity coordinate is that of a length [m/s]; else of an
                          * angle or of a unit-free one.  NULL: all are lengths */
    bool keep_start;    /* the declared start is inconsistent on purpose; not corrected */
    /* (nv) how far one effort moves a coordinate when the mechanism is put together, against a
     * length, or against an angle times the size; 0: it stays.  NULL: all alike */
    const double *ease;
    bool rates_follow; /* velocities that are not held are not declared: they follow from those that
                        * are, with the least kinetic energy */
    const mb_hold *hold; /* (nholds) in the order of declaration */
    int nholds;
    double start_correction; /* norm of the change that made the declared start consistent */
    mb_start_report start;
    int noutputs;
    const mb_output *outputs;
    const mb_reference *reference; /* NULL: none */
    const struct mb_plain_mechanism
        *declared; /* what it is made from (mechanism.h); NULL: C code */
};

/* Sets up a model from "NAME[:p=v,...]".  On failure *model is NULL and err says what was wrong:
 * MB_BAD_INPUT for an unknown problem or parameter. */
mb_status mb_model_create(const char *spec, mb_model **model, mb_error *err);
void mb_model_destroy(mb_model *model); /* accepts NULL */

/* The same of a problem that need not be in the registry; params: "p=v,...", "" for none. */
mb_status mb_model_of(const mb_problem *problem, const char *params, mb_model **model,
                      mb_error *err);

/* The same in an arena that the model takes over (on failure it is destroyed), in which the problem
 * itself may live. */
mb_status mb_model_of_in(mb_arena *arena, const mb_problem *problem, const char *params,
                         mb_model **model, mb_error *err);

/* As mb_model_create, in an arena that the model takes over (on failure it is destroyed): for tests
 * that let an allocation fail. */
mb_status mb_model_create_in(mb_arena *arena, const char *spec, mb_model **model, mb_error *err);

/* Canonical spec of a model, as it stands in records. */
mb_status mb_model_spec(const mb_model *model, char *text, size_t size, mb_error *err);

/* Checks the text of a problem spec and writes its canonical form, without setting up a model. */
mb_status mb_problem_canonical(const char *spec, char *text, size_t size, mb_error *err);

/* Value of a problem parameter by name. */
double mb_model_param(const mb_model *model, const char *name);

/* All problems, in the order of problems/mechanisms/meson.build; n receives their number. */
const mb_problem *const *mb_problems(int *n);
const mb_problem *mb_problem_find(const char *name); /* NULL when there is none */

/* Fails with "unknown problem 'fuor-bar'; did you mean 'four-bar'?", or with all names. */
mb_status mb_problem_unknown(const char *name, mb_error *err);

mb_output_kind mb_output_kind_of(const mb_output *output);

/* Whether the model has an optional term; the text of a term for messages. */
bool mb_model_has(const mb_model *model, mb_term term);
const char *mb_term_text(mb_term term);

/* Names for messages: "row 3 (distance of points 1 and 2)", "q[4] (x of point 3)"; without the
 * part in brackets where the model has no names.  Cut at `size`. */
void mb_model_row_text(const mb_model *model, int row, char *text, size_t size);
void mb_model_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size);
void mb_model_velocity_text(const mb_model *model, int velocity, char *text, size_t size);

/* phidot = D v + Phi_t (m), from D's values d (D.nnz) */
void mb_phidot(const mb_model *model, double t, const double *q, const double *v, const double *d,
               double *phidot);

/* What set-up changed most, "q[3] (y of point 2) by 0.04",
 * "v[2] (angle of body 0) by -2.6"; "" where no change is above
 * MB_START_TOLD of the mechanism's size (places) or of the fastest velocity (rates): what rounding
 * of printed values explains. */
#define MB_START_TOLD 1e-4
void mb_start_change_text(const mb_model *model, char *text, size_t size);
/* Its name alone, whatever the size of the change; "nothing". */
void mb_start_change_name(const mb_model *model, char *text, size_t size);

/* "v[2] (x of point 1) has no mass, and no row holds it"; "" where there is none. */
void mb_mass_text(const mb_model *model, char *text, size_t size);

/* Which rows depend on others at the start, by name, and whether a freedom is left: "rank 5 of 10;
 * dependent on the rows before them: 5 rows of revolute joint of the ground and door"; "" where the
 * rows are independent and leave a freedom.  A text of 400 holds most. */
void mb_rank_text(const mb_model *model, char *text, size_t size);

/* dq (nq) = T(q) v */
void mb_rate_of_position(const mb_model *model, const double *q, const double *v, double *dq);

/* q += h T(q) v without return to unit norm is a solver's business; this is the exact tangent move:
 * q moved by dv (nv). */
void mb_retract(const mb_model *model, const double *dv, double *q);

/* Tells a model how a motion goes on, see `follow`: its start by NULL, then each state that it comes to,
 * by whoever makes its steps or reads it along them. */
static inline void mb_follow(const mb_model *model, double t, const double *q, const double *v)
{
    if (model->ops->follow)
        model->ops->follow(model, t, q, v);
}

#endif

/* SPDX-License-Identifier: MIT */
/* The contract of solvers: a formulation, an integrator, a projection and a linear solver, composed
 * by the text FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]], each part NAME[:p=v[,p=v...]].
 * Each part is a static descriptor; its state hangs from the solver.  The model is read-only, the
 * solver is the mutable side: one arena, taken in set-up and sealed before the first step. */
#ifndef MB_SOLVERS_SOLVER_H
#define MB_SOLVERS_SOLVER_H

#include "problems/model.h"
#include "solvers/counters.h"
#include "solvers/evaluate.h"

/* State at an accepted step. */
typedef struct mb_state {
    double t;       /* [s] */
    double *q;      /* (nq) */
    double *v;      /* (nv) behind q */
    double *a;      /* (nv) acceleration, as the formulation yields it at (t, q, v) */
    double *lambda; /* (m) behind a; multipliers of M a + D' lambda = Q */
} mb_state;

/* Values of the model's terms at one point, by solvers/evaluate.h; each formulation asks for what it uses.
 * M, D and Q stay as they are: what is constant is evaluated once, and matrices keep factors of M.  Who has
 * others keeps them elsewhere; phi, phidot and gamma are evaluated anew, and may be written over. */
typedef struct mb_terms {
    double *mass;     /* (M.nnz) */
    double *jacobian; /* (D.nnz) */
    double *force;    /* (nv) */
    double *phi;      /* (mh) */
    double *phidot;   /* (m) */
    double *gamma;    /* (m) */
} mb_terms;

/* Where M and D in mb_terms stand. */
typedef struct mb_place {
    long number; /* counts the places: a factor of M and D holds as long as it is the same */
    bool known;  /* (t, q) is that of mb_eval_end */
    double t;    /* [s] */
    double *q;   /* (nq) */
} mb_place;

/* ---- parts ---------------------------------------------------------------------------------- */

typedef enum mb_solver_slot {
    MB_FORMULATION,
    MB_INTEGRATOR,
    MB_PROJECTION,
    MB_LINSOLVER
} mb_solver_slot;

/* What every part tells of itself. */
#define MB_SOLVER_PART_MEMBERS                                                                     \
    const char *name, *title, *source;                                                             \
    const mb_param *params;                                                                        \
    unsigned needs; /* mb_trait bits; what is missing makes it not-applicable */                   \
    /* Parameters that exclude or need each other: MB_BAD_INPUT.  NULL: none do. */                \
    mb_status (*check)(const mb_values *, mb_error *err);

typedef struct mb_solver_part {
    MB_SOLVER_PART_MEMBERS
} mb_solver_part;

/* The head of a descriptor: the members by name, and all of them as `part`. */
#define MB_SOLVER_PART                                                                             \
    union {                                                                                        \
        mb_solver_part part;                                                                       \
        struct {                                                                                   \
            MB_SOLVER_PART_MEMBERS                                                                 \
        };                                                                                         \
    }

/* ---- linear solvers ------------------------------------------------------------------------- */

typedef enum mb_matrix_class {
    MB_SPD = 1,     /* symmetric positive definite; pattern and values: lower triangle */
    MB_GENERAL = 2, /* anything regular; full pattern (KKT, Newton tangents) */
} mb_matrix_class;

typedef struct mb_linear mb_linear;

/* Right-hand side (b, g) and solution (x, y) of a matrix with `rows` (mb_linear), which g and y belong
 * to; x may be b, and y may be g. */
typedef struct mb_sides {
    const double *b, *g;
    double *x, *y;
} mb_sides;

typedef struct mb_linsolver {
    MB_SOLVER_PART;
    unsigned classes; /* mb_matrix_class bits */
    /* Analysis: pattern and class are set.  May take from linear->arena. */
    mb_status (*setup)(mb_linear *, mb_error *err);
    /* Numeric factorisation of values (pattern.nnz).  MB_SINGULAR when it is singular to working
     * precision; MB_NON_FINITE when values are not finite. */
    mb_status (*factor)(mb_linear *, const double *values, mb_error *err);
    /* x = A\b in place (n) */
    mb_status (*solve)(mb_linear *, double *x, mb_error *err);
    /* Forgets what earlier factorisations left (pivots), so that a run repeats.  NULL: nothing. */
    void (*reset)(mb_linear *);
    /* Estimate of the reciprocal condition of what was factorised last, from its pivots: a look at
     * n numbers, made for observers only.  NULL: none. */
    double (*rcond)(const mb_linear *);
    /* factor, and x = A\b as the factor comes; x is left alone where there is none.  NULL: one after
     * the other. */
    mb_status (*factor_solve)(mb_linear *, const double *values, const mb_sides *, mb_error *err);
} mb_linsolver;

struct mb_linear {
    const mb_linsolver *type;
    mb_matrix_class class;
    mb_pattern pattern;
    mb_arena *arena;
    mb_counters *counters;    /* factorisations, refactorisations, solves */
    mb_linear *next;          /* of the same solver */
    const mb_linear **latest; /* the solver's `factorised` */
    double tolerance; /* MB_SPD: reciprocal condition (of the diagonal of L, squared) at and below
                       * which the matrix is called singular; 0: only when it is indefinite */
    const double *balance; /* (n) powers of two s: the matrix is factorised as s_i A_ij s_j, which
                            * knows no units; NULL: as it is */
    double *balanced;      /* (pattern.nnz) */
    /* Where the solver eliminates, entry k of the pattern at place[k] and 0 elsewhere: values that are
     * written there, and passed as they stand, are not copied.  NULL: it keeps that to itself. */
    double *storage;  /* (size) */
    const int *place; /* (pattern.nnz) */
    int size;
    int deficiency; /* n less the rank at most, which qr keeps to; 0: as it finds it */
    bool stays;     /* a factorisation leaves storage as it is */
    bool constant;  /* the values before the rows are those of the first factorisation for ever */
    int rows; /* MB_SPD for ldl: so many of the last variables are rows of [M D'; D 0]; 0: none */
    /* MB_GENERAL, [M D'; D 0]: the same by elimination in a fixed order, tried first where values are
     * `symmetric` and used while its pivots are of similar size; NULL: none. */
    mb_linear *eliminated;
    const int *below; /* (eliminated->pattern.nnz) where they are among those of the matrix */
    bool plain;       /* as it is: not of order 0, not balanced, not in a fixed order */
    bool symmetric, in_order; /* in_order: the last factor is that of `eliminated` */
    void *data;
};

/* Why a matrix of the equations of motion is singular: a velocity without mass and rows, by name;
 * rows that depend on others, by name where set-up found them. */
void mb_singular_cause(const mb_model *model, char *text, size_t size);

/* Rows of D that depend on others for ever; 0 where D has full rank but for single positions. */
int mb_redundant_rows(const mb_model *model);

/* A linear solver for matrices of this pattern: the one the spec names, or the pick of `auto` by
 * size and class.  MB_NOT_APPLICABLE when the named one does not take the class. */
mb_status mb_linear_create(mb_solver *solver, mb_matrix_class class, const mb_pattern *pattern,
                           mb_linear **linear, mb_error *err);
/* The same for equations of motion with multipliers, each row of D `copies` times in them: `auto`
 * picks qr where rows are redundant, and the factors know how many. */
mb_status mb_linear_create_saddle(mb_solver *solver, const mb_pattern *pattern, int copies,
                                  mb_linear **linear, mb_error *err);
/* The same for D W D' (lower triangle): `auto` picks qr where D is declared to lack full rank, so
 * that a solve yields the Moore-Penrose inverse. */
mb_status mb_linear_create_gram(mb_solver *solver, const mb_pattern *pattern, mb_linear **linear,
                                mb_error *err);
mb_status mb_linear_factor(mb_linear *linear, const double *values, mb_error *err);
mb_status mb_linear_solve(mb_linear *linear, double *x, mb_error *err);

/* ---- formulations --------------------------------------------------------------------------- */

/* What a formulation offers and an integrator takes: bit, word in lists, what the equations are. */
#define MB_FAMILY_LIST(X)                                                                          \
    X(MB_ACCELERATION, 1, "acceleration", "accelerations a(t, q, v)")                              \
    X(MB_ALGEBRAIC, 2, "algebraic",                                                                \
      "a predictor and a corrector with the constraint at the new time")                           \
    X(MB_NEWTON, 4, "newton", "the equilibrium at the end of a step, by Newton's method")          \
    X(MB_FIRST_ORDER, 8, "first-order",                                                            \
      "first-order equations dy/dt = f(t, y) in variables of their own")                           \
    X(MB_ONE_STEP, 16, "one-step", "a step of its own on the index-3 equations")                   \
    X(MB_STABILISED, 32, "stabilised", "the stabilised index-2 equations")

typedef enum mb_family {
#define MB_FAMILY_ENUM(name, bit, word, meaning) name = bit,
    MB_FAMILY_LIST(MB_FAMILY_ENUM)
#undef MB_FAMILY_ENUM
} mb_family;

/* Word of a family; NULL for any other number. */
const char *mb_family_word(unsigned family);

/* A step of Newmark's formulas, as a Newton-type formulation sees it. */
typedef struct mb_newmark {
    double h, beta, gamma;
    long pass; /* number of the Newton pass, from 0 */
    bool back; /* in finish: the last correction diverged and has been taken back */
} mb_newmark;

typedef struct mb_formulation {
    MB_SOLVER_PART;
    mb_family family;
    unsigned terms; /* bit 1 << mb_term of each optional term of the model that it needs */
    double penalty; /* its alpha if unset, for mechanisms of the papers' size; 0: it has none */
    /* Its projections are inside: the slot PROJECTION takes `none` only. */
    bool projects;
    /* Its equations change from step to step (choices of coordinates, gains found on the way). */
    bool stepwise;
    mb_status (*setup)(mb_solver *, mb_error *err);
    /* MB_ACCELERATION; MB_ONE_STEP and MB_STABILISED for start and audit.  Accelerations a (nv) and
     * multipliers lambda (m) at (t, q, v).  On input a and lambda hold those of the last accepted
     * step, a start for iterations. */
    mb_status (*accel)(mb_solver *, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err);
    /* MB_ACCELERATION, where multipliers follow from accelerations: those of the a that accel has just
     * yielded, by what it has left.  accel leaves lambda alone then, and iterations ask for it once they
     * have ended.  NULL: accel yields both. */
    void (*multipliers)(mb_solver *, const double *a, double *lambda);
    /* MB_ACCELERATION.  Corrects the state (q, v) that ends a step at t, where the formulation
     * evaluates at a corrected copy of what it is given; called by mb_project.  NULL: none. */
    mb_status (*settle)(mb_solver *, double t, double *q, double *v, mb_error *err);
    /* MB_ALGEBRAIC: from the solver's state over a step h. */
    struct {
        /* Positions and velocities predicted, with the multipliers. */
        mb_status (*predict)(mb_solver *, double h, double *q, double *v, double *lambda,
                             mb_error *err);
        /* The same corrected from the predicted ones, in q, v on input. */
        mb_status (*correct)(mb_solver *, double h, double *q, double *v, double *lambda,
                             mb_error *err);
    } algebraic;
    /* MB_NEWTON: the loop and its formulas are the integrator's. */
    struct {
        /* Accelerations and multipliers at the start of a run. */
        mb_status (*start)(mb_solver *, double t, const double *q, const double *v, double *a,
                           double *lambda, mb_error *err);
        /* The correction dx (nv) of q from the iterate (q, v, a) at the end of the step, and the
         * multipliers of this pass in lambda (m). */
        mb_status (*pass)(mb_solver *, const mb_newmark *, double t, const double *q,
                          const double *v, const double *a, double *lambda, double *dx,
                          mb_error *err);
        /* What follows the iteration: projections of v and a.  NULL: nothing. */
        mb_status (*finish)(mb_solver *, const mb_newmark *, double t, const double *q, double *v,
                            double *a, double *lambda, mb_error *err);
    } newton;
    /* MB_FIRST_ORDER.  The slot PROJECTION takes `none` only: a projection of q and v would not
     * move y with them. */
    struct {
        /* Number of variables y. */
        int (*size)(const mb_model *);
        /* y at the solver's state, the start of a run. */
        mb_status (*begin)(mb_solver *, double *y, mb_error *err);
        /* dy/dt at (t, y), into dy. */
        mb_status (*rate)(mb_solver *, double t, const double *y, double *dy, mb_error *err);
        /* Called once after an accepted step h that ended at (t, y): writes q, v, a and lambda of
         * the solver's state; may reset variables in y, and dy with them. */
        mb_status (*accept)(mb_solver *, double h, double t, double *y, double *dy, mb_error *err);
    } first_order;
    /* MB_ONE_STEP: a step h from the solver's state to t_new. */
    struct {
        /* First iterate. */
        mb_status (*open)(mb_solver *, double h, double t_new, mb_error *err);
        /* One Newton pass; *dx (nv): its correction of the iterate *q (nq). */
        mb_status (*pass)(mb_solver *, double h, double t_new, const double **dx, const double **q,
                          mb_error *err);
        /* Writes q, v, a and lambda of the solver's state from the last iterate. */
        mb_status (*close)(mb_solver *, double h, double t_new, mb_error *err);
        /* The a and lambda that it yields belong inside the step, not to its end: the audit asks
         * for those of the end with mb_solver_acceleration. */
        bool inner_acceleration;
    } one_step;
} mb_formulation;

/* ---- integrators ---------------------------------------------------------------------------- */

/* params: h required for a fixed step, tol for an error-controlled one; one of them, told by check,
 * where both are offered. */
typedef struct mb_integrator {
    MB_SOLVER_PART;
    unsigned families;     /* mb_family bits it takes */
    int order;             /* of the position error on smooth problems; the largest one where it
                            * varies, the default one where it is a parameter */
    bool smooth;           /* it needs equations that are a smooth function of (t, q, v) alone */
    bool end_acceleration; /* state.a and state.lambda belong to the end of the step; if not, the
                            * audit asks for them with mb_solver_acceleration */
    mb_status (*setup)(mb_solver *, mb_error *err);
    /* Takes up the solver's state at the start of a run.  NULL: nothing to do.  Called for
     * MB_FIRST_ORDER only, whose variables the integrator keeps. */
    mb_status (*start)(mb_solver *, mb_error *err);
    /* One accepted step; applies the projection with mb_project.
     * Fixed step (solver->h is a number): from state.t to t_new, which mb_solver_step chose and
     * writes into state.t afterwards.  h = t_new - state.t but for round-off: full steps get the
     * nominal h exactly.
     * Error-controlled (solver->h is NaN): h is NaN and t_new is the time not to be passed.  The
     * integrator may stop before, retries steps that failed, counts them as rejected and writes
     * the time that it reached into state.t; a step that ends the run ends at t_new exactly.
     * solver->step is 0 in the first step of a run. */
    mb_status (*step)(mb_solver *, double h, double t_new, mb_error *err);
} mb_integrator;

/* ---- projections ---------------------------------------------------------------------------- */

typedef enum mb_levels { MB_POSITION_LEVEL = 1, MB_VELOCITY_LEVEL = 2 } mb_levels;

/* params: every, levels, tol, ... */
typedef struct mb_projection {
    MB_SOLVER_PART;
    mb_status (*setup)(mb_solver *, mb_error *err);
    /* Moves q onto Phi = 0. */
    mb_status (*positions)(mb_solver *, double t, double *q, mb_error *err);
    /* Moves v onto D v + Phi_t = 0 at (t, q), of which D and M stand in terms. */
    mb_status (*velocities)(mb_solver *, double t, const double *q, double *v, mb_error *err);
} mb_projection;

/* Ends a step: lets the formulation settle (q, v) and applies the projection when it is due at this
 * step, positions before velocities; *moved (may be NULL) tells whether either was done. */
mb_status mb_project(mb_solver *solver, double t, double *q, double *v, bool *moved, mb_error *err);

/* ---- the composed solver -------------------------------------------------------------------- */

typedef struct mb_magnitudes mb_magnitudes;
typedef struct mb_observer mb_observer; /* solvers/observer.h */

struct mb_solver {
    const mb_model *model;
    mb_arena *arena;
    const mb_formulation *formulation;
    const mb_integrator *integrator;
    const mb_projection *projection; /* NULL: none */
    const mb_linsolver *linsolver;   /* NULL: auto */
    mb_values formulation_values, integrator_values, projection_values;
    void *formulation_data, *integrator_data, *projection_data;
    double h;                    /* [s] nominal; NaN when error-controlled */
    long step;                   /* number of accepted steps since the start */
    long every;                  /* projection every that many steps */
    unsigned levels;             /* mb_levels bits of the projection */
    mb_linear *linears;          /* all in use */
    char picked[64];             /* their names, "dense" or "dense, klu" */
    const mb_linear *factorised; /* the latest, for the observer */
    mb_observer *observer;       /* NULL: none */
    mb_state state;
    mb_terms terms;
    mb_place place;
    struct mb_tile *tile; /* D and M again, solvers/matrices/tile.h; NULL: as patterns only */
    struct mb_sum_matrix *penalty; /* M + alpha D'D of formulation and projection; NULL: not used */
    struct mb_closest *reach;      /* solvers/scales/reach.h */
    double *zero;                  /* (nv) zeros */
    double *scratch_q, *scratch_v; /* (nq), (nv) */
    double *scratch_m;             /* (m) */
    double *balance; /* (nv + m) of KKT matrices, solvers/scales/masses.h; NULL: none needed */
    double *unit, *unit_q;     /* (nv), (nq) what sizes are counted in, solvers/scales/size.h */
    bool plain_units;          /* all of them are 1 */
    mb_magnitudes *magnitudes; /* solvers/scales/magnitudes.h */
    mb_counters counters;
    bool unconverged; /* an iteration or a projection of the step at hand has not converged; an
                       * integrator that takes a trial back clears it */
};

/* Composes a solver for a model.  MB_BAD_INPUT: the text is wrong (unknown part or parameter, value
 * out of range, missing h).  MB_NOT_APPLICABLE: the parts, or a part and the model, do not go
 * together; err says why.  On failure *solver is NULL. */
mb_status mb_solver_create(const mb_model *model, const char *spec, mb_solver **solver,
                           mb_error *err);
/* The same in an arena of the caller's, which the solver owns from then on (freed on failure too):
 * for tests that make allocations fail. */
mb_status mb_solver_create_in(mb_arena *arena, const mb_model *model, const char *spec,
                              mb_solver **solver, mb_error *err);
void mb_solver_destroy(mb_solver *solver); /* accepts NULL */

/* Puts the solver at the model's start, counters at zero: what follows repeats bit for bit. */
mb_status mb_solver_start(mb_solver *solver, mb_error *err);

/* Takes one accepted step, not past t_stop (which is met exactly: the last step is shortened).
 * Error-controlled integrators choose its length, fixed ones end at t0 + n h.
 * MB_NON_FINITE and MB_DIVERGED when the new state is no number or beyond any mechanism's size. */
mb_status mb_solver_step(mb_solver *solver, double t_stop, mb_error *err);

/* What a step is made of, for one that is taken beside others (solvers/lanes/).  The step that starts
 * now, [s] and its end: grid points t0 + n h, the last one exactly t_stop; NaN and t_stop for an
 * error-controlled integrator, which chooses its own. */
void mb_solver_next(const mb_solver *solver, double t_stop, double *h, double *t_new);
/* The state has been written: time and counters move on, and it is looked at as by mb_solver_step. */
mb_status mb_solver_arrive(mb_solver *solver, double h, double t_new, mb_error *err);
/* The same of a state that has been looked at. */
void mb_solver_move_on(mb_solver *solver, double h, double t_new);

/* Beyond this many times the mechanism's size (and that many rad) from its start a position has
 * diverged, and so has one that goes on by the second many times the size in one fixed step. */
#define MB_SOLVER_FAR 1e6
#define MB_SOLVER_LEAP 1e3

/* Accelerations and multipliers at the present state, outside the counters; state is unchanged. */
mb_status mb_solver_acceleration(mb_solver *solver, double *a, double *lambda, mb_error *err);

/* Checks a spec's text and writes its canonical form (records, keys).  No model needed. */
mb_status mb_solver_canonical(const char *spec, char *text, size_t size, mb_error *err);

/* Nominal step of a spec, NaN when error-controlled or the text is wrong. */
double mb_solver_nominal_step(const char *spec);

/* Tolerance of an error-controlled integrator, or of an iteration; NaN: the spec has none. */
double mb_solver_tolerance(const char *spec);

/* Registries, in the order of the folders' meson.build; n receives the number. */
const mb_formulation *const *mb_formulations(int *n);
const mb_integrator *const *mb_integrators(int *n);
const mb_projection *const *mb_projections(int *n);
const mb_linsolver *const *mb_linsolvers(int *n);
const mb_solver_part *mb_solver_part_at(mb_solver_slot slot, int i); /* NULL behind the last one */

/* Adds a part, the head of a descriptor, behind those of its registry: what plug-ins do at the start
 * of the program.  MB_BAD_INPUT: there is no room. */
enum { MB_MOST_ADDED = 16 };
mb_status mb_solver_part_add(mb_solver_slot slot, const mb_solver_part *part, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* What the integrators from SUNDIALS share: the state vector y = (q, v), the callbacks into our
 * formulations and projections, and how errors travel in both directions.
 *
 * Calls of the library are bracketed by mb_library_enter and mb_library_leave, callbacks leave the
 * bracket while they last.  Its messages are kept, never printed. */
#ifndef MB_SOLVERS_SUNDIALS_SUNDIALS_H
#define MB_SOLVERS_SUNDIALS_SUNDIALS_H

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

#include "solvers/observer.h"

typedef struct mb_sundials mb_sundials;

/* What differs between its packages; memory is that of the integrator at work. */
typedef struct mb_sundials_package {
    void (*free)(void **memory);
    int (*restart)(mb_sundials *); /* from the solver's state, which stands in y */
    int (*stop_at)(void *memory, realtype t);
    int (*advance)(mb_sundials *, realtype t_stop, realtype *t); /* one step */
    void (*count)(mb_sundials *);                                /* by mb_sundials_count */
    int (*errors)(void *memory, N_Vector);                       /* estimates */
    int (*weights)(void *memory, N_Vector);
} mb_sundials_package;

struct mb_sundials {
    mb_solver *solver;
    const mb_sundials_package *package;
    void *memory; /* of the library's integrator */
    SUNContext context;
    N_Vector y;               /* (nq + nv, or what a formulation asks for) */
    N_Vector errors, weights; /* (as y) for an observer */
    double *values;           /* of y */
    double *lambda;           /* (m) of a stage, not kept */
    SUNMatrix matrix;         /* of Newton's method; NULL: matrix-free, or none */
    SUNLinearSolver newton;
    SUNNonlinearSolver nonlinear; /* NULL: the library's own */
    mb_status status;             /* of the last callback of ours that failed in this step */
    mb_error cause;               /* its text */
    char message[256];            /* last one of the library */
    long counted[3];              /* what mb_sundials_count has seen */
    long counted_now[2];          /* the first two since the call before */
};

/* Context and a vector y of n values; the caller makes the memory.  s comes zeroed; its objects are
 * destroyed with the solver's arena. */
mb_status mb_sundials_setup(mb_solver *solver, const mb_sundials_package *package, int n,
                            mb_sundials *s, mb_error *err);

/* A step of the solver, not past t_stop; restarts in the first one of a run.  The solver's state is
 * at its end, but for a and lambda. */
mb_status mb_sundials_step(mb_sundials *s, double t_stop, mb_error *err);

/* Relative tolerance tol and absolute ones tol S of y = (q, v), S their magnitudes, by the
 * library's setter for vectors.  Overwrites y. */
mb_status mb_sundials_tolerances(mb_sundials *s, double tol,
                                 int (*take)(void *, realtype, N_Vector), mb_error *err);

/* A linear solver for Newton's method on y' = f(t, y): dense, whose matrix mb_sundials_jacobian
 * fills, GMRES without a matrix for large systems. */
mb_status mb_sundials_newton_setup(mb_sundials *s, mb_error *err);

/* df/dy by difference quotients with steps of sqrt(eps) (S_j + |y_j|), S: magnitudes.h.  The
 * library's own take the steps from |y_j| and from an f that is accurate to round-off: at y_j = 0
 * they are near 1e-15, and penalty accelerations, accurate to alpha eps, then make entries of 1e6.
 */
int mb_sundials_jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix matrix, void *data,
                         N_Vector tmp1, N_Vector tmp2, N_Vector tmp3);

/* MB_NO_MEMORY when the library made no object, MB_FAILURE when it refused a setting: bugs both, or
 * memory that ran out. */
mb_status mb_sundials_made(const void *object, mb_error *err);
mb_status mb_sundials_accepted(int flag, const mb_sundials *s, mb_error *err);

/* Error handler of the library (data: the mb_sundials). */
void mb_sundials_note(int code, const char *module, const char *function, char *text, void *data);

/* y' = (T(q) v, a(t, q, v)); a known one where state.a belongs to (t, y) (data: the
 * mb_sundials). */
int mb_sundials_rate(realtype t, N_Vector y, N_Vector dy, void *data);

/* y after a step: to unit norms and projected when due (data: the mb_sundials). */
int mb_sundials_project(realtype t, N_Vector y, void *data);

/* What a callback returns: 0, > 0 when a smaller step may help, < 0 when the run is over.  Keeps
 * status and cause. */
int mb_sundials_status(mb_sundials *s, mb_status status, const mb_error *cause);

/* Adds to the counters what came since the last call: totals of steps tried and taken back, Newton
 * or fixed-point passes, and dense factorisations (0 where there is no matrix). */
void mb_sundials_count(mb_sundials *s, long rejected, long iterations, long factorisations);

#endif

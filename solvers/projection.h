/* What projections share: parameters, the correction of positions by Newton's method. */
#ifndef MB_SOLVERS_PROJECTION_H
#define MB_SOLVERS_PROJECTION_H

#include <math.h>

#include "solvers/solver.h"

/* every, levels, tol (with its default), iterations */
#define MB_PROJECTION_PARAMS(tolerance)                                                            \
    {.name = "every",                                                                              \
     .kind = MB_INTEGER,                                                                           \
     .value = 1,                                                                                   \
     .min = 1,                                                                                     \
     .max = 1e9,                                                                                   \
     .unit = "steps",                                                                              \
     .doc = "project every that many steps"},                                                      \
        {.name = "levels",                                                                         \
         .kind = MB_CHOICE,                                                                        \
         .value = 2,                                                                               \
         .choices = "position|velocity|both",                                                      \
         .unit = "",                                                                               \
         .doc = "what is projected"},                                                              \
        {.name = "tol",                                                                            \
         .kind = MB_REAL,                                                                          \
         .value = NAN,                                                                             \
         .min = 0.0,                                                                               \
         .above_min = true,                                                                        \
         .max = 1.0,                                                                               \
         .unit = "1 + |q|, 1 + |v|",                                                               \
         .doc = "correction that ends the iteration; if unset " tolerance " of the size"},         \
    {                                                                                              \
        .name = "iterations", .kind = MB_INTEGER, .value = 20, .min = 1, .max = 10000,             \
        .unit = "1", .doc = "largest number of passes"                                             \
    }

typedef struct mb_correction {
    bool given; /* tol is a spec's, in plain norms; else in those of solvers/size.h */
    double tol;
    long iterations;
    double *dx;    /* (nv) correction */
    double change; /* its size */
    double first;  /* of a linear iteration: size of its first correction */
    double *begin; /* (nq) positions before the first correction */
    double *moved; /* (nv) sum of the corrections of positions: q - q* in the tangent space */
} mb_correction;

/* Claims the workspace, with tol and iterations of the projection's own parameters or given ones;
 * least: tol if that is NaN. */
mb_status mb_correction_setup(mb_solver *solver, double least, mb_correction *correction,
                              mb_error *err);
mb_status mb_correction_claim(mb_solver *solver, double tol, double least, double iterations,
                              mb_correction *correction, mb_error *err);

/* |x| (n) */
double mb_norm(const double *x, int n);

/* x += dx (nv); the sizes of dx, and of x after it: plain norms where a tolerance is given, else
 * those of solvers/size.h */
void mb_correct(const mb_solver *solver, bool given, double *x, const double *dx, double *change,
                double *size);

/* The correction dx of the k-th iterate q, of which D and M stand in terms; data: of the method. */
typedef mb_status (*mb_position_pass)(mb_solver *solver, void *data, long k, double t,
                                      const double *q, mb_error *err);

/* q moved by the corrections of such passes until one is at most the tolerance.  At their limit it
 * has converged where all rows are at round-off; MB_UNCONVERGED where none is met near q
 * (mb_check_reach). */
mb_status mb_correct_positions(mb_solver *solver, mb_correction *correction, mb_position_pass pass,
                               void *data, double t, double *q, mb_error *err);

/* Whether the last change of an x of this size is too large to end a linear iteration with a fixed
 * matrix, by whose last pass the residual fell from `before` to `after` and which goes on at that
 * rate: passes that would all together change x by less than a thousandth of the tolerance, or by
 * round-off, are left out.  Where no tolerance is given, they must be less than 1e-4 of the
 * first change too, which falls with the step. */
bool mb_linear_correction_goes_on(const mb_correction *correction, double before, double after,
                                  double size);

/* Changes below this part of a tolerance are left out */
#define MB_NEGLIGIBLE 1e-3

/* What the passes to come of such an iteration add up to, from the size of the last change. */
double mb_changes_left(double change, double before, double after);

#endif

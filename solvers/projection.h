/* What projections share: parameters, the correction of positions by Newton's method. */
#ifndef MB_SOLVERS_PROJECTION_H
#define MB_SOLVERS_PROJECTION_H

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
         .value = tolerance,                                                                       \
         .min = 0.0,                                                                               \
         .above_min = true,                                                                        \
         .max = 1.0,                                                                               \
         .unit = "1 + |q|, 1 + |v|",                                                               \
         .doc = "correction that ends the iteration"},                                             \
    {                                                                                              \
        .name = "iterations", .kind = MB_INTEGER, .value = 20, .min = 1, .max = 10000,             \
        .unit = "1", .doc = "largest number of passes"                                             \
    }

typedef struct mb_correction {
    double tol;
    long iterations;
    double *dx; /* (nv) correction */
} mb_correction;

mb_status mb_correction_setup(mb_solver *solver, mb_correction *correction, mb_error *err);

/* D, and M where it varies, at (t, q) into terms; what a projection factorises. */
void mb_eval_projection(mb_solver *solver, double t, const double *q);

/* |x| (n) */
double mb_norm(const double *x, int n);

/* Whether a correction dx (n) of x (nx) is too large to end the iteration. */
bool mb_correction_goes_on(const mb_correction *correction, int n, int nx, const double *x);

/* The same for a linear iteration with a fixed matrix, by whose last pass the residual fell
 * from `before` to `after` and which goes on at that rate: passes that would all together change x
 * by less than a thousandth of the tolerance, or by round-off, are left out. */
bool mb_linear_correction_goes_on(const mb_correction *correction, double before, double after,
                                  int n, int nx, const double *x);

/* Changes below this part of a tolerance are left out */
#define MB_NEGLIGIBLE 1e-3

/* What the passes to come of such an iteration add up to, from the size of the last change. */
double mb_changes_left(double change, double before, double after);

#endif

/* SPDX-License-Identifier: MIT */
/* What projections share: parameters, the correction of positions by Newton's method and that of
 * velocities.
 *
 * A correction is made in every step that is due and repeated by its own size (tol), or, where
 * `start` is given, only while the violation is above it: |Phi| > start for positions and then
 * |D v + Phi_t| > start for velocities, tested before the first correction and after each one.
 * |.| is the Euclidean norm over the rows in their SI units, position.l2 and velocity.l2 of a
 * record; nonholonomic rows count for velocities.  marques2017 section 3, step 6: the correction
 * "must be repeated if necessary". */
#ifndef MB_SOLVERS_CORRECTIONS_PROJECTION_H
#define MB_SOLVERS_CORRECTIONS_PROJECTION_H

#include <math.h>

#include "solvers/observer.h"

/* every, levels, tol (with its default), iterations, start */
#define MB_PROJECTION_PARAMS(tolerance)                                                            \
    MB_INTEGER("every", 1, "steps", .min = 1, .max = 1e9, .doc = "project every that many steps"), \
        MB_CHOICE("levels", "position|velocity|both", 2, .doc = "what is projected"),              \
        MB_REAL("tol", NAN, "1 + |q|, 1 + |v|", .min = 0.0, .above_min = true, .max = 1.0,         \
                .doc = "correction that ends the iteration; if unset " tolerance " of the size"),  \
        MB_INTEGER("iterations", 20, "1", .min = 1, .max = 10000,                                  \
                   .doc = "largest number of passes"),                                             \
        MB_REAL("start", NAN, "norm of Phi, of D v + Phi_t", .min = 0.0, .max = 1e6,               \
                .doc = "violation above which a correction is made, and repeated; excludes "       \
                       "tol; if unset it is made always, and repeated by tol")

typedef struct mb_correction {
    bool given; /* tol is a spec's, in plain norms; else in those of solvers/scales/size.h */
    double tol;
    double start; /* violation above which a pass is made; NaN: passes end by tol */
    long iterations;
    mb_iterating linear; /* what a linear iteration with it corrects, for observers */
    double *dx;          /* (nv) correction */
    double change;       /* its size */
    double first;        /* of a linear iteration: size of its first correction */
    double *begin;       /* (nq) positions before the first correction */
    double *moved;       /* (nv) sum of the corrections of positions: q - q* in the tangent space */
    double *target;      /* (m) what D v is corrected to, where `start` is given */
} mb_correction;

/* MB_BAD_INPUT where both tol and start are given. */
mb_status mb_check_start(const char *projection, const mb_param *params, const mb_values *values,
                         mb_error *err);

/* Takes the workspace, with tol, iterations and start of the projection's own parameters or given
 * ones without start; least: tol if that is NaN. */
mb_status mb_correction_setup(mb_solver *solver, double least, mb_correction *correction,
                              mb_error *err);
mb_status mb_correction_claim(mb_solver *solver, double tol, double least, double iterations,
                              mb_correction *correction, mb_error *err);

/* x += dx (nv); the sizes of dx, and of x after it: plain norms where a tolerance is given, else
 * those of solvers/scales/size.h */
void mb_correct(const mb_solver *solver, bool given, double *x, const double *dx, double *change,
                double *size);

/* The correction dx of the k-th iterate q, of which D, M and Phi stand in terms; data: of the method. */
typedef mb_status (*mb_position_pass)(mb_solver *solver, void *data, long k, double t,
                                      const double *q, mb_error *err);

/* q moved by the corrections of such passes until one is at most the tolerance, or by none or as
 * many as |Phi| > start asks for.  At their limit it
 * has converged where all rows are at round-off; MB_UNCONVERGED where none is met near q
 * (mb_check_reach). */
mb_status mb_correct_positions(mb_solver *solver, mb_correction *correction, mb_position_pass pass,
                               void *data, double t, double *q, mb_error *err);

/* The correction dx of the velocities, whose violation D v + Phi_t stands in terms.phidot. */
typedef mb_status (*mb_velocity_pass)(mb_solver *solver, void *data, long k, double t,
                                      mb_error *err);

/* v moved by one such correction, which solves its linear equations, or by none or as many as
 * |D v + Phi_t| > start asks for; D of (t, q) in terms. */
mb_status mb_correct_velocities(mb_solver *solver, mb_correction *correction, mb_velocity_pass pass,
                                void *data, double t, const double *q, double *v, mb_error *err);

/* What velocities are projected onto, D v = target (m): -Phi_t at (t, q) */
void mb_velocity_target(const mb_solver *solver, double t, const double *q, double *target);

/* Whether the residual w = scale (target - D x), or its negative, is what round-off leaves in every
 * row; D in terms.  Overwrites scratch_m. */
bool mb_residual_at_round_off(mb_solver *solver, double scale, const double *target,
                              const double *x, const double *w);

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

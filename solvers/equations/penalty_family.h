/* SPDX-License-Identifier: MIT */
/* What penalty and augmented Lagrangian share: parameters, matrix, right-hand side.
 *
 *     g = gamma - 2 xi omega (D v + Phi_t) - omega^2 Phi           (nonholonomic rows: no Phi)
 *     (M + alpha D'D) a = Q + alpha D'g                            (gonzalez2016 eq. (5))
 *     lambda = alpha (D a - g)                                     (gonzalez2016 eq. (2))
 */
#ifndef MB_SOLVERS_EQUATIONS_PENALTY_FAMILY_H
#define MB_SOLVERS_EQUATIONS_PENALTY_FAMILY_H

#include <math.h>

#include "solvers/matrices/penalty_matrix.h"

#define MB_PENALTY_FACTOR 1e7 /* the value that the papers use most */

#define MB_PENALTY_FACTOR_PARAM                                                                    \
    MB_REAL("alpha", NAN, "1", .min = 0.0, .above_min = true, .max = 1e20,                         \
            .doc = "penalty factor; if unset 1e7, and in proportion for tiny and huge mechanisms")

/* The same of methods that iterate to a limit which does not depend on it */
#define MB_ITERATED_PENALTY_PARAM                                                                  \
    MB_REAL("alpha", NAN, "1", .min = 0.0, .above_min = true, .max = 1e20,                         \
            .doc = "penalty factor; if unset 1e7, or more where rows and masses ask for it")

/* tol and iterations of mb_penalty_family_iterate */
#define MB_PENALTY_PASS_PARAMS                                                                     \
    MB_REAL("tol", NAN, "1", .min = 0.0, .above_min = true, .max = 1.0,                            \
            .doc = "relative change of the accelerations that ends the iteration; if unset 1e-8"), \
        MB_INTEGER("iterations", 100, "1", .min = 1, .max = 10000,                                 \
                   .doc = "largest number of passes")

/* Limit of the projections inside ali1 and ali3 */
#define MB_INNER_PASSES_PARAM                                                                      \
    MB_INTEGER("piterations", 20, "1", .min = 1, .max = 10000,                                     \
               .doc = "largest number of passes of a projection")

/* alpha, omega, xi with the values that marques2017 Table 2 and gonzalez2016 use most */
#define MB_PENALTY_PARAMS                                                                          \
    MB_PENALTY_FACTOR_PARAM,                                                                       \
        MB_REAL("omega", 10.0, "1/s", .min = 0.0, .max = 1e12,                                     \
                .doc = "natural frequency of the penalty system"),                                 \
        MB_REAL("xi", 1.0, "1", .min = 0.0, .max = 1e12,                                           \
                .doc = "damping ratio of the penalty system (mu in marques2017, bayo1996)")

/* A penalty factor that a paper gives, as it is where that mass is 0.01 to 100, as in the papers,
 * and times that mass elsewhere: a mechanism of micrometres and one of kilometres get the weight
 * against their masses that the paper's value has for a mechanism of a metre. */
double mb_scaled_penalty(mb_solver *solver, double published);

/* alpha of the values, or if unset mb_scaled_penalty */
double mb_default_penalty(mb_solver *solver, const mb_param *params, const mb_values *values,
                          double published);

/* alpha of MB_ITERATED_PENALTY_PARAM.  The iterations converge by the weight of alpha D'D against
 * M; on chains the smallest singular value of D is about 1/m.  If unset it is
 *
 *     alpha = max(1e7 (mb_scaled_penalty), 10 m^2 mb_carried_mass),
 *
 * with which n-four-bar takes as many passes at N = 10000 as at 40; with 1e7 thrice as many. */
double mb_iterated_penalty(mb_solver *solver, const mb_param *params, const mb_values *values);

typedef struct mb_penalty_family {
    double alpha, omega, xi;
    mb_penalty_matrix *matrix;
    mb_tile_rates rates; /* what g is made of */
    double *g;           /* (m) */
    double size;         /* |D a - g| */
    double *w;           /* (m) lambda + alpha (D a - g) */
    double *dx;          /* (nv) */
} mb_penalty_family;

/* Reads alpha, omega, xi from the formulation's values and takes the workspace. */
mb_status mb_penalty_family_setup(mb_solver *solver, mb_penalty_family *family, mb_error *err);

/* Takes the workspace for given alpha, omega, xi. */
mb_status mb_penalty_family_claim(mb_solver *solver, mb_penalty_family *family, mb_error *err);

/* The penalty solution: terms, g, factor and a (nv). */
mb_status mb_penalty_family_solve(mb_solver *solver, mb_penalty_family *family, double t,
                                  const double *q, const double *v, double *a, mb_error *err);
/* Its multipliers lambda (m), and w. */
void mb_penalty_family_multipliers(mb_solver *solver, mb_penalty_family *family, const double *a,
                                   double *lambda);

typedef struct mb_penalty_passes {
    bool given; /* tol is a spec's, in plain norms */
    double tol;
    long limit;
} mb_penalty_passes;

/* What the index-1 augmented Lagrangian formulation keeps */
typedef struct mb_augmented {
    mb_penalty_family family;
    mb_penalty_passes passes;
} mb_augmented;

/* From the parameters MB_PENALTY_PASS_PARAMS */
mb_penalty_passes mb_penalty_passes_of(const mb_param *params, const mb_values *values);

/* The augmented Lagrangian solution (gonzalez2016 eq. (6)): the penalty solution, then multipliers
 * iterated until |da| <= tol (1 + |a|), with the sizes of solvers/scales/size.h where tol is not
 * given. The iteration is linear with a fixed matrix: |r| falls by the rate at which the changes
 * do. Where all passes to come would change a by less than a thousandth of that together, they are
 * left out.
 */
mb_status mb_penalty_family_iterate(mb_solver *solver, mb_penalty_family *family,
                                    const mb_penalty_passes *passes, double t, const double *q,
                                    const double *v, double *a, double *lambda, mb_error *err);

/* The same to round-off, for the accelerations and multipliers that start a run. */
mb_status mb_penalty_family_start(mb_solver *solver, mb_penalty_family *family, double t,
                                  const double *q, const double *v, double *a, double *lambda,
                                  mb_error *err);

#endif

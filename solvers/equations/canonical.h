/* SPDX-License-Identifier: MIT */
/* What the formulations in canonical variables share: parameters and the reset of the multipliers
 * sigma, which are the integrals of lambda and may grow without bound (gonzalez2016 section 2.3).
 */
#ifndef MB_SOLVERS_EQUATIONS_CANONICAL_H
#define MB_SOLVERS_EQUATIONS_CANONICAL_H

#include <math.h>
#include <string.h>

#include "solvers/solver.h"

/* alpha, omega, xi with their defaults */
#define MB_CANONICAL_PARAMS(penalty, frequency, ratio)                                             \
    MB_REAL("alpha", NAN, "1", .min = 0.0, .above_min = true, .max = 1e20,                         \
            .doc = "penalty factor; if unset " penalty                                             \
                   ", in proportion for tiny and huge mechanisms"),                                \
        MB_REAL("omega", frequency, "1/s", .min = 0.0, .max = 1e12,                                \
                .doc = "weight of the integral of the violation"),                                 \
        MB_REAL("xi", ratio, "1", .min = 0.0, .max = 1e12,                                         \
                .doc = "weight of the violation is 2 xi omega")

#define MB_RESET_PARAM                                                                             \
    MB_REAL("reset", 1e6, "N s", .min = 0.0, .above_min = true, .max = 1e300,                      \
            .doc = "largest multiplier above which all are reset")

/* Sets sigma (m) to zero where one is beyond the limit; tells whether it did: the momenta are to be
 * made anew from q' then. */
static inline bool mb_reset_multipliers(double *sigma, int m, double limit)
{
    double largest = 0.0;

    for (int i = 0; i < m; i++)
        largest = fmax(largest, fabs(sigma[i]));
    if (largest <= limit)
        return false;
    memset(sigma, 0, (size_t)m * sizeof *sigma);
    return true;
}

#endif

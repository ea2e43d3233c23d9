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
    {.name = "alpha",                                                                              \
     .kind = MB_REAL,                                                                              \
     .value = NAN,                                                                                 \
     .min = 0.0,                                                                                   \
     .above_min = true,                                                                            \
     .max = 1e20,                                                                                  \
     .unit = "1",                                                                                  \
     .doc = "penalty factor; if unset " penalty ", in proportion for tiny and huge mechanisms"},   \
        {.name = "omega",                                                                          \
         .kind = MB_REAL,                                                                          \
         .value = frequency,                                                                       \
         .min = 0.0,                                                                               \
         .max = 1e12,                                                                              \
         .unit = "1/s",                                                                            \
         .doc = "weight of the integral of the violation"},                                        \
    {                                                                                              \
        .name = "xi", .kind = MB_REAL, .value = ratio, .min = 0.0, .max = 1e12, .unit = "1",       \
        .doc = "weight of the violation is 2 xi omega"                                             \
    }

#define MB_RESET_PARAM                                                                             \
    {                                                                                              \
        .name = "reset", .kind = MB_REAL, .value = 1e6, .min = 0.0, .above_min = true,             \
        .max = 1e300, .unit = "N s", .doc = "largest multiplier above which all are reset"         \
    }

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

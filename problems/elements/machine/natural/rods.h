/* SPDX-License-Identifier: MIT */
/* Rows that are squares of distances in the plane: both components at once, without factors.  The sums
 * are those of spans.h. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_RODS_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_RODS_H

#include "base/pair.h"
#include "problems/elements/machine/natural/natural.h"

/* Of all rods: FUNCTION(rod, whether an end is held) */
#define MB_BY_RODS(n, FUNCTION, ...)                                                               \
    do {                                                                                           \
        const mb_rod *rod = (n)->rod;                                                              \
        const int *run = (n)->rod_run;                                                             \
                                                                                                   \
        for (const int *end = run + (n)->nrod_runs; run < end; run += 2) {                         \
            for (; rod < (n)->rod + run[0]; rod++)                                                 \
                FUNCTION(rod, false, __VA_ARGS__);                                                 \
            for (; rod < (n)->rod + run[1]; rod++)                                                 \
                FUNCTION(rod, true, __VA_ARGS__);                                                  \
        }                                                                                          \
    } while (0)

MB_INLINE mb_pair mb_rod_vector(const mb_rod *r, bool held, const double *q)
{
    return mb_pair_at(q + r->to) - mb_pair_at(held ? r->place : q + r->from);
}

MB_INLINE double mb_pair_square(mb_pair x)
{
    x *= x;
    return x[0] + x[1];
}

MB_INLINE void mb_rod_phi_of(const mb_rod *r, mb_pair vector, double *phi)
{
    phi[r->row] = mb_pair_square(vector) - r->value;
}

MB_INLINE void mb_rod_phi(const mb_rod *r, bool held, const double *q, double *phi)
{
    mb_rod_phi_of(r, mb_rod_vector(r, held, q), phi);
}

MB_INLINE void mb_rod_row_of(const mb_rod *r, bool held, mb_pair vector, double *d)
{
    const mb_pair slope = 2.0 * vector;

    d[r->at_to[0]] = slope[0];
    d[r->at_to[1]] = slope[1];
    if (!held) {
        d[r->at_from[0]] = -slope[0];
        d[r->at_from[1]] = -slope[1];
    }
}

MB_INLINE void mb_rod_row(const mb_rod *r, bool held, const double *q, double *d)
{
    mb_rod_row_of(r, held, mb_rod_vector(r, held, q), d);
}

MB_INLINE void mb_rod_gamma(const mb_rod *r, bool held, const double *v, double *gamma)
{
    const mb_pair rate = mb_pair_at(v + r->to);

    gamma[r->row] = -2.0 * mb_pair_square(held ? rate : rate - mb_pair_at(v + r->from));
}

MB_INLINE void mb_rod_terms(const mb_rod *r, bool held, bool with_gamma, bool with_phi,
                            const double *q, const double *v, double *d, double *gamma, double *phi)
{
    const mb_pair vector = mb_rod_vector(r, held, q);

    mb_rod_row_of(r, held, vector, d);
    if (with_gamma)
        mb_rod_gamma(r, held, v, gamma);
    if (with_phi)
        mb_rod_phi_of(r, vector, phi);
}

#endif

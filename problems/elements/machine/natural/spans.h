/* SPDX-License-Identifier: MIT */
/* Rows that are squares and products of spans of nodes: loops in which the dimension is a constant.
 *
 * A held end reads as a constant, weighs nothing and borrows the first position of an array, so that
 * no loop branches.
 *
 * MB_NUMBER is the scalar of what they evaluate: double, or a vector of the same number in many states
 * (lane_rows.c). */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_SPANS_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_SPANS_H

#include "problems/elements/machine/natural/natural.h"

#ifndef MB_NUMBER
#define MB_NUMBER double
#endif

/* One of two copies, in each of which the dimension is a constant */
#define MB_BY_DIMENSION(n, function, ...)                                                          \
    do {                                                                                           \
        if ((n)->dimension == 2)                                                                   \
            function(n, 2, __VA_ARGS__);                                                           \
        else                                                                                       \
            function(n, 3, __VA_ARGS__);                                                           \
    } while (0)

MB_INLINE MB_NUMBER mb_difference_at(const mb_difference *x, const MB_NUMBER *q)
{
    return x->s[0] * q[x->i[0]] + x->s[1] * q[x->i[1]] + x->c;
}

MB_INLINE MB_NUMBER mb_difference_rate(const mb_difference *x, const MB_NUMBER *v)
{
    return x->s[0] * v[x->i[0]] + x->s[1] * v[x->i[1]];
}

/* phi of squares from `first` on */
MB_INLINE void mb_squares_phi(const mb_natural *n, int dimension, int first, const MB_NUMBER *q,
                              MB_NUMBER *phi)
{
    const mb_difference *r = n->reach + dimension * first;

    for (const mb_square *e = n->square + first; e < n->square + n->nsquares; e++, r += dimension) {
        const MB_NUMBER x = mb_difference_at(&r[0], q), y = mb_difference_at(&r[1], q);
        MB_NUMBER sum = x * x + y * y;

        if (dimension == 3)
            sum += mb_difference_at(&r[2], q) * mb_difference_at(&r[2], q);
        phi[e->row] = sum - e->value;
    }
}

/* d += s times the rows of squares from `first` on, from x or, with `rates`, from xdot */
MB_INLINE void mb_squares_rows(const mb_natural *n, int dimension, int first, const MB_NUMBER *q,
                               double s, bool rates, MB_NUMBER *d)
{
    const mb_difference *end = n->reach + dimension * n->nsquares;

    for (const mb_difference *r = n->reach + dimension * first; r < end; r++) {
        const MB_NUMBER slope = s * (rates ? mb_difference_rate(r, q) : mb_difference_at(r, q));

        d[r->at[0]] += r->s[0] * slope;
        d[r->at[1]] += r->s[1] * slope;
    }
}

MB_INLINE void mb_squares_gamma(const mb_natural *n, int dimension, int first, const MB_NUMBER *v,
                                MB_NUMBER *gamma)
{
    const mb_difference *r = n->reach + dimension * first;

    for (const mb_square *e = n->square + first; e < n->square + n->nsquares; e++, r += dimension) {
        const MB_NUMBER x = mb_difference_rate(&r[0], v), y = mb_difference_rate(&r[1], v);
        MB_NUMBER sum = x * x + y * y;

        if (dimension == 3)
            sum += mb_difference_rate(&r[2], v) * mb_difference_rate(&r[2], v);
        gamma[e->row] = -2.0 * sum;
    }
}

/* ---- products of spans ---------------------------------------------------------------------------- */

MB_INLINE MB_NUMBER mb_pair_value(const mb_difference *r, int dimension, const MB_NUMBER *q)
{
    MB_NUMBER sum = mb_difference_at(&r[0], q) * mb_difference_at(&r[1], q) +
                    mb_difference_at(&r[2], q) * mb_difference_at(&r[3], q);

    if (dimension == 3)
        sum += mb_difference_at(&r[4], q) * mb_difference_at(&r[5], q);
    return sum;
}

MB_INLINE MB_NUMBER mb_pair_bend(const mb_difference *r, int dimension, const MB_NUMBER *v)
{
    MB_NUMBER sum = mb_difference_rate(&r[0], v) * mb_difference_rate(&r[1], v) +
                    mb_difference_rate(&r[2], v) * mb_difference_rate(&r[3], v);

    if (dimension == 3)
        sum += mb_difference_rate(&r[4], v) * mb_difference_rate(&r[5], v);
    return sum;
}

MB_INLINE void mb_pairs_phi(const mb_natural *n, int dimension, const MB_NUMBER *q, MB_NUMBER *phi)
{
    const mb_difference *r = n->pair_reach;

    for (const mb_square *e = n->pair; e < n->pair + n->npairs; e++, r += 2 * dimension)
        phi[e->row] = mb_pair_value(r, dimension, q) - e->value;
}

MB_INLINE void mb_pairs_rows(const mb_natural *n, int dimension, const MB_NUMBER *q, double s,
                             bool rates, MB_NUMBER *d)
{
    const mb_difference *end = n->pair_reach + 2 * dimension * n->npairs;

    for (const mb_difference *x = n->pair_reach; x < end; x += 2) {
        const mb_difference *y = x + 1;
        const MB_NUMBER of_x = s * (rates ? mb_difference_rate(y, q) : mb_difference_at(y, q));
        const MB_NUMBER of_y = s * (rates ? mb_difference_rate(x, q) : mb_difference_at(x, q));

        d[x->at[0]] += x->s[0] * of_x;
        d[x->at[1]] += x->s[1] * of_x;
        d[y->at[0]] += y->s[0] * of_y;
        d[y->at[1]] += y->s[1] * of_y;
    }
}

MB_INLINE void mb_pairs_gamma(const mb_natural *n, int dimension, const MB_NUMBER *v,
                              MB_NUMBER *gamma)
{
    const mb_difference *r = n->pair_reach;

    for (const mb_square *e = n->pair; e < n->pair + n->npairs; e++, r += 2 * dimension)
        gamma[e->row] = -2.0 * mb_pair_bend(r, dimension, v);
}

#endif

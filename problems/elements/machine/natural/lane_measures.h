/* SPDX-License-Identifier: MIT */
/* What is measured along a run, in lanes, for lane_rows.c: natural_measures.c, measures.c and readouts.c
 * operation by operation. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LANE_MEASURES_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LANE_MEASURES_H

#include "problems/elements/machine/natural/lane_vector.h"
#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/readouts.h"

/* Part of a whole by which an angle lies inside of its limit for certain, whatever the rounding */
static const double inside = 1e-9;

static lanes_of node_at(const mb_node *x, int i, const lanes_of *q)
{
    return x->var[i] >= 0 ? q[x->var[i]] : same(x->place[i]);
}

static void span_at(const mb_natural *n, const mb_span *span, const lanes_of *q, lanes_of s[3])
{
    for (int i = 0; i < 3; i++) {
        s[i] = node_at(&n->node[span->to], i, q);
        if (span->from >= 0)
            s[i] -= node_at(&n->node[span->from], i, q);
    }
}

/* Axes of a body's frame, A[3 c + i] */
static void axes_at(const mb_natural *n, const mb_laid *laid, const lanes_of *q, lanes_of A[9])
{
    for (int i = 0; i < 9; i++)
        A[i] = same(0.0);
    for (int k = 0; k < laid->nspans; k++) {
        const double *e = laid->span[k].u;
        lanes_of s[3];

        span_at(n, &laid->span[k], q, s);
        if (n->dimension == 2) {
            const double square = e[0] * e[0] + e[1] * e[1];

            A[0] = A[4] = (s[0] * e[0] + s[1] * e[1]) / square;
            A[1] = (s[1] * e[0] - s[0] * e[1]) / square;
            A[3] = -A[1];
            A[8] = same(1.0);
        }
        for (int c = 0; n->dimension == 3 && c < 3; c++)
            for (int i = 0; i < 3; i++)
                A[3 * c + i] += laid->inverse[3 * k + c] * s[i];
    }
}

/* u of a body in the world */
static lanes_of turned(const lanes_of A[9], const double *u, int i)
{
    return A[i] * u[0] + A[3 + i] * u[1] + A[6 + i] * u[2];
}

/* Where a place of a body is */
static void point_at(const mb_natural *n, int body, const double *place, const lanes_of *q,
                     lanes_of r[3])
{
    const mb_laid *laid = &n->body[body];
    lanes_of A[9];

    for (int i = 0; i < 9; i++)
        A[i] = same(i % 4 == 0 ? 1.0 : 0.0);
    if (!laid->point)
        axes_at(n, laid, q, A);
    for (int i = 0; i < 3; i++) {
        r[i] = node_at(&n->node[laid->point_seat[0].node], i, q);
        if (!laid->point)
            r[i] -= turned(A, laid->point_seat[0].u, i);
        r[i] = turned(A, place, i) + r[i];
    }
}

static lanes_of component(const mb_readout_part *p, const lanes_of x[3])
{
    const double *axis = p->of->axis;

    return p->of->along ? x[0] * axis[0] + x[1] * axis[1] + x[2] * axis[2] : x[p->component];
}

/* Whether the angle of a body is inside of its limits for certain: that between its first axis and
 * where that should be */
static choice turn_is_inside(const mb_machine *m, const mb_readout_part *p,
                             const mb_turn_limit *limit, const lanes_of *q)
{
    lanes_of A[9];

    axes_at(m->natural, &m->natural->body[p->of->body[0]], q, A);
    return A[0] * limit->along[0] + A[1] * limit->along[1] >
           (limit->least + inside) * root(A[0] * A[0] + A[1] * A[1]);
}

#endif

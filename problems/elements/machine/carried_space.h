/* SPDX-License-Identifier: MIT */
/* Rows of space as far as they depend on one body at a time, for loops that know the kind of
 * coordinates.  What D has of translations is constant and there already. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_CARRIED_SPACE_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_CARRIED_SPACE_H

#include "problems/elements/machine/span.h"

/* Those of Phi, D and gamma that are not NULL */
MB_INLINE void mb_arms_rows(mb_stands *s, mb_machine_kind kind, double *d, double *gamma,
                            double *phi)
{
    const bool euler = kind == MB_IN_EULER;
    const mb_machine *m = s->m;
    double columns[12], pull[4], x[3][3];

    for (const mb_arm *arm = m->meet, *end = arm + m->nmeets; arm < end; arm++) {
        const mb_stand *at = mb_stand_of(s, kind, arm->body, MB_ON_GROUND);

        if (phi || (gamma && arm->turns))
            mb_turned(at, kind, arm->u, gamma != NULL, x);
        for (int i = 0; phi && i < 3; i++)
            phi[arm->row + i] += arm->factor * (at->f.r[i] + x[0][i]);
        if (!arm->turns)
            continue;
        if (d)
            mb_columns(&at->f, euler, arm->u, columns);
        for (int c = 0; d && c < (euler ? 4 : 3); c++)
            for (int i = 0; i < 3; i++)
                d[arm->at[c] + i] = arm->factor * columns[3 * c + i];
        for (int i = 0; gamma && i < 3; i++)
            gamma[arm->row + i] -= arm->factor * x[2][i];
    }
    for (const mb_arm *arm = m->arm, *end = arm + m->narms; arm < end; arm++) {
        const mb_stand *at = mb_stand_of(s, kind, arm->body, MB_ON_GROUND);

        if (phi || (gamma && arm->turns))
            mb_turned(at, kind, arm->u, gamma != NULL, x);
        if (phi)
            phi[arm->row] += mb_dot(arm->n, x[0]) + (arm->place ? mb_dot(arm->n, at->f.r) : 0.0);
        if (!arm->turns)
            continue;
        if (d)
            mb_pull(&at->f, euler, arm->u, arm->n, pull);
        for (int c = 0; d && c < (euler ? 4 : 3); c++)
            d[arm->at[c]] += pull[c];
        if (gamma)
            gamma[arm->row] -= mb_dot(arm->n, x[2]);
    }
}

/* h += the derivative of D'y */
MB_INLINE void mb_arm_tangent(mb_stands *s, mb_machine_kind kind, const mb_arm *arm,
                              const double *w, double *h)
{
    const int n = kind == MB_IN_EULER ? 4 : 3;
    const mb_mover *body = s->m->body + arm->body;
    double bend[16] = {0.0};

    if (!arm->turns)
        return;
    mb_curvature(&mb_stand_of(s, kind, arm->body, MB_ON_GROUND)->f, kind == MB_IN_EULER, arm->u, w,
                 bend);
    for (int c = 0; c < n; c++)
        for (int i = 0; i < n; i++)
            h[body->tangent_at[3 + c] + 3 + i] += bend[4 * i + c];
}

MB_INLINE void mb_arms_tangent(mb_stands *s, mb_machine_kind kind, const double *y, double *h)
{
    const mb_machine *m = s->m;
    double w[3];

    for (const mb_arm *arm = m->meet, *end = arm + m->nmeets; arm < end; arm++) {
        for (int i = 0; i < 3; i++)
            w[i] = arm->factor * y[arm->row + i];
        mb_arm_tangent(s, kind, arm, w, h);
    }
    for (const mb_arm *arm = m->arm, *end = arm + m->narms; arm < end; arm++) {
        for (int i = 0; i < 3; i++)
            w[i] = arm->n[i] * y[arm->row];
        mb_arm_tangent(s, kind, arm, w, h);
    }
}

/* The slope of n . A u by the body's rotation (3 or 4), n fixed */
MB_INLINE void mb_held_slope(const mb_frame *f, bool euler, const double *u, const double *n,
                             mb_slope slope, double *out)
{
    double pull[4], bracket[3];

    if (slope == MB_BEND_BY_Q) {
        mb_pull_swing(f, euler, 2, u, n, out);
        return;
    }
    mb_pull_rate(f, euler, u, n, out);
    for (int c = 0; slope == MB_BEND_BY_V && c < (euler ? 4 : 3); c++)
        out[c] *= 2.0;
    if (slope == MB_GRADIENT_RATE || euler)
        return;
    mb_pull(f, false, u, n, pull);
    mb_cross(pull, f->w, bracket);
    for (int c = 0; c < 3; c++)
        out[c] -= bracket[c];
}

/* d += sign * slope; what D has of translations is constant and has none. */
MB_INLINE void mb_arms_slope(mb_stands *s, mb_machine_kind kind, mb_slope slope, double sign,
                             double *d)
{
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const bool euler = kind == MB_IN_EULER;
    const mb_machine *m = s->m;
    double out[4];

    for (const mb_arm *arm = m->meet, *end = arm + m->nmeets; arm < end; arm++) {
        const mb_stand *at = mb_stand_of(s, kind, arm->body, MB_ON_GROUND);

        for (int i = 0; arm->turns && i < 3; i++) {
            mb_held_slope(&at->f, euler, arm->u, unit[i], slope, out);
            for (int c = 0; c < (euler ? 4 : 3); c++)
                d[arm->at[c] + i] += sign * arm->factor * out[c];
        }
    }
    for (const mb_arm *arm = m->arm, *end = arm + m->narms; arm < end; arm++) {
        if (!arm->turns)
            continue;
        mb_held_slope(&mb_stand_of(s, kind, arm->body, MB_ON_GROUND)->f, euler, arm->u, arm->n,
                      slope, out);
        for (int c = 0; c < (euler ? 4 : 3); c++)
            d[arm->at[c]] += sign * out[c];
    }
}

#endif

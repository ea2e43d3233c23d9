/* SPDX-License-Identifier: MIT */
/* Joint coordinates and velocities of bodies that stand and move as given. */
#include <math.h>

#include "problems/elements/machine/joint/linkage.h"

/* Of one joint */
enum { MOST = 6, STEPS = 40 };

/* Poses this close are the same [sizes of the mechanism]. */
static const double ROUND_OFF = 4e-16;

/* Of a column that depends on those before it less than this is left. */
static const double DEPENDENT = 1e-12;

/* A least squares solution of sum of column k x_k = b, n columns of six; x is 0 for those that depend
 * on others, as angles at a singular place */
static void solve(int n, double (*column)[6], const double *b, double *x)
{
    double A[MOST][MOST], size[MOST];

    for (int i = 0; i < n; i++) {
        x[i] = mb_six_dot(column[i], b);
        for (int j = 0; j < n; j++)
            A[i][j] = mb_six_dot(column[i], column[j]);
    }
    for (int k = 0; k < n; k++)
        size[k] = A[k][k];
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n && A[k][k] > DEPENDENT * size[k]; i++) {
            const double s = A[i][k] / A[k][k];

            for (int j = k; j < n; j++)
                A[i][j] -= s * A[k][j];
            x[i] -= s * x[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            x[k] -= A[k][j] * x[j];
        x[k] = A[k][k] > DEPENDENT * size[k] ? x[k] / A[k][k] : 0.0;
    }
}

/* Lengths of local vectors; rotations count by the mechanism's size */
static void in_lengths(const mb_linkage *t, double *local)
{
    for (int i = 3; i < 6; i++)
        local[i] *= t->plain->scale;
}

/* Velocities of a joint that move its body by a local vector */
static void velocities(const mb_linkage *t, const mb_link *first, const mb_link *last,
                       const double *local, double *v)
{
    const mb_link_pose *now = &t->pose[last - t->link];
    double column[MOST][6], wanted[6];
    const int n = last->v + last->n - first->v;

    memcpy(wanted, local, sizeof wanted);
    in_lengths(t, wanted);
    for (int k = 0; k < n; k++) {
        mb_to_body(now, t->S[first->v + k], column[k]);
        in_lengths(t, column[k]);
    }
    solve(n, column, wanted, v);
}

/* Local vector from where a link is to where its body is wanted */
static void way(const mb_linkage *t, int link, const double *x, double *local)
{
    const mb_mover *body = &t->machine->body[t->link[link].body];
    const mb_link_pose *now = &t->pose[link];
    const int places = t->plain->spatial ? 3 : 2;
    const double *wanted = x + body->q + 3, *p = now->p;
    double e[4], c[3], sine;

    memset(local, 0, 6 * sizeof *local);
    for (int i = 0; i < places; i++)
        local[i] = x[body->q + i] - t->origin[i] - now->r[i];
    if (body->point)
        return;
    if (!t->plain->spatial) {
        local[5] = x[body->q + 2] - now->angle;
        return;
    }
    mb_cross(p + 1, wanted + 1, c); /* conj(p) o wanted: the turn in body axes */
    e[0] = p[0] * wanted[0] + mb_dot(p + 1, wanted + 1);
    for (int i = 0; i < 3; i++)
        e[1 + i] = p[0] * wanted[1 + i] - wanted[0] * p[1 + i] - c[i];
    sine = sqrt(mb_dot(e + 1, e + 1));
    for (int i = 0; i < 3 && sine > 0.0; i++)
        local[3 + i] = 2.0 * (e[0] < 0.0 ? -1.0 : 1.0) * atan2(sine, fabs(e[0])) / sine * e[1 + i];
}

/* step (nv): scratch */
static void fit_place(mb_linkage *t, int first, int last, const double *x, double *q, double *step)
{
    const double round_off = ROUND_OFF * t->plain->scale;
    double local[6], before = INFINITY;

    for (int it = 0; it < STEPS; it++) {
        double size;

        for (int i = first; i <= last; i++)
            mb_linkage_place_link(t, i, q);
        way(t, last, x, local);
        in_lengths(t, local);
        size = mb_six_dot(local, local);
        if (!(size < before) || size <= round_off * round_off)
            break;
        before = size;
        way(t, last, x, local);
        velocities(t, &t->link[first], &t->link[last], local, step + t->link[first].v);
        for (int i = first; i <= last; i++)
            mb_link_retract(&t->link[i], step, q);
    }
}

static void fit_rates(mb_linkage *t, int first, int last, const double *w, double *v)
{
    const mb_link *l = &t->link[first];
    const double *before = t->twist[l->parent];
    double local[6], carried[6];

    mb_linkage_local(t, t->link[last].body, w, local);
    mb_to_body(&t->pose[last], before, carried);
    mb_six_add(-1.0, carried, local);
    velocities(t, l, &t->link[last], local, v + l->v);
    for (int i = first; i <= last; i++)
        mb_linkage_move_link(t, i, v);
}

void mb_linkage_fit(mb_model *model, mb_linkage *t, const double *x, const double *w)
{
    int first = 0;

    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++) {
        if (l->kind == MB_LINK_BALL)
            memcpy(model->q0 + l->q, l->turn, sizeof l->turn);
        else if (l->n > 0)
            model->q0[l->q] = l->zero;
    }
    for (int last = 0; last < t->nlinks; last++) {
        if (t->link[last].body < 0)
            continue;
        fit_place(t, first, last, x, model->q0, model->v0);
        fit_rates(t, first, last, w, model->v0);
        first = last + 1;
    }
}

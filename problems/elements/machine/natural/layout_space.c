/* SPDX-License-Identifier: MIT */
/* Axes of joints and frames of bodies in space.
 *
 * The axis of a revolute joint is one arrow of both its bodies: a span of two basic points of either
 * where it is parallel to one, an axis that one of them has already, what the ground has, or else a
 * unit vector that both share.  A body takes three independent arrows for its frame, spans of its
 * own points first, and unit vectors of its own where they are too few. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/laying.h"

#define PARALLEL 1e-9   /* sine of the angle between arrows that are parallel */
#define INDEPENDENT 0.2 /* ... between an arrow and the plane of others that spans well with them */

static double size(const double *u)
{
    return sqrt(mb_dot(u, u));
}

/* The factor with which x is parallel to u, u = factor x; 0: it is not */
static double parallel(const double *x, const double *u)
{
    double c[3];

    mb_cross(x, u, c);
    return size(c) <= PARALLEL * size(x) * size(u) ? mb_dot(x, u) / mb_dot(x, x) : 0.0;
}

/* ---- axes ----------------------------------------------------------------------------------------- */

/* Vectors stand behind seats until nodes have numbers. */
static int new_vector(struct laying *l, const double *world, bool held)
{
    struct vector *v = &l->vector[l->nvectors];

    memcpy(v->place, world, sizeof v->place);
    v->held = held;
    v->node = 0;
    return l->nseats + l->nvectors++;
}

static int seat_of(const struct laying *l, const mb_seat *seat)
{
    return mb_laying_root(l, (int)(seat - l->seat));
}

/* Whether a body has an arrow along u; out: it, and u as a multiple of it */
static bool has_arrow(const struct laying *l, int b, const double *u, mb_span *arrow,
                      double *factor)
{
    const mb_laid *laid = &l->n->body[b];

    for (int k = 0; k < laid->narrows; k++) {
        *arrow = laid->arrow[k];
        *factor = parallel(arrow->u, u);
        if (*factor != 0.0)
            return true;
    }
    for (int i = 0; i < laid->npoints; i++)
        for (int j = i + 1; j < laid->npoints; j++) {
            *arrow = (mb_span){.from = seat_of(l, &laid->point_seat[i]),
                               .to = seat_of(l, &laid->point_seat[j])};
            for (int k = 0; k < 3; k++)
                arrow->u[k] = laid->point_seat[j].u[k] - laid->point_seat[i].u[k];
            *factor = parallel(arrow->u, u);
            if (*factor != 0.0)
                return true;
        }
    return false;
}

/* A body takes an arrow of another one, along u of its own. */
static void take(struct laying *l, int b, mb_span arrow, double factor, const double *u)
{
    mb_laid *laid = &l->n->body[b];

    for (int i = 0; i < 3; i++)
        arrow.u[i] = u[i] / factor;
    laid->arrow[laid->narrows++] = arrow;
}

static bool same(const mb_span *x, const mb_span *y)
{
    return x->from == y->from && x->to == y->to;
}

/* Whether the ground holds an arrow. */
static bool stands(const struct laying *l, const mb_span *x)
{
    bool held = true;

    if (x->from < 0)
        return l->vector[x->to - l->nseats].held;
    for (int i = 0; i < 3; i++)
        held = held && l->grip[x->from].held[i] && l->grip[x->to].held[i];
    return held;
}

static bool share_axis(struct laying *l, const mb_plain_joint *j)
{
    mb_span arrow[2] = {{.from = -1}, {.from = -1}};
    double factor[2] = {1.0, 1.0};
    bool has[2];

    for (int side = 0; side < 2; side++) {
        has[side] = j->body[side] >= 0 &&
                    has_arrow(l, j->body[side], j->axis[side], &arrow[side], &factor[side]);
        if (j->body[side] >= 0 && l->plain->body[j->body[side]].point)
            return false;
    }
    for (int side = 0; side < 2; side++)
        if (j->body[side] < 0) {
            const mb_span *other = &arrow[1 - side];

            if (has[1 - side])
                return stands(l, other);
            arrow[side] = (mb_span){.from = -1, .to = new_vector(l, j->axis[side], true)};
            has[side] = true;
        }
    if (!has[0] && !has[1]) {
        double world[3];

        mb_plain_direction(l->plain, j->body[0], j->axis[0], world);
        arrow[0] = (mb_span){.from = -1, .to = new_vector(l, world, false)};
        factor[0] = 1.0;
        take(l, j->body[0], arrow[0], factor[0], j->axis[0]);
        has[0] = true;
    }
    for (int side = 0; side < 2; side++)
        if (!has[side])
            take(l, j->body[side], arrow[1 - side], factor[1 - side], j->axis[side]);
    return !(has[0] && has[1]) || same(&arrow[0], &arrow[1]);
}

mb_status mb_natural_axes(struct laying *l)
{
    const mb_plain_mechanism *plain = l->plain;
    mb_status status = MB_OK;
    mb_span *arrow;
    int *count, used = 0;

    MB_TRY(mb_laying_count_ends(l, &count));
    MB_TRY(MB_TAKE(l->scratch, &l->vector, (size_t)(plain->njoints + 3 * plain->nbodies), l->err));
    MB_TRY(MB_TAKE(l->model->arena, &arrow, 2 * (size_t)plain->njoints + 1, l->err));
    for (int b = 0; b < plain->nbodies; b++) {
        l->n->body[b].arrow = arrow + used;
        used += count[b];
    }
    for (int k = 0; k < plain->njoints; k++)
        if (plain->joint[k].kind == MB_JOINT_REVOLUTE)
            l->n->merged[k].axis = share_axis(l, &plain->joint[k]);
done:
    return status;
}

/* ---- frames --------------------------------------------------------------------------------------- */

/* What is left of u across the arrows of a frame, made a unit vector; out: the sine of the angle */
static double across(const mb_laid *laid, const double *u, double *rest)
{
    double e[2][3], left;

    memcpy(rest, u, 3 * sizeof *rest);
    for (int k = 0; k < laid->nspans && k < 2; k++) {
        memcpy(e[k], laid->span[k].u, sizeof e[k]);
        if (k == 1) {
            const double along = mb_dot(e[1], e[0]);

            for (int i = 0; i < 3; i++)
                e[1][i] -= along * e[0][i];
        }
        left = size(e[k]);
        for (int i = 0; i < 3; i++)
            e[k][i] /= left;
    }
    for (int k = 0; k < laid->nspans && k < 2; k++) {
        const double along = mb_dot(rest, e[k]);

        for (int i = 0; i < 3; i++)
            rest[i] -= along * e[k][i];
    }
    left = size(rest);
    for (int i = 0; i < 3 && left > 0.0; i++)
        rest[i] /= left;
    return size(u) > 0.0 ? left / size(u) : 0.0;
}

static bool spans(mb_laid *laid, const mb_span *arrow)
{
    double rest[3];

    if (laid->nspans == 3 || across(laid, arrow->u, rest) < INDEPENDENT)
        return false;
    laid->span[laid->nspans++] = *arrow;
    return true;
}

/* A unit vector of the body's own across the arrows it has */
static void own_vector(struct laying *l, int b)
{
    mb_laid *laid = &l->n->body[b];
    double u[3] = {0.0, 0.0, 0.0}, best[3], most = 0.0, world[3];
    int large = 0;

    for (int k = 0; k < 3; k++) { /* the axis of the frame that is farthest from them */
        double e[3] = {0.0, 0.0, 0.0}, rest[3], sine;

        e[k] = 1.0;
        sine = across(laid, e, rest);
        if (sine > most + 1e-9) {
            most = sine;
            memcpy(best, rest, sizeof best);
        }
    }
    memcpy(u, best, sizeof u);
    mb_plain_direction(l->plain, b, u, world);
    for (int i = 1; i < 3; i++)
        if (fabs(world[i]) > fabs(world[large]) + 1e-9)
            large = i;
    if (world[large] < 0.0)
        for (int i = 0; i < 3; i++) {
            u[i] = -u[i];
            world[i] = -world[i];
        }
    laid->span[laid->nspans] = (mb_span){.from = -1, .to = new_vector(l, world, false)};
    memcpy(laid->span[laid->nspans++].u, u, sizeof u);
}

/* Rows of the inverse of (e1 e2 e3) */
static void dual(mb_laid *laid)
{
    double volume;

    for (int i = 0; i < 3; i++)
        mb_cross(laid->span[(i + 1) % 3].u, laid->span[(i + 2) % 3].u, laid->inverse + 3 * i);
    volume = mb_dot(laid->span[0].u, laid->inverse);
    for (int i = 0; i < 9; i++)
        laid->inverse[i] /= volume;
}

/* Arrows that the frame has not are further ones: a node is carried by the body (body_rows.c). */
void mb_natural_frame(struct laying *l, int b)
{
    mb_laid *laid = &l->n->body[b];
    int further = 0;

    if (laid->point)
        return;
    for (int k = 1; k < laid->npoints; k++) {
        mb_span arrow = {.from = seat_of(l, &laid->point_seat[0]),
                         .to = seat_of(l, &laid->point_seat[k])};

        for (int i = 0; i < 3; i++)
            arrow.u[i] = laid->point_seat[k].u[i] - laid->point_seat[0].u[i];
        spans(laid, &arrow);
    }
    for (int k = 0; k < laid->narrows; k++)
        if (spans(laid, &laid->arrow[k]))
            laid->borrows = laid->borrows || laid->arrow[k].from >= 0;
        else
            laid->arrow[further++] = laid->arrow[k];
    laid->narrows = further;
    while (laid->nspans < 3)
        own_vector(l, b);
    dual(laid);
}

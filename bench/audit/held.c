/* SPDX-License-Identifier: MIT */
#include "bench/audit/held.h"

#include <math.h>
#include <string.h>

static const double push = 1e-2;          /* in sizes */
static const double work_part = 0.05;     /* of what the forces could do on that way */
static const double rest_part = 1e-6;     /* of what they could do over the size */
static const double singular_part = 1e-2; /* of the measure of rank beside it */

enum { TIMES = 2 };

struct mb_held {
    const mb_model *model;
    const double *s; /* (nv) */
    mb_closable *closable;
    double *force, *mass; /* (nv), (M.nnz) */
    double *q, *dv;       /* (nq), (nv) */
    double *d;            /* (D.nnz) */
    double due;           /* [s] time of the next look; NaN: it has moved */
};

mb_status mb_held_create(const mb_model *model, const double *s, mb_closable *closable,
                         mb_arena *arena, mb_held **held, mb_error *err)
{
    size_t nv = (size_t)model->nv;
    mb_status status = MB_OK;
    mb_held *h;

    *held = NULL;
    if (!closable)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &h, 1, err));
    h->model = model;
    h->s = s;
    h->closable = closable;
    MB_TRY(MB_TAKE(arena, &h->force, nv, err));
    MB_TRY(MB_TAKE(arena, &h->mass, (size_t)model->M.nnz, err));
    MB_TRY(MB_TAKE(arena, &h->q, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(arena, &h->dv, nv, err));
    MB_TRY(MB_TAKE(arena, &h->d, (size_t)model->D.nnz, err));
    *held = h;
done:
    return status;
}

/* |S Q| [N] at a position, at rest */
static double force_at(mb_held *h, const mb_state *state)
{
    double sum = 0.0;

    memset(h->dv, 0, (size_t)h->model->nv * sizeof *h->dv);
    h->model->ops->force(h->model, state->t, state->q, h->dv, h->force);
    for (int j = 0; j < h->model->nv; j++)
        sum += (h->s[j] * h->force[j]) * (h->s[j] * h->force[j]);
    return sqrt(sum);
}

/* Largest inertia of a coordinate, in [kg] */
static double inertia_at(mb_held *h, const double *q)
{
    const mb_pattern *M = &h->model->M;
    double largest = 0.0;

    h->model->ops->mass(h->model, q, h->mass);
    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (M->row[k] == j)
                largest = fmax(largest, h->mass[k] * h->s[j] * h->s[j]);
    return largest;
}

void mb_held_start(mb_held *h)
{
    h->due = -HUGE_VAL;
}

double mb_held_due(const mb_held *h)
{
    return h->due;
}

/* Whether forces of that size would move it to a position beside, of less potential energy, which
 * is left in h->q. */
static bool would_move(mb_held *h, const mb_state *state, double force)
{
    const mb_model *model = h->model;
    const double way = push * model->scale;
    double before = model->ops->potential(model, state->t, state->q);

    memcpy(h->q, state->q, (size_t)model->nq * sizeof *h->q);
    for (int j = 0; j < model->nv; j++)
        h->dv[j] = way * h->s[j] * h->s[j] * h->force[j] / force;
    mb_retract(model, h->dv, h->q);
    if (!mb_closable_near(h->closable, state->t, h->q))
        return false;
    return before - model->ops->potential(model, state->t, h->q) > work_part * force * way;
}

bool mb_held_at(mb_held *h, const mb_state *state, double kinetic, mb_rank *rank,
                mb_rank_result *along)
{
    const mb_model *model = h->model;
    double force, here;

    if (isnan(h->due) || state->t < h->due)
        return false;
    force = force_at(h, state);
    if (!(force > 0.0) || kinetic > rest_part * force * model->scale) {
        h->due = NAN;
        return false;
    }
    if (h->due == -HUGE_VAL) {
        h->due = model->t0 + TIMES * sqrt(2.0 * model->scale * inertia_at(h, state->q) / force);
        return false;
    }
    h->due = NAN;
    if (!would_move(h, state, force))
        return false;
    model->ops->jacobian(model, state->t, state->q, h->d);
    here = mb_rank_at(rank, h->d);
    model->ops->jacobian(model, state->t, h->q, h->d);
    along->largest = fmax(along->largest, mb_rank_at(rank, h->d));
    return here < singular_part * along->largest;
}

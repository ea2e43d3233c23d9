/* SPDX-License-Identifier: MIT */
#include "problems/start/start.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"
#include "problems/start/start_rows.h"

static const double STALLED = MB_START_STALLED;

enum { NEWTON_STEPS = 60, DESCENTS = 300, HALVINGS = 10, NUDGES = 5, NEIGHBOURS = 3 };

double mb_start_rows_worst(const double *value, const double *allowed, int n, int *row)
{
    double most = 0.0;

    *row = 0;
    for (int i = 0; i < n; i++) {
        const double ratio = fabs(value[i]) / allowed[i];

        if (!(ratio <= most)) { /* NaN too */
            most = ratio;
            *row = i;
        }
    }
    return most;
}

/* ---- positions ------------------------------------------------------------------------------ */

/* |Phi| in lengths by the present row sizes */
static double opening(const mb_model *model, const mb_start_rows *c, const double *q, double *phi)
{
    memset(phi, 0, (size_t)model->m * sizeof *phi);
    model->ops->phi(model, model->t0, q, phi);
    return mb_norm_in(phi, c->size, model->mh);
}

/* q moved by the step x, or by the largest of its halves that opens the rows less; false when none
 * does. */
static bool move(mb_model *model, mb_start_rows *c, double open)
{
    for (int k = 0; k < HALVINGS; k++) {
        memcpy(c->q, model->q0, (size_t)model->nq * sizeof *c->q);
        mb_retract(model, c->x, c->q);
        if (opening(model, c, c->q, c->residual) < open) {
            memcpy(model->q0, c->q, (size_t)model->nq * sizeof *c->q);
            for (int j = 0; j < model->nv; j++)
                c->moved_q[j] += c->x[j];
            return true;
        }
        for (int j = 0; j < model->nv; j++)
            c->x[j] *= 0.5;
    }
    return false;
}

/* Off a dead point, where no small step closes anything: a thousandth of the size to all sides */
static void nudge(mb_model *model, mb_start_rows *c, unsigned *seed)
{
    for (int j = 0; j < model->nv; j++) {
        c->x[j] = 1e-3 * model->scale * c->step[j] * mb_random(seed);
        c->moved_q[j] += c->x[j];
    }
    mb_retract(model, c->x, model->q0);
}

void mb_start_place(const mb_model *model, int line, int column, char text[MB_PLACE_TEXT])
{
    if (line > 0)
        snprintf(text, MB_PLACE_TEXT, "%s:%d:%d", model->problem->name, line, column);
    else
        snprintf(text, MB_PLACE_TEXT, "%s", model->problem->name);
}

/* Where the rows cannot all be closed: on to where they are open the least. */
static void come_closest(mb_model *model, mb_start_rows *c)
{
    for (int it = 0; it < DESCENTS; it++) {
        double open;

        mb_start_rows_linearise(model, c, model->q0);
        open = opening(model, c, model->q0, c->phi);
        mb_start_rows_in_lengths(model, c, c->phi);
        mb_start_rows_descent(model, c);
        if (!move(model, c, open))
            return;
    }
}

/* Gauss-Newton steps q <- q + dq until Phi is round-off; rows without a Phi ask for nothing. */
static mb_status correct_position(mb_model *model, mb_start_rows *c, mb_error *err)
{
    unsigned seed = 1;
    int row = 0, nudges = 0;

    for (int j = 0; j < model->nv; j++)
        c->step[j] = c->unit[j] * (model->ease ? model->ease[j] : 1.0);
    for (int it = 0; it < NEWTON_STEPS; it++) {
        double open, ratio;

        mb_start_rows_linearise(model, c, model->q0);
        open = opening(model, c, model->q0, c->phi);
        for (int i = 0; i < model->mh; i++)
            c->ddir[i] = c->phi[i] / c->size[i];
        ratio = mb_start_rows_worst(c->ddir, c->allowed, model->mh, &row);
        if (ratio <= 1.0)
            return MB_OK;
        mb_start_rows_in_lengths(model, c, c->phi);
        mb_start_rows_shortest(model, c);
        if (move(model, c, open))
            continue;
        if (ratio <= STALLED)
            return MB_OK;
        if (nudges++ == NUDGES)
            break;
        nudge(model, c, &seed);
    }
    if (err) /* else nobody asks how far */
        come_closest(model, c);
    return mb_start_cannot_close(model, c, row, err);
}

/* ---- both ----------------------------------------------------------------------------------- */

mb_status mb_start_check(const mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    mb_start_rows c = {0};
    mb_arena *arena = mb_arena_create();
    char name[160];

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory to check the start");
    MB_TRY(mb_start_rows_claim(model, arena, &c, err));
    for (int i = 0; i < model->nq + model->nv; i++) {
        const bool position = i < model->nq;
        const double value = position ? model->q0[i] : model->v0[i - model->nq];

        if (isfinite(value))
            continue;
        if (position)
            mb_model_coordinate_text(model, i, name, sizeof name);
        else
            mb_model_velocity_text(model, i - model->nq, name, sizeof name);
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "the start of %s: %s is %s", model->problem->name, name,
                       isnan(value) ? "not a number" : "infinite"));
    }
    model->ops->phi(model, model->t0, model->q0, c.phi);
    mb_start_rows_measure(model, &c, model->q0);
    for (int i = 0; i < model->m; i++) {
        const bool holds = model->slope[i] > 0.0 || !(model->traits & MB_FULL_RANK_D);

        if (isfinite(c.size[i]) && holds && isfinite(c.phi[i]))
            continue;
        mb_model_row_text(model, i, name, sizeof name);
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "the start of %s: %s %s", model->problem->name, name,
                       holds ? "is not a number" : "has no gradient there and holds nothing"));
    }
done:
    mb_arena_destroy(arena);
    return status;
}

/* What was changed, in lengths: the norms, and the largest change against the size of the mechanism
 * or the fastest velocity */
static void report(mb_model *model, const mb_start_rows *c)
{
    mb_start_report *r = &model->start;
    double positions = 0.0, velocities = 0.0, fastest = 0.0;

    *r = (mb_start_report){.largest = -1};
    for (int j = 0; j < model->nv; j++)
        fastest = fmax(fastest, fmax(fabs(c->declared[j]), fabs(model->v0[j])) / c->unit[j]);
    for (int j = 0; j < model->nv; j++) {
        const double dq = fabs(c->moved_q[j]) / c->unit[j], dv = fabs(c->moved_v[j]) / c->unit[j];

        positions += dq * dq;
        velocities += dv * dv;
        if (dq / model->scale > r->share) {
            *r = (mb_start_report){.largest = j, .change = c->moved_q[j]};
            r->share = dq / model->scale;
        }
        if (dv > 0.0 && dv / fastest > r->share) {
            *r = (mb_start_report){.largest = j, .of_velocity = true, .change = c->moved_v[j]};
            r->share = dv / fastest;
        }
    }
    r->positions = sqrt(positions);
    r->velocities = sqrt(velocities);
    model->start_correction = sqrt(mb_inner(c->moved_q, c->moved_q, model->nv) +
                                   mb_inner(c->moved_v, c->moved_v, model->nv));
}

mb_status mb_start_correct(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    mb_start_rows c = {0};
    mb_arena *arena = mb_arena_create();

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory to correct the start");
    MB_TRY(mb_start_rows_claim(model, arena, &c, err));
    MB_TRY(correct_position(model, &c, err));
    MB_TRY(mb_start_correct_velocity(model, &c, err));
    report(model, &c);
done:
    mb_arena_destroy(arena);
    return status;
}

/* Rank at one neighbour of the start; m where the nudged mechanism does not close again */
/* Whether v0 has what is given, to round-off. */
static bool has_given(const mb_model *model)
{
    for (int h = 0; h < model->nholds; h++) {
        const mb_hold *hold = &model->hold[h];
        double factor[MB_HOLD_TERMS], sum = -hold->value, size = fabs(hold->value);

        memcpy(factor, hold->factor, sizeof factor);
        if (model->ops->hold)
            model->ops->hold(model, hold, model->q0, factor);
        for (int k = 0; k < hold->n; k++) {
            sum += factor[k] * model->v0[hold->velocity[k]];
            size += fabs(factor[k] * model->v0[hold->velocity[k]]);
        }
        if (fabs(sum) > 1e-12 * size)
            return false;
    }
    return true;
}

mb_status mb_start_take_given(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    mb_start_rows c = {0};
    mb_arena *arena;

    if (has_given(model))
        return MB_OK;
    arena = mb_arena_create();
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the start");
    MB_TRY(mb_start_rows_claim(model, arena, &c, err));
    MB_TRY(mb_start_correct_velocity(model, &c, err));
done:
    mb_arena_destroy(arena);
    return status;
}

static mb_status rank_at_neighbour(mb_model *model, mb_start_rows *c, unsigned *seed, int *rank,
                                   mb_error *err)
{
    nudge(model, c, seed);
    *rank = model->m;
    if (correct_position(model, c, NULL) != MB_OK)
        return MB_OK;
    mb_start_rows_measure(model, c, model->q0);
    return mb_matrix_rank(&model->D, c->d, c->unit, NULL, rank, err);
}

mb_status mb_rank_near(mb_model *model, int *rank, mb_error *err)
{
    mb_status status = MB_OK;
    mb_start_rows c = {0};
    mb_arena *arena = mb_arena_create();
    double *start = model->q0, *q;
    unsigned seed = 7;

    *rank = 0;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
    MB_TRY(mb_start_rows_claim(model, arena, &c, err));
    MB_TRY(MB_TAKE(arena, &q, (size_t)model->nq, err));
    for (int k = 0; k < NEIGHBOURS && status == MB_OK; k++) {
        int here;

        memcpy(q, start, (size_t)model->nq * sizeof *q);
        model->q0 = q;
        status = rank_at_neighbour(model, &c, &seed, &here, err);
        model->q0 = start;
        *rank = status == MB_OK && here > *rank ? here : *rank;
    }
done:
    mb_arena_destroy(arena);
    return status;
}

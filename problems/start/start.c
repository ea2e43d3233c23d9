#include "problems/start/start.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"
#include "problems/start/start_rows.h"

/* So many times round-off pass where Newton's method makes no progress any more. */
static const double STALLED = 100.0;

enum { NEWTON_STEPS = 60, HALVINGS = 10, NUDGES = 5, NEIGHBOURS = 3, VELOCITY_STEPS = 4 };

/* The row that is open the most against what is allowed; its ratio */
static double worst(const double *value, const double *allowed, int n, int *row)
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
        *seed = *seed * 1664525U + 1013904223U;
        c->x[j] = 1e-3 * model->scale * c->unit[j] * ((double)(*seed >> 8) / 8388608.0 - 1.0);
        c->moved_q[j] += c->x[j];
    }
    mb_retract(model, c->x, model->q0);
}

static mb_status cannot_close(const mb_model *model, const mb_start_rows *c, int row, mb_error *err)
{
    char name[160];

    mb_model_row_text(model, row, name, sizeof name);
    return mb_fail(err, MB_BAD_INPUT,
                   "the start of %s cannot be assembled: %s stays %.3g m open; parameters must "
                   "allow the mechanism to close",
                   model->problem->name, name, fabs(c->phi[row]) / c->size[row]);
}

/* Gauss-Newton steps q <- q + dq until Phi is round-off; rows without a Phi ask for nothing. */
static mb_status correct_position(mb_model *model, mb_start_rows *c, mb_error *err)
{
    unsigned seed = 1;
    int row = 0, nudges = 0;

    for (int it = 0; it < NEWTON_STEPS; it++) {
        double open, ratio;

        mb_start_rows_linearise(model, c, model->q0);
        open = opening(model, c, model->q0, c->phi);
        for (int i = 0; i < model->mh; i++)
            c->ddir[i] = c->phi[i] / c->size[i];
        ratio = worst(c->ddir, c->allowed, model->mh, &row);
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
    return cannot_close(model, c, row, err);
}

/* ---- velocities ----------------------------------------------------------------------------- */

/* What is held, as rows of length 1 at the assembled position, and what is left of them */
static void held_rows(const mb_model *model, mb_start_rows *c)
{
    for (int h = 0; h < c->nholds; h++) {
        const mb_hold *hold = &model->hold[h];
        double *factor = &c->held[h * MB_HOLD_TERMS], norm = 0.0, rest = hold->value;

        memcpy(factor, hold->factor, sizeof hold->factor);
        if (model->ops->hold)
            model->ops->hold(model, hold, model->q0, factor);
        for (int k = 0; k < hold->n; k++) {
            rest -= factor[k] * model->v0[hold->velocity[k]];
            factor[k] *= c->unit[hold->velocity[k]];
            norm += factor[k] * factor[k];
        }
        norm = sqrt(norm);
        for (int k = 0; k < hold->n; k++)
            factor[k] /= norm;
        c->held_residual[h] = rest / norm;
    }
}

/* Fastest declared velocity, as lengths: what is left of it at rest is its round-off */
static double declared_speed(const mb_model *model, const mb_start_rows *c)
{
    double fastest = 0.0;

    for (int j = 0; j < model->nv; j++)
        fastest = fmax(fastest, fabs(c->declared[j]) / c->unit[j]);
    return fastest;
}

/* What round-off leaves of D v + Phi_t in lengths: ulps of what is summed, and of D, which turns by
 * round-off of the position over the size; of the declared velocities too, as a mechanism that has
 * no freedom left is brought to rest.  In c->ddir. */
static void allow_rates(const mb_model *model, mb_start_rows *c)
{
    const mb_pattern *D = &model->D;
    double fastest = declared_speed(model, c);

    if (model->ops->phi_t)
        model->ops->phi_t(model, model->t0, model->q0, c->ddir);
    else
        memset(c->ddir, 0, (size_t)model->m * sizeof *c->ddir);
    for (int i = 0; i < model->m; i++)
        c->ddir[i] = fabs(c->ddir[i]);
    for (int j = 0; j < model->nv; j++) {
        fastest = fmax(fastest, fabs(model->v0[j]) / c->unit[j]);
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            c->ddir[D->row[k]] += fabs(c->d[k] * model->v0[j]);
    }
    for (int i = 0; i < model->m; i++)
        c->ddir[i] = MB_START_ULPS * DBL_EPSILON * c->ddir[i] / c->size[i] +
                     c->allowed[i] / model->scale * fastest + DBL_MIN;
}

/* Velocities from the declared ones with the first `nholds` held.  Returns what the rows are off
 * by, against round-off; `row` the worst one, a hold where it is m or above. */
static double follow(mb_model *model, mb_start_rows *c, int nholds, int *row)
{
    const size_t m = (size_t)model->m;
    double ratio = 0.0;

    memcpy(model->v0, c->declared, (size_t)model->nv * sizeof *model->v0);
    c->nholds = nholds;
    for (int it = 0; it <= VELOCITY_STEPS; it++) {
        double fastest = 0.0;

        mb_start_rows_linearise(model, c, model->q0);
        mb_phidot(model, model->t0, model->q0, model->v0, c->d, c->phi);
        allow_rates(model, c);
        for (size_t i = 0; i < m; i++)
            c->residual[i] = c->phi[i] / c->size[i];
        ratio = worst(c->residual, c->ddir, model->m, row);
        held_rows(model, c);
        for (int j = 0; j < model->nv; j++)
            fastest = fmax(fastest, fabs(model->v0[j]) / c->unit[j]);
        for (int h = 0; h < nholds; h++) {
            const double off =
                fabs(c->held_residual[h]) / (MB_START_ULPS * DBL_EPSILON * fastest + DBL_MIN);

            if (off > ratio) {
                ratio = off;
                *row = model->m + h;
            }
        }
        if (ratio <= 1.0 || it == VELOCITY_STEPS)
            break;
        mb_start_rows_in_lengths(model, c, c->phi);
        mb_start_rows_shortest(model, c);
        for (int j = 0; j < model->nv; j++)
            model->v0[j] += c->x[j];
    }
    return ratio;
}

/* The first velocity that cannot be held, with what the rows and those held before it make of it */
static mb_status cannot_hold(mb_model *model, mb_start_rows *c, mb_error *err)
{
    char before[400] = "";
    double made = 0.0, factor[MB_HOLD_TERMS];
    int h = 0, row;

    while (h < model->nholds - 1 && follow(model, c, h + 1, &row) <= STALLED)
        h++;
    follow(model, c, h, &row);
    memcpy(factor, model->hold[h].factor, sizeof factor);
    if (model->ops->hold)
        model->ops->hold(model, &model->hold[h], model->q0, factor);
    for (int k = 0; k < model->hold[h].n; k++)
        made += factor[k] * model->v0[model->hold[h].velocity[k]];
    for (int k = 0; k < h; k++) {
        const size_t used = strlen(before);

        snprintf(before + used, sizeof before - used, "%s%s = %.6g", k ? " and " : "",
                 model->hold[k].name, model->hold[k].value);
    }
    return mb_fail(err, MB_BAD_INPUT, "the start of %s gives %s = %.6g, but with %s it is %.6g",
                   model->problem->name, model->hold[h].name, model->hold[h].value,
                   h > 0 ? before : "the rows alone", made);
}

static mb_status correct_velocity(mb_model *model, mb_start_rows *c, mb_error *err)
{
    char name[160];
    double ratio;
    int row;

    memcpy(c->declared, model->v0, (size_t)model->nv * sizeof *c->declared);
    ratio = follow(model, c, model->nholds, &row);
    if (!(ratio <= STALLED)) {
        if (model->nholds > 0 && follow(model, c, 0, &row) <= STALLED)
            return cannot_hold(model, c, err);
        mb_model_row_text(model, row, name, sizeof name);
        return mb_fail(err, MB_BAD_INPUT,
                       "the start velocities of %s cannot be made consistent: %s keeps a rate of "
                       "%.3g m/s",
                       model->problem->name, name, fabs(c->phi[row]) / c->size[row]);
    }
    for (int h = 0; h < model->nholds; h++)
        if (model->hold[h].n == 1)
            model->v0[model->hold[h].velocity[0]] = model->hold[h].value / model->hold[h].factor[0];
    for (int j = 0; j < model->nv; j++)
        c->moved_v[j] = model->v0[j] - c->declared[j];
    return MB_OK;
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
        const bool holds = c.size[i] > 0.0 || !(model->traits & MB_FULL_RANK_D);

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
    MB_TRY(correct_velocity(model, &c, err));
    report(model, &c);
done:
    mb_arena_destroy(arena);
    return status;
}

/* Rank at one neighbour of the start; m where the nudged mechanism does not close again */
static mb_status rank_at_neighbour(mb_model *model, mb_start_rows *c, unsigned *seed, int *rank,
                                   mb_error *err)
{
    nudge(model, c, seed);
    *rank = model->m;
    if (correct_position(model, c, NULL) != MB_OK)
        return MB_OK;
    model->ops->jacobian(model, model->t0, model->q0, c->d);
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

/* SPDX-License-Identifier: MIT */
#include "solvers/corrections/projection.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/pair.h"
#include "base/vector.h"
#include "solvers/matrices/tile.h"
#include "solvers/scales/reach.h"
#include "solvers/scales/size.h"

static const double ROUND_OFF = 0.5 * DBL_EPSILON;

/* A correction of positions below this part of them may be round-off. */
static const double FLOOR = 4.0 * DBL_EPSILON;

/* Part of the first change that passes left out may add up to without a given tolerance */
static const double LEFT = 1e-4;

mb_status mb_check_start(const char *projection, const mb_param *params, const mb_values *values,
                         mb_error *err)
{
    if (!mb_value_given(params, values, "start") || !mb_value_given(params, values, "tol"))
        return MB_OK;
    return mb_fail(err, MB_BAD_INPUT,
                   "%s: tol (size of the last correction) and start (violation above which one is "
                   "made) exclude each other; give one",
                   projection);
}

mb_status mb_correction_setup(mb_solver *solver, double least, mb_correction *correction,
                              mb_error *err)
{
    const mb_param *params = solver->projection->params;
    const mb_values *values = &solver->projection_values;
    mb_status status = MB_OK;

    MB_TRY(mb_correction_claim(solver, mb_value(params, values, "tol"), least,
                               mb_value(params, values, "iterations"), correction, err));
    correction->start = mb_value(params, values, "start");
    MB_TRY(MB_TAKE(solver->arena, &correction->target, (size_t)solver->model->m, err));
done:
    return status;
}

mb_status mb_correction_claim(mb_solver *solver, double tol, double least, double iterations,
                              mb_correction *correction, mb_error *err)
{
    size_t nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;

    correction->given = !isnan(tol);
    correction->tol = correction->given ? tol : least;
    correction->start = NAN;
    correction->linear = MB_ITERATING_VELOCITIES;
    correction->iterations = lround(iterations);
    MB_TRY(MB_TAKE(solver->arena, &correction->dx, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &correction->moved, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &correction->begin, (size_t)solver->model->nq, err));
done:
    return status;
}

void mb_correct(const mb_solver *solver, bool given, double *x, const double *dx, double *change,
                double *size)
{
    const int nv = solver->model->nv;
    const bool plain = given || solver->plain_units;

    if (plain && solver->tile) { /* in one walk */
        double of_x, of_dx = solver->tile->by_rows->correct(x, dx, &of_x);

        *change = sqrt(of_dx);
        *size = sqrt(of_x);
        return;
    }
    for (int i = 0; i < nv; i++)
        x[i] += dx[i];
    *change = plain ? mb_norm(dx, nv) : mb_size(solver, dx);
    *size = plain ? mb_norm(x, nv) : mb_size(solver, x);
}

/* q moved by the correction; whether that is within the tolerance */
static bool move(const mb_solver *solver, mb_correction *c, double *q)
{
    const mb_model *model = solver->model;
    double size, least;

    if (solver->plain_units && solver->tile && !model->ops->retract) {
        mb_correct(solver, c->given, q, c->dx, &c->change, &size);
    } else {
        mb_retract(model, c->dx, q);
        c->change = c->given ? mb_norm(c->dx, model->nv) : mb_size(solver, c->dx);
        size = c->given ? mb_norm(q, model->nq) : mb_size_of_positions(solver, q);
    }
    if (c->given)
        return c->change <= c->tol * (1.0 + size);
    least = FLOOR * (1.0 + size);
    return c->change <= (least > c->tol ? least : c->tol);
}

/* Whether the positions q ask for a pass more, after one that was not the last by its size */
static bool asks_for_more(mb_solver *solver, const mb_correction *c, bool by_size, double t,
                          const double *q)
{
    const mb_model *model = solver->model;

    if (isnan(c->start))
        return by_size;
    model->ops->phi(model, t, q, solver->terms.phi);
    return mb_norm(solver->terms.phi, model->mh) > c->start;
}

/* Tells the observer of the k-th pass, which led to q; more: it was not the last by its size or by
 * the violation */
static MB_OBSERVING void tell_positions(mb_solver *solver, const mb_correction *c, long k,
                                        bool more, double t, const double *q)
{
    mb_ending ending = MB_NOT_ENDED;

    if (!more)
        ending = MB_ENDED_CONVERGED;
    else if (k + 1 == c->iterations)
        ending = mb_rows_at_round_off(solver, t, q) ? MB_ENDED_ROUND_OFF : MB_ENDED_LIMIT;
    mb_observer_tell(solver, MB_ITERATING_POSITIONS, k + 1, mb_observed_positions(solver, q),
                     c->change, ending);
}

mb_status mb_correct_positions(mb_solver *solver, mb_correction *c, mb_position_pass pass,
                               void *data, double t, double *q, mb_error *err)
{
    const mb_model *model = solver->model;
    bool more = asks_for_more(solver, c, true, t, q), met;
    mb_status status = MB_OK;

    mb_copy_pairs(model->nq, q, c->begin);
    memset(c->moved, 0, (size_t)model->nv * sizeof *c->moved);
    for (long k = 0; k < c->iterations && more; k++) {
        mb_eval_place(solver, t, q);
        MB_TRY(pass(solver, data, k, t, q, err));
        met = move(solver, c, q);
        MB_EACH_PAIR(model->nv, mb_sum_pair, c->moved, c->dx, c->moved);
        more = asks_for_more(solver, c, !met, t, q);
        solver->counters.iterations++;
        if (solver->observer)
            tell_positions(solver, c, k, more, t, q);
    }
    if (more && !mb_rows_at_round_off(solver, t, q)) {
        mb_not_converged(solver);
        MB_TRY(mb_check_reach(solver, MB_OPEN, t, q, c->begin, err));
    }
done:
    return status;
}

void mb_velocity_target(const mb_solver *solver, double t, const double *q, double *target)
{
    const mb_model *model = solver->model;

    memset(target, 0, (size_t)model->m * sizeof *target);
    if (!model->ops->phi_t)
        return;
    model->ops->phi_t(model, t, q, target);
    for (int i = 0; i < model->m; i++)
        target[i] = -target[i];
}

bool mb_residual_at_round_off(mb_solver *solver, double scale, const double *target,
                              const double *x, const double *w)
{
    const double many = 16.0 * DBL_EPSILON;
    const mb_pattern *D = &solver->model->D;
    double *size = solver->scratch_m;

    /* size = |target| + |D| |x|, entry by entry */
    for (int i = 0; i < solver->model->m; i++)
        size[i] = fabs(target[i]);
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            size[D->row[k]] += fabs(solver->terms.jacobian[k] * x[j]);
    for (int i = 0; i < solver->model->m; i++)
        if (!(fabs(w[i]) <= many * scale * size[i]))
            return false;
    return true;
}

/* The same of velocities, which led to v */
static MB_OBSERVING void tell_velocities(mb_solver *solver, const mb_correction *c, long k,
                                         bool more, double t, const double *q, const double *v)
{
    double change = c->given ? mb_norm(c->dx, solver->model->nv) : mb_size(solver, c->dx);
    mb_ending ending = MB_NOT_ENDED;

    if (!more) {
        ending = MB_ENDED_CONVERGED;
    } else if (k + 1 == c->iterations) {
        mb_velocity_target(solver, t, q, c->target);
        ending = mb_residual_at_round_off(solver, 1.0, c->target, v, solver->terms.phidot)
                     ? MB_ENDED_ROUND_OFF
                     : MB_ENDED_LIMIT;
    }
    mb_observer_tell(solver, MB_ITERATING_VELOCITIES, k + 1, mb_observed_velocities(solver, q, v),
                     change, ending);
}

mb_status mb_correct_velocities(mb_solver *solver, mb_correction *c, mb_velocity_pass pass,
                                void *data, double t, const double *q, double *v, mb_error *err)
{
    const mb_model *model = solver->model;
    double *rows = solver->terms.phidot;
    const bool always = isnan(c->start);
    bool more;
    mb_status status = MB_OK;

    mb_rows_rate(solver, t, q, v, rows);
    more = always || mb_norm(rows, model->m) > c->start;
    for (long k = 0; k < c->iterations && more; k++) {
        MB_TRY(pass(solver, data, k, t, err));
        MB_EACH_PAIR(model->nv, mb_sum_pair, v, c->dx, v);
        if (!always) {
            solver->counters.iterations++;
            mb_rows_rate(solver, t, q, v, rows);
            more = mb_norm(rows, model->m) > c->start;
        }
        if (solver->observer)
            tell_velocities(solver, c, k, more && !always, t, q, v);
        if (always)
            goto done;
    }
    if (!more)
        goto done;
    mb_velocity_target(solver, t, q, c->target);
    if (!mb_residual_at_round_off(solver, 1.0, c->target, v, rows))
        mb_not_converged(solver);
done:
    return status;
}

double mb_changes_left(double change, double before, double after)
{
    return after < before && isfinite(before) ? change * after / (before - after)
                                              : (double)INFINITY;
}

bool mb_linear_correction_goes_on(const mb_correction *c, double before, double after, double size)
{
    double scale = 1.0 + size, least = MB_NEGLIGIBLE * c->tol;
    double nothing = (least > ROUND_OFF ? least : ROUND_OFF) * scale;
    double left = mb_changes_left(c->change, before, after);
    /* which of these it is nobody can foresee: no jumps */
    bool shrinks =
        (left > LEFT * c->first) & (left > ROUND_OFF * scale) & (c->change > ROUND_OFF * scale);
    bool above = !(c->change <= c->tol * scale) & !(left <= nothing);

    return (!c->given & shrinks) | above;
}

/* SPDX-License-Identifier: MIT */
#include "bench/audit/power.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/references/extrapolation.h"
#include "solvers/scales/size.h"
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/step.h"
#include "solvers/steps/tableaus.h"

static const double kinetic_part = 1e-9; /* of the largest kinetic energy: an error of the work */
static const double size_part = 1e-10;   /* of the mechanism's size: an error of the states */
static const double surely = 10.0;       /* a departure counts beyond so many errors of the way */
/* Parts of the run that a step of the quadrature covers at most: a force that acts in between is
 * not stepped over. */
static const double longest_part = 1.0 / 200.0;
/* and at least, of the solver's step: what is left of the error then stays */
static const double shortest_part = 1e-4;
static const double safety = 0.9, shrink = 0.2, grow = 5.0;

/* Part of the kinetic energy by which a way may be off its balance of energy.  Reactions do work at
 * velocities that the rows do not allow, without bound where the rows become dependent: what comes of
 * such a state is no motion of the mechanism. */
static const double unbalanced = 0.5;

enum { STAGES = 6, BUDGET = 20000 };

/* Steps of the pair that one of the extrapolated rule takes the place of, which is of order 10 and evaluates
 * as often as five of them. */
enum { MANY = 7, WORTH = 5 };

struct mb_power {
    const mb_model *model;
    const double *s;          /* (nv) */
    bool states;              /* followed as closely as the work */
    mb_solver *solver;        /* of the equations of motion */
    double span;              /* [s] of the run */
    double t, h;              /* [s] of the last state; proposed next step */
    double far;               /* [s] proposed next step of the extrapolated rule */
    mb_extrapolation rule;    /* of q, v and the work */
    bool failed;              /* accelerations were not to be had in it */
    long left;                /* steps besides one for each of the solver's */
    double kinetic;           /* [J] largest so far, on the way too */
    double energy;            /* [J] of the last state */
    double *y;                /* (nq + nv) q and v of the last state */
    double *now, *stage;      /* (nq + nv + 1) on the way, of a stage; 0 */
    double *rate[STAGES + 1]; /* (nq + nv) T v and a of each stage, of the end */
    double power[STAGES + 1]; /* [W] */
    double *lambda;           /* (m) of the stage looked at last */
    double *zero;             /* (nv) */
    double *change, *column;  /* (nv) from the way's end to the step's; (nq) of T */
    double *wrong;            /* (nq) error of positions of the step tried last */
    double astray;            /* sizes of the mechanism, of that step */
    double lost;              /* the same on the way since the last state */
};

static void destroy_solver(void *solver)
{
    mb_solver_destroy(solver);
}

/* Rates of q and v, and the power, for the extrapolated rule. */
static void rate(void *data, double t, const double *y, double *ydot)
{
    mb_power *p = data;
    const mb_model *model = p->model;
    const double *v = y + model->nq;
    mb_error ignored = {MB_OK, ""};

    if (p->failed)
        return;
    p->failed = mb_accel(p->solver, t, y, v, ydot + model->nq, p->lambda, &ignored) != MB_OK;
    mb_rate_of_position(model, y, v, ydot);
    ydot[model->nq + model->nv] =
        model->ops->power ? model->ops->power(model, t, y, v, p->lambda) : 0.0;
}

mb_status mb_power_create(const mb_model *model, const double *s, double t_end, bool states,
                          mb_arena *arena, mb_power **power, mb_error *err)
{
    size_t nv = (size_t)model->nv, size = (size_t)model->nq + nv;
    mb_status status = MB_OK;
    mb_power *p;

    MB_TRY(MB_TAKE(arena, &p, 1, err));
    p->model = model;
    p->s = s;
    p->states = states;
    p->span = t_end - model->t0;
    MB_TRY(mb_solver_create(model, "lagrange/forward-euler:h=1", &p->solver, err));
    MB_TRY(mb_arena_defer(arena, destroy_solver, p->solver, err));
    MB_TRY(MB_TAKE(arena, &p->y, size, err));
    MB_TRY(MB_TAKE(arena, &p->now, size + 1, err));
    MB_TRY(MB_TAKE(arena, &p->stage, size + 1, err));
    MB_TRY(mb_extrapolation_claim(&p->rule, (int)size + 1, rate, p, arena, err));
    for (int j = 0; j <= STAGES; j++)
        MB_TRY(MB_TAKE(arena, &p->rate[j], size, err));
    MB_TRY(MB_TAKE(arena, &p->lambda, (size_t)model->m, err));
    MB_TRY(MB_TAKE(arena, &p->zero, nv, err));
    MB_TRY(MB_TAKE(arena, &p->change, nv, err));
    MB_TRY(MB_TAKE(arena, &p->column, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(arena, &p->wrong, (size_t)model->nq, err));
    *power = p;
done:
    return status;
}

static double kinetic_of(const mb_power *p, const double *y)
{
    return p->model->ops->kinetic(p->model, y, y + p->model->nq);
}

static void keep(mb_power *p, const mb_state *state)
{
    p->t = state->t;
    p->energy = p->model->ops->kinetic(p->model, state->q, state->v) +
                p->model->ops->potential(p->model, state->t, state->q);
    memcpy(p->y, state->q, (size_t)p->model->nq * sizeof(double));
    memcpy(p->y + p->model->nq, state->v, (size_t)p->model->nv * sizeof(double));
}

void mb_power_start(mb_power *p, const mb_state *state)
{
    keep(p, state);
    p->h = p->far = longest_part * p->span;
    p->left = BUDGET;
    p->kinetic = p->model->ops->kinetic(p->model, state->q, state->v);
}

/* Rates and power at (t, y), as those of stage j; false where accelerations are not to be had. */
static bool evaluate(mb_power *p, double t, const double *y, int j)
{
    const mb_model *model = p->model;
    const double *v = y + model->nq;
    mb_error ignored = {MB_OK, ""};

    if (mb_accel(p->solver, t, y, v, p->rate[j] + model->nq, p->lambda, &ignored) != MB_OK)
        return false;
    mb_rate_of_position(model, y, v, p->rate[j]);
    p->power[j] = model->ops->power ? model->ops->power(model, t, y, v, p->lambda) : 0.0;
    return true;
}

/* Sizes of the mechanism by which positions at the end of a step h may be wrong */
static double error_of_positions(mb_power *p, double h)
{
    const mb_tableau *tableau = &mb_tableau_dormand_prince;

    for (int i = 0; i < p->model->nq; i++) {
        p->wrong[i] = 0.0;
        for (int j = 0; j <= STAGES; j++)
            p->wrong[i] += h * tableau->e[j] * p->rate[j][i];
    }
    return mb_size_of_positions(p->solver, p->wrong);
}

/* One step from p->now at t, where stage 0 stands, to p->stage. */
static mb_work try_step(mb_power *p, double t, double h)
{
    const mb_tableau *tableau = &mb_tableau_dormand_prince;
    const mb_model *model = p->model;
    int size = model->nq + model->nv;
    mb_work work = {.error = INFINITY};
    double error = 0.0;

    for (int j = 1; j <= STAGES; j++) {
        const double *weight = j < STAGES ? tableau->a[j] : tableau->b;
        double at = j < STAGES ? tableau->c[j] : 1.0;

        mb_combine(size, p->now, h, j, weight, p->rate, p->stage);
        if (j == STAGES && model->ops->retract) /* back to unit norms */
            model->ops->retract(model, p->zero, p->stage);
        if (!evaluate(p, t + at * h, p->stage, j))
            return work;
    }
    for (int j = 0; j <= STAGES; j++) {
        work.done += j < STAGES ? h * tableau->b[j] * p->power[j] : 0.0;
        error += h * tableau->e[j] * p->power[j];
    }
    p->astray = p->states ? error_of_positions(p, h) : 0.0;
    if (isfinite(error) && isfinite(p->astray))
        work.error = fabs(error);
    return work;
}

/* The same by the extrapolated rule, whose last two entries tell the error. */
static mb_work try_far(mb_power *p, double t, double h)
{
    const mb_model *model = p->model;
    const int size = model->nq + model->nv;
    double *const *table = p->rule.table;
    mb_work work = {.error = INFINITY};
    double error;

    p->failed = false;
    mb_extrapolate(&p->rule, p->now, t, h);
    for (int i = 0; i < size; i++)
        p->stage[i] = p->now[i] + p->rule.change[i];
    for (int i = 0; i < model->nq; i++)
        p->wrong[i] = table[0][i] - table[1][i];
    if (model->ops->retract)
        model->ops->retract(model, p->zero, p->stage);
    if (p->failed || !evaluate(p, t + h, p->stage, STAGES))
        return work;
    work.done = p->rule.change[size];
    error = table[0][size] - table[1][size];
    p->astray = p->states ? mb_size_of_positions(p->solver, p->wrong) : 0.0;
    if (isfinite(error) && isfinite(p->astray))
        work.error = fabs(error);
    return work;
}

/* What a step's error, in parts of what is allowed, proposes for the next one or another trial; order: of the
 * error in a step */
static double proposed(double h, double error, double order)
{
    return h * (error > 0.0 ? fmax(shrink, fmin(grow, safety * pow(error, -1.0 / order))) : grow);
}

static double part_of(double error, double allowed)
{
    return error > 0.0 ? error / allowed : 0.0;
}

/* Whether the state that a step comes to at t has the energy that the work of the way leaves it. */
static bool balanced(const mb_power *p, double t, double work)
{
    const double kinetic = kinetic_of(p, p->stage);
    const double energy = kinetic + p->model->ops->potential(p->model, t, p->stage);

    return fabs(energy - p->energy - work) <= unbalanced * fmax(kinetic, p->kinetic);
}

/* The state after a step takes the place of that before it, where the next one begins. */
static void take(mb_power *p)
{
    double *now = p->stage, *rate = p->rate[STAGES];

    p->stage = p->now;
    p->now = now;
    p->rate[STAGES] = p->rate[0];
    p->rate[0] = rate;
    p->power[0] = p->power[STAGES];
    p->kinetic = fmax(p->kinetic, kinetic_of(p, now));
}

/* What a trial of a step comes to. */
typedef struct trial {
    bool far;     /* by the extrapolated rule */
    double h;     /* [s] */
    bool last;    /* up to the end */
    double error; /* in parts of what is allowed */
    double next;  /* [s] proposed */
} trial;

/* The step to be tried from t: that of the pair, or a far one that many of these make. */
static trial choose(const mb_power *p, double t, double end)
{
    trial s = {.far = fmin(p->far, end - t) >= MANY * p->h && p->left > 0};
    const double h = s.far ? p->far : p->h;

    s.last = p->left <= 0 || h * 1.01 >= end - t;
    s.h = s.last ? end - t : h;
    return s;
}

/* Keeps the proposal: one shortened to the end proposes no less. */
static void propose(mb_power *p, const trial *s)
{
    double *h = s->far ? &p->far : &p->h;

    if (!s->last || s->next < *h)
        *h = fmin(s->next, longest_part * p->span);
    /* what is not tried has a chance from time to time */
    *(s->far ? &p->h : &p->far) *= 1.1;
}

/* Goes from the last state on to `end`, in steps no shorter than `least`; false when accelerations
 * are not to be had, or lead to no motion. */
static bool go_to(mb_power *p, double end, double least, double energy, mb_work *work)
{
    double t = p->t;

    while (t < end) {
        trial s = choose(p, t, end);
        double allowed = (kinetic_part * p->kinetic + DBL_EPSILON * energy) * s.h / p->span;
        mb_work step = s.far ? try_far(p, t, s.h) : try_step(p, t, s.h);

        s.error = fmax(part_of(step.error, allowed), part_of(p->astray, size_part * s.h / p->span));
        s.next = proposed(s.h, s.error, s.far ? 9.0 : 5.0);
        p->left -= s.far ? WORTH : !s.last;
        if (s.error > 1.0 && s.h > least && p->left > 0) {
            *(s.far ? &p->far : &p->h) = fmax(s.next, least);
            continue;
        }
        if (isinf(step.error))
            return false;
        work->done += step.done;
        work->error += step.error;
        p->lost += p->astray;
        t = s.last ? end : t + s.h;
        if (!balanced(p, t, work->done))
            return false;
        take(p);
        propose(p, &s);
    }
    return true;
}

/* The tangent increment from the way's end to the state, to first order: T is inverted by its
 * columns, which are orthogonal for Euler parameters. */
static void find_change(mb_power *p, const mb_state *state)
{
    const mb_model *model = p->model;

    for (int j = 0; j < model->nv; j++) {
        double sum = 0.0, square = 0.0;

        if (!model->ops->qdot) {
            p->change[j] = state->q[j] - p->now[j];
            continue;
        }
        p->zero[j] = 1.0;
        model->ops->qdot(model, p->now, p->zero, p->column);
        p->zero[j] = 0.0;
        for (int i = 0; i < model->nq; i++) {
            sum += p->column[i] * (state->q[i] - p->now[i]);
            square += p->column[i] * p->column[i];
        }
        p->change[j] = square > 0.0 ? sum / square : 0.0;
    }
}

/* Power in the middle of the change from the way's end to the state, at velocities that are faster
 * by `rate` [1/s] of it */
static double changing_power(mb_power *p, const mb_state *state, double rate)
{
    const mb_model *model = p->model;
    double *q = p->stage, *v = q + model->nq;

    for (int j = 0; j < model->nv; j++)
        v[j] = 0.5 * p->change[j];
    memcpy(q, p->now, (size_t)model->nq * sizeof *q);
    mb_retract(model, v, q);
    for (int j = 0; j < model->nv; j++)
        v[j] = 0.5 * (p->now[model->nq + j] + state->v[j]) + rate * p->change[j];
    return model->ops->power(model, state->t, q, v, p->lambda);
}

/* Largest change of a coordinate, [m] */
static double size_of_change(const mb_power *p)
{
    double largest = 0.0;

    for (int j = 0; j < p->model->nv; j++)
        largest = fmax(largest, fabs(p->change[j] / p->s[j]));
    return largest;
}

/* Work of the change: what it adds to the velocities, all of it at the end of the step h */
static double work_of_change(mb_power *p, const mb_state *state, double h)
{
    return 0.5 * h * (changing_power(p, state, 1.0 / h) - changing_power(p, state, -1.0 / h));
}

mb_work mb_power_step(mb_power *p, const mb_state *state, double energy)
{
    const mb_model *model = p->model;
    double h = state->t - p->t;
    mb_work work = {0};

    memcpy(p->now, p->y, (size_t)(model->nq + model->nv) * sizeof(double));
    p->lost = 0.0;
    if (p->states) {
        find_change(p, state);
        work.travel = size_of_change(p);
    }
    p->kinetic = fmax(p->kinetic, model->ops->kinetic(model, state->q, state->v));
    if (evaluate(p, p->t, p->now, 0) && go_to(p, state->t, shortest_part * h, energy, &work)) {
        find_change(p, state);
        work.change = fmax(0.0, size_of_change(p) - surely * p->lost * model->scale);
        if (model->ops->power)
            work.done += work_of_change(p, state, h);
    } else {
        work.error = INFINITY;
    }
    work.kinetic = p->kinetic;
    keep(p, state);
    return work;
}

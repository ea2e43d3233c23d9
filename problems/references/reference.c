/* SPDX-License-Identifier: MIT */
#include "problems/references/reference.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/references/extrapolation.h"

/* Hermite's interpolation: values and rates at NODES places of a grid step, evenly spaced. */
enum { NODES = 5, TERMS = 2 * NODES };

/* Values expected in a grid step from which on interpolation takes fewer evaluations. */
static const double MANY = 16.0;

/* Part of a grid step where Hermite's interpolation is off by most: the product of the squared
 * distances from its nodes is largest there. */
static const double WIDEST = 0.1;

/* The difference of two runs is at least half the error of the coarser one when that error falls
 * with the first power of the step or a higher one; twice that, as rounding, which no step makes
 * smaller, may by chance be alike in both. */
static const double SAFETY = 4.0;

/* [units of round-off] of an output's own size, by which start data and closed formulas are off */
static const double ROUND_OFF = 32.0;

/* Part of the mechanism's size, or [rad], from which on two runs say nothing about the motion any
 * more. */
static const double LOST = 1e-6;

/* One run over a grid. */
struct track {
    double step;       /* [s] */
    long steps;        /* done since t0 */
    double *y, *carry; /* (n) at the grid point, and what its last rounding lost */
};

struct mb_reference_run {
    const mb_model *model;
    mb_automatic_run *automatic; /* in place of all below; NULL: none */
    int n;
    struct track grid; /* the reference, one grid step ahead of the times asked for */
    struct track half; /* with half the step, from a start that is off by round-off */
    long steps;        /* grid steps up to the last grid point not after these */
    double *y, *carry; /* (n) there */
    double *between;   /* (n) at the time asked for */
    mb_extrapolation rule;
    double *newton;         /* (n x TERMS) divided differences over a grid step; NULL: not used */
    double *rates;          /* (n x NODES) rates at its nodes */
    long interpolated;      /* number of that grid step; -1: none yet */
    double *other;          /* (n) the same by a second way */
    double *value, *second; /* (noutputs) both ways' outputs */
    double *apart;          /* (noutputs) largest difference so far */
    double *largest;        /* (noutputs) largest value so far */
    double known;           /* [s] up to which the differences go */
    bool lost;              /* they are too large from there on */
};

static mb_status take_track(struct track *track, double step, size_t n, mb_arena *arena,
                            mb_error *err)
{
    mb_status status;

    track->step = step;
    MB_TRY(MB_TAKE(arena, &track->y, n, err));
    MB_TRY(MB_TAKE(arena, &track->carry, n, err));
done:
    return status;
}

static void rate(void *data, double t, const double *y, double *ydot)
{
    const mb_reference_run *run = data;

    run->model->reference->rate(run->model, t, y, ydot);
}

mb_status mb_reference_start(const mb_model *model, mb_arena *arena, mb_reference_run **run,
                             mb_error *err)
{
    mb_status status = MB_OK;
    size_t n, outputs = (size_t)model->noutputs;
    mb_reference_run *r;

    if (!model->reference)
        return mb_fail(err, MB_FAILURE, "%s has no reference solution", model->problem->name);
    n = (size_t)model->reference->n;
    MB_TRY(MB_TAKE(arena, &r, 1, err));
    r->model = model;
    r->n = model->reference->n;
    if (model->reference->automatic) {
        *run = r;
        return mb_automatic_consult(model->reference->automatic, arena, &r->automatic, err);
    }
    MB_TRY(take_track(&r->grid, model->reference->step, n, arena, err));
    MB_TRY(take_track(&r->half, 0.5 * model->reference->step, n, arena, err));
    MB_TRY(MB_TAKE(arena, &r->y, n, err));
    MB_TRY(MB_TAKE(arena, &r->carry, n, err));
    MB_TRY(MB_TAKE(arena, &r->between, n, err));
    MB_TRY(mb_extrapolation_claim(&r->rule, r->n, rate, r, arena, err));
    MB_TRY(MB_TAKE(arena, &r->other, n, err));
    MB_TRY(MB_TAKE(arena, &r->value, outputs, err));
    MB_TRY(MB_TAKE(arena, &r->second, outputs, err));
    MB_TRY(MB_TAKE(arena, &r->apart, outputs, err));
    MB_TRY(MB_TAKE(arena, &r->largest, outputs, err));
    mb_reference_reset(r);
    *run = r;
done:
    return status;
}

void mb_reference_take(const mb_automatic *automatic, mb_reference *reference)
{
    const mb_automatic_facts *facts = mb_automatic_facts_of(automatic);

    *reference = (mb_reference){.step = facts->step,
                                .horizon = facts->horizon,
                                .method = "joint coordinates of a tree found by rule, extrapolated "
                                          "midpoint rule; two steps and another tree compared",
                                .automatic = automatic};
}

mb_status mb_reference_expect(mb_reference_run *run, double h, mb_arena *arena, mb_error *err)
{
    size_t n = (size_t)run->n;
    mb_status status = MB_OK;

    if (!(MANY * h <= run->model->reference->step) || run->n == 0 || run->newton)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &run->rates, n * NODES, err));
    MB_TRY(MB_TAKE(arena, &run->newton, n * TERMS, err));
done:
    return status;
}

static double grid_time(const mb_reference_run *run, const struct track *track, long steps)
{
    return run->model->t0 + (double)steps * track->step;
}

/* Moves to the next grid point.  The sum is compensated: thousands of steps lose no more than one
 * rounding. */
static void move(mb_reference_run *run, struct track *track)
{
    mb_extrapolate(&run->rule, track->y, grid_time(run, track, track->steps), track->step);
    for (int i = 0; i < run->n; i++) {
        const double increment = run->rule.change[i] + track->carry[i], before = track->y[i];

        track->y[i] = before + increment;
        track->carry[i] = increment - (track->y[i] - before);
    }
    track->steps++;
}

/* Place of the k-th of the doubled nodes, in grid steps */
static double node(int k)
{
    int once = k / 2;

    return (double)once / (NODES - 1);
}

/* c (TERMS), values at the doubled nodes, becomes their divided differences; rate (NODES) */
static void divide(double *c, const double *rate)
{
    for (int order = 1; order < TERMS; order++)
        for (int k = TERMS - 1; k >= order; k--) {
            const double width = node(k) - node(k - order);

            c[k] = width > 0.0 ? (c[k] - c[k - 1]) / width : rate[k / 2];
        }
}

/* Newton's form of y - y(now) over the grid step, in x = (t - now) / step */
static void interpolate(mb_reference_run *run, double now)
{
    const double size = run->grid.step;

    for (int j = 0; j < NODES; j++) {
        const double part = size * node(2 * j);

        if (j > 0)
            mb_extrapolate(&run->rule, run->y, now, part);
        for (int i = 0; i < run->n; i++) {
            double *c = run->newton + TERMS * i + 2 * j;

            c[0] = c[1] = j > 0 ? run->rule.change[i] : 0.0;
            run->between[i] = run->y[i] + c[0];
        }
        run->model->reference->rate(run->model, now + part, run->between, run->rule.f);
        for (int i = 0; i < run->n; i++)
            run->rates[NODES * i + j] = size * run->rule.f[i];
    }
    for (int i = 0; i < run->n; i++)
        divide(run->newton + TERMS * i, run->rates + NODES * i);
    run->interpolated = run->steps;
}

/* rule.change = y(now + x step) - y(now) from the interpolant */
static void evaluate(mb_reference_run *run, double x)
{
    for (int i = 0; i < run->n; i++) {
        const double *c = run->newton + TERMS * i;
        double sum = c[TERMS - 1];

        for (int k = TERMS - 2; k >= 0; k--)
            sum = c[k] + (x - node(k)) * sum;
        run->rule.change[i] = sum;
    }
}

/* Size of the values of an output that may be small by chance: a length's, an angle's; 0 of
 * others. */
static double unit(const mb_model *model, int output)
{
    switch (mb_output_kind_of(&model->outputs[output])) {
    case MB_OUTPUT_LENGTH:
        return model->scale;
    case MB_OUTPUT_ANGLE:
        return 1.0;
    case MB_OUTPUT_OTHER:
        break;
    }
    return 0.0;
}

/* Takes in how far `value` and `second`, the outputs at t by two ways, are apart. */
static void compare(mb_reference_run *run, double t)
{
    const mb_model *model = run->model;

    for (int j = 0; j < model->noutputs; j++) {
        const double off = fabs(run->value[j] - run->second[j]), size = unit(model, j);

        if (model->outputs[j].compared && (!isfinite(off) || (size > 0.0 && off > LOST * size)))
            run->lost = true;
    }
    for (int j = 0; j < model->noutputs && !run->lost; j++) {
        run->apart[j] = fmax(run->apart[j], fabs(run->value[j] - run->second[j]));
        run->largest[j] = fmax(run->largest[j], fabs(run->value[j]));
    }
    if (!run->lost)
        run->known = t;
}

/* The outputs at t, of the states y and z */
static void outputs_of(mb_reference_run *run, double t, const double *y, const double *z)
{
    const mb_model *model = run->model;

    model->reference->outputs(model, t, y, run->value);
    model->reference->outputs(model, t, z, run->second);
}

/* Takes the grid point ahead and moves that one on, with half the step too as long as this tells
 * anything. */
static void next(mb_reference_run *run)
{
    const double t = grid_time(run, &run->grid, run->grid.steps + 1);

    memcpy(run->y, run->grid.y, (size_t)run->n * sizeof *run->y);
    memcpy(run->carry, run->grid.carry, (size_t)run->n * sizeof *run->carry);
    run->steps = run->grid.steps;
    move(run, &run->grid);
    if (run->lost || run->n == 0)
        return;
    move(run, &run->half);
    move(run, &run->half);
    outputs_of(run, t, run->grid.y, run->half.y);
    compare(run, t);
}

/* The interpolant of the grid step that begins now, and how far off it is where that is most */
static void prepare(mb_reference_run *run, double now)
{
    const double part = WIDEST * run->grid.step;

    interpolate(run, now);
    if (run->lost)
        return;
    evaluate(run, WIDEST);
    for (int i = 0; i < run->n; i++)
        run->other[i] = run->grid.y[i] + run->rule.change[i];
    mb_extrapolate(&run->rule, run->y, now, part);
    for (int i = 0; i < run->n; i++)
        run->between[i] = run->grid.y[i] + run->rule.change[i];
    outputs_of(run, now + part, run->between, run->other);
    compare(run, now);
}

/* A formula is as good as the time that it is given: off by some round-off. */
static void compare_formula(mb_reference_run *run, double t)
{
    const mb_model *model = run->model;

    model->reference->outputs(model, t, run->between, run->value);
    model->reference->outputs(model, t * (1.0 + 4.0 * DBL_EPSILON), run->between, run->second);
    compare(run, t);
}

void mb_reference_reset(mb_reference_run *run)
{
    const mb_reference *reference = run->model->reference;

    if (run->automatic) {
        mb_automatic_reset(run->automatic);
        return;
    }
    run->interpolated = -1;
    run->lost = false;
    run->known = run->model->t0;
    for (int j = 0; j < run->model->noutputs; j++)
        run->apart[j] = run->largest[j] = 0.0;
    run->grid.steps = run->half.steps = 0;
    for (int i = 0; i < run->n; i++) {
        const double off = (i % 2 ? 2.0 : -2.0) * DBL_EPSILON;

        run->grid.y[i] = reference->y0[i];
        run->half.y[i] = reference->y0[i] * (1.0 + off);
        run->grid.carry[i] = run->half.carry[i] = 0.0;
    }
    next(run);
}

/* Stands at the last grid point not after t and leaves y(t) in between */
static void advance(mb_reference_run *run, double t)
{
    const double *y = run->y;
    double now;

    while (grid_time(run, &run->grid, run->steps + 1) <= t)
        next(run);
    now = grid_time(run, &run->grid, run->steps);
    if (t > now && run->newton) {
        if (run->interpolated != run->steps)
            prepare(run, now);
        evaluate(run, (t - now) / run->grid.step);
    } else if (t > now) {
        mb_extrapolate(&run->rule, y, now, t - now);
    }
    for (int i = 0; i < run->n; i++)
        run->between[i] = t > now ? y[i] + (run->rule.change[i] + run->carry[i]) : y[i];
}

void mb_reference_at(mb_reference_run *run, double t, double *out)
{
    if (run->automatic) {
        mb_automatic_at(run->automatic, t - run->model->t0, out);
        return;
    }
    advance(run, t);
    if (run->n == 0 && !run->lost)
        compare_formula(run, t);
    run->model->reference->outputs(run->model, t, run->between, out);
}

void mb_reference_state(mb_reference_run *run, double t, double *y)
{
    if (run->automatic)
        return;
    advance(run, t);
    memcpy(y, run->between, (size_t)run->n * sizeof *y);
}

double mb_reference_bound(const mb_reference_run *run, int output)
{
    double size;

    if (run->automatic)
        return mb_automatic_bound(run->model->reference->automatic, output);
    size = fmax(run->largest[output], unit(run->model, output));
    if (run->lost && run->known <= run->model->t0)
        return INFINITY;
    return SAFETY * run->apart[output] + ROUND_OFF * DBL_EPSILON * size;
}

double mb_reference_horizon(const mb_reference_run *run)
{
    const double declared = run->model->reference->horizon;

    return run->lost ? fmin(run->known, declared) : declared;
}

#include "problems/reference.h"

#include <math.h>
#include <string.h>

/* Columns of the extrapolation table: modified midpoint with 2, 4, ..., 10 substeps. */
enum { COLUMNS = 5 };

/* Hermite's interpolation: values and rates at NODES places of a grid step, evenly spaced. */
enum { NODES = 5, TERMS = 2 * NODES };

/* Values expected in a grid step from which on interpolation takes fewer evaluations. */
static const double MANY = 16.0;

struct mb_reference_run {
    const mb_model *model;
    int n;
    long steps;              /* grid steps done since t0 */
    double *y, *carry;       /* (n) at the grid point, and what its last rounding lost */
    double *between;         /* (n) at the time asked for */
    double *f0;              /* (n) rate at the grid point */
    double *f, *z, *z_ahead; /* (n) of the midpoint rule */
    double *table[COLUMNS];  /* (n) last row of the extrapolation table */
    double *newton;          /* (n x TERMS) divided differences over a grid step; NULL: not used */
    double *rates;           /* (n x NODES) rates at its nodes */
    long interpolated;       /* number of that grid step; -1: none yet */
};

mb_status mb_reference_start(const mb_model *model, mb_arena *arena, mb_reference_run **run,
                             mb_error *err)
{
    mb_status status = MB_OK;
    mb_reference_run *r;
    size_t n;

    if (!model->reference)
        return mb_fail(err, MB_FAILURE, "%s has no reference solution", model->problem->name);
    n = (size_t)model->reference->n;
    MB_TRY(mb_claim(arena, &r, 1, sizeof *r, err));
    r->model = model;
    r->n = model->reference->n;
    MB_TRY(mb_claim(arena, &r->y, n, sizeof *r->y, err));
    MB_TRY(mb_claim(arena, &r->carry, n, sizeof *r->carry, err));
    MB_TRY(mb_claim(arena, &r->between, n, sizeof *r->between, err));
    MB_TRY(mb_claim(arena, &r->f0, n, sizeof *r->f0, err));
    MB_TRY(mb_claim(arena, &r->f, n, sizeof *r->f, err));
    MB_TRY(mb_claim(arena, &r->z, n, sizeof *r->z, err));
    MB_TRY(mb_claim(arena, &r->z_ahead, n, sizeof *r->z_ahead, err));
    for (int k = 0; k < COLUMNS; k++)
        MB_TRY(mb_claim(arena, &r->table[k], n, sizeof *r->table[k], err));
    mb_reference_reset(r);
    *run = r;
done:
    return status;
}

mb_status mb_reference_expect(mb_reference_run *run, double h, mb_arena *arena, mb_error *err)
{
    size_t n = (size_t)run->n;
    mb_status status = MB_OK;

    if (!(MANY * h <= run->model->reference->step) || run->n == 0 || run->newton)
        return MB_OK;
    MB_TRY(mb_claim(arena, &run->rates, n * NODES, sizeof *run->rates, err));
    MB_TRY(mb_claim(arena, &run->newton, n * TERMS, sizeof *run->newton, err));
done:
    return status;
}

void mb_reference_reset(mb_reference_run *run)
{
    run->interpolated = -1;
    run->steps = 0;
    memcpy(run->y, run->model->reference->y0, (size_t)run->n * sizeof *run->y);
    memset(run->carry, 0, (size_t)run->n * sizeof *run->carry);
}

static double grid_time(const mb_reference_run *run, long steps)
{
    return run->model->t0 + (double)steps * run->model->reference->step;
}

/* out = y(t + h) - y by the modified midpoint rule in `count` substeps, with Gragg's smoothing.
 * Increments instead of values keep the round-off of y out of the extrapolation. */
static void midpoint(mb_reference_run *run, double t, double h, int count, double *out)
{
    const mb_model *model = run->model;
    const double s = h / count;
    double *z = run->z, *ahead = run->z_ahead; /* increments at substeps k - 1 and k */

    for (int i = 0; i < run->n; i++) {
        z[i] = 0.0;
        ahead[i] = s * run->f0[i];
    }
    for (int k = 1; k <= count; k++) {
        double *behind = z;

        for (int i = 0; i < run->n; i++)
            run->between[i] = run->y[i] + ahead[i];
        model->reference->rate(model, t + k * s, run->between, run->f);
        if (k == count)
            break;
        for (int i = 0; i < run->n; i++)
            behind[i] += 2.0 * s * run->f[i];
        z = ahead;
        ahead = behind;
    }
    for (int i = 0; i < run->n; i++)
        out[i] = 0.5 * (ahead[i] + z[i] + s * run->f[i]);
}

/* table[0] = y(t + h) - y, y at the grid point t; Aitken-Neville in h^2 */
static void step(mb_reference_run *run, double t, double h)
{
    run->model->reference->rate(run->model, t, run->y, run->f0);
    for (int k = 0; k < COLUMNS; k++) {
        midpoint(run, t, h, 2 * (k + 1), run->table[k]);
        for (int j = k - 1; j >= 0; j--) {
            const double ratio = (double)(k + 1) / (j + 1);
            const double weight = 1.0 / (ratio * ratio - 1.0);

            for (int i = 0; i < run->n; i++)
                run->table[j][i] =
                    run->table[j + 1][i] + weight * (run->table[j + 1][i] - run->table[j][i]);
        }
    }
}

/* Moves to the next grid point.  The sum is compensated: thousands of steps lose no more than one
 * rounding. */
static void keep(mb_reference_run *run)
{
    for (int i = 0; i < run->n; i++) {
        const double increment = run->table[0][i] + run->carry[i], before = run->y[i];

        run->y[i] = before + increment;
        run->carry[i] = increment - (run->y[i] - before);
    }
    run->steps++;
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
    const double size = run->model->reference->step;

    for (int j = 0; j < NODES; j++) {
        const double part = size * node(2 * j);

        if (j > 0)
            step(run, now, part);
        for (int i = 0; i < run->n; i++) {
            double *c = run->newton + TERMS * i + 2 * j;

            c[0] = c[1] = j > 0 ? run->table[0][i] : 0.0;
            run->between[i] = run->y[i] + c[0];
        }
        run->model->reference->rate(run->model, now + part, run->between, run->f);
        for (int i = 0; i < run->n; i++)
            run->rates[NODES * i + j] = size * run->f[i];
    }
    for (int i = 0; i < run->n; i++)
        divide(run->newton + TERMS * i, run->rates + NODES * i);
    run->interpolated = run->steps;
}

/* table[0] = y(t) - y(now) from the interpolant */
static void evaluate(mb_reference_run *run, double now, double t)
{
    const double x = (t - now) / run->model->reference->step;

    if (run->interpolated != run->steps)
        interpolate(run, now);
    for (int i = 0; i < run->n; i++) {
        const double *c = run->newton + TERMS * i;
        double sum = c[TERMS - 1];

        for (int k = TERMS - 2; k >= 0; k--)
            sum = c[k] + (x - node(k)) * sum;
        run->table[0][i] = sum;
    }
}

/* Stands at the last grid point not after t and leaves y(t) in between */
static void advance(mb_reference_run *run, double t)
{
    double now = grid_time(run, run->steps);

    while (grid_time(run, run->steps + 1) <= t) {
        step(run, now, run->model->reference->step);
        keep(run);
        now = grid_time(run, run->steps);
    }
    if (t > now && run->newton)
        evaluate(run, now, t);
    else if (t > now)
        step(run, now, t - now);
    for (int i = 0; i < run->n; i++)
        run->between[i] = t > now ? run->y[i] + (run->table[0][i] + run->carry[i]) : run->y[i];
}

void mb_reference_at(mb_reference_run *run, double t, double *out)
{
    advance(run, t);
    run->model->reference->outputs(run->model, t, run->between, out);
}

void mb_reference_state(mb_reference_run *run, double t, double *y)
{
    advance(run, t);
    memcpy(y, run->between, (size_t)run->n * sizeof *y);
}

/* SPDX-License-Identifier: MIT */
/* A look at the states of all lanes, operation by operation that of bench/audit/audit.c, gap.c and
 * smallest.c.  Compiled once for each kind of processors, with MB_AUDIT_LOOK as its name and
 * MB_LANE_WIDTH numbers in a vector. */
#include <float.h>

#include "bench/audit/lane_follow.h"
#include "solvers/lanes/lane_array.h"
#include "solvers/lanes/lane_matrix.h"

/* ---- norms ---------------------------------------------------------------------------------------- */

static void keep_norm(choice live, lanes_of number[MB_LANE_NUMBERS], lanes_of x)
{
    number[MB_LANE_MAX] = pick(live, max_with(number[MB_LANE_MAX], x), number[MB_LANE_MAX]);
    number[MB_LANE_SUM] = pick(live, number[MB_LANE_SUM] + x, number[MB_LANE_SUM]);
    number[MB_LANE_SQUARE_SUM] =
        pick(live, number[MB_LANE_SQUARE_SUM] + x * x, number[MB_LANE_SQUARE_SUM]);
    number[MB_LANE_LAST] = pick(live, x, number[MB_LANE_LAST]);
}

static void keep_norms(mb_audit_lanes *x, choice live, mb_audit_level level, int n)
{
    lanes_of(*norm)[MB_LANE_NUMBERS] = (lanes_of(*)[MB_LANE_NUMBERS])(void *)all(x->kept.norm);
    const lanes_of *r = all(x->row);
    lanes_of sq = same(0.0), l1 = same(0.0), linf = same(0.0);

    norm += (int)level * MB_NORMS;
    for (int i = 0; i < n; i++) {
        const lanes_of size = size_of(r[i]);

        sq += size * size;
        l1 += size;
        linf = pick(size <= linf, linf, size);
    }
    keep_norm(live, norm[MB_L2], root(sq));
    keep_norm(live, norm[MB_SQ], sq);
    keep_norm(live, norm[MB_L1], l1);
    keep_norm(live, norm[MB_LINF], pick(sq == sq, linf, sq));
}

/* ---- rows ----------------------------------------------------------------------------------------- */

/* mb_gap_at */
static lanes_of open_at(mb_audit_lanes *x)
{
    const mb_pattern *D = &x->model->D;
    const lanes_of *d = all(x->d), *phi = all(x->row);
    lanes_of *longest = all(x->kept.longest), widest = same(0.0);

    for (int i = 0; i < x->model->mh; i++) {
        lanes_of of_row = same(0.0), open;

        for (int e = D->row_start[i]; e < D->row_start[i + 1]; e++) {
            const lanes_of slope = d[D->place[e]] * x->s[D->col[e]];

            of_row += slope * slope;
        }
        of_row = root(of_row);

        longest[i] = larger(longest[i], of_row);
        open = size_of(phi[i]) / larger(of_row, MB_GAP_SHORTEST * longest[i]);
        open = pick(phi[i] == 0.0, same(0.0), open);
        widest = pick(~(open <= widest) & (widest == widest), open, widest);
    }
    return widest;
}

/* ---- rank ----------------------------------------------------------------------------------------- */

static lanes_of inner(int n, const lanes_of *x, const lanes_of *y)
{
    lanes_of sum = same(0.0);

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* To a unit vector; where it has a length */
static choice normalise(int n, lanes_of *x)
{
    const lanes_of norm = root(inner(n, x, x));

    for (int i = 0; i < n; i++)
        x[i] /= norm;
    return norm > 0.0;
}

/* The square of the largest singular value of `scaled`, whose vector moves on; `good` loses those
 * that cannot be told. */
static lanes_of largest(mb_audit_lanes *x, lanes_of *most, choice *good)
{
    const mb_pattern *D = &x->model->D;
    const lanes_of *scaled = all(x->scaled);
    const int m = D->nrow;
    lanes_of y[MB_LANE_COLUMNS], moved[MB_AUDIT_LANE_ROWS], value = same(0.0);
    choice active = *good;

    for (int k = 0; k < MB_SMALLEST_PASSES && set_of(active); k++) {
        const lanes_of before = value;
        lanes_of now;

        transposed(D, scaled, most, y);
        multiply(D, scaled, y, moved);
        *good &= normalise(m, moved) | ~active;
        now = inner(D->ncol, y, y);
        for (int i = 0; i < m; i++)
            most[i] = pick(active, moved[i], most[i]);
        value = pick(active, now, value);
        active &= ~(size_of(now - before) <= MB_SMALLEST_SETTLED * now);
    }
    return value;
}

/* The same of the smallest one, from the factor of A A' */
static lanes_of smallest(mb_audit_lanes *x, lanes_of *least, choice *good)
{
    const int m = x->model->m;
    lanes_of y[MB_AUDIT_LANE_ROWS], value = same(HUGE_VAL);
    choice active = *good;

    for (int k = 0; k < MB_SMALLEST_PASSES && set_of(active); k++) {
        const lanes_of before = value;
        lanes_of product, square, now;

        memcpy(y, least, (size_t)m * sizeof *y);
        solve(m, all(x->factor), all(x->inverse), y);
        product = inner(m, y, least);
        square = inner(m, y, y);
        *good &= (square <= DBL_MAX) | ~active;
        *good &= normalise(m, y) | ~active;
        now = product / square;
        for (int i = 0; i < m; i++)
            least[i] = pick(active, y[i], least[i]);
        value = pick(active, now, value);
        active &= ~(size_of(before - now) <= MB_SMALLEST_SETTLED * now);
    }
    return value;
}

/* mb_smallest_at: the measure in the lanes that are wanted; those in which it could be told */
static unsigned measure(mb_audit_lanes *x, unsigned wanted)
{
    const mb_pattern *D = &x->model->D;
    const int m = D->nrow;
    const lanes_of *d = all(x->d), *w = all(x->w);
    lanes_of *scaled = all(x->scaled), *f = all(x->factor);
    lanes_of least[MB_AUDIT_LANE_ROWS], most[MB_AUDIT_LANE_ROWS], low, high;
    choice good = chosen(wanted);

    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            scaled[k] = w[D->row[k]] * d[k] * x->s[j];
    for (int i = 0; i < m; i++) {
        least[i] = all(x->least)[i] + x->smallest->stir[i];
        most[i] = all(x->most)[i] + x->smallest->stir[i];
    }
    good &= normalise(m, least) & normalise(m, most);
    high = largest(x, most, &good);
    for (int i = 0; i < m * m; i++)
        f[i] = same(0.0);
    product_at(&x->smallest->product, scaled, x->smallest->linear->place, f);
    good &= factor(m, x->smallest->linear->tolerance, f, all(x->inverse));
    low = smallest(x, least, &good);
    *all(x->measure) = root(pick(low > 0.0, low, same(0.0)) / larger(high, same(1.0)));
    for (int i = 0; i < m; i++) {
        all(x->least)[i] = pick(good, least[i], all(x->least)[i]);
        all(x->most)[i] = pick(good, most[i], all(x->most)[i]);
    }
    return set_of(good);
}

/* ---- all ------------------------------------------------------------------------------------------ */

unsigned MB_AUDIT_LOOK(mb_audit_lanes *x, unsigned on, unsigned ranked, unsigned *measured)
{
    const mb_model *model = x->model;
    const choice live = chosen(on);
    lanes_of *row = all(x->row);
    const lanes_of *gamma = all(x->gamma);

    x->rows->evaluate(model, x->at.q, x->at.v, x->row, x->d, x->gamma);
    keep_norms(x, live, MB_AT_POSITION, model->mh);
    *all(x->kept.open) = open_at(x);
    multiply(&model->D, all(x->d), all(x->at.v), row);
    keep_norms(x, live, MB_AT_VELOCITY, model->m);
    multiply(&model->D, all(x->d), all(x->at.a), row);
    for (int i = 0; i < model->m; i++)
        row[i] -= gamma[i];
    keep_norms(x, live, MB_AT_ACCELERATION, model->m);
    x->rows->kinetic(model, x->at.v, x->kept.kinetic);
    x->rows->potential(model, x->at.q, x->potential);
    if (x->places)
        x->rows->places(model, x->at.q, x->out);
    x->on_branch = x->rows->on_branch(model, x->at.q);
    *measured = ranked ? measure(x, ranked) : 0;
    return x->follows ? set_of(follow(x, live, chosen(*measured))) : 0;
}

/* SPDX-License-Identifier: MIT */
/* D and M of small mechanisms, up to 8 rows and 8 velocities, in full: a product is a few operations
 * on pairs of values, without a list of places.  All sums are those of base/sparse.h and
 * base/product.h term by term: results do not depend on which of the two is used. */
#ifndef MB_SOLVERS_MATRICES_TILE_H
#define MB_SOLVERS_MATRICES_TILE_H

#include "base/pair.h"
#include "base/vector.h"
#include "problems/elements/machine/natural/lanes.h"
#include "solvers/solver.h"

enum { MB_TILE = 8 };

typedef mb_pair mb_tile_line[MB_PAIRS(MB_TILE)];

/* Where a pair comes from, among terms.jacobian, and goes to, among the numbers of all lines */
typedef struct mb_tile_pair {
    unsigned from[2], to;
} mb_tile_pair;

/* D by rows or by columns: lines of pairs, zero behind their ends.  Pairs without an entry of D are
 * passed over. */
typedef struct mb_tile_side {
    mb_tile_line line[MB_TILE];
    unsigned present[MB_TILE]; /* a bit for each pair of a line */
    int npairs;
    mb_tile_pair pair[MB_TILE * MB_PAIRS(MB_TILE)]; /* (npairs) that are present */
    bool old;                                       /* of an earlier D */
} mb_tile_side;

/* What g of the penalty family is made of */
typedef struct mb_tile_rates {
    const double *gamma, *phi;
    double damping, stiffness;
    int mh;
} mb_tile_rates;

/* What is done with lines of some length (tile_kernel.h) */
typedef struct mb_tile_kernels {
    void (*times)(int lines, const mb_tile_side *, const double *x, double *y);
    void (*times_add)(int lines, const mb_tile_side *, double s, const double *x, double *y);
    double (*miss)(int lines, const mb_tile_side *, bool first, double s, const double *x,
                   const double *g, double *y, double *r);
    double (*short_of)(int lines, const mb_tile_side *, double s, const double *x, const double *g,
                       double *y, double *z);
    void (*pull)(int lines, const mb_tile_side *, const double *x, double *y);
    void (*pull_plus)(int lines, const mb_tile_side *, double s, const double *x, const double *b,
                      double *y);
    void (*push)(int lines, const mb_tile_side *, const mb_tile_rates *, const double *v, double s,
                 const double *b, double *g, double *y);
    void (*mass_plus)(const struct mb_tile *, double s, const double *x, const double *b,
                      double *y);
    void (*balance)(int lines, const struct mb_tile *, double c, const double *b, double s,
                    const double *x, double u, const double *z, double *y);
    double (*correct)(double *x, const double *dx, double *of_x);
    /* these take over the values d of D themselves */
    void (*sum)(int lines, struct mb_tile *, const double *d, double s, double *out);
    void (*gram)(int lines, struct mb_tile *, const double *d, double *out);
} mb_tile_kernels;

/* By the kind of processors, where the compiler's target has it; n: length of the lines, 1 to MB_TILE */
const mb_tile_kernels *mb_tile_kernels_of(mb_lane_kind kind, int n);

/* By the length of the lines (MB_TILE + 1) */
extern const mb_tile_kernels mb_tile_plain[], mb_tile_avx2[];

struct mb_tile {
    const mb_tile_kernels *by_rows, *by_columns;
    mb_tile_side rows, columns;
    mb_tile_line mass[MB_TILE]; /* columns of M */
};

/* Sets solver->tile; NULL where the mechanism is larger or D has few entries. */
mb_status mb_tile_setup(mb_solver *solver, mb_error *err);

/* Where there is a tile, terms.jacobian will be taken over when it is next used; terms.mass now. */
void mb_tile_mass(mb_solver *solver);
static inline void mb_tile_rows(mb_solver *solver)
{
    if (solver->tile)
        solver->tile->rows.old = solver->tile->columns.old = true;
}

/* Takes over the values d of D. */
void mb_tile_fill(const double *d, mb_tile_side *side);

/* A side with the D that stands in terms */
static inline const mb_tile_side *mb_tile_fresh(const mb_solver *solver, mb_tile_side *side)
{
    if (side->old)
        mb_tile_fill(solver->terms.jacobian, side);
    return side;
}

/* y = D x with the solver's D, x (nv), y (m) */
static inline void mb_rows_times(const mb_solver *solver, const double *x, double *y)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;

    if (t)
        t->by_rows->times(model->m, mb_tile_fresh(solver, &t->rows), x, y);
    else
        mb_multiply(&model->D, solver->terms.jacobian, x, y);
}

/* y += s D x */
static inline void mb_rows_times_add(const mb_solver *solver, double s, const double *x, double *y)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;

    if (t)
        t->by_rows->times_add(model->m, mb_tile_fresh(solver, &t->rows), s, x, y);
    else
        mb_multiply_add(&model->D, solver->terms.jacobian, s, x, y);
}

/* r = D x - g,  y += s r, or y = s r at `first`,  r = y + s r (m): multipliers y and what they become
 * with the same once more; |D x - g|^2 */
static inline double mb_rows_miss(const mb_solver *solver, bool first, double s, const double *x,
                                  const double *g, double *y, double *r)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;
    double square;

    if (t)
        return t->by_rows->miss(model->m, mb_tile_fresh(solver, &t->rows), first, s, x, g, y, r);
    mb_multiply(&model->D, solver->terms.jacobian, x, r);
    for (int i = 0; i < model->m; i++)
        r[i] -= g[i];
    square = mb_inner(r, r, model->m);
    for (int i = 0; i < model->m; i++) {
        const double force = s * r[i];

        y[i] = first ? force : y[i] + force;
        r[i] = y[i] + force;
    }
    return square;
}

/* y = s (g - D x), and less of z unless that is NULL (m); |y|^2 */
static inline double mb_rows_short_of(const mb_solver *solver, double s, const double *x,
                                      const double *g, double *y, double *z)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;

    if (t)
        return t->by_rows->short_of(model->m, mb_tile_fresh(solver, &t->rows), s, x, g, y, z);
    mb_multiply(&model->D, solver->terms.jacobian, x, y);
    for (int i = 0; i < model->m; i++)
        y[i] = s * (g[i] - y[i]);
    for (int i = 0; z && i < model->m; i++)
        z[i] -= y[i];
    return mb_inner(y, y, model->m);
}

/* y = D'x, x (m), y (nv) */
static inline void mb_rows_pull(const mb_solver *solver, const double *x, double *y)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;

    if (t)
        t->by_rows->pull(model->m, mb_tile_fresh(solver, &t->rows), x, y);
    else
        mb_multiply_t(&model->D, solver->terms.jacobian, x, y);
}

/* y = b + s D'x, b (nv); y may be b */
static inline void mb_rows_pull_plus(const mb_solver *solver, double s, const double *x,
                                     const double *b, double *y)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;

    if (t)
        t->by_rows->pull_plus(model->m, mb_tile_fresh(solver, &t->rows), s, x, b, y);
    else
        mb_transposed_plus(&model->D, solver->terms.jacobian, s, x, b, y);
}

/* y = b + s M x (nv) with the solver's M; y may be b */
static inline void mb_mass_plus(const mb_solver *solver, double s, const double *x, const double *b,
                                double *y)
{
    const mb_model *model = solver->model;
    const struct mb_tile *t = solver->tile;

    if (t)
        t->by_rows->mass_plus(t, s, x, b, y);
    else
        mb_symmetric_plus(&model->M, solver->terms.mass, s, x, b, y);
}

/* y = c b + s M x + u D'z (nv): forces b, inertia and those of multipliers z (m) */
static inline void mb_balance(const mb_solver *solver, double c, const double *b, double s,
                              const double *x, double u, const double *z, double *y)
{
    const mb_model *model = solver->model;
    struct mb_tile *t = solver->tile;

    if (t) {
        mb_tile_fresh(solver, &t->rows);
        t->by_rows->balance(model->m, t, c, b, s, x, u, z, y);
        return;
    }
    for (int i = 0; i < model->nv; i++)
        y[i] = c * b[i];
    mb_mass_plus(solver, s, x, y, y);
    mb_rows_pull_plus(solver, u, z, y, y);
}

/* Whether rows move by themselves: their rate is not D v alone */
static inline bool mb_rows_move(const mb_model *model)
{
    return model->ops->phi_t && !(model->traits & MB_SCLERONOMIC && model->traits & MB_HOLONOMIC);
}

/* phidot = D v + Phi_t (m) */
void mb_rows_rate(const mb_solver *solver, double t, const double *q, const double *v,
                  double *phidot);

/* g = gamma - damping (D v + Phi_t) - stiffness Phi (m; rows that are not holonomic: no Phi),
 * y = Q + s D'g (nv), with D, gamma, Phi and Q as they stand in terms */
static inline void mb_rows_push(mb_solver *solver, const mb_tile_rates *of, double t,
                                const double *q, const double *v, double s, double *g, double *y)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    struct mb_tile *tile = solver->tile;

    if (tile && !mb_rows_move(model)) {
        tile->by_rows->push(model->m, mb_tile_fresh(solver, &tile->rows), of, v, s, terms->force, g,
                            y);
        return;
    }
    mb_rows_rate(solver, t, q, v, terms->phidot);
    for (int i = 0; i < model->m; i++)
        g[i] = of->gamma[i] - of->damping * terms->phidot[i];
    for (int i = 0; i < of->mh; i++)
        g[i] -= of->stiffness * of->phi[i];
    mb_rows_pull_plus(solver, s, g, terms->force, y);
}

/* Whether a linear solver eliminates full columns, and there is a tile to fill them from: lower
 * triangles of M + s D'D (nv x nv) and of D D' (m x m), by columns.  Values above the diagonal are of
 * no meaning. */
bool mb_tile_fills(const mb_solver *solver, const mb_linear *linear);
static inline void mb_tile_sum(const mb_solver *solver, double s, double *sum)
{
    struct mb_tile *t = solver->tile;

    t->by_rows->sum(solver->model->m, t, solver->terms.jacobian, s, sum);
    t->rows.old = false;
}

void mb_tile_gram(const mb_solver *solver, double *gram);

#endif

#include "problems/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEPENDENT = 1e-10; /* part of a row that counts as nothing */
static const double ROUND_OFF = 1e-14; /* violation in units of the scale that is left alone */

enum { NEWTON_STEPS = 30 };

/* Rows reduced so far, each with the column it is solved for, and the row in hand. */
struct elimination {
    int n;
    int *pivot;  /* (n) column of each reduced row */
    int *start;  /* (n + 1) */
    int *column; /* (used) */
    double *value;
    int used, size;
    int *solved;   /* (ncol) 1 + the reduced row that is solved for a column; 0: none */
    double *work;  /* (ncol) the row in hand; zero but for the columns touched */
    bool *touched; /* (ncol) */
    int ntouched;
    int *list; /* (ntouched) touched columns in any order */
    int nwaiting;
    int *waiting; /* (nwaiting) reduced rows to be subtracted yet, the first one last */
};

static void elimination_free(struct elimination *e)
{
    free(e->pivot);
    free(e->start);
    free(e->column);
    free(e->value);
    free(e->solved);
    free(e->work);
    free(e->touched);
    free(e->list);
    free(e->waiting);
}

static mb_status elimination_create(struct elimination *e, int nrow, int ncol, mb_error *err)
{
    size_t m = (size_t)nrow + 1, n = (size_t)ncol + 1;

    e->pivot = calloc(m, sizeof *e->pivot);
    e->start = calloc(m, sizeof *e->start);
    e->solved = calloc(n, sizeof *e->solved);
    e->work = calloc(n, sizeof *e->work);
    e->touched = calloc(n, sizeof *e->touched);
    e->list = calloc(n, sizeof *e->list);
    e->waiting = calloc(m, sizeof *e->waiting);
    if (!e->pivot || !e->start || !e->solved || !e->work || !e->touched || !e->list || !e->waiting)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
    return MB_OK;
}

static mb_status elimination_reserve(struct elimination *e, int count, mb_error *err)
{
    if (e->used + count > e->size) {
        int size = 2 * e->size + count;
        int *column = realloc(e->column, (size_t)size * sizeof *column);
        double *value = NULL;

        if (column) {
            e->column = column;
            value = realloc(e->value, (size_t)size * sizeof *value);
        }
        if (!value)
            return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
        e->value = value;
        e->size = size;
    }
    return MB_OK;
}

/* Adds x to a column of the row in hand; a reduced row that is solved for it will be subtracted. */
static void add(struct elimination *e, int j, double x)
{
    int row = e->solved[j] - 1, i = e->nwaiting;

    e->work[j] += x;
    if (e->touched[j])
        return;
    e->touched[j] = true;
    e->list[e->ntouched++] = j;
    if (row < 0)
        return;
    for (; i > 0 && e->waiting[i - 1] < row; i--)
        e->waiting[i] = e->waiting[i - 1];
    e->waiting[i] = row;
    e->nwaiting++;
}

/* Subtracts the reduced rows from the row in hand, in their order: none has an entry in the column
 * of one before it.  Returns the column of the largest entry that remains, -1 when none does. */
static int reduce(struct elimination *e)
{
    int largest = -1;

    while (e->nwaiting > 0) {
        int k = e->waiting[--e->nwaiting];
        double factor = e->work[e->pivot[k]];

        for (int p = e->start[k]; p < e->start[k + 1]; p++)
            add(e, e->column[p], -factor * e->value[p]);
        e->work[e->pivot[k]] = 0.0;
    }
    for (int i = 0; i < e->ntouched; i++) {
        int j = e->list[i];
        double best = largest < 0 ? 0.0 : fabs(e->work[largest]), size = fabs(e->work[j]);

        if (size > best || (size == best && size > 0.0 && j < largest))
            largest = j;
    }
    return largest;
}

/* Keeps the row in hand, scaled to one in its pivot column; small entries are round-off. */
static mb_status keep(struct elimination *e, int pivot, double smallest, mb_error *err)
{
    double scale = 1.0 / e->work[pivot];
    mb_status status = MB_OK;

    MB_TRY(elimination_reserve(e, e->ntouched, err));
    for (int i = 0; i < e->ntouched; i++)
        if (fabs(e->work[e->list[i]]) > smallest) {
            e->column[e->used] = e->list[i];
            e->value[e->used++] = scale * e->work[e->list[i]];
        }
    e->pivot[e->n++] = pivot;
    e->start[e->n] = e->used;
    e->solved[pivot] = e->n;
done:
    return status;
}

static void clear(struct elimination *e)
{
    for (int i = 0; i < e->ntouched; i++) {
        e->work[e->list[i]] = 0.0;
        e->touched[e->list[i]] = false;
    }
    e->ntouched = 0;
}

mb_status mb_matrix_rank(const mb_pattern *pattern, const double *values, int *rank, mb_error *err)
{
    mb_status status = MB_OK;
    mb_arena *arena = mb_arena_create();
    mb_pattern rows;
    const int *map;
    struct elimination e = {0};

    *rank = 0;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
    MB_TRY(mb_pattern_transpose(pattern, arena, &rows, &map, err));
    MB_TRY(elimination_create(&e, pattern->nrow, pattern->ncol, err));
    for (int i = 0; i < pattern->nrow; i++) {
        double norm = 0.0;
        int largest;

        for (int k = rows.start[i]; k < rows.start[i + 1]; k++) {
            add(&e, rows.row[k], values[map[k]]);
            norm = fmax(norm, fabs(values[map[k]]));
        }
        largest = reduce(&e);
        if (largest >= 0 && fabs(e.work[largest]) > DEPENDENT * norm)
            MB_TRY(keep(&e, largest, 1e-16 * norm, err));
        clear(&e);
    }
    *rank = e.n;
done:
    elimination_free(&e);
    mb_arena_destroy(arena);
    return status;
}

/* Vectors of the correction. */
struct correction {
    double *d;                  /* (D.nnz) */
    double *phi, *residual;     /* (m) */
    double *x, *gradient, *dir; /* (nv) */
    double *ddir;               /* (m) */
    double *moved_q, *moved_v;  /* (nv) sums of the steps */
};

static double norm2(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

/* x = the shortest vector that minimises |D x + b|: conjugate gradients on the normal equations
 * from zero stay in the range of D', so that redundant rows do no harm. */
static void shortest_step(const mb_model *model, struct correction *c, const double *b)
{
    const mb_pattern *D = &model->D;
    double rho, first;

    memset(c->x, 0, (size_t)model->nv * sizeof *c->x);
    for (int i = 0; i < model->m; i++)
        c->residual[i] = -b[i];
    mb_multiply_t(D, c->d, c->residual, c->gradient);
    memcpy(c->dir, c->gradient, (size_t)model->nv * sizeof *c->dir);
    rho = first = norm2(c->gradient, model->nv);
    for (int it = 0; it < 4 * model->nv + 20 && rho > 1e-30 * first; it++) {
        double before = rho, step;

        mb_multiply(D, c->d, c->dir, c->ddir);
        step = rho / norm2(c->ddir, model->m);
        if (!isfinite(step))
            return;
        for (int j = 0; j < model->nv; j++)
            c->x[j] += step * c->dir[j];
        for (int i = 0; i < model->m; i++)
            c->residual[i] -= step * c->ddir[i];
        mb_multiply_t(D, c->d, c->residual, c->gradient);
        rho = norm2(c->gradient, model->nv);
        for (int j = 0; j < model->nv; j++)
            c->dir[j] = c->gradient[j] + rho / before * c->dir[j];
    }
}

static mb_status claim(const mb_model *model, mb_arena *arena, struct correction *c, mb_error *err)
{
    mb_status status = MB_OK;
    size_t m = (size_t)model->m, nv = (size_t)model->nv;

    MB_TRY(mb_claim(arena, &c->d, (size_t)model->D.nnz, sizeof *c->d, err));
    MB_TRY(mb_claim(arena, &c->phi, m, sizeof *c->phi, err));
    MB_TRY(mb_claim(arena, &c->residual, m, sizeof *c->residual, err));
    MB_TRY(mb_claim(arena, &c->ddir, m, sizeof *c->ddir, err));
    MB_TRY(mb_claim(arena, &c->x, nv, sizeof *c->x, err));
    MB_TRY(mb_claim(arena, &c->gradient, nv, sizeof *c->gradient, err));
    MB_TRY(mb_claim(arena, &c->dir, nv, sizeof *c->dir, err));
    MB_TRY(mb_claim(arena, &c->moved_q, nv, sizeof *c->moved_q, err));
    MB_TRY(mb_claim(arena, &c->moved_v, nv, sizeof *c->moved_v, err));
done:
    return status;
}

/* Newton steps q <- q + dq until Phi is round-off; rows without a Phi ask for nothing. */
static mb_status correct_position(mb_model *model, struct correction *c, mb_error *err)
{
    double violation = 0.0, allowed = ROUND_OFF * fmax(model->scale, 1.0);

    for (int it = 0; it < NEWTON_STEPS; it++) {
        double before = violation;

        memset(c->phi, 0, (size_t)model->m * sizeof *c->phi);
        model->ops->phi(model, model->t0, model->q0, c->phi);
        violation = sqrt(norm2(c->phi, model->mh));
        /* slow progress near round-off: nothing left to gain */
        if (violation <= allowed ||
            (it > 3 && violation < 100.0 * allowed && violation > 0.5 * before))
            return MB_OK;
        model->ops->jacobian(model, model->t0, model->q0, c->d);
        shortest_step(model, c, c->phi);
        mb_retract(model, c->x, model->q0);
        for (int j = 0; j < model->nv; j++)
            c->moved_q[j] += c->x[j];
    }
    return mb_fail(err, MB_BAD_INPUT,
                   "the start of %s cannot be assembled: |Phi| = %.3g after %d corrections; "
                   "parameters must allow the mechanism to close",
                   model->problem->name, violation, NEWTON_STEPS);
}

static mb_status correct_velocity(mb_model *model, struct correction *c, mb_error *err)
{
    double violation = 0.0;
    double allowed =
        ROUND_OFF * fmax(model->scale, 1.0) * (1.0 + sqrt(norm2(model->v0, model->nv)));

    model->ops->jacobian(model, model->t0, model->q0, c->d);
    for (int it = 0; it < 4; it++) {
        mb_phidot(model, model->t0, model->q0, model->v0, c->d, c->phi);
        violation = sqrt(norm2(c->phi, model->m));
        if (violation <= allowed)
            return MB_OK;
        shortest_step(model, c, c->phi);
        for (int j = 0; j < model->nv; j++) {
            model->v0[j] += c->x[j];
            c->moved_v[j] += c->x[j];
        }
    }
    if (violation <= 100.0 * allowed)
        return MB_OK;
    return mb_fail(err, MB_BAD_INPUT,
                   "the start velocities of %s cannot be made consistent: |D v + Phi_t| = %.3g",
                   model->problem->name, violation);
}

mb_status mb_start_correct(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    struct correction c;
    mb_arena *arena = mb_arena_create();

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory to correct the start");
    MB_TRY(claim(model, arena, &c, err));
    MB_TRY(correct_position(model, &c, err));
    MB_TRY(correct_velocity(model, &c, err));
    model->start_correction = sqrt(norm2(c.moved_q, model->nv) + norm2(c.moved_v, model->nv));
done:
    mb_arena_destroy(arena);
    return status;
}

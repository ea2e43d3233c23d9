#include "bench/assembly.h"

#include <float.h>
#include <lapack.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/gap.h"

static const double least_gap = 1e-8, widest_gap = 1e-2; /* in sizes: what is looked at */
static const double met = 1e-10;       /* in sizes: a position that meets the rows */
static const double stationary = 1e-3; /* part of |A' r| in |A| |r|: a least |Phi| */

enum { MOST_ROWS = 100, TRIALS = 200, FEW_STEPS = 4 };

struct mb_assembly {
    const mb_model *model;
    mb_gap gap;
    int rows;        /* mh */
    double *q, *new; /* (nq) */
    double *last;    /* (nq) at the last accepted step with joints all but closed */
    double last_t;   /* [s] of it */
    double *d;       /* (D.nnz) */
    double *r, *rhs; /* (mh) W Phi with W = 1 / |D_i S|, in m */
    double *phi;     /* (mh) */
    double *a;       /* (mh x nv) W D S column by column */
    double *gram;    /* (mh x mh) A A' + mu */
    double *x;       /* (nv) */
    double checked;  /* [m] gap at the last check */
    long since;      /* steps since it */
};

mb_status mb_assembly_create(const mb_model *model, const double *s, mb_arena *arena,
                             mb_assembly **assembly, mb_error *err)
{
    size_t n = (size_t)model->mh, nv = (size_t)model->nv, nq = (size_t)model->nq;
    size_t real = sizeof(double);
    mb_status status = MB_OK;
    mb_assembly *p;

    *assembly = NULL;
    if (model->mh == 0 || model->mh > MOST_ROWS)
        return MB_OK;
    MB_TRY(mb_claim(arena, &p, 1, sizeof *p, err));
    p->model = model;
    p->rows = model->mh;
    MB_TRY(mb_gap_create(model, arena, &p->gap, err));
    memcpy(p->gap.s, s, nv * real);
    MB_TRY(mb_claim(arena, &p->q, nq, real, err));
    MB_TRY(mb_claim(arena, &p->new, nq, real, err));
    MB_TRY(mb_claim(arena, &p->last, nq, real, err));
    MB_TRY(mb_claim(arena, &p->d, (size_t)model->D.nnz, real, err));
    MB_TRY(mb_claim(arena, &p->r, n, real, err));
    MB_TRY(mb_claim(arena, &p->rhs, n, real, err));
    MB_TRY(mb_claim(arena, &p->phi, n, real, err));
    MB_TRY(mb_claim(arena, &p->a, n * nv, real, err));
    MB_TRY(mb_claim(arena, &p->gram, n * n, real, err));
    MB_TRY(mb_claim(arena, &p->x, nv, real, err));
    *assembly = p;
done:
    return status;
}

void mb_assembly_start(mb_assembly *p, double t, const double *q)
{
    memcpy(p->last, q, (size_t)p->model->nq * sizeof(double));
    p->last_t = t;
    p->checked = INFINITY;
    p->since = 0;
}

static double length(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* Rows and gradients at q in metres, with the weights of this position; the widest gap. */
static double linearise(mb_assembly *p, double t)
{
    const mb_model *model = p->model;
    const mb_pattern *D = &model->D;
    double widest;

    model->ops->phi(model, t, p->q, p->phi);
    model->ops->jacobian(model, t, p->q, p->d);
    widest = mb_gap_at(&p->gap, p->phi, p->d);
    memset(p->a, 0, (size_t)p->rows * (size_t)D->ncol * sizeof(double));
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            if (D->row[k] < p->rows)
                p->a[j * p->rows + D->row[k]] = p->d[k] * p->gap.s[j] / p->gap.length[D->row[k]];
    for (int i = 0; i < p->rows; i++)
        p->r[i] = p->phi[i] / p->gap.length[i];
    return widest;
}

/* A step -A' (A A' + mu)^-1 r from q to p->new; |r| there, by the weights of q. */
static double try_step(mb_assembly *p, double t, double mu)
{
    const mb_model *model = p->model;
    int n = p->rows, nv = model->nv, one = 1, info;

    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            double sum = i == k ? mu : 0.0;

            for (int j = 0; j < nv; j++)
                sum += p->a[j * n + i] * p->a[j * n + k];
            p->gram[k * n + i] = sum;
        }
    memcpy(p->rhs, p->r, (size_t)n * sizeof(double));
    LAPACK_dposv("L", &n, &one, p->gram, &n, p->rhs, &n, &info);
    if (info != 0)
        return INFINITY;
    for (int j = 0; j < nv; j++) {
        double sum = 0.0;

        for (int i = 0; i < n; i++)
            sum -= p->a[j * n + i] * p->rhs[i];
        p->x[j] = p->gap.s[j] * sum;
    }
    memcpy(p->new, p->q, (size_t)model->nq * sizeof(double));
    mb_retract(model, p->x, p->new);
    model->ops->phi(model, t, p->new, p->phi);
    for (int i = 0; i < n; i++)
        p->rhs[i] = p->phi[i] / p->gap.length[i];
    return length(p->rhs, n);
}

/* |A' r| / |r|, where rows of A have length one */
static double slope(const mb_assembly *p)
{
    double sum = 0.0;

    for (int j = 0; j < p->model->nv; j++) {
        double x = 0.0;

        for (int i = 0; i < p->rows; i++)
            x += p->a[j * p->rows + i] * p->r[i];
        sum += x * x;
    }
    return sqrt(sum) / length(p->r, p->rows);
}

/* Looks for a position from p->q on: the widest gap [m] where it ends, 0 when that meets the rows;
 * NaN when it does not get to an end. */
static double search(mb_assembly *p, double t)
{
    const mb_model *model = p->model;
    double widest = linearise(p, t), mu = 1e-8, far = 0.0;

    for (int i = 0; i < model->nq; i++)
        far = fmax(far, fabs(p->q[i]));
    for (int trial = 0; trial < TRIALS; trial++) {
        double now = length(p->r, p->rows);

        if (widest <= met * model->scale + 100.0 * DBL_EPSILON * far)
            return 0.0;
        if (try_step(p, t, mu) < now) {
            memcpy(p->q, p->new, (size_t)model->nq * sizeof(double));
            widest = linearise(p, t);
            mu = fmax(0.1 * mu, 1e-15);
        } else if (mu < 1e3) {
            mu *= 10.0;
        } else {
            break; /* no step in the direction of descent helps */
        }
    }
    return slope(p) < stationary ? widest : (double)NAN;
}

/* "row 1 (...) and row 2 (...)": those that stay open by half as much as the widest, three at most
 */
static void name_rows(const mb_assembly *p, double widest, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0, named = 0; i < p->rows && named < 3 && used + 1 < size; i++) {
        if (fabs(p->r[i]) < 0.5 * widest)
            continue;
        if (named++ > 0)
            used += (size_t)snprintf(text + used, size - used, " and ");
        if (used + 1 < size) {
            mb_model_row_text(p->model, i, text + used, size - used);
            used += strlen(text + used);
        }
    }
}

/* Whether a position is found at t, from the last one */
static mb_status look(mb_assembly *p, double t, mb_error *err)
{
    char rows[400] = "";
    double open;

    memcpy(p->q, p->last, (size_t)p->model->nq * sizeof(double));
    open = search(p, t);
    if (!(open > 0.0))
        return MB_OK;
    name_rows(p, open, rows, sizeof rows);
    return mb_fail(err, MB_UNCONVERGED,
                   "at t = %.9g s no position near meets %s: at best %.3g m stay open", t, rows,
                   open);
}

mb_status mb_assembly_step(mb_assembly *p, double t, const double *q, double gap, mb_error *err)
{
    const double size = p->model->scale;
    long stride = 1 + p->rows * p->rows / 100;

    if (p->model->traits & MB_SCLERONOMIC || !(gap < widest_gap * size))
        return MB_OK;
    memcpy(p->last, q, (size_t)p->model->nq * sizeof(double));
    p->last_t = t;
    if (!(gap > least_gap * size))
        return MB_OK;
    if (gap < 1.5 * p->checked && ++p->since < stride)
        return MB_OK;
    p->checked = gap;
    p->since = 0;
    return look(p, t, err);
}

mb_status mb_assembly_ahead(mb_assembly *p, double t, double step, mb_error *err)
{
    if (p->model->traits & MB_SCLERONOMIC || t + step - p->last_t >= FEW_STEPS * step)
        return MB_OK;
    return look(p, t + step, err);
}

bool mb_assembly_near(mb_assembly *p, double t, double *q)
{
    size_t bytes = (size_t)p->model->nq * sizeof *q;
    bool found;

    memcpy(p->q, q, bytes);
    found = search(p, t) == 0.0;
    memcpy(q, p->q, bytes);
    return found;
}

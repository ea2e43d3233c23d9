#include "tests/problem_checks.h"

#include <criterion/criterion.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const check_specs[] = {
    "four-bar",
    "double-four-bar",
    "double-four-bar:g=8.81",
    "n-four-bar:N=1",
    "n-four-bar:N=3",
    "n-four-bar",
    "slider-crank-singular",
    "slider-crank-singular:start=singular",
    "slider-crank-singular:start=singular,eta2=-0.5",
    "slider-crank-singular:start=singular,eps=0.01",
    "pendulum",
    "pendulum-bayo",
    "double-pendulum-bayo",
    "double-pendulum-welch",
    "slider-crank-welch",
    "triple-pendulum",
    "triple-pendulum:start=large",
    "driven-crank",
    "chaplygin-sleigh",
    "chaplygin-sleigh:mass=3,inertia=0.4,a=0.2,v0=0.5,w0=2",
    "n-link-pendulum",
    "n-link-pendulum:N=1",
    "n-link-pendulum:N=2",
    "n-link-pendulum:N=3",
    "n-link-pendulum:N=6",
    "n-link-pendulum:N=1,dimension=spatial",
    "n-link-pendulum:N=4,dimension=spatial",
    "andrews-squeezer",
    "andrews-squeezer:spring=K4,stiffness=1e4",
    "andrews-squeezer:spring=K6,stiffness=1e4",
    "andrews-squeezer:coordinates=angles",
    "andrews-squeezer:coordinates=angles,spring=K4,stiffness=1e4",
    "andrews-squeezer:coordinates=angles,spring=K6,stiffness=1e4",
    "rotary-pendulum",
    "rotary-pendulum:sequence=zxz",
    "rotary-pendulum:coordinates=body",
    "rotary-pendulum:coordinates=euler",
    "rotary-pendulum:data=srv02",
    "rotary-pendulum:sequence=zxz,data=srv02",
    "rotary-pendulum:coordinates=body,data=srv02",
    "heavy-top",
    "heavy-top:coordinates=euler",
    "five-bar-pendulum",
    "five-bar-pendulum:coordinates=euler",
    "five-bar-pendulum:coordinates=natural",
    "spatial-slider-crank",
    "spatial-slider-crank:coordinates=euler",
    "iftomm-slider-crank",
    "iftomm-slider-crank:coordinates=euler",
    "bricard",
    "bricard:coordinates=euler",
    "bricard:coordinates=natural",
    "three-link-pendulum",
    "three-link-pendulum:coordinates=euler",
    "flyball-governor",
    "flyball-governor:coordinates=euler",
    "epicyclic-gears",
    "epicyclic-gears:coordinates=euler",
    "iltis-suspension",
    "iltis-suspension:coordinates=euler",
    "iltis-suspension:bodies=closed",
    "iltis-suspension:bodies=printed",
    "iltis-suspension:bodies=printed,coordinates=euler",
#ifdef CHECK_ALSO
    CHECK_ALSO,
#endif
};
const int check_nspecs = sizeof check_specs / sizeof *check_specs;

mb_model *check_model(const char *spec)
{
    mb_error err = {0};
    mb_model *model;

    cr_assert(mb_model_create(spec, &model, &err) == MB_OK, "%s: %s", spec, err.text);
    return model;
}

const char *check_name(const mb_model *model)
{
    static char text[MB_SPEC_SIZE];

    mb_model_spec(model, text, sizeof text, NULL);
    return text;
}

double check_random(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

static double *vector(int n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);

    cr_assert(x);
    return x;
}

void check_random_state(const mb_model *model, unsigned long long *seed, double spread, double *q,
                        double *v)
{
    double *dv = vector(model->nv);

    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    for (int j = 0; j < model->nv; j++) {
        dv[j] = spread * check_random(seed);
        v[j] = model->v0[j] + 3.0 * spread * check_random(seed);
    }
    mb_retract(model, dv, q);
    free(dv);
}

void check_dense(const mb_pattern *pattern, const double *values, double *dense)
{
    memset(dense, 0, (size_t)pattern->nrow * (size_t)pattern->ncol * sizeof *dense);
    for (int j = 0; j < pattern->ncol; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            dense[pattern->row[k] + (size_t)j * (size_t)pattern->nrow] = values[k];
}

/* ... with singular values below rcond times the largest taken for zero */
static int solve(int m, int n, double rcond, const double *a, const double *b, double *x)
{
    const int large = m > n ? m : n, one = 1, lwork = 64 * (m + n) * 8 + 4096;
    double *copy = vector(m * n), *right = vector(large), *s = vector(m + n), *work = vector(lwork);
    int *iwork = calloc((size_t)(64 * (m + n) + 64), sizeof *iwork), rank, info;

    memcpy(copy, a, (size_t)m * (size_t)n * sizeof *copy);
    memcpy(right, b, (size_t)m * sizeof *right);
    LAPACK_dgelsd(&m, &n, &one, copy, &m, right, &large, s, &rcond, &rank, work, &lwork, iwork,
                  &info);
    cr_assert(info == 0, "dgelsd: %d", info);
    memcpy(x, right, (size_t)n * sizeof *x);
    free(copy);
    free(right);
    free(s);
    free(work);
    free(iwork);
    return rank;
}

int check_solve(int m, int n, const double *a, const double *b, double *x)
{
    return solve(m, n, 1e-10, a, b, x);
}

int check_rank(int m, int n, const double *a)
{
    double *b = vector(m), *x = vector(n);
    int rank = check_solve(m, n, a, b, x);

    free(b);
    free(x);
    return rank;
}

bool check_admissible_state(const mb_model *model, unsigned long long *seed, double spread,
                            double *q, double *v)
{
    const int m = model->m, nv = model->nv;
    double *d = vector(model->D.nnz), *dense = vector(m * nv), *r = vector(m), *x = vector(nv);
    /* rows that depend on each other do so on the constraints only */
    const double rcond = model->traits & MB_FULL_RANK_D ? 1e-10 : 1e-2;
    double violation = INFINITY;

    check_random_state(model, seed, spread, q, v);
    for (int it = 0; it < 60 && violation > 1e-14; it++) {
        memset(r, 0, (size_t)m * sizeof *r);
        model->ops->phi(model, model->t0, q, r);
        violation = check_norm(m, r);
        model->ops->jacobian(model, model->t0, q, d);
        check_dense(&model->D, d, dense);
        solve(m, nv, rcond, dense, r, x);
        for (int j = 0; j < nv; j++)
            x[j] = -x[j];
        mb_retract(model, x, q);
    }
    for (int it = 0; it < 2; it++) {
        model->ops->jacobian(model, model->t0, q, d);
        check_dense(&model->D, d, dense);
        mb_phidot(model, model->t0, q, v, d, r);
        solve(m, nv, rcond, dense, r, x);
        for (int j = 0; j < nv; j++)
            v[j] -= x[j];
    }
    free(d);
    free(dense);
    free(r);
    free(x);
    return violation < 1e-11;
}

void check_motion(const mb_model *model, double t, const double *q, const double *v, double *a,
                  double *lambda)
{
    const int m = model->m, nv = model->nv, n = nv + m;
    double *mass = vector(model->M.nnz), *d = vector(model->D.nnz), *kkt = vector(n * n);
    double *b = vector(n), *x = vector(n);

    model->ops->mass(model, q, mass);
    model->ops->jacobian(model, t, q, d);
    model->ops->force(model, t, q, v, b);
    model->ops->gamma(model, t, q, v, b + nv);
    for (int j = 0; j < nv; j++) {
        for (int k = model->M.start[j]; k < model->M.start[j + 1]; k++)
            kkt[model->M.row[k] + j * n] = mass[k];
        for (int k = model->D.start[j]; k < model->D.start[j + 1]; k++) {
            kkt[nv + model->D.row[k] + j * n] = d[k];
            kkt[j + (nv + model->D.row[k]) * n] = d[k];
        }
    }
    check_solve(n, n, kkt, b, x);
    memcpy(a, x, (size_t)nv * sizeof *a);
    memcpy(lambda, x + nv, (size_t)m * sizeof *lambda);
    free(mass);
    free(d);
    free(kkt);
    free(b);
    free(x);
}

void check_move(const mb_model *model, const double *q, const double *v, const double *a, double s,
                double *q1, double *v1)
{
    double *step = vector(model->nv);

    memcpy(q1, q, (size_t)model->nq * sizeof *q1);
    for (int j = 0; j < model->nv; j++) {
        step[j] = s * v[j] + 0.5 * s * s * a[j];
        v1[j] = v[j] + s * a[j];
    }
    mb_retract(model, step, q1);
    free(step);
}

double check_norm(int n, const double *x)
{
    double largest = 0.0;

    for (int i = 0; i < n; i++) {
        if (isnan(x[i]))
            return NAN;
        largest = fmax(largest, fabs(x[i]));
    }
    return largest;
}

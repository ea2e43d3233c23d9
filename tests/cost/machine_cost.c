/* SPDX-License-Identifier: MIT */
/* Times of the terms of models in every kind of coordinates, in units of the loop by hand: medians of
 * rounds in which both take turns. */
#include "tests/cost/machine_cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEASURED = 15, CALLS = 600, PLACES = 16 };

static const char *const specs[] = {
    "double-four-bar",
    "n-four-bar",
    "n-link-pendulum",
    "four-bar",
    "chaplygin-sleigh",
    "slider-crank-welch",
    "driven-crank",
    "driven-crank:coordinates=reference-point",
    "andrews-squeezer",
    "andrews-squeezer:coordinates=angles",
    "rotary-pendulum",
    "rotary-pendulum:coordinates=body",
    "five-bar-pendulum",
    "five-bar-pendulum:coordinates=euler",
    "five-bar-pendulum:coordinates=natural",
    "five-bar-pendulum:coordinates=joint",
    "bricard",
    "bricard:coordinates=euler",
    "bricard:coordinates=natural",
    "iltis-suspension",
};

typedef enum term {
    PHI,
    JACOBIAN,
    GAMMA,
    FORCE,
    MASS,
    JACOBIAN_DOT,
    STIFFNESS,
    DAMPING,
    ROW_TANGENT,
    MASS_TANGENT,
    GAMMA_Q,
    GAMMA_V,
    TERMS
} term;

static const char *const name[TERMS] = {"Phi", "D", "gamma",  "Q",     "M",       "Ddot",
                                        "K",   "C", "(D'y)q", "(Ma)q", "gamma_q", "gamma_v"};

/* What a step asks for at one state: accelerations of an explicit one; a pass of Newton's method */
static const struct {
    const char *name;
    unsigned terms;
} sums[] = {
    {"explicit", 1U << PHI | 1U << JACOBIAN | 1U << GAMMA | 1U << FORCE | 1U << MASS},
    {"implicit", 1U << PHI | 1U << JACOBIAN | 1U << FORCE | 1U << MASS | 1U << STIFFNESS |
                     1U << DAMPING | 1U << ROW_TANGENT | 1U << MASS_TANGENT},
};
enum { SUMS = sizeof sums / sizeof *sums };

/* A model, states beside its start, room for the largest term */
typedef struct side {
    mb_model *model;
    double *q, *v; /* (PLACES) each */
    double *w;     /* multipliers or accelerations */
    double *out;
    double time[TERMS][MEASURED]; /* [s] a call */
    double step[2][MEASURED];     /* [s] all terms of a sum at one state */
} side;

double cost_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double *cost_room(int n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);

    if (!x)
        exit(1);
    return x;
}

void cost_places(const mb_model *m, int places, double size, double *q, double *v)
{
    for (int k = 0; k < places; k++, q += m->nq, v += m->nv) {
        for (int j = 0; j < m->nv; j++)
            v[j] = size * sin(7.0 * k + 3.0 * j);
        memcpy(q, m->q0, (size_t)m->nq * sizeof *q);
        mb_retract(m, v, q);
    }
}

static void fail(const char *spec, const mb_error *err)
{
    fprintf(stderr, "model_cost: %s: %s\n", spec, err->text);
    exit(1);
}

static void prepare(side *s, mb_model *m)
{
    const int sizes[] = {m->mh, m->D.nnz, m->m, m->nv, m->M.nnz, m->H.nnz};
    int most = 0;

    s->model = m;
    s->q = cost_room(PLACES * m->nq);
    s->v = cost_room(PLACES * m->nv);
    s->w = cost_room(m->m + m->nv);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        most = sizes[k] > most ? sizes[k] : most;
    s->out = cost_room(most);
    for (int j = 0; j < m->m + m->nv; j++)
        s->w[j] = cos(5.0 * j);
    cost_places(m, PLACES, 0.02, s->q, s->v);
}

static void forget(side *s)
{
    mb_model_destroy(s->model);
    free(s->q);
    free(s->v);
    free(s->w);
    free(s->out);
}

/* At one of the places; each has a time of its own */
static void call(const side *s, term of, int place)
{
    const double *q = s->q + place * s->model->nq, *v = s->v + place * s->model->nv;
    const double t = 1e-3 * place;
    const mb_model *m = s->model;
    const mb_ops *ops = m->ops;

    switch (of) {
    case PHI:
        ops->phi(m, t, q, s->out);
        break;
    case JACOBIAN:
        ops->jacobian(m, t, q, s->out);
        break;
    case GAMMA:
        ops->gamma(m, t, q, v, s->out);
        break;
    case FORCE:
        ops->force(m, t, q, v, s->out);
        break;
    case MASS:
        ops->mass(m, q, s->out);
        break;
    case JACOBIAN_DOT:
        ops->jacobian_dot(m, t, q, v, s->out);
        break;
    case STIFFNESS:
        ops->stiffness(m, t, q, v, s->out);
        break;
    case DAMPING:
        ops->damping(m, t, q, v, s->out);
        break;
    case ROW_TANGENT:
        ops->constraint_tangent(m, t, q, s->w, s->out);
        break;
    case MASS_TANGENT:
        ops->mass_tangent(m, q, s->w, s->out);
        break;
    case GAMMA_Q:
        ops->gamma_q(m, t, q, v, s->out);
        break;
    default:
        ops->gamma_v(m, t, q, v, s->out);
        break;
    }
}

static void measure(side *s, int round)
{
    for (int of = 0; of < TERMS; of++) {
        const double start = cost_now();

        for (int k = 0; k < CALLS; k++)
            call(s, (term)of, k % PLACES);
        s->time[of][round] = (cost_now() - start) / CALLS;
    }
    for (int sum = 0; sum < SUMS; sum++) {
        const double start = cost_now();

        for (int k = 0; k < CALLS; k++)
            for (int of = 0; of < TERMS; of++)
                if (sums[sum].terms & 1U << of)
                    call(s, (term)of, k % PLACES);
        s->step[sum][round] = (cost_now() - start) / CALLS;
    }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Median over the rounds of a time of `a` over that of `b`, or of `a` alone */
static double median(const double *a, const double *b)
{
    double x[MEASURED];

    for (int round = 0; round < MEASURED; round++)
        x[round] = b ? a[round] / b[round] : a[round];
    qsort(x, MEASURED, sizeof *x, compare);
    return x[MEASURED / 2];
}

static void cost_of(const char *spec, double (*hand)(void))
{
    double loop[MEASURED];
    mb_error err = {MB_OK, ""};
    mb_model *model;
    side s;

    if (mb_model_create(spec, &model, &err) != MB_OK)
        fail(spec, &err);
    prepare(&s, model);
    for (int round = 0; round < MEASURED; round++) {
        loop[round] = hand();
        measure(&s, round);
    }
    printf("%-40s", spec);
    for (int k = 0; k < SUMS; k++)
        printf(" %7.3f %6.2f", 1e6 * median(s.step[k], NULL), median(s.step[k], loop));
    for (int of = 0; of < TERMS; of++)
        printf(" %7.2f", median(s.time[of], loop));
    printf("\n");
    forget(&s);
}

void cost_of_machines(const char *only, double (*hand)(void))
{
    printf("%-40s", "us and units of the loop, sums and terms");
    for (int k = 0; k < SUMS; k++)
        printf(" %14s", sums[k].name);
    for (int of = 0; of < TERMS; of++)
        printf(" %7s", name[of]);
    printf("\n");
    for (size_t p = 0; p < sizeof specs / sizeof *specs; p++)
        if (strncmp(specs[p], only, strlen(only)) == 0)
            cost_of(specs[p], hand);
}

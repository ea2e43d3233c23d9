/* SPDX-License-Identifier: MIT */
/* What it costs to evaluate all terms of a model once (Phi, D, gamma, Q, M): microseconds, and
 * ratios to an evaluation of the double four-bar written by hand, interleaved in one process.
 * Then all terms of more models in the same units (machine_cost.c).
 * Run with: ninja bench-model; a word after the program: the second table of mechanisms that begin so. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "tests/cost/machine_cost.h"

enum { N = 6, ROWS = 5, ROUNDS = 25, EVALUATIONS = 4000, STATES = 16 };

#define GRAVITY 9.81 /* [m/s2] */

/* Terms of the double four-bar, dense */
typedef struct terms {
    double phi[ROWS], d[ROWS][N], gamma[ROWS], force[N], m[N][N];
} terms;

/* Three vertical rods on fixed points (i, 0), two horizontal ones; 1 m, 1 kg.  Rows 0 to 2: length
 * of a vertical rod; 3, 4: of a horizontal one. */
static void by_hand(const double *q, const double *v, terms *x)
{
    memset(x, 0, sizeof *x);
    for (int i = 0; i < N; i++) {
        x->m[i][i] = i / 2 == 1 ? 1.0 : 2.0 / 3.0;
        x->force[i] = i % 2 ? (i == 3 ? -1.5 : -1.0) * GRAVITY : 0.0;
    }
    for (int i = 0; i + 2 < N; i++)
        x->m[i][i + 2] = x->m[i + 2][i] = 1.0 / 6.0;
    for (int r = 0; r < ROWS; r++) {
        const int i = 2 * (r < 3 ? r : r - 2), j = 2 * (r - 3);
        const double dx = q[i] - (r < 3 ? 0.5 * i : q[j]), dy = q[i + 1] - (r < 3 ? 0.0 : q[j + 1]);
        const double vx = v[i] - (r < 3 ? 0.0 : v[j]), vy = v[i + 1] - (r < 3 ? 0.0 : v[j + 1]);

        x->d[r][i] = 2.0 * dx;
        x->d[r][i + 1] = 2.0 * dy;
        if (r >= 3) {
            x->d[r][j] = -2.0 * dx;
            x->d[r][j + 1] = -2.0 * dy;
        }
        x->phi[r] = dx * dx + dy * dy - 1.0;
        x->gamma[r] = -2.0 * (vx * vx + vy * vy);
    }
}

/* A model with states beside its start, and room for its terms */
typedef struct subject {
    const char *spec;
    double goal; /* [us], 0: none */
    mb_model *model;
    double *q, *v; /* (STATES) each */
    double *phi, *d, *gamma, *force, *m;
    double time[ROUNDS], ratio[ROUNDS]; /* [s] an evaluation */
} subject;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void prepare(subject *s)
{
    mb_error err = {0};
    mb_model *m;

    if (mb_model_create(s->spec, &s->model, &err) != MB_OK) {
        fprintf(stderr, "model_cost: %s\n", err.text);
        exit(1);
    }
    m = s->model;
    s->q = cost_room(STATES * m->nq);
    s->v = cost_room(STATES * m->nv);
    s->phi = cost_room(m->mh);
    s->d = cost_room(m->D.nnz);
    s->gamma = cost_room(m->m);
    s->force = cost_room(m->nv);
    s->m = cost_room(m->M.nnz);
    cost_places(m, STATES, 0.1, s->q, s->v);
}

static double of_model(subject *s)
{
    const mb_model *m = s->model;
    const mb_ops *ops = m->ops;
    double start = cost_now();

    for (int k = 0; k < EVALUATIONS; k++) {
        const double *q = s->q + k % STATES * m->nq, *v = s->v + k % STATES * m->nv;

        ops->phi(m, 0.0, q, s->phi);
        ops->jacobian(m, 0.0, q, s->d);
        ops->gamma(m, 0.0, q, v, s->gamma);
        ops->force(m, 0.0, q, v, s->force);
        ops->mass(m, q, s->m);
    }
    return (cost_now() - start) / EVALUATIONS;
}

/* Of the loop by hand, at states near those of the double four-bar */
static double of_hand(void)
{
    static volatile double kept; /* so that nothing is left out */
    double q[STATES][N], v[STATES][N], start, sum = 0.0;
    terms x;

    for (int k = 0; k < STATES; k++)
        for (int j = 0; j < N; j++) {
            v[k][j] = 0.1 * sin(7.0 * k + 3.0 * j);
            q[k][j] = (j % 2 ? 1.0 : 0.5 * j) + v[k][j];
        }
    start = cost_now();
    for (int k = 0; k < EVALUATIONS; k++) {
        by_hand(q[k % STATES], v[k % STATES], &x);
        sum += x.phi[k % ROWS] + x.d[k % ROWS][k % N] + x.gamma[k % ROWS] + x.force[k % N] +
               x.m[k % N][k % N];
    }
    kept = sum;
    (void)kept;
    return (cost_now() - start) / EVALUATIONS;
}

static void cost_of_terms(void)
{
    subject s[] = {
        {.spec = "double-four-bar"},
        {.spec = "five-bar-pendulum", .goal = 1.5},
        {.spec = "five-bar-pendulum:coordinates=euler"},
        {.spec = "five-bar-pendulum:coordinates=natural"},
        {.spec = "bricard", .goal = 2.0},
        {.spec = "bricard:coordinates=euler"},
        {.spec = "bricard:coordinates=natural"},
    };
    const int n = sizeof s / sizeof *s;
    double hand[ROUNDS];

    for (int i = 0; i < n; i++)
        prepare(&s[i]);
    for (int round = 0; round < ROUNDS; round++) {
        hand[round] = of_hand();
        for (int i = 0; i < n; i++) {
            s[i].time[round] = of_model(&s[i]);
            s[i].ratio[round] = s[i].time[round] / hand[round];
        }
    }
    qsort(hand, ROUNDS, sizeof *hand, compare);
    printf("%-40s %8s %8s %s\n", "Phi, D, gamma, Q, M of", "us", "ratio", "(least to most)");
    printf("%-40s %8.3f %8.2f\n", "double-four-bar by hand", 1e6 * hand[ROUNDS / 2], 1.0);
    for (int i = 0; i < n; i++) {
        qsort(s[i].time, ROUNDS, sizeof *s[i].time, compare);
        qsort(s[i].ratio, ROUNDS, sizeof *s[i].ratio, compare);
        printf("%-40s %8.3f %8.2f (%.2f to %.2f)", s[i].spec, 1e6 * s[i].time[ROUNDS / 2],
               s[i].ratio[ROUNDS / 2], s[i].ratio[0], s[i].ratio[ROUNDS - 1]);
        if (s[i].goal > 0.0)
            printf("  goal %g us", s[i].goal);
        printf("\n");
        mb_model_destroy(s[i].model);
        free(s[i].q);
        free(s[i].v);
        free(s[i].phi);
        free(s[i].d);
        free(s[i].gamma);
        free(s[i].force);
        free(s[i].m);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2)
        cost_of_terms();
    cost_of_machines(argc > 1 ? argv[1] : "", of_hand);
    return 0;
}

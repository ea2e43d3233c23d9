/* Times of the terms of a model from a mechanism file, as ratios to those of the C model of the same
 * mechanism in the same kind of coordinates: medians of rounds in which both take turns. */
#include "tests/cost/machine_cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "problems/elements/machine/plain_model.h"
#include "problems/format/read/format.h"
#include "problems/mechanisms/files.h"

enum { MEASURED = 15, CALLS = 600, PLACES = 16 };

static const struct {
    const char *problem;                         /* spec of the C model */
    const char *file, *parameters, *coordinates; /* of the machine's */
} pairs[] = {
    {"driven-crank", "driven-crank", "", "reference-point"},
    {"slider-crank-welch", "slider-crank-welch", "", "reference-point"},
    {"driven-crank", "driven-crank", "", "mixed"},
    {"slider-crank-welch", "slider-crank-welch", "", "mixed"},
    {"n-link-pendulum", "n-link-pendulum", "", "natural"},
    {"bricard:coordinates=body", "bricard", "", "body"},
    {"bricard:coordinates=euler", "bricard", "", "euler"},
    {"bricard:coordinates=natural", "bricard", "", "natural"},
    {"five-bar-pendulum:coordinates=natural", "five-bar-pendulum", "", "natural"},
    {"five-bar-pendulum:coordinates=body", "five-bar-pendulum", "", "body"},
    {"five-bar-pendulum:coordinates=euler", "five-bar-pendulum", "", "euler"},
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

/* A problem that knows its mechanism */
struct machine {
    mb_problem problem; /* first */
    const mb_plain_mechanism *plain;
    const char *coordinates;
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const struct machine *machine = (const struct machine *)(const void *)model->problem;

    return mb_plain_model_in(model, machine->plain, machine->coordinates, err);
}

/* The model of a shipped file; the arena holds what it is made of. */
static mb_model *of_file(const char *file, const char *parameters, const char *coordinates,
                         mb_arena *arena)
{
    const mb_embedded *text = mb_mechanism_file(file);
    mb_error err = {MB_OK, ""};
    struct machine *machine;
    mb_model *model;

    if (!text || MB_TAKE(arena, &machine, 1, &err) != MB_OK ||
        mb_format_read(file, text->text, text->size, parameters, arena, NULL, &machine->plain,
                       &err) != MB_OK)
        fail(file, &err);
    machine->coordinates = coordinates;
    machine->problem = (mb_problem){.name = machine->plain->name,
                                    .title = "",
                                    .source = "",
                                    .traps = "",
                                    .scale = machine->plain->scale,
                                    .t_end = machine->plain->t_end,
                                    .setup = setup};
    if (mb_model_of(&machine->problem, "", &model, &err) != MB_OK)
        fail(file, &err);
    return model;
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

static void call(const side *s, term of, const double *q, const double *v)
{
    const mb_model *m = s->model;
    const mb_ops *ops = m->ops;

    switch (of) {
    case PHI:
        ops->phi(m, 0.0, q, s->out);
        break;
    case JACOBIAN:
        ops->jacobian(m, 0.0, q, s->out);
        break;
    case GAMMA:
        ops->gamma(m, 0.0, q, v, s->out);
        break;
    case FORCE:
        ops->force(m, 0.0, q, v, s->out);
        break;
    case MASS:
        ops->mass(m, q, s->out);
        break;
    case JACOBIAN_DOT:
        ops->jacobian_dot(m, 0.0, q, v, s->out);
        break;
    case STIFFNESS:
        ops->stiffness(m, 0.0, q, v, s->out);
        break;
    case DAMPING:
        ops->damping(m, 0.0, q, v, s->out);
        break;
    case ROW_TANGENT:
        ops->constraint_tangent(m, 0.0, q, s->w, s->out);
        break;
    case MASS_TANGENT:
        ops->mass_tangent(m, q, s->w, s->out);
        break;
    case GAMMA_Q:
        ops->gamma_q(m, 0.0, q, v, s->out);
        break;
    default:
        ops->gamma_v(m, 0.0, q, v, s->out);
        break;
    }
}

static void measure(side *s, int round)
{
    for (int of = 0; of < TERMS; of++) {
        const double start = cost_now();

        for (int k = 0; k < CALLS; k++)
            call(s, (term)of, s->q + k % PLACES * s->model->nq, s->v + k % PLACES * s->model->nv);
        s->time[of][round] = (cost_now() - start) / CALLS;
    }
    for (int sum = 0; sum < SUMS; sum++) {
        const double start = cost_now();

        for (int k = 0; k < CALLS; k++)
            for (int of = 0; of < TERMS; of++)
                if (sums[sum].terms & 1U << of)
                    call(s, (term)of, s->q + k % PLACES * s->model->nq,
                         s->v + k % PLACES * s->model->nv);
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

static void pair_cost(int p)
{
    mb_arena *arena = mb_arena_create();
    mb_error err = {MB_OK, ""};
    mb_model *kit;
    side s[2];

    if (!arena || mb_model_create(pairs[p].problem, &kit, &err) != MB_OK)
        fail(pairs[p].problem, &err);
    prepare(&s[0], of_file(pairs[p].file, pairs[p].parameters, pairs[p].coordinates, arena));
    prepare(&s[1], kit);
    for (int round = 0; round < MEASURED; round++)
        for (int turn = 0; turn < 2; turn++)
            measure(&s[turn ^ (round & 1)], round);
    printf("%-38s", pairs[p].problem);
    for (int k = 0; k < SUMS; k++)
        printf(" %7.3f %5.2f", 1e6 * median(s[0].step[k], NULL),
               median(s[0].step[k], s[1].step[k]));
    for (int of = 0; of < TERMS; of++)
        printf(" %7.2f", median(s[0].time[of], s[1].time[of]));
    printf("  %+d %+d %+d\n", s[0].model->D.nnz - kit->D.nnz, s[0].model->M.nnz - kit->M.nnz,
           s[0].model->H.nnz - kit->H.nnz);
    forget(&s[0]);
    forget(&s[1]);
    mb_arena_destroy(arena);
}

void cost_of_machines(const char *only)
{
    printf("%-38s", "us and ratio to the kit's, sums and terms");
    for (int k = 0; k < SUMS; k++)
        printf(" %13s", sums[k].name);
    for (int of = 0; of < TERMS; of++)
        printf(" %7s", name[of]);
    printf("  more entries in D, M, H\n");
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
        if (strncmp(pairs[p].problem, only, strlen(only)) == 0)
            pair_cost((int)p);
}

/* SPDX-License-Identifier: MIT */
/* Every composition of the registries: fits or says why, repeats bit for bit, survives failing
 * allocations and NaN from a problem. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SuiteSparse_config.h>

#include "tests/fixtures/compositions.h"

typedef struct tally {
    const mb_model *model;
    int fit, refused;
} tally;

static mb_solver *make(const mb_model *model, const parts *p, double h)
{
    char spec[MB_SPEC_SIZE];
    mb_solver *solver;
    mb_error err = {0};
    mb_status status;

    spell(p, h, spec);
    status = mb_solver_create(model, spec, &solver, &err);
    cr_assert(status == MB_OK || status == MB_NOT_APPLICABLE, "%s: %s", spec, err.text);
    cr_assert((status == MB_OK) == (solver != NULL));
    cr_assert(status == MB_OK || strlen(err.text) > 20, "%s is refused without a reason", spec);
    return solver;
}

static void run_twice(const parts *p, void *context)
{
    tally *t = context;
    const mb_model *model = t->model;
    mb_solver *solver = make(model, p, 1e-3);
    double q[64], v[64];
    mb_error err = {0};

    if (!solver) {
        t->refused++;
        return;
    }
    t->fit++;
    for (int pass = 0; pass < 2; pass++) {
        cr_assert(mb_solver_start(solver, &err) == MB_OK, "%s", err.text);
        while (solver->state.t < 0.0105)
            cr_assert(mb_solver_step(solver, 0.0105, &err) == MB_OK, "%s", err.text);
        cr_assert(solver->state.t == 0.0105 && solver->counters.steps > 0);
        cr_assert(error_controlled(p->integrator) || solver->counters.steps == 11);
        if (pass == 1) {
            cr_assert(memcmp(q, solver->state.q, (size_t)model->nq * sizeof *q) == 0);
            cr_assert(memcmp(v, solver->state.v, (size_t)model->nv * sizeof *v) == 0);
        }
        memcpy(q, solver->state.q, (size_t)model->nq * sizeof *q);
        memcpy(v, solver->state.v, (size_t)model->nv * sizeof *v);
    }
    mb_solver_destroy(solver);
}

static mb_model *model_of(const char *problem)
{
    mb_model *model;
    mb_error err = {0};

    cr_assert(mb_model_create(problem, &model, &err) == MB_OK, "%s", err.text);
    return model;
}

Test(compositions, fit_or_say_why_and_repeat_bit_for_bit)
{
    const char *const problem[] = {"double-four-bar", "four-bar", "epicyclic-gears"};

    for (int i = 0; i < 3; i++) {
        mb_model *model = model_of(problem[i]);
        tally t = {.model = model};

        for_each(run_twice, &t);
        cr_assert(t.fit > 200 && t.refused > 300, "%d fit, %d do not", t.fit, t.refused);
        mb_model_destroy(model);
    }
}

static void fail_allocations(const parts *p, void *context)
{
    const mb_model *model = context;
    char spec[MB_SPEC_SIZE];
    mb_status status = MB_NO_MEMORY;
    mb_solver *solver;

    spell(p, 1e-3, spec);
    for (long k = 1; status == MB_NO_MEMORY; k++) {
        mb_arena *arena = mb_arena_create();
        mb_error err = {0};

        mb_arena_fail_at(arena, k);
        status = mb_solver_create_in(arena, model, spec, &solver, &err);
        cr_assert(status == MB_OK || status == MB_NO_MEMORY || status == MB_NOT_APPLICABLE,
                  "%s, allocation %ld: %s", spec, k, err.text);
        cr_assert((status == MB_OK) == (solver != NULL));
        cr_assert(k > 1 || status != MB_OK, "%s allocates nothing", spec);
    }
    mb_solver_destroy(solver);
}

Test(compositions, survive_every_failing_allocation, .timeout = 600)
{
    /* planar; spatial with a redundant row; with T != I; nonholonomic */
    const char *const problem[] = {"double-four-bar", "rotary-pendulum:sequence=zxz", "heavy-top",
                                   "chaplygin-sleigh"};

    for (int i = 0; i < 4; i++) {
        mb_model *model = model_of(problem[i]);

        for_each(fail_allocations, model);
        mb_model_destroy(model);
    }
}

/* Allocations of SuiteSparse until one fails; 0: none does */
static long until_failure;

static bool fails(void)
{
    return until_failure > 0 && --until_failure == 0;
}

static void *failing_malloc(size_t size)
{
    return fails() ? NULL : malloc(size);
}

static void *failing_calloc(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count, size);
}

static void *failing_realloc(void *p, size_t size)
{
    return fails() ? NULL : realloc(p, size);
}

/* Set-up and a step; a library may also do without what it asked for */
static void fail_library_allocations(const parts *p, void *context)
{
    bool failed = p->linsolver && !p->projection;

    for (long k = 1; failed; k++) {
        mb_error err = {0};
        char spec[MB_SPEC_SIZE];
        mb_solver *solver;
        mb_status status;

        spell(p, 1e-3, spec);
        until_failure = k;
        status = mb_solver_create(context, spec, &solver, &err);
        if (status == MB_OK)
            status = mb_solver_start(solver, &err);
        if (status == MB_OK)
            status = mb_solver_step(solver, 1e-3, &err);
        failed = until_failure == 0;
        until_failure = 0;
        cr_assert(status == MB_OK || status == MB_NOT_APPLICABLE ||
                      (failed && status == MB_NO_MEMORY),
                  "%s, allocation %ld: %s", spec, k, err.text);
        mb_solver_destroy(solver);
    }
}

Test(compositions, survive_every_failing_allocation_of_suitesparse, .timeout = 600)
{
    mb_model *model = model_of("double-four-bar");

    SuiteSparse_config.malloc_func = failing_malloc;
    SuiteSparse_config.calloc_func = failing_calloc;
    SuiteSparse_config.realloc_func = failing_realloc;
    for_each(fail_library_allocations, model);
    mb_model_destroy(model);
}

static void nan_force(const mb_model *model, double t, const double *q, const double *v,
                      double *force)
{
    (void)t, (void)q, (void)v;
    for (int i = 0; i < model->nv; i++)
        force[i] = NAN;
}

static void expect_non_finite(const parts *p, void *context)
{
    mb_solver *solver = make(context, p, 1e-3);
    mb_status status;
    mb_error err = {0};

    if (!solver)
        return;
    status = mb_solver_start(solver, &err);
    for (int i = 0; status == MB_OK && i < 3; i++)
        status = mb_solver_step(solver, 1.0, &err);
    cr_assert(status == MB_NON_FINITE, "status %d: %s", status, err.text);
    cr_assert(strlen(err.text) > 0);
    mb_solver_destroy(solver);
}

Test(compositions, nan_from_a_problem_is_a_status)
{
    mb_model *model = model_of("double-four-bar");
    mb_ops ops = *model->ops;

    ops.force = nan_force;
    model->ops = &ops;
    model->constant_force = false;
    for_each(expect_non_finite, model);
    mb_model_destroy(model);
}

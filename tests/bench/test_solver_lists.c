/* SPDX-License-Identifier: MIT */
/* The shipped lists of solvers: `all` has every part on every mechanism that it fits. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "bench/mechanism/problem_file.h"
#include "bench/study/solver_lists.h"
#include "report/records/spec_parts.h"
#include "solvers/solver.h"

static mb_arena *arena;
static mb_error err;
static const char **listed;
static int nlisted;

static void begin(void)
{
    arena = mb_arena_create();
    cr_assert(mb_solver_list("all", arena, &nlisted, &listed, &err) == MB_OK, "%s", err.text);
}

static void end(void)
{
    mb_arena_destroy(arena);
}

TestSuite(lists, .init = begin, .fini = end);

/* Name of the i-th part of a kind; NULL after the last. */
static const char *name_of(int kind, int i)
{
    int n;

#define NAME(list)                                                                                 \
    list(&n);                                                                                      \
    return i < n ? list(&n)[i]->name : NULL
    switch (kind) {
    case MB_FORMULATION_PART:
        NAME(mb_formulations);
    case MB_INTEGRATOR_PART:
        NAME(mb_integrators);
    case MB_PROJECTION_PART:
        NAME(mb_projections);
    default:
        NAME(mb_linsolvers);
    }
#undef NAME
}

static bool has(const char *spec, int kind, const char *name)
{
    mb_spec_slots slots;

    mb_spec_read(spec, &slots);
    return mb_span_equal(slots.slot[kind].name, mb_span_of(name, strlen(name)));
}

Test(lists, all_has_every_part_and_all_of_recommended)
{
    const char **recommended;
    int n;

    for (int kind = 0; kind < MB_SPEC_PARTS; kind++)
        for (int i = 0; name_of(kind, i); i++) {
            bool found = strcmp(name_of(kind, i), "auto") == 0;

            for (int k = 0; k < nlisted; k++)
                found = found || has(listed[k], kind, name_of(kind, i));
            cr_expect(found, "no solver of the list `all` has %s", name_of(kind, i));
        }
    cr_assert(mb_solver_list("recommended", arena, &n, &recommended, &err) == MB_OK);
    for (int i = 0; i < n; i++)
        cr_expect_str_eq(listed[i], recommended[i]);
    cr_expect(n >= 8 && n <= 15 && nlisted > 2 * n, "%d of %d", n, nlisted);
}

Test(lists, each_solver_is_one_and_stands_once)
{
    char spec[2][MB_SPEC_SIZE];

    for (int i = 0; i < nlisted; i++) {
        cr_assert(mb_solver_canonical(listed[i], spec[0], sizeof spec[0], &err) == MB_OK, "%s: %s",
                  listed[i], err.text);
        for (int k = 0; k < i; k++) {
            mb_solver_canonical(listed[k], spec[1], sizeof spec[1], &err);
            cr_expect_str_neq(spec[0], spec[1]);
        }
    }
}

static bool fits(const mb_model *model, const char *spec)
{
    mb_error why = {MB_OK, ""};
    mb_solver *solver = NULL;
    const mb_status status = mb_solver_create(model, spec, &solver, &why);

    mb_solver_destroy(solver);
    cr_assert(status == MB_OK || status == MB_NOT_APPLICABLE, "%s: %s", spec, why.text);
    return status == MB_OK;
}

/* A solver with this part and without a projection of its own, whatever goes with it. */
static bool could_fit(const mb_model *model, int kind, const char *name)
{
    const int other = kind == MB_FORMULATION_PART ? MB_INTEGRATOR_PART : MB_FORMULATION_PART;
    char spec[MB_SPEC_SIZE];

    for (int i = 0; name_of(other, i); i++)
        for (int tol = 0; tol < 2; tol++) {
            const char *formulation = kind == MB_FORMULATION_PART ? name : name_of(other, i);
            const char *integrator = kind == MB_FORMULATION_PART ? name_of(other, i) : name;

            mb_error why = {MB_OK, ""};
            char canonical[MB_SPEC_SIZE];

            snprintf(spec, sizeof spec, "%s/%s:%s", formulation, integrator,
                     tol ? "tol=1e-6" : "h=1e-3");
            if (mb_solver_canonical(spec, canonical, sizeof canonical, &why) == MB_OK &&
                fits(model, canonical))
                return true;
        }
    return false;
}

/* Of formulations and integrators; projections and linear solvers are those of a solver that fits
 * every mechanism. */
Test(lists, all_has_every_part_on_every_mechanism_that_it_fits, .timeout = 300)
{
    int n;
    const mb_problem *const *problem = mb_problems(&n);

    for (int p = 0; p < n; p++) {
        mb_model *model;
        bool *fit;

        cr_assert(mb_problem_model(problem[p]->name, NULL, &model, &err) == MB_OK, "%s", err.text);
        cr_assert(MB_TAKE(arena, &fit, (size_t)nlisted, &err) == MB_OK);
        for (int k = 0; k < nlisted; k++)
            fit[k] = fits(model, listed[k]);
        for (int kind = 0; kind <= MB_INTEGRATOR_PART; kind++)
            for (int i = 0; name_of(kind, i); i++) {
                bool found = false;

                for (int k = 0; k < nlisted; k++)
                    found = found || (fit[k] && has(listed[k], kind, name_of(kind, i)));
                cr_expect(found || !could_fit(model, kind, name_of(kind, i)),
                          "%s: no solver of `all` with %s fits, but others do", problem[p]->name,
                          name_of(kind, i));
            }
        mb_model_destroy(model);
    }
}

Test(lists, an_unknown_name_is_refused_with_those_that_there_are)
{
    const char **spec;
    int n;

    cr_expect(mb_solver_list("mine", arena, &n, &spec, &err) == MB_BAD_INPUT);
    cr_expect(strstr(err.text, "lists are recommended, all"), "%s", err.text);
    cr_expect(mb_solver_list_named("all") && !mb_solver_list_named("lagrange/rk4:h=1e-3"));
}

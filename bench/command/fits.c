/* SPDX-License-Identifier: MIT */
#include "bench/command/fits.h"

#include <stdio.h>
#include <string.h>

#include "bench/engine/engine.h"
#include "bench/mechanism/problem_file.h"
#include "solvers/solver.h"

/* Does a solver fit a model?  Its set-up says so; why: the reason if not. */
static bool fits(const mb_model *model, const char *spec, mb_error *why)
{
    mb_solver *solver;
    const mb_status status = mb_solver_create(model, spec, &solver, why);

    mb_solver_destroy(solver);
    return status == MB_OK;
}

json_t *mb_fits_row(const char *part, const char *name, json_t *with, const char *why)
{
    json_t *one = json_pack("{s:s, s:b, s:o*, s:o}", "name", name, "fits", !*why, "with", with,
                            "reason", *why ? json_string(why) : json_null());

    if (part)
        json_object_set_new(one, "part", json_string(part));
    return one;
}

/* ---- the problems that a solver fits -------------------------------------------------------- */

static mb_status of_solver(const char *text, json_t *rows, mb_error *err)
{
    char spec[4 * MB_SPEC_SIZE];
    int n;
    const mb_problem *const *all = mb_problems(&n);
    mb_status status;

    MB_TRY(mb_solver_canonical(text, spec, sizeof spec, err));
    for (int i = 0; i < n; i++) {
        mb_error why = {MB_OK, ""};
        mb_model *model;
        bool fit = mb_model_create(all[i]->name, &model, &why) == MB_OK;

        if (fit) {
            fit = fits(model, spec, &why);
            mb_model_destroy(model);
        }
        json_array_append_new(rows, mb_fits_row(NULL, all[i]->name, NULL, fit ? "" : why.text));
    }
done:
    return status;
}

/* ---- the parts that fit a problem ----------------------------------------------------------- */

/* "rk4:h=0.001", "ida:tol=1e-06": an integrator with what it must be given. */
static void put_integrator(const mb_integrator *integrator, char text[MB_SPEC_SIZE])
{
    const bool stepped = mb_param_index(integrator->params, "h") >= 0;

    snprintf(text, MB_SPEC_SIZE, "%s:%s", integrator->name, stepped ? "h=0.001" : "tol=1e-06");
}

/* A formulation with all integrators; first: the first spec that fits, where there was none. */
static void add_formulation(const mb_model *model, const mb_formulation *formulation, json_t *rows,
                            char first[MB_SPEC_SIZE])
{
    json_t *with = json_array();
    mb_error why = {MB_OK, ""};
    int n;
    const mb_integrator *const *all = mb_integrators(&n);

    for (int i = 0; i < n; i++) {
        char integrator[MB_SPEC_SIZE], spec[MB_SPEC_SIZE];
        mb_error own = {MB_OK, ""};

        if (!(all[i]->families & formulation->family))
            continue;
        put_integrator(all[i], integrator);
        snprintf(spec, sizeof spec, "%s/%.200s", formulation->name, integrator);
        if (!fits(model, spec, &own)) {
            why = why.status == MB_OK ? own : why;
            continue;
        }
        json_array_append_new(with, json_string(all[i]->name));
        if (!*first)
            strcpy(first, spec);
    }
    json_array_append_new(rows, mb_fits_row("formulation", formulation->name, with,
                                            json_array_size(with) > 0 ? "" : why.text));
}

/* The parts of a slot behind a solver that fits. */
static void add_parts(const mb_model *model, mb_solver_slot slot, const char *first, json_t *rows)
{
    static const char *const kind[] = {
        [MB_PROJECTION] = "projection", [MB_LINSOLVER] = "linear solver"};

    for (int i = 0; mb_solver_part_at(slot, i); i++) {
        const char *name = mb_solver_part_at(slot, i)->name;
        char spec[2 * MB_SPEC_SIZE];
        mb_error why = {MB_OK, ""};

        snprintf(spec, sizeof spec, slot == MB_PROJECTION ? "%s/%s" : "%s/none/%s", first, name);
        json_array_append_new(rows, mb_fits_row(kind[slot], name, json_pack("[s]", first),
                                                fits(model, spec, &why) ? "" : why.text));
    }
}

static mb_status of_problem(const char *text, json_t *rows, mb_error *err)
{
    char first[MB_SPEC_SIZE] = "";
    mb_model *model;
    int n;
    const mb_formulation *const *all = mb_formulations(&n);
    mb_status status = mb_problem_model(text, NULL, &model, err);

    if (status != MB_OK)
        return status;
    for (int i = 0; i < n; i++)
        add_formulation(model, all[i], rows, first);
    for (int slot = MB_PROJECTION; *first && slot <= MB_LINSOLVER; slot++)
        add_parts(model, (mb_solver_slot)slot, first, rows);
    mb_model_destroy(model);
    return mb_fits_engines(text, rows, err);
}

mb_status mb_list_fits(const char *word, json_t **rows, mb_error *err)
{
    const char *slash = strchr(word, '/');
    const bool file = strstr(word, ".yaml") || strstr(word, ".yml");
    static const char *const kinds[] = {"formulation", "integrator", "projection", "linear solver"};
    mb_status status;

    for (int slot = MB_FORMULATION; slot <= MB_LINSOLVER; slot++)
        for (int i = 0; mb_solver_part_at((mb_solver_slot)slot, i); i++)
            if (strcmp(mb_solver_part_at((mb_solver_slot)slot, i)->name, word) == 0)
                return mb_fail(err, MB_BAD_INPUT,
                               "--fits %s: it is the name of one %s; give a whole solver, such as "
                               "lagrange/rk4:h=1e-3, or a problem",
                               word, kinds[slot]);
    *rows = json_array();
    status = mb_is_engine(word) ? mb_fits_of_engine(word, *rows, err)
             : slash && !file   ? of_solver(word, *rows, err)
                                : of_problem(word, *rows, err);
    if (status != MB_OK) {
        json_decref(*rows);
        *rows = NULL;
    }
    return status;
}

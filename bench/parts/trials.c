/* SPDX-License-Identifier: MIT */
/* The trials: what the tests of the program's own parts ask of them, of parts that it has not seen. */
#include "bench/parts/trials.h"

#include <malloc.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc_count.h"

static const double step = 1e-3;      /* [s] */
static const double tolerance = 1e-6; /* of error-controlled integrators */

/* Planar with singular positions; planar; spatial with T != I; nonholonomic */
static const char *const few[] = {"double-four-bar", "four-bar", "heavy-top", "chaplygin-sleigh"};

enum { FEW = sizeof few / sizeof *few };

/* Calls `look` for every composition of the part on a model, as long as nothing is wrong; yields how
 * many fit. */
typedef bool look(const mb_model *model, const char *spec, int order, mb_trial_page *page);

static int each_mate(const mb_tried *tried, const char *problem, look *each, mb_trial_page *page)
{
    char spec[MB_SPEC_SIZE];
    int order, fit = 0;
    mb_model *model;

    if (mb_model_create(problem, &model, NULL) != MB_OK)
        return 0;
    for (int k = 0; !mb_trial_is_wrong(page) && mb_mate(tried, k, step, tolerance, spec, &order);
         k++)
        fit += each(model, spec, order, page);
    mb_model_destroy(model);
    return fit;
}

static int each_of_few(const mb_tried *tried, look *each, mb_trial_page *page)
{
    int fit = 0;

    for (int i = 0; i < FEW && !mb_trial_is_wrong(page); i++)
        fit += each_mate(tried, few[i], each, page);
    return fit;
}

static void conclude(mb_trial_page *page, int runs, const char *what)
{
    if (mb_trial_is_wrong(page))
        return;
    if (runs > 0)
        mb_trial_say(page, MB_FINDING_OK, "%s, in %d compositions", what, runs);
    else
        mb_trial_say(page, MB_FINDING_NOT_DONE, "it fits none of %s, %s, %s, %s in any composition",
                     few[0], few[1], few[2], few[3]);
}

/* ---- it fits, or says why ------------------------------------------------------------------- */

/* What no longer stands in the terms as the mechanism has it, of what is constant and therefore evaluated
 * once; NULL: all does. */
static const char *written_over(const mb_solver *solver)
{
    const mb_model *model = solver->model;
    const size_t nnz = (size_t)model->M.nnz, nv = (size_t)model->nv;
    double *own = calloc(nnz + nv, sizeof *own);
    const char *what = NULL;

    if (own && model->traits & MB_CONSTANT_M) {
        model->ops->mass(model, model->q0, own);
        if (memcmp(own, solver->terms.mass, nnz * sizeof *own) != 0)
            what = "terms.mass is no longer M";
    }
    if (own && model->constant_force) {
        model->ops->force(model, model->t0, model->q0, model->v0, own + nnz);
        if (memcmp(own + nnz, solver->terms.force, nv * sizeof *own) != 0)
            what = "terms.force is no longer Q";
    }
    free(own);
    return what;
}

static bool steps(const mb_model *model, const char *spec, int order, mb_trial_page *page)
{
    mb_error err;
    mb_solver *solver = mb_trial_make(model, spec, page, &err);
    const bool fits = solver != NULL;
    mb_status status = fits ? mb_trial_walk(solver, spec, model->t_end, 3, page, &err) : MB_OK;

    (void)order;
    if (status != MB_OK && (!err.text[0] || err.status != status))
        mb_trial_say(page, MB_FINDING_WRONG,
                     "%s fails (%s) without a word: mb_fail(err, ...) gives one", page->at,
                     mb_status_text(status));
    else if (fits && written_over(solver))
        mb_trial_say(page, MB_FINDING_WRONG,
                     "%s: %s of the mechanism, which is evaluated once: what a method has in its "
                     "place it keeps for itself",
                     page->at, written_over(solver));
    mb_solver_destroy(solver);
    return fits;
}

static void fits(const mb_tried *tried, mb_trial_page *page)
{
    int n, order, fit = 0, failed = 0;
    const mb_problem *const *all = mb_problems(&n);
    char spec[MB_SPEC_SIZE], why[300] = "";
    mb_error err;
    mb_model *model;

    if (!mb_mate(tried, 0, step, tolerance, spec, &order)) {
        mb_trial_say(
            page, MB_FINDING_WRONG,
            "no part of the program goes with it: look at family, families, stepwise, smooth");
        return;
    }
    for (int i = 0; i < n && !mb_trial_is_wrong(page); i++) {
        bool fits_one = false;

        if (mb_model_create(all[i]->name, &model, NULL) != MB_OK)
            continue;
        for (int k = 0; !mb_trial_is_wrong(page) && !fits_one &&
                        mb_mate(tried, k, step, tolerance, spec, &order);
             k++)
            fits_one = steps(model, spec, order, page);
        if (!fits_one && !why[0]) {
            mb_solver_destroy(mb_trial_make(model, spec, page, &err));
            snprintf(why, sizeof why, "; %s: %.200s", all[i]->name, err.text);
        }
        fit += fits_one;
        failed += !fits_one;
        mb_model_destroy(model);
    }
    if (!mb_trial_is_wrong(page))
        mb_trial_say(page, MB_FINDING_OK, "%d of %d mechanisms%s%s", fit, n,
                     failed ? ", of the others it says why" : "", why);
}

/* ---- it repeats ----------------------------------------------------------------------------- */

static bool twice(const mb_model *model, const char *spec, int order, mb_trial_page *page)
{
    mb_error err;
    mb_solver *solver = mb_trial_make(model, spec, page, &err);
    const size_t n = (size_t)(model->nq + model->nv);
    double first[512];
    mb_status status[2];

    (void)order;
    if (!solver || n > sizeof first / sizeof *first) {
        mb_solver_destroy(solver);
        return false;
    }
    for (int pass = 0; pass < 2; pass++) {
        mb_error_clear(&err);
        status[pass] = mb_trial_walk(solver, spec, 0.0205, 50, page, &err);
        if (pass == 0)
            memcpy(first, solver->state.q, n * sizeof *first);
    }
    if (status[0] != status[1] || memcmp(first, solver->state.q, n * sizeof *first) != 0)
        mb_trial_say(
            page, MB_FINDING_WRONG,
            "%s: started again it ends elsewhere: what a run leaves behind must not be seen by the "
            "next",
            page->at);
    mb_solver_destroy(solver);
    return true;
}

static void repeats(const mb_tried *tried, mb_trial_page *page)
{
    conclude(page, each_of_few(tried, twice, page), "bit for bit");
}

/* ---- what is no number ---------------------------------------------------------------------- */

static void nan_force(const mb_model *model, double t, const double *q, const double *v,
                      double *force)
{
    (void)t, (void)q, (void)v;
    for (int i = 0; i < model->nv; i++)
        force[i] = NAN;
}

static bool no_number(const mb_model *model, const char *spec, int order, mb_trial_page *page)
{
    mb_model spoilt = *model;
    mb_ops ops = *model->ops;
    mb_error err;
    mb_solver *solver;
    mb_status status = MB_OK;

    (void)order;
    ops.force = nan_force;
    spoilt.ops = &ops;
    spoilt.constant_force = false;
    solver = mb_trial_make(&spoilt, spec, page, &err);
    if (!solver)
        return false;
    status = mb_trial_walk(solver, spec, 1.0, 3, page, &err);
    if (status != MB_NON_FINITE)
        mb_trial_say(page, MB_FINDING_WRONG,
                     "%s with forces that are no numbers: %s %s; expected MB_NON_FINITE", page->at,
                     mb_status_text(status), err.text);
    mb_solver_destroy(solver);
    return true;
}

static void nan_forces(const mb_tried *tried, mb_trial_page *page)
{
    conclude(page, each_of_few(tried, no_number, page),
             "forces that are no numbers become a status");
}

/* ---- allocations that fail ------------------------------------------------------------------ */

enum { MOST_ALLOCATIONS = 4000, BEYOND = 5 /* set-ups after the first that goes through */ };

static bool every_allocation(const mb_model *model, const char *spec, int order,
                             mb_trial_page *page)
{
    int through = 0;
    bool fits_it = true;

    (void)order;
    for (long k = 1; k < MOST_ALLOCATIONS && through < BEYOND && !mb_trial_is_wrong(page); k++) {
        mb_arena *arena = mb_arena_create();
        mb_error err = {MB_OK, ""};
        mb_solver *solver = NULL;
        mb_status status = MB_NO_MEMORY;

        mb_trial_at(page, "set-up without memory", spec, model->problem->name);
        if (arena) {
            mb_arena_fail_at(arena, k);
            status = mb_solver_create_in(arena, model, spec, &solver, &err);
        }
        if (status == MB_NOT_APPLICABLE) {
            fits_it = false;
            break;
        }
        if (status != MB_OK && status != MB_NO_MEMORY)
            mb_trial_say(page, MB_FINDING_WRONG, "%s: %s %s; expected MB_NO_MEMORY", page->at,
                         mb_status_text(status), err.text);
        if (status == MB_NO_MEMORY && through > 0)
            mb_trial_say(page, MB_FINDING_WRONG,
                         "%s: allocation %ld failed and nothing was said of it", page->at,
                         k - through);
        through += status == MB_OK;
        mb_solver_destroy(solver);
    }
    return fits_it;
}

static void allocations(const mb_tried *tried, mb_trial_page *page)
{
    conclude(page, each_of_few(tried, every_allocation, page),
             "each allocation that fails becomes a status");
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t in_use(void)
{
    const struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

/* Ten steps of a solver of their own; allocations made in them.  False: it does not fit. */
static bool use(const mb_model *model, const char *spec, long *own, mb_trial_page *page)
{
    mb_error err;
    mb_solver *solver = mb_trial_make(model, spec, page, &err);
    mb_alloc_counts counts;

    if (!solver)
        return false;
    mb_trial_at(page, "a step", spec, model->problem->name);
    (void)mb_solver_start(solver, &err);
    counts = mb_alloc_counts_now();
    for (int i = 0; i < 10 && mb_solver_step(solver, 1.0, &err) == MB_OK;)
        i++;
    *own = mb_alloc_counts_now().own - counts.own;
    mb_solver_destroy(solver);
    return true;
}

/* The system keeps small pieces for the next one that asks, so that what is in use wavers; what is lost
 * shows in every window. */
static bool keeps(const mb_model *model, const char *spec, int order, mb_trial_page *page)
{
    enum { WINDOWS = 12, ROUNDS = 3 };
    size_t least = SIZE_MAX;
    long own = 0;

    (void)order;
    for (int window = 0; window < WINDOWS; window++) {
        const size_t before = in_use();
        size_t after;

        for (int round = 0; round < ROUNDS; round++)
            if (!use(model, spec, &own, page))
                return false;
        after = in_use();
        least = after <= before ? 0 : after - before < least ? after - before : least;
    }
    if (least > 0)
        mb_trial_say(
            page, MB_FINDING_WRONG,
            "%s: a run leaves %zu bytes behind: take them from the solver's arena, or free them "
            "with "
            "mb_arena_defer",
            page->at, least / ROUNDS);
    else if (own > 0)
        mb_trial_say(page, MB_FINDING_WRONG,
                     "%s: %ld allocations in ten steps: take memory in set-up", page->at, own);
    return true;
}

static void memory(const mb_tried *tried, mb_trial_page *page)
{
    conclude(page, each_of_few(tried, keeps, page),
             "nothing is left behind, nothing allocated in a step");
}

const mb_part_trial mb_part_trials[] = {
    {"fits", fits},      {"repeats", repeats},
    {"nan", nan_forces}, {"allocations", allocations},
    {"memory", memory},  {"order", mb_trial_order},
    {NULL, NULL},
};

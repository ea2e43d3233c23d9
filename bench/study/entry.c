/* SPDX-License-Identifier: MIT */
/* One entry of a study's `runs`: problems x solvers x grid. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "bench/engine/engine.h"
#include "bench/search.h"
#include "bench/study/entry_parts.h"
#include "solvers/solver.h"

double mb_quick_t_end(double t_end, const char *solver)
{
    double least = 20.0 * mb_method_step(solver);
    double quick = t_end / 10.0;

    if (quick < least) /* not so with an error-controlled step, whose nominal one is NaN */
        quick = least;
    return quick < t_end ? quick : t_end;
}

/* Fails at a spec, naming what it was after the grid filled it in. */
static mb_status bad_spec(mb_yaml *yaml, const yaml_node_t *node, const char *text,
                          const char *filled, const mb_error *why)
{
    if (strcmp(text, filled) == 0)
        return mb_yaml_fail(yaml, node, "%s", why->text);
    return mb_yaml_fail(yaml, node, "%s (in %s)", why->text, filled);
}

/* End time of a run: the option's, the entry's or the problem's own. */
static mb_status end_time(struct entry *e, const int *at, const char *solver, double *t_end)
{
    const char *text;
    char filled[MB_SPEC_SIZE];
    mb_status status;

    if (!isnan(e->options->t_end)) {
        *t_end = e->options->t_end;
        return MB_OK;
    }
    if (e->options->quick && !isnan(e->quick_t_end)) {
        *t_end = e->quick_t_end;
        return MB_OK;
    }
    if (e->t_end) {
        MB_TRY(mb_yaml_text(e->yaml, e->t_end, "t_end", &text));
        MB_TRY(mb_grid_fill(e->yaml, e->t_end, text, &e->grid, at, filled, sizeof filled));
        if (!mb_parse_number(filled, t_end) || *t_end <= 0.0)
            return mb_yaml_fail(e->yaml, e->t_end,
                                "t_end is '%s'; expected a number of seconds above 0", filled);
    } else {
        *t_end = fmin(e->opened.t_end, e->t_most); /* whichever is no NaN */
    }
    if (e->options->quick)
        *t_end = mb_quick_t_end(*t_end, solver);
    status = MB_OK;
done:
    return status;
}

/* Appends one run.  goal: of its search; NULL: none. */
static mb_status append(struct entry *e, const char *solver, double t_end,
                        const mb_search_goal *goal)
{
    const int number = e->several ? e->plan->count - e->first + 1 : 0;
    char id[320];
    mb_run *run;
    mb_status status;

    snprintf(id, sizeof id, number ? "%s%s.%d" : "%s%s", e->id, e->suffix, number);
    MB_TRY(mb_plan_add(e->plan, e->study, id, e->opened.canonical, solver, t_end, e->yaml->err));
    run = &e->plan->run[e->plan->count - 1];
    run->number = number;
    run->reading = e->reading;
    run->timing = e->timing;
    run->series = e->series;
    if (goal)
        mb_search_plan(e->plan, goal);
done:
    return status;
}

/* The runs of one problem, solver and grid point: one, or one a class that is searched for. */
static mb_status add(struct entry *e, const mb_entry_spec *p, const mb_entry_spec *s, const int *at)
{
    char filled[MB_SPEC_SIZE], solver[4 * MB_SPEC_SIZE], filled_solver[4 * MB_SPEC_SIZE];
    char start[4 * MB_SPEC_SIZE];
    mb_error why = {MB_OK, ""};
    double t_end;
    mb_status status;

    MB_TRY(mb_grid_fill(e->yaml, p->node, p->text, &e->grid, at, filled, sizeof filled));
    if (mb_entry_problem_open(e->yaml->file, filled, &e->opened, &why) != MB_OK)
        return bad_spec(e->yaml, p->node, p->text, filled, &why);
    MB_TRY(
        mb_grid_fill(e->yaml, s->node, s->text, &e->grid, at, filled_solver, sizeof filled_solver));
    if (mb_method_planned(filled_solver, &e->engines, solver, sizeof solver, &why) != MB_OK)
        return bad_spec(e->yaml, s->node, s->text, filled_solver, &why);
    MB_TRY(end_time(e, at, solver, &t_end));
    if (e->search.count == 0)
        return append(e, solver, t_end, NULL);
    if (mb_search_start(e->search.goal, solver, t_end, start, sizeof start, &why) != MB_OK)
        return bad_spec(e->yaml, s->node, s->text, filled_solver, &why);
    for (int k = 0; k < e->search.count; k++) {
        MB_TRY(append(e, start, t_end, &e->search.goal[k]));
        e->plan->run[e->plan->count - 1].continues = k > 0;
    }
done:
    return status;
}

/* Axes that a problem, a solver and t_end name, as bits. */
static mb_status axes_of(struct entry *e, const mb_entry_spec *p, const mb_entry_spec *s,
                         unsigned *axes)
{
    const char *text;
    mb_status status;

    *axes = 0;
    MB_TRY(mb_grid_names(e->yaml, p->node, p->text, &e->grid, axes));
    MB_TRY(mb_grid_names(e->yaml, s->node, s->text, &e->grid, axes));
    if (!e->t_end)
        return MB_OK;
    MB_TRY(mb_yaml_text(e->yaml, e->t_end, "t_end", &text));
    MB_TRY(mb_grid_names(e->yaml, e->t_end, text, &e->grid, axes));
done:
    return status;
}

/* Refuses a grid of too many points before the first of them is looked at. */
static mb_status check_size(struct entry *e, const yaml_node_t *s, unsigned axes)
{
    double runs = fmax(1.0, e->search.count);

    for (int i = e->grid.readings; i < e->grid.axes; i++)
        if (axes >> i & 1u)
            runs *= e->grid.axis[i].points;
    if (e->plan->count + runs > MB_MAX_RUNS)
        return mb_yaml_fail(e->yaml, s, "more than %d runs; make the grid smaller", MB_MAX_RUNS);
    return MB_OK;
}

/* Next grid point over the given axes, the last one fastest; false after the last. */
static bool advance(const mb_grid *grid, unsigned axes, int *at)
{
    for (int i = grid->axes - 1; i >= 0; i--) {
        if (!(axes >> i & 1u))
            continue;
        if (++at[i] < grid->axis[i].points)
            return true;
        at[i] = 0;
    }
    return false;
}

/* The runs of one reading: problems x solvers x grid. */
static mb_status expand_reading(struct entry *e, const int *reading)
{
    for (int i = 0; i < e->problems; i++) {
        for (int j = 0; j < e->solvers; j++) {
            const mb_entry_spec *p = &e->of[i], *s = &e->with[j];
            int at[MB_MAX_READINGS + MB_MAX_AXES] = {0};
            unsigned axes;
            mb_status status = axes_of(e, p, s, &axes);

            for (int k = 0; k < e->grid.readings; k++)
                at[k] = reading[k];
            axes &= ~0u << e->grid.readings;

            if (status == MB_OK)
                status = check_size(e, s->node, axes);
            if (status != MB_OK)
                return status;
            do {
                status = add(e, p, s, at);
                if (status != MB_OK)
                    return status;
            } while (advance(&e->grid, axes, at));
        }
    }
    return MB_OK;
}

/* The runs of solvers that are added to a study: numbered by themselves, so that the others keep their
 * names; their CPU ratios refer to the entry's first solver all the same. */
static mb_status expand_added(struct entry *e, const yaml_node_t *node, const int *reading)
{
    mb_entry_spec *own = e->with;
    const int solvers = e->solvers, first = e->first;
    const bool several = e->several;
    mb_entry_spec *added;
    size_t end = strlen(e->suffix);
    mb_status status;

    if (e->options->added == 0)
        return MB_OK;
    MB_TRY(MB_TAKE(e->plan->arena, &added, (size_t)e->options->added, e->yaml->err));
    for (int i = 0; i < e->options->added; i++)
        added[i] = (mb_entry_spec){node, e->options->add[i]};
    snprintf(e->suffix + end, sizeof e->suffix - end, ".added");
    e->with = added;
    e->solvers = e->options->added;
    e->first = e->plan->count;
    e->several = true;
    MB_TRY(expand_reading(e, reading));
    e->with = own;
    e->several = several;
    e->solvers = solvers;
    e->first = first;
    e->suffix[end] = '\0';
done:
    return status;
}

/* In each combination of the readings all runs, numbered from 1: what does not depend on a reading
 * is the same run in all of them.  CPU ratios refer to the first solver in the same reading. */
static mb_status expand(struct entry *e, const yaml_node_t *node)
{
    const unsigned readings = (1u << e->grid.readings) - 1u;
    int at[MB_MAX_READINGS + MB_MAX_AXES] = {0}, doubled;
    mb_plan *plan = e->plan;
    mb_status status;

    e->several = e->problems * e->solvers > 1 || e->search.count > 1;
    for (int i = e->grid.readings; i < e->grid.axes; i++)
        e->several = e->several || e->grid.axis[i].points > 1;
    do {
        e->first = plan->count;
        mb_grid_suffix(&e->grid, at, e->suffix, sizeof e->suffix);
        MB_TRY(mb_grid_values(&e->grid, at, plan->arena, &e->reading, e->yaml->err));
        MB_TRY(expand_reading(e, at));
        MB_TRY(expand_added(e, node, at));
        doubled = mb_plan_end_entry(plan, e->first);
        if (doubled >= 0 && !e->options->quick && isnan(e->options->t_end))
            return mb_yaml_fail(e->yaml, node, "entry '%s' holds the same run twice: %s with %s",
                                e->id, plan->run[doubled].problem, plan->run[doubled].solver);
    } while (advance(&e->grid, readings, at));
done:
    return status;
}

/* An axis that no text names was meant to be in one. */
static mb_status check_used(const struct entry *e)
{
    for (int i = 0; i < e->grid.axes; i++)
        if (!e->grid.axis[i].used)
            return mb_yaml_fail(e->yaml, e->grid.axis[i].node,
                                "%s '%s' is not used; write {%s} in solver, problem or t_end",
                                i < e->grid.readings ? "reading" : "grid", e->grid.axis[i].name,
                                e->grid.axis[i].name);
    return MB_OK;
}

mb_status mb_study_entry(mb_yaml *yaml, const yaml_node_t *node, const mb_entry_study *study,
                         mb_plan *plan)
{
    struct entry e = {.yaml = yaml,
                      .study = study->name,
                      .lists = study->lists,
                      .options = study->options,
                      .t_most = NAN,
                      .quick_t_end = NAN,
                      .quick_points = 3,
                      .timing = MB_TIMED,
                      .series = MB_SERIES_FILE,
                      .search = study->options->search,
                      .grid = {.known = study->readings},
                      .plan = plan,
                      .engines = {.arena = plan->arena}};
    mb_status status;

    MB_TRY(mb_entry_read(&e, node));
    MB_TRY(expand(&e, node));
    MB_TRY(check_used(&e));
done:
    return status;
}

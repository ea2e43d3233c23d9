/* SPDX-License-Identifier: MIT */
/* What runs of a claim have: the parameters that vary among them, what they measure. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/engine/engine.h"
#include "bench/mechanism/problem_file.h"
#include "bench/series.h"
#include "bench/study/claim_parts.h"
#include "solvers/compose.h"

/* ---- parameters ----------------------------------------------------------------------------- */

enum { FORMULATION, INTEGRATOR, PROJECTION, PROBLEM, OWNERS };

/* The parameters of one part of a run's solver or of its problem, and their values; NULL: none. */
static const mb_param *params_of(const mb_run *run, int owner, mb_values *values)
{
    char problem[MB_SPEC_SIZE];
    mb_composition c;
    const char *rest;

    if (owner == PROBLEM) {
        if (!run->of || mb_problem_split(run->problem, problem, &rest, NULL) != MB_OK ||
            mb_values_parse(problem, run->of->params, rest, values, NULL) != MB_OK)
            return NULL;
        return run->of->params;
    }
    if (mb_compose(run->solver, &c, NULL) != MB_OK)
        return NULL;
    *values = owner == FORMULATION  ? c.formulation_values
              : owner == INTEGRATOR ? c.integrator_values
                                    : c.projection_values;
    return owner == FORMULATION  ? c.formulation->params
           : owner == INTEGRATOR ? c.integrator->params
           : c.projection        ? c.projection->params
                                 : NULL;
}

/* The parameter of that name of one part; NaN: it has none or it is not set.  *unit (may be NULL)
 * receives its unit. */
static double parameter(const mb_run *run, int owner, const char *name, const char **unit)
{
    mb_values values;
    const mb_param *params;
    int i;

    if (mb_is_engine(run->solver) &&
        owner != PROBLEM) { /* what a spec says, as engines may be missing */
        if (unit)
            *unit = "";
        return owner == FORMULATION ? mb_engine_parameter(run->solver, name) : (double)NAN;
    }
    params = params_of(run, owner, &values);
    i = mb_param_index(params, name);
    if (i < 0 || params[i].kind == MB_CHOICE)
        return NAN;
    if (unit)
        *unit = params[i].unit;
    return values.value[i];
}

/* The parameter of one owner for all runs of a list; *varies tells whether it differs among them.
 * False: not every run has it. */
static bool read_values(const mb_claim_source *s, const mb_run_list *list, int owner,
                        const char *name, double *value, const char **unit, bool *varies)
{
    *varies = false;
    for (int i = 0; i < list->runs; i++) {
        value[i] = parameter(&s->plan->run[s->first[0] + list->run[i]], owner, name, unit);
        if (!isfinite(value[i]))
            return false;
        *varies = *varies || value[i] != value[0];
    }
    return true;
}

mb_status mb_claim_values(const mb_claim_source *s, const yaml_node_t *node,
                          const mb_run_list *list, const char *name, double **value,
                          const char **unit)
{
    bool varies = false;
    mb_status status = MB_TAKE(s->plan->arena, value, (size_t)list->runs + 1, s->yaml->err);

    for (int owner = 0; status == MB_OK && owner < OWNERS && !varies; owner++)
        varies = read_values(s, list, owner, name, *value, unit, &varies) && varies;
    for (int owner = 0; status == MB_OK && owner < OWNERS && !varies; owner++)
        if (read_values(s, list, owner, name, *value, unit, &varies))
            return s->whole && list->runs > 0
                       ? mb_yaml_fail(s->yaml, node,
                                      "'%s' is the same in all runs; name runs that differ in it",
                                      name)
                       : MB_OK;
    if (status == MB_OK && !varies)
        return mb_yaml_fail(s->yaml, node,
                            "not every run has a number '%s' in its solver or problem", name);
    return status;
}

mb_status mb_claim_parameter(const mb_claim_source *s, const yaml_node_t *node,
                             mb_study_claim *claim)
{
    const mb_run_list *list = &claim->run;
    mb_status status;

    MB_TRY(mb_claim_values(s, node, list, claim->over, &claim->x, NULL));
    for (int i = 1; s->whole && i < list->runs; i++)
        for (int j = 0; j < i; j++)
            if (claim->x[i] == claim->x[j])
                return mb_yaml_fail(s->yaml, node,
                                    "runs %s and %s have the same %s; name runs that differ in it "
                                    "alone",
                                    s->plan->run[s->first[0] + list->run[j]].id,
                                    s->plan->run[s->first[0] + list->run[i]].id, claim->over);
done:
    return status;
}

/* ---- what runs measure ---------------------------------------------------------------------- */

/* The kind of extra column that a name such as outputs.crank.angle asks for; MB_SERIES_EXTRAS for a
 * standard one. */
static int extra_of(const char *column)
{
    for (int k = 0; k < MB_SERIES_EXTRAS; k++) {
        const char *word = mb_series_word((mb_series_extra)k);
        size_t n = strlen(word);

        if (strncmp(column, word, n) == 0 && column[n] == '.')
            return k;
    }
    return MB_SERIES_EXTRAS;
}

mb_status mb_claim_metric(const mb_claim_source *s, const yaml_node_t *mapping, const char *key,
                          mb_metric *metric)
{
    const yaml_node_t *node = mb_yaml_get(s->yaml, mapping, key);
    mb_error why = {MB_OK, ""};
    const char *text;
    mb_status status;

    if (!node)
        return MB_OK;
    status = mb_yaml_text(s->yaml, node, key, &text);
    if (status == MB_OK && mb_metric_parse(text, s->plan->arena, metric, &why) != MB_OK)
        status = mb_yaml_fail(s->yaml, node, "%s", why.text);
    return status;
}

mb_status mb_metric_measured(const mb_claim_source *s, const yaml_node_t *node,
                             const mb_metric *metric, const mb_run *run)
{
    if (mb_metric_timed(metric) && run->timing != MB_TIMED)
        return mb_yaml_fail(s->yaml, node,
                            "the metric needs the times of run %s, whose entry has timing: %s",
                            run->id, run->timing == MB_RUN_UNTIMED ? "no" : "near");
    for (int i = 0; i < metric->terms; i++) {
        const mb_metric_term *term = &metric->term[i];
        int extra;

        if (term->kind == MB_IS_PATH && strcmp(term->name, "search.value") == 0 && !run->search)
            return mb_yaml_fail(
                s->yaml, node,
                "the metric needs the search of run %s, whose entry has none; write "
                "search: {reach: CLASS} or limits in it",
                run->id);
        if (term->kind != MB_IS_SERIES)
            continue;
        extra = extra_of(term->name);
        if (run->series == MB_SERIES_NONE)
            return mb_yaml_fail(s->yaml, node,
                                "the metric needs the series of run %s, whose entry has series: "
                                "none",
                                run->id);
        if (extra < MB_SERIES_EXTRAS && !(run->series & 1u << extra))
            return mb_yaml_fail(s->yaml, node,
                                "the series of run %s has no column %s; write series: [%s] in its "
                                "entry",
                                run->id, term->name, mb_series_word((mb_series_extra)extra));
    }
    return MB_OK;
}

static bool same_base(const mb_plan *plan, const mb_run *a, const mb_run *b)
{
    return strcmp(plan->run[a->to].solver, plan->run[b->to].solver) == 0 &&
           strcmp(a->problem, b->problem) == 0 && a->t_end == b->t_end;
}

mb_status mb_claim_measured(const mb_claim_source *s, const yaml_node_t *node,
                            const mb_study_claim *claim)
{
    const mb_run_list *const lists[] = {&claim->run, &claim->than};
    bool compared = claim->kind == MB_CLAIM_RATIO || claim->kind == MB_CLAIM_ORDERING ||
                    claim->kind == MB_CLAIM_TREND;
    const mb_run *first = NULL;

    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs; i++) {
            const mb_run *run = &s->plan->run[s->first[0] + lists[l]->run[i]];
            mb_status status = mb_metric_measured(s, node, &claim->metric, run);

            if (status != MB_OK)
                return status;
            first = first ? first : run;
            if (compared && mb_metric_has_ratio(&claim->metric) && !same_base(s->plan, first, run))
                return mb_yaml_fail(s->yaml, node,
                                    "the CPU ratios of runs %s and %s do not compare; put solvers "
                                    "whose CPU is compared on one problem in one entry",
                                    first->id, run->id);
        }
    return MB_OK;
}

/* What runs of a claim have: the parameters that vary among them, what they measure. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/series.h"
#include "bench/study/claim_parts.h"
#include "solvers/compose.h"

static mb_status no_memory(const mb_claim_source *s)
{
    return mb_fail(s->yaml->err, MB_NO_MEMORY, "%s: no memory for its claims", s->yaml->file);
}

mb_status mb_claim_text(const mb_claim_source *s, const yaml_node_t *node, const char *what,
                        const char **text)
{
    mb_status status = mb_yaml_text(s->yaml, node, what, text);

    if (status != MB_OK)
        return status;
    *text = mb_arena_strdup(s->plan->arena, *text);
    return *text ? MB_OK : no_memory(s);
}

/* ---- parameters ----------------------------------------------------------------------------- */

enum { FORMULATION, INTEGRATOR, PROJECTION, PROBLEM, OWNERS };

/* The parameters of one part of a run's solver or of its problem, and their values; NULL: none. */
static const mb_param *params_of(const mb_run *run, int owner, mb_values *values)
{
    char problem[MB_SPEC_SIZE];
    mb_composition c;
    const mb_problem *p;
    const char *rest;

    if (owner == PROBLEM) {
        if (mb_spec_split(run->problem, problem, &rest, NULL) != MB_OK ||
            !(p = mb_problem_find(problem)) ||
            mb_values_parse(problem, p->params, rest, values, NULL) != MB_OK)
            return NULL;
        return p->params;
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
    const mb_param *params = params_of(run, owner, &values);
    int i = mb_param_index(params, name);

    if (i < 0 || params[i].kind == MB_CHOICE)
        return NAN;
    if (unit)
        *unit = params[i].unit;
    return values.value[i];
}

/* Reads the parameter of one owner for all runs.  *twice: two runs that have the same value, or -1;
 * false: not every run has it. */
static bool read_owner(const mb_claim_source *s, const mb_study_claim *claim, int owner,
                       int twice[2])
{
    const mb_run_list *list = &claim->run;

    twice[0] = -1;
    for (int i = 0; i < list->runs; i++) {
        const mb_run *run = &s->plan->run[s->first[0] + list->run[i]];

        claim->x[i] = parameter(run, owner, claim->over, NULL);
        if (!isfinite(claim->x[i]))
            return false;
        for (int j = 0; j < i && twice[0] < 0; j++)
            if (claim->x[j] == claim->x[i]) {
                twice[0] = j;
                twice[1] = i;
            }
    }
    return true;
}

/* Whether all values of x are the same. */
static bool constant(const mb_study_claim *claim)
{
    for (int i = 1; i < claim->run.runs; i++)
        if (claim->x[i] != claim->x[0])
            return false;
    return true;
}

mb_status mb_claim_parameter(const mb_claim_source *s, const yaml_node_t *node,
                             mb_study_claim *claim)
{
    int twice[2];
    bool known = false;
    mb_status status;

    MB_TRY(MB_TAKE(s->plan->arena, &claim->x, (size_t)claim->run.runs, s->yaml->err));
    for (int owner = 0; owner < OWNERS && claim->run.runs > 0; owner++) {
        if (!read_owner(s, claim, owner, twice))
            continue;
        known = true;
        if (constant(claim))
            continue;
        if (twice[0] >= 0 && s->whole)
            return mb_yaml_fail(s->yaml, node,
                                "runs %s and %s have the same %s; name runs that differ in it "
                                "alone",
                                s->plan->run[s->first[0] + claim->run.run[twice[0]]].id,
                                s->plan->run[s->first[0] + claim->run.run[twice[1]]].id,
                                claim->over);
        return MB_OK;
    }
    if (!known && claim->run.runs > 0)
        return mb_yaml_fail(
            s->yaml, node, "not every run has a number '%s' in its solver or problem", claim->over);
    if (s->whole)
        return mb_yaml_fail(s->yaml, node,
                            "'%s' is the same in all runs; name runs that differ in it",
                            claim->over);
done:
    return status;
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

mb_status mb_metric_measured(const mb_claim_source *s, const yaml_node_t *node,
                             const mb_metric *metric, const mb_run *run)
{
    if (mb_metric_timed(metric) && !run->timing)
        return mb_yaml_fail(s->yaml, node,
                            "the metric needs the times of run %s, whose entry has timing: no",
                            run->id);
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

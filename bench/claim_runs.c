/* The runs that claims look at, and the parameters that vary among them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/claim_parts.h"
#include "bench/series.h"
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

/* ---- ids ------------------------------------------------------------------------------------ */

/* Index in the plan of the runs [*from, *till) that an id names; they may be none of a numbered run
 * that a thinned grid lacks.  False: the study has no such id. */
static bool find_runs(const mb_claim_source *s, const char *id, int *from, int *till)
{
    for (int i = 0; i < mb_yaml_items(s->runs); i++) {
        const yaml_node_t *node = mb_yaml_get(s->yaml, mb_yaml_item(s->yaml, s->runs, i), "id");
        const char *entry = (const char *)node->data.scalar.value;
        size_t n = strlen(entry);

        if (strcmp(id, entry) == 0) {
            *from = s->first[i];
            *till = s->first[i + 1];
            return true;
        }
        if (strncmp(id, entry, n) != 0 || id[n] != '.' || !id[n + 1] ||
            strspn(id + n + 1, "0123456789") != strlen(id + n + 1))
            continue;
        *from = *till = s->first[i];
        for (int k = s->first[i]; k < s->first[i + 1]; k++)
            if (strcmp(s->plan->run[k].id, id) == 0) {
                *from = k;
                *till = k + 1;
            }
        return *till > *from || !s->whole;
    }
    return false;
}

static mb_status count_runs(const mb_claim_source *s, yaml_node_t *node, const char *what,
                            int *count)
{
    *count = 0;
    for (int i = 0; i < mb_yaml_items(node); i++) {
        const yaml_node_t *item = mb_yaml_item(s->yaml, node, i);
        const char *id;
        int from, till;
        mb_status status = mb_yaml_text(s->yaml, item, what, &id);

        if (status != MB_OK)
            return status;
        if (!find_runs(s, id, &from, &till))
            return mb_yaml_fail(s->yaml, item,
                                "no entry of runs has the id '%s'; '%s' names one, or one of its "
                                "runs as ID.N",
                                id, what);
        *count += till - from;
    }
    return MB_OK;
}

mb_status mb_claim_runs(const mb_claim_source *s, yaml_node_t *node, const char *what,
                        mb_run_list *list)
{
    mb_arena *arena = s->plan->arena;
    int n, used = 0;
    mb_status status;

    list->items = mb_yaml_items(node);
    if (list->items == 0)
        return mb_yaml_fail(s->yaml, node, "'%s' is an empty list; give at least one id", what);
    MB_TRY(count_runs(s, node, what, &n));
    MB_TRY(mb_claim(arena, &list->name, (size_t)list->items, sizeof *list->name, s->yaml->err));
    MB_TRY(
        mb_claim(arena, &list->first, (size_t)list->items + 1, sizeof *list->first, s->yaml->err));
    MB_TRY(mb_claim(arena, &list->run, (size_t)n, sizeof *list->run, s->yaml->err));
    for (int i = 0; i < list->items; i++) {
        int from, till;

        MB_TRY(mb_claim_text(s, mb_yaml_item(s->yaml, node, i), what, &list->name[i]));
        find_runs(s, list->name[i], &from, &till);
        list->first[i] = used;
        for (int k = from; k < till; k++)
            list->run[used++] = k - s->first[0];
    }
    list->first[list->items] = list->runs = used;
done:
    return status;
}

mb_status mb_claim_split(const mb_claim_source *s, mb_run_list *list)
{
    mb_arena *arena = s->plan->arena;
    size_t n = (size_t)list->runs;
    mb_status status;

    MB_TRY(mb_claim(arena, &list->name, n, sizeof *list->name, s->yaml->err));
    MB_TRY(mb_claim(arena, &list->first, n + 1, sizeof *list->first, s->yaml->err));
    for (int i = 0; i < list->runs; i++) {
        list->name[i] = s->plan->run[s->first[0] + list->run[i]].id;
        list->first[i] = i;
    }
    list->first[list->runs] = list->items = list->runs;
done:
    return status;
}

/* ---- parameters ----------------------------------------------------------------------------- */

enum { FORMULATION, INTEGRATOR, PROJECTION, PROBLEM, OWNERS };

static double number_of(const mb_param *params, const mb_values *values, const char *name)
{
    int i = mb_param_index(params, name);

    return i < 0 || params[i].kind == MB_CHOICE ? (double)NAN : values->value[i];
}

/* The parameter of that name of one part of a run's solver, or of its problem; NaN: it has none or
 * it is not set. */
static double parameter(const mb_run *run, int owner, const char *name)
{
    char problem[MB_SPEC_SIZE];
    mb_composition c;
    mb_values values;
    const mb_problem *p;
    const char *rest;

    if (owner == PROBLEM) {
        if (mb_spec_split(run->problem, problem, &rest, NULL) != MB_OK ||
            !(p = mb_problem_find(problem)) ||
            mb_values_parse(problem, p->params, rest, &values, NULL) != MB_OK)
            return NAN;
        return number_of(p->params, &values, name);
    }
    if (mb_compose(run->solver, &c, NULL) != MB_OK)
        return NAN;
    switch (owner) {
    case FORMULATION:
        return number_of(c.formulation->params, &c.formulation_values, name);
    case INTEGRATOR:
        return number_of(c.integrator->params, &c.integrator_values, name);
    default:
        return c.projection ? number_of(c.projection->params, &c.projection_values, name)
                            : (double)NAN;
    }
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

        claim->x[i] = parameter(run, owner, claim->over);
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

    MB_TRY(mb_claim(s->plan->arena, &claim->x, (size_t)claim->run.runs, sizeof *claim->x,
                    s->yaml->err));
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

static mb_status check_run(const mb_claim_source *s, const yaml_node_t *node,
                           const mb_metric *metric, const mb_run *run)
{
    if (mb_metric_timed(metric) && !run->timing)
        return mb_yaml_fail(s->yaml, node,
                            "the metric needs the times of run %s, whose entry has timing: no",
                            run->id);
    for (int i = 0; i < metric->terms; i++) {
        const mb_metric_term *term = &metric->term[i];
        int extra;

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
            mb_status status = check_run(s, node, &claim->metric, run);

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

/* SPDX-License-Identifier: MIT */
/* What is good enough, and the runs that ask for a search. */
#include <math.h>

#include "bench/audit/precision.h"
#include "bench/engine/engine.h"
#include "bench/search.h"
#include "bench/study/study_parts.h"

static const double unknown = NAN;
static const char *const words[] = {
#define LIMIT_WORD(name, word, meaning) word,
    MB_SEARCH_LIMIT_LIST(LIMIT_WORD)
#undef LIMIT_WORD
};

void mb_search_no_limits(mb_search_goal *goal)
{
    goal->reach = goal->steps = goal->budget = NAN;
    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        goal->limit[k] = NAN;
}

bool mb_search_limited(const mb_search_goal *goal)
{
    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        if (!isnan(goal->limit[k]))
            return true;
    return false;
}

const char *mb_search_limit_word(mb_search_limit limit)
{
    return words[limit];
}

mb_status mb_search_check_reach(double reach, mb_error *err)
{
    const mb_precision p = {.gap = reach, .drift = NAN, .error = NAN, .bound = NAN};
    const double just_below = 0.999 * reach;
    const mb_precision below = {.gap = just_below, .drift = NAN, .error = NAN, .bound = NAN};

    if (mb_precision_class(below, MB_RUN_OK, 0) == reach &&
        mb_precision_class(p, MB_RUN_OK, 0) != reach)
        return MB_OK;
    return mb_fail(err, MB_BAD_INPUT, "%g is no class; expected " MB_CLASSES, reach);
}

/* NaN: not known */
static double value_of(mb_search_limit limit, const mb_result *result, const mb_precision *p)
{
    switch (limit) {
    case MB_SEARCH_ENERGY:
        return mb_precision_work_known(&result->energy) ? result->energy.max_abs : unknown;
    case MB_SEARCH_POSITION:
        return result->norm[MB_AT_POSITION][MB_L2].max;
    case MB_SEARCH_GAP:
        return p->gap;
    case MB_SEARCH_DRIFT:
        return p->drift;
    case MB_SEARCH_ERROR:
        return p->error + p->bound;
    case MB_SEARCH_DISTANCE:
        return result->has_reference ? result->error_max + result->error_bound : unknown;
    case MB_SEARCH_LIMITS:
        break;
    }
    return unknown;
}

void mb_search_parts(const mb_search_goal *goal, const mb_result *result,
                     double part[MB_SEARCH_LIMITS])
{
    const mb_precision p = mb_precision_of(result);

    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        part[k] = value_of((mb_search_limit)k, result, &p) / goal->limit[k];
    if (isnan(goal->reach))
        return;
    part[MB_SEARCH_GAP] = fmax(part[MB_SEARCH_GAP], p.gap / goal->reach);
    part[MB_SEARCH_DRIFT] = fmax(part[MB_SEARCH_DRIFT], p.drift / goal->reach);
    part[MB_SEARCH_ERROR] = fmax(part[MB_SEARCH_ERROR], (p.error + p.bound) / goal->reach);
}

bool mb_search_reached(const mb_search_goal *goal, const mb_result *result)
{
    const mb_precision p = mb_precision_of(result);

    if (result->status != MB_RUN_OK)
        return false;
    if (!isnan(goal->reach) &&
        !(mb_precision_class(p, result->status, result->counters.unconverged) <= goal->reach))
        return false;
    if (result->counters.unconverged > 0 && isnan(p.error))
        return false;
    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        if (!isnan(goal->limit[k]) && !(value_of((mb_search_limit)k, result, &p) <= goal->limit[k]))
            return false;
    return true;
}

/* A step that gives so many, to two digits so that specs stay readable. */
static double step_of(double t_end, double steps)
{
    char text[MB_NUMBER_SIZE];
    double h = t_end / steps;

    snprintf(text, sizeof text, "%.2g", h);
    mb_parse_number(text, &h);
    return h;
}

mb_status mb_search_start(const mb_search_goal *goal, const char *solver, double t_end, char *spec,
                          size_t size, mb_error *err)
{
    const bool stepped = !isnan(mb_method_step(solver));

    if (!stepped && isnan(mb_method_tolerance(solver)))
        return mb_fail(err, MB_BAD_INPUT,
                       "%s has neither a step nor a tolerance that could be searched for", solver);
    if (stepped && !isnan(goal->steps))
        return mb_method_at(
            solver, "h", mb_is_engine(solver) ? t_end / goal->steps : step_of(t_end, goal->steps),
            spec, size, err);
    snprintf(spec, size, "%s", solver);
    return MB_OK;
}

/* Limits that are part of every cell; later ones are of those that have them, so that cells stay
 * what they were. */
enum { HASHED = MB_SEARCH_ERROR + 1 };

/* A cell or a key of a run, for a search. */
static uint64_t searched(uint64_t hash, const mb_search_goal *goal)
{
    hash = mb_hash_text(hash, "|search");
    hash = mb_hash(hash, &goal->reach, sizeof goal->reach);
    hash = mb_hash(hash, goal->limit, HASHED * sizeof *goal->limit);
    for (int k = HASHED; k < MB_SEARCH_LIMITS; k++)
        if (!isnan(goal->limit[k]))
            hash = mb_hash(hash, &goal->limit[k], sizeof *goal->limit);
    return hash;
}

void mb_search_plan(mb_plan *plan, const mb_search_goal *goal)
{
    mb_run *run = &plan->run[plan->count - 1];
    char budget[MB_NUMBER_SIZE + 16] = "";

    run->search = goal;
    run->cell = searched(run->cell, goal);
    if (!isnan(goal->budget))
        snprintf(budget, sizeof budget, "|budget %g", goal->budget);
    run->key = mb_hash_text(searched(run->key, goal), budget);
}

/* The keys of `search`; from the fifth on those of `limits`. */
enum { LIMIT_KEYS = 4 };
#define AT(member) MB_YAML_AT(mb_search_goal, member)
#define LIMIT_KEY(name, word, meaning)                                                             \
    {word, MB_YAML_MAY, MB_YAML_NUMBER, AT(limit[name]), .range = MB_YAML_ABOVE, .min = 0},
static const mb_yaml_key keys[] = {
    {.name = "reach"},
    {.name = "limits"},
    {"steps", MB_YAML_MAY, MB_YAML_NUMBER, AT(steps), .range = MB_YAML_FROM, .min = 10},
    {"budget", MB_YAML_MAY, MB_YAML_NUMBER, AT(budget), .range = MB_YAML_ABOVE, .min = 0},
    MB_SEARCH_LIMIT_LIST(LIMIT_KEY){.name = NULL}};
#undef LIMIT_KEY
#undef AT

/* The goals of a list of classes, all but for the class like the first. */
static mb_status read_classes(mb_yaml *yaml, yaml_node_t *reach, const mb_search_goal *like,
                              mb_search_goals *goals)
{
    mb_search_goal *goal;
    mb_error why = {MB_OK, ""};
    mb_status status;

    goals->count = mb_yaml_items(reach);
    if (goals->count == 0)
        return mb_yaml_fail(yaml, reach, "'reach' is an empty list; give at least one class");
    MB_TRY(MB_TAKE(yaml->arena, &goal, (size_t)goals->count, yaml->err));
    goals->goal = goal;
    for (int i = 0; i < goals->count; i++) {
        const yaml_node_t *item = mb_yaml_item(yaml, reach, i);

        goal[i] = *like;
        MB_TRY(mb_yaml_number(yaml, item, "reach", &goal[i].reach));
        if (mb_search_check_reach(goal[i].reach, &why) != MB_OK)
            return mb_yaml_fail(yaml, item, "reach: %s", why.text);
        if (i > 0 && !(goal[i].reach < goal[i - 1].reach))
            return mb_yaml_fail(yaml, item, "reach: %g after %g; write the coarsest class first",
                                goal[i].reach, goal[i - 1].reach);
    }
done:
    return status;
}

mb_status mb_search_read(mb_yaml *yaml, const yaml_node_t *node, mb_search_goals *goals)
{
    yaml_node_t *reach, *limits;
    mb_search_goal *goal;
    mb_status status;

    MB_TRY(MB_TAKE(yaml->arena, &goal, 1, yaml->err));
    mb_search_no_limits(goal);
    MB_TRY(mb_yaml_read(yaml, node, "search", keys, goal));
    reach = mb_yaml_get(yaml, node, "reach");
    limits = mb_yaml_get(yaml, node, "limits");
    if ((reach != NULL) + (limits != NULL) + mb_search_limited(goal) > 1)
        return mb_yaml_fail(yaml, node, "a search is for a class or for limits, not for both");
    if (limits)
        MB_TRY(mb_yaml_read(yaml, limits, "limits", keys + LIMIT_KEYS, goal));
    if (!reach && !mb_search_limited(goal))
        return mb_yaml_fail(yaml, limits ? limits : node,
                            "a search needs a class, as in {reach: 1e-4}, or limits, as in "
                            "{energy: 0.1}");
    *goals = (mb_search_goals){1, goal};
    if (reach)
        MB_TRY(read_classes(yaml, reach, goal, goals));
done:
    return status;
}

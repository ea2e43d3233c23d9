/* One entry of a study's `runs`: problems x solvers x grid. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "bench/engine/engine.h"
#include "bench/search.h"
#include "bench/series.h"
#include "bench/study/study_parts.h"
#include "solvers/solver.h"

struct entry {
    mb_yaml *yaml;
    const char *study, *id;
    yaml_node_t *problem, *solver, *t_end; /* t_end may be NULL */
    yaml_node_t *lists;                    /* of the study; may be NULL */
    double t_most;                         /* [s] NaN: not given */
    int problems, solvers;
    mb_entry_spec *of;   /* (problems) */
    mb_entry_spec *with; /* (solvers) */
    mb_entry_opened opened;
    mb_grid grid;
    const mb_study_options *options;
    double quick_t_end;     /* NaN: not given */
    int quick_points;       /* of an axis */
    mb_run_timing timing;   /* key `timing` */
    unsigned series;        /* key `series`, bits of bench/series.h */
    mb_search_goals search; /* key `search`, or the options' */
    bool several;           /* runs are numbered */
    int first;              /* index in the plan of its first run of this reading */
    char suffix[192];       /* of its ids, "[last]" */
    const int *reading;     /* as in mb_run */
    mb_plan *plan;
};

double mb_quick_t_end(double t_end, const char *solver)
{
    double least = 20.0 * mb_method_step(solver);
    double quick = t_end / 10.0;

    if (quick < least) /* not so with an error-controlled step, whose nominal one is NaN */
        quick = least;
    return quick < t_end ? quick : t_end;
}

/* Is it what follows a comma inside a spec, "beta=5/rk4:h=1e-3"? */
static bool is_rest(const char *item)
{
    return item[strcspn(item, "=:/")] == '=';
}

/* A flow list cuts a spec at its commas; one whose specs have none is as good as a block list. */
static mb_status check_list(mb_yaml *yaml, yaml_node_t *node, const char *what)
{
    if (node->type == YAML_MAPPING_NODE)
        return mb_yaml_fail(yaml, node,
                            "'%s' must be a spec or a block list of specs, not a mapping; put a "
                            "spec that begins with '{' in quotes",
                            what);
    if (node->type != YAML_SEQUENCE_NODE)
        return MB_OK;
    if (mb_yaml_items(node) == 0)
        return mb_yaml_fail(yaml, node, "'%s' is an empty list; give at least one spec", what);
    if (node->data.sequence.style != YAML_FLOW_SEQUENCE_STYLE)
        return MB_OK;
    for (int i = 0; i < mb_yaml_items(node); i++) {
        const yaml_node_t *item = mb_yaml_item(yaml, node, i);

        if (item->type == YAML_SCALAR_NODE && item->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
            is_rest(mb_yaml_scalar(item)))
            return mb_yaml_fail(yaml, node,
                                "'%s' is a flow list, which splits a spec at its commas; write a "
                                "block list, one '- SPEC' a line",
                                what);
    }
    return MB_OK;
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
    if (mb_method_canonical(filled_solver, solver, sizeof solver, &why) != MB_OK)
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
        doubled = mb_plan_end_entry(plan, e->first);
        if (doubled >= 0 && !e->options->quick && isnan(e->options->t_end))
            return mb_yaml_fail(e->yaml, node, "entry '%s' holds the same run twice: %s with %s",
                                e->id, plan->run[doubled].problem, plan->run[doubled].solver);
    } while (advance(&e->grid, readings, at));
done:
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

#define AT(member) MB_YAML_AT(struct entry, member)

static mb_status read_quick(struct entry *e, const yaml_node_t *node)
{
    static const mb_yaml_key keys[] = {
        {"t_end", MB_YAML_MAY, MB_YAML_NUMBER, AT(quick_t_end), .range = MB_YAML_ABOVE, .min = 0},
        {"points", MB_YAML_MAY, MB_YAML_WHOLE, AT(quick_points), .range = MB_YAML_FROM, .min = 1},
        {.name = NULL},
    };

    return node ? mb_yaml_read(e->yaml, node, "quick", keys, e) : MB_OK;
}

/* none, or a list of columns beside the standard ones */
static mb_status read_series(struct entry *e, yaml_node_t *node)
{
#define WORD(name, word) word,
    static const char *const words[] = {MB_SERIES_EXTRA_LIST(WORD) NULL};
#undef WORD
    const char *text;
    char meant[128];
    mb_status status = MB_OK;

    for (int i = 0; node && i < mb_yaml_items(node); i++) {
        const yaml_node_t *item = mb_yaml_item(e->yaml, node, i);
        int k = 0;

        MB_TRY(mb_yaml_text(e->yaml, item, "series", &text));
        if (node->type == YAML_SCALAR_NODE && strcmp(text, "none") == 0) {
            e->series = MB_SERIES_NONE;
            break;
        }
        while (words[k] && strcmp(text, words[k]) != 0)
            k++;
        if (!words[k])
            return mb_yaml_fail(
                e->yaml, item, "series has no '%s'; %s", text,
                mb_meant(text, words, "expected none, or a list of", meant, sizeof meant));
        e->series |= 1u << k;
    }
done:
    return status;
}

static mb_status read_keys(struct entry *e, const yaml_node_t *node)
{
    static const char *const answers[] = {"no", "yes", "near", NULL};
    static const mb_yaml_key keys[] = {
        {"id", MB_YAML_MUST, MB_YAML_TEXT, AT(id)},
        {"problem", MB_YAML_MAY, MB_YAML_NODE, AT(problem)},
        {.name = "but"},
        {"solver", MB_YAML_MAY, MB_YAML_NODE, AT(solver)},
        {"t_end", MB_YAML_MAY, MB_YAML_NODE, AT(t_end)},
        {"t_most", MB_YAML_MAY, MB_YAML_NUMBER, AT(t_most), .range = MB_YAML_ABOVE, .min = 0},
        {.name = "grid"},
        {.name = "quick"},
        {"timing", MB_YAML_MAY, MB_YAML_WORD, AT(timing), answers, .expected = "yes, no or near"},
        {.name = "series"},
        {.name = "search"},
        {.name = "readings"},
        {.name = NULL},
    };
    mb_yaml *yaml = e->yaml;
    const yaml_node_t *search;
    mb_status status;

    MB_TRY(mb_yaml_read(yaml, node, "an entry of runs", keys, e));
    /* nothing that would be odd in a file of records, no separator of a path */
    if (strlen(e->id) > 100 || strpbrk(e->id, " \t\n/{},:[]"))
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "id"),
                            "id '%s' must be at most 100 characters without spaces and "
                            "/ : , { } [ ]",
                            e->id);
    if (!e->problem || !e->solver)
        return mb_yaml_fail(yaml, node, "entry '%s' needs a '%s'", e->id,
                            e->problem ? "solver" : "problem");
    if (e->t_end && !isnan(e->t_most))
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "t_most"),
                            "entry '%s' has t_end and t_most; keep one", e->id);
    MB_TRY(check_list(yaml, e->problem, "problem"));
    MB_TRY(check_list(yaml, e->solver, "solver"));
    MB_TRY(
        mb_entry_problems(yaml, e->problem, mb_yaml_get(yaml, node, "but"), &e->problems, &e->of));
    MB_TRY(mb_entry_solvers(yaml, e->solver, e->lists, &e->solvers, &e->with));
    MB_TRY(read_series(e, mb_yaml_get(yaml, node, "series")));
    search = mb_yaml_get(yaml, node, "search");
    if (search)
        MB_TRY(mb_search_read(yaml, search, &e->search));
    MB_TRY(read_quick(e, mb_yaml_get(yaml, node, "quick")));
    MB_TRY(mb_grid_readings(yaml, mb_yaml_get(yaml, node, "readings"), &e->grid));
    MB_TRY(mb_grid_read(yaml, mb_yaml_get(yaml, node, "grid"),
                        e->options->quick ? e->quick_points : 0, &e->grid));
done:
    return status;
}

#undef AT

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
                      .plan = plan};
    mb_status status;

    MB_TRY(read_keys(&e, node));
    MB_TRY(expand(&e, node));
    MB_TRY(check_used(&e));
done:
    return status;
}

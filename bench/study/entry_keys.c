/* SPDX-License-Identifier: MIT */
/* The keys of an entry of a study's `runs`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "bench/study/entry_parts.h"

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
        while (mb_series_words[k] && strcmp(text, mb_series_words[k]) != 0)
            k++;
        if (!mb_series_words[k])
            return mb_yaml_fail(e->yaml, item, "series has no '%s'; %s", text,
                                mb_meant(text, mb_series_words, "expected none, or a list of",
                                         meant, sizeof meant));
        e->series |= 1u << k;
    }
done:
    return status;
}

mb_status mb_entry_read(struct entry *e, const yaml_node_t *node)
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

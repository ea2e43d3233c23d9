/* SPDX-License-Identifier: MIT */
/* Readings: what a paper leaves open, as axes of a study.
 *
 *   readings:
 *     divergence:
 *       where: section 5.2
 *       open: which iterate is kept when an iteration diverges
 *       values:
 *         - {name: before, means: the iterate before the correction grew}
 *         - {name: last, text: last, means: the last iterate}
 *
 * `text` replaces {divergence} in the entries that say readings: [divergence]; without it the name
 * does.  Ids: ENTRY[NAME].N, one [NAME] a reading in the entry's order. */
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "bench/study/study_parts.h"

enum { LONGEST_NAME = 24 };

int mb_reading_index(const mb_readings *readings, const char *name)
{
    for (int i = 0; readings && i < readings->count; i++)
        if (strcmp(readings->reading[i].name, name) == 0)
            return i;
    return -1;
}

/* ---- of a study ----------------------------------------------------------------------------- */

/* Names of values alone tell the reading in a run id: those before `last` must be others. */
static mb_status check_name(mb_yaml *yaml, const yaml_node_t *node, const char *name,
                            const mb_readings *readings, const mb_reading_value *last)
{
    for (int r = 0; r < readings->count; r++)
        for (int i = 0; i < readings->reading[r].values; i++)
            if (&readings->reading[r].value[i] != last &&
                strcmp(readings->reading[r].value[i].name, name) == 0)
                return mb_yaml_fail(yaml, node,
                                    "two values of the readings have the name '%s'; give one of "
                                    "them another name and '%s' as its 'text'",
                                    name, name);
    return MB_OK;
}

static mb_status read_value(mb_yaml *yaml, const yaml_node_t *node, const mb_readings *readings,
                            mb_reading_value *value)
{
#define AT(member) MB_YAML_AT(mb_reading_value, member)
    static const mb_yaml_key keys[] = {
        {"name", MB_YAML_MUST, MB_YAML_ID, AT(name), .max = LONGEST_NAME},
        {"text", MB_YAML_MAY, MB_YAML_TEXT, AT(text)},
        {"means", MB_YAML_MAY, MB_YAML_TEXT, AT(means)},
        {.name = NULL},
    };
#undef AT
    mb_status status;

    MB_TRY(mb_yaml_read(yaml, node, "a value of a reading", keys, value));
    MB_TRY(check_name(yaml, mb_yaml_get(yaml, node, "name"), value->name, readings, value));
    if (!value->text)
        value->text = value->name;
done:
    return status;
}

static mb_status read_reading(mb_yaml *yaml, const yaml_node_t *node, const mb_readings *readings,
                              mb_reading *reading)
{
    static const mb_yaml_key keys[] = {
        {"where", MB_YAML_MUST, MB_YAML_TEXT, MB_YAML_AT(mb_reading, where)},
        {"open", MB_YAML_MUST, MB_YAML_TEXT, MB_YAML_AT(mb_reading, open)},
        {.name = "values", .use = MB_YAML_MUST},
        {.name = NULL},
    };
    yaml_node_t *values;
    int count;
    mb_status status;

    MB_TRY(mb_yaml_read(yaml, node, "a reading", keys, reading));
    values = mb_yaml_get(yaml, node, "values");
    count = mb_yaml_items(values);
    if (values->type != YAML_SEQUENCE_NODE || count < 2)
        return mb_yaml_fail(yaml, values,
                            "'values' must be a list of two at least, each such as {name: last, "
                            "means: the last iterate}; what has one value is not open");
    MB_TRY(MB_TAKE(yaml->arena, &reading->value, (size_t)count, yaml->err));
    for (; reading->values < count; reading->values++)
        MB_TRY(read_value(yaml, mb_yaml_item(yaml, values, reading->values), readings,
                          &reading->value[reading->values]));
done:
    return status;
}

mb_status mb_readings_read(mb_yaml *yaml, const yaml_node_t *node, mb_readings *readings)
{
    const yaml_node_pair_t *pair;
    mb_status status;

    if (!node)
        return MB_OK;
    MB_TRY(mb_yaml_check_keys(yaml, node, "'readings'", NULL));
    pair = node->data.mapping.pairs.start;
    if (node->data.mapping.pairs.top - pair > MB_MAX_READINGS)
        return mb_yaml_fail(yaml, node, "more than %d readings", MB_MAX_READINGS);
    MB_TRY(MB_TAKE(yaml->arena, &readings->reading, MB_MAX_READINGS, yaml->err));
    for (; pair < node->data.mapping.pairs.top; pair++) {
        yaml_node_t *key = yaml_document_get_node(&yaml->document, pair->key);
        yaml_node_t *value = yaml_document_get_node(&yaml->document, pair->value);
        mb_reading *reading = &readings->reading[readings->count++];

        MB_TRY(mb_yaml_copy(yaml, key, "the name of a reading", &reading->name));
        MB_TRY(mb_yaml_check_id(yaml, key, "reading", reading->name, LONGEST_NAME));
        MB_TRY(read_reading(yaml, value, readings, reading));
    }
done:
    return status;
}

mb_status mb_readings_used(mb_yaml *yaml, const yaml_node_t *node, const mb_readings *readings,
                           const mb_plan *plan, int first)
{
    for (int r = 0; r < readings->count; r++) {
        const char *name = readings->reading[r].name;
        bool used = false;

        for (int i = first; i < plan->count && !used; i++)
            used = plan->run[i].reading && plan->run[i].reading[r] >= 0;
        if (!used)
            return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, name),
                                "reading '%s' is not used; write readings: [%s] in the entries "
                                "whose runs depend on it, and {%s} in their solver or problem",
                                name, name, name);
    }
    return MB_OK;
}

/* ---- of an entry ---------------------------------------------------------------------------- */

static mb_status no_reading(mb_yaml *yaml, const yaml_node_t *node, const char *name,
                            const mb_readings *known)
{
    const char *names[MB_MAX_READINGS + 1] = {NULL};
    char meant[256];

    if (known->count == 0)
        return mb_yaml_fail(yaml, node,
                            "no reading is '%s': the study has none; declare it in 'readings' of "
                            "the study",
                            name);
    for (int i = 0; i < known->count; i++)
        names[i] = known->reading[i].name;
    return mb_yaml_fail(yaml, node, "no reading is '%s'; %s", name,
                        mb_meant(name, names, "the study has", meant, sizeof meant));
}

mb_status mb_grid_readings(mb_yaml *yaml, yaml_node_t *node, mb_grid *grid)
{
    mb_status status = MB_OK;

    if (node && mb_yaml_items(node) == 0)
        return mb_yaml_fail(yaml, node, "'readings' is an empty list; name one or leave it out");
    for (int i = 0; node && i < mb_yaml_items(node); i++) {
        const yaml_node_t *item = mb_yaml_item(yaml, node, i);
        const mb_reading *reading;
        mb_axis *axis;
        const char *name;
        int r;

        MB_TRY(mb_yaml_text(yaml, item, "a reading", &name));
        r = mb_reading_index(grid->known, name);
        if (r < 0)
            return no_reading(yaml, item, name, grid->known);
        for (int k = 0; k < grid->readings; k++)
            if (grid->of[k] == r)
                return mb_yaml_fail(yaml, item, "reading '%s' stands twice", name);
        reading = &grid->known->reading[r];
        axis = &grid->axis[grid->axes++];
        *axis = (mb_axis){.name = name, .node = item, .points = reading->values};
        MB_TRY(MB_TAKE(yaml->arena, &axis->point, (size_t)axis->points, yaml->err));
        for (int k = 0; k < axis->points; k++)
            axis->point[k] = reading->value[k].text;
        grid->of[grid->readings++] = r;
    }
done:
    return status;
}

void mb_grid_suffix(const mb_grid *grid, const int *at, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < grid->readings && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "[%s]",
                                 grid->known->reading[grid->of[i]].value[at[i]].name);
}

mb_status mb_grid_values(const mb_grid *grid, const int *at, mb_arena *arena, const int **values,
                         mb_error *err)
{
    int *value;
    mb_status status;

    *values = NULL;
    if (grid->readings == 0)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &value, MB_MAX_READINGS, err));
    for (int r = 0; r < MB_MAX_READINGS; r++)
        value[r] = -1;
    for (int i = 0; i < grid->readings; i++)
        value[grid->of[i]] = at[i];
    *values = value;
done:
    return status;
}

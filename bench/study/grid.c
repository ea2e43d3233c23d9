/* SPDX-License-Identifier: MIT */
/* Grids of a study and the names they fill in. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/spec.h"
#include "bench/study/study_parts.h"

/* A value between the ends, rounded to a number of digits. */
static double rounded(double x, int digits)
{
    char text[MB_NUMBER_SIZE];

    snprintf(text, sizeof text, "%.*g", digits, x);
    mb_parse_number(text, &x);
    return x;
}

static mb_status read_list(mb_yaml *yaml, yaml_node_t *node, mb_axis *axis)
{
    mb_status status = mb_yaml_texts(yaml, node, "a grid value", &axis->points, &axis->point);

    if (status == MB_OK && axis->points == 0)
        return mb_yaml_fail(yaml, node, "grid '%s' is an empty list; give values", axis->name);
    return status;
}

static mb_status read_ends(mb_yaml *yaml, yaml_node_t *node, bool log, double ends[2])
{
    const char *what = log ? "an end of 'log'" : "an end of 'linear'";
    mb_status status;

    if (node->type != YAML_SEQUENCE_NODE || mb_yaml_items(node) != 2)
        return mb_yaml_fail(yaml, node, "'%s' needs its two ends, as in %s: [1, 10]",
                            log ? "log" : "linear", log ? "log" : "linear");
    for (int i = 0; i < 2; i++) {
        MB_TRY(mb_yaml_number(yaml, mb_yaml_item(yaml, node, i), what, &ends[i]));
        if (log && ends[i] <= 0.0)
            return mb_yaml_fail(yaml, mb_yaml_item(yaml, node, i),
                                "an end of 'log' is %g; it must be above 0", ends[i]);
    }
    if (ends[0] == ends[1])
        return mb_yaml_fail(yaml, node, "both ends are %g; give two different ones", ends[0]);
    status = MB_OK;
done:
    return status;
}

static mb_status read_range(mb_yaml *yaml, const yaml_node_t *node, mb_axis *axis)
{
    struct range {
        yaml_node_t *log, *linear;
        int points;
    } range = {0};
#define AT(member) MB_YAML_AT(struct range, member)
    static const mb_yaml_key keys[] = {
        {"log", MB_YAML_MAY, MB_YAML_NODE, AT(log)},
        {"linear", MB_YAML_MAY, MB_YAML_NODE, AT(linear)},
        {"points", MB_YAML_MAY, MB_YAML_WHOLE, AT(points), .range = MB_YAML_WITHIN, .min = 2,
         .max = MB_MAX_POINTS},
        {.name = NULL},
    };
#undef AT
    double ends[2];
    mb_status status;

    MB_TRY(mb_yaml_read(yaml, node, "a grid range", keys, &range));
    if (!range.log == !range.linear || range.points == 0)
        return mb_yaml_fail(yaml, node,
                            "grid '%s' needs 'log' or 'linear' and 'points', as in "
                            "{log: [1e6, 1e9], points: 40}",
                            axis->name);
    MB_TRY(read_ends(yaml, range.log ? range.log : range.linear, range.log, ends));
    axis->points = range.points;
    MB_TRY(MB_TAKE(yaml->arena, &axis->point, (size_t)axis->points, yaml->err));
    for (int i = 0; i < axis->points; i++) {
        double at = i / (axis->points - 1.0), x = ends[i > 0];
        char text[MB_NUMBER_SIZE];

        if (i > 0 && i < axis->points - 1)
            x = range.log ? rounded(ends[0] * pow(ends[1] / ends[0], at), 6)
                          : rounded(ends[0] + (ends[1] - ends[0]) * at, 12);
        mb_format_number(x, text);
        axis->point[i] = mb_arena_strdup(yaml->arena, text);
        if (!axis->point[i])
            return mb_fail(yaml->err, MB_NO_MEMORY, "%s: no memory for its grid", yaml->file);
    }
done:
    return status;
}

static bool is_axis_name(const char *text)
{
    bool good = isalpha((unsigned char)*text);

    for (; *text; text++)
        good = good && (isalnum((unsigned char)*text) || *text == '_' || *text == '-');
    return good;
}

/* Keeps `points` of the points, both ends among them. */
static void thin(mb_axis *axis, int points)
{
    if (points <= 0 || axis->points <= points)
        return;
    for (int i = 0; i < points; i++) {
        double at = points > 1 ? (double)i * (axis->points - 1) / (points - 1) : 0.0;

        axis->point[i] = axis->point[(int)lround(at)];
    }
    axis->points = points;
}

mb_status mb_grid_read(mb_yaml *yaml, const yaml_node_t *node, int points, mb_grid *grid)
{
    const yaml_node_pair_t *pairs;
    mb_status status;

    if (!node)
        return MB_OK;
    if (node->type == YAML_MAPPING_NODE &&
        node->data.mapping.pairs.top - node->data.mapping.pairs.start > MB_MAX_AXES)
        return mb_yaml_fail(yaml, node, "a grid of more than %d names", MB_MAX_AXES);
    MB_TRY(mb_yaml_check_keys(yaml, node, "a grid", NULL));
    pairs = node->data.mapping.pairs.start;
    for (; pairs < node->data.mapping.pairs.top; pairs++) {
        yaml_node_t *key = yaml_document_get_node(&yaml->document, pairs->key);
        yaml_node_t *value = yaml_document_get_node(&yaml->document, pairs->value);
        mb_axis *axis = &grid->axis[grid->axes++];

        MB_TRY(mb_yaml_text(yaml, key, "a grid name", &axis->name));
        if (!is_axis_name(axis->name))
            return mb_yaml_fail(yaml, key, "'%s' is no grid name; use letters, digits, _ and -",
                                axis->name);
        axis->node = key;
        if (mb_reading_index(grid->known, axis->name) >= 0)
            return mb_yaml_fail(yaml, key,
                                "'%s' is a reading of the study; give the grid another name",
                                axis->name);
        if (value->type == YAML_MAPPING_NODE)
            MB_TRY(read_range(yaml, value, axis));
        else if (value->type == YAML_SEQUENCE_NODE)
            MB_TRY(read_list(yaml, value, axis));
        else
            return mb_yaml_fail(yaml, value,
                                "grid '%s' must be a list of values or a range, as in "
                                "{log: [1e6, 1e9], points: 40}",
                                axis->name);
        thin(axis, points);
    }
done:
    return status;
}

/* Axis of the name that begins after '{' and ends before '}', -1 when there is none. */
static int axis_at(const mb_grid *grid, const char *name, size_t length)
{
    for (int i = 0; i < grid->axes; i++)
        if (strlen(grid->axis[i].name) == length && memcmp(grid->axis[i].name, name, length) == 0)
            return i;
    return -1;
}

/* Whether the name that begins after '{' is that of a reading of the study. */
static bool is_reading(const mb_grid *grid, const char *name, size_t length)
{
    char copy[64];

    snprintf(copy, sizeof copy, "%.*s", (int)length, name);
    return mb_reading_index(grid->known, copy) >= 0;
}

mb_status mb_grid_names(mb_yaml *yaml, const yaml_node_t *node, const char *text, mb_grid *grid,
                        unsigned *axes)
{
    for (const char *c = text; *c; c++) {
        size_t length = strcspn(c, "}");
        int i;

        if (*c == '}')
            return mb_yaml_fail(yaml, node, "'%s' has a '}' without '{'", text);
        if (*c != '{')
            continue;
        if (c[length] != '}')
            return mb_yaml_fail(yaml, node, "'%s' has a '{' without '}'", text);
        i = axis_at(grid, c + 1, length - 1);
        if (i < 0 && is_reading(grid, c + 1, length - 1))
            return mb_yaml_fail(yaml, node,
                                "'%.*s' is not filled in: the entry is not made in the readings "
                                "of it; write readings: [%.*s] in the entry",
                                (int)length + 1, c, (int)length - 1, c + 1);
        if (i < 0)
            return mb_yaml_fail(yaml, node,
                                "'%.*s' is not filled in: the grid has no '%.*s'; add it to 'grid'",
                                (int)length + 1, c, (int)length - 1, c + 1);
        grid->axis[i].used = true;
        *axes |= 1u << i;
        c += length;
    }
    return MB_OK;
}

mb_status mb_grid_fill(mb_yaml *yaml, const yaml_node_t *node, const char *text,
                       const mb_grid *grid, const int *at, char *filled, size_t size)
{
    size_t used = 0;

    for (const char *c = text; *c && used < size; c++) {
        if (*c == '{') {
            size_t length = strcspn(c, "}");
            int i = axis_at(grid, c + 1, length - 1);

            used += (size_t)snprintf(filled + used, size - used, "%s", grid->axis[i].point[at[i]]);
            c += length;
        } else {
            filled[used++] = *c;
        }
    }
    if (used >= size)
        return mb_yaml_fail(yaml, node, "longer than %zu characters when filled in", size - 1);
    filled[used] = '\0';
    return MB_OK;
}

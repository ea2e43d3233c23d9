/* SPDX-License-Identifier: MIT */
/* The tables of `mbsbench list`, from the same objects as its JSON. */
#include <string.h>

#include "base/spec.h"
#include "base/text.h"
#include "bench/command/list.h"

/* Columns shown of each entry where it has them, in this order; the title ends the line. */
static const char *const columns[] = {
    "part",  "name",  "fits",   "coordinates", "nq",   "nv",     "m",    "rank",
    "t_end", "order", "family", "families",    "runs", "claims", "type", "unit"};

enum { COLUMNS = sizeof columns / sizeof *columns };

/* "a, b, c" */
static void join(const json_t *array, char *text, size_t size)
{
    const json_t *one;
    size_t i;

    text[0] = '\0';
    json_array_foreach(array, i, one) mb_join(text, size, ", ", json_string_value(one));
}

static void format(const json_t *value, char text[128])
{
    if (json_is_string(value))
        snprintf(text, 128, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, 128, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        mb_format_number(json_real_value(value), text);
    else if (json_is_boolean(value))
        snprintf(text, 128, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_array(value))
        join(value, text, 128);
    else
        snprintf(text, 128, "-");
}

static void print_parameter(const json_t *p, FILE *out)
{
    char value[128], least[128], most[128], range[320] = "", unit[128] = "";
    const char *choices = json_string_value(json_object_get(p, "choices"));
    const json_t *min = json_object_get(p, "min"), *max = json_object_get(p, "max");
    const char *doc = json_string_value(json_object_get(p, "doc"));

    format(json_object_get(p, "default"), value);
    format(min, least);
    format(max, most);
    if (choices)
        snprintf(range, sizeof range, ", one of %s", choices);
    else if (json_is_number(min))
        snprintf(range, sizeof range, ", %s %s%s%s",
                 json_is_true(json_object_get(p, "above_min")) ? "above" : "from", least,
                 json_is_number(max) ? " to " : "", json_is_number(max) ? most : "");
    if (json_is_string(json_object_get(p, "unit")))
        snprintf(unit, sizeof unit, " [%.100s]", json_string_value(json_object_get(p, "unit")));
    fprintf(out, "    %s = %s%s%s: %s\n", json_string_value(json_object_get(p, "name")),
            json_is_true(json_object_get(p, "required")) ? "(required)" : value, unit, range,
            doc ? doc : "");
}

/* What ends a line: its title, else why it does not fit, else what it goes with. */
static void put_last(const json_t *entry, char *text, size_t size)
{
    const char *title = json_string_value(json_object_get(entry, "title"));
    const char *reason = json_string_value(json_object_get(entry, "reason"));

    if (title || reason)
        snprintf(text, size, "%s", title ? title : reason);
    else
        join(json_object_get(entry, "with"), text, size);
}

void mb_list_print(const json_t *array, FILE *out)
{
    size_t width[COLUMNS] = {0}, i;
    char text[128];
    const json_t *entry, *parameter;

    for (int c = 0; c < COLUMNS; c++) {
        json_array_foreach(array, i, entry)
        {
            const json_t *value = json_object_get(entry, columns[c]);

            format(value, text);
            if (value && strlen(text) > width[c])
                width[c] = strlen(text);
        }
        if (width[c] > 0 && strlen(columns[c]) > width[c])
            width[c] = strlen(columns[c]);
    }
    for (int c = 0; c < COLUMNS; c++)
        if (width[c] > 0)
            fprintf(out, "%-*s  ", (int)width[c], columns[c]);
    fputs(json_object_get(json_array_get(array, 0), "fits") ? "with, or why not\n" : "title\n",
          out);
    json_array_foreach(array, i, entry)
    {
        char last[512];
        size_t j;

        for (int c = 0; c < COLUMNS; c++) {
            if (width[c] == 0)
                continue;
            format(json_object_get(entry, columns[c]), text);
            fprintf(out, "%-*s  ", (int)width[c], text);
        }
        put_last(entry, last, sizeof last);
        fprintf(out, "%s\n", last);
        if (json_is_string(json_object_get(entry, "broken")))
            fprintf(out, "    broken: %s\n", json_string_value(json_object_get(entry, "broken")));
        json_array_foreach(json_object_get(entry, "parameters"), j, parameter)
            print_parameter(parameter, out);
    }
}

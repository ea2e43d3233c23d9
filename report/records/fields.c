/* SPDX-License-Identifier: MIT */
#include "report/records/fields.h"

#include <stdio.h>
#include <string.h>

#include "report/records/records.h"

static const mb_field_text fields[MB_FIELDS] = {
#define FIELD(name, where, what, of, ...)                                                          \
    [MB_FIELD_##name] = {.path = where, .statistic = what, .text = of, .unit = __VA_ARGS__},
    MB_FIELD_LIST(FIELD)
#undef FIELD
};

static const struct {
    const char *prefix;
    bool claimable;
} open[] = {
#define OPEN(prefix, claimable) {prefix, claimable},
    MB_OPEN_FIELD_LIST(OPEN)
#undef OPEN
};

const mb_field_text *mb_field_of(mb_field field)
{
    return &fields[field];
}

mb_field mb_field_find(const char *path)
{
    int i = 0;

    while (i < MB_FIELDS && strcmp(fields[i].path, path) != 0)
        i++;
    return (mb_field)i;
}

int mb_field_paths(bool (*takes)(const mb_field_text *field), const char **list, int n)
{
    for (int i = 0; i < MB_FIELDS; i++)
        if (takes(&fields[i]))
            list[n++] = fields[i].path;
    list[n] = NULL;
    return n;
}

/* Is a path in an open object, of those that claims may use or of all? */
static bool is_open(const char *path, bool all)
{
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        size_t n = strlen(open[i].prefix);

        if ((all || open[i].claimable) && strncmp(path, open[i].prefix, n) == 0 && path[n])
            return true;
    }
    return false;
}

bool mb_field_claimable(const char *path)
{
    return mb_field_find(path) < MB_FIELDS || is_open(path, false);
}

bool mb_field_open(const char *path)
{
    return is_open(path, true);
}

double mb_record_field(const json_t *record, mb_field field)
{
    return mb_record_number(record, fields[field].path);
}

void mb_field_name(mb_field field, char text[MB_FIELD_TEXT_SIZE])
{
    const mb_field_text *f = &fields[field];

    snprintf(text, MB_FIELD_TEXT_SIZE, "%s%s%s", f->statistic, *f->statistic ? " " : "", f->text);
}

void mb_field_axis(mb_field field, char text[MB_FIELD_TEXT_SIZE])
{
    size_t n;

    mb_field_name(field, text);
    n = strlen(text);
    if (*fields[field].unit)
        snprintf(text + n, MB_FIELD_TEXT_SIZE - n, "  [%s]", fields[field].unit);
}

const char *mb_output_unit(const json_t *record, const char *name)
{
    const char *unit =
        json_string_value(json_object_get(json_object_get(record, "output_units"), name));

    return unit ? unit : "SI units";
}

/* SPDX-License-Identifier: MIT */
#include "bench/command/report_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"

enum { MOST_CHOSEN = 40 };

static const double narrowest = 40.0, widest = 400.0; /* [mm] */

/* Says what was meant, or some that there are. */
static mb_status refuse_column(const char *option, const char *name, mb_error *err)
{
    const char *all[MB_COLUMN_NAMES], *near;

    mb_run_column_names(all);
    near = mb_nearest(name, all);
    if (near)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: there is no such column; did you mean '%s'?",
                       option, name, near);
    return mb_fail(err, MB_BAD_INPUT,
                   "%s %s: there is no such column; there are those of tables/STUDY-PROBLEM.csv, "
                   "their headings, and all numbers of a record by their paths, such as label, "
                   "class, gap, drift, error, h, cpu.per_step_us, ratio, counters.steps",
                   option, name);
}

/* The words between commas. */
static mb_status split(const char *option, const char *value, mb_arena *arena,
                       const char *const **name, int *count, mb_error *err)
{
    const char **list;
    char *text = mb_arena_strdup(arena, value);
    mb_status status;

    *count = 0;
    if (!text)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (!*text)
        return mb_fail(err, MB_BAD_INPUT, "%s needs columns, separated by ','", option);
    MB_TRY(MB_TAKE(arena, &list, MOST_CHOSEN, err));
    *name = list;
    while (text) {
        if (*count == MOST_CHOSEN)
            return mb_fail(err, MB_BAD_INPUT, "%s: more than %d columns", option, MOST_CHOSEN);
        list[(*count)++] = strsep(&text, ",");
    }
done:
    return status;
}

/* Those of a table of answers, "solvers:rank,solver"; the last choice counts. */
static mb_status take_others(mb_table_look *look, mb_arena *arena, const char *option,
                             const char *value, mb_error *err)
{
    const size_t n = strcspn(value, ":");
    mb_column_choice *grown;
    const char *table = NULL;
    mb_status status;

    for (const char *const *t = mb_chosen_tables; *t && !table; t++)
        if (strlen(*t) == n && strncmp(*t, value, n) == 0)
            table = *t;
    if (!table)
        return mb_fail(
            err, MB_BAD_INPUT,
            "%s %.*s: there is no such table; there are ranking, kinds, solvers, claims, "
            "regions and cheapest, and without a name those of runs",
            option, (int)n, value);
    MB_TRY(MB_TAKE(arena, &grown, (size_t)look->choices + 1, err));
    for (int i = 0; i < look->choices; i++)
        grown[i] = look->choice[i];
    grown[look->choices].table = table;
    MB_TRY(split(option, value + n + 1, arena, &grown[look->choices].column,
                 &grown[look->choices].columns, err));
    look->choice = grown;
    look->choices++;
done:
    return status;
}

mb_status mb_report_take_columns(mb_table_look *look, mb_arena *arena, const char *option,
                                 const char *value, mb_error *err)
{
    mb_status status;

    if (value && strchr(value, ':'))
        return take_others(look, arena, option, value, err);
    MB_TRY(split(option, value ? value : "", arena, &look->column, &look->columns, err));
    for (int i = 0; i < look->columns; i++) {
        mb_column found;

        if (!mb_run_column(look->column[i], &found))
            return refuse_column(option, look->column[i], err);
    }
done:
    return status;
}

mb_status mb_report_take_width(double *width, const char *option, const char *value, mb_error *err)
{
    static const struct {
        const char *name;
        double mm;
    } unit[] = {{"mm", 1.0}, {"", 1.0}, {"cm", 10.0}, {"in", 25.4}};
    char *end = NULL;
    double x = value ? strtod(value, &end) : 0.0;

    for (size_t i = 0; end && end != value && i < sizeof unit / sizeof unit[0]; i++)
        if (strcmp(end, unit[i].name) == 0 && x * unit[i].mm >= narrowest &&
            x * unit[i].mm <= widest) {
            *width = x * unit[i].mm;
            return MB_OK;
        }
    return mb_fail(err, MB_BAD_INPUT,
                   "%s %s: expected a width from %g to %g mm, such as 88mm or 8.8cm", option,
                   value ? value : "", narrowest, widest);
}

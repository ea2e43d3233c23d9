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

mb_status mb_report_take_columns(mb_table_look *look, mb_arena *arena, const char *option,
                                 const char *value, mb_error *err)
{
    const char **column;
    char *text;
    mb_status status;

    if (!value || !*value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs columns, separated by ','", option);
    text = mb_arena_strdup(arena, value);
    if (!text)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(MB_TAKE(arena, &column, MOST_CHOSEN, err));
    look->column = column;
    look->columns = 0;
    while (text) {
        const char *name = strsep(&text, ",");
        mb_column found;

        if (!mb_run_column(name, &found))
            return refuse_column(option, name, err);
        if (look->columns == MOST_CHOSEN)
            return mb_fail(err, MB_BAD_INPUT, "%s: more than %d columns", option, MOST_CHOSEN);
        column[look->columns++] = name;
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

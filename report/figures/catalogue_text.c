/* SPDX-License-Identifier: MIT */
/* What the charts of the catalogue share. */
#include <string.h>

#include "base/arena.h"
#include "report/charts/script.h"
#include "report/figures/catalogue_parts.h"

enum { MAX_LISTED = 10 }; /* runs without a curve or a bar, by name */

mb_status mb_chart_names(const mb_report_run *const *row, int n, const mb_chart_look *look,
                         mb_arena *arena, const char **label, const char **key, mb_error *err)
{
    *key = "";
    if (mb_script_of("", look).narrow)
        return mb_rows_name(row, n, arena, label, key, err);
    for (int i = 0; i < n; i++)
        label[i] = row[i]->label;
    return MB_OK;
}

mb_status mb_group_line(const mb_run_group *group, const char *which, mb_arena *arena,
                        const char **text, mb_error *err)
{
    return mb_arena_printf(arena, text, err, "study %s%s%s%s%s", group->study, *which ? " · " : "",
                           which, *group->common ? " · all with " : "", group->common);
}

mb_status mb_list_missing(const char *head, const mb_report_run *const *row, int count,
                          mb_arena *arena, const char **text, mb_error *err)
{
    mb_status status = MB_OK;

    *text = "";
    for (int i = 0; i < count && i < MAX_LISTED; i++)
        MB_TRY(mb_arena_printf(arena, text, err, "%s%s%s (%s)", *text, i ? ", " : head,
                               row[i]->label, row[i]->ok ? "no data" : row[i]->status));
    if (count > MAX_LISTED)
        MB_TRY(mb_arena_printf(arena, text, err, "%s and %d more (see the table)", *text,
                               count - MAX_LISTED));
done:
    return status;
}

mb_status mb_charts_add(mb_charts *charts, mb_arena *arena, mb_chart **chart, mb_error *err)
{
    mb_status status = MB_OK;

    if (charts->count == charts->size) {
        int size = charts->size ? 2 * charts->size : 64;
        mb_chart *more;

        MB_TRY(MB_TAKE(arena, &more, (size_t)size, err));
        if (charts->count > 0)
            memcpy(more, charts->chart, (size_t)charts->count * sizeof *more);
        charts->chart = more;
        charts->size = size;
    }
    *chart = &charts->chart[charts->count++];
    memset(*chart, 0, sizeof **chart);
done:
    return status;
}

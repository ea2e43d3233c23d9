/* SPDX-License-Identifier: MIT */
/* Which charts a report has. */
#include <stdlib.h>
#include <string.h>

#include "report/figures/catalogue_parts.h"

static mb_status draw_group(const mb_run_group *group, const mb_chart_look *look,
                            const char *folder, mb_arena *arena, mb_charts *charts, mb_error *err)
{
    mb_track *track = calloc((size_t)group->count, sizeof *track);
    mb_status status;

    if (!track)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    for (int i = 0; i < group->count; i++)
        mb_track_read(group->row[i]->folder, mb_record_text(mb_row_record(group->row[i]), "series"),
                      &track[i]);
    MB_TRY(mb_catalogue_lines(group, track, look, folder, arena, charts, err));
    MB_TRY(mb_catalogue_bars(group, look, folder, arena, charts, err));
done:
    for (int i = 0; i < group->count; i++)
        mb_track_free(&track[i]);
    free(track);
    return status;
}

mb_status mb_charts_write(const mb_digest *digest, const mb_chart_look *look, const char *folder,
                          mb_arena *arena, mb_charts *charts, mb_error *err)
{
    mb_status status;

    memset(charts, 0, sizeof *charts);
    MB_TRY(MB_TAKE(arena, &charts->first, (size_t)digest->group_count + 1, err));
    for (int g = 0; g < digest->group_count; g++) {
        charts->first[g] = charts->count;
        if (!digest->group[g].judged && !digest->group[g].sweep)
            MB_TRY(draw_group(&digest->group[g], look, folder, arena, charts, err));
    }
    charts->first[digest->group_count] = charts->count;
done:
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Which runs of a group go into which chart. */
#include <stdlib.h>

#include "base/arena.h"
#include "report/figures/catalogue_parts.h"
#include "report/records/relevance.h"

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Places in the group of the runs that can be drawn, the most relevant first where not all are;
 * *drawn of them are. */
static mb_status choose(const mb_run_group *group, const mb_track *track, mb_arena *arena,
                        int *member, int *count, int *drawn, mb_error *err)
{
    const mb_report_run **row;
    int *order, *able, highlighted = 0, n = 0;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &row, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, &order, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, &able, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        if (track[i].count > 0) {
            highlighted += group->row[i]->highlighted;
            able[n] = i;
            row[n++] = group->row[i];
        }
    MB_TRY(mb_relevance_order(row, n, arena, order, err));
    for (int i = 0; i < n; i++)
        member[i] = able[order[i]];
    *count = n;
    *drawn = highlighted > MB_CATALOGUE_LINES ? highlighted
             : n > MB_CATALOGUE_LINES         ? MB_CATALOGUE_LINES
                                              : n;
done:
    return status;
}

/* Which are drawn and where the others are. */
static mb_status describe(const mb_run_group *group, int drawn, int all, mb_arena *arena,
                          mb_part *part, mb_error *err)
{
    const char *highlighted = "";
    mb_status status;

    part->selected = part->others = "";
    if (drawn == all)
        return MB_OK;
    for (int i = 0; i < group->count; i++)
        if (group->row[i]->highlighted)
            highlighted = "the highlighted ones, then ";
    MB_TRY(mb_arena_printf(arena, &part->selected, err,
                           "%d of %d runs are drawn: %s" MB_RELEVANCE_TEXT ". ", drawn, all,
                           highlighted));
    MB_TRY(mb_arena_printf(arena, &part->others, err,
                           "The table %s.csv has all; report --highlight SOLVER draws others. ",
                           group->file));
done:
    return status;
}

static mb_status fill(const mb_run_group *group, const mb_track *track, const int *member,
                      mb_part *part, int piece, int pieces, mb_arena *arena, mb_error *err)
{
    for (int i = 0; i < part->count; i++) {
        part->row[i] = group->row[member[i]];
        part->track[i] = &track[member[i]];
    }
    part->what = "";
    if (pieces == 1)
        return MB_OK;
    snprintf(part->suffix, sizeof part->suffix, "-%d", piece + 1);
    return mb_arena_printf(arena, &part->what, err, "%d of %d", piece + 1, pieces);
}

static mb_status list_missing(const mb_run_group *group, const mb_track *track, mb_arena *arena,
                              mb_part *last, mb_error *err)
{
    mb_status status;

    MB_TRY(MB_TAKE(arena, &last->missing, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        if (track[i].count == 0)
            last->missing[last->missing_count++] = group->row[i];
done:
    return status;
}

mb_status mb_parts_make(const mb_run_group *group, const mb_track *track, mb_arena *arena,
                        mb_part **part, int *count, mb_error *err)
{
    int *member, all, drawn, pieces;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &member, (size_t)group->count, err));
    MB_TRY(choose(group, track, arena, member, &all, &drawn, err));
    *count = pieces = (drawn + MB_CATALOGUE_LINES - 1) / MB_CATALOGUE_LINES;
    MB_TRY(MB_TAKE(arena, part, (size_t)pieces, err));
    for (int k = 0; k < pieces; k++) {
        mb_part *p = &(*part)[k];
        int first = k * drawn / pieces, last = (k + 1) * drawn / pieces;

        qsort(member + first, (size_t)(last - first), sizeof *member, by_number);
        *p = (mb_part){.count = last - first};
        MB_TRY(describe(group, drawn, all, arena, p, err));
        MB_TRY(fill(group, track, member + first, p, k, pieces, arena, err));
    }
    if (pieces > 0)
        MB_TRY(list_missing(group, track, arena, &(*part)[pieces - 1], err));
done:
    return status;
}

/* Which runs of a group go into which chart. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/figures/catalogue_parts.h"

typedef struct ranked {
    int index;
    double worst;
} ranked;

static int by_worst(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->worst != y->worst)
        return x->worst < y->worst ? -1 : 1;
    return x->index - y->index;
}

static int by_index(const void *a, const void *b)
{
    return ((const ranked *)a)->index - ((const ranked *)b)->index;
}

/* Keeps MB_CHART_LINES members at evenly spaced ranks of the largest position violation. */
static void select_ranks(const mb_run_group *group, ranked *member, int *count)
{
    for (int i = 0; i < *count; i++) {
        double worst = mb_record_field(group->row[member[i].index]->record, MB_FIELD_POSITION_MAX);

        member[i].worst = isfinite(worst) ? worst : (double)INFINITY;
    }
    qsort(member, (size_t)*count, sizeof *member, by_worst);
    for (int i = 0; i < MB_CHART_LINES; i++)
        member[i] = member[i * (*count - 1) / (MB_CHART_LINES - 1)];
    *count = MB_CHART_LINES;
    qsort(member, (size_t)*count, sizeof *member, by_index);
}

static void fill(const mb_run_group *group, const mb_track *track, const ranked *member, int n,
                 mb_part *part)
{
    part->count = n;
    for (int i = 0; i < n; i++) {
        part->row[i] = group->row[member[i].index];
        part->track[i] = &track[member[i].index];
    }
}

/* The parts of one family, letter a or b, or 0 for all runs of a small group. */
static mb_status divide(const mb_run_group *group, const mb_track *track, int letter,
                        mb_arena *arena, mb_part *parts, int *count, mb_error *err)
{
    static const char *const family[] = {"without projection", "with a projection"};
    ranked *member;
    const char *selected = "";
    int n = 0, all, pieces;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &member, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        if (track[i].count > 0 && mb_of_family(group->row[i], letter))
            member[n++].index = i;
    if (n == 0)
        return MB_OK;
    all = n;
    if (n > 2 * MB_CHART_LINES) {
        select_ranks(group, member, &n);
        MB_TRY(mb_arena_printf(arena, &selected, err,
                               "%d of %d runs are drawn: those at evenly spaced ranks of the "
                               "largest position violation, best and worst among them; the table "
                               "has all.  ",
                               n, all));
    }
    pieces = n > MB_CHART_LINES ? 2 : 1;
    for (int k = 0; k < pieces; k++) {
        mb_part *part = &parts[(*count)++];
        int first = k * n / pieces, last = (k + 1) * n / pieces;

        memset(part, 0, sizeof *part);
        fill(group, track, member + first, last - first, part);
        if (letter && pieces > 1)
            snprintf(part->suffix, sizeof part->suffix, "-%c%d", letter, k + 1);
        else if (letter)
            snprintf(part->suffix, sizeof part->suffix, "-%c", letter);
        MB_TRY(mb_arena_printf(arena, &part->what, err, "%s%s", letter ? family[letter - 'a'] : "",
                               pieces == 1 ? ""
                               : k == 0    ? " (1 of 2)"
                                           : " (2 of 2)"));
        part->family = (char)letter;
        part->selected = selected;
    }
done:
    return status;
}

mb_status mb_parts_make(const mb_run_group *group, const mb_track *track, mb_arena *arena,
                        mb_part *parts, int *count, mb_error *err)
{
    const mb_report_run **missing;
    int absent = 0;
    mb_status status;

    *count = 0;
    MB_TRY(MB_TAKE(arena, &missing, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        if (track[i].count == 0)
            missing[absent++] = group->row[i];
    if (group->count - absent <= MB_CHART_LINES) {
        MB_TRY(divide(group, track, 0, arena, parts, count, err));
    } else {
        MB_TRY(divide(group, track, 'a', arena, parts, count, err));
        MB_TRY(divide(group, track, 'b', arena, parts, count, err));
    }
    if (*count > 0) {
        parts[*count - 1].missing = missing;
        parts[*count - 1].missing_count = absent;
    }
done:
    return status;
}

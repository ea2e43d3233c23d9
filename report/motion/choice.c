/* SPDX-License-Identifier: MIT */
#include "report/motion/choice.h"

#include <stdlib.h>
#include <string.h>

#include "report/records/grade.h"

typedef struct candidate {
    const mb_report_run *row;
    int number, rank; /* in the group; 0: asked for, 1: the first of its end, 2: another */
} candidate;

bool mb_motion_kept(const mb_report_run *row)
{
    return row->folder && mb_row_moves(row);
}

static int by_right(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (mb_row_better(x->row, y->row))
        return -1;
    return mb_row_better(y->row, x->row) ? 1 : x->number - y->number;
}

static void rank(candidate *c, int n)
{
    for (int i = 0; i < n; i++) {
        c[i].rank = c[i].row->highlighted ? 0 : 1;
        for (int k = 0; k < i && c[i].rank == 1; k++)
            if (strcmp(c[k].row->status, c[i].row->status) == 0)
                c[i].rank = 2;
    }
}

mb_status mb_motion_order(const mb_run_group *group, mb_arena *arena, int **order, int *count,
                          mb_error *err)
{
    candidate *c;
    int n = 0;
    mb_status status;

    *count = 0;
    MB_TRY(MB_TAKE(arena, &c, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, order, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        if (mb_motion_kept(group->row[i]))
            c[n++] = (candidate){.row = group->row[i], .number = i};
    if (n > 0)
        qsort(c, (size_t)n, sizeof *c, by_right);
    rank(c, n);
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < n; i++)
            if (c[i].rank == r)
                (*order)[(*count)++] = c[i].number;
done:
    return status;
}

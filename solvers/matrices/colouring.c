/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/colouring.h"

/* colour (ncol): of each column */
static mb_status find(mb_arena *arena, const mb_pattern *p, int *colour, int *ncolours,
                      mb_error *err)
{
    mb_pattern t;
    const int *ignored;
    int *used;
    mb_status status = MB_OK;

    MB_TRY(mb_pattern_transpose(p, arena, &t, &ignored, err));
    MB_TRY(MB_TAKE(arena, &used, (size_t)p->ncol + 1, err));
    for (int j = 0; j < p->ncol; j++) {
        int c = 0;

        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            for (int l = t.start[p->row[k]]; l < t.start[p->row[k] + 1]; l++)
                if (t.row[l] < j)
                    used[colour[t.row[l]]] = j + 1;
        while (used[c] == j + 1)
            c++;
        colour[j] = c;
        *ncolours = c + 1 > *ncolours ? c + 1 : *ncolours;
    }
done:
    return status;
}

mb_status mb_colour_columns(mb_arena *arena, const mb_pattern *p, mb_colouring *colouring,
                            mb_error *err)
{
    mb_status status = MB_OK;
    int *colour, count = 0;

    colouring->n = 0;
    MB_TRY(MB_TAKE(arena, &colour, (size_t)p->ncol, err));
    MB_TRY(find(arena, p, colour, &colouring->n, err));
    MB_TRY(MB_TAKE(arena, &colouring->start, (size_t)colouring->n + 1, err));
    MB_TRY(MB_TAKE(arena, &colouring->column, (size_t)p->ncol, err));
    for (int c = 0; c < colouring->n; c++) {
        for (int j = 0; j < p->ncol; j++)
            if (colour[j] == c)
                colouring->column[count++] = j;
        colouring->start[c + 1] = count;
    }
done:
    return status;
}

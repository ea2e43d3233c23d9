/* SPDX-License-Identifier: MIT */
#include "base/sparse.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct mb_pattern_builder {
    int nrow, ncol, count, size, failed;
    long long *entry; /* col * nrow + row */
};

mb_pattern_builder *mb_pattern_begin(int nrow, int ncol)
{
    mb_pattern_builder *b = calloc(1, sizeof *b);

    if (b) {
        b->nrow = nrow;
        b->ncol = ncol;
    }
    return b;
}

void mb_pattern_add(mb_pattern_builder *b, int row, int col)
{
    if (!b || b->failed)
        return;
    if (b->count == b->size) {
        int size = b->size > INT_MAX / 2 ? INT_MAX : b->size ? 2 * b->size : 64;
        long long *entry =
            b->size < INT_MAX ? realloc(b->entry, (size_t)size * sizeof *entry) : NULL;

        if (!entry) {
            b->failed = 1;
            return;
        }
        b->entry = entry;
        b->size = size;
    }
    b->entry[b->count++] = (long long)col * b->nrow + row;
}

/* to (count) = from by ascending entry / unit % n; equal ones keep their order.  place: (n + 1) */
static void order(const long long *from, int count, int unit, int n, int *place, long long *to)
{
    memset(place, 0, ((size_t)n + 1) * sizeof *place);
    for (int k = 0; k < count; k++)
        place[from[k] / unit % n + 1]++;
    for (int i = 0; i < n; i++)
        place[i + 1] += place[i];
    for (int k = 0; k < count; k++)
        to[place[from[k] / unit % n]++] = from[k];
}

/* By rows, then by columns: linear in their number. */
static mb_status sort_entries(mb_pattern_builder *b, mb_error *err)
{
    const int n = b->nrow > b->ncol ? b->nrow : b->ncol;
    long long *other = malloc((size_t)b->count * sizeof *other);
    int *place = malloc(((size_t)n + 1) * sizeof *place);
    mb_status status = MB_OK;

    if (other && place) {
        order(b->entry, b->count, 1, b->nrow, place, other);
        order(other, b->count, b->nrow, b->ncol, place, b->entry);
    } else {
        status = mb_fail(err, MB_NO_MEMORY, "no memory for a sparsity pattern");
    }
    free(other);
    free(place);
    return status;
}

mb_status mb_pattern_end(mb_pattern_builder *b, mb_arena *arena, mb_pattern *pattern, mb_error *err)
{
    mb_status status = MB_OK;
    int *start, *row, nnz = 0;

    if (!b || b->failed) {
        status = mb_fail(err, MB_NO_MEMORY, "no memory for a sparsity pattern");
        goto done;
    }
    if (b->count)
        MB_TRY(sort_entries(b, err));
    for (int k = 0; k < b->count; k++)
        if (k == 0 || b->entry[k] != b->entry[k - 1])
            b->entry[nnz++] = b->entry[k];
    MB_TRY(MB_TAKE(arena, &start, (size_t)b->ncol + 1, err));
    MB_TRY(MB_TAKE(arena, &row, (size_t)nnz, err));
    for (int k = 0; k < nnz; k++) {
        row[k] = (int)(b->entry[k] % b->nrow);
        start[b->entry[k] / b->nrow + 1]++;
    }
    for (int j = 0; j < b->ncol; j++)
        start[j + 1] += start[j];
    *pattern =
        (mb_pattern){.nrow = b->nrow, .ncol = b->ncol, .nnz = nnz, .start = start, .row = row};
done:
    if (b)
        free(b->entry);
    free(b);
    return status;
}

int mb_pattern_find(const mb_pattern *pattern, int row, int col)
{
    int lo = pattern->start[col], hi = pattern->start[col + 1] - 1;

    while (lo <= hi) {
        int mid = (lo + hi) / 2;

        if (pattern->row[mid] == row)
            return mid;
        if (pattern->row[mid] < row)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

mb_status mb_pattern_transpose(const mb_pattern *a, mb_arena *arena, mb_pattern *t, const int **map,
                               mb_error *err)
{
    mb_status status = MB_OK;
    int *start, *row, *from;

    MB_TRY(MB_TAKE(arena, &start, (size_t)a->nrow + 2, err));
    MB_TRY(MB_TAKE(arena, &row, (size_t)a->nnz, err));
    MB_TRY(MB_TAKE(arena, &from, (size_t)a->nnz, err));
    /* start is kept one place ahead while it counts and fills, so that it ends in its own place */
    for (int k = 0; k < a->nnz; k++)
        start[a->row[k] + 2]++;
    for (int i = 0; i < a->nrow; i++)
        start[i + 2] += start[i + 1];
    for (int j = 0; j < a->ncol; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            int place = start[a->row[k] + 1]++;

            row[place] = j;
            from[place] = k;
        }
    *t = (mb_pattern){.nrow = a->ncol, .ncol = a->nrow, .nnz = a->nnz, .start = start, .row = row};
    *map = from;
done:
    return status;
}

mb_status mb_pattern_by_rows(mb_pattern *a, mb_arena *arena, mb_error *err)
{
    mb_status status = MB_OK;
    mb_pattern t;
    const int *place;

    MB_TRY(mb_pattern_transpose(a, arena, &t, &place, err));
    a->row_start = t.start;
    a->col = t.row;
    a->place = place;
done:
    return status;
}

#include "base/sparse.h"

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
        int size = b->size ? 2 * b->size : 64;
        long long *entry = realloc(b->entry, (size_t)size * sizeof *entry);

        if (!entry) {
            b->failed = 1;
            return;
        }
        b->entry = entry;
        b->size = size;
    }
    b->entry[b->count++] = (long long)col * b->nrow + row;
}

static int compare(const void *a, const void *b)
{
    long long x = *(const long long *)a, y = *(const long long *)b;

    return (x > y) - (x < y);
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
        qsort(b->entry, (size_t)b->count, sizeof *b->entry, compare);
    for (int k = 0; k < b->count; k++)
        if (k == 0 || b->entry[k] != b->entry[k - 1])
            b->entry[nnz++] = b->entry[k];
    MB_TRY(mb_claim(arena, &start, (size_t)b->ncol + 1, sizeof *start, err));
    MB_TRY(mb_claim(arena, &row, (size_t)nnz, sizeof *row, err));
    for (int k = 0; k < nnz; k++) {
        row[k] = (int)(b->entry[k] % b->nrow);
        start[b->entry[k] / b->nrow + 1]++;
    }
    for (int j = 0; j < b->ncol; j++)
        start[j + 1] += start[j];
    *pattern = (mb_pattern){b->nrow, b->ncol, nnz, start, row};
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

    MB_TRY(mb_claim(arena, &start, (size_t)a->nrow + 2, sizeof *start, err));
    MB_TRY(mb_claim(arena, &row, (size_t)a->nnz, sizeof *row, err));
    MB_TRY(mb_claim(arena, &from, (size_t)a->nnz, sizeof *from, err));
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
    *t = (mb_pattern){a->ncol, a->nrow, a->nnz, start, row};
    *map = from;
done:
    return status;
}

void mb_multiply_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y)
{
    for (int j = 0; j < a->ncol; j++) {
        double sx = s * x[j];

        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            y[a->row[k]] += ax[k] * sx;
    }
}

void mb_multiply_t_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y)
{
    for (int j = 0; j < a->ncol; j++) {
        double sum = 0.0;

        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            sum += ax[k] * x[a->row[k]];
        y[j] += s * sum;
    }
}

void mb_multiply(const mb_pattern *a, const double *ax, const double *x, double *y)
{
    memset(y, 0, (size_t)a->nrow * sizeof *y);
    mb_multiply_add(a, ax, 1.0, x, y);
}

void mb_multiply_t(const mb_pattern *a, const double *ax, const double *x, double *y)
{
    memset(y, 0, (size_t)a->ncol * sizeof *y);
    mb_multiply_t_add(a, ax, 1.0, x, y);
}

/* Pairs p, q with a.row[p] == b.row[q] in columns i of A and j of B; returns how many. */
static int merge(const mb_pattern *a, int i, const mb_pattern *b, int j, int *left, int *right)
{
    int p = a->start[i], q = b->start[j], n = 0;

    while (p < a->start[i + 1] && q < b->start[j + 1]) {
        if (a->row[p] < b->row[q]) {
            p++;
        } else if (a->row[p] > b->row[q]) {
            q++;
        } else {
            if (left) {
                left[n] = p;
                right[n] = q;
            }
            n++;
            p++;
            q++;
        }
    }
    return n;
}

/* Marks the columns of A that meet column j of B, through A's rows (pattern t of A') */
static mb_status product_pattern(const mb_pattern *t, const mb_pattern *b, int lower,
                                 mb_arena *arena, mb_pattern *c, mb_error *err)
{
    mb_pattern_builder *builder = mb_pattern_begin(t->nrow, b->ncol);

    for (int j = 0; j < b->ncol; j++)
        for (int q = b->start[j]; q < b->start[j + 1]; q++)
            for (int p = t->start[b->row[q]]; p < t->start[b->row[q] + 1]; p++)
                if (!lower || t->row[p] >= j)
                    mb_pattern_add(builder, t->row[p], j);
    return mb_pattern_end(builder, arena, c, err);
}

mb_status mb_product_plan(const mb_pattern *a, const int *a_map, const mb_pattern *b,
                          const int *b_map, int lower, mb_arena *arena, mb_product *product,
                          mb_error *err)
{
    mb_status status = MB_OK;
    mb_pattern t, *c = &product->pattern;
    const int *t_map;
    int *start, *left, *right, total = 0;

    MB_TRY(mb_pattern_transpose(a, arena, &t, &t_map, err));
    MB_TRY(product_pattern(&t, b, lower, arena, c, err));
    MB_TRY(mb_claim(arena, &start, (size_t)c->nnz + 1, sizeof *start, err));
    for (int j = 0; j < c->ncol; j++)
        for (int k = c->start[j]; k < c->start[j + 1]; k++) {
            start[k] = total;
            total += merge(a, c->row[k], b, j, NULL, NULL);
        }
    start[c->nnz] = total;
    MB_TRY(mb_claim(arena, &left, (size_t)total, sizeof *left, err));
    MB_TRY(mb_claim(arena, &right, (size_t)total, sizeof *right, err));
    for (int j = 0; j < c->ncol; j++)
        for (int k = c->start[j]; k < c->start[j + 1]; k++)
            merge(a, c->row[k], b, j, left + start[k], right + start[k]);
    for (int p = 0; p < total; p++) {
        left[p] = a_map ? a_map[left[p]] : left[p];
        right[p] = b_map ? b_map[right[p]] : right[p];
    }
    product->start = start;
    product->left = left;
    product->right = right;
done:
    return status;
}

/* C.x[k] */
static inline double product_entry(const mb_product *product, int k, const double *ax,
                                   const double *bx)
{
    double sum = 0.0;

    for (int p = product->start[k]; p < product->start[k + 1]; p++)
        sum += ax[product->left[p]] * bx[product->right[p]];
    return sum;
}

void mb_product_run(const mb_product *product, const double *ax, const double *bx, double *cx)
{
    for (int k = 0; k < product->pattern.nnz; k++)
        cx[k] = product_entry(product, k, ax, bx);
}

void mb_product_add(const mb_product *product, double s, const double *ax, const double *bx,
                    const int *to, double *y)
{
    for (int k = 0; k < product->pattern.nnz; k++)
        y[to[k]] += s * product_entry(product, k, ax, bx);
}

/* SPDX-License-Identifier: MIT */
#include "base/product.h"

#include <stdbool.h>
#include <stdlib.h>

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

/* Sums whose operands and results stay in the fastest cache together */
enum { BLOCK = 256 };

/* Where a sum goes, and its pairs in lists of them */
typedef struct entry_sum {
    int entry, first, pairs;
} entry_sum;

static int by_entry(const void *a, const void *b)
{
    const entry_sum *x = a, *y = b;

    return (x->entry > y->entry) - (x->entry < y->entry);
}

static int by_pairs(const void *a, const void *b)
{
    const entry_sum *x = a, *y = b;
    int more = (x->pairs > y->pairs) - (x->pairs < y->pairs);

    return more != 0 ? more : by_entry(a, b);
}

/* Whether sum k is the first one of a run */
static bool starts_run(const entry_sum *sums, int k)
{
    return k % BLOCK == 0 || sums[k].pairs != sums[k - 1].pairs;
}

/* The lists of sums (n) in order of their entries, whose pairs stand in left and right */
static mb_status lay_out(mb_product *product, entry_sum *sums, int n, const int *left,
                         const int *right, mb_arena *arena, mb_error *err)
{
    mb_status status = MB_OK;
    int pairs = 0;

    product->nruns = 0;
    for (int k = 0; k < n; k += BLOCK)
        qsort(sums + k, (size_t)(n - k < BLOCK ? n - k : BLOCK), sizeof *sums, by_pairs);
    for (int k = 0; k < n; k++) {
        product->nruns += starts_run(sums, k);
        pairs += sums[k].pairs;
    }
    MB_TRY(MB_TAKE(arena, &product->run, (size_t)product->nruns, err));
    MB_TRY(MB_TAKE(arena, &product->entry, (size_t)n, err));
    MB_TRY(MB_TAKE(arena, &product->left, (size_t)pairs, err));
    MB_TRY(MB_TAKE(arena, &product->right, (size_t)pairs, err));
    for (int k = 0, i = -1, p = 0; k < n; k++) {
        i += starts_run(sums, k);
        product->run[i] = (struct mb_product_run){sums[k].pairs, k + 1};
        product->entry[k] = sums[k].entry;
        for (int from = sums[k].first; from < sums[k].first + sums[k].pairs; from++, p++) {
            product->left[p] = left[from];
            product->right[p] = right[from];
        }
    }
done:
    return status;
}

mb_status mb_product_plan(const mb_pattern *a, const int *a_map, const mb_pattern *b,
                          const int *b_map, int lower, mb_arena *arena, mb_product *product,
                          mb_error *err)
{
    mb_status status = MB_OK;
    mb_pattern t, *c = &product->pattern;
    const int *t_map;
    int *pairs = NULL, *right, total = 0;
    entry_sum *sums = NULL;

    MB_TRY(mb_pattern_transpose(a, arena, &t, &t_map, err));
    MB_TRY(product_pattern(&t, b, lower, arena, c, err));
    sums = malloc(((size_t)c->nnz + 1) * sizeof *sums);
    for (int j = 0; sums && j < c->ncol; j++)
        for (int k = c->start[j]; k < c->start[j + 1]; k++) {
            sums[k] = (entry_sum){k, total, merge(a, c->row[k], b, j, NULL, NULL)};
            total += sums[k].pairs;
        }
    pairs = malloc(2 * ((size_t)total + 1) * sizeof *pairs);
    if (!sums || !pairs) {
        status = mb_fail(err, MB_NO_MEMORY, "no memory for a product of matrices");
        goto done;
    }
    right = pairs + total;
    for (int j = 0; j < c->ncol; j++)
        for (int k = c->start[j]; k < c->start[j + 1]; k++)
            merge(a, c->row[k], b, j, pairs + sums[k].first, right + sums[k].first);
    for (int p = 0; p < total; p++) {
        pairs[p] = a_map ? a_map[pairs[p]] : pairs[p];
        right[p] = b_map ? b_map[right[p]] : right[p];
    }
    status = lay_out(product, sums, c->nnz, pairs, right, arena, err);
done:
    free(sums);
    free(pairs);
    return status;
}

/* Column of an entry of a pattern */
static int column_of(const mb_pattern *pattern, int k)
{
    int lo = 0, hi = pattern->ncol - 1;

    while (lo < hi) {
        int mid = (lo + hi) / 2;

        if (k < pattern->start[mid + 1])
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

void mb_product_onto(mb_product *product, const mb_pattern *pattern)
{
    const mb_pattern *own = &product->pattern;

    for (int i = 0; i < own->nnz; i++) {
        int k = product->entry[i];

        product->entry[i] = mb_pattern_find(pattern, own->row[k], column_of(own, k));
    }
    product->pattern = *pattern;
}

mb_status mb_product_into(mb_product *product, const int *place, mb_arena *arena, mb_error *err)
{
    const mb_product planned = *product;
    const int n = planned.nruns > 0 ? planned.run[planned.nruns - 1].end : 0;
    entry_sum *sums = malloc(((size_t)n + 1) * sizeof *sums);
    mb_status status = MB_OK;

    if (!sums)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a product of matrices");
    for (int i = 0, k = 0, p = 0; i < planned.nruns; i++)
        for (; k < planned.run[i].end; k++, p += planned.run[i].pairs)
            sums[k] = (entry_sum){place[planned.entry[k]], p, planned.run[i].pairs};
    qsort(sums, (size_t)n, sizeof *sums, by_entry);
    MB_TRY(lay_out(product, sums, n, planned.left, planned.right, arena, err));
    mb_arena_release(arena, planned.run);
    mb_arena_release(arena, planned.entry);
    mb_arena_release(arena, planned.left);
    mb_arena_release(arena, planned.right);
done:
    free(sums);
    return status;
}

/* y += s C.x, or y = C.x */
static inline __attribute__((always_inline)) void
product(const mb_product *c, bool add, double s, const double *ax, const double *bx, double *y)
{
    const int *left = c->left, *right = c->right, *entry = c->entry;

/* the sums of a run, of `pairs` pairs each */
#define SUMS(pairs)                                                                                \
    for (const int *end = c->entry + c->run[i].end; entry < end; entry++) {                        \
        double sum = 0.0;                                                                          \
                                                                                                   \
        for (int p = 0; p < (pairs); p++)                                                          \
            sum += ax[left[p]] * bx[right[p]];                                                     \
        left += (pairs);                                                                           \
        right += (pairs);                                                                          \
        y[*entry] = add ? y[*entry] + s * sum : sum;                                               \
    }
    for (int i = 0; i < c->nruns; i++)
        switch (c->run[i].pairs) {
        case 1:
            SUMS(1)
            break;
        case 2:
            SUMS(2)
            break;
        case 3:
            SUMS(3)
            break;
        case 4:
            SUMS(4)
            break;
        default:
            SUMS(c->run[i].pairs)
        }
#undef SUMS
}

void mb_product_run(const mb_product *c, const double *ax, const double *bx, double *cx)
{
    product(c, false, 1.0, ax, bx, cx);
}

void mb_product_add(const mb_product *c, double s, const double *ax, const double *bx, double *y)
{
    product(c, true, s, ax, bx, y);
}

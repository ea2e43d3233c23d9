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

/* Number of pairs of an entry */
static int pairs_of(const int *start, int k)
{
    return start[k + 1] - start[k];
}

/* Orders the entries by their number of pairs, block by block; returns the number of runs and,
 * where asked, writes entries and runs. */
static int arrange(const int *start, int nnz, int *entry, struct mb_product_run *run)
{
    int nruns = 0, count = 0;

    for (int first = 0; first < nnz; first += BLOCK) {
        int last = first + BLOCK < nnz ? first + BLOCK : nnz, next;

        for (int pairs = 1; pairs > 0; pairs = next) {
            next = 0;
            for (int k = first; k < last; k++) {
                int n = pairs_of(start, k);

                if (n == pairs && entry)
                    entry[count] = k;
                count += n == pairs;
                if (n > pairs && (next == 0 || n < next))
                    next = n;
            }
            if (run)
                run[nruns] = (struct mb_product_run){pairs, count};
            nruns++;
        }
    }
    return nruns;
}

mb_status mb_product_plan(const mb_pattern *a, const int *a_map, const mb_pattern *b,
                          const int *b_map, int lower, mb_arena *arena, mb_product *product,
                          mb_error *err)
{
    mb_status status = MB_OK;
    mb_pattern t, *c = &product->pattern;
    const int *t_map;
    int *start = NULL, *column = NULL, *left, *right, total = 0;
    struct mb_product_run *run;

    MB_TRY(mb_pattern_transpose(a, arena, &t, &t_map, err));
    MB_TRY(product_pattern(&t, b, lower, arena, c, err));
    start = malloc(((size_t)c->nnz + 1) * sizeof *start);
    column = malloc(((size_t)c->nnz + 1) * sizeof *column);
    if (!start || !column) {
        status = mb_fail(err, MB_NO_MEMORY, "no memory for a product of matrices");
        goto done;
    }
    for (int j = 0; j < c->ncol; j++)
        for (int k = c->start[j]; k < c->start[j + 1]; k++) {
            column[k] = j;
            start[k] = total;
            total += merge(a, c->row[k], b, j, NULL, NULL);
        }
    start[c->nnz] = total;
    product->nruns = arrange(start, c->nnz, NULL, NULL);
    MB_TRY(MB_TAKE(arena, &product->entry, (size_t)c->nnz, err));
    MB_TRY(MB_TAKE(arena, &run, (size_t)product->nruns, err));
    MB_TRY(MB_TAKE(arena, &left, (size_t)total, err));
    MB_TRY(MB_TAKE(arena, &right, (size_t)total, err));
    arrange(start, c->nnz, product->entry, run);
    for (int i = 0, p = 0; i < c->nnz; i++) {
        int k = product->entry[i];

        p += merge(a, c->row[k], b, column[k], left + p, right + p);
    }
    for (int p = 0; p < total; p++) {
        left[p] = a_map ? a_map[left[p]] : left[p];
        right[p] = b_map ? b_map[right[p]] : right[p];
    }
    product->left = left;
    product->right = right;
    product->run = run;
done:
    free(start);
    free(column);
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

void mb_product_into(mb_product *product, const int *place)
{
    int sums = product->nruns > 0 ? product->run[product->nruns - 1].end : 0;

    for (int i = 0; i < sums; i++)
        product->entry[i] = place[product->entry[i]];
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

/* SPDX-License-Identifier: MIT */
/* Products of sparse matrices with vectors.  All ways through a matrix make the same sums in the same
 * order. */
#include <string.h>

#include "base/sparse.h"

enum { WIDEST = 3, LONG = 4 };

/* How many columns from j on make a group; whether each is below the one before it */
static int width_of(const mb_pattern *a, int j, bool *below)
{
    const int entries = a->start[j + 1] - a->start[j];
    int width = 1;

    *below = false;
    for (; width < WIDEST && j + width < a->ncol; width++) {
        const int *first = a->row + a->start[j], *next = a->row + a->start[j + width];
        int shift;

        if (a->start[j + width + 1] - a->start[j + width] != entries || entries == 0)
            break;
        shift = next[0] - first[0];
        if (shift != 0 && shift != width)
            break;
        if (width == 1)
            *below = shift == 1;
        for (int k = 0; k < entries; k++)
            if (next[k] - first[k] != (*below ? width : 0))
                return width;
    }
    return width;
}

mb_status mb_pattern_group(mb_pattern *a, mb_arena *arena, mb_error *err)
{
    mb_column_run *run = NULL;
    mb_status status = MB_OK;

    for (int pass = 0; pass < 2; pass++) {
        mb_column_run last = {0};
        int nruns = 0, groups = 0;

        for (int j = 0; j < a->ncol; j += last.width, groups++) {
            mb_column_run one = {.entries = a->start[j + 1] - a->start[j], .groups = 1};

            one.width = width_of(a, j, &one.below);
            if (nruns == 0 || one.width != last.width || one.entries != last.entries ||
                one.below != last.below) {
                last = one;
                if (run)
                    run[nruns] = one;
                nruns++;
            } else if (run) {
                run[nruns - 1].groups++;
            }
        }
        if (run || groups < LONG * nruns)
            break;
        MB_TRY(MB_TAKE(arena, &run, (size_t)nruns, err));
        a->nruns = nruns;
    }
    a->run = run;
done:
    return status;
}

#define ALWAYS static inline __attribute__((always_inline))

/* Where a walk along the runs stands */
typedef struct walk {
    const int *row;
    const double *value;
    int column;
} walk;

/* y += A s x of a run */
ALWAYS void add_run(const mb_column_run *run, int width, bool below, walk *at, double s,
                    const double *x, double *restrict y)
{
    const int entries = run->entries;
    const int *row = at->row;
    const double *value = at->value;

    x += at->column;
    for (int g = 0; g < run->groups; g++) {
        for (int k = 0; k < entries; k++) {
            double *to = y + row[k];

            for (int i = 0; i < width; i++)
                to[below ? i : 0] += value[k + i * entries] * (s * x[i]);
        }
        row += width * entries;
        value += width * entries;
        x += width;
    }
    at->row = row;
    at->value = value;
    at->column += run->groups * width;
}

/* Which sum of a column is taken */
typedef enum sum_form { ALONE, SCALED_AFTER, SCALED_BEFORE } sum_form;

/* y = A'x, y = b + s A'x with the sum scaled, or with x scaled and b first, of a run */
ALWAYS void sum_run(const mb_column_run *run, int width, bool below, sum_form form, walk *at,
                    double s, const double *x, const double *b, double *y)
{
    const int entries = run->entries;
    const int *row = at->row;
    const double *value = at->value;

    for (int g = 0, j = at->column; g < run->groups; g++, j += width) {
        double sum[WIDEST];

        for (int i = 0; i < width; i++)
            sum[i] = form == SCALED_BEFORE ? b[j + i] : 0.0;
        for (int k = 0; k < entries; k++) {
            const double *from = x + row[k];

            for (int i = 0; i < width; i++) {
                const double xi = from[below ? i : 0];

                sum[i] += value[k + i * entries] * (form == SCALED_BEFORE ? s * xi : xi);
            }
        }
        for (int i = 0; i < width; i++)
            y[j + i] = form == SCALED_AFTER ? b[j + i] + s * sum[i] : sum[i];
        row += width * entries;
        value += width * entries;
    }
    at->row = row;
    at->value = value;
    at->column += run->groups * width;
}

/* What is done with the runs of a matrix, with width and direction as constants */
#define BY_RUNS(a, ax, function, ...)                                                              \
    do {                                                                                           \
        walk at = {.row = (a)->row, .value = (ax)};                                                \
                                                                                                   \
        for (const mb_column_run *run = (a)->run; run < (a)->run + (a)->nruns; run++)              \
            switch (2 * run->width + run->below) {                                                 \
            case 2:                                                                                \
                function(run, 1, false, __VA_ARGS__);                                              \
                break;                                                                             \
            case 4:                                                                                \
                function(run, 2, false, __VA_ARGS__);                                              \
                break;                                                                             \
            case 5:                                                                                \
                function(run, 2, true, __VA_ARGS__);                                               \
                break;                                                                             \
            case 6:                                                                                \
                function(run, 3, false, __VA_ARGS__);                                              \
                break;                                                                             \
            default:                                                                               \
                function(run, 3, true, __VA_ARGS__);                                               \
            }                                                                                      \
    } while (0)

/* start + sum over row i of A(i,j) s x(j), in the order of the columns */
static inline double row_sum(const mb_pattern *a, int i, const double *ax, double s,
                             const double *x, double start)
{
    for (int p = a->row_start[i]; p < a->row_start[i + 1]; p++)
        start += ax[a->place[p]] * (s * x[a->col[p]]);
    return start;
}

void mb_multiply_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y)
{
    if (a->run) {
        BY_RUNS(a, ax, add_run, &at, s, x, y);
        return;
    }
    for (int i = 0; a->row_start && i < a->nrow; i++)
        y[i] = row_sum(a, i, ax, s, x, y[i]);
    if (a->row_start)
        return;
    for (int j = 0; j < a->ncol; j++) {
        double sx = s * x[j];

        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            y[a->row[k]] += ax[k] * sx;
    }
}

/* Sum of column j of A times x */
static inline double column_sum(const mb_pattern *a, int j, const double *ax, const double *x)
{
    double sum = 0.0;

    for (int k = a->start[j]; k < a->start[j + 1]; k++)
        sum += ax[k] * x[a->row[k]];
    return sum;
}

void mb_transposed_plus(const mb_pattern *a, const double *ax, double s, const double *x,
                        const double *b, double *y)
{
    if (a->run) {
        BY_RUNS(a, ax, sum_run, SCALED_AFTER, &at, s, x, b, y);
        return;
    }
    for (int j = 0; j < a->ncol; j++)
        y[j] = b[j] + s * column_sum(a, j, ax, x);
}

void mb_multiply_t_add(const mb_pattern *a, const double *ax, double s, const double *x, double *y)
{
    mb_transposed_plus(a, ax, s, x, y, y);
}

void mb_symmetric_plus(const mb_pattern *a, const double *ax, double s, const double *x,
                       const double *b, double *y)
{
    if (a->run) {
        BY_RUNS(a, ax, sum_run, SCALED_BEFORE, &at, s, x, b, y);
        return;
    }
    for (int j = 0; j < a->ncol; j++) {
        double sum = b[j];

        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            sum += ax[k] * (s * x[a->row[k]]);
        y[j] = sum;
    }
}

void mb_multiply(const mb_pattern *a, const double *ax, const double *x, double *y)
{
    if (a->run) {
        memset(y, 0, (size_t)a->nrow * sizeof *y);
        BY_RUNS(a, ax, add_run, &at, 1.0, x, y);
        return;
    }
    for (int i = 0; a->row_start && i < a->nrow; i++)
        y[i] = row_sum(a, i, ax, 1.0, x, 0.0);
    if (a->row_start)
        return;
    memset(y, 0, (size_t)a->nrow * sizeof *y);
    mb_multiply_add(a, ax, 1.0, x, y);
}

void mb_multiply_t(const mb_pattern *a, const double *ax, const double *x, double *y)
{
    if (a->run) {
        BY_RUNS(a, ax, sum_run, ALONE, &at, 1.0, x, NULL, y);
        return;
    }
    for (int j = 0; j < a->ncol; j++)
        y[j] = column_sum(a, j, ax, x);
}

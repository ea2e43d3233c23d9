/* SPDX-License-Identifier: MIT */
/* Blocks of a fixed width, for ldl.c: it defines WIDTH and KERNEL(name) and gets
 *
 *     factor_WIDTH, forward_WIDTH, backward_WIDTH
 *
 * for runs of blocks of one shape (solvers/matrices/elimination.h).  The width is a constant, so
 * that all loops over it are straight code; `below`, the number of rows, is that of the run. */

/* y = L\y of the block that the cursor stands at, with `below` rows */
static inline __attribute__((always_inline)) void
KERNEL(forward_block)(int below, const double *square, double *restrict y, const cursor *at)
{
    enum { W = WIDTH };
    const double *rows = square + W * W;
    double x[W];

    UNROLL
    for (int k = 0; k < W; k++) {
        x[k] = y[at->column + k];
        UNROLL
        for (int j = 0; j < k; j++)
            x[k] -= square[k * W + j] * x[j];
        y[at->column + k] = x[k];
    }
    for (int i = 0; i < below; i++) {
        double sum = rows[i * W] * x[0];

        UNROLL
        for (int k = 1; k < W; k++)
            sum += rows[i * W + k] * x[k];
        y[at->row[i]] -= sum;
    }
}

/* A = L D L' of the blocks of a run, and y = L\y unless y is NULL; the cursor moves on behind them.
 * l is kept as it is, and times d while the rows below are corrected with it.  False: a pivot is not
 * positive, or zero where both signs are meant. */
static inline __attribute__((always_inline)) bool KERNEL(factor)(const mb_block_run *run, bool both,
                                                                 double *values,
                                                                 double *restrict times_d,
                                                                 double *restrict y, cursor *at)
{
    enum { W = WIDTH };
    const int below = run->below;

    for (int b = 0; b < run->count; b++) {
        double *restrict square = values + at->value, *restrict rows = square + W * W;
        double *restrict inverse = at->inverse;
        const int *target = at->target;

        UNROLL
        for (int k = 0; k < W; k++) {
            const double pivot = square[k * W + k];
            double c[W];

            if (!(both ? fabs(pivot) > 0.0 : pivot > 0.0))
                return false;
            if (!both || pivot < 0.0) {
                const double size = both ? -pivot : pivot;

                at->least = size < at->least ? size : at->least;
                at->most = size > at->most ? size : at->most;
                at->below_zero += both;
            }
            inverse[k] = 1.0 / pivot;
            UNROLL
            for (int i = k + 1; i < W; i++) {
                c[i] = square[i * W + k];
                square[i * W + k] = c[i] * inverse[k];
            }
            UNROLL
            for (int i = k + 1; i < W; i++) {
                UNROLL
                for (int j = k + 1; j <= i; j++)
                    square[i * W + j] -= square[i * W + k] * c[j];
            }
        }
        for (int i = 0; i < below; i++) {
            double *restrict l = rows + i * W, *restrict c = times_d + i * W;

            UNROLL
            for (int k = 0; k < W; k++) {
                double x = l[k];

                UNROLL
                for (int j = 0; j < k; j++)
                    x -= c[j] * square[k * W + j];
                c[k] = x;
                l[k] = x * inverse[k];
            }
        }
        for (int i = 0; i < below; i++)
            for (int j = 0; j <= i; j++) {
                double x = values[*target];

                UNROLL
                for (int k = 0; k < W; k++)
                    x -= rows[i * W + k] * times_d[j * W + k];
                values[*target++] = x;
            }
        if (y) {
            KERNEL(forward_block)(below, square, y, at);
            at->column += W;
            at->row += below;
        }
        at->value += (W + below) * W;
        at->inverse += W;
        at->target = target;
    }
    return true;
}

/* y = L\y, y in the order of elimination */
static void KERNEL(forward)(const mb_block_run *run, const double *values, double *restrict y,
                            cursor *at)
{
    enum { W = WIDTH };
    const int below = run->below;

    for (int b = 0; b < run->count; b++) {
        KERNEL(forward_block)(below, values + at->value, y, at);
        at->value += (W + below) * W;
        at->column += W;
        at->row += below;
    }
}

/* y = L'\(D\y); the cursor stands behind the run and moves back before it */
static void KERNEL(backward)(const mb_block_run *run, const double *values, double *restrict y,
                             cursor *at)
{
    enum { W = WIDTH };
    const int below = run->below;

    for (int b = 0; b < run->count; b++) {
        const double *square, *rows;
        double x[W];

        at->value -= (W + below) * W;
        at->column -= W;
        at->inverse -= W;
        at->row -= below;
        square = values + at->value;
        rows = square + W * W;
        UNROLL
        for (int k = 0; k < W; k++)
            x[k] = y[at->column + k] * at->inverse[k];
        for (int i = 0; i < below; i++) {
            const double yi = y[at->row[i]];

            UNROLL
            for (int k = 0; k < W; k++)
                x[k] -= rows[i * W + k] * yi;
        }
        UNROLL
        for (int k = W - 1; k >= 0; k--) {
            y[at->column + k] = x[k];
            UNROLL
            for (int j = 0; j < k; j++)
                x[j] -= square[k * W + j] * x[k];
        }
    }
}

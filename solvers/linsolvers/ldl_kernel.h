/* SPDX-License-Identifier: MIT */
/* Blocks of a fixed width, for ldl.c: it defines WIDTH and KERNEL(name) and gets
 *
 *     factor_WIDTH, forward_WIDTH, backward_WIDTH
 *
 * for runs of blocks of one shape (solvers/matrices/elimination.h).  The width is a constant, so
 * that all loops over it are straight code; `below`, the number of rows, is that of the run.  Two
 * columns of L' are computed at once, or two rows. */

/* y = L\y of the block that the cursor stands at, with `below` rows */
MB_ALWAYS_INLINE void KERNEL(forward_block)(int below, const double *square, double *restrict y,
                                            const cursor *at)
{
    enum { W = WIDTH };
    const double *rows = square + W * W;
    double x[W];

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        x[k] = y[at->column + k];
        MB_UNROLL
        for (int j = 0; j < k; j++)
            x[k] -= square[j * W + k] * x[j];
        y[at->column + k] = x[k];
    }
    for (int i = 0; i < below; i += 2) {
        mb_pair sum = mb_pair_at(rows + i * W) * mb_pair_both(x[0]);

        MB_UNROLL
        for (int k = 1; k < W; k++)
            sum += mb_pair_at(rows + i * W + 2 * k) * mb_pair_both(x[k]);
        y[at->row[i]] -= sum[0];
        if (i + 1 < below)
            y[at->row[i + 1]] -= sum[1];
    }
}

/* The square of a block: L' of A = L D L' */
MB_ALWAYS_INLINE bool KERNEL(factor_square)(bool both, double *restrict square, cursor *at)
{
    enum { W = WIDTH, PAIRS = MB_PAIRS(WIDTH) };
    mb_pair l[W][PAIRS], times_d[W][PAIRS];

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        double pivot;

        MB_UNROLL
        for (int p = k / 2; p < PAIRS; p++)
            times_d[k][p] =
                (mb_pair){square[k * W + 2 * p], 2 * p + 1 < W ? square[k * W + 2 * p + 1] : 0.0};
        MB_UNROLL
        for (int j = 0; j < k; j++) {
            MB_UNROLL
            for (int p = k / 2; p < PAIRS; p++)
                times_d[k][p] -= l[j][p] * mb_pair_both(times_d[j][k / 2][k % 2]);
        }
        pivot = times_d[k][k / 2][k % 2];
        if (!note(both, pivot, at))
            return false;
        at->inverse[k] = 1.0 / pivot;
        MB_UNROLL
        for (int p = k / 2; p < PAIRS; p++) {
            l[k][p] = times_d[k][p] * mb_pair_both(at->inverse[k]);
            mb_put_pair(W, l[k][p], square + k * W, p);
        }
    }
    return true;
}

/* Two rows below it, and the same times D */
MB_ALWAYS_INLINE void KERNEL(factor_rows)(const double *restrict square,
                                          const double *restrict inverse, double *restrict rows,
                                          double *restrict times_d)
{
    enum { W = WIDTH };
    mb_pair x[W];

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        x[k] = (mb_pair){rows[2 * k], rows[2 * k + 1]};
        MB_UNROLL
        for (int j = 0; j < k; j++)
            x[k] -= x[j] * mb_pair_both(square[j * W + k]);
        *(mb_pair *)(times_d + 2 * k) = x[k];
        mb_put_pair_at(rows + 2 * k, x[k] * mb_pair_both(inverse[k]));
    }
}

/* The targets of rows i and i + 1 of `below`, or of the last one alone; target: of row i,
 * times_d: from the first row on */
MB_ALWAYS_INLINE const int *KERNEL(correct)(int i, int below, const double *restrict rows,
                                            const double *restrict times_d, const int *target,
                                            double *values)
{
    enum { W = WIDTH };
    const double *l = rows + i * W, *c = times_d;
    const int *next = target + i + 1;
    const bool two = i + 1 < below;

    for (; c < times_d + i * W; c += 2 * W, target += 2) {
        mb_pair x = {values[target[0]], values[target[1]]};

        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= mb_pair_both(l[2 * k]) * *(const mb_pair *)(c + 2 * k);
        values[target[0]] = x[0];
        values[target[1]] = x[1];
        if (!two)
            continue;
        x = (mb_pair){values[next[0]], values[next[1]]};
        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= mb_pair_both(l[2 * k + 1]) * *(const mb_pair *)(c + 2 * k);
        values[next[0]] = x[0];
        values[next[1]] = x[1];
        next += 2;
    }
    {
        double x = values[target[0]];

        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= l[2 * k] * c[2 * k];
        values[target[0]] = x;
    }
    if (two) {
        mb_pair x = {values[next[0]], values[next[1]]};

        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= mb_pair_both(l[2 * k + 1]) * *(const mb_pair *)(c + 2 * k);
        values[next[0]] = x[0];
        values[next[1]] = x[1];
    }
    return two ? next + 2 : next;
}

/* A = L D L' of the blocks of a run, and y = L\y unless y is NULL; the cursor moves on behind them.
 * False: a pivot is not positive, or zero where both signs are meant. */
MB_ALWAYS_INLINE bool KERNEL(factor)(const mb_block_run *run, bool both, double *values,
                                     double *restrict times_d, double *restrict y, cursor *at)
{
    enum { W = WIDTH };
    const int below = run->below;

    for (int b = 0; b < run->count; b++) {
        double *square = values + at->value, *rows = square + W * W;

        if (!KERNEL(factor_square)(both, square, at))
            return false;
        for (int i = 0; i < below; i += 2)
            KERNEL(factor_rows)(square, at->inverse, rows + i * W, times_d + i * W);
        for (int i = 0; i < below; i += 2)
            at->target = KERNEL(correct)(i, below, rows, times_d, at->target, values);
        if (y) {
            KERNEL(forward_block)(below, square, y, at);
            at->column += W;
            at->row += below;
        }
        at->value += MB_BLOCK_SIZE(W, below);
        at->inverse += W;
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
        at->value += MB_BLOCK_SIZE(W, below);
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

        at->value -= MB_BLOCK_SIZE(W, below);
        at->column -= W;
        at->inverse -= W;
        at->row -= below;
        square = values + at->value;
        rows = square + W * W;
        MB_UNROLL
        for (int k = 0; k < W; k++)
            x[k] = y[at->column + k] * at->inverse[k];
        for (int i = 0; i < below; i += 2) {
            const double *l = rows + i * W, first = y[at->row[i]];

            MB_UNROLL
            for (int k = 0; k < W; k++)
                x[k] -= l[2 * k] * first;
            if (i + 1 < below) {
                const double second = y[at->row[i + 1]];

                MB_UNROLL
                for (int k = 0; k < W; k++)
                    x[k] -= l[2 * k + 1] * second;
            }
        }
        MB_UNROLL
        for (int k = W - 1; k >= 0; k--) {
            y[at->column + k] = x[k];
            MB_UNROLL
            for (int j = 0; j < k; j++)
                x[j] -= square[j * W + k] * x[k];
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* Blocks of a fixed width, for ldl_blocks.c: it defines WIDTH and KERNEL(name) and gets
 *
 *     factor_WIDTH, forward_WIDTH, backward_WIDTH
 *
 * for runs of blocks of one shape (solvers/matrices/elimination.h).  The width is a constant, so
 * that all loops over it are straight code; `below`, the number of rows, is that of the run.  Rows are
 * taken four at once, the last one or two of them as a pair. */

/* y = L\y of the block that the cursor stands at, with `below` rows */
MB_ALWAYS_INLINE void KERNEL(forward_block)(int below, const double *square, double *restrict y,
                                            const cursor *at)
{
    enum { W = WIDTH };
    const double *rows = square + W * W;
    const int *row = at->row;
    double x[W];
    int i = 0;

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        x[k] = y[at->order[k]];
        MB_UNROLL
        for (int j = 0; j < k; j++)
            x[k] -= square[j * W + k] * x[j];
        y[at->order[k]] = x[k];
    }
    for (; i + 2 < below; i += 4) {
        quad sum = quad_at(rows + i * W) * quad_all(x[0]);

        MB_UNROLL
        for (int k = 1; k < W; k++)
            sum += quad_at(rows + i * W + 4 * k) * quad_all(x[k]);
        y[row[i]] -= sum[0];
        y[row[i + 1]] -= sum[1];
        y[row[i + 2]] -= sum[2];
        if (i + 3 < below)
            y[row[i + 3]] -= sum[3];
    }
    if (i < below) {
        mb_pair sum = mb_pair_at(rows + i * W) * mb_pair_both(x[0]);

        MB_UNROLL
        for (int k = 1; k < W; k++)
            sum += mb_pair_at(rows + i * W + 2 * k) * mb_pair_both(x[k]);
        y[row[i]] -= sum[0];
        if (i + 1 < below)
            y[row[i + 1]] -= sum[1];
    }
}

/* The square of a block: L' of A = L D L', with 1 / D on its diagonal */
MB_ALWAYS_INLINE bool KERNEL(factor_square)(bool both, double *restrict square, cursor *at)
{
    enum { W = WIDTH };
    quad l[W][QUADS(WIDTH)], times_d[W][QUADS(WIDTH)];
    double inverse[W];

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        double pivot;

        MB_UNROLL
        for (int p = k / 4; p < QUADS(W); p++)
            times_d[k][p] = quad_at(square + k * W + 4 * p);
        MB_UNROLL
        for (int j = 0; j < k; j++) {
            MB_UNROLL
            for (int p = k / 4; p < QUADS(W); p++)
                times_d[k][p] -= l[j][p] * spread(times_d[j][k / 4], k % 4);
        }
        pivot = times_d[k][k / 4][k % 4];
        if (!note(both, pivot, at))
            return false;
        inverse[k] = 1.0 / pivot;
        MB_UNROLL
        for (int p = k / 4; p < QUADS(W); p++)
            l[k][p] = times_d[k][p] * quad_all(inverse[k]);
    }
    /* what is written behind a column's end is above the diagonal of the next one; below the last
     * pivot there is nothing */
    MB_UNROLL
    for (int k = 0; k + 1 < W; k++) {
        MB_UNROLL
        for (int p = k / 4; p < QUADS(W); p++)
            put_quad_at(square + k * W + 4 * p, l[k][p]);
    }
    MB_UNROLL
    for (int k = 0; k < W; k++)
        square[k * W + k] = inverse[k];
    return true;
}

/* Four rows below it, and the same times D */
MB_ALWAYS_INLINE void KERNEL(factor_four)(const double *restrict square, double *restrict rows,
                                          double *restrict times_d)
{
    enum { W = WIDTH };
    quad x[W];

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        x[k] = quad_at(rows + 4 * k);
        MB_UNROLL
        for (int j = 0; j < k; j++)
            x[k] -= x[j] * quad_all(square[j * W + k]);
        put_quad_at(times_d + 4 * k, x[k]);
        put_quad_at(rows + 4 * k, x[k] * quad_all(square[k * W + k]));
    }
}

/* The same of two */
MB_ALWAYS_INLINE void KERNEL(factor_two)(const double *restrict square, double *restrict rows,
                                         double *restrict times_d)
{
    enum { W = WIDTH };
    mb_pair x[W];

    MB_UNROLL
    for (int k = 0; k < W; k++) {
        x[k] = mb_pair_at(rows + 2 * k);
        MB_UNROLL
        for (int j = 0; j < k; j++)
            x[k] -= x[j] * mb_pair_both(square[j * W + k]);
        mb_put_pair_at(times_d + 2 * k, x[k]);
        mb_put_pair_at(rows + 2 * k, x[k] * mb_pair_both(square[k * W + k]));
    }
}

/* The targets of n <= 4 neighbouring columns in the row l, less l times the numbers c of these columns;
 * both by `of_row` and `of_column` rows at once */
MB_ALWAYS_INLINE const int *KERNEL(correct)(int n, int of_row, const double *l, int of_column,
                                            const double *c, const int *target, double *values)
{
    enum { W = WIDTH };

    if (n > 2) {
        double *last = values + target[n - 1];
        quad x = {values[target[0]], values[target[1]], values[target[2]], *last};

        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= quad_all(l[of_row * k]) * quad_at(c + of_column * k);
        values[target[0]] = x[0];
        values[target[1]] = x[1];
        values[target[2]] = x[2];
        if (n == 4)
            *last = x[3];
    } else if (n == 2) {
        mb_pair x = {values[target[0]], values[target[1]]};

        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= mb_pair_both(l[of_row * k]) * mb_pair_at(c + of_column * k);
        values[target[0]] = x[0];
        values[target[1]] = x[1];
    } else {
        double x = values[target[0]];

        MB_UNROLL
        for (int k = 0; k < W; k++)
            x -= l[of_row * k] * c[of_column * k];
        values[target[0]] = x;
    }
    return target + n;
}

/* The targets of n <= 4 rows that are kept `together`, of which the first is row i of the block */
MB_ALWAYS_INLINE const int *KERNEL(correct_rows)(int i, int n, int together, const double *rows,
                                                 const double *times_d, const int *target,
                                                 double *values)
{
    enum { W = WIDTH };

    MB_UNROLL
    for (int r = 0; r < together; r++) {
        const double *l = rows + i * W + r, *c = times_d;

        if (r == n)
            break;
        for (; c < times_d + i * W; c += 4 * W)
            target = KERNEL(correct)(4, together, l, 4, c, target, values);
        target = KERNEL(correct)(r + 1, together, l, together, c, target, values);
    }
    return target;
}

/* A = L D L' of the blocks of a run, and y = L\y unless y is NULL; the cursor moves on behind them.
 * False: a pivot is not positive, or zero where both signs are meant. */
MB_ALWAYS_INLINE bool KERNEL(factor)(const mb_block_run *run, bool both, double *values,
                                     double *restrict times_d, double *restrict y, cursor *at)
{
    enum { W = WIDTH };
    const int below = run->below, fours = (below + 1) / 4 * 4;

    for (int b = 0; b < run->count; b++) {
        double *square = values + at->value, *rows = square + W * W;

        if (!KERNEL(factor_square)(both, square, at))
            return false;
        for (int i = 0; i < fours; i += 4)
            KERNEL(factor_four)(square, rows + i * W, times_d + i * W);
        if (fours < below)
            KERNEL(factor_two)(square, rows + fours * W, times_d + fours * W);
        for (int i = 0; i < fours; i += 4)
            at->target = KERNEL(correct_rows)(i, below - i, 4, rows, times_d, at->target, values);
        if (fours < below)
            at->target =
                KERNEL(correct_rows)(fours, below - fours, 2, rows, times_d, at->target, values);
        if (y) {
            KERNEL(forward_block)(below, square, y, at);
            at->order += W;
            at->row += below;
        }
        at->value += MB_BLOCK_SIZE(W, below);
    }
    return true;
}

/* y = L\y */
static void KERNEL(forward)(const mb_block_run *run, const double *values, double *restrict y,
                            cursor *at)
{
    enum { W = WIDTH };
    const int below = run->below;

    for (int b = 0; b < run->count; b++) {
        KERNEL(forward_block)(below, values + at->value, y, at);
        at->value += MB_BLOCK_SIZE(W, below);
        at->order += W;
        at->row += below;
    }
}

/* x -= l'y of one row, whose entries are `together` numbers apart */
MB_ALWAYS_INLINE void KERNEL(back_row)(int together, const double *l, double y, double *x)
{
    MB_UNROLL
    for (int k = 0; k < WIDTH; k++)
        x[k] -= l[together * k] * y;
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
        int i = 0;

        at->value -= MB_BLOCK_SIZE(W, below);
        at->order -= W;
        at->row -= below;
        square = values + at->value;
        rows = square + W * W;
        MB_UNROLL
        for (int k = 0; k < W; k++)
            x[k] = y[at->order[k]] * square[k * W + k];
        for (; i + 2 < below; i += 4) {
            MB_UNROLL
            for (int r = 0; r < 4; r++)
                if (r < 3 || i + 3 < below)
                    KERNEL(back_row)(4, rows + i * W + r, y[at->row[i + r]], x);
        }
        for (int r = 0; i + r < below; r++)
            KERNEL(back_row)(2, rows + i * W + r, y[at->row[i + r]], x);
        MB_UNROLL
        for (int k = W - 1; k >= 0; k--) {
            y[at->order[k]] = x[k];
            MB_UNROLL
            for (int j = 0; j < k; j++)
                x[j] -= square[j * W + k] * x[k];
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* Values are kept where they are written, by columns of 8.  Pivots are those of
 * solvers/linsolvers/ldl.c, with the rows behind all coordinates.
 *
 * An evaluation waits for its divisions, not for its sums: what has just been found is subtracted last,
 * and numbers that have just been written one by one are read so. */
#include "solvers/matrices/bordered.h"

#include <math.h>

enum { SIZE = MB_BORDERED_SIZE };

typedef double pair __attribute__((vector_size(16)));

/* A number of each row (m), zero behind them */
typedef union column {
    double of[SIZE];
    pair pair[SIZE / 2];
} column;

typedef struct state {
    column s[SIZE], d[SIZE]; /* (nv) columns of S, whose lower triangle counts, and of D */
    column c[SIZE];          /* (nv) columns of C' */
    column scaled[SIZE];     /* (nv) columns of (E\C)' */
    column g[SIZE];          /* (m) columns of G = K F K'; of K below the diagonal */
    column y;                /* K\(C'E\w - g) */
    double l[SIZE][SIZE];    /* L of S by columns */
    double w[SIZE];          /* (nv) L\b */
    double inverse[SIZE], inverse_g[SIZE]; /* (nv) 1 / E, (m) 1 / F */
    double least, most;                    /* of F */
    int nv, m;
    int start[SIZE + 1], row[SIZE * (SIZE - 1) / 2]; /* of L below the diagonal, by columns */
    int first[SIZE + 1], col[SIZE * (SIZE - 1) / 2]; /* the same by rows */
    bool known;                                      /* L and E have been made */
} state;

#define ALWAYS static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL /* unrolls such loops by itself */
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* Pairs of m rows */
#define PAIRS(m) (((m) + 1) / 2)

/* ---- set-up --------------------------------------------------------------------------------------- */

bool mb_bordered_takes(const mb_model *model)
{
    return model->m > 0 && model->m <= SIZE && model->nv <= SIZE;
}

/* Where L has entries: those of S, and what its elimination brings */
static void find_fill(const mb_pattern *lower, state *s)
{
    bool there[SIZE][SIZE] = {{false}};
    int n = 0;

    for (int j = 0; j < s->nv; j++)
        for (int e = lower->start[j]; e < lower->start[j + 1]; e++)
            if (lower->row[e] < s->nv)
                there[lower->row[e]][j] = true;
    for (int j = 0; j < s->nv; s->start[++j] = n)
        for (int k = j + 1; k < s->nv; k++) {
            if (!there[k][j])
                continue;
            s->row[n++] = k;
            for (int i = k + 1; i < s->nv; i++)
                there[i][k] = there[i][k] || there[i][j];
        }
    n = 0;
    for (int i = 0; i < s->nv; s->first[++i] = n)
        for (int j = 0; j < i; j++)
            if (there[i][j])
                s->col[n++] = j;
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    mb_status status = MB_OK;
    int *place;
    state *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    linear->data = s;
    s->m = linear->rows;
    s->nv = p->ncol - s->m;
    find_fill(p, s);
    linear->storage = s->s[0].of; /* and d behind it */
    linear->size = 2 * SIZE * SIZE;
    linear->stays = true;
    MB_TRY(MB_TAKE(linear->arena, &place, (size_t)p->nnz, err));
    linear->place = place;
    for (int j = 0; j < p->ncol; j++)
        for (int e = p->start[j]; e < p->start[j + 1]; e++)
            place[e] =
                p->row[e] < s->nv ? SIZE * j + p->row[e] : SIZE * (SIZE + j) + p->row[e] - s->nv;
done:
    return status;
}

/* ---- factorisation -------------------------------------------------------------------------------- */

/* S = L E L'; false: a pivot is not above 0 */
static bool factor_block(state *s)
{
    for (int j = 0; j < s->nv; j++) {
        s->l[j][j] = s->s[j].of[j];
        for (int e = s->start[j]; e < s->start[j + 1]; e++)
            s->l[j][s->row[e]] = s->s[j].of[s->row[e]];
    }
    for (int j = 0; j < s->nv; j++) {
        double *l = s->l[j];

        if (!(l[j] > 0.0))
            return false;
        s->inverse[j] = 1.0 / l[j];
        for (int e = s->start[j]; e < s->start[j + 1]; e++) {
            const int k = s->row[e];
            const double lk = l[k] * s->inverse[j];

            for (int f = e; f < s->start[j + 1]; f++)
                s->l[k][s->row[f]] -= l[s->row[f]] * lk;
        }
        for (int e = s->start[j]; e < s->start[j + 1]; e++)
            l[s->row[e]] *= s->inverse[j];
    }
    return true;
}

/* Columns of C', (E\C)' and G of m rows */
ALWAYS void weigh(int m, state *s)
{
    pair g[SIZE][SIZE / 2] = {{{0.0}}};

    for (int j = 0; j < s->nv; j++) {
        pair c[SIZE / 2], scaled[SIZE / 2];

        UNROLL
        for (int p = 0; p < PAIRS(m); p++)
            c[p] = (pair){s->d[j].of[2 * p], 2 * p + 1 < m ? s->d[j].of[2 * p + 1] : 0.0};
        for (int e = s->first[j]; e < s->first[j + 1]; e++) {
            const int k = s->col[e];

            UNROLL
            for (int p = 0; p < PAIRS(m); p++)
                c[p] -= s->c[k].pair[p] * s->l[k][j];
        }
        UNROLL
        for (int p = 0; p < PAIRS(m); p++) {
            scaled[p] = c[p] * s->inverse[j];
            s->c[j].pair[p] = c[p];
            s->scaled[j].pair[p] = scaled[p];
        }
        UNROLL
        for (int k = 0; k < m; k++) {
            UNROLL
            for (int p = k / 2; p < PAIRS(m); p++)
                g[k][p] += c[p] * scaled[k / 2][k % 2];
        }
    }
    UNROLL
    for (int k = 0; k < m; k++) {
        UNROLL
        for (int p = k / 2; p < PAIRS(m); p++)
            s->g[k].pair[p] = g[k][p];
    }
}

/* w = L\b,  y = C'E\w - g */
ALWAYS void forward(int m, state *s, const double *b, const double *g)
{
    pair y[SIZE / 2] = {{0.0}};

    for (int j = 0; j < s->nv; j++) {
        double w = b[j];

        for (int e = s->first[j]; e < s->first[j + 1]; e++)
            w -= s->l[s->col[e]][j] * s->w[s->col[e]];
        s->w[j] = w;
        UNROLL
        for (int p = 0; p < PAIRS(m); p++)
            y[p] += s->scaled[j].pair[p] * w;
    }
    UNROLL
    for (int i = 0; i < m; i++)
        s->y.of[i] = y[i / 2][i % 2] - g[i];
}

/* G = K F K' and, with `solved`, y = K\y; false: pivots have to be chosen */
ALWAYS bool eliminate(int m, state *s, bool solved)
{
    double g[SIZE][SIZE], y[SIZE], least = INFINITY, most = 0.0;

    UNROLL
    for (int j = 0; j < m; j++) {
        UNROLL
        for (int i = j; i < m; i++)
            g[j][i] = s->g[j].of[i];
        y[j] = solved ? s->y.of[j] : 0.0;
    }
    UNROLL
    for (int j = 0; j < m; j++) {
        const double pivot = g[j][j], inverse = 1.0 / pivot;

        if (!(pivot > 0.0))
            return false;
        least = pivot < least ? pivot : least;
        most = pivot > most ? pivot : most;
        s->inverse_g[j] = inverse;
        UNROLL
        for (int k = j + 1; k < m; k++) {
            const double l = g[j][k] * inverse;

            UNROLL
            for (int i = k; i < m; i++)
                g[k][i] -= g[j][i] * l;
            y[k] -= l * y[j];
            s->g[j].of[k] = l;
        }
    }
    UNROLL
    for (int j = 0; j < m && solved; j++)
        s->y.of[j] = y[j];
    s->least = least;
    s->most = most;
    return least > MB_BORDERED_SIMILAR * most;
}

/* y = K'\(F\y),  x = L'\(E\w - (E\C) y), the former into `multipliers` (m) */
ALWAYS void back(int m, const state *s, double *x, double *multipliers)
{
    double y[SIZE];
    pair both[SIZE / 2];

    UNROLL
    for (int i = m - 1; i >= 0; i--) {
        y[i] = s->y.of[i] * s->inverse_g[i];
        UNROLL
        for (int k = m - 1; k > i; k--)
            y[i] -= s->g[i].of[k] * y[k];
        multipliers[i] = y[i];
    }
    UNROLL
    for (int p = 0; p < PAIRS(m); p++)
        both[p] = (pair){y[2 * p], 2 * p + 1 < m ? y[2 * p + 1] : 0.0};
    for (int j = s->nv - 1; j >= 0; j--) {
        pair sum = s->scaled[j].pair[0] * both[0];
        double u;

        UNROLL
        for (int p = 1; p < PAIRS(m); p++)
            sum += s->scaled[j].pair[p] * both[p];
        u = s->w[j] * s->inverse[j] - (sum[0] + sum[1]);
        for (int e = s->start[j + 1] - 1; e >= s->start[j]; e--)
            u -= s->l[j][s->row[e]] * x[s->row[e]];
        x[j] = u;
    }
}

ALWAYS bool factor_rows(int m, state *s, const mb_sides *of)
{
    weigh(m, s);
    if (!of)
        return eliminate(m, s, false);
    forward(m, s, of->b, of->g);
    if (!eliminate(m, s, true))
        return false;
    back(m, s, of->x, of->y);
    return true;
}

ALWAYS void solve_rows(int m, state *s, double *x)
{
    forward(m, s, x, x + s->nv);
    UNROLL
    for (int j = 0; j < m; j++) {
        UNROLL
        for (int i = j + 1; i < m; i++)
            s->y.of[i] -= s->g[j].of[i] * s->y.of[j];
    }
    back(m, s, x, x + s->nv);
}

/* ---- slots ---------------------------------------------------------------------------------------- */

/* Numbers of rows, which have a copy of the loops each */
#define ROWS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

static mb_status factor_solve(mb_linear *linear, const double *values, const mb_sides *sides,
                              mb_error *err)
{
    state *s = linear->data;
    bool regular = false;

    (void)values; /* where they are kept */
    linear->counters->factorisations++;
    s->known = (s->known && linear->constant) || factor_block(s);
    if (s->known)
        switch (s->m) {
#define FACTOR(m)                                                                                  \
    case m:                                                                                        \
        regular = factor_rows(m, s, sides);                                                        \
        break;
            ROWS(FACTOR)
#undef FACTOR
        }
    if (regular)
        return MB_OK;
    return mb_fail(err, MB_SINGULAR, "pivots of a matrix of order %d have to be chosen",
                   linear->pattern.ncol);
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    return factor_solve(linear, values, NULL, err);
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    state *s = linear->data;

    (void)err;
    switch (s->m) {
#define SOLVE(m)                                                                                   \
    case m:                                                                                        \
        solve_rows(m, s, x);                                                                       \
        break;
        ROWS(SOLVE)
#undef SOLVE
    }
    return MB_OK;
}

bool mb_bordered_parts_of(const mb_linear *linear, mb_bordered_parts *parts)
{
    const state *s = linear->data;

    if (linear->type != &mb_linsolver_bordered || !linear->constant || !s->known)
        return false;
    *parts = (mb_bordered_parts){s->nv, s->start, s->row, s->first, s->col, s->l, s->inverse};
    return true;
}

static double rcond(const mb_linear *linear)
{
    const state *s = linear->data;

    return s->most > 0.0 ? s->least / s->most : 0.0;
}

const mb_linsolver mb_linsolver_bordered = {
    .name = "ldl",
    .title = "L D L' of [S D'; D 0] in full columns",
    .classes = MB_SPD,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
    .factor_solve = factor_solve,
};

/* SPDX-License-Identifier: MIT */
/* Series for charts, thinned while a run goes: a bounded number of buckets, each of `stride` audit
 * points; when all are full, neighbours merge and the stride doubles.  Of norms and errors a bucket
 * keeps the largest; of quantities with a sign it keeps the last, which belongs to the bucket's
 * time, and beside it the smallest and the largest, so that no peak is lost. */
#ifndef MB_BENCH_SERIES_H
#define MB_BENCH_SERIES_H

#include <stdbool.h>
#include <stdio.h>

/* The standard columns. */
enum {
    MB_SERIES_T = 0,
    MB_SERIES_POSITION,
    MB_SERIES_VELOCITY,
    MB_SERIES_ACCELERATION,
    MB_SERIES_ENERGY, /* signed */
    MB_SERIES_ERROR,  /* NaN where there is no reference */
    MB_SERIES_COLUMNS
};

/* Columns beside them, in this order: word in studies and records, begin of the columns' names. */
#define MB_SERIES_EXTRA_LIST(X)                                                                    \
    X(MB_SERIES_OUTPUTS, "outputs")             /* named outputs */                                \
    X(MB_SERIES_VELOCITIES, "velocities")       /* their rates */                                  \
    X(MB_SERIES_MULTIPLIERS, "multipliers")     /* lambda of M a + D' lambda = Q */                \
    X(MB_SERIES_CONSTRAINTS, "rows")            /* Phi of the holonomic rows */                    \
    X(MB_SERIES_ROW_RATES, "phidot")            /* dPhi/dt of all rows */                          \
    X(MB_SERIES_ACCELERATIONS, "accelerations") /* second derivatives of outputs, by number */     \
    X(MB_SERIES_MORE_NORMS, "norms")            /* 1-norms and the gap, see mb_series_norm */

typedef enum mb_series_extra {
#define MB_SERIES_EXTRA_ENUM(name, word) name,
    MB_SERIES_EXTRA_LIST(MB_SERIES_EXTRA_ENUM)
#undef MB_SERIES_EXTRA_ENUM
        MB_SERIES_EXTRAS
} mb_series_extra;

/* Columns of MB_SERIES_MORE_NORMS: norms.position_l1 and so on; the gap over the mechanism's size.
 */
enum {
    MB_SERIES_POSITION_L1 = 0,
    MB_SERIES_VELOCITY_L1,
    MB_SERIES_ACCELERATION_L1,
    MB_SERIES_GAP,
    MB_SERIES_NORM_COLUMNS
};

/* What a run wants, as bits: MB_SERIES_FILE, and 1 << mb_series_extra of each kind beside. */
enum { MB_SERIES_NONE = 0, MB_SERIES_FILE = 1 << MB_SERIES_EXTRAS };

enum {
    MB_SERIES_ROWS = 1024,        /* at most so many buckets */
    MB_SERIES_VALUES = 64 * 1024, /* and so many numbers: fewer buckets for many columns */
    MB_SERIES_WIDEST = MB_SERIES_VALUES / 64 /* columns */
};

typedef struct mb_series {
    long stride;                    /* points a bucket */
    long inside;                    /* points in the last bucket */
    int rows;                       /* buckets in use, the last one included */
    int most;                       /* buckets that fit, even */
    int columns;                    /* MB_SERIES_COLUMNS and the extra ones */
    int extra[MB_SERIES_EXTRAS];    /* number of columns of each kind */
    double value[MB_SERIES_VALUES]; /* (rows x columns) row by row */
    double low[MB_SERIES_VALUES];   /* (rows x columns) smallest of each bucket, */
    double high[MB_SERIES_VALUES];  /* (rows x columns) and largest, of columns with a sign */
} mb_series;

/* Word of an extra kind; name of a column of MB_SERIES_MORE_NORMS. */
const char *mb_series_word(mb_series_extra extra);
extern const char *const mb_series_words[]; /* of all, NULL behind the last */
const char *mb_series_norm(int column);

/* Whether a column has a sign, and so a smallest and a largest value in each bucket. */
bool mb_series_signed(const mb_series *series, int column);

/* Empties a series and sets its columns; extra (NULL: none) has MB_SERIES_EXTRAS numbers.  False:
 * more than MB_SERIES_WIDEST columns. */
bool mb_series_start(mb_series *series, const int *extra);

/* Adds a point (columns); its time becomes its bucket's. */
void mb_series_add(mb_series *series, const double *point);

/* Writes the table, tab-separated, with a head line that begins with '#'.  output_name: of each of
 * the output columns.  Where a bucket has more than one point, columns min.NAME and max.NAME of all
 * that have a sign follow. */
void mb_series_write(const mb_series *series, const char *const *output_name, FILE *out);

#endif

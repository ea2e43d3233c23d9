/* Series for charts, thinned while a run goes: a bounded number of buckets, each of `stride` audit
 * points; when all are full, neighbours merge and the stride doubles.  A bucket keeps what a chart
 * must not lose: of violations and errors the largest, of energy, multipliers and rows the value of
 * largest magnitude with its sign; of outputs and their rates the last, which belongs to the
 * bucket's time. */
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
    X(MB_SERIES_OUTPUTS, "outputs")         /* named outputs */                                    \
    X(MB_SERIES_VELOCITIES, "velocities")   /* their rates */                                      \
    X(MB_SERIES_MULTIPLIERS, "multipliers") /* lambda of M a + D' lambda = Q */                    \
    X(MB_SERIES_CONSTRAINTS, "rows")        /* Phi of the holonomic rows */                        \
    X(MB_SERIES_ROW_RATES, "phidot")        /* dPhi/dt of all rows */

typedef enum mb_series_extra {
#define MB_SERIES_EXTRA_ENUM(name, word) name,
    MB_SERIES_EXTRA_LIST(MB_SERIES_EXTRA_ENUM)
#undef MB_SERIES_EXTRA_ENUM
        MB_SERIES_EXTRAS
} mb_series_extra;

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
} mb_series;

/* Word of an extra kind. */
const char *mb_series_word(mb_series_extra extra);

/* Empties a series and sets its columns; extra (NULL: none) has MB_SERIES_EXTRAS numbers.  False:
 * more than MB_SERIES_WIDEST columns. */
bool mb_series_start(mb_series *series, const int *extra);

/* Adds a point (columns); its time becomes its bucket's. */
void mb_series_add(mb_series *series, const double *point);

/* Writes the table, tab-separated, with a head line that begins with '#'.  output_name: of each of
 * the output columns. */
void mb_series_write(const mb_series *series, const char *const *output_name, FILE *out);

#endif

/* One column of a run's series (a TSV with a head line of column names) beside its times. */
#ifndef MB_REPORT_COLUMN_H
#define MB_REPORT_COLUMN_H

#include <stdbool.h>

typedef struct mb_series_column {
    int count, size;
    double *t, *v; /* (count) [s]; NaN where the file has no number */
} mb_series_column;

typedef enum mb_column_found { MB_COLUMN_OK, MB_COLUMN_NO_FILE, MB_COLUMN_NONE } mb_column_found;

/* Reads the column `name` of folder/path (path alone when it starts with '/'; NULL: no file).
 * MB_COLUMN_NO_FILE: there is none, or no memory; MB_COLUMN_NONE: the file lacks the column or has
 * no row of numbers. */
mb_column_found mb_series_column_read(const char *folder, const char *path, const char *name,
                                      mb_series_column *column);
void mb_series_column_free(mb_series_column *column); /* accepts a zeroed object */

#endif

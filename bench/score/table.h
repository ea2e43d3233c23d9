/* SPDX-License-Identifier: MIT */
/* A table of numbers in a file, read row by row: of a file of any length one line is in memory.
 *
 * Lines that are empty or begin with '#' or '%' are passed over.  Every error says FILE:LINE:COLUMN.
 */
#ifndef MB_BENCH_SCORE_TABLE_H
#define MB_BENCH_SCORE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/status.h"

enum { MB_TABLE_COLUMNS = 1000000, MB_TABLE_LINE = 64 << 20 /* bytes */ };

typedef enum mb_table_format {
    MB_TABLE_CSV, /* names of the columns, then numbers, with commas, semicolons or tabs between */
    MB_TABLE_PLAIN, /* no names that count: numbers with blanks, tabs, commas or semicolons between;
                     * lines before the first that begins with a number are passed over */
} mb_table_format;

typedef struct mb_table {
    FILE *file;
    const char *path;
    mb_table_format format;
    char separator; /* of MB_TABLE_CSV */
    char *line;     /* (room), freed by mb_table_close */
    size_t room;
    long number;        /* of the line, from 1 */
    bool again;         /* the line in memory is yet to be read */
    int ncolumns;       /* known once the head is read */
    const char **name;  /* (ncolumns) in the arena; NULL: MB_TABLE_PLAIN */
    const int *name_at; /* (ncolumns) columns of text where the names begin, from 1 */
    double *value;      /* (ncolumns) of the row read last; what is written as nan or inf is that */
} mb_table;

/* Opens a file ("-": standard input) and reads its head.  MB_BAD_INPUT: there is no such file, or
 * no table in it.  To be closed in any case. */
mb_status mb_table_open(mb_table *table, const char *path, mb_table_format format, mb_arena *arena,
                        mb_error *err);
/* The same for a file that is open already; it is closed with the table. */
mb_status mb_table_begin(mb_table *table, FILE *file, const char *path, mb_table_format format,
                         mb_arena *arena, mb_error *err);
void mb_table_close(mb_table *table);

/* The next row into table->value; *more = false at the end.  MB_BAD_INPUT: a line that is no row. */
mb_status mb_table_next(mb_table *table, bool *more, mb_error *err);

/* An error at the present line; at: column of text, from 1. */
mb_status mb_table_wrong(const mb_table *table, size_t at, mb_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif

/* SPDX-License-Identifier: MIT */
/* Tables of a report: the same cells as csv (exact), md, tex (booktabs) and html. */
#ifndef MB_REPORT_TABLES_TABLE_H
#define MB_REPORT_TABLES_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/claims/judge.h"
#include "report/records/digest.h"
#include "report/records/run_status.h"

typedef enum mb_cell_kind {
    MB_CELL_TEXT,
    MB_CELL_CODE,   /* a text shown as it is typed */
    MB_CELL_SPEC,   /* that of a solver, which has short names */
    MB_CELL_STATUS, /* the status of a run */
    MB_CELL_CLASS,  /* the class of a run, with its badge */
    MB_CELL_NUMBER,
} mb_cell_kind;

typedef struct mb_column {
    const char *key;   /* in csv: the path in the record, or a name of ours */
    const char *title; /* for people; NULL: the column is in csv only */
    const char *unit;  /* "" when there is none */
    mb_cell_kind kind;
    bool csv; /* is in csv */
} mb_column;

/* One cell: number (NaN: missing, for people a dash) for the last kind, which may carry a text
 * after it ("[1.7, 1.9]") for people; text for the others. */
typedef struct mb_table_cell {
    const char *text;
    double number;
    const char *anchor; /* html: the row links there; NULL: no link */
    mb_badge badge;     /* html: of a status or class; without a name: that of the text */
    bool best;          /* for people: of its column */
} mb_table_cell;

enum { MB_MOST_COLUMNS = 192 }; /* of a table for LaTeX */

typedef struct mb_table {
    int columns, rows;
    const mb_column *column; /* (columns) */
    const char *opens;       /* html: key of the column whose cells open to the command of the row,
                              * the text of the column "command"; NULL: none does */
    const char *note;        /* below it, for people; NULL: none */
    int digits;              /* significant ones of numbers for people; 0: three */
    const char *const
        *brief; /* keys of the columns that a paper shows, NULL behind the last; NULL: all */
    const char *
        *row_spec;       /* (rows) the solver, without its step, that a row is of; NULL: of none */
    const char **row_id; /* (rows) html: where links to the row lead; NULL: nowhere */
    mb_table_cell *cell; /* (rows x columns), row by row, in the arena */
} mb_table;

enum { MB_NARROWEST_PAGE = 120 /* [mm] a narrower text is one of two columns */ };

/* Columns of tables of answers, by their keys or headings. */
typedef struct mb_column_choice {
    const char *table; /* of mb_chosen_tables */
    int columns;
    const char *const *column; /* (columns) */
} mb_column_choice;

extern const char *const mb_chosen_tables[]; /* NULL behind the last */

/* How tables are wanted for people. */
typedef struct mb_table_look {
    double width;                   /* [mm] of the text; 0: that of an A4 article at 10 pt */
    int digits;                     /* significant ones; 0: three */
    int columns;                    /* of tables of runs; 0: the usual ones */
    const char *const *column;      /* (columns) as mb_run_column takes them */
    int choices;                    /* of other tables; one without has the usual ones */
    const mb_column_choice *choice; /* (choices) */
    int rows;                       /* of tables of runs, and of solvers; 0: all */
    const char *const *row; /* (rows) patterns of solvers (mb_spec_fits), whose rows come in this
                                * order; "right": those of runs in a class */
} mb_table_look;

void mb_table_csv(FILE *file, const mb_table *table, bool head);
void mb_table_md(FILE *file, const mb_table *table);

/* A float, or over several pages a longtable; on its side where even the words of its columns are
 * wider than the text.  In a column of a page with two, a float over both where one is too
 * narrow.  label: behind "tab:". */
void mb_table_tex(FILE *file, const mb_table *table, const char *caption, const char *label,
                  double width);
void mb_table_html(FILE *file, const mb_table *table);

/* Leaves what is wanted of a table of answers, tables/BASE.*: rows of solvers as for runs (of these
 * "right" leaves all), columns, and for a paper (brief) short names of solvers with their key.
 * MB_BAD_INPUT: it has no such column. */
mb_status mb_table_choose(mb_table *table, const char *base, const mb_table_look *look, bool brief,
                          mb_arena *arena, mb_error *err);

/* The runs of a group with all columns. */
mb_status mb_run_table(const mb_run_group *group, mb_arena *arena, mb_table *table, mb_error *err);

/* Paths of what it looks at in records, NULL behind the last; their number. */
enum { MB_RUN_PATHS = MB_MOST_COLUMNS + 4 };
int mb_run_paths(const char *path[MB_RUN_PATHS]);

/* Those that are wanted of them, with short names of the solvers (brief) and their key; without a
 * choice the usual columns of a page or of a paper (brief). */
mb_status mb_run_table_chosen(const mb_run_group *group, const mb_table_look *look, bool brief,
                              mb_arena *arena, mb_table *table, mb_error *err);

/* The column of tables of runs with that key in csv or that heading, or of any number of a record
 * by its path.  False: there is none. */
bool mb_run_column(const char *name, mb_column *column);

/* All keys and headings of such columns, NULL behind the last; returns their number. */
enum { MB_COLUMN_NAMES = 512 };
int mb_run_column_names(const char *name[MB_COLUMN_NAMES]);

/* The claims of a study with their verdicts. */
mb_status mb_claim_table(const mb_paper *paper, const mb_digest *digest, mb_arena *arena,
                         mb_table *table, mb_error *err);

#endif

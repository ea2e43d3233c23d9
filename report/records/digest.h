/* SPDX-License-Identifier: MIT */
/* The records sorted for people: studies, in each its mechanisms, in each its runs, everywhere in
 * the order of the files.  Of a run made again on the same machine only the last counts. */
#ifndef MB_REPORT_RECORDS_DIGEST_H
#define MB_REPORT_RECORDS_DIGEST_H

#include <stdbool.h>

#include "base/arena.h"
#include "report/records/escape.h"
#include "report/records/fields.h"
#include "report/records/records.h"

typedef struct mb_report_run {
    const json_t *record; /* NULL: it is not held, mb_row_record reads it */
    mb_records *of;       /* where, as that one; NULL: it is held */
    int index;
    const double *number;  /* of one that is not held: what comparisons look at */
    bool graded, searched; /* of such a one: it has `precision`, `search`; */
    bool moves;            /* a scene and a series; */
    int met;               /* the limits that its mechanism's source states: 1, 0, -1 not judged; */
    const char *machine, *setting,
        *date;          /* its CPU model, id of its environment, when it was made; ""
                                           * when unknown */
    const char *folder; /* of the record's file */
    const char *study, *run, *problem, *solver, *status, *reason; /* "" where missing */
    const char *label;  /* of the solver, unique in its group */
    bool ok;            /* status ok */
    bool projected;     /* has a projection of its own */
    bool highlighted;   /* asked for by name: always drawn, before the others */
    bool swept;         /* of a group that is a sweep */
    const char *anchor; /* in the page */
} mb_report_run;

enum { MB_SWEEP_RUNS = 60 };

typedef struct mb_run_group {
    const char *study, *problem; /* problem: its spec */
    const char *title;           /* of the problem, else its spec */
    bool judged;                 /* of a study with claims: shown by them, not by mechanisms */
    const char *common;          /* what the labels of all rows leave out */
    char file[MB_NAME_SIZE];     /* base of file names and anchors, unique */
    bool sweep;                  /* an entry has more than MB_SWEEP_RUNS runs in it: csv only */
    int count;
    mb_report_run **row; /* (count) */
} mb_run_group;

typedef struct mb_digest {
    int row_count, group_count, study_count;
    mb_report_run *row;
    mb_run_group *group; /* those of a study stand together */
    const char **study;  /* (study_count) */
    json_t *texts;       /* that many rows have, as keys */
    int superseded;      /* records left out because the run was made again */
    int machines;        /* different CPU models */
} mb_digest;

mb_status mb_digest_make(mb_records *records, mb_arena *arena, mb_digest *digest, mb_error *err);

/* Marks the runs whose solver is of the kind that a pattern names (mb_spec_fits). */
void mb_digest_highlight(mb_digest *digest, const char *pattern);

/* Short labels (mb_short_labels) of n runs shown together, different for each, and their key. */
mb_status mb_rows_name(const mb_report_run *const *row, int n, mb_arena *arena, const char **label,
                       const char **key, mb_error *err);

/* What a record tells of its run; folder: of its file, NULL where no series is read.  Label and
 * anchor are those of a digest. */
mb_report_run mb_row_of(const json_t *record, const char *folder);

/* The record of a run; not to be kept (mb_records_get). */
const json_t *mb_row_record(const mb_report_run *row);

/* A number of it, NaN where it is missing or null.  Those that runs are compared by need no record. */
double mb_row_field(const mb_report_run *row, mb_field field);

/* Median of the sampled times of the time loop, in s; NaN when it was not timed. */
double mb_row_cpu(const mb_report_run *row);
double mb_record_cpu_of(const json_t *record);

/* Was its step or tolerance searched for? */
bool mb_row_searched(const mb_report_run *row);

/* Has it a scene and a series, so that its motion can be drawn? */
bool mb_row_moves(const mb_report_run *row);

/* Does it meet the limits that the mechanism's source states: 1, 0; -1: it is not judged. */
int mb_row_met(const mb_report_run *row);

/* CPU model of the record's environment, "" when unknown. */
const char *mb_row_machine(const mb_report_run *row);
const char *mb_record_machine(const json_t *record);

#endif

/* SPDX-License-Identifier: MIT */
/* Records beside archived ones of the same studies, each machine and version of the archive for itself.
 *
 * Accuracy compares across machines: a cell is the same within the tolerances of the gate
 * (report/gate/check.h, without counters), or named as changed.  CPU times do not: what is told are CPU
 * ratios, those within an entry of a study to its first solver, then and now. */
#ifndef MB_REPORT_AGAINST_AGAINST_H
#define MB_REPORT_AGAINST_AGAINST_H

#include "report/gate/check.h"
#include "report/tables/table.h"

typedef struct mb_against_run {
    const char *problem, *solver; /* specs */
    double t_end;                 /* [s] */
    mb_check_verdict verdict;
    const char *what;       /* the gravest finding; "" where there is none */
    const char *ratio_to;   /* solver that both ratios are to; NULL: they do not compare */
    double then[3], now[3]; /* CPU ratio and its interval; NaN: there is none */
} mb_against_run;

/* A study beside what one machine and version has left of it. */
typedef struct mb_against_part {
    const char *study, *machine,
        *version; /* machine, version: "" where the archive has nothing of the study */
    int number[MB_CHECK_VERDICTS];
    int count;
    mb_against_run *run; /* (count) worst first: what changed, then the others in their order */
    double shift;        /* median of the CPU ratios now over then; NaN: there is none */
    int shifts;          /* of so many runs */
} mb_against_part;

typedef struct mb_against {
    const char *archive; /* its folder */
    int parts;
    mb_against_part *part; /* (parts) room is the caller's */
} mb_against;

/* Adds a study: its records now beside those archived (NULL: none).  Texts are copied into the arena. */
mb_status mb_against_add(mb_against *against, const char *study, const char *machine,
                         const char *version, const mb_check_file *archived,
                         const mb_check_file *now, mb_arena *arena, mb_error *err);

/* Is a verdict one of runs that both have and that did not stay the same? */
bool mb_against_changed(mb_check_verdict verdict);

/* Counts and the first of what changed, for people. */
void mb_against_put(FILE *file, const mb_against *against);

/* The parts with their counts, a row each. */
mb_status mb_against_counts(const mb_against *against, mb_arena *arena, mb_table *table,
                            mb_error *err);

/* The runs of all parts, a row each; changed: those alone that both have and that did not stay the same. */
mb_status mb_against_runs(const mb_against *against, bool changed, mb_arena *arena, mb_table *table,
                          mb_error *err);

#endif

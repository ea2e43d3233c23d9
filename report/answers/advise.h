/* SPDX-License-Identifier: MIT */
/* Which solver to take: of the records of one mechanism the cheapest that keep given limits.
 *
 * Only a run that is right is recommended: one with a class, or one whose every part that denies it
 * a class was limited by the user and keeps that limit.  The cost is the CPU time of the time loop
 * for a simulated second.  It compares inside one file and one machine only: of records from
 * several kinds of machine those of the last one count. */
#ifndef MB_REPORT_ANSWERS_ADVISE_H
#define MB_REPORT_ANSWERS_ADVISE_H

#include "base/arena.h"
#include "report/records/grade.h"

/* name, field of the record, its short name */
#define MB_LIMIT_LIST(X)                                                                           \
    X(MB_LIMIT_GAP, MB_FIELD_GAP, "gap")                                                           \
    X(MB_LIMIT_VIOLATION, MB_FIELD_POSITION_MAX, "position violation")                             \
    X(MB_LIMIT_DRIFT, MB_FIELD_ENERGY_MAX, "energy drift")                                         \
    X(MB_LIMIT_ERROR, MB_FIELD_ERROR_MAX, "error")

typedef enum mb_limit_kind {
#define MB_LIMIT_ENUM(name, field, word) name,
    MB_LIMIT_LIST(MB_LIMIT_ENUM)
#undef MB_LIMIT_ENUM
        MB_LIMITS
} mb_limit_kind;

/* Where a run belongs, in the order of the advice. */
typedef enum mb_standing {
    MB_ADVISED,   /* right, keeps the limits, timed */
    MB_NOT_TIMED, /* right and keeps them, but was not timed */
    MB_NOT_RIGHT, /* keeps them, but its motion is not the mechanism's */
    MB_MISSES     /* misses a limit */
} mb_standing;

typedef struct mb_candidate {
    const mb_report_run *row;
    double value[MB_LIMITS]; /* NaN: the record has none */
    double cost;             /* [s / s]; NaN: not timed */
    bool rough;              /* the cost is that of the measuring pass, beside other work */
    double margin;           /* smallest limit / value; below 1 it misses one, 0: no value */
    mb_limit_kind worst;     /* the limit of that margin */
    mb_standing standing;
} mb_candidate;

typedef struct mb_advice {
    int count;                     /* runs with status ok by their standing: those advised cheapest
                              * first, the others with the largest margin first */
    int meet, timed;               /* right ones that meet the limits; of them timed */
    int wrong;                     /* that meet them and are not right */
    mb_candidate *candidate;       /* (count) */
    int failed;                    /* runs that did not finish */
    const mb_report_run **failure; /* (failed) */
    const char *machine;           /* whose records count */
    int elsewhere;                 /* records of other machines, left out */
    bool late;                     /* no reference was found in the time that trying had */
    double rank_lost; /* [s] earliest time at which the rows lost rank in a run; NaN: none */
} mb_advice;

/* The field that a limit is of. */
mb_field mb_limit_field(mb_limit_kind limit);

/* Ranks the records of a problem (canonical spec) by limits (NaN: none).  Of several records of one
 * solver the one with the longest end time counts, of these the last. */
mb_status mb_advise(const mb_digest *digest, const char *problem, const double limit[MB_LIMITS],
                    mb_arena *arena, mb_advice *advice, mb_error *err);

/* The advice for people. */
void mb_put_advice(FILE *out, const mb_advice *advice, const char *problem,
                   const double limit[MB_LIMITS]);

#endif

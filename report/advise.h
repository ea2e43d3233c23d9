/* Which solver to take: of the records of one mechanism the cheapest that keep given limits.
 *
 * The cost is the CPU time of the time loop for a simulated second.  It compares inside one file
 * and one machine only: of records from several kinds of machine those of the last one count. */
#ifndef MB_REPORT_ADVISE_H
#define MB_REPORT_ADVISE_H

#include "base/arena.h"
#include "report/digest.h"

#define MB_LIMIT_LIST(X)                                                                           \
    X(MB_LIMIT_VIOLATION, "position.l2.max", "position violation")                                 \
    X(MB_LIMIT_DRIFT, "energy.max_abs", "energy drift")                                            \
    X(MB_LIMIT_ERROR, "error.max", "error")

typedef enum mb_limit_kind {
#define MB_LIMIT_ENUM(name, path, word) name,
    MB_LIMIT_LIST(MB_LIMIT_ENUM)
#undef MB_LIMIT_ENUM
        MB_LIMITS
} mb_limit_kind;

typedef struct mb_candidate {
    const mb_row *row;
    double value[MB_LIMITS]; /* NaN: the record has none */
    double cost;             /* [s / s]; NaN: not timed */
    double margin;           /* smallest limit / value; below 1 it misses one, 0: no value */
    mb_limit_kind worst;     /* the limit of that margin */
} mb_candidate;

typedef struct mb_advice {
    int count;               /* ok runs: those that meet the limits and were timed first, cheapest
                              * first, then those not timed, then the others, nearest first */
    int meet, timed;         /* that meet the limits; of them timed */
    mb_candidate *candidate; /* (count) */
    int failed;              /* runs that did not end ok */
    const mb_row **failure;  /* (failed) */
    const char *machine;     /* whose records count */
    int elsewhere;           /* records of other machines, left out */
} mb_advice;

/* Ranks the records of a problem (canonical spec) by limits (NaN: none).  Of several records of one
 * solver the one with the longest end time counts, of these the last. */
mb_status mb_advise(const mb_digest *digest, const char *problem, const double limit[MB_LIMITS],
                    mb_arena *arena, mb_advice *advice, mb_error *err);

/* The advice for people. */
void mb_put_advice(FILE *out, const mb_advice *advice, const char *problem,
                   const double limit[MB_LIMITS]);

#endif

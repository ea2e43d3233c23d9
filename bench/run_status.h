/* Statuses of a run, as they stand in records. */
#ifndef MB_BENCH_RUN_STATUS_H
#define MB_BENCH_RUN_STATUS_H

#include <stdbool.h>

/* name, word */
#define MB_RUN_STATUS_LIST(X)                                                                      \
    X(MB_RUN_OK, "ok")                                                                             \
    X(MB_RUN_NOT_APPLICABLE, "not-applicable")                                                     \
    X(MB_RUN_SINGULAR, "singular")                                                                 \
    X(MB_RUN_DIVERGED, "diverged")                                                                 \
    X(MB_RUN_NON_FINITE, "non-finite")                                                             \
    X(MB_RUN_BRANCH_CHANGE, "branch-change")                                                       \
    X(MB_RUN_LOCKED, "locked")                                                                     \
    X(MB_RUN_UNCONVERGED, "unconverged")                                                           \
    X(MB_RUN_TIME_LIMIT, "time-limit")                                                             \
    X(MB_RUN_MEMORY_LIMIT, "memory-limit")                                                         \
    X(MB_RUN_CRASHED, "crashed")                                                                   \
    X(MB_RUN_REJECTED, "rejected")                                                                 \
    X(MB_RUN_ERROR, "error")

typedef enum mb_run_status {
#define MB_RUN_STATUS_ENUM(name, word) name,
    MB_RUN_STATUS_LIST(MB_RUN_STATUS_ENUM)
#undef MB_RUN_STATUS_ENUM
        MB_RUN_STATUSES, /* number of them; also: not known yet */
} mb_run_status;

/* Word of a status; "unknown" for MB_RUN_STATUSES. */
const char *mb_run_status_word(mb_run_status status);

/* MB_RUN_STATUSES when no status has that word; accepts NULL. */
mb_run_status mb_run_status_find(const char *word);

/* Whether a run of this status went to its end, so that its time means something. */
bool mb_run_status_timed(mb_run_status status);

#endif

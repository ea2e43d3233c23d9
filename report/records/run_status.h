/* SPDX-License-Identifier: MIT */
/* Statuses of a run, as they stand in records, and how each is told and shown: never by colour
 * alone. */
#ifndef MB_REPORT_RECORDS_RUN_STATUS_H
#define MB_REPORT_RECORDS_RUN_STATUS_H

#include <stdbool.h>

/* How a run came to its end. */
typedef enum mb_run_end {
    MB_END_WHOLE,   /* at its end time: its numbers and its CPU time are those of the whole run */
    MB_END_OWN,     /* by its own doing, which repeats */
    MB_END_LIMIT,   /* at a limit: a larger one may let it go on */
    MB_END_OUTSIDE, /* by what no run should meet */
} mb_run_end;

/* name, word in records, how it ended, glyph, name of its style class, meaning for people, what a
 * reader of a paper calls it */
#define MB_RUN_STATUS_LIST(X)                                                                      \
    X(MB_RUN_OK, "ok", MB_END_WHOLE, "✓", "good",                                                  \
      "ran to the end; how right it is, is told by its class", "runs to the end")                  \
    X(MB_RUN_NOT_APPLICABLE, "not-applicable", MB_END_OWN, "–", "none",                            \
      "the method does not fit this mechanism", "does not apply")                                  \
    X(MB_RUN_SINGULAR, "singular", MB_END_OWN, "⊥", "bad", "a matrix became singular",             \
      "fails, singular")                                                                           \
    X(MB_RUN_DIVERGED, "diverged", MB_END_OWN, "↗", "bad",                                         \
      "an iteration or the motion grew without bound", "diverges")                                 \
    X(MB_RUN_NON_FINITE, "non-finite", MB_END_OWN, "∞", "bad",                                     \
      "a value became infinite or undefined", "overflows")                                         \
    X(MB_RUN_BRANCH_CHANGE, "branch-change", MB_END_WHOLE, "⤨", "bad",                             \
      "the motion left its branch of the configuration space", "changes branch")                   \
    X(MB_RUN_LOCKED, "locked", MB_END_OWN, "⚿", "bad",                                             \
      "came to rest where the rows lose rank, against its forces",                                 \
      "comes to rest where the rows lose rank")                                                    \
    X(MB_RUN_UNCONVERGED, "unconverged", MB_END_OWN, "≁", "bad", "its last step did not converge", \
      "ends unconverged")                                                                          \
    X(MB_RUN_TIME_LIMIT, "time-limit", MB_END_LIMIT, "◷", "limit", "the time limit was reached",   \
      "time-limit")                                                                                \
    X(MB_RUN_MEMORY_LIMIT, "memory-limit", MB_END_LIMIT, "▤", "limit",                             \
      "the memory limit was reached", "memory-limit")                                              \
    X(MB_RUN_CRASHED, "crashed", MB_END_OUTSIDE, "✗", "crash", "the process that ran it died",     \
      "crashed")                                                                                   \
    X(MB_RUN_REJECTED, "rejected", MB_END_OWN, "⊘", "bad",                                         \
      "the solver said ok, the audit disagrees", "leaves the constraints")                         \
    X(MB_RUN_ERROR, "error", MB_END_OUTSIDE, "!", "crash", "the harness could not run it", "error")

typedef enum mb_run_status {
#define MB_RUN_STATUS_ENUM(name, ...) name,
    MB_RUN_STATUS_LIST(MB_RUN_STATUS_ENUM)
#undef MB_RUN_STATUS_ENUM
        MB_RUN_STATUSES, /* number of them; also: not known */
} mb_run_status;

/* Word of a status; "unknown" for MB_RUN_STATUSES. */
const char *mb_run_status_word(mb_run_status status);

/* MB_RUN_STATUSES when no status has that word; accepts NULL. */
mb_run_status mb_run_status_find(const char *word);

/* Whether a run of this status went to its end time, so that its time means something; whether it
 * met a limit; whether it failed by its own doing or went to its end.  A status that is not known
 * did neither. */
bool mb_run_status_timed(mb_run_status status);
bool mb_run_status_limited(mb_run_status status);
bool mb_run_status_repeats(mb_run_status status);

/* "fails, singular"; the word itself where no status has it. */
const char *mb_run_status_told(const char *word);

typedef struct mb_badge {
    const char *name, *glyph, *style, *meaning;
} mb_badge;

/* The badge of a status; one with the style "crash" and the glyph "?" for an unknown name. */
mb_badge mb_badge_of(const char *name);

/* The i-th one; a NULL name after the last. */
mb_badge mb_badge_at(int i);

#endif

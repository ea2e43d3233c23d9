/* SPDX-License-Identifier: MIT */
/* What the files that carry out a plan share: session.c takes runs from the plan and records them,
 * passes.c has them measured, timed and counted. */
#ifndef MB_BENCH_SESSION_SESSION_PARTS_H
#define MB_BENCH_SESSION_SESSION_PARTS_H

#include "bench/child/process.h"
#include "bench/record/store.h"
#include "bench/search.h"
#include "bench/session/session.h"

/* A problem with its end whose reference was looked for in this session. */
typedef struct mb_referred {
    uint64_t hash;
    bool kept;       /* its scene was put beside the records, if there is one */
    char scene[512]; /* where, as records say it; "": there is none */
} mb_referred;

struct mb_session {
    mb_crew crew;
    mb_plan *plan;
    const mb_session_options *options;
    mb_store *store;
    json_t *environment, *now; /* as a window's records say it */
    mb_progress progress;
    double synced;       /* wall clock when the records were last made to last */
    int next;            /* first run of the plan that no window has taken */
    int slots, used;     /* of the window */
    int *run;            /* (slots + 1) index in the plan; the last slot is a spare */
    mb_result *result;   /* (slots + 1) */
    mb_process *process; /* (slots + 1) */
    mb_search *search;   /* (slots + 1) of the runs that ask for one */
    double *until;       /* (slots + 1) wall clock by which the search ends; 0: whenever it does */
    int *lanes;     /* (slots + 1) slots from this one on that its process measures, 1: alone */
    bool *alone;    /* (slots + 1) it is to be measured again, alone */
    bool *measured; /* (slots + 1) its measuring pass has ended by itself or by a limit */
    bool *whole;    /* (slots) measured, and timed if it was to be */
    int uncounted;  /* runs without a record as their instructions could not be counted */
    mb_error why_uncounted;
    bool interrupted;
    char references[1024]; /* folder of those that are kept; "": none */
    bool scratch;          /* it is a temporary one */
    mb_referred *referred; /* (nreferred) */
    int nreferred;
    bool late; /* the time was up before one of them was found */
};

/* Puts a run into a slot.  Nothing of the run that was there before is left: whatever ends a window
 * early, the result of a slot is empty until the slot's own pass fills it in. */
void mb_session_take_slot(mb_session *s, int slot, int run);

/* Starts a pass in a slot, of so many seconds of CPU; again: of a further round.  A process that
 * the system does not give at once it may give when others have ended.  One made here has ended
 * when this returns. */
mb_status mb_session_start(mb_session *s, int slot, mb_child_body *body, const char *to, bool again,
                           double seconds, mb_error *err);

/* Whether a moment has passed; 0 never does. */
bool mb_session_late(double until);

/* Ends what runs in n slots when the program is to stop. */
void mb_session_stop(mb_session *s, int from, int n);

/* What a pass that could not be started means: why, or the program was to stop. */
mb_status mb_session_not_started(mb_session *s, const mb_error *why, mb_error *err);

/* Whether the runs of two slots of the plan may be measured side by side (bench/child/lanes.c). */
bool mb_session_alike(const mb_session *s, const mb_run *a, const mb_run *b);

/* Whether the search of a slot is that of the slot before, for a finer class. */
bool mb_session_continues(const mb_session *s, int slot);

/* The next slot whose process can be started, with the lanes that it takes along: one that is to be
 * made alone, or that at *next, which moves on; -1: none. */
int mb_session_next(mb_session *s, int *next);

/* Texts of the solvers of the others of them, each with its NUL. */
void mb_session_beside(const mb_session *s, int slot, char text[MB_REQUEST_BESIDE]);

/* The process of a slot with lanes has ended: which of them are measured, and which are to be alone. */
void mb_session_part(mb_session *s, int slot);

/* References and scenes of the window's mechanisms, up to `jobs` side by side. */
mb_status mb_session_refer(mb_session *s, mb_error *err);

/* Where the scene of a run's mechanism stands, as its record says it, put there with the first; "":
 * there is none. */
mb_status mb_session_scene(mb_session *s, const mb_run *run, const char **scene, mb_error *err);

/* The measuring passes of the window, up to `jobs` side by side.  MB_FAILURE: one could not be
 * started; those beside it have ended. */
mb_status mb_session_measure(mb_session *s, mb_error *err);

/* What is made of the measured runs of the window one by one: timed passes, counts of instructions.
 * Those that lack nothing then are whole. */
mb_status mb_session_finish(mb_session *s, mb_error *err);

/* Times a run whose record says that it can be timed once more; the spare slot has the result.
 * *longer: a copy of the record that the times go to, the caller's; NULL where the run did not come
 * to its end. */
mb_status mb_session_time_again(mb_session *s, mb_run *run, const json_t *record, json_t **longer,
                                mb_error *err);

/* The timed passes of runs that get them at the end (MB_TIMED_NEAR), when all have records. */
mb_status mb_session_near(mb_session *s, mb_error *err);

/* The further rounds of the plan's runs, when all have records. */
mb_status mb_session_rounds(mb_session *s, mb_error *err);

/* Solver a run's CPU ratio refers to; NULL when that one failed. */
const char *mb_session_ratio_to(const mb_session *s, const mb_run *run);

#endif

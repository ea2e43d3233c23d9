/* SPDX-License-Identifier: MIT */
/* Solvers tried on a mechanism because no records tell which one to take: each with a search for the
 * largest step or tolerance that is right to 1e-2 and keeps the limits. */
#ifndef MB_BENCH_COMMAND_TRIAL_H
#define MB_BENCH_COMMAND_TRIAL_H

#include "bench/command/commands.h"
#include "bench/search.h"

typedef struct mb_trial {
    const char *problem; /* as named on the command line */
    mb_words solvers;    /* specs and names of lists */
    mb_search_goal goal; /* its budget is set here */
    double t_end;        /* [s]; NaN: the mechanism's own */
    double budget;       /* [s] by the clock that all of it may take */
    int jobs;            /* side by side; 0: as many as there are processors */
    const char *out;     /* file that the records are appended to */
    bool late;           /* the time was up before its reference was found */
} mb_trial;

/* Makes the runs, or takes them from the file where they stand, and reads their records.
 * *interrupted: the user stopped it; records has what was finished. */
mb_status mb_trial_run(mb_trial *trial, mb_records *records, bool *interrupted, mb_error *err);

#endif

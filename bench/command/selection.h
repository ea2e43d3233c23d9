/* SPDX-License-Identifier: MIT */
/* Which runs the words of a command ask for:
 *
 *   [STUDY[:ID,...]...] [--add-solver SPEC]... [--problem NAME[:p=v,...]]... [--solver SPEC]... [--t-end T] [--quick]
 * [--shard K/N]
 *
 * IDs leave only these runs of a study, or those of these entries (table1 has table1.1, table1.2
 * and so on; of several readings table1[last].1 and so on, which table1.1 and table1[last] name
 * as well).
 *
 * Problems and solvers given as options are crossed and make one entry, study `command-line`, whose
 * first solver is what CPU ratios refer to.  With nothing given it is the catalogue. */
#ifndef MB_BENCH_COMMAND_SELECTION_H
#define MB_BENCH_COMMAND_SELECTION_H

#include "bench/command/commands.h"
#include "bench/study/study.h"

/* Words point into the command line. */
typedef struct mb_selection {
    mb_words studies, problems, solvers;
    mb_words added; /* solvers, to the studies */
    int *first;     /* (studies.count + 1) the runs of each in the plan */
    mb_study_options options;
    int shard, shards; /* shard 1 to shards; 1 of 1: everything */
    mb_ledger *ledger; /* (ledgers) of the studies with claims; mb_selection_plan fills it */
    int ledgers;
} mb_selection;

mb_status mb_selection_create(mb_selection *selection, const mb_args *args, mb_error *err);
void mb_selection_free(mb_selection *selection); /* accepts a zeroed object */

/* The words above, of commands whose request begins with a selection. */
extern const mb_option mb_selection_options[];

/* After the last word: refuses problems without solvers and the reverse. */
mb_status mb_selection_end(mb_selection *selection, mb_error *err);

/* The plan, created here, and the ledgers of its studies, which live as long. */
mb_status mb_selection_plan(mb_selection *selection, mb_plan *plan, mb_error *err);

#endif

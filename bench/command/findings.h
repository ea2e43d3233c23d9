/* SPDX-License-Identifier: MIT */
/* Commands that put something of others to trials and say what is wrong with it, a line a finding. */
#ifndef MB_BENCH_COMMAND_FINDINGS_H
#define MB_BENCH_COMMAND_FINDINGS_H

#include "bench/command/options.h"
#include "bench/validate/validate.h"

/* Their words: what is tried, then a selection. */
typedef struct mb_trial_words {
    mb_words words;
} mb_trial_words;

/* Puts `what` to trials, or to those that are chosen (n), as mb_validate does. */
typedef mb_status mb_trials(const char *what, const char *const *only, int n,
                            void (*tell)(const mb_finding *finding, void *data), void *data,
                            mb_error *err);

/* Such a command: *exit is MB_EXIT_ERROR where something is wrong. */
mb_status mb_put_to_trials(const mb_command *command, mb_trials *trials, const mb_args *args,
                           int *exit, mb_error *err);

#endif

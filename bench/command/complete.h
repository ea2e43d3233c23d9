/* SPDX-License-Identifier: MIT */
/* Completion of what is being typed, from the tables that the command line is read by. */
#ifndef MB_BENCH_COMMAND_COMPLETE_H
#define MB_BENCH_COMMAND_COMPLETE_H

#include <stdio.h>

#include "bench/command/options.h"

/* What the last of the words behind "mbsbench" can become, a line each: commands, options and the
 * words that they take, problems, solvers, engines and studies, each with the names of parameters, and
 * where files of mechanisms or studies may stand, those.  Nothing where another file is meant: the
 * shell knows those.  A line that ends in '=', ':', ',' or '/' goes on. */
void mb_complete(const mb_command *const *commands, const mb_args *words, FILE *out);

#endif

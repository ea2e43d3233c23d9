/* SPDX-License-Identifier: MIT */
/* What the program says of itself: its commands, the page of one, and all of it as a manual page,
 * from the tables that the command line is read by. */
#ifndef MB_BENCH_COMMAND_HELP_H
#define MB_BENCH_COMMAND_HELP_H

#include <stdio.h>

#include "bench/command/options.h"

/* The commands, a sentence each; the table ends in NULL. */
void mb_help(const mb_command *const *commands, FILE *out);

/* A command: what it does, its words, examples. */
void mb_help_command(const mb_command *command, FILE *out);

/* The manual pages mbsbench(1) and mbsbench-COMMAND(1), in man's macros of troff. */
void mb_help_man(const mb_command *const *commands, FILE *out);
void mb_help_man_command(const mb_command *command, FILE *out);

#endif

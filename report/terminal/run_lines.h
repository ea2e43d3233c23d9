/* SPDX-License-Identifier: MIT */
/* Runs on the terminal as a table, a line each, then what their reader must know: where rows lose
 * rank, what a search did not find. */
#ifndef MB_REPORT_TERMINAL_RUN_LINES_H
#define MB_REPORT_TERMINAL_RUN_LINES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes status, class, gap, drift, error, cost, CPU ratio and what a search found of n runs, in
 * their order, under a heading a mechanism where there are several; a NULL record is left out.
 * Nothing when there is none.
 *
 * width: columns of the terminal.  Where the whole specs do not fit, they are shortened to what
 * tells them apart, else each stands on a line of its own, and what still does not fit is left out.
 * 0: no limit.
 * reasons: under a run that is not right stands why. */
void mb_put_run_lines(FILE *out, const json_t *const *record, int n, int width, bool reasons);

#endif

/* A few runs on the terminal: one line each, then where rows lose rank and what a search found. */
#ifndef MB_REPORT_TERMINAL_RUN_LINES_H
#define MB_REPORT_TERMINAL_RUN_LINES_H

#include <jansson.h>
#include <stdio.h>

/* Writes status, class, gap, drift, error and cost of n runs, in their order; a NULL record is left
 * out.  Nothing when there is none. */
void mb_put_run_lines(FILE *out, const json_t *const *record, int n);

#endif

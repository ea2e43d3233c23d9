/* SPDX-License-Identifier: MIT */
/* The command that measures a run again. */
#ifndef MB_REPORT_RECORDS_COMMAND_H
#define MB_REPORT_RECORDS_COMMAND_H

#include <stdio.h>

#include "report/records/digest.h"

/* "mbsbench run --problem ... --solver ... --t-end ..." that measures the row again, with a
 * --plugin FILE for each library that the record names. */
void mb_put_command(FILE *file, const mb_report_run *row);

/* That in the arena. */
mb_status mb_command_text(const mb_report_run *row, mb_arena *arena, const char **text,
                          mb_error *err);

/* The same beside the solver that the row's CPU ratio refers to. */
void mb_put_timed_command(FILE *file, const mb_report_run *row);

#endif

/* SPDX-License-Identifier: MIT */
/* How a report looks, by words of the command line. */
#ifndef MB_BENCH_COMMAND_REPORT_LOOK_H
#define MB_BENCH_COMMAND_REPORT_LOOK_H

#include "base/arena.h"
#include "report/tables/table.h"

/* Takes "label,class,error" as the columns of tables of runs, "solvers:rank,solver" as those of a table
 * of answers (mb_chosen_tables), whose names are looked up when it is written; the texts lie in the
 * arena. */
mb_status mb_report_take_columns(mb_table_look *look, mb_arena *arena, const char *option,
                                 const char *value, mb_error *err);

/* Takes "88mm", "88", "8.8cm" or "3.5in" as a width in mm. */
mb_status mb_report_take_width(double *width, const char *option, const char *value, mb_error *err);

#endif

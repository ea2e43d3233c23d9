/* SPDX-License-Identifier: MIT */
/* The commands of the program, and what they share. */
#ifndef MB_BENCH_COMMAND_COMMANDS_H
#define MB_BENCH_COMMAND_COMMANDS_H

#include "bench/command/options.h"
#include "report/records/records.h"

enum {
    MB_EXIT_DONE = 0,
    MB_EXIT_ERROR = 1,
    MB_EXIT_USAGE = 2,
    MB_EXIT_REGRESSION = 3,
    MB_EXIT_NOT_COMPARABLE = 4, /* neither pass nor fail */
    MB_EXIT_NOTHING = 5,        /* measured nothing */
    MB_EXIT_INTERRUPTED = 130
};

/* Exit status of a comparison. */
struct mb_check;
int mb_check_exit(const struct mb_check *check);

/* Says on stderr that the last line of a file, of that number, is torn; 0: it is not. */
void mb_args_tell_torn(const char *path, long line);

/* Refuses an output file that another word of the command names as well, under whatever name: what
 * is read would be written over.  out: NULL, or within one of the words. */
mb_status mb_args_output(const mb_args *args, const char *option, const char *out, mb_error *err);

/* The same of a folder that files of many names are written to: no word names a file below it, but
 * for files of records and studies, which are none of them. */
mb_status mb_args_output_folder(const mb_args *args, const char *option, const char *out,
                                mb_error *err);

extern const mb_command mb_command_list, mb_command_run, mb_command_report, mb_command_show,
    mb_command_advise, mb_command_check, mb_command_compare, mb_command_describe, mb_command_draw,
    mb_command_export, mb_command_import, mb_command_merge, mb_command_reference, mb_command_score,
    mb_command_engine_test, mb_command_plugin_test, mb_command_archive;

#endif

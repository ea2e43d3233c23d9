/* The commands of the program.  Each takes the words after its name, prints errors to stderr and
 * returns the exit status. */
#ifndef MB_BENCH_COMMAND_COMMANDS_H
#define MB_BENCH_COMMAND_COMMANDS_H

#include <stdbool.h>

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

/* The words of a command, taken one by one. */
typedef struct mb_args {
    int count;
    char **word;
    int at;
} mb_args;

/* If the word at `at` is the option (`--name VALUE` or `--name=VALUE`), moves past it; *value is
 * NULL when the value is missing. */
bool mb_args_value(mb_args *args, const char *option, const char **value);
/* Likewise for an option without a value. */
bool mb_args_flag(mb_args *args, const char *option);

/* Refuses the word at `at`: an unknown option, with the nearest of the NULL-ended known ones. */
mb_status mb_args_unknown(const mb_args *args, const char *const *known, mb_error *err);

/* Takes the word at `at`: a file of records, which is read and added; an option is an unknown one.
 */
mb_status mb_args_records(mb_args *args, const char *const *known, mb_records *records,
                          mb_error *err);

/* Says on stderr that the last line of a file, of that number, is torn; 0: it is not. */
void mb_args_tell_torn(const char *path, long line);

/* The value of an option that needs `what`. */
mb_status mb_args_text(const char *option, const char *value, const char *what, const char **text,
                       mb_error *err);

/* Refuses an output file that another word of the command names as well, under whatever name: what
 * is read would be written over.  out: NULL, or within one of the words. */
mb_status mb_args_output(const mb_args *args, const char *option, const char *out, mb_error *err);

/* The same of a folder that files of many names are written to: no word names a file below it, but
 * for files of records and studies, which are none of them. */
mb_status mb_args_output_folder(const mb_args *args, const char *option, const char *out,
                                mb_error *err);

/* A whole number from min to max. */
mb_status mb_args_whole(const char *option, const char *value, int min, int max, int *number,
                        mb_error *err);

/* A number of at least (above: more than) min. */
mb_status mb_args_number(const char *option, const char *value, double min, bool above,
                         double *number, mb_error *err);

/* Prints an error; the exit status that fits it. */
int mb_command_failed(const char *command, const mb_error *err);

int mb_command_list(mb_args args);
int mb_command_run(mb_args args);
int mb_command_show(mb_args args);
int mb_command_advise(mb_args args);
int mb_command_report(mb_args args);
int mb_command_check(mb_args args);
int mb_command_compare(mb_args args);
int mb_command_export(mb_args args);
int mb_command_merge(mb_args args);

#endif

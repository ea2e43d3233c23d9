/* Other programs, run to their end with their two outputs kept. */
#ifndef MB_BENCH_PROGRAM_H
#define MB_BENCH_PROGRAM_H

#include "base/status.h"

typedef struct mb_program_output {
    int exit_status;        /* that of a shell for a signal: 128 and its number */
    char *text, *complaint; /* of standard output and standard error */
} mb_program_output;

/* words: the program, found in PATH, its arguments, NULL.
 * MB_BAD_INPUT: it cannot be started. */
mb_status mb_program_run(const char *const *words, mb_program_output *output, mb_error *err);
void mb_program_output_free(mb_program_output *output); /* accepts a zeroed object */

#endif

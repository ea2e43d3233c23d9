/* Other programs, run without a shell. */
#ifndef MB_BASE_PROGRAM_H
#define MB_BASE_PROGRAM_H

#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

/* One that runs. */
typedef struct mb_program {
    pid_t pid;        /* 0: none does */
    const char *name; /* the first of its words */
    int end[2];       /* files that take its standard output and standard error */
} mb_program;

typedef struct mb_program_output {
    int exit_status;        /* that of a shell for a signal: 128 and its number */
    char *text, *complaint; /* of standard output and standard error */
} mb_program_output;

enum { MB_PROGRAM_TEXT = 480 };

/* Path of the program `name` in PATH, to be freed; NULL when there is none. */
char *mb_program_find(const char *name);

/* Starts a program.  words: the program, found in PATH if it is no path, its arguments, NULL; they
 * must last until it is finished.  folder: where it runs; NULL: here.  Its standard input is empty.
 * MB_BAD_INPUT: it cannot be started. */
mb_status mb_program_start(mb_program *program, const char *const *words, const char *folder,
                           mb_error *err);

/* Waits for it to end.  MB_FAILURE: it was not started, or is lost. */
mb_status mb_program_finish(mb_program *program, mb_program_output *output, mb_error *err);

/* Both. */
mb_status mb_program_run(const char *const *words, const char *folder, mb_program_output *output,
                         mb_error *err);

/* Why it did not go through, with the first lines of what it said; "" when it did. */
void mb_program_failure(const char *name, const mb_program_output *output,
                        char text[MB_PROGRAM_TEXT]);

void mb_program_output_free(mb_program_output *output); /* accepts a zeroed object */

#endif

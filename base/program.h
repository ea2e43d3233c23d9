/* SPDX-License-Identifier: MIT */
/* Other programs, run without a shell. */
#ifndef MB_BASE_PROGRAM_H
#define MB_BASE_PROGRAM_H

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/status.h"

/* Beyond these a program is ended.  0: no bound. */
typedef struct mb_program_bounds {
    double seconds; /* of wall clock, those not counted in which this program was stopped itself */
    double bytes;   /* of its output or of its messages */
    double cpu;     /* [s] that it has computed itself */
    double idle;    /* [s] of wall clock in which it neither computes nor writes */
} mb_program_bounds;

/* One that runs. */
typedef struct mb_program {
    pid_t pid;                /* 0: none does */
    const char *name;         /* the first of its words */
    int end[2];               /* files that take its standard output and standard error */
    mb_program_bounds bounds; /* none after mb_program_start; may be set then */
} mb_program;

typedef enum mb_program_ended {
    MB_PROGRAM_BY_ITSELF,
    MB_PROGRAM_LATE,    /* beyond the bound of time */
    MB_PROGRAM_LOUD,    /* beyond that of output */
    MB_PROGRAM_COSTLY,  /* beyond that of computing */
    MB_PROGRAM_STOPPED, /* because this program is to stop */
} mb_program_ended;

typedef struct mb_program_output {
    mb_program_ended ended;
    int exit_status;        /* that of a shell for a signal: 128 and its number */
    double cpu;             /* [s] that it has computed, with what it has waited for */
    size_t size;            /* of text */
    char *text, *complaint; /* of standard output and standard error, ended by a zero */
} mb_program_output;

enum { MB_PROGRAM_TEXT = 480 };

/* Path of the program `name` in PATH, to be freed; NULL when there is none. */
char *mb_program_find(const char *name);

/* Starts a program.  words: the program, found in PATH if it is no path, its arguments, NULL; they
 * must last until it is finished.  folder: where it runs; NULL: here.  Its standard input is empty.
 * It does not outlive this program, however that ends.  MB_BAD_INPUT: it cannot be started. */
mb_status mb_program_start(mb_program *program, const char *const *words, const char *folder,
                           mb_error *err);

/* The same with a text on its standard input. */
mb_status mb_program_start_with(mb_program *program, const char *const *words, const char *input,
                                mb_error *err);

/* Waits for it to end; ends it, and what it has started, beyond its bounds and when one of the
 * signals of base/stop.h waits, which is left to the caller.  MB_FAILURE: it was not started, or is
 * lost. */
mb_status mb_program_finish(mb_program *program, mb_program_output *output, mb_error *err);

/* Both. */
mb_status mb_program_run(const char *const *words, const char *folder, mb_program_output *output,
                         mb_error *err);

/* Both, within bounds. */
mb_status mb_program_run_within(const char *const *words, mb_program_bounds bounds,
                                mb_program_output *output, mb_error *err);

/* How one ended that was not ended from here: "exit status 3", "killed by signal 11 (SIGSEGV)". */
void mb_program_end_words(const mb_program_output *output, char text[MB_PROGRAM_TEXT]);

/* Why it did not go through, with the first lines of what it said; "" when it did. */
void mb_program_failure(const char *name, const mb_program_output *output,
                        char text[MB_PROGRAM_TEXT]);

void mb_program_output_free(mb_program_output *output); /* accepts a zeroed object */

/* [s] of CPU, of the program and of the system for it */
double mb_cpu_of(const struct rusage *usage);

#endif

/* Programs run without a shell. */
#ifndef MB_REPORT_PROGRAM_H
#define MB_REPORT_PROGRAM_H

#include <stdio.h>
#include <sys/types.h>

#include "base/status.h"

/* One that runs. */
typedef struct mb_program {
    pid_t pid;
    const char *name; /* of the program, for messages */
    FILE *said;       /* its stdout and stderr */
} mb_program;

enum { MB_PROGRAM_TEXT = 480 };

/* Path of the program `name` in PATH, to be freed; NULL when there is none. */
char *mb_program_find(const char *name);

/* Starts the program at path `program` on args[0..count) inside `folder`.  On output *p: to be
 * finished, whatever the status; it points into `program`.  MB_FAILURE: it could not be started. */
mb_status mb_program_start(const char *program, const char *folder, const char *const *args,
                           int count, mb_program *p, mb_error *err);

/* Waits for it.  text: why it did not go through, with the first lines of what it said; "" when it
 * did. */
void mb_program_finish(mb_program *p, char *text, size_t size);

#endif

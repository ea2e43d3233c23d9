/* SPDX-License-Identifier: MIT */
/* What became of the elements of a robot's file: taken, ignored, refused, each with its line. */
#ifndef MB_PROBLEMS_ROBOTS_REPORT_H
#define MB_PROBLEMS_ROBOTS_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

typedef enum mb_fate { MB_TAKEN, MB_IGNORED, MB_REFUSED, MB_FATES } mb_fate;

enum { MB_REFUSALS = 20, MB_REPORT_LINES = 1000, MB_INCLUDED_FILES = 60 };

/* Lines of included files: number of the file, from 1, times this, and the line in it */
enum { MB_LINES_OF_A_FILE = 1 << 24 };

typedef struct mb_robot_entry {
    int line;      /* where it happened first; from 1, or of an included file */
    long more;     /* times it happened again */
    uint32_t hash; /* of the text */
    const char *text;
} mb_robot_entry;

/* Of each kind MB_REPORT_LINES different texts are kept, of refusals MB_REFUSALS; the others are
 * counted. */
typedef struct mb_robot_report {
    const char *file;                            /* name for messages */
    int nincluded, reading;                      /* reading: the file that is being parsed */
    const char *included[MB_INCLUDED_FILES + 1]; /* from 1 */
    mb_arena *arena;
    bool no_memory;
    int n[MB_FATES];
    long others[MB_FATES];
    mb_robot_entry entry[MB_FATES][MB_REPORT_LINES];
} mb_robot_report;

/* A text that was said before is counted there. */
void mb_robot_say(mb_robot_report *report, mb_fate fate, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Puts the lists in the order of the file. */
void mb_robot_report_sort(mb_robot_report *report);

/* Prints the lists that are not empty. */
void mb_robot_report_print(const mb_robot_report *report, FILE *out);

/* MB_BAD_INPUT with the refusals that fit, one a line; MB_OK where there is none. */
mb_status mb_robot_report_status(const mb_robot_report *report, mb_error *err);

#endif

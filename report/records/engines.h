/* SPDX-License-Identifier: MIT */
/* Engines of others (docs/engines.md) among the runs of a report. */
#ifndef MB_REPORT_RECORDS_ENGINES_H
#define MB_REPORT_RECORDS_ENGINES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { MB_ENGINES_TOLD = 24 };

/* An engine as records name it; texts live as long as the first record that did. */
typedef struct mb_engine_told {
    const char *solver;    /* of that record: a spec that begins with "engine.NAME" */
    int name;              /* letters of "engine.NAME" */
    const char *title;     /* "MuJoCo" */
    const char *version;   /* "2.2.2" */
    const char *precision; /* "double", "single" */
    bool mid_step;         /* velocities of some of its runs belonged to the middle of steps */
} mb_engine_told;

typedef struct mb_engines_told {
    int count;
    mb_engine_told engine[MB_ENGINES_TOLD];
} mb_engines_told;

/* Whether a solver is an engine: by its spec, or its label. */
bool mb_solver_is_engine(const char *solver);

/* Takes in the engine of a run, if it is one that tells its name and that is not there yet; those
 * beyond MB_ENGINES_TOLD are left out. */
void mb_engines_take(mb_engines_told *told, const json_t *record);

/* "MuJoCo 2.2.2, Bullet 3.24 in single precision": each title, version and precision once. */
void mb_engines_text(const mb_engines_told *told, char *text, size_t size);

#endif

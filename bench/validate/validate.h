/* SPDX-License-Identifier: MIT */
/* Whether an adapter does what docs/engines.md asks for. */
#ifndef MB_BENCH_VALIDATE_VALIDATE_H
#define MB_BENCH_VALIDATE_VALIDATE_H

#include <stdbool.h>

#include "base/status.h"

enum { MB_FINDING_SIZE = 700 };

typedef enum mb_finding_kind {
    MB_FINDING_OK,
    MB_FINDING_WRONG,
    MB_FINDING_NOT_DONE, /* the adapter says that it cannot do this; nothing is wrong */
} mb_finding_kind;

typedef struct mb_finding {
    mb_finding_kind kind;
    const char *name; /* of the trial */
    bool hangs;       /* the adapter waits for something: no further trial is made */
    char text[MB_FINDING_SIZE];
} mb_finding;

/* Puts an engine to trials.  spec: NAME, or engine.NAME[:...][/INTEGRATOR:h=...]; what it leaves
 * out is the engine's own, its first integrator and a small step.  only (n): names of trials; n = 0: all.
 * tell: called with each finding as it is made; of all trials the last one tells how many motions were
 * made, and is wrong where none was.  MB_BAD_INPUT: there is no such engine, its
 * `describe` is wrong, or there is no such trial. */
mb_status mb_validate(const char *spec, const char *const *only, int n,
                      void (*tell)(const mb_finding *finding, void *data), void *data,
                      mb_error *err);

#endif

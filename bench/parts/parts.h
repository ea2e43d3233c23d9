/* SPDX-License-Identifier: MIT */
/* Whether the parts of a plug-in do what all parts have to do (docs/plugins.md). */
#ifndef MB_BENCH_PARTS_PARTS_H
#define MB_BENCH_PARTS_PARTS_H

#include "bench/validate/validate.h"

/* Loads a library and puts its parts to trials, each in a process of its own.  only (n): parts,
 * NAME[:p=v,...], that are tried, with these parameters; n = 0: all, with their defaults.  tell: called
 * with each finding as it is made.  MB_BAD_INPUT: it cannot be loaded, or has no such part. */
mb_status mb_try_parts(const char *path, const char *const *only, int n,
                       void (*tell)(const mb_finding *finding, void *data), void *data,
                       mb_error *err);

#endif

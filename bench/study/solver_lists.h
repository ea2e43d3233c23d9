/* SPDX-License-Identifier: MIT */
/* Lists of solvers by name: those of bench/studies/lists.yaml, and those of a study.
 *
 *   lists:
 *     NAME: block list of specs and of names of lists, which stand for their solvers
 *
 * A name has no '/', a spec has one. */
#ifndef MB_BENCH_STUDY_SOLVER_LISTS_H
#define MB_BENCH_STUDY_SOLVER_LISTS_H

#include <stdbool.h>

#include "base/arena.h"

enum { MB_MAX_LISTED = 256 };

/* Whether a text where a solver is expected names a list, of whatever lists there are. */
bool mb_solver_list_named(const char *text);

/* The solvers of a shipped list, each once, in the arena.  MB_BAD_INPUT: there is none of that name,
 * and those that there are. */
mb_status mb_solver_list(const char *name, mb_arena *arena, int *n, const char ***spec,
                         mb_error *err);

#endif

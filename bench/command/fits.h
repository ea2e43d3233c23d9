/* SPDX-License-Identifier: MIT */
/* `mbsbench list --fits`: what goes with what, and why not. */
#ifndef MB_BENCH_COMMAND_FITS_H
#define MB_BENCH_COMMAND_FITS_H

#include <jansson.h>

#include "base/status.h"

/* Of a solver (it has a '/') a row a problem of the catalogue: name, fits, reason (null where it
 * fits).  Of a problem, or a mechanism file, a row a formulation, projection and linear solver: part,
 * name, fits, reason, and in `with` the integrators that a formulation goes with there, or the solver
 * that a projection or linear solver was tried with, the first that fits; and a row an engine that is
 * here.  A solver's set-up tells whether it fits, of an engine its
 * adapter, which is asked for a step.
 * MB_BAD_INPUT: neither.  *rows: a new reference. */
mb_status mb_list_fits(const char *word, json_t **rows, mb_error *err);

/* A row.  part: NULL: of a problem.  with: what it goes with there; NULL: nothing; is taken.  why: it does
 * not fit; "": it does. */
json_t *mb_fits_row(const char *part, const char *name, json_t *with, const char *why);

/* Adds the rows of an engine's spec, of the engines that are here for a problem. */
mb_status mb_fits_of_engine(const char *spec, json_t *rows, mb_error *err);
mb_status mb_fits_engines(const char *problem, json_t *rows, mb_error *err);

#endif

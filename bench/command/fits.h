/* `mbsbench list --fits`: what goes with what, and why not. */
#ifndef MB_BENCH_COMMAND_FITS_H
#define MB_BENCH_COMMAND_FITS_H

#include <jansson.h>

#include "base/status.h"

/* Of a solver (it has a '/') a row a problem of the catalogue: name, fits, reason (null where it
 * fits).  Of a problem, or a mechanism file, a row a formulation, projection and linear solver: part,
 * name, fits, reason, and in `with` the integrators that a formulation goes with there, or the solver
 * that a projection or linear solver was tried with, the first that fits.
 * MB_BAD_INPUT: neither.  *rows: a new reference. */
mb_status mb_list_fits(const char *word, json_t **rows, mb_error *err);

#endif

/* Short names for solvers: of a set of specs, only what tells them apart.
 *
 * "baumgarte:alpha=5,beta=5/rk4:h=0.001/direct-correction:every=10" becomes
 * "baumgarte · rk4 + direct-correction every=10" beside solvers that differ in their formulation,
 * integrator and `every`.  Parameters show when two solvers with the same method in that place
 * differ in them; the integrator and the linear solver show when not all are the same. */
#ifndef MB_REPORT_RECORDS_LABEL_H
#define MB_REPORT_RECORDS_LABEL_H

#include <stdbool.h>

#include "base/arena.h"

/* Labels of n solver specs, in the arena or the specs themselves (where there are more than 2000),
 * different where the specs are.  common (may be NULL) gets
 * what all share and no label says: "rk4 h=1e-3", "" when nothing. */
mb_status mb_labels(const char *const *spec, int n, mb_arena *arena, const char **label,
                    const char **common, mb_error *err);

/* The spec without h and tol of its integrator: the same method at any step. */
mb_status mb_spec_without_step(const char *spec, mb_arena *arena, const char **method,
                               mb_error *err);

/* The spec, of a solver or a problem, without one parameter wherever it stands. */
mb_status mb_spec_without(const char *spec, const char *param, mb_arena *arena, const char **rest,
                          mb_error *err);

/* The spec with the names of its parts alone. */
mb_status mb_spec_names(const char *spec, mb_arena *arena, const char **names, mb_error *err);

/* The spec with the names of its parts and the parameters that choose between methods, whose values
 * are no numbers: "lagrange/rk4/direct-correction:levels=velocity". */
mb_status mb_spec_kind(const char *spec, mb_arena *arena, const char **kind, mb_error *err);

/* Is a solver's spec of the kind that a pattern names?  The pattern has the parts of a spec, the
 * last ones left out or '*' where any will do, each with parameters that the spec must give, of any
 * value where that is '*': "lagrange/ * /none" (without the spaces), "baumgarte:alpha_h=*". */
bool mb_spec_fits(const char *spec, const char *pattern);

/* Has the spec a projection of its own, apart from those inside a formulation? */
int mb_spec_projected(const char *spec);

#endif

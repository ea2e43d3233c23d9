/* SPDX-License-Identifier: MIT */
/* Short names for solvers: of a set of specs, only what tells them apart.
 *
 * "baumgarte:alpha=5,beta=5/rk4:h=0.001/direct-correction:every=10" becomes
 * "baumgarte · rk4 + direct-correction every=10" beside solvers that differ in their formulation,
 * integrator and `every`.  Parameters show when two solvers with the same method in that place
 * differ in them; the integrator and the linear solver show when not all are the same. */
#ifndef MB_REPORT_RECORDS_LABEL_H
#define MB_REPORT_RECORDS_LABEL_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arena.h"

/* Of a sweep with more, too large for a legend, specs are their own labels. */
enum { MB_MOST_LABELS = 2000 };

/* Labels of n solver specs, in the arena or the specs themselves, different where the specs are.
 * common (may be NULL) gets
 * what all share and no label says: "rk4 h=1e-3", "" when nothing. */
mb_status mb_labels(const char *const *spec, int n, mb_arena *arena, const char **label,
                    const char **common, mb_error *err);

/* Names for tables and narrow charts, as people abbreviate them: "AL(2)/SIE+MO" for
 * "augmented-lagrangian:alpha=1e8,omega=250,xi=1/semi-implicit-euler:h=0.001/mass-orthogonal".  Of
 * names with hyphens the initials, where no other name has them and the name is longer than seven
 * letters; a parameter in which solvers with that part differ as it is, several by a number.  What
 * all share shows as little as in mb_labels.  key (may be NULL) gets what the abbreviations mean:
 * "AL: augmented-lagrangian, (1) alpha=1e7 omega=10, (2) alpha=1e8 omega=250; MO: mass-orthogonal".
 * Of more than 200 solvers the labels are those of mb_labels, without a key. */
mb_status mb_short_labels(const char *const *spec, int n, mb_arena *arena, const char **label,
                          const char **key, mb_error *err);

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

/* Number of a spec in a list without repetitions: a new one goes to its end.  seen: an object, empty at
 * first; spec must live as long as the list. */
mb_status mb_spec_number(json_t *seen, const char *spec, const char **list, int *count, int *number,
                         mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* Reading of solver specs. */
#ifndef MB_SOLVERS_COMPOSE_H
#define MB_SOLVERS_COMPOSE_H

#include "solvers/solver.h"

/* A spec taken apart.  NULL projection: none; NULL linsolver: auto. */
typedef struct mb_composition {
    const mb_formulation *formulation;
    const mb_integrator *integrator;
    const mb_projection *projection;
    const mb_linsolver *linsolver;
    mb_values formulation_values, integrator_values, projection_values;
} mb_composition;

/* MB_BAD_INPUT with the part and what would be right. */
mb_status mb_compose(const char *spec, mb_composition *composition, mb_error *err);

/* Canonical text of a composition: trailing defaults `none` and `auto` are left out. */
mb_status mb_composition_format(const mb_composition *composition, char *text, size_t size,
                                mb_error *err);

/* Whether the parts go together and fit the model; MB_NOT_APPLICABLE says why not. */
mb_status mb_composition_fits(const mb_composition *composition, const mb_model *model,
                              mb_error *err);

#endif

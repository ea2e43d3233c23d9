/* SPDX-License-Identifier: MIT */
/* Registries: tables of descriptors, expanded from the lists in meson.build, with room behind them
 * for the parts of plug-ins, which are taken in before anything asks for a name. */
#include "solvers/solver.h"

#define X(file) extern const mb_formulation mb_formulation_##file;
#include "solvers/formulations.inc"
#ifdef MB_TEST_FAULTS
X(fault)
#endif
#undef X
#define X(file) extern const mb_integrator mb_integrator_##file;
#include "solvers/integrators.inc"
#undef X
#define X(file) extern const mb_projection mb_projection_##file;
#include "solvers/projections.inc"
#undef X
#define X(file) extern const mb_linsolver mb_linsolver_##file;
#include "solvers/linsolvers.inc"
#undef X

#define X(file) +1
enum {
    FORMULATIONS = 0
#include "solvers/formulations.inc"
#ifdef MB_TEST_FAULTS
    X(fault)
#endif
        ,
    INTEGRATORS = 0
#include "solvers/integrators.inc"
    ,
    PROJECTIONS = 0
#include "solvers/projections.inc"
    ,
    LINSOLVERS = 0
#include "solvers/linsolvers.inc"
};
#undef X

static const mb_formulation *formulations[FORMULATIONS + MB_MOST_ADDED] = {
#define X(file) &mb_formulation_##file,
#include "solvers/formulations.inc"
#ifdef MB_TEST_FAULTS
    X(fault)
#endif
#undef X
};

static const mb_integrator *integrators[INTEGRATORS + MB_MOST_ADDED] = {
#define X(file) &mb_integrator_##file,
#include "solvers/integrators.inc"
#undef X
};

static const mb_projection *projections[PROJECTIONS + MB_MOST_ADDED] = {
#define X(file) &mb_projection_##file,
#include "solvers/projections.inc"
#undef X
};

static const mb_linsolver *linsolvers[LINSOLVERS + MB_MOST_ADDED] = {
#define X(file) &mb_linsolver_##file,
#include "solvers/linsolvers.inc"
#undef X
};

static int count[] = {[MB_FORMULATION] = FORMULATIONS,
                      [MB_INTEGRATOR] = INTEGRATORS,
                      [MB_PROJECTION] = PROJECTIONS,
                      [MB_LINSOLVER] = LINSOLVERS};

const mb_formulation *const *mb_formulations(int *n)
{
    *n = count[MB_FORMULATION];
    return formulations;
}

const mb_integrator *const *mb_integrators(int *n)
{
    *n = count[MB_INTEGRATOR];
    return integrators;
}

const mb_projection *const *mb_projections(int *n)
{
    *n = count[MB_PROJECTION];
    return projections;
}

const mb_linsolver *const *mb_linsolvers(int *n)
{
    *n = count[MB_LINSOLVER];
    return linsolvers;
}

const mb_solver_part *mb_solver_part_at(mb_solver_slot slot, int i)
{
    if (i >= count[slot])
        return NULL;
    switch (slot) {
    case MB_FORMULATION:
        return &formulations[i]->part;
    case MB_INTEGRATOR:
        return &integrators[i]->part;
    case MB_PROJECTION:
        return &projections[i]->part;
    case MB_LINSOLVER:
        return &linsolvers[i]->part;
    }
    return NULL;
}

mb_status mb_solver_part_add(mb_solver_slot slot, const mb_solver_part *part, mb_error *err)
{
    static const int own[] = {FORMULATIONS, INTEGRATORS, PROJECTIONS, LINSOLVERS};
    const void *descriptor = part; /* it begins with the part */
    const int i = count[slot];

    if (i >= own[slot] + MB_MOST_ADDED)
        return mb_fail(err, MB_BAD_INPUT, "no room for %s: plug-ins may bring %d parts of a kind",
                       part->name, MB_MOST_ADDED);
    switch (slot) {
    case MB_FORMULATION:
        formulations[i] = descriptor;
        break;
    case MB_INTEGRATOR:
        integrators[i] = descriptor;
        break;
    case MB_PROJECTION:
        projections[i] = descriptor;
        break;
    case MB_LINSOLVER:
        linsolvers[i] = descriptor;
        break;
    }
    count[slot]++;
    return MB_OK;
}

/* Registries: tables of descriptors, expanded from the lists in meson.build. */
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

static const mb_formulation *const formulations[] = {
#define X(file) &mb_formulation_##file,
#include "solvers/formulations.inc"
#ifdef MB_TEST_FAULTS
    X(fault)
#endif
#undef X
};

static const mb_integrator *const integrators[] = {
#define X(file) &mb_integrator_##file,
#include "solvers/integrators.inc"
#undef X
};

static const mb_projection *const projections[] = {
#define X(file) &mb_projection_##file,
#include "solvers/projections.inc"
#undef X
};

static const mb_linsolver *const linsolvers[] = {
#define X(file) &mb_linsolver_##file,
#include "solvers/linsolvers.inc"
#undef X
};

enum {
    FORMULATIONS = sizeof formulations / sizeof *formulations,
    INTEGRATORS = sizeof integrators / sizeof *integrators,
    PROJECTIONS = sizeof projections / sizeof *projections,
    LINSOLVERS = sizeof linsolvers / sizeof *linsolvers
};

const mb_formulation *const *mb_formulations(int *n)
{
    *n = FORMULATIONS;
    return formulations;
}

const mb_integrator *const *mb_integrators(int *n)
{
    *n = INTEGRATORS;
    return integrators;
}

const mb_projection *const *mb_projections(int *n)
{
    *n = PROJECTIONS;
    return projections;
}

const mb_linsolver *const *mb_linsolvers(int *n)
{
    *n = LINSOLVERS;
    return linsolvers;
}

const mb_solver_part *mb_solver_part_at(mb_solver_slot slot, int i)
{
    switch (slot) {
    case MB_FORMULATION:
        return i < FORMULATIONS ? &formulations[i]->part : NULL;
    case MB_INTEGRATOR:
        return i < INTEGRATORS ? &integrators[i]->part : NULL;
    case MB_PROJECTION:
        return i < PROJECTIONS ? &projections[i]->part : NULL;
    case MB_LINSOLVER:
        return i < LINSOLVERS ? &linsolvers[i]->part : NULL;
    }
    return NULL;
}

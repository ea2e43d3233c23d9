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

const mb_formulation *const *mb_formulations(int *n)
{
    *n = (int)(sizeof formulations / sizeof *formulations);
    return formulations;
}

const mb_integrator *const *mb_integrators(int *n)
{
    *n = (int)(sizeof integrators / sizeof *integrators);
    return integrators;
}

const mb_projection *const *mb_projections(int *n)
{
    *n = (int)(sizeof projections / sizeof *projections);
    return projections;
}

const mb_linsolver *const *mb_linsolvers(int *n)
{
    *n = (int)(sizeof linsolvers / sizeof *linsolvers);
    return linsolvers;
}

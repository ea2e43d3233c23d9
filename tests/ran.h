/* A probe's run that must go to its end. */
#ifndef MB_TESTS_RAN_H
#define MB_TESTS_RAN_H

#include <criterion/criterion.h>

#include <math.h>

#include "tests/probe.h"

static inline probe ran(const char *problem, const char *solver, double t_end)
{
    probe p = probe_run(problem, solver, t_end);

    cr_assert(p.status == MB_OK, "%s on %s: %s", solver, problem, p.error.text);
    cr_assert(isfinite(p.phi_max) && isfinite(p.phidot_max) && isfinite(p.drift_max) &&
                  p.t == t_end,
              "%s on %s: |Phi| %g, |D v| %g, drift %g at %g s", solver, problem, p.phi_max,
              p.phidot_max, p.drift_max, p.t);
    return p;
}

#endif

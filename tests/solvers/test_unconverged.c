/* SPDX-License-Identifier: MIT */
/* Steps in which an iteration or a projection has not converged are counted, each once, whatever
 * loop it was and whoever controls the step. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/fixtures/probe.h"

static const char PROBLEM[] = "double-four-bar";
static const double T_END = 0.05;

/* One pass is too few for any of them, but for single steps whose projection finds the rows at
 * round-off */
static const char *const cut_short[] = {
    "lagrange/trapezoidal:h=1e-2,iterations=1",
    "lagrange/implicit-midpoint:h=1e-2,iterations=1",
    "hamiltonian/trapezoidal:h=1e-3,iterations=1",
    "ali3/newmark:h=1e-3,iterations=1",
    "ali3:piterations=1/newmark:h=1e-2",
    "al-newton/newmark:h=1e-2,iterations=1",
    "hamiltonian-newton/newmark:h=1e-3,iterations=1",
    "ali1:piterations=1/trapezoidal:h=1e-2",
    "augmented-lagrangian:iterations=1/rk4:h=1e-2",
    "augmented-lagrangian:iterations=1/dormand-prince:tol=1e-6",
    "augmented-lagrangian:iterations=1/adams:tol=1e-6",
    "augmented-lagrangian:iterations=1/bdf:tol=1e-6",
    "augmented-lagrangian:iterations=1/arkode:tol=1e-6",
    "generalized-alpha/newton:h=1e-2,iterations=1,accept=1",
    "energy-momentum/newton:h=1e-2,iterations=1,accept=1",
    "ggl/radau5:h=1e-2,iterations=1,accept=1",
    "lagrange/forward-euler:h=1e-2/direct-correction:iterations=1,tol=1e-300",
    "lagrange/forward-euler:h=1e-2/weighted-direct-correction:iterations=1,tol=1e-300",
    "lagrange/forward-euler:h=1e-2/kkt-projection:iterations=1,tol=1e-300",
    "lagrange/forward-euler:h=1e-2/mass-orthogonal:iterations=1,tol=1e-300",
    "lagrange/dormand-prince:tol=1e-2/mass-orthogonal:alpha=1e-6,iterations=1,tol=1e-300",
    "lagrange/bdf:tol=1e-2/mass-orthogonal:alpha=1e-6,iterations=1,tol=1e-300",
    "lagrange/arkode:tol=1e-1/mass-orthogonal:alpha=1e-6,iterations=1,tol=1e-300",
};

Test(unconverged, every_loop_counts_its_steps_once)
{
    for (size_t i = 0; i < sizeof cut_short / sizeof *cut_short; i++) {
        probe p = probe_alone(PROBLEM, cut_short[i], T_END);

        cr_expect(p.status == MB_OK && p.counters.steps > 0, "%s: %s", cut_short[i], p.error.text);
        cr_expect(2 * p.counters.unconverged >= p.counters.steps &&
                      p.counters.unconverged <= p.counters.steps,
                  "%s: %ld of %ld", cut_short[i], p.counters.unconverged, p.counters.steps);
    }
}

Test(unconverged, ordinary_steps_are_not_counted)
{
    static const char *const spec[] = {
        "lagrange/trapezoidal:h=1e-3",
        "hamiltonian/trapezoidal:h=1e-3",
        "ali3/newmark:h=1e-3",
        "al-newton/newmark:h=1e-3",
        "ali1/trapezoidal:h=1e-3",
        "augmented-lagrangian/dormand-prince:tol=1e-6",
        "augmented-lagrangian/bdf:tol=1e-6",
        "generalized-alpha/newton:h=1e-3",
        "rattle/newton:h=1e-3",
        "energy-momentum/newton:h=1e-3",
        "ggl/radau5:h=1e-3",
        "lagrange/rk4:h=1e-2/direct-correction",
        "lagrange/rk4:h=1e-2/mass-orthogonal",
        "lagrange/bdf:tol=1e-6/kkt-projection",
    };

    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        probe p = probe_alone(PROBLEM, spec[i], T_END);

        cr_expect(p.status == MB_OK && p.counters.unconverged == 0, "%s: %ld of %ld, %s", spec[i],
                  p.counters.unconverged, p.counters.steps, p.error.text);
    }
}

/* A trial whose iteration diverged and which was taken back leaves nothing behind in the count */
Test(unconverged, trials_taken_back_are_not_counted)
{
    probe p = probe_alone("double-four-bar", "ggl/radau5:tol=1e-6,start=0.05,iterations=4", 0.1);

    cr_assert(p.status == MB_OK, "%s", p.error.text);
    cr_assert(p.counters.stopped > 0 && p.counters.rejected > 0 && p.counters.unconverged == 0,
              "%ld, %ld, %ld", p.counters.stopped, p.counters.rejected, p.counters.unconverged);
}

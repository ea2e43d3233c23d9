/* SPDX-License-Identifier: MIT */
/* Specs of solvers: their canonical form, and what is refused with which words. */
#include <criterion/criterion.h>

#include "tests/fixtures/specs.h"

static void canonical(const char *spec, const char *expected)
{
    char text[MB_SPEC_SIZE];
    mb_error err = {0};

    cr_assert(mb_solver_canonical(spec, text, sizeof text, &err) == MB_OK, "%s", err.text);
    cr_assert_str_eq(text, expected);
}

Test(specs, have_one_canonical_form)
{
    canonical("lagrange/rk4:h=1e-3", "lagrange/rk4:h=0.001");
    canonical("lagrange/rk4:h=1e-3/none/auto", "lagrange/rk4:h=0.001");
    canonical("baumgarte:beta=7,alpha=5.0/heun:h=1e-5", "baumgarte:beta=7/heun:h=1e-05");
    canonical("penalty:xi=1,alpha=1e8,omega=10/rk4:h=0.1/mass-orthogonal:levels=both,every=10/klu",
              "penalty:alpha=1e+08/rk4:h=0.1/mass-orthogonal:every=10/klu");
    canonical("lagrange/rk4:h=0.1/none/klu", "lagrange/rk4:h=0.1/none/klu");
    canonical("lagrange/arkode:order=5,tol=1e-6", "lagrange/arkode:tol=1e-06");
    canonical("lagrange/arkode:order=8,h=0.1", "lagrange/arkode:h=0.1,order=8");
    canonical("lagrange/dormand-prince:tol=1e-6", "lagrange/dormand-prince:tol=1e-06");
    canonical("lagrange/dormand-prince:h=1e-2", "lagrange/dormand-prince:h=0.01");
}

Test(specs, are_refused_with_what_would_be_right)
{
    refused("lagrange", "names no integrator");
    refused("", "names no integrator");
    refused("nosuch/rk4:h=1e-3", "no formulation 'nosuch'; there are lagrange");
    refused("lagrage/rk4:h=1e-3", "no formulation 'lagrage'; did you mean 'lagrange'?");
    refused("rk4/lagrange:h=1e-3", "no formulation is called 'rk4', but one integrator is");
    refused("lagrange/nosuch:h=1", "no integrator 'nosuch'");
    refused("lagrange/rk4:h=1/nosuch", "no projection 'nosuch'");
    refused("lagrange/rk4:h=1/none/nosuch", "no linear solver 'nosuch'");
    refused("lagrange/rk4:h=1/none/auto/x", "more than four parts");
    refused("lagrange/rk4", "rk4 needs h=");
    refused("lagrange/arkode:order=5", "needs h= (fixed step) or tol= (error-controlled)");
    refused("lagrange/arkode:tol=1e-6,h=1e-3", "exclude each other");
    refused("lagrange/arkode:tol=1e-6,order=7", "one of 4|5|6|8");
    refused("lagrange/bdf", "bdf needs tol=");
    refused("lagrange/bdf:tol=1e-6,order=6", "must be at most 5");
    refused("lagrange/dormand-prince", "h= (fixed step) or tol= (error-controlled)");
    refused("lagrange/dormand-prince:h=1,tol=1e-6", "exclude each other");
    refused("lagrange/rk4:h=-1", "h=-1 is out of range");
    refused("lagrange/rk4:h=0", "must be above 0");
    refused("lagrange/rk4:h=nan", "finite number");
    refused("lagrange/rk4:h=1e999", "finite number");
    refused("lagrange/rk4:h=1ms", "in s and without a unit, such as 1e-3");
    refused("baumgarte:alpha=5:beta=5/rk4:h=1", "a ',' stands between parameters");
    refused("penalty:alfa=5/rk4:h=1", "no parameter 'alfa'; did you mean 'alpha'?");
    refused("lagrange/rk4:h=1,h=2", "given twice");
    refused("lagrange/rk4:h", "expected p=v");
    refused("lagrange/rk4:", "ends in ':'");
    refused("lagrange/rk4:h=1,", "nothing after it");
    refused("baumgarte:gamma=1/rk4:h=1", "no parameter 'gamma'; it has alpha, beta");
    refused("baumgarte:alpha=1,alpha_h=1,beta_h=1/rk4:h=1", "exclude each other");
    refused("baumgarte:alpha_h=1/rk4:h=1", "beta_h is missing");
    refused("lagrange/rk4:h=1/mass-orthogonal:every=1.5", "whole number");
    refused("lagrange/rk4:h=1/mass-orthogonal:levels=all", "one of position|velocity|both");
}

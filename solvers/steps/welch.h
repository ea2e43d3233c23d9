/* SPDX-License-Identifier: MIT */
/* The step that Welch's two integrators share. */
#ifndef MB_SOLVERS_STEPS_WELCH_H
#define MB_SOLVERS_STEPS_WELCH_H

#include "solvers/solver.h"

mb_status mb_welch_setup(mb_solver *solver, mb_error *err);
mb_status mb_welch_step(mb_solver *solver, double h, double t_new, bool corrector, mb_error *err);

#endif

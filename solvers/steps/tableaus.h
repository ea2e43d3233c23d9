/* SPDX-License-Identifier: MIT */
/* Tableaus of the program's own methods.  Plug-ins have theirs: data of the program are not in its table
 * for them (solvers/plugin/host.h). */
#ifndef MB_SOLVERS_STEPS_TABLEAUS_H
#define MB_SOLVERS_STEPS_TABLEAUS_H

#include "base/spec.h"
#include "solvers/steps/tableau.h"

extern const mb_tableau mb_tableau_forward_euler;
extern const mb_tableau mb_tableau_midpoint_rk2;
extern const mb_tableau mb_tableau_heun;
extern const mb_tableau mb_tableau_rk4;
extern const mb_tableau mb_tableau_dormand_prince;

/* The parameters of an integrator that has its step h alone. */
extern const mb_param mb_fixed_step_params[];

#endif

/* SPDX-License-Identifier: MIT */
/* What linear solvers cost on the matrices of mechanisms. */
#ifndef MB_TESTS_COST_LINEAR_COST_H
#define MB_TESTS_COST_LINEAR_COST_H

/* Prints, for mechanisms from small to large, the time of a factorisation and two solutions by every
 * linear solver, and which one `auto` picks. */
void cost_of_matrices(void);

#endif

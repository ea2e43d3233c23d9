/* SPDX-License-Identifier: MIT */
/* Pieces that parts of a solver share: the model's terms at a point, into those of the solver
 * (solvers/solver.h). */
#ifndef MB_SOLVERS_EVALUATE_H
#define MB_SOLVERS_EVALUATE_H

typedef struct mb_solver mb_solver;

/* An iteration or a projection has met its limit, or has diverged and was taken back: counts it and
 * marks the step at hand.  One that ends at the floor of round-off has converged. */
void mb_not_converged(mb_solver *solver);

/* M at q into terms.mass; a constant M is evaluated once, by mb_solver_create. */
void mb_eval_mass(mb_solver *solver, const double *q);

/* Q at (t, q, v) into terms.force; a constant Q is evaluated once, too. */
void mb_eval_force(mb_solver *solver, double t, const double *q, const double *v);

/* D at (t, q) into terms; the same and M. */
void mb_eval_jacobian(mb_solver *solver, double t, const double *q);
void mb_eval_matrices(mb_solver *solver, double t, const double *q);

/* M, D and Phi at (t, q) into terms. */
void mb_eval_place(mb_solver *solver, double t, const double *q);

/* The same at the end of a step, where velocities are projected: an mb_eval_motion that follows at
 * the same (t, q) takes M and D over, and mb_penalty_matrix_factor the factor. */
void mb_eval_end(mb_solver *solver, double t, const double *q);

/* M, D, Q, gamma at (t, q, v) into terms: what every acceleration formulation needs.  Counts one
 * evaluation. */
void mb_eval_motion(mb_solver *solver, double t, const double *q, const double *v);

/* The same and Phi. */
void mb_eval_motion_and_phi(mb_solver *solver, double t, const double *q, const double *v);

/* M, D, Q and Phi at (t, q, v) into terms: what a position-level formulation needs.  Counts one
 * evaluation. */
void mb_eval_position(mb_solver *solver, double t, const double *q, const double *v);

/* Phi and D v + Phi_t at (t, q, v) into terms.  terms.jacobian must be that of (t, q). */
void mb_eval_violation(mb_solver *solver, double t, const double *q, const double *v);

#endif

/* SPDX-License-Identifier: MIT */
/* Mass-orthogonal projection of positions and velocities by penalty and multipliers (bayo1996 eqs
 * (13)-(15), (23), (24)), for the projection of that name and for formulations with it inside; the
 * equations stand in projections/mass_orthogonal.c. */
#ifndef MB_SOLVERS_CORRECTIONS_MASS_ORTHOGONAL_H
#define MB_SOLVERS_CORRECTIONS_MASS_ORTHOGONAL_H

#include "solvers/corrections/projection.h"
#include "solvers/matrices/penalty_matrix.h"

typedef struct mb_mass_orthogonal {
    mb_correction correction;
    mb_penalty_matrix *matrix;
    double alpha;
    double before;  /* size of the last correction but one */
    double *lambda; /* (m) */
    double *w;      /* (m) lambda + alpha Phi */
} mb_mass_orthogonal;

/* Takes the workspace but for correction (the caller's, with its tolerance); matrix may be one
 * that is factorised anew for each other use. */
mb_status mb_mass_orthogonal_setup(mb_solver *solver, mb_penalty_matrix *matrix, double alpha,
                                   mb_mass_orthogonal *projection, mb_error *err);

/* The slots of a projection */
mb_status mb_mass_orthogonal_positions(mb_solver *solver, mb_mass_orthogonal *projection, double t,
                                       double *q, mb_error *err);
mb_status mb_mass_orthogonal_velocities(mb_solver *solver, mb_mass_orthogonal *projection, double t,
                                        const double *q, double *v, mb_error *err);

/* x += A^-1 s D'(target - D x) until it no longer changes, with the factor of A = M + s D'D in
 * `linear` and D in solver->terms; x (nv), target and the work w (m).  What the projection adds to
 * M x is D' times the weighted residuals after each pass: they are taken from the multipliers
 * (NULL: none). */
mb_status mb_project_linear(mb_solver *solver, mb_linear *linear, mb_correction *correction,
                            double s, const double *target, double *w, double *x,
                            double *multipliers, mb_error *err);

#endif

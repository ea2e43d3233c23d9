/* SPDX-License-Identifier: MIT */
/* The audit: what a solver's states are worth, computed from the model alone.
 *
 * At the start and at every accepted step it evaluates Phi, D v + Phi_t, D a - gamma, the energy
 * (or its balance with the work done), the branch, the named outputs and the reference error.
 * Maxima, means and final values are over the accepted steps; the start gives the energy's initial
 * value and the first point of the series.  Everything is taken beforehand: a point allocates
 * nothing. */
#ifndef MB_BENCH_AUDIT_AUDIT_H
#define MB_BENCH_AUDIT_AUDIT_H

#include "bench/result.h"

typedef struct mb_audit mb_audit;

/* What an audit knows of a run beforehand. */
typedef struct mb_audit_plan {
    double h;                      /* [s] nominal step, NaN when there is none */
    double t_end;                  /* [s] */
    unsigned series;               /* what its series shall hold, bits of bench/series.h */
    const char *references;        /* folder of those that are kept; NULL or "": none */
    struct mb_truth *const *truth; /* that of runs beside it with the same steps; NULL: its own */
    struct mb_rank_first *first;   /* of runs of the model one after another (rank.h); NULL: none */
} mb_audit_plan;

/* Workspace in the arena; sizes, names and the reference's bound go to the result.  MB_FAILURE when
 * the model has more outputs or columns than a result holds. */
mb_status mb_audit_create(const mb_model *model, const mb_audit_plan *plan, mb_arena *arena,
                          mb_result *result, mb_audit **audit, mb_error *err);

/* The state after mb_solver_start. */
mb_status mb_audit_start(mb_audit *audit, mb_solver *solver, mb_error *err);

/* The state at an accepted step.  Fails when the solver cannot tell its acceleration, and with
 * MB_UNCONVERGED where no position meets the rows (bench/audit/closable.h). */
mb_status mb_audit_step(mb_audit *audit, mb_solver *solver, mb_error *err);

/* Whether a lane has taken in the state of the step at hand (bench/audit/lanes.h): mb_audit_step has nothing
 * to do then, and the mechanism is not locked. */
bool mb_audit_has_taken(const mb_audit *audit);

/* No step follows: the poses of the last one are kept as well. */
void mb_audit_end(mb_audit *audit);

/* Whether the state of the last mb_audit_step is that of a locked mechanism (bench/audit/lock.h);
 * the result's reason says so then. */
bool mb_audit_locked(mb_audit *audit, const mb_solver *solver);

/* What a step failed for: the status and error of the solver, or those of positions that do not
 * exist from there on, where the next step, or a thousandth of the time so far, leads to none. */
mb_status mb_audit_failed(mb_audit *audit, mb_status status, mb_error *err);

/* Adds one vector r (n) to the norms of a level. */
void mb_audit_norms(mb_norm_summary norm[MB_NORMS], int n, const double *r);

#endif

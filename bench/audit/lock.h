/* SPDX-License-Identifier: MIT */
/* Whether a mechanism has come to rest where it should be moving: a solver that loses the velocity
 * in a singular position stays there, for its rows then hold all freedoms.
 *
 * The balance of energy says how much kinetic energy is due at a position, E0 + work - V.  Locked
 * is a mechanism that
 *   - is at rest: kinetic energy below 1e-3 of the largest that was due (three hundredths of the
 *     speed), for twenty steps at least and twice the time in which it could cross its own size at
 *     its largest speed, so that no turning point and no slow passage counts;
 *   - in a position where D loses rank (bench/audit/rank.h);
 *   - though a tenth of that energy or more is due.  At rest in an equilibrium, or where its
 *     dampers have brought it, none is. */
#ifndef MB_BENCH_AUDIT_LOCK_H
#define MB_BENCH_AUDIT_LOCK_H

#include "bench/audit/rank.h"

/* Parts of the kinetic energy that is due: at rest below, missing above */
#define MB_LOCK_REST 1e-3
#define MB_LOCK_MISSING 0.1

typedef struct mb_lock {
    double due;    /* [J] largest kinetic energy that was due */
    double speed;  /* [m/s] largest so far, of any coordinate */
    double since;  /* [s] at rest; NaN: moves */
    double missed; /* [J] kinetic energy that is missing */
    double rank;   /* measure where it rests */
    long steps;    /* at rest */
} mb_lock;

void mb_lock_start(mb_lock *lock);

/* What the audit knows of an accepted step. */
typedef struct mb_lock_step {
    double kinetic, drift; /* [J] */
    double gap;            /* in sizes of the mechanism */
    const double *s;       /* S (nv) */
    double *d;             /* (D.nnz) for D's values, which are made anew where they are needed */
} mb_lock_step;

/* Whether the mechanism is locked at this state. */
bool mb_lock_at(mb_lock *lock, const mb_model *model, const mb_state *state,
                const mb_lock_step *step, mb_rank *rank, const mb_result *result);

#endif

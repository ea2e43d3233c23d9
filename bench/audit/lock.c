/* SPDX-License-Identifier: MIT */
#include "bench/audit/lock.h"

#include <math.h>

#include "bench/audit/precision.h"

static const double singular_part = 1e-2; /* of the largest measure of rank */
/* ... or, off the rows by a gap g, of sqrt(g), by which a motion misses the position; at most */
static const double widest_miss = 0.05;

enum { STEPS = 20, CROSSINGS = 2 };

void mb_lock_start(mb_lock *lock)
{
    *lock = (mb_lock){.since = NAN};
}

static double largest_speed(const mb_model *model, const double *s, const double *v)
{
    double largest = 0.0;

    for (int j = 0; j < model->nv; j++) {
        const double speed = fabs(v[j] / s[j]);

        largest = speed > largest ? speed : largest;
    }
    return largest;
}

/* Counts the steps at rest; whether it lasts.  Speeds count where energy is kept: not those of a
 * mechanism that flies apart. */
static bool rests(mb_lock *lock, const mb_model *model, const mb_state *state,
                  const mb_lock_step *step)
{
    const double due = step->kinetic - step->drift;

    lock->due = due > lock->due ? due : lock->due;
    if (fabs(step->drift) < MB_LOCK_MISSING * lock->due) {
        const double speed = largest_speed(model, step->s, state->v);

        lock->speed = speed > lock->speed ? speed : lock->speed;
    }
    if (!(step->kinetic <= MB_LOCK_REST * lock->due)) {
        lock->since = NAN;
        lock->steps = 0;
        return false;
    }
    if (isnan(lock->since))
        lock->since = state->t;
    lock->steps++;
    return lock->steps > STEPS && lock->speed > 0.0 &&
           state->t - lock->since > CROSSINGS * model->scale / lock->speed;
}

bool mb_lock_at(mb_lock *lock, const mb_model *model, const mb_state *state,
                const mb_lock_step *step, mb_rank *rank, const mb_result *result)
{
    double singular;

    if (!rests(lock, model, state, step) || lock->steps % STEPS != 0)
        return false;
    lock->missed = -step->drift - result->energy.work_error;
    if (!mb_precision_moves(&result->energy) || !(lock->missed > MB_LOCK_MISSING * lock->due))
        return false;
    model->ops->jacobian(model, state->t, state->q, step->d);
    lock->rank = mb_rank_at(rank, step->d);
    singular = fmax(singular_part, fmin(sqrt(step->gap), widest_miss));
    return lock->rank < singular * result->rank_along.largest;
}

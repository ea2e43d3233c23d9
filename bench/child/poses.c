/* SPDX-License-Identifier: MIT */
#include "bench/child/poses.h"

#include <math.h>
#include <string.h>

#include "bench/child/child_parts.h"

mb_status mb_poses_create(mb_poses *p, const char *problem, const char *digest, mb_arena *arena,
                          mb_error *err)
{
    mb_pose **const room[] = {&p->before, &p->now, &p->next, &p->mean};
    const mb_model *model;
    mb_status status;

    *p = (mb_poses){.rows = 0};
    MB_TRY(mb_foreign_create(problem, digest, arena, &p->foreign, err));
    model = p->foreign.model;
    for (int i = 0; i < 4; i++)
        MB_TRY(MB_TAKE(arena, room[i], (size_t)p->foreign.declared->nbodies, err));
    MB_TRY(MB_TAKE(arena, &p->raw, (size_t)(model->nq + model->nv), err));
done:
    return status;
}

void mb_poses_note(mb_poses *p, bool mid_step, mb_result *result)
{
    const mb_model *model = p->foreign.model;

    p->result = result;
    p->mid_step = mid_step;
    mb_child_note_model(model, result);
    result->engine.mid_step = mid_step;
    result->engine.raw_drift = mid_step && !model->ops->power ? 0.0 : (double)NAN;
    result->engine.off_plane = p->foreign.declared->spatial ? (double)NAN : 0.0;
}

void mb_poses_free(mb_poses *p)
{
    mb_foreign_free(&p->foreign);
}

mb_status mb_poses_begin(mb_poses *p, const mb_audit_plan *plan, mb_arena *arena, mb_error *err)
{
    mb_status status;

    p->t_end = plan->t_end;
    MB_TRY(mb_audit_create(p->foreign.model, plan, arena, p->result, &p->audit, err));
    p->result->t_reached = p->foreign.model->t0;
    p->result->phase = MB_PHASE_LOOP;
    MB_TRY(mb_audit_start(p->audit, p->foreign.solver, err));
done:
    return status;
}

static mb_status audit(mb_poses *p, const mb_pose *pose, mb_error *err)
{
    mb_result *result = p->result;
    mb_status status;

    mb_foreign_put(&p->foreign, p->t, pose);
    if (!p->foreign.declared->spatial)
        result->engine.off_plane =
            fmax(result->engine.off_plane, mb_plain_off_plane(p->foreign.model, pose));
    status = mb_audit_step(p->audit, p->foreign.solver, err);
    result->counters.steps++;
    p->locked = status == MB_OK && mb_audit_locked(p->audit, p->foreign.solver);
    return status;
}

/* Drift of the energy with velocities as they are written; for forces with a potential alone. */
static void audit_raw(mb_poses *p)
{
    const mb_model *model = p->foreign.model;
    mb_result *result = p->result;
    double energy;

    if (model->ops->power)
        return;
    memcpy(p->raw, p->foreign.solver->state.q, (size_t)(model->nq + model->nv) * sizeof *p->raw);
    mb_plain_take_poses(model, p->now, p->raw, p->raw + model->nq);
    energy = model->ops->kinetic(model, p->raw, p->raw + model->nq) +
             model->ops->potential(model, p->t, p->raw);
    result->engine.raw_drift =
        fmax(result->engine.raw_drift, fabs(energy - result->energy.initial));
}

static double middle(double before, double now, double next, bool first, bool last)
{
    return !last ? 0.5 * (now + next) : first ? now : 1.5 * now - 0.5 * before;
}

/* The row `now`, its velocities of the middle of steps brought to its time: means of two rows, at
 * the end the line through the last two. */
static mb_status audit_mean(mb_poses *p, bool last, mb_error *err)
{
    const bool first = p->rows == 1;

    audit_raw(p);
    for (int b = 0; b < p->foreign.declared->nbodies; b++) {
        const mb_pose *x = &p->before[b], *y = &p->now[b], *z = &p->next[b];
        mb_pose *mean = &p->mean[b];

        *mean = *y;
        for (int i = 0; i < 3; i++) {
            mean->velocity[i] = middle(x->velocity[i], y->velocity[i], z->velocity[i], first, last);
            mean->omega[i] = middle(x->omega[i], y->omega[i], z->omega[i], first, last);
        }
    }
    return audit(p, p->mean, err);
}

mb_status mb_poses_take(mb_poses *p, double t, mb_error *err)
{
    mb_pose *free = p->before;
    mb_status status = MB_OK;

    if (fabs(t - p->t_end) <= 1e-9 * p->t_end)
        t = p->t_end;
    if (t > p->t_end)
        MB_TRY(mb_fail(err, MB_FAILURE, "the trajectory goes on past t = %g s to %.9g s", p->t_end,
                       t));
    if (p->mid_step && p->rows > 0)
        MB_TRY(audit_mean(p, false, err));
    p->t = t;
    p->rows++;
    if (!p->mid_step)
        return audit(p, p->next, err);
    p->before = p->now;
    p->now = p->next;
    p->next = free;
done:
    return status;
}

mb_status mb_poses_end(mb_poses *p, mb_error *err)
{
    return p->mid_step && p->rows > 0 && !p->locked ? audit_mean(p, true, err) : MB_OK;
}

/* SPDX-License-Identifier: MIT */
/* What formulations and integrators ask of a model, counted and kept where it can serve again, and
 * the projection of a step. */
#include "solvers/evaluate.h"

#include <string.h>

#include "base/pair.h"
#include "solvers/matrices/tile.h"
#include "solvers/solver.h"

void mb_not_converged(mb_solver *s)
{
    s->counters.stopped++;
    s->unconverged = true;
}

mb_status mb_project(mb_solver *s, double t, double *q, double *v, bool *moved, mb_error *err)
{
    bool due = s->projection && (s->step + 1) % s->every == 0;
    mb_status status = MB_OK;

    if (moved)
        *moved = due || s->formulation->settle;
    if (s->formulation->settle)
        MB_TRY(s->formulation->settle(s, t, q, v, err));
    if (due && s->levels & MB_POSITION_LEVEL)
        MB_TRY(s->projection->positions(s, t, q, err));
    if (due && s->levels & MB_VELOCITY_LEVEL) {
        mb_eval_end(s, t, q);
        MB_TRY(s->projection->velocities(s, t, q, v, err));
    }
done:
    return status;
}

static void leave_place(mb_solver *s)
{
    s->place.number++;
    s->place.known = false;
}

void mb_eval_mass(mb_solver *s, const double *q)
{
    if (s->model->traits & MB_CONSTANT_M)
        return;
    leave_place(s);
    s->model->ops->mass(s->model, q, s->terms.mass);
    mb_tile_mass(s);
}

/* D and, unless NULL, gamma and Phi, one after the other */
static __attribute__((noinline)) void eval_apart(mb_solver *s, double t, const double *q,
                                                 const double *v, double *gamma, double *phi)
{
    const mb_model *model = s->model;
    const mb_ops *ops = model->ops;

    ops->jacobian(model, t, q, s->terms.jacobian);
    if (gamma)
        ops->gamma(model, t, q, v, gamma);
    if (phi)
        ops->phi(model, t, q, phi);
}

/* The same, in one walk where the model has it */
static void eval_rows(mb_solver *s, double t, const double *q, const double *v, double *gamma,
                      double *phi)
{
    leave_place(s);
    mb_tile_rows(s);
    if (s->model->ops->rows)
        s->model->ops->rows(s->model, t, q, v, s->terms.jacobian, gamma, phi);
    else
        eval_apart(s, t, q, v, gamma, phi);
}

void mb_eval_force(mb_solver *s, double t, const double *q, const double *v)
{
    if (!s->model->constant_force)
        s->model->ops->force(s->model, t, q, v, s->terms.force);
}

void mb_eval_jacobian(mb_solver *s, double t, const double *q)
{
    leave_place(s);
    mb_tile_rows(s);
    s->model->ops->jacobian(s->model, t, q, s->terms.jacobian);
}

void mb_eval_matrices(mb_solver *s, double t, const double *q)
{
    mb_eval_mass(s, q);
    mb_eval_jacobian(s, t, q);
}

void mb_eval_place(mb_solver *s, double t, const double *q)
{
    mb_eval_mass(s, q);
    eval_rows(s, t, q, NULL, NULL, s->terms.phi);
}

void mb_eval_end(mb_solver *s, double t, const double *q)
{
    mb_eval_matrices(s, t, q);
    s->place.known = true;
    s->place.t = t;
    mb_copy_pairs(s->model->nq, q, s->place.q);
}

static bool stands_at(const mb_solver *s, double t, const double *q)
{
    return s->place.known && s->place.t == t &&
           memcmp(s->place.q, q, (size_t)s->model->nq * sizeof *q) == 0;
}

static void eval_motion(mb_solver *s, double t, const double *q, const double *v, double *phi)
{
    const mb_model *model = s->model;
    const mb_ops *ops = model->ops;

    s->counters.evaluations++;
    if (!stands_at(s, t, q)) {
        mb_eval_mass(s, q);
        eval_rows(s, t, q, v, s->terms.gamma, phi);
    } else {
        ops->gamma(model, t, q, v, s->terms.gamma);
        if (phi)
            ops->phi(model, t, q, phi);
    }
    mb_eval_force(s, t, q, v);
}

void mb_eval_motion(mb_solver *s, double t, const double *q, const double *v)
{
    eval_motion(s, t, q, v, NULL);
}

void mb_eval_motion_and_phi(mb_solver *s, double t, const double *q, const double *v)
{
    eval_motion(s, t, q, v, s->terms.phi);
}

void mb_eval_position(mb_solver *s, double t, const double *q, const double *v)
{
    s->counters.evaluations++;
    mb_eval_place(s, t, q);
    mb_eval_force(s, t, q, v);
}

void mb_eval_violation(mb_solver *s, double t, const double *q, const double *v)
{
    s->model->ops->phi(s->model, t, q, s->terms.phi);
    mb_rows_rate(s, t, q, v, s->terms.phidot);
}

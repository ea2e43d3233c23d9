/* SPDX-License-Identifier: MIT */
/* The composed solver: set-up, start, step. */
#include "solvers/solver.h"

#include <math.h>
#include <string.h>

#include "base/pair.h"
#include "solvers/compose.h"
#include "solvers/matrices/linear.h"
#include "solvers/matrices/tile.h"
#include "solvers/observer.h"
#include "solvers/scales/magnitudes.h"
#include "solvers/scales/masses.h"
#include "solvers/scales/reach.h"
#include "solvers/scales/size.h"
#include "solvers/steps/step.h"

/* A last step that would be shorter than this part of h is merged with the one before. */
static const double SLIVER = 1e-9;

static mb_status take_state(mb_solver *s, mb_error *err)
{
    const mb_model *model = s->model;
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, m = (size_t)model->m;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(s->arena, &s->state.q, nq + nv, err));
    s->state.v = s->state.q + nq;
    MB_TRY(MB_TAKE(s->arena, &s->state.a, nv + m, err));
    s->state.lambda = s->state.a + nv;
    MB_TRY(MB_TAKE(s->arena, &s->place.q, nq, err));
    MB_TRY(MB_TAKE(s->arena, &s->zero, nv, err));
    MB_TRY(MB_TAKE(s->arena, &s->scratch_q, nq, err));
    MB_TRY(MB_TAKE(s->arena, &s->scratch_v, nv, err));
    MB_TRY(MB_TAKE(s->arena, &s->scratch_m, m, err));
    MB_TRY(MB_TAKE(s->arena, &s->terms.mass, (size_t)model->M.nnz, err));
    /* a zero behind D, for the tile */
    MB_TRY(MB_TAKE(s->arena, &s->terms.jacobian, (size_t)model->D.nnz + 1, err));
    MB_TRY(MB_TAKE(s->arena, &s->terms.force, nv, err));
    MB_TRY(MB_TAKE(s->arena, &s->terms.phi, (size_t)model->mh, err));
    MB_TRY(MB_TAKE(s->arena, &s->terms.phidot, m, err));
    MB_TRY(MB_TAKE(s->arena, &s->terms.gamma, m, err));
done:
    return status;
}

static void adopt(mb_solver *s, const mb_composition *c)
{
    const mb_param *params = c->projection ? c->projection->params : NULL;

    s->formulation = c->formulation;
    s->integrator = c->integrator;
    s->projection = c->projection;
    s->linsolver = c->linsolver;
    s->formulation_values = c->formulation_values;
    s->integrator_values = c->integrator_values;
    s->projection_values = c->projection_values;
    s->h = mb_value(c->integrator->params, &c->integrator_values, "h");
    if (s->projection) {
        s->every = lround(mb_value(params, &c->projection_values, "every"));
        s->levels = (unsigned)lround(mb_value(params, &c->projection_values, "levels")) + 1;
    }
}

static mb_status set_up(mb_solver *s, const char *spec, mb_error *err)
{
    mb_composition c;
    mb_status status = MB_OK;

    mb_follow(s->model, s->model->t0, NULL, NULL);
    MB_TRY(mb_compose(spec, &c, err));
    MB_TRY(mb_composition_fits(&c, s->model, err));
    adopt(s, &c);
    MB_TRY(take_state(s, err));
    MB_TRY(mb_units_setup(s, err));
    MB_TRY(mb_reach_setup(s, err));
    s->model->ops->mass(s->model, s->model->q0, s->terms.mass);
    s->model->ops->force(s->model, s->model->t0, s->model->q0, s->model->v0, s->terms.force);
    MB_TRY(mb_tile_setup(s, err));
    MB_TRY(mb_balance_setup(s, err));
    MB_TRY(mb_magnitudes_setup(s, err));
    MB_TRY(s->formulation->setup(s, err));
    MB_TRY(s->integrator->setup(s, err));
    if (s->projection)
        MB_TRY(s->projection->setup(s, err));
    mb_arena_seal(s->arena);
done:
    return status;
}

mb_status mb_solver_create_in(mb_arena *arena, const mb_model *model, const char *spec,
                              mb_solver **solver, mb_error *err)
{
    mb_solver *s;
    mb_status status = MB_OK;

    *solver = NULL;
    MB_TRY(MB_TAKE(arena, &s, 1, err));
    s->model = model;
    s->arena = arena;
    MB_TRY(set_up(s, spec, err));
    *solver = s;
done:
    if (status != MB_OK)
        mb_arena_destroy(arena);
    return status;
}

mb_status mb_solver_create(const mb_model *model, const char *spec, mb_solver **solver,
                           mb_error *err)
{
    mb_arena *arena = mb_arena_create();

    *solver = NULL;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a solver");
    return mb_solver_create_in(arena, model, spec, solver, err);
}

void mb_solver_destroy(mb_solver *solver)
{
    if (solver)
        mb_arena_destroy(solver->arena);
}

/* Welch's scheme has no acceleration of its own at the start: it takes that of its first predictor,
 * a = (v_p - v) / h by welch2007 eq. (43a) */
static mb_status first_prediction(mb_solver *s, double *a, double *lambda, mb_error *err)
{
    mb_status status =
        s->formulation->algebraic.predict(s, s->h, s->scratch_q, s->scratch_v, lambda, err);

    for (int i = 0; status == MB_OK && i < s->model->nv; i++)
        a[i] = (s->scratch_v[i] - s->state.v[i]) / s->h;
    return status;
}

static mb_status first_acceleration(mb_solver *s, mb_error *err)
{
    const mb_formulation *f = s->formulation;
    mb_state *x = &s->state;

    switch (f->family) {
    case MB_ACCELERATION:
    case MB_ONE_STEP:
    case MB_STABILISED:
        return mb_accel(s, x->t, x->q, x->v, x->a, x->lambda, err);
    case MB_ALGEBRAIC:
        return first_prediction(s, x->a, x->lambda, err);
    case MB_NEWTON:
        return f->newton.start(s, x->t, x->q, x->v, x->a, x->lambda, err);
    case MB_FIRST_ORDER:
        return s->integrator->start(s, err);
    }
    return mb_fail(err, MB_FAILURE, "%s is of no family", f->name);
}

mb_status mb_solver_start(mb_solver *s, mb_error *err)
{
    const mb_model *model = s->model;
    mb_status status;

    mb_follow(model, model->t0, NULL, NULL);
    s->step = 0;
    s->state.t = model->t0;
    memcpy(s->state.q, model->q0, (size_t)model->nq * sizeof(double));
    memcpy(s->state.v, model->v0, (size_t)model->nv * sizeof(double));
    memset(s->state.a, 0, (size_t)model->nv * sizeof(double));
    memset(s->state.lambda, 0, (size_t)model->m * sizeof(double));
    for (mb_linear *l = s->linears; l; l = l->next)
        if (l->type->reset)
            l->type->reset(l);
    status = first_acceleration(s, err);
    memset(&s->counters, 0, sizeof s->counters);
    s->unconverged = false;
    return status;
}

void mb_solver_next(const mb_solver *s, double t_stop, double *h, double *t_new)
{
    double next = s->model->t0 + (double)(s->step + 1) * s->h;

    if (isnan(s->h)) {
        *h = NAN;
        *t_new = t_stop;
    } else if (!(t_stop - next > SLIVER * s->h)) {
        *h = t_stop - next < -SLIVER * s->h ? t_stop - s->state.t : s->h;
        *t_new = t_stop;
    } else {
        *h = s->h;
        *t_new = next;
    }
}

/* What is wrong with a state whose distance from the start has the square `moved` in units of sizes, and
 * which moves on with that speed */
static __attribute__((noinline)) mb_status refuse_state(const mb_solver *s, double moved,
                                                        double speed, double h, mb_error *err)
{
    const mb_model *model = s->model;

    if (!mb_all_finite(s->state.q, model->nq) ||
        (!isfinite(speed) && !mb_all_finite(s->state.v, model->nv)))
        return mb_fail(err, MB_NON_FINITE, "the state is not finite at t = %.9g s", s->state.t);
    if (moved >= MB_SOLVER_FAR * MB_SOLVER_FAR)
        return mb_fail(err, MB_DIVERGED,
                       "the state has grown beyond %g times the mechanism's size at t = %.9g s",
                       MB_SOLVER_FAR, s->state.t);
    if (h * speed >= MB_SOLVER_LEAP)
        return mb_fail(err, MB_DIVERGED,
                       "the state has grown beyond %g times the mechanism's size a step at t = "
                       "%.9g s",
                       MB_SOLVER_LEAP, s->state.t);
    return MB_OK;
}

/* sum += (x - y)^2, unless y is NULL */
MB_ALWAYS_INLINE void add_square(int p, int width, const double *x, const double *y, mb_pair *sum)
{
    const int n = 2 * p + width;
    const mb_pair d = y ? mb_pair_of(n, x, p) - mb_pair_of(n, y, p) : mb_pair_of(n, x, p);

    *sum += d * d;
}

/* What check_state asks for, where all units are 1 */
static inline bool is_near(const mb_solver *s, double h)
{
    const double *q = s->state.q, *q0 = s->model->q0, *v = s->state.v;
    mb_pair moved = {0.0}, speed = {0.0};
    double speeds;

    MB_EACH_PAIR(s->model->nq, add_square, q, q0, &moved);
    MB_EACH_PAIR(s->model->nv, add_square, v, NULL, &speed);
    speeds = speed[0] + speed[1];
    return moved[0] + moved[1] < MB_SOLVER_FAR * MB_SOLVER_FAR && isfinite(speeds) &&
           !(h * h * speeds >= MB_SOLVER_LEAP * MB_SOLVER_LEAP);
}

/* Whether the state is a number and within any mechanism's size.  A fixed step h that goes on as
 * far as no mechanism does has lost the motion too; one that is error-controlled (NaN) may, where
 * that is a steady motion. */
static mb_status check_state(const mb_solver *s, double h, mb_error *err)
{
    const int nq = s->model->nq;
    const double *q = s->state.q, *q0 = s->model->q0, *unit = s->unit_q;
    double moved = 0.0, speed;

    if (s->plain_units && is_near(s, h))
        return MB_OK;
    /* |(q - q0) / unit|^2 */
    for (int i = 0; i < nq; i++) {
        const double part = (q[i] - q0[i]) / unit[i];

        moved += part * part;
    }
    speed = mb_size(s, s->state.v);
    if (moved < MB_SOLVER_FAR * MB_SOLVER_FAR && isfinite(speed) && !(h * speed >= MB_SOLVER_LEAP))
        return MB_OK;
    return refuse_state(s, moved, speed, h, err);
}

void mb_solver_move_on(mb_solver *s, double h, double t_new)
{
    if (!isnan(h))
        s->state.t = t_new;
    s->step++;
    s->counters.steps++;
    s->counters.unconverged += s->unconverged;
}

mb_status mb_solver_arrive(mb_solver *s, double h, double t_new, mb_error *err)
{
    mb_solver_move_on(s, h, t_new);
    return check_state(s, h, err);
}

mb_status mb_solver_step(mb_solver *s, double t_stop, mb_error *err)
{
    double h, t_new;
    mb_status status;

    mb_solver_next(s, t_stop, &h, &t_new);
    s->unconverged = false;
    mb_observe_step(s, h, t_new);
    MB_TRY(s->integrator->step(s, h, t_new, err));
    status = mb_solver_arrive(s, h, t_new, err);
    mb_follow(s->model, s->state.t, s->state.q, s->state.v);
done:
    if (s->observer)
        mb_observer_step_ended(s, status);
    return status;
}

mb_status mb_solver_acceleration(mb_solver *s, double *a, double *lambda, mb_error *err)
{
    mb_counters kept = s->counters;
    bool unconverged = s->unconverged;
    mb_observer *observer = s->observer;
    mb_status status;

    s->observer = NULL;
    memcpy(a, s->state.a, (size_t)s->model->nv * sizeof *a);
    memcpy(lambda, s->state.lambda, (size_t)s->model->m * sizeof *lambda);
    status = s->formulation->accel ? mb_accel(s, s->state.t, s->state.q, s->state.v, a, lambda, err)
                                   : MB_OK;
    s->counters = kept;
    s->unconverged = unconverged;
    s->observer = observer;
    return status;
}

mb_status mb_solver_canonical(const char *spec, char *text, size_t size, mb_error *err)
{
    mb_composition c;
    mb_status status = mb_compose(spec, &c, err);

    return status == MB_OK ? mb_composition_format(&c, text, size, err) : status;
}

/* Value of a parameter of a spec's integrator */
static double integrator_value(const char *spec, const char *name)
{
    mb_composition c;
    mb_error ignored = {0};

    if (mb_compose(spec, &c, &ignored) != MB_OK)
        return NAN;
    return mb_value(c.integrator->params, &c.integrator_values, name);
}

double mb_solver_nominal_step(const char *spec)
{
    return integrator_value(spec, "h");
}

double mb_solver_tolerance(const char *spec)
{
    return integrator_value(spec, "tol");
}

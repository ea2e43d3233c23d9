#include "tests/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/references/reference.h"

typedef struct work {
    double *jacobian, *phi, *phidot, *reference;
    mb_reference_run *run;
    mb_arena *arena;
} work;

static double dot(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

static double energy(const mb_model *model, const mb_state *x)
{
    return model->ops->kinetic(model, x->q, x->v) + model->ops->potential(model, x->t, x->q);
}

/* Difference from the reference; wrapped angles are compared modulo a turn */
static void compare(const mb_model *model, work *w, double t, probe *p)
{
    if (!w->run || t > model->reference->horizon)
        return;
    mb_reference_at(w->run, t, w->reference);
    for (int i = 0; i < model->noutputs; i++) {
        double d = p->outputs[i] - w->reference[i];

        if (!model->outputs[i].compared)
            continue;
        if (model->outputs[i].wrapped)
            d = remainder(d, 2.0 * acos(-1.0));
        p->error_max = fmax(isnan(p->error_max) ? 0.0 : p->error_max, fabs(d));
    }
}

static void measure(const mb_model *model, const mb_state *x, work *w, probe *p)
{
    const mb_ops *ops = model->ops;
    double sq, sqdot, drift = energy(model, x) - p->energy;

    ops->phi(model, x->t, x->q, w->phi);
    ops->jacobian(model, x->t, x->q, w->jacobian);
    mb_phidot(model, x->t, x->q, x->v, w->jacobian, w->phidot);
    sq = dot(w->phi, model->mh);
    sqdot = dot(w->phidot, model->m);
    p->phi_mean += sqrt(sq);
    p->sq_mean += sq;
    p->sqdot_mean += sqdot;
    p->phi_max = fmax(p->phi_max, sqrt(sq));
    p->phidot_max = fmax(p->phidot_max, sqrt(sqdot));
    p->kinetic_max = fmax(p->kinetic_max, ops->kinetic(model, x->q, x->v));
    p->drift_max = fmax(p->drift_max, fabs(drift));
    p->drift = drift;
    if (ops->branch)
        p->branch_max = fmax(p->branch_max, ops->branch(model, x->t, x->q));
    ops->outputs(model, x->t, x->q, x->v, x->a, x->lambda, p->outputs);
    compare(model, w, x->t, p);
}

static mb_status claim(const mb_model *model, work *w, mb_error *err)
{
    mb_status status = MB_OK;

    w->arena = mb_arena_create();
    MB_TRY(mb_claim(w->arena, &w->jacobian, (size_t)model->D.nnz, sizeof(double), err));
    MB_TRY(mb_claim(w->arena, &w->phi, (size_t)model->m, sizeof(double), err));
    MB_TRY(mb_claim(w->arena, &w->phidot, (size_t)model->m, sizeof(double), err));
    MB_TRY(mb_claim(w->arena, &w->reference, (size_t)model->noutputs, sizeof(double), err));
    if (model->reference)
        MB_TRY(mb_reference_start(model, w->arena, &w->run, err));
done:
    return status;
}

probe probe_run(const char *problem, const char *spec, double t_end)
{
    probe p = {.error_max = NAN};
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    work w = {0};
    mb_status status = MB_OK;

    MB_TRY(mb_model_create(problem, &model, &p.error));
    MB_TRY(mb_solver_create(model, spec, &solver, &p.error));
    MB_TRY(claim(model, &w, &p.error));
    MB_TRY(mb_solver_start(solver, &p.error));
    p.energy = energy(model, &solver->state);
    while (solver->state.t < t_end) {
        MB_TRY(mb_solver_step(solver, t_end, &p.error));
        measure(model, &solver->state, &w, &p);
    }
    for (int i = 0; i < model->mh && i < PROBE_ROWS; i++)
        p.phi[i] = w.phi[i];
    for (int i = 0; i < model->m && i < PROBE_ROWS; i++)
        p.lambda[i] = solver->state.lambda[i];
    model->ops->output_rates(model, solver->state.t, solver->state.q, solver->state.v,
                             solver->state.a, solver->state.lambda, p.rates);
done:
    p.status = status;
    if (solver) {
        double steps = (double)solver->counters.steps;

        p.t = solver->state.t;
        p.phi_mean /= steps;
        p.sq_mean /= steps;
        p.sqdot_mean /= steps;
        p.counters = solver->counters;
    }
    mb_arena_destroy(w.arena);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return p;
}

static int find_output(const char *problem, const char *name)
{
    mb_model *model;
    mb_error err = {0};
    int found = -1;

    if (mb_model_create(problem, &model, &err) != MB_OK)
        return -1;
    for (int i = 0; i < model->noutputs; i++)
        if (strcmp(model->outputs[i].name, name) == 0)
            found = i;
    mb_model_destroy(model);
    return found;
}

double probe_output(const char *problem, const probe *p, const char *name)
{
    int i = find_output(problem, name);

    return i < 0 ? (double)NAN : p->outputs[i];
}

double probe_rate(const char *problem, const probe *p, const char *name)
{
    int i = find_output(problem, name);

    return i < 0 ? (double)NAN : p->rates[i];
}

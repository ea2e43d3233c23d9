/* SPDX-License-Identifier: MIT */
#include "solvers/lanes/lanes_parts.h"
#include "solvers/steps/tableaus.h"

#include <string.h>

#include "solvers/equations/baumgarte.h"
#include "solvers/lanes/lane_array.h"
#include "solvers/matrices/in_order.h"
#include "solvers/matrices/linear.h"

/* ---- which solvers have lanes --------------------------------------------------------------------- */

static const mb_tableau *tableau_of(const mb_integrator *integrator)
{
    static const struct {
        const char *name;
        const mb_tableau *tableau;
    } of[] = {{"forward-euler", &mb_tableau_forward_euler},
              {"midpoint-rk2", &mb_tableau_midpoint_rk2},
              {"heun", &mb_tableau_heun},
              {"rk4", &mb_tableau_rk4}};

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strcmp(integrator->name, of[i].name) == 0)
            return of[i].tableau;
    return NULL;
}

static bool find_rule(mb_lanes *x)
{
    const mb_solver *s = x->solver[0];

    x->tableau = tableau_of(s->integrator);
    if (x->tableau) {
        x->rule = MB_LANE_TABLEAU;
    } else if (strcmp(s->integrator->name, "semi-implicit-euler") == 0) {
        x->rule = MB_LANE_SEMI_IMPLICIT;
    } else if (strcmp(s->integrator->name, "trapezoidal") == 0) {
        x->rule = MB_LANE_TRAPEZOIDAL;
        mb_passes_setup(s, &x->passes, NULL, NULL);
    } else {
        return false;
    }
    return true;
}

static bool is_formulation(const mb_solver *s, const char *name)
{
    return strcmp(s->formulation->name, name) == 0;
}

/* Both keep the family first. */
static const mb_penalty_family *family_of(const mb_solver *s)
{
    return s->formulation_data;
}

static bool is_penalty(const mb_solver *s)
{
    return (is_formulation(s, "penalty") || is_formulation(s, "augmented-lagrangian")) &&
           family_of(s)->omega > 0.0 && s->penalty->linear->storage &&
           strcmp(s->penalty->linear->type->name, "dense") == 0;
}

static const mb_baumgarte *baumgarte_of(const mb_solver *s)
{
    return is_formulation(s, "baumgarte") ? s->formulation_data : NULL;
}

/* Whether [M D'; D 0] is solved with a factor of M that stays */
static bool is_bordered(const mb_solver *s, const mb_bordered_parts **parts)
{
    const mb_baumgarte *baumgarte = baumgarte_of(s);
    const mb_kkt *kkt = baumgarte                       ? baumgarte->kkt
                        : is_formulation(s, "lagrange") ? s->formulation_data
                                                        : NULL;

    *parts = kkt && kkt->in_order ? mb_bordered_parts_of(kkt->linear->eliminated) : NULL;
    return *parts;
}

static bool may_have_lanes(const mb_solver *s, const mb_bordered_parts **parts)
{
    const mb_model *model = s->model;

    return !s->projection && !s->observer && model->nv <= MB_LANE_VELOCITIES &&
           model->m <= MB_LANE_ROWS && mb_natural_lane_rows(model, MB_LANES_PLAIN) &&
           (is_penalty(s) || is_bordered(s, parts));
}

/* ---- set-up --------------------------------------------------------------------------------------- */

static mb_status take_all(mb_lanes *x, mb_arena *arena, mb_error *err)
{
    const mb_model *model = x->model;
    const int nq = model->nq, nv = model->nv, m = model->m;
    const mb_lane_row own[] = {{&x->alpha, 1},       {&x->damping, 1},
                               {&x->stiffness, 1},   {&x->force, nv},
                               {&x->q, nq},          {&x->v, nv},
                               {&x->a, nv},          {&x->lambda, m},
                               {&x->plain, 1},       {&x->tol, 1},
                               {&x->limit, 1},       {&x->work.evaluations, 1},
                               {&x->work.solves, 1}, {&x->work.iterations, 1},
                               {&x->work.stopped, 1}};
    const struct {
        double **array;
        int n;
    } of[] = {{&x->q_at, nq + nv},
              {&x->a_at, nv},
              {&x->l_at, m},
              {&x->a_new, nv},
              {&x->l_new, m},
              {&x->d, model->D.nnz},
              {&x->g, m},
              {&x->r, m},
              {&x->phi, m},
              {&x->dx, nv},
              {&x->factor, nv * nv},
              {&x->inverse, nv},
              {&x->b, nv + m},
              {&x->before, nq + 2 * nv + m}};
    mb_status status;

    MB_TRY(
        mb_lane_block(x->width, own, sizeof own / sizeof *own, arena, &x->block, &x->nblock, err));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        MB_TRY(mb_lane_array(x->width, of[i].n, arena, of[i].array, err));
    x->v_at = x->q_at + nq * x->width;
    for (int i = 0; x->tableau && i < x->tableau->stages; i++)
        MB_TRY(mb_lane_array(x->width, nq + nv, arena, &x->dq[i], err));
done:
    return status;
}

/* The entries of the sum's lower triangle that it has from M alone */
static mb_status list_fill(mb_lanes *x, mb_arena *arena, mb_error *err)
{
    const mb_product *product = &x->matrix->product;
    const int n = x->model->nv, sums = product->nruns ? product->run[product->nruns - 1].end : 0;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &x->fill, (size_t)(n * n), err));
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            int k = 0;

            while (k < sums && product->entry[k] != j * n + i)
                k++;
            if (k == sums)
                x->fill[x->nfill++] = j * n + i;
        }
done:
    return status;
}

static void put_state(mb_lanes *x, int lane)
{
    const mb_state *state = &x->solver[lane]->state;

    mb_lane_put(x->width, x->model->nq, state->q, x->q, lane);
    mb_lane_put(x->width, x->model->nv, state->v, x->v, lane);
    mb_lane_put(x->width, x->model->nv, state->a, x->a, lane);
    mb_lane_put(x->width, x->model->m, state->lambda, x->lambda, lane);
}

static void get_state(const mb_lanes *x, const double *q, const double *v, const double *a,
                      const double *lambda, int lane)
{
    const mb_state *state = &x->solver[lane]->state;

    mb_lane_get(x->width, x->model->nq, q, state->q, lane);
    mb_lane_get(x->width, x->model->nv, v, state->v, lane);
    mb_lane_get(x->width, x->model->nv, a, state->a, lane);
    mb_lane_get(x->width, x->model->m, lambda, state->lambda, lane);
}

static void put_passes(mb_lanes *x, int lane, const mb_penalty_passes *passes)
{
    const bool plain = passes->given || x->solver[lane]->plain_units;
    const uint64_t bits = plain ? UINT64_MAX : 0;

    memcpy(&x->plain[lane], &bits, sizeof bits);
    x->tol[lane] = passes->tol;
    x->limit[lane] = (double)passes->limit;
    x->some_plain |= plain;
    x->all_plain = (lane == 0 || x->all_plain) && plain;
}

static void put_parameters(mb_lanes *x, int lane)
{
    const mb_solver *s = x->solver[lane];
    const mb_baumgarte *baumgarte = baumgarte_of(s);

    if (baumgarte) {
        x->damping[lane] = 2.0 * baumgarte->alpha;
        x->stiffness[lane] = baumgarte->beta * baumgarte->beta;
    } else if (!x->bordered) {
        const mb_penalty_family *f = family_of(s);

        x->alpha[lane] = f->alpha;
        x->damping[lane] = 2.0 * f->xi * f->omega;
        x->stiffness[lane] = f->omega * f->omega;
    }
    if (x->iterated)
        put_passes(x, lane, &((const mb_augmented *)s->formulation_data)->passes);
    mb_lane_put(x->width, x->model->nv, s->terms.force, x->force, lane);
}

static void choose_processor(mb_lanes *x, mb_lane_kind kind)
{
    static mb_lane_step *const of[] = MB_BY_PROCESSOR(mb_lane_step);

    x->step = of[kind];
    x->rows = mb_natural_lane_rows(x->model, kind);
}

mb_status mb_lanes_create(mb_solver *const *solver, int n, mb_lane_kind kind, mb_arena *arena,
                          mb_lanes **lanes, mb_error *err)
{
    const mb_model *model = solver[0]->model;
    mb_lanes *x;
    mb_status status = MB_OK;

    *lanes = NULL;
    MB_TRY(MB_TAKE(arena, &x, 1, err));
    x->n = n;
    x->width = mb_lane_width(kind);
    for (int l = 0; l < n; l++) {
        x->solver[l] = solver[l];
        if (!may_have_lanes(solver[l], &x->bordered))
            return MB_OK;
    }
    if (!find_rule(x))
        return MB_OK;
    x->model = model;
    x->iterated = is_formulation(solver[0], "augmented-lagrangian");
    x->stabilised = baumgarte_of(solver[0]);
    x->matrix = solver[0]->penalty;
    x->mass = solver[0]->terms.mass;
    MB_TRY(take_all(x, arena, err));
    if (x->matrix && !x->bordered)
        MB_TRY(list_fill(x, arena, err));
    for (int l = 0; l < x->width; l++) { /* those that are not there are the first one's */
        x->solver[l] = solver[l < n ? l : 0];
        put_state(x, l);
        put_parameters(x, l);
    }
    choose_processor(x, kind);
    *lanes = x;
done:
    return status;
}

mb_lane_states mb_lanes_states(const mb_lanes *x)
{
    return (mb_lane_states){x->q, x->v, x->a, x->lambda};
}

/* ---- changes of places ---------------------------------------------------------------------------- */

void mb_lanes_swap(mb_lanes *x, int k, mb_lanes *y, int l)
{
    mb_solver *kept = x->solver[k];

    x->solver[k] = y->solver[l];
    y->solver[l] = kept;
    mb_lane_swap(x->width, x->nblock, x->block, k, y->block, l);
    x->some_plain = y->some_plain = x->some_plain || y->some_plain;
    x->all_plain = y->all_plain = x->all_plain && y->all_plain;
}

long mb_lanes_solves(const mb_lanes *x, int lane)
{
    return x->solver[lane]->counters.solves + (long)x->work.solves[lane];
}

/* ---- steps ---------------------------------------------------------------------------------------- */

static long taken_out(double *counter, int lane)
{
    const long n = (long)counter[lane];

    counter[lane] = 0.0;
    return n;
}

static void tell_work(mb_lanes *x, int lane)
{
    mb_counters *c = &x->solver[lane]->counters;
    const long evaluations = taken_out(x->work.evaluations, lane);

    c->evaluations += evaluations;
    c->factorisations += evaluations;
    c->solves += taken_out(x->work.solves, lane);
    c->iterations += taken_out(x->work.iterations, lane);
    c->stopped += taken_out(x->work.stopped, lane);
}

void mb_lanes_tell(mb_lanes *x, int lane)
{
    tell_work(x, lane);
    get_state(x, x->q, x->v, x->a, x->lambda, lane);
}

/* A step that its lane fell out of, from the state before it */
static mb_status step_alone(mb_lanes *x, int lane, double t_stop, mb_error *err)
{
    const int wide_q = x->model->nq * x->width, wide_v = x->model->nv * x->width;
    const double *v = x->before + wide_q, *a = v + wide_v;
    mb_status status;

    tell_work(x, lane);
    get_state(x, x->before, v, a, a + wide_v, lane);
    status = mb_solver_step(x->solver[lane], t_stop, err);
    put_state(x, lane);
    return status;
}

static mb_status arrive(mb_lanes *x, int lane, double h, double t_new, mb_error *err)
{
    mb_solver *s = x->solver[lane];

    s->unconverged = x->stopped >> lane & 1U;
    if (x->near >> lane & 1U) {
        mb_solver_move_on(s, h, t_new);
        return MB_OK;
    }
    mb_lanes_tell(x, lane);
    return mb_solver_arrive(s, h, t_new, err);
}

void mb_lanes_step(mb_lanes *x, const bool *goes_on, double t_stop, mb_status *status,
                   mb_error *const *err)
{
    mb_lane_set on = 0, fell;
    double h = 0.0, t_new = 0.0;

    for (int l = 0; l < x->n; l++)
        on |= (mb_lane_set)goes_on[l] << l;
    if (on == 0)
        return;
    mb_solver_next(x->solver[__builtin_ctz(on)], t_stop, &h, &t_new);
    fell = x->step(x, on, h);
    for (int l = 0; l < x->n; l++)
        if (goes_on[l])
            status[l] =
                fell >> l & 1U ? step_alone(x, l, t_stop, err[l]) : arrive(x, l, h, t_new, err[l]);
}

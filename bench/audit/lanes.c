/* SPDX-License-Identifier: MIT */
#include "bench/audit/lanes.h"

#include <stdint.h>
#include <string.h>

#include "bench/audit/lanes_parts.h"
#include "solvers/lanes/lane_array.h"

/* ---- set-up --------------------------------------------------------------------------------------- */

static bool may_have_lanes(const mb_audit *audit, const mb_solver *solver)
{
    const mb_model *model = audit->model;
    const double *w;

    return !audit->series && model->m > 0 && model->m <= MB_AUDIT_LANE_ROWS &&
           model->nv <= MB_LANE_COLUMNS && mb_natural_lane_rows(model, MB_LANES_PLAIN) &&
           solver->integrator->end_acceleration &&
           !solver->formulation->one_step.inner_acceleration &&
           (!audit->rank || mb_rank_smallest(audit->rank, &w));
}

static mb_status take_all(mb_audit_lanes *x, mb_arena *arena, mb_error *err)
{
    const mb_model *model = x->model;
    const int m = model->m, nnz = model->D.nnz;
    const struct {
        double **array;
        int n;
    } of[] = {{&x->row, m},       {&x->d, nnz},        {&x->gamma, m},
              {&x->potential, 1}, {&x->scaled, nnz},   {&x->out, model->noutputs},
              {&x->inverse, m},   {&x->factor, m * m}, {&x->measure, 1}};
    mb_status status = MB_OK;

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        MB_TRY(mb_lane_array(x->width, of[i].n, arena, of[i].array, err));
done:
    return status;
}

/* Where the states are */
static mb_status take_states(mb_audit_lanes *x, const mb_lanes *steps, mb_arena *arena,
                             mb_error *err)
{
    const mb_model *model = x->model;
    mb_status status = MB_OK;

    x->own_states = !steps;
    if (steps) {
        x->at = mb_lanes_states(steps);
        return MB_OK;
    }
    MB_TRY(mb_lane_array(x->width, model->nq, arena, &x->at.q, err));
    MB_TRY(mb_lane_array(x->width, model->nv, arena, &x->at.v, err));
    MB_TRY(mb_lane_array(x->width, model->nv, arena, &x->at.a, err));
    MB_TRY(mb_lane_array(x->width, model->m, arena, &x->at.lambda, err));
done:
    return status;
}

/* The vectors of the measure of rank, as they are after it was looked for alone */
static void put_vectors(mb_audit_lanes *x, int lane)
{
    mb_smallest *s = x->own[lane];

    mb_lane_put(x->width, x->model->m, s->least, x->least, lane);
    mb_lane_put(x->width, x->model->m, s->most, x->most, lane);
    s->moved = false;
}

static void put_rank(mb_audit_lanes *x, int lane)
{
    const double *w;

    x->own[lane] = mb_rank_smallest(x->audit[lane]->rank, &w);
    mb_lane_put(x->width, x->model->m, w, x->w, lane);
    put_vectors(x, lane);
}

static void choose_processor(mb_audit_lanes *x, mb_lane_kind kind)
{
    static mb_audit_look *const of[] = MB_BY_PROCESSOR(mb_audit_look);

    x->look = of[kind];
    x->rows = mb_natural_lane_rows(x->model, kind);
}

mb_status mb_audit_lanes_create(mb_audit *const *audit, mb_solver *const *solver, int n,
                                mb_lane_kind kind, const mb_lanes *steps, mb_arena *arena,
                                mb_audit_lanes **lanes, mb_error *err)
{
    mb_audit_lanes *x;
    mb_status status = MB_OK;

    *lanes = NULL;
    for (int l = 0; l < n; l++)
        if (!may_have_lanes(audit[l], solver[l]))
            return MB_OK;
    MB_TRY(MB_TAKE(arena, &x, 1, err));
    x->n = n;
    x->width = mb_lane_width(kind);
    x->model = audit[0]->model;
    x->s = audit[0]->gap.s;
    x->places = mb_natural_lane_places(x->model);
    MB_TRY(take_states(x, steps, arena, err));
    MB_TRY(take_all(x, arena, err));
    for (int l = 0; l < x->width; l++) { /* those that are not there are the first one's */
        x->audit[l] = audit[l < n ? l : 0];
        x->state[l] = &solver[l < n ? l : 0]->state;
    }
    MB_TRY(mb_lanes_keep(x, arena, err));
    for (int l = 0; l < x->width && audit[0]->rank; l++)
        put_rank(x, l);
    x->smallest = x->own[0];
    choose_processor(x, kind);
    for (int l = 0; l < n; l++) {
        audit[l]->lanes = x;
        audit[l]->lane = l;
    }
    *lanes = x;
done:
    return status;
}

/* ---- changes of places ---------------------------------------------------------------------------- */

static void swap_bits(unsigned *x, int k, unsigned *y, int l)
{
    const unsigned differ = (*x >> k ^ *y >> l) & 1U;

    *x ^= differ << k;
    *y ^= differ << l;
}

#define SWAP(type, x, y)                                                                           \
    do {                                                                                           \
        type kept = x;                                                                             \
        x = y;                                                                                     \
        y = kept;                                                                                  \
    } while (0)

/* Where lanes have those numbers that others have there */
static double *as_in(const mb_audit_lanes *x, const mb_audit_lanes *y, const double *there)
{
    return x->block + (there - y->block);
}

/* Lanes that have all ended have not looked since. */
static void catch_up(mb_audit_lanes *x, const mb_audit_lanes *y)
{
    if (x->point[2].t >= y->point[2].t)
        return;
    for (int i = 0; i < 3; i++) {
        const mb_lane_point *p = &y->point[i];

        x->point[i] =
            (mb_lane_point){p->t, as_in(x, y, p->q), as_in(x, y, p->v), as_in(x, y, p->measure)};
    }
    x->horizon = y->horizon;
    memcpy(x->bound, y->bound, (size_t)x->model->noutputs * sizeof *x->bound);
}

void mb_audit_lanes_swap(mb_audit_lanes *x, int k, mb_audit_lanes *y, int l)
{
    double **of_k = x->place + (ptrdiff_t)k * x->nkept, **of_l = y->place + (ptrdiff_t)l * y->nkept;

    catch_up(x, y);
    catch_up(y, x);
    mb_lane_swap(x->width, x->nblock, x->block, k, y->block, l);
    for (int i = 0; i < x->nkept; i++)
        SWAP(double *, of_k[i], of_l[i]);
    SWAP(mb_audit *, x->audit[k], y->audit[l]);
    SWAP(const mb_state *, x->state[k], y->state[l]);
    SWAP(mb_smallest *, x->own[k], y->own[l]);
    SWAP(long, x->taken[k], y->taken[l]);
    swap_bits(&x->ranks, k, &y->ranks, l);
    swap_bits(&x->branches, k, &y->branches, l);
    swap_bits(&x->parted, k, &y->parted, l);
    swap_bits(&x->moves, k, &y->moves, l);
    swap_bits(&x->live, k, &y->live, l);
    swap_bits(&x->told, k, &y->told, l);
    x->audit[k]->lanes = x;
    x->audit[k]->lane = k;
    y->audit[l]->lanes = y;
    y->audit[l]->lane = l;
}

/* ---- looks ---------------------------------------------------------------------------------------- */

static void put_state(mb_audit_lanes *x, int lane)
{
    const mb_state *state = x->state[lane];

    mb_lane_put(x->width, x->model->nq, state->q, x->at.q, lane);
    mb_lane_put(x->width, x->model->nv, state->v, x->at.v, lane);
    mb_lane_put(x->width, x->model->nv, state->a, x->at.a, lane);
    mb_lane_put(x->width, x->model->m, state->lambda, x->at.lambda, lane);
}

/* Whether the measure of rank is wanted of a lane, and can be told from its vectors */
static bool is_ranked(mb_audit_lanes *x, int lane)
{
    mb_smallest *own = x->own[lane];

    if (!(x->ranks >> lane & 1U) || own->fresh)
        return false;
    if (own->moved)
        put_vectors(x, lane);
    return true;
}

/* The step at hand is to be taken in alone. */
static void tell(mb_audit_lanes *x, int lane, bool measured)
{
    mb_audit_view *view = &x->view[lane];
    mb_audit *audit = x->audit[lane];

    mb_lane_hand_over(x, lane, false);
    *view = (mb_audit_view){.open = x->kept.open[lane],
                            .kinetic = x->kept.kinetic[lane],
                            .potential = x->potential[lane],
                            .measure = x->measure[lane],
                            .placed = x->places && audit->brief && audit->places,
                            .on_branch = x->on_branch >> lane & 1U,
                            .measured = measured};
    audit->view = view;
    for (int i = 0; view->placed && i < x->model->noutputs; i++)
        if (x->model->outputs[i].compared)
            audit->out[i] = x->out[i * x->width + lane];
    if (!measured)
        return;
    mb_lane_get(x->width, x->model->m, x->least, x->own[lane]->least, lane);
    mb_lane_get(x->width, x->model->m, x->most, x->own[lane]->most, lane);
}

/* Those that are on no more hand over what they have kept before it is overwritten; those that took the
 * last step alone take over. */
static void change_hands(mb_audit_lanes *x, unsigned on)
{
    for (int l = 0; l < x->n; l++) {
        const unsigned bit = 1U << l;

        if (x->live & bit & ~on && x->taken[l] > 0)
            mb_lane_hand_over(x, l, true);
        else if (x->told & bit & on)
            mb_lane_take_over(x, l);
    }
    x->live = on;
    x->told = 0;
}

bool mb_audit_lanes_look(mb_audit_lanes *x, const bool *goes_on)
{
    unsigned on = 0, ranked = 0, measured, taken;

    for (int l = 0; l < x->n; l++)
        on |= (unsigned)goes_on[l] << l;
    change_hands(x, on);
    if (on == 0)
        return true;
    for (int l = 0; l < x->n; l++) {
        if (!goes_on[l])
            continue;
        if (x->own_states)
            put_state(x, l);
        ranked |= (unsigned)is_ranked(x, l) << l;
    }
    mb_lanes_ask(x, x->state[__builtin_ctz(on)]->t);
    taken = x->look(x, on, ranked, &measured);
    x->told = on & ~taken;
    for (int l = 0; l < x->n; l++) {
        x->taken[l] += taken >> l & 1U;
        x->audit[l]->taken = taken >> l & 1U;
        if (x->told >> l & 1U)
            tell(x, l, measured >> l & 1U);
    }
    return x->told == 0;
}

void mb_audit_lanes_leave(mb_audit_lanes *x, int lane)
{
    if (x->taken[lane] > 0)
        mb_lane_hand_over(x, lane, true);
}

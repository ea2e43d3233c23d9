/* SPDX-License-Identifier: MIT */
/* Models in mixed coordinates: those in reference-point coordinates of the mechanism told with
 * frames at pivots, without the places of these. */
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/mixed/mixed.h"

/* Coordinates: the angle of each body, then its place where it has one; to[] (inner.nv) -1: held */
static mb_status number(mb_model *model, struct mb_mixed *x, int npivots, const mb_pivot *pivot,
                        int *to, mb_error *err)
{
    const mb_machine *m = x->inner.data;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, &x->full, (size_t)x->inner.nv, err));
    for (int i = 0; i < x->inner.nv; i++)
        to[i] = 0;
    for (int k = 0; k < npivots; k++)
        to[m->body[pivot[k].body].v] = to[m->body[pivot[k].body].v + 1] = -1;
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int k = 0; k < body->n; k++) {
            const int i = body->v + (body->n == 3 ? (k + 2) % 3 : k);

            if (to[i] < 0)
                continue;
            to[i] = model->nv;
            x->full[model->nv++] = i;
        }
    model->nq = model->nv;
done:
    return status;
}

static void announce(const mb_pattern *within, const int *rows, const int *columns,
                     mb_pattern_builder *b)
{
    for (int j = 0; j < within->ncol; j++)
        for (int k = within->start[j]; columns[j] >= 0 && k < within->start[j + 1]; k++)
            if (!rows || rows[within->row[k]] >= 0)
                mb_pattern_add(b, rows ? rows[within->row[k]] : within->row[k], columns[j]);
}

/* Where the entries of a pattern are inside; what is not there reads a zero behind all. */
static mb_status entries(mb_model *model, const struct mb_mixed *x, const mb_pattern *within,
                         const mb_pattern *pattern, bool square, int **from, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, from, (size_t)pattern->nnz, err));
    for (int j = 0; j < pattern->ncol; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            const int row = square ? x->full[pattern->row[k]] : pattern->row[k];
            const int at = mb_pattern_find(within, row, x->full[j]);

            (*from)[k] = at < 0 ? within->nnz : at;
        }
done:
    return status;
}

static mb_status patterns(mb_model *model, struct mb_mixed *x, const int *to, mb_error *err)
{
    const mb_model *m = &x->inner;
    mb_status status = MB_OK, of_d, of_m, of_h;
    mb_pattern_builder *d = mb_pattern_begin(model->m, model->nv);
    mb_pattern_builder *mass_of = mb_pattern_begin(model->nv, model->nv);
    mb_pattern_builder *h = mb_pattern_begin(model->nv, model->nv);

    announce(&m->D, NULL, to, d);
    announce(&m->M, to, to, mass_of);
    announce(&m->H, to, to, h);
    for (const struct mb_hung *arm = x->arm; arm < x->arm + x->narms; arm++)
        mb_pattern_add(h, arm->phi, arm->phi);
    /* all three are ended, failure or not, since that frees them */
    of_d = mb_pattern_end(d, model->arena, &model->D, err);
    of_m = mb_pattern_end(mass_of, model->arena, &model->M, err);
    of_h = mb_pattern_end(h, model->arena, &model->H, err);
    MB_TRY(of_d);
    MB_TRY(of_m);
    MB_TRY(of_h);
    MB_TRY(entries(model, x, &m->D, &model->D, false, &x->of_d, err));
    MB_TRY(entries(model, x, &m->M, &model->M, true, &x->of_m, err));
    MB_TRY(entries(model, x, &m->H, &model->H, true, &x->of_h, err));
    for (struct mb_hung *arm = x->arm; arm < x->arm + x->narms; arm++)
        arm->h = mb_pattern_find(&model->H, arm->phi, arm->phi);
done:
    return status;
}

static mb_status scratch(mb_model *model, struct mb_mixed *x, mb_error *err)
{
    const mb_model *m = &x->inner;
    const size_t nv = (size_t)m->nv;
    mb_status status = MB_OK;
    double *full;

    MB_TRY(MB_TAKE(model->arena, &x->q, nv, err));
    MB_TRY(MB_TAKE(model->arena, &x->v, nv, err));
    MB_TRY(MB_TAKE(model->arena, &x->a, nv, err));
    MB_TRY(MB_TAKE(model->arena, &x->f, nv, err));
    MB_TRY(MB_TAKE(model->arena, &x->d, (size_t)m->D.nnz + 1, err)); /* behind all, a zero */
    MB_TRY(MB_TAKE(model->arena, &x->h, (size_t)m->H.nnz + 1, err));
    MB_TRY(MB_TAKE(model->arena, &full, (size_t)m->M.nnz + 1, err));
    MB_TRY(MB_TAKE(model->arena, &x->mass, (size_t)model->M.nnz, err));
    memcpy(x->q, m->q0, nv * sizeof *x->q);
    m->ops->mass(m, m->q0, full);
    mb_mixed_take(model->M.nnz, x->of_m, full, x->mass);
    MB_TRY(MB_TAKE(model->arena, &x->weight, (size_t)model->nv, err));
    if (m->constant_force) {
        m->ops->force(m, model->t0, x->q, x->v, x->f);
        mb_mixed_take(model->nv, x->full, x->f, x->weight);
    }
done:
    return status;
}

/* Start, what is held, lengths */
static mb_status gather(mb_model *model, const struct mb_mixed *x, const int *to, mb_error *err)
{
    const mb_model *m = &x->inner;
    mb_status status = MB_OK;
    mb_hold *holds;
    bool *length;

    MB_TRY(MB_TAKE(model->arena, &model->q0, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(model->arena, &model->v0, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(model->arena, &length, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(model->arena, &holds, (size_t)m->nholds, err));
    mb_mixed_take(model->nv, x->full, m->q0, model->q0);
    mb_mixed_take(model->nv, x->full, m->v0, model->v0);
    for (int i = 0; i < model->nv; i++)
        length[i] = !m->length || m->length[x->full[i]];
    for (int k = 0; k < m->nholds; k++) {
        holds[k] = m->hold[k];
        holds[k].n = 0;
        for (int i = 0; i < m->hold[k].n; i++)
            if (to[m->hold[k].velocity[i]] >= 0) {
                holds[k].velocity[holds[k].n] = to[m->hold[k].velocity[i]];
                holds[k].factor[holds[k].n++] = m->hold[k].factor[i];
            }
    }
    model->length = length;
    model->hold = holds;
    model->nholds = m->nholds;
    model->keep_start = m->keep_start;
    model->rates_follow = m->rates_follow;
    model->noutputs = m->noutputs;
    model->outputs = m->outputs;
done:
    return status;
}

static mb_status arms(mb_model *model, struct mb_mixed *x, int npivots, const mb_pivot *pivot,
                      const int *to, mb_error *err)
{
    const mb_machine *m = x->inner.data;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, &x->arm, (size_t)npivots, err));
    for (int k = 0; k < npivots; k++) {
        const mb_mover *body = &m->body[pivot[k].body];
        const double *w = body->weight, *c = pivot[k].centre;
        const struct mb_hung arm = {
            .phi = to[body->v + 2], .a = w[0] * c[0] + w[1] * c[1], .b = w[1] * c[0] - w[0] * c[1]};

        if (arm.a != 0.0 || arm.b != 0.0)
            x->arm[x->narms++] = arm;
    }
done:
    return status;
}

/* The model inside knows the weights of bodies on pivots by its potential. */
static mb_status weigh(mb_model *model, struct mb_mixed *x, mb_error *err)
{
    mb_status status = MB_OK;
    mb_ops *ops;

    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    *ops = *x->inner.ops;
    x->potential = ops->potential;
    ops->potential = mb_mixed_potential;
    x->inner.ops = ops;
done:
    return status;
}

static mb_status finish(mb_model *model, const struct mb_mixed *x, mb_error *err)
{
    const mb_ops *inner = x->inner.ops;
    mb_status status = MB_OK;
    mb_ops *ops;

    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    *ops = mb_mixed_ops;
#define DROP(slot)                                                                                 \
    if (!inner->slot)                                                                              \
        ops->slot = NULL;
    DROP(phi_t)
    DROP(power)
    DROP(branch)
    DROP(follow)
#undef DROP
    model->ops = ops;
    model->traits = x->inner.traits;
    model->constant_force = x->inner.constant_force && x->narms == 0;
done:
    return status;
}

mb_status mb_mixed_model(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    mb_status status = MB_OK;
    const mb_merged *merged;
    mb_plain_mechanism *moved;
    mb_pivot *pivot;
    struct mb_mixed *x;
    int npivots, *to;

    MB_TRY(MB_TAKE(model->arena, &x, 1, err));
    MB_TRY(mb_mixed_pivots(plain, model->arena, &moved, &merged, &npivots, &pivot, err));
    x->inner = *model;
    MB_TRY(mb_machine_in(&x->inner, moved, MB_IN_X_Y_PHI, merged, err));
    for (int k = 0; k < npivots; k++)
        memcpy(((const mb_machine *)x->inner.data)->body[pivot[k].body].centre, pivot[k].centre,
               sizeof pivot[k].centre);
    model->data = x;
    model->coordinates = "mixed";
    model->scale = plain->scale;
    model->t_end = plain->t_end;
    model->m = x->inner.m;
    model->mh = x->inner.mh;
    MB_TRY(MB_TAKE(model->arena, &to, (size_t)x->inner.nv, err));
    MB_TRY(number(model, x, npivots, pivot, to, err));
    MB_TRY(arms(model, x, npivots, pivot, to, err));
    MB_TRY(patterns(model, x, to, err));
    MB_TRY(scratch(model, x, err));
    MB_TRY(gather(model, x, to, err));
    MB_TRY(weigh(model, x, err));
    MB_TRY(finish(model, x, err));
done:
    return status;
}

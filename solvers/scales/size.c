/* SPDX-License-Identifier: MIT */
#include "solvers/scales/size.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "problems/start/start.h"

/* Which of q move when all lengths move, and are lengths therefore */
static void units_of_positions(mb_solver *s)
{
    const mb_model *model = s->model;
    double *dv = s->scratch_v, *q = s->scratch_q;

    for (int i = 0; i < model->nv; i++)
        dv[i] = model->length && !model->length[i] ? 0.0 : model->scale;
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    mb_retract(model, dv, q);
    for (int i = 0; i < model->nq; i++) /* unit norms come back to round-off only */
        s->unit_q[i] = fabs(q[i] - model->q0[i]) > 0.5 * model->scale ? model->scale : 1.0;
}

mb_status mb_units_setup(mb_solver *s, mb_error *err)
{
    const mb_model *model = s->model;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(s->arena, &s->unit, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(s->arena, &s->unit_q, (size_t)model->nq, err));
    for (int i = 0; i < model->nv; i++)
        s->unit[i] = model->length && !model->length[i] ? 1.0 : model->scale;
    units_of_positions(s);
    s->plain_units = model->scale == 1.0;
done:
    return status;
}

void mb_start_jacobian(mb_solver *s)
{
    const mb_model *model = s->model;

    model->ops->jacobian(model, model->t0, model->q0, s->terms.jacobian);
    mb_units(model, s->scratch_v);
    mb_clear_short(model, s->scratch_v, MB_SHORT, s->terms.jacobian, s->scratch_m);
}

double mb_size(const mb_solver *s, const double *x)
{
    return s->plain_units ? mb_norm(x, s->model->nv) : mb_norm_in(x, s->unit, s->model->nv);
}

double mb_size_of_positions(const mb_solver *s, const double *q)
{
    return s->plain_units ? mb_norm(q, s->model->nq) : mb_norm_in(q, s->unit_q, s->model->nq);
}

bool mb_rows_at_round_off(mb_solver *s, double t, const double *q)
{
    const double many = 16.0;
    const mb_model *model = s->model;
    const mb_pattern *D = &model->D;
    double *phi = s->terms.phi, *reach = s->scratch_m;
    double size = many * DBL_EPSILON * (1.0 + mb_size_of_positions(s, q));

    model->ops->phi(model, t, q, phi);
    memset(reach, 0, (size_t)model->m * sizeof *reach);
    /* |Phi| <= 16 eps (1 + |q|) |D| unit, entry by entry */
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            reach[D->row[k]] += fabs(s->terms.jacobian[k]) * s->unit[j];
    for (int i = 0; i < model->mh; i++)
        if (!(fabs(phi[i]) <= size * reach[i]))
            return false;
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "bench/audit/branch.h"

#include <math.h>

#include "problems/mechanism.h"

static const double of_size = 0.1, of_angle = 0.5; /* [rad] what parts branches */
static const double near = 0.1;                    /* of these: on the branch */
static const double shifted = 0.2;                 /* of the distance left: it is one in time */
static const double closed = 1e-2;                 /* [sizes] joints: it is on some branch */
static const double kept = 1e-2; /* [largest kinetic energies] energy that is due */

void mb_branch_start(mb_branch *branch, const mb_model *model, bool reference)
{
    *branch = (mb_branch){.model = model, .at_loss = (double)NAN};
    branch->by_reference = reference && !model->ops->branch && model->declared &&
                           model->declared->branch_mode == MB_BRANCH_AUTOMATIC;
}

bool mb_branch_known(const mb_branch *branch)
{
    return branch->model->ops->branch || branch->by_reference;
}

double mb_branch_parting(const mb_model *model, int output)
{
    const mb_output *o = &model->outputs[output];

    if (!o->compared || mb_output_kind_of(o) == MB_OUTPUT_OTHER)
        return 0.0;
    return mb_output_kind_of(o) == MB_OUTPUT_LENGTH ? of_size * model->scale : of_angle;
}

/* Largest distance, less what `ahead` seconds make of it */
static double distance(const mb_model *model, const mb_branch_point *p, double ahead)
{
    double off = 0.0;

    for (int i = 0; i < model->noutputs; i++) {
        const double part = mb_branch_parting(model, i);

        if (part > 0.0)
            off = fmax(off, fabs(p->off[i] - ahead * p->rate[i]) / part);
    }
    return off;
}

/* [s] by which it is ahead, as near as can be */
static double ahead_by(const mb_model *model, const mb_branch_point *p)
{
    double along = 0.0, square = 0.0;

    for (int i = 0; i < model->noutputs; i++) {
        const double part = mb_branch_parting(model, i);

        if (part == 0.0 || !isfinite(p->rate[i]))
            continue;
        along += p->off[i] * p->rate[i] / (part * part);
        square += p->rate[i] * p->rate[i] / (part * part);
    }
    return square > 0.0 ? along / square : 0.0;
}

bool mb_branch_is_far(const mb_branch *branch, const mb_branch_point *p)
{
    return branch->by_reference && p->off && distance(branch->model, p, 0.0) > 1.0;
}

bool mb_branch_left(mb_branch *branch, const mb_branch_point *p)
{
    double off, rest, before = branch->last;

    if (branch->model->ops->branch)
        return branch->model->ops->branch(branch->model, p->t, p->q) > 1.0;
    if (!branch->by_reference || !p->off)
        return false;
    if (p->lost && isnan(branch->at_loss))
        branch->at_loss = before;
    branch->last = off = distance(branch->model, p, 0.0);
    if (!(off > 1.0) || p->gap > closed)
        return false;
    rest = distance(branch->model, p, ahead_by(branch->model, p));
    if (rest < shifted * off) { /* and so will be what comes after */
        branch->by_reference = false;
        return false;
    }
    return rest > 1.0 && (off - before > 1.0 || (branch->at_loss < near && p->drift < kept));
}

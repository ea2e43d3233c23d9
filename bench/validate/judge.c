/* SPDX-License-Identifier: MIT */
#include "bench/validate/judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double limit = 0.02; /* right adapters with steps of 1e-4 stay far below */
static const double at_rest = 1e-6;
static const double told_apart = 1e-6; /* of the size, in rad: two poses, in single precision */
static const double stale_part = 0.1;  /* of the first step's way that is not gone */

static const char *const word[MB_QUANTITIES] = {"place", "orientation", "velocity",
                                                "angular velocity"};
static const char *const unit[MB_QUANTITIES] = {"m", "rad", "m/s", "rad/s"};

static double length(const double u[3])
{
    return sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

static double apart(const double *a, const double *b)
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};

    return length(d);
}

double mb_pose_apart(mb_quantity quantity, const mb_pose *a, const mb_pose *b)
{
    double same = 0.0, other = 0.0;

    switch (quantity) {
    case MB_PLACE:
        return apart(a->place, b->place);
    case MB_SPEED:
        return apart(a->velocity, b->velocity);
    case MB_SPIN:
        return apart(a->omega, b->omega);
    case MB_TURN:
    case MB_QUANTITIES:
        break;
    }
    for (int i = 0; i < 4; i++) { /* both signs are one orientation */
        same += (a->quaternion[i] - b->quaternion[i]) * (a->quaternion[i] - b->quaternion[i]);
        other += (a->quaternion[i] + b->quaternion[i]) * (a->quaternion[i] + b->quaternion[i]);
    }
    return 2.0 * sqrt(fmin(same, other));
}

mb_scales mb_trial_scales(const mb_trial *trial)
{
    mb_scales s = {.limit = limit};

    s.unit[MB_PLACE] = trial->foreign.model->scale;
    s.unit[MB_TURN] = 1.0;
    s.unit[MB_SPEED] = s.unit[MB_SPIN] = at_rest;
    for (long i = 0; i < trial->rows * trial->nbodies; i++) {
        s.unit[MB_SPEED] = fmax(s.unit[MB_SPEED], length(trial->right[i].velocity));
        s.unit[MB_SPIN] = fmax(s.unit[MB_SPIN], length(trial->right[i].omega));
    }
    /* rates that are 0 are held against those that the size would have in a second */
    s.unit[MB_SPEED] = fmax(s.unit[MB_SPEED], s.unit[MB_PLACE]);
    s.unit[MB_SPIN] = fmax(s.unit[MB_SPIN], 1.0);
    return s;
}

struct worst {
    double off; /* in units and limits: above 1 it is wrong */
    double apart;
    long row; /* first that is wrong */
    int body;
};

static struct worst worst_of(const mb_trial *trial, const mb_scales *s, mb_quantity quantity)
{
    struct worst w = {.row = -1};

    for (long k = 0; k < trial->rows; k++)
        for (int b = 0; b < trial->nbodies; b++) {
            const long i = k * trial->nbodies + b;
            const double d = mb_pose_apart(quantity, &trial->told[i], &trial->right[i]);
            const double off = d / s->unit[quantity] / s->limit;

            if (trial->foreign.declared->body[b].point &&
                (quantity == MB_TURN || quantity == MB_SPIN))
                continue;
            if (off > 1.0 && w.row < 0) {
                w.row = k;
                w.body = b;
            }
            if (off > w.off) {
                w.off = off;
                w.apart = d;
                if (w.row < 0)
                    w.body = b;
            }
        }
    return w;
}

/* A quantity of the first row in which all bodies that move are where they were at the start, before the
 * step, though the row says that they move; MB_QUANTITIES: none. */
static mb_quantity stale_quantity(const mb_trial *trial)
{
    const mb_model *model = trial->foreign.model;
    const double sizes[] = {model->scale, 1.0};
    mb_error unheeded = {MB_OK, ""};
    mb_pose *start;

    if (MB_TAKE(trial->arena, &start, (size_t)trial->nbodies, &unheeded) != MB_OK)
        return MB_QUANTITIES;
    mb_plain_give_poses(model, model->q0, model->v0, start);
    for (int q = MB_PLACE; q <= MB_TURN; q++) {
        bool stale = true, moves = false;

        for (int b = 0; b < trial->nbodies; b++) {
            const mb_pose *told = &trial->told[b];
            const double *rate = q == MB_PLACE ? told->velocity : told->omega;
            const double way = mb_pose_apart((mb_quantity)q, &trial->right[b], &start[b]);

            if ((q == MB_TURN && trial->foreign.declared->body[b].point) ||
                !(way > told_apart * sizes[q]))
                continue; /* it rests, or numbers in single precision do not tell */
            moves = true;
            stale = stale && length(rate) * trial->t[0] > stale_part * way &&
                    mb_pose_apart((mb_quantity)q, told, &start[b]) < stale_part * way;
        }
        if (stale && moves)
            return (mb_quantity)q;
    }
    return MB_QUANTITIES;
}

/* Largest |Phi| of rows: how far an engine lets joints open. */
static double largest_row(const mb_trial *trial)
{
    const mb_foreign *f = &trial->foreign;
    const mb_model *model = f->model;
    mb_error unheeded = {MB_OK, ""};
    double *q, *v, *phi, largest = 0.0;

    if (model->mh == 0 || MB_TAKE(trial->arena, &q, (size_t)model->nq, &unheeded) != MB_OK ||
        MB_TAKE(trial->arena, &v, (size_t)model->nv, &unheeded) != MB_OK ||
        MB_TAKE(trial->arena, &phi, (size_t)model->mh, &unheeded) != MB_OK)
        return 0.0;
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    for (long k = 0; k < trial->rows; k++) {
        mb_plain_take_poses(model, trial->told + k * trial->nbodies, q, v);
        model->ops->phi(model, trial->t[k], q, phi);
        for (int i = 0; i < model->mh; i++)
            largest = fmax(largest, fabs(phi[i]));
    }
    return largest;
}

static void tell_motion(const mb_trial *trial, const mb_scales *s, const struct worst *w,
                        mb_quantity quantity, mb_finding *finding)
{
    const char *body = trial->foreign.declared->body[w->body].name;
    const char *as = w->row == 0 ? mb_convention_of(trial, s, quantity) : NULL;
    const char *like = as ? NULL : mb_alternative_of(trial, s);
    char open[80] = "";

    finding->kind = MB_FINDING_WRONG;
    if (trial->foreign.declared->njoints > 0)
        snprintf(open, sizeof open, "its joints open by up to %.2g m or rad: ", largest_row(trial));
    if (as)
        snprintf(finding->text, MB_FINDING_SIZE,
                 "the %s of '%s' is wrong from the first row on: it is right when read as %s "
                 "(docs/engines.md, run)",
                 word[quantity], body, as);
    else if (like)
        snprintf(finding->text, MB_FINDING_SIZE,
                 "the %s of '%s' is off by %.3g %s: the motion is that of a mechanism with %s",
                 word[quantity], body, w->apart, unit[quantity], like);
    else if (w->row == 0)
        snprintf(finding->text, MB_FINDING_SIZE,
                 "the %s of '%s' is off by %.3g %s from the first row on, at t = %.3g s: look at "
                 "axes, frames and the start (docs/engines.md, run)",
                 word[quantity], body, w->apart, unit[quantity], trial->t[0]);
    else
        snprintf(finding->text, MB_FINDING_SIZE,
                 "the %s of '%s' is right at first and wrong from t = %.3g s on, by up to %.3g %s; "
                 "%slook at masses, inertia, forces%s of this mechanism (%s)%s",
                 word[quantity], body, trial->t[w->row], w->apart, unit[quantity], open,
                 *open ? " and joints" : "", trial->declaration->problem.title,
                 *open ? ", and at how stiff loops are closed" : "");
}

void mb_trial_judge(const mb_trial *trial, mb_finding *finding)
{
    const mb_scales s = mb_trial_scales(trial);
    mb_quantity which = MB_QUANTITIES, late;
    struct worst at[MB_QUANTITIES];

    for (int q = 0; q < MB_QUANTITIES; q++)
        at[q] = worst_of(trial, &s, (mb_quantity)q);
    /* a quantity that is wrong at once tells more than those that follow from it */
    for (int q = 0; q < MB_QUANTITIES; q++)
        if (at[q].row >= 0 && (which == MB_QUANTITIES || at[q].row < at[which].row))
            which = (mb_quantity)q;
    if (trial->rows == 0) {
        finding->kind = MB_FINDING_WRONG;
        snprintf(finding->text, MB_FINDING_SIZE,
                 "no row: one is wanted behind each step, the last at t = t_end");
    } else if ((late = stale_quantity(trial)) != MB_QUANTITIES) {
        finding->kind = MB_FINDING_WRONG;
        snprintf(finding->text, MB_FINDING_SIZE,
                 "the first row, at t = %.3g s, holds the %ss of the start: the %s is that of the "
                 "step before; update kinematics before writing",
                 trial->t[0], word[late], word[late]);
    } else if (which != MB_QUANTITIES) {
        tell_motion(trial, &s, &at[which], which, finding);
    } else {
        finding->kind = MB_FINDING_OK;
        snprintf(finding->text, MB_FINDING_SIZE, "%s", trial->declaration->problem.title);
    }
}

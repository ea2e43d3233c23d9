/* SPDX-License-Identifier: MIT */
/* Discrete gradients in the plane: what Phi and V change by from q0 to q1 is a row times q1 - q0, to
 * round-off and whatever the step (gonzalez1999; by the rules of differences here, so that nothing is
 * divided by the step).
 *
 *     A u        sin(x) / x  z x A u at the mean angle, x half of what the angle changes by
 *     x . y      the mean of x times that of y, and x and y exchanged
 *     sqrt(p)    1 / (sqrt(p0) + sqrt(p1)) times that of p
 *     V(s)       minus the mean of the force between s0 and s1 times that of s */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/span.h"
#include "problems/format/expression/expression.h"

/* A tie at both ends, and with frames in which axes turn as they do on the whole between them */
typedef struct way {
    mb_view from, to, mean;
    mb_stand frame[2];
} way;

/* sin(x) / x */
static double sinc(double x)
{
    return fabs(x) < 1e-4 ? 1.0 - x * x / 6.0 : sin(x) / x;
}

static void turn_frame(mb_stand *s, double from, double to)
{
    const double middle = 0.5 * (from + to), part = sinc(0.5 * (to - from));

    s->f.A[0] = s->f.A[4] = part * cos(middle);
    s->f.A[1] = part * sin(middle);
    s->f.A[3] = -s->f.A[1];
}

static void way_of(mb_stands *from, mb_stands *to, const mb_tie *tie, way *w)
{
    mb_view_at(&w->from, from, MB_IN_X_Y_PHI, tie, false);
    mb_view_at(&w->to, to, MB_IN_X_Y_PHI, tie, false);
    w->mean = w->from;
    for (int k = 0; k < 2; k++) {
        w->frame[k] = *w->from.side[k];
        turn_frame(&w->frame[k], w->from.side[k]->f.p[0], w->to.side[k]->f.p[0]);
        w->mean.side[k] = &w->frame[k];
    }
}

static void mean_of(const way *w, const mb_arrow *x, double s[3])
{
    double end[2][3][3];

    mb_arrow_at(&w->from, MB_IN_X_Y_PHI, x, false, end[0]);
    mb_arrow_at(&w->to, MB_IN_X_Y_PHI, x, false, end[1]);
    for (int i = 0; i < 3; i++)
        s[i] = 0.5 * (end[0][0][i] + end[1][0][i]);
}

/* e += times * the discrete gradient of a scalar */
static void add_scalar(const way *w, const mb_scalar *s, double times, mb_both e)
{
    static const mb_arrow between = {.kind = MB_ARROW_BETWEEN};
    double x[3], y[3];

    if (s->kind == MB_SCALAR_TURN) {
        e[0][5] -= times * s->factor;
        e[1][5] += times * s->factor;
        return;
    }
    if (s->kind == MB_SCALAR_MEET) {
        double unit[3] = {0.0};

        unit[s->axis] = 1.0;
        mb_arrow_pull(&w->mean, false, &between, unit, times * s->factor, e);
        return;
    }
    if (s->kind == MB_SCALAR_LENGTH)
        times /=
            (mb_scalar_value(&w->from, false, s) + mb_scalar_value(&w->to, false, s)) / s->factor;
    mean_of(w, &s->x[0], x);
    mean_of(w, &s->y[0], y);
    mb_arrow_pull(&w->mean, false, &s->x[0], y, times * s->factor, e);
    mb_arrow_pull(&w->mean, false, &s->y[0], x, times * s->factor, e);
}

static void put(const mb_slots slots[2], mb_both e, double *out)
{
    mb_put(&slots[0], e[0], out);
    mb_put(&slots[1], e[1], out);
}

static void rows(const mb_model *model, mb_stands *from, mb_stands *to, double *dphi)
{
    const mb_machine *m = model->data;

    memcpy(dphi, m->jacobian_constant, (size_t)model->D.nnz * sizeof *dphi);
    for (const mb_turning *x = m->turning; x < m->turning + m->nturning; x++) {
        const double middle = 0.5 * (from->q[x->i] + to->q[x->i]);
        const double part = sinc(0.5 * (to->q[x->i] - from->q[x->i]));

        dphi[x->at] += part * (x->b * cos(middle) - x->a * sin(middle));
    }
    for (const mb_tie *tie = m->rest; tie < m->rest + m->nrests; tie++) {
        way w;

        way_of(from, to, tie, &w);
        for (const mb_share *x = tie->share; x < tie->share + tie->n; x++) {
            mb_both e = {{0.0}};

            add_scalar(&w, &x->s, 1.0, e);
            put(x->slots, e, dphi);
        }
    }
}

/* Constant forces and torques: the gradient of -F . x, of -M phi */
static void add_load(const mb_machine *m, const mb_load *load, mb_stands *from, mb_stands *to,
                     double *grad)
{
    const double at[MB_LAW_VARIABLES] = {0.0};
    double value[3];

    for (int i = 0; i < 3; i++)
        value[i] = load->value[i] ? mb_expression_value(load->value[i], at) : 0.0;
    for (int k = 0; k < 2; k++) {
        const mb_mover *body = mb_mover_of(m, load->duo.body[k]);
        const int b = load->duo.body[k];
        double pull[4] = {0.0};
        mb_stand s;

        if (!body)
            continue;
        if (load->kind == MB_LOAD_TORQUE) {
            grad[body->v + 2] += (k ? -1.0 : 1.0) * value[0] * load->axis[2];
            continue;
        }
        grad[body->v] -= value[0];
        grad[body->v + 1] -= value[1];
        if (body->point)
            continue;
        s = *mb_stand_of(from, MB_IN_X_Y_PHI, b, MB_ON_GROUND);
        turn_frame(&s, from->q[body->q + 2], to->q[body->q + 2]);
        mb_pull(&s.f, false, load->u, value, pull);
        grad[body->v + 2] -= pull[2];
    }
}

static void add_effort(const mb_effort *f, mb_stands *from, mb_stands *to, double *grad)
{
    mb_both e = {{0.0}};
    double force;
    way w;

    way_of(from, to, &f->tie, &w);
    force = f->sign * mb_effort_mean(f, mb_scalar_value(&w.from, false, &f->s),
                                     mb_scalar_value(&w.to, false, &f->s));
    add_scalar(&w, &f->s, -force, e);
    put(f->slots, e, grad);
}

void mb_machine_discrete_gradient(const mb_model *model, double t, const double *q0,
                                  const double *q1, double *grad, double *dphi)
{
    const mb_machine *m = model->data;
    mb_stands from, to;

    (void)t;
    mb_stands_begin(&from, m, q0, NULL);
    mb_stands_begin(&to, m, q1, NULL);
    rows(model, &from, &to, dphi);
    memset(grad, 0, (size_t)model->nv * sizeof *grad);
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int i = 0; i < 2; i++)
            grad[body->v + i] = -body->weight[i];
    for (const mb_effort *f = m->effort; f < m->effort + m->nefforts; f++)
        if (f->elastic)
            add_effort(f, &from, &to, grad);
    for (const mb_load *load = m->load; load < m->load + m->nloads; load++)
        if (load->conservative)
            add_load(m, load, &from, &to, grad);
}

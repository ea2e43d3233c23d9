/* SPDX-License-Identifier: MIT */
/* Forces, reactions, energies and momenta, with their rates where accelerations tell them: not those
 * of multipliers. */
#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/readouts.h"
#include "problems/elements/machine/span.h"
#include "problems/elements/machine/turns.h"
#include "problems/format/expression/expression.h"

static const mb_measured unknown = {NAN, NAN};

/* ---- forces -------------------------------------------------------------------------------------- */

static mb_measured load(const mb_plain_force *f, int component, double t)
{
    const mb_expression *law = f->value[f->kind == MB_FORCE_TORQUE ? 0 : component];
    mb_jet at[MB_LAW_VARIABLES], y;

    memset(at, 0, sizeof at);
    at[MB_LAW_T] = (mb_jet){.f = t, .a = 1.0};
    y = law ? mb_expression_jet(law, at) : mb_jet_constant(0.0);
    return (mb_measured){y.f, y.a};
}

static mb_measured along(const mb_readout_part *r, const mb_effort *e, const mb_machine_state *x)
{
    const mb_readout_part of = {.tie = e->tie, .s = e->s, .lines = r->lines};
    const mb_measured s = mb_measure_scalar(&of, x, false);
    const mb_measured rate = mb_measure_scalar(&of, x, true);

    return (mb_measured){mb_effort_law(e, x->t, s.value, rate.value).f,
                         mb_effort_law_rate(e, x->t, s.value, rate.value, rate.rate)};
}

mb_measured mb_measure_force(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_machine *m = x->m;
    const mb_plain_force *f;
    mb_measured y;
    mb_effort e;

    if (r->of->drive >= 0) /* positive along the coordinate */
        return (mb_measured){x->lambda ? -x->lambda[m->drive_row[r->of->drive]] : (double)NAN, NAN};
    f = &m->plain->force[r->of->force];
    if (m->force_effort[r->of->force] < 0)
        return load(f, r->component, x->t);
    if (!x->v)
        return unknown;
    e = m->effort[m->force_effort[r->of->force]];
    if (f->kind == MB_FORCE_LINE && f->free == 0.0 && !f->law && f->only == MB_BOTH_SIDES) {
        e.s.kind = MB_SCALAR_LENGTH; /* of free length 0: k d as a whole */
        e.s.factor = 1.0;
        e.constant = 0.0;
        e.stiffness = f->stiffness;
    }
    y = along(r, &e, x);
    if (f->kind == MB_FORCE_JOINT)
        y = (mb_measured){e.sign * y.value, e.sign * y.rate};
    return y;
}

/* Adds what a blade's row w . xdot, or those of the place where a disc touches the ground, do to the
 * body on a side of the joint: force, and moment about the joint's place on it. */
static void add_slip(const mb_machine_state *x, int joint, int side, double *force, double *moment)
{
    static const double z[3] = {0.0, 0.0, 1.0};
    const mb_plain_joint *j = &x->m->plain->joint[joint];
    const double *n = x->m->plain->spatial ? j->axis[0] : z, *a, *lambda;
    double place[3][3], axis[3][3], f[3], arm[3], about[3];

    if (x->m->slip_row[joint] < 0)
        return;
    lambda = x->lambda + x->m->slip_row[joint];
    mb_readout_follow(x, j->body[1], j->place[1], true, place);
    mb_readout_follow(x, j->body[1], j->axis[1], false, axis);
    a = axis[0];
    mb_cross(n, a, f);
    for (int i = 0; i < 3; i++) {
        f[i] *= side ? -lambda[0] : lambda[0];
        arm[i] = side ? 0.0 : place[0][i] - j->place[0][i];
    }
    if (j->kind == MB_JOINT_ROLLING) {
        const double k = mb_dot(n, a), down = j->radius / sqrt(1.0 - k * k);

        for (int i = 0; i < 3; i++) {
            f[i] += (side ? -lambda[1] : lambda[1]) * a[i];
            arm[i] -= down * (n[i] - k * a[i]);
        }
    }
    mb_cross(arm, f, about);
    for (int i = 0; i < 3; i++) {
        force[i] += f[i];
        moment[i] += about[i];
    }
}

static mb_measured natural_reaction(const mb_readout_part *r, const mb_machine_state *x, int tie,
                                    int side)
{
    double force[3] = {0.0}, moment[3] = {0.0}, own[3];
    const double *y;
    mb_stand s;

    if (tie >= 0)
        mb_natural_row_reaction(x, tie, side, force, moment);
    add_slip(x, r->of->of.joint, side, force, moment);
    if (r->passed)
        mb_natural_passed(r->passed, x, force);
    for (int i = 0; i < 3 && x->m->merged[r->of->of.joint].axis; i++)
        moment[i] = NAN;
    if (r->of->part == MB_PART_MOMENT && !x->m->plain->spatial)
        return (mb_measured){moment[2], NAN};
    y = r->of->part == MB_PART_MOMENT ? moment : force;
    mb_readout_stand(x, r->of->body[0], &s);
    mb_turn_back(&s.f, y, own);
    return (mb_measured){mb_readout_component(r, r->of->in_body ? own : y), NAN};
}

/* What the rows of a joint, or those who keep it otherwise, do to its bodies; false: not known */
static bool joint_forces(const mb_machine_state *x, const mb_tie *tie, int joint, const mb_view *w,
                         mb_both e)
{
    const mb_machine *m = x->m;

    memset(e, 0, sizeof(mb_both));
    if (m->merged && m->merged[joint].force) {
        for (int side = 0; side < 2; side++)
            memcpy(e[side], m->merged[joint].force + 6 * side, 6 * sizeof *e[side]);
        return true;
    }
    if ((m->joint_tie[joint] < 0 && m->slip_row[joint] < 0) || !x->lambda)
        return false;
    for (const mb_share *share = tie->share; share < tie->share + tie->n; share++)
        mb_scalar_gradient(w, m->kind == MB_IN_EULER, &share->s, -x->lambda[share->row], e);
    return true;
}

/* Force of a joint on a body at its place, or moment about it: -D'lambda.  What turns the body is
 * the moment about its centre of mass, in body axes; of rates of Euler parameters G / 2 times. */
mb_measured mb_measure_reaction(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_machine *m = x->m;
    const int joint = r->of->of.joint, number = m->joint_tie[joint];
    const mb_plain_joint *j = &m->plain->joint[joint];
    const mb_tie tie = number < 0 ? mb_tie_between(j->body[0], j->place[0], j->body[1], j->place[1])
                                  : m->tie[number];
    const int side = r->of->body[0] == tie.duo.body[1];
    const bool kept = number >= 0 || m->slip_row[joint] >= 0;
    double force[3], moment[3], arm[3], about[3], own[4];
    const mb_frame *f;
    mb_stands stands;
    mb_view w;
    mb_both e;

    if (m->natural)
        return !kept || !x->lambda ? unknown : natural_reaction(r, x, number, side);
    mb_stands_begin(&stands, m, x->q, NULL);
    mb_view_at(&w, &stands, m->kind, &tie, false);
    w.there[0] = w.there[1] = true; /* on the ground too */
    if (!joint_forces(x, &tie, joint, &w, e))
        return unknown;
    f = &w.side[side]->f;
    memcpy(force, e[side], sizeof force);
    memcpy(own, e[side] + 3, sizeof own);
    if (m->kind == MB_IN_EULER) {
        mb_omega(f->p, e[side] + 3, own);
        for (int i = 0; i < 3; i++)
            own[i] *= 0.25;
    }
    mb_turn(f, own, moment);
    mb_turn(f, tie.u[side], arm);
    mb_cross(arm, force, about);
    for (int i = 0; i < 3; i++)
        moment[i] -= about[i];
    add_slip(x, joint, side, force, moment);
    if (r->of->part == MB_PART_MOMENT && !m->plain->spatial)
        return (mb_measured){moment[2], NAN};
    memcpy(about, r->of->part == MB_PART_MOMENT ? moment : force, sizeof about);
    mb_turn_back(f, about, own);
    return (mb_measured){mb_readout_component(r, r->of->in_body ? own : about), NAN};
}

/* ---- energies ------------------------------------------------------------------------------------ */

/* Of the place and the turn that the model has: in mixed coordinates the place is a pivot. */
static double kinetic_rate(const mb_machine_state *x)
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    double sum = 0.0;

    for (int b = 0; b < x->m->nbodies; b++) {
        const mb_mover *body = &x->m->body[b];
        double s[3][3], w[3], w1[3];

        mb_readout_follow(x, b, origin, true, s);
        sum += body->mass * mb_dot(s[1], s[2]);
        if (body->point)
            continue;
        mb_readout_omega(x, b, x->v, w);
        mb_readout_omega(x, b, x->a, w1);
        for (int i = 0; i < 3; i++)
            sum += w[i] * mb_dot(body->inertia + 3 * i, w1);
    }
    return sum;
}

/* Of forces that are constant in the world, and of constant torques of the plane */
static double load_power(const mb_machine_state *x, const mb_load *load)
{
    const double at[MB_LAW_VARIABLES] = {0.0};
    double s[3][3], w[3], sum = 0.0;

    if (load->kind == MB_LOAD_FORCE) {
        mb_readout_follow(x, load->duo.body[1], load->u, true, s);
        for (int i = 0; i < 3; i++)
            sum += load->value[i] ? mb_expression_value(load->value[i], at) * s[1][i] : 0.0;
        return sum;
    }
    for (int k = 0; k < 2; k++)
        if (load->duo.body[k] >= 0) {
            mb_readout_omega(x, load->duo.body[k], x->v, w);
            sum +=
                (k ? 1.0 : -1.0) * load->axis[2] * mb_expression_value(load->value[0], at) * w[2];
        }
    return sum;
}

static double potential_rate(const mb_machine_state *x)
{
    const mb_machine *m = x->m;
    double sum = m->natural ? mb_natural_stored(x) : mb_efforts_stored(m, x->q, x->v);

    for (int b = 0; b < m->nbodies; b++) {
        double s[3][3];

        mb_readout_follow(x, b, m->body[b].centre, true, s);
        sum += mb_dot(m->body[b].weight, s[1]);
    }
    for (const mb_load *load = m->load; !m->natural && load < m->load + m->nloads; load++)
        if (load->conservative) /* in natural coordinates they stand among the efforts */
            sum += load_power(x, load);
    return -sum;
}

/* Work done since the start: by the balance, what the energy has grown by; its rate is the power. */
static mb_measured work(const mb_machine_state *x)
{
    const mb_model *model = x->model;
    const mb_ops *ops = model->ops;
    const double now = ops->kinetic(model, x->q, x->v) + ops->potential(model, x->t, x->q);
    double power = 0.0, then;

    mb_turns_keep(x->m);
    mb_turns_begin(x->m, model->t0);
    then = ops->kinetic(model, model->q0, model->v0) + ops->potential(model, model->t0, model->q0);
    mb_turns_return(x->m);

    if (ops->power)
        power =
            x->lambda || !ops->phi_t ? ops->power(model, x->t, x->q, x->v, x->lambda) : (double)NAN;
    return (mb_measured){now - then, power};
}

mb_measured mb_measure_energy(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_ops *ops = x->model->ops;
    const mb_measure_part of = r->of->part;
    mb_measured y = {0.0, 0.0};

    if (!x->v && of != MB_PART_POTENTIAL)
        return unknown;
    if (of == MB_PART_WORK)
        return work(x);
    if (of != MB_PART_POTENTIAL)
        y = (mb_measured){ops->kinetic(x->model, x->q, x->v), x->a ? kinetic_rate(x) : (double)NAN};
    if (of != MB_PART_KINETIC) {
        y.value += ops->potential(x->model, x->t, x->q);
        y.rate += x->v ? potential_rate(x) : (double)NAN;
    }
    return y;
}

/* ---- momenta ------------------------------------------------------------------------------------- */

/* m v; (r - about) x m v + A J omega; k = 1: their rates */
static void add_momentum(const mb_readout_part *r, const mb_machine_state *x, int b, int k,
                         double *sum)
{
    const mb_mover *body = &x->m->body[b];
    const double shift = body->mass * mb_dot(body->centre, body->centre); /* of the inertia */
    double s[3][3], arm[3], own[3] = {0.0}, w[2][3], of_place[3], turned[3];
    mb_stand f;

    mb_readout_follow(x, b, body->centre, true, s);
    for (int i = 0; i < 3; i++)
        arm[i] = s[0][i] - r->of->place[0][i];
    mb_cross(arm, s[1 + k], of_place);
    if (!body->point) {
        double spin[3], turning[3];

        mb_readout_omega(x, b, x->v, w[0]);
        mb_readout_omega(x, b, k ? x->a : x->v, w[1]);
        for (int i = 0; i < 3; i++) {
            own[i] = mb_dot(body->inertia + 3 * i, w[1]) - shift * w[1][i];
            spin[i] = mb_dot(body->inertia + 3 * i, w[0]);
        }
        mb_cross(w[0], spin, turning);
        for (int i = 0; i < 3 && k; i++)
            own[i] += turning[i];
    }
    mb_readout_stand(x, b, &f);
    mb_turn(&f.f, own, turned);
    for (int i = 0; i < 3; i++)
        sum[i] += r->of->part == MB_PART_LINEAR ? body->mass * s[1 + k][i]
                                                : body->mass * of_place[i] + turned[i];
}

mb_measured mb_measure_momentum(const mb_readout_part *r, const mb_machine_state *x)
{
    const bool normal = !x->m->plain->spatial && !r->of->along && r->of->part == MB_PART_ANGULAR;
    mb_measured y = unknown;

    for (int k = 0; k < (x->v ? (x->a ? 2 : 1) : 0); k++) {
        double sum[3] = {0.0};

        for (int b = 0; b < x->m->nbodies; b++)
            add_momentum(r, x, b, k, sum);
        *(k ? &y.rate : &y.value) = normal ? sum[2] : mb_readout_component(r, sum);
    }
    return y;
}

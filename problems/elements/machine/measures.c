/* Places, angles, forces, energies: each with its rate. */
#include "problems/elements/machine/readouts.h"
#include "problems/elements/machine/span.h"
#include "problems/format/expression/expression.h"

/* ---- frames and places ---------------------------------------------------------------------------- */

static void stand(const mb_machine_state *x, int body, mb_stand *s)
{
    if (x->m->natural) {
        mb_natural_stand(x->m, body, x->q, x->v, s);
        return;
    }
    mb_stand_at(s, x->m->kind, mb_mover_of(x->m, body), x->q);
    if (x->v)
        mb_stand_move(s, x->m->kind, mb_mover_of(x->m, body), x->v);
}

/* A place of a body in the world, and its velocity where there is one */
static void place(const mb_machine_state *x, int body, const double *u, double *at, double *rate)
{
    double s1[3], s2[3];
    mb_stand s;

    stand(x, body, &s);
    mb_turn(&s.f, u, at);
    if (x->v)
        mb_swing(&s.f, x->m->kind == MB_IN_EULER, u, at, s1, s2);
    for (int i = 0; i < 3; i++) {
        at[i] += s.f.r[i];
        rate[i] = x->v ? s.f.rdot[i] + s1[i] : (double)NAN;
    }
}

static void direction(const mb_machine_state *x, int body, const double *u, double *at,
                      double *rate)
{
    double s2[3];
    mb_stand s;

    stand(x, body, &s);
    mb_turn(&s.f, u, at);
    if (x->v)
        mb_swing(&s.f, x->m->kind == MB_IN_EULER, u, at, rate, s2);
    else
        rate[0] = rate[1] = rate[2] = NAN;
}

/* omega in body axes, of velocities or, as G(dp) dp = 0, of accelerations */
static void omega(const mb_machine_state *x, int body, const double *v, double *w)
{
    mb_machine_state of = *x;
    mb_stand s = {.f = {.w = mb_ground_rest}};

    of.v = v;
    stand(&of, body, &s);
    if (x->m->kind == MB_IN_EULER && body >= 0 && !x->m->body[body].point)
        mb_omega(s.f.p, s.f.w, w);
    else
        memcpy(w, s.f.w, 3 * sizeof *w);
}

/* The component, or the part along the measure's axis */
static double part(const mb_readout_part *r, const double *x)
{
    return r->of->along ? mb_dot(x, r->of->axis) : x[r->component];
}

/* ---- measures: value and rate ---------------------------------------------------------------------- */

static mb_measured of_two(const mb_readout_part *r, const double *at, const double *rate)
{
    return (mb_measured){part(r, at), part(r, rate)};
}

static mb_measured spin(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_plain_measure *of = r->of;
    double w[2][3], s[3];
    mb_measured y = {NAN, NAN};

    for (int k = 0; k < 2; k++) {
        const double *v = k ? x->a : x->v;
        mb_stand f;

        if (!v)
            continue;
        omega(x, of->body[0], v, w[k]);
        if (!of->along && !of->in_body && x->m->plain->spatial) {
            stand(x, of->body[0], &f);
            mb_turn(&f.f, w[k], s);
            memcpy(w[k], s, sizeof s);
        }
        *(k ? &y.rate : &y.value) = !x->m->plain->spatial ? w[k][2] : part(r, w[k]);
    }
    return y;
}

static mb_measured line(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_plain_measure *of = r->of;
    double at[2][3], rate[2][3], e[2][3], e1[2][3], p[2], p1[2], across[3];

    for (int k = 0; k < 2; k++)
        place(x, of->body[k], of->place[k], at[k], rate[k]);
    for (int i = 0; i < 3; i++) {
        at[1][i] -= at[0][i];
        rate[1][i] -= rate[0][i];
    }
    mb_cross(of->axis, of->from, across);
    for (int k = 0; k < 2; k++) {
        direction(x, of->relative, k ? across : of->from, e[k], e1[k]);
        p[k] = mb_dot(at[1], e[k]);
        p1[k] = mb_dot(rate[1], e[k]) + mb_dot(at[1], e1[k]);
    }
    return (mb_measured){atan2(p[1], p[0]),
                         (p[0] * p1[1] - p[1] * p1[0]) / (p[0] * p[0] + p[1] * p[1])};
}

static mb_measured angle(const mb_readout_part *r, const mb_machine_state *x)
{
    mb_stand s[2];

    stand(x, r->of->body[0], &s[0]);
    stand(x, r->of->relative, &s[1]);
    return (mb_measured){s[0].f.p[0] - s[1].f.p[0], x->v ? s[0].f.w[2] - s[1].f.w[2] : (double)NAN};
}

/* A scalar and its rate; with `rates`, the rate and its rate */
static mb_measured scalar(const mb_readout_part *r, const mb_machine_state *x, bool rates)
{
    const bool euler = x->m->kind == MB_IN_EULER;
    mb_measured y = {NAN, NAN};
    double rate = NAN, bend = NAN;
    mb_both e = {{0.0}};
    mb_stands stands;
    mb_view w;

    if (r->lines)
        return mb_natural_scalar(r->lines, x, rates);
    mb_stands_begin(&stands, x->m, x->q, x->v);
    mb_view_at(&w, &stands, x->m->kind, &r->tie, x->v != NULL);
    if (x->v)
        mb_scalar_rates(&w, euler, &r->s, &rate, &bend);
    if (!rates)
        return (mb_measured){mb_scalar_value(&w, euler, &r->s), rate};
    y.value = rate;
    if (!x->a || !x->v)
        return y;
    mb_scalar_gradient(&w, euler, &r->s, 1.0, e);
    y.rate = bend;
    for (int side = 0; side < 2; side++) {
        const mb_mover *body = mb_mover_of(x->m, r->tie.duo.body[side]);

        for (int c = 0; body && c < body->n; c++)
            y.rate += e[side][body->local[c]] * x->a[body->v + c];
    }
    return y;
}

static double load_value(const mb_plain_force *f, int component, double t)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t};

    return mb_expression_value(f->value[f->kind == MB_FORCE_TORQUE ? 0 : component], at);
}

/* What the law of an effort says; x its length or coordinate */
static double law_value(const mb_readout_part *r, const mb_machine_state *x, const mb_effort *e)
{
    mb_measured y;

    if (!r->lines)
        return mb_effort_value(x->m, e, x->t, x->q, x->v);
    y = mb_natural_scalar(r->lines, x, false);
    return mb_effort_law(e, x->t, y.value, y.rate).f;
}

static double force(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_machine *m = x->m;
    const mb_plain_force *f;
    const mb_effort *e;

    if (r->of->drive >= 0) /* positive along the coordinate */
        return x->lambda ? -x->lambda[m->drive_row[r->of->drive]] : (double)NAN;
    f = &m->plain->force[r->of->force];
    if (m->force_effort[r->of->force] < 0)
        return load_value(f, r->component, x->t);
    if (!x->v)
        return NAN;
    e = &m->effort[m->force_effort[r->of->force]];
    if (f->kind == MB_FORCE_LINE && f->free == 0.0 && !f->law && f->only == MB_BOTH_SIDES) {
        mb_effort plain = *e; /* of free length 0: k d as a whole */

        plain.s.kind = MB_SCALAR_LENGTH;
        plain.s.factor = 1.0;
        plain.constant = 0.0;
        plain.stiffness = f->stiffness;
        return law_value(r, x, &plain);
    }
    return (f->kind == MB_FORCE_JOINT ? e->sign : 1.0) * law_value(r, x, e);
}

static double natural_reaction(const mb_readout_part *r, const mb_machine_state *x, int tie,
                               int side)
{
    double force[3], moment[3], own[3];
    const double *y;
    mb_stand s;

    mb_natural_row_reaction(x, tie, side, force, moment);
    if (r->passed)
        mb_natural_passed(r->passed, x, force);
    for (int i = 0; i < 3 && x->m->merged[r->of->of.joint].axis; i++)
        moment[i] = NAN;
    if (r->of->part == MB_PART_MOMENT && !x->m->plain->spatial)
        return moment[2];
    y = r->of->part == MB_PART_MOMENT ? moment : force;
    stand(x, r->of->body[0], &s);
    mb_turn_back(&s.f, y, own);
    return part(r, r->of->in_body ? own : y);
}

/* Force of a joint on a body at its place, or moment about it: -D'lambda.  What turns the body is
 * the moment about its centre of mass, in body axes; of rates of Euler parameters G / 2 times. */
static double reaction(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_machine *m = x->m;
    const int number = m->joint_tie[r->of->of.joint];
    const mb_tie *tie = number < 0 ? NULL : &m->tie[number];
    const int side = tie && r->of->body[0] == tie->duo.body[1];
    double force[3], moment[3], arm[3], about[3], own[4];
    mb_both e = {{0.0}};
    const mb_frame *f;
    mb_stands stands;
    mb_view w;

    if (!tie || !x->lambda)
        return NAN;
    if (m->natural)
        return natural_reaction(r, x, number, side);
    mb_stands_begin(&stands, m, x->q, NULL);
    mb_view_at(&w, &stands, m->kind, tie, false);
    w.there[0] = w.there[1] = true; /* on the ground too */
    for (const mb_share *share = tie->share; share < tie->share + tie->n; share++)
        mb_scalar_gradient(&w, m->kind == MB_IN_EULER, &share->s, -x->lambda[share->row], e);
    f = &w.side[side]->f;
    memcpy(force, e[side], sizeof force);
    memcpy(own, e[side] + 3, sizeof own);
    if (m->kind == MB_IN_EULER) {
        mb_omega(f->p, e[side] + 3, own);
        for (int i = 0; i < 3; i++)
            own[i] *= 0.25;
    }
    mb_turn(f, own, moment);
    mb_turn(f, tie->u[side], arm);
    mb_cross(arm, force, about);
    for (int i = 0; i < 3; i++)
        moment[i] -= about[i];
    if (r->of->part == MB_PART_MOMENT && !m->plain->spatial)
        return moment[2];
    memcpy(about, r->of->part == MB_PART_MOMENT ? moment : force, sizeof about);
    mb_turn_back(f, about, own);
    return part(r, r->of->in_body ? own : about);
}

static double energy(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_ops *ops = x->model->ops;
    const mb_measure_part of = r->of->part;

    if (!x->v && of != MB_PART_POTENTIAL)
        return NAN;
    return (of == MB_PART_POTENTIAL ? 0.0 : ops->kinetic(x->model, x->q, x->v)) +
           (of == MB_PART_KINETIC ? 0.0 : ops->potential(x->model, x->t, x->q));
}

static double momentum(const mb_readout_part *r, const mb_machine_state *x)
{
    double sum[3] = {0.0};

    for (int b = 0; x->v && b < x->m->nbodies; b++) {
        const mb_mover *body = &x->m->body[b];
        double own[3] = {0.0}, w[3], turned[3], arm[3], of_place[3], at[3], rate[3];
        mb_stand s;

        stand(x, b, &s);
        place(x, b, body->centre, at, rate);
        for (int i = 0; i < 3; i++)
            arm[i] = at[i] - r->of->place[0][i];
        mb_cross(arm, rate, of_place);
        if (!body->point) {
            omega(x, b, x->v, w);
            for (int i = 0; i < 3; i++)
                own[i] = mb_dot(body->inertia + 3 * i, w) -
                         body->mass * mb_dot(body->centre, body->centre) * w[i];
        }
        mb_turn(&s.f, own, turned);
        for (int i = 0; i < 3; i++)
            sum[i] += r->of->part == MB_PART_LINEAR ? body->mass * rate[i]
                                                    : body->mass * of_place[i] + turned[i];
    }
    if (!x->v)
        return NAN;
    return !x->m->plain->spatial && r->of->part == MB_PART_ANGULAR ? sum[2] : part(r, sum);
}

mb_measured mb_measure(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_plain_measure *of = r->of;
    double at[3], rate[3];

    switch (of->kind) {
    case MB_MEASURE_POINT:
        place(x, of->body[0], of->place[0], at, rate);
        return of_two(r, at, rate);
    case MB_MEASURE_VELOCITY:
        place(x, of->body[0], of->place[0], at, rate);
        return (mb_measured){part(r, rate), NAN};
    case MB_MEASURE_DIRECTION:
        direction(x, of->body[0], of->axis, at, rate);
        return (mb_measured){at[r->component], rate[r->component]};
    case MB_MEASURE_ANGLE:
        return angle(r, x);
    case MB_MEASURE_LINE:
        return line(r, x);
    case MB_MEASURE_JOINT:
    case MB_MEASURE_TURN:
    case MB_MEASURE_LENGTH:
        return scalar(r, x, false);
    case MB_MEASURE_RATE:
        return scalar(r, x, true);
    case MB_MEASURE_OMEGA:
        return spin(r, x);
    case MB_MEASURE_FORCE:
        return (mb_measured){force(r, x), NAN};
    case MB_MEASURE_REACTION:
        return (mb_measured){reaction(r, x), NAN};
    case MB_MEASURE_ENERGY:
        return (mb_measured){energy(r, x), NAN};
    case MB_MEASURE_MOMENTUM:
        return (mb_measured){momentum(r, x), NAN};
    default:
        return (mb_measured){NAN, NAN};
    }
}

/* SPDX-License-Identifier: MIT */
/* Places, angles and what follows from them: each with its rate. */
#include "problems/elements/machine/readouts.h"
#include "problems/elements/machine/span.h"

/* ---- frames and places ---------------------------------------------------------------------------- */

/* With these velocities; NULL: none */
static void stand_with(const mb_machine_state *x, int body, const double *v, mb_stand *s)
{
    if (x->m->natural) {
        mb_natural_stand(x->m, body, x->q, v, s);
        return;
    }
    mb_stand_at(s, x->m->kind, mb_mover_of(x->m, body), x->q);
    if (v)
        mb_stand_move(s, x->m->kind, mb_mover_of(x->m, body), v);
}

void mb_readout_stand(const mb_machine_state *x, int body, mb_stand *s)
{
    stand_with(x, body, x->v, s);
}

/* A direction u of a body in the world, or with `place` where u is; its first and second rate where
 * they are known.  The second one is that without accelerations and what they add as velocities. */
void mb_readout_follow(const mb_machine_state *x, int body, const double *u, bool place,
                       double s[3][3])
{
    const bool euler = x->m->kind == MB_IN_EULER;
    double by_a[3], unused[3], arm[3];
    mb_stand f;

    mb_readout_stand(x, body, &f);
    mb_turn(&f.f, u, arm);
    if (x->v)
        mb_swing(&f.f, euler, u, arm, s[1], s[2]);
    for (int i = 0; i < 3; i++) {
        s[0][i] = arm[i] + (place ? f.f.r[i] : 0.0);
        s[1][i] = x->v ? s[1][i] + (place ? f.f.rdot[i] : 0.0) : (double)NAN;
        s[2][i] = x->v && x->a ? s[2][i] : (double)NAN;
    }
    if (!x->v || !x->a)
        return;
    stand_with(x, body, x->a, &f);
    mb_swing(&f.f, euler, u, arm, by_a, unused);
    for (int i = 0; i < 3; i++)
        s[2][i] += by_a[i] + (place ? f.f.rdot[i] : 0.0);
}

/* The same as a body sees it: from the origin of its frame, along its axes */
static void seen(const mb_machine_state *x, const mb_plain_measure *of, double s[3][3])
{
    const double *origin;
    double from[3][3], d[2][3];

    if (of->relative < 0)
        return;
    origin = x->m->plain->body[of->relative].origin;
    mb_readout_follow(x, of->relative, origin, true, from);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            d[k][i] = s[k][i] - from[k][i];
    for (int i = 0; i < 3; i++) {
        double unit[3] = {0.0}, e[3][3];

        unit[i] = 1.0;
        mb_readout_follow(x, of->relative, unit, false, e);
        s[0][i] = mb_dot(e[0], d[0]);
        s[1][i] = mb_dot(e[1], d[0]) + mb_dot(e[0], d[1]);
    }
}

/* omega in body axes, of velocities or, as G(dp) dp = 0, of accelerations */
void mb_readout_omega(const mb_machine_state *x, int body, const double *v, double *w)
{
    mb_stand s = {.f = {.w = mb_ground_rest}};

    stand_with(x, body, v, &s);
    if (x->m->kind == MB_IN_EULER && body >= 0 && !x->m->body[body].point)
        mb_omega(s.f.p, s.f.w, w);
    else
        memcpy(w, s.f.w, 3 * sizeof *w);
}

/* The component, or the part along the measure's axis */
double mb_readout_component(const mb_readout_part *r, const double *x)
{
    return r->of->along ? mb_dot(x, r->of->axis) : x[r->component];
}

/* ---- measures: value and rate ---------------------------------------------------------------------- */

static mb_measured of_two(const mb_readout_part *r, const double *at, const double *rate)
{
    return (mb_measured){mb_readout_component(r, at), mb_readout_component(r, rate)};
}

static mb_measured spin(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_plain_measure *of = r->of;
    const double *axis = of->in_body ? of->axis : of->axis_world;
    double w[3], s[3];
    mb_measured y = {NAN, NAN};

    for (int k = 0; k < 2; k++) {
        const double *v = k ? x->a : x->v;
        mb_stand f;

        if (!v)
            continue;
        mb_readout_omega(x, of->body[0], v, w);
        if (!of->in_body) {
            mb_readout_stand(x, of->body[0], &f);
            mb_turn(&f.f, w, s);
            memcpy(w, s, sizeof s);
        }
        *(k ? &y.rate : &y.value) = of->along              ? mb_dot(w, axis)
                                    : x->m->plain->spatial ? w[r->component]
                                                           : w[2];
    }
    return y;
}

static mb_measured line(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_plain_measure *of = r->of;
    double s[2][3][3], e[3][3], d[2][3], p[2], p1[2], across[3];

    for (int k = 0; k < 2; k++)
        mb_readout_follow(x, of->body[k], of->place[k], true, s[k]);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            d[k][i] = s[1][k][i] - s[0][k][i];
    mb_cross(of->axis, of->from, across);
    for (int k = 0; k < 2; k++) {
        mb_readout_follow(x, of->relative, k ? across : of->from, false, e);
        p[k] = mb_dot(d[0], e[0]);
        p1[k] = mb_dot(d[1], e[0]) + mb_dot(d[0], e[1]);
    }
    return (mb_measured){atan2(p[1], p[0]),
                         (p[0] * p1[1] - p[1] * p1[0]) / (p[0] * p[0] + p[1] * p[1])};
}

static mb_measured angle(const mb_readout_part *r, const mb_machine_state *x)
{
    const int body[2] = {r->of->body[0], r->of->relative};
    double p[2], w[2] = {NAN, NAN};

    for (int k = 0; k < 2; k++) {
        mb_stand s;

        if (x->m->natural)
            p[k] = mb_natural_angle(x->m, body[k], x->q);
        if (x->m->natural && !x->v)
            continue;
        mb_readout_stand(x, body[k], &s);
        if (!x->m->natural)
            p[k] = s.f.p[0];
        if (x->v)
            w[k] = s.f.w[2];
    }
    return (mb_measured){p[0] - p[1], w[0] - w[1]};
}

mb_measured mb_measure_point(const mb_readout_part *r, const mb_machine_state *x,
                             mb_point_in_hand *point)
{
    if (point->of != r->of) {
        mb_readout_follow(x, r->of->body[0], r->of->place[0], true, point->s);
        seen(x, r->of, point->s);
        point->of = r->of;
    }
    return of_two(r, point->s[0], point->s[1]);
}

mb_measured mb_measure_scalar(const mb_readout_part *r, const mb_machine_state *x, bool rates)
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

mb_measured mb_measure(const mb_readout_part *r, const mb_machine_state *x)
{
    const mb_plain_measure *of = r->of;
    mb_point_in_hand point = {.of = NULL};
    double s[3][3];

    switch (of->kind) {
    case MB_MEASURE_POINT:
        return mb_measure_point(r, x, &point);
    case MB_MEASURE_VELOCITY:
        mb_readout_follow(x, of->body[0], of->place[0], true, s);
        return of_two(r, s[1], s[2]);
    case MB_MEASURE_DIRECTION:
        mb_readout_follow(x, of->body[0], of->axis, false, s);
        return (mb_measured){s[0][r->component], s[1][r->component]};
    case MB_MEASURE_ANGLE:
        return angle(r, x);
    case MB_MEASURE_LINE:
        return line(r, x);
    case MB_MEASURE_JOINT:
    case MB_MEASURE_TURN:
    case MB_MEASURE_LENGTH:
        return mb_measure_scalar(r, x, false);
    case MB_MEASURE_RATE:
        return mb_measure_scalar(r, x, true);
    case MB_MEASURE_OMEGA:
        return spin(r, x);
    case MB_MEASURE_FORCE:
        return mb_measure_force(r, x);
    case MB_MEASURE_REACTION:
        return mb_measure_reaction(r, x);
    case MB_MEASURE_ENERGY:
        return mb_measure_energy(r, x);
    case MB_MEASURE_MOMENTUM:
        return mb_measure_momentum(r, x);
    default:
        return (mb_measured){NAN, NAN};
    }
}

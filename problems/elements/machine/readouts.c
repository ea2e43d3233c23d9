/* SPDX-License-Identifier: MIT */
/* Named outputs of machines, and the branch. */
#include <math.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/readouts.h"
#include "problems/elements/machine/turns.h"
#include "problems/format/expression/expression.h"

/* ---- all outputs ----------------------------------------------------------------------------------- */

static double finished(const mb_readout_part *r, double y)
{
    if (r->near)
        y = mb_turned_to(*r->near, y);
    y = r->scale * y + r->offset;
    return r->wrapped ? mb_turned_to(r->start, y) : y;
}

/* value (n) and rate (n), each may be NULL; values of expressions come last and see all before */
static void read_all(const mb_machine_state *x, double *value, double *rate)
{
    const struct mb_readouts *all = x->m->readouts;
    mb_jet at[MB_MACHINE_COMPONENTS];
    mb_point_in_hand point = {NULL, {{0.0}}};
    bool expressions = false;

    for (int k = 0; k < all->n; k++) {
        const mb_measured y = all->out[k].of->kind == MB_MEASURE_POINT
                                  ? mb_measure_point(&all->out[k], x, &point)
                                  : mb_measure(&all->out[k], x);

        if (value)
            value[k] = finished(&all->out[k], y.value);
        if (rate)
            rate[k] = all->out[k].scale * y.rate;
        if (all->n <= MB_MACHINE_COMPONENTS)
            at[k] = (mb_jet){.f = finished(&all->out[k], y.value), .a = all->out[k].scale * y.rate};
        expressions = expressions || all->out[k].of->kind == MB_MEASURE_VALUE;
    }
    for (int k = 0; expressions && k < all->n; k++) {
        const mb_readout_part *r = &all->out[k];

        if (r->of->kind != MB_MEASURE_VALUE)
            continue;
        at[k] = mb_expression_jet(r->of->value, at);
        at[k].f = finished(r, at[k].f);
        at[k].a *= r->scale;
        if (value)
            value[k] = at[k].f;
        if (rate)
            rate[k] = at[k].a;
    }
}

void mb_machine_read(const mb_model *model, double t, const double *q, const double *v,
                     const double *a, const double *lambda, double *out)
{
    const mb_machine_state x = {model, model->data, t, q, v, a, lambda};

    mb_turns_at(x.m, t);
    read_all(&x, out, NULL);
}

void mb_machine_read_rates(const mb_model *model, double t, const double *q, const double *v,
                           const double *a, const double *lambda, double *out)
{
    const mb_machine_state x = {model, model->data, t, q, v, a, lambda};

    mb_turns_at(x.m, t);
    read_all(&x, NULL, out);
}

double mb_machine_branch(const mb_model *model, double t, const double *q)
{
    const mb_machine *m = model->data;
    const mb_machine_state x = {.model = model, .m = m, .t = t, .q = q};
    double worst = 0.0, out[MB_MACHINE_COMPONENTS];

    mb_turns_at(m, t);
    for (int k = 0; k < m->readouts->nbranches; k++) {
        const mb_readout_part *r = &m->readouts->branch[k];
        const mb_plain_branch *branch = &m->plain->branch[k];
        double y;

        if (r->of->kind == MB_MEASURE_VALUE) {
            read_all(&x, out, NULL);
            y = mb_expression_value(r->of->value, out);
        } else {
            y = mb_measure(r, &x).value;
        }
        y = r->wrapped ? remainder(y - branch->is, 2.0 * M_PI) : y - branch->is;
        worst = fmax(worst, fabs(y) / branch->within);
    }
    return worst;
}

/* ---- set-up ---------------------------------------------------------------------------------------- */

/* Whether a measure is an angle known up to whole turns. */
static bool turns(const mb_machine *m, const mb_plain_measure *of)
{
    if (of->kind == MB_MEASURE_JOINT)
        return mb_turns_are_open(m) &&
               !mb_coordinate_is_length(&m->plain->joint[of->of.joint], of->of.number);
    return of->kind == MB_MEASURE_LINE || of->kind == MB_MEASURE_TURN ||
           (of->kind == MB_MEASURE_ANGLE && (of->wrapped || m->natural));
}

/* Such an angle as declared; others, and those that are wanted in (-pi, pi], are near 0. */
static double start_of(const mb_plain_mechanism *plain, const mb_plain_measure *of)
{
    if (of->kind == MB_MEASURE_JOINT)
        return plain->joint[of->of.joint].value[of->of.number];
    return of->kind == MB_MEASURE_ANGLE && !of->wrapped
               ? mb_angle_of(plain, of->body[0]) - mb_angle_of(plain, of->relative)
               : 0.0;
}

static bool reads(const mb_plain_measure *of, int component)
{
    return of->kind == MB_MEASURE_VALUE &&
           of->value->uses >> (component < 31 ? component : 31) & 1U;
}

/* Whether the value of another output, or a branch, depends on a component. */
static bool is_used(const mb_plain_mechanism *plain, int component)
{
    for (int i = 0; i < plain->noutputs; i++)
        if (reads(&plain->output[i].of, component))
            return true;
    for (int i = 0; i < plain->nbranches; i++)
        if (reads(&plain->branch[i].of, component))
            return true;
    return false;
}

/* An angle known up to whole turns is given near the start, from where whoever reads it along a motion
 * goes on; what is more than that angle, scaled or a part of others, is counted. */
static void count(mb_machine *m, const mb_plain_output *o, int component, mb_readout_part *r)
{
    const double start = start_of(m->plain, &o->of);

    r->start = r->scale * start + r->offset;
    if (r->wrapped && (fabs(r->scale) != 1.0 || is_used(m->plain, component))) {
        const bool joint = o->of.kind == MB_MEASURE_JOINT;
        mb_counted *turn = mb_turns_add(m, joint ? o->of.of : (mb_coordinate){-1, 0}, start);

        turn->of = r;
        r->near = &turn->now.near;
        r->wrapped = false;
    }
}

static mb_readout_part readout(const mb_machine *m, const mb_plain_measure *of, int component)
{
    mb_readout_part r = {.of = of, .component = component, .scale = 1.0, .wrapped = turns(m, of)};

    if (of->kind == MB_MEASURE_JOINT || of->kind == MB_MEASURE_RATE) {
        r.s = mb_machine_coordinate(m, of->of, &r.tie);
    } else if (of->kind == MB_MEASURE_TURN) {
        static const double origin[3] = {0.0, 0.0, 0.0};
        const int body[2] = {of->relative, of->body[0]};

        r.tie = mb_tie_between(body[0], origin, body[1], origin);
        r.s = mb_scalar_turn(m->plain, body, of->axis);
    } else if (of->kind == MB_MEASURE_LENGTH && of->force >= 0) {
        const mb_plain_force *f = &m->plain->force[of->force];

        r.tie = mb_tie_between(f->body[0], f->place[0], f->body[1], f->place[1]);
        r.s = (mb_scalar){.kind = MB_SCALAR_LENGTH,
                          .x = {{.kind = MB_ARROW_BETWEEN}},
                          .y = {{.kind = MB_ARROW_BETWEEN}},
                          .factor = 1.0};
    } else if (of->kind == MB_MEASURE_LENGTH) {
        r.s = mb_machine_coordinate(m, (mb_coordinate){of->of.joint, 0}, &r.tie);
    }
    return r;
}

static mb_turn_limit limit_of(const mb_plain_branch *branch)
{
    return (mb_turn_limit){{cos(branch->is), sin(branch->is)}, cos(fmin(branch->within, M_PI))};
}

mb_status mb_machine_outputs(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;
    const mb_plain_mechanism *plain = m->plain;
    struct mb_readouts *all;
    mb_output *outputs;

    MB_TRY(MB_TAKE(model->arena, &all, 1, err));
    MB_TRY(MB_TAKE(model->arena, &all->out, (size_t)plain->ncomponents, err));
    MB_TRY(MB_TAKE(model->arena, &all->branch, (size_t)plain->nbranches, err));
    MB_TRY(MB_TAKE(model->arena, &all->limit, (size_t)plain->nbranches, err));
    MB_TRY(MB_TAKE(model->arena, &outputs, (size_t)plain->ncomponents, err));
    for (int i = 0; i < plain->noutputs; i++)
        for (int k = 0; k < plain->output[i].n; k++) {
            const mb_plain_output *o = &plain->output[i];
            mb_readout_part *r = &all->out[o->first + k];

            *r = readout(m, &o->of, k);
            r->scale = o->scale;
            r->offset = o->offset;
            count(m, o, o->first + k, r);
            outputs[o->first + k] = (mb_output){o->names[k], o->unit, r->wrapped, o->compared};
        }
    for (int k = 0; k < plain->nbranches; k++) {
        all->branch[k] = readout(m, &plain->branch[k].of, 0);
        all->limit[k] = limit_of(&plain->branch[k]);
    }
    all->n = plain->ncomponents;
    all->nbranches = plain->nbranches;
    m->readouts = all;
    model->noutputs = plain->ncomponents;
    model->outputs = outputs;
done:
    return status;
}

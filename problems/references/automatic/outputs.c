/* Outputs of an automatic reference, from the bodies of its tree. */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static bool counts(const mb_plain_measure *of)
{
    return of->kind == MB_MEASURE_ANGLE || of->kind == MB_MEASURE_LINE;
}

mb_status mb_auto_output_memory(mb_auto *tree, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(tree->arena, &tree->counted, (size_t)tree->plain->noutputs, err));
    for (int k = 0; k < tree->plain->noutputs; k++)
        tree->counted[k] = counts(&tree->plain->output[k].of) ? tree->nmemories++ : -1;
done:
    return status;
}

static bool has_potential(const mb_plain_mechanism *plain)
{
    for (int k = 0; k < plain->nforces; k++) {
        const mb_plain_force *force = &plain->force[k];

        if ((force->kind != MB_FORCE_LINE && force->kind != MB_FORCE_JOINT) || force->law ||
            force->damper || force->damping != 0.0)
            return false;
    }
    return true;
}

const char *mb_auto_output_lacking(const mb_plain_mechanism *plain)
{
    for (int k = 0; k < plain->noutputs; k++) {
        const mb_plain_output *o = &plain->output[k];
        const mb_plain_measure *of = &o->of;
        bool lacking = of->kind == MB_MEASURE_TURN || of->kind == MB_MEASURE_REACTION;

        if (of->kind == MB_MEASURE_POINT || of->kind == MB_MEASURE_VELOCITY)
            lacking = of->relative >= 0;
        if (of->kind == MB_MEASURE_FORCE)
            lacking = of->force < 0;
        if (of->kind == MB_MEASURE_ENERGY)
            lacking = of->part != MB_PART_KINETIC && !has_potential(plain);
        if (o->compared && lacking)
            return o->name;
    }
    return NULL;
}

void mb_auto_energy(mb_auto *tree, double energy[2])
{
    const mb_plain_mechanism *plain = tree->plain;

    energy[0] = energy[1] = 0.0;
    for (int b = 0; b < plain->nbodies; b++) {
        const mb_plain_body *body = &plain->body[b];
        const mb_auto_motion *m = &tree->motion[b];
        double w[3];

        for (int i = 0; i < 3; i++)
            w[i] = m->R[i] * m->w[0] + m->R[3 + i] * m->w[1] + m->R[6 + i] * m->w[2];
        energy[0] += 0.5 * body->mass * mb_dot(m->v, m->v);
        for (int i = 0; i < 3 && !body->point; i++)
            energy[0] += 0.5 * w[i] * mb_dot(body->inertia + 3 * i, w);
        energy[1] -= body->mass * mb_dot(plain->gravity, m->x);
    }
    for (int k = 0; k < plain->nforces && has_potential(plain); k++) {
        mb_auto_value value;

        mb_auto_measure(tree, tree->force[k], &value);
        value.value -= plain->force[k].free;
        energy[1] += 0.5 * plain->force[k].stiffness * value.value * value.value;
    }
    if (!has_potential(plain))
        energy[1] = (double)NAN;
}

/* Angle of a direction d from a direction about an axis. */
static double angle_between(const double *from, const double *d, const double *axis)
{
    double c[3];

    mb_cross(from, d, c);
    return atan2(mb_dot(c, axis), mb_dot(from, d));
}

/* Angle in (-pi, pi] of an output that counts. */
static double angle_of(const mb_auto *tree, const mb_plain_measure *of)
{
    const mb_auto_motion *base = mb_auto_motion_of(tree, of->relative);
    const double ex[3] = {1.0, 0.0, 0.0}, ez[3] = {0.0, 0.0, 1.0};
    double from[3], d[3], axis[3], p[3], q[3];

    if (of->kind == MB_MEASURE_ANGLE) {
        mb_rotate(base->R, ex, from);
        mb_rotate(mb_auto_motion_of(tree, of->body[0])->R, ex, d);
        return angle_between(from, d, ez);
    }
    mb_rotate(base->R, of->from, from);
    mb_rotate(base->R, tree->plain->spatial ? of->axis : ez, axis);
    mb_auto_point(mb_auto_motion_of(tree, of->body[0]), of->place[0], p, NULL, NULL);
    mb_auto_point(mb_auto_motion_of(tree, of->body[1]), of->place[1], q, NULL, NULL);
    for (int i = 0; i < 3; i++)
        d[i] = q[i] - p[i];
    return angle_between(from, d, axis);
}

static void momentum(const mb_auto *tree, const mb_plain_measure *of, double *x)
{
    const mb_plain_mechanism *plain = tree->plain;

    memset(x, 0, 3 * sizeof *x);
    for (int b = 0; b < plain->nbodies; b++) {
        const mb_auto_motion *m = &tree->motion[b];
        double p[3], r[3], w[3], L[3], own[3];

        for (int i = 0; i < 3; i++) {
            p[i] = plain->body[b].mass * m->v[i];
            r[i] = m->x[i] - of->place[0][i];
            w[i] = m->R[i] * m->w[0] + m->R[3 + i] * m->w[1] + m->R[6 + i] * m->w[2];
        }
        if (of->part == MB_PART_LINEAR) {
            for (int i = 0; i < 3; i++)
                x[i] += p[i];
            continue;
        }
        mb_add_cross(r, p, x);
        for (int i = 0; i < 3; i++)
            L[i] = plain->body[b].point ? 0.0 : mb_dot(plain->body[b].inertia + 3 * i, w);
        mb_rotate(m->R, L, own);
        for (int i = 0; i < 3; i++)
            x[i] += own[i];
    }
}

/* Components of an output that is one number. */
static double number_of(mb_auto *tree, const mb_plain_output *o, int memory, const double *out)
{
    const mb_plain_measure *of = &o->of;
    mb_auto_value value = {0};
    double energy[2];

    switch (of->kind) {
    case MB_MEASURE_ANGLE:
    case MB_MEASURE_LINE:
        energy[0] = angle_of(tree, of);
        return tree->memory[memory] + remainder(energy[0] - tree->memory[memory], 2.0 * M_PI);
    case MB_MEASURE_JOINT:
    case MB_MEASURE_RATE:
        mb_auto_measure(tree, tree->coordinate[of->of.joint][of->of.number], &value);
        return of->kind == MB_MEASURE_JOINT ? value.value : value.rate;
    case MB_MEASURE_LENGTH:
        mb_auto_measure(tree,
                        of->force >= 0 ? tree->force[of->force]
                                       : tree->coordinate[of->of.joint][of->of.number],
                        &value);
        return value.value;
    case MB_MEASURE_FORCE:
        if (of->force < 0 || tree->force[of->force] < 0)
            return (double)NAN;
        mb_auto_measure(tree, tree->force[of->force], &value);
        return mb_auto_force_value(tree, &tree->plain->force[of->force], &value);
    case MB_MEASURE_ENERGY:
        mb_auto_energy(tree, energy);
        return of->part == MB_PART_KINETIC     ? energy[0]
               : of->part == MB_PART_POTENTIAL ? energy[1]
               : of->part == MB_PART_TOTAL     ? energy[0] + energy[1]
                                               : (double)NAN;
    case MB_MEASURE_VALUE:
        return mb_expression_value(of->value, out);
    default:
        return (double)NAN;
    }
}

/* Three components in the world, or along a direction; false: it is no such output. */
static bool vector_of(const mb_auto *tree, const mb_plain_measure *of, double *x)
{
    const mb_auto_motion *m = mb_auto_motion_of(tree, of->body[0]);

    switch (of->kind) {
    case MB_MEASURE_POINT:
        mb_auto_point(m, of->place[0], x, NULL, NULL);
        return of->relative < 0;
    case MB_MEASURE_VELOCITY:
        mb_auto_point(m, of->place[0], NULL, x, NULL);
        return of->relative < 0;
    case MB_MEASURE_OMEGA:
        for (int i = 0; i < 3; i++)
            x[i] = of->in_body && !of->along
                       ? m->R[i] * m->w[0] + m->R[3 + i] * m->w[1] + m->R[6 + i] * m->w[2]
                       : m->w[i];
        return true;
    case MB_MEASURE_DIRECTION:
        mb_rotate(m->R, of->axis, x);
        return true;
    case MB_MEASURE_MOMENTUM:
        momentum(tree, of, x);
        return true;
    default:
        return false;
    }
}

static void output(mb_auto *tree, int k, double *out)
{
    const mb_plain_output *o = &tree->plain->output[k];
    const mb_plain_measure *of = &o->of;
    double x[3], axis[3], *to = out + o->first;

    if (!vector_of(tree, of, x)) {
        for (int i = 0; i < o->n; i++)
            to[i] = i == 0 ? number_of(tree, o, tree->counted[k], out) : (double)NAN;
    } else if (of->along && of->kind != MB_MEASURE_DIRECTION) {
        if (of->in_body)
            mb_rotate(mb_auto_motion_of(tree, of->body[0])->R, of->axis, axis);
        to[0] = mb_dot(x, of->in_body ? axis : of->axis_world);
    } else if (o->n == 1) { /* of the plane, about its normal */
        to[0] = x[2];
    } else {
        memcpy(to, x, (size_t)o->n * sizeof *to);
    }
    for (int i = 0; i < o->n; i++)
        to[i] = o->scale * to[i] + o->offset;
}

void mb_auto_outputs(mb_auto *tree, double *out)
{
    for (int k = 0; k < tree->plain->noutputs; k++)
        output(tree, k, out);
}

void mb_auto_count(mb_auto *tree, mb_auto_state *state)
{
    mb_auto_value value;

    for (int k = 0; k < tree->nscalars; k++) {
        const mb_auto_scalar *s = &tree->scalar[k];

        if (s->kind != MB_AUTO_TURN || s->memory < 0)
            continue;
        mb_auto_measure(tree, k, &value);
        state->memory[s->memory] = value.value - s->offset;
    }
    for (int k = 0; k < tree->plain->noutputs; k++) {
        double *memory = tree->counted[k] >= 0 ? state->memory + tree->counted[k] : NULL;

        if (memory)
            *memory += remainder(angle_of(tree, &tree->plain->output[k].of) - *memory, 2.0 * M_PI);
    }
}

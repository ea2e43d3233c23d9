/* SPDX-License-Identifier: MIT */
/* Outputs of an automatic reference, from the bodies of its tree. */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static bool counts(const mb_plain_measure *of)
{
    return of->kind == MB_MEASURE_ANGLE || of->kind == MB_MEASURE_LINE ||
           of->kind == MB_MEASURE_TURN;
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

const char *mb_auto_output_lacking(const mb_plain_mechanism *plain)
{
    for (int k = 0; k < plain->noutputs; k++)
        if (plain->output[k].compared && plain->output[k].of.kind == MB_MEASURE_REACTION)
            return plain->output[k].name;
    return NULL;
}

/* Angle of a direction d from a direction about an axis. */
static double angle_between(const double *from, const double *d, const double *axis)
{
    double c[3];

    mb_cross(from, d, c);
    return atan2(mb_dot(c, axis), mb_dot(from, d));
}

/* Of a direction of a body across an axis of it, from where it was as declared on another body, about
 * the axis as that body has it. */
static double turn_of(const mb_auto *tree, const mb_plain_measure *of)
{
    const mb_auto_motion *base = mb_auto_motion_of(tree, of->relative);
    const mb_auto_motion *m = mb_auto_motion_of(tree, of->body[0]);
    double across[2][3], world[3], own[3], from[3], d[3], axis[3];

    mb_auto_across(of->axis, true, across);
    mb_auto_world(mb_auto_declared_turn(tree, of->body[0]), across[0], world);
    mb_auto_local(mb_auto_declared_turn(tree, of->relative), world, own);
    mb_rotate(base->R, own, from);
    mb_auto_local(mb_auto_declared_turn(tree, of->relative), of->axis_world, own);
    mb_rotate(base->R, own, axis);
    mb_rotate(m->R, across[0], d);
    return angle_between(from, d, axis);
}

/* Angle in (-pi, pi] of an output that counts. */
static double angle_of(const mb_auto *tree, const mb_plain_measure *of)
{
    const mb_auto_motion *base = mb_auto_motion_of(tree, of->relative);
    const double ex[3] = {1.0, 0.0, 0.0}, ez[3] = {0.0, 0.0, 1.0};
    double from[3], d[3], axis[3], p[3], q[3];

    if (of->kind == MB_MEASURE_TURN)
        return turn_of(tree, of);
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
    case MB_MEASURE_TURN:
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
        if (of->drive >= 0)
            return mb_auto_drive_force(tree, of->drive);
        mb_auto_measure(tree, tree->force[of->force], &value);
        return mb_auto_force_value(tree, &tree->plain->force[of->force], &value);
    case MB_MEASURE_ENERGY:
        mb_auto_energy(tree, energy);
        return of->part == MB_PART_KINETIC     ? energy[0]
               : of->part == MB_PART_POTENTIAL ? energy[1]
               : of->part == MB_PART_TOTAL     ? energy[0] + energy[1]
                                               : energy[0] + energy[1] - tree->first_energy;
    case MB_MEASURE_VALUE:
        return mb_expression_value(of->value, out);
    default:
        return (double)NAN;
    }
}

/* As the file would write a world place as one of a body. */
static void seen_from(const mb_auto *tree, int body, double *x)
{
    const mb_auto_motion *m = mb_auto_motion_of(tree, body);
    double d[3];

    if (body < 0)
        return;
    for (int i = 0; i < 3; i++)
        d[i] = x[i] - m->x[i];
    mb_auto_local(m->R, d, x);
    for (int i = 0; i < 3; i++)
        x[i] -= tree->plain->body[body].origin[i];
}

/* Three components in the world, or along a direction; false: it is no such output. */
static bool vector_of(const mb_auto *tree, const mb_plain_measure *of, double *x)
{
    const mb_auto_motion *m = mb_auto_motion_of(tree, of->body[0]);
    double variable[MB_LAW_VARIABLES] = {[MB_LAW_T] = tree->t};

    switch (of->kind) {
    case MB_MEASURE_POINT:
        mb_auto_point(m, of->place[0], x, NULL, NULL);
        seen_from(tree, of->relative, x);
        return true;
    case MB_MEASURE_VELOCITY:
        mb_auto_point(m, of->place[0], NULL, x, NULL);
        return true;
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
    case MB_MEASURE_FORCE: /* loads: laws of time */
        if (of->force < 0 || tree->force[of->force] >= 0)
            return false;
        for (int i = 0; i < 3; i++) {
            const mb_expression *law = tree->plain->force[of->force].value[i];

            x[i] = law ? mb_expression_value(law, variable) : 0.0;
        }
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
    } else if (o->n == 1) { /* of the plane, about its normal; the size of a torque */
        to[0] = of->kind == MB_MEASURE_FORCE ? x[0] : x[2];
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

        if ((s->kind != MB_AUTO_TURN && s->kind != MB_AUTO_ROLL) || s->memory < 0)
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

/* SPDX-License-Identifier: MIT */
/* Energies of an automatic reference.  As in models, a force along a line has a potential where its
 * law is one of the length alone, one on a joint coordinate that of its stiffness, a constant force
 * of the world and, in the plane, a constant torque theirs; others have none and do work. */
#include <math.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static bool depends_on(const mb_expression *law, int variable)
{
    for (int k = 0; law && k < law->n; k++)
        if (law->op[k].code == MB_OP_VARIABLE && law->op[k].variable == variable)
            return true;
    return false;
}

/* ---- of a law of the length ----------------------------------------------------------------- */

enum { DEEPEST = 40 };

static const double FINE = 1e-14; /* of the whole */

static double pull(const mb_plain_force *force, double x)
{
    const double variable[MB_LAW_VARIABLES] = {[MB_LAW_X] = x};
    const double s = force->law ? mb_expression_value(force->law, variable)
                                : force->stiffness * (x - force->free);

    return (force->only == MB_TENSION && s < 0.0) || (force->only == MB_COMPRESSION && s > 0.0)
               ? 0.0
               : s;
}

/* Lobatto's rule of five points on (a, b), exact to degree 7 */
static double lobatto(const mb_plain_force *force, double a, double b)
{
    const double c = 0.5 * (a + b), h = 0.5 * (b - a), x = 0.65465367070797714380 * h;

    return h / 90.0 *
           (9.0 * (pull(force, a) + pull(force, b)) +
            49.0 * (pull(force, c - x) + pull(force, c + x)) + 64.0 * pull(force, c));
}

static double halve(const mb_plain_force *force, double a, double b, double whole, double size,
                    int depth)
{
    const double c = 0.5 * (a + b);
    const double left = lobatto(force, a, c), right = lobatto(force, c, b);

    if (depth == DEEPEST || fabs(left + right - whole) <= FINE * size)
        return left + right;
    return halve(force, a, c, left, size, depth + 1) + halve(force, c, b, right, size, depth + 1);
}

static double stored(const mb_plain_force *force, double x)
{
    const double from = force->law ? 0.0 : force->free;
    double whole;

    if (!force->law && force->only == MB_BOTH_SIDES)
        return 0.5 * force->stiffness * (x - from) * (x - from);
    whole = lobatto(force, from, x);
    return halve(force, from, x, whole, fabs(whole) + fabs(x - from) * fabs(pull(force, x)), 0);
}

/* ---- of loads ------------------------------------------------------------------------------- */

/* Turned by in the plane since the start, about z */
static double turned(const mb_auto *tree, int body)
{
    double sum = 0.0;

    if (body < 0)
        return 0.0;
    for (int i = 0; i < tree->body[body].n; i++) {
        const int link = tree->body[body].on[i];

        if (!tree->link[link].slides)
            sum += tree->link[link].axis[2] * tree->q[link];
    }
    return sum + tree->plain->body[body].angle;
}

static double of_load(const mb_auto *tree, const mb_plain_force *force)
{
    const double variable[MB_LAW_VARIABLES] = {0.0};
    double x[3], sum = 0.0;

    if (force->kind == MB_FORCE_TORQUE) {
        if (tree->plain->spatial || depends_on(force->value[0], MB_LAW_T))
            return 0.0;
        return -force->axis[2] * mb_expression_value(force->value[0], variable) *
               (turned(tree, force->body[1]) - turned(tree, force->body[0]));
    }
    mb_auto_point(mb_auto_motion_of(tree, force->body[1]), force->place[1], x, NULL, NULL);
    for (int i = 0; i < 3; i++) {
        if (force->in_body || depends_on(force->value[i], MB_LAW_T))
            return 0.0;
        if (force->value[i])
            sum -= mb_expression_value(force->value[i], variable) * x[i];
    }
    return sum;
}

static double of_force(mb_auto *tree, int k)
{
    const mb_plain_force *force = &tree->plain->force[k];
    mb_auto_value value;

    if (tree->force[k] < 0)
        return of_load(tree, force);
    if (force->kind == MB_FORCE_PUSH || (force->kind == MB_FORCE_JOINT && force->law) ||
        depends_on(force->law, MB_LAW_T) || depends_on(force->law, MB_LAW_V))
        return 0.0;
    mb_auto_measure(tree, tree->force[k], &value);
    return stored(force, value.value);
}

/* ---- the whole ------------------------------------------------------------------------------ */

void mb_auto_energy(mb_auto *tree, double energy[2])
{
    const mb_plain_mechanism *plain = tree->plain;

    energy[0] = energy[1] = 0.0;
    for (int b = 0; b < plain->nbodies; b++) {
        const mb_plain_body *body = &plain->body[b];
        const mb_auto_motion *m = &tree->motion[b];
        double w[3];

        mb_auto_local(m->R, m->w, w);
        energy[0] += 0.5 * body->mass * mb_dot(m->v, m->v);
        for (int i = 0; i < 3 && !body->point; i++)
            energy[0] += 0.5 * w[i] * mb_dot(body->inertia + 3 * i, w);
        energy[1] -= body->mass * mb_dot(plain->gravity, m->x);
    }
    for (int k = 0; k < plain->nforces; k++)
        energy[1] += of_force(tree, k);
}

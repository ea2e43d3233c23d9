/* SPDX-License-Identifier: MIT */
/* Scalars of joints: products of their axes and places, joint coordinates. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/elements/machine/machine_setup.h"

mb_tie mb_tie_between(int a, const double *ua, int b, const double *ub)
{
    mb_tie tie = {.duo = {.body = {a, b}}, .between = true};

    memcpy(tie.u[0], ua, sizeof tie.u[0]);
    memcpy(tie.u[1], ub, sizeof tie.u[1]);
    return tie;
}

void mb_triad(const double *axis, double *s1, double *s2)
{
    const int least = fabs(axis[0]) <= fabs(axis[1]) ? (fabs(axis[0]) <= fabs(axis[2]) ? 0 : 2)
                                                     : (fabs(axis[1]) <= fabs(axis[2]) ? 1 : 2);
    double e[3] = {0.0, 0.0, 0.0}, norm;

    e[least] = 1.0;
    mb_cross(axis, e, s1);
    norm = sqrt(mb_dot(s1, s1));
    for (int i = 0; i < 3; i++)
        s1[i] /= norm;
    mb_cross(axis, s1, s2);
}

void mb_to_other(const mb_plain_mechanism *plain, const int body[2], const double *u, double *other)
{
    double world[3];

    mb_plain_direction(plain, body[0], u, world);
    if (body[1] < 0) {
        memcpy(other, world, sizeof world);
        return;
    }
    for (int i = 0; i < 3; i++) {
        const double *R = plain->body[body[1]].turn;

        other[i] = R[i] * world[0] + R[3 + i] * world[1] + R[6 + i] * world[2];
    }
}

static mb_arrow arrow(mb_arrow_kind kind, const double *u)
{
    mb_arrow x = {.kind = kind};

    if (u)
        memcpy(x.u, u, sizeof x.u);
    return x;
}

mb_scalar mb_scalar_dot(const double *of_a, const double *of_b)
{
    return (mb_scalar){.kind = MB_SCALAR_PRODUCT,
                       .x = {arrow(MB_ARROW_OF_A, of_a)},
                       .y = {arrow(MB_ARROW_OF_B, of_b)},
                       .factor = 1.0};
}

mb_scalar mb_scalar_off(const double *of_a)
{
    return (mb_scalar){.kind = MB_SCALAR_PRODUCT,
                       .x = {arrow(MB_ARROW_OF_A, of_a)},
                       .y = {arrow(MB_ARROW_BETWEEN, NULL)},
                       .factor = 1.0};
}

/* of_a . (place of b - place of a) as declared */
double mb_declared_scalar(const mb_plain_mechanism *plain, const int body[2],
                          const double (*place)[3], const double *of_a)
{
    double x[2][3], n[3], d[3];

    for (int k = 0; k < 2; k++)
        mb_plain_place(plain, body[k], place[k], x[k]);
    mb_plain_direction(plain, body[0], of_a, n);
    for (int i = 0; i < 3; i++)
        d[i] = x[1][i] - x[0][i];
    return mb_dot(n, d);
}

double mb_angle_of(const mb_plain_mechanism *plain, int body)
{
    return body < 0 ? 0.0 : plain->body[body].angle;
}

/* Angle of an arrow of one body from zero to quarter, arrows of the other */
static mb_scalar angle(mb_arrow zero, mb_arrow quarter, mb_arrow of, double value)
{
    return (mb_scalar){.kind = MB_SCALAR_ANGLE,
                       .x = {zero, quarter},
                       .y = {of, of},
                       .factor = 1.0,
                       .offset = value};
}

/* b turns on a about an axis of a: a direction across it, as declared the same in both */
static mb_scalar turn(const mb_plain_mechanism *plain, const mb_plain_joint *j, double value)
{
    double s1[3], s2[3], of_b[3];

    mb_triad(j->axis[0], s1, s2);
    mb_to_other(plain, j->body, s1, of_b);
    return angle(arrow(MB_ARROW_OF_A, s1), arrow(MB_ARROW_OF_A, s2), arrow(MB_ARROW_OF_B, of_b),
                 value);
}

mb_scalar mb_scalar_turn(const mb_plain_mechanism *plain, const int body[2], const double *of_b)
{
    const int back[2] = {body[1], body[0]};
    double s1[3], s2[3], zero[3], quarter[3];

    mb_triad(of_b, s1, s2);
    mb_to_other(plain, back, s1, zero);
    mb_to_other(plain, back, s2, quarter);
    return angle(arrow(MB_ARROW_OF_A, zero), arrow(MB_ARROW_OF_A, quarter),
                 arrow(MB_ARROW_OF_B, s1), 0.0);
}

/* The cross of a universal joint: on a its second axis turns about the first one; seen from b the
 * first axis turns back about the second. */
static mb_scalar cross_turn(const mb_plain_mechanism *plain, const mb_plain_joint *j, int number,
                            double value)
{
    const int back[2] = {j->body[1], j->body[0]};
    double zero[3], quarter[3];

    if (number == 0) {
        mb_to_other(plain, back, j->axis[1], zero);
        mb_cross(j->axis[0], zero, quarter);
        return angle(arrow(MB_ARROW_OF_A, zero), arrow(MB_ARROW_OF_A, quarter),
                     arrow(MB_ARROW_OF_B, j->axis[1]), value);
    }
    mb_to_other(plain, j->body, j->axis[0], zero);
    mb_cross(zero, j->axis[1], quarter);
    return angle(arrow(MB_ARROW_OF_B, zero), arrow(MB_ARROW_OF_B, quarter),
                 arrow(MB_ARROW_OF_A, j->axis[0]), value);
}

/* What of a disc's rim has come down to the plane since the start: the angle from the direction of the
 * disc that pointed up then to the one that points up now, against its turn about its axis */
static mb_scalar roll(const mb_plain_mechanism *plain, const mb_plain_joint *j)
{
    const double *axis = j->axis[1];
    double up[3], quarter[3], part, size;

    mb_to_other(plain, j->body, j->axis[0], up);
    part = mb_dot(up, axis);
    for (int i = 0; i < 3; i++)
        up[i] -= part * axis[i];
    size = sqrt(mb_dot(up, up));
    for (int i = 0; i < 3; i++)
        up[i] /= size;
    mb_cross(up, axis, quarter);
    return angle(arrow(MB_ARROW_OF_B, up), arrow(MB_ARROW_OF_B, quarter),
                 arrow(MB_ARROW_OF_A, j->axis[0]), j->value[0]);
}

mb_scalar mb_machine_coordinate(const mb_machine *m, mb_coordinate of, mb_tie *tie)
{
    const mb_plain_mechanism *plain = m->plain;
    const mb_plain_joint *j = &plain->joint[of.joint];
    mb_scalar s;

    *tie = mb_tie_between(j->body[0], j->place[0], j->body[1], j->place[1]);
    if (mb_coordinate_is_length(j, of.number)) {
        s = mb_scalar_off(j->axis[0]);
        if (j->kind == MB_JOINT_DISTANCE) {
            s.kind = MB_SCALAR_LENGTH;
            s.x[0].kind = MB_ARROW_BETWEEN;
        } else {
            s.offset =
                j->value[of.number] - mb_declared_scalar(plain, j->body, j->place, j->axis[0]);
        }
        return s;
    }
    if (!plain->spatial) {
        const double turn = mb_angle_of(plain, j->body[1]) - mb_angle_of(plain, j->body[0]);

        /* vectors tell an angle within half a turn */
        return (mb_scalar){.kind = MB_SCALAR_TURN,
                           .factor = 1.0,
                           .offset =
                               j->value[of.number] -
                               (m->kind == MB_IN_NATURAL ? remainder(turn, 2.0 * M_PI) : turn)};
    }
    if (j->kind == MB_JOINT_ROLLING)
        return roll(plain, j);
    return j->kind == MB_JOINT_UNIVERSAL ? cross_turn(plain, j, of.number, j->value[of.number])
                                         : turn(plain, j, j->value[of.number]);
}

double mb_machine_common_turn(const mb_plain_mechanism *plain, const mb_plain_gear *gear)
{
    double common = 0.0, largest = 0.0;

    for (int k = 0; k < gear->n; k++) {
        double x = fabs(gear->term[k].factor), y;

        if (mb_coordinate_is_length(&plain->joint[gear->term[k].of.joint], gear->term[k].of.number))
            continue;
        largest = fmax(largest, x);
        while (x > 1e-9 * largest) { /* Euclid's algorithm on numbers with round-off */
            y = fabs(remainder(common, x));
            common = x;
            x = y;
        }
        if (common < 1e-4 * largest)
            return -1.0;
    }
    return common;
}

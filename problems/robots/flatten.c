/* SPDX-License-Identifier: MIT */
/* A robot that moves in a plane, as a mechanism of the plane. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/robot.h"

#define FLAT 1e-9

static bool turns(const mb_robot_joint *joint)
{
    return joint->kind == MB_JOINT_REVOLUTE && mb_dot(joint->axis[0], joint->axis[0]) > 0.5;
}

/* Direction i of those that lie in the plane: slides, gravity, x and y; NULL: none */
static const double *along_plane(const mb_robot *robot, int i)
{
    static const double axes[2][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};

    if (i < robot->joints.n) {
        const mb_robot_joint *joint = &mb_robot_joints(robot)[i];

        return joint->kind == MB_JOINT_PRISMATIC ? joint->axis[0] : NULL;
    }
    return i == robot->joints.n ? robot->gravity : axes[i - robot->joints.n - 1];
}

/* Across the first of them and the next one that is not along it */
static void across_slides(const mb_robot *robot, double n[3])
{
    const double *first = NULL;

    for (int i = 0; i < robot->joints.n + 3; i++) {
        const double *next = along_plane(robot, i);

        if (!next || mb_dot(next, next) == 0.0)
            continue;
        if (!first)
            first = next;
        mb_cross(first, next, n);
        if (mb_dot(n, n) > FLAT * FLAT * mb_dot(first, first) * mb_dot(next, next)) {
            mb_robot_unit(n);
            return;
        }
    }
}

/* The axis of all hinges: that of the first one, else of what turns freely, or across slides. */
static void normal_of(const mb_robot *robot, double n[3])
{
    memcpy(n, robot->normal, sizeof robot->normal);
    if (mb_dot(n, n) < 0.5)
        across_slides(robot, n);
    for (int i = 0; i < robot->joints.n; i++)
        if (turns(&mb_robot_joints(robot)[i])) {
            memcpy(n, mb_robot_joints(robot)[i].axis[0], 3 * sizeof *n);
            return;
        }
}

/* Rows: x, y of the plane and its normal; of a plane of the axes these stay what they are. */
static void plane_of(const mb_robot *robot, double e[9])
{
    double n[3], *x = e, *y = e + 3, *z = e + 6;

    normal_of(robot, n);
    memset(e, 0, 9 * sizeof *e);
    if (fabs(n[2]) > 1.0 - 1e-12) {
        x[0] = y[1] = z[2] = 1.0;
    } else if (fabs(n[1]) > 1.0 - 1e-12) {
        x[0] = y[2] = 1.0, z[1] = -1.0;
    } else if (fabs(n[0]) > 1.0 - 1e-12) {
        x[1] = y[2] = z[0] = 1.0;
    } else {
        for (int i = 0; i < 3; i++)
            y[i] = (i == 2) - n[2] * n[i];
        mb_robot_unit(y);
        memcpy(z, n, sizeof n);
        mb_cross(y, z, x);
    }
}

static void turn(const double e[9], double v[3])
{
    const double u[3] = {v[0], v[1], v[2]};

    for (int i = 0; i < 3; i++)
        v[i] = mb_dot(&e[3 * i], u);
}

static void refuse(mb_robot *robot, int line, const char *name, const char *why)
{
    mb_robot_say(robot->report, MB_REFUSED, line, "--planar: '%s' %s", name, why);
}

static void flatten_body(mb_robot *robot, mb_robot_body *b, const double e[9])
{
    double j[9];

    turn(e, b->com), turn(e, b->frame.p), turn(e, b->v), turn(e, b->omega);
    mb_robot_turn_tensor(e, b->inertia, j);
    memcpy(b->inertia, j, sizeof j);
    if (fabs(b->v[2]) > FLAT || fabs(b->omega[0]) > FLAT || fabs(b->omega[1]) > FLAT)
        refuse(robot, b->line, b->name, "starts out of the plane");
}

static void flatten_joint(mb_robot *robot, mb_robot_joint *joint, const double e[9])
{
    const double *axis = joint->axis[0];
    bool in_plane = true;

    for (int k = 0; k < 2; k++)
        turn(e, joint->at[k]), turn(e, joint->axis[k]);
    if (joint->kind == MB_JOINT_REVOLUTE)
        in_plane = fabs(axis[0]) <= FLAT && fabs(axis[1]) <= FLAT;
    else if (joint->kind == MB_JOINT_PRISMATIC || joint->kind == MB_JOINT_POINT_ON_LINE)
        in_plane = fabs(axis[2]) <= FLAT;
    if (!in_plane)
        refuse(robot, joint->line, joint->name, "moves out of the plane");
    if (mb_joint_kind_facts(joint->kind)->rows[0] == 0)
        refuse(robot, joint->line, joint->name, "is a joint of space");
    if (joint->kind == MB_JOINT_DISTANCE && fabs(joint->at[0][2] - joint->at[1][2]) > FLAT)
        refuse(robot, joint->line, joint->name, "does not lie in the plane");
}

void mb_robot_flatten(mb_robot *robot)
{
    mb_robot_spring *s = robot->springs.at;
    double e[9];

    plane_of(robot, e);
    turn(e, robot->gravity);
    if (fabs(robot->gravity[2]) > FLAT)
        refuse(robot, 1, "gravity", "points out of the plane");
    for (int i = 0; i < robot->bodies.n; i++)
        flatten_body(robot, &mb_robot_bodies(robot)[i], e);
    for (int i = 0; i < robot->joints.n; i++)
        flatten_joint(robot, &mb_robot_joints(robot)[i], e);
    for (int i = 0; i < robot->springs.n; i++, s++) {
        turn(e, s->at[0]), turn(e, s->at[1]);
        if (!s->on_joint && fabs(s->at[0][2] - s->at[1][2]) > FLAT)
            refuse(robot, s->line, s->name, "does not lie in the plane");
    }
}

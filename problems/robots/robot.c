/* SPDX-License-Identifier: MIT */
#include "problems/robots/robot.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector3.h"

void *mb_robot_add(mb_robot *robot, mb_robot_list *list, size_t size)
{
    char *at;

    if (list->n == list->capacity) {
        const int capacity = list->capacity ? 2 * list->capacity : 16;

        if (mb_arena_take(robot->arena, &at, (size_t)capacity, size, NULL) != MB_OK) {
            robot->report->no_memory = true;
            return NULL;
        }
        if (list->n)
            memcpy(at, list->at, (size_t)list->n * size);
        list->at = at;
        list->capacity = capacity;
    }
    at = list->at;
    return at + (size_t)list->n++ * size;
}

const char *mb_robot_text(mb_robot *robot, const char *format, ...)
{
    char text[256];
    const char *kept;
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kept = mb_arena_strdup(robot->arena, text);
    if (!kept)
        robot->report->no_memory = true;
    return kept ? kept : "";
}

/* ---- frames ------------------------------------------------------------------------------------ */

void mb_robot_unit_frame(mb_robot_frame *frame)
{
    *frame = (mb_robot_frame){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
}

void mb_robot_direction(const mb_robot_frame *frame, const double u[3], double world[3])
{
    for (int i = 0; i < 3; i++)
        world[i] = mb_dot(&frame->r[3 * i], u);
}

void mb_robot_place(const mb_robot_frame *frame, const double u[3], double world[3])
{
    mb_robot_direction(frame, u, world);
    for (int i = 0; i < 3; i++)
        world[i] += frame->p[i];
}

void mb_robot_product(const double a[9], const double b[9], double out[9])
{
    for (int i = 0; i < 9; i++) {
        const double *row = &a[3 * (i / 3)];

        out[i] = row[0] * b[i % 3] + row[1] * b[3 + i % 3] + row[2] * b[6 + i % 3];
    }
}

void mb_robot_compose(const mb_robot_frame *outer, const mb_robot_frame *inner,
                      mb_robot_frame *frame)
{
    mb_robot_frame made;

    mb_robot_product(outer->r, inner->r, made.r);
    mb_robot_place(outer, inner->p, made.p);
    *frame = made;
}

void mb_robot_turn_tensor(const double r[9], const double j[9], double out[9])
{
    double rj[9], transposed[9];

    for (int i = 0; i < 9; i++)
        transposed[i] = r[3 * (i % 3) + i / 3];
    mb_robot_product(r, j, rj);
    mb_robot_product(rj, transposed, out);
}

void mb_robot_turn(const double axis[3], double angle, double r[9])
{
    const double c = cos(angle), s = sin(angle);
    const double cross[9] = {0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0};

    for (int i = 0; i < 9; i++)
        r[i] = (i % 4 == 0 ? c : 0.0) + (1.0 - c) * axis[i / 3] * axis[i % 3] + s * cross[i];
}

bool mb_robot_quaternion(const double q[4], double r[9])
{
    const double size = sqrt(q[0] * q[0] + mb_dot(&q[1], &q[1]));
    double w, x, y, z;

    if (!(size > 1e-12))
        return false;
    w = q[0] / size, x = q[1] / size, y = q[2] / size, z = q[3] / size;
    r[0] = 1 - 2 * (y * y + z * z), r[1] = 2 * (x * y - w * z), r[2] = 2 * (x * z + w * y);
    r[3] = 2 * (x * y + w * z), r[4] = 1 - 2 * (x * x + z * z), r[5] = 2 * (y * z - w * x);
    r[6] = 2 * (x * z - w * y), r[7] = 2 * (y * z + w * x), r[8] = 1 - 2 * (x * x + y * y);
    return true;
}

bool mb_robot_unit(double v[3])
{
    const double size = sqrt(mb_dot(v, v));

    if (!(size > 1e-12))
        return false;
    for (int i = 0; i < 3; i++)
        v[i] = fabs(v[i]) == size ? copysign(1.0, v[i]) : v[i] / size;
    return true;
}

void mb_robot_add_mass(mb_robot_body *body, double mass, const double com[3],
                       const double inertia[9])
{
    const double whole = body->mass + mass;
    double d[3], reduced;

    if (!(mass > 0.0))
        return;
    for (int i = 0; i < 3; i++)
        d[i] = body->mass > 0.0 ? com[i] - body->com[i] : 0.0;
    reduced = body->mass * mass / whole;
    for (int i = 0; i < 9; i++)
        body->inertia[i] +=
            inertia[i] + reduced * ((i % 4 == 0 ? mb_dot(d, d) : 0.0) - d[i / 3] * d[i % 3]);
    for (int i = 0; i < 3; i++)
        body->com[i] = body->mass > 0.0 ? body->com[i] + mass / whole * d[i] : com[i];
    body->mass = whole;
}

/* ---- massless bodies ----------------------------------------------------------------------------- */

static int whole_of(const mb_robot *robot, int body)
{
    const mb_robot_body *b = mb_robot_bodies(robot);

    while (body != MB_ON_GROUND && b[body].part != body)
        body = b[body].part;
    return body;
}

static void join_rigidly(mb_robot *robot, int body)
{
    mb_robot_joint *joint = mb_robot_add(robot, &robot->joints, sizeof *joint);
    mb_robot_body *b = &mb_robot_bodies(robot)[body];

    if (!joint)
        return;
    joint->name = b->name;
    joint->line = b->line;
    joint->kind = MB_JOINT_RIGID;
    joint->body[0] = b->parent;
    joint->body[1] = body;
    for (int k = 0; k < 2; k++)
        memcpy(joint->at[k], b->frame.p, sizeof joint->at[k]);
    b->joint = robot->joints.n - 1;
}

static bool is_point(const mb_robot_body *b)
{
    return b->inertia[0] == 0.0 && b->inertia[4] == 0.0 && b->inertia[8] == 0.0;
}

/* Parents stand before their children. */
static void melt(mb_robot *robot, int body)
{
    mb_robot_body *b = mb_robot_bodies(robot), *own = &b[body], *into;
    const int whole = whole_of(robot, own->parent);

    if (own->joint != MB_NO_INDEX || own->free)
        return;
    if (whole == MB_ON_GROUND) {
        own->part = whole;
        mb_robot_say(robot->report, MB_TAKEN, own->line, "body '%s' is fixed to the ground",
                     own->name);
        return;
    }
    into = &b[whole];
    if (own->mass > 0.0 && into->mass > 0.0 && !is_point(own)) {
        join_rigidly(robot, body);
        return;
    }
    own->part = whole;
    mb_robot_say(robot->report, MB_TAKEN, own->line, "body '%s' is part of '%s'", own->name,
                 into->name);
    mb_robot_add_mass(into, own->mass, own->com, own->inertia);
}

/* Whether both ends are on what is one body now, which is told. */
static bool idle(mb_robot *robot, int body[2], const char *name, int line)
{
    for (int k = 0; k < 2; k++)
        body[k] = whole_of(robot, body[k]);
    if (body[0] == body[1])
        mb_robot_say(robot->report, MB_IGNORED, line,
                     "'%s' is between two places of one body, or of the ground", name);
    return body[0] == body[1];
}

/* Leaves out springs and loops within one body; what carries a body stands before all loops. */
static void leave_out_idle(mb_robot *robot)
{
    mb_robot_joint *joint = mb_robot_joints(robot);
    mb_robot_spring *s = robot->springs.at;
    int n = 0, *number;

    if (MB_TAKE(robot->arena, &number, (size_t)robot->joints.n, NULL) != MB_OK) {
        robot->report->no_memory = true;
        return;
    }
    for (int i = 0; i < robot->joints.n; i++) {
        number[i] = n;
        if (!idle(robot, joint[i].body, joint[i].name, joint[i].line))
            joint[n++] = joint[i];
    }
    robot->joints.n = n;
    for (int i = 0; i < robot->bodies.n; i++)
        if (mb_robot_bodies(robot)[i].joint != MB_NO_INDEX)
            mb_robot_bodies(robot)[i].joint = number[mb_robot_bodies(robot)[i].joint];
    n = 0;
    for (int i = 0; i < robot->springs.n; i++)
        if (s[i].on_joint || !idle(robot, s[i].body, s[i].name, s[i].line))
            s[n++] = s[i];
    robot->springs.n = n;
}

void mb_robot_melt(mb_robot *robot)
{
    const int n = robot->bodies.n;
    mb_robot_body *b = mb_robot_bodies(robot);

    for (int i = 0; i < n; i++)
        melt(robot, i);
    for (int i = 0; i < n; i++) {
        if (b[i].part != i)
            continue;
        if (b[i].mass > 0.0 && is_point(&b[i]))
            mb_robot_say(robot->report, MB_REFUSED, b[i].line,
                         "body '%s' moves and has no inertia; give it one", b[i].name);
        else if (b[i].mass > 0.0)
            mb_robot_say(robot->report, MB_TAKEN, b[i].line, "body '%s': %.6g kg%s", b[i].name,
                         b[i].mass, b[i].free ? ", free" : "");
        else
            mb_robot_say(robot->report, MB_REFUSED, b[i].line,
                         "body '%s' moves and has no mass; give it one, or one joint fewer",
                         b[i].name);
        b[i].parent = whole_of(robot, b[i].parent);
    }
    leave_out_idle(robot);
}

/* SPDX-License-Identifier: MIT */
/* Motions one on another become one joint. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/robot.h"

#define PARALLEL 1e-6 /* sine of an angle that is meant to be none */

static bool parallel(const double *a, const double *b)
{
    double c[3];

    mb_cross(a, b, c);
    return mb_dot(c, c) <= PARALLEL * PARALLEL;
}

static bool square(const double *a, const double *b)
{
    return fabs(mb_dot(a, b)) <= PARALLEL;
}

static bool at_one_place(const mb_robot_step *a, const mb_robot_step *b)
{
    double d[3];

    for (int i = 0; i < 3; i++)
        d[i] = a->at[i] - b->at[i];
    return mb_dot(d, d) <= 1e-18 * (1.0 + mb_dot(a->at, a->at));
}

/* What all steps are called, "elbow" of "elbow.first" and "elbow.second"; NULL: nothing. */
static const char *common_name(mb_robot *robot, const mb_robot_step *step, int n)
{
    const char *dot = strrchr(step[0].name, '.');
    int length = dot ? (int)(dot - step[0].name) : (int)strlen(step[0].name);

    if (length < 1)
        return NULL;
    for (int i = 0; i < n; i++) {
        const char *name = step[i].name;

        if (strncmp(name, step[0].name, (size_t)length) != 0 ||
            (name[length] != '.' && name[length] != '\0'))
            return NULL;
    }
    return mb_robot_text(robot, "%.*s", length, step[0].name);
}

static int hinges(const mb_robot_step *step, int n)
{
    int found = 0;

    for (int i = 0; i < n; i++)
        found += step[i].kind == MB_STEP_HINGE;
    return found;
}

/* A joint with its places at a step's. */
static mb_robot_joint *make(mb_robot *robot, int body, mb_joint_kind kind, mb_robot_step *step,
                            int n, const mb_robot_step *at)
{
    mb_robot_joint *joint = mb_robot_add(robot, &robot->joints, sizeof *joint);
    mb_robot_body *b = &mb_robot_bodies(robot)[body];
    const char *name = n == 1 ? step[0].name : common_name(robot, step, n);

    if (!joint)
        return NULL;
    joint->name = name && *name ? name : b->name;
    joint->line = step[0].line;
    joint->kind = kind;
    joint->body[0] = b->parent;
    joint->body[1] = body;
    for (int k = 0; k < 2; k++) {
        memcpy(joint->at[k], at->at, sizeof joint->at[k]);
        memcpy(joint->axis[k], at->axis, sizeof joint->axis[k]);
    }
    b->joint = robot->joints.n - 1;
    mb_robot_say(robot->report, MB_TAKEN, joint->line, "joint '%s': %s", joint->name,
                 mb_joint_kind_facts(kind)->word);
    return joint;
}

static void gives(mb_robot *robot, mb_robot_joint *joint, int number, mb_robot_step *step)
{
    if (!joint)
        return;
    step->of = (mb_coordinate){robot->joints.n - 1, number};
    joint->value[number] = step->value;
    joint->reference[number] = step->reference;
    joint->rate[number] = step->rate;
}

static bool one(mb_robot *robot, int body, mb_robot_step *s)
{
    static const mb_joint_kind kind[] = {MB_JOINT_REVOLUTE, MB_JOINT_PRISMATIC, MB_JOINT_SPHERICAL};
    mb_robot_joint *joint = make(robot, body, kind[s->kind], s, 1, s);

    if (s->kind != MB_STEP_BALL)
        gives(robot, joint, 0, s);
    return true;
}

static bool two(mb_robot *robot, int body, mb_robot_step *s)
{
    const int slide = s[0].kind == MB_STEP_SLIDE ? 0 : 1;
    mb_robot_step *turn = &s[1 - slide];
    mb_robot_joint *joint;

    if (hinges(s, 2) == 2 && square(s[0].axis, s[1].axis) && at_one_place(&s[0], &s[1])) {
        joint = make(robot, body, MB_JOINT_UNIVERSAL, s, 2, &s[0]);
        if (joint)
            memcpy(joint->axis[1], s[1].axis, sizeof joint->axis[1]);
        gives(robot, joint, 0, &s[0]);
        gives(robot, joint, 1, &s[1]);
        return true;
    }
    if (s[slide].kind != MB_STEP_SLIDE)
        return false;
    if (turn->kind == MB_STEP_HINGE && parallel(s[0].axis, s[1].axis) &&
        mb_dot(s[0].axis, s[1].axis) > 0.0) {
        joint = make(robot, body, MB_JOINT_CYLINDRICAL, s, 2, turn);
        gives(robot, joint, 0, turn);
        gives(robot, joint, 1, &s[slide]);
        return true;
    }
    return false;
}

/* A slide that carries a hinge in the plane, or a ball in space: a place on a line. */
static bool on_a_line(mb_robot *robot, int body, mb_robot_step *s, bool planar)
{
    mb_robot_joint *joint;

    if (s[0].kind != MB_STEP_SLIDE || s[1].kind != (planar ? MB_STEP_HINGE : MB_STEP_BALL) ||
        (planar && !square(s[0].axis, s[1].axis)))
        return false;
    joint = make(robot, body, MB_JOINT_POINT_ON_LINE, s, 2, &s[1]);
    if (joint)
        memcpy(joint->axis[0], s[0].axis, sizeof joint->axis[0]);
    gives(robot, joint, 0, &s[0]);
    return true;
}

static bool three(mb_robot *robot, int body, mb_robot_step *s, bool planar)
{
    int turn = 0;
    const double *in_plane[2];
    double normal[3];

    if (hinges(s, 3) == 3 && at_one_place(&s[0], &s[1]) && at_one_place(&s[0], &s[2])) {
        mb_cross(s[0].axis, s[1].axis, normal);
        if (fabs(mb_dot(normal, s[2].axis)) < 0.1)
            return false;
        make(robot, body, MB_JOINT_SPHERICAL, s, 3, &s[0]);
        return true;
    }
    while (turn < 3 && s[turn].kind != MB_STEP_HINGE)
        turn++;
    if (turn != 2 || s[0].kind != MB_STEP_SLIDE || s[1].kind != MB_STEP_SLIDE)
        return false;
    in_plane[0] = s[0].axis, in_plane[1] = s[1].axis;
    if (!square(in_plane[0], s[2].axis) || !square(in_plane[1], s[2].axis) ||
        parallel(in_plane[0], in_plane[1]))
        return false;
    if (planar) {
        mb_robot_bodies(robot)[body].free = true;
        memcpy(robot->normal, s[2].axis, sizeof robot->normal);
    } else {
        make(robot, body, MB_JOINT_PLANAR, s, 3, &s[2]);
    }
    return true;
}

/* Three slides and what turns freely: no joint. */
static bool six(mb_robot *robot, int body, mb_robot_step *s, int n)
{
    double normal[3], turns[3];
    const bool ball = n == 4 && s[3].kind == MB_STEP_BALL;

    if (!ball && !(n == 6 && hinges(s + 3, 3) == 3 && at_one_place(&s[3], &s[4]) &&
                   at_one_place(&s[3], &s[5])))
        return false;
    for (int i = 0; i < 3; i++)
        if (s[i].kind != MB_STEP_SLIDE)
            return false;
    mb_cross(s[0].axis, s[1].axis, normal);
    if (!ball)
        mb_cross(s[3].axis, s[4].axis, turns);
    if (fabs(mb_dot(normal, s[2].axis)) < 0.1 || (!ball && fabs(mb_dot(turns, s[5].axis)) < 0.1))
        return false;
    mb_robot_bodies(robot)[body].free = true;
    return true;
}

/* ---- springs ----------------------------------------------------------------------------------- */

static void add_spring(mb_robot *robot, const mb_robot_step *s)
{
    mb_robot_spring *spring;

    if (s->stiffness == 0.0 && s->damping == 0.0)
        return;
    if (s->of.joint == MB_NO_INDEX && robot->no_springs) {
        mb_robot_say(robot->report, MB_IGNORED, s->line,
                     "stiffness and damping of '%s' are left out, as asked; the motion is another "
                     "one",
                     s->name);
        return;
    }
    if (s->of.joint == MB_NO_INDEX) {
        mb_robot_say(robot->report, MB_REFUSED, s->line,
                     "stiffness or damping of '%s', which is no coordinate of the joint that it "
                     "becomes part of; --omit springs leaves it out",
                     s->name);
        return;
    }
    spring = mb_robot_add(robot, &robot->springs, sizeof *spring);
    if (!spring)
        return;
    *spring = (mb_robot_spring){.name = s->name,
                                .line = s->line,
                                .on_joint = true,
                                .of = s->of,
                                .body = {MB_ON_GROUND, MB_ON_GROUND},
                                .stiffness = s->stiffness,
                                .free = s->free,
                                .damping = s->damping};
    mb_robot_say(robot->report, MB_TAKEN, s->line, "force '%s': spring-damper of a joint", s->name);
}

void mb_robot_join(mb_robot *robot, int body, mb_robot_step *step, int nsteps, bool planar)
{
    mb_robot_body *b = &mb_robot_bodies(robot)[body];
    bool made = false;

    for (int i = 0; i < nsteps; i++)
        step[i].of.joint = MB_NO_INDEX;
    if (nsteps == 1)
        made = one(robot, body, step);
    else if (nsteps == 2)
        made = two(robot, body, step) || on_a_line(robot, body, step, planar);
    else if (nsteps == 3)
        made = three(robot, body, step, planar);
    else
        made = six(robot, body, step, nsteps);
    if (!made) {
        b->free = true; /* it is refused: nothing more is said of it */
        mb_robot_say(robot->report, MB_REFUSED, step[0].line,
                     "the %d joints of body '%s' are together no joint of a mechanism file (a "
                     "universal one has two axes at right angles at one place, a cylindrical one a "
                     "slide and a turn about one axis, a planar one two slides and a turn, a ball "
                     "three turns at one place); put a body between them",
                     nsteps, b->name);
        return;
    }
    for (int i = 0; i < nsteps; i++)
        add_spring(robot, &step[i]);
}

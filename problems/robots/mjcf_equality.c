/* SPDX-License-Identifier: MIT */
/* Loops, gears and tendons of MJCF. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/mjcf.h"

/* Both ends of what is between two bodies. */
typedef struct ends {
    int body[2];
    double at[2][3];
} ends;

/* A joint between two ends; false when memory ran out. */
static bool add_joint(mb_mjcf *m, mb_xml_node *node, const char *name, mb_joint_kind kind,
                      const ends *e)
{
    mb_robot_joint *joint = mb_robot_add(m->robot, &m->robot->joints, sizeof *joint);

    if (!joint)
        return false;
    joint->name = name;
    joint->line = mb_xml_line(node);
    joint->kind = kind;
    memcpy(joint->body, e->body, sizeof joint->body);
    memcpy(joint->at, e->at, sizeof joint->at);
    return true;
}

static void say(mb_mjcf *m, mb_fate fate, const mb_xml_node *node, const char *name,
                const char *text)
{
    mb_robot_say(m->robot->report, fate, mb_xml_line(node), "<%s> '%s': %s", node->name, name,
                 text);
}

static const char *name_of(mb_mjcf *m, mb_xml_node *node, const char *kind, int number)
{
    const char *name = mb_xml_get(node, "name");

    return name && *name ? name : mb_robot_text(m->robot, "%s %d", kind, number + 1);
}

/* ---- connect, weld ------------------------------------------------------------------------------- */

static bool at_sites(mb_mjcf *m, mb_xml_node *node, ends *e)
{
    static const char *const attribute[] = {"site1", "site2"};

    for (int k = 0; k < 2; k++) {
        const mb_mjcf_named *site = mb_mjcf_find(m, MB_MJCF_SITES, node, attribute[k], "site");

        if (!site)
            return false;
        e->body[k] = site->body;
        memcpy(e->at[k], site->frame.p, sizeof e->at[k]);
    }
    return true;
}

static bool bodies_of(mb_mjcf *m, mb_xml_node *node, ends *e)
{
    static const char *const attribute[] = {"body1", "body2"};

    for (int k = 0; k < 2; k++) {
        const char *name = mb_xml_get(node, attribute[k]);
        const mb_mjcf_named *body;

        e->body[k] = MB_ON_GROUND;
        if (!name || strcmp(name, "world") == 0)
            continue;
        body = mb_mjcf_find(m, MB_MJCF_BODIES, node, attribute[k], "body");
        if (!body)
            return false;
        e->body[k] = body->body;
    }
    return true;
}

/* Where the anchor is on both bodies; that the file's own position holds it is MJCF's rule. */
static bool at_anchor(mb_mjcf *m, mb_xml_node *node, int class, ends *e)
{
    double anchor[3] = {0.0, 0.0, 0.0};
    mb_robot_frame ground;

    if (!bodies_of(m, node, e))
        return false;
    mb_robot_unit_frame(&ground);
    mb_mjcf_numbers(m, node, class, "anchor", 3, anchor);
    mb_robot_place(e->body[0] == MB_ON_GROUND ? &ground
                                              : &mb_robot_bodies(m->robot)[e->body[0]].frame,
                   anchor, e->at[0]);
    memcpy(e->at[1], e->at[0], sizeof e->at[1]);
    return true;
}

static void read_connect(mb_mjcf *m, mb_xml_node *node, int class, const char *name)
{
    ends e;

    if (!(mb_xml_get(node, "site1") ? at_sites(m, node, &e) : at_anchor(m, node, class, &e)))
        return;
    if (e.body[0] == e.body[1]) {
        say(m, MB_REFUSED, node, name, "connects a body with itself");
        return;
    }
    add_joint(m, node, name, m->options->planar ? MB_JOINT_REVOLUTE : MB_JOINT_SPHERICAL, &e);
}

/* A weld that asks for another pose than the present one is none that a rigid joint can be. */
static void read_weld(mb_mjcf *m, mb_xml_node *node, int class, const char *name)
{
    double pose[7] = {0.0};
    ends e;

    if (!(mb_xml_get(node, "site1") ? at_sites(m, node, &e) : bodies_of(m, node, &e)))
        return;
    if (mb_mjcf_numbers(m, node, class, "relpose", 7, pose) == 7 &&
        (pose[3] != 0.0 || pose[4] != 0.0 || pose[5] != 0.0 || pose[6] != 0.0)) {
        say(m, MB_REFUSED, node, name, "relpose; weld the bodies where they stand");
        return;
    }
    for (int k = 0; k < 2 && !mb_xml_get(node, "site1"); k++) {
        if (e.body[0] == MB_ON_GROUND || e.body[1] == MB_ON_GROUND)
            memset(e.at[k], 0, sizeof e.at[k]);
        else
            memcpy(e.at[k], mb_robot_bodies(m->robot)[e.body[1]].frame.p, sizeof e.at[k]);
    }
    if (add_joint(m, node, name, MB_JOINT_RIGID, &e))
        say(m, MB_TAKEN, node, name, "rigid");
}

/* Two connects between the same bodies are one revolute joint. */
static void pair_connects(mb_mjcf *m, int first)
{
    mb_robot_joint *joint = mb_robot_joints(m->robot);
    int kept = first;

    for (int i = first; i < m->robot->joints.n; i++) {
        mb_robot_joint *before = kept > first ? &joint[kept - 1] : NULL;
        double axis[3];

        for (int k = 0; before && k < 3; k++)
            axis[k] = joint[i].at[0][k] - before->at[0][k];
        if (before && joint[i].kind == MB_JOINT_SPHERICAL && before->kind == MB_JOINT_SPHERICAL &&
            memcmp(before->body, joint[i].body, sizeof before->body) == 0 && mb_robot_unit(axis)) {
            before->kind = MB_JOINT_REVOLUTE;
            memcpy(before->axis[0], axis, sizeof axis);
            memcpy(before->axis[1], axis, sizeof axis);
            mb_robot_say(m->robot->report, MB_TAKEN, joint[i].line,
                         "<connect> '%s' and '%s' hold two places of the same bodies: one revolute "
                         "joint",
                         before->name, joint[i].name);
            continue;
        }
        joint[kept++] = joint[i];
    }
    m->robot->joints.n = kept;
    for (int i = first; i < kept; i++)
        if (joint[i].kind == MB_JOINT_SPHERICAL || joint[i].kind == MB_JOINT_REVOLUTE)
            mb_robot_say(m->robot->report, MB_TAKEN, joint[i].line, "loop '%s': %s", joint[i].name,
                         mb_joint_kind_facts(joint[i].kind)->word);
}

/* ---- joint ------------------------------------------------------------------------------------- */

/* What a start may be off a gear. */
#define OFF 1e-6

static double reference_of(const mb_mjcf *m, mb_coordinate of)
{
    return mb_robot_joints(m->robot)[of.joint].reference[of.number];
}

static double moved(const mb_mjcf *m, mb_coordinate of)
{
    return mb_robot_joints(m->robot)[of.joint].value[of.number] - reference_of(m, of);
}

static void read_couple(mb_mjcf *m, mb_xml_node *node, int class, const char *name)
{
    const mb_mjcf_named *first = mb_mjcf_find(m, MB_MJCF_JOINTS, node, "joint1", "joint"), *second;
    const bool alone = !mb_xml_get(node, "joint2");
    double a[5] = {0.0, 1.0, 0.0, 0.0, 0.0};
    mb_robot_gear *gear;

    second = alone ? first : mb_mjcf_find(m, MB_MJCF_JOINTS, node, "joint2", "joint");
    if (!first || !second)
        return;
    mb_mjcf_numbers(m, node, class, "polycoef", 5, a);
    if (first->of.joint == MB_NO_INDEX || second->of.joint == MB_NO_INDEX) {
        say(m, MB_REFUSED, node, name, "one of its joints is part of another one here");
        return;
    }
    if (!alone && (a[2] != 0.0 || a[3] != 0.0 || a[4] != 0.0)) {
        say(m, MB_REFUSED, node, name, "only a linear polycoef becomes a gear");
        return;
    }
    if (alone) {
        mb_robot_drive *drive = mb_robot_add(m->robot, &m->robot->drives, sizeof *drive);

        if (drive)
            *drive = (mb_robot_drive){name, mb_xml_line(node), first->of,
                                      reference_of(m, first->of) + a[0]};
        say(m, MB_TAKEN, node, name, "a drive that stands still");
        return;
    }
    if (fabs(moved(m, first->of) - a[0] - a[1] * moved(m, second->of)) > OFF) {
        say(m, MB_REFUSED, node, name,
            "the start does not hold it: a gear keeps the sum that it has at the start, so "
            "polycoef begins with 0 or the keyframe is where it holds");
        return;
    }
    gear = mb_robot_add(m->robot, &m->robot->gears, sizeof *gear);
    if (gear)
        *gear = (mb_robot_gear){name, mb_xml_line(node), {first->of, second->of}, {1.0, -a[1]}};
    say(m, MB_TAKEN, node, name, "a gear");
}

/* ---- tendons ----------------------------------------------------------------------------------- */

/* The two sites of a tendon that goes straight from one to the other. */
static bool straight(mb_mjcf *m, mb_xml_node *tendon, ends *e)
{
    int n = 0;

    for (mb_xml_node *c = tendon->child; c; c = c->next) {
        const mb_mjcf_named *site;

        mb_xml_mark(c);
        if (!mb_xml_is(c, "site") || n == 2)
            return false;
        site = mb_mjcf_find(m, MB_MJCF_SITES, c, "site", "site");
        if (!site)
            return false;
        e->body[n] = site->body;
        memcpy(e->at[n++], site->frame.p, sizeof e->at[0]);
    }
    return n == 2 && mb_xml_is(tendon, "spatial") && e->body[0] != e->body[1];
}

static double length_of(const ends *e)
{
    double d[3];

    for (int i = 0; i < 3; i++)
        d[i] = e->at[1][i] - e->at[0][i];
    return sqrt(mb_dot(d, d));
}

static void read_tendon(mb_mjcf *m, mb_xml_node *node, int number)
{
    const int class = mb_mjcf_class_of(m, node, m->classes.n ? 0 : MB_NO_INDEX);
    const char *name = name_of(m, node, "tendon", number);
    const double stiffness = mb_mjcf_number(m, node, class, "stiffness", 0.0);
    const double damping = mb_mjcf_number(m, node, class, "damping", 0.0);
    double free[2] = {-1.0, -1.0};
    const int given = mb_mjcf_numbers(m, node, class, "springlength", 2, free);
    mb_robot_spring *spring;
    ends e;

    mb_mjcf_refuse(m, node, class, "frictionloss", "friction");
    mb_mjcf_refuse(m, node, class, "armature", "armature");
    if (stiffness == 0.0 && damping == 0.0) {
        say(m, MB_IGNORED, node, name, "without stiffness and damping it only measures");
        mb_xml_mark_all(node);
        return;
    }
    if (!straight(m, node, &e) || (given == 2 && free[0] != free[1])) {
        say(m, MB_REFUSED, node, name,
            "a spring goes straight between two sites of different bodies, with one springlength");
        mb_xml_mark_all(node);
        return;
    }
    spring = mb_robot_add(m->robot, &m->robot->springs, sizeof *spring);
    if (!spring)
        return;
    *spring = (mb_robot_spring){.name = name,
                                .line = mb_xml_line(node),
                                .of = {MB_NO_INDEX, 0},
                                .stiffness = stiffness,
                                .free = free[0] < 0.0 ? length_of(&e) : free[0],
                                .damping = damping};
    memcpy(spring->body, e.body, sizeof spring->body);
    memcpy(spring->at, e.at, sizeof spring->at);
    say(m, MB_TAKEN, node, name, "spring-damper along a line");
}

void mb_mjcf_read_tendons(mb_mjcf *m, mb_xml_node *section)
{
    int n = 0;

    for (mb_xml_node *c = section->child; c; c = c->next) {
        mb_xml_mark(c);
        if (mb_mjcf_add_name(m, MB_MJCF_TENDONS, c))
            read_tendon(m, c, n++);
    }
}

/* A tendon of constant length: a distance. */
static void read_constant(mb_mjcf *m, mb_xml_node *node, int class, const char *name)
{
    const mb_mjcf_named *tendon = mb_mjcf_find(m, MB_MJCF_TENDONS, node, "tendon1", "tendon");
    double a[5] = {0.0};
    ends e;

    if (!tendon)
        return;
    if (mb_xml_get(node, "tendon2") || !straight(m, tendon->node, &e) ||
        (mb_mjcf_numbers(m, node, class, "polycoef", 5, a) && a[0] != 0.0)) {
        say(m, MB_REFUSED, node, name,
            "a distance is kept by one tendon, straight between two sites of different bodies, at "
            "the length that it has");
        return;
    }
    if (add_joint(m, node, name, MB_JOINT_DISTANCE, &e))
        say(m, MB_TAKEN, node, name, "a distance");
}

/* ---- the section ------------------------------------------------------------------------------- */

static void read_equality(mb_mjcf *m, mb_xml_node *node, int number)
{
    const int class = mb_mjcf_class_of(m, node, m->classes.n ? 0 : MB_NO_INDEX);
    const char *name = name_of(m, node, "loop", number);
    const char *active = mb_mjcf_get(m, node, class, "active");

    mb_xml_mark(node);
    if (active && strcmp(active, "false") == 0) {
        say(m, MB_IGNORED, node, name, "it is not active");
        mb_xml_mark_all(node);
    } else if (mb_robot_omits(m->options, "loops")) {
        say(m, MB_IGNORED, node, name, "left out, as asked; the motion is another one");
        mb_xml_mark_all(node);
    } else if (mb_xml_is(node, "connect")) {
        read_connect(m, node, class, name);
    } else if (mb_xml_is(node, "weld")) {
        read_weld(m, node, class, name);
    } else if (mb_xml_is(node, "joint")) {
        read_couple(m, node, class, name);
    } else if (mb_xml_is(node, "tendon")) {
        read_constant(m, node, class, name);
    } else {
        say(m, MB_REFUSED, node, name, "connect, weld, joint and tendon are read");
    }
}

void mb_mjcf_read_equalities(mb_mjcf *m, mb_xml_node *section)
{
    const int first = m->robot->joints.n;
    int n = 0;

    if (m->nqpos)
        mb_robot_say(
            m->robot->report, MB_IGNORED, mb_xml_line(section),
            "loops are closed where the bodies stand in the keyframe; they must hold there");
    for (mb_xml_node *c = section->child; c; c = c->next)
        read_equality(m, c, n++);
    pair_connects(m, first);
}

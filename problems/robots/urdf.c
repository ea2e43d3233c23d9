/* SPDX-License-Identifier: MIT */
/* URDF: links, joints, loops of its dialects. */
#include "problems/robots/urdf.h"

#include <math.h>
#include <string.h>

#include "base/vector3.h"

enum { LINKS = 10000, MIMICS = 8 };

static mb_urdf_link_entry *link_at(const mb_urdf *u, int i)
{
    return (mb_urdf_link_entry *)u->links.at + i;
}

static mb_urdf_joint *joint_at(const mb_urdf *u, int i)
{
    return (mb_urdf_joint *)u->joints.at + i;
}

void mb_urdf_refuse(mb_urdf *u, int line, const char *name, const char *why)
{
    mb_robot_say(u->robot->report, MB_REFUSED, line, "'%s': %s", name, why);
}

/* ---- attributes -------------------------------------------------------------------------------- */

int mb_urdf_numbers(mb_urdf *u, mb_xml_node *node, const char *name, int most, double *x)
{
    const char *text = node ? mb_xml_get(node, name) : NULL;
    double read[8];
    const int n =
        text ? mb_xml_numbers(text, mb_xml_line(node), name, most, read, u->robot->report) : 0;

    if (n > 0)
        memcpy(x, read, (size_t)n * sizeof *x);
    return n > 0 ? n : 0;
}

static double number(mb_urdf *u, mb_xml_node *node, const char *name, double otherwise)
{
    mb_urdf_numbers(u, node, name, 1, &otherwise);
    return otherwise;
}

const char *mb_urdf_text(mb_xml_node *node, const char *name)
{
    const char *text = node ? mb_xml_get(node, name) : NULL;

    return text ? text : "";
}

/* Turns about fixed x, y, z. */
void mb_urdf_fixed_turns(const double *rpy, double r[9])
{
    double before[9], one[9];
    mb_robot_frame unit;

    mb_robot_unit_frame(&unit);
    memcpy(r, unit.r, sizeof unit.r);
    for (int k = 0; k < 3; k++) {
        double axis[3] = {0.0, 0.0, 0.0};

        axis[k] = 1.0;
        mb_robot_turn(axis, rpy[k], one);
        memcpy(before, r, sizeof before);
        mb_robot_product(one, before, r);
    }
}

/* xyz and rpy of an element. */
void mb_urdf_origin(mb_urdf *u, mb_xml_node *node, mb_robot_frame *frame)
{
    double rpy[3] = {0.0, 0.0, 0.0};

    mb_robot_unit_frame(frame);
    mb_urdf_numbers(u, node, "xyz", 3, frame->p);
    if (mb_urdf_numbers(u, node, "rpy", 3, rpy))
        mb_urdf_fixed_turns(rpy, frame->r);
}

static int find_link(const mb_urdf *u, const char *name)
{
    for (int i = 0; i < u->links.n; i++)
        if (strcmp(link_at(u, i)->name, name) == 0)
            return i;
    return MB_NO_INDEX;
}

const mb_urdf_link_entry *mb_urdf_link(const mb_urdf *u, const char *name)
{
    const int link = find_link(u, name);

    return link == MB_NO_INDEX ? NULL : link_at(u, link);
}

static int find_joint(const mb_urdf *u, const char *name)
{
    for (int i = 0; i < u->joints.n; i++)
        if (strcmp(joint_at(u, i)->name, name) == 0)
            return i;
    return MB_NO_INDEX;
}

/* ---- the lists --------------------------------------------------------------------------------- */

static void add_link(mb_urdf *u, mb_xml_node *node)
{
    mb_urdf_link_entry *link = mb_robot_add(u->robot, &u->links, sizeof *link);

    mb_xml_mark(node);
    if (link)
        *link = (mb_urdf_link_entry){mb_urdf_text(node, "name"), node, MB_NO_INDEX, MB_NO_INDEX};
}

static void add_joint(mb_urdf *u, mb_xml_node *node)
{
    mb_urdf_joint *joint = mb_robot_add(u->robot, &u->joints, sizeof *joint);
    mb_xml_node *mimic = mb_xml_child(node, "mimic");

    mb_xml_mark(node);
    if (!joint)
        return;
    *joint = (mb_urdf_joint){.name = mb_urdf_text(node, "name"),
                             .type = mb_urdf_text(node, "type"),
                             .parent = mb_urdf_text(mb_xml_child(node, "parent"), "link"),
                             .child = mb_urdf_text(mb_xml_child(node, "child"), "link"),
                             .mimics = mimic ? mb_urdf_text(mimic, "joint") : NULL,
                             .node = node,
                             .line = mb_xml_line(node),
                             .of = {MB_NO_INDEX, 0}};
    joint->multiplier = number(u, mimic, "multiplier", 1.0);
    joint->offset = number(u, mimic, "offset", 0.0);
}

/* Place of a joint that follows another one when that stands where the file has it. */
static double place_of(mb_urdf *u, int joint, int depth)
{
    const mb_urdf_joint *j = joint_at(u, joint);
    const int master = j->mimics ? find_joint(u, j->mimics) : MB_NO_INDEX;

    if (!j->mimics)
        return 0.0;
    if (master == MB_NO_INDEX || depth == 0) {
        mb_urdf_refuse(u, j->line, j->name,
                       master == MB_NO_INDEX ? "there is no joint that it mimics"
                                             : "joints mimic one another in a circle");
        return 0.0;
    }
    return j->offset + j->multiplier * place_of(u, master, depth - 1);
}

static void connect_lists(mb_urdf *u)
{
    for (int i = 0; i < u->joints.n; i++) {
        mb_urdf_joint *j = joint_at(u, i);

        j->q0 = place_of(u, i, MIMICS);
        j->parent_link = find_link(u, j->parent);
        j->child_link = find_link(u, j->child);
        if (j->parent_link == MB_NO_INDEX || j->child_link == MB_NO_INDEX) {
            mb_robot_say(u->robot->report, MB_REFUSED, j->line, "joint '%s': no link '%s'", j->name,
                         j->parent_link == MB_NO_INDEX ? j->parent : j->child);
            j->parent_link = MB_NO_INDEX;
        } else if (link_at(u, j->child_link)->joint != MB_NO_INDEX) {
            mb_robot_say(u->robot->report, MB_REFUSED, j->line,
                         "link '%s' is the child of two joints; URDF is a tree: close the loop by "
                         "<loop_joint>, <loop> or <gazebo><joint>",
                         j->child);
            j->parent_link = MB_NO_INDEX;
        } else {
            link_at(u, j->child_link)->joint = i;
        }
    }
}

/* ---- bodies ------------------------------------------------------------------------------------ */

static void add_inertial(mb_urdf *u, mb_xml_node *link, mb_robot_body *body)
{
    mb_xml_node *inertial = mb_xml_child(link, "inertial"), *tensor;
    mb_robot_frame own, frame;
    double mass, j[9], world[9];

    if (!inertial)
        return;
    mass = number(u, mb_xml_child(inertial, "mass"), "value", 0.0);
    if (!(mass >= 0.0))
        mb_urdf_refuse(u, mb_xml_line(inertial), body->name, "a mass is not below 0");
    mb_urdf_origin(u, mb_xml_child(inertial, "origin"), &own);
    tensor = mb_xml_child(inertial, "inertia");
    j[0] = number(u, tensor, "ixx", 0.0);
    j[4] = number(u, tensor, "iyy", 0.0);
    j[8] = number(u, tensor, "izz", 0.0);
    j[1] = j[3] = number(u, tensor, "ixy", 0.0);
    j[2] = j[6] = number(u, tensor, "ixz", 0.0);
    j[5] = j[7] = number(u, tensor, "iyz", 0.0);
    mb_robot_compose(&body->frame, &own, &frame);
    mb_robot_turn_tensor(frame.r, j, world);
    mb_robot_add_mass(body, mass, frame.p, world);
}

static void refuse_friction(mb_urdf *u, const mb_urdf_joint *j, double friction)
{
    if (friction == 0.0)
        return;
    if (mb_robot_omits(u->options, "friction"))
        mb_robot_say(u->robot->report, MB_IGNORED, j->line,
                     "friction of <dynamics> is left out, as asked; the motion is another one");
    else
        mb_robot_say(u->robot->report, MB_REFUSED, j->line,
                     "friction of <dynamics>: a mechanism file has none, and without it the motion "
                     "is another one; --omit friction leaves it out");
}

/* Moves the child's frame by the joint's own place. */
static void displace(const mb_urdf_joint *j, mb_robot_step *s, mb_robot_frame *frame)
{
    double r[9], turned[9];

    s->value = j->q0;
    if (j->q0 == 0.0)
        return;
    if (s->kind == MB_STEP_HINGE) {
        mb_robot_turn(s->axis, j->q0, r);
        mb_robot_product(r, frame->r, turned);
        memcpy(frame->r, turned, sizeof frame->r);
        return;
    }
    for (int i = 0; i < 3; i++)
        frame->p[i] += j->q0 * s->axis[i];
    memcpy(s->at, frame->p, sizeof s->at);
}

/* Two slides at right angles to the normal, and a turn about it. */
static int planar_steps(const mb_urdf_joint *j, const mb_robot_frame *frame, const double *normal,
                        mb_robot_step *s)
{
    double x[3] = {1.0, 0.0, 0.0}, y[3];

    if (fabs(normal[0]) > 0.9)
        x[0] = 0.0, x[1] = 1.0;
    mb_cross(normal, x, y);
    mb_robot_unit(y);
    mb_cross(y, normal, x);
    for (int k = 0; k < 3; k++) {
        s[k] = (mb_robot_step){
            .name = j->name, .line = j->line, .kind = k == 2 ? MB_STEP_HINGE : MB_STEP_SLIDE};
        memcpy(s[k].at, frame->p, sizeof s[k].at);
        memcpy(s[k].axis, k == 2 ? normal : k ? y : x, sizeof s[k].axis);
    }
    return 3;
}

static void hang(mb_urdf *u, mb_urdf_joint *j, int body, mb_robot_frame *frame)
{
    const bool slides = strcmp(j->type, "prismatic") == 0;
    mb_xml_node *dynamics = mb_xml_child(j->node, "dynamics");
    mb_robot_step step[3] = {{.name = j->name, .line = j->line}};
    double axis[3] = {1.0, 0.0, 0.0}, world[3];
    int n = 1;

    if (strcmp(j->type, "fixed") == 0)
        return;
    if (strcmp(j->type, "floating") == 0) {
        mb_robot_bodies(u->robot)[body].free = true;
        return;
    }
    mb_urdf_numbers(u, mb_xml_child(j->node, "axis"), "xyz", 3, axis);
    if (!mb_robot_unit(axis))
        mb_urdf_refuse(u, j->line, j->name, "its axis has no direction");
    mb_robot_direction(frame, axis, world);
    if (strcmp(j->type, "planar") == 0) {
        n = planar_steps(j, frame, world, step);
    } else if (slides || strcmp(j->type, "revolute") == 0 || strcmp(j->type, "continuous") == 0) {
        step[0].kind = slides ? MB_STEP_SLIDE : MB_STEP_HINGE;
        memcpy(step[0].at, frame->p, sizeof step[0].at);
        memcpy(step[0].axis, world, sizeof world);
        displace(j, step, frame);
    } else {
        mb_urdf_refuse(u, j->line, j->name,
                       "its type is fixed, revolute, continuous, prismatic, floating or planar");
        return;
    }
    step[0].damping = number(u, dynamics, "damping", 0.0);
    refuse_friction(u, j, number(u, dynamics, "friction", 0.0));
    mb_robot_join(u->robot, body, step, n, u->options->planar);
    j->of = step[0].of;
}

static void add_body(mb_urdf *u, int link)
{
    mb_urdf_link_entry *l = link_at(u, link);
    mb_urdf_joint *j = l->joint == MB_NO_INDEX ? NULL : joint_at(u, l->joint);
    mb_robot_body *b = mb_robot_add(u->robot, &u->robot->bodies, sizeof *b);
    mb_robot_frame own, frame;
    const int body = u->robot->bodies.n - 1;

    if (!b)
        return;
    l->body = body;
    *b = (mb_robot_body){.name = l->name,
                         .line = mb_xml_line(l->node),
                         .parent = j ? link_at(u, j->parent_link)->body : MB_ON_GROUND,
                         .joint = MB_NO_INDEX,
                         .part = body};
    mb_robot_unit_frame(&frame);
    b->free = !j && u->options->free;
    if (j) {
        mb_urdf_origin(u, mb_xml_child(j->node, "origin"), &own);
        mb_robot_compose(&mb_robot_bodies(u->robot)[b->parent].frame, &own, &frame);
        hang(u, j, body, &frame);
    }
    b = &mb_robot_bodies(u->robot)[body];
    b->frame = frame;
    add_inertial(u, l->node, b);
}

/* Links from the root outwards. */
static void add_bodies(mb_urdf *u)
{
    int *order, n = 0, root = MB_NO_INDEX;

    if (MB_TAKE(u->robot->arena, &order, (size_t)u->links.n, NULL) != MB_OK) {
        u->robot->report->no_memory = true;
        return;
    }
    for (int i = 0; i < u->links.n; i++)
        if (link_at(u, i)->joint == MB_NO_INDEX) {
            if (root != MB_NO_INDEX)
                mb_urdf_refuse(u, mb_xml_line(link_at(u, i)->node), link_at(u, i)->name,
                               "a second link that no joint carries; URDF has one root");
            root = i;
            order[n++] = i;
        }
    for (int k = 0; k < n; k++) {
        add_body(u, order[k]);
        for (int i = 0; i < u->joints.n && n < u->links.n; i++)
            if (joint_at(u, i)->parent_link == order[k])
                order[n++] = joint_at(u, i)->child_link;
    }
    if (n < u->links.n)
        mb_robot_say(u->robot->report, MB_REFUSED, 1, "%d links hang on one another and on no root",
                     u->links.n - n);
}

static void add_mimics(mb_urdf *u)
{
    for (int i = 0; i < u->joints.n; i++) {
        const mb_urdf_joint *j = joint_at(u, i), *master;
        mb_robot_gear *gear;
        const int k = j->mimics ? find_joint(u, j->mimics) : MB_NO_INDEX;

        if (k == MB_NO_INDEX)
            continue;
        master = joint_at(u, k);
        if (j->of.joint == MB_NO_INDEX || master->of.joint == MB_NO_INDEX) {
            mb_urdf_refuse(u, j->line, j->name,
                           "a joint without a coordinate mimics or is mimicked");
            continue;
        }
        gear = mb_robot_add(u->robot, &u->robot->gears, sizeof *gear);
        if (gear)
            *gear = (mb_robot_gear){j->name, j->line, {j->of, master->of}, {1.0, -j->multiplier}};
        mb_robot_say(u->robot->report, MB_TAKEN, j->line, "joint '%s' mimics '%s': a gear", j->name,
                     master->name);
    }
}

void mb_urdf_read(mb_robot *robot, mb_xml_node *root, const mb_robot_options *options)
{
    mb_urdf u = {.robot = robot, .options = options};

    robot->name = mb_xml_get(root, "name");
    robot->gravity[2] = -9.81;
    mb_robot_say(robot->report, MB_TAKEN, mb_xml_line(root),
                 "gravity: URDF has none; 9.81 m/s2 along -z");
    for (mb_xml_node *c = root->child; c; c = c->next) {
        if (strncmp(c->name, "xacro:", strlen("xacro:")) == 0)
            mb_robot_say(robot->report, MB_REFUSED, mb_xml_line(c),
                         "xacro is a macro language; `xacro FILE > ROBOT.urdf` writes it out");
        else if (mb_xml_is(c, "link"))
            add_link(&u, c);
        else if (mb_xml_is(c, "joint") || mb_xml_is(c, "drake:joint"))
            add_joint(&u, c);
    }
    if (u.links.n > LINKS || u.joints.n > LINKS) {
        mb_robot_say(robot->report, MB_REFUSED, 1, "more than %d links or joints", LINKS);
        return;
    }
    connect_lists(&u);
    if (robot->report->n[MB_REFUSED])
        return;
    add_bodies(&u);
    if (robot->report->n[MB_REFUSED])
        return;
    add_mimics(&u);
    mb_urdf_add_loops(&u, root);
}

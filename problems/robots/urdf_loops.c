/* SPDX-License-Identifier: MIT */
/* Loops of the dialects of URDF. */
#include <string.h>

#include "problems/robots/urdf.h"

/* One side of a loop: its link and where on it. */
static bool side(mb_urdf *u, mb_xml_node *loop, const char *const *names, mb_robot_joint *joint,
                 int k, mb_robot_frame *frame)
{
    mb_xml_node *node = NULL, *origin;
    const char *name;
    mb_robot_frame own;
    const mb_urdf_link_entry *link;

    for (int i = 0; names[i] && !node; i++)
        node = mb_xml_child(loop, names[i]);
    name = node && mb_xml_get(node, "link") ? mb_urdf_text(node, "link")
           : node                           ? node->content
                                            : "";
    link = mb_urdf_link(u, name);
    if (!link || link->body == MB_NO_INDEX) {
        mb_urdf_refuse(u, joint->line, joint->name, "a loop names two links of the file");
        return false;
    }
    origin = mb_xml_child(node, "origin");
    mb_urdf_origin(u, origin ? origin : node, &own);
    joint->body[k] = link->body;
    mb_robot_compose(&mb_robot_bodies(u->robot)[joint->body[k]].frame, &own, frame);
    memcpy(joint->at[k], frame->p, sizeof joint->at[k]);
    return true;
}

/* Gazebo's place of a joint, on the child. */
static void take_pose(mb_urdf *u, mb_xml_node *loop, mb_robot_joint *joint, mb_robot_frame *frame)
{
    mb_xml_node *pose = mb_xml_child(loop, "pose");
    double x[6] = {0.0};
    mb_robot_frame own, at;

    if (!pose ||
        mb_xml_numbers(pose->content, mb_xml_line(pose), "pose", 6, x, u->robot->report) < 3)
        memset(x, 0, sizeof x);
    memcpy(own.p, x, sizeof own.p);
    mb_urdf_fixed_turns(x + 3, own.r);
    mb_robot_compose(&mb_robot_bodies(u->robot)[joint->body[1]].frame, &own, &at);
    *frame = at;
    for (int k = 0; k < 2; k++)
        memcpy(joint->at[k], at.p, sizeof joint->at[k]);
}

static bool loop_kind(const char *type, mb_joint_kind *kind)
{
    static const struct {
        const char *word;
        mb_joint_kind kind;
    } kinds[] = {{"revolute", MB_JOINT_REVOLUTE},   {"continuous", MB_JOINT_REVOLUTE},
                 {"prismatic", MB_JOINT_PRISMATIC}, {"fixed", MB_JOINT_RIGID},
                 {"ball", MB_JOINT_SPHERICAL},      {"spherical", MB_JOINT_SPHERICAL}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].word, type) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    return false;
}

static void add_loop(mb_urdf *u, mb_xml_node *node, bool gazebo)
{
    static const char *const first[] = {"link1", "predecessor", "parent", NULL};
    static const char *const second[] = {"link2", "successor", "child", NULL};
    mb_xml_node *turn = mb_xml_child(node, "axis"), *inner;
    mb_robot_joint joint = {.name = mb_urdf_text(node, "name"), .line = mb_xml_line(node)}, *kept;
    double axis[3] = {1.0, 0.0, 0.0};
    mb_robot_frame frame, other;

    mb_xml_mark(node);
    if (!loop_kind(mb_urdf_text(node, "type"), &joint.kind)) {
        mb_urdf_refuse(
            u, joint.line, joint.name,
            "a loop is closed by a revolute, continuous, prismatic, ball or fixed joint");
        return;
    }
    if (!side(u, node, first, &joint, 0, &frame) || !side(u, node, second, &joint, 1, &other))
        return;
    if (joint.body[0] == joint.body[1]) {
        mb_urdf_refuse(u, joint.line, joint.name, "a loop joins two links");
        return;
    }
    if (gazebo)
        take_pose(u, node, &joint, &frame);
    inner = turn ? mb_xml_child(turn, "xyz") : NULL;
    if (inner)
        mb_xml_numbers(inner->content, mb_xml_line(inner), "axis", 3, axis, u->robot->report);
    else
        mb_urdf_numbers(u, turn, "xyz", 3, axis);
    if (!mb_robot_unit(axis))
        mb_urdf_refuse(u, joint.line, joint.name, "its axis has no direction");
    for (int k = 0; k < 2; k++)
        mb_robot_direction(&frame, axis, joint.axis[k]);
    kept = mb_robot_add(u->robot, &u->robot->joints, sizeof *kept);
    if (kept)
        *kept = joint;
    mb_robot_say(u->robot->report, MB_TAKEN, joint.line, "loop '%s': %s", joint.name,
                 mb_joint_kind_facts(joint.kind)->word);
}

void mb_urdf_add_loops(mb_urdf *u, mb_xml_node *root)
{
    for (mb_xml_node *c = root->child; c; c = c->next) {
        mb_xml_node *inner = mb_xml_is(c, "gazebo") ? mb_xml_child(c, "joint") : NULL;

        if (mb_xml_is(c, "loop_joint") || mb_xml_is(c, "loop"))
            add_loop(u, c, false);
        if (inner) {
            mb_xml_mark(c);
            add_loop(u, inner, true);
        }
    }
}

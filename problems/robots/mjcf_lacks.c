/* SPDX-License-Identifier: MIT */
/* What of a mechanism MJCF can say. */
#include <stdio.h>

#include "problems/format/expression/expression.h"
#include "problems/robots/mjcf_write.h"

/* Joints are exact as declared to this share of the mechanism's size. */
#define OPEN 1e-9

static bool in_tree(const mb_mjcf_writer *w, mb_coordinate of)
{
    return w->tree.carries[of.joint];
}

static void check_joint(const mb_mjcf_writer *w, int i, char *why, size_t size)
{
    const mb_plain_joint *joint = &w->m->joint[i];
    const char *word = mb_joint_kind_facts(joint->kind)->word;

    if (mb_export_gap(w->m, joint) > OPEN * w->m->scale)
        mb_export_refuse(why, size,
                         "joint '%s' is %.2g m open, and the file needs the assembled position",
                         joint->name, mb_export_gap(w->m, joint));
    if (w->tree.carries[i] || joint->kind == MB_JOINT_REVOLUTE ||
        joint->kind == MB_JOINT_SPHERICAL || joint->kind == MB_JOINT_RIGID ||
        joint->kind == MB_JOINT_DISTANCE)
        return;
    mb_export_refuse(why, size,
                     "joint '%s' (%s) closes a loop; an equality is revolute, spherical, rigid or "
                     "a distance",
                     joint->name, word);
}

static void check_forces(const mb_mjcf_writer *w, char *why, size_t size)
{
    for (int i = 0; i < w->m->nforces; i++) {
        const mb_plain_force *f = &w->m->force[i];
        bool linear = !f->law && !f->damper && f->only == MB_BOTH_SIDES;

        if (f->kind == MB_FORCE_JOINT && linear && in_tree(w, f->of)) {
            if (mb_mjcf_spring(w, f->of.joint, f->of.number) != f)
                mb_export_refuse(why, size, "force '%s' is the second one on its joint", f->name);
            continue;
        }
        linear = linear && (f->kind == MB_FORCE_LINE || f->kind == MB_FORCE_JOINT);
        if (f->kind != MB_FORCE_LINE || !linear)
            mb_export_refuse(why, size,
                             linear ? "force '%s' acts on a joint that closes a loop"
                                    : "force '%s' is no linear spring-damper",
                             f->name);
    }
}

static void check_gears(const mb_mjcf_writer *w, char *why, size_t size)
{
    for (int i = 0; i < w->m->ngears; i++) {
        const mb_plain_gear *gear = &w->m->gear[i];

        if (gear->mesh || gear->n != 2 || !in_tree(w, gear->term[0].of) ||
            !in_tree(w, gear->term[1].of) || gear->term[0].factor == 0.0)
            mb_export_refuse(why, size, "gear '%s' does not couple two joints that carry a body",
                             gear->name);
    }
    for (int i = 0; i < w->m->ndrives; i++)
        if (!w->m->drive[i].law->constant || !in_tree(w, w->m->drive[i].of))
            mb_export_refuse(why, size,
                             "drive '%s' is not a constant on a joint that carries a body",
                             w->m->drive[i].name);
}

void mb_mjcf_lacks(const mb_mjcf_writer *w, char *why, size_t size)
{
    why[0] = '\0';
    for (int i = 0; i < w->m->njoints; i++)
        check_joint(w, i, why, size);
    check_forces(w, why, size);
    check_gears(w, why, size);
}

/* ---- what is given ------------------------------------------------------------------------------- */

const mb_plain_force *mb_mjcf_spring(const mb_mjcf_writer *w, int joint, int number)
{
    for (int i = 0; i < w->m->nforces; i++) {
        const mb_plain_force *f = &w->m->force[i];

        if (f->kind == MB_FORCE_JOINT && f->of.joint == joint && f->of.number == number)
            return f;
    }
    return NULL;
}

void mb_mjcf_coordinate(const mb_mjcf_writer *w, mb_coordinate of, char name[MB_MJCF_NAME])
{
    const mb_plain_joint *joint = &w->m->joint[of.joint];
    const char *ending = mb_joint_coordinate_ending(joint->kind, of.number);

    if (joint->kind == MB_JOINT_SCREW)
        ending = ".angle";
    else if (joint->kind == MB_JOINT_POINT_ON_LINE)
        ending = ".slide";
    snprintf(name, MB_MJCF_NAME, "%s%s", joint->name, ending ? ending : "");
}

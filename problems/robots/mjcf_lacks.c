/* SPDX-License-Identifier: MIT */
/* What of a mechanism MJCF can say. */
#include <stdio.h>
#include <string.h>

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
    mb_export_refuse_massless(w->m, why, size);
    for (int b = 0; b < w->m->nbodies; b++)
        if (strcmp(w->m->body[b].name, MB_MJCF_GROUND) == 0)
            mb_export_refuse(why, size, "body '%s' has the ground's name", MB_MJCF_GROUND);
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

/* ---- names that stand once in the file ----------------------------------------------------------- */

static bool is_spring(const mb_plain_mechanism *m, const char *name)
{
    for (int i = 0; i < m->nforces; i++)
        if (m->force[i].kind == MB_FORCE_LINE && strcmp(m->force[i].name, name) == 0)
            return true;
    return false;
}

static bool is_gear(const mb_plain_mechanism *m, const char *name)
{
    for (int i = 0; i < m->ngears; i++)
        if (strcmp(m->gear[i].name, name) == 0)
            return true;
    return false;
}

static bool is_joint(const mb_plain_mechanism *m, const char *name)
{
    for (int i = 0; i < m->njoints; i++)
        if (strcmp(m->joint[i].name, name) == 0)
            return true;
    return false;
}

static void put_name(char name[MB_MJCF_NAME], const char *text, bool known, const char *ending)
{
    snprintf(name, MB_MJCF_NAME, "%s%s", text, known ? ending : "");
}

void mb_mjcf_tendon_name(const mb_mjcf_writer *w, const mb_plain_joint *joint,
                         char name[MB_MJCF_NAME])
{
    put_name(name, joint->name, is_spring(w->m, joint->name), " rod");
}

void mb_mjcf_gear_name(const mb_mjcf_writer *w, const mb_plain_gear *gear, char name[MB_MJCF_NAME])
{
    put_name(name, gear->name, is_joint(w->m, gear->name), " gear");
}

void mb_mjcf_drive_name(const mb_mjcf_writer *w, const mb_plain_drive *drive,
                        char name[MB_MJCF_NAME])
{
    put_name(name, drive->name, is_joint(w->m, drive->name) || is_gear(w->m, drive->name),
             " drive");
}

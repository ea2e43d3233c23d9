/* What of a mechanism MJCF can say. */
#include <math.h>
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

    if (fabs(joint->open) > OPEN * w->m->scale ||
        (joint->kind == MB_JOINT_DISTANCE &&
         fabs(joint->length - joint->stated) > OPEN * w->m->scale))
        mb_export_refuse(why, size,
                         "joint '%s' is %.2g m open as declared, and the file needs the assembled "
                         "position",
                         joint->name,
                         joint->kind == MB_JOINT_DISTANCE ? fabs(joint->length - joint->stated)
                                                          : fabs(joint->open));
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

bool mb_mjcf_rate(const mb_mjcf_writer *w, int joint, int number, double *rate)
{
    *rate = 0.0;
    for (int i = 0; i < w->m->start.n; i++) {
        const mb_start_item *item = &w->m->start.item[i];

        if (item->kind == MB_START_COORDINATE && item->of.joint == joint &&
            item->of.number == number) {
            *rate = item->value[0];
            return true;
        }
    }
    return false;
}

bool mb_mjcf_velocity(const mb_mjcf_writer *w, int body, mb_start_kind kind, double v[3])
{
    memset(v, 0, 3 * sizeof *v);
    for (int i = 0; i < w->m->start.n; i++) {
        const mb_start_item *item = &w->m->start.item[i];
        const bool at_com = item->place[0] == 0.0 && item->place[1] == 0.0 && item->place[2] == 0.0;

        if (item->kind == kind && item->body == body && !item->along && at_com) {
            memcpy(v, item->value, 3 * sizeof *v);
            return true;
        }
    }
    return false;
}

bool mb_mjcf_start_is_whole(const mb_mjcf_writer *w)
{
    double v[3];

    if (w->m->start.n == 0)
        return false;
    for (int b = 0; b < w->m->nbodies; b++) {
        const mb_export_branch *branch = &w->tree.branch[b];
        const mb_plain_joint *joint =
            branch->joint == MB_NO_INDEX ? NULL : &w->m->joint[branch->joint];

        if (!joint) {
            if (!mb_mjcf_velocity(w, b, MB_START_VELOCITY, v) ||
                (!w->m->body[b].point && !mb_mjcf_velocity(w, b, MB_START_OMEGA, v)))
                return false;
        } else if (joint->kind == MB_JOINT_SPHERICAL) {
            if (branch->parent != MB_ON_GROUND || !mb_mjcf_velocity(w, b, MB_START_OMEGA, v))
                return false;
        } else if (joint->kind == MB_JOINT_PLANAR || joint->kind == MB_JOINT_POINT_ON_LINE ||
                   joint->kind == MB_JOINT_SCREW) {
            return false;
        }
        for (int k = 0; joint && k < mb_joint_kind_facts(joint->kind)->coordinates; k++)
            if (!mb_mjcf_rate(w, branch->joint, k, v))
                return false;
    }
    return true;
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

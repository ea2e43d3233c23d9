/* SPDX-License-Identifier: MIT */
/* A mechanism as a URDF tree.  A link's frame stands in the place of its joint, along the axes of the
 * world. */
#include <string.h>

#include "base/spec.h"
#include "problems/robots/export_tree.h"
#include "problems/robots/robots.h"

/* Joints are exact as declared to this share of the mechanism's size. */
#define OPEN 1e-9

typedef struct writer {
    const mb_plain_mechanism *m;
    mb_export_tree tree;
    FILE *out;
} writer;

/* Type of the joint that carries a body, NULL: URDF has none. */
static const char *type_of(const writer *w, int body)
{
    const int joint = w->tree.branch[body].joint;

    if (joint == MB_NO_INDEX)
        return w->m->spatial ? "floating" : "planar";
    if (w->tree.branch[body].welded)
        return "fixed";
    switch (w->m->joint[joint].kind) {
    case MB_JOINT_REVOLUTE:
        return "continuous";
    case MB_JOINT_PRISMATIC:
        return "prismatic";
    case MB_JOINT_RIGID:
        return "fixed";
    case MB_JOINT_PLANAR:
        return "planar";
    default:
        return NULL;
    }
}

/* ---- what it cannot say -------------------------------------------------------------------------- */

static void check_joints(const writer *w, char *why, size_t size)
{
    for (int b = 0; b < w->m->nbodies; b++)
        if (!type_of(w, b))
            mb_export_refuse(why, size, "joint '%s' is %s, which URDF has not",
                             w->m->joint[w->tree.branch[b].joint].name,
                             mb_joint_kind_facts(w->m->joint[w->tree.branch[b].joint].kind)->word);
    for (int i = 0; i < w->m->njoints; i++) {
        const mb_plain_joint *joint = &w->m->joint[i];

        if (!w->tree.carries[i])
            mb_export_refuse(why, size,
                             "joint '%s' closes a loop, and URDF is a tree; its dialects have "
                             "<loop_joint>, <loop> or <gazebo><joint>",
                             joint->name);
        if (mb_export_gap(w->m, joint) > OPEN * w->m->scale)
            mb_export_refuse(why, size,
                             "joint '%s' is %.2g m open, and the file needs the assembled position",
                             joint->name, mb_export_gap(w->m, joint));
    }
}

static const mb_plain_force *damper_of(const writer *w, int joint)
{
    for (int i = 0; i < w->m->nforces; i++)
        if (w->m->force[i].kind == MB_FORCE_JOINT && w->m->force[i].of.joint == joint)
            return &w->m->force[i];
    return NULL;
}

static void check_forces(const writer *w, char *why, size_t size)
{
    for (int i = 0; i < w->m->nforces; i++) {
        const mb_plain_force *f = &w->m->force[i];

        if (f->kind != MB_FORCE_JOINT || f->law || f->stiffness != 0.0 ||
            !w->tree.carries[f->of.joint] || damper_of(w, f->of.joint) != f)
            mb_export_refuse(why, size, "force '%s' is not the damper of a joint of the tree",
                             f->name);
    }
    for (int i = 0; i < w->m->ndrives; i++)
        mb_export_refuse(why, size, "drive '%s'", w->m->drive[i].name);
}

/* The gear by which a joint follows another one, NULL: none. */
static const mb_plain_gear *gear_of(const writer *w, int joint)
{
    for (int i = 0; i < w->m->ngears; i++)
        if (!w->m->gear[i].mesh && w->m->gear[i].term[0].of.joint == joint)
            return &w->m->gear[i];
    return NULL;
}

static void check_gears(const writer *w, char *why, size_t size)
{
    for (int i = 0; i < w->m->ngears; i++) {
        const mb_plain_gear *gear = &w->m->gear[i];

        if (gear->mesh || gear->n != 2 || gear->term[0].factor == 0.0 ||
            gear_of(w, gear->term[0].of.joint) != gear ||
            !w->tree.carries[gear->term[0].of.joint] || !w->tree.carries[gear->term[1].of.joint])
            mb_export_refuse(why, size, "gear '%s' does not couple two joints of the tree",
                             gear->name);
    }
}

/* ---- writing ----------------------------------------------------------------------------------- */

static void put(const writer *w, const char *key, const double *x, int n)
{
    fprintf(w->out, " %s=\"", key);
    for (int i = 0; i < n; i++) {
        char text[MB_NUMBER_SIZE];

        mb_format_number(x[i] == 0.0 ? 0.0 : x[i], text);
        fprintf(w->out, "%s%s", i ? " " : "", text);
    }
    fputc('"', w->out);
}

/* A place or direction; a mechanism of the plane stands upright, its y is up. */
static void put_vector(const writer *w, const char *key, const double *x)
{
    if (w->m->spatial)
        put(w, key, x, 3);
    else
        put(w, key, (const double[]){x[0], -x[2], x[1]}, 3);
}

/* Where a link's frame stands in the world. */
static void origin_of(const writer *w, int body, double world[3])
{
    const int joint = body == MB_ON_GROUND ? MB_NO_INDEX : w->tree.branch[body].joint;

    memset(world, 0, 3 * sizeof *world);
    if (joint != MB_NO_INDEX)
        mb_export_place(w->m, &w->m->joint[joint], 0, world);
    else if (body != MB_ON_GROUND)
        memcpy(world, w->m->body[body].com, 3 * sizeof *world);
}

static void put_link(const writer *w, int body)
{
    static const char *const element[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    const mb_plain_body *b = &w->m->body[body];
    double at[3], u[3], j[9];
    bool added;

    origin_of(w, body, at);
    for (int i = 0; i < 3; i++)
        u[i] = b->com[i] - at[i];
    mb_export_inertia(w->m, body, j, &added);
    fprintf(w->out, "<link name=\"%s\">\n", b->name);
    if (added)
        fputs("<!-- inertia: " MB_EXPORT_ADDED " is added -->\n", w->out);
    fputs("<inertial><origin", w->out);
    put_vector(w, "xyz", u);
    fputs("/><mass", w->out);
    put(w, "value", &b->mass, 1);
    fputs("/><inertia", w->out);
    for (int i = 0; i < 6; i++)
        put(w, element[i], (const double[]){j[0], j[4], j[8], j[1], j[2], j[5]} + i, 1);
    fputs("/></inertial>\n</link>\n", w->out);
}

static void put_mimic(const writer *w, int joint)
{
    const mb_plain_gear *gear = gear_of(w, joint);
    double multiplier;

    if (!gear)
        return;
    multiplier = -gear->term[1].factor / gear->term[0].factor;
    fprintf(w->out, "<mimic joint=\"%s\"", w->m->joint[gear->term[1].of.joint].name);
    put(w, "multiplier", &multiplier, 1);
    fputs("/>", w->out);
}

static void put_joint(const writer *w, int body)
{
    const mb_export_branch *branch = &w->tree.branch[body];
    const mb_plain_joint *joint = branch->joint == MB_NO_INDEX ? NULL : &w->m->joint[branch->joint];
    const mb_plain_force *damper = joint ? damper_of(w, branch->joint) : NULL;
    double at[3], parent[3], axis[3] = {0.0, 0.0, 1.0};

    origin_of(w, body, at);
    origin_of(w, branch->parent, parent);
    for (int i = 0; i < 3; i++)
        at[i] -= parent[i];
    if (joint)
        mb_export_axis(w->m, joint, 0, branch->turned, axis);
    fprintf(w->out, "<joint name=\"%s\" type=\"%s\">\n<origin",
            joint ? joint->name : w->m->body[body].name, type_of(w, body));
    put_vector(w, "xyz", at);
    fprintf(w->out, "/><parent link=\"%s\"/><child link=\"%s\"/>",
            branch->parent == MB_ON_GROUND ? "ground" : w->m->body[branch->parent].name,
            w->m->body[body].name);
    if (strcmp(type_of(w, body), "fixed") != 0) {
        fputs("<axis", w->out);
        put_vector(w, "xyz", axis);
        fputs("/>", w->out);
    }
    if (joint && joint->kind == MB_JOINT_PRISMATIC)
        fputs("<limit lower=\"-1e9\" upper=\"1e9\" effort=\"1e9\" velocity=\"1e9\"/>", w->out);
    if (damper) {
        fputs("<dynamics", w->out);
        put(w, "damping", &damper->damping, 1);
        fputs("/>", w->out);
    }
    if (joint)
        put_mimic(w, branch->joint);
    fputs("\n</joint>\n", w->out);
}

static void put_robot(const writer *w)
{
    fprintf(w->out, "<robot name=\"%s\">\n<!-- URDF has no gravity; this is meant:", w->m->name);
    put_vector(w, "gravity", w->m->gravity);
    fputs(" -->\n", w->out);
    if (w->m->start.n)
        fputs("<!-- URDF has no start; velocities are not written -->\n", w->out);
    for (int i = 0; i < w->m->njoints; i++)
        if (w->m->joint[i].value[0] != 0.0)
            fprintf(w->out, "<!-- '%s' counts from where it stands -->\n", w->m->joint[i].name);
    fputs("<link name=\"ground\"/>\n", w->out);
    for (int b = 0; b < w->m->nbodies; b++)
        put_link(w, b);
    for (int b = 0; b < w->m->nbodies; b++)
        put_joint(w, b);
    fputs("</robot>\n", w->out);
}

mb_status mb_write_urdf(FILE *out, const mb_plain_mechanism *m, mb_error *err)
{
    writer w = {.m = m, .out = out};
    mb_arena *arena = mb_arena_create();
    char why[900] = "";
    mb_status status;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_export_tree_make(m, arena, &w.tree, err));
    mb_export_refuse_massless(m, why, sizeof why);
    check_joints(&w, why, sizeof why);
    check_forces(&w, why, sizeof why);
    check_gears(&w, why, sizeof why);
    if (why[0])
        MB_TRY(mb_fail(err, MB_NOT_APPLICABLE, "URDF cannot say it: %s", why));
    put_robot(&w);
done:
    mb_arena_destroy(arena);
    return status;
}

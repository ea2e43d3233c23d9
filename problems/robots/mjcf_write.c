/* SPDX-License-Identifier: MIT */
/* A mechanism as a model of MuJoCo.  Frames of bodies stand in the centres of mass, along the axes of
 * the world. */
#include "problems/robots/mjcf_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/robot.h"
#include "problems/robots/robots.h"

/* ---- joints of the tree -------------------------------------------------------------------------- */

/* MuJoCo counts a blank behind the last number as one more. */
static void put_state(mb_mjcf_writer *w, const double *q, int nq, const double *v, int nv)
{
    if (ftell(w->qpos) > 0) {
        fputc(' ', w->qpos);
        fputc(' ', w->qvel);
    }
    mb_mjcf_put_numbers(w->qpos, q, nq);
    mb_mjcf_put_numbers(w->qvel, v, nv);
}

/* What a body turns on its parent in the world; zero where it is not known. */
static void relative_omega(const mb_mjcf_writer *w, int body, double omega[3])
{
    const int parent = w->tree.branch[body].parent;

    for (int i = 0; i < 3; i++)
        omega[i] = !w->motion ? 0.0
                   : parent == MB_ON_GROUND
                       ? w->motion->omega[body][i]
                       : w->motion->omega[body][i] - w->motion->omega[parent][i];
}

/* Velocity of a place in the world as one of a body. */
static void velocity_at(const mb_mjcf_writer *w, int body, const double *at, double v[3])
{
    double arm[3];

    memset(v, 0, 3 * sizeof *v);
    if (body == MB_ON_GROUND || !w->motion)
        return;
    mb_mjcf_seen_from(w, body, at, arm);
    mb_cross(w->motion->omega[body], arm, v);
    for (int i = 0; i < 3; i++)
        v[i] += w->motion->v[body][i];
}

static double rate_of(const mb_mjcf_writer *w, int body, bool slides, const double *at,
                      const double *axis)
{
    double v[3], of_parent[3];

    if (!slides) {
        relative_omega(w, body, v);
        return mb_dot(v, axis);
    }
    velocity_at(w, body, at, v);
    velocity_at(w, w->tree.branch[body].parent, at, of_parent);
    return mb_dot(v, axis) - mb_dot(of_parent, axis);
}

/* One hinge or slide; number: coordinate of the joint that it is, -1: none. */
static void put_step(mb_mjcf_writer *w, int body, const char *ending, const char *type,
                     const double *at, const double *axis, int number)
{
    const int joint = w->tree.branch[body].joint;
    const mb_plain_joint *of = &w->m->joint[joint];
    const mb_plain_force *spring = number < 0 ? NULL : mb_mjcf_spring(w, joint, number);
    const bool slides = strcmp(type, "slide") == 0;
    const double rate = rate_of(w, body, slides, at, axis);
    const double value = number < 0 ? 0.0 : of->value[number];
    double u[3];

    mb_mjcf_seen_from(w, body, at, u);
    fprintf(w->out, "<joint name=\"%s%s\" type=\"%s\"", of->name, ending, type);
    mb_mjcf_put(w->out, "pos", u, 3);
    mb_mjcf_put(w->out, "axis", axis, 3);
    if (value != 0.0)
        mb_mjcf_put_one(w->out, "ref", value);
    if (spring && spring->stiffness != 0.0) {
        mb_mjcf_put_one(w->out, "stiffness", spring->stiffness);
        mb_mjcf_put_one(w->out, "springref", spring->free);
    }
    if (spring && spring->damping != 0.0)
        mb_mjcf_put_one(w->out, "damping", spring->damping);
    fputs("/>\n", w->out);
    put_state(w, &value, 1, &rate, 1);
}

static void put_ball(mb_mjcf_writer *w, int body, const char *ending, const double *at)
{
    const double unit[4] = {1.0, 0.0, 0.0, 0.0};
    double u[3], omega[3];

    mb_mjcf_seen_from(w, body, at, u);
    fprintf(w->out, "<joint name=\"%s%s\" type=\"ball\"",
            w->m->joint[w->tree.branch[body].joint].name, ending);
    mb_mjcf_put(w->out, "pos", u, 3);
    fputs("/>\n", w->out);
    relative_omega(w, body, omega);
    put_state(w, unit, 4, omega, 3);
}

/* Two directions at right angles to a third. */
static void across(const double *normal, double x[3], double y[3])
{
    x[0] = 1.0, x[1] = x[2] = 0.0;
    if (fabs(normal[0]) > 0.9)
        x[0] = 0.0, x[1] = 1.0;
    mb_cross(normal, x, y);
    mb_robot_unit(y);
    mb_cross(y, normal, x);
}

static void put_free(mb_mjcf_writer *w, int body)
{
    const mb_plain_body *b = &w->m->body[body];
    static const char *const axis[] = {"x", "y", "turn"};
    double q[7] = {b->com[0], b->com[1], b->com[2], 1.0, 0.0, 0.0, 0.0}, v[6];
    const double none = 0.0;

    velocity_at(w, body, b->com, v);
    relative_omega(w, body, v + 3);
    if (w->m->spatial) {
        fprintf(w->out, "<freejoint name=\"%s\"/>\n", b->name);
        put_state(w, q, 7, v, 6);
        return;
    }
    for (int k = 0; k < 3; k++) {
        fprintf(w->out, "<joint name=\"%s.%s\" type=\"%s\" axis=\"%s\"/>\n", b->name, axis[k],
                k == 2 ? "hinge" : "slide",
                k == 0   ? "1 0 0"
                : k == 1 ? "0 1 0"
                         : "0 0 1");
        put_state(w, &none, 1, k == 2 ? &v[5] : &v[k], 1);
    }
}

static void put_universal(mb_mjcf_writer *w, int body, const double *at, bool turned)
{
    static const char *const ending[] = {".first", ".second"};

    for (int k = 0; k < 2; k++) {
        const int number = turned ? 1 - k : k;
        double axis[3];

        mb_export_axis(w->m, &w->m->joint[w->tree.branch[body].joint], number, turned, axis);
        put_step(w, body, ending[number], "hinge", at, axis, number);
    }
}

static void put_planar(mb_mjcf_writer *w, int body, const double *at, const double *normal)
{
    double x[3], y[3];

    across(normal, x, y);
    put_step(w, body, ".x", "slide", at, x, -1);
    put_step(w, body, ".y", "slide", at, y, -1);
    put_step(w, body, ".turn", "hinge", at, normal, -1);
}

static void put_joint(mb_mjcf_writer *w, int body)
{
    const mb_export_branch *branch = &w->tree.branch[body];
    const mb_plain_joint *joint = &w->m->joint[branch->joint];
    double at[3], axis[3];

    if (branch->welded)
        return;
    mb_export_place(w->m, joint, joint->kind == MB_JOINT_POINT_ON_LINE ? 1 : 0, at);
    mb_export_axis(w->m, joint, 0, branch->turned, axis);
    switch (joint->kind) {
    case MB_JOINT_REVOLUTE:
        put_step(w, body, "", "hinge", at, axis, 0);
        break;
    case MB_JOINT_PRISMATIC:
        put_step(w, body, "", "slide", at, axis, 0);
        break;
    case MB_JOINT_SPHERICAL:
        put_ball(w, body, "", at);
        break;
    case MB_JOINT_UNIVERSAL:
        put_universal(w, body, at, branch->turned);
        break;
    case MB_JOINT_CYLINDRICAL:
        put_step(w, body, ".angle", "hinge", at, axis, 0);
        put_step(w, body, ".slide", "slide", at, axis, 1);
        break;
    case MB_JOINT_SCREW:
        put_step(w, body, ".angle", "hinge", at, axis, 0);
        put_step(w, body, ".slide", "slide", at, axis, -1);
        break;
    case MB_JOINT_PLANAR:
        put_planar(w, body, at, axis);
        break;
    case MB_JOINT_POINT_ON_LINE: {
        const double z[3] = {0.0, 0.0, 1.0};

        put_step(w, body, ".slide", "slide", at, axis, 0);
        if (w->m->spatial)
            put_ball(w, body, ".turn", at);
        else
            put_step(w, body, ".turn", "hinge", at, z, -1);
        break;
    }
    default: /* rigid: no joint */
        break;
    }
}

/* ---- bodies ------------------------------------------------------------------------------------ */

static void put_site(const mb_mjcf_writer *w, const char *name, int end, int body,
                     const double place[3])
{
    double world[3], u[3];

    mb_plain_place(w->m, body, place, world);
    mb_mjcf_seen_from(w, body, world, u);
    fprintf(w->out, "<site name=\"%s.%c\"", name, end ? 'b' : 'a');
    mb_mjcf_put(w->out, "pos", u, 3);
    fputs("/>\n", w->out);
}

/* The ends of springs and distances on a body. */
static void put_sites(const mb_mjcf_writer *w, int body)
{
    char name[MB_MJCF_NAME];

    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < w->m->nforces; i++) {
            const mb_plain_force *f = &w->m->force[i];

            if (f->kind == MB_FORCE_LINE && f->body[k] == body)
                put_site(w, f->name, k, body, f->place[k]);
        }
        for (int i = 0; i < w->m->njoints; i++) {
            const mb_plain_joint *joint = &w->m->joint[i];

            if (joint->kind == MB_JOINT_DISTANCE && joint->body[k] == body) {
                mb_mjcf_tendon_name(w, joint, name);
                put_site(w, name, k, body, joint->place[k]);
            }
        }
    }
}

static void put_body(mb_mjcf_writer *w, int body)
{
    const mb_plain_body *b = &w->m->body[body];
    const mb_export_branch *branch = &w->tree.branch[body];
    double pos[3], j[9];
    bool added = false;

    mb_mjcf_seen_from(w, branch->parent, b->com, pos);
    fprintf(w->out, "<body name=\"%s\"", b->name);
    mb_mjcf_put(w->out, "pos", pos, 3);
    fputs(">\n", w->out);
    if (branch->joint == MB_NO_INDEX)
        put_free(w, body);
    else
        put_joint(w, body);
    if (!branch->welded)
        mb_export_inertia(w->m, body, j, &added);
    if (added)
        fputs("<!-- inertia: " MB_EXPORT_ADDED " is added, MuJoCo wants it above 0 -->\n", w->out);
    fputs("<inertial pos=\"0 0 0\"", w->out);
    mb_mjcf_put_one(w->out, "mass", b->mass);
    if (branch->welded)
        fputs(" diaginertia=\"0 0 0\"", w->out);
    else
        mb_mjcf_put(w->out, "fullinertia", (const double[]){j[0], j[4], j[8], j[1], j[2], j[5]}, 6);
    fputs("/>\n", w->out);
    put_sites(w, body);
    for (int c = branch->child; c != MB_NO_INDEX; c = w->tree.branch[c].next)
        put_body(w, c);
    fputs("</body>\n", w->out);
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void put_model(mb_mjcf_writer *w)
{
    fprintf(w->out, "<mujoco model=\"%s\">\n<compiler angle=\"radian\"/>\n<option", w->m->name);
    mb_mjcf_put(w->out, "gravity", w->m->gravity, 3);
    fputs("/>\n<worldbody>\n", w->out);
    put_sites(w, MB_ON_GROUND);
    for (int b = w->tree.root; b != MB_NO_INDEX; b = w->tree.branch[b].next)
        put_body(w, b);
    fputs("</worldbody>\n", w->out);
    mb_mjcf_put_sections(w);
}

mb_status mb_write_mjcf(FILE *out, const mb_plain_mechanism *m, const mb_robot_motion *motion,
                        mb_error *err)
{
    mb_mjcf_writer w = {.m = m, .out = out, .motion = motion};
    mb_arena *arena = mb_arena_create();
    char *qpos = NULL, *qvel = NULL, why[900];
    size_t nqpos, nqvel;
    mb_status status;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(mb_export_tree_make(m, arena, &w.tree, err));
    mb_mjcf_lacks(&w, why, sizeof why);
    if (why[0])
        MB_TRY(mb_fail(err, MB_NOT_APPLICABLE, "MJCF cannot say it: %s", why));
    w.qpos = open_memstream(&qpos, &nqpos);
    w.qvel = open_memstream(&qvel, &nqvel);
    if (!w.qpos || !w.qvel)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    put_model(&w);
    if (fflush(w.qpos) != 0 || fflush(w.qvel) != 0)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    if (motion && m->start.n)
        fprintf(out, "<keyframe><key name=\"start\" qpos=\"%s\" qvel=\"%s\"/></keyframe>\n", qpos,
                qvel);
    else if (m->start.n)
        fputs("<!-- the velocities of the start are not known: none is written -->\n", out);
    fputs("</mujoco>\n", out);
done:
    if (w.qpos)
        fclose(w.qpos);
    if (w.qvel)
        fclose(w.qvel);
    free(qpos);
    free(qvel);
    mb_arena_destroy(arena);
    return status;
}

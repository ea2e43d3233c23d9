/* A mechanism as a model of MuJoCo.  Frames of bodies stand in the centres of mass, along the axes of
 * the world. */
#include "problems/robots/mjcf_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "base/vector3.h"
#include "problems/format/expression/expression.h"
#include "problems/robots/robot.h"
#include "problems/robots/robots.h"

static void put_numbers(FILE *out, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        char text[MB_NUMBER_SIZE];

        mb_format_number(x[i] == 0.0 ? 0.0 : x[i], text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
}

static void put(FILE *out, const char *key, const double *x, int n)
{
    fprintf(out, " %s=\"", key);
    put_numbers(out, x, n);
    fputc('"', out);
}

static void put_one(FILE *out, const char *key, double x)
{
    put(out, key, &x, 1);
}

static const char *body_name(const mb_mjcf_writer *w, int body)
{
    return body == MB_ON_GROUND ? "world" : w->m->body[body].name;
}

/* A place of the world in the frame of a body. */
static void seen_from(const mb_mjcf_writer *w, int body, const double world[3], double u[3])
{
    for (int i = 0; i < 3; i++)
        u[i] = world[i] - (body == MB_ON_GROUND ? 0.0 : w->m->body[body].com[i]);
}

/* ---- joints of the tree -------------------------------------------------------------------------- */

static void put_state(mb_mjcf_writer *w, const double *q, int nq, const double *v, int nv)
{
    put_numbers(w->qpos, q, nq);
    put_numbers(w->qvel, v, nv);
    fputc(' ', w->qpos);
    fputc(' ', w->qvel);
}

/* One hinge or slide; number: coordinate of the joint that it is, -1: none. */
static void put_step(mb_mjcf_writer *w, int body, const char *ending, const char *type,
                     const double *at, const double *axis, int number)
{
    const int joint = w->tree.branch[body].joint;
    const mb_plain_joint *of = &w->m->joint[joint];
    const mb_plain_force *spring = number < 0 ? NULL : mb_mjcf_spring(w, joint, number);
    const double value = number < 0 ? 0.0 : of->value[number];
    double u[3], rate = 0.0;

    seen_from(w, body, at, u);
    fprintf(w->out, "<joint name=\"%s%s\" type=\"%s\"", of->name, ending, type);
    put(w->out, "pos", u, 3);
    put(w->out, "axis", axis, 3);
    if (value != 0.0)
        put_one(w->out, "ref", value);
    if (spring && spring->stiffness != 0.0) {
        put_one(w->out, "stiffness", spring->stiffness);
        put_one(w->out, "springref", spring->free);
    }
    if (spring && spring->damping != 0.0)
        put_one(w->out, "damping", spring->damping);
    fputs("/>\n", w->out);
    if (number >= 0)
        mb_mjcf_rate(w, joint, number, &rate);
    put_state(w, &value, 1, &rate, 1);
}

static void put_ball(mb_mjcf_writer *w, int body, const char *ending, const double *at)
{
    const double unit[4] = {1.0, 0.0, 0.0, 0.0};
    double u[3], omega[3];

    seen_from(w, body, at, u);
    fprintf(w->out, "<joint name=\"%s%s\" type=\"ball\"",
            w->m->joint[w->tree.branch[body].joint].name, ending);
    put(w->out, "pos", u, 3);
    fputs("/>\n", w->out);
    mb_mjcf_velocity(w, body, MB_START_OMEGA, omega);
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

    mb_mjcf_velocity(w, body, MB_START_VELOCITY, v);
    mb_mjcf_velocity(w, body, MB_START_OMEGA, v + 3);
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
    seen_from(w, body, world, u);
    fprintf(w->out, "<site name=\"%s.%c\"", name, end ? 'b' : 'a');
    put(w->out, "pos", u, 3);
    fputs("/>\n", w->out);
}

/* The ends of springs and distances on a body. */
static void put_sites(const mb_mjcf_writer *w, int body)
{
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < w->m->nforces; i++) {
            const mb_plain_force *f = &w->m->force[i];

            if (f->kind == MB_FORCE_LINE && f->body[k] == body)
                put_site(w, f->name, k, body, f->place[k]);
        }
        for (int i = 0; i < w->m->njoints; i++) {
            const mb_plain_joint *joint = &w->m->joint[i];

            if (joint->kind == MB_JOINT_DISTANCE && joint->body[k] == body)
                put_site(w, joint->name, k, body, joint->place[k]);
        }
    }
}

static void put_body(mb_mjcf_writer *w, int body)
{
    const mb_plain_body *b = &w->m->body[body];
    const mb_export_branch *branch = &w->tree.branch[body];
    double pos[3], j[9];
    bool added;

    seen_from(w, branch->parent, b->com, pos);
    fprintf(w->out, "<body name=\"%s\"", b->name);
    put(w->out, "pos", pos, 3);
    fputs(">\n", w->out);
    if (branch->joint == MB_NO_INDEX)
        put_free(w, body);
    else
        put_joint(w, body);
    mb_export_inertia(w->m, body, j, &added);
    if (added)
        fputs("<!-- inertia: 1e-9 of mass and size is added, MuJoCo wants it above 0 -->\n",
              w->out);
    fputs("<inertial pos=\"0 0 0\"", w->out);
    put_one(w->out, "mass", b->mass);
    put(w->out, "fullinertia", (const double[]){j[0], j[4], j[8], j[1], j[2], j[5]}, 6);
    fputs("/>\n", w->out);
    put_sites(w, body);
    for (int c = branch->child; c != MB_NO_INDEX; c = w->tree.branch[c].next)
        put_body(w, c);
    fputs("</body>\n", w->out);
}

/* ---- loops, gears, springs ------------------------------------------------------------------------ */

static void put_connect(const mb_mjcf_writer *w, const mb_plain_joint *joint, const char *ending,
                        const double *world)
{
    const int first = joint->body[0] == MB_ON_GROUND ? 1 : 0;
    double u[3];

    seen_from(w, joint->body[first], world, u);
    fprintf(w->out, "<connect name=\"%s%s\" body1=\"%s\"", joint->name, ending,
            body_name(w, joint->body[first]));
    if (joint->body[1 - first] != MB_ON_GROUND)
        fprintf(w->out, " body2=\"%s\"", body_name(w, joint->body[1 - first]));
    put(w->out, "anchor", u, 3);
    fputs("/>\n", w->out);
}

static void put_loop(const mb_mjcf_writer *w, const mb_plain_joint *joint)
{
    double at[3], axis[3];

    mb_export_place(w->m, joint, 0, at);
    switch (joint->kind) {
    case MB_JOINT_DISTANCE:
        fprintf(w->out, "<tendon name=\"%s\" tendon1=\"%s\"/>\n", joint->name, joint->name);
        break;
    case MB_JOINT_RIGID:
        fprintf(w->out, "<weld name=\"%s\" body1=\"%s\" body2=\"%s\"/>\n", joint->name,
                body_name(w, joint->body[0]), body_name(w, joint->body[1]));
        break;
    case MB_JOINT_REVOLUTE:
        put_connect(w, joint, "", at);
        if (!w->m->spatial)
            break;
        mb_export_axis(w->m, joint, 0, joint->body[0] == MB_ON_GROUND, axis);
        for (int i = 0; i < 3; i++)
            at[i] += w->m->scale * axis[i];
        put_connect(w, joint, ".axis", at);
        break;
    default: /* spherical */
        put_connect(w, joint, "", at);
        break;
    }
}

static void put_couple(const mb_mjcf_writer *w, const char *name, const char *first,
                       const char *second, double a0, double a1)
{
    const double a[5] = {a0, a1, 0.0, 0.0, 0.0};

    fprintf(w->out, "<joint name=\"%s\" joint1=\"%s\"", name, first);
    if (second)
        fprintf(w->out, " joint2=\"%s\"", second);
    put(w->out, "polycoef", a, 5);
    fputs("/>\n", w->out);
}

static void put_couples(const mb_mjcf_writer *w)
{
    char first[MB_MJCF_NAME], second[MB_MJCF_NAME];

    for (int i = 0; i < w->m->ngears; i++) {
        const mb_gear_term *term = w->m->gear[i].term;

        mb_mjcf_coordinate(w, term[0].of, first);
        mb_mjcf_coordinate(w, term[1].of, second);
        put_couple(w, w->m->gear[i].name, first, second, 0.0, -term[1].factor / term[0].factor);
    }
    for (int i = 0; i < w->m->ndrives; i++) {
        const mb_plain_drive *drive = &w->m->drive[i];
        const double value = w->m->joint[drive->of.joint].value[drive->of.number];

        mb_mjcf_coordinate(w, drive->of, first);
        put_couple(w, drive->name, first, NULL, drive->law->op[0].number - value, 0.0);
    }
    for (int i = 0; i < w->m->njoints; i++)
        if (w->m->joint[i].kind == MB_JOINT_SCREW) {
            snprintf(first, sizeof first, "%s.slide", w->m->joint[i].name);
            snprintf(second, sizeof second, "%s.angle", w->m->joint[i].name);
            put_couple(w, w->m->joint[i].name, first, second, 0.0, w->m->joint[i].pitch);
        }
}

static void put_tendon(const mb_mjcf_writer *w, const char *name, const mb_plain_force *f)
{
    fprintf(w->out, "<spatial name=\"%s\"", name);
    if (f) {
        put_one(w->out, "stiffness", f->stiffness);
        put_one(w->out, "damping", f->damping);
        put_one(w->out, "springlength", f->free);
    }
    fprintf(w->out, "><site site=\"%s.a\"/><site site=\"%s.b\"/></spatial>\n", name, name);
}

static void put_sections(const mb_mjcf_writer *w)
{
    fputs("<tendon>\n", w->out);
    for (int i = 0; i < w->m->nforces; i++)
        if (w->m->force[i].kind == MB_FORCE_LINE)
            put_tendon(w, w->m->force[i].name, &w->m->force[i]);
    for (int i = 0; i < w->m->njoints; i++)
        if (w->m->joint[i].kind == MB_JOINT_DISTANCE)
            put_tendon(w, w->m->joint[i].name, NULL);
    fputs("</tendon>\n<equality>\n", w->out);
    for (int i = 0; i < w->m->njoints; i++)
        if (!w->tree.carries[i])
            put_loop(w, &w->m->joint[i]);
    put_couples(w);
    fputs("</equality>\n", w->out);
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void put_model(mb_mjcf_writer *w)
{
    fprintf(w->out, "<mujoco model=\"%s\">\n<compiler angle=\"radian\"/>\n<option", w->m->name);
    put(w->out, "gravity", w->m->gravity, 3);
    fputs("/>\n<worldbody>\n", w->out);
    put_sites(w, MB_ON_GROUND);
    for (int b = w->tree.root; b != MB_NO_INDEX; b = w->tree.branch[b].next)
        put_body(w, b);
    fputs("</worldbody>\n", w->out);
    put_sections(w);
}

mb_status mb_write_mjcf(FILE *out, const mb_plain_mechanism *m, mb_error *err)
{
    mb_mjcf_writer w = {.m = m, .out = out};
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
    w.keyframe = mb_mjcf_start_is_whole(&w);
    w.qpos = open_memstream(&qpos, &nqpos);
    w.qvel = open_memstream(&qvel, &nqvel);
    if (!w.qpos || !w.qvel)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    put_model(&w);
    if (fflush(w.qpos) != 0 || fflush(w.qvel) != 0)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    if (w.keyframe)
        fprintf(out, "<keyframe><key name=\"start\" qpos=\"%s\" qvel=\"%s\"/></keyframe>\n", qpos,
                qvel);
    else if (m->start.n)
        fputs("<!-- the start gives some rates and the others follow: none is written -->\n", out);
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

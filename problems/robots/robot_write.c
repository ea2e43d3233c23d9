/* SPDX-License-Identifier: MIT */
/* A robot as a mechanism file, in the plane or in space. */
#include <math.h>
#include <string.h>

#include "base/spec.h"
#include "base/vector3.h"
#include "problems/robots/robot.h"

enum { OUTPUTS = 60 }; /* a record holds 64 numbers of outputs */

typedef struct writer {
    const mb_robot *robot;
    bool planar;
    double scale; /* [m] of the whole */
    FILE *out;
} writer;

static const char *body_name(const writer *w, int body)
{
    return body == MB_ON_GROUND ? "ground" : mb_robot_bodies(w->robot)[body].name;
}

static void put_number(const writer *w, double x)
{
    char text[MB_NUMBER_SIZE];

    mb_format_number(x == 0.0 ? 0.0 : x, text); /* no -0 */
    fputs(text, w->out);
}

static void put_list(const writer *w, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "[", w->out);
        put_number(w, x[i]);
    }
    fputc(']', w->out);
}

static void put_vector(const writer *w, const double *x)
{
    put_list(w, x, w->planar ? 2 : 3);
}

static void put_key(const writer *w, const char *key, double x)
{
    fprintf(w->out, ", %s: ", key);
    put_number(w, x);
}

static void put_coordinate(const writer *w, mb_coordinate of)
{
    const mb_robot_joint *joint = &mb_robot_joints(w->robot)[of.joint];

    fprintf(w->out, "%s%s", joint->name, mb_joint_coordinate_ending(joint->kind, of.number));
}

/* ---- places of its own --------------------------------------------------------------------------- */

static bool apart(const writer *w, const mb_robot_joint *joint)
{
    double d[3];

    for (int i = 0; i < 3; i++)
        d[i] = joint->at[1][i] - joint->at[0][i];
    return joint->kind != MB_JOINT_DISTANCE && joint->kind != MB_JOINT_POINT_ON_LINE &&
           sqrt(mb_dot(d, d)) > 1e-12 * w->scale;
}

static void put_places(const writer *w, int body)
{
    const mb_robot_joint *joint = mb_robot_joints(w->robot);
    int n = 0;

    for (int i = 0; i < w->robot->joints.n; i++)
        for (int k = 0; k < 2; k++) {
            double u[3];

            if (joint[i].body[k] != body || !apart(w, &joint[i]))
                continue;
            for (int l = 0; l < 3; l++)
                u[l] = joint[i].at[k][l] - mb_robot_bodies(w->robot)[body].com[l];
            fprintf(w->out, "%s%s: ", n++ ? ", " : ", places: {", joint[i].name);
            put_vector(w, u);
        }
    if (n)
        fputc('}', w->out);
}

static void put_points(const writer *w)
{
    const mb_robot_joint *joint = mb_robot_joints(w->robot);
    int n = 0;

    for (int i = 0; i < w->robot->joints.n; i++) {
        const int ground = joint[i].body[0] == MB_ON_GROUND ? 0 : 1;

        if (!apart(w, &joint[i]))
            continue;
        fprintf(w->out, "%s  %s: ", n++ ? "" : "points:\n", joint[i].name);
        put_vector(w, joint[i].at[ground]);
        fputc('\n', w->out);
    }
}

/* ---- elements ------------------------------------------------------------------------------------ */

static void put_bodies(const writer *w)
{
    const mb_robot_body *b = mb_robot_bodies(w->robot);

    fputs("bodies:\n", w->out);
    for (int i = 0; i < w->robot->bodies.n; i++) {
        const double *j = b[i].inertia;
        const double six[6] = {j[0], j[4], j[8], j[1], j[2], j[5]};

        if (b[i].part != i)
            continue;
        fprintf(w->out, "  %s: {com: ", b[i].name);
        put_vector(w, b[i].com);
        put_key(w, "mass", b[i].mass);
        fputs(", inertia: ", w->out);
        if (w->planar)
            put_number(w, j[8]);
        else
            put_list(w, six, 6);
        put_places(w, i);
        fputs("}\n", w->out);
    }
}

static void put_axis(const writer *w, const mb_robot_joint *joint)
{
    static const char *const word[MB_JOINT_COUNT] = {[MB_JOINT_REVOLUTE] = "axis",
                                                     [MB_JOINT_PRISMATIC] = "axis",
                                                     [MB_JOINT_CYLINDRICAL] = "axis",
                                                     [MB_JOINT_PLANAR] = "normal",
                                                     [MB_JOINT_POINT_ON_LINE] = "along"};

    if (joint->kind == MB_JOINT_UNIVERSAL) {
        fputs(", axes: [", w->out);
        put_vector(w, joint->axis[0]);
        fputs(", ", w->out);
        put_vector(w, joint->axis[1]);
        fputc(']', w->out);
    } else if (word[joint->kind] && !(w->planar && joint->kind == MB_JOINT_REVOLUTE)) {
        fprintf(w->out, ", %s: ", word[joint->kind]);
        put_vector(w, joint->axis[0]);
    }
}

static void put_values(const writer *w, const mb_robot_joint *joint)
{
    const int n = mb_joint_kind_facts(joint->kind)->coordinates;

    if (joint->kind == MB_JOINT_DISTANCE || n == 0 ||
        (joint->value[0] == 0.0 && joint->value[1] == 0.0))
        return;
    fputs(", value: ", w->out);
    if (n == 2)
        put_list(w, joint->value, 2);
    else
        put_number(w, joint->value[0]);
}

static void put_joint(const writer *w, const mb_robot_joint *joint)
{
    /* in the plane an axis the other way round is the other body's turn */
    const int first = w->planar && joint->kind == MB_JOINT_REVOLUTE && joint->axis[0][2] < 0.0;

    fprintf(w->out, "  %s: {%s: [%s, %s]", joint->name, mb_joint_kind_facts(joint->kind)->word,
            body_name(w, joint->body[first]), body_name(w, joint->body[1 - first]));
    if (apart(w, joint)) {
        fprintf(w->out, ", at: %s", joint->name);
    } else {
        fputs(", at: ", w->out);
        if (joint->kind == MB_JOINT_DISTANCE)
            fputc('[', w->out);
        put_vector(w, joint->at[joint->kind == MB_JOINT_POINT_ON_LINE ? 1 : 0]);
        if (joint->kind == MB_JOINT_DISTANCE) {
            fputs(", ", w->out);
            put_vector(w, joint->at[1]);
            fputc(']', w->out);
        }
    }
    put_axis(w, joint);
    put_values(w, joint);
    fputs("}\n", w->out);
}

static void put_forces(const writer *w)
{
    const mb_robot_spring *s = w->robot->springs.at;

    if (w->robot->springs.n)
        fputs("forces:\n", w->out);
    for (int i = 0; i < w->robot->springs.n; i++, s++) {
        fprintf(w->out, "  %s: {", s->name);
        if (s->on_joint) {
            fputs("joint: ", w->out);
            put_coordinate(w, s->of);
        } else {
            fprintf(w->out, "spring: [%s, %s], at: [", body_name(w, s->body[0]),
                    body_name(w, s->body[1]));
            put_vector(w, s->at[0]);
            fputs(", ", w->out);
            put_vector(w, s->at[1]);
            fputc(']', w->out);
        }
        if (s->stiffness != 0.0 || s->damping == 0.0) {
            put_key(w, "stiffness", s->stiffness);
            put_key(w, "free", s->free);
        }
        if (s->damping != 0.0)
            put_key(w, "damping", s->damping);
        fputs("}\n", w->out);
    }
}

static void put_gears(const writer *w)
{
    const mb_robot_gear *g = w->robot->gears.at;
    const mb_robot_drive *d = w->robot->drives.at;

    if (w->robot->gears.n)
        fputs("gears:\n", w->out);
    for (int i = 0; i < w->robot->gears.n; i++, g++) {
        fprintf(w->out, "  %s: {couple: {", g->name);
        for (int k = 0; k < 2; k++) {
            put_coordinate(w, g->of[k]);
            fputs(": ", w->out);
            put_number(w, g->factor[k]);
            fputs(k ? "}}\n" : ", ", w->out);
        }
    }
    if (w->robot->drives.n)
        fputs("drives:\n", w->out);
    for (int i = 0; i < w->robot->drives.n; i++, d++) {
        fprintf(w->out, "  %s: {joint: ", d->name);
        put_coordinate(w, d->of);
        fputs(", law: ", w->out);
        put_number(w, d->value);
        fputs("}\n", w->out);
    }
}

/* ---- start and outputs --------------------------------------------------------------------------- */

static void put_velocities(const writer *w, const mb_robot_body *b, bool slides)
{
    double arm[3], v[3];

    for (int i = 0; i < 3; i++)
        arm[i] = b->com[i] - b->frame.p[i];
    mb_cross(b->omega, arm, v);
    for (int i = 0; i < 3; i++)
        v[i] += b->v[i];
    fprintf(w->out, "  %s: {", b->name);
    if (slides) {
        fputs("v: ", w->out);
        put_vector(w, v);
        fputs(", ", w->out);
    }
    fputs("omega: ", w->out);
    if (w->planar)
        put_number(w, b->omega[2]);
    else
        put_list(w, b->omega, 3);
    fputs("}\n", w->out);
}

static void put_start(const writer *w)
{
    const mb_robot_body *b = mb_robot_bodies(w->robot);
    const mb_robot_joint *joints = mb_robot_joints(w->robot);

    if (!w->robot->moving)
        return;
    fputs("start:\n", w->out);
    for (int i = 0; i < w->robot->bodies.n; i++) {
        const mb_robot_joint *joint = b[i].joint == MB_NO_INDEX ? NULL : &joints[b[i].joint];

        if (b[i].part != i)
            continue;
        if (!joint || joint->kind == MB_JOINT_SPHERICAL || joint->kind == MB_JOINT_PLANAR ||
            joint->kind == MB_JOINT_POINT_ON_LINE) {
            put_velocities(w, &b[i], !joint || joint->kind == MB_JOINT_PLANAR);
            if (joint && joint->kind == MB_JOINT_POINT_ON_LINE) {
                fprintf(w->out, "  %s: ", joint->name);
                put_number(w, joint->rate[0]);
                fputc('\n', w->out);
            }
            continue;
        }
        for (int k = 0; k < mb_joint_kind_facts(joint->kind)->coordinates; k++) {
            fputs("  ", w->out);
            put_coordinate(w, (mb_coordinate){b[i].joint, k});
            fputs(": ", w->out);
            put_number(w, joint->rate[k]);
            fputc('\n', w->out);
        }
    }
}

/* Whether an output of a body's name would be taken for one of a joint. */
static bool is_joint(const writer *w, const char *name)
{
    const size_t length = strlen(name);

    for (int i = 0; i < w->robot->joints.n; i++) {
        const char *joint = mb_robot_joints(w->robot)[i].name;

        if (strncmp(joint, name, length) == 0 && (joint[length] == '\0' || joint[length] == '.'))
            return true;
    }
    return false;
}

/* "foot.first(1)": of a member of a family the brackets come last. */
static void put_output_name(const writer *w, mb_coordinate of)
{
    const mb_robot_joint *joint = &mb_robot_joints(w->robot)[of.joint];
    const int length = (int)strcspn(joint->name, "(");

    fprintf(w->out, "  %.*s%s%s", length, joint->name,
            mb_joint_coordinate_ending(joint->kind, of.number), joint->name + length);
}

/* Coordinates of the joints that carry bodies, places of bodies that no coordinate tells. */
static void put_outputs(const writer *w)
{
    const mb_robot_body *b = mb_robot_bodies(w->robot);
    int n = 0;

    fputs("outputs:\n", w->out);
    for (int i = 0; i < w->robot->bodies.n && n < OUTPUTS; i++) {
        const int joint = b[i].joint;
        const int coordinates =
            joint == MB_NO_INDEX
                ? 0
                : mb_joint_kind_facts(mb_robot_joints(w->robot)[joint].kind)->coordinates;

        if (b[i].part != i)
            continue;
        for (int k = 0; k < coordinates; k++) {
            put_output_name(w, (mb_coordinate){joint, k});
            fputs(": {joint: ", w->out);
            put_coordinate(w, (mb_coordinate){joint, k});
            fputs("}\n", w->out);
        }
        if (coordinates == 0)
            fprintf(w->out, "  %s%s: {point: %s}\n", b[i].name,
                    is_joint(w, b[i].name) ? " place" : "", b[i].name);
        n += coordinates ? coordinates : 3;
    }
}

void mb_robot_write(const mb_robot *robot, bool planar, FILE *out)
{
    writer w = {robot, planar, 0.0, out};

    for (int i = 0; i < robot->bodies.n; i++)
        for (int k = 0; k < 3; k++)
            w.scale = fmax(w.scale, fabs(mb_robot_bodies(robot)[i].com[k]));
    fprintf(out, "mechanism: %s\ntitle: made from %s\ndimension: %s\ngravity: ", robot->name,
            robot->name, planar ? "planar" : "spatial");
    put_vector(&w, robot->gravity);
    fputc('\n', out);
    put_points(&w);
    put_bodies(&w);
    if (robot->joints.n)
        fputs("joints:\n", out);
    for (int i = 0; i < robot->joints.n; i++)
        put_joint(&w, &mb_robot_joints(robot)[i]);
    put_gears(&w);
    put_forces(&w);
    put_start(&w);
    put_outputs(&w);
    fputs("run: {end: 10}\n", out);
}

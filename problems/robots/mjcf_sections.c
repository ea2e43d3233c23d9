/* SPDX-License-Identifier: MIT */
/* Numbers of MJCF, and what stands beside the bodies: loops, gears, springs. */
#include <stdio.h>

#include "base/spec.h"
#include "problems/format/expression/expression.h"
#include "problems/robots/mjcf_write.h"

void mb_mjcf_put_numbers(FILE *out, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        char text[MB_NUMBER_SIZE];

        mb_format_number(x[i] == 0.0 ? 0.0 : x[i], text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
}

void mb_mjcf_put(FILE *out, const char *key, const double *x, int n)
{
    fprintf(out, " %s=\"", key);
    mb_mjcf_put_numbers(out, x, n);
    fputc('"', out);
}

void mb_mjcf_put_one(FILE *out, const char *key, double x)
{
    mb_mjcf_put(out, key, &x, 1);
}

const char *mb_mjcf_body(const mb_mjcf_writer *w, int body)
{
    return body == MB_ON_GROUND ? MB_MJCF_GROUND : w->m->body[body].name;
}

/* A place of the world in the frame of a body. */
void mb_mjcf_seen_from(const mb_mjcf_writer *w, int body, const double world[3], double u[3])
{
    for (int i = 0; i < 3; i++)
        u[i] = world[i] - (body == MB_ON_GROUND ? 0.0 : w->m->body[body].com[i]);
}

static void put_connect(const mb_mjcf_writer *w, const mb_plain_joint *joint, const char *ending,
                        const double *world)
{
    const int first = joint->body[0] == MB_ON_GROUND ? 1 : 0;
    double u[3];

    mb_mjcf_seen_from(w, joint->body[first], world, u);
    fprintf(w->out, "<connect name=\"%s%s\" body1=\"%s\"", joint->name, ending,
            mb_mjcf_body(w, joint->body[first]));
    if (joint->body[1 - first] != MB_ON_GROUND)
        fprintf(w->out, " body2=\"%s\"", mb_mjcf_body(w, joint->body[1 - first]));
    mb_mjcf_put(w->out, "anchor", u, 3);
    fputs("/>\n", w->out);
}

static void put_loop(const mb_mjcf_writer *w, const mb_plain_joint *joint)
{
    char tendon[MB_MJCF_NAME];
    double at[3], axis[3];

    mb_export_place(w->m, joint, 0, at);
    switch (joint->kind) {
    case MB_JOINT_DISTANCE:
        mb_mjcf_tendon_name(w, joint, tendon);
        fprintf(w->out, "<tendon name=\"%s\" tendon1=\"%s\"/>\n", joint->name, tendon);
        break;
    case MB_JOINT_RIGID:
        fprintf(w->out, "<weld name=\"%s\" body1=\"%s\" body2=\"%s\"/>\n", joint->name,
                mb_mjcf_body(w, joint->body[0]), mb_mjcf_body(w, joint->body[1]));
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
    mb_mjcf_put(w->out, "polycoef", a, 5);
    fputs("/>\n", w->out);
}

static void put_couples(const mb_mjcf_writer *w)
{
    char name[MB_MJCF_NAME], first[MB_MJCF_NAME], second[MB_MJCF_NAME];

    for (int i = 0; i < w->m->ngears; i++) {
        const mb_gear_term *term = w->m->gear[i].term;

        mb_mjcf_coordinate(w, term[0].of, first);
        mb_mjcf_coordinate(w, term[1].of, second);
        mb_mjcf_gear_name(w, &w->m->gear[i], name);
        put_couple(w, name, first, second, 0.0, -term[1].factor / term[0].factor);
    }
    for (int i = 0; i < w->m->ndrives; i++) {
        const mb_plain_drive *drive = &w->m->drive[i];
        const double value = w->m->joint[drive->of.joint].value[drive->of.number];

        mb_mjcf_coordinate(w, drive->of, first);
        mb_mjcf_drive_name(w, drive, name);
        put_couple(w, name, first, NULL, drive->law->op[0].number - value, 0.0);
    }
    for (int i = 0; i < w->m->njoints; i++)
        if (w->m->joint[i].kind == MB_JOINT_SCREW) {
            snprintf(first, sizeof first, "%s.slide", w->m->joint[i].name);
            snprintf(second, sizeof second, "%s.angle", w->m->joint[i].name);
            put_couple(w, w->m->joint[i].name, first, second, 0.0, w->m->joint[i].pitch);
        }
}

/* f: NULL, it is a distance */
static void put_tendon(const mb_mjcf_writer *w, const char *name, const mb_plain_force *f)
{
    fprintf(w->out, "<spatial name=\"%s\"", name);
    if (f) {
        mb_mjcf_put_one(w->out, "stiffness", f->stiffness);
        mb_mjcf_put_one(w->out, "damping", f->damping);
        mb_mjcf_put_one(w->out, "springlength", f->free);
    }
    fprintf(w->out, "><site site=\"%s.a\"/><site site=\"%s.b\"/></spatial>\n", name, name);
}

void mb_mjcf_put_sections(const mb_mjcf_writer *w)
{
    char name[MB_MJCF_NAME];

    fputs("<tendon>\n", w->out);
    for (int i = 0; i < w->m->nforces; i++)
        if (w->m->force[i].kind == MB_FORCE_LINE)
            put_tendon(w, w->m->force[i].name, &w->m->force[i]);
    for (int i = 0; i < w->m->njoints; i++)
        if (w->m->joint[i].kind == MB_JOINT_DISTANCE) {
            mb_mjcf_tendon_name(w, &w->m->joint[i], name);
            put_tendon(w, name, NULL);
        }
    fputs("</tendon>\n<equality>\n", w->out);
    for (int i = 0; i < w->m->njoints; i++)
        if (!w->tree.carries[i])
            put_loop(w, &w->m->joint[i]);
    put_couples(w);
    fputs("</equality>\n", w->out);
}

/* SPDX-License-Identifier: MIT */
/* Bodies, joints, drives, gears and forces in words. */
#include <math.h>
#include <string.h>

#include "bench/describe/names.h"
#include "bench/describe/text.h"

enum { WIDEST = 24, MOST = 200 };

/* -0 is 0 */
double mb_text_number(double x, double noise)
{
    return fabs(x) <= noise ? 0.0 : x;
}

const char *mb_text_vector(const mb_plain_mechanism *m, const double x[3], double noise,
                           char text[MB_TEXT_VECTOR])
{
    double y[3];

    for (int k = 0; k < 3; k++)
        y[k] = mb_text_number(x[k], noise);
    if (m->spatial)
        snprintf(text, MB_TEXT_VECTOR, "(%.6g, %.6g, %.6g)", y[0], y[1], y[2]);
    else
        snprintf(text, MB_TEXT_VECTOR, "(%.6g, %.6g)", y[0], y[1]);
    return text;
}

void mb_text_name(FILE *out, const char *name, int width)
{
    fprintf(out, "  %-*s ", width, name);
}

int mb_text_wider(int width, const char *name)
{
    const int n = (int)strlen(name);

    return n <= WIDEST && n > width ? n : width;
}

bool mb_text_left_out(FILE *out, int i, int n)
{
    if (i < MOST)
        return false;
    fprintf(out, "  ... and %d more\n", n - i);
    return true;
}

/* ---- bodies, joints ------------------------------------------------------------------------------ */

static void put_inertia(const mb_plain_mechanism *m, const mb_plain_body *b, FILE *out)
{
    const double *j = b->inertia;

    if (b->point)
        fputs(", a point", out);
    else if (!m->spatial)
        fprintf(out, ", inertia %.6g kg m2", j[8]);
    else if (j[1] == 0.0 && j[2] == 0.0 && j[5] == 0.0)
        fprintf(out, ", inertia %.6g %.6g %.6g kg m2", j[0], j[4], j[8]);
    else
        fprintf(out, ", inertia %.6g %.6g %.6g, xy xz yz %.6g %.6g %.6g kg m2", j[0], j[4], j[8],
                j[1], j[2], j[5]);
}

void mb_text_bodies(const mb_plain_mechanism *m, FILE *out)
{
    MB_TEXT_WIDTH_OF(m->body, m->nbodies);

    fputs("\nbodies\n", out);
    for (int i = 0; i < m->nbodies && !mb_text_left_out(out, i, m->nbodies); i++) {
        const mb_plain_body *b = &m->body[i];
        char at[MB_TEXT_VECTOR];

        mb_text_name(out, b->name, width);
        fprintf(out, "%.6g kg", b->mass);
        put_inertia(m, b, out);
        fprintf(out, ", %s %s m%s\n", b->point ? "at" : "centre of mass at",
                mb_text_vector(m, b->com, MB_TEXT_NOISE * m->scale, at), b->near ? " (near)" : "");
    }
}

static void put_joint_data(const mb_plain_mechanism *m, const mb_plain_joint *j, FILE *out)
{
    const mb_joint_facts *facts = mb_joint_kind_facts(j->kind);

    if (j->kind == MB_JOINT_DISTANCE)
        fprintf(out, ", length %.6g m", j->length);
    if (j->kind == MB_JOINT_SCREW)
        fprintf(out, ", pitch %.6g m/rad", j->pitch);
    if (j->kind == MB_JOINT_ROLLING)
        fprintf(out, ", radius %.6g m", j->radius);
    for (int k = 0; k < facts->coordinates && j->kind != MB_JOINT_DISTANCE; k++)
        if (j->value[k] != 0.0)
            fprintf(out, ", %s%s is %.6g %s as declared", j->name,
                    mb_joint_coordinate_ending(j->kind, k), j->value[k],
                    mb_coordinate_is_length(j, k) ? "m" : "rad");
    if (j->open > 1e-9 * m->scale)
        fprintf(out, ", open by %.3g m as declared", j->open);
    if (j->was_body)
        fputs(", a body without mass", out);
    if (j->redundant)
        fputs(", expected to repeat rows", out);
    if (facts->rates > 0)
        fprintf(out, ", %s of velocities only",
                facts->rates == mb_joint_rows(m, j) ? "a row" : "two rows");
}

void mb_text_joints(const mb_plain_mechanism *m, FILE *out)
{
    MB_TEXT_WIDTH_OF(m->joint, m->njoints);

    if (m->njoints > 0)
        fputs("\njoints\n", out);
    for (int i = 0; i < m->njoints && !mb_text_left_out(out, i, m->njoints); i++) {
        const mb_plain_joint *j = &m->joint[i];
        const int rows = mb_joint_rows(m, j);

        mb_text_name(out, j->name, width);
        fprintf(out, "%-14s %d row%s  %s - %s", mb_joint_kind_facts(j->kind)->word, rows,
                rows == 1 ? " " : "s", mb_body_name(m, j->body[0]), mb_body_name(m, j->body[1]));
        put_joint_data(m, j, out);
        fputc('\n', out);
    }
}

/* ---- drives, gears, forces ------------------------------------------------------------------------ */

void mb_text_drives(const mb_plain_mechanism *m, FILE *out)
{
    MB_TEXT_WIDTH_OF(m->drive, m->ndrives);

    if (m->ndrives > 0)
        fputs("\ndrives\n", out);
    for (int i = 0; i < m->ndrives && !mb_text_left_out(out, i, m->ndrives); i++) {
        char law[MB_LAW_SIZE], name[128];

        mb_law_text(m->drive[i].law, law, sizeof law);
        mb_coordinate_name(m, m->drive[i].of, name, sizeof name);
        mb_text_name(out, m->drive[i].name, width);
        fprintf(out, "%s = %s\n", name, law);
    }
}

void mb_text_gears(const mb_plain_mechanism *m, FILE *out)
{
    MB_TEXT_WIDTH_OF(m->gear, m->ngears);

    if (m->ngears > 0)
        fputs("\ngears\n", out);
    for (int i = 0; i < m->ngears && !mb_text_left_out(out, i, m->ngears); i++) {
        const mb_plain_gear *g = &m->gear[i];

        mb_text_name(out, g->name, width);
        for (int k = 0; k < g->n; k++) {
            char name[128];

            if (!g->mesh)
                mb_coordinate_name(m, g->term[k].of, name, sizeof name);
            fprintf(out, "%s%.6g %s%s", k ? " + " : "", g->term[k].factor,
                    g->mesh ? "rate of " : "", g->mesh ? mb_body_name(m, g->term[k].body) : name);
        }
        fputs(g->mesh ? " = 0\n" : " stays as it is\n", out);
    }
}

static void put_law(const char *what, const mb_expression *law, FILE *out)
{
    char text[MB_LAW_SIZE];

    mb_law_text(law, text, sizeof text);
    if (law)
        fprintf(out, ", %s %s", what, text);
}

static void put_force_of(const mb_plain_mechanism *m, const mb_plain_force *f, FILE *out)
{
    char text[128];

    switch (f->kind) {
    case MB_FORCE_JOINT:
        mb_coordinate_name(m, f->of, text, sizeof text);
        fprintf(out, "joint  on %s", text);
        break;
    case MB_FORCE_LINE:
        fprintf(out, "spring %s - %s", mb_body_name(m, f->body[0]), mb_body_name(m, f->body[1]));
        break;
    default:
        fprintf(out, "%-6s on %s", mb_force_word(f->kind), mb_body_name(m, f->body[1]));
        if (f->kind == MB_FORCE_TORQUE && f->body[0] != MB_ON_GROUND)
            fprintf(out, ", reaction on %s", mb_body_name(m, f->body[0]));
        break;
    }
}

void mb_text_forces(const mb_plain_mechanism *m, FILE *out)
{
    MB_TEXT_WIDTH_OF(m->force, m->nforces);

    if (m->nforces > 0)
        fputs("\nforces\n", out);
    for (int i = 0; i < m->nforces && !mb_text_left_out(out, i, m->nforces); i++) {
        const mb_plain_force *f = &m->force[i];
        const bool angle = f->kind == MB_FORCE_JOINT &&
                           !mb_coordinate_is_length(&m->joint[f->of.joint], f->of.number);

        mb_text_name(out, f->name, width);
        put_force_of(m, f, out);
        if (f->stiffness != 0.0)
            fprintf(out, ", stiffness %.6g %s, free at %.6g %s", f->stiffness,
                    angle ? "N m/rad" : "N/m", f->free, angle ? "rad" : "m");
        if (f->damping != 0.0)
            fprintf(out, ", damping %.6g %s", f->damping, angle ? "N m s/rad" : "N s/m");
        put_law("law", f->law, out);
        put_law("damper", f->damper, out);
        for (int k = 0; k < 3; k++)
            put_law("value", f->value[k], out);
        fputs(f->only == MB_TENSION       ? ", in tension only\n"
              : f->only == MB_COMPRESSION ? ", in compression only\n"
                                          : "\n",
              out);
    }
}

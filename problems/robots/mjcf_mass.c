/* SPDX-License-Identifier: MIT */
/* Masses of MJCF: given, or of geoms. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/mjcf.h"

static void refuse(mb_mjcf *m, mb_xml_node *node, const char *why)
{
    mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "<%s>: %s", node->name, why);
}

void mb_mjcf_add_inertial(mb_mjcf *m, mb_xml_node *node, mb_robot_body *body)
{
    double mass = mb_mjcf_number(m, node, MB_NO_INDEX, "mass", 0.0);
    double diagonal[3] = {0.0}, full[6], j[9] = {0.0}, world[9];
    mb_robot_frame own, frame;

    mb_xml_mark(node);
    mb_mjcf_frame(m, node, MB_NO_INDEX, &own);
    if (mb_mjcf_numbers(m, node, MB_NO_INDEX, "fullinertia", 6, full) == 6) {
        const double tensor[9] = {full[0], full[3], full[4], full[3], full[1],
                                  full[5], full[4], full[5], full[2]};

        memcpy(j, tensor, sizeof j);
    } else {
        mb_mjcf_numbers(m, node, MB_NO_INDEX, "diaginertia", 3, diagonal);
        for (int i = 0; i < 3; i++)
            j[4 * i] = diagonal[i];
    }
    if (!(mass >= 0.0)) {
        refuse(m, node, "a mass is not below 0");
        return;
    }
    mb_robot_compose(&body->frame, &own, &frame);
    mb_robot_turn_tensor(frame.r, j, world);
    mb_robot_add_mass(body, mass, frame.p, world);
}

/* ---- geoms ------------------------------------------------------------------------------------- */

/* Volume and inertia of unit density about its middle, axis z. */
static bool solid(const char *type, const double *s, double *volume, double j[3])
{
    const double r = s[0], h = s[1];

    if (strcmp(type, "sphere") == 0) {
        *volume = 4.0 / 3.0 * M_PI * r * r * r;
        j[0] = j[1] = j[2] = 0.4 * *volume * r * r;
    } else if (strcmp(type, "ellipsoid") == 0) {
        *volume = 4.0 / 3.0 * M_PI * s[0] * s[1] * s[2];
        for (int i = 0; i < 3; i++)
            j[i] =
                *volume / 5.0 * (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]);
    } else if (strcmp(type, "box") == 0) {
        *volume = 8.0 * s[0] * s[1] * s[2];
        for (int i = 0; i < 3; i++)
            j[i] =
                *volume / 3.0 * (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]);
    } else if (strcmp(type, "cylinder") == 0) {
        *volume = 2.0 * M_PI * r * r * h;
        j[2] = 0.5 * *volume * r * r;
        j[0] = j[1] = *volume * (r * r / 4.0 + h * h / 3.0);
    } else if (strcmp(type, "capsule") == 0) {
        const double ball = 4.0 / 3.0 * M_PI * r * r * r, tube = 2.0 * M_PI * r * r * h;

        *volume = ball + tube;
        j[2] = 0.4 * ball * r * r + 0.5 * tube * r * r;
        j[0] = j[1] =
            tube * (r * r / 4.0 + h * h / 3.0) + ball * (0.4 * r * r + h * h + 0.75 * r * h);
    } else {
        return false;
    }
    return true;
}

/* Half length, middle and orientation of a geom between two places. */
static void from_to(const double *ends, double *size, int half, mb_robot_frame *frame)
{
    double z[3], x[3] = {1.0, 0.0, 0.0}, y[3], length = 0.0;

    for (int i = 0; i < 3; i++) {
        z[i] = ends[3 + i] - ends[i];
        frame->p[i] = 0.5 * (ends[i] + ends[3 + i]);
        length += z[i] * z[i];
    }
    size[half] = 0.5 * sqrt(length);
    if (!mb_robot_unit(z))
        return;
    if (fabs(z[0]) > 0.9)
        x[0] = 0.0, x[1] = 1.0;
    mb_cross(z, x, y);
    mb_robot_unit(y);
    mb_cross(y, z, x);
    for (int i = 0; i < 3; i++)
        frame->r[3 * i] = x[i], frame->r[3 * i + 1] = y[i], frame->r[3 * i + 2] = z[i];
}

/* Type and size, from two ends where these are given; NULL: it has no mass to tell. */
static const char *shape(mb_mjcf *m, mb_xml_node *node, int class, double *size,
                         mb_robot_frame *own)
{
    const char *type = mb_mjcf_get(m, node, class, "type");
    double ends[6] = {0.0};

    if (!type)
        type = mb_mjcf_get(m, node, class, "mesh") ? "mesh" : "sphere";
    if (strcmp(type, "plane") == 0 || strcmp(type, "hfield") == 0) {
        mb_robot_say(m->robot->report, MB_IGNORED, mb_xml_line(node),
                     "<geom> of type %s: for contact only", type);
        mb_xml_mark_all(node);
        return NULL;
    }
    mb_mjcf_frame(m, node, class, own);
    mb_mjcf_numbers(m, node, class, "size", 3, size);
    if (mb_mjcf_numbers(m, node, class, "fromto", 6, ends) == 6) {
        const bool two = strcmp(type, "box") == 0 || strcmp(type, "ellipsoid") == 0;

        if (two)
            size[1] = size[0];
        from_to(ends, size, two ? 2 : 1, own);
    }
    return type;
}

void mb_mjcf_add_geom(mb_mjcf *m, mb_xml_node *node, int class, const mb_robot_frame *frame,
                      mb_robot_body *body)
{
    double size[3] = {0.0}, j[3] = {0.0}, tensor[9] = {0.0}, world[9], volume = 0.0, mass, density;
    const double group = mb_mjcf_number(m, node, class, "group", 0.0);
    mb_robot_frame own, at;
    const char *type, *given = mb_mjcf_get(m, node, class, "mass");
    const char *shell = mb_mjcf_get(m, node, class, "shellinertia");

    if (group < m->groups[0] || group > m->groups[1]) {
        mb_xml_mark_all(node);
        return;
    }
    type = shape(m, node, class, size, &own);
    mass = mb_mjcf_number(m, node, class, "mass", 0.0);
    density = mb_mjcf_number(m, node, class, "density", 1000.0);
    if (!type || (given ? mass == 0.0 : density == 0.0))
        return;
    if (shell && strcmp(shell, "true") == 0)
        refuse(m, node, "inertia of a shell; give the body an <inertial>");
    if (!solid(type, size, &volume, j) || !(volume > 0.0)) {
        mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node),
                     "mass of a <geom> of type %s is not known; give its body an <inertial>", type);
        return;
    }
    if (!given)
        mass = density * volume;
    if (!(mass >= 0.0)) {
        refuse(m, node, "a mass is not below 0");
        return;
    }
    for (int i = 0; i < 3; i++)
        tensor[4 * i] = mass * (j[i] / volume);
    mb_robot_compose(frame, &own, &at);
    mb_robot_turn_tensor(at.r, tensor, world);
    mb_robot_add_mass(body, mass, at.p, world);
}

/* SPDX-License-Identifier: MIT */
#include "problems/mechanism.h"

static const mb_joint_facts facts[] = {
#define MB_JOINT_FACTS(name, word, planar, spatial, rates, coordinates)                            \
    {word, {planar, spatial}, rates, coordinates},
    MB_JOINT_KINDS(MB_JOINT_FACTS)
#undef MB_JOINT_FACTS
};

const char *const mb_law_variables[] = {"t", "x", "v", NULL};

const mb_joint_facts *mb_joint_kind_facts(mb_joint_kind kind)
{
    return &facts[kind];
}

const char *mb_joint_coordinate_ending(mb_joint_kind kind, int coordinate)
{
    if (coordinate < 0 || coordinate >= facts[kind].coordinates)
        return NULL;
    switch (kind) {
    case MB_JOINT_UNIVERSAL:
        return coordinate == 0 ? ".first" : ".second";
    case MB_JOINT_CYLINDRICAL:
        return coordinate == 0 ? ".angle" : ".slide";
    case MB_JOINT_ROLLING:
        return ".roll";
    default:
        return "";
    }
}

bool mb_coordinate_is_length(const mb_plain_joint *joint, int number)
{
    switch (joint->kind) {
    case MB_JOINT_PRISMATIC:
    case MB_JOINT_DISTANCE:
    case MB_JOINT_POINT_ON_LINE:
    case MB_JOINT_POINT_IN_PLANE:
        return true;
    case MB_JOINT_CYLINDRICAL:
        return number == 1;
    default:
        return false;
    }
}

void mb_plain_direction(const mb_plain_mechanism *m, int body, const double u[3], double world[3])
{
    const double *r = body == MB_ON_GROUND ? NULL : m->body[body].turn;
    const double c[3] = {u[0], u[1], u[2]};

    for (int i = 0; i < 3; i++)
        world[i] = r ? r[3 * i] * c[0] + r[3 * i + 1] * c[1] + r[3 * i + 2] * c[2] : c[i];
}

void mb_plain_place(const mb_plain_mechanism *m, int body, const double u[3], double world[3])
{
    mb_plain_direction(m, body, u, world);
    for (int i = 0; i < 3 && body != MB_ON_GROUND; i++)
        world[i] += m->body[body].com[i];
}

/* SPDX-License-Identifier: MIT */
/* Joints, ground, springs, motors and loads of a scene. */
#include "bench/describe/drawing.h"
#include "bench/describe/scene.h"
#include "problems/format/expression/expression.h"

static void put(json_t *shapes, const char *as, const char *name, json_t *at, json_t *along)
{
    json_t *o = json_pack("{s:s, s:s, s:o}", "as", as, "name", name, "at", at);

    if (along)
        json_object_set_new(o, "along", along);
    json_array_append_new(shapes, o);
}

/* ---- joints ----------------------------------------------------------------------------------- */

/* Its place on b, then the one on a, which are apart where a joint has opened. */
static json_t *both_places(const mb_plain_joint *j)
{
    return json_pack("[o, o]", mb_scene_point(j->body[1], j->place[1]),
                     mb_scene_point(j->body[0], j->place[0]));
}

static json_t *place_of_b(const mb_plain_joint *j)
{
    return json_pack("[o]", mb_scene_point(j->body[1], j->place[1]));
}

static json_t *axis_of(const mb_plain_joint *j, int side)
{
    return mb_scene_point(j->body[side], j->axis[side]);
}

/* What a place of the ground stands on. */
static void put_ground(const mb_plain_joint *j, json_t *shapes)
{
    int side;
    const mb_ground_sign sign = mb_ground_sign_of(j, &side);

    if (sign == MB_GROUND_RAIL)
        put(shapes, "rail", j->name,
            json_pack("[o, o]", mb_scene_point(MB_ON_GROUND, j->place[side]),
                      mb_scene_point(j->body[!side], j->place[!side])),
            axis_of(j, side));
    else if (sign == MB_GROUND_SUPPORT)
        put(shapes, "support", j->name,
            json_pack("[o]", mb_scene_point(MB_ON_GROUND, j->place[side])), NULL);
}

static void put_joint(const mb_plain_joint *j, json_t *shapes)
{
    switch (j->kind) {
    case MB_JOINT_REVOLUTE:
        put(shapes, "pin", j->name, both_places(j), axis_of(j, 0));
        break;
    case MB_JOINT_SPHERICAL:
        put(shapes, "ball-joint", j->name, both_places(j), NULL);
        break;
    case MB_JOINT_UNIVERSAL:
        put(shapes, "cross", j->name, both_places(j), NULL);
        break;
    case MB_JOINT_RIGID:
        put(shapes, "weld", j->name, both_places(j), NULL);
        break;
    case MB_JOINT_DISTANCE:
        put(shapes, "strut", j->name, both_places(j), NULL);
        break;
    case MB_JOINT_PLANAR:
    case MB_JOINT_POINT_IN_PLANE:
        put(shapes, "plane", j->name, place_of_b(j), axis_of(j, 0));
        break;
    case MB_JOINT_BLADE:
        put(shapes, "knife", j->name, place_of_b(j), axis_of(j, 1));
        break;
    case MB_JOINT_ROLLING:
        put(shapes, "wheel", j->name, place_of_b(j), axis_of(j, 1));
        json_object_set_new(json_array_get(shapes, json_array_size(shapes) - 1), "radius",
                            json_real(j->radius));
        break;
    case MB_JOINT_PERPENDICULAR:
    case MB_JOINT_COUNT:
        break;
    default:
        put(shapes, "slider", j->name, place_of_b(j), axis_of(j, 0));
    }
}

void mb_scene_joints(const mb_plain_mechanism *m, json_t *shapes)
{
    for (int i = 0; i < m->njoints; i++)
        put_ground(&m->joint[i], shapes);
    for (int i = 0; i < m->njoints; i++)
        put_joint(&m->joint[i], shapes);
}

/* ---- forces ----------------------------------------------------------------------------------- */

static void put_line(const mb_plain_force *f, json_t *shapes)
{
    json_t *ends = json_pack("[o, o]", mb_scene_point(f->body[0], f->place[0]),
                             mb_scene_point(f->body[1], f->place[1]));
    const bool springs = f->law || f->stiffness != 0.0, damps = f->damper || f->damping != 0.0;

    put(shapes,
        springs && damps ? "spring-damper"
        : springs        ? "spring"
                         : "damper",
        f->name, ends, NULL);
}

/* A motor or a spring at a joint: about the pin, along the slide. */
static void put_at_joint(const mb_plain_mechanism *m, mb_coordinate of, const char *name,
                         bool drive, json_t *shapes)
{
    const mb_plain_joint *j = &m->joint[of.joint];
    const bool slides = mb_coordinate_is_length(j, of.number) && j->kind != MB_JOINT_DISTANCE;

    put(shapes,
        slides  ? drive ? "drive-along" : "load-along"
        : drive ? "drive"
                : "load",
        name, place_of_b(j), slides ? axis_of(j, 0) : NULL);
}

/* It ends where it acts, with the direction of the start. */
static void put_load(const mb_plain_force *f, json_t *shapes)
{
    static const double at_start[MB_LAW_VARIABLES] = {0.0, 0.0, 0.0};
    double axis[3] = {f->axis[0], f->axis[1], f->axis[2]};

    for (int k = 0; k < 3 && f->kind == MB_FORCE_VECTOR; k++)
        axis[k] = f->value[k] ? mb_expression_value(f->value[k], at_start) : 0.0;
    put(shapes, "arrow", f->name, json_pack("[o]", mb_scene_point(f->body[1], f->place[1])),
        mb_scene_point(f->kind == MB_FORCE_VECTOR && f->in_body ? f->body[1] : MB_ON_GROUND, axis));
}

void mb_scene_forces(const mb_plain_mechanism *m, json_t *shapes)
{
    static const double origin[3] = {0.0, 0.0, 0.0};

    for (int i = 0; i < m->nforces; i++) {
        const mb_plain_force *f = &m->force[i];

        if (f->kind == MB_FORCE_LINE)
            put_line(f, shapes);
        else if (f->kind == MB_FORCE_JOINT)
            put_at_joint(m, f->of, f->name, false, shapes);
        else if (f->kind == MB_FORCE_TORQUE)
            put(shapes, "load", f->name, json_pack("[o]", mb_scene_point(f->body[1], origin)),
                NULL);
        else
            put_load(f, shapes);
    }
    for (int i = 0; i < m->ndrives; i++)
        put_at_joint(m, m->drive[i].of, m->drive[i].name, true, shapes);
}

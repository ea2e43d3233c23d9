/* SPDX-License-Identifier: MIT */
/* Where a body is and how its frame is turned. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "base/vector3.h"
#include "problems/format/read/body.h"

static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};

void mb_turn_product(const double a[9], const double b[9], double ab[9])
{
    double c[9];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    memcpy(ab, c, sizeof c);
}

/* R about an axis (unit) by an angle: cos I + (1 - cos) n n' + sin [n x] */
static void turn_about(const double axis[3], double angle, double turn[9])
{
    const double c = cos(angle), s = sin(angle);

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            turn[3 * i + j] = (i == j ? c : 0.0) + (1.0 - c) * axis[i] * axis[j];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;

        turn[3 * k + j] += s * axis[i];
        turn[3 * j + k] -= s * axis[i];
    }
}

/* Columns x, y, z of a frame. */
static void columns(const double x[3], const double y[3], const double z[3], double turn[9])
{
    for (int i = 0; i < 3; i++) {
        turn[3 * i] = x[i];
        turn[3 * i + 1] = y[i];
        turn[3 * i + 2] = z[i];
    }
}

/* ---- orientation ---------------------------------------------------------------------------- */

static bool by_turn(mb_draft *r, mb_node *node, double turn[9])
{
    mb_node *axis = mb_node_get(node, "axis"), *by = mb_node_get(node, "by");
    double n[3], angle;

    if (!axis || !by || node->n != 2)
        return mb_wrong(r, node, "a turn is {axis: DIRECTION, by: ANGLE}");
    if (!mb_read_direction(r, axis, n) || !mb_read_number(r, by, &angle))
        return false;
    turn_about(n, angle, turn);
    return true;
}

/* Three letters of x, y, z, no two neighbours alike. */
static bool is_sequence(const char *key)
{
    for (int i = 0; i < 3; i++)
        if (key[i] < 'x' || key[i] > 'z' || (i > 0 && key[i] == key[i - 1]))
            return false;
    return key[3] == '\0';
}

static bool by_euler(mb_draft *r, mb_node *node, double turn[9])
{
    mb_node *angles = node->first;
    double angle[3];

    if (node->n != 1 || !is_sequence(angles->key))
        return mb_wrong(r, node, "Euler angles are {zyx: [a, b, c]}, or any other order of axes");
    if (!mb_read_vector(r, angles, 3, angle))
        return false;
    memcpy(turn, identity, sizeof identity);
    for (int k = 0; k < 3; k++) {
        double n[3] = {0.0, 0.0, 0.0}, one[9];

        n[angles->key[k] - 'x'] = 1.0;
        turn_about(n, angle[k], one);
        mb_turn_product(turn, one, turn);
    }
    return true;
}

static bool by_quaternion(mb_draft *r, mb_node *node, double turn[9])
{
    double e[4], length, axis[3] = {1.0, 0.0, 0.0};

    if (!mb_read_vector(r, node, 4, e))
        return false;
    length = hypot(hypot(e[0], e[1]), hypot(e[2], e[3]));
    if (fabs(length - 1.0) > 1e-3)
        return mb_wrong(r, node, "a quaternion [w, x, y, z] has length 1, this one %.6g", length);
    length = mb_norm(e + 1, 3);
    for (int i = 0; i < 3 && length > 0.0; i++)
        axis[i] = e[i + 1] / length;
    turn_about(axis, 2.0 * atan2(length, e[0]), turn);
    return true;
}

static bool by_axes(mb_draft *r, mb_node *node, double turn[9])
{
    mb_node *nx = mb_node_get(node, "x"), *ny = mb_node_get(node, "y");
    double x[3], y[3], z[3], length;

    if (!nx || !ny || node->n != 2)
        return mb_wrong(r, node, "axes of a frame are {x: DIRECTION, y: DIRECTION}");
    if (!mb_read_direction(r, nx, x) || !mb_read_direction(r, ny, y))
        return false;
    mb_cross(x, y, z);
    length = mb_norm(z, 3);
    if (length < 1e-9)
        return mb_wrong(r, node, "the axes x and y of this frame are parallel");
    for (int i = 0; i < 3; i++)
        z[i] /= length;
    mb_cross(z, x, y);
    columns(x, y, z, turn);
    return true;
}

/* Turns a frame: angle in the plane; turn, euler, quaternion or axes in space. */
static bool read_orientation(mb_draft *r, mb_body_draft *d)
{
    static const char *const forms[] = {"turn", "euler", "quaternion", "axes"};
    bool (*const read[])(mb_draft *, mb_node *, double[9]) = {by_turn, by_euler, by_quaternion,
                                                              by_axes};
    static const double z[3] = {0.0, 0.0, 1.0};
    mb_node *angle = mb_node_get(d->node, "angle"), *node;
    mb_plain_body *b = d->body;
    int found = 0;
    bool ok = true;

    memcpy(b->turn, identity, sizeof identity);
    if (angle && r->m->spatial)
        return mb_wrong_key(r, angle,
                            "a body in space has no 'angle'; say turn, euler, quaternion or axes");
    if (angle && !mb_read_number(r, angle, &b->angle))
        return false;
    if (angle)
        turn_about(z, b->angle, b->turn);
    for (int k = 0; k < 4; k++) {
        node = mb_node_get(d->node, forms[k]);
        if (!node)
            continue;
        if (!r->m->spatial)
            return mb_wrong_key(r, node, "a body of a planar mechanism is turned by 'angle'");
        if (found++)
            return mb_wrong_key(r, node,
                                "%s is turned twice; keep one of turn, euler, quaternion, "
                                "axes",
                                mb_draft_text(d));
        node = mb_pick(r, node);
        ok = node && read[k](r, node, b->turn);
    }
    return ok;
}

/* ---- poses ---------------------------------------------------------------------------------- */

/* x from P to Q; z near the world's z, or its y where the rod stands upright. */
static void along_rod(const mb_draft *r, const double d[3], double length, mb_plain_body *b)
{
    static const double up[3] = {0.0, 0.0, 1.0}, side[3] = {0.0, 1.0, 0.0};
    const double x[3] = {d[0] / length, d[1] / length, d[2] / length};
    const bool upright = hypot(x[0], x[1]) < 1e-6;
    const double *near = upright ? side : up;
    double y[3], z[3], size;

    if (!r->m->spatial)
        b->angle = atan2(x[1], x[0]);
    mb_cross(near, x, y);
    size = mb_norm(y, 3);
    for (int i = 0; i < 3; i++)
        y[i] /= size;
    mb_cross(x, y, z);
    columns(x, y, z, b->turn);
}

/* Ends of a rod in its frame, half its length from the middle. */
static void place_ends(mb_plain_body *b, const double middle[3])
{
    const double d[3] = {middle[0] - b->com[0], middle[1] - b->com[1], middle[2] - b->com[2]};

    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++)
            b->end[k][i] = b->turn[i] * d[0] + b->turn[3 + i] * d[1] + b->turn[6 + i] * d[2];
        b->end[k][0] += (k ? 0.5 : -0.5) * b->length;
    }
}

/* The ends of a rod with a length of its own are its places. */
static bool own_ends(mb_draft *r, mb_body_draft *d, mb_node *ends)
{
    for (int k = 0; k < 2; k++) {
        mb_node *node = mb_pick(r, k ? ends->first->next : ends->first);
        char name[MB_REFERENCE_SIZE];

        if (!node || node->kind != MB_NODE_TEXT)
            continue;
        if (!mb_read_name(r, node, node->text, name) || !(d->end[k] = mb_keep(r, name)))
            return false;
        d->body->near = true;
    }
    return true;
}

static bool rod(mb_draft *r, mb_body_draft *d, mb_node *ends)
{
    mb_node *com = mb_node_get(d->node, "com");
    mb_plain_body *b = d->body;
    double p[3], q[3], e[3], middle[3];

    ends = mb_pick(r, ends);
    if (!ends)
        return false;
    if (ends->kind != MB_NODE_LIST || ends->n != 2)
        return mb_wrong(r, ends, "a rod has two ends: [P, Q]");
    if (!mb_read_world_place(r, ends->first, p) || !mb_read_world_place(r, ends->first->next, q))
        return false;
    for (int i = 0; i < 3; i++) {
        e[i] = q[i] - p[i];
        middle[i] = b->com[i] = 0.5 * (p[i] + q[i]);
    }
    b->stated = b->length = mb_norm(e, 3);
    if (b->stated == 0.0)
        return mb_wrong(r, ends, "the ends of this rod are the same place");
    if (!mb_read_positive(r, d->node, "length", &b->length))
        return false;
    along_rod(r, e, b->stated, b);
    if (com && !mb_read_world_place(r, com, b->com))
        return false;
    place_ends(b, middle);
    if (mb_node_get(d->node, "length") && !own_ends(r, d, ends))
        return false;
    return mb_read_rod_solid(r, d);
}

static bool at(mb_draft *r, mb_body_draft *d, mb_node *place)
{
    mb_node *com = mb_node_get(d->node, "com");
    mb_plain_body *b = d->body;
    double u[3] = {0.0, 0.0, 0.0}, x[3];

    if (!mb_read_world_place(r, place, x) || !read_orientation(r, d) ||
        (com && !mb_read_vector(r, com, r->m->spatial ? 3 : 2, u)))
        return false;
    for (int i = 0; i < 3; i++) {
        b->com[i] =
            x[i] + b->turn[3 * i] * u[0] + b->turn[3 * i + 1] * u[1] + b->turn[3 * i + 2] * u[2];
        b->origin[i] = -u[i];
    }
    return mb_read_solid(r, d);
}

bool mb_read_pose(mb_draft *r, mb_body_draft *d)
{
    mb_node *node = mb_node_get(d->node, "rod");
    mb_node *other = mb_node_get(d->node, "point");

    if (node)
        return rod(r, d, node);
    if (other) {
        d->body->point = true;
        memcpy(d->body->turn, identity, sizeof identity);
        return mb_read_world_place(r, other, d->body->com);
    }
    node = mb_node_get(d->node, "at");
    if (node)
        return at(r, d, node);
    return mb_read_world_place(r, mb_node_get(d->node, "com"), d->body->com) &&
           read_orientation(r, d) && mb_read_solid(r, d);
}

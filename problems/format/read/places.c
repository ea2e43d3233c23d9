/* SPDX-License-Identifier: MIT */
/* Places and directions. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "base/vector3.h"
#include "problems/format/read/reader.h"

void mb_to_frame(const mb_draft *r, int body, const double world[3], double u[3])
{
    const double x[3] = {world[0], world[1], world[2]};
    const double *turn = body == MB_ON_GROUND ? NULL : r->body[body].turn;

    for (int i = 0; i < 3; i++)
        u[i] = turn ? turn[i] * x[0] + turn[3 + i] * x[1] + turn[6 + i] * x[2] : x[i];
}

/* The place of a world point in a body's frame. */
static void place_in_frame(const mb_draft *r, int body, const double x[3], double u[3])
{
    const double *com = body == MB_ON_GROUND ? NULL : r->body[body].com;
    const double d[3] = {x[0] - (com ? com[0] : 0.0), x[1] - (com ? com[1] : 0.0),
                         x[2] - (com ? com[2] : 0.0)};

    mb_to_frame(r, body, d, u);
}

static void to_world(const mb_draft *r, int body, const double u[3], bool place, double x[3])
{
    const mb_plain_body *b = &r->body[body];

    for (int i = 0; i < 3; i++)
        x[i] = b->turn[3 * i] * u[0] + b->turn[3 * i + 1] * u[1] + b->turn[3 * i + 2] * u[2] +
               (place ? b->com[i] : 0.0);
}

/* Components as written: 2 in the plane, 3 in space. */
static bool components(mb_draft *r, mb_node *list, const char *what, double x[3])
{
    const int n = r->m->spatial ? 3 : 2;

    x[2] = 0.0;
    if (list->kind != MB_NODE_LIST)
        return mb_wrong(r, list, "a list of %d numbers is wanted here, not %s", n,
                        mb_node_kind_text(list));
    if (list->n != n)
        return mb_wrong(r, list, "a %s of a %s mechanism has %d numbers, %d given", what,
                        r->m->spatial ? "spatial" : "planar", n, list->n);
    return mb_read_vector(r, list, n, x);
}

/* {BODY: [local]}, of which the only key is the body's name */
static bool in_body(mb_draft *r, mb_node *node, bool place, double x[3])
{
    mb_node *local = node->first;
    char name[MB_REFERENCE_SIZE];
    double u[3];
    int body;

    if (node->n != 1)
        return mb_wrong(r, node,
                        place ? "a place is NAME, [x, y], {BODY: [local]}, {between: [P, Q], "
                                "part} or {from: P, towards: Q, by}"
                              : "a direction is x, y, z, -x, -y, -z, [..], {from: P, to: Q}, "
                                "{across: [..]} or {BODY: [local]}");
    if (!mb_read_name(r, local, local->key, name))
        return false;
    if (strcmp(name, "ground") == 0)
        return components(r, local, place ? "place" : "direction", x);
    if (!mb_find(r, local, MB_NAMES_BODIES, name, "body", &body) || !mb_find_body(r, body) ||
        !components(r, local, place ? "place" : "direction", u))
        return false;
    for (int i = 0; i < 3 && place; i++)
        u[i] += r->body[body].origin[i];
    to_world(r, body, u, place, x);
    return true;
}

static bool world(mb_draft *r, mb_node *node, int body, double x[3]);

static bool two_places(mb_draft *r, mb_node *p, mb_node *q, int body, double x[3], double d[3])
{
    double y[3];

    if (!world(r, p, body, x) || !world(r, q, body, y))
        return false;
    for (int i = 0; i < 3; i++)
        d[i] = y[i] - x[i];
    return true;
}

/* {between: [P, Q], part: 0.5} */
static bool between(mb_draft *r, mb_node *node, mb_node *pair, int body, double x[3])
{
    double part = 0.5, d[3];

    if (pair->kind != MB_NODE_LIST || pair->n != 2)
        return mb_wrong(r, pair, "'between' wants a list of two places");
    if (node->n != 1 + (mb_node_get(node, "part") != NULL))
        return mb_wrong(r, node, "a place between two others is {between: [P, Q], part: 0.5}");
    if (!mb_read_key(r, node, "part", &part) ||
        !two_places(r, pair->first, pair->first->next, body, x, d))
        return false;
    for (int i = 0; i < 3; i++)
        x[i] += part * d[i];
    return true;
}

/* {from: P, towards: Q, by: 0.25} */
static bool towards(mb_draft *r, mb_node *node, mb_node *goal, int body, double x[3])
{
    mb_node *from = mb_node_get(node, "from");
    double by = 0.0, d[3], length;

    if (!from || !mb_node_get(node, "by") || node->n != 3)
        return mb_wrong(r, node, "a place on the way is {from: P, towards: Q, by: length}");
    if (!mb_read_key(r, node, "by", &by) || !two_places(r, from, goal, body, x, d))
        return false;
    length = mb_norm(d, 3);
    if (length == 0.0)
        return mb_wrong(r, node, "these two places are the same; there is no way between them");
    for (int i = 0; i < 3; i++)
        x[i] += by / length * d[i];
    return true;
}

static bool named(mb_draft *r, const mb_node *node, int body, double x[3])
{
    char name[MB_REFERENCE_SIZE];
    int number;

    if (!mb_read_name(r, node, node->text, name))
        return false;
    number =
        body == MB_ON_GROUND ? -1 : mb_name_table_find(&r->names, MB_NAMES_PLACES + body, name);
    if (number >= 0) {
        to_world(r, body, r->body[body].place[number].u, true, x);
        return true;
    }
    if (!mb_find(r, node, MB_NAMES_POINTS, name, "point", &number) || !mb_find_point(r, number))
        return false;
    memcpy(x, r->point[number].x, 3 * sizeof *x);
    return true;
}

/* A place in the world, where the body is declared. */
static bool world(mb_draft *r, mb_node *node, int body, double x[3])
{
    mb_node *part;

    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind == MB_NODE_TEXT)
        return named(r, node, body, x);
    if (node->kind == MB_NODE_LIST)
        return components(r, node, "place", x);
    if ((part = mb_node_get(node, "between")))
        return between(r, node, part, body, x);
    if ((part = mb_node_get(node, "towards")))
        return towards(r, node, part, body, x);
    return in_body(r, node, true, x);
}

bool mb_read_world_place(mb_draft *r, mb_node *node, double x[3])
{
    return world(r, node, MB_ON_GROUND, x);
}

bool mb_read_place(mb_draft *r, mb_node *node, int body, double u[3], const char **name, bool *own)
{
    char text[MB_REFERENCE_SIZE];
    double x[3];
    int number = -1;

    if (name)
        *name = NULL;
    *own = false;
    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind == MB_NODE_TEXT) {
        if (!mb_read_name(r, node, node->text, text))
            return false;
        if (name && !(*name = mb_keep(r, text)))
            return false;
        if (body != MB_ON_GROUND)
            number = mb_name_table_find(&r->names, MB_NAMES_PLACES + body, text);
    }
    if (number >= 0) { /* as declared, to the bit */
        memcpy(u, r->body[body].place[number].u, 3 * sizeof *u);
        *own = true;
        return true;
    }
    if (!world(r, node, body, x))
        return false;
    place_in_frame(r, body, x, u);
    return true;
}

/* ---- directions ----------------------------------------------------------------------------- */

static bool unit(mb_draft *r, const mb_node *node, double d[3])
{
    const double length = mb_norm(d, 3);

    if (length == 0.0)
        return mb_wrong(r, node, "a direction of length 0");
    for (int i = 0; i < 3; i++)
        d[i] /= length;
    return true;
}

/* x, y, z, -x, -y, -z */
static bool letter(const char *text, double d[3])
{
    const double s = *text == '-' ? -1.0 : 1.0;

    text += *text == '-';
    if (text[0] < 'x' || text[0] > 'z' || text[1])
        return false;
    d[0] = d[1] = d[2] = 0.0;
    d[text[0] - 'x'] = s;
    return true;
}

static bool arrow(mb_draft *r, mb_node *node, double d[3]);

static bool across(mb_draft *r, mb_node *node, mb_node *pair, double d[3])
{
    double a[3], b[3];

    if (pair->kind != MB_NODE_LIST || pair->n != 2 || node->n != 1)
        return mb_wrong(r, pair, "'across' wants a list of two directions");
    if (!arrow(r, pair->first, a) || !arrow(r, pair->first->next, b))
        return false;
    mb_cross(a, b, d);
    if (mb_norm(d, 3) < 1e-12)
        return mb_wrong(r, node, "these two directions are parallel; nothing is across both");
    return unit(r, node, d);
}

/* A unit vector of whatever direction. */
static bool arrow(mb_draft *r, mb_node *node, double d[3])
{
    mb_node *part;
    double x[3];

    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind == MB_NODE_TEXT)
        return letter(node->text, d) ||
               mb_wrong(
                   r, node,
                   "'%.63s' is no direction; a direction is x, y, z, -x, -y, -z, [..], {from: P, "
                   "to: Q}, {across: [..]} or {BODY: [local]}",
                   node->text);
    if (node->kind == MB_NODE_LIST)
        return components(r, node, "direction", d) && unit(r, node, d);
    if ((part = mb_node_get(node, "across")))
        return across(r, node, part, d);
    if ((part = mb_node_get(node, "to"))) {
        if (!mb_node_get(node, "from") || node->n != 2)
            return mb_wrong(r, node, "a direction between places is {from: P, to: Q}");
        if (!two_places(r, mb_node_get(node, "from"), part, MB_ON_GROUND, x, d))
            return false;
        return unit(r, node, d);
    }
    return in_body(r, node, false, d) && unit(r, node, d);
}

bool mb_read_direction(mb_draft *r, mb_node *node, double d[3])
{
    if (!arrow(r, node, d))
        return false;
    return r->m->spatial || d[2] == 0.0 ||
           mb_wrong(r, node, "this direction leaves the plane of the mechanism");
}

bool mb_read_axis(mb_draft *r, mb_node *node, double d[3])
{
    if (!arrow(r, node, d))
        return false;
    return r->m->spatial || (d[0] == 0.0 && d[1] == 0.0) ||
           mb_wrong(r, node, "an axis of a planar mechanism is z or -z; leave it out for z");
}

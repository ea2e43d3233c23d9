/* SPDX-License-Identifier: MIT */
/* The start: velocities that are held as given, and how the assembly goes. */
#include <string.h>

#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

/* A start in the making. */
typedef struct draft {
    int n, nfixed, capacity;
    mb_start_item *item;
} draft;

static bool add(mb_draft *r, draft *d, const mb_node *node, mb_start_item item)
{
    if (!mb_grow(r, &d->item, &d->capacity, d->n, sizeof *d->item))
        return false;
    item.name = node->key;
    item.source = (mb_source){node->key_line, node->key_column};
    d->item[d->n++] = item;
    return true;
}

/* A vector, or {along: DIRECTION, is: number}; omega in the plane is one number. */
static bool read_velocity(mb_draft *r, mb_node *node, mb_start_item *item)
{
    mb_node *picked = mb_pick(r, node);

    if (!picked)
        return false;
    if (picked->kind == MB_NODE_MAPPING) {
        item->along = true;
        return mb_schema_check_keys(r->messages, picked, "a part of a velocity",
                                    mb_schema_start_part, NULL) &&
               (item->kind == MB_START_OMEGA && !r->m->spatial
                    ? mb_read_axis(r, mb_node_get(picked, "along"), item->direction)
                    : mb_read_direction(r, mb_node_get(picked, "along"), item->direction)) &&
               mb_read_key(r, picked, "is", item->value);
    }
    if (item->kind == MB_START_OMEGA && !r->m->spatial)
        return mb_read_number(r, picked, &item->value[2]);
    return mb_read_vector(r, picked, r->m->spatial ? 3 : 2, item->value);
}

static bool read_body(mb_draft *r, draft *d, mb_node *node)
{
    static const char *const keys[] = {"v", "omega"};
    mb_start_item item = {.kind = MB_START_VELOCITY};
    char name[MB_REFERENCE_SIZE], what[MB_REFERENCE_SIZE + 16];

    if (!mb_read_name(r, node, node->key, name))
        return false;
    if (mb_name_table_find(&r->names, MB_NAMES_JOINTS, name) >= 0 &&
        mb_name_table_find(&r->names, MB_NAMES_BODIES, name) < 0)
        return mb_wrong_key(r, node, "'%s' is a joint, whose start is one rate", name);
    if (!mb_find(r, node, MB_NAMES_BODIES, name, "body", &item.body) || !mb_find_body(r, item.body))
        return false;
    snprintf(what, sizeof what, "start of '%s'", name);
    if (!mb_schema_check_keys(r->messages, node, what, mb_schema_start_body, NULL))
        return false;
    for (int k = 0; k < 2; k++) {
        mb_node *velocity = mb_node_get(node, keys[k]);
        mb_start_item one = item;

        if (!velocity)
            continue;
        one.kind = k == 0 ? MB_START_VELOCITY : MB_START_OMEGA;
        if (k == 1 && r->body[item.body].point)
            return mb_wrong_key(r, velocity, "'%s' is a point and does not turn", name);
        if (!read_velocity(r, velocity, &one) || !add(r, d, node, one))
            return false;
    }
    return true;
}

/* A body that has a place of that name: its own, itself, or a joint's. */
static bool find_carrier(mb_draft *r, const mb_node *node, const char *name, mb_start_item *item)
{
    const int number = mb_name_table_find(&r->names, MB_NAMES_CARRIERS, name);

    if (number < 0 || r->carrier[number].body == MB_NO_INDEX)
        return mb_wrong_key(r, node,
                            "no joint and no place of a body is '%s'; give the velocity of "
                            "a body instead",
                            name);
    item->body = r->carrier[number].body;
    memcpy(item->place, r->carrier[number].u, sizeof item->place);
    return true;
}

/* v: {POINT: [..]} */
static bool read_points(mb_draft *r, draft *d, mb_node *points)
{
    if (points->kind != MB_NODE_MAPPING)
        return mb_wrong(r, points, "velocities of points are {POINT: [..]}");
    for (mb_node *node = points->first; node; node = node->next) {
        mb_start_item item = {.kind = MB_START_VELOCITY};
        char name[MB_REFERENCE_SIZE];

        if (!mb_read_name(r, node, node->key, name) || !find_carrier(r, node, name, &item) ||
            !read_velocity(r, node, &item) || !add(r, d, node, item))
            return false;
    }
    return true;
}

static bool read_fixed(mb_draft *r, mb_node *list)
{
    int *fixed;

    if (list->kind != MB_NODE_LIST)
        return mb_wrong(r, list, "a list of bodies is wanted here");
    if (MB_TAKE(r->arena, &fixed, (size_t)list->n, NULL) != MB_OK)
        return mb_no_memory(r);
    r->m->start.fixed = fixed;
    for (mb_node *node = list->first; node; node = node->next)
        if (!mb_read_reference(r, node, MB_NAMES_BODIES, "body", &fixed[r->m->start.nfixed++]))
            return false;
    return true;
}

static bool read_rate(mb_draft *r, draft *d, mb_node *node)
{
    mb_start_item item = {.kind = MB_START_COORDINATE, .body = MB_NO_INDEX};

    if (mb_name_table_find(&r->names, MB_NAMES_BODIES, node->key) >= 0 &&
        mb_name_table_find(&r->names, MB_NAMES_JOINTS, node->key) < 0)
        return mb_wrong_key(r, node, "'%s' is a body, which starts with {v: [..], omega: ..}",
                            node->key);
    return mb_read_coordinate(r, node, node->key, &item.of) &&
           mb_read_number(r, node, item.value) && add(r, d, node, item);
}

static void read_item(mb_draft *r, draft *d, mb_node *node)
{
    if (strcmp(node->key, "when") == 0)
        return;
    if (strcmp(node->key, "keep") == 0)
        mb_read_yes(r, node, &r->m->start.keep);
    else if (strcmp(node->key, "approximate") == 0)
        mb_read_yes(r, node, &r->m->start.approximate);
    else if (strcmp(node->key, "fixed") == 0)
        read_fixed(r, node);
    else if (strcmp(node->key, "v") == 0)
        read_points(r, d, node);
    else if (node->kind == MB_NODE_LIST)
        mb_wrong(r, node, "a start is JOINT: rate or BODY: {v, omega}");
    else if (node->kind == MB_NODE_TEXT || mb_node_get(node, "by"))
        read_rate(r, d, node);
    else
        read_body(r, d, node);
}

void mb_read_start(mb_draft *r)
{
    mb_node *node = mb_node_get(r->root, "start");
    draft d = {.n = 0};
    bool absent = false;

    node = node ? mb_taken_node(r, node, &absent) : NULL;
    if (!node)
        return;
    if (node->kind != MB_NODE_MAPPING) {
        mb_wrong(r, node, "a start is a mapping, or a list of mappings with 'when'");
        return;
    }
    for (mb_node *child = node->first; child && r->status == MB_OK; child = child->next)
        read_item(r, &d, child);
    r->m->start.n = d.n;
    r->m->start.item = d.item;
}

/* SPDX-License-Identifier: MIT */
/* Forces. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

enum { OF_T = 1 << MB_LAW_T, OF_X = 1 << MB_LAW_X, OF_V = 1 << MB_LAW_V };

/* Stiffness and damping, of which there must be some. */
static bool read_spring(mb_draft *r, mb_node *element, mb_plain_force *f)
{
    static const char *const keys[] = {"stiffness", "damping"};
    double *x[] = {&f->stiffness, &f->damping};

    for (int k = 0; k < 2; k++) {
        if (!mb_read_key(r, element, keys[k], x[k]))
            return false;
        if (*x[k] < 0.0)
            return mb_wrong(r, mb_node_get(element, keys[k]), "%s is %.9g; it cannot be below 0",
                            keys[k], *x[k]);
    }
    return mb_node_get(element, "stiffness") || mb_node_get(element, "damping") ||
           mb_node_get(element, "law") || mb_node_get(element, "damper") ||
           mb_wrong(r, element, "'%s' has neither stiffness nor damping nor a law", f->name);
}

/* A law stands alone. */
static bool check_law(mb_draft *r, mb_node *element)
{
    static const char *const keys[] = {"stiffness", "free", "damping", NULL};

    for (int k = 0; keys[k] && mb_node_get(element, "law"); k++)
        if (mb_node_get(element, keys[k]))
            return mb_wrong_key(r, mb_node_get(element, keys[k]),
                                "a force has a 'law' or '%s', not both", keys[k]);
    return true;
}

static bool read_line(mb_draft *r, mb_node *element, mb_plain_force *f)
{
    mb_node *at = mb_pick(r, mb_node_get(element, "at")), *law = mb_node_get(element, "law");
    mb_node *damper = mb_node_get(element, "damper"), *only = mb_node_get(element, "only");
    double x[2][3];
    int word = 0;
    bool own;

    f->kind = MB_FORCE_LINE;
    if (!at || !mb_read_pair(r, mb_node_get(element, "spring"), f->body))
        return false;
    if (f->body[0] == f->body[1])
        return mb_wrong(r, mb_node_get(element, "spring"), "'%s' joins a body with itself",
                        f->name);
    if (at->kind != MB_NODE_LIST || at->n != 2)
        return mb_wrong(r, at, "two places are wanted here: [on a, on b]");
    for (int k = 0; k < 2; k++) {
        if (!mb_read_place(r, k ? at->first->next : at->first, f->body[k], f->place[k], NULL, &own))
            return false;
        mb_plain_place(r->m, f->body[k], f->place[k], x[k]);
    }
    f->free = mb_distance(x[0], x[1], 3);
    if (!check_law(r, element) || !read_spring(r, element, f) ||
        !mb_read_key(r, element, "free", &f->free) ||
        !mb_read_word(r, element, "only", "tension|compression", &word))
        return false;
    if (f->free < 0.0)
        return mb_wrong(r, mb_node_get(element, "free"), "a free length cannot be below 0");
    f->only = !only ? MB_BOTH_SIDES : word == 0 ? MB_TENSION : MB_COMPRESSION;
    return (!law || mb_read_law(r, law, OF_T | OF_X | OF_V, &f->law)) &&
           (!damper || mb_read_law(r, damper, OF_V, &f->damper));
}

static bool read_joint(mb_draft *r, mb_node *element, mb_plain_force *f)
{
    mb_node *joint = mb_pick(r, mb_node_get(element, "joint")), *law = mb_node_get(element, "law");
    const mb_plain_joint *j;

    f->kind = MB_FORCE_JOINT;
    if (!joint || !mb_read_coordinate(r, joint, joint->text, &f->of) || !check_law(r, element) ||
        !read_spring(r, element, f))
        return false;
    j = &r->joint[f->of.joint];
    f->body[0] = j->body[0];
    f->body[1] = j->body[1];
    f->free = j->kind == MB_JOINT_DISTANCE ? j->length : 0.0;
    return mb_read_key(r, element, "free", &f->free) &&
           (!law || mb_read_law(r, law, OF_T | OF_X | OF_V, &f->law));
}

/* Body and place of a load. */
static bool read_loaded(mb_draft *r, mb_node *element, const char *key, mb_plain_force *f)
{
    mb_node *node = mb_node_get(element, key), *at = mb_node_get(element, "at");
    bool own;

    f->body[0] = MB_ON_GROUND;
    if (!mb_read_body(r, node, &f->body[1]))
        return false;
    if (f->body[1] == MB_ON_GROUND)
        return mb_wrong(r, node, "'%s' acts on the ground, which does not move", f->name);
    return !at || mb_read_place(r, at, f->body[1], f->place[1], NULL, &own);
}

static bool read_push(mb_draft *r, mb_node *element, mb_plain_force *f)
{
    f->kind = MB_FORCE_PUSH;
    return read_loaded(r, element, "push", f) &&
           mb_read_direction(r, mb_node_get(element, "along"), f->axis) &&
           mb_read_law(r, mb_node_get(element, "law"), OF_T | OF_X | OF_V, &f->law);
}

static bool read_vector(mb_draft *r, mb_node *element, mb_plain_force *f)
{
    mb_node *value = mb_pick(r, mb_node_get(element, "value"));
    const int n = r->m->spatial ? 3 : 2;
    int word = 0, k = 0;

    f->kind = MB_FORCE_VECTOR;
    if (!value || !read_loaded(r, element, "force", f) ||
        !mb_read_word(r, element, "fixed-in", "world|body", &word))
        return false;
    f->in_body = word == 1;
    if (value->kind != MB_NODE_LIST || value->n != n)
        return mb_wrong(r, value, "a force of a %s mechanism has %d components",
                        r->m->spatial ? "spatial" : "planar", n);
    for (mb_node *node = value->first; node; node = node->next)
        if (!mb_read_law(r, node, OF_T, &f->value[k++]))
            return false;
    return true;
}

static bool read_torque(mb_draft *r, mb_node *element, mb_plain_force *f)
{
    mb_node *axis = mb_node_get(element, "axis"), *on = mb_node_get(element, "on");
    double d[3] = {0.0, 0.0, 1.0};
    int word = 0;

    f->kind = MB_FORCE_TORQUE;
    if (!read_loaded(r, element, "torque", f) || (on && !mb_read_body(r, on, &f->body[0])))
        return false;
    if (on && f->body[0] == f->body[1])
        return mb_wrong(r, on, "'%s' acts on '%s' and takes its reaction there", f->name,
                        r->body[f->body[1]].name);
    for (int k = 0; k < 2; k++)
        if (f->body[k] != MB_ON_GROUND && r->body[f->body[k]].point)
            return mb_wrong(r, k ? mb_node_get(element, "torque") : on,
                            "'%s' is a point and takes no torque", r->body[f->body[k]].name);
    if (!axis && r->m->spatial)
        return mb_wrong(r, element, "torque '%s' needs 'axis': in space it has one", f->name);
    if ((axis && !mb_read_axis(r, axis, d)) ||
        !mb_read_word(r, element, "fixed-in", "body|world", &word))
        return false;
    f->in_body = word == 0;
    mb_to_frame(r, f->in_body ? f->body[1] : MB_ON_GROUND, d, f->axis);
    return mb_read_law(r, mb_node_get(element, "value"), OF_T, &f->value[0]);
}

static bool read_force(mb_draft *r, const mb_member *member)
{
    static const char *const words[] = {"spring", "joint", "push", "force", "torque"};
    bool (*const read[])(mb_draft *, mb_node *, mb_plain_force *) = {
        read_line, read_joint, read_push, read_vector, read_torque};
    mb_node *element = mb_taken(r, MB_NAMES_FORCES, member);
    mb_plain_force f = {.name = member->name,
                        .source = {member->node->key_line, member->node->key_column}};
    const int n = r->m->nforces;
    const char *word;
    int k = 0;

    if (!element)
        return false;
    word = mb_schema_kind_of(mb_schema_section_of("forces"), element)->name;
    while (strcmp(words[k], word) != 0)
        k++;
    if (!read[k](r, element, &f) ||
        !mb_grow(r, &r->force, &r->capacity.force, n, sizeof *r->force) ||
        !mb_add_name(r, MB_NAMES_FORCES, member, n))
        return false;
    r->force[n] = f;
    r->m->nforces++;
    return true;
}

static void declare(mb_draft *r, const mb_member *member)
{
    if (!read_force(r, member))
        mb_spoil(r, MB_NAMES_FORCES, member);
}

void mb_read_forces(mb_draft *r)
{
    mb_each_member(r, mb_node_get(r->root, "forces"), declare);
}

/* SPDX-License-Identifier: MIT */
/* Drives and gears. */
#include <string.h>

#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

static mb_source source_of(const mb_member *member)
{
    return (mb_source){member->node->key_line, member->node->key_column};
}

/* ---- drives --------------------------------------------------------------------------------- */

/* A coordinate that is driven must have a rate: a law that jumps or bends by a corner is none. */
static bool check_kinks(mb_draft *r, const mb_node *node, const mb_expression *law)
{
    static const char *const what[] = {"table linear", "pieces"};

    for (int k = 0; k < law->n; k++) {
        const mb_op *op = &law->op[k];
        double at;
        const char *name;
        int kink;

        if (op->code != MB_OP_CALL)
            continue;
        kink = mb_formula_kink(op->function, &at);
        if (!kink)
            continue;
        name = k > 0 && law->op[k - 1].code == MB_OP_VARIABLE ? "t" : op->function->variable;
        if (op->function->kind == MB_FORMULA_LINEAR)
            return mb_wrong_at(r, node, op->column,
                               "law has a kink at %s = %.6g (%s): a drive needs kind: spline", name,
                               at, what[0]);
        return mb_wrong_at(r, node, op->column,
                           "law has a %s at %s = %.6g (%s): a drive needs values and slopes that "
                           "meet",
                           kink == 1 ? "jump" : "kink", name, at, what[1]);
    }
    return true;
}

static bool has_coordinate(mb_draft *r, const mb_member *member, const mb_node *node)
{
    char name[MB_REFERENCE_SIZE];
    int joint;

    if (!mb_read_name(r, node, node->text, name))
        return false;
    joint = mb_name_table_find(&r->names, MB_NAMES_JOINTS, name);
    if (joint < 0 || mb_joint_kind_facts(r->joint[joint].kind)->coordinates > 0)
        return true;
    return mb_wrong(r, node, "'%s' drives a joint without a coordinate (%s)", member->name,
                    mb_joint_kind_facts(r->joint[joint].kind)->word);
}

static bool read_drive(mb_draft *r, const mb_member *member)
{
    mb_node *element = mb_taken(r, MB_NAMES_DRIVES, member), *joint, *law;
    mb_plain_drive d = {.name = member->name, .source = source_of(member)};
    const int n = r->m->ndrives;

    if (!element)
        return false;
    joint = mb_pick(r, mb_node_get(element, "joint"));
    law = mb_pick(r, mb_node_get(element, "law"));
    if (!joint || !law || !has_coordinate(r, member, joint) ||
        !mb_read_coordinate(r, joint, joint->text, &d.of) ||
        !mb_read_law(r, law, 1u << MB_LAW_T, &d.law) || !check_kinks(r, law, d.law))
        return false;
    if (r->driven[d.of.joint] >> d.of.number & 1) {
        mb_wrong(r, joint, "'%s' drives what another drive drives already", d.name);
        return false;
    }
    r->driven[d.of.joint] |= (unsigned char)(1 << d.of.number);
    if (!mb_grow(r, &r->drive, &r->capacity.drive, n, sizeof *r->drive) ||
        !mb_add_name(r, MB_NAMES_DRIVES, member, n))
        return false;
    r->drive[n] = d;
    r->m->ndrives++;
    return true;
}

static void declare_drive(mb_draft *r, const mb_member *member)
{
    if (!read_drive(r, member))
        mb_spoil(r, MB_NAMES_DRIVES, member);
}

void mb_read_drives(mb_draft *r)
{
    if (MB_TAKE(r->arena, &r->driven, (size_t)r->m->njoints, NULL) != MB_OK)
        mb_no_memory(r);
    else
        mb_each_member(r, mb_node_get(r->root, "drives"), declare_drive);
}

/* ---- gears ---------------------------------------------------------------------------------- */

static bool read_couple(mb_draft *r, mb_node *terms, mb_gear_term *term)
{
    for (mb_node *node = terms->first; node; node = node->next, term++)
        if (!mb_read_coordinate(r, node, node->key, &term->of) ||
            !mb_read_number(r, node, &term->factor))
            return false;
    return true;
}

static bool read_mesh(mb_draft *r, mb_node *element, mb_node *terms, mb_gear_term *term)
{
    mb_node *axis = mb_node_get(element, "axis");
    double d[3] = {0.0, 0.0, 1.0};
    char name[MB_REFERENCE_SIZE];

    if (!axis && r->m->spatial)
        return mb_wrong(r, element, "a mesh in space needs 'axis'");
    if (axis && !mb_read_axis(r, axis, d))
        return false;
    for (mb_node *node = terms->first; node; node = node->next, term++) {
        if (!mb_read_name(r, node, node->key, name) ||
            !mb_find(r, node, MB_NAMES_BODIES, name, "body", &term->body) ||
            !mb_find_body(r, term->body) || !mb_read_number(r, node, &term->factor))
            return false;
        if (r->body[term->body].point)
            return mb_wrong_key(r, node, "'%s' is a point and does not turn", name);
        mb_to_frame(r, term->body, d, term->axis);
    }
    return true;
}

static bool read_gear(mb_draft *r, const mb_member *member)
{
    mb_node *element = mb_taken(r, MB_NAMES_GEARS, member), *terms;
    mb_plain_gear g = {.name = member->name, .source = source_of(member)};
    const int n = r->m->ngears;
    mb_gear_term *term;

    if (!element)
        return false;
    g.mesh = mb_node_get(element, "mesh") != NULL;
    terms = mb_pick(r, mb_node_get(element, g.mesh ? "mesh" : "couple"));
    if (!terms)
        return false;
    if (terms->kind != MB_NODE_MAPPING || terms->n < 1) {
        mb_wrong(r, terms,
                 g.mesh ? "a mesh is {BODY: factor, ...}"
                        : "a couple is {JOINT: factor, "
                          "...}");
        return false;
    }
    if (MB_TAKE(r->arena, &term, (size_t)terms->n, NULL) != MB_OK) {
        mb_no_memory(r);
        return false;
    }
    g.n = terms->n;
    g.term = term;
    if (!(g.mesh ? read_mesh(r, element, terms, term) : read_couple(r, terms, term)) ||
        !mb_grow(r, &r->gear, &r->capacity.gear, n, sizeof *r->gear) ||
        !mb_add_name(r, MB_NAMES_GEARS, member, n))
        return false;
    r->gear[n] = g;
    r->m->ngears++;
    return true;
}

static void declare_gear(mb_draft *r, const mb_member *member)
{
    if (!read_gear(r, member))
        mb_spoil(r, MB_NAMES_GEARS, member);
}

void mb_read_gears(mb_draft *r)
{
    mb_each_member(r, mb_node_get(r->root, "gears"), declare_gear);
}

/* SPDX-License-Identifier: MIT */
/* Outputs by name, and branch tests. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

/* Endings of components: "" for one. */
static int endings(const mb_draft *r, const mb_plain_measure *q)
{
    const int all = r->m->spatial ? 3 : 2;

    switch (q->kind) {
    case MB_MEASURE_POINT:
    case MB_MEASURE_VELOCITY:
        return q->along ? 1 : all;
    case MB_MEASURE_DIRECTION:
        return all;
    case MB_MEASURE_OMEGA:
        return q->along || !r->m->spatial ? 1 : 3;
    case MB_MEASURE_MOMENTUM:
        return q->along || (q->part == MB_PART_ANGULAR && !r->m->spatial) ? 1 : all;
    case MB_MEASURE_REACTION:
        return q->part == MB_PART_MOMENT && !r->m->spatial ? 1 : all;
    case MB_MEASURE_FORCE:
        return q->force >= 0 && r->force[q->force].kind == MB_FORCE_VECTOR ? all : 1;
    default:
        return 1;
    }
}

/* What a quantity is measured in. */
static const char *unit_of(const mb_draft *r, const mb_plain_measure *q)
{
    const mb_plain_joint *j = q->of.joint >= 0 ? &r->joint[q->of.joint] : NULL;
    const bool slides = j && mb_coordinate_is_length(j, q->of.number);
    bool turns;

    switch (q->kind) {
    case MB_MEASURE_POINT:
    case MB_MEASURE_LENGTH:
        return "m";
    case MB_MEASURE_ANGLE:
    case MB_MEASURE_LINE:
    case MB_MEASURE_TURN:
        return "rad";
    case MB_MEASURE_JOINT:
        return slides ? "m" : "rad";
    case MB_MEASURE_RATE:
        return slides ? "m/s" : "rad/s";
    case MB_MEASURE_OMEGA:
        return "rad/s";
    case MB_MEASURE_VELOCITY:
        return "m/s";
    case MB_MEASURE_FORCE:
        if (q->drive >= 0)
            turns = !mb_coordinate_is_length(&r->joint[r->drive[q->drive].of.joint],
                                             r->drive[q->drive].of.number);
        else if (r->force[q->force].kind == MB_FORCE_JOINT)
            turns = !mb_coordinate_is_length(&r->joint[r->force[q->force].of.joint],
                                             r->force[q->force].of.number);
        else
            turns = r->force[q->force].kind == MB_FORCE_TORQUE;
        return turns ? "N m" : "N";
    case MB_MEASURE_REACTION:
        return q->part == MB_PART_MOMENT ? "N m" : "N";
    case MB_MEASURE_ENERGY:
        return "J";
    case MB_MEASURE_MOMENTUM:
        return q->part == MB_PART_LINEAR ? "kg m/s" : "kg m2/s";
    default:
        return "";
    }
}

/* Names of the components, each one of its own in all outputs. */
static bool read_names(mb_draft *r, const mb_member *member, mb_node *element, mb_plain_output *o)
{
    static const char *const letters[] = {".x", ".y", ".z"};
    mb_node *list = mb_node_get(element, "names"), *given;
    const char **names;

    list = list ? mb_pick(r, list) : NULL;
    if (list && (list->kind != MB_NODE_LIST || list->n != o->n))
        return mb_wrong(r, list, "'%s' has %d component%s, %d named", o->name, o->n,
                        o->n == 1 ? "" : "s", list->kind == MB_NODE_LIST ? list->n : 1);
    if (MB_TAKE(r->arena, &names, (size_t)o->n, NULL) != MB_OK)
        return mb_no_memory(r);
    given = list ? list->first : NULL;
    for (int k = 0; k < o->n; k++, given = given ? given->next : NULL) {
        char text[MB_FORMAT_NAME + 8];
        mb_member component = {.node = member->node};

        if (given && (given->kind != MB_NODE_TEXT || !mb_is_name(given->text)))
            return mb_wrong(r, given,
                            "a name is wanted here: letters, digits, space, _ - . ', first "
                            "a letter");
        snprintf(text, sizeof text, "%.63s%s", given ? given->text : o->name,
                 given || o->n == 1 ? "" : letters[k]);
        if (strlen(text) >= MB_FORMAT_NAME)
            return mb_wrong_key(r, member->node, "'%s' is a name of more than %d characters", text,
                                MB_FORMAT_NAME - 1);
        names[k] = component.name = mb_keep(r, text);
        if (!names[k] ||
            !mb_grow(r, &r->component, &r->capacity.component, r->m->ncomponents,
                     sizeof *r->component) ||
            !mb_add_name(r, MB_NAMES_COMPONENTS, &component, r->m->ncomponents))
            return false;
        r->component[r->m->ncomponents++] = names[k];
    }
    o->names = names;
    return true;
}

static bool is_of_forces(const mb_plain_measure *q)
{
    return q->kind == MB_MEASURE_FORCE || q->kind == MB_MEASURE_REACTION ||
           q->kind == MB_MEASURE_ENERGY;
}

static bool read_output(mb_draft *r, const mb_member *member)
{
    mb_node *element = mb_taken(r, MB_NAMES_OUTPUTS, member), *compare;
    mb_plain_output o = {.name = member->name,
                         .source = {member->node->key_line, member->node->key_column},
                         .scale = 1.0};
    const int n = r->m->noutputs;

    if (!element || !mb_read_measure(r, element, member->name, &o.of))
        return false;
    o.n = endings(r, &o.of);
    o.first = r->m->ncomponents;
    o.unit = unit_of(r, &o.of);
    o.compared = !is_of_forces(&o.of);
    compare = mb_node_get(element, "compare");
    if (!mb_read_key(r, element, "scale", &o.scale) ||
        !mb_read_key(r, element, "offset", &o.offset) ||
        !(mb_node_get(element, "scale") ? mb_read_text(r, element, "unit", &o.unit)
                                        : mb_read_unit(r, element, &o.unit)) ||
        (compare && !mb_read_yes(r, compare, &o.compared)))
        return false;
    if (o.compared && o.of.kind == MB_MEASURE_REACTION) {
        mb_wrong(r, compare, "a reaction is never compared");
        return false;
    }
    if (!mb_grow(r, &r->output, &r->capacity.output, n, sizeof *r->output) ||
        !mb_add_name(r, MB_NAMES_OUTPUTS, member, n) || !read_names(r, member, element, &o))
        return false;
    r->output[n] = o;
    r->m->noutputs++;
    return true;
}

static void declare_output(mb_draft *r, const mb_member *member)
{
    if (!read_output(r, member))
        mb_spoil(r, MB_NAMES_OUTPUTS, member);
}

void mb_read_outputs(mb_draft *r)
{
    mb_each_member(r, mb_node_get(r->root, "outputs"), declare_output);
}

/* ---- branch --------------------------------------------------------------------------------- */

static bool read_test(mb_draft *r, const mb_member *member)
{
    mb_node *element = mb_taken(r, MB_NAMES_BRANCH, member);
    mb_plain_branch b = {.name = member->name,
                         .source = {member->node->key_line, member->node->key_column}};
    const int n = r->m->nbranches;

    if (!element || !mb_read_measure(r, element, member->name, &b.of) ||
        !mb_read_key(r, element, "is", &b.is) || !mb_read_positive(r, element, "within", &b.within))
        return false;
    if (endings(r, &b.of) != 1) {
        mb_wrong(r, element, "branch '%s' must be one number; say along which direction", b.name);
        return false;
    }
    if (!mb_grow(r, &r->branch, &r->capacity.branch, n, sizeof *r->branch) ||
        !mb_add_name(r, MB_NAMES_BRANCH, member, n))
        return false;
    r->branch[n] = b;
    r->m->nbranches++;
    return true;
}

static void declare_branch(mb_draft *r, const mb_member *member)
{
    if (!read_test(r, member))
        mb_spoil(r, MB_NAMES_BRANCH, member);
}

void mb_read_branch(mb_draft *r)
{
    mb_node *node = mb_node_get(r->root, "branch");

    node = node ? mb_pick(r, node) : NULL;
    if (!node || mb_node_is(node, "automatic"))
        return;
    if (mb_node_is(node, "none")) {
        r->m->branch_mode = MB_BRANCH_NONE;
        return;
    }
    if (node->kind != MB_NODE_MAPPING) {
        mb_wrong(r, node, "a branch is automatic, none, or a mapping of tests");
        return;
    }
    r->m->branch_mode = MB_BRANCH_GIVEN;
    mb_each_member(r, node, declare_branch);
}

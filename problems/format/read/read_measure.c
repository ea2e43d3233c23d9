/* SPDX-License-Identifier: MIT */
/* Quantities that outputs and branch tests measure. */
#include <string.h>

#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

/* A quantity in the making. */
typedef struct draft {
    mb_node *element;
    const char *name;
    mb_plain_measure *q;
} draft;

static mb_node *key(const draft *d, const char *name)
{
    return mb_node_get(d->element, name);
}

/* The body that is measured, which must turn where its angle matters. */
static bool read_body(mb_draft *r, const draft *d, const char *word, bool turns)
{
    mb_node *node = key(d, word);

    if (!mb_read_body(r, node, &d->q->body[0]))
        return false;
    if (turns && d->q->body[0] != MB_ON_GROUND && r->body[d->q->body[0]].point)
        return mb_wrong(r, node, "'%s' is a point and does not turn", r->body[d->q->body[0]].name);
    return true;
}

static bool read_place(mb_draft *r, const draft *d)
{
    bool own;

    if (!key(d, "at") && d->q->body[0] == MB_ON_GROUND)
        return mb_wrong(r, d->element, "the ground has no centre of mass; say at which place");
    return !key(d, "at") ||
           mb_read_place(r, key(d, "at"), d->q->body[0], d->q->place[0], NULL, &own);
}

/* A direction of the world; of the body, where the direction moves with it. */
static bool read_along(mb_draft *r, const draft *d, const char *word, bool of_body)
{
    mb_node *node = key(d, word);

    if (!node)
        return true;
    d->q->along = true;
    if (!(of_body && !r->m->spatial ? mb_read_axis(r, node, d->q->axis_world)
                                    : mb_read_direction(r, node, d->q->axis_world)))
        return false;
    mb_to_frame(r, of_body ? d->q->body[0] : MB_ON_GROUND, d->q->axis_world, d->q->axis);
    return true;
}

static bool read_relative(mb_draft *r, const draft *d)
{
    return !key(d, "relative-to") || mb_read_body(r, key(d, "relative-to"), &d->q->relative);
}

static bool read_wrapped(mb_draft *r, const draft *d)
{
    return !key(d, "wrapped") || mb_read_yes(r, key(d, "wrapped"), &d->q->wrapped);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static bool point(mb_draft *r, const draft *d)
{
    return read_body(r, d, "point", false) && read_place(r, d) &&
           read_along(r, d, "along", false) && read_relative(r, d);
}

static bool angle(mb_draft *r, const draft *d)
{
    return read_body(r, d, "angle", true) && read_relative(r, d) && read_wrapped(r, d);
}

/* line: b or [a, b], at: [P, Q], from: DIRECTION */
static bool line(mb_draft *r, const draft *d)
{
    mb_node *bodies = mb_pick(r, key(d, "line")), *at = mb_pick(r, key(d, "at"));
    mb_node *axis = key(d, "axis");
    double from[3];
    bool own;

    if (!bodies || !at)
        return false;
    if (bodies->kind == MB_NODE_LIST) {
        if (!mb_read_pair(r, bodies, d->q->body))
            return false;
    } else {
        if (!mb_read_body(r, bodies, &d->q->body[0]))
            return false;
        d->q->body[1] = d->q->body[0];
    }
    if (at->kind != MB_NODE_LIST || at->n != 2)
        return mb_wrong(r, at, "two places are wanted here: [P, Q]");
    for (int k = 0; k < 2; k++)
        if (!mb_read_place(r, k ? at->first->next : at->first, d->q->body[k], d->q->place[k], NULL,
                           &own))
            return false;
    d->q->axis_world[2] = 1.0;
    if (r->m->spatial && !axis)
        return mb_wrong(r, d->element, "in space a line's angle needs 'axis'");
    if ((axis && !mb_read_axis(r, axis, d->q->axis_world)) || !read_relative(r, d) ||
        !mb_read_direction(r, key(d, "from"), from))
        return false;
    d->q->wrapped = true;
    /* both are seen from a body's own frame where the angle is relative to it: the angle in the
     * world less that of the body */
    memcpy(d->q->axis, d->q->axis_world, sizeof d->q->axis);
    memcpy(d->q->from, from, sizeof from);
    return true;
}

static bool coordinate(mb_draft *r, const draft *d, const char *word)
{
    mb_node *node = mb_pick(r, key(d, word));

    return node && mb_read_coordinate(r, node, node->text, &d->q->of);
}

static bool joint(mb_draft *r, const draft *d)
{
    return coordinate(r, d, "joint");
}

static bool rate(mb_draft *r, const draft *d)
{
    return coordinate(r, d, "rate");
}

static bool read_in(mb_draft *r, const draft *d)
{
    int word = 0;

    if (!mb_read_word(r, d->element, "in", "world|body", &word))
        return false;
    d->q->in_body = word == 1;
    return true;
}

static bool omega(mb_draft *r, const draft *d)
{
    if (!read_body(r, d, "omega", true) || !read_along(r, d, "along", true) || !read_in(r, d))
        return false;
    if (d->q->along && !key(d, "in")) /* a direction moves with the body unless said otherwise */
        d->q->in_body = true;
    return true;
}

static bool velocity(mb_draft *r, const draft *d)
{
    return read_body(r, d, "velocity", false) && read_place(r, d) &&
           read_along(r, d, "along", false);
}

static bool direction(mb_draft *r, const draft *d)
{
    if (!read_body(r, d, "direction", true) ||
        !mb_read_direction(r, key(d, "along"), d->q->axis_world))
        return false;
    mb_to_frame(r, d->q->body[0], d->q->axis_world, d->q->axis);
    return true;
}

static bool turn(mb_draft *r, const draft *d)
{
    return read_body(r, d, "turn", true) && read_along(r, d, "about", true) &&
           read_relative(r, d) && read_wrapped(r, d);
}

/* Of a force along a line, else of a distance. */
static bool length(mb_draft *r, const draft *d)
{
    mb_node *node = mb_pick(r, key(d, "length"));
    char name[MB_REFERENCE_SIZE];

    if (!node || !mb_read_name(r, node, node->text, name))
        return false;
    d->q->force = mb_name_table_find(&r->names, MB_NAMES_FORCES, name);
    if (d->q->force >= 0 && mb_name_table_find(&r->names, MB_NAMES_JOINTS, name) >= 0)
        return mb_wrong(r, node, "'%s' is a force and a joint; rename one of them", name);
    if (d->q->force >= 0)
        return r->force[d->q->force].kind == MB_FORCE_LINE ||
               mb_wrong(r, node, "'%s' acts along no line, so it has no length", name);
    if (!mb_find(r, node, MB_NAMES_JOINTS, name, "spring or distance", &d->q->of.joint))
        return false;
    return r->joint[d->q->of.joint].kind == MB_JOINT_DISTANCE ||
           mb_wrong(r, node, "'%s' is a %s joint; only a distance has a length", name,
                    mb_joint_kind_facts(r->joint[d->q->of.joint].kind)->word);
}

static bool force(mb_draft *r, const draft *d)
{
    mb_node *node = mb_pick(r, key(d, "force"));
    char name[MB_REFERENCE_SIZE];

    if (!node || !mb_read_name(r, node, node->text, name))
        return false;
    d->q->drive = mb_name_table_find(&r->names, MB_NAMES_DRIVES, name);
    if (d->q->drive >= 0)
        return mb_name_table_find(&r->names, MB_NAMES_FORCES, name) < 0 ||
               mb_wrong(r, node, "'%s' is a force and a drive; rename one of them", name);
    return mb_find(r, node, MB_NAMES_FORCES, name, "force or drive", &d->q->force);
}

static bool reaction(mb_draft *r, const draft *d)
{
    mb_node *on = key(d, "on");
    const mb_plain_joint *j;
    int word = 0;

    if (!mb_read_reference(r, key(d, "reaction"), MB_NAMES_JOINTS, "joint", &d->q->of.joint) ||
        !mb_read_word(r, d->element, "part", "force|moment", &word) || !read_in(r, d))
        return false;
    j = &r->joint[d->q->of.joint];
    d->q->part = word == 0 ? MB_PART_FORCE : MB_PART_MOMENT;
    d->q->body[0] = j->body[1];
    if (on && !mb_read_body(r, on, &d->q->body[0]))
        return false;
    if (d->q->body[0] != j->body[0] && d->q->body[0] != j->body[1])
        return mb_wrong(r, on, "'%s' does not join this body", j->name);
    memcpy(d->q->place[0], j->place[d->q->body[0] == j->body[1] ? 1 : 0], sizeof d->q->place[0]);
    return true;
}

static bool energy(mb_draft *r, const draft *d)
{
    int word = 0;

    if (!mb_read_word(r, d->element, "energy", "kinetic|potential|total|work", &word))
        return false;
    d->q->part = (mb_measure_part)(MB_PART_KINETIC + word);
    return true;
}

static bool momentum(mb_draft *r, const draft *d)
{
    mb_node *about = key(d, "about");
    int word = 0;

    if (!mb_read_word(r, d->element, "momentum", "linear|angular", &word))
        return false;
    d->q->part = word == 0 ? MB_PART_LINEAR : MB_PART_ANGULAR;
    if (about && word == 0)
        return mb_wrong_key(r, about, "'about' is for the angular momentum");
    if (about && !mb_read_world_place(r, about, d->q->place[0]))
        return false;
    d->q->along = key(d, "along") != NULL;
    if (!d->q->along)
        return true;
    if (!(word == 1 && !r->m->spatial ? mb_read_axis(r, key(d, "along"), d->q->axis_world)
                                      : mb_read_direction(r, key(d, "along"), d->q->axis_world)))
        return false;
    memcpy(d->q->axis, d->q->axis_world, sizeof d->q->axis);
    return true;
}

static bool value(mb_draft *r, const draft *d)
{
    return mb_read_component_law(r, key(d, "value"), &d->q->value);
}

bool mb_read_measure(mb_draft *r, mb_node *element, const char *name, mb_plain_measure *q)
{
    static bool (*const read[])(mb_draft *, const draft *) = {
        point, angle,  line,  joint,    rate,   omega,    velocity, direction,
        turn,  length, force, reaction, energy, momentum, value};
    static const char *const words[] = {
#define MB_WORD(name, word) word,
        MB_MEASURES(MB_WORD)
#undef MB_WORD
    };
    const mb_schema_kind *kind = mb_schema_kind_of(mb_schema_section_of("outputs"), element);
    const draft d = {.element = element, .name = name, .q = q};
    int k = 0;

    while (strcmp(words[k], kind->name) != 0)
        k++;
    *q = (mb_plain_measure){.kind = (mb_measure_kind)k,
                            .body = {MB_ON_GROUND, MB_ON_GROUND},
                            .relative = MB_ON_GROUND,
                            .force = MB_NO_INDEX,
                            .drive = MB_NO_INDEX,
                            .of = {MB_NO_INDEX, 0}};
    if (!(kind->where & (r->m->spatial ? MB_IN_SPACE : MB_IN_PLANE)))
        return mb_wrong_key(r, mb_node_get(element, kind->name),
                            r->m->spatial
                                ? "'%s' is measured in the plane; this mechanism is spatial"
                                : "'%s' is measured in space; this mechanism is planar",
                            kind->name);
    return read[k](r, &d);
}

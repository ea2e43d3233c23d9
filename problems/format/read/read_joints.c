/* SPDX-License-Identifier: MIT */
/* Joints. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "base/vector3.h"
#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

/* ---- places and axes ------------------------------------------------------------------------ */

/* The place of both bodies; how far apart they stand. */
static bool read_meeting(mb_draft *r, mb_node *node, mb_plain_joint *j)
{
    double x[2][3];
    bool own;

    for (int k = 0; k < 2; k++) {
        if (!mb_read_place(r, node, j->body[k], j->place[k], &j->at[k], &own))
            return false;
        mb_plain_place(r->m, j->body[k], j->place[k], x[k]);
    }
    j->open = mb_distance(x[0], x[1], 3);
    return true;
}

/* A direction that both bodies carry. */
static void both(const mb_draft *r, mb_plain_joint *j, const double d[3])
{
    for (int k = 0; k < 2; k++)
        mb_to_frame(r, j->body[k], d, j->axis[k]);
}

/* The key of an axis that a joint in space must have; turning in the plane is about z. */
static bool read_axis(mb_draft *r, mb_node *element, const char *key, mb_plain_joint *j)
{
    const bool slides = j->kind == MB_JOINT_PRISMATIC;
    mb_node *node = mb_node_get(element, key);
    double d[3] = {0.0, 0.0, 1.0};

    if (!node && (r->m->spatial || slides))
        return mb_wrong(r, element, "joint '%s' needs '%s': %s", j->name, key,
                        slides ? "the direction in which it slides" : "in space a joint has one");
    if (node &&
        !(r->m->spatial || slides ? mb_read_direction(r, node, d) : mb_read_axis(r, node, d)))
        return false;
    both(r, j, d);
    return true;
}

/* axes: [of a, of b] */
static bool read_two_axes(mb_draft *r, mb_node *element, mb_plain_joint *j)
{
    mb_node *node = mb_node_get(element, "axes");
    double d[2][3], angle;

    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind != MB_NODE_LIST || node->n != 2)
        return mb_wrong(r, node, "two axes are wanted here: [of a, of b]");
    if (!mb_read_direction(r, node->first, d[0]) || !mb_read_direction(r, node->first->next, d[1]))
        return false;
    for (int k = 0; k < 2; k++)
        mb_to_frame(r, j->body[k], d[k], j->axis[k]);
    angle = acos(fmax(-1.0, fmin(1.0, mb_dot(d[0], d[1])))) * 180.0 / M_PI;
    if (fabs(angle - 90.0) > 0.1)
        return mb_wrong(r, node, "the axes of '%s' are %.1f deg apart, a %s joint needs 90",
                        j->name, angle, mb_joint_kind_facts(j->kind)->word);
    return true;
}

/* A point of b, and a place of a (default: the same) through which a line or plane goes. */
static bool read_through(mb_draft *r, mb_node *element, const char *direction, mb_plain_joint *j)
{
    mb_node *at = mb_node_get(element, "at"), *through = mb_node_get(element, "through");
    double d[3];
    bool own;

    if (!mb_read_place(r, at, j->body[1], j->place[1], &j->at[1], &own) ||
        !mb_read_place(r, through ? through : at, j->body[0], j->place[0], &j->at[0], &own) ||
        !mb_read_direction(r, mb_node_get(element, direction), d))
        return false;
    mb_to_frame(r, j->body[0], d, j->axis[0]);
    mb_to_frame(r, j->body[1], d, j->axis[1]);
    return true;
}

/* blade and rolling: a is the ground, b touches it. */
static bool read_contact(mb_draft *r, mb_node *element, const char *direction, mb_plain_joint *j)
{
    mb_node *normal = mb_node_get(element, "normal");
    double up[3] = {0.0, 0.0, 1.0}, d[3];
    bool own;

    if (j->body[0] != MB_ON_GROUND)
        return mb_wrong(r, mb_node_get(element, mb_joint_kind_facts(j->kind)->word),
                        "'%s' is on the ground: [ground, b]", j->name);
    if (normal && !r->m->spatial)
        return mb_wrong_key(r, normal, "in the plane the normal is z; leave it out");
    if ((normal && !mb_read_direction(r, normal, up)) ||
        !mb_read_place(r, mb_node_get(element, "at"), j->body[1], j->place[1], &j->at[1], &own) ||
        !mb_read_direction(r, mb_node_get(element, direction), d))
        return false;
    memcpy(j->axis[0], up, sizeof up);
    mb_to_frame(r, j->body[1], d, j->axis[1]);
    mb_plain_place(r->m, j->body[1], j->place[1], j->place[0]);
    return true;
}

/* The plane on which a disc rolls is below its hub by its lowest point. */
static bool read_wheel(mb_draft *r, mb_node *element, mb_plain_joint *j)
{
    double axis[3], c, height;

    if (!read_contact(r, element, "axis", j) || !mb_read_positive(r, element, "radius", &j->radius))
        return false;
    mb_plain_direction(r->m, j->body[1], j->axis[1], axis);
    c = mb_dot(axis, j->axis[0]);
    height = j->radius * sqrt(fmax(0.0, 1.0 - c * c));
    if (height < 1e-6 * j->radius)
        return mb_wrong(r, mb_node_get(element, "axis"), "the disc of '%s' lies flat", j->name);
    for (int i = 0; i < 3; i++)
        j->place[0][i] -= height * j->axis[0][i];
    return true;
}

static bool read_distance(mb_draft *r, mb_node *element, mb_plain_joint *j)
{
    mb_node *at = mb_pick(r, mb_node_get(element, "at")), *length = mb_node_get(element, "length");
    double x[2][3];
    bool own;

    if (!at)
        return false;
    if (at->kind != MB_NODE_LIST || at->n != 2)
        return mb_wrong(r, at, "two places are wanted here: [on a, on b]");
    for (int k = 0; k < 2; k++) {
        if (!mb_read_place(r, k ? at->first->next : at->first, j->body[k], j->place[k], &j->at[k],
                           &own))
            return false;
        mb_plain_place(r->m, j->body[k], j->place[k], x[k]);
    }
    j->stated = mb_distance(x[0], x[1], 3);
    j->length = j->stated;
    if (length && !mb_read_number(r, length, &j->length))
        return false;
    return j->length > 0.0 ||
           mb_wrong(r, length ? length : at, "length of '%s' is %.9g; it must be above 0", j->name,
                    j->length);
}

static bool read_kind(mb_draft *r, mb_node *element, mb_plain_joint *j)
{
    mb_node *at = mb_node_get(element, "at");

    switch (j->kind) {
    case MB_JOINT_REVOLUTE:
    case MB_JOINT_PRISMATIC:
    case MB_JOINT_CYLINDRICAL:
        return read_meeting(r, at, j) && read_axis(r, element, "axis", j);
    case MB_JOINT_SCREW:
        return read_meeting(r, at, j) && read_axis(r, element, "axis", j) &&
               mb_read_key(r, element, "pitch", &j->pitch);
    case MB_JOINT_PLANAR:
        return read_meeting(r, at, j) && read_axis(r, element, "normal", j);
    case MB_JOINT_UNIVERSAL:
        return read_meeting(r, at, j) && read_two_axes(r, element, j);
    case MB_JOINT_PERPENDICULAR:
        return read_two_axes(r, element, j);
    case MB_JOINT_DISTANCE:
        return read_distance(r, element, j);
    case MB_JOINT_POINT_ON_LINE:
        return read_through(r, element, "along", j);
    case MB_JOINT_POINT_IN_PLANE:
        return read_through(r, element, "normal", j);
    case MB_JOINT_BLADE:
        return read_contact(r, element, "along", j);
    case MB_JOINT_ROLLING:
        return read_wheel(r, element, j);
    default: /* spherical, rigid */
        return read_meeting(r, at, j);
    }
}

/* ---- what goes with all kinds --------------------------------------------------------------- */

/* A mass point carries places only. */
static bool check_points(mb_draft *r, const mb_node *node, const mb_plain_joint *j)
{
    const bool places = j->kind == MB_JOINT_SPHERICAL || j->kind == MB_JOINT_DISTANCE ||
                        (j->kind == MB_JOINT_REVOLUTE && !r->m->spatial);
    const bool second = j->kind == MB_JOINT_POINT_ON_LINE || j->kind == MB_JOINT_POINT_IN_PLANE;

    for (int k = 0; k < 2; k++)
        if (j->body[k] != MB_ON_GROUND && r->body[j->body[k]].point && !places &&
            !(second && k == 1))
            return mb_wrong(r, node, "'%s' is a point and cannot carry a %s joint with an axis",
                            r->body[j->body[k]].name, mb_joint_kind_facts(j->kind)->word);
    return true;
}

/* value: a number, or one for each coordinate. */
static bool read_value(mb_draft *r, mb_node *element, mb_plain_joint *j)
{
    const int n = mb_joint_kind_facts(j->kind)->coordinates;
    mb_node *node = mb_node_get(element, "value");

    if (!node)
        return true;
    if (n == 0)
        return mb_wrong_key(r, node, "a %s joint has no coordinate, so no value",
                            mb_joint_kind_facts(j->kind)->word);
    return n == 1 ? mb_read_number(r, node, j->value) : mb_read_vector(r, node, n, j->value);
}

static bool add(mb_draft *r, const mb_member *member, mb_node *element, mb_plain_joint *j)
{
    const int n = r->m->njoints;
    mb_node *node = mb_node_get(element, mb_joint_kind_facts(j->kind)->word);

    j->name = member->name;
    j->source = (mb_source){member->node->key_line, member->node->key_column};
    if (j->body[0] == j->body[1])
        return mb_wrong(r, node ? node : element, "'%s' joins '%s' with itself", j->name,
                        j->body[0] == MB_ON_GROUND ? "ground" : r->body[j->body[0]].name);
    if (!check_points(r, node ? node : element, j) || !read_kind(r, element, j) ||
        !read_value(r, element, j))
        return false;
    j->redundant = mb_node_get(element, "redundant") != NULL;
    if (j->redundant && !mb_node_is(mb_node_get(element, "redundant"), "expected"))
        return mb_wrong(r, mb_node_get(element, "redundant"), "'redundant' is 'expected'");
    if (!mb_grow(r, &r->joint, &r->capacity.joint, n, sizeof *r->joint) ||
        !mb_add_name(r, MB_NAMES_JOINTS, member, n))
        return false;
    for (int k = 1; k >= 0; k--)
        if (j->at[k] && j->body[k] != MB_ON_GROUND &&
            !mb_add_carrier(r, j->at[k], j->body[k], j->place[k]))
            return false;
    r->joint[n] = *j;
    r->m->njoints++;
    return true;
}

/* pin: [a, b, c...]: revolutes of a with each other one, NAME b, NAME c where there are several. */
static bool read_pin(mb_draft *r, const mb_member *member, mb_node *element, mb_node *list)
{
    mb_member one = *member;
    int a;

    list = mb_pick(r, list);
    if (!list || list->kind != MB_NODE_LIST || list->n < 2)
        return list && mb_wrong(r, list, "a pin joins two bodies at least: [a, b, ...]");
    if (!mb_read_body(r, list->first, &a))
        return false;
    for (mb_node *node = list->first->next; node; node = node->next) {
        mb_plain_joint j = {.kind = MB_JOINT_REVOLUTE, .body = {a, MB_ON_GROUND}};
        char name[2 * MB_FORMAT_NAME];

        if (!mb_read_body(r, node, &j.body[1]))
            return false;
        snprintf(name, sizeof name, "%s %s", member->name,
                 j.body[1] == MB_ON_GROUND ? "ground" : r->body[j.body[1]].name);
        if (list->n > 2) {
            if (strlen(name) >= MB_FORMAT_NAME)
                return mb_wrong_key(r, member->node, "'%s' is a name of more than %d characters",
                                    name, MB_FORMAT_NAME - 1);
            one.name = mb_keep(r, name);
        }
        if (!one.name || !add(r, &one, element, &j))
            return false;
    }
    return true;
}

static bool read_joint(mb_draft *r, const mb_member *member)
{
    mb_node *element = mb_taken(r, MB_NAMES_JOINTS, member);
    const mb_schema_kind *kind;
    mb_plain_joint j = {.kind = MB_JOINT_REVOLUTE};

    if (!element)
        return false;
    kind = mb_schema_kind_of(mb_schema_section_of("joints"), element);
    if (!(kind->where & (r->m->spatial ? MB_IN_SPACE : MB_IN_PLANE))) {
        mb_wrong_key(r, mb_node_get(element, kind->name),
                     r->m->spatial ? "'%s' is a joint of the plane; this mechanism is spatial"
                                   : "'%s' is a joint of space; this mechanism is planar",
                     kind->name);
        return false;
    }
    if (strcmp(kind->name, "pin") == 0) {
        return read_pin(r, member, element, mb_node_get(element, "pin"));
    }
    while (strcmp(mb_joint_kind_facts(j.kind)->word, kind->name) != 0)
        j.kind++;
    return mb_read_pair(r, mb_node_get(element, kind->name), j.body) && add(r, member, element, &j);
}

static void declare(mb_draft *r, const mb_member *member)
{
    if (!read_joint(r, member))
        mb_spoil(r, MB_NAMES_JOINTS, member);
}

void mb_read_joints(mb_draft *r)
{
    r->m->body = r->body; /* places of bodies are looked up there */
    mb_each_member(r, mb_node_get(r->root, "joints"), declare);
}

/* ---- coordinates ---------------------------------------------------------------------------- */

/* A mass point does not turn, so a revolute joint with one has no angle. */
static bool turns(mb_draft *r, const mb_node *node, const mb_plain_joint *j)
{
    for (int k = 0; j->kind == MB_JOINT_REVOLUTE && k < 2; k++)
        if (j->body[k] != MB_ON_GROUND && r->body[j->body[k]].point)
            return mb_wrong(r, node, "'%s' has no angle: '%s' is a point and does not turn",
                            j->name, r->body[j->body[k]].name);
    return true;
}

static bool coordinate_of(mb_draft *r, const mb_node *node, int joint, const char *ending,
                          mb_coordinate *of)
{
    const mb_plain_joint *j = &r->joint[joint];
    const int n = mb_joint_kind_facts(j->kind)->coordinates;

    of->joint = joint;
    if (!turns(r, node, j))
        return false;
    for (of->number = 0; of->number < n; of->number++)
        if (strcmp(mb_joint_coordinate_ending(j->kind, of->number), ending) == 0)
            return true;
    of->number = 0;
    if (n == 0)
        return mb_wrong(r, node, "'%s' is a joint without a coordinate (%s)", j->name,
                        mb_joint_kind_facts(j->kind)->word);
    if (n == 1 && !*ending) /* a rolled angle may be named by the joint alone */
        return true;
    if (n == 1)
        return mb_wrong(r, node, "joint '%s' has one coordinate, '%s%s'", j->name, j->name,
                        mb_joint_coordinate_ending(j->kind, 0));
    return mb_wrong(r, node, "joint '%s' has two coordinates; say %s%s or %s%s", j->name, j->name,
                    mb_joint_coordinate_ending(j->kind, 0), j->name,
                    mb_joint_coordinate_ending(j->kind, 1));
}

bool mb_read_coordinate(mb_draft *r, mb_node *node, const char *text, mb_coordinate *of)
{
    char name[MB_REFERENCE_SIZE], *dot;
    int joint;

    if (!mb_read_name(r, node, text, name))
        return false;
    joint = mb_name_table_find(&r->names, MB_NAMES_JOINTS, name);
    if (joint >= 0)
        return coordinate_of(r, node, joint, "", of);
    dot = strrchr(name, '.');
    if (dot) {
        *dot = '\0';
        joint = mb_name_table_find(&r->names, MB_NAMES_JOINTS, name);
        *dot = '.';
    }
    if (joint >= 0)
        return coordinate_of(r, node, joint, dot, of);
    return mb_find(r, node, MB_NAMES_JOINTS, name, "joint", &joint);
}

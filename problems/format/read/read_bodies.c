/* SPDX-License-Identifier: MIT */
/* Bodies: declared by name, read when something needs them. */
#include <math.h>
#include <string.h>

#include "problems/format/read/body.h"
#include "problems/format/text/schema.h"

static void declare(mb_draft *r, const mb_member *member)
{
    mb_node *node;
    const int n = r->m->nbodies;

    if (strcmp(member->name, "ground") == 0) {
        mb_wrong_key(r, member->node, "'ground' is the fixed body; it is there already");
        return;
    }
    node = mb_taken(r, MB_NAMES_BODIES, member);
    if (!node || !mb_grow(r, &r->entry, &r->capacity.entry, n, sizeof *r->entry) ||
        !mb_grow(r, &r->body, &r->capacity.body, n, sizeof *r->body) ||
        !mb_add_name(r, MB_NAMES_BODIES, member, n))
        return;
    r->entry[n] = (mb_body_entry){.member = *member, .node = node};
    r->body[n] = (mb_plain_body){.name = member->name,
                                 .source = {member->node->key_line, member->node->key_column}};
    r->m->nbodies++;
}

void mb_declare_bodies(mb_draft *r)
{
    mb_each_member(r, mb_node_get(r->root, "bodies"), declare);
}

/* ---- own places ----------------------------------------------------------------------------- */

bool mb_add_carrier(mb_draft *r, const char *name, int body, const double u[3])
{
    int known;

    if (!mb_grow(r, &r->carrier, &r->capacity.carrier, r->ncarriers, sizeof *r->carrier))
        return false;
    r->status = mb_name_table_add(&r->names, MB_NAMES_CARRIERS, name, r->ncarriers, &known, r->err);
    if (r->status != MB_OK)
        return false;
    if (known < 0)
        r->carrier[r->ncarriers++] = (mb_carrier){body, {u[0], u[1], u[2]}};
    return true;
}

static bool add_place(mb_draft *r, int body, const mb_member *member, const double u[3])
{
    mb_plain_body *b = &r->body[body];
    mb_own_place *places;

    memcpy(&places, &b->place, sizeof places);
    if (!mb_grow(r, &places, &r->entry[body].places, b->nplaces, sizeof *places) ||
        !mb_add_name(r, (mb_name_space)(MB_NAMES_PLACES + body), member, b->nplaces))
        return false;
    if (!mb_add_carrier(r, member->name, body, u))
        return false;
    places[b->nplaces] = (mb_own_place){.name = member->name, .u = {u[0], u[1], u[2]}};
    b->place = places;
    b->nplaces++;
    return true;
}

static void declare_place(mb_draft *r, const mb_member *member)
{
    const int body = r->reading;
    double u[3] = {0.0, 0.0, 0.0};
    mb_node *node = mb_pick(r, member->value);

    if (!node || !mb_read_vector(r, node, r->m->spatial ? 3 : 2, u))
        return;
    for (int i = 0; i < 3; i++)
        u[i] += r->body[body].origin[i];
    add_place(r, body, member, u);
}

static bool add_ends(mb_draft *r, int body, const mb_body_draft *d)
{
    for (int k = 0; k < 2; k++) {
        const mb_member member = {.name = d->end[k], .node = d->node};

        if (d->end[k] && !add_place(r, body, &member, d->body->end[k]))
            return false;
    }
    return true;
}

/* ---- parts ---------------------------------------------------------------------------------- */

static const char *const not_of_parts[] = {"places", "draw", "when", NULL};
static const char *const masses[] = {"mass", "density", "massless", NULL};

static bool read_part(mb_draft *r, mb_node *node, mb_plain_body *part, mb_body_draft *d)
{
    *part = (mb_plain_body){.name = NULL};
    *d = (mb_body_draft){.node = node, .body = part};
    for (const char *const *key = not_of_parts; *key; key++)
        if (mb_node_get(node, *key))
            return mb_wrong_key(r, mb_node_get(node, *key), "a part has no '%s'; the body has it",
                                *key);
    return mb_read_pose(r, d) && mb_read_mass(r, d, NULL);
}

/* The parts' mass, centre of mass and tensor, about the origin of the world. */
static bool sum_parts(mb_draft *r, mb_node *parts, mb_plain_body *sum, double j[9])
{
    mb_plain_body part;
    mb_body_draft d;

    for (mb_node *node = parts->first; node; node = node->next) {
        double own[9];

        if (!read_part(r, node, &part, &d))
            return false;
        mb_world_inertia(&part, own);
        mb_steiner(part.mass, part.com, own);
        for (int i = 0; i < 9; i++)
            j[i] += own[i];
        for (int i = 0; i < 3; i++)
            sum->com[i] += part.mass * part.com[i];
        sum->mass += part.mass;
    }
    for (int i = 0; i < 3; i++)
        sum->com[i] /= sum->mass;
    return true;
}

/* Ends of rods with lengths are places of the whole. */
static bool add_part_ends(mb_draft *r, int body, mb_node *parts)
{
    mb_plain_body part;
    mb_body_draft d;

    for (mb_node *node = parts->first; node; node = node->next) {
        if (!mb_node_get(node, "length"))
            continue;
        if (!read_part(r, node, &part, &d))
            return false;
        for (int k = 0; k < 2; k++) {
            const double *u = part.end[k];
            double x[3];

            for (int i = 0; i < 3; i++)
                x[i] = part.com[i] + part.turn[3 * i] * u[0] + part.turn[3 * i + 1] * u[1] +
                       part.turn[3 * i + 2] * u[2] - r->body[body].com[i];
            memcpy(part.end[k], x, sizeof x);
        }
        if (!add_ends(r, body, &d))
            return false;
        r->body[body].near = true;
    }
    return true;
}

static bool read_parts(mb_draft *r, int body, mb_node *node)
{
    mb_plain_body *b = &r->body[body];
    mb_node *parts = mb_node_get(node, "parts");
    double j[9] = {0.0};

    for (const char *const *key = masses; *key; key++)
        if (mb_node_get(node, *key))
            return mb_wrong_key(r, mb_node_get(node, *key), "the mass of '%s' is that of its parts",
                                b->name);
    parts = parts->kind == MB_NODE_LIST ? parts : NULL;
    if (!parts || !parts->first)
        return mb_wrong(r, node, "body '%s' has no parts; give a list of bodies", b->name);
    for (int i = 0; i < 3; i++)
        b->turn[4 * i] = 1.0;
    if (!sum_parts(r, parts, b, j))
        return false;
    mb_steiner(-b->mass, b->com, j);
    for (int i = 0; i < 9; i++)
        b->inertia[i] = r->m->spatial || i == 8 ? j[i] : 0.0;
    return add_part_ends(r, body, parts);
}

/* ---- drawing -------------------------------------------------------------------------------- */

static bool read_places(mb_draft *r, mb_node *list, int body, int *n, const double **places)
{
    double *u;
    bool own;

    if (!list)
        return true;
    if (list->kind != MB_NODE_LIST)
        return mb_wrong(r, list, "a list of places is wanted here");
    if (MB_TAKE(r->arena, &u, 3 * (size_t)list->n, NULL) != MB_OK)
        return mb_no_memory(r);
    *places = u;
    *n = list->n;
    for (mb_node *node = list->first; node; node = node->next, u += 3)
        if (!mb_read_place(r, node, body, u, NULL, &own))
            return false;
    return true;
}

static bool read_draw(mb_draft *r, int body)
{
    mb_node *node = mb_node_get(r->entry[body].node, "draw");
    mb_plain_body *b = &r->body[body];
    char text[128];

    if (!node)
        return true;
    snprintf(text, sizeof text, "drawing of '%s'", b->name);
    return mb_schema_check_keys(r->messages, node, text, mb_schema_body_draw, NULL) &&
           mb_read_positive(r, node, "circle", &b->circle) &&
           mb_read_text(r, node, "colour", &b->colour) &&
           read_places(r, mb_node_get(node, "polygon"), body, &b->npolygon, &b->polygon) &&
           read_places(r, mb_node_get(node, "line"), body, &b->nline, &b->line);
}

/* A mass point is at a place of some name. */
static bool add_point(mb_draft *r, int body, mb_node *node)
{
    static const double here[3] = {0.0, 0.0, 0.0};
    mb_node *point = mb_node_get(node, "point");
    char name[MB_REFERENCE_SIZE];
    const char *kept;

    point = point ? mb_pick(r, point) : NULL;
    if (!point || point->kind != MB_NODE_TEXT)
        return true;
    return mb_read_name(r, point, point->text, name) && (kept = mb_keep(r, name)) &&
           mb_add_carrier(r, kept, body, here);
}

/* Numbers of a file are finite; what is computed from them may not be. */
static bool check_finite(mb_draft *r, int body, const mb_node *node)
{
    const mb_plain_body *b = &r->body[body];
    double sum = b->mass;

    for (int i = 0; i < 3; i++)
        sum += fabs(b->com[i]);
    for (int i = 0; i < 9; i++)
        sum += fabs(b->inertia[i]);
    return isfinite(sum) || mb_wrong_key(r, node, "body '%s' is too large to be computed", b->name);
}

const char *mb_draft_text(mb_body_draft *d)
{
    if (!d->body->name)
        return "a part";
    snprintf(d->text, sizeof d->text, "body '%s'", d->body->name);
    return d->text;
}

/* ---- one body ------------------------------------------------------------------------------- */

static bool read_one(mb_draft *r, int body)
{
    mb_node *node = r->entry[body].node, *places = mb_node_get(node, "places");
    const int before = r->reading;
    mb_body_draft d = {.node = node, .body = &r->body[body]};
    bool ok;

    if (mb_node_get(node, "parts"))
        ok = read_parts(r, body, node);
    else
        ok = mb_read_pose(r, &d) && mb_read_mass(r, &d, &r->entry[body].massless) &&
             add_ends(r, body, &d);
    if (!ok || !check_finite(r, body, node) || !add_point(r, body, node))
        return false;
    r->reading = body;
    mb_each_member(r, places, declare_place);
    r->reading = before;
    return true;
}

bool mb_find_body(mb_draft *r, int number)
{
    mb_body_entry *entry = &r->entry[number];
    const int errors = r->messages->nerrors;
    mb_context before;
    bool ok;

    if (entry->found == MB_READ || entry->found == MB_UNREADABLE)
        return entry->found == MB_READ;
    if (entry->found == MB_READING)
        return mb_wrong_key(r, entry->member.node, "the pose of '%s' depends on itself",
                            entry->member.name);
    if (entry->member.node->bad || r->nesting > 200)
        return false;
    entry->found = MB_READING;
    before = mb_enter_member(r, &entry->member);
    r->nesting++;
    ok = read_one(r, number) && r->messages->nerrors == errors;
    r->nesting--;
    mb_leave_member(r, before);
    entry->found = ok ? MB_READ : MB_UNREADABLE;
    entry->member.node->bad = entry->member.node->bad || !ok;
    return ok;
}

/* Hints are read when all bodies are there, since places may be those of others. */
static void draw(mb_draft *r, int body)
{
    mb_body_entry *entry = &r->entry[body];
    mb_context before;

    if (entry->found != MB_READ || entry->member.node->bad)
        return;
    before = mb_enter_member(r, &entry->member);
    if (!read_draw(r, body)) {
        entry->found = MB_UNREADABLE;
        entry->member.node->bad = true;
    }
    mb_leave_member(r, before);
}

void mb_read_bodies(mb_draft *r)
{
    mb_node *section = mb_node_get(r->root, "bodies");

    for (int i = 0; i < r->m->nbodies && r->status == MB_OK; i++)
        mb_find_body(r, i);
    for (int i = 0; i < r->m->nbodies && r->status == MB_OK; i++)
        draw(r, i);
    if (section && section->kind == MB_NODE_MAPPING && r->m->nbodies == 0 &&
        r->messages->nerrors == 0)
        mb_wrong(r, section, "there are no bodies; a mechanism has one at least");
}

bool mb_read_body(mb_draft *r, mb_node *node, int *body)
{
    node = mb_pick(r, node);
    if (!node)
        return false;
    if (mb_node_is(node, "ground")) {
        *body = MB_ON_GROUND;
        return true;
    }
    return mb_read_reference(r, node, MB_NAMES_BODIES, "body", body) && mb_find_body(r, *body);
}

bool mb_read_pair(mb_draft *r, mb_node *node, int body[2])
{
    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind != MB_NODE_LIST || node->n != 2)
        return mb_wrong(r, node, "two bodies are wanted here: [a, b]");
    return mb_read_body(r, node->first, &body[0]) && mb_read_body(r, node->first->next, &body[1]);
}

void mb_check_spans(mb_draft *r)
{
    for (int i = 0; i < r->m->nbodies; i++) {
        const mb_plain_body *b = &r->body[i];

        if (b->length > 0.0 && fabs(b->length - b->stated) > 0.05 * r->m->scale)
            mb_note(r, mb_node_get(r->entry[i].node, "length"),
                    "length: %.6g but its places are %.6g apart", b->length, b->stated);
    }
}

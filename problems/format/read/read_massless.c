/* SPDX-License-Identifier: MIT */
/* Massless rods: bodies of two joints that are one distance row. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "problems/format/read/reader.h"

/* Of each body: the joints that hold it, of which a massless one must have two. */
typedef struct rod {
    int njoints, joint[2];
    int to; /* its number when massless ones have gone; MB_NO_INDEX: it has */
} rod;

static void count_joints(mb_draft *r, rod *rods)
{
    for (int i = 0; i < r->m->njoints; i++)
        for (int k = 0; k < 2; k++) {
            const int body = r->joint[i].body[k];

            if (body == MB_ON_GROUND || !r->entry[body].massless)
                continue;
            if (rods[body].njoints < 2)
                rods[body].joint[rods[body].njoints] = i;
            rods[body].njoints++;
        }
}

static bool check(mb_draft *r, int body, const rod *held)
{
    const mb_joint_kind kind = r->m->spatial ? MB_JOINT_SPHERICAL : MB_JOINT_REVOLUTE;
    const mb_node *node = mb_node_get(r->entry[body].node, "massless");
    const char *word = mb_joint_kind_facts(kind)->word, *name = r->body[body].name;

    if (held->njoints != 2)
        return mb_wrong_key(r, node,
                            "'%s' is massless: distance and needs exactly two %s joints, it "
                            "has %d",
                            name, word, held->njoints);
    for (int k = 0; k < 2; k++)
        if (r->joint[held->joint[k]].kind != kind)
            return mb_wrong_key(r, node,
                                "'%s' is massless: distance and needs two %s joints, '%s' "
                                "is %s",
                                name, word, r->joint[held->joint[k]].name,
                                mb_joint_kind_facts(r->joint[held->joint[k]].kind)->word);
    return true;
}

/* The distance in place of the rod's first joint; the second one goes. */
static void replace(mb_draft *r, int body, const rod *held)
{
    mb_plain_joint *first = &r->joint[held->joint[0]], *second = &r->joint[held->joint[1]];
    mb_plain_joint d = {.kind = MB_JOINT_DISTANCE, .was_body = true};
    mb_plain_joint *const end[2] = {first, second};
    double x[2][3], *u[2];

    for (int k = 0; k < 2; k++) {
        const int far = end[k]->body[0] == body ? 1 : 0;

        d.body[k] = end[k]->body[far];
        memcpy(d.place[k], end[k]->place[far], sizeof d.place[k]);
        d.at[k] = end[k]->at[far];
        u[k] = end[k]->place[1 - far];
        mb_plain_place(r->m, d.body[k], d.place[k], x[k]);
    }
    d.name = r->body[body].name;
    d.source = r->body[body].source;
    d.length = mb_distance(u[0], u[1], 3);
    d.stated = mb_distance(x[0], x[1], 3);
    if (d.length > 0.0)
        *first = d;
    else
        mb_wrong_key(r, r->entry[body].member.node, "the joints of '%s' are at one place", d.name);
    second->name = NULL; /* goes */
}

/* Joints that stay, together; to: their new numbers. */
static void close_joints(mb_draft *r, int *to)
{
    int n = 0;

    for (int i = 0; i < r->m->njoints; i++) {
        to[i] = r->joint[i].name ? n : MB_NO_INDEX;
        if (r->joint[i].name)
            r->joint[n++] = r->joint[i];
    }
    r->m->njoints = n;
}

static void close_bodies(mb_draft *r, rod *rods)
{
    int n = 0;

    for (int i = 0; i < r->m->nbodies; i++) {
        rods[i].to = r->entry[i].massless ? MB_NO_INDEX : n;
        if (r->entry[i].massless)
            continue;
        r->entry[n] = r->entry[i];
        r->body[n++] = r->body[i];
    }
    r->m->nbodies = n;
    for (int i = 0; i < r->ncarriers; i++)
        r->carrier[i].body = rods[r->carrier[i].body].to;
    for (int i = 0; i < r->m->njoints; i++)
        for (int k = 0; k < 2; k++)
            if (r->joint[i].body[k] != MB_ON_GROUND)
                r->joint[i].body[k] = rods[r->joint[i].body[k]].to;
}

/* Where a name's entry is after that. */
static void follow(const mb_draft *r, mb_name_entry *e, const rod *rods, const int *to)
{
    int now = 0;

    if (e->space >= MB_NAMES_PLACES)
        now = rods[e->space - MB_NAMES_PLACES].to;
    else if (e->space == MB_NAMES_BODIES)
        now = e->number = rods[e->number].to;
    else if (e->space == MB_NAMES_JOINTS)
        now = e->number = to[e->number];
    if (e->space == MB_NAMES_JOINTS && now >= 0 && r->joint[now].was_body)
        now = MB_NO_INDEX; /* the joint that was there before */
    if (now == MB_NO_INDEX) {
        e->space = (e->space >= MB_NAMES_PLACES ? MB_NAMES_POINTS : e->space) + MB_NAMES_SPACES;
        e->number = MB_NAME_ROD;
    } else if (e->space >= MB_NAMES_PLACES) {
        e->space = MB_NAMES_PLACES + now;
    }
}

static bool rename_all(mb_draft *r, const rod *rods, const int *to)
{
    mb_name_table old = r->names;
    int known;

    r->names = (mb_name_table){0};
    for (int i = 0; i < old.capacity && r->status == MB_OK; i++) {
        mb_name_entry e = old.entry[i];

        if (!e.name)
            continue;
        follow(r, &e, rods, to);
        r->status = mb_name_table_add(&r->names, e.space, e.name, e.number, &known, r->err);
    }
    mb_name_table_free(&old);
    for (int i = 0; i < r->m->njoints && r->status == MB_OK; i++) {
        const mb_plain_joint *j = &r->joint[i];

        if (!j->was_body)
            continue;
        r->status = mb_name_table_add(&r->names, MB_NAMES_JOINTS, j->name, i, &known, r->err);
        if (r->status == MB_OK && known >= 0)
            mb_messages_error(r->messages, j->source.line, j->source.column,
                              "'%s' becomes a distance, and a joint of that name is there already",
                              j->name);
    }
    return r->status == MB_OK;
}

void mb_replace_massless(mb_draft *r)
{
    bool any = false;
    rod *rods;
    int *to;

    for (int i = 0; i < r->m->nbodies; i++)
        any = any || r->entry[i].massless;
    if (!any || r->messages->nerrors)
        return;
    if (MB_TAKE(r->arena, &rods, (size_t)r->m->nbodies, NULL) != MB_OK ||
        MB_TAKE(r->arena, &to, (size_t)r->m->njoints, NULL) != MB_OK) {
        mb_no_memory(r);
        return;
    }
    count_joints(r, rods);
    for (int i = 0; i < r->m->nbodies; i++)
        if (r->entry[i].massless && !check(r, i, &rods[i]))
            return;
    for (int i = 0; i < r->m->nbodies; i++)
        if (r->entry[i].massless)
            replace(r, i, &rods[i]);
    close_joints(r, to);
    close_bodies(r, rods);
    rename_all(r, rods, to);
}

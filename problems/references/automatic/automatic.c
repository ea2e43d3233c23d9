/* SPDX-License-Identifier: MIT */
#include "problems/references/automatic.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/automatic/choice.h"

enum {
    COORDINATES = 130, /* of a tree at most: its algebra is dense */
    WITH_ROWS = 64,    /* ... where rows ask for singular values, which cost some ten times more */
    ASSEMBLED = 400,   /* of all bodies at most, each on its own */
};

const mb_automatic_facts *mb_automatic_facts_of(const mb_automatic *reference)
{
    return &reference->facts;
}

double mb_automatic_bound(const mb_automatic *reference, int component)
{
    return reference->bound[component];
}

/* ---- what can be had ------------------------------------------------------------------------ */

static bool refuses(mb_automatic *r)
{
    const mb_plain_mechanism *plain = r->plain;
    const char *output = mb_auto_output_lacking(plain);
    char *why = r->facts.why;
    const size_t size = sizeof r->facts.why;
    const int each = plain->spatial ? 6 : 3;

    if (output)
        snprintf(why, size, "output '%s' is not computed", output);
    if (plain->nbodies * each > ASSEMBLED)
        snprintf(why, size, "%d bodies are too many", plain->nbodies);
    return why[0] != '\0';
}

static double unit_of(const mb_plain_mechanism *plain, const mb_plain_output *o)
{
    switch (o->of.kind) {
    case MB_MEASURE_POINT:
    case MB_MEASURE_LENGTH:
        return plain->scale * fabs(o->scale);
    case MB_MEASURE_ANGLE:
    case MB_MEASURE_LINE:
    case MB_MEASURE_TURN:
    case MB_MEASURE_DIRECTION:
        return fabs(o->scale);
    case MB_MEASURE_JOINT:
        return fabs(o->scale) *
               (mb_coordinate_is_length(&plain->joint[o->of.of.joint], o->of.of.number)
                    ? plain->scale
                    : 1.0);
    default:
        return 0.0;
    }
}

/* ---- trees ---------------------------------------------------------------------------------- */

mb_status mb_auto_build(const mb_automatic *r, mb_auto_shape shape, mb_arena *arena,
                        mb_auto_stand *s, char *why, size_t size, mb_error *err)
{
    mb_auto *tree = &s->tree;
    mb_status status = MB_OK;

    *tree = (mb_auto){.plain = r->plain, .arena = arena, .scale = r->plain->scale};
    MB_TRY(mb_auto_tree(tree, shape, r->pose, err));
    if (tree->n == 0)
        snprintf(why, size, "rigid joints hold every body on the ground");
    else if (tree->n > COORDINATES)
        snprintf(why, size, "%d joint coordinates; at most %d are followed", tree->n, COORDINATES);
    if (why[0])
        return MB_OK;
    MB_TRY(mb_auto_rows(tree, r->pose, err));
    if (tree->nrows > 0 && tree->n > WITH_ROWS) {
        snprintf(why, size, "%d joint coordinates; at most %d are followed where joints are cut",
                 tree->n, WITH_ROWS);
        return MB_OK;
    }
    MB_TRY(mb_auto_output_memory(tree, err));
    MB_TRY(mb_auto_claim(tree, err));
    MB_TRY(mb_auto_state_claim(tree, &s->state, arena, err));
    if (mb_auto_start(tree, &s->state, why, size))
        MB_TRY(mb_extrapolation_claim(&s->rule, 2 * tree->n, mb_auto_rate, tree, arena, err));
done:
    return status;
}

static void describe(mb_automatic *r, mb_auto *tree)
{
    mb_automatic_facts *facts = &r->facts;
    double energy[2];
    size_t used = 0;

    mb_auto_energy(tree, energy);
    facts->kinetic = energy[0];
    facts->least = tree->sigma;
    facts->coordinates = tree->n;
    facts->rows = tree->nrows;
    facts->rank = tree->rank;
    for (int j = 0; j < r->plain->njoints && used < sizeof facts->cut; j++)
        if (!tree->in_tree[j])
            used += (size_t)snprintf(facts->cut + used, sizeof facts->cut - used, "%s%s",
                                     used ? ", " : "", r->plain->joint[j].name);
}

static mb_status claim_choice(mb_auto_choice *c, mb_auto_stand *s[2], mb_arena *arena,
                              mb_error *err)
{
    const size_t n = (size_t)c->plain->ncomponents;
    mb_status status = MB_OK;

    c->ntracks = s[0]->tree.nrows ? 3 : 2;
    for (int k = 0; k < c->ntracks; k++) {
        mb_auto_stand *at = s[k == 2];

        MB_TRY(mb_auto_track_claim(&c->track[k], &at->tree, &at->rule, &at->state,
                                   k == 0 ? 2.0 * DBL_EPSILON : 0.0, arena, err));
        MB_TRY(MB_TAKE(arena, &c->out[k], n, err));
    }
    MB_TRY(MB_TAKE(arena, &c->apart, n, err));
    MB_TRY(MB_TAKE(arena, &c->largest, n, err));
    MB_TRY(MB_TAKE(arena, &c->unit, n, err));
    for (int k = 0; k < c->plain->noutputs; k++) {
        const mb_plain_output *o = &c->plain->output[k];

        for (int i = 0; i < o->n; i++)
            c->unit[o->first + i] = unit_of(c->plain, o);
    }
done:
    return status;
}

/* Runs in an arena that goes when they are over. */
static mb_status find(mb_automatic *r, mb_arena *arena, mb_error *err)
{
    mb_auto_choice c = {.plain = r->plain, .end = r->end, .facts = &r->facts, .bound = r->bound};
    char *why = r->facts.why, other[sizeof r->facts.why] = "";
    mb_auto_stand own[2], *s[2] = {&own[0], &own[0]};
    mb_status status = MB_OK;

    memset(own, 0, sizeof own);
    MB_TRY(mb_auto_assemble(r->plain, arena, r->pose, why, sizeof r->facts.why, err));
    if (why[0])
        return MB_OK;
    MB_TRY(mb_auto_build(r, MB_AUTO_FORWARD, arena, &own[0], why, sizeof r->facts.why, err));
    if (why[0])
        return MB_OK;
    describe(r, &own[0].tree);
    c.tree[c.ntrees++] = &own[0].tree;
    if (own[0].tree.nrows) {
        MB_TRY(mb_auto_build(r, MB_AUTO_BACKWARD, arena, &own[1], other, sizeof other, err));
        if (!other[0] && memcmp(own[0].tree.in_tree, own[1].tree.in_tree,
                                (size_t)r->plain->njoints * sizeof(bool)) != 0) {
            c.tree[c.ntrees++] = &own[1].tree;
            s[1] = &own[1];
        }
    }
    MB_TRY(claim_choice(&c, s, arena, err));
    mb_auto_choose(&c);
done:
    return status;
}

mb_status mb_automatic_reference(const mb_plain_mechanism *plain, double end, mb_arena *arena,
                                 mb_automatic **reference, mb_error *err)
{
    mb_arena *own = mb_arena_create();
    mb_error text = {MB_OK, ""};
    mb_status status = MB_OK;
    mb_automatic *r;

    err = err ? err : &text;
    if (!own)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(MB_TAKE(arena, &r, 1, err));
    r->plain = plain;
    r->end = end;
    r->facts.singular = (double)NAN;
    MB_TRY(MB_TAKE(arena, &r->pose, (size_t)plain->nbodies, err));
    MB_TRY(MB_TAKE(arena, &r->bound, (size_t)plain->ncomponents, err));
    if (!refuses(r))
        MB_TRY(find(r, own, err));
    *reference = r;
done:
    mb_arena_destroy(own);
    return status;
}

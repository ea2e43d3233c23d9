/* SPDX-License-Identifier: MIT */
/* Frames of bodies at their pivots. */
#include <string.h>

#include "base/vector3.h"
#include "problems/elements/machine/mixed/mixed.h"

/* A list of the mechanism, copied */
static mb_status copied(mb_arena *arena, const void *list, int n, size_t size, void *copy,
                        mb_error *err)
{
    mb_status status = MB_OK;
    void *made;

    MB_TRY(mb_arena_take(arena, &made, (size_t)n, size, err));
    if (n)
        memcpy(made, list, (size_t)n * size);
    memcpy(copy, &made, sizeof made);
done:
    return status;
}

/* Place of the pivot in each body's frame; NULL: it has none */
typedef const double *const *pivots;

static void move(pivots at, int body, double *u)
{
    for (int i = 0; body >= 0 && at[body] && i < 3; i++)
        u[i] -= at[body][i];
}

static void move_measure(pivots at, mb_plain_measure *q)
{
    if (q->kind == MB_MEASURE_MOMENTUM) /* about a place of the world */
        return;
    move(at, q->body[0], q->place[0]);
    move(at, q->kind == MB_MEASURE_LINE ? q->body[1] : -1, q->place[1]);
}

/* Everything that stands on bodies, but for what is drawn */
static mb_status move_all(mb_plain_mechanism *m, pivots at, mb_arena *arena, mb_error *err)
{
    mb_status status = MB_OK;
    mb_plain_joint *joint;
    mb_plain_force *force;
    mb_plain_output *output;
    mb_plain_branch *branch;
    mb_start_item *item;

    MB_TRY(copied(arena, m->joint, m->njoints, sizeof *joint, &joint, err));
    MB_TRY(copied(arena, m->force, m->nforces, sizeof *force, &force, err));
    MB_TRY(copied(arena, m->output, m->noutputs, sizeof *output, &output, err));
    MB_TRY(copied(arena, m->branch, m->nbranches, sizeof *branch, &branch, err));
    MB_TRY(copied(arena, m->start.item, m->start.n, sizeof *item, &item, err));
    for (int k = 0; k < m->njoints; k++)
        for (int side = 0; side < 2; side++)
            move(at, joint[k].body[side], joint[k].place[side]);
    for (int k = 0; k < m->nforces; k++)
        for (int side = 0; side < 2; side++)
            move(at, force[k].body[side], force[k].place[side]);
    for (int k = 0; k < m->noutputs; k++)
        move_measure(at, &output[k].of);
    for (int k = 0; k < m->nbranches; k++)
        move_measure(at, &branch[k].of);
    for (int k = 0; k < m->start.n; k++)
        if (item[k].kind == MB_START_VELOCITY)
            move(at, item[k].body, item[k].place);
    m->joint = joint;
    m->force = force;
    m->output = output;
    m->branch = branch;
    m->start.item = item;
done:
    return status;
}

/* The body that a joint turns about a place of the ground, MB_ON_GROUND: it does not */
static int turned_by(const mb_plain_mechanism *m, const mb_plain_joint *j)
{
    const int side = j->body[0] == MB_ON_GROUND;

    if (j->kind != MB_JOINT_REVOLUTE || j->body[1 - side] != MB_ON_GROUND || j->body[side] < 0 ||
        m->body[j->body[side]].point)
        return MB_ON_GROUND;
    return j->body[side];
}

mb_status mb_mixed_pivots(const mb_plain_mechanism *plain, mb_arena *arena,
                          mb_plain_mechanism **moved, const mb_merged **merged, int *npivots,
                          mb_pivot **pivot, mb_error *err)
{
    mb_status status = MB_OK;
    const double **at;
    mb_plain_body *body;
    mb_merged *free_of_rows;

    MB_TRY(copied(arena, plain, 1, sizeof **moved, moved, err));
    MB_TRY(copied(arena, plain->body, plain->nbodies, sizeof *body, &body, err));
    MB_TRY(MB_TAKE(arena, &at, (size_t)plain->nbodies, err));
    MB_TRY(MB_TAKE(arena, &free_of_rows, (size_t)plain->njoints, err));
    MB_TRY(MB_TAKE(arena, pivot, (size_t)plain->nbodies, err));
    *npivots = 0;
    for (int k = 0; k < plain->njoints; k++) {
        const mb_plain_joint *j = &plain->joint[k];
        const int b = turned_by(plain, j), side = j->body[0] == MB_ON_GROUND;

        if (b < 0 || at[b])
            continue;
        at[b] = j->place[side];
        free_of_rows[k].all = true;
        (*pivot)[*npivots].body = b;
        for (int i = 0; i < 2; i++)
            (*pivot)[*npivots].centre[i] = -at[b][i];
        ++*npivots;
        memcpy(body[b].com, j->place[1 - side], sizeof body[b].com);
        move(at, b, body[b].origin);
        body[b].inertia[8] += body[b].mass * mb_dot(at[b], at[b]);
    }
    (*moved)->body = body;
    *merged = free_of_rows;
    MB_TRY(move_all(*moved, at, arena, err));
done:
    return status;
}

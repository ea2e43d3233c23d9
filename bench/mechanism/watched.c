/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/watched.h"

#include <math.h>
#include <string.h>

static void watch(mb_plain_output *o, mb_measure_kind kind, int body, int n, int first)
{
    static const char *const names[3] = {"x", "y", "z"};

    *o = (mb_plain_output){.name = "", .scale = 1.0, .unit = "", .n = n, .first = first};
    o->names = names;
    o->of.kind = kind;
    o->of.body[0] = o->of.body[1] = body;
    o->of.relative = MB_ON_GROUND;
    o->of.force = o->of.drive = MB_NO_INDEX;
}

int mb_watched_coordinates(const mb_plain_joint *joint)
{
    return mb_joint_kind_facts(joint->kind)->coordinates;
}

mb_status mb_watched(const mb_plain_mechanism *m, mb_arena *arena, mb_plain_mechanism **made,
                     mb_error *err)
{
    static const mb_measure_kind kind[MB_WATCHED] = {[MB_WATCHED_PLACE] = MB_MEASURE_POINT,
                                                     [MB_WATCHED_X_AXIS] = MB_MEASURE_DIRECTION,
                                                     [MB_WATCHED_Y_AXIS] = MB_MEASURE_DIRECTION,
                                                     [MB_WATCHED_VELOCITY] = MB_MEASURE_VELOCITY,
                                                     [MB_WATCHED_OMEGA] = MB_MEASURE_OMEGA};
    const int of_bodies = MB_WATCHED * m->nbodies, n = of_bodies + 4 * m->njoints;
    mb_plain_output *output;
    const char **component;
    mb_status status;

    MB_TRY(MB_TAKE(arena, made, 1, err));
    MB_TRY(MB_TAKE(arena, &output, (size_t)n, err));
    MB_TRY(MB_TAKE(arena, &component, 3 * (size_t)n, err));
    for (int i = 0; i < of_bodies; i++) {
        watch(&output[i], kind[i % MB_WATCHED], i / MB_WATCHED, 3, 3 * i);
        output[i].compared = i % MB_WATCHED == MB_WATCHED_PLACE;
        output[i].of.axis[0] = i % MB_WATCHED == MB_WATCHED_X_AXIS ? 1.0 : 0.0;
        output[i].of.axis[1] = i % MB_WATCHED == MB_WATCHED_Y_AXIS ? 1.0 : 0.0;
    }
    for (int i = 0; i < 4 * m->njoints; i++) { /* a place of the first body where there is none */
        const int joint = i / 2 % m->njoints;
        const bool there = i % 2 < mb_watched_coordinates(&m->joint[joint]);
        const mb_measure_kind what = i < 2 * m->njoints ? MB_MEASURE_JOINT : MB_MEASURE_RATE;

        watch(&output[of_bodies + i], there ? what : MB_MEASURE_POINT, 0, 1, 3 * of_bodies + i);
        output[of_bodies + i].of.of = (mb_coordinate){joint, there ? i % 2 : 0};
    }
    for (int i = 0; i < 3 * of_bodies + 4 * m->njoints; i++)
        component[i] = "";
    **made = *m;
    (*made)->output = output;
    (*made)->noutputs = n;
    (*made)->component = component;
    (*made)->ncomponents = 3 * of_bodies + 4 * m->njoints;
    (*made)->nbranches = 0;
    (*made)->branch_mode = MB_BRANCH_NONE;
done:
    return status;
}

void mb_watched_stand(mb_plain_body *b, const double (*read)[3])
{
    const double *x = read[MB_WATCHED_X_AXIS], *y = read[MB_WATCHED_Y_AXIS];

    memcpy(b->com, read[MB_WATCHED_PLACE], sizeof b->com);
    if (b->point)
        return;
    for (int i = 0; i < 3; i++) {
        b->turn[3 * i] = x[i];
        b->turn[3 * i + 1] = y[i];
        b->turn[3 * i + 2] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
    }
    b->angle += remainder(atan2(x[1], x[0]) - b->angle, 2.0 * M_PI);
}

/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/assembled.h"

#include <math.h>
#include <string.h>

#include "bench/mechanism/watched.h"
#include "problems/elements/machine/plain_model.h"

static double distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* Angle of the rotation from one orientation to another. */
static double angle_between(const double a[9], const double b[9])
{
    double trace = 0.0, size = 0.0;

    for (int i = 0; i < 9; i++) {
        trace += a[i] * b[i];
        size += (a[i] - b[i]) * (a[i] - b[i]);
    }
    /* |A - B|^2 = 8 sin^2(angle / 2), exact for small ones */
    return trace < 0.0 ? M_PI - 2.0 * asin(fmin(0.5 * sqrt(fmax(1.0 + trace, 0.0)), 1.0))
                       : 2.0 * asin(fmin(sqrt(size / 8.0), 1.0));
}

/* Joints with the coordinates that they have where the bodies stand, angles within half a turn. */
static mb_status take_joints(const mb_plain_mechanism *declared, const double *value,
                             mb_arena *arena, const mb_plain_joint **joints, mb_error *err)
{
    mb_plain_joint *joint;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &joint, (size_t)declared->njoints, err));
    for (int i = 0; i < declared->njoints; i++) {
        joint[i] = declared->joint[i];
        joint[i].open = 0.0;
        for (int k = 0; k < mb_watched_coordinates(&declared->joint[i]); k++) {
            const double by = value[2 * i + k] - joint[i].value[k];

            if (isfinite(by))
                joint[i].value[k] +=
                    mb_coordinate_is_length(&joint[i], k) ? by : remainder(by, 2.0 * M_PI);
        }
    }
    *joints = joint;
done:
    return status;
}

static mb_status take(const mb_plain_mechanism *declared, const double (*read)[3], mb_arena *arena,
                      mb_assembled *assembled, mb_error *err)
{
    const size_t n = (size_t)declared->nbodies;
    const double *of_joints = read[MB_WATCHED * n]; /* coordinates, then rates, two a joint */
    mb_plain_mechanism *m;
    mb_plain_body *body;
    double(*v)[3], (*omega)[3], (*rate)[2], *shift, *turn;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &m, 1, err));
    MB_TRY(MB_TAKE(arena, &body, n, err));
    MB_TRY(MB_TAKE(arena, &v, n, err));
    MB_TRY(MB_TAKE(arena, &omega, n, err));
    MB_TRY(MB_TAKE(arena, &rate, (size_t)declared->njoints, err));
    MB_TRY(MB_TAKE(arena, &shift, n, err));
    MB_TRY(MB_TAKE(arena, &turn, n, err));
    for (size_t i = 0; i < n; i++) {
        const mb_plain_body *from = &declared->body[i];
        const double(*of)[3] = read + MB_WATCHED * i;

        body[i] = *from;
        mb_watched_stand(&body[i], of);
        shift[i] = distance(body[i].com, from->com);
        turn[i] = from->point ? 0.0 : angle_between(body[i].turn, from->turn);
        memcpy(v[i], of[MB_WATCHED_VELOCITY], sizeof v[i]);
        for (int k = 0; k < 3 && !from->point; k++)
            omega[i][k] = declared->spatial || k == 2 ? of[MB_WATCHED_OMEGA][k] : 0.0;
    }
    *m = *declared;
    m->body = body;
    MB_TRY(take_joints(declared, of_joints, arena, &m->joint, err));
    for (int i = 0; i < 2 * declared->njoints; i++)
        rate[i / 2][i % 2] = of_joints[2 * declared->njoints + i];
    *assembled = (mb_assembled){.mechanism = m,
                                .v = (const double(*)[3])v,
                                .omega = (const double(*)[3])omega,
                                .rate = (const double(*)[2])rate,
                                .shift = shift,
                                .turn = turn};
done:
    return status;
}

mb_status mb_assemble(const mb_plain_mechanism *declared, mb_arena *arena, mb_assembled *assembled,
                      mb_error *err)
{
    mb_plain_mechanism *watched;
    mb_model *model = NULL;
    double *a, *lambda, (*read)[3];
    mb_status status;

    if (declared->nbodies > MB_ASSEMBLED_BODIES)
        return mb_fail(err, MB_BAD_INPUT, "of %d bodies; up to %d are put together for a look",
                       declared->nbodies, MB_ASSEMBLED_BODIES);
    MB_TRY(mb_watched(declared, arena, &watched, err));
    MB_TRY(mb_plain_whole_model(watched, arena, &model, err));
    MB_TRY(MB_TAKE(arena, &a, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &lambda, (size_t)model->m, err));
    MB_TRY(MB_TAKE(arena, &read, (size_t)(MB_WATCHED * declared->nbodies + 2 * declared->njoints),
                   err));
    model->ops->outputs(model, model->t0, model->q0, model->v0, a, lambda, read[0]);
    MB_TRY(take(declared, (const double(*)[3])read, arena, assembled, err));
    assembled->freedoms = model->nv - model->rank;
    assembled->given = model->nholds;
done:
    mb_model_destroy(model);
    return status;
}

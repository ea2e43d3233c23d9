/* SPDX-License-Identifier: MIT */
/* A second model of the mechanism, in the same coordinates, whose outputs are its bodies' places. */
#include "bench/mechanism/posture.h"

#include <math.h>
#include <string.h>

#include "bench/mechanism/watched.h"
#include "problems/elements/machine/plain_model.h"

struct mb_posture {
    const mb_plain_mechanism *declared;
    mb_model *twin;
    double *a, *lambda; /* of the twin: (nv), (m) */
    double (*read)[3];  /* its outputs by threes */
    double t, *q, *v;   /* a state that no frame was due at: [s], (nq), (nv) */
    bool passed;        /* there is one */
};

static void destroy(void *model)
{
    mb_model_destroy(model);
}

/* Whether a state of one model is one of the other: they start alike. */
static bool alike(const mb_model *a, const mb_model *b)
{
    double off = 0.0;

    if (a->nq != b->nq || a->nv != b->nv || a->m != b->m)
        return false;
    for (int i = 0; i < a->nq; i++)
        off = fmax(off, fabs(a->q0[i] - b->q0[i]));
    return off <= 1e-6 * fmax(a->scale, 1.0);
}

/* "planar-natural": the kind behind the first word */
static const char *kind_of(const mb_model *model)
{
    const char *dash = strchr(model->coordinates, '-');
    const bool dimension = dash && (strncmp(model->coordinates, "planar-", 7) == 0 ||
                                    strncmp(model->coordinates, "spatial-", 8) == 0);

    return dimension ? dash + 1 : model->coordinates;
}

static mb_status claim(mb_posture *p, mb_arena *arena, mb_error *err)
{
    mb_status status;

    MB_TRY(MB_TAKE(arena, &p->a, (size_t)p->twin->nv, err));
    MB_TRY(MB_TAKE(arena, &p->lambda, (size_t)p->twin->m, err));
    MB_TRY(MB_TAKE(arena, &p->read, ((size_t)p->twin->noutputs + 2) / 3, err));
    MB_TRY(MB_TAKE(arena, &p->q, (size_t)p->twin->nq, err));
    MB_TRY(MB_TAKE(arena, &p->v, (size_t)p->twin->nv, err));
done:
    return status;
}

mb_status mb_posture_create(const mb_model *model, mb_arena *arena, mb_posture **posture,
                            mb_error *err)
{
    const mb_plain_mechanism *declared = model->declared;
    mb_error unheeded = {MB_OK, ""};
    mb_plain_mechanism *watched;
    mb_posture *p;
    mb_status status = MB_OK;

    *posture = NULL;
    if (!declared || !mb_frames_fit(declared->spatial, declared->nbodies))
        return MB_OK;
    MB_TRY(mb_watched(declared, arena, &watched, err));
    MB_TRY(MB_TAKE(arena, &p, 1, err));
    p->declared = declared;
    if (mb_plain_model_of(watched, kind_of(model), arena, &p->twin, &unheeded) != MB_OK)
        return unheeded.status == MB_NO_MEMORY ? mb_fail(err, MB_NO_MEMORY, "%s", unheeded.text)
                                               : MB_OK;
    MB_TRY(mb_arena_defer(arena, destroy, p->twin, err));
    if (!alike(model, p->twin))
        return MB_OK;
    MB_TRY(claim(p, arena, err));
    *posture = p;
done:
    return status;
}

void mb_posture_start(const mb_posture *p, double t0, double t_end, mb_frames *frames)
{
    mb_frames_start(frames, p && p->declared->spatial, p ? p->declared->nbodies : 0, t0, t_end);
}

static void add(const mb_posture *p, double t, const double *q, const double *v, mb_frames *frames)
{
    double *frame = mb_frames_add(frames, t);

    p->twin->ops->outputs(p->twin, t, q, v, p->a, p->lambda, p->read[0]);
    for (int i = 0; i < p->declared->nbodies; i++) {
        mb_plain_body body = p->declared->body[i];

        mb_watched_stand(&body, (const double(*)[3])p->read + MB_WATCHED * i);
        mb_frames_put(frames, i, body.com, body.turn, frame);
    }
    mb_frames_keep_finite(frames);
}

void mb_posture_pass(mb_posture *p, double t, const double *q, const double *v, mb_frames *frames)
{
    p->passed = !mb_frames_due(frames, t);
    if (!p->passed) {
        add(p, t, q, v, frames);
        return;
    }
    p->t = t;
    memcpy(p->q, q, (size_t)p->twin->nq * sizeof *q);
    memcpy(p->v, v, (size_t)p->twin->nv * sizeof *v);
}

void mb_posture_end(mb_posture *p, mb_frames *frames)
{
    if (p->passed)
        add(p, p->t, p->q, p->v, frames);
    p->passed = false;
}

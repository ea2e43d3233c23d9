/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/agreement.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "bench/mechanism/watched.h"
#include "problems/elements/machine/plain_model.h"
#include "solvers/observer.h"
#include "solvers/steps/step.h"

static const double APART = 1e-8, ROUND_OFF = 16.0 * DBL_EPSILON; /* of the largest acceleration */

/* Velocities of a body in the model's coordinates */
static int velocities_of(const mb_plain_mechanism *m, const mb_plain_body *b)
{
    return b->point ? (m->spatial ? 3 : 2) : (m->spatial ? 6 : 3);
}

/* Accelerations of a body from those of its coordinates: x, y, phi or rdot and omega in its axes */
static void in_world(const mb_plain_mechanism *m, const mb_plain_body *b, const double *vdot,
                     double *a, double *alpha)
{
    memset(a, 0, 3 * sizeof *a);
    memset(alpha, 0, 3 * sizeof *alpha);
    memcpy(a, vdot, (m->spatial ? 3 : 2) * sizeof *a);
    if (b->point)
        return;
    if (!m->spatial)
        alpha[2] = vdot[2];
    for (int i = 0; i < 3 && m->spatial; i++)
        for (int k = 0; k < 3; k++)
            alpha[i] += b->turn[3 * i + k] * vdot[3 + k];
}

static double size_of(const double *x)
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static double distance(const double *x, const double *y)
{
    return size_of((const double[3]){x[0] - y[0], x[1] - y[1], x[2] - y[2]});
}

/* Lengths and angles times the size count alike; rcond: of what vdot was solved from */
static mb_status compare(const mb_plain_mechanism *m, const double *vdot, double rcond,
                         const double (*a)[3], const double (*alpha)[3], mb_error *err)
{
    double largest = size_of(m->gravity), worst = 0.0;
    int at = 0;

    for (int b = 0; b < m->nbodies; vdot += velocities_of(m, &m->body[b++])) {
        double own[3], turning[3], off;

        in_world(m, &m->body[b], vdot, own, turning);
        largest = fmax(largest, fmax(size_of(a[b]), size_of(alpha[b]) * m->scale));
        off = distance(own, a[b]);
        if (!m->body[b].point)
            off = fmax(off, distance(turning, alpha[b]) * m->scale);
        if (!(off <= worst)) { /* NaN too */
            worst = off;
            at = b;
        }
    }
    if (worst <= fmax(APART, ROUND_OFF / rcond) * largest || largest == 0.0)
        return MB_OK;
    return mb_fail(
        err, MB_FAILURE,
        "reference and model disagree: '%s' begins with accelerations that are %.2g m/s2 "
        "apart; one of the two is wrong, please report it",
        m->body[at].name, worst);
}

mb_status mb_references_agree(const mb_plain_mechanism *m, const mb_automatic *reference,
                              mb_error *err)
{
    mb_arena *arena = mb_arena_create();
    mb_error unheeded = {MB_OK, ""};
    mb_plain_mechanism *watched;
    mb_automatic_run *run;
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    double(*a)[3], (*alpha)[3], *vdot, *lambda;
    mb_status status = MB_OK;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory to compare a reference");
    MB_TRY(MB_TAKE(arena, &a, (size_t)m->nbodies, err));
    MB_TRY(MB_TAKE(arena, &alpha, (size_t)m->nbodies, err));
    MB_TRY(mb_automatic_follow(reference, arena, &run, err));
    mb_automatic_accelerations(run, a, alpha);
    MB_TRY(mb_watched(m, arena, &watched, err));
    if (mb_plain_whole_model(watched, arena, &model, &unheeded) != MB_OK || model->massless >= 0)
        goto done; /* there is nothing to compare, or nothing that is unique */
    MB_TRY(MB_TAKE(arena, &vdot, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &lambda, (size_t)model->m, err));
    /* next to a singular position qr would leave rows out, and has nothing that is unique */
    if (mb_solver_create(model,
                         mb_redundant_rows(model) > 0 ? "lagrange/forward-euler:h=1/none/qr"
                                                      : "lagrange/forward-euler:h=1/none/dense",
                         &solver, &unheeded) == MB_OK &&
        mb_accel(solver, model->t0, model->q0, model->v0, vdot, lambda, &unheeded) == MB_OK)
        status = compare(m, vdot, mb_rcond(solver), (const double(*)[3])a,
                         (const double(*)[3])alpha, err);
done:
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    mb_arena_destroy(arena);
    return status;
}

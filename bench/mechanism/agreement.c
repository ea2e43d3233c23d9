/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/agreement.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "bench/mechanism/watched.h"
#include "problems/elements/machine/plain_model.h"
#include "problems/references/null_space.h"
#include "solvers/evaluate.h"
#include "solvers/observer.h"
#include "solvers/solver.h"

static const double APART = 1e-8, ROUND_OFF = 16.0 * DBL_EPSILON; /* of the largest one */

/* Rates of a body in the model's coordinates: of its place, of its rotation */
static int lengths_of(const mb_plain_mechanism *m)
{
    return m->spatial ? 3 : 2;
}

static int angles_of(const mb_plain_mechanism *m, const mb_plain_body *b)
{
    return b->point ? 0 : m->spatial ? 3 : 1;
}

/* x (nv): of all bodies: x, y, phi or rdot and omega in their axes */
static void in_model(const mb_plain_mechanism *m, const mb_automatic_twist *of, double *x)
{
    for (int b = 0; b < m->nbodies; b++) {
        const int n = angles_of(m, &m->body[b]);

        for (int i = 0; i < lengths_of(m); i++)
            *x++ = of[b].linear[i];
        if (n == 1)
            *x++ = of[b].angular[2];
        for (int k = 0; k < n && n == 3; k++, x++) {
            *x = 0.0;
            for (int i = 0; i < 3; i++)
                *x += m->body[b].turn[3 * i + k] * of[b].angular[i];
        }
    }
}

/* Of the body with the largest of x (nv), lengths and angles times the size alike; NaN is the largest. */
static double largest_of(const mb_plain_mechanism *m, const double *x, int *body)
{
    double largest = -1.0;

    for (int b = 0; b < m->nbodies; b++) {
        double linear = 0.0, angular = 0.0, size;

        for (int i = 0; i < lengths_of(m); i++, x++)
            linear += *x * *x;
        for (int i = 0; i < angles_of(m, &m->body[b]); i++, x++)
            angular += *x * *x;
        size = fmax(sqrt(linear), sqrt(angular) * m->scale);
        if (!(size <= largest)) {
            largest = size;
            *body = b;
        }
    }
    return largest;
}

/* Rates (nv) of the model and the reference, of which `large` would be a large one; the model's are lost.
 * limit: what they may differ by, of the largest. */
static mb_status compare(const mb_plain_mechanism *m, const char *what, const char *unit, int nv,
                         double *model, const double *reference, double large, double limit,
                         mb_error *err)
{
    int at;
    double worst;

    large = fmax(large, fmax(largest_of(m, model, &at), largest_of(m, reference, &at)));
    for (int i = 0; i < nv; i++)
        model[i] -= reference[i];
    worst = largest_of(m, model, &at);
    if (worst <= limit * large)
        return MB_OK;
    return mb_fail(err, MB_FAILURE,
                   "reference and model disagree: '%s' begins with %s that are %.2g %s apart; one "
                   "of the two is wrong, please report it",
                   m->body[at].name, what, worst, unit);
}

/* vdot (nv), what the model's equations of motion make of q0 and v where the rows leave it free to move,
 * which loses fewer digits next to a singular position than multipliers do, and what rows magnify
 * round-off by.  loose: the largest that forces make of bodies without rows.  MB_NOT_APPLICABLE:
 * nothing that is unique */
static mb_status accelerations_of(const mb_plain_mechanism *m, const mb_model *model,
                                  const double *v, mb_arena *arena, double *vdot, double *loose,
                                  double *magnified, mb_error *err)
{
    int at;
    const int nv = model->nv, rank = model->m - mb_redundant_rows(model);
    const mb_terms *terms;
    mb_solver *solver = NULL;
    mb_null_space rows;
    double *A, *f;
    mb_status status;

    MB_TRY(mb_null_space_claim(&rows, model->m, nv, arena, err));
    MB_TRY(MB_TAKE(arena, &A, (size_t)nv * (size_t)nv, err));
    MB_TRY(MB_TAKE(arena, &f, (size_t)nv, err));
    MB_TRY(mb_solver_create(model, "lagrange/forward-euler:h=1", &solver, err));
    mb_eval_motion(solver, model->t0, model->q0, v);
    terms = &solver->terms;
    for (int j = 0; j < nv; j++) {
        for (int k = model->M.start[j]; k < model->M.start[j + 1]; k++)
            A[model->M.row[k] * nv + j] = terms->mass[k];
        for (int k = model->D.start[j]; k < model->D.start[j + 1]; k++)
            rows.W[model->D.row[k] * nv + j] = terms->jacobian[k];
        f[j] = terms->force[j];
        vdot[j] = f[j] / A[j * nv + j];
    }
    *loose = largest_of(m, vdot, &at);
    memcpy(rows.g, terms->gamma, (size_t)model->m * sizeof *rows.g);
    mb_null_space_decompose(&rows, model->m);
    *magnified = rank > 0 ? rows.sigma[0] / rows.sigma[rank - 1] : 1.0;
    if (!mb_null_space_least(&rows, rank, A, f, vdot))
        status = MB_NOT_APPLICABLE;
done:
    mb_solver_destroy(solver);
    return status;
}

mb_status mb_references_agree(const mb_plain_mechanism *m, const mb_automatic *reference,
                              mb_error *err)
{
    const double g = sqrt(m->gravity[0] * m->gravity[0] + m->gravity[1] * m->gravity[1] +
                          m->gravity[2] * m->gravity[2]);
    mb_arena *arena = mb_arena_create();
    mb_error unheeded = {MB_OK, ""};
    mb_plain_mechanism *watched;
    mb_automatic_run *run;
    mb_automatic_twist *twist, *twist_rate;
    mb_model *model = NULL;
    double *v, *vdot, *v_own, *vdot_own, loose, magnified, limit;
    int at;
    mb_status status = MB_OK;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory to compare a reference");
    MB_TRY(MB_TAKE(arena, &twist, (size_t)m->nbodies, err));
    MB_TRY(MB_TAKE(arena, &twist_rate, (size_t)m->nbodies, err));
    MB_TRY(mb_automatic_follow(reference, arena, &run, err));
    mb_automatic_rates(run, twist, twist_rate);
    MB_TRY(mb_watched(m, arena, &watched, err));
    if (mb_plain_whole_model(watched, arena, &model, &unheeded) != MB_OK || model->massless >= 0)
        goto done; /* there is nothing to compare, or nothing that is unique */
    MB_TRY(MB_TAKE(arena, &v, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &vdot, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &v_own, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &vdot_own, (size_t)model->nv, err));
    in_model(m, twist, v);
    in_model(m, twist_rate, vdot);
    memcpy(v_own, model->v0, (size_t)model->nv * sizeof *v_own);
    /* by the reference's velocities: accelerations magnify what velocities differ by */
    if (accelerations_of(m, model, v, arena, vdot_own, &loose, &magnified, &unheeded) != MB_OK)
        goto done;
    limit = fmax(APART, ROUND_OFF * magnified);
    loose *= ROUND_OFF * magnified / limit; /* forces in balance leave round-off of theirs */
    MB_TRY(compare(m, "velocities", "m/s", model->nv, v_own, v,
                   sqrt(fmax(g, largest_of(m, vdot, &at)) * m->scale), limit, err));
    status =
        compare(m, "accelerations", "m/s2", model->nv, vdot_own, vdot, fmax(g, loose), limit, err);
done:
    mb_model_destroy(model);
    mb_arena_destroy(arena);
    return status;
}

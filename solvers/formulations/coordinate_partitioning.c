/* SPDX-License-Identifier: MIT */
/* Generalised coordinate partitioning (Wehage & Haug 1982; marques2017 eqs (14), (15)).
 *
 * q = (q_i, q_d): only the independent coordinates q_i and velocities v_i are integrated.  For each
 * evaluation of the accelerations
 *
 *     Phi(q_i, q_d) = 0             by Newton's method for q_d                marques2017 eq. (1)
 *     D_d v_d = -(D_i v_i + Phi_t)  for v_d                                   eq. (2)
 *     [M D'; D 0] [a; lambda] = [Q; gamma]                                    eq. (8)
 *
 * The integrator carries all coordinates.  Its dependent ones are replaced before they are used: by
 * those that the independent ones determine, in a copy within a step and in the state at its end.
 * So the independent ones follow the reduced equations and the constraints hold at every level.
 * That is dependent=evaluation.  With dependent=step they are replaced in the state at the end of a
 * step alone, and evaluations within it take the dependent coordinates as the integrator has them:
 * marques2017 after eq. (15) has the dependent coordinates solved for, then the accelerations, and
 * "the integration process of Eq. (15) is repeated for the next time step", which says of a method
 * with several evaluations neither.  A step then costs the Newton passes of one evaluation; between
 * the ends of steps the dependent coordinates are off by what the integrator's stages are.
 *
 * Newton's corrections are tangent increments, in which the independent ones are zero; so are the
 * columns of the basis R of the motions that D allows.  All are solved with one matrix of fixed
 * pattern, W = diag(1 where independent, else 0):
 *
 *     [W D'; D 0] [x; .] = [0; -Phi]  has  x_i = 0,  D_d x_d = -Phi
 *     [W D'; D 0] [x; .] = [e_k; 0]   has  x_i = e_k,  x_d = -D_d^-1 D_i e_k = R e_k
 *
 * Choice: Gaussian elimination with full pivoting at the start (partition.h), which leaves entries
 * of R of about 1.  After each step, max |R| above `threshold` times its smallest value since the
 * last choice (or times 1, if that is larger) asks for a new one; it counts as a switch when it
 * takes other coordinates.  The threshold is low because an error of q_i enters q_d multiplied by
 * R, and the reduced equations turn stiff where R grows: on four-bar (rk4, 1 ms, 10 s) the energy
 * drift is 3.3e-7 J with 1.2, 2e-5 J with 3 and 5e-3 J with 10.  Rows that depend on others are
 * dropped (their multipliers are zero) as long as they hold to round-off.
 *
 * Nonholonomic rows have no part in the positions and are solved at velocity level: there are more
 * independent positions than independent velocities (nada2023 section 5 and its reference [31]).
 *
 * Departures: where q has redundant parameters, independent are tangent increments, not the
 * parameters; marques2017 does not say when to switch. */
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "solvers/corrections/projection.h"
#include "solvers/equations/partition.h"
#include "solvers/matrices/kkt.h"
#include "solvers/matrices/linear.h"
#include "solvers/scales/reach.h"
#include "solvers/scales/size.h"
#include "solvers/steps/step.h"

/* Violation of a dropped row, in units of 1 + scale, above which the kept rows no longer hold it.
 */
static const double DROPPED = 1e-12;

enum { EVALUATION, STEP }; /* when dependent coordinates are solved for */

static const mb_param params[] = {
    MB_REAL("tol", NAN, "1 + |q|", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "correction of q that ends the iteration; if unset 1e-10 of the size"),
    MB_INTEGER("iterations", 20, "1", .min = 1, .max = 10000,
               .doc = "largest number of passes for the dependent positions"),
    MB_REAL("threshold", 1.2, "1", .min = 1.0, .max = 1e15,
            .doc = "growth of the ratio of dependent to independent velocities that asks for a "
                   "new choice"),
    MB_CHOICE("dependent", "evaluation|step", EVALUATION,
              .doc =
                  "when dependent coordinates are solved for: in every evaluation, or once a step"),
    {0},
};

typedef struct state {
    double tol, threshold;
    bool once; /* a step, at its end */
    long iterations;
    double lowest; /* smallest max |R| of the present choice */
    mb_partition *partition;
    mb_kkt *position; /* [W D'; D 0] with the holonomic rows */
    mb_kkt *velocity; /* with all rows; the same object where all are holonomic */
    mb_kkt *motion;   /* [M D'; D 0] */
    double *q, *v;    /* (nq), (nv) where the accelerations are evaluated */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->tol = mb_value(params, values, "tol");
    s->iterations = lround(mb_value(params, values, "iterations"));
    s->threshold = mb_value(params, values, "threshold");
    s->once = lround(mb_value(params, values, "dependent")) == STEP;
    MB_TRY(mb_partition_setup(solver->model, solver->arena, &s->partition, err));
    MB_TRY(mb_kkt_setup_with_diagonal(solver, &s->velocity, err));
    s->position = s->velocity;
    if (solver->model->mh < solver->model->m)
        MB_TRY(mb_kkt_setup_with_diagonal(solver, &s->position, err));
    MB_TRY(mb_kkt_setup_with_diagonal(solver, &s->motion, err));
    MB_TRY(MB_TAKE(solver->arena, &s->q, (size_t)solver->model->nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->v, (size_t)solver->model->nv, err));
done:
    return status;
}

/* The choice at the start of a run */
static mb_status first_choice(mb_solver *solver, state *s, double t, const double *q, mb_error *err)
{
    const mb_model *model = solver->model;
    int least = model->traits & MB_FULL_RANK_D ? model->m : model->rank, rank;

    mb_eval_jacobian(solver, t, q);
    s->lowest = INFINITY;
    mb_partition_choose(s->partition, model, solver->terms.jacobian, least, &rank);
    if (rank < least)
        return mb_fail(err, MB_SINGULAR,
                       "D has rank %d at t = %.9g s and %d elsewhere: no choice of independent "
                       "coordinates outlasts that position",
                       rank, t, least);
    return MB_OK;
}

/* [W D'; D 0] at (t, q), with D left in terms */
static mb_status factor(mb_solver *solver, mb_kkt *kkt, double t, const double *q,
                        const double *weight, const bool *row, mb_error *err)
{
    mb_error cause;
    mb_status status;

    mb_error_clear(&cause);
    mb_eval_jacobian(solver, t, q);
    status = mb_kkt_factor_rows(solver, kkt, weight, row, &cause);
    if (status != MB_OK)
        mb_fail(err, status,
                "the independent coordinates do not determine the others at t = %.9g s: %s", t,
                cause.text);
    return status;
}

/* x = [W D'; D 0]\[0; -violation] without the rows that are not kept; independent entries stay 0 */
static mb_status correction(const mb_model *model, mb_kkt *kkt, const double *weight,
                            const bool *row, const double *violation, mb_error *err)
{
    mb_status status;

    memset(kkt->x, 0, (size_t)(model->nv + model->m) * sizeof *kkt->x);
    for (int i = 0; i < model->m; i++)
        if (row[i])
            kkt->x[model->nv + i] = -violation[i];
    status = mb_kkt_solve(kkt, err);
    for (int i = 0; i < model->nv; i++)
        if (weight[i] != 0.0)
            kkt->x[i] = 0.0;
    return status;
}

/* Whether the last correction, which led to q, is within the tolerance */
static bool within(const mb_solver *solver, const state *s, const double *q)
{
    const double least = 1e-10, *dx = s->position->x;

    if (isnan(s->tol))
        return mb_size(solver, dx) <= least * (1.0 + mb_size_of_positions(solver, q));
    return mb_norm(dx, solver->model->nv) <= s->tol * (1.0 + mb_norm(q, solver->model->nq));
}

/* Tells the observer of the k-th pass, which led to q */
static MB_OBSERVING void tell(mb_solver *solver, const state *s, long k, bool met, double size,
                              const double *q)
{
    mb_ending ending = k + 1 == s->iterations ? MB_ENDED_LIMIT : MB_NOT_ENDED;

    if (!isfinite(size))
        ending = MB_ENDED_GREW;
    mb_observer_tell(solver, MB_ITERATING_POSITIONS, k + 1, mb_observed_positions(solver, q), size,
                     met ? MB_ENDED_CONVERGED : ending);
}

static mb_status positions(mb_solver *solver, state *s, double t, double *q, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_partition *p = s->partition;
    double *phi = solver->terms.phi, size;
    mb_status status = MB_OK;
    bool met;

    for (long k = 0; k < s->iterations; k++) {
        /* q moved by [W D'; D 0]\[0; -Phi]                                               (1) */
        MB_TRY(factor(solver, s->position, t, q, p->position, p->position_row, err));
        model->ops->phi(model, t, q, phi);
        MB_TRY(correction(model, s->position, p->position, p->position_row, phi, err));
        mb_retract(model, s->position->x, q);
        solver->counters.iterations++;
        size = mb_norm(s->position->x, model->nv);
        met = within(solver, s, q);
        if (solver->observer)
            tell(solver, s, k, met, size, q);
        if (met)
            goto done;
        if (!isfinite(size)) {
            status = mb_fail(err, MB_NON_FINITE,
                             "the dependent coordinates are not finite at t = %.9g s", t);
            goto done;
        }
    }
    mb_not_converged(solver);
    MB_TRY(mb_check_reach(solver, MB_OPEN, t, q, solver->state.q, err));
    status = mb_fail(err, MB_STEP_FAILED,
                     "no dependent coordinates for these independent ones at t = %.9g s: the "
                     "iteration has not converged in %ld passes",
                     t, s->iterations);
done:
    return status;
}

/* Replaces what depends in (q, v) by what the independent coordinates and velocities determine */
static mb_status determine(mb_solver *solver, state *s, double t, double *q, double *v,
                           mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_partition *p = s->partition;
    double *phidot = solver->terms.phidot;
    mb_status status = MB_OK;

    mb_normalise(solver, q);
    if (model->mh > 0)
        MB_TRY(positions(solver, s, t, q, err)); /* (1) */
    /* v += [W D'; D 0]\[0; -(D v + Phi_t)]                                              (2) */
    MB_TRY(factor(solver, s->velocity, t, q, p->velocity, p->row, err));
    mb_phidot(model, t, q, v, solver->terms.jacobian, phidot);
    MB_TRY(correction(model, s->velocity, p->velocity, p->row, phidot, err));
    for (int i = 0; i < model->nv; i++)
        v[i] += s->velocity->x[i];
done:
    return status;
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const mb_model *model = solver->model;
    size_t nv = (size_t)model->nv;
    state *s = solver->formulation_data;
    double *x = s->motion->x;
    mb_status status = MB_OK;

    if (solver->step == 0 && t == model->t0)
        MB_TRY(first_choice(solver, s, t, q, err));
    memcpy(s->q, q, (size_t)model->nq * sizeof(double));
    memcpy(s->v, v, nv * sizeof(double));
    if (!s->once)
        MB_TRY(determine(solver, s, t, s->q, s->v, err));
    mb_eval_motion(solver, t, s->q, s->v);
    /* (a, lambda) = [M D'; D 0]\(Q, gamma), dropped rows left out                        (8) */
    MB_TRY(mb_kkt_factor_rows(solver, s->motion, NULL, s->partition->row, err));
    memcpy(x, solver->terms.force, nv * sizeof(double));
    for (int i = 0; i < model->m; i++)
        x[nv + (size_t)i] = s->partition->row[i] ? solver->terms.gamma[i] : 0.0;
    MB_TRY(mb_kkt_solve(s->motion, err));
    memcpy(a, x, nv * sizeof(double));
    memcpy(lambda, x + nv, (size_t)model->m * sizeof(double));
done:
    return status;
}

/* Largest entry of R in dependent rows, by the factor that determine() has left */
static mb_status largest_ratio(mb_solver *solver, state *s, double *ratio, mb_error *err)
{
    const mb_model *model = solver->model;
    const double *velocity = s->partition->velocity;
    double *x = s->velocity->x;
    mb_status status = MB_OK;

    *ratio = 0.0;
    for (int k = 0; k < model->nv; k++) {
        if (velocity[k] == 0.0)
            continue;
        /* x = R e_k = [W D'; D 0]\[e_k; 0] */
        memset(x, 0, (size_t)(model->nv + model->m) * sizeof *x);
        x[k] = 1.0;
        MB_TRY(mb_kkt_solve(s->velocity, err));
        for (int i = 0; i < model->nv; i++)
            if (velocity[i] == 0.0)
                *ratio = fmax(*ratio, fabs(x[i] / x[k])); /* x_k is 1 but for units */
    }
done:
    return status;
}

/* Whether dropped rows are violated at (t, q, v) */
static bool dropped_rows_break(mb_solver *solver, const mb_partition *p, double t, const double *q,
                               const double *v)
{
    const mb_terms *terms = &solver->terms;
    double limit = DROPPED * (1.0 + solver->model->scale);

    if (p->dropped == 0)
        return false;
    mb_eval_violation(solver, t, q, v);
    for (int i = 0; i < solver->model->m; i++)
        if (!p->row[i] && (fabs(terms->phidot[i]) > limit ||
                           (i < solver->model->mh && fabs(terms->phi[i]) > limit)))
            return true;
    return false;
}

static mb_status settle(mb_solver *solver, double t, double *q, double *v, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = solver->formulation_data;
    double ratio;
    int rank;
    mb_status status = MB_OK;

    MB_TRY(determine(solver, s, t, q, v, err));
    MB_TRY(largest_ratio(solver, s, &ratio, err));
    s->lowest = fmin(s->lowest, ratio);
    if (ratio > s->threshold * fmax(1.0, s->lowest) ||
        dropped_rows_break(solver, s->partition, t, q, v)) {
        s->lowest = INFINITY;
        if (mb_partition_choose(s->partition, model, solver->terms.jacobian,
                                model->m - s->partition->dropped, &rank))
            solver->counters.switches++;
    }
done:
    return status;
}

const mb_formulation mb_formulation_coordinate_partitioning = {
    .name = "coordinate-partitioning",
    .title = "independent coordinates integrated, chosen automatically and switched",
    .source = "Wehage & Haug, J. Mech. Des. 104 (1982) 247; marques2017 eqs (14), (15); nada2023 "
              "section 5",
    .params = params,
    .family = MB_ACCELERATION,
    .stepwise = true,
    .setup = setup,
    .accel = accel,
    .settle = settle,
    .projects = true,
};

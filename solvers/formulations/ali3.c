/* SPDX-License-Identifier: MIT */
/* Augmented Lagrangian formulation of index 3 with projections of velocities and accelerations
 * (gonzalez2016 eqs (18)-(20), bayo1996 section 4.2).  In a Newton pass, with c = Phi,
 *
 *     lambda += alpha c   (not in the first pass)                                              (20)
 *     [M + gamma h C + beta h^2 (K + alpha D'D)] dx = -beta h^2 (M a + D'(lambda + alpha c) - Q)
 *                                                                                        (18), (19)
 *
 * and after the iteration, with a factor refreshed at the final q,
 *
 *     v += A^-1 s D'(-D v - Phi_t),   a += A^-1 s D'(gamma - D a),   A = M + s D'D
 *
 * (bayo1996 eqs (23), (33)), repeated until they no longer change.  With the factor of the last
 * Newton pass instead, 10 s of the double four-bar lose 0.85 J instead of 0.09 J.
 *
 * Nonholonomic rows are enforced at the level of velocities (dopico2014: Dopico, Gonzalez, Cuadrado
 * & Kovecses, J. Comput. Nonlinear Dynamics 9 (2014) 041006), by c = (beta h / gamma)(D v + Phi_t):
 * Newmark's formulas make its derivative D, as that of Phi, so that (19) holds for all rows.
 *
 * The iteration and the projections converge by the weight of beta h^2 alpha D'D against M, so
 * alpha must grow when h falls, with the masses, and on chains, where the smallest singular value
 * of D is about 1/m, with the square of their length.  If unset it is
 *
 *     alpha = max(4e6, m^2/10) mu / (beta h^2),   mu the largest mass that a row carries
 *
 * (mb_carried_mass): the same weight at every step and in every unit.  Next to a singular position
 * the smallest singular value falls to about h in the step that comes nearest; with the paper's 1e9
 * whatever the step, 0.25 against M at h = 30 us, nothing holds the rods in its direction, the
 * trapezoidal rule does not damp the accelerations there, and the double four-bar left its branch.
 * With this weight its error falls with h^2 from 10 ms to 10 us.
 *
 * An alpha that is too large spoils the free directions, which the matrix knows to eps s |D|^2 / M,
 * s = beta h^2 alpha.  Passes and projections are corrections and forgive that until it is near 1:
 * the double four-bar with h = 5 ms has the same motion from 1e6 to 1e17, five times the error at
 * 3e18 (s = 2e13) and a singular matrix at 1e20.
 *
 * Departures: (18) holds for constant M; here M a is taken at the end of the step.  The symmetric
 * parts of K and C stand for them in the tangent, which keeps Cholesky possible; where the tangent
 * is not positive definite with them, they are left out.  s = beta h^2 alpha, the penalty that the
 * iteration has used; the limit of the projections does not depend on it.  lambda of the state
 * belongs to the projected a; (20) goes on from its own.  Accelerations at the start are of index 1
 * and need no weight against 1/h^2.  An alpha that is given holds for them too, up to 1e12: M +
 * alpha D'D is singular to working precision for the double four-bar from 1e16 on, and next to a
 * singular position a branch may hang on it (gonzalez2016 section 4.2.2).  If unset it is 1e7 as in
 * augmented-lagrangian: that of the steps, 2e10 for the epicyclic gears, buries their inertias.
 * lambda of the state takes one more pass, of index 1, for the same reason.
 * multipliers=none leaves (20) out: the penalty method of index 3 that bayo1996 Fig. 6 compares
 * with, violated by lambda/alpha. */
#include <math.h>
#include <string.h>

#include "solvers/corrections/mass_orthogonal.h"
#include "solvers/equations/penalty_family.h"
#include "solvers/matrices/tile.h"
#include "solvers/scales/masses.h"

enum { ITERATED, NONE };

static const double LARGEST_FIRST = 1e12; /* penalty factor at the start */

static const mb_param params[] = {
    MB_REAL("alpha", NAN, "1", .min = 0.0, .above_min = true, .max = 1e20,
            .doc = "penalty factor; if unset what weighs 4e6 against the masses at the "
                   "step, or more on chains"),
    MB_REAL("ptol", NAN, "1 + |v|, 1 + |a|", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "correction that ends a projection; if unset 1e-10 of the size"),
    MB_INNER_PASSES_PARAM,
    MB_CHOICE("multipliers", "iterated|none", ITERATED,
              .doc = "updates of the multipliers; none: penalty alone"),
    {0},
};

typedef struct state {
    double alpha;
    bool iterated;           /* (20) is in use */
    mb_penalty_family first; /* accelerations at the start */
    mb_sum_matrix *matrix;
    mb_correction correction;
    double *tangent; /* (H.nnz) K or C */
    double *w;       /* (m) */
    double *c;       /* (m) Phi; nonholonomic rows: D v + Phi_t times beta h / gamma; not used where
                      * there are none */
    double *base;    /* (m) lambda of (20) */
} state;

/* alpha if unset; beta and h of Newmark's formulas */
static double default_alpha(mb_solver *solver)
{
    const double weight = 4e6, chain = 0.1;
    double beta = mb_value(solver->integrator->params, &solver->integrator_values, "beta");
    double m = solver->model->m;

    return fmax(weight, chain * m * m) * mb_carried_mass(solver) / (beta * solver->h * solver->h);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_values *values = &solver->formulation_values;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->alpha = mb_value(params, values, "alpha");
    s->first.alpha = isnan(s->alpha) ? mb_scaled_penalty(solver, MB_PENALTY_FACTOR)
                                     : fmin(s->alpha, LARGEST_FIRST);
    if (isnan(s->alpha))
        s->alpha = default_alpha(solver);
    s->iterated = lround(mb_value(params, values, "multipliers")) == ITERATED;
    MB_TRY(mb_penalty_family_claim(solver, &s->first, err));
    MB_TRY(mb_sum_matrix_setup(solver, MB_SPD, !model->constant_force, &s->matrix, err));
    MB_TRY(mb_correction_claim(solver, mb_value(params, values, "ptol"), 1e-10,
                               mb_value(params, values, "piterations"), &s->correction, err));
    MB_TRY(MB_TAKE(solver->arena, &s->tangent, (size_t)model->H.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->base, (size_t)model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->w, (size_t)model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->c, (size_t)model->m, err));
done:
    return status;
}

static mb_status start(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    state *s = solver->formulation_data;
    mb_status status = mb_penalty_family_start(solver, &s->first, t, q, v, a, lambda, err);

    for (int i = 0; i < solver->model->m; i++)
        s->base[i] = s->iterated ? lambda[i] : 0.0;
    return status;
}

/* Factor of (19); with K and C while the sum stays positive definite */
static mb_status factor(mb_solver *solver, state *s, const mb_newmark *step, double t,
                        const double *q, const double *v, mb_error *err)
{
    const mb_ops *ops = solver->model->ops;
    const bool constant = solver->model->constant_force;
    double scale = step->beta * step->h * step->h;
    mb_error with_forces; /* not told: a tangent without them follows */

    /* M + beta h^2 (alpha D'D + K) + gamma h C                                           (19) */
    mb_sum_matrix_square(solver, s->matrix, scale * s->alpha);
    if (ops->stiffness && !constant) {
        ops->stiffness(solver->model, t, q, v, s->tangent);
        mb_sum_matrix_add_tangent(s->matrix, scale, s->tangent);
    }
    if (ops->damping && !constant) {
        ops->damping(solver->model, t, q, v, s->tangent);
        mb_sum_matrix_add_tangent(s->matrix, step->gamma * step->h, s->tangent);
    }
    mb_error_clear(&with_forces);
    if (mb_sum_matrix_factor(s->matrix, "tangent of (19)", t, &with_forces) == MB_OK)
        return MB_OK;
    mb_sum_matrix_square(solver, s->matrix, scale * s->alpha);
    return mb_sum_matrix_factor(s->matrix, "M + beta h^2 alpha D'D", t, err);
}

/* c at (t, q, v), Phi and D of (t, q) in terms */
static const double *violation(mb_solver *solver, state *s, const mb_newmark *step, double t,
                               const double *q, const double *v)
{
    const mb_model *model = solver->model;

    /* c = Phi, and beta h / gamma (D v + Phi_t) of nonholonomic rows */
    if (model->m == model->mh)
        return solver->terms.phi;
    mb_rows_rate(solver, t, q, v, s->c);
    for (int i = model->mh; i < model->m; i++)
        s->c[i] *= step->beta * step->h / step->gamma;
    memcpy(s->c, solver->terms.phi, (size_t)model->mh * sizeof *s->c);
    return s->c;
}

static mb_status pass(mb_solver *solver, const mb_newmark *step, double t, const double *q,
                      const double *v, const double *a, double *lambda, double *dx, mb_error *err)
{
    const mb_model *model = solver->model;
    const int m = model->m;
    const double scale = step->beta * step->h * step->h;
    state *s = solver->formulation_data;
    const double alpha = s->alpha;
    const bool update = s->iterated && step->pass > 0;
    double *restrict base = s->base, *restrict w = s->w;
    const double *c;
    mb_status status = MB_OK;

    mb_eval_position(solver, t, q, v);
    MB_TRY(factor(solver, s, step, t, q, v, err)); /* (19) */
    c = violation(solver, s, step, t, q, v);
    /* base = lambda of (20),  lambda = base + alpha c,  w = -beta h^2 lambda */
    for (int i = 0; i < m; i++) {
        const double force = alpha * c[i];

        base[i] += update ? force : 0.0; /* (20) */
        lambda[i] = base[i] + force;
        w[i] = -scale * lambda[i];
    }
    /* dx = [..]\(-beta h^2 (M a + D'(lambda + alpha c) - Q))                             (18) */
    mb_balance(solver, scale, solver->terms.force, -scale, a, 1.0, s->w, dx);
    MB_TRY(mb_linear_solve(s->matrix->linear, dx, err));
done:
    return status;
}

/* A pass of index 1 for the multipliers, which takes from them what round-off of Phi times alpha
 * left, eps alpha */
static mb_status sharpen(mb_solver *solver, state *s, double scale, double t, const double *q,
                         const double *v, const double *a, double *lambda, mb_error *err)
{
    double *dx = s->correction.dx;
    mb_status status;

    /* dx = A\(Q - M a - D'lambda),  lambda += s D dx */
    mb_eval_force(solver, t, q, v);
    mb_balance(solver, 1.0, solver->terms.force, -1.0, a, -1.0, lambda, dx);
    status = mb_linear_solve(s->matrix->linear, dx, err);
    if (status == MB_OK)
        mb_rows_times_add(solver, scale, dx, lambda);
    return status;
}

static mb_status finish(mb_solver *solver, const mb_newmark *step, double t, const double *q,
                        double *v, double *a, double *lambda, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_terms *terms = &solver->terms;
    state *s = solver->formulation_data;
    double scale = step->beta * step->h * step->h * s->alpha;
    bool update = !(s->iterated && step->back);
    const double *c;
    mb_status status = MB_OK;

    mb_eval_place(solver, t, q);
    c = violation(solver, s, step, t, q, v);
    /* lambda += alpha c                                                                  (20) */
    for (int i = 0; i < model->m; i++)
        lambda[i] = s->base[i] + (update ? s->alpha * c[i] : 0.0);
    if (s->iterated)
        memcpy(s->base, lambda, (size_t)model->m * sizeof *lambda);
    /* A = M + s D'D,  s = beta h^2 alpha */
    mb_sum_matrix_square(solver, s->matrix, scale);
    MB_TRY(mb_sum_matrix_factor(s->matrix, "M + beta h^2 alpha D'D", t, err));
    /* v += A^-1 s D'(-Phi_t - D v),  a += A^-1 s D'(gamma - D a)      bayo1996 eqs (23), (33) */
    mb_velocity_target(solver, t, q, terms->phidot);
    s->correction.linear = MB_ITERATING_VELOCITIES;
    MB_TRY(mb_project_linear(solver, s->matrix->linear, &s->correction, scale, terms->phidot, s->w,
                             v, NULL, err));
    model->ops->gamma(model, t, q, v, terms->gamma);
    s->correction.linear = MB_ITERATING_ACCELERATIONS;
    MB_TRY(mb_project_linear(solver, s->matrix->linear, &s->correction, scale, terms->gamma, s->w,
                             a, lambda, err));
    MB_TRY(sharpen(solver, s, scale, t, q, v, a, lambda, err));
done:
    return status;
}

const mb_formulation mb_formulation_ali3 = {
    .name = "ali3",
    .title = "augmented Lagrangian of index 3, velocities and accelerations projected",
    .source = "gonzalez2016 eqs (18)-(20); bayo1996 section 4.2",
    .params = params,
    .family = MB_NEWTON,
    .projects = true,
    .setup = setup,
    .newton = {.start = start, .pass = pass, .finish = finish},
};

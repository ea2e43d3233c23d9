/* SPDX-License-Identifier: MIT */
#include "solvers/steps/convergence.h"

#include <math.h>

#include "base/vector.h"
#include "solvers/scales/size.h"

static const double LEFT = 1e-3;

void mb_convergence_setup(mb_convergence *c, double tol, double least)
{
    c->given = !isnan(tol);
    c->last = false;
    c->tol = c->given ? tol : least;
    c->left = LEFT;
    mb_convergence_begin(c);
}

void mb_convergence_begin(mb_convergence *c)
{
    c->first = c->before = c->change = INFINITY;
    c->pass = 0;
}

static bool met(const mb_convergence *c, double size)
{
    bool nothing = c->change <= MB_CHANGE_ROUND_OFF * size;

    if (c->given)
        return c->change < c->tol || nothing;
    if (c->change == 0.0 || (nothing && c->pass > 1))
        return true;
    return c->change <= c->tol && c->change < c->before && isfinite(c->before) &&
           c->change * c->change <= c->left * cbrt(c->first) * c->first * (c->before - c->change);
}

/* The changes have shrunk and now stay below the tolerance: matrices of a large condition number
 * raise the floor. */
static bool at_its_floor(const mb_convergence *c)
{
    return !c->given && c->change <= c->tol && c->before <= MB_CHANGE_SHRUNK * c->first;
}

mb_iteration_state mb_convergence_add(mb_convergence *c, double change, double size)
{
    c->before = c->change;
    c->change = change;
    if (c->pass++ == 0)
        c->first = change;
    if (met(c, size))
        return MB_CONVERGED;
    if (change <= c->before)
        return MB_GOES_ON;
    return change <= MB_CHANGE_FLOOR * size || at_its_floor(c) ? MB_CONVERGED : MB_GROWS;
}

mb_iteration_state mb_convergence_of_positions(mb_solver *s, mb_convergence *c, const double *dx,
                                               double t, const double *q)
{
    mb_iteration_state iteration;

    if (c->given)
        return mb_convergence_add(c, mb_norm(dx, s->model->nv), mb_norm(q, s->model->nq));
    iteration = mb_convergence_add(c, mb_size(s, dx), 1.0 + mb_size_of_positions(s, q));
    if (iteration == MB_GROWS && c->change <= c->tol && mb_rows_at_round_off(s, t, q))
        return MB_CONVERGED;
    return iteration;
}

static mb_ending ending(const mb_convergence *c, mb_iteration_state iteration, long limit)
{
    bool by_tolerance = c->given && c->change < c->tol;

    switch (iteration) {
    case MB_CONVERGED:
        return c->change > c->before && !by_tolerance ? MB_ENDED_ROUND_OFF : MB_ENDED_CONVERGED;
    case MB_GROWS:
        return MB_ENDED_GREW;
    case MB_GOES_ON:
        break;
    }
    return c->pass == limit ? MB_ENDED_LIMIT : MB_NOT_ENDED;
}

void mb_convergence_tell(mb_solver *s, const mb_convergence *c, mb_iteration_state iteration,
                         long limit, const double *q)
{
    mb_observer_tell(s, MB_ITERATING_INTEGRATOR, c->pass, mb_observed_positions(s, q), c->change,
                     ending(c, iteration, limit));
}

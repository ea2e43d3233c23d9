/* SPDX-License-Identifier: MIT */
/* Second derivatives of outputs: a pendulum at rest, points that are coordinates, and points of
 * bodies that are not. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "bench/audit/second_rates.h"

enum { MOST = 32 };

/* At the start of a run; n: how many there are */
static void second_rates(const char *problem, double *x, int *n, double *a)
{
    mb_arena *arena = mb_arena_create();
    mb_second_rates *rates;
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    mb_error err = {0};
    const mb_state *state;

    cr_assert_eq(mb_model_create(problem, &model, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_solver_create(model, "lagrange/rk4:h=1e-3", &solver, &err), MB_OK);
    cr_assert_eq(mb_solver_start(solver, &err), MB_OK, "%s", err.text);
    cr_assert_eq(mb_second_rates_create(model, arena, &rates, &err), MB_OK);
    state = &solver->state;
    *n = model->noutputs;
    cr_assert(*n <= MOST && model->nv <= MOST);
    memcpy(x, mb_second_rates_at(rates, state, state->a, state->lambda), (size_t)*n * sizeof *x);
    memcpy(a, state->a, (size_t)model->nv * sizeof *a);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    mb_arena_destroy(arena);
}

/* Unit mass, length and gravity; from (1, 0) with (0, -1): x'' = -v^2 = -1, y'' = -g = -1 */
Test(second_rates, of_a_pendulum)
{
    double x[MOST], a[MOST];
    int n;

    second_rates("pendulum-bayo", x, &n, a);
    cr_assert_eq(n, 2);
    cr_assert(fabs(x[0] + 1.0) < 1e-8 && fabs(x[1] + 1.0) < 1e-8, "%.12g %.12g", x[0], x[1]);
}

/* The tip of the five links is a coordinate of the natural ones, a point of a body else. */
Test(second_rates, of_a_point_in_two_kinds_of_coordinates)
{
    double natural[MOST], body[MOST], a[MOST], other[MOST];
    int n, m;

    second_rates("five-bar-pendulum:coordinates=natural", natural, &n, a);
    second_rates("five-bar-pendulum", body, &m, other);
    cr_assert(n == 3 && m == 3);
    for (int i = 0; i < 3; i++)
        cr_assert(fabs(natural[i] - a[24 + i]) < 1e-8 && fabs(natural[i] - body[i]) < 1e-7,
                  "%d: %.12g %.12g", i, natural[i], body[i]);
}

/* SPDX-License-Identifier: MIT */
/* Every problem: D, gamma and all tangents against central differences, at admissible and at other
 * states, as full matrices, so that nothing may lie outside a pattern. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/derivative_checks.h"
#include "tests/fixtures/models/problem_checks.h"

Test(derivatives, agree_with_differences_at_inadmissible_states, .timeout = 600)
{
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 1;

    CHECK_EACH(model)
    for (int k = 0; k < 3; k++) {
        check_random_state(model, &seed, 0.5 * fmin(model->scale, 1.0), q, v);
        check_derivatives(model, check_name(model), q, v, &seed);
    }
}

Test(derivatives, agree_with_differences_at_admissible_states, .timeout = 600)
{
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 2;

    CHECK_EACH(model)
    for (int k = 0; k < 3; k++) {
        cr_assert(check_admissible_state(model, &seed, 0.1 * fmin(model->scale, 1.0), q, v), "%s",
                  check_name(model));
        check_derivatives(model, check_name(model), q, v, &seed);
    }
}

Test(derivatives, discrete_gradients_give_exact_differences)
{
    static double dphi[CHECK_NN];
    double q0[CHECK_N], q1[CHECK_N], v[CHECK_N], step[CHECK_N], grad[CHECK_N];
    double phi0[CHECK_N], phi1[CHECK_N], change[CHECK_N];
    unsigned long long seed = 3;

    CHECK_EACH(model)
    {
        double work = 0.0;

        if (!model->ops->discrete_gradient)
            continue;
        check_random_state(model, &seed, 0.5, q0, v);
        check_random_state(model, &seed, 0.5, q1, v);
        model->ops->discrete_gradient(model, 0.0, q0, q1, grad, dphi);
        model->ops->phi(model, 0.0, q0, phi0);
        model->ops->phi(model, 0.0, q1, phi1);
        for (int j = 0; j < model->nq; j++) {
            step[j] = q1[j] - q0[j];
            work += grad[j] * step[j];
        }
        mb_multiply(&model->D, dphi, step, change);
        for (int i = 0; i < model->m; i++)
            cr_expect(fabs(change[i] - (phi1[i] - phi0[i])) < 1e-13, "%s: row %d",
                      check_name(model), i);
        work -= model->ops->potential(model, 0.0, q1) - model->ops->potential(model, 0.0, q0);
        cr_expect(fabs(work) < 1e-11, "%s: %g", check_name(model), work);
    }
}

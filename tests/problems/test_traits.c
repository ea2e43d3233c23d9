/* SPDX-License-Identifier: MIT */
/* Every problem has the traits that it declares and no others. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/problem_checks.h"

Test(traits, a_mass_matrix_is_symmetric_and_positive_where_declared)
{
    static double mass[CHECK_NN], dense[CHECK_NN], again[CHECK_NN];
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 4;

    CHECK_EACH(model)
    {
        const int n = model->nv;
        double energy = 0.0;

        check_random_state(model, &seed, 0.5, q, v);
        model->ops->mass(model, q, mass);
        check_dense(&model->M, mass, dense);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                cr_expect(dense[i + j * n] == dense[j + i * n], "%s", check_name(model));
                energy += 0.5 * v[i] * dense[i + j * n] * v[j];
            }
        cr_expect(fabs(energy - model->ops->kinetic(model, q, v)) <= 1e-13 * energy, "%s",
                  check_name(model));
        model->ops->mass(model, model->q0, again);
        if (model->traits & MB_CONSTANT_M)
            cr_expect(memcmp(mass, again, (size_t)model->M.nnz * sizeof *mass) == 0, "%s",
                      check_name(model));
        /* Cholesky, column by column */
        for (int j = 0; model->traits & MB_REGULAR_M && j < n; j++) {
            double pivot = dense[j + j * n];

            cr_assert(pivot > 0.0, "%s: pivot %d is %g", check_name(model), j, pivot);
            for (int k = j + 1; k < n; k++)
                for (int i = k; i < n; i++)
                    dense[i + k * n] -= dense[i + j * n] * dense[k + j * n] / pivot;
        }
    }
}

Test(traits, of_a_problem_are_those_of_its_defaults)
{
    CHECK_EACH(model)
    for (int bit = 0;
         bit < 32 && strcmp(check_name(model), model->problem->name) == 0 && !model->problem->file;
         bit++) {
        const unsigned trait = 1U << bit;
        const bool is = model->traits & trait, declared = model->problem->traits & trait;

        cr_expect(is == declared, "%s %s %s, but is declared %s", check_name(model),
                  is ? "is" : "is not", mb_trait_word((mb_trait)trait), declared ? "so" : "not so");
    }
}

Test(traits, of_the_rows)
{
    static double d[CHECK_NN], later[CHECK_NN], dense[CHECK_NN];
    double q[CHECK_N], v[CHECK_N], phi[4][CHECK_N] = {{0}}, q1[CHECK_N], step[CHECK_N];
    unsigned long long seed = 5;

    CHECK_EACH(model)
    {
        double third = 0.0;

        cr_expect(!(model->traits & MB_HOLONOMIC) == (model->mh < model->m));
        cr_expect(!(model->traits & MB_IDENTITY_T) == (model->ops->qdot != NULL));
        if (model->traits & MB_IDENTITY_T)
            cr_expect(model->nq == model->nv && !model->ops->retract);
        /* third differences vanish for a quadratic Phi and for no other one */
        check_random_state(model, &seed, 0.5, q, v);
        for (int k = 0; k < 4; k++) {
            for (int j = 0; j < model->nv; j++)
                step[j] = 0.4 * (k - 1) * v[j];
            memcpy(q1, q, sizeof q1);
            mb_retract(model, step, q1);
            model->ops->phi(model, model->t0, q1, phi[k]);
        }
        for (int i = 0; i < model->mh; i++)
            third = fmax(third, fabs(phi[3][i] - phi[0][i] + 3.0 * (phi[1][i] - phi[2][i])));
        if (model->mh > 0)
            cr_expect((third < 1e-11) == !!(model->traits & MB_QUADRATIC_PHI), "%s: %g",
                      check_name(model), third);
        if (model->traits & MB_SCLERONOMIC) {
            model->ops->phi(model, model->t0 + 1.3, q1, phi[0]);
            cr_expect(memcmp(phi[0], phi[3], (size_t)model->mh * sizeof **phi) == 0);
            model->ops->jacobian(model, model->t0, q1, d);
            model->ops->jacobian(model, model->t0 + 1.3, q1, later);
            cr_expect(memcmp(d, later, (size_t)model->D.nnz * sizeof *d) == 0);
        }
        for (int k = 0; model->traits & MB_FULL_RANK_D && k < 3; k++) {
            cr_assert(check_admissible_state(model, &seed, 0.1 * fmin(model->scale, 1.0), q, v),
                      "%s", check_name(model));
            model->ops->jacobian(model, model->t0, q, d);
            check_dense(&model->D, d, dense);
            cr_expect(check_rank(model->m, model->nv, dense) == model->m, "%s", check_name(model));
        }
    }
}

/* Phi_t against differences in time alone */
Test(traits, rheonomic_rows_have_their_phi_t)
{
    const double h = 1e-5;
    double q[CHECK_N], v[CHECK_N], up[CHECK_N], down[CHECK_N], rate[CHECK_N];
    unsigned long long seed = 8;

    CHECK_EACH(model)
    {
        double moving = 0.0;

        if (model->mh == model->m)
            cr_expect(!(model->traits & MB_SCLERONOMIC) == (model->ops->phi_t != NULL), "%s",
                      check_name(model));
        if (!model->ops->phi_t)
            continue;
        for (int k = 0; k < 5; k++) {
            const double t = model->t0 + 0.17 * k * model->t_end;

            check_random_state(model, &seed, 0.5, q, v);
            model->ops->phi(model, t + h, q, up);
            model->ops->phi(model, t - h, q, down);
            model->ops->phi_t(model, t, q, rate);
            for (int i = 0; i < model->mh; i++) {
                cr_expect(fabs(rate[i] - (up[i] - down[i]) / (2.0 * h)) <=
                              1e-8 * (1.0 + fabs(rate[i])),
                          "%s: row %d", check_name(model), i);
                moving = fmax(moving, fabs(rate[i]));
            }
        }
        cr_expect(!(moving > 0.0) == !!(model->traits & MB_SCLERONOMIC), "%s", check_name(model));
    }
}

Test(traits, gonzalez2016_section_4_1_ranks_at_the_singular_positions)
{
    static const double flat[] = {1.0, 0.0, 2.0, 0.0, 3.0, 0.0}, upright[] = {0.0, 1.0, 0.0};
    double d[64], dense[64];
    mb_model *model = check_model("double-four-bar");

    model->ops->jacobian(model, 0.0, flat, d);
    check_dense(&model->D, d, dense);
    cr_expect(check_rank(5, 6, dense) == 3, "from 1 to 3 degrees of freedom");
    mb_model_destroy(model);
    model = check_model("slider-crank-singular");
    model->ops->jacobian(model, 0.0, upright, d);
    check_dense(&model->D, d, dense);
    cr_expect(check_rank(2, 3, dense) == 1, "eq. (39)");
    mb_model_destroy(model);
}

Test(traits, branches_are_told_apart)
{
    /* the right loop folded: P5 at (1, 0) instead of (2, 1); a pendulum with P3 at the origin */
    static const double folded[] = {0.0, 1.0, 1.0, 1.0, 1.0, 0.0};
    static const double rested[] = {0.8, 0.6, 0.0};
    double phi[8];
    mb_model *model = check_model("double-four-bar");

    model->ops->phi(model, 0.0, folded, phi);
    cr_assert(check_norm(5, phi) < 1e-15, "admissible");
    cr_expect(model->ops->branch(model, 0.0, folded) > 2.0);
    cr_expect(model->ops->branch(model, 0.0, model->q0) == 0.0);
    mb_model_destroy(model);
    model = check_model("slider-crank-singular");
    model->ops->phi(model, 0.0, rested, phi);
    cr_assert(check_norm(2, phi) < 1e-15, "admissible");
    cr_expect(model->ops->branch(model, 0.0, rested) > 2.0);
    cr_expect(model->ops->branch(model, 0.0, model->q0) < 1e-15);
    mb_model_destroy(model);
}

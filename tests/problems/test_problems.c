/* SPDX-License-Identifier: MIT */
/* Every problem: registry, start, names, failing allocations. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/models/problem_checks.h"

/* ---- registry ------------------------------------------------------------------------------*/

Test(registry, every_problem_is_complete_and_found_by_name)
{
    int n;
    const mb_problem *const *all = mb_problems(&n);

    cr_assert(n >= 10);
    for (int i = 0; i < n; i++) {
        const mb_problem *p = all[i];

        cr_expect(mb_problem_find(p->name) == p, "%s", p->name);
        cr_expect(p->title && *p->title && p->source && *p->source && p->traps, "%s", p->name);
        cr_expect(p->t_end > 0.0 && p->scale > 0.0 && p->setup, "%s", p->name);
        for (const mb_param *q = p->params; q && q->name; q++)
            cr_expect(q->doc && (q->kind == MB_CHOICE || q->unit), "%s:%s", p->name, q->name);
    }
    cr_expect(mb_problem_find("nosuch") == NULL);
}

Test(registry, no_variant_is_tested_twice)
{
    char text[MB_SPEC_SIZE], other[MB_SPEC_SIZE];
    mb_error err = {0};

    for (int s = 0; check_spec(s); s++) {
        cr_assert(mb_problem_canonical(check_spec(s), text, sizeof text, &err) == MB_OK, "%s",
                  err.text);
        for (int r = 0; r < s; r++) {
            mb_problem_canonical(check_spec(r), other, sizeof other, NULL);
            cr_expect(strcmp(text, other) != 0, "%s", text);
        }
    }
}

Test(registry, an_unknown_problem_is_refused_by_name_with_those_known)
{
    mb_error err = {0};
    mb_model *model;

    cr_expect(mb_model_create("nosuch:N=3", &model, &err) == MB_BAD_INPUT && model == NULL);
    cr_expect(strstr(err.text, "'nosuch'") && strstr(err.text, "four-bar"), "%s", err.text);
    memset(&err, 0, sizeof err);
    cr_expect(mb_model_create("n-four-bar:K=3", &model, &err) == MB_BAD_INPUT && model == NULL);
    cr_expect(strstr(err.text, "'K'") && strstr(err.text, "N"), "%s", err.text);
    memset(&err, 0, sizeof err);
    cr_expect(mb_model_create("n-four-bar:N=0", &model, &err) == MB_BAD_INPUT && model == NULL);
    mb_model_destroy(NULL);
}

Test(registry, canonical_specs_name_what_differs_from_the_defaults)
{
    char text[MB_SPEC_SIZE], small[8];
    mb_error err = {0};
    mb_model *model = check_model("n-four-bar:N=3");

    cr_expect(mb_problem_canonical("n-four-bar:g=9.810,N=40", text, sizeof text, &err) == MB_OK);
    cr_expect_str_eq(text, "n-four-bar");
    cr_expect(mb_problem_canonical("slider-crank-singular:eps=1e-2,start=singular", text,
                                   sizeof text, &err) == MB_OK);
    cr_expect_str_eq(text, "slider-crank-singular:start=singular,eps=0.01");
    cr_expect(mb_problem_canonical("pendulum", small, sizeof small, &err) == MB_BAD_INPUT);
    cr_expect(mb_model_spec(model, text, sizeof text, &err) == MB_OK);
    cr_expect_str_eq(text, "n-four-bar:N=3");
    cr_expect(mb_model_param(model, "N") == 3.0 && isnan(mb_model_param(model, "nosuch")));
    mb_model_destroy(model);
}

Test(registry, traits_and_terms_have_words)
{
    cr_expect_str_eq(mb_trait_word(MB_IDENTITY_T), "identity-T");
    cr_expect_str_eq(mb_trait_word(MB_SINGULAR_POSITIONS), "singular-positions");
    cr_expect(mb_trait_word((mb_trait)0) == NULL);
    cr_expect_str_eq(mb_term_text(MB_TERM_JACOBIAN_DOT), "dD/dt");
}

Test(registry, terms_are_reported_as_the_table_has_them)
{
    CHECK_EACH(model)
    {
        cr_expect(mb_model_has(model, MB_TERM_JACOBIAN_DOT));
        cr_expect(mb_model_has(model, MB_TERM_GAMMA_V));
        cr_expect(!mb_model_has(model, MB_TERM_RATE_TANGENT) == !model->ops->rate_tangent);
        if ((model->traits & MB_QUADRATIC_PHI) && (model->traits & MB_CONSERVATIVE) &&
            !model->declared)
            cr_expect(mb_model_has(model, MB_TERM_DISCRETE_GRADIENT), "%s", check_name(model));
    }
}

Test(registry, rotary_pendulum_refuses_a_sequence_without_angles)
{
    mb_error err = {0};
    mb_model *model;

    cr_expect(mb_model_create("rotary-pendulum:coordinates=body,sequence=zxz", &model, &err) ==
                  MB_BAD_INPUT &&
              strstr(err.text, "coordinates=angles"));
    cr_expect(!model);
}

/* ---- start ---------------------------------------------------------------------------------*/

Test(start, is_consistent_unless_kept_on_purpose)
{
    static double phi[CHECK_N], phidot[CHECK_N], d[CHECK_NN];
    char change[200];

    CHECK_EACH(model)
    {
        memset(phi, 0, sizeof phi);
        model->ops->phi(model, model->t0, model->q0, phi);
        model->ops->jacobian(model, model->t0, model->q0, d);
        mb_phidot(model, model->t0, model->q0, model->v0, d, phidot);
        if (model->keep_start) {
            cr_expect(model->start_correction == 0.0);
            continue;
        }
        cr_expect(check_norm(model->m, phi) <= 1e-14 * fmax(model->scale, 1.0), "%s: %g",
                  check_name(model), check_norm(model->m, phi));
        cr_expect(check_norm(model->m, phidot) <= 1e-13 * fmax(model->scale, 1.0), "%s: %g",
                  check_name(model), check_norm(model->m, phidot));
        if (model->declared) /* what a file leaves open follows from what it gives */
            continue;
        /* declared to print accuracy at least */
        mb_start_change_text(model, change, sizeof change);
        cr_expect(!*change, "%s: set-up changed %s", check_name(model), change);
    }
}

Test(start, gonzalez2016_section_4_2_2_position_error_is_kept)
{
    mb_model *model = check_model("slider-crank-singular:start=singular,eps=0.01");
    double phi[2];

    model->ops->phi(model, 0.0, model->q0, phi);
    cr_expect(fabs(phi[0] - 1e-4) < 1e-15, "x2 = -eps: eps^2");
    cr_expect(fabs(phi[1] - 4e-4) < 1e-15, "x3 - x2 = 2 eps: 4 eps^2");
    cr_expect(model->reference == NULL, "no reference off the constraints");
    mb_model_destroy(model);
}

Test(start, gonzalez2016_eq_40_velocities_of_the_singular_start)
{
    mb_model *model = check_model("slider-crank-singular:start=singular,eta1=-1,eta2=0.25");

    cr_expect(model->v0[0] == -0.75 && model->v0[1] == 0.0 && model->v0[2] == -2.0);
    cr_expect(model->reference == NULL);
    mb_model_destroy(model);
}

Test(start, rank_is_that_of_the_singular_values)
{
    static double d[CHECK_NN], dense[CHECK_NN];

    CHECK_EACH(model)
    {
        bool singular = model->keep_start && mb_model_param(model, "eps") == 0.0;
        int expected;

        model->ops->jacobian(model, model->t0, model->q0, d);
        check_dense(&model->D, d, dense);
        cr_expect(model->rank == check_rank(model->m, model->nv, dense), "%s: %d",
                  check_name(model), model->rank);
        /* gonzalez2016 eq. (39); declared redundant by one row */
        expected = singular ? 1 : model->traits & MB_FULL_RANK_D ? model->m : model->m - 1;
        cr_expect(model->declared && !singular
                      ? !(model->traits & MB_FULL_RANK_D) == (model->rank < model->m)
                      : model->rank == expected,
                  "%s: %d", check_name(model), model->rank);
    }
}

Test(start, a_thousand_loops_are_set_up)
{
    mb_model *model = check_model("n-four-bar:N=1000");

    cr_expect(model->nq == 2002 && model->m == 2001 && model->rank == 2001);
    mb_model_destroy(model);
}

/* Phi is quadratic, so that its differences of any width are its derivatives but for round-off */
Test(start, rows_of_a_thousand_loops_are_slopes_and_bends_of_their_phi)
{
    enum { LOOPS = 1000, N = 2 * LOOPS + 2, M = 2 * LOOPS + 1 };
    static double q[3][N], v[N], phi[3][M], gamma[M], d[6 * LOOPS + 4], rate[M];
    mb_model *model = check_model("n-four-bar:N=1000");
    int wrong = 0;

    cr_assert(model->nq == N && model->m == M && model->D.nnz <= 6 * LOOPS + 4);
    srand(7);
    for (int i = 0; i < N; i++) {
        v[i] = rand() / (0.5 * RAND_MAX) - 1.0;
        for (int k = 0; k < 3; k++)
            q[k][i] = model->q0[i] + (k - 1) * v[i];
    }
    for (int i = 0; i < M; i++)
        phi[0][i] = phi[2][i] = gamma[i] = NAN;
    for (int k = 0; k < model->D.nnz; k++)
        d[k] = NAN;
    model->ops->phi(model, 0.0, q[0], phi[0]);
    model->ops->phi(model, 0.0, q[2], phi[2]);
    model->ops->rows(model, 0.0, q[1], v, d, gamma, phi[1]);
    mb_multiply(&model->D, d, v, rate);
    for (int i = 0; i < M; i++) {
        const double slope = 0.5 * (phi[2][i] - phi[0][i]);
        const double bend = phi[2][i] + phi[0][i] - 2.0 * phi[1][i];

        wrong += !(fabs(slope - rate[i]) < 1e-9 && fabs(bend + gamma[i]) < 1e-9);
    }
    cr_expect(wrong == 0, "%d rows", wrong);
    mb_model_destroy(model);
}

/* ---- names ---------------------------------------------------------------------------------*/

Test(names, every_row_coordinate_and_velocity_has_one)
{
    CHECK_EACH(model)
    {
        char text[160];

        for (int i = 0; i < model->m; i++) {
            mb_model_row_text(model, i, text, sizeof text);
            cr_expect(strchr(text, '('), "%s: %s", check_name(model), text);
        }
        for (int i = 0; i < model->nq; i++) {
            mb_model_coordinate_text(model, i, text, sizeof text);
            cr_expect(strchr(text, '('), "%s: %s", check_name(model), text);
        }
        for (int i = 0; i < model->nv; i++) {
            mb_model_velocity_text(model, i, text, sizeof text);
            cr_expect(strchr(text, '('), "%s: %s", check_name(model), text);
        }
    }
}

Test(names, are_what_people_call_it)
{
    static const struct {
        const char *spec;
        char kind; /* row, coordinate, velocity */
        int index;
        const char *text;
    } name[] = {
        {"double-four-bar", 'r', 1, "row 1 (distance of points 2 and 3)"},
        {"double-four-bar", 'q', 1, "q[1] (y of point 1)"},
        {"four-bar", 'r', 0, "row 0 (revolute joint 'A')"},
        {"four-bar", 'r', 3, "row 3 (revolute joint 'B')"},
        {"four-bar", 'q', 5, "q[5] (angle of 'coupler')"},
        {"four-bar", 'v', 5, "v[5] (angle of 'coupler')"},
        {"driven-crank", 'r', 3, "row 3 (drive 'motor')"},
        {"chaplygin-sleigh", 'r', 0, "row 0 (blade joint 'knife')"},
        {"rotary-pendulum", 'q', 10, "q[10] (second angle of 'pendulum')"},
        {"heavy-top:coordinates=euler", 'r', 3, "row 3 (unit norm of 'top')"},
        {"heavy-top", 'r', 0, "row 0 (spherical joint 'O')"},
        {"heavy-top", 'q', 4, "q[4] (Euler parameter 1 of 'top')"},
        {"heavy-top", 'v', 5, "v[5] (omega z of 'top')"},
        {"bricard:coordinates=natural", 'q', 2, "q[2] (z of point 1)"},
    };

    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        mb_model *model = check_model(name[k].spec);
        char text[160];

        if (name[k].kind == 'r')
            mb_model_row_text(model, name[k].index, text, sizeof text);
        else if (name[k].kind == 'q')
            mb_model_coordinate_text(model, name[k].index, text, sizeof text);
        else
            mb_model_velocity_text(model, name[k].index, text, sizeof text);
        cr_expect_str_eq(text, name[k].text, "%s: %s", name[k].spec, text);
        mb_model_destroy(model);
    }
}

/* m: a length, -: an angle or without unit */
Test(names, coordinates_know_whether_they_are_lengths)
{
    static const char *const known[][2] = {
        {"four-bar", "mm-mm-mm-"},
        {"slider-crank-welch", "--mm"},
        {"andrews-squeezer:coordinates=angles", "-------"},
        {"rotary-pendulum", "mmm---mmm---"},
        {"heavy-top", "mmm---"},
        {"heavy-top:coordinates=euler", "mmm----"},
        {"five-bar-pendulum:coordinates=natural", "mmm---mmm---"},
    };

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        mb_model *model = check_model(known[k][0]);

        cr_assert(model->length, "%s", known[k][0]);
        for (int j = 0; known[k][1][j]; j++)
            cr_expect(model->length[j] == (known[k][1][j] == 'm'), "%s: %d", known[k][0], j);
        mb_model_destroy(model);
    }
    for (int k = 0; k < 2; k++) {
        mb_model *model = check_model(k ? "pendulum" : "n-four-bar");

        cr_expect(model->length == NULL);
        mb_model_destroy(model);
    }
}

/* ---- memory --------------------------------------------------------------------------------*/

Test(memory, every_failing_allocation_is_a_status, .timeout = 600)
{
    for (int s = 0; check_spec(s); s++) {
        mb_status status = MB_NO_MEMORY;

        for (long k = 1; status != MB_OK && k < 10000; k++) {
            mb_arena *arena = mb_arena_create();
            mb_error err = {0};
            mb_model *model;

            mb_arena_fail_at(arena, k);
            status = mb_model_create_in(arena, check_spec(s), &model, &err);
            cr_assert(status == MB_OK || (status == MB_NO_MEMORY && !model && err.text[0]),
                      "%s, allocation %ld: %s", check_spec(s), k, err.text);
            mb_model_destroy(model);
        }
        cr_assert(status == MB_OK, "%s", check_spec(s));
    }
}

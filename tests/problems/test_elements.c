/* The element kit and the treatment of starts, on small models that no problem needs. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/elements/kit.h"
#include "problems/start/start.h"
#include "tests/fixtures/models/empty_model.h"
#include "tests/fixtures/models/problem_checks.h"

/* A body on a guide along 30 deg: a falling slider */
static mb_model *slider(void)
{
    mb_model *model = empty_model(0, 1.0);
    mb_kit *kit = mb_kit_begin(model, "planar-reference-point", 0.0, -9.81, NULL);
    int body = mb_kit_body(kit, 2.0, 0.5, (mb_planar_state){.phi = 0.3});

    mb_kit_translational(kit, body, 0.2, -0.1, 0.2 * cos(0.3) + 0.1 * sin(0.3),
                         0.2 * sin(0.3) - 0.1 * cos(0.3), M_PI / 6.0);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    return model;
}

Test(elements, a_slider_falls_along_its_guide)
{
    mb_model *model = slider();
    double a[3], lambda[2], phi[2];

    model->ops->phi(model, 0.0, model->q0, phi);
    cr_expect(check_norm(2, phi) < 1e-15);
    check_motion(model, 0.0, model->q0, model->v0, a, lambda);
    cr_expect(fabs(a[0] + 9.81 * 0.5 * cos(M_PI / 6.0)) < 1e-12);
    cr_expect(fabs(a[1] + 9.81 * 0.25) < 1e-12 && fabs(a[2]) < 1e-12);
    mb_model_destroy(model);
}

Test(elements, a_slider_has_its_derivatives)
{
    mb_model *model = slider();
    double q[] = {0.4, -0.2, 0.9}, v[] = {1.0, 2.0, 3.0}, d[16], dense[6], up[2], down[2];
    double gamma[2], ddot[16], expected[2] = {0};

    model->ops->jacobian(model, 0.0, q, d);
    check_dense(&model->D, d, dense);
    for (int j = 0; j < 3; j++) {
        q[j] += 1e-6;
        model->ops->phi(model, 0.0, q, up);
        q[j] -= 2e-6;
        model->ops->phi(model, 0.0, q, down);
        q[j] += 1e-6;
        for (int i = 0; i < 2; i++)
            cr_expect(fabs(dense[i + 2 * j] - (up[i] - down[i]) / 2e-6) < 1e-9, "%d %d", i, j);
    }
    model->ops->jacobian_dot(model, 0.0, q, v, ddot);
    mb_multiply_add(&model->D, ddot, -1.0, v, expected);
    model->ops->gamma(model, 0.0, q, v, gamma);
    cr_expect(fabs(gamma[0] - expected[0]) < 1e-13 && gamma[1] == expected[1]);
    mb_model_destroy(model);
}

/* A double pendulum of points declared off its constraints, with one row twice */
static mb_model *loose_pendulum(void)
{
    mb_model *model = empty_model(0, 1.0);
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, NULL);
    int pivot = mb_kit_fixed_point(kit, 0.0, 0.0);
    int elbow = mb_kit_point(kit, 1.02, 0.01, 0.3, 1.0);
    int tip = mb_kit_point(kit, 1.9, 0.4, 0.0, -0.2);

    mb_kit_point_mass(kit, elbow, 1.0);
    mb_kit_point_mass(kit, tip, 1.0);
    mb_kit_distance(kit, pivot, elbow, 1.0);
    mb_kit_distance(kit, elbow, tip, 1.0);
    mb_kit_distance(kit, pivot, elbow, 1.0);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    return model;
}

Test(start, is_corrected_by_the_shortest_change_with_redundant_rows)
{
    mb_model *model = loose_pendulum();
    double before[4], phi[3], phidot[3], d[16], dense[12], change[4], normal[3], shortest[4];
    int rank;

    memcpy(before, model->q0, sizeof before);
    cr_assert(mb_start_correct(model, NULL) == MB_OK);
    model->ops->phi(model, 0.0, model->q0, phi);
    model->ops->jacobian(model, 0.0, model->q0, d);
    mb_phidot(model, 0.0, model->q0, model->v0, d, phidot);
    cr_expect(check_norm(3, phi) < 1e-14 && check_norm(3, phidot) < 1e-13);
    cr_expect(model->start_correction > 0.05 && model->start_correction < 2.0);
    cr_assert(mb_matrix_rank(&model->D, d, NULL, NULL, &rank, NULL) == MB_OK);
    cr_expect(rank == 2);
    /* the change lies in the range of D' up to second order: what is left over is small */
    check_dense(&model->D, d, dense);
    for (int j = 0; j < 4; j++)
        change[j] = model->q0[j] - before[j];
    mb_multiply(&model->D, d, change, normal);
    check_solve(3, 4, dense, normal, shortest);
    for (int j = 0; j < 4; j++)
        cr_expect(fabs(change[j] - shortest[j]) < 0.02 * check_norm(4, change));
    mb_model_destroy(model);
}

enum { NO_BODY, NO_POINT, NO_MASS, NO_INERTIA, NO_ROD, NO_TRIANGLE, FAULTS };

static void declare_fault(mb_kit *kit, int fault, int point)
{
    static const double zero[3] = {0.0};
    static const mb_angle_inertia body = {1.0, {0.0, 0.0, 0.0}, {1.0, 1.0, 2.1}};

    switch (fault) {
    case NO_BODY:
        mb_kit_revolute(kit, 3, 0.0, 0.0, MB_GROUND, 0.0, 0.0);
        break;
    case NO_POINT:
        mb_kit_distance(kit, point, 7, 1.0);
        break;
    case NO_MASS:
        mb_kit_point_mass(kit, point, -1.0);
        break;
    case NO_INERTIA:
        mb_kit_body(kit, 1.0, -0.1, (mb_planar_state){0});
        break;
    case NO_ROD:
        mb_kit_rod(kit, point, point, (double)NAN);
        break;
    case NO_TRIANGLE:
        mb_kit_angle_body(kit, MB_ZYX, &body, zero, zero, zero);
        break;
    }
}

Test(elements, wrong_declarations_are_refused_with_names)
{
    static const char *const word[] = {"revolute joint",    "constant distance",
                                       "mass of a point",   "moment of inertia",
                                       "the mass of a rod", "moments of inertia"};

    for (int fault = 0; fault < FAULTS; fault++) {
        mb_model *model = empty_model(0, 1.0);
        mb_error err = {0};
        mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, &err);
        int point = mb_kit_point(kit, 1.0, 0.5, 0.0, 0.0);

        declare_fault(kit, fault, point);
        mb_kit_distance(kit, point, point, 1.0); /* what follows a failure does no harm */
        cr_expect(mb_kit_finish(kit) == MB_BAD_INPUT, "%d", fault);
        cr_expect(strstr(err.text, word[fault]) && strstr(err.text, "local"), "%s", err.text);
        mb_model_destroy(model);
    }
}

Test(start, that_cannot_close_is_refused)
{
    mb_model *model = empty_model(0, 1.0);
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -9.81, NULL);
    int a = mb_kit_fixed_point(kit, 0.0, 0.0), b = mb_kit_fixed_point(kit, 3.0, 0.0);
    int p = mb_kit_point(kit, 1.0, 0.5, 0.0, 0.0);
    mb_error err = {0};

    mb_kit_point_mass(kit, p, 1.0);
    mb_kit_distance(kit, a, p, 1.0);
    mb_kit_distance(kit, p, b, 1.0);
    cr_assert(mb_kit_finish(kit) == MB_OK);
    cr_expect(mb_start_correct(model, &err) == MB_BAD_INPUT);
    cr_expect(strstr(err.text, "local") && strstr(err.text, " m open"), "%s", err.text);
    mb_model_destroy(model);
}

/* Rows of a chain of loops, and each of them twice, last first */
Test(start, rank_of_a_long_matrix)
{
    enum { N = 20000 };
    mb_arena *arena = mb_arena_create();
    mb_pattern_builder *builder = mb_pattern_begin(2 * N, N + 1);
    mb_pattern pattern;
    double *values;
    int rank;

    for (int i = 0; i < N; i++)
        for (int k = 0; k < 2; k++) {
            mb_pattern_add(builder, i, i + k);
            mb_pattern_add(builder, 2 * N - 1 - i, i + k);
        }
    cr_assert(mb_pattern_end(builder, arena, &pattern, NULL) == MB_OK);
    cr_assert(MB_TAKE(arena, &values, (size_t)pattern.nnz, NULL) == MB_OK);
    for (int j = 0; j <= N; j++)
        for (int k = pattern.start[j]; k < pattern.start[j + 1]; k++)
            values[k] = j % 2 ? -2.0 : 1.0;
    cr_assert(mb_matrix_rank(&pattern, values, NULL, NULL, &rank, NULL) == MB_OK);
    cr_expect(rank == N, "%d", rank);
    mb_arena_destroy(arena);
}

/* By columns, without the zeros:  [1 1 0; 1 1+1e-14 0; 1e6 0 1e6]  and one more row [0 0 1e-9] */
Test(start, rank_judges_rows_by_their_own_size)
{
    static const int start[] = {0, 3, 5, 6}, row[] = {0, 1, 2, 0, 1, 2};
    static const double value[] = {1.0, 1.0, 1e6, 1.0, 1.0 + 1e-14, 1e6};
    static const int start4[] = {0, 3, 5, 7}, row4[] = {0, 1, 2, 0, 1, 2, 3};
    static const double value4[] = {1.0, 1.0, 1e6, 1.0, 1.0 + 1e-14, 1e6, 1e-9};
    const mb_pattern three = {.nrow = 3, .ncol = 3, .nnz = 6, .start = start, .row = row};
    const mb_pattern four = {.nrow = 4, .ncol = 3, .nnz = 7, .start = start4, .row = row4};
    int rank;

    cr_assert(mb_matrix_rank(&three, value, NULL, NULL, &rank, NULL) == MB_OK);
    cr_expect(rank == 2, "%d: round-off is no row", rank);
    cr_assert(mb_matrix_rank(&four, value4, NULL, NULL, &rank, NULL) == MB_OK);
    cr_expect(rank == 3, "%d: a small row is one", rank);
}

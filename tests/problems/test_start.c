/* SPDX-License-Identifier: MIT */
/* The start of models: sizes from micrometres to planets, far from the origin, what cannot close or
 * is no number; the rank of D. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/start/start.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

/* ---- a four-bar: crank 2 at (at, at), coupler 4, follower 4 at 2.5 from it --------------------
 * `size` times as large; the crank's end is off by a share of its length, since rods of a length
 * have ends of their own and B is only near. */

static const char four_bar[] =
    "mechanism: four\n"
    "dimension: planar\n"
    "parameters: {size: {value: 1, min: 1e-9, max: 1e9}, at: {value: 0}, off: {value: 0}}\n"
    "gravity: [0, -9.81]\n"
    "constants: {up: sqrt(16 - 5.25/4)/sqrt(5.25)}\n" /* A and C of the triangle B C D */
    "points:\n"
    "  A: [at, at]\n"
    "  B: [at + size*(1 + off), at + size*sqrt(3)*(1 + off)]\n"
    "  C: [at + size*(1.75 + up*sqrt(3)), at + size*(sqrt(3)/2 + 1.5*up)]\n"
    "  D: [at + 2.5*size, at]\n"
    "bodies:\n"
    "  crank:    {rod: [A, B], length: 2*size, mass: size^3}\n"
    "  coupler:  {rod: [B, C], length: 4*size, mass: 2*size^3}\n"
    "  follower: {rod: [D, C], length: 4*size, mass: 2*size^3}\n"
    "joints:\n"
    "  A: {revolute: [ground, crank], at: A}\n"
    "  B: {revolute: [crank, coupler], at: B}\n"
    "  C: {revolute: [coupler, follower], at: C}\n"
    "  D: {revolute: [ground, follower], at: D}\n"
    "run: {scale: 4*size}\n";

static const char *const kinds[] = {"natural", "reference-point", "mixed", "joint"};
enum { POINTS, BODIES, KINDS = sizeof kinds / sizeof *kinds };

static mb_model *four(int kind, double size, double at, double off)
{
    char parameters[120];

    snprintf(parameters, sizeof parameters, "size=%g,at=%g,off=%g", size, at, off);
    return machine_model(mb_declared_text(four_bar, parameters, NULL), kinds[kind]);
}

/* ---- size and place ------------------------------------------------------------------------- */

static const double sizes[] = {1e-7, 1e-6, 1e-3, 1.0, 1e3, 1e5, 1e9};
enum { SIZES = sizeof sizes / sizeof *sizes };

Test(size, starts_that_close_are_not_corrected, .fini = mb_declared_end)
{
    for (int k = 0; k < SIZES; k++)
        for (int kind = 0; kind < KINDS; kind++) {
            mb_model *model = four(kind, sizes[k], 0.0, 0.0);

            cr_expect(model->start.positions < 1e-14 * sizes[k], "%s of %g: by %g", kinds[kind],
                      sizes[k], model->start.positions);
            mb_model_destroy(model);
        }
}

/* The corrections of all sizes are one, in sizes, and every kind of coordinates begins where bodies
 * have been put together */
Test(size, corrections_are_the_same_relative_to_the_size, .fini = mb_declared_end)
{
    double positions = 0.0, share = 0.0;

    for (int k = 0; k < SIZES; k++)
        for (int kind = 0; kind < KINDS; kind++) {
            mb_model *model = four(kind, sizes[k], 0.0, 0.01);
            const mb_start_report *r = &model->start;
            double phi[CHECK_N] = {0.0};

            model->ops->phi(model, 0.0, model->q0, phi);
            for (int i = 0; i < model->mh; i++)
                cr_expect(fabs(phi[i]) < 1e-13 * sizes[k], "%s of %g: %g", kinds[kind], sizes[k],
                          phi[i]);
            if (kind == BODIES && k == 0) {
                positions = r->positions / sizes[k];
                share = r->share;
                cr_expect(positions > 1e-3 && share > 1e-3, "%g, %g", positions, share);
            } else if (kind == BODIES) {
                cr_expect(fabs(r->positions / sizes[k] - positions) < 1e-9 * positions, "%g",
                          sizes[k]);
                cr_expect(fabs(r->share - share) < 1e-9 * share, "%g", sizes[k]);
            }
            mb_model_destroy(model);
        }
}

/* An ulp of 1e5 m is 1.5e-11 m: lengths close to that, and a start 1 % wrong is still corrected */
Test(size, far_from_the_origin_rounding_is_that_of_the_place, .fini = mb_declared_end)
{
    for (int k = 0; k < 2; k++) {
        mb_model *model = four(BODIES, 1.0, 1e5, k * 0.01);
        double phi[CHECK_N];

        model->ops->phi(model, 0.0, model->q0, phi);
        cr_expect(fabs(phi[0]) < 1e-9, "%g", phi[0]);
        cr_expect((model->start.positions > 1e-3) == (k == 1));
        mb_model_destroy(model);
    }
}

/* The rank of D does not know the unit of length either */
Test(size, rank_is_that_of_one_metre, .fini = mb_declared_end)
{
    for (int k = 0; k < SIZES; k++) {
        mb_model *model = four(BODIES, sizes[k], 0.0, 0.0);

        cr_expect(model->rank == 8, "%g: %d", sizes[k], model->rank);
        mb_model_destroy(model);
    }
}

/* ---- what is wrong -------------------------------------------------------------------------- */

#define MECHANISM(lines)                                                                           \
    "mechanism: m\n"                                                                               \
    "dimension: planar\n"                                                                          \
    "gravity: [0, -9.81]\n" lines

/* Rods of 1 and 1.1 m between the same points: at best either is half of 0.1 m off */
Test(wrong, what_cannot_close_says_which_joint_and_how_far, .fini = mb_declared_end)
{
    const mb_plain_mechanism *plain = mb_declared_text(
        MECHANISM("bodies: {p: {point: [0.8, 0.6], mass: 1}}\n"
                  "joints:\n"
                  "  one: {distance: [ground, p], at: [[0, 0], [0.8, 0.6]]}\n"
                  "  two: {distance: [ground, p], at: [[0, 0], [0.8, 0.6]], length: 1.1}\n"),
        "", NULL);
    mb_error err = {0};
    const char *open;

    cr_expect(!machine_try(plain, "natural", &err));
    open = strstr(err.text, "stays ");
    cr_assert(open && strstr(err.text, "(ground, p)"), "%s", err.text);
    cr_expect(fabs(strtod(open + 6, NULL) - 0.05) < 0.005, "%s", err.text);
}

/* A stretched arm whose tip has to come nearer: no small step along the line turns the elbow */
Test(wrong, a_dead_point_is_left, .fini = mb_declared_end)
{
    mb_model *model = machine_model(
        mb_declared_text(
            MECHANISM("bodies: {p: {point: [1, 0], mass: 1}}\n"
                      "joints:\n"
                      "  one: {distance: [ground, p], at: [[0, 0], [1, 0]]}\n"
                      "  two: {distance: [ground, p], at: [[1.9, 0], [1, 0]], length: 1}\n"
                      "start: {approximate: yes}\n"),
            "", NULL),
        "natural");
    double phi[2];

    model->ops->phi(model, 0.0, model->q0, phi);
    cr_expect(check_norm(2, phi) < 1e-13, "%g", check_norm(2, phi));
    mb_model_destroy(model);
}

Test(wrong, a_coordinate_that_is_no_number_is_named, .fini = mb_declared_end)
{
    static const struct {
        int q, v;
        double bad;
        const char *said;
    } wrong[] = {{1, -1, (double)NAN, "q[1] (y of point 1) is not a number"},
                 {1, -1, (double)INFINITY, "q[1] (y of point 1) is infinite"},
                 {-1, 0, (double)NAN, "v[0] (x of point 1) is not a number"}};

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        mb_model *model = machine_model(mb_declared("double-four-bar", "", NULL), "natural");
        mb_error err = {0};

        *(wrong[k].q >= 0 ? &model->q0[wrong[k].q] : &model->v0[wrong[k].v]) = wrong[k].bad;
        cr_expect(mb_start_check(model, &err) == MB_BAD_INPUT && strstr(err.text, wrong[k].said),
                  "%s", err.text);
        mb_model_destroy(model);
    }
}

/* ---- models that declare their velocities ----------------------------------------------------- */

/* Where nothing is held, places and velocities are corrected by the shortest change: a row that
 * stands twice does no harm. */
Test(declared, velocities_are_corrected_by_the_shortest_change, .fini = mb_declared_end)
{
    mb_model *model = machine_model(
        mb_declared_text(
            MECHANISM("bodies: {p: {point: [0.6, 0.8], mass: 1}, r: {point: [1.6, 0.8], mass: 1}}\n"
                      "joints:\n"
                      "  one: {distance: [ground, p], at: [[0, 0], [0.6, 0.8]]}\n"
                      "  two: {distance: [p, r], at: [[0.6, 0.8], [1.6, 0.8]]}\n"
                      "  too: {distance: [ground, p], at: [[0, 0], [0.6, 0.8]]}\n"),
            "", NULL),
        "natural");
    const double q[] = {0.62, 0.81, 1.55, 0.9}, v[] = {0.3, 1.0, 0.5, -0.2};
    double phi[3], phidot[3], d[CHECK_N], dense[12], change[4], normal[3], shortest[4];

    model->rates_follow = false;
    model->nholds = 0;
    memcpy(model->q0, q, sizeof q);
    memcpy(model->v0, v, sizeof v);
    cr_assert(mb_start_correct(model, NULL) == MB_OK);
    model->ops->phi(model, 0.0, model->q0, phi);
    model->ops->jacobian(model, 0.0, model->q0, d);
    mb_phidot(model, 0.0, model->q0, model->v0, d, phidot);
    cr_expect(check_norm(3, phi) < 1e-14 && check_norm(3, phidot) < 1e-13);
    /* (v0 - v) lies in the range of D': nothing of it is left beside its shortest preimage */
    check_dense(&model->D, d, dense);
    for (int j = 0; j < 4; j++)
        change[j] = model->v0[j] - v[j];
    mb_multiply(&model->D, d, change, normal);
    check_solve(3, 4, dense, normal, shortest);
    for (int j = 0; j < 4; j++)
        cr_expect(fabs(change[j] - shortest[j]) < 1e-13, "%d: %g, not %g", j, change[j],
                  shortest[j]);
    mb_model_destroy(model);
}

/* ---- rank ------------------------------------------------------------------------------------ */

/* Rows of a chain of loops, and each of them twice, last first */
Test(rank, of_a_long_matrix)
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
Test(rank, judges_rows_by_their_own_size)
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

/* The row is y of the rod's end, r (cos a - cos (a + b)): by a it is r (sin (a + b) - sin a), by b
 * r sin (a + b), 0 where both have turned by nothing; in one unit, which model's set-up may choose. */
static void expect_row_of_crank(const mb_model *model, double r)
{
    double q[2] = {model->q0[0], model->q0[1]}, v[2] = {1.0, 2.0}, d[2], same[2], unit;

    model->ops->jacobian(model, 0.0, q, d);
    cr_expect(d[0] == 0.0 && d[1] == 0.0, "%g m: %g, %g", r, d[0], d[1]);
    if (model->ops->rows) {
        model->ops->rows(model, 0.0, q, v, same, NULL, NULL);
        cr_expect(same[0] == 0.0 && same[1] == 0.0, "%g m: %g, %g", r, same[0], same[1]);
    }
    q[0] += 1e-6;
    q[1] += 2e-6;
    model->ops->jacobian(model, 0.0, q, d);
    unit = d[1] / (r * sin(3e-6));
    cr_expect(unit != 0.0 && fabs(d[0] / (unit * r) - (sin(3e-6) - sin(1e-6))) < 1e-9 * 2e-6,
              "%g m: %g, %g", r, d[0], d[1]);
}

/* A crank and a rod of equal length r, one on the other across the line of the rod's end: that end moves
 * along the line only, so its row has no gradient by angles.  Elsewhere it has one of |(cos a + cos b,
 * cos b)| lengths by absolute angles, 0.1 to 3, and none of the motion's freedoms is lost. */
Test(rank, of_a_row_that_has_vanished_is_none, .fini = mb_declared_end)
{
    static const char *const size[] = {"1", "1e-4", "1e5"};

    for (int i = 0; i < 3; i++) {
        char text[1000];
        const char *r = size[i];
        mb_model *model;
        int near;

        snprintf(
            text, sizeof text,
            MECHANISM("bodies: {a: {rod: [[0, 0], [0, %s]], mass: 1}, b: {rod: [[0, %s], [0, 0]], "
                      "mass: 1}}\n"
                      "joints: {A: {revolute: [ground, a], at: [0, 0]}, B: {revolute: [a, b], "
                      "at: [0, %s]}, C: {point-on-line: [ground, b], at: [0, 0], along: x}}\n"
                      "start: {keep: yes, A: 1, B: -2}\n"),
            r, r, r);
        model = machine_model(mb_declared_text(text, "", NULL), "joint");
        cr_expect(model->m == 1 && model->rank == 0 && model->dependent[0], "%s m: %d", r,
                  model->rank);
        cr_expect(model->slope[0] > 0.1 && model->slope[0] < 3.0, "%s m: %g", r, model->slope[0]);
        cr_expect(mb_rank_near(model, &near, NULL) == MB_OK && near == 1, "%s m: %d", r, near);
        expect_row_of_crank(model, strtod(r, NULL));
        mb_model_destroy(model);
    }
}

/* SPDX-License-Identifier: MIT */
/* Small machines with answers that can be seen: a slider, a torque, springs whose ends meet; Euler
 * parameters; trees of references that are declared wrongly. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/references/tree.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

static mb_model *of_text(const char *text, const char *coordinates)
{
    return machine_model(mb_declared_text(text, "", NULL), coordinates);
}

/* Off its centre of mass, along 30 deg: with g sin(30 deg) and without turning */
Test(small, a_slider_falls_along_its_guide, .fini = mb_declared_end)
{
    mb_model *model =
        of_text("mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                "bodies: {b: {com: [0, 0], angle: 0.3, mass: 2, inertia: 0.5}}\n"
                "joints:\n"
                "  g: {prismatic: [ground, b], at: [0.2, -0.1], axis: [cos(pi/6), sin(pi/6)]}\n",
                "reference-point");
    double a[3], lambda[2];

    check_motion(model, 0.0, model->q0, model->v0, a, lambda);
    cr_expect(fabs(a[0] + 9.81 * 0.5 * cos(M_PI / 6.0)) < 1e-12);
    cr_expect(fabs(a[1] + 9.81 * 0.25) < 1e-12 && fabs(a[2]) < 1e-12);
    mb_model_destroy(model);
}

/* A body turned by torques about its axis z, one that follows it and one of the world, from rest:
 * omega z' = (2 + 2) / 0.8 */
Test(small, torques_turn_a_free_body, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler", "natural", "joint"};

    for (int k = 0; k < 4; k++) {
        mb_model *model =
            of_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\n"
                    "bodies: {b: {com: [0, 0, 0], turn: {axis: y, by: 2*atan(4/3)},"
                    " mass: 1, inertia: [0.5, 0.5, 0.8]}}\n"
                    "forces:\n"
                    "  own:   {torque: b, axis: {b: [0, 0, 1]}, value: 2}\n"
                    "  other: {torque: b, axis: {b: [0, 0, 1]}, value: 2, fixed-in: world}\n"
                    "outputs: {w: {omega: b, along: {b: [0, 0, 1]}}}\n",
                    kinds[k]);
        double a[CHECK_N], lambda[CHECK_N], rate[1];

        check_motion(model, 0.0, model->q0, model->v0, a, lambda);
        model->ops->output_rates(model, 0.0, model->q0, model->v0, a, lambda, rate);
        cr_expect(fabs(rate[0] - 5.0) < 1e-13, "%s: %.17g", kinds[k], rate[0]);
        mb_model_destroy(model);
    }
}

/* V = k d^2 / 2 has no direction at d = 0, no force, and the stiffness k of every direction. */
Test(small, springs_without_a_free_length_may_have_their_ends_in_one_place, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"reference-point", "body"};

    for (int spatial = 0; spatial < 2; spatial++) {
        mb_model *model =
            of_text(spatial ? "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\n"
                              "bodies: {b: {com: [1, 2, 3], mass: 1, inertia: [1, 1, 1]}}\n"
                              "forces: {s: {spring: [ground, b], at: [[1, 2, 3], [1, 2, 3]],"
                              " stiffness: 30, free: 0}}\n"
                            : "mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                              "bodies: {b: {com: [1, 2], mass: 1, inertia: 1}}\n"
                              "forces: {s: {spring: [ground, b], at: [[1, 2], [1, 2]],"
                              " stiffness: 30, free: 0}}\n",
                    kinds[spatial]);
        const int n = model->nv, lengths = spatial ? 3 : 2;
        double force[6], k[64], dense[36];

        model->ops->force(model, 0.0, model->q0, model->v0, force);
        model->ops->stiffness(model, 0.0, model->q0, model->v0, k);
        check_dense(&model->H, k, dense);
        cr_expect(model->ops->potential(model, 0.0, model->q0) == 0.0);
        for (int i = 0; i < n; i++)
            cr_expect(force[i] == 0.0 && dense[(n + 1) * i] == (i < lengths ? 30.0 : 0.0),
                      "%s, %d: %g %g", kinds[spatial], i, force[i], dense[(n + 1) * i]);
        mb_model_destroy(model);
    }
}

Test(small, retract_by_nothing_returns_to_unit_norm, .fini = mb_declared_end)
{
    mb_model *model = machine_model(mb_declared("rssr", "", NULL), "body");
    const double nothing[CHECK_N] = {0.0};
    double q[CHECK_N];

    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    for (int i = 3; i < 7; i++)
        q[i] *= 1.01;
    mb_retract(model, nothing, q);
    for (int i = 0; i < model->nq; i++)
        cr_expect(fabs(q[i] - model->q0[i]) < 1e-15 * fmax(1.0, fabs(q[i])));
    mb_model_destroy(model);
}

/* ---- trees ----------------------------------------------------------------------------------- */

Test(trees, that_are_declared_wrongly_say_where)
{
    static const char *const said[] = {"link 8", "closing row 6", "body 4"};
    const mb_vec O = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    static const mb_problem problem = {.name = "local"};
    mb_arena *arena = mb_arena_create();
    mb_model model = {.problem = &problem, .arena = arena};

    for (int fault = 0; fault < 3; fault++) {
        mb_error err = {MB_OK, ""};
        mb_status status = MB_OK;
        mb_tree *tree = mb_tree_begin(&model, z, &status, &err);
        mb_tree_body body[1] = {{.mass = 1.0}};
        mb_reference reference = {0};
        double y0[2 * MB_TREE_LINKS];

        for (int k = 0; k < (fault == 0 ? MB_TREE_LINKS + 1 : 1); k++)
            mb_tree_link(tree, k - 1, MB_TURNS, O, z, fault == 2 ? 4 : 0, 0.0);
        for (int k = 0; fault == 1 && k < MB_TREE_CLOSURES / 3; k++)
            mb_tree_close(tree, MB_GROUND, 0, O);
        mb_tree_close_angle(tree, MB_GROUND, fault == 1 ? 1 : 0, z, z);
        cr_expect(!mb_tree_finish(tree, 1, body, &reference, y0) && status == MB_BAD_INPUT);
        cr_expect(strstr(err.text, said[fault]), "%s, not %s", err.text, said[fault]);
    }
    mb_arena_destroy(arena);
}

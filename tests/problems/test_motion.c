/* SPDX-License-Identifier: MIT */
/* Every problem in motion: balance of power, output rates, the reference against the equations of
 * motion, reactions and multipliers. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/references/reference.h"
#include "tests/fixtures/models/problem_checks.h"

/* [s] of a mechanism of 1 m or more, less for smaller ones and where no reference tells how fast they
 * are */
static const double STEP = 1e-5;

typedef struct moved {
    double gained;              /* dE/dt */
    double rate[CHECK_OUTPUTS]; /* of outputs */
} moved;

/* Central differences along a motion. */
static void differences(const mb_model *model, double h, const double *q, const double *v,
                        const double *a, const double *lambda, moved *by, double *energy)
{
    double q1[CHECK_N], v1[CHECK_N], out[2][CHECK_OUTPUTS], e[2];

    for (int side = 0; side < 2; side++) {
        const double at = side ? -h : h;

        check_move(model, q, v, a, at, q1, v1);
        e[side] =
            model->ops->kinetic(model, q1, v1) + model->ops->potential(model, model->t0 + at, q1);
        model->ops->outputs(model, model->t0 + at, q1, v1, a, lambda, out[side]);
    }
    by->gained = (e[0] - e[1]) / (2.0 * h);
    for (int j = 0; j < model->noutputs; j++) {
        const double way = out[0][j] - out[1][j];

        by->rate[j] = (model->outputs[j].wrapped ? remainder(way, 2.0 * M_PI) : way) / (2.0 * h);
    }
    *energy = e[0];
}

/* Against differences, and as much more as these change with twice the step. */
Test(motion, power_is_balanced_and_output_rates_are_those_of_the_outputs, .timeout = 600)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N], energy;
    double out[CHECK_OUTPUTS], rate[CHECK_OUTPUTS];
    unsigned long long seed = 6;

    CHECK_EACH(model)
    for (int k = 0; k < 3; k++) {
        const bool stiff = model->reference && model->reference->step < 1e-3;
        const double size = fmin(model->scale, 1.0);
        const double h = stiff ? 1e-7 : STEP * size * (model->reference ? 1.0 : 0.1);
        double power = 0.0, much;
        moved by, twice;

        cr_assert(check_admissible_state(model, &seed, 0.1 * size, q, v), "%s", check_name(model));
        check_motion(model, model->t0, q, v, a, lambda);
        differences(model, 2.0 * h, q, v, a, lambda, &twice, &energy);
        differences(model, h, q, v, a, lambda, &by, &energy);
        cr_expect(!(model->traits & MB_CONSERVATIVE) == (model->ops->power != NULL));
        if (model->ops->power)
            power = model->ops->power(model, model->t0, q, v, lambda);
        much = 1.0 + fabs(energy) + fabs(power);
        cr_assert(fabs(twice.gained - by.gained) <= 1e-4 * much, "%s", check_name(model));
        cr_expect(fabs(by.gained - power) <= 1e-7 * much + fabs(twice.gained - by.gained), "%s: %g",
                  check_name(model), by.gained - power);
        model->ops->outputs(model, model->t0, q, v, a, lambda, out);
        model->ops->output_rates(model, model->t0, q, v, a, lambda, rate);
        for (int j = 0; j < model->noutputs; j++) {
            const double round_off = 4.0 * DBL_EPSILON * fabs(out[j]) / h; /* of a difference */

            if (isnan(rate[j])) { /* only those that are not compared may be without */
                cr_expect(!model->outputs[j].compared, "%s: %s", check_name(model),
                          model->outputs[j].name);
                continue;
            }
            cr_expect(
                fabs(rate[j] - by.rate[j]) <=
                    1e-7 * (1.0 + fabs(by.rate[j])) + fabs(twice.rate[j] - by.rate[j]) + round_off,
                "%s: %s by %g", check_name(model), model->outputs[j].name, rate[j] - by.rate[j]);
        }
    }
}

/* q (nq) moved by s times the rate of position (nq), at unit norms again */
static void advance(const mb_model *model, double s, const double *rate, double *q)
{
    const double still[CHECK_N] = {0.0};

    for (int i = 0; i < model->nq; i++)
        q[i] += s * rate[i];
    if (model->ops->retract)
        model->ops->retract(model, still, q);
}

/* One step of the classical Runge-Kutta method on the dense equations of motion */
static void runge_kutta(const mb_model *model, double t, double h, double *q, double *v)
{
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    double kq[CHECK_N] = {0}, kv[CHECK_N] = {0}, q1[CHECK_N], v1[CHECK_N], a[CHECK_N],
           lambda[CHECK_N];
    double sum_q[CHECK_N] = {0}, sum_v[CHECK_N] = {0};

    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < model->nq; i++)
            q1[i] = q[i] + at[stage] * h * kq[i];
        for (int j = 0; j < model->nv; j++)
            v1[j] = v[j] + at[stage] * h * kv[j];
        check_motion(model, t + at[stage] * h, q1, v1, a, lambda);
        memcpy(kq, v1, sizeof kq);
        memcpy(kv, a, sizeof kv);
        if (model->ops->qdot)
            model->ops->qdot(model, q1, v1, kq);
        for (int i = 0; i < model->nq; i++)
            sum_q[i] += weight[stage] * kq[i];
        for (int j = 0; j < model->nv; j++)
            sum_v[j] += weight[stage] * kv[j];
    }
    advance(model, h / 6.0, sum_q, q);
    for (int j = 0; j < model->nv; j++)
        v[j] += h / 6.0 * sum_v[j];
}

/* Outputs after a number of steps from the start */
static void follow(const mb_model *model, double h, int steps, double *out)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N] = {0}, lambda[CHECK_N] = {0};

    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    memcpy(v, model->v0, (size_t)model->nv * sizeof *v);
    for (int k = 0; k < steps; k++)
        runge_kutta(model, model->t0 + k * h, h, q, v);
    model->ops->outputs(model, model->t0 + steps * h, q, v, a, lambda, out);
}

/* The reference knows no constraint rows, the rows know no reference.  What they may differ by is
 * what the step leaves: a fifteenth of the change from the double step, taken four times. */
Test(motion, equations_of_motion_follow_the_reference, .timeout = 600)
{
    const int steps = 150;

    CHECK_EACH(model)
    {
        double h =
            fmin(2e-3, 6e-4 * model->t_end) / fmax(1.0, check_norm(model->nv, model->v0) / 10.0);
        mb_arena *arena;
        mb_reference_run *run;
        double out[CHECK_OUTPUTS], coarse[CHECK_OUTPUTS], expected[CHECK_OUTPUTS];

        if (!model->reference || model->keep_start || model->nq > 35)
            continue;
        if (model->reference->step < 1e-3) /* stiff */
            h = 0.25 * model->reference->step;
        arena = mb_arena_create();
        cr_assert(mb_reference_start(model, arena, &run, NULL) == MB_OK);
        mb_reference_at(run, steps * h, expected);
        follow(model, 2.0 * h, steps / 2, coarse);
        follow(model, h, steps, out);
        for (int j = 0; j < model->noutputs; j++)
            if (model->outputs[j].compared)
                cr_expect(fabs(out[j] - expected[j]) < 1e-9 + 4.0 / 15.0 * fabs(out[j] - coarse[j]),
                          "%s: %s is %.12g, with the double step %.12g, reference %.12g",
                          check_name(model), model->outputs[j].name, out[j], coarse[j],
                          expected[j]);
        mb_arena_destroy(arena);
    }
}

/* Newton-Euler of one free-body: a uniform rod from `end` (where `force` acts) to `other`, whose
 * ends move with `ae` and `ao`: its moment about `other` */
static double unbalanced_moment(const double *end, const double *other, const double *ae,
                                const double *ao, const double *force)
{
    double rx = end[0] - other[0], ry = end[1] - other[1];
    double ax = ae[0] - ao[0], ay = ae[1] - ao[1];
    double cx = 0.5 * (ae[0] + ao[0]), cy = 0.5 * (ae[1] + ao[1]) + 9.81;
    double moment_of_inertia_force = (rx * ay - ry * ax) / 12.0 + 0.5 * (rx * cy - ry * cx);

    return rx * force[1] - ry * force[0] - moment_of_inertia_force;
}

Test(motion, reactions_close_newton_and_euler)
{
    static const double ground[] = {0.0, 0.0};
    double q[8], v[8], a[8], lambda[8], out[16];
    unsigned long long seed = 7;

    for (int k = 0; k < 5; k++) {
        mb_model *model = check_model("slider-crank-singular");

        cr_assert(check_admissible_state(model, &seed, 0.2, q, v));
        check_motion(model, 0.0, q, v, a, lambda);
        model->ops->outputs(model, 0.0, q, v, a, lambda, out);
        /* the guide of P3 pushes along y only: P1.fx moves both centres of mass */
        cr_expect(fabs(out[3] - (a[0] + 0.5 * a[2])) < 1e-12);
        cr_expect(fabs(unbalanced_moment(ground, q, ground, a, out + 3)) < 1e-12);
        mb_model_destroy(model);
        model = check_model("double-four-bar");
        cr_assert(check_admissible_state(model, &seed, 0.2, q, v));
        check_motion(model, 0.0, q, v, a, lambda);
        model->ops->outputs(model, 0.0, q, v, a, lambda, out);
        cr_expect(fabs(unbalanced_moment(ground, q, ground, a, out + 4)) < 1e-11);
        mb_model_destroy(model);
    }
}

/* Upright and at rest, gravity down the links: the weights of both rods hang on the pivot.  With
 * M a + D' lambda = Q and rows x1 - ..., x2 - x1 - ... lambda3 = m g and lambda1 = 2 m g. */
Test(motion, welch2007_multipliers_of_the_hanging_double_pendulum)
{
    static const double hanging[] = {2.5, 0.0, 0.0, 7.5, 0.0, 0.0};
    double rest[6] = {0}, a[6], lambda[4], out[10];
    mb_model *model = check_model("double-pendulum-welch");

    check_motion(model, 0.0, hanging, rest, a, lambda);
    model->ops->outputs(model, 0.0, hanging, rest, a, lambda, out);
    cr_expect(check_norm(6, a) < 1e-12);
    cr_expect(fabs(out[6] - 20.0) < 1e-12 && fabs(out[7]) < 1e-12);
    cr_expect(fabs(out[8] - 10.0) < 1e-12 && fabs(out[9]) < 1e-12);
    model->ops->outputs(model, 0.0, hanging, rest, NULL, NULL, out);
    cr_expect(isnan(out[6]) && out[3] == 7.5, "a solver without multipliers");
    mb_model_destroy(model);
}

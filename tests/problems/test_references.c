/* SPDX-License-Identifier: MIT */
/* Every reference: begins at the start, is bounded as it says, satisfies the constraints and keeps
 * the energy. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/reference_runs.h"

static void expect_start(const mb_model *model)
{
    double out[CHECK_OUTPUTS], expected[CHECK_OUTPUTS];
    mb_reference_run *reference;
    mb_arena *arena = mb_arena_create();

    if (model->reference) {
        cr_assert(mb_reference_start(model, arena, &reference, NULL) == MB_OK);
        mb_reference_at(reference, model->t0, out);
        model->ops->outputs(model, model->t0, model->q0, model->v0, NULL, NULL, expected);
        for (int k = 0; k < model->noutputs; k++) {
            const mb_output *o = &model->outputs[k];
            const double off = out[k] - expected[k];
            const double left = o->wrapped ? remainder(off, 2.0 * M_PI) : off;

            if (o->compared)
                cr_expect(fabs(left) < 1e-14 * fmax(1.0, model->scale) * 2.0, "%s: %s",
                          check_name(model), o->name);
            else
                cr_expect(isnan(out[k]), "%s: %s", check_name(model), o->name);
        }
        cr_expect(model->reference->method && model->reference->horizon > 0.0);
    } else {
        cr_expect(mb_reference_start(model, arena, &reference, NULL) == MB_FAILURE);
    }
    mb_arena_destroy(arena);
}

Test(references, begin_at_the_start_of_the_model)
{
    CHECK_EACH(model)
    expect_start(model);
}

/* Outputs count angles of rods from within half a turn. */
Test(references, begin_there_whatever_the_angles_at_the_start)
{
    static const char *const spec[] = {"double-pendulum-welch:theta1=-1.6,theta2=-3.9",
                                       "double-pendulum-welch:theta1=4,theta2=2",
                                       "double-pendulum-welch:theta1=-3,coordinates=natural",
                                       "double-pendulum-welch:theta1=-3,coordinates=joint",
                                       "mass-ratio-chain:angle=-3",
                                       "mass-ratio-chain:angle=3",
                                       "watt-six-bar:angle=-3"};

    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        mb_model *model = check_model(spec[i]);

        expect_start(model);
        mb_model_destroy(model);
    }
}

/* Whether the compared outputs of two runs, the second one a finer one, are as near to each other
 * as their bounds say. */
static void expect_within_bound(const mb_model *model, double t, const mb_reference_run *run,
                                const double *value, const mb_reference_run *finer,
                                const double *truth)
{
    for (int j = 0; j < model->noutputs; j++) {
        const double bound = mb_reference_bound(run, j) + mb_reference_bound(finer, j);

        if (model->outputs[j].compared && t <= mb_reference_horizon(run))
            cr_expect(fabs(value[j] - truth[j]) <= bound,
                      "%s, step %g: %s at %g s is off by %g, bound %g", check_name(model),
                      model->reference->step, model->outputs[j].name, t, value[j] - truth[j],
                      bound);
    }
}

/* Many values to a grid step are interpolated: over two grid steps at four times. */
Test(references, interpolated_values_stay_within_the_bound, .timeout = 600)
{
    EACH_REFERENCE(run)
    {
        const mb_model *model = run.model;
        const double step = model->reference->step;
        double a[CHECK_OUTPUTS], b[CHECK_OUTPUTS];
        mb_reference_run *dense;

        cr_assert(mb_reference_start(model, run.arena, &dense, NULL) == MB_OK);
        cr_assert(mb_reference_expect(dense, 0.05 * step, run.arena, NULL) == MB_OK);
        for (int k = 0; k < 160; k++) {
            double t = model->t0 + k / 40 * 0.2 * model->t_end + 0.05 * step * (k % 40 + 0.3);

            mb_reference_at(run.reference, t, a);
            mb_reference_at(dense, t, b);
            expect_within_bound(model, t, dense, b, run.reference, a);
        }
    }
}

/* The truth is the same with steps of a quarter; the steps under test are the problem's own and
 * ones far too long. */
Test(references, the_bound_covers_the_error_at_any_step, .timeout = 600)
{
    static const double factor[] = {1.0, 3.0, 8.0, 40.0, 0.25};
    enum { STEPS = sizeof factor / sizeof *factor - 1 };

    EACH_REFERENCE(run)
    {
        const mb_reference *own = run.model->reference;
        const double end = fmin(own->horizon, 800.0 * own->step);
        mb_model changed[STEPS + 1];
        mb_reference reference[STEPS + 1];
        mb_reference_run *with[STEPS + 1];

        for (int k = 0; k <= STEPS; k++) {
            changed[k] = *run.model;
            reference[k] = *own;
            reference[k].step *= factor[k];
            changed[k].reference = &reference[k];
            cr_assert(mb_reference_start(&changed[k], run.arena, &with[k], NULL) == MB_OK);
        }
        for (int i = 1; i <= 50; i++) {
            double truth[CHECK_OUTPUTS], value[CHECK_OUTPUTS], t = 0.02 * i * end;

            mb_reference_at(with[STEPS], t, truth);
            for (int k = 0; k < STEPS; k++) {
                mb_reference_at(with[k], t, value);
                expect_within_bound(&changed[k], t, with[k], value, with[STEPS], truth);
            }
        }
    }
}

/* What the steps were chosen for */
Test(references, are_good_to_1e_8_up_to_the_horizon, .timeout = 600)
{
    EACH_REFERENCE(run)
    {
        const mb_model *model = run.model;
        double out[CHECK_OUTPUTS];

        mb_reference_at(run.reference, model->reference->horizon, out);
        cr_expect(mb_reference_horizon(run.reference) == model->reference->horizon, "%s: %g s",
                  check_name(model), mb_reference_horizon(run.reference));
        for (int j = 0; j < model->noutputs; j++) {
            const double bound = mb_reference_bound(run.reference, j);

            if (model->outputs[j].compared)
                cr_expect(bound > 0.0 && bound <= 1e-8, "%s: %s %g", check_name(model),
                          model->outputs[j].name, bound);
        }
    }
}

/* Values of mechanisms.md, computed by another program */
Test(references, the_bound_covers_the_distance_from_independent_values)
{
    static const struct {
        const char *spec, *output;
        double t, value, digit; /* last printed one */
    } known[] = {
        {"double-four-bar", "P1.x", 1.0, -0.1950203019494351, 1e-16},
        {"double-four-bar", "P1.y", 5.0, -0.5846155453489755, 1e-16},
        {"double-four-bar", "P1.x", 10.0, 0.3284581115408154, 1e-16},
        {"n-four-bar:N=2", "Pn.y", 10.0, 0.944518538178601, 1e-15},
        {"four-bar", "crank.angle", 10.0, -0.4808978795, 1e-10},
        {"slider-crank-singular", "P3.x", 10.0, -1.0617986194, 1e-10},
        {"double-pendulum-welch", "theta2", 10.0, 2.3211864419454543, 1e-16},
        {"pendulum-bayo", "P.x", 1000.0, 0.907625467773004, 1e-15},
        {"five-bar-pendulum", "tip.z", 1.0, -3.349344851, 1e-9},
        {"n-link-pendulum:N=5,dimension=spatial", "tip.x", 1.0, -0.281462407, 1e-9},
        {"bricard", "P3.x", 10.0, 0.999999964, 1e-9},
        {"heavy-top", "com.z", 1.0, -0.7484907911, 1e-10},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        for (int coarse = 0; coarse < 2; coarse++) {
            struct run own = begin(known[i].spec);
            mb_reference reference;
            struct run run = begin_with_step(
                known[i].spec, (coarse ? 12.0 : 1.0) * own.model->reference->step, &reference);
            double off = fabs(value_at(&run, known[i].t, known[i].output) - known[i].value);
            double bound =
                mb_reference_bound(run.reference, output_index(run.model, known[i].output));

            if (known[i].t <= mb_reference_horizon(run.reference))
                cr_expect(off <= bound + known[i].digit, "%s: %s at %g s is off by %g, bound %g",
                          known[i].spec, known[i].output, known[i].t, off, bound);
            else
                cr_expect(coarse, "%s", known[i].spec);
            end(&run);
            end(&own);
        }
    }
}

/* The crank turns at a given law: the reference is a formula and off by round-off alone. */
Test(references, a_formula_is_bounded_by_round_off)
{
    struct run run = begin("driven-crank");
    const int angle = 0;

    value_at(&run, 10.0, run.model->outputs[angle].name);
    cr_expect(mb_reference_bound(run.reference, angle) > 1e-15 &&
                  mb_reference_bound(run.reference, angle) < 1e-12,
              "%g", mb_reference_bound(run.reference, angle));
    end(&run);
}

/* A horizon that was declared far too late ends where two steps part. */
Test(references, a_chaotic_motion_is_known_only_as_long_as_two_steps_agree)
{
    mb_reference reference;
    struct run run = begin_with_step("n-link-pendulum:N=6", 0.002, &reference), finer;
    double out[CHECK_OUTPUTS], known, off;

    reference.horizon = 100.0;
    mb_reference_at(run.reference, 60.0, out);
    known = mb_reference_horizon(run.reference);
    cr_expect(known > 6.0 && known < 40.0, "%g s", known);
    cr_expect(mb_reference_bound(run.reference, 0) < 1e-4 * run.model->scale);
    mb_reference_reset(run.reference);
    cr_expect(mb_reference_horizon(run.reference) == 100.0);
    finer = begin_with_step("n-link-pendulum:N=6", 0.0003, &reference);
    off = value_at(&run, known, "tip.x") - value_at(&finer, known, "tip.x");
    cr_expect(fabs(off) <= mb_reference_bound(run.reference, output_index(run.model, "tip.x")),
              "%g", off);
    end(&finer);
    end(&run);
}

/* A step in which nothing is resolved: no bound, and no time at which it is known. */
Test(references, a_hopeless_step_has_no_bound)
{
    mb_reference reference;
    struct run run = begin_with_step("four-bar", 5.0, &reference);

    cr_expect(mb_reference_horizon(run.reference) == 0.0);
    cr_expect(isinf(mb_reference_bound(run.reference, 0)));
    end(&run);
}

Test(references, do_not_depend_on_the_times_asked_for)
{
    struct run run = begin("four-bar");
    double a[4], b[4];

    for (int k = 1; k < 100; k++)
        mb_reference_state(run.reference, 0.0173 * k, a);
    mb_reference_state(run.reference, 2.0, a);
    mb_reference_reset(run.reference);
    mb_reference_state(run.reference, 2.0, b);
    cr_expect(memcmp(a, b, sizeof a) == 0);
    end(&run);
}

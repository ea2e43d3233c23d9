/* SPDX-License-Identifier: MIT */
/* How right a run is by the audit: classes, gap, drift, error, limits of sources, norms. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/audit/audit.h"
#include "bench/audit/precision.h"
#include "tests/fixtures/measured.h"

/* ---- norms ---------------------------------------------------------------------------------- */

Test(norms, of_two_vectors)
{
    const double r1[] = {3.0, -4.0}, r2[] = {0.0, 1.0};
    mb_norm_summary norm[MB_NORMS] = {{0}};

    mb_audit_norms(norm, 2, r1);
    mb_audit_norms(norm, 2, r2);
    cr_assert(norm[MB_L2].max == 5.0 && norm[MB_L2].sum == 6.0 && norm[MB_L2].last == 1.0);
    cr_assert(norm[MB_L2].square_sum == 26.0);
    cr_assert(norm[MB_SQ].max == 25.0 && norm[MB_SQ].sum == 26.0);
    cr_assert(norm[MB_L1].max == 7.0 && norm[MB_LINF].max == 4.0);
}

/* A violation that is no number must not hide behind a comparison. */
Test(norms, not_a_number_stays)
{
    const double bad[] = {1.0, NAN}, good[] = {1.0, 1.0};
    mb_norm_summary norm[MB_NORMS] = {{0}};

    mb_audit_norms(norm, 2, bad);
    mb_audit_norms(norm, 2, good);
    for (int i = 0; i < MB_NORMS; i++)
        cr_expect(isnan(norm[i].max) && isnan(norm[i].sum) && isfinite(norm[i].last), "%d", i);
}

/* ---- classes -------------------------------------------------------------------------------- */

Test(classes, the_finest_that_all_known_values_stay_below)
{
    const double none = NAN;
    const struct {
        double gap, drift, error, class;
    } row[] = {
        {1e-9, 1e-9, 1e-9, 1e-8},   {1e-9, 1e-9, 1e-8, 1e-6},     {0.0, 0.0, 0.0, 1e-8},
        {9.9e-7, 1e-9, 1e-9, 1e-6}, {1e-9, 9.9e-5, 1e-9, 1e-4},   {1e-9, 1e-9, 9.9e-4, 1e-3},
        {9.9e-3, 1e-9, 1e-9, 1e-2}, {1e-2, 1e-9, 1e-9, none},     {1e-9, 2.0, 1e-9, none},
        {1e-9, 1e-9, none, 1e-8},   {1e-9, none, none, 1e-8},     {none, 1e-5, none, 1e-4},
        {none, none, none, none},   {1e-9, 1e-9, HUGE_VAL, none}, {HUGE_VAL, 1e-9, none, none},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const mb_precision p = {row[i].gap, row[i].drift, row[i].error, 0.0, .work = 0.0};
        double class = mb_precision_class(p, MB_RUN_OK, 0);

        cr_expect(isnan(row[i].class) ? isnan(class) : class == row[i].class, "row %zu: %g", i,
                  class);
    }
}

/* An error is known no better than the reference it is measured from. */
Test(classes, no_finer_than_the_bound_of_the_reference)
{
    const mb_precision fine = {1e-9, 1e-9, 1e-9, 1e-9, .work = 0.0},
                       coarse = {1e-9, 1e-9, 1e-9, 2e-6, .work = 0.0};

    cr_expect(mb_precision_class(fine, MB_RUN_OK, 0) == 1e-8);
    cr_expect(mb_precision_class(coarse, MB_RUN_OK, 0) == 1e-4);
}

Test(classes, only_for_runs_that_ended_ok)
{
    const mb_precision p = {1e-9, 1e-9, 1e-9, 0.0, .work = 0.0};

    for (int status = 0; status <= MB_RUN_STATUSES; status++)
        cr_expect(isnan(mb_precision_class(p, (mb_run_status)status, 0)) == (status != MB_RUN_OK));
}

/* Gap and drift alone do not prove a motion whose iterations did not converge. */
Test(classes, unconverged_steps_need_an_error)
{
    const mb_precision with = {1e-9, 1e-9, 1e-9, 0.0, .work = 0.0},
                       without = {1e-9, 1e-9, NAN, NAN, .work = 0.0};

    cr_expect(mb_precision_class(with, MB_RUN_OK, 3) == 1e-8);
    cr_expect(isnan(mb_precision_class(without, MB_RUN_OK, 3)));
}

/* ---- gap ------------------------------------------------------------------------------------ */

/* One motion in units of 2 um, 1 m, 64 m and 100 km: the same numbers but for round-off. */
Test(gap, does_not_depend_on_the_unit_of_length)
{
    const char *const unit[] = {"2e-6", "1", "64", "1e5"};
    double gap = NAN, drift = NAN;

    for (int i = 0; i < 4; i++) {
        char problem[64];
        mb_result *result;
        mb_precision p;

        snprintf(problem, sizeof problem, "scaled-four-bar:unit=%s", unit[i]);
        result = measured(problem, "lagrange/rk4:h=1e-3", 2.0);
        cr_assert(result->status == MB_RUN_OK, "%s: %s", problem, result->reason);
        p = mb_precision_of(result);
        cr_expect(p.gap > 0.0 && p.gap < 1e-8 && p.drift > 0.0 && p.drift < 1e-6, "%g %g", p.gap,
                  p.drift);
        cr_expect(i == 0 || (fabs(p.gap / gap - 1.0) < 1e-3 && fabs(p.drift / drift - 1.0) < 1e-3),
                  "%s: %.17g %.17g", problem, p.gap, p.drift);
        gap = p.gap, drift = p.drift;
        mb_results_unmap(result, 1);
    }
}

/* Rods that next to nothing holds fall by 9.81 / 2 units a s2: from 4 um to some 20 um. */
Test(gap, a_small_mechanism_torn_apart_is_rejected)
{
    mb_result *result = measured("scaled-four-bar:unit=1e-6", "penalty:alpha=1e-9/rk4:h=1e-3", 2.0);

    cr_assert(result->gap > 4e-6 && result->gap < 1e-4);
    cr_expect(result->status == MB_RUN_REJECTED, "%s", mb_run_status_word(result->status));
    cr_expect(strstr(result->reason, "joints open by"), "%s", result->reason);
    cr_expect(isnan(class_of(result)));
    mb_results_unmap(result, 1);
}

/* ---- drift ---------------------------------------------------------------------------------- */

/* Energies of a hanging pendulum are known to round-off, whatever moves it. */
Test(drift, is_not_known_where_nothing_moves)
{
    const char *const solver[] = {"lagrange/rk4:h=1e-3", "baumgarte/rk4:h=1e-3",
                                  "ali3/newmark:h=1e-3", "algebraic/predictor-corrector:h=1e-3",
                                  "ggl/radau5:h=1e-2"};

    for (size_t i = 0; i < sizeof solver / sizeof *solver; i++) {
        mb_result *result = measured("at-rest", solver[i], 5.0);
        json_t *record = recorded("at-rest", solver[i], result);

        cr_assert(result->status == MB_RUN_OK, "%s: %s", solver[i], result->reason);
        cr_expect(isnan(mb_precision_of(result).drift), "%s: K = %g J", solver[i],
                  result->energy.max_kinetic);
        cr_expect(json_is_null(json_object_get(json_object_get(record, "energy"), "max_rel_ke")));
        cr_expect(class_of(result) == 1e-8, "%s: %g", solver[i], class_of(result));
        json_decref(record);
        mb_results_unmap(result, 1);
    }
}

/* ---- errors --------------------------------------------------------------------------------- */

/* four-bar: angles in rad; pendulum: places in its length of 1 m; epicyclic-gears: rates, in units
 * of the largest one, of the fastest wheel */
Test(error, lengths_over_the_size_angles_in_rad_rates_over_the_largest)
{
    mb_result result;

    memset(&result, 0, sizeof result);
    mb_result_clear(&result);
    result.t_reached = 1.0;
    result.has_reference = true;
    result.scale = 4.0;
    result.energy.max_kinetic = 1.0;
    result.noutputs = 4;
    result.deviation[0] = (mb_deviation){true, MB_OUTPUT_LENGTH, 8e-3, 1.0, 0.0};
    cr_expect(mb_precision_of(&result).error == 2e-3);
    result.deviation[1] = (mb_deviation){true, MB_OUTPUT_ANGLE, 3e-3, 6.0, 0.0};
    cr_expect(mb_precision_of(&result).error == 3e-3);
    result.deviation[2] = (mb_deviation){true, MB_OUTPUT_OTHER, 0.5, 100.0, 0.0};
    cr_expect(mb_precision_of(&result).error == 5e-3);
    result.deviation[3] = (mb_deviation){false, MB_OUTPUT_LENGTH, 1e3, 1.0, 0.0};
    cr_expect(mb_precision_of(&result).error == 5e-3);
    result.deviation[1].bound = 4e-9;
    cr_expect(mb_precision_of(&result).bound == 4e-9);
    result.deviation[2].max = NAN; /* no number is no small error */
    cr_expect(isinf(mb_precision_of(&result).error));
    result.deviation[0].bound = HUGE_VAL; /* without a bound nothing is known */
    cr_expect(isnan(mb_precision_of(&result).error));
}

/* A momentum along y: what round-off leaves of it across is small next to the whole. */
Test(error, components_count_in_the_size_of_their_vector)
{
    mb_result result;

    memset(&result, 0, sizeof result);
    mb_result_clear(&result);
    result.t_reached = 1.0;
    result.has_reference = true;
    result.scale = 1.0;
    result.noutputs = 3;
    strcpy(result.output_name[0], "L.x");
    strcpy(result.output_name[1], "L.y");
    strcpy(result.output_name[2], "p.x");
    result.deviation[0] = (mb_deviation){true, MB_OUTPUT_OTHER, 1e-14, 1e-17, 1e-13};
    result.deviation[1] = (mb_deviation){true, MB_OUTPUT_OTHER, 2e-9, 10.0, 1e-13};
    cr_expect_float_eq(mb_precision_of(&result).error, 2e-10, 1e-22);
    result.deviation[2] = (mb_deviation){true, MB_OUTPUT_OTHER, 3e-9, 1e-17, 1e-13}; /* zero */
    cr_expect_float_eq(mb_precision_of(&result).error, 3e-9, 1e-22);
}

/* A run of Euler's method with its joints closed: 94 % of the energy and all sense are lost. */
Test(error, closed_joints_alone_are_no_precision)
{
    mb_result *result =
        measured("four-bar", "lagrange/forward-euler:h=1e-2/direct-correction", 5.0);
    mb_precision p = mb_precision_of(result);

    cr_assert(result->status == MB_RUN_OK);
    cr_expect(p.gap < 1e-12 && p.drift > 0.5 && p.error > 1.0, "%g %g %g", p.gap, p.drift, p.error);
    cr_expect(isnan(class_of(result)));
    mb_results_unmap(result, 1);
}

/* The reference is compared with itself at half the step as far as the run went. */
Test(error, the_bound_of_the_reference_is_that_of_the_run)
{
    const char *const solver = "lagrange/rk4:h=1e-2";
    mb_result *brief = measured("four-bar", solver, 0.5),
              *whole = measured("four-bar", solver, 5.0);
    mb_result *unstarted = measured("four-bar", "lagrange/rk4:h=1e-2/none/cholmod", 0.5);
    json_t *record = recorded("four-bar", solver, whole);

    cr_expect(brief->error_bound > 1e-15 && brief->error_bound < 1e-11, "%g", brief->error_bound);
    cr_expect(whole->error_bound > brief->error_bound && whole->error_bound < 1e-10, "%g",
              whole->error_bound);
    cr_expect(json_number_value(json_object_get(json_object_get(record, "error"), "bound")) ==
              whole->error_bound);
    cr_expect(unstarted->status == MB_RUN_NOT_APPLICABLE && isnan(unstarted->error_bound));
    cr_expect(json_number_value(json_object_get(json_object_get(record, "precision"), "bound")) ==
              mb_precision_of(whole).bound);
    json_decref(record);
    mb_results_unmap(unstarted, 1);
    mb_results_unmap(whole, 1);
    mb_results_unmap(brief, 1);
}

/* ---- limits of sources ---------------------------------------------------------------------- */

static json_t *precision_of(const char *problem, const char *solver, double t_end, json_t **record)
{
    mb_result *result = measured(problem, solver, t_end);

    *record = recorded(problem, solver, result);
    mb_results_unmap(result, 1);
    return json_object_get(*record, "precision");
}

/* gonzalez2016: 0.001 J on the slider-crank (Table 2), 0.1 J in Table 1, over 10 s */
Test(limits, those_of_the_source_are_met_missed_or_not_judged)
{
    const char *const problem = "slider-crank-singular";
    const struct {
        const char *solver;
        double t_end;
        const char *met, *missed;
    } row[] = {
        {"lagrange/rk4:h=1e-3/direct-correction", 10.0, "true", "[]"},
        {"lagrange/rk4:h=1e-3/direct-correction", 1.0, "null", "[]"},
        {"lagrange/rk4:h=2e-2/direct-correction", 10.0, "false", "[\"energy\"]"},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        json_t *record, *p = precision_of(problem, row[i].solver, row[i].t_end, &record);
        json_t *limits = json_object_get(p, "limits");
        char *met = json_dumps(json_object_get(p, "met"), JSON_ENCODE_ANY);
        char *missed = json_dumps(json_object_get(p, "missed"), JSON_COMPACT);

        cr_expect(json_real_value(json_object_get(limits, "energy")) == 0.001);
        cr_expect(json_real_value(json_object_get(limits, "energy_coarse")) == 0.1);
        cr_expect_str_eq(met, row[i].met, "%s: %s", row[i].solver, met);
        cr_expect_str_eq(missed, row[i].missed, "%s: %s", row[i].solver, missed);
        free(met);
        free(missed);
        json_decref(record);
    }
}

/* The source's limit is for its own mechanism. */
Test(limits, are_those_of_the_default_parameters)
{
    json_t *record;
    json_t *p = precision_of("double-four-bar:g=8.81", "lagrange/rk4:h=1e-3/direct-correction", 0.1,
                             &record);

    cr_expect(json_is_null(json_object_get(p, "limits")));
    cr_expect(json_is_null(json_object_get(p, "met")));
    json_decref(record);
}

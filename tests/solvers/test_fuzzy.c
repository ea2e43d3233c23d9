/* SPDX-License-Identifier: MIT */
/* Fuzzy control: rules and sets by hand, automatic gains, what its options change. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "solvers/equations/fuzzy_control.h"
#include "tests/fixtures/probe.h"
#include "tests/fixtures/specs.h"

Test(fuzzy, nada2023_table1_is_odd_and_grows)
{
    for (int j = 0; j < MB_FUZZY_TERMS; j++)
        for (int k = 0; k < MB_FUZZY_TERMS; k++) {
            double z = mb_fuzzy_rule[j][k];

            cr_assert(z == -mb_fuzzy_rule[4 - j][4 - k] && z == mb_fuzzy_rule[k][j]);
            cr_assert(j == 0 || z >= mb_fuzzy_rule[j - 1][k]);
        }
    cr_assert(mb_fuzzy_rule[0][0] == -1.0 && mb_fuzzy_rule[2][3] == 0.5);
}

static mb_fuzzy usual(mb_fuzzy_set set)
{
    return (mb_fuzzy){.set = set, .plateau = MB_FUZZY_PLATEAU, .foot = MB_FUZZY_FOOT};
}

static void controls(mb_fuzzy_set set, double x, double y, double expected)
{
    const mb_fuzzy f = usual(set);
    double u = mb_fuzzy_control(&f, x, y);

    cr_assert(isfinite(u) && fabs(u - expected) < 1e-9, "set %d: f(%g, %g) = %.12g, not %.12g",
              (int)set, x, y, u, expected);
    cr_assert(fabs(mb_fuzzy_control(&f, -x, -y) + u) < 1e-15);
}

/* Worked by hand from nada2023 eqs (14)-(18) and Table 1 */
Test(fuzzy, nada2023_eq18_by_hand)
{
    const mb_fuzzy one = usual(MB_FUZZY_TRIANGULAR), two = usual(MB_FUZZY_TRAPEZOIDAL);
    const mb_fuzzy three = usual(MB_FUZZY_GAUSSIAN);

    /* zero and small positive at 1/2 each, in one input and in both */
    controls(MB_FUZZY_TRIANGULAR, 0.25, 0.0, 0.25);
    controls(MB_FUZZY_TRIANGULAR, 0.25, 0.25, 0.5);
    /* strengths 0.4, 0.6, 0.2, 0.2 of values 0, 1/2, 1/2, 1 */
    controls(MB_FUZZY_TRIANGULAR, 0.1, 0.3, 0.6 / 1.4);
    controls(MB_FUZZY_TRIANGULAR, 1.0, -1.0, 0.0);
    controls(MB_FUZZY_TRIANGULAR, 3.0, 0.5, 1.0);
    controls(MB_FUZZY_TRAPEZOIDAL, 0.05, -0.1, 0.0);
    controls(MB_FUZZY_TRAPEZOIDAL, 0.25, 0.0, 0.25);
    controls(MB_FUZZY_TRAPEZOIDAL, 0.2, 0.1, 0.15);
    controls(MB_FUZZY_GAUSSIAN, 0.0, 0.0, 0.0);
    /* all 25 strengths are above zero: the equations evaluated in another language */
    controls(MB_FUZZY_GAUSSIAN, 0.5, 0.0, 0.483729017048);
    /* one input: third row of the table, strengths 0.4 and 0.6 of 0 and 1/2 */
    cr_assert(fabs(mb_fuzzy_control_one(&one, 0.3) - 0.3) < 1e-15);
    cr_assert(fabs(mb_fuzzy_control_one(&three, 0.3) - 0.326960587539) < 1e-9);
    cr_assert(mb_fuzzy_control_one(&two, -7.0) == -1.0);
    cr_assert(isnan(mb_fuzzy_control(&three, NAN, 0.0)));
}

Test(fuzzy, holds_what_lagrange_lets_go)
{
    const char *const set[] = {"triangular", "gaussian"};
    const char *const problem = "triple-pendulum:start=large";
    probe lagrange = probe_alone(problem, "lagrange/dormand-prince:h=1e-2", 5.0);

    for (int i = 0; i < 2; i++) {
        char spec[MB_SPEC_SIZE];
        probe p;

        snprintf(spec, sizeof spec, "fuzzy:set=%s/dormand-prince:h=1e-2", set[i]);
        p = probe_alone(problem, spec, 5.0);
        cr_assert(p.status == MB_OK, "%s", p.error.text);
        cr_assert(p.phi_max < 0.05 * lagrange.phi_max, "%s: %g against %g", spec, p.phi_max,
                  lagrange.phi_max);
    }
}

/* 1 ms: the first step's violation is round-off, so K_p = 1/(100 h) = 10, K_u = 100 K_p = 1000 and
 * K_d = 0.2/(K_u h) = 0.2; the controller rests in the first step */
Test(fuzzy, automatic_gains_follow_from_the_first_step)
{
    probe automatic = probe_alone("four-bar", "fuzzy/rk4:h=1e-3", 1.0);
    probe given = probe_alone("four-bar", "fuzzy:kp=10,kd=0.2/rk4:h=1e-3", 1.0);
    probe other = probe_alone("four-bar", "fuzzy:kp=10,kd=0.1/rk4:h=1e-3", 1.0);

    cr_assert(automatic.status == MB_OK && given.status == MB_OK && automatic.phi_max > 0.0);
    cr_assert(fabs(automatic.phi_max - given.phi_max) < 1e-6 * given.phi_max);
    cr_assert(fabs(automatic.phi_max - other.phi_max) > 1e-3 * given.phi_max);
}

/* ---- options: corners of set II, and, r------------------------------------------------------- */

/* Memberships are linear between the centres and sum up to one, so that their products interpolate
 * Table 1, which is x + y there, bilinearly. */
Test(fuzzy_options, products_of_set_i_are_linear)
{
    const mb_fuzzy f = {.set = MB_FUZZY_TRIANGULAR, .product = true};

    for (double x = -0.5; x <= 0.5; x += 0.125)
        for (double y = -0.5; y <= 0.5; y += 0.0625)
            cr_assert(fabs(mb_fuzzy_control(&f, x, y) - (x + y)) < 1e-14, "%g, %g", x, y);
}

/* By hand, plateau 1/4 and foot 1/2: 0.4 is 0.4 of zero and 1 of small positive; 0 is 1 of zero. */
Test(fuzzy_options, corners_of_set_ii_by_hand)
{
    mb_fuzzy f = {.set = MB_FUZZY_TRAPEZOIDAL, .plateau = 0.25, .foot = 0.5};

    cr_expect(fabs(mb_fuzzy_control(&f, 0.4, 0.0) - 0.5 / 1.4) < 1e-14);
    cr_expect(fabs(mb_fuzzy_control(&f, 0.4, 0.4) - 1.4 / 2.2) < 1e-14); /* 0.4, 0.4, 0.4, 1 */
    cr_expect(fabs(mb_fuzzy_control_one(&f, 0.4) - 0.5 / 1.4) < 1e-14);
    f.product = true;
    cr_expect(fabs(mb_fuzzy_control(&f, 0.4, 0.4) - 1.4 / 1.96) < 1e-14); /* 0.16, 0.4, 0.4, 1 */
}

/* The middle of set II is a dead zone of 1/2 - foot. */
Test(fuzzy_options, wide_feet_leave_no_dead_zone)
{
    const mb_fuzzy narrow = {.set = MB_FUZZY_TRAPEZOIDAL, .plateau = 0.1, .foot = 0.4};
    const mb_fuzzy wide = {.set = MB_FUZZY_TRAPEZOIDAL, .plateau = 0.25, .foot = 0.5};

    cr_expect(mb_fuzzy_control(&narrow, 0.099, -0.099) == 0.0);
    cr_expect(mb_fuzzy_control(&narrow, 0.101, 0.0) > 0.0);
    cr_expect(mb_fuzzy_control(&wide, 0.05, 0.05) > 0.0);
}

/* 1 ms and violations at round-off: K_p = (r/h)/10, K_d = 2 r/(h K_u), K_u = 100 K_p */
Test(fuzzy_options, gains_of_the_first_step_keep_to_r)
{
    probe automatic = probe_alone("four-bar", "fuzzy:r=0.2/rk4:h=1e-3", 1.0);
    probe given = probe_alone("four-bar", "fuzzy:kp=20,kd=0.2/rk4:h=1e-3", 1.0);

    cr_assert(automatic.status == MB_OK && given.status == MB_OK && automatic.phi_max > 0.0);
    cr_assert(fabs(automatic.phi_max - given.phi_max) < 1e-6 * given.phi_max);
}

/* Violations below (1/2 - foot)/K_p are in the dead zone: the run is the one without controller. */
Test(fuzzy_options, corners_and_and_reach_the_controller)
{
    static const char gains[] = "kp=100,kd=0.01,ku=1e4/dormand-prince:h=1e-3";
    static const struct {
        const char *options;
        bool dead;
    } points[] = {{"plateau=0.05,foot=0.45", true},
                  {"and=product", true},
                  {"plateau=0.1,foot=0.5", false},
                  {"plateau=0.25,foot=0.5,and=product", false}};
    probe none = probe_alone("rotary-pendulum", "lagrange/dormand-prince:h=1e-3", 1.0);

    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char spec[128];
        probe p;

        snprintf(spec, sizeof spec, "fuzzy:set=trapezoidal,%s,%s", points[i].options, gains);
        p = probe_alone("rotary-pendulum", spec, 1.0);
        cr_expect(p.status == MB_OK && none.phi_max < 0.05 / 100.0, "%s: %s", spec, p.error.text);
        cr_expect((p.phi_max == none.phi_max) == points[i].dead, "%s: %g m, %g m without", spec,
                  p.phi_max, none.phi_max);
    }
    for (int set = 0; set < 2; set++) {
        static const char *const name[] = {"triangular", "gaussian"};
        char spec[2][128];

        for (int i = 0; i < 2; i++)
            snprintf(spec[i], sizeof spec[i], "fuzzy:set=%s,and=%s,%s", name[set],
                     i ? "product" : "min", gains);
        cr_expect(probe_alone("rotary-pendulum", spec[0], 1.0).phi_max !=
                      probe_alone("rotary-pendulum", spec[1], 1.0).phi_max,
                  "%s", spec[1]);
    }
}

Test(fuzzy_options, corners_that_make_no_set_are_refused)
{
    refused("fuzzy:plateau=0.1/rk4:h=1e-3", "corners of the trapezoidal set");
    refused("fuzzy:set=triangular,foot=0.4/rk4:h=1e-3", "corners of the trapezoidal set");
    refused("fuzzy:set=trapezoidal,plateau=0.4/rk4:h=1e-3", "at most foot (0.375)");
    refused("fuzzy:set=trapezoidal,foot=0.25/rk4:h=1e-3", "foot must be above 0.25");
}

/* SPDX-License-Identifier: MIT */
/* References of planar mechanisms at published and independently computed values: mechanisms.md, by
 * section; the papers.  Tolerances are half a unit of the last printed digit. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/fixtures/models/reference_runs.h"

Test(published, section_1_marques2017_table_1_start)
{
    struct run run = begin("four-bar");
    const double *q = run.model->q0;

    cr_expect(fabs(q[2] - 1.0472) < 5e-5 && fabs(q[0] - 0.5) < 1e-12 && fabs(q[1] - 0.8660) < 5e-5);
    cr_expect(fabs(q[3] - 2.82352141) < 5e-9 && fabs(q[4] - 2.55349445) < 5e-9);
    cr_expect(fabs(q[6] - 3.57352141) < 5e-9 && fabs(q[7] - 1.68746904) < 5e-9);
    cr_expect(fabs(q[5] - 0.4232455982985232) < 5e-16 && fabs(q[8] - 1.0042031595910081) < 5e-16);
    cr_expect(fabs(start_energy(run.model) - 101.27667231799965) < 2e-14 * 101.3);
    end(&run);
}

Test(published, section_1_four_bar)
{
    static const struct known known[] = {
        {0.5, "crank.angle", 0.5875022170, 5.1e-11},
        {0.5, "crank.angle'", -2.607515039, 6e-10},
        {1.0, "crank.angle", 0.0572333467, 5.1e-11},
        {1.0, "crank.angle'", -0.307060061, 6e-10},
        {10.0, "crank.angle", -0.4808978795, 5.1e-11},
        {10.0, "crank.angle'", 3.153390585, 6e-10},
        {10.0, "coupler.angle", 2.328065834, 5.1e-10},
        {10.0, "follower.angle", 2.623266669, 5.1e-10},
        {.output = NULL},
    };

    expect_known("four-bar", known);
}

Test(published, section_2_double_four_bar)
{
    static const struct known known[] = {
        {1.0, "P1.x", -0.1950203019494351, 1e-13},
        {1.0, "P1.y", -0.9807992056621738, 1e-13},
        {1.0, "P1.x'", -6.676678036881158, 1e-9},
        {5.0, "P1.x", -0.8113104610051074, 1e-12},
        {5.0, "P1.y", -0.5846155453489755, 1e-12},
        {10.0, "P1.x", 0.3284581115408154, 1e-12},
        {10.0, "P1.y", 0.944518538178601, 1e-12},
        {10.0, "P1.x'", 1.423051470206944, 1e-9},
        {10.0, "P1.y'", -0.494868845487043, 1e-9},
        {10.0, "Pn.x", 2.3284581115408154, 1e-12},
        {.output = NULL},
    };

    expect_known("double-four-bar", known);
}

Test(published, section_2_singular_passages)
{
    static const double passage[] = {0.714356, 1.228159, 2.65687,  3.170674, 4.599385,
                                     5.113189, 6.5419,   7.055704, 8.484415, 8.998219};
    struct run run = begin("double-four-bar");

    for (size_t k = 0; k < sizeof passage / sizeof *passage; k++)
        cr_expect(value_at(&run, passage[k] - 6e-7, "P1.y") *
                          value_at(&run, passage[k] + 6e-7, "P1.y") <
                      0.0,
                  "%g", passage[k]);
    end(&run);
}

Test(published, section_3_two_loops_are_the_double_four_bar)
{
    static const struct known known[] = {
        {10.0, "P1.x", 0.3284581115408154, 1e-12},
        {10.0, "Pn.y", 0.944518538178601, 1e-12},
        {.output = NULL},
    };
    struct run run = begin("n-four-bar:N=2");

    cr_expect(run.model->nq == 6 && run.model->m == 5);
    end(&run);
    expect_known("n-four-bar:N=2", known);
}

Test(published, section_4_slider_crank_singular)
{
    static const struct known known[] = {
        {1.0, "P3.x", -1.9512883884, 5.1e-11},
        {10.0, "P2.x", -0.5308993097, 5.1e-11},
        {10.0, "P2.y", -0.8474349078, 5.1e-11},
        {10.0, "P3.x", -1.0617986194, 5.1e-11},
        {.output = NULL},
    };
    const double period = 1.7705673187332012;
    static const double passage[] = {0.39173214, 1.27701579, 2.16229945};
    struct run run = begin("slider-crank-singular");
    double start[2], later[2];

    cr_expect(fabs(start_energy(run.model) - 13.603384190106699) < 1e-13);
    mb_reference_state(run.reference, 0.0, start);
    cr_expect(fabs(start[1] - 2.8284271247461903) < 1e-15);
    mb_reference_state(run.reference, period, later);
    cr_expect(fabs(later[0] - start[0] - 2.0 * M_PI) < 1e-13);
    mb_reference_reset(run.reference);
    for (int k = 0; k < 3; k++)
        cr_expect(value_at(&run, passage[k] - 6e-9, "P3.x") *
                      value_at(&run, passage[k] + 6e-9, "P3.x") <
                  0.0);
    end(&run);
    expect_known("slider-crank-singular", known);
}

Test(published, section_13_double_pendulum_welch)
{
    static const struct known known[] = {
        {10.0, "x1", 2.442731999867459, 2e-12},       {10.0, "y1", -0.5320341876454222, 2e-12},
        {10.0, "theta1", 1.7852500275840645, 2e-12},  {10.0, "x2", 6.714021238723097, 2e-12},
        {10.0, "y2", -2.7688787529410767, 2e-12},     {10.0, "theta2", 2.3211864419454543, 2e-12},
        {10.0, "theta2'", -5.1062517704639337, 1e-9}, {.output = NULL},
    };

    expect_known("double-pendulum-welch", known);
}

/* The column is extrapolated from three steps: good to 2e-5. */
Test(published, welch2007_table_1_exact_column)
{
    static const struct known known[] = {
        {10.0, "x1", 2.442731321386402, 2e-5},
        {10.0, "x1'", -0.1850743171218459, 2e-5},
        {10.0, "y1", -0.5320361837114458, 2e-5},
        {10.0, "y1'", -0.8497262382156855, 2e-5},
        {10.0, "theta1", 1.785250865278673, 2e-5},
        {10.0, "theta1'", 0.3478591278120256, 2e-5},
        {10.0, "x2", 6.714022138581226, 2e-5},
        {10.0, "x2'", 8.335026936186582, 2e-5},
        {10.0, "y2", -2.768879647789623, 2e-5},
        {10.0, "y2'", 7.637635013353624, 2e-5},
        {10.0, "theta2", 2.321184918287540, 2e-5},
        {10.0, "theta2'", -5.106252716660437, 2e-5},
        {.output = NULL},
    };

    expect_known("double-pendulum-welch", known);
}

Test(published, section_14_slider_crank_welch)
{
    static const struct known known[] = {
        {0.5, "theta", 0.17022089690, 5.1e-12},
        {0.5, "theta'", -4.9072689666, 1e-9},
        {10.0, "theta", -3.14097146872, 2e-11},
        {10.0, "theta'", -5.6874706639, 1e-9},
        {.output = NULL},
    };
    static const double printed[] = {0.9851, -0.5236, 0.4256, 0.1000}; /* welch2007 eq. (75) */
    struct run run = begin("slider-crank-welch");

    for (int k = 0; k < 4; k++)
        cr_expect(fabs(run.model->q0[k] - printed[k]) < 5e-5);
    cr_expect(fabs(run.model->q0[2] - 0.4256388606531017) < 1e-15);
    end(&run);
    expect_known("slider-crank-welch", known);
}

Test(published, section_16_pendulum_bayo)
{
    static const struct known known[] = {
        {10.0, "P.x", -0.483630105303596, 2e-14},
        {10.0, "P.y", -0.875272483998002, 2e-14},
        {100.0, "P.x", -0.457662688349912, 5e-13},
        {100.0, "P.y", -0.889125898673709, 5e-13},
        {1000.0, "P.x", 0.907625467773004, 1e-11},
        {1000.0, "P.y", 0.419780907438435, 1e-11},
        {.output = NULL},
    };

    expect_known("pendulum-bayo", known);
}

Test(published, section_17_double_pendulum_bayo)
{
    static const struct known known[] = {
        {1.0, "theta1", -1.2077162382, 5.1e-11},
        {1.0, "theta2", -0.8143910231, 5.1e-11},
        {2.0, "theta1", -0.0827583068, 5.1e-11},
        {2.0, "theta2", 0.4073620749, 5.1e-11},
        {10.0, "theta1", -0.74440709, 5.1e-9},
        {10.0, "theta2", -14.34571973, 5.1e-9},
        {.output = NULL},
    };

    expect_known("double-pendulum-bayo", known);
}

Test(published, section_20_pendulum)
{
    static const struct known known[] = {
        {1.0, "P.x", 0.9862917511318753, 1e-14},
        {1.0, "P.y", -0.1650108531255412, 1e-14},
        {5.0, "P.x", -0.9423054350437573, 1e-14},
        {5.0, "P.y", -0.3347543384140006, 1e-14},
        {10.0, "P.x", -0.2750874625761169, 1e-14},
        {10.0, "P.y", -0.9614192050991251, 1e-14},
        {.output = NULL},
    };

    expect_known("pendulum", known);
}

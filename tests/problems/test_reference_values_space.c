/* SPDX-License-Identifier: MIT */
/* References of spatial mechanisms at published and independently computed values: mechanisms.md,
 * by section; the papers.  Tolerances are half a unit of the last printed digit. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/fixtures/models/reference_runs.h"

static const struct known five_bars[] = {
    {0.496, "tip.x", 2.746690168, 5.1e-10},
    {0.496, "tip.y", 1.466767187, 5.1e-10},
    {0.496, "tip.z", -1.240738373, 5.1e-10},
    {1.0, "tip.x", -0.281462407, 5.1e-10},
    {1.0, "tip.y", 0.020459763, 5.1e-10},
    {1.0, "tip.z", -3.349344851, 5.1e-10},
    {.output = NULL},
};

Test(published, section_7_five_bar_pendulum)
{
    expect_known("five-bar-pendulum", five_bars);
}

/* The spatial chain of five bars is the five-bar pendulum. */
Test(published, section_7_five_links_are_the_five_bar_pendulum)
{
    expect_known("n-link-pendulum:N=5,dimension=spatial", five_bars);
}

Test(published, section_5_spatial_slider_crank)
{
    static const struct known known[] = {
        {0.5, "slider.y", 0.1631053707, 5.1e-11},
        {1.0, "slider.y", 0.2107605516, 5.1e-11},
        {5.0, "slider.y", 0.2812580383, 5.1e-11},
        {1.0, "crank.omega", -10.102230646, 5.1e-10},
        {.output = NULL},
    };
    mb_model *model = check_model("spatial-slider-crank");

    cr_expect(fabs(start_energy(model) + 0.757232394247686) < 1e-14);
    cr_expect(fabs(model->q0[15] - 0.14696938456699066) < 1e-16);
    mb_model_destroy(model);
    expect_known("spatial-slider-crank", known);
}

Test(published, section_6_iftomm_slider_crank)
{
    static const struct known known[] = {
        {0.1, "slider.x", 0.2267871886, 5.1e-11},
        {0.5, "slider.x", 0.1849526298, 5.1e-11},
        {1.0, "slider.x", 0.2117216614, 5.1e-11},
        {5.0, "slider.x", 0.2407195738, 1.01e-10}, /* one unit: 0.24071957373 */
        {.output = NULL},
    };

    expect_known("iftomm-slider-crank", known);
}

Test(published, section_8_bricard)
{
    static const struct known known[] = {
        {1.0, "P3.x", 0.510501461, 5.1e-10},
        {1.0, "P3.y", -1.649167599, 5.1e-10},
        {1.0, "P3.z", 0.140123115, 5.1e-10},
        {2.0, "P3.x", -0.969340345, 5.1e-10},
        {2.0, "P3.y", -1.221246895, 5.1e-10},
        {2.0, "P3.z", 0.754278011, 5.1e-10},
        {5.0, "P3.x", 0.999999998, 5.1e-10},
        {5.0, "P3.y", -1.000067258, 5.1e-10},
        {5.0, "P3.z", 0.999932740, 5.1e-10},
        {10.0, "P3.x", 0.999999964, 5.1e-10},
        {10.0, "P3.y", -1.000269013, 5.1e-10},
        {10.0, "P3.z", 0.999730951, 5.1e-10},
        {.output = NULL},
    };

    expect_known("bricard", known);
}

Test(published, section_19_flyball_governor)
{
    static const struct known known[] = {
        {0.5, "slider.z", 0.7432494248, 5.1e-11},
        {1.0, "slider.z", 0.5014209224, 5.1e-11},
        {2.0, "slider.z", 0.5059092943, 5.1e-11},
        {10.0, "slider.z", 0.6196229171, 5.1e-11},
        {.output = NULL},
    };
    mb_model *model = check_model("flyball-governor");

    cr_expect(fabs(start_energy(model) - 237.4139504415258) < 1e-12);
    mb_model_destroy(model);
    expect_known("flyball-governor", known);
}

Test(published, section_10_epicyclic_gears)
{
    const double alpha = 0.23044349870293232;
    const struct known known[] = {
        {1.0, "arm.omega", alpha, 1e-15},
        {10.0, "arm.omega", 10.0 * alpha, 1e-14},
        {10.0, "planet.omega", -10.0 * alpha * (1.0 + 18.0 / 42.0), 1e-14},
        {10.0, "sun.omega", 20.0 * alpha * (1.0 + 42.0 / 18.0), 1e-13},
        {.output = NULL},
    };

    expect_known("epicyclic-gears", known);
}

Test(published, section_9_iltis_suspension)
{
    static const struct known known[] = {
        {0.1, "wheel.z", 0.35693119, 5.5e-9},    {1.0, "wheel.z", 0.35690199, 5.5e-9},
        {1.0, "wheel.x", -0.00001434, 5.1e-9},   {1.0, "wheel.y", -0.61519874, 5.1e-9},
        {1.0, "shock.length", 0.440023, 5.1e-7}, {3.2, "wheel.z", 0.41851675, 5.5e-9},
        {3.5, "wheel.z", 0.43100401, 5.5e-9},    {4.0, "wheel.z", 0.35658451, 5.5e-9},
        {6.0, "wheel.z", 0.35690199, 5.5e-9},    {.output = NULL},
    };

    expect_known("iltis-suspension", known);
}

/* marques2017 Table 6: centres and Euler parameters of the four bodies, to the printed digit */
Test(published, marques2017_table_6_start_of_the_four_bodies)
{
    static const double table[4][7] = {
        {0.0, -0.4155, 0.2655, 0.9934, 0.1143, 0.0, 0.0},   /* A-arm */
        {0.0, -0.6150, 0.3560, 1.0, 0.0, 0.0, 0.0},         /* wheel with hub and brake */
        {0.0, -0.3233, 0.5655, 0.9947, 0.1030, 0.0, 0.0},   /* leaf spring */
        {-0.14, -0.2590, 0.5655, 0.9959, 0.0902, 0.0, 0.0}, /* tie rod */
    };
    mb_model *model = check_model("iltis-suspension:bodies=printed");

    for (int j = 0; j < 28; j++)
        cr_expect(fabs(model->q0[j] - table[j / 7][j % 7]) < 5.1e-5, "%d: %g", j, model->q0[j]);
    mb_model_destroy(model);
}

/* Computed by another program: velocities and angular velocities in global axes, rows at
 * acceleration level, RK4 with h = 0.25 ms, positions and velocities projected after every step */
Test(published, marques2017_four_bodies_of_the_suspension, .timeout = 600)
{
    static const struct known closed[] = {
        {0.1, "wheel.x", -0.0000147678, 1e-9},
        {0.1, "wheel.z", 0.3569291047, 1e-9},
        {3.2, "wheel.z", 0.4185140833, 1e-8},
        {.output = NULL},
    };
    static const struct known printed[] = {
        {0.1, "wheel.x", -0.0000004713, 1e-9},
        {0.1, "wheel.z", 0.3569296723, 1e-9},
        {1.0, "wheel.x", 0.0003227096, 1e-9},
        {3.2, "wheel.z", 0.4185148696, 1e-8},
        {.output = NULL},
    };

    expect_known("iltis-suspension:bodies=closed", closed);
    expect_known("iltis-suspension:bodies=printed", printed);
}

/* Leaf and tie rod as bodies of mass m: the motion is off that without their masses in proportion
 * to m. */
Test(published, marques2017_four_bodies_near_the_two_by_a_share_of_the_light_mass, .timeout = 600)
{
    static const char *const spec[] = {"iltis-suspension", "iltis-suspension:bodies=closed,light=1",
                                       "iltis-suspension:bodies=closed",
                                       "iltis-suspension:bodies=closed,light=0.01"};
    static const double at[] = {0.1, 1.0};
    double z[4][2];

    for (int m = 0; m < 4; m++) {
        struct run run = begin_until(spec[m], at[1]);

        for (int k = 0; k < 2; k++)
            z[m][k] = value_at(&run, at[k], "wheel.z");
        end(&run);
    }
    for (int k = 0; k < 2; k++)
        for (int m = 1; m < 3; m++)
            cr_expect(fabs(log10((z[m][k] - z[0][k]) / (z[m + 1][k] - z[0][k])) - 1.0) < 0.05,
                      "%g s: %g m, %g m", at[k], z[m][k] - z[0][k], z[m + 1][k] - z[0][k]);
}

Test(published, section_21_heavy_top)
{
    static const struct known known[] = {
        {0.1, "com.x", 0.4212966589, 5.1e-11},
        {0.1, "com.y", 0.8945719743, 5.1e-11},
        {0.1, "com.z", -0.1491647006, 5.1e-11},
        {1.0, "com.x", 0.1733439641, 5.1e-11},
        {1.0, "com.y", 0.6400885921, 5.1e-11},
        {1.0, "com.z", -0.7484907911, 5.1e-11},
        {.output = NULL},
    };

    expect_known("heavy-top", known);
}

/* References: published and independently computed values (mechanisms.md, by section; the papers),
 * constraints and energy along them, half the step. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/chain.h"
#include "problems/references/reference.h"
#include "tests/fixtures/problem_checks.h"

struct run {
    mb_model *model;
    mb_arena *arena;
    mb_reference_run *reference;
};

static struct run begin(const char *spec)
{
    struct run run = {.model = check_model(spec), .arena = mb_arena_create()};

    cr_assert(mb_reference_start(run.model, run.arena, &run.reference, NULL) == MB_OK);
    return run;
}

static void end(struct run *run)
{
    mb_arena_destroy(run->arena);
    mb_model_destroy(run->model);
}

static int output_index(const mb_model *model, const char *name)
{
    for (int k = 0; k < model->noutputs; k++)
        if (strcmp(model->outputs[k].name, name) == 0)
            return k;
    cr_assert(false, "no output %s", name);
    return 0;
}

static double value_at(struct run *run, double t, const char *name)
{
    double out[CHECK_OUTPUTS];

    mb_reference_reset(run->reference);
    mb_reference_at(run->reference, t, out);
    return out[output_index(run->model, name)];
}

/* Rate by a five-point difference */
static double rate_at(struct run *run, double t, const char *name)
{
    const double h = 2e-4;

    return (8.0 * (value_at(run, t + h, name) - value_at(run, t - h, name)) -
            (value_at(run, t + 2.0 * h, name) - value_at(run, t - 2.0 * h, name))) /
           (12.0 * h);
}

#define EXPECT_VALUE(run, t, name, value, tolerance)                                               \
    do {                                                                                           \
        double is_ = value_at(run, t, name);                                                       \
        cr_expect(fabs(is_ - (value)) <= (tolerance), "%s at %g is %.16g, published %.16g", name,  \
                  (double)(t), is_, (double)(value));                                              \
    } while (0)

#define EXPECT_RATE(run, t, name, value, tolerance)                                                \
    do {                                                                                           \
        double is_ = rate_at(run, t, name);                                                        \
        cr_expect(fabs(is_ - (value)) <= (tolerance),                                              \
                  "rate of %s at %g is %.16g, published %.16g", name, (double)(t), is_,            \
                  (double)(value));                                                                \
    } while (0)

static double start_energy(const mb_model *m)
{
    return m->ops->kinetic(m, m->q0, m->v0) + m->ops->potential(m, m->t0, m->q0);
}

/* ---- values, by section of mechanisms.md; tolerances are half a unit of the last printed digit --
 */

Test(published, section_1_marques2017_table_1_start)
{
    struct run run = begin("four-bar");
    const double *q = run.model->q0;

    cr_expect(fabs(q[2] - 1.0472) < 5e-5 && fabs(q[0] - 0.5) < 1e-12 && fabs(q[1] - 0.8660) < 5e-5);
    cr_expect(fabs(q[3] - 2.82352141) < 5e-9 && fabs(q[4] - 2.55349445) < 5e-9);
    cr_expect(fabs(q[6] - 3.57352141) < 5e-9 && fabs(q[7] - 1.68746904) < 5e-9);
    cr_expect(q[5] == 0.4232455982985232 && q[8] == 1.0042031595910081);
    cr_expect(fabs(start_energy(run.model) - 101.27667231799965) < 2e-14 * 101.3);
    end(&run);
}

Test(published, section_1_four_bar)
{
    struct run run = begin("four-bar");

    EXPECT_VALUE(&run, 0.5, "crank.angle", 0.5875022170, 5.1e-11);
    EXPECT_RATE(&run, 0.5, "crank.angle", -2.607515039, 6e-10);
    EXPECT_VALUE(&run, 1.0, "crank.angle", 0.0572333467, 5.1e-11);
    EXPECT_RATE(&run, 1.0, "crank.angle", -0.307060061, 6e-10);
    EXPECT_VALUE(&run, 10.0, "crank.angle", -0.4808978795, 5.1e-11);
    EXPECT_RATE(&run, 10.0, "crank.angle", 3.153390585, 6e-10);
    EXPECT_VALUE(&run, 10.0, "coupler.angle", 2.328065834, 5.1e-10);
    EXPECT_VALUE(&run, 10.0, "follower.angle", 2.623266669, 5.1e-10);
    end(&run);
}

Test(published, section_2_double_four_bar)
{
    struct run run = begin("double-four-bar");

    EXPECT_VALUE(&run, 1.0, "P1.x", -0.1950203019494351, 1e-13);
    EXPECT_VALUE(&run, 1.0, "P1.y", -0.9807992056621738, 1e-13);
    EXPECT_RATE(&run, 1.0, "P1.x", -6.676678036881158, 1e-9);
    EXPECT_VALUE(&run, 5.0, "P1.x", -0.8113104610051074, 1e-12);
    EXPECT_VALUE(&run, 5.0, "P1.y", -0.5846155453489755, 1e-12);
    EXPECT_VALUE(&run, 10.0, "P1.x", 0.3284581115408154, 1e-12);
    EXPECT_VALUE(&run, 10.0, "P1.y", 0.944518538178601, 1e-12);
    EXPECT_RATE(&run, 10.0, "P1.x", 1.423051470206944, 1e-9);
    EXPECT_RATE(&run, 10.0, "P1.y", -0.494868845487043, 1e-9);
    EXPECT_VALUE(&run, 10.0, "Pn.x", 2.3284581115408154, 1e-12);
    end(&run);
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
    struct run run = begin("n-four-bar:N=2");

    EXPECT_VALUE(&run, 10.0, "P1.x", 0.3284581115408154, 1e-12);
    EXPECT_VALUE(&run, 10.0, "Pn.y", 0.944518538178601, 1e-12);
    cr_expect(run.model->nq == 6 && run.model->m == 5);
    end(&run);
}

Test(published, section_4_slider_crank_singular)
{
    const double period = 1.7705673187332012;
    static const double passage[] = {0.39173214, 1.27701579, 2.16229945};
    struct run run = begin("slider-crank-singular");
    double start[2], later[2];

    cr_expect(fabs(start_energy(run.model) - 13.603384190106699) < 1e-13);
    mb_reference_state(run.reference, 0.0, start);
    cr_expect(fabs(start[1] - 2.8284271247461903) < 1e-15);
    mb_reference_state(run.reference, period, later);
    cr_expect(fabs(later[0] - start[0] - 2.0 * M_PI) < 1e-13);
    EXPECT_VALUE(&run, 1.0, "P3.x", -1.9512883884, 5.1e-11);
    EXPECT_VALUE(&run, 10.0, "P2.x", -0.5308993097, 5.1e-11);
    EXPECT_VALUE(&run, 10.0, "P2.y", -0.8474349078, 5.1e-11);
    EXPECT_VALUE(&run, 10.0, "P3.x", -1.0617986194, 5.1e-11);
    for (int k = 0; k < 3; k++)
        cr_expect(value_at(&run, passage[k] - 6e-9, "P3.x") *
                      value_at(&run, passage[k] + 6e-9, "P3.x") <
                  0.0);
    end(&run);
}

Test(published, section_13_double_pendulum_welch)
{
    struct run run = begin("double-pendulum-welch");

    EXPECT_VALUE(&run, 10.0, "x1", 2.442731999867459, 2e-12);
    EXPECT_VALUE(&run, 10.0, "y1", -0.5320341876454222, 2e-12);
    EXPECT_VALUE(&run, 10.0, "theta1", 1.7852500275840645, 2e-12);
    EXPECT_VALUE(&run, 10.0, "x2", 6.714021238723097, 2e-12);
    EXPECT_VALUE(&run, 10.0, "y2", -2.7688787529410767, 2e-12);
    EXPECT_VALUE(&run, 10.0, "theta2", 2.3211864419454543, 2e-12);
    EXPECT_RATE(&run, 10.0, "theta2", -5.1062517704639337, 1e-9);
    end(&run);
}

/* The column is extrapolated from three steps: good to 2e-5. */
Test(published, welch2007_table_1_exact_column)
{
    static const char *const name[] = {"x1", "y1", "theta1", "x2", "y2", "theta2"};
    static const double value[] = {2.442731321386402, -0.5320361837114458, 1.785250865278673,
                                   6.714022138581226, -2.768879647789623,  2.321184918287540};
    static const double rate[] = {-0.1850743171218459, -0.8497262382156855, 0.3478591278120256,
                                  8.335026936186582,   7.637635013353624,   -5.106252716660437};
    struct run run = begin("double-pendulum-welch");

    for (int k = 0; k < 6; k++) {
        EXPECT_VALUE(&run, 10.0, name[k], value[k], 2e-5);
        EXPECT_RATE(&run, 10.0, name[k], rate[k], 2e-5);
    }
    end(&run);
}

Test(published, section_14_slider_crank_welch)
{
    static const double printed[] = {0.9851, -0.5236, 0.4256, 0.1000}; /* welch2007 eq. (75) */
    struct run run = begin("slider-crank-welch");

    for (int k = 0; k < 4; k++)
        cr_expect(fabs(run.model->q0[k] - printed[k]) < 5e-5);
    cr_expect(fabs(run.model->q0[2] - 0.4256388606531017) < 1e-15);
    EXPECT_VALUE(&run, 0.5, "theta", 0.17022089690, 5.1e-12);
    EXPECT_RATE(&run, 0.5, "theta", -4.9072689666, 1e-9);
    EXPECT_VALUE(&run, 10.0, "theta", -3.14097146872, 2e-11);
    EXPECT_RATE(&run, 10.0, "theta", -5.6874706639, 1e-9);
    end(&run);
}

Test(published, section_16_pendulum_bayo)
{
    struct run run = begin("pendulum-bayo");

    EXPECT_VALUE(&run, 10.0, "P.x", -0.483630105303596, 2e-14);
    EXPECT_VALUE(&run, 10.0, "P.y", -0.875272483998002, 2e-14);
    EXPECT_VALUE(&run, 100.0, "P.x", -0.457662688349912, 5e-13);
    EXPECT_VALUE(&run, 100.0, "P.y", -0.889125898673709, 5e-13);
    EXPECT_VALUE(&run, 1000.0, "P.x", 0.907625467773004, 1e-11);
    EXPECT_VALUE(&run, 1000.0, "P.y", 0.419780907438435, 1e-11);
    end(&run);
}

Test(published, section_17_double_pendulum_bayo)
{
    struct run run = begin("double-pendulum-bayo");

    EXPECT_VALUE(&run, 1.0, "theta1", -1.2077162382, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "theta2", -0.8143910231, 5.1e-11);
    EXPECT_VALUE(&run, 2.0, "theta1", -0.0827583068, 5.1e-11);
    EXPECT_VALUE(&run, 2.0, "theta2", 0.4073620749, 5.1e-11);
    EXPECT_VALUE(&run, 10.0, "theta1", -0.74440709, 5.1e-9);
    EXPECT_VALUE(&run, 10.0, "theta2", -14.34571973, 5.1e-9);
    end(&run);
}

Test(published, section_20_pendulum)
{
    struct run run = begin("pendulum");

    EXPECT_VALUE(&run, 1.0, "P.x", 0.9862917511318753, 1e-14);
    EXPECT_VALUE(&run, 1.0, "P.y", -0.1650108531255412, 1e-14);
    EXPECT_VALUE(&run, 5.0, "P.x", -0.9423054350437573, 1e-14);
    EXPECT_VALUE(&run, 5.0, "P.y", -0.3347543384140006, 1e-14);
    EXPECT_VALUE(&run, 10.0, "P.x", -0.2750874625761169, 1e-14);
    EXPECT_VALUE(&run, 10.0, "P.y", -0.9614192050991251, 1e-14);
    end(&run);
}

Test(published, section_7_five_bar_pendulum)
{
    struct run run = begin("five-bar-pendulum");

    EXPECT_VALUE(&run, 0.496, "tip.x", 2.746690168, 5.1e-10);
    EXPECT_VALUE(&run, 0.496, "tip.y", 1.466767187, 5.1e-10);
    EXPECT_VALUE(&run, 0.496, "tip.z", -1.240738373, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "tip.x", -0.281462407, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "tip.y", 0.020459763, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "tip.z", -3.349344851, 5.1e-10);
    end(&run);
}

Test(published, section_5_spatial_slider_crank)
{
    struct run run = begin("spatial-slider-crank");

    cr_expect(fabs(start_energy(run.model) + 0.757232394247686) < 1e-14);
    cr_expect(fabs(run.model->q0[15] - 0.14696938456699066) < 1e-16);
    EXPECT_VALUE(&run, 0.5, "slider.y", 0.1631053707, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "slider.y", 0.2107605516, 5.1e-11);
    EXPECT_VALUE(&run, 5.0, "slider.y", 0.2812580383, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "crank.omega", -10.102230646, 5.1e-10);
    end(&run);
}

Test(published, section_6_iftomm_slider_crank)
{
    struct run run = begin("iftomm-slider-crank");

    EXPECT_VALUE(&run, 0.1, "slider.x", 0.2267871886, 5.1e-11);
    EXPECT_VALUE(&run, 0.5, "slider.x", 0.1849526298, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "slider.x", 0.2117216614, 5.1e-11);
    EXPECT_VALUE(&run, 5.0, "slider.x", 0.2407195738, 1.01e-10); /* one unit: 0.24071957373 */
    end(&run);
}

Test(published, section_8_bricard)
{
    struct run run = begin("bricard");

    EXPECT_VALUE(&run, 1.0, "P3.x", 0.510501461, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "P3.y", -1.649167599, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "P3.z", 0.140123115, 5.1e-10);
    EXPECT_VALUE(&run, 2.0, "P3.x", -0.969340345, 5.1e-10);
    EXPECT_VALUE(&run, 2.0, "P3.y", -1.221246895, 5.1e-10);
    EXPECT_VALUE(&run, 2.0, "P3.z", 0.754278011, 5.1e-10);
    EXPECT_VALUE(&run, 5.0, "P3.x", 0.999999998, 5.1e-10);
    EXPECT_VALUE(&run, 5.0, "P3.y", -1.000067258, 5.1e-10);
    EXPECT_VALUE(&run, 5.0, "P3.z", 0.999932740, 5.1e-10);
    EXPECT_VALUE(&run, 10.0, "P3.x", 0.999999964, 5.1e-10);
    EXPECT_VALUE(&run, 10.0, "P3.y", -1.000269013, 5.1e-10);
    EXPECT_VALUE(&run, 10.0, "P3.z", 0.999730951, 5.1e-10);
    end(&run);
}

Test(published, section_19_flyball_governor)
{
    struct run run = begin("flyball-governor");

    cr_expect(fabs(start_energy(run.model) - 237.4139504415258) < 1e-12);
    EXPECT_VALUE(&run, 0.5, "slider.z", 0.7432494248, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "slider.z", 0.5014209224, 5.1e-11);
    EXPECT_VALUE(&run, 2.0, "slider.z", 0.5059092943, 5.1e-11);
    EXPECT_VALUE(&run, 10.0, "slider.z", 0.6196229171, 5.1e-11);
    end(&run);
}

Test(published, section_10_epicyclic_gears)
{
    struct run run = begin("epicyclic-gears");

    const double alpha = 0.23044349870293232;

    EXPECT_VALUE(&run, 1.0, "arm.omega", alpha, 1e-15);
    EXPECT_VALUE(&run, 10.0, "arm.omega", 10.0 * alpha, 1e-14);
    EXPECT_VALUE(&run, 10.0, "planet.omega", -10.0 * alpha * (1.0 + 18.0 / 42.0), 1e-14);
    EXPECT_VALUE(&run, 10.0, "sun.omega", 20.0 * alpha * (1.0 + 42.0 / 18.0), 1e-13);
    end(&run);
}

Test(published, section_9_iltis_suspension)
{
    struct run run = begin("iltis-suspension");

    EXPECT_VALUE(&run, 0.1, "wheel.z", 0.35693119, 5.5e-9);
    EXPECT_VALUE(&run, 1.0, "wheel.z", 0.35690199, 5.5e-9);
    EXPECT_VALUE(&run, 3.2, "wheel.z", 0.41851675, 5.5e-9);
    EXPECT_VALUE(&run, 3.5, "wheel.z", 0.43100401, 5.5e-9);
    EXPECT_VALUE(&run, 4.0, "wheel.z", 0.35658451, 5.5e-9);
    EXPECT_VALUE(&run, 6.0, "wheel.z", 0.35690199, 5.5e-9);
    EXPECT_VALUE(&run, 1.0, "wheel.x", -0.00001434, 5.1e-9);
    EXPECT_VALUE(&run, 1.0, "wheel.y", -0.61519874, 5.1e-9);
    EXPECT_VALUE(&run, 1.0, "shock.length", 0.440023, 5.1e-7);
    end(&run);
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
    struct run run = begin("iltis-suspension:bodies=printed");

    for (int j = 0; j < 28; j++)
        cr_expect(fabs(run.model->q0[j] - table[j / 7][j % 7]) < 5.1e-5, "%d: %g", j,
                  run.model->q0[j]);
    end(&run);
}

/* Computed by another program: velocities and angular velocities in global axes, rows at
 * acceleration level, RK4 with h = 0.25 ms, positions and velocities projected after every step */
Test(published, marques2017_four_bodies_of_the_suspension, .timeout = 600)
{
    struct run run = begin("iltis-suspension:bodies=closed");

    EXPECT_VALUE(&run, 0.1, "wheel.x", -0.0000147678, 1e-9);
    EXPECT_VALUE(&run, 0.1, "wheel.z", 0.3569291047, 1e-9);
    EXPECT_VALUE(&run, 3.2, "wheel.z", 0.4185140833, 1e-8);
    end(&run);
    run = begin("iltis-suspension:bodies=printed");
    EXPECT_VALUE(&run, 0.1, "wheel.x", -0.0000004713, 1e-9);
    EXPECT_VALUE(&run, 0.1, "wheel.z", 0.3569296723, 1e-9);
    EXPECT_VALUE(&run, 1.0, "wheel.x", 0.0003227096, 1e-9);
    EXPECT_VALUE(&run, 3.2, "wheel.z", 0.4185148696, 1e-8);
    end(&run);
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
        struct run run = begin(spec[m]);

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
    struct run run = begin("heavy-top");

    EXPECT_VALUE(&run, 0.1, "com.x", 0.4212966589, 5.1e-11);
    EXPECT_VALUE(&run, 0.1, "com.y", 0.8945719743, 5.1e-11);
    EXPECT_VALUE(&run, 0.1, "com.z", -0.1491647006, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "com.x", 0.1733439641, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "com.y", 0.6400885921, 5.1e-11);
    EXPECT_VALUE(&run, 1.0, "com.z", -0.7484907911, 5.1e-11);
    end(&run);
}

/* The squeezer with a rod that is a spring of bayo1996's stiffness: half the step; the
 * places without the rod's mass; a hundred times the stiffness changes little. */
Test(references, squeezer_on_a_stiff_spring, .timeout = 600)
{
    static const char *const rod[] = {"K4", "K6"};
    static const double beta[] = {16.04, 16.21};

    for (int k = 0; k < 2; k++) {
        double at[2][2];

        for (int stiff = 0; stiff < 2; stiff++)
            for (int half = 0; half < 2; half++) {
                char spec[MB_SPEC_SIZE];
                struct run run;
                mb_reference finer;
                mb_model model;
                double out[CHECK_OUTPUTS];

                snprintf(spec, sizeof spec, "andrews-squeezer:spring=%s,stiffness=%s", rod[k],
                         stiff ? "1e10" : "1e8");
                run = begin(spec);
                model = *run.model;
                finer = *model.reference;
                finer.step *= half ? 0.5 : 1.0;
                model.reference = &finer;
                cr_assert(mb_reference_start(&model, run.arena, &run.reference, NULL) == MB_OK);
                mb_reference_at(run.reference, 0.03, out);
                at[stiff][half] = out[0];
                end(&run);
            }
        cr_expect(fabs(at[0][0] - at[0][1]) < 1e-9 && fabs(at[1][0] - at[1][1]) < 1e-9);
        cr_expect(fabs(at[0][0] - beta[k]) < 5e-3, "%g", at[0][0]);
        cr_expect(fabs(at[0][0] - at[1][0]) < 1e-3, "%g", at[0][0] - at[1][0]);
    }
}

/* The spatial chain of five bars is the five-bar pendulum, whose reference is another one. */
Test(published, section_7_five_links_are_the_five_bar_pendulum)
{
    struct run run = begin("n-link-pendulum:N=5,dimension=spatial");

    EXPECT_VALUE(&run, 0.496, "tip.x", 2.746690168, 5.1e-10);
    EXPECT_VALUE(&run, 0.496, "tip.y", 1.466767187, 5.1e-10);
    EXPECT_VALUE(&run, 0.496, "tip.z", -1.240738373, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "tip.x", -0.281462407, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "tip.y", 0.020459763, 5.1e-10);
    EXPECT_VALUE(&run, 1.0, "tip.z", -3.349344851, 5.1e-10);
    end(&run);
}

/* Accelerations of the recursion in joint angles against the closed equations in absolute angles */
Test(references, planar_chains_agree_with_the_equations_in_absolute_angles)
{
    unsigned long long seed = 11;

    for (int n = 1; n <= MB_CHAIN_MAX; n++) {
        double y[2 * MB_CHAIN_MAX], ydot[2 * MB_CHAIN_MAX], absolute[2 * MB_CHAIN_MAX],
            expected[2 * MB_CHAIN_MAX], sum = 0.0;
        char spec[MB_SPEC_SIZE];
        mb_model *model;

        snprintf(spec, sizeof spec, "n-link-pendulum:N=%d", n);
        model = check_model(spec);
        for (int k = 0; k < 2 * n; k++)
            y[k] = 2.0 * check_random(&seed);
        for (int k = 0; k < n; k++) { /* from down */
            absolute[k] = (k ? absolute[k - 1] : M_PI_2) + y[k];
            absolute[n + k] = (k ? absolute[n + k - 1] : 0.0) + y[n + k];
        }
        mb_chain_rate(n, 9.81, absolute, expected);
        model->reference->rate(model, 0.0, y, ydot);
        for (int k = 0; k < n; k++) {
            sum += ydot[n + k];
            cr_expect(fabs(sum - expected[n + k]) < 1e-11 * (1.0 + fabs(expected[n + k])),
                      "%d links, link %d: %g", n, k + 1, sum - expected[n + k]);
        }
        mb_model_destroy(model);
    }
}

/* ---- every reference -----------------------------------------------------------------------*/

Test(references, begin_at_the_start_of_the_model)
{
    for (int s = 0; check_spec(s); s++) {
        mb_model *model = check_model(check_spec(s));
        double out[CHECK_OUTPUTS], expected[CHECK_OUTPUTS];
        mb_reference_run *reference;
        mb_arena *arena = mb_arena_create();

        if (model->reference) {
            cr_assert(mb_reference_start(model, arena, &reference, NULL) == MB_OK);
            mb_reference_at(reference, model->t0, out);
            model->ops->outputs(model, model->t0, model->q0, model->v0, NULL, NULL, expected);
            for (int k = 0; k < model->noutputs; k++)
                if (model->outputs[k].compared)
                    cr_expect(fabs(out[k] - expected[k]) < 1e-14 * fmax(1.0, model->scale) * 2.0,
                              "%s: %s", check_spec(s), model->outputs[k].name);
                else
                    cr_expect(isnan(out[k]), "%s: %s", check_spec(s), model->outputs[k].name);
            cr_expect(model->reference->method && model->reference->horizon > 0.0);
        } else {
            cr_expect(mb_reference_start(model, arena, &reference, NULL) == MB_FAILURE);
        }
        mb_arena_destroy(arena);
        mb_model_destroy(model);
    }
}

/* The problems' references, each once: in euler it is that of body. */
static mb_model *model_with_reference(int s)
{
    mb_model *model = check_model(check_spec(s));

    if (model->reference && strcmp(model->coordinates, "euler") != 0)
        return model;
    mb_model_destroy(model);
    return NULL;
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
    for (int s = 0; check_spec(s); s++) {
        mb_model *model = model_with_reference(s);
        mb_reference_run *run, *dense;
        mb_arena *arena = mb_arena_create();
        double a[CHECK_OUTPUTS], b[CHECK_OUTPUTS], step;

        if (model) {
            step = model->reference->step;
            cr_assert(mb_reference_start(model, arena, &run, NULL) == MB_OK);
            cr_assert(mb_reference_start(model, arena, &dense, NULL) == MB_OK);
            cr_assert(mb_reference_expect(dense, 0.05 * step, arena, NULL) == MB_OK);
            for (int k = 0; k < 160; k++) {
                double t = model->t0 + k / 40 * 0.2 * model->t_end + 0.05 * step * (k % 40 + 0.3);

                mb_reference_at(run, t, a);
                mb_reference_at(dense, t, b);
                expect_within_bound(model, t, dense, b, run, a);
            }
        }
        mb_arena_destroy(arena);
        mb_model_destroy(model);
    }
}

/* The truth is the same with steps of a quarter; the steps under test are the problem's own and
 * ones far too long. */
Test(references, the_bound_covers_the_error_at_any_step, .timeout = 600)
{
    static const double factor[] = {1.0, 3.0, 8.0, 40.0};
    enum { STEPS = sizeof factor / sizeof *factor };

    for (int s = 0; check_spec(s); s++) {
        mb_model *model = model_with_reference(s), changed[STEPS + 1];
        mb_reference reference[STEPS + 1];
        mb_reference_run *run[STEPS + 1];
        mb_arena *arena = mb_arena_create();
        double end = model ? fmin(model->reference->horizon, 800.0 * model->reference->step) : 0.0;

        for (int k = 0; model && k <= STEPS; k++) {
            changed[k] = *model;
            reference[k] = *model->reference;
            reference[k].step *= k < STEPS ? factor[k] : 0.25;
            changed[k].reference = &reference[k];
            cr_assert(mb_reference_start(&changed[k], arena, &run[k], NULL) == MB_OK);
        }
        for (int i = 1; model && i <= 50; i++) {
            double truth[CHECK_OUTPUTS], value[CHECK_OUTPUTS], t = 0.02 * i * end;

            mb_reference_at(run[STEPS], t, truth);
            for (int k = 0; k < STEPS; k++) {
                mb_reference_at(run[k], t, value);
                expect_within_bound(&changed[k], t, run[k], value, run[STEPS], truth);
            }
        }
        mb_arena_destroy(arena);
        mb_model_destroy(model);
    }
}

/* What the steps were chosen for: values good to 1e-8 up to the declared horizon; where forces
 * break, to 4e-6 m. */
Test(references, are_good_to_1e_8_up_to_the_horizon, .timeout = 600)
{
    for (int s = 0; check_spec(s); s++) {
        mb_model *model = model_with_reference(s);
        double out[CHECK_OUTPUTS], good;
        mb_arena *arena = mb_arena_create();
        mb_reference_run *run;

        if (model) {
            good = strcmp(model->problem->name, "iltis-suspension") == 0 ? 4e-6 : 1e-8;
            cr_assert(mb_reference_start(model, arena, &run, NULL) == MB_OK);
            mb_reference_at(run, model->reference->horizon, out);
            cr_expect(mb_reference_horizon(run) == model->reference->horizon, "%s: %g s",
                      check_spec(s), mb_reference_horizon(run));
            for (int j = 0; j < model->noutputs; j++)
                if (model->outputs[j].compared)
                    cr_expect(mb_reference_bound(run, j) > 0.0 &&
                                  mb_reference_bound(run, j) <= good,
                              "%s: %s %g", check_spec(s), model->outputs[j].name,
                              mb_reference_bound(run, j));
        }
        mb_arena_destroy(arena);
        mb_model_destroy(model);
    }
}

/* A run of the problem with another step of the reference */
static struct run begin_with_step(const char *spec, double step, mb_reference *reference)
{
    struct run run = begin(spec);

    *reference = *run.model->reference;
    reference->step = step;
    run.model->reference = reference;
    cr_assert(mb_reference_start(run.model, run.arena, &run.reference, NULL) == MB_OK);
    return run;
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
        {"flyball-governor", "slider.z", 10.0, 0.6196229171, 1e-10},
        {"heavy-top", "com.z", 1.0, -0.7484907911, 1e-10},
        {"iltis-suspension", "wheel.z", 6.0, 0.35690199, 1e-8},
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

/* Coordinates of a model from its reference's minimal coordinates and outputs; false where they do
 * not follow without its geometry */
static bool coordinates(const mb_model *model, const double *y, const double *out, double *q)
{
    const char *name = model->problem->name;

    if (strcmp(name, "four-bar") == 0) {
        const double start[3][2] = {{0.0, 0.0}, {2.0 * cos(y[0]), 2.0 * sin(y[0])}, {2.5, 0.0}};

        for (int k = 0; k < 3; k++) {
            q[3 * k] = start[k][0] + (k ? 2.0 : 1.0) * cos(y[k]);
            q[3 * k + 1] = start[k][1] + (k ? 2.0 : 1.0) * sin(y[k]);
            q[3 * k + 2] = y[k];
        }
    } else if (strstr(name, "four-bar")) {
        for (int i = 0; i < model->nq; i += 2) {
            q[i] = 0.5 * i + out[0];
            q[i + 1] = out[1];
        }
    } else if (strcmp(name, "n-link-pendulum") == 0) {
        double angle = 0.0;

        for (int k = 0; k < model->nq / 2; k++) {
            angle += y[k];
            q[2 * k] = (k ? q[2 * k - 2] : 0.0) + cos(angle);
            q[2 * k + 1] = (k ? q[2 * k - 1] : 0.0) + sin(angle);
        }
    } else if (strcmp(name, "double-pendulum-bayo") == 0) {
        for (int k = 0; k < model->nq / 2; k++) {
            q[2 * k] = (k ? q[2 * k - 2] : 0.0) + sin(y[k]);
            q[2 * k + 1] = (k ? q[2 * k - 1] : 0.0) - cos(y[k]);
        }
    } else if (strcmp(name, "triple-pendulum") == 0) {
        double x = 0.0, up = 0.0;

        for (int k = 0; k < 3; k++) {
            q[3 * k] = x + 0.15 * sin(y[k]);
            q[3 * k + 1] = up - 0.15 * cos(y[k]);
            q[3 * k + 2] = y[k] - M_PI_2;
            x += 0.3 * sin(y[k]);
            up -= 0.3 * cos(y[k]);
        }
    } else if (model->nq > model->noutputs) {
        return false;
    } else if (strcmp(name, "andrews-squeezer") == 0) {
        /* all angles but that of a rod that is a spring */
        const int rod[] = {-1, 3, 5}, spring = (int)mb_model_param(model, "spring");

        for (int k = 0, i = 0; k < model->noutputs; k++)
            if (k != rod[spring])
                q[i++] = out[k];
    } else {
        memcpy(q, out, (size_t)model->nq * sizeof *q); /* outputs are the coordinates */
    }
    return true;
}

/* Position and velocity on the reference at a time; times in steps of h for a five-point rule */
static bool on_reference(const mb_model *model, mb_reference_run *run, double t, double h,
                         double *q, double *v)
{
    double y[CHECK_N], out[CHECK_OUTPUTS], at[5][CHECK_N];

    for (int p = 0; p < 5; p++) {
        mb_reference_at(run, t + (p - 2) * h, out);
        mb_reference_state(run, t + (p - 2) * h, y);
        if (!coordinates(model, y, out, at[p]))
            return false;
    }
    memcpy(q, at[2], (size_t)model->nq * sizeof *q);
    for (int j = 0; j < model->nv; j++)
        v[j] = (8.0 * (at[3][j] - at[1][j]) - (at[4][j] - at[0][j])) / (12.0 * h);
    return true;
}

Test(references, satisfy_the_constraints_and_keep_the_energy, .timeout = 600)
{
    for (int s = 0; check_spec(s); s++) {
        mb_model *model = check_model(check_spec(s));
        const double h = fmin(1e-4, 1e-5 * model->t_end);
        double energy = start_energy(model), last;
        mb_arena *arena = mb_arena_create();
        mb_reference_run *run;

        /* the places of spatial bodies do not follow from the outputs */
        if (strcmp(model->coordinates, "body") == 0 || strcmp(model->coordinates, "euler") == 0) {
            mb_arena_destroy(arena);
            mb_model_destroy(model);
            continue;
        }
        last = model->reference ? fmin(model->t_end, model->reference->horizon) : 0.0;
        if (model->reference)
            cr_assert(mb_reference_start(model, arena, &run, NULL) == MB_OK);
        for (int k = 1; last > 0.0 && k <= 50; k++) {
            static double d[CHECK_NN];
            double q[CHECK_N], v[CHECK_N], phi[CHECK_N], t = last * k / 50.0, now, kinetic;

            if (!on_reference(model, run, t, h, q, v))
                break;
            model->ops->phi(model, t, q, phi);
            cr_expect(check_norm(model->mh, phi) < 1e-12, "%s: Phi %g", check_spec(s),
                      check_norm(model->mh, phi));
            model->ops->jacobian(model, t, q, d);
            mb_phidot(model, t, q, v, d, phi);
            cr_expect(check_norm(model->m, phi) < 1e-8 * (1.0 + check_norm(model->nv, v)),
                      "%s: D v + Phi_t %g", check_spec(s), check_norm(model->m, phi));
            kinetic = model->ops->kinetic(model, q, v);
            now = kinetic + model->ops->potential(model, t, q);
            if (model->traits & MB_CONSERVATIVE)
                cr_expect(fabs(now - energy) < 1e-8 * (1.0 + fabs(energy) + kinetic),
                          "%s: energy %g", check_spec(s), now - energy);
        }
        mb_arena_destroy(arena);
        mb_model_destroy(model);
    }
}

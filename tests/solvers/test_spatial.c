/* SPDX-License-Identifier: MIT */
/* Spatial mechanisms in motion, by two formulations and in all kinds of coordinates: observed
 * orders, agreement of the coordinates, the values of mechanisms.md, counts. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/probe.h"

enum { LAGRANGE, AUGMENTED, FORMULATIONS };

/* Spec of a formulation with rk4 and a step */
static const char *spec(int formulation, double h)
{
    static char text[2][MB_SPEC_SIZE];

    snprintf(text[formulation], sizeof *text,
             formulation == LAGRANGE
                 ? "lagrange/rk4:h=%.17g"
                 : "augmented-lagrangian:alpha=1e5,omega=10,xi=1/rk4:h=%.17g/mass-orthogonal",
             h);
    return text[formulation];
}

typedef probe probing(const char *, const char *, double);

static probe by(probing *act, const char *problem, const char *coordinates, int formulation,
                double h, double t_end)
{
    char name[MB_SPEC_SIZE];
    probe p;

    snprintf(name, sizeof name, "%s:coordinates=%s", problem, coordinates);
    p = act(name, spec(formulation, h), t_end);
    cr_assert(p.status == MB_OK, "%s, %s: %s", name, spec(formulation, h), p.error.text);
    return p;
}

static probe held(const char *problem, const char *coordinates, int formulation, double h,
                  double t_end)
{
    return by(probe_run, problem, coordinates, formulation, h, t_end);
}

static probe run(const char *problem, const char *coordinates, int formulation, double h,
                 double t_end)
{
    return by(probe_alone, problem, coordinates, formulation, h, t_end);
}

/* Steps at which the error is far above round-off; `close` where all coordinates agree to 1e-9 */
static const struct {
    const char *problem;
    double h, close;
    bool redundant, conservative, natural;
} mechanism[] = {
    {"heavy-top", 2e-3, 4e-5, false, true, false},
    {"five-bar-pendulum", 2e-3, 1e-3, false, true, true},
    {"spatial-slider-crank", 1e-3, 5e-5, false, true, false},
    {"iftomm-slider-crank", 2e-3, 2e-4, false, true, false},
    {"bricard", 2e-3, 2e-4, true, true, true},
    {"three-link-pendulum", 4e-3, 1e-3, false, true, false},
    {"flyball-governor", 1e-4, 5e-5, false, false, false},
    {"iltis-suspension", 2e-3, 1e-3, false, false, false},
    {"rotary-pendulum", 1e-3, 4e-5, false, true, false},
};
static const int nmechanisms = sizeof mechanism / sizeof *mechanism;

static const char *const coordinates[] = {"body", "euler", "natural"};

static int kinds(int k)
{
    return mechanism[k].natural ? 3 : 2;
}

static double order(double coarse, double fine)
{
    cr_assert(isfinite(coarse) && isfinite(fine) && fine > 0.0);
    return log2(coarse / fine);
}

Test(spatial, rk4_keeps_its_order_in_error_and_energy, .timeout = 600)
{
    for (int k = 0; k < nmechanisms; k++)
        for (int c = 0; c < kinds(k); c++)
            for (int f = mechanism[k].redundant ? AUGMENTED : LAGRANGE; f < FORMULATIONS; f++) {
                const char *name = mechanism[k].problem;
                probe coarse = held(name, coordinates[c], f, mechanism[k].h, 0.4);
                probe fine = held(name, coordinates[c], f, 0.5 * mechanism[k].h, 0.4);
                double error = order(coarse.error_max, fine.error_max);
                double energy = order(coarse.drift_max, fine.drift_max);

                cr_expect(error > 3.6, "%s, %s, %s: order %.2f of the error", name, coordinates[c],
                          spec(f, mechanism[k].h), error);
                if (mechanism[k].conservative)
                    cr_expect(energy > 3.5, "%s, %s, %s: order %.2f of the energy", name,
                              coordinates[c], spec(f, mechanism[k].h), energy);
            }
}

Test(spatial, all_coordinates_give_the_same_motion, .timeout = 600)
{
    for (int k = 0; k < nmechanisms; k++) {
        const int f = mechanism[k].redundant ? AUGMENTED : LAGRANGE;
        probe body = run(mechanism[k].problem, "body", f, mechanism[k].close, 0.5);
        int n = 0;

        for (int j = 0; j < PROBE_OUTPUTS; j++)
            n += body.outputs[j] != 0.0;
        cr_expect(n > 0);
        for (int c = 1; c < kinds(k); c++) {
            probe other = run(mechanism[k].problem, coordinates[c], f, mechanism[k].close, 0.5);

            for (int j = 0; j < n; j++)
                cr_expect(fabs(body.outputs[j] - other.outputs[j]) <
                              1e-9 * fmax(1.0, fabs(body.outputs[j])),
                          "%s: output %d is %.12g in body, %.12g in %s", mechanism[k].problem, j,
                          body.outputs[j], other.outputs[j], coordinates[c]);
            /* a constant of integration apart, energies are equal too */
            cr_expect(fabs(body.energy - other.energy) < 1e-12 * (1.0 + fabs(body.energy)), "%s",
                      mechanism[k].problem);
        }
    }
}

/* Angles of the rotary pendulum, singular for none of these */
Test(spatial, rotary_pendulum_moves_alike_in_angles_and_in_bodies, .timeout = 600)
{
    for (int f = LAGRANGE; f < FORMULATIONS; f++) {
        const double h = 4e-5, t_end = 1.0;
        probe angles = run("rotary-pendulum", "angles", f, h, t_end);

        for (int c = 0; c < 2; c++) {
            probe other = held("rotary-pendulum", coordinates[c], f, h, t_end);

            for (int j = 0; j < 2; j++) {
                cr_expect(fabs(other.outputs[j] - angles.outputs[j]) < 1e-9, "%s: %.12g, %.12g",
                          coordinates[c], other.outputs[j], angles.outputs[j]);
                cr_expect(fabs(other.rates[j] - angles.rates[j]) < 1e-7, "%s", coordinates[c]);
            }
            cr_expect(other.error_max < 1e-9, "%g", other.error_max);
        }
    }
}

/* Values of mechanisms.md, met by a run with h and one with h/2, extrapolated at order 4 */
struct value {
    const char *problem, *output;
    double t, value, tolerance, h;
};

static const struct value published[] = {
    {"heavy-top", "com.x", 0.1, 0.4212966589, 5.1e-11, 1e-4},
    {"heavy-top", "com.z", 1.0, -0.7484907911, 5.1e-11, 5e-5},
    {"spatial-slider-crank", "slider.y", 0.5, 0.1631053707, 5.1e-11, 2e-4},
    {"spatial-slider-crank", "slider.y", 1.0, 0.2107605516, 5.1e-11, 2e-4},
    {"spatial-slider-crank", "crank.omega", 1.0, -10.102230646, 2e-9, 2e-4},
    {"iftomm-slider-crank", "slider.x", 0.5, 0.1849526298, 5.1e-11, 1e-3},
    {"iftomm-slider-crank", "slider.x", 1.0, 0.2117216614, 5.1e-11, 5e-4},
    {"five-bar-pendulum", "tip.x", 0.496, 2.746690168, 5.1e-10, 1e-3},
    {"five-bar-pendulum", "tip.y", 1.0, 0.020459763, 5.1e-10, 1e-3},
    {"five-bar-pendulum", "tip.z", 1.0, -3.349344851, 5.1e-10, 1e-3},
    {"flyball-governor", "slider.z", 0.5, 0.7432494248, 5.1e-11, 1e-4},
    {"flyball-governor", "slider.z", 1.0, 0.5014209224, 5.1e-11, 1e-4},
    {"epicyclic-gears", "arm.omega", 1.0, 0.23044349870293232, 1e-11, 1e-2},
    {"epicyclic-gears", "sun.omega", 1.0, 1.5362899913528821, 1e-10, 1e-2},
    {"iltis-suspension", "wheel.z", 0.1, 0.35693119, 5.1e-9, 2e-3},
    {"iltis-suspension", "wheel.z", 1.0, 0.35690199, 5.1e-9, 2e-3},
    {"bricard", "P3.x", 1.0, 0.510501461, 5.1e-10, 5e-4},
    {"bricard", "P3.y", 1.0, -1.649167599, 5.1e-10, 5e-4},
    {"bricard", "P3.z", 1.0, 0.140123115, 5.1e-10, 5e-4},
};

Test(spatial, mechanisms_md_values_by_two_formulations, .timeout = 600)
{
    for (size_t k = 0; k < sizeof published / sizeof *published; k++)
        for (int f = LAGRANGE; f < FORMULATIONS; f++) {
            const struct value *v = &published[k];
            probe coarse, fine;
            double is;

            if (f == LAGRANGE && strcmp(v->problem, "bricard") == 0)
                continue;
            coarse = run(v->problem, "body", f, v->h, v->t);
            fine = run(v->problem, "body", f, 0.5 * v->h, v->t);
            is = (16.0 * probe_output(v->problem, &fine, v->output) -
                  probe_output(v->problem, &coarse, v->output)) /
                 15.0;
            cr_expect(fabs(is - v->value) <= v->tolerance, "%s at %g by %s: %.12g, not %.12g",
                      v->output, v->t, spec(f, v->h), is, v->value);
        }
}

/* Sections 7 and 8 of mechanisms.md in natural coordinates */
Test(spatial, mechanisms_md_values_in_natural_coordinates, .timeout = 600)
{
    static const struct {
        const char *problem, *output[3];
        double t, value[3], h;
    } place[] = {
        {"five-bar-pendulum",
         {"tip.x", "tip.y", "tip.z"},
         0.496,
         {2.746690168, 1.466767187, -1.240738373},
         1e-3},
        {"five-bar-pendulum",
         {"tip.x", "tip.y", "tip.z"},
         1.0,
         {-0.281462407, 0.020459763, -3.349344851},
         1e-3},
        {"bricard", {"P3.x", "P3.y", "P3.z"}, 1.0, {0.510501461, -1.649167599, 0.140123115}, 5e-4},
        {"bricard", {"P3.x", "P3.y", "P3.z"}, 2.0, {-0.969340345, -1.221246895, 0.754278011}, 5e-4},
    };

    for (size_t k = 0; k < sizeof place / sizeof *place; k++)
        for (int f = strcmp(place[k].problem, "bricard") ? LAGRANGE : AUGMENTED; f < FORMULATIONS;
             f++) {
            probe coarse = run(place[k].problem, "natural", f, place[k].h, place[k].t);
            probe fine = run(place[k].problem, "natural", f, 0.5 * place[k].h, place[k].t);

            for (int axis = 0; axis < 3; axis++) {
                const char *name = place[k].output[axis];
                double is = (16.0 * probe_output(place[k].problem, &fine, name) -
                             probe_output(place[k].problem, &coarse, name)) /
                            15.0;

                cr_expect(fabs(is - place[k].value[axis]) <= 5.1e-10,
                          "%s at %g by %s: %.12g, not %.12g", name, place[k].t, spec(f, place[k].h),
                          is, place[k].value[axis]);
            }
        }
}

/* Quadratic rows and a constant M admit methods of second order that refuse body coordinates. */
Test(spatial, natural_coordinates_admit_hamiltonian_rattle_and_energy_momentum, .timeout = 600)
{
    static const char *const method[] = {"energy-momentum/newton", "rattle/newton",
                                         "hamiltonian/trapezoidal"};
    const char *const problem = "five-bar-pendulum:coordinates=natural";

    for (size_t k = 0; k < sizeof method / sizeof *method; k++) {
        char text[2][MB_SPEC_SIZE];
        probe coarse, fine;

        for (int i = 0; i < 2; i++)
            snprintf(text[i], sizeof *text, "%s:h=%g", method[k], i ? 2.5e-3 : 5e-3);
        coarse = probe_run(problem, text[0], 1.0);
        fine = probe_run(problem, text[1], 1.0);
        cr_assert(coarse.status == MB_OK && fine.status == MB_OK, "%s: %s %s", text[0],
                  coarse.error.text, fine.error.text);
        cr_expect(order(coarse.error_max, fine.error_max) > 1.9, "%s: order %.2f", text[0],
                  order(coarse.error_max, fine.error_max));
        cr_expect(probe_run("five-bar-pendulum", text[0], 1.0).status == MB_NOT_APPLICABLE, "%s",
                  text[0]);
    }
}

Test(spatial, energy_momentum_keeps_the_energy_in_natural_coordinates)
{
    probe p =
        probe_run("five-bar-pendulum:coordinates=natural", "energy-momentum/newton:h=1e-2", 1.0);

    cr_expect(p.status == MB_OK && p.drift_max < 1e-9, "%g J, %s", p.drift_max, p.error.text);
}

/* marques2017 Fig. 19: the wheel rides over the bump and the leaf spring meets its stop, with which
 * the wheel rises to 0.43100 m; without, higher */
Test(spatial, marques2017_fig_19_suspension_over_the_bump, .timeout = 600)
{
    for (int f = LAGRANGE; f < FORMULATIONS; f++) {
        probe p = run("iltis-suspension", "body", f, 2.5e-4, 3.5);

        cr_expect(fabs(probe_output("iltis-suspension", &p, "wheel.z") - 0.43100401) < 2e-7, "%.9g",
                  probe_output("iltis-suspension", &p, "wheel.z"));
        p = run("iltis-suspension", "euler", f, 5e-4, 6.0);
        cr_expect(fabs(probe_output("iltis-suspension", &p, "wheel.z") - 0.35690199) < 5.1e-9,
                  "%.9g", probe_output("iltis-suspension", &p, "wheel.z"));
    }
}

Test(spatial, bricard_passes_ten_seconds_with_redundant_rows_and_lagrange_says_why_not,
     .timeout = 600)
{
    probe p = held("bricard", "body", AUGMENTED, 1e-3, 10.0);

    cr_expect(p.error_max < 1e-6 && p.phi_max < 1e-13, "%g, %g", p.error_max, p.phi_max);
    p = probe_run("bricard", "lagrange/rk4:h=1e-3/none/dense", 1.0);
    cr_expect(p.status == MB_SINGULAR && strstr(p.error.text, "depend on each other"), "%s",
              p.error.text);
}

/* ---- counts --------------------------------------------------------------------------------- */

static const struct {
    const char *problem;
    int nq, nv, m, mh, rank;
} counts[] = {
    {"spatial-slider-crank", 21, 18, 17, 17, 17}, /* marques2017: 21 coordinates, 17 rows */
    {"spatial-slider-crank:coordinates=euler", 21, 21, 20, 20, 20},
    {"iftomm-slider-crank", 21, 18, 17, 17, 17},
    {"five-bar-pendulum", 35, 30, 25, 25, 25},                     /* marques2017: 35 and 25 */
    {"five-bar-pendulum:coordinates=natural", 30, 30, 25, 25, 25}, /* bayo1996: 30 and 25 */
    {"bricard", 35, 30, 30, 30, 29},                               /* one row too many for ever */
    {"bricard:coordinates=euler", 35, 35, 35, 35, 34},
    {"bricard:coordinates=natural", 24, 24, 24, 24, 23},
    {"epicyclic-gears", 49, 42, 41, 38, 41},
    {"epicyclic-gears:coordinates=euler", 49, 49, 48, 45, 48}, /* nada2023 Table 4 */
    {"three-link-pendulum", 21, 18, 11, 11, 11},               /* welch2007: dimension 11 */
    {"heavy-top", 7, 6, 3, 3, 3},
    {"heavy-top:coordinates=euler", 7, 7, 4, 4, 4},
    {"iltis-suspension", 14, 12, 11, 11, 11},
    {"iltis-suspension:bodies=printed", 28, 24, 19, 19, 19}, /* marques2017: 28 and 19 */
    {"iltis-suspension:bodies=closed", 28, 24, 22, 22, 22},  /* a fourth spherical joint */
    {"iltis-suspension:bodies=closed,coordinates=euler", 28, 28, 26, 26, 26},
    {"rotary-pendulum:coordinates=body", 14, 12, 10, 10, 10},
    {"rotary-pendulum:coordinates=euler", 14, 14, 12, 12, 12},
    {"n-link-pendulum:N=40,dimension=spatial", 280, 240, 200, 200, 200},
    {"n-link-pendulum:N=400,dimension=spatial", 2800, 2400, 2000, 2000, 2000},
    {"flyball-governor", 28, 24, 20, 20, 20},
};

Test(spatial, coordinates_rows_and_ranks)
{
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        mb_model *model;

        cr_assert(mb_model_create(counts[k].problem, &model, NULL) == MB_OK);
        cr_expect(model->nq == counts[k].nq && model->nv == counts[k].nv &&
                      model->m == counts[k].m && model->mh == counts[k].mh &&
                      model->rank == counts[k].rank,
                  "%s: nq %d, nv %d, m %d, mh %d, rank %d", counts[k].problem, model->nq, model->nv,
                  model->m, model->mh, model->rank);
        mb_model_destroy(model);
    }
}

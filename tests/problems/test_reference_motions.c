/* SPDX-License-Identifier: MIT */
/* Constraints and energy along references, and what is known of single ones by other means: chains
 * in other coordinates, springs that are nearly rigid. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/chain.h"
#include "tests/fixtures/models/reference_runs.h"

/* Coordinates q of a model from its reference's minimal coordinates y and outputs */

static void of_four_bar(const mb_model *model, const double *y, const double *out, double *q)
{
    const double start[3][2] = {{0.0, 0.0}, {2.0 * cos(y[0]), 2.0 * sin(y[0])}, {2.5, 0.0}};

    (void)model, (void)out;
    for (int k = 0; k < 3; k++) {
        q[3 * k] = start[k][0] + (k ? 2.0 : 1.0) * cos(y[k]);
        q[3 * k + 1] = start[k][1] + (k ? 2.0 : 1.0) * sin(y[k]);
        q[3 * k + 2] = y[k];
    }
}

static void of_loops(const mb_model *model, const double *y, const double *out, double *q)
{
    (void)y;
    for (int i = 0; i < model->nq; i += 2) {
        q[i] = 0.5 * i + out[0];
        q[i + 1] = out[1];
    }
}

static void of_links(const mb_model *model, const double *y, const double *out, double *q)
{
    double angle = 0.0;

    (void)out;
    for (int k = 0; k < model->nq / 2; k++) {
        angle += y[k];
        q[2 * k] = (k ? q[2 * k - 2] : 0.0) + cos(angle);
        q[2 * k + 1] = (k ? q[2 * k - 1] : 0.0) + sin(angle);
    }
}

static void of_double_pendulum(const mb_model *model, const double *y, const double *out, double *q)
{
    (void)out;
    for (int k = 0; k < model->nq / 2; k++) {
        q[2 * k] = (k ? q[2 * k - 2] : 0.0) + sin(y[k]);
        q[2 * k + 1] = (k ? q[2 * k - 1] : 0.0) - cos(y[k]);
    }
}

static void of_triple_pendulum(const mb_model *model, const double *y, const double *out, double *q)
{
    double x = 0.0, up = 0.0;

    (void)model, (void)out;
    for (int k = 0; k < 3; k++) {
        q[3 * k] = x + 0.15 * sin(y[k]);
        q[3 * k + 1] = up - 0.15 * cos(y[k]);
        q[3 * k + 2] = y[k] - M_PI_2;
        x += 0.3 * sin(y[k]);
        up -= 0.3 * cos(y[k]);
    }
}

/* Its outputs count angles from y towards x */
static void of_rods(const mb_model *model, const double *y, const double *out, double *q)
{
    (void)y;
    memcpy(q, out, (size_t)model->nq * sizeof *q);
    for (int k = 2; k < model->nq; k += 3)
        q[k] = M_PI_2 - out[k];
}

/* All angles but that of a rod that is a spring: beta, Theta, gamma, delta, epsilon, Phi, Omega */
static void of_angles(const mb_model *model, const double *y, const double *out, double *q)
{
    static const int order[] = {0, 1, 2, 4, 6, 3, 5};
    const int rod[] = {-1, 3, 5}, spring = (int)mb_model_param(model, "spring");

    (void)y;
    for (int k = 0, i = 0; k < model->noutputs; k++)
        if (order[k] != rod[spring])
            q[i++] = out[order[k]];
}

/* Of other planar mechanisms they are the outputs; where there are more of them they do not follow
 * without its geometry, nor do places of spatial bodies. */
static const struct {
    const char *problem;
    int most; /* coordinates at most, 0: any number */
    void (*coordinates)(const mb_model *model, const double *y, const double *out, double *q);
} known[] = {
    {"four-bar", 0, of_four_bar},
    {"double-four-bar", 0, of_loops},
    {"n-four-bar", 0, of_loops},
    {"n-link-pendulum", 0, of_links},
    {"double-pendulum-bayo", 0, of_double_pendulum},
    {"triple-pendulum", 0, of_triple_pendulum},
    {"double-pendulum-welch", 0, of_rods},
    {"andrews-squeezer", 7, of_angles},
};

static bool coordinates(const mb_model *model, const double *y, const double *out, double *q)
{
    if (strcmp(model->coordinates, "body") == 0)
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(model->problem->name, known[i].problem) == 0 &&
            (!known[i].most || model->nq <= known[i].most)) {
            known[i].coordinates(model, y, out, q);
            return true;
        }
    if (model->nq > model->noutputs)
        return false;
    memcpy(q, out, (size_t)model->nq * sizeof *q);
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
    EACH_REFERENCE(run)
    {
        const mb_model *model = run.model;
        const double h = fmin(1e-4, 1e-5 * model->t_end), energy = start_energy(model);
        const double last = fmin(model->t_end, model->reference->horizon);

        for (int k = 1; k <= 50; k++) {
            static double d[CHECK_NN];
            double q[CHECK_N], v[CHECK_N], phi[CHECK_N], t = last * k / 50.0, now, kinetic;

            if (!on_reference(model, run.reference, t, h, q, v))
                break;
            model->ops->phi(model, t, q, phi);
            cr_expect(check_norm(model->mh, phi) < 1e-12, "%s: Phi %g", check_name(model),
                      check_norm(model->mh, phi));
            model->ops->jacobian(model, t, q, d);
            mb_phidot(model, t, q, v, d, phi);
            cr_expect(check_norm(model->m, phi) < 1e-8 * (1.0 + check_norm(model->nv, v)),
                      "%s: D v + Phi_t %g", check_name(model), check_norm(model->m, phi));
            kinetic = model->ops->kinetic(model, q, v);
            now = kinetic + model->ops->potential(model, t, q);
            if (model->traits & MB_CONSERVATIVE)
                cr_expect(fabs(now - energy) < 1e-8 * (1.0 + fabs(energy) + kinetic),
                          "%s: energy %g", check_name(model), now - energy);
        }
    }
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

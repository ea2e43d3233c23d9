/* SPDX-License-Identifier: MIT */
/* Machines of all mechanism files and of elements that none has, in every kind of coordinates: D,
 * gamma and all tangents against differences, balance of power, rates of outputs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/derivative_checks.h"
#include "tests/fixtures/models/element_texts.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

static const struct {
    const char *file, *parameters;
} files[] = {
    {"andrews-squeezer", "spring=K4,stiffness=1000"},
    {"bricard", ""},
    {"cart-pole-light", "cart=0.3"},
    {"chaplygin-sleigh", ""},
    {"delta-robot", ""},
    {"door", ""},
    {"double-four-bar", ""},
    {"double-wishbone", ""},
    {"driven-crank", ""},
    {"epicyclic-gears", ""},
    {"dzhanibekov", ""},
    {"flyball-governor", ""},
    {"four-bar-spring", ""},
    {"iftomm-slider-crank", ""},
    {"iltis-suspension", ""},
    {"jansen-leg", ""},
    {"mass-ratio-chain", "ratio=3"},
    {"mcpherson-strut", ""},
    {"parallel-leg", "shin=15,heel=12"},
    {"peaucellier", ""},
    {"pendulum", ""},
    {"rolling-disc", "motion=wobbling"},
    {"rotary-pendulum", ""},
    {"rssr", ""},
    {"scissor-lift", ""},
    {"slider-crank-singular", ""},
    {"stewart-platform", ""},
    {"three-link-pendulum", ""},
    {"watt-six-bar", ""},
};

enum {
    FILES = sizeof files / sizeof *files,
    TEXTS = sizeof element_texts / sizeof *element_texts,
    KINDS = 4
};

/* Rolling, and a torque that turns with one body and acts on another, have no rows and forces that
 * are products of two lines, couples without a common measure no angle; what is here is refused. */
static bool natural_refuses(const mb_plain_mechanism *m, const char *name)
{
    static const char *const refused[] = {"rolling-disc", "text 2", "text 9", "text 10"};
    mb_error err = {MB_OK, ""};

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(refused[i], name) == 0) {
            cr_expect(!machine_try(m, "natural", &err) && strstr(err.text, "natural"), "%s: %s",
                      name, err.text);
            return true;
        }
    return false;
}

/* Runs over all of them in all kinds of coordinates: k from 0, NULL behind the last one. */
static mb_model *machine_at(int k, char *name, size_t size)
{
    static const char *const kinds[2][KINDS] = {{"reference-point", "natural", "mixed", "joint"},
                                                {"body", "euler", "natural", "joint"}};
    const int kind = k / (FILES + TEXTS), i = k % (FILES + TEXTS);
    const mb_plain_mechanism *m;
    const char *coordinates;
    mb_model *model;

    if (kind == KINDS)
        return NULL;
    if (i < FILES) {
        m = mb_declared(files[i].file, files[i].parameters, NULL);
        snprintf(name, size, "%s", m->name);
    } else {
        mb_messages messages;

        m = mb_declared_text(element_texts[i - FILES], "", &messages);
        cr_assert(m, "text %d, line %d: %s", i - FILES, messages.error[0].line,
                  messages.error[0].text);
        snprintf(name, size, "text %d", i - FILES);
    }
    coordinates = kinds[m->spatial][kind];
    if (!coordinates || (strcmp(coordinates, "natural") == 0 && natural_refuses(m, name)))
        return NULL;
    model = machine_model(m, coordinates);
    snprintf(name + strlen(name), size - strlen(name), " in %s", coordinates);
    return model;
}

#define EACH_MACHINE(model, name)                                                                  \
    for (int k_ = 0; k_ < KINDS * (FILES + TEXTS); k_++)                                           \
        for (mb_model *model = machine_at(k_, name, sizeof name); model;                           \
             mb_model_destroy(model), model = NULL)

Test(machine, derivatives_agree_with_differences, .timeout = 600, .fini = mb_declared_end)
{
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 1;
    char name[96];

    EACH_MACHINE(model, name)
    for (int k = 0; k < 2; k++) {
        check_random_state(model, &seed, 0.3 * fmin(model->scale, 1.0), q, v);
        check_derivatives(model, name, q, v, &seed);
    }
}

Test(machine, balances_power_and_rates_of_outputs, .timeout = 600, .fini = mb_declared_end)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N], q1[CHECK_N], v1[CHECK_N];
    double out[2][CHECK_OUTPUTS], rate[CHECK_OUTPUTS], energy[2];
    unsigned long long seed = 6;
    char name[96];

    EACH_MACHINE(model, name)
    {
        const double small = 1e-6 * fmin(model->scale, 1.0);
        double power = 0.0, gained;

        if (!check_admissible_state(model, &seed, 0.05 * fmin(model->scale, 1.0), q, v)) {
            cr_expect(false, "%s: no admissible state", name);
            continue;
        }
        check_motion(model, model->t0, q, v, a, lambda);
        for (int side = 0; side < 2; side++) {
            const double h = side ? -small : small;

            check_move(model, q, v, a, h, q1, v1);
            energy[side] = model->ops->kinetic(model, q1, v1) +
                           model->ops->potential(model, model->t0 + h, q1);
            model->ops->outputs(model, model->t0 + h, q1, v1, a, lambda, out[side]);
        }
        cr_expect(!(model->traits & MB_CONSERVATIVE) == (model->ops->power != NULL));
        if (model->ops->power)
            power = model->ops->power(model, model->t0, q, v, lambda);
        gained = (energy[0] - energy[1]) / (2.0 * small);
        cr_expect(fabs(gained - power) <= 1e-6 * (1.0 + fabs(energy[0]) + fabs(power)),
                  "%s: %g, not %g", name, gained, power);
        model->ops->output_rates(model, model->t0, q, v, a, lambda, rate);
        for (int j = 0; j < model->noutputs; j++) {
            double moved = out[0][j] - out[1][j];

            if (isnan(rate[j])) { /* multipliers have none */
                cr_expect(!model->outputs[j].compared, "%s: %s", name, model->outputs[j].name);
                continue;
            }
            if (model->outputs[j].wrapped)
                moved = remainder(moved, 2.0 * M_PI);
            moved /= 2.0 * small;
            cr_expect(fabs(rate[j] - moved) <= 1e-6 * (1.0 + fabs(moved)), "%s: %s is %g, not %g",
                      name, model->outputs[j].name, rate[j], moved);
        }
    }
}

/* The discrete gradients are exact differences, the same from both ends, and D and grad V where the
 * ends are one; also over a spring that goes slack. */
Test(machine, discrete_gradients_are_exact_differences, .timeout = 600, .fini = mb_declared_end)
{
    static double d[3][CHECK_NN];
    double q[2][CHECK_N], v[CHECK_N], step[CHECK_N], phi[2][CHECK_N], change[CHECK_N];
    double grad[3][CHECK_N];
    unsigned long long seed = 8;
    int tried = 0;
    char name[96];

    EACH_MACHINE(model, name)
    {
        const mb_ops *ops = model->ops;
        const unsigned wanted = MB_HOLONOMIC | MB_SCLERONOMIC;
        double work = 0.0, size = 0.0;

        if (strstr(name, "reference-point"))
            cr_expect(((model->traits & wanted) == wanted) == (ops->discrete_gradient != NULL),
                      "%s", name);
        if (!ops->discrete_gradient)
            continue;
        tried++;
        for (int k = 0; k < 2; k++)
            check_random_state(model, &seed, 0.7, q[k], v);
        for (int k = 0; k < 2; k++)
            ops->discrete_gradient(model, 0.0, q[k], q[1 - k], grad[k], d[k]);
        for (int j = 0; j < model->nv; j++) {
            step[j] = q[1][j] - q[0][j];
            work += grad[0][j] * step[j];
            size += fabs(grad[0][j] * step[j]);
            cr_expect(fabs(grad[0][j] - grad[1][j]) <= 1e-12 * (1.0 + fabs(grad[0][j])), "%s",
                      name);
        }
        mb_multiply(&model->D, d[0], step, change);
        for (int k = 0; k < 2; k++)
            ops->phi(model, 0.0, q[k], phi[k]);
        for (int i = 0; i < model->m; i++)
            cr_expect(fabs(change[i] - (phi[1][i] - phi[0][i])) < 1e-13, "%s: row %d", name, i);
        work -= ops->potential(model, 0.0, q[1]) - ops->potential(model, 0.0, q[0]);
        cr_expect(fabs(work) < 1e-13 * (1.0 + size), "%s: %g of %g", name, work, size);
        ops->discrete_gradient(model, 0.0, q[0], q[0], grad[0], d[0]);
        ops->jacobian(model, 0.0, q[0], d[2]);
        for (int k = 0; k < model->D.nnz; k++)
            cr_expect(fabs(d[0][k] - d[2][k]) < 1e-14 * (1.0 + fabs(d[2][k])), "%s", name);
        memset(v, 0, sizeof v);
        ops->force(model, 0.0, q[0], v, grad[2]);
        for (int j = 0; j < model->nv && (model->traits & MB_CONSERVATIVE); j++)
            cr_expect(fabs(grad[0][j] + grad[2][j]) < 1e-12 * (1.0 + fabs(grad[2][j])), "%s", name);
    }
    cr_expect(tried > 5, "%d", tried);
}

/* Third differences along a line of q vanish for a quadratic Phi and for no other one. */
Test(machine, declares_the_traits_that_it_has, .timeout = 600, .fini = mb_declared_end)
{
    double q[CHECK_N], v[CHECK_N], phi[4][CHECK_N] = {{0}}, q1[CHECK_N], step[CHECK_N];
    unsigned long long seed = 5;
    char name[96];

    EACH_MACHINE(model, name)
    {
        double third = 0.0, fastest = 1.0;

        cr_expect(!(model->traits & MB_HOLONOMIC) == (model->mh < model->m), "%s", name);
        cr_expect(!(model->traits & MB_SCLERONOMIC) == (model->ops->phi_t != NULL), "%s", name);
        cr_expect(!(model->traits & MB_IDENTITY_T) == (model->ops->qdot != NULL), "%s", name);
        check_random_state(model, &seed, 0.3, q, v);
        for (int j = 0; j < model->nv; j++)
            fastest = fmax(fastest, fabs(v[j]));
        for (int k = 0; k < 4; k++) {
            for (int j = 0; j < model->nv; j++)
                step[j] = 0.2 * (k - 1) * v[j] / fastest;
            memcpy(q1, q, sizeof q1);
            mb_retract(model, step, q1);
            model->ops->phi(model, model->t0, q1, phi[k]);
            cr_expect(isfinite(check_norm(model->mh, phi[k])), "%s", name);
        }
        for (int i = 0; i < model->mh; i++)
            third = fmax(third, fabs(phi[3][i] - phi[0][i] + 3.0 * (phi[1][i] - phi[2][i])));
        if (model->mh > 0)
            cr_expect((third < 1e-11) == !!(model->traits & MB_QUADRATIC_PHI), "%s: %g", name,
                      third);
    }
}

/* SPDX-License-Identifier: MIT */
/* Models of the shipped mechanism files: the same freedoms, energy and motion in all kinds of
 * coordinates; energy as it should be. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

typedef struct setting {
    const char *problem; /* in its default coordinates, or those named */
    const char *file, *parameters, *coordinates;
    double step;  /* [s] */
    double close; /* of outputs, relative to those of the other model, or to 1 */
} setting;

static const setting settings[] = {
    {"bricard", "bricard", "", "euler", 1e-3, 1e-9},
    {"bricard", "bricard", "", "natural", 1e-3, 1e-9},
    {"double-four-bar", "double-four-bar", "", "reference-point", 1e-3, 1e-9},
    {"double-pendulum-bayo", "double-pendulum-bayo", "", "reference-point", 1e-3, 1e-9},
    {"driven-crank", "driven-crank", "", "reference-point", 1e-3, 1e-9},
    {"driven-crank", "driven-crank", "", "natural", 1e-3, 1e-9},
    {"epicyclic-gears", "epicyclic-gears", "", "natural", 1e-3, 1e-9},
    {"five-bar-pendulum", "five-bar-pendulum", "", "euler", 1e-3, 1e-9},
    {"five-bar-pendulum", "five-bar-pendulum", "", "natural", 1e-3, 1e-9},
    {"n-four-bar:N=5", "n-four-bar", "N=5", "reference-point", 1e-3, 1e-9},
    {"n-link-pendulum:N=6", "n-link-pendulum", "N=6", "reference-point", 1e-3, 1e-9},
    {"n-link-pendulum:N=6,dimension=spatial", "n-link-pendulum", "N=6,dimension=spatial", "euler",
     1e-3, 1e-9},
    {"slider-crank-welch", "slider-crank-welch", "", "reference-point", 1e-3, 1e-9},
    {"slider-crank-welch", "slider-crank-welch", "", "natural", 1e-3, 1e-9},
};
enum { SETTINGS = sizeof settings / sizeof *settings, STEPS = 50 };

static double energy(const mb_model *model, double t, const double *q, const double *v)
{
    return model->ops->kinetic(model, q, v) + model->ops->potential(model, t, q);
}

/* The outputs after some steps, and the energy at the start */
static double outputs_after(const mb_model *model, double h, double *out)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N];
    const double t = model->t0 + STEPS * h;

    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    memcpy(v, model->v0, (size_t)model->nv * sizeof *v);
    machine_run(model, h, STEPS, q, v);
    check_motion(model, t, q, v, a, lambda);
    model->ops->outputs(model, t, q, v, a, lambda, out);
    return energy(model, model->t0, model->q0, model->v0);
}

static int output_of(const mb_model *model, const char *name)
{
    for (int k = 0; k < model->noutputs; k++)
        if (strcmp(model->outputs[k].name, name) == 0)
            return k;
    cr_assert(false, "no output %s", name);
    return -1;
}

Test(machine, moves_alike_in_all_kinds_of_coordinates, .timeout = 600, .fini = mb_declared_end)
{
    for (int s = 0; s < SETTINGS; s++) {
        const setting *at = &settings[s];
        const mb_plain_mechanism *plain = mb_declared(at->file, at->parameters, NULL);
        mb_model *known = check_model(at->problem), *model = machine_model(plain, at->coordinates);
        double of_known[CHECK_OUTPUTS], out[CHECK_OUTPUTS], e[2];

        cr_expect(model->nv - model->rank == known->nv - known->rank, "%s: %d freedoms, not %d",
                  at->problem, model->nv - model->rank, known->nv - known->rank);
        e[0] = outputs_after(model, at->step, out);
        e[1] = outputs_after(known, at->step, of_known);
        cr_expect(fabs(e[0] - e[1]) <= 1e-11 * (1.0 + fabs(e[1])), "%s: energy %.17g, not %.17g",
                  at->problem, e[0], e[1]);
        cr_expect(!((model->traits ^ known->traits) & (MB_CONSERVATIVE | MB_SCLERONOMIC)), "%s",
                  at->problem);
        for (int k = 0; k < known->noutputs; k++) {
            const int i = output_of(model, known->outputs[k].name);
            double apart = out[i] - of_known[k];

            if (strstr(known->outputs[k].name, ".w")) /* body axes lie along the rods in the file */
                continue;
            if (known->outputs[k].wrapped)
                apart = remainder(apart, 2.0 * M_PI);
            cr_expect(fabs(apart) <= at->close * fmax(1.0, fabs(of_known[k])),
                      "%s: %s is %.15g, not %.15g", at->problem, known->outputs[k].name, out[i],
                      of_known[k]);
        }
        mb_model_destroy(model);
        mb_model_destroy(known);
    }
}

static const struct {
    const char *file, *coordinates;
    double step;
    int freedoms;
    double drift; /* of a conservative one, in its largest kinetic energy */
} new_ones[] = {
    {"cart-pole-light", "reference-point", 1e-5, 2, 1e-9},
    {"delta-robot", "body", 1e-3, 3, 0.0},
    {"door", "body", 1e-3, 1, 0.0},
    {"double-wishbone", "body", 1e-4, 1, 0.0},
    {"dzhanibekov", "body", 1e-3, 6, 1e-9},
    {"four-bar-spring", "reference-point", 1e-3, 1, 1e-9},
    {"jansen-leg", "reference-point", 1e-3, 0, 0.0},
    {"mass-ratio-chain", "reference-point", 1e-4, 5, 1e-9},
    {"mcpherson-strut", "body", 1e-4, 1, 0.0},
    {"parallel-leg", "reference-point", 1e-4, 5, 0.0},
    {"peaucellier", "reference-point", 1e-3, 0, 0.0},
    {"rolling-disc", "body", 1e-3, 3, 1e-9},
    {"rssr", "body", 1e-3, 2, 1e-9},
    {"scissor-lift", "reference-point", 1e-3, 1, 1e-9},
    {"stewart-platform", "body", 1e-3, 6, 0.0},
    {"watt-six-bar", "reference-point", 1e-4, 1, 1e-9},
};

Test(machine, runs_the_new_mechanisms, .timeout = 600, .fini = mb_declared_end)
{
    for (size_t s = 0; s < sizeof new_ones / sizeof *new_ones; s++) {
        const mb_plain_mechanism *plain = mb_declared(new_ones[s].file, "", NULL);
        mb_model *model = machine_model(plain, new_ones[s].coordinates);
        double q[CHECK_N], v[CHECK_N], phi[CHECK_N], before, after;

        memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
        memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
        before = energy(model, 0.0, q, v);
        machine_run(model, new_ones[s].step, 10, q, v);
        after = energy(model, 10.0 * new_ones[s].step, q, v);
        model->ops->phi(model, 10.0 * new_ones[s].step, q, phi);
        cr_expect(model->nv - model->rank == new_ones[s].freedoms, "%s: %d freedoms",
                  new_ones[s].file, model->nv - model->rank);
        cr_expect(check_norm(model->mh, phi) <= 1e-7, "%s: open by %g", new_ones[s].file,
                  check_norm(model->mh, phi));
        cr_expect(!(model->traits & MB_CONSERVATIVE) == (new_ones[s].drift == 0.0), "%s",
                  new_ones[s].file);
        if (new_ones[s].drift > 0.0)
            cr_expect(fabs(after - before) <= new_ones[s].drift * model->ops->kinetic(model, q, v) +
                                                  1e-14 * fabs(before),
                      "%s: energy by %g", new_ones[s].file, after - before);
        mb_model_destroy(model);
    }
}

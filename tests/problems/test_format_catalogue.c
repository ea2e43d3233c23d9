/* SPDX-License-Identifier: MIT */
/* The shipped mechanism files: all are read, and what they declare is what the C models are: masses
 * and inertias of the whole, where it stands, which outputs it has. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/format/expression/expression.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/problem_checks.h"

static const char *const all[] = {"andrews-squeezer",
                                  "bricard",
                                  "cart-pole-light",
                                  "chaplygin-sleigh",
                                  "delta-robot",
                                  "door",
                                  "double-four-bar",
                                  "double-pendulum-bayo",
                                  "double-pendulum-welch",
                                  "double-wishbone",
                                  "driven-crank",
                                  "dzhanibekov",
                                  "epicyclic-gears",
                                  "five-bar-pendulum",
                                  "flyball-governor",
                                  "four-bar",
                                  "four-bar-spring",
                                  "heavy-top",
                                  "iftomm-slider-crank",
                                  "iltis-suspension",
                                  "jansen-leg",
                                  "mass-ratio-chain",
                                  "mcpherson-strut",
                                  "n-four-bar",
                                  "n-link-pendulum",
                                  "parallel-leg",
                                  "peaucellier",
                                  "pendulum",
                                  "pendulum-bayo",
                                  "rolling-disc",
                                  "rotary-pendulum",
                                  "rssr",
                                  "scissor-lift",
                                  "slider-crank-singular",
                                  "slider-crank-welch",
                                  "spatial-slider-crank",
                                  "stewart-platform",
                                  "three-link-pendulum",
                                  "triple-pendulum",
                                  "watt-six-bar"};

Test(catalogue, all_files_are_read_with_the_notes_that_are_meant, .fini = mb_declared_end)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        mb_messages messages;
        const mb_plain_mechanism *m = mb_declared(all[i], "", &messages);

        cr_expect_str_eq(m->name, all[i]);
        if (strcmp(m->name, "chaplygin-sleigh") == 0) {
            cr_expect(messages.nnotes == 1);
            cr_expect_str_eq(messages.note[0].text, "no gravity is given; it is zero");
        } else if (strcmp(m->name, "epicyclic-gears") == 0) {
            cr_expect(messages.nnotes == 1);
            cr_expect_str_eq(messages.note[0].text,
                             "inertia of 'ring' breaks the triangle inequality by 0.4 %");
        } else {
            cr_expect(messages.nnotes == 0, "%s: %s", m->name, messages.note[0].text);
        }
    }
}

/* ---- against the C models ------------------------------------------------------------------- */

typedef struct setting {
    const char *problem; /* spec of the C model */
    const char *file, *parameters;
    double tolerance; /* in sizes of the mechanism; closing of printed places */
} setting;

static const setting settings[] = {
    {"andrews-squeezer", "andrews-squeezer", "", 1e-10},
    {"andrews-squeezer:spring=K4", "andrews-squeezer", "spring=K4", 1e-10},
    {"andrews-squeezer:spring=K6", "andrews-squeezer", "spring=K6", 1e-10},
    {"bricard", "bricard", "", 1e-14},
    {"chaplygin-sleigh:a=0.2,mass=3", "chaplygin-sleigh", "a=0.2,mass=3", 1e-14},
    {"double-four-bar", "double-four-bar", "", 1e-14},
    {"double-pendulum-bayo", "double-pendulum-bayo", "", 1e-14},
    {"double-pendulum-welch:theta1=0.3,theta2=-1", "double-pendulum-welch", "theta1=0.3,theta2=-1",
     1e-14},
    {"driven-crank", "driven-crank", "", 1e-13},
    {"epicyclic-gears", "epicyclic-gears", "", 1e-14},
    {"five-bar-pendulum", "five-bar-pendulum", "", 1e-14},
    {"flyball-governor", "flyball-governor", "", 1e-13},
    {"four-bar", "four-bar", "", 1e-12},
    {"heavy-top", "heavy-top", "", 1e-14},
    {"iftomm-slider-crank", "iftomm-slider-crank", "", 1e-12},
    {"iltis-suspension", "iltis-suspension", "", 1e-12},
    {"iltis-suspension:bodies=closed,light=0.2", "iltis-suspension", "bodies=closed,light=0.2",
     1e-12},
    {"iltis-suspension:bodies=printed", "iltis-suspension", "bodies=printed", 1e-12},
    {"n-four-bar:N=5", "n-four-bar", "N=5", 1e-14},
    {"n-link-pendulum:N=6", "n-link-pendulum", "N=6", 1e-14},
    {"n-link-pendulum:N=6,dimension=spatial", "n-link-pendulum", "N=6,dimension=spatial", 1e-14},
    {"pendulum", "pendulum", "", 1e-14},
    {"pendulum-bayo", "pendulum-bayo", "", 1e-14},
    {"rotary-pendulum", "rotary-pendulum", "", 1e-13},
    {"rotary-pendulum:coordinates=body", "rotary-pendulum", "", 1e-13},
    {"rotary-pendulum:coordinates=body,data=srv02", "rotary-pendulum", "data=srv02", 1e-13},
    {"slider-crank-singular", "slider-crank-singular", "", 1e-14},
    {"slider-crank-singular:start=singular,eps=0.01", "slider-crank-singular",
     "start=singular,eps=0.01", 1e-4},
    {"slider-crank-welch", "slider-crank-welch", "", 1e-13},
    {"spatial-slider-crank", "spatial-slider-crank", "", 1e-12},
    {"three-link-pendulum", "three-link-pendulum", "", 1e-14},
    {"three-link-pendulum:masses=length", "three-link-pendulum", "masses=length", 1e-14},
    {"triple-pendulum", "triple-pendulum", "", 1e-13},
    {"triple-pendulum:start=large", "triple-pendulum", "start=large", 1e-13},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* Mass, m com and inertia about the origin of the whole as the 6 x 6 matrix of moving it
 * rigidly. */
static void whole(const mb_plain_mechanism *m, double j[6][6])
{
    memset(j, 0, 36 * sizeof(double));
    for (int b = 0; b < m->nbodies; b++) {
        const mb_plain_body *body = &m->body[b];
        const double *r = body->turn, *c = body->com;
        double move[3][6] = {
            {1, 0, 0, 0, c[2], -c[1]}, {0, 1, 0, -c[2], 0, c[0]}, {0, 0, 1, c[1], -c[0], 0}};
        double own[9] = {0.0};

        for (int i = 0; i < 9 && !body->point; i++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    own[i] += r[3 * (i / 3) + k] * body->inertia[3 * k + l] * r[3 * (i % 3) + l];
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 6; k++) {
                for (int l = 0; l < 3; l++)
                    j[i][k] += body->mass * move[l][i] * move[l][k];
                if (i >= 3 && k >= 3)
                    j[i][k] += own[3 * (i - 3) + k - 3];
            }
    }
}

/* The same of a model, by its kinetic energy; false where its coordinates cannot tell. */
static bool whole_model(const mb_model *model, int i, int k, double *j)
{
    double v[2][CHECK_N], sum[CHECK_N];

    if (!model->ops->rigid_motion || !model->ops->rigid_motion(model, model->q0, i, v[0]) ||
        !model->ops->rigid_motion(model, model->q0, k, v[1]))
        return false;
    for (int l = 0; l < model->nv; l++)
        sum[l] = v[0][l] + v[1][l];
    *j = model->ops->kinetic(model, model->q0, sum) - model->ops->kinetic(model, model->q0, v[0]) -
         model->ops->kinetic(model, model->q0, v[1]);
    return true;
}

/* Potential of weight, where there is no other: places and masses of bodies. */
static void check_potential(const mb_plain_mechanism *m, const mb_model *model, const setting *at)
{
    double v = 0.0, of_model, size = 0.0;

    if (m->nforces)
        return;
    for (int b = 0; b < m->nbodies; b++)
        for (int i = 0; i < 3; i++) {
            v -= m->body[b].mass * m->gravity[i] * m->body[b].com[i];
            size += fabs(m->body[b].mass * m->gravity[i]) * m->scale;
        }
    of_model = model->ops->potential(model, 0.0, model->q0);
    cr_expect(fabs(v - of_model) <= (at->tolerance + 1e-14) * size,
              "%s: potential %.17g, not %.17g", at->problem, v, of_model);
}

Test(catalogue, masses_and_inertias_are_those_of_the_models, .fini = mb_declared_end)
{
    int told = 0;

    for (int s = 0; s < SETTINGS; s++) {
        const setting *at = &settings[s];
        const mb_plain_mechanism *m = mb_declared(at->file, at->parameters, NULL);
        mb_model *model = check_model(at->problem);
        double j[6][6], size = 0.0;

        cr_expect(m->scale == model->scale && m->t_end == model->t_end, "%s", at->problem);
        check_potential(m, model, at);
        if (strcmp(model->coordinates, "planar-natural") == 0) {
            mb_model_destroy(model); /* points on the ground do not move with the rest */
            continue;
        }
        whole(m, j);
        for (int i = 0; i < 6; i++)
            size = fmax(size, j[i][i]);
        for (int i = 0; i < 6; i++)
            for (int k = 0; k <= i; k++) {
                double of_model;
                const bool plane = (i < 2 || i == 5) && (k < 2 || k == 5);

                if (!(m->spatial || plane) || !whole_model(model, i, k, &of_model))
                    continue;
                told++;
                cr_expect(fabs(j[i][k] - of_model) <= (10.0 * at->tolerance + 1e-13) * size,
                          "%s (%d, %d): %.17g, not %.17g", at->problem, i, k, j[i][k], of_model);
            }
        mb_model_destroy(model);
    }
    cr_assert(told > 200, "only %d could be compared", told);
}

/* Angle of the line from P to Q, from a direction, in the plane. */
static double line_angle(const mb_plain_mechanism *m, const mb_plain_measure *q)
{
    double x[2][3], from[3];

    for (int k = 0; k < 2; k++)
        mb_plain_place(m, q->body[k], q->place[k], x[k]);
    mb_plain_direction(m, q->relative, q->from, from);
    return remainder(atan2(x[1][1] - x[0][1], x[1][0] - x[0][0]) - atan2(from[1], from[0]),
                     2.0 * M_PI);
}

/* A component of an output as declared; NaN where it is no matter of places. */
static double declared_value(const mb_plain_mechanism *m, const mb_plain_output *o, int k)
{
    const mb_plain_measure *q = &o->of;
    double x[3], y = (double)NAN;

    switch (q->kind) {
    case MB_MEASURE_POINT:
        mb_plain_place(m, q->body[0], q->place[0], x);
        y = q->along ? x[0] * q->axis[0] + x[1] * q->axis[1] + x[2] * q->axis[2] : x[k];
        break;
    case MB_MEASURE_ANGLE:
        y = m->body[q->body[0]].angle;
        break;
    case MB_MEASURE_LINE:
        y = line_angle(m, q);
        break;
    case MB_MEASURE_JOINT:
        y = m->joint[q->of.joint].value[q->of.number];
        break;
    default:
        break;
    }
    return o->scale * y + o->offset;
}

Test(catalogue, outputs_are_those_of_the_models, .fini = mb_declared_end)
{
    for (int s = 0; s < SETTINGS; s++) {
        const setting *at = &settings[s];
        const mb_plain_mechanism *m = mb_declared(at->file, at->parameters, NULL);
        mb_model *model = check_model(at->problem);
        double a[CHECK_N] = {0.0}, lambda[CHECK_N] = {0.0}, out[CHECK_OUTPUTS];

        cr_expect(m->ncomponents == model->noutputs, "%s: %d outputs, not %d", at->problem,
                  m->ncomponents, model->noutputs);
        model->ops->outputs(model, 0.0, model->q0, model->v0, a, lambda, out);
        for (int i = 0; i < m->noutputs; i++)
            for (int k = 0; k < m->output[i].n; k++) {
                const mb_plain_output *o = &m->output[i];
                const double y = declared_value(m, o, k);
                int of_model = 0;

                while (of_model < model->noutputs &&
                       strcmp(model->outputs[of_model].name, o->names[k]) != 0)
                    of_model++;
                cr_assert(of_model < model->noutputs, "%s has no output %s", at->problem,
                          o->names[k]);
                cr_expect(o->compared == model->outputs[of_model].compared, "%s: %s", at->problem,
                          o->names[k]);
                cr_expect(isnan(y) ||
                              fabs(y - out[of_model]) <= 2.0 * at->tolerance * model->scale + 1e-15,
                          "%s: %s is %.17g, not %.17g", at->problem, o->names[k], y, out[of_model]);
            }
        mb_model_destroy(model);
    }
}

Test(catalogue, parameters_are_those_of_the_models, .fini = mb_declared_end)
{
    for (int s = 0; s < SETTINGS; s++) {
        const mb_plain_mechanism *m = mb_declared(settings[s].file, "", NULL);
        const mb_problem *problem = mb_problem_find(settings[s].file);

        for (int i = 0; i < mb_param_count(m->params); i++) {
            const mb_param *p = &m->params[i];
            const int k = mb_param_index(problem->params, p->name);

            if (k < 0 && strcmp(p->name, "coordinates") == 0) /* C code may have one kind only */
                continue;
            cr_assert(k >= 0, "%s has no parameter %s", m->name, p->name);
            cr_expect(p->kind == problem->params[k].kind && p->value == problem->params[k].value,
                      "%s: %s", m->name, p->name);
            if (p->kind == MB_CHOICE)
                cr_expect(strncmp(p->choices, problem->params[k].choices,
                                  strlen(problem->params[k].choices)) == 0,
                          "%s: %s", m->name, p->name); /* joint coordinates besides */
            else
                cr_expect(p->min == problem->params[k].min && p->max == problem->params[k].max,
                          "%s: %s", m->name, p->name);
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* Declared mechanisms against numbers that are known of them: energies at the start, forces of
 * laws, lengths, inertias. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "base/vector3.h"
#include "problems/format/expression/expression.h"
#include "tests/fixtures/models/declared.h"

TestSuite(published, .fini = mb_declared_end);

static const mb_plain_force *force_of(const mb_plain_mechanism *m, const char *name)
{
    for (int i = 0; i < m->nforces; i++)
        if (strcmp(m->force[i].name, name) == 0)
            return &m->force[i];
    cr_assert_fail("no force %s", name);
    return NULL;
}

/* Distance of the ends of a line force as declared. */
static double length_of(const mb_plain_mechanism *m, const mb_plain_force *f)
{
    double x[2][3];

    for (int k = 0; k < 2; k++)
        mb_plain_place(m, f->body[k], f->place[k], x[k]);
    return mb_distance(x[0], x[1], 3);
}

/* Kinetic energy of a body from the velocity of its centre of mass and its angular velocity. */
static double kinetic(const mb_plain_body *b, const double v[3], const double omega[3])
{
    double w[3], jw[3];

    for (int i = 0; i < 3; i++)
        w[i] = b->turn[i] * omega[0] + b->turn[3 + i] * omega[1] + b->turn[6 + i] * omega[2];
    for (int i = 0; i < 3; i++)
        jw[i] = mb_dot(b->inertia + 3 * i, w);
    return 0.5 * (b->mass * mb_dot(v, v) + mb_dot(w, jw));
}

static double weight(const mb_plain_mechanism *m)
{
    double v = 0.0;

    for (int i = 0; i < m->nbodies; i++)
        v -= m->body[i].mass * mb_dot(m->gravity, m->body[i].com);
    return v;
}

/* Potential of linear springs. */
static double springs(const mb_plain_mechanism *m)
{
    double v = 0.0;

    for (int i = 0; i < m->nforces; i++) {
        const mb_plain_force *f = &m->force[i];
        const double d = f->kind == MB_FORCE_LINE ? length_of(m, f) - f->free : 0.0;

        v += 0.5 * f->stiffness * d * d;
    }
    return v;
}

/* E0 with the start of Table 4 in full digits */
Test(published, spatial_slider_crank_has_its_energy)
{
    const mb_plain_mechanism *m = mb_declared("spatial-slider-crank", "", NULL);
    const double none[3] = {0.0, 0.0, 0.0}, v[3] = {-0.1 * M_PI, 0.0, 0.0};
    const double crank[3] = {0.0, -2.0 * M_PI, 0.0}, rod[3] = {0.0, -0.8 * M_PI, 0.0};
    const double e = weight(m) + kinetic(&m->body[0], v, crank) + kinetic(&m->body[1], v, rod) +
                     kinetic(&m->body[2], none, none);

    cr_expect_float_eq(e, -0.757232394247686, 1e-14);
    cr_expect_float_eq(m->body[2].com[1], 0.14696938456699066, 1e-16);
    cr_expect_float_eq(
        mb_norm((const double[]){m->body[1].com[0], m->body[1].com[1] / 0.5, m->body[1].com[2]}, 3),
        hypot(0.14696938456699066, 0.025), 1e-15);
    cr_expect(m->start.item[0].value[0] == -2.0 * M_PI);
}

/* E0 of the governor that turns as a whole with 2 pi rad/s */
Test(published, flyball_governor_has_its_energy)
{
    const mb_plain_mechanism *m = mb_declared("flyball-governor", "", NULL);
    const double omega[3] = {0.0, 0.0, 2.0 * M_PI};
    double e = weight(m) + springs(m);

    for (int i = 0; i < m->nbodies; i++) {
        double v[3];

        mb_cross(omega, m->body[i].com, v);
        e += kinetic(&m->body[i], v, omega);
    }
    cr_expect_float_eq(e, 237.4139504415258, 1e-11);
    cr_expect_float_eq(m->body[0].mass, 0.3, 1e-15);
    cr_expect_float_eq(m->body[2].mass, 5.3, 1e-14);
}

/* T + V - mom beta */
Test(published, andrews_squeezer_has_its_energy)
{
    const mb_plain_mechanism *m = mb_declared("andrews-squeezer", "", NULL);
    const mb_plain_force *motor = force_of(m, "motor");
    const double torque = mb_expression_value(motor->value[0], NULL);

    cr_expect(torque == 0.033 && motor->body[1] == 0);
    cr_expect_float_eq(springs(m) - torque * m->joint[0].value[0], 1.4378329575321, 1e-12);
    cr_expect(m->ncuts == 3 && strcmp(m->joint[m->cut[1]].name, "E4") == 0);
    for (int i = 0; i < m->njoints; i++)
        cr_expect(m->joint[i].open < 1e-14, "%s is open by %g", m->joint[i].name, m->joint[i].open);
}

/* Forces at the start and in the laws (53) to (55) */
Test(published, iltis_suspension_has_its_forces)
{
    const mb_plain_mechanism *m = mb_declared("iltis-suspension", "", NULL);
    const mb_plain_force *shock = force_of(m, "shock"), *tyre = force_of(m, "tyre");
    const mb_plain_force *leaf = force_of(m, "leaf spring");
    const double u[] = {-0.3, -0.1, 0.1, 0.3};
    const double damper[] = {-416.42 + 1844.3 * -0.3,
                             -0.1 * (9945.627 - 0.1 * (33955.72 - 0.1 * (-59832.25 + 39565.1))),
                             0.1 * (9945.627 + 0.1 * (33955.72 + 0.1 * (-59832.25 - 39565.1))),
                             1919.1638 + 1634.727 * 0.3};
    double x[3];

    cr_expect_float_eq(length_of(m, shock), 0.44055648, 5e-8);
    x[MB_LAW_X] = 0.44055648;
    cr_expect_float_eq(mb_expression_value(shock->law, x), -128.03, 0.01);
    for (int k = 0; k < 4; k++) {
        x[MB_LAW_V] = u[k];
        cr_expect_float_eq(mb_expression_value(shock->damper, x), damper[k], 1e-9);
    }
    x[MB_LAW_T] = 0.0;
    x[MB_LAW_X] = 0.531;
    cr_expect_float_eq(mb_expression_value(leaf->law, x), -2728.4, 1e-9);
    x[MB_LAW_X] = 0.356;
    cr_expect_float_eq(mb_expression_value(tyre->law, x), 3829.5, 1e-9);
    x[MB_LAW_T] = 3.5; /* 17.5 m on: the top of the bump */
    cr_expect_float_eq(mb_expression_value(tyre->law, x), 3829.5 + 0.2 * 460000, 1e-9);
    x[MB_LAW_X] = 0.7;
    cr_expect(mb_expression_value(tyre->law, x) == 0.0);
}

/* J about the axis with the planets' rates, of which alpha = tau / J follows */
Test(published, epicyclic_gears_have_their_inertia)
{
    const mb_plain_mechanism *m = mb_declared("epicyclic-gears", "", NULL);
    const double sun = 2.0 * (1.0 + 42.0 / 18.0), planet = 1.0 + 18.0 / 42.0;
    double j = 0.0;

    for (int i = 1; i < m->nbodies; i++) {
        const mb_plain_body *b = &m->body[i];
        const double rate = i == 1 ? sun : strncmp(b->name, "planet", 6) == 0 ? planet : 1.0;

        j += b->inertia[8] * rate * rate + b->mass * b->com[0] * b->com[0];
    }
    cr_expect_float_eq(j, 0.43394585034013605, 1e-14);
    for (int g = 0; g < m->ngears; g++) { /* the rates solve all gears */
        double sum = 0.0;

        for (int k = 0; k < m->gear[g].n; k++) {
            const char *name = m->body[m->gear[g].term[k].body].name;
            const double rate = strcmp(name, "sun") == 0          ? sun
                                : strncmp(name, "planet", 6) == 0 ? -planet
                                : strcmp(name, "arm") == 0        ? 1.0
                                                                  : 0.0;

            sum += m->gear[g].term[k].factor * rate;
        }
        cr_expect_float_eq(sum, 0.0, 1e-12, "%s", m->gear[g].name);
    }
}

/* theta(t) = theta0 + 2 pi t + 0.1 sin(2 pi t) */
Test(published, driven_crank_follows_its_law)
{
    const mb_plain_mechanism *m = mb_declared("driven-crank", "", NULL);
    const double t = 0.3, w = 2.0 * M_PI;
    const mb_jet theta = mb_expression_jet(m->drive[0].law, &(mb_jet){t, 1.0, 0.0, 0.0, 0.0, 0.0});

    cr_expect_float_eq(theta.f, asin(5.0 / 6.0) + w * t + 0.1 * sin(w * t), 1e-15);
    cr_expect_float_eq(theta.a, w + 0.1 * w * cos(w * t), 1e-14);
    cr_expect_float_eq(theta.aa, -0.1 * w * w * sin(w * t), 1e-14);
    cr_expect_float_eq(m->body[1].com[0], 0.4256388606531017, 1e-15);
    cr_expect_float_eq(m->body[1].com[1], 0.1, 1e-15);
}

/* Lengths that the files of new mechanisms promise in their heads */
Test(published, new_mechanisms_are_what_they_say)
{
    const mb_plain_mechanism *m = mb_declared("peaucellier", "", NULL);
    double u[3], x[3];

    mb_plain_place(m, m->output[0].of.body[0], m->output[0].of.place[0], x);
    cr_expect_float_eq(x[0], 0.96, 1e-15);
    m = mb_declared("jansen-leg", "", NULL);
    for (int i = 0; i < m->njoints; i++)
        cr_expect(m->joint[i].open < 0.02 && (i == 0 || m->joint[i].open > 0.0), "%s",
                  m->joint[i].name);
    m = mb_declared("stewart-platform", "k=100", NULL);
    for (int i = 0; i < m->nforces; i++)
        cr_expect(m->force[i].stiffness == 100.0 && m->force[i].damping == 200.0);
    m = mb_declared("delta-robot", "", NULL); /* all six forearms are as long */
    for (int i = 4; i < 9; i++)
        cr_expect_float_eq(m->joint[i].length, m->joint[3].length, 1e-15);
    m = mb_declared("double-wishbone", "", NULL); /* an arm of two rods, symmetric about the ball */
    mb_plain_place(m, 0, m->joint[2].place[0], u);
    cr_expect_float_eq(u[1], 0.70, 1e-15);
    cr_expect_float_eq(m->body[0].mass, 3.0, 1e-15);
}

/* SPDX-License-Identifier: MIT */
/* Joints, drives, gears, forces, outputs, start and run of mechanism files: what is said is what
 * stands in the plain mechanism. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/format/expression/expression.h"
#include "tests/fixtures/models/declared.h"

static const mb_plain_mechanism *declared(const char *text)
{
    static mb_messages messages;
    const mb_plain_mechanism *m = mb_declared_text(text, "", &messages);

    cr_assert(m, "%d:%d: %s", messages.error[0].line, messages.error[0].column,
              messages.error[0].text);
    return m;
}

static void same(const char *what, const double *got, const double *want, int n)
{
    for (int i = 0; i < n; i++)
        cr_expect(fabs(got[i] - want[i]) < 1e-14, "%s[%d] is %.17g, not %.17g", what, i, got[i],
                  want[i]);
}

#define SAME(got, ...) same(#got, got, (const double[]){__VA_ARGS__}, sizeof(got) / sizeof *(got))

static const char space[] =
    "mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  a: {com: [1, 0, 0], turn: {axis: z, by: pi/2}, mass: 1, sphere: 1, places: {E: [1, 0, 0]}}\n"
    "  b: {com: [1, 2, 0], mass: 1, sphere: 1}\n"
    "points: {E: [1, 1.5, 0], F: [0, 0, 1]}\n";

TestSuite(elements, .fini = mb_declared_end);

Test(elements, places_go_by_the_body_first)
{
    char text[2048];
    const mb_plain_joint *j;

    snprintf(text, sizeof text, "%sjoints: {J: {revolute: [a, b], at: E, axis: x, value: 0.5}}",
             space);
    j = declared(text)->joint;
    SAME(j->place[0], 1, 0, 0);
    SAME(j->place[1], 0, -0.5, 0);
    cr_expect_float_eq(j->open, 0.5, 1e-15);
    SAME(j->axis[0], 0, -1, 0);
    SAME(j->axis[1], 1, 0, 0);
    cr_expect(j->value[0] == 0.5 && j->kind == MB_JOINT_REVOLUTE);
    cr_expect(j->source.line == 8 && j->source.column == 10);
}

Test(elements, joints_in_space)
{
    char text[4096];
    const mb_plain_joint *j;

    snprintf(text, sizeof text,
             "%sjoints:\n"
             "  u: {universal: [a, b], at: F, axes: [y, x], value: [0.1, 0.2]}\n"
             "  s: {screw: [ground, b], at: F, axis: {from: F, to: [0, 0, 3]}, pitch: 0.01}\n"
             "  d: {distance: [a, ground], at: [E, F], length: 3}\n"
             "  l: {point-on-line: [a, b], at: F, along: z, through: E}\n"
             "  p: {point-in-plane: [ground, b], at: F, normal: {across: [x, y]}}\n"
             "  x: {perpendicular: [a, b], axes: [{a: [1, 0, 0]}, x]}\n"
             "  r: {rolling: [ground, b], at: [1, 2, 0], radius: 0.5, axis: x}\n"
             "  k: {blade: [ground, a], at: F, along: y}\n",
             space);
    j = declared(text)->joint;
    SAME(j[0].axis[0], 1, 0, 0);
    SAME(j[0].axis[1], 1, 0, 0);
    SAME(j[0].value, 0.1, 0.2);
    SAME(j[1].axis[0], 0, 0, 1);
    cr_expect(j[1].pitch == 0.01 && j[1].body[0] == MB_ON_GROUND);
    cr_expect(j[2].length == 3.0);
    cr_expect_float_eq(j[2].stated, sqrt(3.0), 1e-15); /* from a's own E, (1, 1, 0) */
    SAME(j[3].place[0], 1, 0, 0);
    SAME(j[3].place[1], -1, -2, 1);
    SAME(j[4].axis[0], 0, 0, 1);
    SAME(j[5].axis[0], 1, 0, 0);
    SAME(j[6].place[0], 1, 2, -0.5); /* the plane is below the hub */
    SAME(j[6].axis[0], 0, 0, 1);
    SAME(j[7].axis[1], 1, 0, 0);
    cr_expect_str_eq(mb_joint_coordinate_ending(j[0].kind, 1), ".second");
    cr_expect(!mb_joint_coordinate_ending(j[0].kind, 2));
}

Test(elements, pins_are_revolutes_by_name)
{
    const mb_plain_mechanism *m =
        declared("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                 "bodies: {a: {point: [0, 0], mass: 1}, b: {disc: 1, com: [0, 0], mass: 1},"
                 " c: {disc: 1, com: [0, 0], mass: 1}}\n"
                 "joints: {P: {pin: [ground, b, c], at: [0, 0]}, Q: {pin: [b, a], at: [0, 0]}}");

    cr_assert(m->njoints == 3);
    cr_expect_str_eq(m->joint[0].name, "P b");
    cr_expect_str_eq(m->joint[1].name, "P c");
    cr_expect_str_eq(m->joint[2].name, "Q");
    cr_expect(m->joint[1].body[0] == MB_ON_GROUND && m->joint[1].body[1] == 2);
}

Test(elements, massless_rods_are_distances)
{
    const mb_plain_mechanism *m =
        declared("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                 "bodies:\n"
                 "  link: {rod: [[0, 0], [2, 0]], length: 2.5, massless: distance}\n"
                 "  a: {disc: 1, com: [0, 1], mass: 1}\n"
                 "  b: {disc: 1, com: [2, 1], mass: 1}\n"
                 "joints:\n"
                 "  A: {revolute: [a, link], at: [0, 0]}\n"
                 "  B: {revolute: [link, b], at: [2, 0]}\n"
                 "  C: {revolute: [ground, b], at: [2, 1]}\n"
                 "outputs: {l: {length: link}, c: {joint: C}, p: {point: b}}");

    cr_assert(m->nbodies == 2 && m->njoints == 2);
    cr_expect_str_eq(m->joint[0].name, "link");
    cr_expect(m->joint[0].kind == MB_JOINT_DISTANCE && m->joint[0].was_body);
    cr_expect(m->joint[0].body[0] == 0 && m->joint[0].body[1] == 1);
    SAME(m->joint[0].place[0], 0, -1, 0);
    SAME(m->joint[0].place[1], 0, -1, 0);
    cr_expect(m->joint[0].stated == 2.0);
    cr_expect(m->output[0].of.of.joint == 0 && m->output[1].of.of.joint == 1);
    cr_expect(m->output[2].of.body[0] == 1);
}

Test(elements, drives_gears_and_forces)
{
    char text[4096];
    const mb_plain_mechanism *m;
    mb_jet jet;

    snprintf(text, sizeof text,
             "%sconstants: {w: 3}\n"
             "joints:\n"
             "  c: {cylindrical: [ground, a], at: E, axis: z}\n"
             "  s: {prismatic: [ground, b], at: E, axis: x}\n"
             "drives: {m: {joint: c.slide, law: 1 + sin(w*t)}}\n"
             "gears:\n"
             "  rack: {couple: {c.angle: 0.2, s: -1}}\n"
             "  mesh: {mesh: {a: 2, b: -w}, axis: x}\n"
             "forces:\n"
             "  s1: {spring: [a, b], at: [E, F], stiffness: 4, damping: 2, only: tension}\n"
             "  s2: {joint: c.angle, law: \"-5*x^2*v + t\"}\n"
             "  s3: {push: b, at: F, along: -z, law: 2*x}\n"
             "  s4: {force: b, at: F, value: [t, 0, -w], fixed-in: body}\n"
             "  s5: {torque: a, axis: x, value: 2, fixed-in: world, on: b}\n",
             space);
    m = declared(text);
    cr_expect(m->drive[0].of.joint == 0 && m->drive[0].of.number == 1);
    jet = mb_expression_jet(m->drive[0].law, &(mb_jet){0.2, 1, 0, 0, 0, 0});
    cr_expect_float_eq(jet.aa, -9.0 * sin(0.6), 1e-14);
    cr_expect(m->gear[0].n == 2 && !m->gear[0].mesh && m->gear[0].term[1].factor == -1.0);
    cr_expect(m->gear[0].term[0].of.number == 0 && m->gear[0].term[1].of.joint == 1);
    cr_expect(m->gear[1].mesh && m->gear[1].term[1].factor == -3.0);
    SAME(m->gear[1].term[0].axis, 0, -1, 0);
    cr_expect_float_eq(m->force[0].free, sqrt(3.0), 1e-15);
    cr_expect(m->force[0].only == MB_TENSION && m->force[0].damping == 2.0);
    jet = mb_expression_jet(
        m->force[1].law,
        (const mb_jet[]){{7, 0, 0, 0, 0, 0}, {0.5, 1, 0, 0, 0, 0}, {2, 0, 1, 0, 0, 0}});
    cr_expect_float_eq(jet.f, 4.5, 1e-15);
    cr_expect_float_eq(jet.a, -10.0, 1e-14);
    cr_expect_float_eq(jet.b, -1.25, 1e-15);
    cr_expect(m->force[1].law->uses == (1u << MB_LAW_T | 1u << MB_LAW_X | 1u << MB_LAW_V));
    cr_expect(m->force[2].law->uses == 1u << MB_LAW_X && m->force[3].value[1]->uses == 0);
    SAME(m->force[2].axis, 0, 0, -1);
    SAME(m->force[2].place[1], -1, -2, 1);
    cr_expect(m->force[3].in_body && m->force[3].value[2]->constant);
    cr_expect(!m->force[4].in_body && m->force[4].body[0] == 1);
    SAME(m->force[4].axis, 1, 0, 0);
}

Test(elements, outputs)
{
    char text[4096];
    const mb_plain_mechanism *m;
    static const char *const names[] = {"p.x", "p.y", "p.z", "z",   "c", "w",  "fx", "fy",
                                        "fz",  "d.x", "d.y", "d.z", "t", "ke", "l",  "sum"};
    double x[16] = {1, 0, 0, 0, 5};

    snprintf(text, sizeof text,
             "%sjoints: {c: {cylindrical: [ground, a], at: E, axis: z}}\n"
             "outputs:\n"
             "  p: {point: a, at: E}\n"
             "  z: {point: a, along: z, scale: 2, offset: 1, unit: cm}\n"
             "  c: {joint: c.slide}\n"
             "  w: {omega: a, along: x}\n"
             "  r: {reaction: c, names: [fx, fy, fz]}\n"
             "  d: {direction: a, along: x}\n"
             "  t: {turn: a, about: z, wrapped: yes}\n"
             "  ke: {energy: kinetic}\n"
             "  l: {momentum: angular, about: F, along: z}\n"
             "  sum: {value: p.x + 2*c}\n",
             space);
    m = declared(text);
    cr_assert(m->ncomponents == sizeof names / sizeof *names);
    for (int i = 0; i < m->ncomponents; i++)
        cr_expect_str_eq(m->component[i], names[i]);
    SAME(m->output[0].of.place[0], 1, 0, 0);
    cr_expect(m->output[1].scale == 2.0 && m->output[1].offset == 1.0 && m->output[1].of.along);
    cr_expect_str_eq(m->output[1].unit, "cm");
    cr_expect_str_eq(m->output[2].unit, "m");
    SAME(m->output[3].of.axis, 0, -1, 0); /* moves with the body */
    cr_expect(!m->output[4].compared && m->output[0].compared && !m->output[7].compared);
    cr_expect_str_eq(m->output[4].unit, "N");
    cr_expect(m->output[6].of.wrapped);
    SAME(m->output[8].of.place[0], 0, 0, 1);
    cr_expect(mb_expression_value(m->output[9].of.value, x) == 11.0);
}

Test(elements, start)
{
    char text[4096];
    const mb_plain_start *s;

    snprintf(text, sizeof text,
             "%sjoints: {c: {cylindrical: [ground, a], at: E, axis: z}}\n"
             "start: {c.slide: 0.5, a: {omega: [0, 0, 2]}, b: {v: {along: [0, 3, 4], is: 5}},\n"
             "  v: {E: [1, 2, 3]}, fixed: [b], approximate: yes}\n",
             space);
    s = &declared(text)->start;
    cr_assert(s->n == 4 && s->nfixed == 1 && s->fixed[0] == 1 && s->approximate && !s->keep);
    cr_expect(s->item[0].kind == MB_START_COORDINATE && s->item[0].of.number == 1);
    cr_expect(s->item[0].value[0] == 0.5);
    cr_expect(s->item[1].kind == MB_START_OMEGA && s->item[1].value[2] == 2.0);
    cr_expect(s->item[2].along && s->item[2].value[0] == 5.0);
    SAME(s->item[2].direction, 0, 0.6, 0.8);
    cr_expect(s->item[3].body == 0); /* E is a's own */
    SAME(s->item[3].place, 1, 0, 0);
}

Test(elements, what_is_left_out)
{
    const mb_plain_mechanism *m =
        declared("mechanism: m\ndimension: planar\nbodies: {a: {point: [0, 3], mass: 1},"
                 " b: {point: [4, 0], mass: 1}}");

    cr_expect(m->t_end == 10.0 && m->scale == 5.0);
    cr_expect(!m->gravity_given && m->gravity[1] == 0.0);
    cr_expect(m->drift == 1e-2 && m->error == 0.05 && m->violation == 5e-3 && !m->energy_given);
    cr_expect(m->ncoordinates == 4 && strcmp(m->coordinates[0], "reference-point") == 0); /* all */
    cr_expect(m->reference == MB_REFERENCE_AUTOMATIC && m->branch_mode == MB_BRANCH_AUTOMATIC);
    cr_expect(m->ghosts == 8);
}

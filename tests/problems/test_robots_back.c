/* SPDX-License-Identifier: MIT */
/* Mechanisms written for other tools are read back as they were. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector3.h"
#include "tests/fixtures/models/robot_files.h"

/* ---- the same ---------------------------------------------------------------- */

static char *exported(const mb_plain_mechanism *m,
                      mb_status (*write)(FILE *, const mb_plain_mechanism *, mb_error *),
                      mb_error *err)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const mb_status status = write(out, m, err);

    fclose(out);
    if (status == MB_OK)
        return text;
    cr_assert(status == MB_NOT_APPLICABLE && err->text[0]);
    cr_assert(!text[0], "%s: refused, and written", m->name);
    free(text);
    return NULL;
}

static void same_body(const mb_plain_mechanism *m, const mb_plain_body *a,
                      const mb_plain_mechanism *n)
{
    const int number = mb_body_named(n, a->name);
    const mb_plain_body *b;
    double ja[9], jb[9], size = a->mass * m->scale * m->scale;

    cr_assert(number >= 0, "%s: body '%s' is lost", m->name, a->name);
    b = &n->body[number];
    cr_expect(fabs(a->mass - b->mass) <= 1e-14 * a->mass, "%s: mass of '%s'", m->name, a->name);
    for (int i = 0; i < 3; i++)
        cr_expect(fabs(a->com[i] - b->com[i]) <= 1e-14 * (m->scale + fabs(a->com[i])),
                  "%s: centre of mass of '%s'", m->name, a->name);
    mb_world_tensor(a, ja);
    mb_world_tensor(b, jb);
    /* MuJoCo's inertia of rods and points is above 0 */
    for (int i = m->spatial ? 0 : 8; i < 9; i++)
        cr_expect(fabs(ja[i] - jb[i]) <= 1.0000001e-9 * size + 1.0000001e-14, "%s: inertia of '%s'",
                  m->name, a->name);
}

static int body_in(const mb_plain_mechanism *m, int body, const mb_plain_mechanism *n)
{
    return body == MB_ON_GROUND ? MB_ON_GROUND : mb_body_named(n, m->body[body].name);
}

static double cosine(const mb_plain_mechanism *m, const mb_plain_joint *a,
                     const mb_plain_mechanism *n, const mb_plain_joint *b, int k, int l)
{
    double x[3], y[3];

    mb_plain_direction(m, a->body[k], a->axis[k], x);
    mb_plain_direction(n, b->body[l], b->axis[l], y);
    return mb_dot(x, y);
}

static void same_joint(const mb_plain_mechanism *m, const mb_plain_joint *a,
                       const mb_plain_mechanism *n)
{
    const int number = mb_joint_named(n, a->name), first = body_in(m, a->body[0], n);
    const mb_plain_joint *b;
    double x[3], y[3];
    int turned;

    cr_assert(number >= 0, "%s: joint '%s' is lost", m->name, a->name);
    b = &n->joint[number];
    turned = b->body[0] != first;
    cr_expect(a->kind == b->kind, "%s: kind of '%s'", m->name, a->name);
    cr_expect(b->body[turned] == first && b->body[1 - turned] == body_in(m, a->body[1], n),
              "%s: bodies of '%s'", m->name, a->name);
    for (int k = 0; k < 2; k++) {
        mb_plain_place(m, a->body[k], a->place[k], x);
        mb_plain_place(n, b->body[turned ? 1 - k : k], b->place[turned ? 1 - k : k], y);
        for (int i = 0; i < 3 && a->kind != MB_JOINT_RIGID && a->kind != MB_JOINT_PRISMATIC &&
                        a->kind != MB_JOINT_POINT_ON_LINE;
             i++)
            cr_expect(fabs(x[i] - y[i]) <= 2e-12 * m->scale, "%s: place of '%s': %g", m->name,
                      a->name, x[i] - y[i]);
    }
    /* turned round, the axis points the other way: the coordinate grows in the same sense */
    if (m->spatial && (a->kind == MB_JOINT_REVOLUTE || a->kind == MB_JOINT_CYLINDRICAL ||
                       a->kind == MB_JOINT_PRISMATIC || a->kind == MB_JOINT_UNIVERSAL))
        cr_expect(fabs(cosine(m, a, n, b, 0, turned) - (turned ? -1.0 : 1.0)) < 1e-12,
                  "%s: axis of '%s'", m->name, a->name);
    cr_expect(fabs(a->value[0] - b->value[0]) < 1e-14, "%s: value of '%s'", m->name, a->name);
}

static void same(const mb_plain_mechanism *m, const mb_plain_mechanism *n)
{
    cr_expect(m->nbodies == n->nbodies && m->njoints == n->njoints && m->nforces == n->nforces &&
                  m->ngears == n->ngears && m->ndrives == n->ndrives,
              "%s: %d bodies, %d joints, %d forces", m->name, n->nbodies, n->njoints, n->nforces);
    for (int i = 0; i < 3; i++)
        cr_expect(m->gravity[i] == n->gravity[i], "%s: gravity", m->name);
    for (int i = 0; i < m->nbodies; i++)
        same_body(m, &m->body[i], n);
    for (int i = 0; i < m->njoints; i++)
        same_joint(m, &m->joint[i], n);
    for (int i = 0; i < m->nforces && i < n->nforces; i++)
        for (int k = 0; k < n->nforces; k++)
            if (strcmp(n->force[k].name, m->force[i].name) == 0)
                cr_expect(m->force[i].stiffness == n->force[k].stiffness &&
                              m->force[i].damping == n->force[k].damping &&
                              (m->force[i].stiffness == 0.0 ||
                               fabs(m->force[i].free - n->force[k].free) < 1e-14),
                          "%s: force '%s'", m->name, m->force[i].name);
}

typedef struct trip {
    const char *name, *parameters, *lacks; /* NULL: none */
} trip;

static const trip mjcf_trips[] = {
    {"andrews-squeezer", "", "force 'motor' is no linear spring-damper"},
    {"bricard", "", NULL},
    {"cart-pole-light", "", NULL},
    {"chaplygin-sleigh", "", "'knife' (blade)"},
    {"delta-robot", "", "force 'control(1)'"},
    {"door", "", NULL},
    {"double-four-bar", "", NULL},
    {"double-pendulum-bayo", "", NULL},
    {"double-pendulum-welch", "", NULL},
    {"double-wishbone", "", "force 'tyre'"},
    {"driven-crank", "", "drive 'motor' is not a constant"},
    {"epicyclic-gears", "", "gear 'sun-planet 1'"},
    {"five-bar-pendulum", "", NULL},
    {"flyball-governor", "", NULL},
    {"four-bar", "", NULL},
    {"heavy-top", "", NULL},
    {"iftomm-slider-crank", "", NULL},
    {"iltis-suspension", "", "'leaf plane' (point-in-plane)"},
    {"jansen-leg", "", "'G b' is 0.0019 m open"},
    {"n-four-bar", "N=5", NULL},
    {"n-link-pendulum", "", NULL},
    {"n-link-pendulum", "dimension=spatial", NULL},
    {"peaucellier", "", "drive 'motor'"},
    {"pendulum", "", NULL},
    {"pendulum-bayo", "", NULL},
    {"rotary-pendulum", "", NULL},
    {"rssr", "", NULL},
    {"slider-crank-singular", "", NULL},
    {"slider-crank-welch", "", NULL},
    {"spatial-slider-crank", "", NULL},
    {"stewart-platform", "", NULL},
    {"three-link-pendulum", "", NULL},
    {"triple-pendulum", "", NULL},
};

static mb_status write_mjcf(FILE *out, const mb_plain_mechanism *m, mb_error *err)
{
    return mb_write_mjcf(out, m, NULL, err);
}

Test(robots_back, catalogue_to_mjcf_and_back, .fini = mb_imported_end)
{
    for (size_t i = 0; i < sizeof mjcf_trips / sizeof *mjcf_trips; i++) {
        const trip *t = &mjcf_trips[i];
        const mb_plain_mechanism *m = mb_declared(t->name, t->parameters, NULL);
        mb_error err = {MB_OK, ""};
        char *xml = exported(m, write_mjcf, &err);

        cr_expect(!xml == !!t->lacks, "%s: %s", t->name, err.text);
        if (xml)
            same(m, mb_imported_mechanism(xml, (mb_robot_options){.planar = !m->spatial}));
        else
            cr_expect(t->lacks && strstr(err.text, t->lacks), "%s: %s", t->name, err.text);
        free(xml);
    }
}

static const trip urdf_trips[] = {
    {"double-pendulum-bayo", "", NULL},
    {"five-bar-pendulum", "", NULL},
    {"n-link-pendulum", "dimension=spatial", NULL},
    {"n-link-pendulum", "", NULL},
    {"rotary-pendulum", "", NULL},
    {"triple-pendulum", "", NULL},
    {"four-bar", "", "joint 'C' closes a loop"},
    {"heavy-top", "", "'O' is spherical"},
    {"flyball-governor", "", "force 'right spring'"},
    {"epicyclic-gears", "", "gear 'sun-planet 1'"},
    {"cart-pole-light", "", "'guide' is point-on-line"},
};

Test(robots_back, trees_to_urdf_and_back, .fini = mb_imported_end)
{
    for (size_t i = 0; i < sizeof urdf_trips / sizeof *urdf_trips; i++) {
        const trip *t = &urdf_trips[i];
        const mb_plain_mechanism *m = mb_declared(t->name, t->parameters, NULL);
        mb_error err = {MB_OK, ""};
        char *xml = exported(m, mb_write_urdf, &err);

        cr_expect(!xml == !!t->lacks, "%s: %s", t->name, err.text);
        if (xml) {
            const mb_plain_mechanism *n =
                mb_imported_mechanism(xml, (mb_robot_options){.planar = !m->spatial});

            cr_expect(n->nbodies == m->nbodies && n->njoints == m->njoints, "%s", t->name);
            for (int b = 0; b < m->nbodies; b++)
                same_body(m, &m->body[b], n);
        } else {
            cr_expect(t->lacks && strstr(err.text, t->lacks), "%s: %s", t->name, err.text);
        }
        free(xml);
    }
}

/* Forces, joints, gears and drives have names of their own here, tendons and equalities do not. */
Test(robots_back, names_are_once_in_the_file, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\n"
                         "bodies:\n"
                         "  a: {rod: [[0, 0], [1, 0]], mass: 1}\n"
                         "  b: {rod: [[1, 0], [2, 0]], mass: 1}\n"
                         "joints:\n"
                         "  A: {revolute: [ground, a], at: [0, 0]}\n"
                         "  B: {revolute: [a, b], at: [1, 0]}\n"
                         "  C: {distance: [ground, b], at: [[3, 0], [2, 0]]}\n"
                         "gears:\n"
                         "  A: {couple: {A: 1, B: 2}}\n"
                         "drives:\n"
                         "  A: {joint: A, law: 0}\n"
                         "forces:\n"
                         "  C: {spring: [ground, b], at: [[2, 5], [2, 0]], stiffness: 3}\n",
                         "", NULL);
    const mb_plain_mechanism *n;
    mb_error err = {MB_OK, ""};
    char *mjcf;

    cr_assert(m);
    mjcf = exported(m, write_mjcf, &err);
    cr_assert(mjcf, "%s", err.text);
    n = mb_imported_mechanism(mjcf, (mb_robot_options){.planar = true});
    cr_expect(n->ngears == 1 && n->ndrives == 1 && n->nforces == 1);
    cr_expect(fabs(n->joint[mb_joint_named(n, "C")].length - 1.0) < 1e-15);
    cr_expect(fabs(n->force[0].free - 5.0) < 1e-15);
    cr_expect(strstr(mjcf, "<joint name=\"A gear\"") && strstr(mjcf, "<joint name=\"A drive\""));
    free(mjcf);
}

/* URDF has the plane upright; where nothing but free bodies is in it, it is that of their turning. */
Test(robots_back, free_bodies_tell_the_plane, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                         "bodies:\n"
                         "  a: {com: [1, 2], mass: 1, inertia: 0.25}\n"
                         "  b: {com: [3, 4], mass: 1, inertia: 0.5}\n"
                         "joints: {B: {prismatic: [a, b], at: [1, 2], axis: [0, 1]}}\n",
                         "", NULL);
    const mb_plain_mechanism *n;
    mb_error err = {MB_OK, ""};
    char *urdf;

    cr_assert(m);
    urdf = exported(m, mb_write_urdf, &err);
    cr_assert(urdf, "%s", err.text);
    n = mb_imported_mechanism(urdf, (mb_robot_options){.planar = true});
    cr_expect(n->gravity[0] == 0.0 && n->gravity[1] == -9.81 && n->nbodies == 2 && n->njoints == 1);
    for (int b = 0; b < 2; b++)
        same_body(m, &m->body[b], n);
    free(urdf);
}

/* Slides alone lie in it, and gravity with one slide or with slides that are parallel. */
Test(robots_back, slides_tell_the_plane, .fini = mb_imported_end)
{
    static const char *const axes[][2] = {
        {"[1, 0]", "[0, 1]"}, {"[1, 0]", "[1, 0]"}, {"[0.6, 0.8]", "[1, 0]"}, {"[0, 1]", "[0, 1]"}};

    for (int i = 0; i < 4; i++) {
        char text[400];
        const mb_plain_mechanism *m;
        mb_error err = {MB_OK, ""};

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\nbodies:\n"
                 "  a: {com: [1, 2], mass: 1, inertia: 0.25}\n"
                 "  b: {com: [3, 4], mass: 1, inertia: 0.5}\n"
                 "joints: {A: {prismatic: [ground, a], at: [1, 2], axis: %s},\n"
                 "  B: {prismatic: [a, b], at: [1, 2], axis: %s}}\n",
                 axes[i][0], axes[i][1]);
        m = mb_declared_text(text, "", NULL);
        for (int k = 0; k < 2; k++) {
            char *xml = exported(m, k ? write_mjcf : mb_write_urdf, &err);

            cr_assert(xml, "%s", err.text);
            same(m, mb_imported_mechanism(xml, (mb_robot_options){.planar = true}));
            free(xml);
        }
    }
}

Test(robots_back, what_these_tools_refuse_is_not_written, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: planar\n"
                         "bodies:\n"
                         "  world: {rod: [[0, 0], [1, 0]], mass: 0, massless: expected}\n"
                         "joints:\n"
                         "  A: {revolute: [ground, world], at: [0, 0]}\n",
                         "", NULL);
    mb_error err = {MB_OK, ""};

    cr_assert(m);
    cr_expect_null(exported(m, write_mjcf, &err));
    cr_expect(strstr(err.text, "body 'world' has no mass") &&
                  strstr(err.text, "body 'world' has the ground's name"),
              "%s", err.text);
    cr_expect_null(exported(m, mb_write_urdf, &err));
    cr_expect(strstr(err.text, "body 'world' has no mass"), "%s", err.text);
}

/* A mass point on a hinge has nothing that could turn: it moves with the bar, one freedom in all. */
Test(robots_back, points_on_hinges_are_fixed, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_declared_text("mechanism: m\ndimension: planar\n"
                                                   "gravity: [0, -9.81]\n"
                                                   "bodies:\n"
                                                   "  bar: {rod: [[0, 0], [1, 0]], mass: 1}\n"
                                                   "  bob: {point: [1, 0], mass: 2}\n"
                                                   "joints:\n"
                                                   "  A: {revolute: [ground, bar], at: [0, 0]}\n"
                                                   "  B: {revolute: [bar, bob], at: [1, 0]}\n",
                                                   "", NULL);
    mb_error err = {MB_OK, ""};
    char *mjcf, *urdf;
    int hinges = 0;

    cr_assert(m);
    mjcf = exported(m, write_mjcf, &err);
    urdf = exported(m, mb_write_urdf, &err);
    cr_assert(mjcf && urdf, "%s", err.text);
    for (const char *at = mjcf; (at = strstr(at, "<joint ")); at++)
        hinges++;
    cr_expect_eq(hinges, 1);
    cr_expect(strstr(urdf, "<joint name=\"B\" type=\"fixed\">"), "%s", urdf);
    free(mjcf);
    free(urdf);
}

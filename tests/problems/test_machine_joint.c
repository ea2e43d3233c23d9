/* SPDX-License-Identifier: MIT */
/* Models in joint coordinates: sizes, the same motion as in coordinates of the bodies, rows that the
 * tree keeps by itself, names. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/elements/machine/plain_model.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

static const struct {
    const char *file, *parameters;
    int nq, nv, m, rank;
    double step; /* [s] */
} files[] = {
    {"andrews-squeezer", "", 7, 7, 6, 6, 1e-5},
    {"andrews-squeezer", "spring=K4", 6, 6, 4, 4, 1e-6},
    {"bricard", "", 5, 5, 5, 4, 1e-3},
    {"cart-pole-light", "", 4, 4, 2, 2, 1e-5},
    {"chaplygin-sleigh", "a=0.2,mass=3", 3, 3, 1, 1, 1e-3},
    {"delta-robot", "", 10, 9, 6, 6, 1e-3},
    {"door", "", 1, 1, 0, 0, 1e-3},
    {"double-four-bar", "", 5, 5, 4, 4, 1e-3},
    {"double-pendulum-bayo", "", 2, 2, 0, 0, 1e-3},
    {"double-wishbone", "", 6, 5, 4, 4, 1e-5},
    {"driven-crank", "", 2, 2, 2, 2, 1e-3},
    {"epicyclic-gears", "", 4, 4, 3, 3, 1e-3},
    {"five-bar-pendulum", "", 5, 5, 0, 0, 1e-3},
    {"flyball-governor", "", 4, 4, 0, 0, 1e-5},
    {"four-bar", "", 3, 3, 2, 2, 1e-3},
    {"heavy-top", "", 4, 3, 0, 0, 1e-4},
    {"iftomm-slider-crank", "", 4, 4, 3, 3, 1e-3},
    {"iltis-suspension", "", 5, 4, 3, 3, 1e-4},
    {"jansen-leg", "", 11, 11, 11, 11, 1e-3},
    {"n-four-bar", "N=4", 9, 9, 8, 8, 1e-3},
    {"n-link-pendulum", "N=6", 6, 6, 0, 0, 1e-3},
    {"n-link-pendulum", "N=6,dimension=spatial", 6, 6, 0, 0, 1e-3},
    {"peaucellier", "", 7, 7, 7, 7, 1e-3},
    {"pendulum", "", 2, 2, 1, 1, 1e-3},
    {"rotary-pendulum", "", 2, 2, 0, 0, 1e-3},
    {"rssr", "", 6, 5, 3, 3, 1e-4},
    {"slider-crank-singular", "", 2, 2, 1, 1, 1e-3},
    {"slider-crank-welch", "", 2, 2, 1, 1, 1e-3},
    {"spatial-slider-crank", "", 4, 4, 3, 3, 1e-3},
    {"stewart-platform", "", 22, 21, 15, 15, 1e-4},
    {"three-link-pendulum", "", 9, 7, 0, 0, 1e-3},
    {"triple-pendulum", "", 3, 3, 0, 0, 1e-3},
};
enum { FILES = sizeof files / sizeof *files, STEPS = 20 };

/* Counts of the format's section 6, of coordinates and of rows: those of the joints that the rule of
 * its section 8.4 cuts, counted by hand, without those that the tree keeps (the door's second
 * hinge). */
Test(machine_joint, has_the_sizes_of_its_tree, .fini = mb_declared_end)
{
    for (int k = 0; k < FILES; k++) {
        mb_model *model =
            machine_model(mb_declared(files[k].file, files[k].parameters, NULL), "joint");

        cr_expect(model->nq == files[k].nq && model->nv == files[k].nv && model->m == files[k].m &&
                      model->rank == files[k].rank,
                  "%s: %d coordinates, %d velocities, %d rows of rank %d", files[k].file, model->nq,
                  model->nv, model->m, model->rank);
        mb_model_destroy(model);
    }
}

static void run(const mb_model *model, double h, double *out)
{
    double q[CHECK_N], v[CHECK_N], a[CHECK_N], lambda[CHECK_N];
    const double end = model->t0 + STEPS * h;

    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    memcpy(v, model->v0, (size_t)model->nv * sizeof *v);
    machine_run(model, h, STEPS, q, v);
    check_motion(model, end, q, v, a, lambda);
    model->ops->outputs(model, end, q, v, a, lambda, out);
}

Test(machine_joint, moves_as_bodies_in_their_own_coordinates, .timeout = 600,
     .fini = mb_declared_end)
{
    for (int k = 0; k < FILES; k++) {
        const mb_plain_mechanism *plain = mb_declared(files[k].file, files[k].parameters, NULL);
        mb_model *bodies = machine_model(plain, plain->spatial ? "body" : "reference-point");
        mb_model *joint = machine_model(plain, "joint");
        double out[2][CHECK_OUTPUTS];

        cr_expect(bodies->nv - bodies->rank == joint->nv - joint->rank, "%s", files[k].file);
        run(bodies, files[k].step, out[0]);
        run(joint, files[k].step, out[1]);
        for (int i = 0; i < joint->noutputs; i++) {
            double apart = out[1][i] - out[0][i];

            if (joint->outputs[i].wrapped)
                apart = remainder(apart, 2.0 * M_PI);
            cr_expect(fabs(apart) <= 1e-8 * fmax(1.0, fabs(out[0][i])),
                      "%s: %s is %.15g, not %.15g", files[k].file, joint->outputs[i].name,
                      out[1][i], out[0][i]);
        }
        mb_model_destroy(bodies);
        mb_model_destroy(joint);
    }
}

/* With the cut that the file gives they are the Test Set's angles, which it prints for the start. */
Test(machine_joint, gives_andrews_mechanism_its_seven_angles, .fini = mb_declared_end)
{
    static const struct {
        const char *joint;
        double start;
    } angle[] = {
        {"O", -0.0617138900142764496}, {"F", 0.0},
        {"B", 0.455279819163070380},   {"A5", 0.487364979543842550},
        {"A7", 1.23054744454982119},   {"G", 0.222668390165885885},
        {"H", -0.222668390165885885},
    };
    mb_model *model = machine_model(mb_declared("andrews-squeezer", "", NULL), "joint");
    char text[100], expected[100];

    cr_assert_eq(model->nq, 7);
    for (int k = 0; k < 7; k++) {
        snprintf(expected, sizeof expected, "q[%d] (angle of joint '%s')", k, angle[k].joint);
        mb_model_coordinate_text(model, k, text, sizeof text);
        cr_expect_str_eq(text, expected);
        cr_expect(fabs(model->q0[k] - angle[k].start) <= 1e-12, "%s: %.17g", angle[k].joint,
                  model->q0[k]);
    }
    mb_model_destroy(model);
}

/* ---- joints, the other way round too -------------------------------------------------------------- */

#define SPACE                                                                                      \
    "mechanism: m\n"                                                                               \
    "dimension: spatial\n"                                                                         \
    "gravity: [0.3, -1, -9.81]\n"                                                                  \
    "bodies:\n"                                                                                    \
    "  a: {com: [0.4, 0.3, 0.1], turn: {axis: [1, 2, 1], by: 0.4}, mass: 2,"                       \
    " inertia: [0.7, 0.6, 0.9, 0.1, -0.05, 0.08]}\n"                                               \
    "  b: {com: [1.1, -0.4, 0.5], turn: {axis: [0, 1, -1], by: 0.9}, mass: 1.5,"                   \
    " inertia: [0.3, 0.5, 0.4, 0.05, 0.02, -0.03]}\n"                                              \
    "  p: {point: [0.2, 1.3, -0.4], mass: 0.8}\n"

static const struct {
    const char *text;
    int nq, m;
} chains[] = {
    {SPACE "joints:\n"
           "  u: {universal: [ground, a], at: [0, 0, 0], axes: [[1, 1, 0], [1, -1, 1]],"
           " value: [0.3, -0.2]}\n"
           "  s: {screw: [a, b], at: [0.7, 0.1, 0.2], axis: [1, 0.4, 0.3], pitch: 0.3, value: 1}\n"
           "  p: {spherical: [b, p], at: [0.2, 1.3, -0.4]}\n"
           "start: {u.first: 1, u.second: -2, s: 3}\n"
           "outputs: {f: {joint: u.first}, g: {joint: u.second}, h: {joint: s}, p: {point: p},"
           " r: {reaction: u, compare: no}, t: {reaction: s, part: moment, on: a, compare: no},"
           " w: {reaction: s, part: moment, in: body, compare: no}}\n",
     3, 0},
    {SPACE "joints:\n"
           "  u: {universal: [a, ground], at: [0, 0, 0], axes: [[1, 1, 0], [1, -1, 1]],"
           " value: [0.3, -0.2]}\n"
           "  s: {screw: [b, a], at: [0.7, 0.1, 0.2], axis: [1, 0.4, 0.3], pitch: 0.3, value: 1}\n"
           "  p: {spherical: [p, b], at: [0.2, 1.3, -0.4]}\n"
           "start: {u.first: 1, u.second: -2, s: 3}\n"
           "outputs: {f: {joint: u.first}, g: {joint: u.second}, h: {joint: s}, p: {point: p},"
           " r: {reaction: u, compare: no}, t: {reaction: s, part: moment, on: a, compare: no},"
           " w: {reaction: s, part: moment, in: body, compare: no}}\n",
     3, 0},
    {SPACE "joints:\n"
           "  c: {cylindrical: [a, ground], at: [0.1, 0, 0], axis: [1, 1, 0], value: [0.5, 2]}\n"
           "  s: {prismatic: [b, a], at: [0.7, 0.1, 0.2], axis: [1, 0.4, 0.3], value: 1}\n"
           "  d: {distance: [b, p], at: [[1.1, 0.2, 0], [0.2, 1.3, -0.4]]}\n"
           "forces: {k: {joint: c.angle, stiffness: 3, damping: 0.2}}\n"
           "start: {c.angle: 1, c.slide: -2, s: 3}\n"
           "outputs: {f: {joint: c.angle}, g: {joint: c.slide}, h: {joint: s}, p: {point: p},"
           " r: {reaction: c, compare: no}, t: {reaction: d, compare: no}}\n",
     6, 1},
    {SPACE "joints:\n"
           "  o: {spherical: [a, ground], at: [0, 0, 0]}\n"
           "  q: {planar: [a, b], at: [0.7, 0.1, 0.2], normal: [1, 0.4, 0.3]}\n"
           "  l: {point-on-line: [b, p], at: [0.2, 1.3, -0.4], along: [1, 0.3, 0.2]}\n"
           "drives: {m: {joint: l, law: 0.3*t}}\n"
           "start: {a: {omega: [1, 2, 3]}}\n"
           "outputs: {a: {point: a}, b: {point: b}, p: {point: p}, m: {force: m, compare: no}}\n",
     14, 6},
};

/* Each joint coordinate is where the file says that it starts. */
Test(machine_joint, turns_and_slides_as_the_file_counts, .timeout = 600, .fini = mb_declared_end)
{
    for (size_t k = 0; k < sizeof chains / sizeof *chains; k++) {
        mb_messages messages;
        const mb_plain_mechanism *plain = mb_declared_text(chains[k].text, "", &messages);
        double out[2][CHECK_OUTPUTS];
        mb_model *bodies, *joint;

        cr_assert(plain, "text %zu, line %d: %s", k, messages.error[0].line,
                  messages.error[0].text);
        bodies = machine_model(plain, "body");
        joint = machine_model(plain, "joint");
        cr_expect(joint->nq == chains[k].nq && joint->m == chains[k].m, "text %zu: %d, %d", k,
                  joint->nq, joint->m);
        run(bodies, 1e-3, out[0]);
        run(joint, 1e-3, out[1]);
        for (int i = 0; i < joint->noutputs; i++)
            cr_expect(fabs(out[1][i] - out[0][i]) <= 1e-9 * fmax(1.0, fabs(out[0][i])),
                      "text %zu: %s is %.15g, not %.15g", k, joint->outputs[i].name, out[1][i],
                      out[0][i]);
        mb_model_destroy(bodies);
        mb_model_destroy(joint);
    }
}

static int coordinate_called(const mb_model *model, const char *name)
{
    char text[128];

    for (int i = 0; i < model->nq; i++) {
        model->ops->coordinate_text(model, i, text, sizeof text);
        if (strcmp(text, name) == 0)
            return i;
    }
    cr_assert(false, "no coordinate is called %s", name);
    return -1;
}

Test(machine_joint, calls_coordinates_by_their_joints, .fini = mb_declared_end)
{
    mb_messages messages;
    mb_model *model = machine_model(mb_declared_text(chains[2].text, "", &messages), "joint");
    static const struct {
        const char *name;
        double value, rate;
    } coordinate[] = {{"angle of joint 'c.angle'", 0.5, 1.0},
                      {"slide of joint 'c.slide'", 2.0, -2.0},
                      {"slide of joint 's'", 1.0, 3.0},
                      {"x of 'p'", 0.2, 0.0},
                      {"z of 'p'", -0.4, 0.0}};

    for (size_t k = 0; k < sizeof coordinate / sizeof *coordinate; k++) {
        const int i = coordinate_called(model, coordinate[k].name);

        cr_expect(fabs(model->q0[i] - coordinate[k].value) <= 1e-14, "%s: %.17g",
                  coordinate[k].name, model->q0[i]);
        if (k < 3) /* the point follows */
            cr_expect(fabs(model->v0[i] - coordinate[k].rate) <= 1e-12, "%s: %.17g",
                      coordinate[k].name, model->v0[i]);
    }
    mb_model_destroy(model);
}

/* ---- rows that are none ------------------------------------------------------------------------------ */

/* A parallelogram in the plane of x and z in space: of the last hinge's five rows three say nothing new
 * wherever the tree is, the other two close the loop. */
Test(machine_joint, has_no_rows_for_what_its_tree_keeps, .fini = mb_declared_end)
{
    static const char text[] =
        "mechanism: m\n"
        "dimension: spatial\n"
        "gravity: [0, 0, -9.81]\n"
        "points: {A: [0, 0, 0], B: [0.2, 0, 1], C: [2.2, 0, 1], D: [2, 0, 0]}\n"
        "bodies:\n"
        "  l: {rod: [A, B], radius: 0.1, mass: 1}\n"
        "  t: {rod: [B, C], radius: 0.1, mass: 1}\n"
        "  r: {rod: [D, C], radius: 0.1, mass: 1}\n"
        "joints:\n"
        "  A: {revolute: [ground, l], at: A, axis: y}\n"
        "  B: {revolute: [l, t], at: B, axis: y}\n"
        "  C: {revolute: [t, r], at: C, axis: y}\n"
        "  D: {revolute: [ground, r], at: D, axis: y}\n"
        "outputs: {C: {point: r, at: C}}\n";
    mb_messages messages;
    const mb_plain_mechanism *plain = mb_declared_text(text, "", &messages);
    mb_model *bodies = machine_model(plain, "body"), *joint = machine_model(plain, "joint");
    double out[2][CHECK_OUTPUTS];

    cr_expect(joint->nq == 3 && joint->m == 2 && joint->rank == 2 && joint->mh == 2, "%d, %d",
              joint->nq, joint->m);
    cr_expect(bodies->m - bodies->rank == 3);
    run(bodies, 1e-3, out[0]);
    run(joint, 1e-3, out[1]);
    for (int i = 0; i < 3; i++)
        cr_expect(fabs(out[1][i] - out[0][i]) <= 1e-10, "%.15g, not %.15g", out[1][i], out[0][i]);
    mb_model_destroy(bodies);
    mb_model_destroy(joint);
}

/* ---- on request -------------------------------------------------------------------------------------- */

/* Files that list kinds of coordinates, or none, have joint coordinates besides. */
Test(machine_joint, is_there_on_request, .fini = mb_declared_end)
{
    static const struct {
        const char *lines, *parameters, *choices, *coordinates;
    } request[] = {
        {"", "coordinates=joint", "body|euler|natural|joint", "joint"},
        {"", "", "body|euler|natural|joint", "body"},
        {"coordinates: [euler, body]\n", "coordinates=joint", "euler|body|joint", "joint"},
        {"coordinates: [euler, body]\n", "", "euler|body|joint", "euler"},
        {"coordinates: [body, angles: joint]\n", "coordinates=angles", "body|angles", "joint"},
        {"parameters: {k: {choice: [a, b]}}\ncoordinates: {by: k, a: [body], b: [euler]}\n",
         "coordinates=joint", "default|body|euler|joint", "joint"},
        {"parameters: {k: {choice: [a, b]}}\ncoordinates: {by: k, a: [body], b: [euler]}\n", "k=b",
         "default|body|euler|joint", "euler"},
        {"parameters: {k: {choice: [a, b]}}\ncoordinates: {by: k, a: [body], b: [euler]}\n",
         "k=b,coordinates=body", "default|body|euler|joint", "body"},
    };

    for (size_t k = 0; k < sizeof request / sizeof *request; k++) {
        const mb_plain_mechanism *plain;
        mb_messages messages;
        char text[1000];

        snprintf(text, sizeof text, SPACE "%s", request[k].lines);
        plain = mb_declared_text(text, request[k].parameters, &messages);
        cr_assert(plain, "%zu: %s", k, messages.error[0].text);
        cr_expect_str_eq(plain->params[0].choices, request[k].choices);
        cr_expect_str_eq(mb_plain_coordinates(plain), request[k].coordinates);
    }
}

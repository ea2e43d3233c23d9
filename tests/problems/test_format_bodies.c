/* SPDX-License-Identifier: MIT */
/* Bodies of mechanism files: poses, solids, parts, inertias, own places, against closed forms. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"

static const mb_plain_mechanism *declared(const char *dimension, const char *rest)
{
    static mb_messages messages;
    char text[4096];
    const mb_plain_mechanism *m;

    snprintf(text, sizeof text, "mechanism: m\ndimension: %s\n%s\n", dimension, rest);
    m = mb_declared_text(text, "", &messages);
    cr_assert(m, "%s\n%d:%d: %s", rest, messages.error[0].line, messages.error[0].column,
              messages.error[0].text);
    return m;
}

static const mb_plain_body *in_space(const char *body)
{
    char text[2048];

    snprintf(text, sizeof text,
             "points: {P: [1, 0, 0], Q: [1, 0, 2], R: [1, 3, 0]}\nbodies: {b: %s}", body);
    return declared("spatial", text)->body;
}

static const mb_plain_body *in_plane(const char *body)
{
    char text[2048];

    snprintf(text, sizeof text, "points: {P: [1, 0], Q: [1, 2], R: [4, 3]}\nbodies: {b: %s}", body);
    return declared("planar", text)->body;
}

static void same(const char *what, const double *got, const double *want, int n)
{
    for (int i = 0; i < n; i++)
        cr_expect(fabs(got[i] - want[i]) < 1e-14, "%s[%d] is %.17g, not %.17g", what, i, got[i],
                  want[i]);
}

#define SAME(got, ...) same(#got, got, (const double[]){__VA_ARGS__}, sizeof(got) / sizeof *(got))

TestSuite(bodies, .fini = mb_declared_end);

Test(bodies, rods_in_space)
{
    const mb_plain_body *b = in_space("{rod: [P, R], mass: 2}");

    SAME(b->com, 1, 1.5, 0);
    SAME(b->turn, 0, -1, 0, 1, 0, 0, 0, 0, 1); /* x along the rod, z up */
    SAME(b->inertia, 0, 0, 0, 0, 1.5, 0, 0, 0, 1.5);
    b = in_space("{rod: [P, Q], section: [0.1, 0.2], mass: 12}");
    SAME(b->com, 1, 0, 1);
    SAME(b->turn, 0, 1, 0, 0, 0, 1, 1, 0, 0); /* upright: z along the world's y */
    SAME(b->inertia, 0.05, 0, 0, 0, 4.04, 0, 0, 0, 4.01);
    b = in_space("{rod: [P, R], radius: 0.1, density: 1000}");
    cr_expect_float_eq(b->mass, 1000.0 * M_PI * 0.01 * 3.0, 1e-12);
    cr_expect_float_eq(b->inertia[0], b->mass * 0.005, 1e-12);
    cr_expect_float_eq(b->inertia[4], b->mass * (0.03 + 9.0) / 12.0, 1e-12);
}

Test(bodies, rods_in_the_plane)
{
    const mb_plain_body *b = in_plane("{rod: [P, R], mass: 12}");

    SAME(b->com, 2.5, 1.5, 0);
    cr_expect_float_eq(b->angle, M_PI / 4, 1e-15);
    cr_expect_float_eq(b->inertia[8], 18.0, 1e-13);
    cr_expect(b->nplaces == 0 && !b->near);
    b = in_plane("{rod: [P, R], length: 4, mass: 12, section: [0.2, 1]}");
    cr_expect_float_eq(b->inertia[8], 16.04, 1e-13);
    cr_expect(b->nplaces == 2 && b->near);
    cr_expect_str_eq(b->place[0].name, "P");
    SAME(b->place[0].u, -2, 0, 0);
    SAME(b->place[1].u, 2, 0, 0);
    b = in_plane("{rod: [P, Q], length: 2, com: [1, 0.5], mass: 1, inertia: 3, inertia-about: P}");
    SAME(b->place[0].u, -0.5, 0, 0);
    SAME(b->place[1].u, 1.5, 0, 0);
    cr_expect_float_eq(b->inertia[8], 2.75, 1e-15);
}

Test(bodies, solids)
{
    const mb_plain_body *b = in_space("{box: [1, 2, 3], com: P, mass: 12}");

    SAME(b->inertia, 13, 0, 0, 0, 10, 0, 0, 0, 5);
    b = in_space("{disc: 2, thickness: 0.6, com: P, mass: 1}");
    SAME(b->inertia, 1.03, 0, 0, 0, 1.03, 0, 0, 0, 2);
    b = in_space("{cylinder: {radius: 2, length: 0.6}, com: P, density: 10}");
    cr_expect_float_eq(b->mass, 24.0 * M_PI, 1e-12);
    cr_expect_float_eq(b->inertia[8], 2.0 * b->mass, 1e-12);
    b = in_space("{sphere: 2, com: P, mass: 5}");
    SAME(b->inertia, 8, 0, 0, 0, 8, 0, 0, 0, 8);
    b = in_plane("{box: [3, 4], com: P, mass: 12}");
    cr_expect_float_eq(b->inertia[8], 25.0, 1e-14);
    b = in_plane("{disc: 2, com: P, mass: 3, angle: 0.5}");
    cr_expect_float_eq(b->inertia[8], 6.0, 1e-14);
    cr_expect(b->angle == 0.5);
}

Test(bodies, frames)
{
    const double c = cos(0.3), s = sin(0.3);
    const mb_plain_body *b = in_space("{at: P, turn: {axis: z, by: 0.3}, com: [1, 0, 0], mass: 1, "
                                      "inertia: [2, 2, 3, 0.1, 0.2, 0.3], places: {E: [3, 0, 1]}}");

    SAME(b->com, 1 + c, s, 0);
    SAME(b->turn, c, -s, 0, s, c, 0, 0, 0, 1);
    SAME(b->inertia, 2, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 3);
    SAME(b->place[0].u, 2, 0, 1);
    /* R = Rz(a) Ry(b) Rx(c), written order is the product's */
    b = in_space("{com: P, euler: {zyx: [0.3, 0, 0]}, mass: 1, sphere: 1}");
    SAME(b->turn, c, -s, 0, s, c, 0, 0, 0, 1);
    b = in_space("{com: P, euler: {xyz: [pi/2, pi/2, 0]}, mass: 1, sphere: 1}");
    SAME(b->turn, 0, 0, 1, 1, 0, 0, 0, 1, 0);
    b = in_space("{com: P, quaternion: [cos(0.15), 0, 0, sin(0.15)], mass: 1, sphere: 1}");
    SAME(b->turn, c, -s, 0, s, c, 0, 0, 0, 1);
    b = in_space("{com: P, axes: {x: y, y: [-1, 5, 0]}, mass: 1, sphere: 1}");
    SAME(b->turn, 0, -1, 0, 1, 0, 0, 0, 0, 1);
    b = in_plane("{at: P, angle: pi/2, com: [2, 0], mass: 1, inertia: 1, places: {E: [2, 1]}}");
    SAME(b->com, 1, 2, 0);
    SAME(b->place[0].u, 0, 1, 0);
}

/* Two mass points and a rod, about their common centre of mass. */
Test(bodies, parts)
{
    const mb_plain_body *b = in_space("{parts: [{point: P, mass: 1}, {point: Q, mass: 1},"
                                      " {rod: [P, Q], mass: 12}]}");

    cr_expect(b->mass == 14.0);
    SAME(b->com, 1, 0, 1);
    SAME(b->turn, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    SAME(b->inertia, 6, 0, 0, 0, 6, 0, 0, 0, 0);
    b = in_plane("{parts: [{point: P, mass: 1}, {box: [3, 4], com: Q, angle: 1, mass: 3}]}");
    SAME(b->com, 1, 1.5, 0);
    cr_expect_float_eq(b->inertia[8], 2.25 + 6.25 + 3.0 * 0.25, 1e-14);
}

/* Ends of a part with a length are places of the whole. */
Test(bodies, ends_of_parts)
{
    const mb_plain_body *b = in_plane("{parts: [{rod: [P, Q], length: 2, mass: 1}, "
                                      "{point: [3, 1], mass: 1}]}");

    cr_assert(b->nplaces == 2 && b->near);
    cr_expect_str_eq(b->place[1].name, "Q");
    SAME(b->place[0].u, -1, -1, 0);
    SAME(b->place[1].u, -1, 1, 0);
}

Test(bodies, inertia_about_another_place)
{
    const mb_plain_body *b = in_space("{com: [1, 0, 1], mass: 2, inertia: [5, 5, 3],"
                                      " inertia-about: P}");

    SAME(b->inertia, 3, 0, 0, 0, 3, 0, 0, 0, 3);
}

Test(bodies, places_of_all_forms)
{
    const mb_plain_mechanism *m = declared(
        "planar", "points:\n"
                  "  O: [0, 0]\n  E: [3, 4]\n"
                  "  M: {between: [O, E], part: 0.25}\n"
                  "  W: {from: O, towards: E, by: 1}\n"
                  "  B: {b: [1, 0]}\n"
                  "  L(k=1..2): [[k, k^2], [N.x, 7]]\n  N: [E.x + 1, 0]\n"
                  "bodies:\n"
                  "  b: {at: E, angle: pi/2, mass: 1, inertia: 1, draw: {line: [O, M, W, B, L(1), "
                  "L(2)], circle: 0.1, colour: red}}");
    static const double want[6][2] = {{0, 0}, {0.75, 1}, {0.6, 0.8}, {3, 5}, {1, 1}, {4, 7}};

    cr_assert(m->body[0].nline == 6);
    cr_expect_str_eq(m->body[0].colour, "red");
    for (int i = 0; i < 6; i++) {
        double x[3];

        mb_plain_place(m, 0, m->body[0].line + 3 * i, x);
        cr_expect_float_eq(x[0], want[i][0], 1e-14);
        cr_expect_float_eq(x[1], want[i][1], 1e-14);
    }
}

Test(bodies, notes)
{
    mb_messages messages;

    cr_assert(mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, 0]\nbodies:\n"
                               "  b: {rod: [[0, 0], [1.31, 0]], length: 1, mass: 1}",
                               "", &messages));
    cr_assert(messages.nnotes == 1);
    cr_expect_str_eq(messages.note[0].text, "length: 1 but its places are 1.31 apart");
    cr_expect(messages.note[0].line == 5 && messages.note[0].column == 41);
    cr_assert(mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
                               "  b: {rod: [[0, 0, 0], [1.31, 0, 0]], mass: 1}",
                               "", &messages));
    cr_assert(messages.nnotes == 1);
    cr_expect_str_eq(messages.note[0].text, "body 'b' has no inertia about its own line");
}

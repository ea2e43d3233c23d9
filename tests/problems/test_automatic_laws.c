/* SPDX-License-Identifier: MIT */
/* Automatic references against closed forms: what acts one way, rolls, drives; and what they say where
 * there is none. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/coin.h"
#include "tests/fixtures/models/readings.h"

Test(automatic_laws, leaning_coins_roll_in_circles)
{
    char text[1024];
    const coin c = coin_text(text, sizeof text);
    mb_reading at = mb_reading_of(text, 4.0);

    for (double t = 0.5; t <= 4.0; t += 0.5) {
        mb_reading_expect(&at, t, "b.x", c.circle * cos(c.rate * t));
        mb_reading_expect(&at, t, "b.y", c.circle * sin(c.rate * t));
        mb_reading_expect(&at, t, "roll", 0.25 + c.rim * t); /* some three turns */
    }
    mb_reading_end(&at);
}

/* Thrown up on a slack rope and caught by it again: a parabola, then a part of a swing. */
Test(automatic_laws, ropes_pull_only)
{
    const double v = 3.0, w = sqrt(200.0), flight = 2.0 * v / 10.0;
    const double swing = 2.0 * (M_PI - atan(v * w / 10.0)) / w;
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: planar\ngravity: [0, -10]\n"
                      "bodies: {b: {point: [0, -1], mass: 0.5}}\n"
                      "forces: {rope: {spring: [ground, b], at: [[0, 0], [0, -1]], "
                      "stiffness: 100, only: tension}}\n"
                      "start: {b: {v: [0, 3]}}\n"
                      "outputs: {b: {point: b}, f: {force: rope, compare: yes}, e: {energy: "
                      "total, compare: yes}}\nrun: {scale: 1}\n",
                      2.0 * flight + swing);

    mb_reading_expect(&r, 0.25, "b.y", -1.0 + v * 0.25 - 5.0 * 0.0625);
    mb_reading_expect(&r, 0.25, "f", 0.0);
    for (double t = 0.02; t < swing; t += 0.05) {
        const double x = 10.0 / (w * w) * (1.0 - cos(w * t)) + v / w * sin(w * t);

        mb_reading_expect(&r, flight + t, "b.y", -1.0 - x);
        mb_reading_expect(&r, flight + t, "f", 100.0 * x);
        mb_reading_expect(&r, flight + t, "e", 0.25 * v * v - 5.0);
    }
    mb_reading_expect(&r, 1.5 * flight + swing, "b.y", -1.0 + 5.0 * 0.25 * flight * flight);
    mb_reading_end(&r);
}

/* A rod that is turned at a constant rate about its inclined end: the motor carries its weight. */
Test(automatic_laws, torque_of_a_drive_is_what_the_weight_asks_for)
{
    const double c = 0.8; /* the axis is inclined: a part of the gravity acts across it */
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                      "bodies:\n  b: {rod: [[0, 0, 0], [1, 0, 0]], mass: 3, radius: 0.1}\n"
                      "  a: {com: [1, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                      "joints:\n  J: {revolute: [ground, b], at: [0, 0, 0], axis: [0, -0.8, 0.6]}\n"
                      "  K: {rigid: [b, a], at: [1, 0, 0]}\n"
                      "drives: {motor: {joint: J, law: 3*t}}\n"
                      "outputs: {T: {force: motor, compare: yes}, W: {energy: work, compare: yes},"
                      " turn: {turn: b, about: [0, -0.8, 0.6]},"
                      " back: {turn: ground, about: [0, -0.8, 0.6], relative-to: b},"
                      " seen: {point: ground, at: [0, 0, 0], relative-to: a}}\n"
                      "run: {scale: 1}\n",
                      3.0);

    for (double t = 0.25; t <= 3.0; t += 0.25) {
        mb_reading_expect(&r, t, "T", 10.0 * c * (1.5 + 1.0) * cos(3.0 * t));
        mb_reading_expect(&r, t, "W", 10.0 * c * (1.5 + 1.0) * sin(3.0 * t));
        mb_reading_expect(&r, t, "turn", 3.0 * t);
        mb_reading_expect(&r, t, "seen.x", -1.0);
        mb_reading_expect(&r, t, "seen.y", 0.0);
    }
    mb_reading_end(&r);
}

/* A nut that is turned lifts itself by the thread: m g pitch, and J + m pitch^2 to speed up. */
Test(automatic_laws, torque_of_a_screw_lifts_the_nut)
{
    mb_reading r = mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                                 "bodies: {b: {com: [0, 0, 0], mass: 3, inertia: [1, 1, 0.5]}}\n"
                                 "joints: {J: {screw: [ground, b], at: [0, 0, 0], axis: z, "
                                 "pitch: 0.2}}\n"
                                 "drives: {motor: {joint: J, law: 2*t + t^2}}\n"
                                 "outputs: {T: {force: motor, compare: yes}, b: {point: b}}\n"
                                 "run: {scale: 0.4}\n",
                                 3.0);

    for (double t = 0.0; t <= 3.0; t += 0.5) {
        mb_reading_expect(&r, t, "T", 3.0 * 10.0 * 0.2 + 2.0 * (0.5 + 3.0 * 0.04));
        mb_reading_expect(&r, t, "b.z", 0.2 * (2.0 * t + t * t));
    }
    mb_reading_end(&r);
}

/* A stiffness beside a law of damping: both act. */
Test(automatic_laws, springs_and_laws_of_damping_add_up)
{
    const double w = sqrt(25.0 - 0.25);
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                      "bodies: {b: {point: [1, 0], mass: 2}}\n"
                      "joints: {l: {point-on-line: [ground, b], at: [1, 0], along: x}}\n"
                      "forces: {s: {spring: [ground, b], at: [[0, 0], [1, 0]], stiffness: 50, "
                      "free: 0.8, damper: 2*v}}\n"
                      "outputs: {b: {point: b, along: x}}\nrun: {scale: 1}\n",
                      2.0);

    for (double t = 0.1; t <= 2.0; t += 0.1)
        mb_reading_expect(&r, t, "b",
                          0.8 + exp(-0.5 * t) * 0.2 * (cos(w * t) + 0.5 / w * sin(w * t)));
    mb_reading_end(&r);
}

/* ---- none ----------------------------------------------------------------------------------- */

static void none(const char *more, const char *why)
{
    char text[2048];
    mb_reading r;

    snprintf(text, sizeof text,
             "mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n%s"
             "run: {scale: 1}\n",
             more);
    r = mb_reading_of(text, 2.0);
    cr_expect(!r.facts->there, "there is one of\n%s", more);
    cr_expect(strstr(r.facts->why, why) == r.facts->why, "\"%s\", not \"%s\"", r.facts->why, why);
    mb_reading_end(&r);
}

Test(automatic_none, says_why)
{
    none("bodies: {b: {rod: [[0, 0, 0], [1, 0, 0]], mass: 1}}\n"
         "joints: {A: {spherical: [ground, b], at: [0, 0, 0]}}\noutputs: {b: {point: b}}\n",
         "a direction has no mass");
    none("bodies: {b: {rod: [[0, 0, 0], [1, 0, 0]], mass: 1}}\n"
         "joints:\n  A: {revolute: [ground, b], at: [0, 0, 0], axis: y}\n"
         "  B: {distance: [ground, b], at: [[3, 0, 0], [1, 0, 0]], length: 0.5}\n"
         "start: {approximate: yes}\noutputs: {b: {point: b}}\n",
         "cannot be assembled: '");
    none("bodies: {b: {com: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}}\n"
         "joints: {A: {revolute: [ground, b], at: [0, 0, 0], axis: y}}\n"
         "start: {A: 1, b: {v: [1, 0, 0]}}\noutputs: {b: {point: b}}\n",
         "the velocities given at the start contradict each other");
}

/* Friction stops a block at 0.4 s, under a load at 4/7 s: there its law jumps to and fro for ever. */
Test(automatic_none, horizon_ends_where_a_law_slides_along_a_break)
{
    static const struct {
        const char *law;
        double stops, bend;
    } cases[] = {{"-10*sign(v)", 0.4, -5.0}, {"3 - 10*sign(v)", 4.0 / 7.0, -3.5}};

    for (int k = 0; k < 2; k++) {
        const double stops = cases[k].stops;
        char text[1024];
        mb_reading r;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                 "bodies: {b: {com: [0, 0], mass: 2, inertia: 1}}\n"
                 "joints: {S: {prismatic: [ground, b], at: [0, 0], axis: x}}\n"
                 "start: {S: 2}\noutputs: {b: {point: b}}\nrun: {scale: 1}\n"
                 "forces: {f: {joint: S, law: %s}}\n",
                 cases[k].law);
        r = mb_reading_of(text, 1.0);
        cr_expect(r.facts->there && r.facts->horizon > 0.8 * stops && r.facts->horizon <= stops,
                  "%g", r.facts->horizon);
        cr_expect(strstr(r.facts->why, "a law slides along a break near t = ") == r.facts->why,
                  "%s", r.facts->why);
        mb_reading_expect(&r, 0.3, "b.x", 2.0 * 0.3 + 0.5 * cases[k].bend * 0.09);
        mb_reading_end(&r);
    }
    none("bodies: {b: {com: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}}\n"
         "joints: {A: {rigid: [ground, b], at: [0, 0, 0]}}\noutputs: {b: {point: b}}\n",
         "rigid joints hold every body on the ground");
    none("bodies: {\"p(i=1..44)\": {point: [i, 0, 0], mass: 1}}\noutputs: {b: {point: p(1)}}\n",
         "132 joint coordinates; at most 130 are followed");
    none("bodies: {\"p(i=1..22)\": {point: [i, 0, 0], mass: 1}}\noutputs: {b: {point: p(1)}}\n"
         "joints: {d: {distance: [p(1), p(2)], at: [[1, 0, 0], [2, 0, 0]]}}\n",
         "66 joint coordinates; at most 64 are followed where joints are cut");
    none("bodies: {b: {point: [0, 0, 0], mass: 1}}\n"
         "forces: {f: {force: b, at: [0, 0, 0], value: [\"sqrt(-t)\", 0, 0]}}\n"
         "outputs: {b: {point: b}}\n",
         "a law is not a number near t = 0");
}

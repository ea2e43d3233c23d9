/* SPDX-License-Identifier: MIT */
/* Automatic references against closed forms, element by element. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/readings.h"

/* J x'' = -k x */
Test(automatic_forms, torsional_oscillator)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\n"
                      "bodies: {b: {com: [0, 0, 0], mass: 2, inertia: [1, 1, 0.5]}}\n"
                      "joints: {A: {revolute: [ground, b], at: [0, 0, 0], axis: z, value: 0.25}}\n"
                      "forces: {s: {joint: A, stiffness: 8, free: 0.25}}\n"
                      "start: {A: 3}\n"
                      "outputs: {x: {joint: A}, v: {rate: A}, E: {energy: total}}\n"
                      "run: {scale: 1}\n",
                      5.0);

    for (double t = 0.0; t <= 5.0; t += 0.7) {
        mb_reading_expect(&r, t, "x", 0.25 + 0.75 * sin(4.0 * t));
        mb_reading_expect(&r, t, "v", 3.0 * cos(4.0 * t));
        mb_reading_expect(&r, t, "E", 0.5 * 0.5 * 9.0);
    }
    mb_reading_end(&r);
}

/* (J + m p^2) x'' = -m g p */
Test(automatic_forms, nut_that_falls_along_a_screw)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                      "bodies: {b: {com: [0, 0, 0], mass: 2, inertia: [1, 1, 0.5]}}\n"
                      "joints: {A: {screw: [ground, b], at: [0, 0, 0], axis: z, pitch: 0.2}}\n"
                      "outputs: {x: {joint: A}, b: {point: b}}\n"
                      "run: {scale: 1}\n",
                      2.0);
    const double bend = -2.0 * 10.0 * 0.2 / (0.5 + 2.0 * 0.04);

    for (double t = 0.0; t <= 2.0; t += 0.4) {
        mb_reading_expect(&r, t, "x", 0.5 * bend * t * t);
        mb_reading_expect(&r, t, "b.z", 0.1 * bend * t * t);
    }
    mb_reading_end(&r);
}

/* (J + m r^2) x'' = M, the rack moves by r x */
Test(automatic_forms, wheel_that_drives_a_rack)
{
    mb_reading r = mb_reading_of("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                                 "bodies:\n  wheel: {com: [0, 0], mass: 1, inertia: 0.5}\n"
                                 "  rack: {com: [0, 1], mass: 2, inertia: 1}\n"
                                 "joints:\n  A: {revolute: [ground, wheel], at: [0, 0]}\n"
                                 "  S: {prismatic: [ground, rack], at: [0, 1], axis: x}\n"
                                 "gears: {g: {couple: {A: 0.5, S: -1}}}\n"
                                 "forces: {motor: {torque: wheel, value: 3}}\n"
                                 "outputs: {x: {joint: A}, s: {point: rack, along: x}}\n"
                                 "run: {scale: 1}\n",
                                 3.0);

    mb_reading_expect(&r, 3.0, "s", 0.25 * 3.0 / (0.5 + 2.0 * 0.25) * 9.0);
    mb_reading_end(&r);
}

/* tan of the driven angle is cos(bend) times tan of the driving one. */
Test(automatic_forms, cardan_joint)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\n"
                      "constants: {c: cos(0.5), s: sin(0.5)}\n"
                      "bodies:\n  in: {com: [-1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                      "  out: {com: [c, s, 0], mass: 1, inertia: [1, 1, 1]}\n"
                      "joints:\n  A: {revolute: [ground, in], at: [-1, 0, 0], axis: x}\n"
                      "  B: {revolute: [ground, out], at: [c, s, 0], axis: [c, s, 0]}\n"
                      "  U: {universal: [in, out], at: [0, 0, 0], axes: [z, [-s, c, 0]]}\n"
                      "drives: {motor: {joint: A, law: 2*t}}\n"
                      "outputs: {x: {joint: B}, v: {rate: B}}\n"
                      "run: {scale: 1}\n",
                      4.0);

    cr_expect(r.facts->coordinates == 2 && r.facts->rank == 2 && r.facts->rows == 5);
    for (double t = 0.0; t <= 4.0; t += 0.31) {
        const double turns = 2.0 * M_PI * round(2.0 * t / (2.0 * M_PI)), k = cos(0.5);
        const double c = cos(2.0 * t), s = sin(2.0 * t);

        mb_reading_expect(&r, t, "x", turns + atan2(k * s, c));
        mb_reading_expect(&r, t, "v", 2.0 * k / (c * c + k * k * s * s));
    }
    mb_reading_end(&r);
}

/* Without moments a body keeps its angular momentum and its energy, whichever way it turns over. */
Test(automatic_forms, tumbling_body)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\n"
                      "bodies: {b: {com: [0, 0, 0], mass: 1, inertia: [1, 2, 2.9]}}\n"
                      "start: {b: {omega: [0.01, 5, 0.02], v: [1, 0, 0]}}\n"
                      "outputs: {L: {momentum: angular}, E: {energy: kinetic}, d: {direction: b, "
                      "along: y}, b: {point: b}}\n"
                      "run: {scale: 1}\n",
                      6.0);
    double least = 1.0;

    for (double t = 0.0; t <= 6.0; t += 0.5) {
        mb_reading_expect(&r, t, "L.x", 0.01);
        mb_reading_expect(&r, t, "L.y", 10.0);
        mb_reading_expect(&r, t, "L.z", 0.058);
        mb_reading_expect(&r, t, "E", 0.5 * (1.0 + 1e-4 + 2.0 * 25.0 + 2.9 * 4e-4));
        mb_reading_expect(&r, t, "b.x", t);
        least = fmin(least, r.out[5]);
    }
    cr_expect(least < -0.5, "it has not turned over: %g", least);
    mb_reading_end(&r);
}

/* A bob falls on a spring and is thrown back: two breaks of a law. */
Test(automatic_forms, bob_that_bounces_on_a_spring)
{
    mb_reading r = mb_reading_of("mechanism: m\ndimension: planar\ngravity: [0, -10]\n"
                                 "bodies: {b: {point: [0, 1.25], mass: 2}}\n"
                                 "forces: {floor: {push: b, at: [0, 1.25], along: y, law: \"max(0, "
                                 "-800*x)\"}}\n"
                                 "outputs: {b: {point: b}, floor: {force: floor, compare: no}}\n"
                                 "run: {scale: 1}\n",
                                 1.5);
    const double w = 20.0, v = 5.0, lands = 0.5, stays = 2.0 * (M_PI - atan(v * w / 10.0)) / w;
    const double in = 0.4 * stays;

    mb_reading_expect(&r, lands + in, "b.y", -0.025 + 0.025 * cos(w * in) - v / w * sin(w * in));
    mb_reading_expect(&r, lands + stays + 0.7, "b.y", v * 0.7 - 5.0 * 0.49);
    mb_reading_end(&r);
}

/* (m r^2 + J) x'' = m g r sin(slope) of a disc that stands upright, rolling down a slope along x */
Test(automatic_forms, disc_that_rolls_down_a_slope)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [3, 0, -8]\n"
                      "bodies: {b: {com: [0, 0, 0.5], mass: 2, inertia: [0.2, 0.3, 0.2]}}\n"
                      "joints: {R: {rolling: [ground, b], radius: 0.5, at: [0, 0, 0.5], axis: y, "
                      "normal: z}}\n"
                      "outputs: {b: {point: b}, w: {omega: b, along: y}}\nrun: {scale: 1}\n",
                      2.0);
    const double bend = 3.0 * 2.0 / (2.0 + 0.3 / 0.25);

    cr_expect(r.facts->rank == 3 && r.facts->rows == 3);
    for (double t = 0.0; t <= 2.0; t += 0.5) {
        mb_reading_expect(&r, t, "b.x", 0.5 * bend * t * t);
        mb_reading_expect(&r, t, "b.z", 0.5);
        mb_reading_expect(&r, t, "w", bend * t / 0.5);
    }
    mb_reading_end(&r);
}

/* A leaning disc: a contact without slip does no work, and the lowest point stays on the plane. */
Test(automatic_forms, disc_that_wobbles)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                      "constants: {a: 0.6}\n"
                      "bodies: {b: {com: [0, 0, 0.5*cos(a)], turn: {axis: x, by: a}, mass: 2, "
                      "inertia: [0.125, 0.25, 0.125]}}\n"
                      "joints: {R: {rolling: [ground, b], radius: 0.5, at: [0, 0, 0.5*cos(a)], "
                      "axis: [0, cos(a), sin(a)], normal: z}}\n"
                      "start: {b: {omega: [0.4, 3, 2]}}\n"
                      "outputs: {E: {energy: total}, b: {point: b}, d: {direction: b, along: [0, "
                      "cos(a), sin(a)]}}\n"
                      "run: {scale: 1}\n",
                      2.0);
    double first = 0.0, least = 1.0;

    for (double t = 0.0; t <= 2.0; t += 0.25) {
        double energy[2];

        mb_automatic_at(r.along, t, r.out);
        mb_automatic_energy(r.along, energy);
        first = t > 0.0 ? first : energy[0] + energy[1];
        cr_expect(fabs(energy[0] + energy[1] - first) < 1e-11 * first, "%g: %g of %g", t,
                  energy[0] + energy[1] - first, first);
        cr_expect(fabs(r.out[3] - 0.5 * sqrt(1.0 - r.out[6] * r.out[6])) < 1e-13);
        least = fmin(least, r.out[5]);
    }
    cr_expect(least < 0.5, "its axis has not turned: %g", least);
    mb_reading_end(&r);
}

/* A cylinder of driven length turns free of moments: r^2 times the rate is constant. */
Test(automatic_forms, driven_length_keeps_angular_momentum)
{
    mb_reading r =
        mb_reading_of("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                      "bodies: {b: {point: [1, 0], mass: 2}}\n"
                      "joints: {C: {distance: [ground, b], at: [[0, 0], [1, 0]]}}\n"
                      "drives: {pump: {joint: C, law: 1 + 0.1*t}}\n"
                      "start: {b: {v: {along: y, is: 1}}}\n"
                      "outputs: {a: {line: [ground, b], at: [[0, 0], [1, 0]], from: x}, l: "
                      "{length: C}}\n"
                      "run: {scale: 1}\n",
                      5.0);

    for (double t = 0.0; t <= 5.0; t += 1.0) {
        mb_reading_expect(&r, t, "a", 10.0 * (1.0 - 1.0 / (1.0 + 0.1 * t)));
        mb_reading_expect(&r, t, "l", 1.0 + 0.1 * t);
    }
    mb_reading_end(&r);
}

/* Joints that are said twice: the second one is cut, and its rows change nothing. */
Test(automatic_forms, rows_of_every_joint_agree_with_its_links)
{
    static const struct {
        const char *joint;
        double fall; /* share of gravity along z */
        int rank, rows;
    } cases[] = {
        {"prismatic: [ground, b], at: [0, 0, 0], axis: z", 1.0, 0, 5},
        {"cylindrical: [ground, b], at: [0, 0, 0], axis: z", 1.0, 0, 4},
        {"cylindrical: [b, ground], at: [0, 0, 0], axis: [0, 3, 4]", 0.64, 0, 4},
        {"planar: [ground, b], at: [0, 0, 0], normal: x", 1.0, 3, 6},
        {"spherical: [ground, b], at: [0, 0, 0]", 0.0, 0, 3},
        {"universal: [ground, b], at: [0, 0, 0], axes: [x, y]", 0.0, 0, 4},
        {"revolute: [b, ground], at: [0, 0, 0], axis: [1, 2, 3]", 0.0, 0, 5},
        {"point-on-line: [ground, b], at: [0, 0, 0], along: [0, 3, 4]", 0.64, 2, 4},
        {"point-in-plane: [ground, b], at: [0, 0, 0], normal: y", 1.0, 1, 2},
        {"perpendicular: [ground, b], axes: [x, y]", 1.0, 1, 2},
        {"screw: [ground, b], at: [0, 0, 0], axis: z, pitch: 1", 0.8, 1, 6},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024];
        mb_reading r;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                 "bodies: {b: {com: [0, 0, 0], mass: 4, inertia: [1, 1, 1]}}\n"
                 "joints:\n  A: {%s}\n  B: {%s, redundant: expected}\n"
                 "outputs: {b: {point: b}}\nrun: {scale: 1}\n",
                 cases[k].joint, cases[k].joint);
        r = mb_reading_of(text, 1.0);
        cr_expect(r.facts->rank == cases[k].rank && r.facts->rows == cases[k].rows,
                  "%s: rank %d of %d", cases[k].joint, r.facts->rank, r.facts->rows);
        mb_reading_expect(&r, 1.0, "b.z", -5.0 * cases[k].fall);
        mb_reading_end(&r);
    }
}

/* A loop and a gravity that are scaled alike, far from the origin, move by the same angles. */
Test(automatic_forms, size_mass_and_place_do_not_matter)
{
    static const double cases[][3] = {
        {1.0, 1.0, 0.0}, {1e-6, 1e-9, 0.0}, {1e6, 1e9, 0.0}, {1.0, 1.0, 1e3}};
    double first = 0.0;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double l = cases[k][0], m = cases[k][1], x = cases[k][2];
        char text[1024];
        mb_reading r;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: planar\ngravity: [0, %g]\n"
                 "points: {A: [%.17g, 0], B: [%.17g, %.17g], C: [%.17g, %.17g], D: [%.17g, 0]}\n"
                 "bodies:\n  crank: {rod: [A, B], mass: %g}\n  rod: {rod: [B, C], mass: %g}\n"
                 "  rocker: {rod: [C, D], mass: %g}\n"
                 "joints:\n  A: {revolute: [ground, crank], at: A}\n"
                 "  B: {revolute: [crank, rod], at: B}\n  C: {revolute: [rod, rocker], at: C}\n"
                 "  D: {revolute: [rocker, ground], at: D}\n"
                 "start: {A: 3}\noutputs: {a: {joint: A}}\nrun: {scale: %g}\n",
                 -10.0 * l, x, x + 0.25 * l, 0.5 * l, x + 1.5 * l, l, x + 2.0 * l, m, 2.0 * m, m,
                 l);
        r = mb_reading_of(text, 2.0);
        cr_assert(r.facts->there, "%s", r.facts->why);
        mb_automatic_at(r.along, 2.0, r.out);
        first = k ? first : r.out[0];
        cr_expect(r.facts->horizon == 2.0);
        cr_expect(fabs(r.out[0] - first) <= (x > 0.0 ? 1e-9 : 1e-11), "size %g: %.17g, not %.17g",
                  l, r.out[0], first);
        mb_reading_end(&r);
    }
}

/* Automatic references against closed forms, element by element; and what they say where there is
 * none. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/automatic.h"
#include "tests/fixtures/models/declared.h"

enum { COMPONENTS = 32 };

typedef struct reading {
    mb_arena *arena;
    const mb_plain_mechanism *m;
    mb_automatic *automatic;
    mb_automatic_run *along; /* NULL: there is none */
    const mb_automatic_facts *facts;
    double out[COMPONENTS];
} reading;

static reading declare(const char *text, double end)
{
    mb_messages messages = {0};
    reading r = {.arena = mb_arena_create()};

    r.m = mb_declared_text(text, "", &messages);
    cr_assert(r.m, "%s in\n%s", messages.nerrors ? messages.error[0].text : "", text);
    cr_assert(mb_automatic_reference(r.m, end, r.arena, &r.automatic, NULL) == MB_OK);
    r.facts = mb_automatic_facts_of(r.automatic);
    if (r.facts->there)
        cr_assert(mb_automatic_follow(r.automatic, r.arena, &r.along, NULL) == MB_OK);
    return r;
}

static void done(reading *r)
{
    mb_arena_destroy(r->arena);
    mb_declared_end();
}

/* A component at t is `value` within the bound. */
static void expect(reading *r, double t, const char *name, double value)
{
    cr_assert(r->facts->there, "%s", r->facts->why);
    cr_expect(r->facts->horizon >= t, "%s: horizon %g (%s)", name, r->facts->horizon,
              r->facts->why);
    mb_automatic_at(r->along, t, r->out);
    for (int i = 0; i < r->m->ncomponents; i++) {
        const double bound = fmax(mb_automatic_bound(r->automatic, i), 1e-13 * fabs(value));

        if (strcmp(r->m->component[i], name) != 0)
            continue;
        cr_expect(bound < 1e-8 * fmax(1.0, fabs(value)), "%s: bound %g", name, bound);
        cr_expect(fabs(r->out[i] - value) <= bound, "%s at %g is %.17g, not %.17g (bound %g)", name,
                  t, r->out[i], value, bound);
        return;
    }
    cr_assert(false, "no output %s", name);
}

/* J x'' = -k x */
Test(automatic_forms, torsional_oscillator)
{
    reading r =
        declare("mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\n"
                "bodies: {b: {com: [0, 0, 0], mass: 2, inertia: [1, 1, 0.5]}}\n"
                "joints: {A: {revolute: [ground, b], at: [0, 0, 0], axis: z, value: 0.25}}\n"
                "forces: {s: {joint: A, stiffness: 8, free: 0.25}}\n"
                "start: {A: 3}\n"
                "outputs: {x: {joint: A}, v: {rate: A}, E: {energy: total}}\n"
                "run: {scale: 1}\n",
                5.0);

    for (double t = 0.0; t <= 5.0; t += 0.7) {
        expect(&r, t, "x", 0.25 + 0.75 * sin(4.0 * t));
        expect(&r, t, "v", 3.0 * cos(4.0 * t));
        expect(&r, t, "E", 0.5 * 0.5 * 9.0);
    }
    done(&r);
}

/* (J + m p^2) x'' = -m g p */
Test(automatic_forms, nut_that_falls_along_a_screw)
{
    reading r = declare("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                        "bodies: {b: {com: [0, 0, 0], mass: 2, inertia: [1, 1, 0.5]}}\n"
                        "joints: {A: {screw: [ground, b], at: [0, 0, 0], axis: z, pitch: 0.2}}\n"
                        "outputs: {x: {joint: A}, b: {point: b}}\n"
                        "run: {scale: 1}\n",
                        2.0);
    const double bend = -2.0 * 10.0 * 0.2 / (0.5 + 2.0 * 0.04);

    for (double t = 0.0; t <= 2.0; t += 0.4) {
        expect(&r, t, "x", 0.5 * bend * t * t);
        expect(&r, t, "b.z", 0.1 * bend * t * t);
    }
    done(&r);
}

/* (J + m r^2) x'' = M, the rack moves by r x */
Test(automatic_forms, wheel_that_drives_a_rack)
{
    reading r = declare("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                        "bodies:\n  wheel: {com: [0, 0], mass: 1, inertia: 0.5}\n"
                        "  rack: {com: [0, 1], mass: 2, inertia: 1}\n"
                        "joints:\n  A: {revolute: [ground, wheel], at: [0, 0]}\n"
                        "  S: {prismatic: [ground, rack], at: [0, 1], axis: x}\n"
                        "gears: {g: {couple: {A: 0.5, S: -1}}}\n"
                        "forces: {motor: {torque: wheel, value: 3}}\n"
                        "outputs: {x: {joint: A}, s: {point: rack, along: x}}\n"
                        "run: {scale: 1}\n",
                        3.0);

    expect(&r, 3.0, "s", 0.25 * 3.0 / (0.5 + 2.0 * 0.25) * 9.0);
    done(&r);
}

/* tan of the driven angle is cos(bend) times tan of the driving one. */
Test(automatic_forms, cardan_joint)
{
    reading r = declare("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\n"
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

        expect(&r, t, "x", turns + atan2(k * s, c));
        expect(&r, t, "v", 2.0 * k / (c * c + k * k * s * s));
    }
    done(&r);
}

/* Without moments a body keeps its angular momentum and its energy, whichever way it turns over. */
Test(automatic_forms, tumbling_body)
{
    reading r = declare("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\n"
                        "bodies: {b: {com: [0, 0, 0], mass: 1, inertia: [1, 2, 2.9]}}\n"
                        "start: {b: {omega: [0.01, 5, 0.02], v: [1, 0, 0]}}\n"
                        "outputs: {L: {momentum: angular}, E: {energy: kinetic}, d: {direction: b, "
                        "along: y}, b: {point: b}}\n"
                        "run: {scale: 1}\n",
                        6.0);
    double least = 1.0;

    for (double t = 0.0; t <= 6.0; t += 0.5) {
        expect(&r, t, "L.x", 0.01);
        expect(&r, t, "L.y", 10.0);
        expect(&r, t, "L.z", 0.058);
        expect(&r, t, "E", 0.5 * (1.0 + 1e-4 + 2.0 * 25.0 + 2.9 * 4e-4));
        expect(&r, t, "b.x", t);
        least = fmin(least, r.out[5]);
    }
    cr_expect(least < -0.5, "it has not turned over: %g", least);
    done(&r);
}

/* A bob falls on a spring and is thrown back: two breaks of a law. */
Test(automatic_forms, bob_that_bounces_on_a_spring)
{
    reading r = declare("mechanism: m\ndimension: planar\ngravity: [0, -10]\n"
                        "bodies: {b: {point: [0, 1.25], mass: 2}}\n"
                        "forces: {floor: {push: b, at: [0, 1.25], along: y, law: \"max(0, "
                        "-800*x)\"}}\n"
                        "outputs: {b: {point: b}, floor: {force: floor, compare: no}}\n"
                        "run: {scale: 1}\n",
                        1.5);
    const double w = 20.0, v = 5.0, lands = 0.5, stays = 2.0 * (M_PI - atan(v * w / 10.0)) / w;
    const double in = 0.4 * stays;

    expect(&r, lands + in, "b.y", -0.025 + 0.025 * cos(w * in) - v / w * sin(w * in));
    expect(&r, lands + stays + 0.7, "b.y", v * 0.7 - 5.0 * 0.49);
    done(&r);
}

/* (m r^2 + J) x'' = m g r sin(slope) of a disc that stands upright, rolling down a slope along x */
Test(automatic_forms, disc_that_rolls_down_a_slope)
{
    reading r = declare("mechanism: m\ndimension: spatial\ngravity: [3, 0, -8]\n"
                        "bodies: {b: {com: [0, 0, 0.5], mass: 2, inertia: [0.2, 0.3, 0.2]}}\n"
                        "joints: {R: {rolling: [ground, b], radius: 0.5, at: [0, 0, 0.5], axis: y, "
                        "normal: z}}\n"
                        "outputs: {b: {point: b}, w: {omega: b, along: y}}\nrun: {scale: 1}\n",
                        2.0);
    const double bend = 3.0 * 2.0 / (2.0 + 0.3 / 0.25);

    cr_expect(r.facts->rank == 3 && r.facts->rows == 3);
    for (double t = 0.0; t <= 2.0; t += 0.5) {
        expect(&r, t, "b.x", 0.5 * bend * t * t);
        expect(&r, t, "b.z", 0.5);
        expect(&r, t, "w", bend * t / 0.5);
    }
    done(&r);
}

/* A leaning disc: a contact without slip does no work, and the lowest point stays on the plane. */
Test(automatic_forms, disc_that_wobbles)
{
    reading r = declare("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
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
    done(&r);
}

/* A cylinder of driven length turns free of moments: r^2 times the rate is constant. */
Test(automatic_forms, driven_length_keeps_angular_momentum)
{
    reading r = declare("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                        "bodies: {b: {point: [1, 0], mass: 2}}\n"
                        "joints: {C: {distance: [ground, b], at: [[0, 0], [1, 0]]}}\n"
                        "drives: {pump: {joint: C, law: 1 + 0.1*t}}\n"
                        "start: {b: {v: {along: y, is: 1}}}\n"
                        "outputs: {a: {line: [ground, b], at: [[0, 0], [1, 0]], from: x}, l: "
                        "{length: C}}\n"
                        "run: {scale: 1}\n",
                        5.0);

    for (double t = 0.0; t <= 5.0; t += 1.0) {
        expect(&r, t, "a", 10.0 * (1.0 - 1.0 / (1.0 + 0.1 * t)));
        expect(&r, t, "l", 1.0 + 0.1 * t);
    }
    done(&r);
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
        reading r;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n"
                 "bodies: {b: {com: [0, 0, 0], mass: 4, inertia: [1, 1, 1]}}\n"
                 "joints:\n  A: {%s}\n  B: {%s, redundant: expected}\n"
                 "outputs: {b: {point: b}}\nrun: {scale: 1}\n",
                 cases[k].joint, cases[k].joint);
        r = declare(text, 1.0);
        cr_expect(r.facts->rank == cases[k].rank && r.facts->rows == cases[k].rows,
                  "%s: rank %d of %d", cases[k].joint, r.facts->rank, r.facts->rows);
        expect(&r, 1.0, "b.z", -5.0 * cases[k].fall);
        done(&r);
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
        reading r;

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
        r = declare(text, 2.0);
        cr_assert(r.facts->there, "%s", r.facts->why);
        mb_automatic_at(r.along, 2.0, r.out);
        first = k ? first : r.out[0];
        cr_expect(r.facts->horizon == 2.0);
        cr_expect(fabs(r.out[0] - first) <= (x > 0.0 ? 1e-9 : 1e-11), "size %g: %.17g, not %.17g",
                  l, r.out[0], first);
        done(&r);
    }
}

/* ---- none ----------------------------------------------------------------------------------- */

static void none(const char *more, const char *why)
{
    char text[2048];
    reading r;

    snprintf(text, sizeof text,
             "mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\n%s"
             "run: {scale: 1}\n",
             more);
    r = declare(text, 2.0);
    cr_expect(!r.facts->there, "there is one of\n%s", more);
    cr_expect(strstr(r.facts->why, why) == r.facts->why, "\"%s\", not \"%s\"", r.facts->why, why);
    done(&r);
}

Test(automatic_none, says_why)
{
    none("bodies: {b: {disc: 1, com: [0, 0, 1], axes: {x: x, y: z}, mass: 1}}\n"
         "joints: {R: {rolling: [ground, b], radius: 1, at: [0, 0, 1], axis: y, normal: z}}\n"
         "outputs: {roll: {joint: R}}\n",
         "the rolled angle of 'R' is used");
    none("bodies: {b: {point: [0, 0, -1], mass: 1}}\n"
         "forces: {rope: {spring: [ground, b], at: [[0, 0, 0], [0, 0, -1]], stiffness: 1, only: "
         "tension}}\noutputs: {b: {point: b}}\n",
         "'rope' acts one way only");
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
        reading r;

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                 "bodies: {b: {com: [0, 0], mass: 2, inertia: 1}}\n"
                 "joints: {S: {prismatic: [ground, b], at: [0, 0], axis: x}}\n"
                 "start: {S: 2}\noutputs: {b: {point: b}}\nrun: {scale: 1}\n"
                 "forces: {f: {joint: S, law: %s}}\n",
                 cases[k].law);
        r = declare(text, 1.0);
        cr_expect(r.facts->there && r.facts->horizon > 0.8 * stops && r.facts->horizon <= stops,
                  "%g", r.facts->horizon);
        cr_expect(strstr(r.facts->why, "a law slides along a break near t = ") == r.facts->why,
                  "%s", r.facts->why);
        expect(&r, 0.3, "b.x", 2.0 * 0.3 + 0.5 * cases[k].bend * 0.09);
        done(&r);
    }
}

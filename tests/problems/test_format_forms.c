/* SPDX-License-Identifier: MIT */
/* Values, bodies, joints and forces in a form that is none: told where it stands, with the right
 * one. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"

#define PLANE                                                                                      \
    "bodies:\n  bob: {point: [0, 0], mass: 1}\n  crank: {com: [1, 0], mass: 1, inertia: 1}\n"      \
    "points: {P: [1, 1], Q: [2, 0]}\n"
#define PLANE_JOINTS                                                                               \
    "joints: {A: {revolute: [ground, crank], at: P},\n"                                            \
    "  bar: {distance: [ground, bob], at: [P, [0, 0]]}}\n"
#define SPACE                                                                                      \
    "bodies:\n  bob: {point: [0, 0, 0], mass: 1}\n  crank: {com: [1, 0, 0], mass: 1, sphere: 1}\n" \
    "points: {P: [1, 1, 0], Q: [2, 0, 0]}\n"
#define SPACE_JOINTS                                                                               \
    "joints: {A: {revolute: [ground, crank], at: P, axis: z},\n"                                   \
    "  E: {universal: [ground, crank], at: P, axes: [x, y]}}\n"

/* Three lines come before `before`; `after` comes last. */
typedef struct wrong {
    const char *dimension, *before, *text, *after, *message;
} wrong;

static void refused(const wrong *w, int n)
{
    for (int i = 0; i < n; i++, w++) {
        char all[4096], line[MB_MESSAGE_SIZE + 64] = "";
        mb_messages messages;

        snprintf(all, sizeof all, "mechanism: m\ndimension: %s\ngravity: %s\n%s%s%s\n",
                 w->dimension, strcmp(w->dimension, "planar") == 0 ? "[0, -9.81]" : "[0, 0, -9.81]",
                 w->before, w->text, w->after);
        cr_expect(!mb_declared_text(all, "", &messages), "accepted: %s", w->text);
        if (messages.nerrors)
            mb_message_text(&messages, &messages.error[0], line, sizeof line);
        cr_expect(strcmp(line, w->message) == 0, "%s\n  is  %s\n  not %s", w->text, line,
                  w->message);
        mb_declared_end();
    }
}

Test(forms, values)
{
    static const wrong cases[] = {
        {"planar", "", "parameters: {k: {choice: light}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:26: 'choice' wants a list, not a text"},
        {"planar", "", "parameters: {k: {choice: [a, \"b|c\"]}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:30: a choice is a list of words without | , = and :"},
        {"planar", "", "parameters: {k: {choice: [a, a]}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}", "m.yaml:4:30: the word 'a' stands twice"},
        {"planar", "", "parameters: {k: {value: 1, min: 2, max: 2}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:17: the least value of 'k' must be below the largest"},
        {"planar", "", "parameters: {k: 3}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:17: parameter 'k' must be a mapping (key: value), not a text"},
        {"planar", "", "points: {P(=1..3): [0, 0]}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:10: a family is NAME(i=a..b)"},
        {"planar", "", "points: {P(2=1..3): [0, 0]}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:10: '2' cannot be an index; it needs a name of its own in expressions"},
        {"planar", "", "points: {P(i=3): [0, 0]}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:10: a family is NAME(i=a..b)"},
        {"planar", "",
         "points: {aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: [0, 0]}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:10: a name of more than 63 characters"},
        {"planar", "", "points: {P: {between: P}}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:23: 'between' wants a list of two places"},
        {"planar", "", "points: {P: {between: [[0, 0], [1, 1]], prt: 2}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:13: a place between two others is {between: [P, Q], part: 0.5}"},
        {"planar", "", "points: {P: {from: [0, 0], towards: [1, 1]}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:13: a place on the way is {from: P, towards: Q, by: length}"},
        {"planar", "", "points: {P: {from: [0, 0], towards: [0, 0], by: 1}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:13: these two places are the same; there is no way between them"},
        {"planar", "", "points: {P: {a: 1, b: 2}}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:13: a place is NAME, [x, y], {BODY: [local]}, {between: [P, Q], part} or {from: "
         "P, towards: Q, by}"},
        {"planar", "", "points: {P: {ground: 3}}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:22: a list of 2 numbers is wanted here, not a text"},
        {"planar", "", "points: {P: [[1, 2], 3]}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:14: a number is wanted here, not a list"},
        {"planar", "", "points: {P: {zz: [1, 2]}}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:18: no body 'zz'; did you mean 'z'?"},
        {"planar", "", "constants: {a: [1]}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:16: a number is wanted here, not a list"},
        {"planar", "", "constants: {a: inf}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:16: a finite number is wanted here"},
        {"planar", "", "functions: {f: {of: s, pieces: [3]}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}", "m.yaml:4:33: a piece is [bound, expression]"},
        {"planar", "", "functions: {f: {of: s, table: [[0, 1], [0, 2]]}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:40: places must ascend; 0 is not above 0"},
        {"planar", "", "functions: {f: {of: s, pieces: [[inf, 1]], kind: linear}}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:44: 'kind' is one of a table, not of pieces"},
        {"planar", "", "functions: {f: {of: s, pieces: [[inf, 1]]}}\nconstants: {a: f}",
         "\nbodies: {z: {point: [0, 0], mass: 1}}", "m.yaml:5:16: f is a function; write f(...)"},
        {"planar", "", "constants: {a: t}", "\nbodies: {z: {point: [0, 0], mass: 1}}",
         "m.yaml:4:16: 't' is known in laws only"},
    };

    refused(cases, sizeof cases / sizeof *cases);
}

Test(forms, bodies)
{
    static const wrong cases[] = {
        {"planar", "bodies:\n  b: ", "{com: [0, 0], mass: 1, density: 2, inertia: 1}", "",
         "m.yaml:5:29: body 'b' says its mass twice; keep one of mass, density, massless"},
        {"planar", "bodies:\n  b: ", "{box: [1, 2], disc: 1, com: [0, 0], mass: 1}", "",
         "m.yaml:5:20: body 'b' is two solids; weld them together as parts"},
        {"planar", "bodies:\n  b: ", "{box: [1, -2], com: [0, 0], mass: 1}", "",
         "m.yaml:5:16: -2 is no length; it must be above 0"},
        {"planar", "bodies:\n  b: ", "{box: [1, 2], thickness: 1, com: [0, 0], mass: 1}", "",
         "m.yaml:5:20: a thickness is one of a disc"},
        {"planar", "bodies:\n  b: ", "{rod: [[0, 0], [1, 0]], section: [1, 1], radius: 1, mass: 1}",
         "", "m.yaml:5:47: a rod has a section or a radius, not both"},
        {"planar", "bodies:\n  b: ", "{rod: [[0, 0]], mass: 1}", "",
         "m.yaml:5:12: a rod has two ends: [P, Q]"},
        {"planar", "bodies:\n  b: ", "{com: [0, 0], mass: 1, box: [1, 1], inertia-about: [0, 0]}",
         "", "m.yaml:5:42: 'inertia-about' needs 'inertia'"},
        {"planar", "bodies:\n  b: ", "{com: [0, 0], mass: 1, inertia: 1, inertia-about: [9, 0]}",
         "", "m.yaml:5:56: inertia of 'b' about its centre of mass would be -80"},
        {"planar", "bodies:\n  b: ", "{parts: []}", "",
         "m.yaml:5:6: body 'b' has no parts; give a list of bodies"},
        {"planar", "bodies:\n  b: ", "{parts: [{point: [0, 0], mass: 1}], mass: 2}", "",
         "m.yaml:5:42: the mass of 'b' is that of its parts"},
        {"planar", "bodies:\n  b: ", "{parts: [{point: [0, 0], mass: 1, places: {A: [0, 0]}}]}", "",
         "m.yaml:5:40: a part has no 'places'; the body has it"},
        {"planar", "bodies:\n  b: ", "{parts: [{parts: [{point: [0, 0], mass: 1}]}]}", "",
         "m.yaml:5:15: a part has parts; name them all in one list"},
        {"planar", "bodies:\n  b: ", "{at: [0, 0], com: [0, 0, 0], mass: 1, inertia: 1}", "",
         "m.yaml:5:24: 2 numbers are wanted here, 3 given"},
        {"planar", "bodies:\n  b: ", "{point: {b: [1, 0]}, mass: 1}", "",
         "m.yaml:5:3: the pose of 'b' depends on itself"},
        {"planar", "bodies:\n  b: ", "{point: [0, 0], mass: 1, draw: {line: [Q]}}", "",
         "m.yaml:5:45: no point 'Q'"},
        {"planar", "bodies:\n  b: ", "[1, 2]", "",
         "m.yaml:5:7: body 'b' must be a mapping (key: value), not a text"},
        {"spatial", "bodies:\n  b: ", "{com: [0, 0, 0], mass: 1, turn: {axis: z}, sphere: 1}", "",
         "m.yaml:5:38: a turn is {axis: DIRECTION, by: ANGLE}"},
        {"spatial", "bodies:\n  b: ", "{com: [0, 0, 0], mass: 1, axes: {x: x, y: x}, sphere: 1}",
         "", "m.yaml:5:38: the axes x and y of this frame are parallel"},
        {"spatial", "bodies:\n  b: ",
         "{com: [0, 0, 0], mass: 1, turn: {axis: z, by: 1}, axes: {x: x, y: y}, sphere: 1}", "",
         "m.yaml:5:56: body 'b' is turned twice; keep one of turn, euler, quaternion, axes"},
        {"spatial", "bodies:\n  b: ", "{com: [0, 0, 0], mass: 1, cylinder: {radius: 1}}", "",
         "m.yaml:5:42: a cylinder is {radius: r, length: l}"},
        {"spatial", "bodies:\n  b: ", "{com: [0, 0, 0], mass: 1, inertia: [1, 1, -1]}", "",
         "m.yaml:5:41: inertia of 'b': its least principal value is -1; none may be below 0, nor "
         "all 0"},
    };

    refused(cases, sizeof cases / sizeof *cases);
}

Test(forms, joints)
{
    static const wrong cases[] = {
        {"planar", PLANE "joints:\n  J: ", "{pin: [bob], at: P}", "",
         "m.yaml:9:12: a pin joins two bodies at least: [a, b, ...]"},
        {"planar", PLANE "joints:\n  J: ", "{distance: [ground, bob], at: [P]}", "",
         "m.yaml:9:36: two places are wanted here: [on a, on b]"},
        {"planar", PLANE "joints:\n  J: ", "{blade: [ground, crank], at: P, along: x, normal: z}",
         "", "m.yaml:9:48: in the plane the normal is z; leave it out"},
        {"spatial", SPACE "joints:\n  J: ", "{perpendicular: [ground, crank], axes: [x]}", "",
         "m.yaml:9:45: two axes are wanted here: [of a, of b]"},
        {"spatial",
         SPACE "joints:\n  J: ", "{universal: [ground, crank], at: P, axes: [x, {across: x}]}", "",
         "m.yaml:9:61: 'across' wants a list of two directions"},
        {"spatial", SPACE "joints:\n  J: ",
         "{revolute: [ground, crank], at: P, axis: {from: P, to: Q, by: 2}}", "",
         "m.yaml:9:47: a direction between places is {from: P, to: Q}"},
        {"spatial",
         SPACE "joints:\n  J: ", "{revolute: [ground, crank], at: P, axis: {cranc: [1, 0, 0]}}", "",
         "m.yaml:9:55: no body 'cranc'; did you mean 'crank'?"},
    };

    refused(cases, sizeof cases / sizeof *cases);
}

Test(forms, the_rest)
{
    static const wrong cases[] = {
        {"planar", PLANE PLANE_JOINTS, "gears: {g: {couple: {}}}", "",
         "m.yaml:10:21: a couple is {JOINT: factor, ...}"},
        {"planar", PLANE PLANE_JOINTS,
         "forces: {f: {spring: [bob, crank], at: [P, Q], stiffness: 1, free: -1}}", "",
         "m.yaml:10:68: a free length cannot be below 0"},
        {"planar", PLANE PLANE_JOINTS, "forces: {f: {torque: crank, axis: x, value: 1}}", "",
         "m.yaml:10:35: an axis of a planar mechanism is z or -z; leave it out for z"},
        {"planar", PLANE PLANE_JOINTS, "outputs: {o: {momentum: linear, about: P}}", "",
         "m.yaml:10:33: 'about' is for the angular momentum"},
        {"planar", PLANE PLANE_JOINTS, "outputs: {o: {line: crank, at: [P], from: x}}", "",
         "m.yaml:10:32: two places are wanted here: [P, Q]"},
        {"planar", PLANE PLANE_JOINTS,
         "outputs: {aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: {point: "
         "crank}}",
         "",
         "m.yaml:10:11: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.x' is a "
         "name of more than 63 characters"},
        {"planar", PLANE PLANE_JOINTS,
         "forces: {f: {push: crank, at: P, along: x, law: 1}}\noutputs: {o: {length: f}}", "",
         "m.yaml:11:23: 'f' acts along no line, so it has no length"},
        {"planar", PLANE PLANE_JOINTS, "start: {A: [1, 2]}", "",
         "m.yaml:10:12: a start is JOINT: rate or BODY: {v, omega}"},
        {"planar", PLANE PLANE_JOINTS, "start: 3", "",
         "m.yaml:10:8: a start is a mapping, or a list of mappings with 'when'"},
        {"planar", PLANE PLANE_JOINTS, "start: {v: [1, 2]}", "",
         "m.yaml:10:12: velocities of points are {POINT: [..]}"},
        {"planar", PLANE PLANE_JOINTS, "start: {fixed: bob}", "",
         "m.yaml:10:16: a list of bodies is wanted here"},
        {"planar", PLANE PLANE_JOINTS, "draw: {ghosts: 2.5}", "",
         "m.yaml:10:16: ghosts are a whole number up to 1000"},
        {"planar", PLANE PLANE_JOINTS, "coordinates: natural", "",
         "m.yaml:10:14: 'coordinates' wants a list, not a text"},
        {"planar", PLANE PLANE_JOINTS, "coordinates: [{angles: rotary}]", "",
         "m.yaml:10:15: no kind of coordinates is 'rotary'; a planar mechanism has "
         "reference-point, natural, mixed, joint"},
        {"planar", PLANE PLANE_JOINTS, "joints: {A: {revolute: [ground, crank], at: P}}", "",
         "m.yaml:10:1: key 'joints' stands twice, first in line 8; keep one"},
        {"spatial", SPACE SPACE_JOINTS, "outputs: {o: {line: crank, at: [P, Q], from: x}}", "",
         "m.yaml:10:14: in space a line's angle needs 'axis'"},
        {"spatial", SPACE SPACE_JOINTS, "drives: {m: {joint: A.slide, law: t}}", "",
         "m.yaml:10:21: joint 'A' has one coordinate, 'A'"},
    };

    refused(cases, sizeof cases / sizeof *cases);
}

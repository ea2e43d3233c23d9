/* SPDX-License-Identifier: MIT */
/* What is wrong in joints, drives, gears, forces, outputs, the start and the run is told where it
 * stands, with what would be right. */
#include <criterion/criterion.h>

#include "tests/fixtures/models/declared.h"

/* Two bodies and a joint; a case's first line is line 8. */
static const char planar[] = "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                             "bodies:\n"
                             "  bob: {point: [0, 0], mass: 1}\n"
                             "  crank: {com: [1, 0], mass: 1, inertia: 1}\n"
                             "points: {P: [1, 1], Q: [2, 0]}\n";
static const char spatial[] = "mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\n"
                              "bodies:\n"
                              "  bob: {point: [0, 0, 0], mass: 1}\n"
                              "  crank: {com: [1, 0, 0], mass: 1, sphere: 1}\n"
                              "points: {P: [1, 1, 0], Q: [2, 0, 0]}\n";
/* Their joints, where a case needs one; its first line is line 10. */
static const char joint[] = "joints: {A: {revolute: [ground, crank], at: P},\n"
                            "  bar: {distance: [ground, bob], at: [P, [0, 0]]}}\n";
static const char space_joint[] = "joints: {A: {revolute: [ground, crank], at: P, axis: z},\n"
                                  "  E: {universal: [ground, crank], at: P, axes: [x, y]}}\n";

#define JOINT(text, message) mb_declared_refused(planar, "", "joints:\n  J: " text "\n", message)
#define SPACE(text, message) mb_declared_refused(spatial, "", "joints:\n  J: " text "\n", message)
#define MORE(text, message) mb_declared_refused(planar, joint, text "\n", message)
#define SPACE_MORE(text, message) mb_declared_refused(spatial, space_joint, text "\n", message)

Test(format, errors_of_joints)
{
    JOINT("{revolute: [ground, crnak], at: P}",
          "m.yaml:9:26: no body 'crnak'; did you mean 'crank'?");
    JOINT("{revolut: [ground, crank], at: P}",
          "m.yaml:9:7: joint 'J' has no key 'revolut'; did you mean 'revolute'?");
    JOINT("{hinge: [ground, crank], at: P}",
          "m.yaml:9:7: joint 'J' has no key 'hinge'; it is called 'revolute' here");
    JOINT("{at: P}", "m.yaml:9:6: joint 'J' needs one of revolute, pin, prismatic, spherical, "
                     "universal, cylindrical, screw, planar, rigid, distance, point-on-line, "
                     "point-in-plane, perpendicular, blade, rolling");
    JOINT("{revolute: [ground, crank]}", "m.yaml:9:6: joint 'J' needs 'at': place on both bodies");
    JOINT("{revolute: crank, at: P}", "m.yaml:9:17: 'revolute' wants a list of two bodies, not a "
                                      "text");
    JOINT("{revolute: [ground, crank, bob], at: P}",
          "m.yaml:9:17: two bodies are wanted here: [a, b]");
    JOINT("{revolute: [crank, crank], at: P}", "m.yaml:9:17: 'J' joins 'crank' with itself");
    JOINT("{revolute: [ground, crank], at: PP}", "m.yaml:9:38: no point 'PP'; did you mean 'P'?");
    JOINT("{revolute: [ground, crank], at: [1, 2, 3]}",
          "m.yaml:9:38: a place of a planar mechanism has 2 numbers, 3 given");
    JOINT("{spherical: [ground, crank], at: P}",
          "m.yaml:9:7: 'spherical' is a joint of space; this mechanism is planar");
    JOINT("{prismatic: [ground, bob], at: P, axis: x}",
          "m.yaml:9:18: 'bob' is a point and cannot carry a prismatic joint with an axis");
    JOINT("{prismatic: [ground, crank], at: P}",
          "m.yaml:9:6: joint 'J' needs 'axis': the direction in which it slides");
    JOINT("{prismatic: [ground, crank], at: P, axis: z}",
          "m.yaml:9:48: this direction leaves the plane of the mechanism");
    JOINT(
        "{prismatic: [ground, crank], at: P, axis: u}",
        "m.yaml:9:48: 'u' is no direction; a direction is x, y, z, -x, -y, -z, [..], {from: P, to: "
        "Q}, {across: [..]} or {BODY: [local]}");
    JOINT("{prismatic: [ground, crank], at: P, axis: {from: P, to: P}}",
          "m.yaml:9:48: a direction of length 0");
    JOINT("{distance: [ground, bob], at: [P, P], length: 0}",
          "m.yaml:9:52: length of 'J' is 0; it must be above 0");
    JOINT("{distance: [ground, bob], at: [P, P]}",
          "m.yaml:9:36: length of 'J' is 0; it must be above 0");
    JOINT("{rigid: [ground, crank], at: P, value: 3}",
          "m.yaml:9:38: joint 'J' has no key 'value'; it has rigid, at, redundant, when");
    JOINT("{blade: [crank, ground], at: P, along: x}",
          "m.yaml:9:14: 'J' is on the ground: [ground, b]");
    JOINT("{revolute: [ground, crank], at: P, redundant: yes}",
          "m.yaml:9:52: 'redundant' is 'expected'");
    SPACE("{revolute: [ground, crank], at: P}",
          "m.yaml:9:6: joint 'J' needs 'axis': in space a joint has one");
    SPACE("{revolute: [ground, bob], at: P, axis: z}",
          "m.yaml:9:17: 'bob' is a point and cannot carry a revolute joint with an axis");
    SPACE("{pin: [ground, crank], at: P}",
          "m.yaml:9:7: 'pin' is a joint of the plane; this mechanism is spatial");
    SPACE("{universal: [ground, crank], at: P, axes: [x, [0.1, 1, 0]]}",
          "m.yaml:9:48: the axes of 'J' are 84.3 deg apart, a universal joint needs 90");
    SPACE("{revolute: [ground, crank], at: P, axis: {across: [x, -x]}}",
          "m.yaml:9:47: these two directions are parallel; nothing is across both");
    SPACE("{rolling: [ground, crank], at: P, axis: z, radius: 1}",
          "m.yaml:9:46: the disc of 'J' lies flat");
    MORE("  A(i=2..1): {}", "m.yaml:10:3: no YAML: did not find expected key while parsing a block "
                            "mapping");
    mb_declared_refused(planar, "",
                        "joints:\n  A: {revolute: [ground, crank], at: P}\n"
                        "  A(i=1..2): {revolute: [ground, crank], at: P(i)}",
                        "m.yaml:10:46: no point 'P(1)'");
    mb_declared_refused(planar, "",
                        "joints:\n  A(1): {revolute: [ground, crank], at: P}\n"
                        "  A(i=1..2): {revolute: [ground, crank], at: P}",
                        "m.yaml:10:3: 'A(1)' stands twice; each needs a name of its own");
}

Test(format, errors_of_drives_and_gears)
{
    MORE("drives: {m: {joint: A, law: x}}",
         "m.yaml:10:29: 'x' is not known here; this law is one of t");
    MORE("drives: {m: {joint: B, law: t}}", "m.yaml:10:21: no joint 'B'");
    MORE("drives: {m: {joint: A}}",
         "m.yaml:10:13: drive 'm' needs 'law': coordinate as an expression in t");
    MORE("drives: {m: {joint: A, law: t}, n: {joint: A, law: 2*t}}",
         "m.yaml:10:44: 'n' drives what another drive drives already");
    MORE("functions: {ramp: {of: s, table: [[0, 0], [2, 1], [3, 5]], kind: linear}}\n"
         "drives: {m: {joint: A, law: 3*ramp(t)}}",
         "m.yaml:11:31: law has a kink at t = 2 (table linear): a drive needs kind: spline");
    MORE("functions: {f: {of: s, pieces: [[1, 0], [inf, s]]}}\n"
         "drives: {m: {joint: A, law: f(2*t)}}",
         "m.yaml:11:29: law has a jump at s = 1 (pieces): a drive needs values and slopes that "
         "meet");
    SPACE_MORE("drives: {m: {joint: E, law: t}}",
               "m.yaml:10:21: joint 'E' has two coordinates; say E.first or E.second");
    mb_declared_refused(spatial, "",
                        "joints: {S: {spherical: [ground, crank], at: P}}\n"
                        "drives: {m: {joint: S, law: t}}",
                        "m.yaml:9:21: 'm' drives a joint without a coordinate (spherical)");
    MORE("gears: {g: {couple: {A: 1, B: 2}}}", "m.yaml:10:31: no joint 'B'");
    MORE("gears: {g: {mesh: {bob: 1, crank: 2}}}",
         "m.yaml:10:20: 'bob' is a point and does not turn");
    SPACE_MORE("gears: {g: {mesh: {crank: 2}}}", "m.yaml:10:12: a mesh in space needs 'axis'");
}

Test(format, errors_of_forces)
{
    MORE("forces: {s: {spring: [bob, crank], at: [[0, 0], P]}}",
         "m.yaml:10:13: 's' has neither stiffness nor damping nor a law");
    MORE("forces: {s: {spring: [bob, crank], at: [[0, 0], P], stiffness: 1, length: 2}}",
         "m.yaml:10:67: force 's' has no key 'length'; it is called 'free' here");
    MORE("forces: {s: {spring: [bob, crank], at: [[0, 0], P], stiffness: -1}}",
         "m.yaml:10:64: stiffness is -1; it cannot be below 0");
    MORE("forces: {s: {spring: [bob, crank], at: [[0, 0], P], law: x, free: 1}}",
         "m.yaml:10:61: a force has a 'law' or 'free', not both");
    MORE("forces: {s: {spring: [bob, bob], at: [[0, 0], P], stiffness: 1}}",
         "m.yaml:10:22: 's' joins a body with itself");
    MORE("forces: {s: {spring: [bob, crank], at: P, stiffness: 1}}",
         "m.yaml:10:40: 'at' wants a list of two places, not a text");
    MORE("forces: {s: {spring: [bob, crank], at: [P, Q], stiffness: 1, only: pull}}",
         "m.yaml:10:68: 'only' is one of tension, compression, not 'pull'");
    MORE("forces: {m: {torque: A, value: 1}}", "m.yaml:10:22: no body 'A'; a joint is called so");
    MORE("forces: {m: {torque: bob, value: 1}}",
         "m.yaml:10:22: 'bob' is a point and takes no torque");
    MORE("forces: {m: {torque: ground, value: 1}}",
         "m.yaml:10:22: 'm' acts on the ground, which does not move");
    MORE("forces: {m: {torque: crank, value: x}}",
         "m.yaml:10:36: 'x' is not known here; this law is one of t");
    MORE("forces: {m: {torque: crank, value: 1, on: crank}}",
         "m.yaml:10:43: 'm' acts on 'crank' and takes its reaction there");
    MORE("forces: {m: {force: bob, at: P, value: [1]}}",
         "m.yaml:10:40: a force of a planar mechanism has 2 components");
    MORE("forces: {m: {push: bob, at: P, along: x, law: 2*y}}", "m.yaml:10:49: unknown name 'y'");
    SPACE_MORE("forces: {m: {torque: crank, value: 1}}",
               "m.yaml:10:13: torque 'm' needs 'axis': in space it has one");
    SPACE_MORE("forces: {m: {joint: E.third, stiffness: 1}}",
               "m.yaml:10:21: joint 'E' has two coordinates; say E.first or E.second");
    MORE("forces: {m: {joint: A.angle, stiffness: 1}}",
         "m.yaml:10:21: joint 'A' has one coordinate, 'A'");
}

Test(format, errors_of_outputs)
{
    MORE("outputs: {o: {point: crnk}}", "m.yaml:10:22: no body 'crnk'; did you mean 'crank'?");
    mb_declared_refused(planar, "",
                        "joints:\n  J: {revolute: [crank, bob], at: [0, 0]}\n"
                        "outputs: {o: {joint: J}}",
                        "m.yaml:10:22: 'J' has no angle: 'bob' is a point and does not turn");
    MORE(
        "outputs: {o: {point: crank, unit: mm}}",
        "m.yaml:10:35: numbers are in SI units, and 'mm' is none: give them in m (1 mm = 0.001 m)");
    MORE("outputs: {o: {points: crank}}",
         "m.yaml:10:15: output 'o' has no key 'points'; did you mean 'point'?");
    MORE("outputs: {o: {angle: bob}}", "m.yaml:10:22: 'bob' is a point and does not turn");
    MORE("outputs: {o: {length: A}}",
         "m.yaml:10:23: 'A' is a revolute joint; only a distance has a length");
    MORE("drives: {m: {joint: A, law: t}}\nforces: {m: {torque: crank, value: 1}}\n"
         "outputs: {o: {force: m}}",
         "m.yaml:12:22: 'm' is a force and a drive; rename one of them");
    MORE("outputs: {o: {force: spring}}", "m.yaml:10:22: no force or drive 'spring'");
    MORE("outputs: {o: {reaction: A, on: bob}}", "m.yaml:10:32: 'A' does not join this body");
    MORE("outputs: {o: {reaction: A, compare: yes}}", "m.yaml:10:37: a reaction is never compared");
    MORE("outputs: {o: {point: bob, names: [a]}}", "m.yaml:10:34: 'o' has 2 components, 1 named");
    MORE("outputs: {o: {point: bob}, o.x: {angle: crank}}",
         "m.yaml:10:28: 'o.x' stands twice; each needs a name of its own");
    MORE("outputs: {o: {point: bob}, p: {value: o.z + 1}}",
         "m.yaml:10:39: unknown name 'o.z'; did you mean 'o.x'?");
    MORE("outputs: {o: {energy: heat}}",
         "m.yaml:10:23: 'energy' is one of kinetic, potential, total, work, not 'heat'");
    MORE("outputs: {o: {point: ground}}",
         "m.yaml:10:14: the ground has no centre of mass; say at which place");
    MORE("outputs: {o: {turn: crank, about: z}}",
         "m.yaml:10:15: 'turn' is measured in space; this mechanism is planar");
    MORE("branch: {b: {point: bob, is: 0, within: 1}}",
         "m.yaml:10:13: branch 'b' must be one number; say along which direction");
    MORE("branch: {b: {angle: crank, is: 0, within: 0}}",
         "m.yaml:10:43: within is 0; it must be above 0");
    MORE("branch: left", "m.yaml:10:9: a branch is automatic, none, or a mapping of tests");
}

Test(format, errors_of_the_start_and_the_run)
{
    MORE("start: {B: 3}", "m.yaml:10:12: no joint 'B'");
    MORE("start: {crank: {w: 3}}",
         "m.yaml:10:17: start of 'crank' has no key 'w'; it has v, omega");
    MORE("start: {crank: 3}",
         "m.yaml:10:9: 'crank' is a body, which starts with {v: [..], omega: ..}");
    MORE("start: {A: {omega: 3}}", "m.yaml:10:9: 'A' is a joint, whose start is one rate");
    MORE("start: {bob: {omega: 3}}", "m.yaml:10:15: 'bob' is a point and does not turn");
    MORE("start: {crank: {v: [1, 2, 3]}}", "m.yaml:10:20: 2 numbers are wanted here, 3 given");
    MORE("start: {v: {Q: [1, 2]}}",
         "m.yaml:10:13: no joint and no place of a body is 'Q'; give the "
         "velocity of a body instead");
    MORE("start: {crank: {v: {along: x}}}",
         "m.yaml:10:20: a part of a velocity needs 'is': its value");
    MORE("start: {fixed: [crnk]}", "m.yaml:10:17: no body 'crnk'; did you mean 'crank'?");
    MORE("start: {keep: true}", "m.yaml:10:15: yes or no is wanted here");
    MORE("run: {end: -1}", "m.yaml:10:12: end is -1; it must be above 0");
    MORE("run: {stop: 1}", "m.yaml:10:7: run has no key 'stop'; it has end, scale");
    MORE("accept: {energie: 1}",
         "m.yaml:10:10: accept has no key 'energie'; did you mean 'energy'?");
    MORE("coordinates: [body]",
         "m.yaml:10:15: no kind of coordinates is 'body'; a planar mechanism "
         "has reference-point, natural, mixed, joint");
    MORE("coordinates: [natral]",
         "m.yaml:10:15: no kind of coordinates is 'natral'; did you mean 'natural'?");
    MORE("coordinates: [natural, natural]", "m.yaml:10:24: 'natural' stands twice");
    MORE("outputs: {o: {joint: A, names: [\"a\\tb\"]}}",
         "m.yaml:10:33: a name is wanted here: letters, digits, space, _ - . ', first a letter");
    MORE("tree: {cut: [B]}", "m.yaml:10:14: no joint 'B'");
    MORE("reference: yes", "m.yaml:10:12: a reference is automatic, none, or C NAME for one that C "
                           "code brings");
    MORE("draw: {trace: [o]}", "m.yaml:10:16: no output 'o'");
}

Test(format, massless_rods)
{
    static const char before[] = "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                                 "bodies:\n"
                                 "  a: {com: [0, 0], mass: 1, inertia: 1}\n"
                                 "  b: {com: [2, 0], mass: 1, inertia: 1}\n"
                                 "  link: {rod: [[0, 0], [2, 0]], massless: distance}\n";

    mb_declared_refused(
        before, "", "joints: {A: {revolute: [a, link], at: [0, 0]}}",
        "m.yaml:7:33: 'link' is massless: distance and needs exactly two revolute joints, it has "
        "1");
    mb_declared_refused(
        before, "",
        "joints: {A: {revolute: [a, link], at: [0, 0]},\n"
        "  B: {rigid: [b, link], at: [2, 0]}}",
        "m.yaml:7:33: 'link' is massless: distance and needs two revolute joints, 'B' is rigid");
    mb_declared_refused(
        before, "",
        "joints: {A: {revolute: [a, link], at: [0, 0]},\n"
        "  B: {revolute: [b, link], at: [2, 0]}}\n"
        "outputs: {o: {angle: link}}",
        "m.yaml:10:22: body 'link' is part of a massless distance, which has no motion of its "
        "own");
    mb_declared_refused(
        before, "",
        "joints: {A: {revolute: [a, link], at: [0, 0]},\n"
        "  B: {revolute: [b, link], at: [2, 0]}}\n"
        "drives: {o: {joint: A, law: t}}",
        "m.yaml:10:21: joint 'A' is part of a massless distance, which has no motion of its own");
}

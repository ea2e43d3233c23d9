/* SPDX-License-Identifier: MIT */
/* What is wrong in a mechanism file is told where it stands, with what would be right. */
#include <criterion/criterion.h>

#include "tests/fixtures/models/declared.h"

/* Lines before each case; its own first line is line 4. */
static const char planar[] = "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n";
static const char spatial[] = "mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\n";

#define VALUE(text, message)                                                                       \
    mb_declared_refused(planar, "", text "\nbodies: {z: {point: [0, 0], mass: 1}}", message)
#define PLANAR(text, message) mb_declared_refused(planar, "", text, message)
#define BODY(text, message) mb_declared_refused(planar, "", "bodies:\n  b: " text "\n", message)
#define SOLID(text, message) mb_declared_refused(spatial, "", "bodies:\n  b: " text "\n", message)

Test(format, errors_of_yaml)
{
    mb_declared_refused("", "", "",
                        "m.yaml:1:1: an empty file; a mechanism has the keys mechanism, dimension, "
                        "bodies");
    mb_declared_refused("", "", "a: &x 1",
                        "m.yaml:1:4: an anchor (&name) is not read here; write the value out "
                        "where it is used");
    mb_declared_refused("", "", "a: *x",
                        "m.yaml:1:4: an alias (*name) is not read here; write the value out");
    mb_declared_refused("", "", "a: !!int 1",
                        "m.yaml:1:4: a tag (!name) is not read here; leave it out");
    mb_declared_refused("", "", "a: 1\na: 2",
                        "m.yaml:2:1: key 'a' stands twice, first in line 1; keep one");
    mb_declared_refused("", "", "a: 1\n---\nb: 2",
                        "m.yaml:2:1: a second document; a mechanism is one document, one file");
    mb_declared_refused("", "", "[a]: 1", "m.yaml:1:1: a key must be a name");
    mb_declared_refused(
        "", "", "a: {'': d}",
        "m.yaml:1:5: an empty key; a comma ends a text inside { } and [ ]: put a text with a comma "
        "in quotes");
    mb_declared_refused("", "", "- a",
                        "m.yaml:1:1: a mechanism must be a mapping (key: value), not a list");
    mb_declared_refused("", "",
                        "a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
                        "m.yaml:1:35: nested too deep; 32 levels are read");
}

Test(format, errors_of_a_file)
{
    mb_declared_refused("", "", "mechanism: m\ndimension: planar\n",
                        "m.yaml:1:1: a mechanism needs 'bodies': what has mass");
    PLANAR("bodys: {}", "m.yaml:4:1: a mechanism has no key 'bodys'; did you mean 'bodies'?");
    mb_declared_refused(
        "", "", "mechanism: My Robot\ndimension: planar\nbodies: {}",
        "m.yaml:1:12: 'My Robot' is no name of a mechanism; it has lower-case letters, digits "
        "and '-', first a letter");
    mb_declared_refused("", "", "mechanism: m\nformat: 2\ndimension: planar\nbodies: {}",
                        "m.yaml:2:9: written for format 2, this program reads 1");
    mb_declared_refused("", "", "mechanism: m\ndimension: 2\nbodies: {}",
                        "m.yaml:2:12: 'dimension' is one of planar, spatial, not '2'");
    mb_declared_refused("", "", "mechanism: m\ndimension: planar\ngravity: [0, 0, 1]\nbodies: {}",
                        "m.yaml:3:10: 2 numbers are wanted here, 3 given");
    PLANAR("bodies: {}", "m.yaml:4:9: there are no bodies; a mechanism has one at least");
    PLANAR("bodies: []", "m.yaml:4:9: 'bodies' wants a mapping, not a list");
    PLANAR("title: a\nsources: {x: 1}\nbodies: {}",
           "m.yaml:5:10: 'sources' wants a text, not a mapping");
}

Test(format, errors_of_parameters_and_values)
{
    VALUE("parameters: {N: {value: 3.5, integer: yes}}", "m.yaml:4:25: N = 3.5 must be an integer");
    VALUE("parameters: {g: {value: -1, min: 0}}", "m.yaml:4:25: g = -1 is below its least, 0");
    VALUE("parameters: {g: {value: 7, max: 5}}", "m.yaml:4:25: g = 7 is above its largest, 5");
    VALUE("parameters: {g: {value: 7, doc: a, b}}",
          "m.yaml:4:36: 'b' has no value; a comma ends a text inside { }: put a text with a comma "
          "in quotes");
    VALUE("parameters: {g: {vale: 7}}",
          "m.yaml:4:18: parameter 'g' has no key 'vale'; did you mean 'value'?");
    VALUE("parameters: {g: {min: 7}}", "m.yaml:4:17: parameter 'g' needs 'value' or 'choice'");
    VALUE("parameters: {tyre k: {value: 7}}",
          "m.yaml:4:14: 'tyre k' cannot stand in an expression; a name there has letters, digits "
          "and _ and begins with a letter");
    VALUE("constants: {pi: 3}", "m.yaml:4:13: 'pi' is reserved: it has a meaning in expressions");
    VALUE("constants: {length: 1, a: 2*lenght}",
          "m.yaml:4:29: unknown name 'lenght'; did you mean 'length'?");
    VALUE("constants: {b: 0.1, a: \"sqrt(b - 0.4)\"}",
          "m.yaml:4:25: sqrt(-0.3) is not a number (b = 0.1)");
    VALUE("constants:\n  a: 1; 2", "m.yaml:5:7: ';' unexpected");
    VALUE("constants: {a: b, b: c, c: a}", "m.yaml:4:13: 'a' depends on itself");
    VALUE("constants: {a: P.x}\npoints: {P: [a, 0]}", "m.yaml:4:13: 'a' depends on itself");
    VALUE("constants: {a: P}\npoints: {P: [1, 0]}", "m.yaml:4:16: 'P' is a point; say P.x or .y");
    VALUE("points: {P: [1, 0, 0]}",
          "m.yaml:4:13: a place of a planar mechanism has 2 numbers, 3 given");
    VALUE("points: {P(i=1..3): [i/0, 0]}", "m.yaml:4:23: 1/0 is infinite (i = 1)");
    VALUE("points: {P(i=1..3: [i, 0]}",
          "m.yaml:4:10: 'P(i=1..3' is no name; a family is NAME(i=a..b)");
    VALUE("points: {P(i=1..3/2): [i, 0]}", "m.yaml:4:17: integer wanted, 3/2 is 1.5");
    VALUE("constants: {q(i=1..3): [1, 2]}", "m.yaml:4:24: 2 values are listed for 3 members");
    VALUE("points: {2P: [1, 0]}",
          "m.yaml:4:10: '2P' is no name; a name has letters, digits, space, _ - . ' and begins "
          "with a letter");
    VALUE("functions: {f: {of: s, pieces: [[2, 1], [1, 2], [inf, 0]]}}",
          "m.yaml:4:42: bounds must ascend; 1 is not above 2");
    VALUE("functions: {f: {of: sin, pieces: [[inf, 1]]}}",
          "m.yaml:4:21: 'sin' cannot be a variable; it is a name in expressions");
    VALUE("points: {P(x=1..3): [0, 0]}",
          "m.yaml:4:10: 'x' cannot be an index; it needs a name of its own in expressions");
    VALUE("functions: {f: {of: s, pieces: [[2, 1]]}}",
          "m.yaml:4:34: the last bound must be inf, so that all is covered");
    VALUE("functions: {f: {of: s, table: [[0, 1]]}}",
          "m.yaml:4:31: a table has two places at least");
    VALUE("functions: {f: {of: s}}", "m.yaml:4:16: function 'f' needs either 'pieces' or 'table'");
    VALUE("functions: {f: {of: s, pieces: [[inf, 2*u]]}}", "m.yaml:4:41: unknown name 'u'");
}

/* Numbers are in SI; a unit is a word for people, and one of another system is a mistake of a factor. */
Test(format, units_are_those_of_si)
{
    static const char *const known[] = {"m",     "1",       "kg m2", "N m/rad", "N s/m",
                                        "teeth", "m/s^2",   "Nm",    "Pa",      "J",
                                        "kg/m3", "rad/s^2", "Hz",    "W",       "links a m"};
    static const struct {
        const char *unit, *said;
    } others[] = {{"mm", "'mm' is none: give them in m (1 mm = 0.001 m)"},
                  {"cm", "'cm' is none: give them in m (1 cm = 0.01 m)"},
                  {"g", "'g' is none: give them in kg (1 g = 0.001 kg)"},
                  {"deg", "'deg' is none: give them in rad (1 deg = 0.0174532925 rad)"},
                  {"\u00b0/s", "'\u00b0' is none: give them in rad (1 \u00b0 = 0.0174532925 rad)"},
                  {"N/mm", "'mm' is none: give them in m (1 mm = 0.001 m)"},
                  {"kN", "'kN' is none: give them in N (1 kN = 1000 N)"},
                  {"\u00b5m", "'\u00b5m' is none: give them in m (1 \u00b5m = 1e-06 m)"},
                  {"kg mm^2", "'mm' is none: give them in m (1 mm = 0.001 m)"},
                  {"km/h", "'km' is none: give them in m (1 km = 1000 m)"},
                  {"rpm", "'rpm' is none: give them in rad/s (1 rpm = 0.104719755 rad/s)"},
                  {"inch", "'inch' is none: give them in m (1 inch = 0.0254 m)"},
                  {"lb", "'lb' is none: give them in kg (1 lb = 0.45359237 kg)"}};
    char text[400], said[400];

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        snprintf(
            text, sizeof text,
            "%sparameters: {L: {value: 3, unit: '%s'}}\nbodies: {z: {point: [0, 0], mass: 1}}\n",
            planar, known[i]);
        cr_expect_str_eq(mb_declared_text(text, "", NULL)->params[1].unit, known[i]);
        mb_declared_end();
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(text, sizeof text,
                 "parameters: {L: {value: 300, unit: %s}}\nbodies: {z: {point: [0, 0], mass: 1}}\n",
                 others[i].unit);
        snprintf(said, sizeof said, "m.yaml:4:36: numbers are in SI units, and %s", others[i].said);
        mb_declared_refused(planar, "", text, said);
    }
}

Test(format, errors_of_choices)
{
    static const char choice[] = "parameters: {kind: {choice: [light, heavy]}}\n";

    mb_declared_refused(planar, choice,
                        "bodies: {a: {point: [0, 0], mass: {by: knid, light: 1, heavy: 2}}}",
                        "m.yaml:5:40: no choice is called 'knid'; did you mean 'kind'?");
    mb_declared_refused(planar, choice,
                        "bodies: {a: {point: [0, 0], mass: {by: kind, light: 1, heavi: 2}}}",
                        "m.yaml:5:56: 'kind' has no word 'heavi'; did you mean 'heavy'?");
    mb_declared_refused(planar, choice, "bodies: {a: {point: [0, 0], mass: {by: kind, heavy: 2}}}",
                        "m.yaml:5:35: nothing is said here for kind = light");
    mb_declared_refused(planar, choice, "bodies: {a: {when: {kind: lite}, point: [0, 0], mass: 1}}",
                        "m.yaml:5:27: 'kind' has no word 'lite'; it has light, heavy");
    mb_declared_refused(
        planar, choice,
        "bodies: {a: {when: {kind: heavy}, point: [0, 0], mass: 1},\n"
        "  b: {point: [1, 0], mass: 1}}\njoints: {j: {distance: [a, b], at: [[0, 0], [1, 0]]}}",
        "m.yaml:7:25: body 'a' is not there: its 'when' does not hold");
    mb_declared_refused(planar, choice, "bodies: {a: {point: [0, 0], mass: kind}}",
                        "m.yaml:5:35: 'kind' is a choice of words; use it in 'when' and 'by'");
}

Test(format, errors_of_bodies)
{
    BODY("{point: [0, 0]}", "m.yaml:5:3: body 'b' has no mass; give it one, or say massless: "
                            "distance to make it a rod of constant length");
    BODY("{point: [0, 0], mass: 0}", "m.yaml:5:22: body 'b' has no mass; give it one, or say "
                                     "massless: distance to make it a rod "
                                     "of constant length");
    BODY("{point: [0, 0], mass: -2}", "m.yaml:5:28: mass is -2; it must be above 0");
    BODY("{com: [0, 0], mass: 1}",
         "m.yaml:5:3: body 'b' has no inertia; give it one, a solid (box, "
         "disc, cylinder, sphere), or make it a point");
    BODY(
        "{com: [0, 0], density: 1, inertia: 2}",
        "m.yaml:5:20: density needs a solid: a box, a cylinder, a sphere, a disc with thickness, a "
        "rod with a section or a radius");
    BODY("{com: [0, 0], mass: 1, inertai: 2}",
         "m.yaml:5:29: body 'b' has no key 'inertai'; did you mean 'inertia'?");
    BODY("{mass: 1}", "m.yaml:5:6: body 'b' needs one of rod, point, parts, at, com");
    BODY("{rod: [[0, 0], [0, 0]], mass: 1}",
         "m.yaml:5:12: the ends of this rod are the same place");
    BODY("{rod: [[0, 0], Q], mass: 1}", "m.yaml:5:21: no point 'Q'");
    BODY("{com: [0, 0], turn: {axis: z, by: 1}, mass: 1, inertia: 1}",
         "m.yaml:5:20: a body of a planar mechanism is turned by 'angle'");
    BODY("{com: [0, 0], sphere: 1, mass: 1}",
         "m.yaml:5:20: a planar body is a box or a disc, not a sphere");
    BODY("{com: [0, 0], inertia: 0, mass: 1}",
         "m.yaml:5:29: inertia of 'b' is 0; it must be above 0, or the body a point");
    SOLID("{com: [0, 0, 0], mass: 1, inertia: [1, 1, 3]}",
          "m.yaml:5:41: inertia of 'b' breaks the triangle inequality by 33.3 %: the largest of a "
          "solid "
          "is at most the sum of the two others");
    SOLID("{com: [0, 0, 0], mass: 1, inertia: [1, 1]}",
          "m.yaml:5:41: an inertia in space is [Jx, Jy, Jz] or [Jx, Jy, Jz, Jxy, Jxz, Jyz]");
    SOLID("{com: [0, 0, 0], angle: 1, mass: 1, inertia: [1, 1, 1]}",
          "m.yaml:5:23: a body in space has no 'angle'; say turn, euler, quaternion or axes");
    SOLID("{com: [0, 0, 0], euler: {zzx: [1, 2, 3]}, mass: 1, inertia: [1, 1, 1]}",
          "m.yaml:5:30: Euler angles are {zyx: [a, b, c]}, or any other order of axes");
    SOLID("{com: [0, 0, 0], quaternion: [1, 1, 0, 0], mass: 1, inertia: [1, 1, 1]}",
          "m.yaml:5:35: a quaternion [w, x, y, z] has length 1, this one 1.41421");
    SOLID("{parts: [{point: [0, 0, 0]}]}",
          "m.yaml:5:15: a part has no mass; give it one, or say "
          "massless: distance to make it a rod of constant length");
    PLANAR("bodies: {ground: {point: [0, 0], mass: 1}}",
           "m.yaml:4:10: 'ground' is the fixed body; it is there already");
}

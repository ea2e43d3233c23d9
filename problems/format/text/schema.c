/* SPDX-License-Identifier: MIT */
/* Elements: bodies, joints, drives, gears, forces, outputs. */
#include "problems/format/text/schema.h"

/* name, type, required, words, unit, doc */
#define END                                                                                        \
    {                                                                                              \
        NULL, MB_KEY_ANY, false, NULL, NULL, NULL                                                  \
    }

/* ---- bodies --------------------------------------------------------------------------------- */

#define SOLIDS                                                                                     \
    {"box", MB_KEY_VECTOR, false, NULL, "m", "edges along x, y, z"},                               \
        {"disc", MB_KEY_NUMBER, false, NULL, "m", "radius; axis z"},                               \
        {"thickness", MB_KEY_NUMBER, false, NULL, "m", "of a disc"},                               \
        {"cylinder", MB_KEY_MAPPING, false, NULL, "m", "{radius, length}, axis z"},                \
    {                                                                                              \
        "sphere", MB_KEY_NUMBER, false, NULL, "m", "radius"                                        \
    }
#define TURNS                                                                                      \
    {"angle", MB_KEY_NUMBER, false, NULL, "rad", "of the frame, in the plane"},                    \
        {"turn", MB_KEY_MAPPING, false, NULL, "", "{axis, by}"},                                   \
        {"euler", MB_KEY_MAPPING, false, NULL, "rad", "{zyx: [a, b, c]}: Rz(a) Ry(b) Rx(c)"},      \
        {"quaternion", MB_KEY_VECTOR, false, NULL, "", "[w, x, y, z]"},                            \
    {                                                                                              \
        "axes", MB_KEY_MAPPING, false, NULL, "", "{x: direction, y: direction}"                    \
    }
#define INERTIA                                                                                    \
    {"inertia", MB_KEY_ANY, false, NULL, "kg m2", "number, [Jx, Jy, Jz] or with Jxy, Jxz, Jyz"},   \
    {                                                                                              \
        "inertia-about", MB_KEY_PLACE, false, NULL, "", "where the inertia is taken about"         \
    }

static const mb_schema_key rod[] = {
    {"com", MB_KEY_PLACE, false, NULL, "", "centre of mass; default: the middle"},
    {"length", MB_KEY_NUMBER, false, NULL, "m", "counts; the ends are then only near"},
    {"section", MB_KEY_VECTOR, false, NULL, "m", "[b, h] along y and z"},
    {"radius", MB_KEY_NUMBER, false, NULL, "m", "of a round rod"},
    INERTIA,
    END,
};
static const mb_schema_key framed[] = {SOLIDS, TURNS, INERTIA, END};
static const mb_schema_key placed[] = {
    {"com", MB_KEY_VECTOR, false, NULL, "m", "centre of mass in the frame; default 0"},
    SOLIDS,
    TURNS,
    INERTIA,
    END,
};
static const mb_schema_key none[] = {END};

static const mb_schema_kind body_kinds[] = {
    {"rod", MB_IN_BOTH, MB_KEY_PLACES, rod, "uniform, along body x from P to Q"},
    {"point", MB_IN_BOTH, MB_KEY_PLACE, none, "mass point without orientation"},
    {"parts", MB_IN_BOTH, MB_KEY_LIST, none, "bodies welded together"},
    {"at", MB_IN_BOTH, MB_KEY_PLACE, placed, "origin of the frame"},
    {"com", MB_IN_BOTH, MB_KEY_PLACE, framed, "centre of mass, origin of the frame"},
    {NULL, 0, MB_KEY_ANY, NULL, NULL},
};
static const mb_schema_key body_common[] = {
    {"mass", MB_KEY_NUMBER, false, NULL, "kg", "above 0"},
    {"density", MB_KEY_NUMBER, false, NULL, "kg/m3", "instead of mass, with a solid"},
    {"massless", MB_KEY_WORD, false, "distance|expected", "",
     "a rod that is one row, instead of mass; or a mass of 0 is meant"},
    {"places", MB_KEY_MAPPING, false, NULL, "m", "own places, in the frame"},
    {"draw", MB_KEY_MAPPING, false, NULL, "", "hint"},
    {"when", MB_KEY_MAPPING, false, NULL, "", "only for these words of parameters"},
    END,
};

/* ---- joints --------------------------------------------------------------------------------- */

#define AT                                                                                         \
    {                                                                                              \
        "at", MB_KEY_PLACE, true, NULL, "", "place on both bodies"                                 \
    }
#define AXIS                                                                                       \
    {                                                                                              \
        "axis", MB_KEY_DIRECTION, false, NULL, "", "in space"                                      \
    }
#define VALUE                                                                                      \
    {                                                                                              \
        "value", MB_KEY_ANY, false, NULL, "", "of the coordinate in the declared position"         \
    }
static const mb_schema_key hinge[] = {AT, AXIS, VALUE, END};
static const mb_schema_key meeting[] = {AT, END};
static const mb_schema_key cardan[] = {
    AT, {"axes", MB_KEY_LIST, true, NULL, "", "[of a, of b], at right angles"}, VALUE, END};
static const mb_schema_key thread[] = {
    AT, AXIS, VALUE, {"pitch", MB_KEY_NUMBER, true, NULL, "m/rad", "slide per angle"}, END};
static const mb_schema_key flat[] = {
    AT, {"normal", MB_KEY_DIRECTION, true, NULL, "", "of the plane"}, END};
static const mb_schema_key apart[] = {
    {"at", MB_KEY_PLACES, true, NULL, "", "[on a, on b]"},
    {"length", MB_KEY_NUMBER, false, NULL, "m", "default: as stated"},
    END,
};
static const mb_schema_key on_line[] = {
    AT,
    {"through", MB_KEY_PLACE, false, NULL, "", "place of a on the line; default: at"},
    {"along", MB_KEY_DIRECTION, true, NULL, "", "direction of a"},
    VALUE,
    END,
};
static const mb_schema_key in_plane[] = {
    AT,
    {"through", MB_KEY_PLACE, false, NULL, "", "place of a in the plane; default: at"},
    {"normal", MB_KEY_DIRECTION, true, NULL, "", "direction of a"},
    VALUE,
    END,
};
static const mb_schema_key crossed[] = {{"axes", MB_KEY_LIST, true, NULL, "", "[of a, of b]"}, END};
static const mb_schema_key knife[] = {
    AT,
    {"along", MB_KEY_DIRECTION, true, NULL, "", "of b"},
    {"normal", MB_KEY_DIRECTION, false, NULL, "", "of the ground, in space; default z"},
    END,
};
static const mb_schema_key wheel[] = {
    {"at", MB_KEY_PLACE, true, NULL, "", "hub of b"},
    {"radius", MB_KEY_NUMBER, true, NULL, "m", "of the disc"},
    {"axis", MB_KEY_DIRECTION, true, NULL, "", "of the disc"},
    {"normal", MB_KEY_DIRECTION, false, NULL, "", "of the ground; default z"},
    VALUE,
    END,
};

static const mb_schema_kind joint_kinds[] = {
    {"revolute", MB_IN_BOTH, MB_KEY_PAIR, hinge, "turns about an axis"},
    {"pin", MB_IN_PLANE, MB_KEY_LIST, meeting, "revolutes of the first body with each other one"},
    {"prismatic", MB_IN_BOTH, MB_KEY_PAIR, hinge, "slides along an axis"},
    {"spherical", MB_IN_SPACE, MB_KEY_PAIR, meeting, "ball joint"},
    {"universal", MB_IN_SPACE, MB_KEY_PAIR, cardan, "turns about two axes"},
    {"cylindrical", MB_IN_SPACE, MB_KEY_PAIR, hinge, "turns about and slides along an axis"},
    {"screw", MB_IN_SPACE, MB_KEY_PAIR, thread, "slides as it turns"},
    {"planar", MB_IN_SPACE, MB_KEY_PAIR, flat, "slides and turns in a plane"},
    {"rigid", MB_IN_BOTH, MB_KEY_PAIR, meeting, "holds altogether"},
    {"distance", MB_IN_BOTH, MB_KEY_PAIR, apart, "keeps two places apart"},
    {"point-on-line", MB_IN_BOTH, MB_KEY_PAIR, on_line, "place of b on a line of a"},
    {"point-in-plane", MB_IN_SPACE, MB_KEY_PAIR, in_plane, "place of b in a plane of a"},
    {"perpendicular", MB_IN_SPACE, MB_KEY_PAIR, crossed, "two axes at right angles"},
    {"blade", MB_IN_BOTH, MB_KEY_PAIR, knife, "moves along its edge only"},
    {"rolling", MB_IN_SPACE, MB_KEY_PAIR, wheel, "disc on the ground, without slip"},
    {NULL, 0, MB_KEY_ANY, NULL, NULL},
};
static const mb_schema_key joint_common[] = {
    {"redundant", MB_KEY_WORD, false, "expected", "", "silences the note on repeated rows"},
    {"when", MB_KEY_MAPPING, false, NULL, "", "only for these words of parameters"},
    END,
};

/* ---- drives, gears, forces ------------------------------------------------------------------ */

static const mb_schema_key only_when[] = {
    {"when", MB_KEY_MAPPING, false, NULL, "", "only for these words of parameters"},
    END,
};
static const mb_schema_key driven[] = {
    {"law", MB_KEY_LAW, true, NULL, "", "coordinate as an expression in t"}, END};
static const mb_schema_kind drive_kinds[] = {
    {"joint", MB_IN_BOTH, MB_KEY_NAME, driven, "the coordinate of a joint follows a law"},
    {NULL, 0, MB_KEY_ANY, NULL, NULL},
};

static const mb_schema_key meshing[] = {
    {"axis", MB_KEY_DIRECTION, false, NULL, "", "fixed in each body; in space"}, END};
static const mb_schema_kind gear_kinds[] = {
    {"couple", MB_IN_BOTH, MB_KEY_MAPPING, none, "{joint: factor}: the sum is constant"},
    {"mesh", MB_IN_BOTH, MB_KEY_MAPPING, meshing, "{body: factor}: turning rates sum to 0"},
    {NULL, 0, MB_KEY_ANY, NULL, NULL},
};

#define SPRING                                                                                     \
    {"stiffness", MB_KEY_NUMBER, false, NULL, "N/m or N m/rad", "of a linear spring"},             \
        {"free", MB_KEY_NUMBER, false, NULL, "m or rad", "where it does not pull"},                \
    {                                                                                              \
        "damping", MB_KEY_NUMBER, false, NULL, "N s/m or N m s/rad", "of a linear damper"          \
    }
static const mb_schema_key line[] = {
    {"at", MB_KEY_PLACES, true, NULL, "", "[on a, on b]"},
    SPRING,
    {"only", MB_KEY_WORD, false, "tension|compression", "", "acts in one sense only"},
    {"law", MB_KEY_LAW, false, NULL, "N", "of the length x; + pulls together"},
    {"damper", MB_KEY_LAW, false, NULL, "N", "of the rate v"},
    END,
};
static const mb_schema_key at_joint[] = {
    SPRING, {"law", MB_KEY_LAW, false, NULL, "N or N m", "of t, x, v; + drives up"}, END};
static const mb_schema_key push[] = {
    AT,
    {"along", MB_KEY_DIRECTION, true, NULL, "", "in the world"},
    {"law", MB_KEY_LAW, true, NULL, "N", "of t, of the place x along it and its rate v"},
    END,
};
static const mb_schema_key load[] = {
    AT,
    {"value", MB_KEY_LIST, true, NULL, "N", "components, expressions in t"},
    {"fixed-in", MB_KEY_WORD, false, "world|body", "", "where the components are taken"},
    END,
};
static const mb_schema_key moment[] = {
    {"axis", MB_KEY_DIRECTION, false, NULL, "", "in space"},
    {"value", MB_KEY_LAW, true, NULL, "N m", "expression in t"},
    {"fixed-in", MB_KEY_WORD, false, "body|world", "", "where the axis stays"},
    {"on", MB_KEY_NAME, false, NULL, "", "body that takes the reaction"},
    END,
};
static const mb_schema_kind force_kinds[] = {
    {"spring", MB_IN_BOTH, MB_KEY_PAIR, line, "along the line of two places"},
    {"joint", MB_IN_BOTH, MB_KEY_NAME, at_joint, "on the coordinate of a joint"},
    {"push", MB_IN_BOTH, MB_KEY_NAME, push, "along a direction of the world"},
    {"force", MB_IN_BOTH, MB_KEY_NAME, load, "a vector"},
    {"torque", MB_IN_BOTH, MB_KEY_NAME, moment, "about an axis"},
    {NULL, 0, MB_KEY_ANY, NULL, NULL},
};

/* ---- outputs, branch ------------------------------------------------------------------------ */

#define RELATIVE                                                                                   \
    {                                                                                              \
        "relative-to", MB_KEY_NAME, false, NULL, "", "body from which it is seen"                  \
    }
#define ALONG                                                                                      \
    {                                                                                              \
        "along", MB_KEY_DIRECTION, false, NULL, "", "this component only"                          \
    }
#define WRAPPED                                                                                    \
    {                                                                                              \
        "wrapped", MB_KEY_YES, false, NULL, "", "in (-pi, pi]"                                     \
    }
#define WHERE                                                                                      \
    {                                                                                              \
        "at", MB_KEY_PLACE, false, NULL, "", "default: the centre of mass"                         \
    }
static const mb_schema_key point[] = {WHERE, ALONG, RELATIVE, END};
static const mb_schema_key angle[] = {RELATIVE, WRAPPED, END};
static const mb_schema_key sight[] = {
    {"at", MB_KEY_PLACES, true, NULL, "", "[P, Q]"},
    {"from", MB_KEY_DIRECTION, true, NULL, "", "direction of angle 0"},
    AXIS,
    RELATIVE,
    END,
};
static const mb_schema_key spin[] = {
    ALONG, {"in", MB_KEY_WORD, false, "world|body", "", "where the components are taken"}, END};
static const mb_schema_key arrow[] = {
    {"along", MB_KEY_DIRECTION, true, NULL, "", "direction of the body"}, END};
static const mb_schema_key about[] = {{"about", MB_KEY_DIRECTION, true, NULL, "",
                                       "axis u of the body: angle of its u x e about u as "
                                       "declared, 0 there (e: its x, y or z farthest from u)"},
                                      RELATIVE,
                                      WRAPPED,
                                      END};
static const mb_schema_key reaction[] = {
    {"part", MB_KEY_WORD, false, "force|moment", "", "default: force"},
    {"on", MB_KEY_NAME, false, NULL, "", "default: the second body"},
    {"in", MB_KEY_WORD, false, "world|body", "", "where the components are taken"},
    END,
};
static const mb_schema_key momentum[] = {
    {"about", MB_KEY_PLACE, false, NULL, "", "default: the origin"}, ALONG, END};
static const mb_schema_key moving[] = {WHERE, ALONG, END};

static const mb_schema_kind output_kinds[] = {
    {"point", MB_IN_BOTH, MB_KEY_NAME, point, "place of a body"},
    {"angle", MB_IN_PLANE, MB_KEY_NAME, angle, "of a body, continuous"},
    {"line", MB_IN_BOTH, MB_KEY_ANY, sight, "angle of a line from P to Q"},
    {"joint", MB_IN_BOTH, MB_KEY_NAME, none, "coordinate of a joint"},
    {"rate", MB_IN_BOTH, MB_KEY_NAME, none, "its rate"},
    {"omega", MB_IN_BOTH, MB_KEY_NAME, spin, "angular velocity"},
    {"velocity", MB_IN_BOTH, MB_KEY_NAME, moving, "of a place"},
    {"direction", MB_IN_BOTH, MB_KEY_NAME, arrow, "of a body in the world"},
    {"turn", MB_IN_SPACE, MB_KEY_NAME, about, "angle about an axis, continuous"},
    {"length", MB_IN_BOTH, MB_KEY_NAME, none, "of a spring or a distance"},
    {"force", MB_IN_BOTH, MB_KEY_NAME, none, "of a force or a drive"},
    {"reaction", MB_IN_BOTH, MB_KEY_NAME, reaction, "of a joint"},
    {"energy", MB_IN_BOTH, MB_KEY_WORD, none, "kinetic, potential, total, work"},
    {"momentum", MB_IN_BOTH, MB_KEY_WORD, momentum, "linear, angular"},
    {"value", MB_IN_BOTH, MB_KEY_LAW, none, "expression of other outputs"},
    {NULL, 0, MB_KEY_ANY, NULL, NULL},
};
static const mb_schema_key output_common[] = {
    {"scale", MB_KEY_NUMBER, false, NULL, "", "factor"},
    {"offset", MB_KEY_NUMBER, false, NULL, "", "added after the factor"},
    {"names", MB_KEY_LIST, false, NULL, "", "of the components"},
    {"compare", MB_KEY_YES, false, NULL, "", "enters the error; default yes, of forces no"},
    {"unit", MB_KEY_TEXT, false, NULL, "", "for people; another than SI's with a scale only"},
    {"when", MB_KEY_MAPPING, false, NULL, "", "only for these words of parameters"},
    END,
};
static const mb_schema_key branch_common[] = {
    {"is", MB_KEY_NUMBER, true, NULL, "", "value on the branch"},
    {"within", MB_KEY_NUMBER, true, NULL, "", "left when it is farther away"},
    {"when", MB_KEY_MAPPING, false, NULL, "", "only for these words of parameters"},
    END,
};

const mb_schema_section mb_schema_sections[] = {
    {"bodies", "body", body_kinds, body_common},
    {"joints", "joint", joint_kinds, joint_common},
    {"drives", "drive", drive_kinds, only_when},
    {"gears", "gear", gear_kinds, only_when},
    {"forces", "force", force_kinds, only_when},
    {"outputs", "output", output_kinds, output_common},
    {"branch", "branch", output_kinds, branch_common},
    {NULL, NULL, NULL, NULL},
};

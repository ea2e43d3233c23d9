/* SPDX-License-Identifier: MIT */
/* The plain mechanism: what a mechanism file says, evaluated.  Choices are taken, families written
 * out, expressions of numbers computed; bodies have masses, poses and tensors, and whatever stands
 * on a body is given in its frame.  Models in every kind of coordinates, references, drawings and
 * other tools' files are made from this.
 *
 * Frames: places and directions have three components; in the plane z = 0, axes are (0, 0, 1) and
 * orientations turn about z.  The frame of a body has its origin in the body's centre of mass;
 * orientation R (row-major, 3 x 3) turns its components into world ones: x_world = com + R u.  That
 * of the ground is the world.  Everything is stated in the declared position: what is `near` there
 * is assembled later.  SI units, radians.
 *
 * Names and lists live in the arena in which the mechanism was read.  It is read-only. */
#ifndef MB_PROBLEMS_MECHANISM_H
#define MB_PROBLEMS_MECHANISM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/spec.h"

typedef struct mb_expression mb_expression; /* problems/format/expression/expression.h */
typedef struct mb_formula mb_formula;

enum { MB_ON_GROUND = -1, MB_NO_INDEX = -1 };

/* Where in the file an element stands; from 1. */
typedef struct mb_source {
    int line, column;
} mb_source;

/* ---- bodies --------------------------------------------------------------------------------- */

typedef struct mb_own_place {
    const char *name;
    double u[3]; /* in the body's frame [m] */
} mb_own_place;

typedef struct mb_plain_body {
    const char *name;
    mb_source source;
    bool point;        /* a mass point: no orientation, no inertia */
    double mass;       /* [kg] */
    double com[3];     /* in the world [m] */
    double turn[9];    /* R of the frame */
    double angle;      /* planar: of the frame, as written: R = Rz(angle) */
    double inertia[9]; /* tensor about the centre of mass in body axes (3 x 3) [kg m2]; planar: the
                        * last element only */
    double origin[3];  /* of the frame in which the file gives places, in ours [m] */
    int nplaces;
    const mb_own_place *place; /* (nplaces) own ones, by which joints go */
    double length;             /* of a rod between its ends [m]; 0: no rod */
    double stated;             /* distance of its ends as declared [m] */
    double end[2][3];          /* ends of a rod, in the frame [m] */
    bool near;                 /* the pose is only near: the body has own places that joints use */
    double circle;             /* drawing: radius [m], 0: none */
    int npolygon, nline;
    const double *polygon, *line; /* (n, 3) drawing: in the frame */
    const char *colour;           /* NULL: none */
} mb_plain_body;

/* ---- joints --------------------------------------------------------------------------------- */

/* word, rows in the plane, rows in space (0: not there), of these without Phi, joint coordinates */
#define MB_JOINT_KINDS(X)                                                                          \
    X(REVOLUTE, "revolute", 2, 5, 0, 1)                                                            \
    X(PRISMATIC, "prismatic", 2, 5, 0, 1)                                                          \
    X(SPHERICAL, "spherical", 0, 3, 0, 0)                                                          \
    X(UNIVERSAL, "universal", 0, 4, 0, 2)                                                          \
    X(CYLINDRICAL, "cylindrical", 0, 4, 0, 2)                                                      \
    X(SCREW, "screw", 0, 5, 0, 1)                                                                  \
    X(PLANAR, "planar", 0, 3, 0, 0)                                                                \
    X(RIGID, "rigid", 3, 6, 0, 0)                                                                  \
    X(DISTANCE, "distance", 1, 1, 0, 1)                                                            \
    X(POINT_ON_LINE, "point-on-line", 1, 2, 0, 1)                                                  \
    X(POINT_IN_PLANE, "point-in-plane", 0, 1, 0, 1)                                                \
    X(PERPENDICULAR, "perpendicular", 0, 1, 0, 0)                                                  \
    X(BLADE, "blade", 1, 1, 1, 0)                                                                  \
    X(ROLLING, "rolling", 0, 3, 2, 1)

typedef enum mb_joint_kind {
#define MB_JOINT_ENUM(name, word, planar, spatial, rates, coordinates) MB_JOINT_##name,
    MB_JOINT_KINDS(MB_JOINT_ENUM)
#undef MB_JOINT_ENUM
        MB_JOINT_COUNT
} mb_joint_kind;

typedef struct mb_joint_facts {
    const char *word;
    int rows[2]; /* in the plane, in space; 0: the kind is not there */
    int rates;   /* the last of them, without Phi */
    int coordinates;
} mb_joint_facts;

const mb_joint_facts *mb_joint_kind_facts(mb_joint_kind kind);

/* Ending of a coordinate's name behind the joint's: "", ".angle", ".slide", ".first", ".second",
 * ".roll"; NULL where the kind has none of that number. */
const char *mb_joint_coordinate_ending(mb_joint_kind kind, int coordinate);

/* a is the base, b moves on it.  What each kind uses, [0] in a's frame, [1] in b's:
 *
 *   revolute, cylindrical, prismatic, screw   place, axis (screw: pitch)
 *   spherical, rigid                          place
 *   universal                                 place, axis[0] of a, axis[1] of b, at right angles
 *   planar                                    place, axis: the normal
 *   distance                                  place[0] and place[1] are `length` apart
 *   point-on-line                             place[1] on the line through place[0] along axis[0]
 *   point-in-plane                            place[1] in the plane through place[0], normal axis[0]
 *   perpendicular                             axis[0], axis[1]
 *   blade     (a is the ground)               place[1] moves along axis[1] only; axis[0]: the normal
 *   rolling   (a is the ground)               place[1] the hub, axis[1] of the disc, axis[0] the
 *                                             normal of the plane through place[0]; radius
 *
 * An axis that both bodies carry is given in both frames, so that they agree as declared. */
typedef struct mb_plain_joint {
    const char *name;
    mb_source source;
    mb_joint_kind kind;
    int body[2]; /* a, b; MB_ON_GROUND */
    double place[2][3], axis[2][3];
    double value[2];   /* of the coordinates in the declared position */
    double length;     /* distance: to be kept [m] */
    double stated;     /* distance of the places as declared [m] */
    double pitch;      /* screw [m/rad] */
    double radius;     /* rolling [m] */
    double open;       /* meeting places are apart in the declared position by [m] */
    bool redundant;    /* rows that repeat others are expected */
    bool was_body;     /* a massless body of two joints that is this distance */
    const char *at[2]; /* name of the place, NULL where it has none */
} mb_plain_joint;

/* A joint coordinate: angle [rad] or slide, length, height [m]. */
typedef struct mb_coordinate {
    int joint, number; /* number < coordinates of the kind */
} mb_coordinate;

/* Whether it is a length [m], not an angle. */
bool mb_coordinate_is_length(const mb_plain_joint *joint, int number);

/* ---- drives, gears, forces ------------------------------------------------------------------ */

enum { MB_LAW_T, MB_LAW_X, MB_LAW_V, MB_LAW_VARIABLES }; /* of all laws: t, x, v */
extern const char *const mb_law_variables[];             /* "t", "x", "v", NULL */

typedef struct mb_plain_drive {
    const char *name;
    mb_source source;
    mb_coordinate of;
    const mb_expression *law; /* of t */
} mb_plain_drive;

typedef struct mb_gear_term {
    double factor;
    mb_coordinate of; /* couple */
    int body;         /* mesh */
    double axis[3];   /* mesh: in the body's frame */
} mb_gear_term;

/* couple: sum of factor * coordinate is constant; mesh: sum of factor * axis . omega = 0. */
typedef struct mb_plain_gear {
    const char *name;
    mb_source source;
    bool mesh;
    int n;
    const mb_gear_term *term; /* (n) */
} mb_plain_gear;

typedef enum mb_force_kind {
    MB_FORCE_LINE,   /* along the line of two places; + pulls them together */
    MB_FORCE_JOINT,  /* on a joint coordinate; + drives it up */
    MB_FORCE_PUSH,   /* on b at place[1] along axis (world) */
    MB_FORCE_VECTOR, /* on b at place[1]: three laws of t */
    MB_FORCE_TORQUE, /* on b about axis: a law of t; a: takes the reaction */
} mb_force_kind;

typedef enum mb_one_sided { MB_BOTH_SIDES, MB_TENSION, MB_COMPRESSION } mb_one_sided;

/* The law of a line is s = stiffness (x - free) + damping v, where `law` is NULL, else law(x) +
 * damper(v), x the distance and v its rate; that of a joint coordinate -stiffness (x - free) -
 * damping v or law(t, x, v); that of a push law(t, x, v), x the place along the axis. */
typedef struct mb_plain_force {
    const char *name;
    mb_source source;
    mb_force_kind kind;
    int body[2]; /* a, b */
    double place[2][3];
    double axis[3]; /* push: world; torque: world or, where in_body, b's frame */
    bool in_body;   /* vector, torque: fixed in b, not in the world */
    mb_coordinate of;
    double stiffness, free, damping;
    mb_one_sided only;
    const mb_expression *law, *damper; /* NULL: none */
    const mb_expression *value[3];     /* vector; torque: value[0] */
} mb_plain_force;

/* ---- start ---------------------------------------------------------------------------------- */

typedef enum mb_start_kind {
    MB_START_COORDINATE, /* rate of a joint coordinate */
    MB_START_VELOCITY,   /* of a place of a body, the centre of mass where it is 0 */
    MB_START_OMEGA,      /* of a body */
} mb_start_kind;

/* One line of the start: what is given is held. */
typedef struct mb_start_item {
    const char *name; /* as written */
    mb_source source;
    mb_start_kind kind;
    mb_coordinate of;
    int body;
    double place[3];     /* in the body's frame */
    bool along;          /* value[0] is the part along `direction`; else all components are given */
    double direction[3]; /* in the world */
    double value[3];     /* in the world [m/s, rad/s] */
} mb_start_item;

typedef struct mb_plain_start {
    bool keep;        /* nothing is corrected */
    bool approximate; /* the assembly may move bodies far */
    int n, nfixed;
    const mb_start_item *item; /* (n) in the order written */
    const int *fixed;          /* (nfixed) bodies that the assembly leaves alone */
} mb_plain_start;

/* ---- outputs -------------------------------------------------------------------------------- */

/* word */
#define MB_MEASURES(X)                                                                             \
    X(POINT, "point")                                                                              \
    X(ANGLE, "angle")                                                                              \
    X(LINE, "line")                                                                                \
    X(JOINT, "joint")                                                                              \
    X(RATE, "rate")                                                                                \
    X(OMEGA, "omega")                                                                              \
    X(VELOCITY, "velocity")                                                                        \
    X(DIRECTION, "direction")                                                                      \
    X(TURN, "turn")                                                                                \
    X(LENGTH, "length")                                                                            \
    X(FORCE, "force")                                                                              \
    X(REACTION, "reaction")                                                                        \
    X(ENERGY, "energy")                                                                            \
    X(MOMENTUM, "momentum")                                                                        \
    X(VALUE, "value")

typedef enum mb_measure_kind {
#define MB_MEASURE_ENUM(name, word) MB_MEASURE_##name,
    MB_MEASURES(MB_MEASURE_ENUM)
#undef MB_MEASURE_ENUM
        MB_MEASURE_COUNT
} mb_measure_kind;

typedef enum mb_measure_part {
    MB_PART_NONE,
    MB_PART_FORCE, /* of a reaction */
    MB_PART_MOMENT,
    MB_PART_KINETIC, /* of energy */
    MB_PART_POTENTIAL,
    MB_PART_TOTAL,
    MB_PART_WORK,
    MB_PART_LINEAR, /* of momentum */
    MB_PART_ANGULAR,
} mb_measure_part;

/* What is measured.  body[0] is the body it is measured on; of a line body[0] carries place[0], P,
 * and body[1] carries place[1], Q. */
typedef struct mb_plain_measure {
    mb_measure_kind kind;
    mb_measure_part part;
    int body[2];
    int relative;       /* body to which it is relative; MB_ON_GROUND */
    double place[2][3]; /* in the frames of the bodies; momentum: about, in the world */
    bool along;         /* one component along `axis`; else all */
    double axis[3];     /* omega, turn, direction: in body[0]'s frame; line: in that of `relative`;
                     * others: world */
    double axis_world[3]; /* the same in the world, as declared */
    double from[3];       /* line: direction of angle 0 in the frame of `relative` */
    bool in_body; /* omega, reaction: components in the body; of omega with `along`: the direction
                   * moves with the body, else it is axis_world for ever */
    bool wrapped; /* an angle in (-pi, pi] */
    mb_coordinate of;           /* joint, rate; length, reaction: the joint */
    int force, drive;           /* length, force; MB_NO_INDEX */
    const mb_expression *value; /* of output components by their numbers; NULL: other kinds */
} mb_plain_measure;

typedef struct mb_plain_output {
    const char *name;
    mb_source source;
    mb_plain_measure of;
    double scale, offset;
    bool compared;
    const char *unit;
    int n, first;             /* components, the number of the first one */
    const char *const *names; /* (n) "P.x", "P.y" */
} mb_plain_output;

typedef struct mb_plain_branch {
    const char *name;
    mb_source source;
    mb_plain_measure of;
    double is, within;
} mb_plain_branch;

/* ---- the whole ------------------------------------------------------------------------------ */

typedef enum mb_branch_mode { MB_BRANCH_AUTOMATIC, MB_BRANCH_NONE, MB_BRANCH_GIVEN } mb_branch_mode;
typedef enum mb_reference_mode {
    MB_REFERENCE_AUTOMATIC,
    MB_REFERENCE_NONE,
    MB_REFERENCE_C, /* one that C code brings, by name */
} mb_reference_mode;

enum { MB_COORDINATE_KINDS = 8 };

typedef struct mb_plain_mechanism {
    const char *name, *title, *sources, *traps;
    const char *file; /* name for messages */
    bool spatial;
    double gravity[3]; /* [m/s2] */
    bool gravity_given;
    const mb_param *params; /* ends in a zeroed one */
    mb_values values;       /* at which all this was evaluated */

    int nbodies, njoints, ndrives, ngears, nforces, noutputs, nbranches, nformulas;
    const mb_plain_body *body;
    const mb_plain_joint *joint;
    const mb_plain_drive *drive;
    const mb_plain_gear *gear;
    const mb_plain_force *force;
    const mb_plain_output *output;
    const mb_plain_branch *branch;
    const mb_formula *const *formula; /* those of `functions`, in the order of declaration */
    int ncomponents;                  /* of all outputs */
    const char *const *component;     /* (ncomponents) their names: variables of `value` */

    mb_plain_start start;
    mb_branch_mode branch_mode;
    double t_end, scale;                    /* [s], [m] */
    double energy, drift, error, violation; /* limits of `accept`: [J], share, [m], [m] */
    double energy_coarse;                   /* a second limit [J] */
    bool energy_given, energy_coarse_given, drift_given, error_given, violation_given;
    const char *accept_source; /* where the limits stand */
    bool chaotic;              /* motions that begin close part */
    bool singular_positions;   /* the motion passes some where rows lose rank */
    bool stiff;                /* springs, dampers or controllers are far faster than it */
    int ncoordinates;
    const char *coordinates[MB_COORDINATE_KINDS];      /* the first is the default */
    const char *coordinates_word[MB_COORDINATE_KINDS]; /* as the parameter `coordinates` calls it */
    const char *coordinates_c[MB_COORDINATE_KINDS]; /* name of the C code that brings it, or NULL */
    bool coordinates_given;
    int ncuts;
    const int *cut; /* (ncuts) joints that a tree of joint coordinates cuts */
    mb_reference_mode reference;
    const char *reference_c; /* NULL: none */
    int ghosts;              /* drawing */
    bool view_given;
    double view[2]; /* azimuth, elevation [rad] */
    int ntraces;
    const int *trace; /* (ntraces) outputs */
} mb_plain_mechanism;

/* World place of a body's place u (MB_ON_GROUND: u itself), world direction of a direction. */
void mb_plain_place(const mb_plain_mechanism *m, int body, const double u[3], double world[3]);
void mb_plain_direction(const mb_plain_mechanism *m, int body, const double u[3], double world[3]);

#endif

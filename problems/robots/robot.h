/* SPDX-License-Identifier: MIT */
/* A robot as MJCF and URDF files tell it, on its way to a mechanism file: bodies, the joints between
 * them and what acts on these, all in world axes in the position that the file starts in. */
#ifndef MB_PROBLEMS_ROBOTS_ROBOT_H
#define MB_PROBLEMS_ROBOTS_ROBOT_H

#include "problems/mechanism.h"
#include "problems/robots/report.h"

/* x_world = p + R u, R row-major */
typedef struct mb_robot_frame {
    double r[9], p[3];
} mb_robot_frame;

typedef struct mb_robot_body {
    const char *name;
    int line;
    int parent; /* MB_ON_GROUND */
    int joint;  /* by which it hangs on its parent; MB_NO_INDEX: it is free or part of it */
    int part;   /* body that it is part of: itself, another one or MB_ON_GROUND */
    bool free;  /* no joint at all holds it */
    mb_robot_frame frame;
    double mass;           /* [kg] */
    double com[3];         /* [m] */
    double inertia[9];     /* about the centre of mass, world axes [kg m2] */
    double v[3], omega[3]; /* of the frame's origin [m/s], [rad/s] */
} mb_robot_body;

typedef struct mb_robot_joint {
    const char *name;
    int line;
    mb_joint_kind kind;
    int body[2];
    double at[2][3];   /* on a and b [m] */
    double axis[2][3]; /* as in mb_plain_joint, in world axes */
    double value[2], rate[2];
    double reference[2]; /* values that equalities of MJCF count from */
    double length;       /* of a distance; 0: as stated */
} mb_robot_joint;

/* A spring and damper along a line or on a joint's coordinate. */
typedef struct mb_robot_spring {
    const char *name;
    int line;
    bool on_joint;
    mb_coordinate of;
    int body[2];
    double at[2][3];
    double stiffness, free, damping;
} mb_robot_spring;

typedef struct mb_robot_gear {
    const char *name;
    int line;
    mb_coordinate of[2];
    double factor[2]; /* factor[0] q0 + factor[1] q1 is constant */
} mb_robot_gear;

typedef struct mb_robot_drive {
    const char *name;
    int line;
    mb_coordinate of;
    double value;
} mb_robot_drive;

typedef struct mb_robot_list {
    int n, capacity;
    void *at;
} mb_robot_list;

typedef struct mb_robot {
    const char *name;
    mb_robot_report *report;
    mb_arena *arena;
    double gravity[3];
    double normal[3]; /* of the plane in which a body moves freely; zero: none does */
    bool no_springs;  /* springs of what is no coordinate here are left out, as asked */
    bool moving;      /* velocities are given, of all that hangs on the ground */
    mb_robot_list bodies, joints, springs, gears, drives;
} mb_robot;

static inline mb_robot_body *mb_robot_bodies(const mb_robot *robot)
{
    return robot->bodies.at;
}

static inline mb_robot_joint *mb_robot_joints(const mb_robot *robot)
{
    return robot->joints.at;
}

/* Room for one more element of a list, zeroed; NULL when memory ran out, which the report keeps. */
void *mb_robot_add(mb_robot *robot, mb_robot_list *list, size_t size);

const char *mb_robot_text(mb_robot *robot, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- frames ------------------------------------------------------------------------------------ */

void mb_robot_unit_frame(mb_robot_frame *frame);
void mb_robot_place(const mb_robot_frame *frame, const double u[3], double world[3]);
void mb_robot_direction(const mb_robot_frame *frame, const double u[3], double world[3]);
void mb_robot_compose(const mb_robot_frame *outer, const mb_robot_frame *inner,
                      mb_robot_frame *frame);
/* out = a b; out may be neither */
void mb_robot_product(const double a[9], const double b[9], double out[9]);
/* R J R' */
void mb_robot_turn_tensor(const double r[9], const double j[9], double out[9]);
/* Turn about a unit vector. */
void mb_robot_turn(const double axis[3], double angle, double r[9]);
/* Of a quaternion w, x, y, z of any length; false where it is zero. */
bool mb_robot_quaternion(const double q[4], double r[9]);
/* Makes a unit vector; false where it has no direction. */
bool mb_robot_unit(double v[3]);

/* Adds mass and inertia (about its own centre of mass, world axes) to a body. */
void mb_robot_add_mass(mb_robot_body *body, double mass, const double com[3],
                       const double inertia[9]);

/* ---- joints ------------------------------------------------------------------------------------ */

typedef enum mb_step_kind { MB_STEP_HINGE, MB_STEP_SLIDE, MB_STEP_BALL } mb_step_kind;

/* One of the motions that a file puts one on another between a body and its parent. */
typedef struct mb_robot_step {
    const char *name;
    int line;
    mb_step_kind kind;
    double at[3], axis[3]; /* world */
    double value, rate, reference;
    double stiffness, free, damping;
    mb_coordinate of; /* of the joint that was made of it; joint MB_NO_INDEX: it has none */
} mb_robot_step;

enum { MB_ROBOT_STEPS = 6 };

/* Makes one joint of what is between a body and its parent, and its springs.  planar: of a
 * mechanism in a plane. */
void mb_robot_join(mb_robot *robot, int body, mb_robot_step *step, int nsteps, bool planar);

/* Melts bodies without joint and without mass or inertia of their own into what they hang on, and
 * what hangs on massless ones without a joint into these; refuses bodies that move without mass or
 * inertia. */
void mb_robot_melt(mb_robot *robot);

/* ---- the file ---------------------------------------------------------------------------------- */

/* Makes names that a mechanism file takes, each once. */
void mb_robot_names(mb_robot *robot);

/* In the plane at right angles to all hinges, which becomes x, y; refuses what does not move in
 * it. */
void mb_robot_flatten(mb_robot *robot);

void mb_robot_write(const mb_robot *robot, bool planar, FILE *out);

#endif

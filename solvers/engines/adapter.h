/* SPDX-License-Identifier: MIT */
/* What the adapters here share: a job read from standard input, rows and trailer written to standard
 * output (docs/engines.md).  For C and C++; it uses nothing of mbsbench, so that it may be copied
 * into adapters of one's own. */
#ifndef MB_SOLVERS_ENGINES_ADAPTER_H
#define MB_SOLVERS_ENGINES_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ADAPTER_GROUND = -1, ADAPTER_NOT_APPLICABLE = 77 };

typedef struct adapter_body {
    const char *name;
    bool point;
    double mass;
    double place[3], quaternion[4]; /* w x y z */
    double tensor[9];               /* about the centre of mass, body axes, 3 x 3; of a planar
                                     * mechanism as wide out of the plane as in it */
    double velocity[3], omega[3];   /* in the world */
} adapter_body;

typedef struct adapter_joint {
    const char *name, *kind; /* "revolute", "spherical", ... */
    int body[2];             /* ADAPTER_GROUND or the number of a body */
    double place[2][3];      /* of the joint on each body, in the world at the start */
    double axis[2][3];       /* likewise; zeros: it has none */
    double value[2];         /* coordinates at the start [m or rad] */
    double length;           /* of a distance joint [m] */
    bool in_tree;            /* the one by which body[1], or body[0] where `turned`, is reached from
                              * the ground; else it closes a loop */
    bool turned;
} adapter_joint;

/* A law in t [s], x [m or rad] and its rate v. */
typedef struct adapter_law adapter_law;

typedef enum adapter_force_kind {
    ADAPTER_SPRING, /* between two places: its effort pulls them together, x their distance */
    ADAPTER_JOINT,  /* on a coordinate of a joint: its effort drives it up, x the coordinate */
    ADAPTER_PUSH,   /* on body[1] at a place along an axis of the world, x the place along it */
    ADAPTER_FORCE,  /* a vector at a place of body[1] */
    ADAPTER_TORQUE  /* about an axis, on body[1], with its reaction on body[0] */
} adapter_force_kind;

typedef struct adapter_force {
    const char *name;
    adapter_force_kind kind;
    int body[2];
    double place[2][3]; /* in the world at the start */
    double axis[3];     /* likewise */
    int joint, number;  /* of ADAPTER_JOINT */
    /* the effort along x: stiffness (x - free) + damping v, of a joint its negative; or a law */
    double stiffness, free, damping;
    const adapter_law *law, *damper; /* NULL: none */
    int only;                        /* 1, -1: while the effort is above, below 0; 0: always */
    const adapter_law *value[3];     /* of a force; of a torque the first */
    bool in_body; /* components and axis are fixed in body[1], else in the world */
    bool taken;   /* the engine has it: adapter_efforts leaves it out */
} adapter_force;

/* The coordinate of a joint follows a law of t. */
typedef struct adapter_drive {
    const char *name;
    int joint, number;
    const adapter_law *law;
} adapter_drive;

typedef struct adapter_gear_term {
    double factor;
    int joint, number; /* a coordinate; or, where joint is below 0, */
    int body;          /* the angular velocity of a body about an axis */
    double axis[3];    /* in the world at the start */
} adapter_gear_term;

/* The sum of factor times rate is 0. */
typedef struct adapter_gear {
    const char *name;
    int n;
    adapter_gear_term *term;
} adapter_gear;

typedef struct adapter_job {
    bool spatial;
    double gravity[3], t_end, h, tol; /* h, tol: NaN where they are null */
    const char *integrator;
    bool last_only; /* of the rows */
    int nbodies, njoints, nforces, ndrives, ngears;
    adapter_body *body;
    adapter_joint *joint;
    adapter_force *force;
    adapter_drive *drive;
    adapter_gear *gear;
    /* (nbodies) numbers of the joints of the tree, from the ground on; of bodies that no joint of
     * the tree reaches -1 - body */
    int *order;
    double *last; /* (2 njoints) angles as seen last, from which whole turns are counted */
    void *json;   /* of the job */
} adapter_job;

/* Ends the program: not applicable. */
#ifdef __GNUC__
__attribute__((noreturn, format(printf, 1, 2)))
#endif
void adapter_cannot(const char *format, ...);

/* Reads the job.  The tree goes from the ground on over kinds of `tree` (words, NULL at the end)
 * only: joints that are driven first, then kinds named first rather than those named last, which
 * close loops; among equals breadth first, in the order of the file. */
adapter_job *adapter_read(const char *const *tree);

double adapter_number(const adapter_job *job, const char *setting);
const char *adapter_word(const adapter_job *job, const char *setting);

/* Number of steps of h to t_end, which must be a whole number of them: else it ends the program. */
long adapter_steps(const adapter_job *job);

/* 3 x 3 of a quaternion, row-major; a vector of the body's axes in the world's, and back. */
void adapter_turn(const double q[4], const double u[3], double out[3]);
void adapter_turn_back(const double q[4], const double u[3], double out[3]);

/* A place of the world at the start in the frame of a body (ADAPTER_GROUND: as it is). */
void adapter_local(const adapter_job *job, int body, const double place[3], double out[3]);

/* Velocity at the start of a body's material at a place of the world, and its angular velocity, less
 * those of another body. */
void adapter_relative(const adapter_job *job, int body, int to, const double place[3], double v[3],
                      double omega[3]);

/* Whether forces are left that the engine has not taken. */
bool adapter_is_forced(const adapter_job *job);

/* Those at time t, added up for each body: force at its centre of mass and torque, 6 a body in the
 * world.  row: 13 numbers a body, as they are written. */
void adapter_efforts(const adapter_job *job, double t, const double *row, double *wrench);

/* A coordinate of a joint and its rate. */
void adapter_coordinate(const adapter_job *job, int joint, int number, const double *row, double *x,
                        double *rate);

/* Value, rate and acceleration of a drive's law at t. */
void adapter_drive_at(const adapter_drive *drive, double t, double x[3]);

/* The rate [1/s] that brings a driven coordinate to its law within a step from t to t + h. */
double adapter_drive_rate(const adapter_job *job, const adapter_drive *drive, double t,
                          const double *row);

/* Whether an effort is linear and acts in both senses. */
bool adapter_is_linear(const adapter_force *f);

/* Whether a joint force is a linear spring on a turning or sliding joint of the tree: one that engines
 * in joint coordinates may have. */
bool adapter_is_joint_spring(const adapter_job *job, const adapter_force *f);

/* Ends the program where a body's moments of inertia are such as no body has, for engines that take
 * none of these. */
void adapter_check_inertia(const adapter_body *b);

/* Sign of a tree joint's coordinate as the turn or shift of the body reached: -1 where it is turned. */
double adapter_sense(const adapter_joint *j);

/* Gears as rows of constant factors, ngears x columns, so that no row repeats another and each has
 * a column of its own; the number of rows that are not empty.  of_bodies: the columns are angular
 * velocities of bodies about *axis, which all turning parts must share, else coordinates of joints of
 * the tree.  Ends the program where gears are not of this form. */
int adapter_gear_rows(const adapter_job *job, bool of_bodies, double *row, double axis[3]);

/* Half the length over which two places hold the axis of a joint: as far as its bodies reach [m]. */
double adapter_reach(const adapter_job *job, const adapter_joint *joint);

/* Gears as pairs of bodies: the sum of factor times angular velocity about the axis, in the world at
 * the start, is 0.  pair: (ngears); the number of pairs.  Ends the program where more bodies than two
 * hang together. */
typedef struct adapter_pair {
    int body[2];
    double factor[2];
} adapter_pair;
int adapter_gear_pairs(const adapter_job *job, adapter_pair *pair, double axis[3]);

/* Frees nothing; the program ends when there is no memory.  Zeroed. */
void *adapter_take(size_t count, size_t size);

/* Writes the first line; a row, body by body; the trailer.  row: 13 numbers a body. */
void adapter_begin(const adapter_job *job);
void adapter_row(const adapter_job *job, double t, const double *row);
void adapter_end(long steps, double cpu, const char *warning);

/* Takes the equal steps of a job, from its first line to its last row; the CPU time of the steps [s], for
 * the trailer.  step takes the n-th one; report fills a row (13 numbers a body) with the state. */
double adapter_march(const adapter_job *job, void *world, void (*step)(void *world, long n),
                     void (*report)(void *world, double *row));

/* [s] of CPU of this process. */
double adapter_clock(void);

#ifdef __cplusplus
}
#endif
#endif

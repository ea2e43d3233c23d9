/* What the adapters here share: a job read from standard input, rows and trailer written to standard
 * output (docs/engines.md).  For C and C++; it uses nothing of mbsbench, so that it may be copied
 * into adapters of one's own. */
#ifndef MB_SOLVERS_ENGINES_ADAPTER_H
#define MB_SOLVERS_ENGINES_ADAPTER_H

#include <stdbool.h>

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
    double length;           /* of a distance joint [m] */
    bool in_tree;            /* the one by which body[1], or body[0] where `turned`, is reached from
                              * the ground; else it closes a loop */
    bool turned;
} adapter_joint;

/* A spring with a damper between two places: it pulls by stiffness (x - free) + damping v. */
typedef struct adapter_spring {
    const char *name;
    int body[2];
    double place[2][3]; /* in the world at the start */
    double stiffness, free, damping;
} adapter_spring;

/* A constant force at a place, or torque, on a body. */
typedef struct adapter_load {
    const char *name;
    bool torque, in_body; /* fixed in the body; else in the world */
    int body, on;         /* `on` takes the reaction of a torque */
    double place[3];      /* in the world at the start */
    double value[3];      /* in the world at the start */
} adapter_load;

typedef struct adapter_job {
    bool spatial;
    double gravity[3], t_end, h, tol; /* h, tol: NaN where they are null */
    const char *integrator;
    bool last_only; /* of the rows */
    int nbodies, njoints, nsprings, nloads;
    adapter_body *body;
    adapter_joint *joint;
    adapter_spring *spring;
    adapter_load *load;
    int *
        order; /* (nbodies) numbers of the joints of the tree, from the ground on; of bodies that no
                 * joint of the tree reaches -1 - body */
    void *json; /* of the job */
} adapter_job;

/* Ends the program: not applicable. */
#ifdef __GNUC__
__attribute__((noreturn, format(printf, 1, 2)))
#endif
void adapter_cannot(const char *format, ...);

/* Reads the job.  The tree goes from the ground on over kinds of `tree` (words, NULL at the end)
 * only: kinds named first are rather in it than those named last, which close loops; among equals
 * breadth first, in the order of the file. */
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

/* Force of a spring on its first body, from places and velocities of its ends; its negative acts on
 * the second. */
void adapter_spring_force(const adapter_spring *spring, double place[2][3], double velocity[2][3],
                          double f[3]);

/* Force or torque of a load in the world, its body turned to q. */
void adapter_load_value(const adapter_job *job, const adapter_load *load, const double q[4],
                        double value[3]);

/* Half the length over which two places hold the axis of a joint: as far as its bodies reach [m]. */
double adapter_reach(const adapter_job *job, const adapter_joint *joint);

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

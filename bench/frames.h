/* SPDX-License-Identifier: MIT */
/* Where the bodies of a run are, for players of its motion: frames about evenly apart in time, so
 * many that a file of them is a few tens of kilobytes. */
#ifndef MB_BENCH_FRAMES_H
#define MB_BENCH_FRAMES_H

#include <stdbool.h>
#include <stdio.h>

enum {
    MB_POSE_PLANAR = 3,  /* x, y [m] of the centre of mass, angle [rad] of the body's frame */
    MB_POSE_SPATIAL = 7, /* x, y, z [m], unit quaternion w, x, y, z of the body's frame */
};

enum {
    MB_FRAMES_NUMBERS = 10000, /* of all frames */
    MB_FRAMES_USUAL = 5000,    /* of them, if that makes frames enough */
    MB_FRAMES_MOST = 300,      /* frames */
    MB_FRAMES_LEAST = 40,      /* frames there is room for, else there are none */
};

typedef struct mb_frames {
    bool spatial;
    int bodies;         /* 0: none are kept */
    int width;          /* numbers of a frame: its time [s], then a pose of each body */
    int most, frames;   /* that fit, and are there */
    double every, next; /* [s] between frames; of the next one */
    double value[MB_FRAMES_NUMBERS]; /* (frames x width) */
} mb_frames;

/* Whether frames of so many bodies are kept. */
bool mb_frames_fit(bool spatial, int bodies);

/* Empties it for a run over [t0, t_end] of bodies that fit; 0: of none. */
void mb_frames_start(mb_frames *frames, bool spatial, int bodies, double t0, double t_end);

/* Whether a frame is due at t. */
bool mb_frames_due(const mb_frames *frames, double t);

/* A frame at t, where its poses go; there must be bodies. */
double *mb_frames_add(mb_frames *frames, double t);

/* A pose of a body that has its centre of mass at x and its frame turned by R (3 x 3, by rows) in the
 * world, where frame and pose begin.  Angles and signs go on from the frame before. */
void mb_frames_put(const mb_frames *frames, int body, const double x[3], const double R[9],
                   double *frame);

/* Takes the last frame back where a number of it is none. */
void mb_frames_keep_finite(mb_frames *frames);

/* Lines behind a series' table, for whose readers they are comments:
 *
 *     # poses planar 5: t, then x y angle of each body
 *     #= 0 0.5 0 1.5708 ...
 *
 * Nothing where no frame is kept. */
void mb_frames_write(const mb_frames *frames, FILE *out);

/* Unit quaternion w, x, y, z of a rotation, w >= 0. */
void mb_quaternion(const double R[9], double e[4]);

#endif

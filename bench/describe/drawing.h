/* SPDX-License-Identifier: MIT */
/* A drawing on its way: where places fall on the paper, and what symbols are made of. */
#ifndef MB_BENCH_DESCRIBE_DRAWING_H
#define MB_BENCH_DESCRIBE_DRAWING_H

#include <stdio.h>

#include "bench/describe/describe.h"
#include "bench/describe/shapes.h"

enum { MB_DRAWING_LABELS = 64, MB_DRAWING_OBSTACLES = 4096, MB_LABEL_SIZE = 40 };

typedef struct mb_spot {
    double x, y; /* [px] to the right, down */
} mb_spot;

typedef struct mb_label {
    mb_spot at; /* what it names */
    char text[MB_LABEL_SIZE];
    bool body;
} mb_label;

/* A mechanism where it stands. */
typedef struct mb_standing {
    const mb_plain_mechanism *m;
    mb_shapes shapes;
    const bool
        *still; /* (nbodies) those that stand as at the start, which are not drawn; or NULL */
} mb_standing;

/* The way of a place. */
typedef struct mb_way {
    int n, body;
    const double (*at)[3]; /* (n) in the world */
    bool around;
} mb_way;

/* Where a mechanism passes. */
typedef struct mb_passing {
    mb_standing start;
    int nghosts, ntraces;
    const mb_standing *ghost; /* (nghosts) in the order of time */
    const mb_way *trace;      /* (ntraces) */
} mb_passing;

typedef struct mb_drawing {
    const mb_plain_mechanism *m;
    FILE *out;
    mb_shapes shapes;
    const bool *still;       /* of the mechanism as it stands */
    bool ghost;              /* a faint one without names */
    double right[3], up[3];  /* the paper's directions in the world */
    double scale;            /* [px/m] */
    double x0, y0;           /* [px] of the world's origin */
    double width, height;    /* [px] of the paper */
    double head;             /* [px] of it for the title; 0: none */
    double unit;             /* [px] size of symbols */
    int nlabels, nobstacles; /* where names go, and where they should not */
    mb_label label[MB_DRAWING_LABELS];
    mb_spot obstacle[MB_DRAWING_OBSTACLES];
} mb_drawing;

/* What is drawn from now on. */
void mb_drawing_of(mb_drawing *d, const mb_standing *standing);

mb_status mb_passing_of(const mb_plain_mechanism *m, const mb_picture *picture, mb_arena *arena,
                        mb_passing *passing, mb_error *err);

mb_spot mb_drawing_spot(const mb_drawing *d, const double world[3]);
/* A direction of the world on the paper, shorter than 1 where it is inclined. */
mb_spot mb_drawing_direction(const mb_drawing *d, const double world[3]);
/* The same of a place of a body, of a direction of it. */
mb_spot mb_drawing_place(const mb_drawing *d, int body, const double u[3]);
mb_spot mb_drawing_axis(const mb_drawing *d, int body, const double u[3]);

/* p + along * a + across * (a turned to its left on the paper) */
mb_spot mb_spot_off(mb_spot p, mb_spot a, double along, double across);
/* Of unit length; `otherwise` where it has none to speak of. */
mb_spot mb_spot_unit(mb_spot a, mb_spot otherwise);

void mb_put_path(const mb_drawing *d, const char *kind, const mb_spot *spot, int n, bool closed);
void mb_put_segment(const mb_drawing *d, const char *kind, mb_spot from, mb_spot to);
void mb_put_circle(const mb_drawing *d, const char *kind, mb_spot at, double radius);
void mb_put_arrow(const mb_drawing *d, const char *kind, mb_spot from, mb_spot to);
/* Three quarters of a circle with an arrow head, counter-clockwise. */
void mb_put_turn(const mb_drawing *d, const char *kind, mb_spot at, double radius);
/* A ring about an axis of the world. */
void mb_put_ring(const mb_drawing *d, const char *kind, const double centre[3],
                 const double axis[3], double radius);

/* A name for later; names of one spot stand together. */
void mb_drawing_name(mb_drawing *d, mb_spot at, const char *name, bool body);
void mb_drawing_avoid(mb_drawing *d, mb_spot from, mb_spot to);

/* Stroke and fill of a body. */
const char *mb_drawing_colour(const mb_drawing *d, int body);

/* How the place of a joint on the ground is shown; *side: which of its two bodies is the ground. */
typedef enum { MB_GROUND_UNSEEN, MB_GROUND_SUPPORT, MB_GROUND_RAIL } mb_ground_sign;
mb_ground_sign mb_ground_sign_of(const mb_plain_joint *joint, int *side);

/* Ghosts and traces. */
void mb_draw_passing(mb_drawing *d, const mb_passing *passing);
void mb_draw_bodies(mb_drawing *d);
void mb_draw_ground(mb_drawing *d);
void mb_draw_forces(mb_drawing *d);
void mb_draw_joints(mb_drawing *d);
/* Rods without mass only. */
void mb_draw_struts(mb_drawing *d);
void mb_draw_names(mb_drawing *d);
/* Title, scale, gravity; directions of space. */
void mb_draw_frame(const mb_drawing *d);

#endif

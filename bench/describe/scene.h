/* SPDX-License-Identifier: MIT */
/* The drawing of a mechanism as data for players of its motion (docs/scene.md): symbols on points
 * that bodies carry, so that whoever knows the poses of the bodies can draw it at any time. */
#ifndef MB_BENCH_DESCRIBE_SCENE_H
#define MB_BENCH_DESCRIBE_SCENE_H

#include <jansson.h>

#include "base/arena.h"
#include "bench/frames.h"
#include "problems/mechanism.h"

#define MB_SCENE_ENDING ".scene.json"

/* What goes with it. */
typedef struct mb_scene_extra {
    const char *picture;        /* the drawing that stands, as SVG */
    const mb_frames *reference; /* the motion that runs are held against; NULL: none is known */
} mb_scene_extra;

/* Of a mechanism where it stands at the start.  NULL: no memory. */
json_t *mb_scene(const mb_plain_mechanism *m, const mb_scene_extra *extra, mb_arena *arena);

/* File in a folder of the scene that this program makes for runs of the mechanism to an end; digest: of
 * the mechanism.  False: the folder is NULL or "", the digest is, or it does not fit. */
bool mb_scene_path(const char *folder, const char *digest, double t_end, char *path, size_t size);

/* ---- for files of the scene only -------------------------------------------------------------- */

/* A place of a body, a direction of it: [body, x, y, z], body -1 is the ground. */
json_t *mb_scene_point(int body, const double u[3]);

/* Joints with what holds them on the ground; springs, motors, loads. */
void mb_scene_joints(const mb_plain_mechanism *m, json_t *shapes);
void mb_scene_forces(const mb_plain_mechanism *m, json_t *shapes);

#endif

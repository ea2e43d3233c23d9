/* SPDX-License-Identifier: MIT */
/* Robots of other tools: MJCF (MuJoCo) and URDF files to mechanism files and back.  docs/robots.md
 * has the table of what becomes what. */
#ifndef MB_PROBLEMS_ROBOTS_ROBOTS_H
#define MB_PROBLEMS_ROBOTS_ROBOTS_H

#include "problems/mechanism.h"
#include "problems/robots/report.h"

/* What may be left out although the motion changes by it. */
#define MB_ROBOT_OMISSIONS "armature, friction, loops or springs"

/* Reads a file that a robot's file includes, by its name as it stands there (a relative path that does
 * not leave its folder): text and its size, in memory of the loader's. */
typedef struct mb_robot_loader {
    mb_status (*load)(void *context, const char *name, const char **text, size_t *size,
                      mb_error *err);
    void *context;
} mb_robot_loader;

typedef struct mb_robot_options {
    bool planar;          /* a mechanism in the plane at right angles to all hinges */
    bool free;            /* URDF: the root link moves freely; else it is the ground */
    const char *keyframe; /* MJCF: where it starts; NULL: one of name "start", if it is there */
    int nomitted;
    const char *const *omitted;    /* of MB_ROBOT_OMISSIONS */
    const mb_robot_loader *loader; /* NULL: no file is read beside the text */
} mb_robot_options;

bool mb_robot_is_omission(const char *word);
bool mb_robot_omits(const mb_robot_options *options, const char *word);

/* Reads MJCF or URDF, by the document's element, and writes a mechanism file to out.  Nothing but
 * the text, and files of MJCF's `include` by the loader, is read.  report: what became of what, zeroed but for file and arena.  MB_BAD_INPUT when
 * something was refused; nothing is written then. */
mb_status mb_robot_import(const char *text, size_t size, const mb_robot_options *options,
                          mb_robot_report *report, FILE *out, mb_error *err);

/* Velocities of all bodies: of centres of mass, in the world [m/s, rad/s]. */
typedef struct mb_robot_motion {
    const double (*v)[3], (*omega)[3]; /* (bodies) */
} mb_robot_motion;

/* Write a mechanism as a model of these tools.  MB_NOT_APPLICABLE names what they cannot say;
 * nothing is written then.  What is only near is told in comments.  m: with bodies and the coordinates
 * of joints as at the start; motion: NULL, where it is not known. */
mb_status mb_write_mjcf(FILE *out, const mb_plain_mechanism *m, const mb_robot_motion *motion,
                        mb_error *err);
mb_status mb_write_urdf(FILE *out, const mb_plain_mechanism *m, mb_error *err);

#endif

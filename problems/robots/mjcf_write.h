/* SPDX-License-Identifier: MIT */
/* MJCF in the writing. */
#ifndef MB_PROBLEMS_ROBOTS_MJCF_WRITE_H
#define MB_PROBLEMS_ROBOTS_MJCF_WRITE_H

#include <stdio.h>

#include "problems/robots/export_tree.h"
#include "problems/robots/robots.h"

enum { MB_MJCF_NAME = 160 };
#define MB_MJCF_GROUND "world"

typedef struct mb_mjcf_writer {
    const mb_plain_mechanism *m;
    mb_export_tree tree;
    FILE *out, *qpos, *qvel;
    const mb_robot_motion *motion; /* NULL: not known */
} mb_mjcf_writer;

/* What MJCF cannot say of a mechanism; "": nothing. */
void mb_mjcf_lacks(const mb_mjcf_writer *w, char *why, size_t size);

/* The spring of a joint's coordinate, NULL: none. */
const mb_plain_force *mb_mjcf_spring(const mb_mjcf_writer *w, int joint, int number);

/* Name of the joint of the file that is a coordinate. */
void mb_mjcf_coordinate(const mb_mjcf_writer *w, mb_coordinate of, char name[MB_MJCF_NAME]);

/* Names that the file has once each: of the tendon and the sites of a distance, of the equality of a
 * gear and of a drive, which may be called as a force, a joint or each other here. */
void mb_mjcf_tendon_name(const mb_mjcf_writer *w, const mb_plain_joint *joint,
                         char name[MB_MJCF_NAME]);
void mb_mjcf_gear_name(const mb_mjcf_writer *w, const mb_plain_gear *gear, char name[MB_MJCF_NAME]);
void mb_mjcf_drive_name(const mb_mjcf_writer *w, const mb_plain_drive *drive,
                        char name[MB_MJCF_NAME]);

/* ---- writing (mjcf_sections.c) ---- */

void mb_mjcf_put_numbers(FILE *out, const double *x, int n);
void mb_mjcf_put(FILE *out, const char *key, const double *x, int n); /* key="x ..." */
void mb_mjcf_put_one(FILE *out, const char *key, double x);
const char *mb_mjcf_body(const mb_mjcf_writer *w, int body);

/* A place of the world in the frame of a body. */
void mb_mjcf_seen_from(const mb_mjcf_writer *w, int body, const double world[3], double u[3]);

/* Tendons and equalities. */
void mb_mjcf_put_sections(const mb_mjcf_writer *w);

#endif

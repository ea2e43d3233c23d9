/* MJCF in the writing. */
#ifndef MB_PROBLEMS_ROBOTS_MJCF_WRITE_H
#define MB_PROBLEMS_ROBOTS_MJCF_WRITE_H

#include <stdio.h>

#include "problems/robots/export_tree.h"

enum { MB_MJCF_NAME = 160 };

typedef struct mb_mjcf_writer {
    const mb_plain_mechanism *m;
    mb_export_tree tree;
    FILE *out, *qpos, *qvel;
    bool keyframe; /* all rates are given */
} mb_mjcf_writer;

/* What MJCF cannot say of a mechanism; "": nothing. */
void mb_mjcf_lacks(const mb_mjcf_writer *w, char *why, size_t size);

/* Whether the start gives every rate that the file has. */
bool mb_mjcf_start_is_whole(const mb_mjcf_writer *w);

/* The rate that the start gives, false where it gives none. */
bool mb_mjcf_rate(const mb_mjcf_writer *w, int joint, int number, double *rate);
bool mb_mjcf_velocity(const mb_mjcf_writer *w, int body, mb_start_kind kind, double v[3]);

/* The spring of a joint's coordinate, NULL: none. */
const mb_plain_force *mb_mjcf_spring(const mb_mjcf_writer *w, int joint, int number);

/* Name of the joint of the file that is a coordinate. */
void mb_mjcf_coordinate(const mb_mjcf_writer *w, mb_coordinate of, char name[MB_MJCF_NAME]);

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

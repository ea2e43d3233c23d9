/* SPDX-License-Identifier: MIT */
/* Words for the parts of a mechanism. */
#ifndef MB_BENCH_DESCRIBE_NAMES_H
#define MB_BENCH_DESCRIBE_NAMES_H

#include "problems/mechanism.h"

enum { MB_LAW_SIZE = 1024 };

const char *mb_body_name(const mb_plain_mechanism *m, int body); /* or "ground" */

/* "A", "A.slide" */
void mb_coordinate_name(const mb_plain_mechanism *m, mb_coordinate of, char *text, size_t size);

const char *mb_force_word(mb_force_kind kind); /* "spring", as in a file */
const char *mb_measure_word(mb_measure_kind kind);

/* A law of t, x, v as evaluated; what does not fit ends in "...".  NULL: "". */
void mb_law_text(const mb_expression *law, char *text, size_t size);

/* Coordinates of all bodies taken alone, and rows of all joints, drives and gears. */
int mb_declared_coordinates(const mb_plain_mechanism *m);
int mb_joint_rows(const mb_plain_mechanism *m, const mb_plain_joint *joint);
int mb_declared_rows(const mb_plain_mechanism *m);

#endif

/* SPDX-License-Identifier: MIT */
/* Parts of a mechanism in words, and what lists of them share. */
#ifndef MB_BENCH_DESCRIBE_TEXT_H
#define MB_BENCH_DESCRIBE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "problems/mechanism.h"

enum { MB_TEXT_VECTOR = 96 };

/* What rounding leaves of the largest of its kind, and no more. */
#define MB_TEXT_NOISE 1e-13

/* A number; 0 where it is no more than noise. */
double mb_text_number(double x, double noise);

/* "(0, 1.5)", with 0 for what is no more than noise */
const char *mb_text_vector(const mb_plain_mechanism *m, const double x[3], double noise,
                           char text[MB_TEXT_VECTOR]);

/* "  NAME   ", the names of a list in one column of that width. */
void mb_text_name(FILE *out, const char *name, int width);
int mb_text_wider(int width, const char *name);

#define MB_TEXT_WIDTH_OF(list, n)                                                                  \
    int width = 0;                                                                                 \
    for (int i = 0; i < (n); i++)                                                                  \
    width = mb_text_wider(width, (list)[i].name)

/* Whether element i of n is beyond what is listed one by one; it is told once. */
bool mb_text_left_out(FILE *out, int i, int n);

void mb_text_bodies(const mb_plain_mechanism *m, FILE *out);
void mb_text_joints(const mb_plain_mechanism *m, FILE *out);
void mb_text_drives(const mb_plain_mechanism *m, FILE *out);
void mb_text_gears(const mb_plain_mechanism *m, FILE *out);
void mb_text_forces(const mb_plain_mechanism *m, FILE *out);

#endif

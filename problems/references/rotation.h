/* SPDX-License-Identifier: MIT */
/* Rotations as references need them.  R is a matrix by rows, x = R x_start. */
#ifndef MB_PROBLEMS_REFERENCES_ROTATION_H
#define MB_PROBLEMS_REFERENCES_ROTATION_H

#include <math.h>

#include "base/vector3.h"

/* out += a x b */
static inline void mb_add_cross(const double *a, const double *b, double *out)
{
    double c[3];

    mb_cross(a, b, c);
    for (int i = 0; i < 3; i++)
        out[i] += c[i];
}

/* out = R x */
static inline void mb_rotate(const double *R, const double *x, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = mb_dot(R + 3 * i, x);
}

/* R = before times the rotation by an angle about a unit axis, which is by Rodrigues
 *     1 + sin(angle) axis~ + (1 - cos(angle)) axis~ axis~ */
static inline void mb_rotate_on(const double *before, const double *axis, double angle, double *R)
{
    const double s = sin(angle), h = sin(0.5 * angle), k = 2.0 * h * h;
    const double cross[3][3] = {
        {0.0, -axis[2], axis[1]}, {axis[2], 0.0, -axis[0]}, {-axis[1], axis[0], 0.0}};
    double own[3][3];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            own[i][j] = (i == j) * (1.0 - k) + k * axis[i] * axis[j] + s * cross[i][j];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R[3 * i + j] = before[3 * i] * own[0][j] + before[3 * i + 1] * own[1][j] +
                           before[3 * i + 2] * own[2][j];
}

/* out = R J R', J the inertia in the axes of the start */
static inline void mb_rotate_inertia(const double *R, const double J[3][3], double *out)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out[3 * i + j] = 0.0;
            for (int k = 0; k < 3; k++)
                out[3 * i + j] += R[3 * i + k] * mb_dot(J[k], R + 3 * j);
        }
}

#endif

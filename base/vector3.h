/* SPDX-License-Identifier: MIT */
/* Vectors of space. */
#ifndef MB_BASE_VECTOR3_H
#define MB_BASE_VECTOR3_H

/* What is called for every body and row of every step */
#define MB_INLINE static inline __attribute__((always_inline))

/* a . b */
MB_INLINE double mb_dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c = a x b */
MB_INLINE void mb_cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

#endif

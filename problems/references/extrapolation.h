/* SPDX-License-Identifier: MIT */
/* A step of a reference's equations y' = rate(t, y) by the extrapolated modified midpoint rule
 * (Gragg-Bulirsch-Stoer, order 10). */
#ifndef MB_PROBLEMS_REFERENCES_EXTRAPOLATION_H
#define MB_PROBLEMS_REFERENCES_EXTRAPOLATION_H

#include "base/arena.h"

/* Columns of the table: modified midpoint with 2, 4, ..., 10 substeps. */
enum { MB_EXTRAPOLATION_COLUMNS = 5 };

typedef void (*mb_extrapolation_rate)(void *data, double t, const double *y, double *ydot);

typedef struct mb_extrapolation {
    mb_extrapolation_rate rate;
    void *data;
    int n;
    double *change;                          /* (n) y(t + h) - y of the last step */
    double *f0;                              /* (n) rate at its begin */
    double *f, *z, *z_ahead, *stage;         /* (n) of the midpoint rule */
    double *table[MB_EXTRAPOLATION_COLUMNS]; /* (n) last row of the table */
} mb_extrapolation;

/* For n equations y' = rate(data, t, y). */
mb_status mb_extrapolation_claim(mb_extrapolation *rule, int n, mb_extrapolation_rate rate,
                                 void *data, mb_arena *arena, mb_error *err);

/* change = y(t + h) - y from y (n) at t; Aitken-Neville in h^2 */
void mb_extrapolate(const mb_extrapolation *rule, const double *y, double t, double h);

#endif

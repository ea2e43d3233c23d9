/* SPDX-License-Identifier: MIT */
/* The compared outputs of an automatic reference as polynomials of time, panel by panel. */
#ifndef MB_PROBLEMS_REFERENCES_AUTOMATIC_TABLE_H
#define MB_PROBLEMS_REFERENCES_AUTOMATIC_TABLE_H

#include "problems/references/automatic.h"

enum { MB_AUTO_DEGREE = 16, MB_AUTO_POINTS };

typedef struct mb_auto_panel {
    double from, to; /* [s] */
    double
        *value; /* (columns x POINTS) at Chebyshev's points; NULL: no polynomial is near enough */
    double *state; /* (state_size) then: the motion goes on with it from there */
    struct mb_auto_panel *next;
} mb_auto_panel;

typedef struct mb_auto_table {
    int columns, *component; /* (columns) that are compared */
    int panels, holes;       /* all, and those without polynomials */
    int state_size;          /* of a motion, in numbers */
    mb_auto_panel *first, *last;
    double *off;                  /* (columns) how far the polynomials were found to be off */
    double place[MB_AUTO_POINTS]; /* of the points in a panel over [0, 1] */
} mb_auto_table;

/* One without panels, for the components that a mechanism compares, in the arena. */
mb_status mb_auto_table_claim(const mb_plain_mechanism *plain, mb_arena *arena,
                              mb_auto_table **table, mb_error *err);

/* A panel behind the last one, without numbers yet. */
mb_status mb_auto_table_add(mb_auto_table *table, double from, double to, bool polynomial,
                            mb_arena *arena, mb_error *err);

/* The panel at t, NULL behind the last one; near: one to look from, NULL: none. */
const mb_auto_panel *mb_auto_table_find(const mb_auto_table *table, const mb_auto_panel *near,
                                        double t);

/* The compared components of out (ncomponents) by the polynomials of a panel; the others stay. */
void mb_auto_table_value(const mb_auto_table *table, const mb_auto_panel *panel, double t,
                         double *out);

/* ---- along.c: where a motion is, as numbers to go on from --------------------------------- */

int mb_auto_run_size(const mb_automatic_run *run);
void mb_auto_run_keep(mb_automatic_run *run, double *state);
void mb_auto_run_resume(mb_automatic_run *run, const double *state);
/* [s] between its grid points; evaluations of its equations so far */
double mb_auto_run_step(const mb_automatic_run *run);
long mb_auto_run_evaluations(const mb_automatic_run *run);

#endif

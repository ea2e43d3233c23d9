/* SPDX-License-Identifier: MIT */
/* A metric over a grid of two parameters, as maps draw it and regions are found in it. */
#ifndef MB_REPORT_FIGURES_FIGURE_MAP_H
#define MB_REPORT_FIGURES_FIGURE_MAP_H

#include "report/figures/figure_parts.h"

typedef enum mb_cell_state {
    MB_SHOWN,
    MB_ABOVE,   /* the limit */
    MB_FAILED,  /* the run did not end ok, or lacks the value */
    MB_MISSING, /* no record */
    MB_CELL_STATES
} mb_cell_state;

typedef struct mb_side {
    int n;
    double *value; /* (n) ascending */
    bool log;      /* spaced as a geometric series */
} mb_side;

typedef struct mb_map {
    mb_side x, y;
    double *z; /* (y.n x x.n) row by row */
    mb_cell_state *state;
    bool *classless; /* the run finished in no class; its metric is shown all the same */
    int classless_count;
    const mb_report_run **row; /* its record, NULL: none */
    int count[MB_CELL_STATES];
    double low, high; /* of what is shown */
    bool log;
} mb_map;

/* The map of a figure of that kind; in the arena. */
mb_status mb_map_make(const mb_figure *figure, const mb_report_run *const *row, mb_arena *arena,
                      mb_map *map, mb_error *err);

/* The largest rectangle (in points) of what is shown: columns i0 to i1, rows j0 to j1, both
 * included.  False: nothing is shown. */
bool mb_map_region(const mb_map *map, int i[2], int j[2]);

/* Writes what a page must know of it to its script.  label: of x, y and the metric. */
mb_status mb_map_key(const mb_script *s, const mb_map *map, const char *const *label,
                     mb_arena *arena, mb_error *err);

#endif

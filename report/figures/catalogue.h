/* SPDX-License-Identifier: MIT */
/* The charts of studies without claims, built in: for each mechanism violation, drift and error
 * against time, and the CPU time. */
#ifndef MB_REPORT_FIGURES_CATALOGUE_H
#define MB_REPORT_FIGURES_CATALOGUE_H

#include "report/charts/chart.h"
#include "report/records/digest.h"

typedef struct mb_charts {
    int count, size;
    mb_chart *chart; /* in the arena; those of a group stand together */
    int *first;      /* (groups + 1) of each group */
} mb_charts;

/* Writes the scripts and data of all charts into folder. */
mb_status mb_charts_write(const mb_digest *digest, const mb_chart_look *look, const char *folder,
                          mb_arena *arena, mb_charts *charts, mb_error *err);

#endif

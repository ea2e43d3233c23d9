/* SPDX-License-Identifier: MIT */
/* The performance profile of solvers at equal precision, as a chart. */
#ifndef MB_REPORT_ANSWERS_PROFILE_CHART_H
#define MB_REPORT_ANSWERS_PROFILE_CHART_H

#include "report/answers/cross.h"
#include "report/charts/chart.h"

/* Writes script and data of the profile for a class into folder; chart: what it is. */
mb_status mb_profile_chart(const mb_cross *cross, int class, const mb_chart_look *look,
                           const char *folder, mb_arena *arena, mb_chart *chart, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files that read and evaluate metrics share. */
#ifndef MB_REPORT_RECORDS_METRIC_PARTS_H
#define MB_REPORT_RECORDS_METRIC_PARTS_H

#include "report/records/metric.h"

/* mb_metric_term.function */
enum {
    MB_METRIC_MAX,
    MB_METRIC_MIN,
    MB_METRIC_TOP,
    MB_METRIC_BOTTOM,
    MB_METRIC_MEAN,
    MB_METRIC_MEAN_ABS,
    MB_METRIC_LAST,
    MB_METRIC_FIRST,
    MB_METRIC_CROSSINGS,
    MB_METRIC_FUNCTIONS
};

#endif

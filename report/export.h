/* Records in the formats of tools that draw curves of benchmarks over commits.
 *
 *   github-action-benchmark   entries of its tool customSmallerIsBetter: name, unit, value, range
 *   bmf                       Bencher Metric Format: {name: {measure: {value, lower_value,
 * upper_value}}} google-benchmark          the JSON of Google Benchmark, read by its compare.py and
 * by many others
 *
 * A benchmark is a cell, its name "PROBLEM SOLVER t_end=T".  The time is the CPU time of the time
 * loop; runs without times have none, and Google Benchmark, which knows nothing else, no entry. */
#ifndef MB_REPORT_EXPORT_H
#define MB_REPORT_EXPORT_H

#include <stdio.h>

#include "report/records.h"

typedef enum mb_export_format {
    MB_EXPORT_GITHUB_ACTION,
    MB_EXPORT_BMF,
    MB_EXPORT_GOOGLE,
    MB_EXPORT_FORMATS
} mb_export_format;

/* "github-action-benchmark", "bmf", "google-benchmark" */
const char *mb_export_word(mb_export_format format);

/* Of several records of a cell the last counts.  *entries: benchmarks or metrics written. */
mb_status mb_export(const mb_records *records, mb_export_format format, FILE *out, int *entries,
                    mb_error *err);

#endif

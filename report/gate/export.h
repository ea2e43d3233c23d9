/* SPDX-License-Identifier: MIT */
/* Records in the formats of tools that draw curves of benchmarks over commits.
 *
 *   github-action-benchmark   entries of its tool customSmallerIsBetter: name, unit, value, range
 *   bmf                       Bencher Metric Format: {name: {measure: {value, lower_value,
 *                             upper_value}}}
 *   google-benchmark          the JSON of Google Benchmark, read by its compare.py and many others
 *
 * A benchmark is a cell, its name "PROBLEM SOLVER t_end=T".  The time is the CPU time of the time
 * loop; runs without times have none, and Google Benchmark, which knows nothing else, no entry.
 *
 * No run is dropped because it failed.  Google Benchmark has a word for it (error_occurred,
 * error_message).  The other two take numbers alone: `failed` is 1 for such a run, which has
 * nothing else, and 0 for the others, so that an alarm on it rings.  Likewise `in no class` is 1
 * for a run that finished but is not right to 1e-2, or not proven to be, and `class` is the class
 * of one that is. */
#ifndef MB_REPORT_GATE_EXPORT_H
#define MB_REPORT_GATE_EXPORT_H

#include <stdio.h>

#include "report/records/records.h"

typedef enum mb_export_format {
    MB_EXPORT_GITHUB_ACTION,
    MB_EXPORT_BMF,
    MB_EXPORT_GOOGLE,
    MB_EXPORT_IFTOMM, /* by mb_export_iftomm, report/gate/export_iftomm.h */
    MB_EXPORT_FORMATS
} mb_export_format;

/* "github-action-benchmark", "bmf", "google-benchmark", "iftomm", NULL */
extern const char *const mb_export_words[];

typedef struct mb_export_counts {
    int entries;   /* benchmarks or metrics written */
    int failed;    /* cells that did not end ok */
    int classless; /* that did, but are in no class of precision */
    int untimed;   /* left out, for want of a time */
    int unnamed;   /* records left out, for want of a cell */
} mb_export_counts;

/* Of several records of a cell the last counts.  The format is none of those that are many files. */
mb_status mb_export(mb_records *records, mb_export_format format, FILE *out,
                    mb_export_counts *counts, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* Which records a report is made of, by words of the command line. */
#ifndef MB_BENCH_COMMAND_REPORT_FILTER_H
#define MB_BENCH_COMMAND_REPORT_FILTER_H

#include "bench/command/options.h"
#include "report/records/records.h"

typedef struct mb_report_filter {
    mb_words solvers;    /* patterns (mb_spec_fits) */
    mb_words problems;   /* likewise: NAME, or NAME:p=v with parameters that the spec must give */
    mb_words studies;    /* names */
    mb_words highlights; /* patterns of solvers, which leave nothing out */
} mb_report_filter;

/* Leaves the records that fit one word of each kind that is given.  MB_BAD_INPUT: a word that no
 * record fits, with those that there are. */
mb_status mb_report_filter_apply(const mb_report_filter *filter, mb_records *records,
                                 mb_error *err);

/* Does a record fit one word of each kind that is given?  filter: an mb_report_filter. */
bool mb_report_filter_keeps(const void *filter, const json_t *record);

#endif

/* SPDX-License-Identifier: MIT */
/* Records: schema mbsbench-record-1, fields in the order of design.md. */
#ifndef MB_BENCH_RECORD_RECORD_H
#define MB_BENCH_RECORD_RECORD_H

#include <jansson.h>

#include "bench/plan.h"
#include "bench/result.h"
#include "bench/search.h"

/* Begins the reason of a run whose child was killed from outside, by the system or a user. */
#define MB_REASON_KILLED "killed by SIGKILL"

typedef struct mb_limits {
    double time;   /* [s] */
    double memory; /* [MB] */
} mb_limits;

/* What a record says beside its run and result. */
typedef struct mb_record_extra {
    mb_limits limits;
    const char *to;          /* solver of the CPU ratio; NULL: none */
    json_t *environment;     /* borrowed */
    const char *series;      /* path relative to the record file; NULL: none */
    const char *scene;       /* that of the mechanism's scene; NULL, "": none */
    const mb_search *search; /* NULL: none was made */
} mb_record_extra;

/* A new reference; NULL when out of memory. */
json_t *mb_record(const mb_run *run, const mb_result *result, const mb_record_extra *extra);

/* A finished record under another study and run id; says where it came from.  to_itself: its CPU
 * ratio becomes that of a first solver, 1.  A new reference. */
json_t *mb_record_copy(json_t *record, const mb_run *run, bool to_itself);

/* Words of traits, bits of mb_trait; a new reference. */
json_t *mb_record_traits(unsigned bits);

/* One line with its newline, numbers as %.17g; freed by the caller.  NULL when out of memory. */
char *mb_record_line(const json_t *record);

#endif

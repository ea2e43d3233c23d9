/* SPDX-License-Identifier: MIT */
/* What a trajectory that somebody else has computed is worth. */
#ifndef MB_BENCH_SCORE_SCORE_H
#define MB_BENCH_SCORE_SCORE_H

#include "bench/result.h"
#include "bench/score/columns.h"

typedef struct mb_score_request {
    const char *problem; /* canonical spec */
    const char *path;    /* of the table */
    mb_table_format format;
    const char *columns; /* see mb_columns_find; NULL: the table's */
    const char *references;
    double t_end;    /* [s] up to which it is read */
    unsigned series; /* bits of bench/series.h */
} mb_score_request;

/* Reads a trajectory once, from its begin to its end, and fills in the result: poses are audited as
 * those of an engine, outputs are held against the reference only, and what else an audit finds is not
 * known (NaN).  MB_BAD_INPUT: the file is no trajectory, does not reach t_end or starts elsewhere;
 * the text says FILE:LINE:COLUMN.  MB_NOT_APPLICABLE: there is nothing that it could be held
 * against. */
mb_status mb_score(const mb_score_request *request, mb_result *result, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* What a reader must know beside a run's numbers, as sentences made from its record. */
#ifndef MB_REPORT_RECORDS_REMARKS_H
#define MB_REPORT_RECORDS_REMARKS_H

#include <jansson.h>

enum { MB_REMARK_SIZE = 400 };

/* A kind of remark; "" where the record gives no reason for it. */
typedef void mb_remark(const json_t *record, char text[MB_REMARK_SIZE]);

mb_remark mb_remark_rows;   /* redundant rows, no freedom left */
mb_remark mb_remark_rank;   /* D loses rank on the way */
mb_remark mb_remark_start;  /* set-up changed the start by more than print accuracy */
mb_remark mb_remark_limits; /* limits that the mechanism's source states, met or missed */
mb_remark mb_remark_engine; /* what an engine has warned of */
mb_remark mb_remark_search; /* the largest step or tolerance that was found good enough */

/* The limits of the source themselves, "gonzalez2016 Table 3 (energy 0.1)"; "" without. */
mb_remark mb_stated_limits;

/* The i-th kind of the first six; NULL after the last. */
mb_remark *mb_remark_at(int i);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of the digest share. */
#ifndef MB_REPORT_RECORDS_DIGEST_PARTS_H
#define MB_REPORT_RECORDS_DIGEST_PARTS_H

#include "report/records/digest.h"

/* Paths of what rows are made of in a record, NULL behind the last. */
enum { MB_ROW_PATHS = 48 };
void mb_row_paths(const char *path[MB_ROW_PATHS]);

/* Makes a row independent of its record, which goes; texts: those that many rows have, as keys. */
mb_status mb_row_let_go(mb_report_run *row, json_t *texts, mb_arena *arena, mb_error *err);

#endif

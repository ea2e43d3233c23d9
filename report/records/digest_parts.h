/* What the files of the digest share. */
#ifndef MB_REPORT_RECORDS_DIGEST_PARTS_H
#define MB_REPORT_RECORDS_DIGEST_PARTS_H

#include "report/records/digest.h"

/* The members of a record that rows are made of. */
extern const char *const mb_row_members[];

/* Makes a row independent of its record, which goes; texts: those that many rows have, as keys. */
mb_status mb_row_let_go(mb_report_run *row, json_t *texts, mb_arena *arena, mb_error *err);

#endif

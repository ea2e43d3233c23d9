/* SPDX-License-Identifier: MIT */
/* What the files that read records share. */
#ifndef MB_REPORT_RECORDS_RECORDS_PARTS_H
#define MB_REPORT_RECORDS_RECORDS_PARTS_H

#include <stdio.h>

#include "report/records/records.h"

/* As mb_records_each for an open file (NULL: errno says why not); place receives that of the record
 * visited, environments those met.  While *brief records come with what names them alone. */
mb_status mb_records_each_placed(const char *path, FILE *file, json_t *environments,
                                 const bool *brief, mb_record_visit *visit, void *context,
                                 mb_record_place *place, long *torn, mb_error *err);

#endif

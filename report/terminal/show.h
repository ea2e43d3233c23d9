/* SPDX-License-Identifier: MIT */
/* One record for people. */
#ifndef MB_REPORT_TERMINAL_SHOW_H
#define MB_REPORT_TERMINAL_SHOW_H

#include <stdio.h>

#include "report/records/records.h"

/* Whether a record is meant: by its key, by study.run or study/run, by run. */
bool mb_report_named(const json_t *record, const char *which);

/* One record for people: the one whose key, or study.run, or run is `which`.
 * MB_BAD_INPUT when there is none. */
mb_status mb_report_show(const mb_records *records, const char *which, FILE *out, mb_error *err);

#endif

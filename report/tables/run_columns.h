/* SPDX-License-Identifier: MIT */
/* Which columns a table of runs has. */
#ifndef MB_REPORT_TABLES_RUN_COLUMNS_H
#define MB_REPORT_TABLES_RUN_COLUMNS_H

#include "report/records/fields.h"
#include "report/tables/table.h"

enum { MB_OTHER_COLUMNS = 24 }; /* at most, beside numbers of records */

/* All of the csv, in its order; returns their number. */
int mb_run_columns(mb_column column[MB_FIELDS + MB_OTHER_COLUMNS]);

/* Is it an error or a time, of which less is better? */
bool mb_run_column_costs(const mb_column *column);

#endif

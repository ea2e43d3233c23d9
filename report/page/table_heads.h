/* SPDX-License-Identifier: MIT */
/* What the style sheet needs to know of a table to show it on a narrow page. */
#ifndef MB_REPORT_PAGE_TABLE_HEADS_H
#define MB_REPORT_PAGE_TABLE_HEADS_H

#include <stdio.h>

/* Columns whose headings are told. */
enum { MB_TOLD_COLUMNS = 96 };

/* Where `at`, a place in a page, is the start of a frame, <div class="wide">, of a table: writes that
 * with a style that holds the number of columns (--n) and, as texts, their headings (--h2 ...), so
 * that rows of a table that does not fit can become lists.  Returns its end; `at` itself where there
 * is none. */
const char *mb_put_table_frame(FILE *out, const char *at);

/* The rules that put these texts before the cells of such a list. */
void mb_put_head_rules(FILE *style);

#endif

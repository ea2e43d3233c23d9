/* SPDX-License-Identifier: MIT */
/* What the files that judge a cell share. */
#ifndef MB_REPORT_GATE_CHECK_PARTS_H
#define MB_REPORT_GATE_CHECK_PARTS_H

#include "report/gate/check.h"

/* Adds a finding, which raises the verdict of the cell; with numbers, and the limit that would have
 * passed. */
mb_check_finding *mb_check_find_fault(mb_checked *cell, const char *metric,
                                      mb_check_verdict verdict);
mb_check_finding *mb_check_find_numbers(mb_checked *cell, mb_field field, mb_check_verdict verdict,
                                        double old_number, double new_number, double limit);

/* Puts the findings of a cell in order: the gravest verdict first, of one verdict the largest growth.
 */
void mb_check_sort(mb_checked *cell);

/* Went to its end: its numbers are those of the whole run. */
bool mb_check_whole(const mb_check_record *record);

/* End, number of steps and outputs of two runs that went to their end; the end of two that failed
 * alike. */
void mb_check_motion(mb_checked *cell);
void mb_check_failed_end(mb_checked *cell);

/* The sum of changes since a frozen record (NULL: none): findings for what it is too much of. */
void mb_check_since(const mb_check_record *frozen, mb_checked *cell, mb_check_creep *creep);

#endif

/* SPDX-License-Identifier: MIT */
/* What the printers of the gate share: names of a cell and the text of a finding. */
#ifndef MB_REPORT_GATE_CHECK_PRINT_H
#define MB_REPORT_GATE_CHECK_PRINT_H

#include "report/gate/check.h"

enum { MB_CHECK_FINDING_SIZE = 1400 };

/* The new record, or the old one where there is none: what names the cell. */
const mb_check_record *mb_checked_record(const mb_checked *cell);

/* "energy.max_abs: 1.2e-5 -> 2.4e-5 (x 2, limit 1.22e-5)", plain text. */
void mb_check_finding_text(const mb_check_finding *finding, char text[MB_CHECK_FINDING_SIZE]);

#endif

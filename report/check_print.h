/* What the printers of the gate share: names of a cell and the text of a finding. */
#ifndef MB_REPORT_CHECK_PRINT_H
#define MB_REPORT_CHECK_PRINT_H

#include "report/check.h"

enum { MB_FINDING_SIZE = 1400 };

/* "" where the records do not say. */
const char *mb_checked_problem(const mb_checked *cell);
const char *mb_checked_solver(const mb_checked *cell);
double mb_checked_t_end(const mb_checked *cell);

/* "energy.max_abs: 1.2e-5 -> 2.4e-5 (x 2, limit 1.22e-5)", plain text. */
void mb_finding_text(const mb_finding *finding, char text[MB_FINDING_SIZE]);

#endif

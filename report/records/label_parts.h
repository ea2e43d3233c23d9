/* SPDX-License-Identifier: MIT */
/* What long and short names of solvers share: what tells the specs of a set apart. */
#ifndef MB_REPORT_RECORDS_LABEL_PARTS_H
#define MB_REPORT_RECORDS_LABEL_PARTS_H

#include "report/records/spec_parts.h"

/* Have all n specs the same method in this place? */
bool mb_same_name(const mb_spec_slots *all, int n, int place);

/* "no projection" and "pick a linear solver" go without saying. */
bool mb_spec_reserved(int place, const mb_spec_slot *slot);

/* " p=v q=w" of the parameters in which solvers with the same method in this place differ, or of
 * the others; numbers with three digits. */
void mb_put_params(FILE *out, const mb_spec_slots *all, int n, int place, const mb_spec_slot *slot,
                   bool varying);

/* Labels that coincide though their specs do not are replaced by these. */
mb_status mb_undo_ambiguous(const char *const *spec, int n, const char **label, mb_error *err);

#endif

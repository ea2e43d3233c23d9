/* SPDX-License-Identifier: MIT */
/* What a study calls its methods, and how it draws them: the same name, colour and mark in all of
 * its figures. */
#ifndef MB_REPORT_CLAIMS_METHOD_NAMES_H
#define MB_REPORT_CLAIMS_METHOD_NAMES_H

#include "report/claims/claims.h"

/* The first name of the study that fits a run of its (an index in the ledger); NULL: none does. */
const mb_method_name *mb_method_of(const mb_ledger *ledger, int run);

/* Labels of n runs of the study (indices in the ledger), different where their specs are.  spec: of
 * their solvers, which may leave out what varies along a curve.  A run that the study names has
 * that name, followed by what tells it from others of the name; the others are named as mb_labels
 * does. */
mb_status mb_method_labels(const mb_ledger *ledger, const int *run, const char *const *spec, int n,
                           mb_arena *arena, const char **label, mb_error *err);

#endif

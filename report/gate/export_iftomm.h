/* SPDX-License-Identifier: MIT */
/* Submissions to the IFToMM library of computational benchmark problems (iftomm-multibody.org/benchmark): a run a pair of
 * files of text.
 *
 *   NAME.txt        the results: a heading, then the time and the named outputs, with tabs between, a row an accepted step
 *                   or, of long runs, a row for several; nine digits (read by mbsbench score --format iftomm)
 *   NAME-form.txt   what the form asks for: problem, accuracy, CPU time, machine, method, program, and the commands that
 *                   make the run again and look at its results
 *
 * The accuracy is that of the limit that the mechanism states, else the largest energy drift; the other measures follow. */
#ifndef MB_REPORT_GATE_EXPORT_IFTOMM_H
#define MB_REPORT_GATE_EXPORT_IFTOMM_H

#include "report/records/records.h"

typedef struct mb_iftomm_counts {
    int written; /* runs */
    int failed;  /* left out: did not end ok */
    int bare;    /* left out: no series beside the records, or one without outputs */
    int untimed; /* written without a CPU time */
    int unnamed; /* records left out, for want of a cell */
} mb_iftomm_counts;

/* Writes them into a folder (made when missing); of several records of a cell the last counts.  MB_FAILURE: it cannot be
 * written. */
mb_status mb_export_iftomm(mb_records *records, const char *folder, mb_iftomm_counts *counts,
                           mb_error *err);

#endif

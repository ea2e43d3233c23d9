/* SPDX-License-Identifier: MIT */
/* Charts in one PDF. */
#ifndef MB_REPORT_CHARTS_PDF_H
#define MB_REPORT_CHARTS_PDF_H

#include "base/arena.h"
#include "base/status.h"

/* Unites the files file[0..count) (count > 0) of `folder` into the file `out` (a path from there),
 * in this order, with the pdfunite of poppler.  *refused: why there is none, NULL when there is;
 * in the arena.  An older one is removed first. */
mb_status mb_pdf_unite(const char *folder, const char *const *file, int count, const char *out,
                       mb_arena *arena, const char **refused, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* How wide a text is in a chart, so that nothing is drawn beyond its edge. */
#ifndef MB_REPORT_CHARTS_TEXT_WIDTH_H
#define MB_REPORT_CHARTS_TEXT_WIDTH_H

#include <stddef.h>

/* [px] Of n bytes of a text in letters of that size, in DejaVu Sans, the widest of the fonts that
 * stand for sans-serif. */
double mb_text_width(const char *text, size_t n, double size);

#endif

/* SPDX-License-Identifier: MIT */
/* Putting gnuplot's SVG files into a page. */
#ifndef MB_REPORT_CHARTS_SVG_H
#define MB_REPORT_CHARTS_SVG_H

#include <stdio.h>

#include "base/status.h"

/* Copies the picture in folder/name into the page: without its XML head, with `prefix` before every
 * id, black as currentColor and the chart colours as the style's variables --c0 and on (so that a
 * dark page can choose lighter ones).  What part k of the plot command draws has data-plot="k".  One
 * that is not written as the pictures known here (mb_svg_unknown) is put in as it is, an image with
 * the class "as-drawn".  MB_FAILURE: no or an unfinished picture. */
mb_status mb_svg_inline(const char *folder, const char *name, const char *prefix, const char *title,
                        FILE *page, mb_error *err);

/* The same for a picture in memory, which is known. */
void mb_svg_rewrite(const char *svg, const char *prefix, const char *title, FILE *page);

/* Why a picture, of a gnuplot to come, cannot be rewritten; NULL: it can. */
const char *mb_svg_unknown(const char *svg);

#endif

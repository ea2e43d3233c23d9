/* SPDX-License-Identifier: MIT */
/* Paths of gnuplot's pictures, written short. */
#ifndef MB_REPORT_CHARTS_SVG_PATH_H
#define MB_REPORT_CHARTS_SVG_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the value of the attribute d, "M80.00,388.01 L490.00,388.01 ", with differences of points
 * and to a tenth of a pixel, "m80 388 410 0", without the points of which the line stays as near as
 * that.  False, and nothing is written, when it has other commands or no point. */
bool mb_svg_put_path(const char *value, size_t size, FILE *page);

#endif

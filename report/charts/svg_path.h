/* Paths of gnuplot's pictures, written short. */
#ifndef MB_REPORT_CHARTS_SVG_PATH_H
#define MB_REPORT_CHARTS_SVG_PATH_H

#include <stddef.h>
#include <stdio.h>

/* Writes the attribute that stands at text, " d='M80.00,388.01 L490.00,388.01 '", with differences
 * of points and to a tenth of a pixel, " d='m80 388 410 0'", without the points of which the line
 * stays as near as that, and yields the length of what it stands for; 0, and nothing is written,
 * when it is no such attribute or has other commands. */
size_t mb_svg_put_path(const char *text, FILE *page);

#endif

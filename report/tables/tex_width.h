/* SPDX-License-Identifier: MIT */
/* How wide LaTeX sets a text at \scriptsize (7 pt) in Computer Modern, in points, so that a table is
 * known to fit before it is set. */
#ifndef MB_REPORT_TABLES_TEX_WIDTH_H
#define MB_REPORT_TABLES_TEX_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Of n bytes of a text in the roman or the typewriter letters. */
double mb_tex_width(const char *text, size_t n, bool code);

/* Bytes of a text before which no line can end: up to and with a space, a sign between the parts of
 * a spec, or a hyphen between letters. */
size_t mb_tex_piece(const char *text);

/* Of a number as mb_put_tex_number writes it. */
double mb_tex_number_width(double x, int digits, bool bold);

#endif

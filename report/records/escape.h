/* SPDX-License-Identifier: MIT */
/* Writing text from records so that it cannot be taken for markup, program text or a path. */
#ifndef MB_REPORT_RECORDS_ESCAPE_H
#define MB_REPORT_RECORDS_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "base/text.h"

enum { MB_SHORT_SIZE = 32, MB_NAME_SIZE = 96 };

/* Each writes text (NULL: nothing) as content of its language; control characters become spaces and
 * what is no character '?' (base/text.h). */
void mb_put_html(FILE *file, const char *text);    /* element content or a quoted attribute */
void mb_put_md(FILE *file, const char *text);      /* a cell of a table; mentions nobody */
void mb_put_tex(FILE *file, const char *text);     /* text mode */
void mb_put_csv(FILE *file, const char *text);     /* a field, quoted where needed (RFC 4180); no
                                                    * formula: ' stands before what would be one */
void mb_put_gnuplot(FILE *file, const char *text); /* a string with its quotes */
void mb_put_shell(FILE *file, const char *text);   /* one argument, quoted where needed */

/* A picture as the text of a link, in double quotes, that holds all of it. */
void mb_put_svg_link(FILE *file, const char *svg);

/* printf of markup that knows %s, which it writes as mb_put_html does, and %d. */
void mb_html(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A file name of [A-Za-z0-9._-] that starts with a letter or digit; at most size - 1 bytes. */
void mb_file_name(const char *text, char *name, size_t size);

/* Three significant digits, "1.23e-12", "0.0123", "1500"; "" for NaN, as for a missing number. */
void mb_short_number(double x, char text[MB_SHORT_SIZE]);

/* The same with `digits` significant digits, 2 or more. */
void mb_number_text(double x, int digits, char text[MB_SHORT_SIZE]);

/* A number as TeX shows it: $1.23\times10^{-12}$; "--" for NaN. */
void mb_put_tex_number(FILE *file, double x, int digits, bool bold);

/* Sum of the advances of n bytes of a text: those of the characters from the space to '~' (NULL: of
 * all the same), and of any other. */
long mb_text_advance(const short *advance, int other, const char *text, size_t n);

/* Opens folder/name for writing. */
mb_status mb_create(const char *folder, const char *name, FILE **file, mb_error *err);

/* Closes it and tells whether everything reached the disk.  Accepts NULL. */
mb_status mb_close(FILE *file, const char *folder, const char *name, mb_error *err);

#endif

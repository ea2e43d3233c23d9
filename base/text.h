/* SPDX-License-Identifier: MIT */
/* Text that came from outside (a study, a record, another program), made plain before it is
 * printed: whatever could move a cursor, start a line of its own or turn the direction of reading
 * is taken out, and what is cut is cut between characters. */
#ifndef MB_BASE_TEXT_H
#define MB_BASE_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* The character at text, which is not empty: its bytes.  *plain: how it is written, the character
 * itself or one that stands for it: a space for control characters (C0, C1, line separators, those
 * of the direction of reading), '?' for a byte that is no UTF-8 and for what is no character of
 * XML. *length: bytes of *plain. */
size_t mb_text_next(const char *text, const char **plain, size_t *length);

/* Line and column, from 1 and in characters, of the byte at an offset of a text. */
void mb_text_place(const char *text, size_t offset, int *line, int *column);

/* Writes text (NULL: nothing) to one line of a terminal, a log, a list.  A text that a log of
 * GitHub Actions would take for a command ("::error ...") is broken by a space. */
void mb_put_plain(FILE *file, const char *text);

/* Writes one line in printf's way, what it says plain as above; the format has no newline. */
void mb_put_line(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Copies text (NULL: "") as far as whole characters fit, plain as above. */
void mb_copy_plain(char *to, size_t size, const char *text);

/* Appends part to text, which is of that size, after the separator where text is not empty: "a, b,
 * c".  From the first one that does not fit on a list ends in "...". */
void mb_join(char *text, size_t size, const char *separator, const char *part);

#endif

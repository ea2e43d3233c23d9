/* SPDX-License-Identifier: MIT */
/* Reading a JSON object, or some members of it without making the others: most of a record is passed
 * over by most readers.  A third of the time that json_loadb takes, or less. */
#ifndef MB_REPORT_RECORDS_PICK_H
#define MB_REPORT_RECORDS_PICK_H

#include <jansson.h>

/* As json_loadb, of a text that begins with an object: with those members alone whose names stand in
 * wanted (NULL behind the last, MB_PICK_MOST at most; NULL: all), each whole; of "outer.inner" what is
 * inner in outer, where that is an object.  A text that this does not take, such as one with letters
 * beyond ASCII, is read by json_loadb whole, which says what is wrong. */
enum { MB_PICK_MOST = 128 };

json_t *mb_json_pick(const char *text, size_t n, const char *const *wanted, json_error_t *why);

/* Values as records have them: a number, null where it is not finite; a text, null where it is NULL or
 * "". */
json_t *mb_json_number(double x);
json_t *mb_json_text(const char *text);

#endif

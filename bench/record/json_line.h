/* SPDX-License-Identifier: MIT */
/* JSON values as text. */
#ifndef MB_BENCH_JSON_LINE_H
#define MB_BENCH_JSON_LINE_H

#include <jansson.h>

/* A value on one line that ends in a newline, numbers with 17 digits: the text that json_dumps has for
 * JSON_COMPACT | JSON_REAL_PRECISION(17).  For free(); NULL: no memory. */
char *mb_json_line(const json_t *value);

#endif

/* SPDX-License-Identifier: MIT */
/* Files of whole lines. */
#ifndef MB_BENCH_RECORD_LINES_H
#define MB_BENCH_RECORD_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

/* Writes all n bytes.  MB_FAILURE: errno tells why. */
mb_status mb_lines_write(int fd, const char *text, size_t n);

/* Makes a file of JSON lines, open for appending, end in a whole line: a last line that lacks its
 * newline alone gets it, a torn one is cut off (*torn). */
mb_status mb_lines_repair(int fd, off_t size, bool *torn, mb_error *err);

#endif

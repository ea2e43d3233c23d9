/* SPDX-License-Identifier: MIT */
/* Files compressed by Zstandard, with its checksum, in streams: no size needs memory. */
#ifndef MB_BENCH_ARCHIVE_ZSTANDARD_H
#define MB_BENCH_ARCHIVE_ZSTANDARD_H

#include <stdio.h>

#include "base/status.h"

/* Compresses what is left of `in` into a file.  MB_FAILURE: it cannot be written. */
mb_status mb_zstd_write(FILE *in, const char *path, mb_error *err);

/* Appends what a file holds to `out`.  MB_BAD_INPUT: it cannot be read, or is torn or damaged. */
mb_status mb_zstd_read(const char *path, FILE *out, mb_error *err);

#endif

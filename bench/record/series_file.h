/* SPDX-License-Identifier: MIT */
/* A series being written beside a record file: under a hidden name until it is whole and on the
 * disk, then under its own.  The lock of the record file must be held meanwhile, so that whoever
 * holds it may remove what a killed program has left. */
#ifndef MB_BENCH_RECORD_SERIES_FILE_H
#define MB_BENCH_RECORD_SERIES_FILE_H

#include <limits.h>
#include <stdio.h>

#include "base/status.h"

typedef struct mb_series_file {
    char path[PATH_MAX + 64], temporary[PATH_MAX + 352];
    FILE *file;
} mb_series_file;

/* folder is made when missing; owner: name of the record file, without its folder; name: of the
 * series. */
mb_status mb_series_file_begin(mb_series_file *s, const char *folder, const char *owner,
                               const char *name, mb_error *err);
mb_status mb_series_file_end(mb_series_file *s, mb_error *err);

/* Removes the unfinished series of an owner. */
void mb_series_file_sweep(const char *folder, const char *owner);

#endif

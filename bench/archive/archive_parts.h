/* SPDX-License-Identifier: MIT */
/* What the files of an archive share. */
#ifndef MB_BENCH_ARCHIVE_ARCHIVE_PARTS_H
#define MB_BENCH_ARCHIVE_ARCHIVE_PARTS_H

#include <stdio.h>

#include "base/hash.h"
#include "bench/archive/archive.h"

/* A name below the folder.  MB_BAD_INPUT: too long. */
mb_status mb_archive_path(const mb_archive *archive, const char *name, char path[PATH_MAX],
                          mb_error *err);

/* Makes the list of files from the index. */
mb_status mb_archive_take(mb_archive *archive, mb_error *err);

/* Size and hash of a file. */
mb_status mb_archive_hash(const char *path, long *bytes, char hex[MB_HEX_SIZE], mb_error *err);

/* Appends the text of a file, which is checked before. */
mb_status mb_archive_unpack(const mb_archive *archive, const mb_archive_file *file, FILE *out,
                            mb_error *err);

/* Appends the records of an open file of text, which may be closed then. */
mb_status mb_archive_records(FILE *plain, mb_records *records, mb_error *err);

#endif

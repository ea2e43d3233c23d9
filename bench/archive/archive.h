/* SPDX-License-Identifier: MIT */
/* An archive of results: a folder that can be committed or deposited.
 *
 *   MACHINE/VERSION/STUDY.jsonl.zst   records of a study, made by a version of the program on a machine, each run
 *                                     once: the last; without series and scenes
 *   index.json                        {schema: "mbsbench-archive-1", files: [{file, machine, version, study,
 *                                     records, bytes, hash}]}; hash: FNV-1a of the compressed file
 *
 * MACHINE is the CPU model as a file name, VERSION that of the record's environment. */
#ifndef MB_BENCH_ARCHIVE_ARCHIVE_H
#define MB_BENCH_ARCHIVE_ARCHIVE_H

#include <jansson.h>
#include <limits.h>
#include <stdint.h>

#include "report/against/against.h"
#include "report/records/records.h"

/* A file of the archive, as the index has it; the texts are the index's. */
typedef struct mb_archive_file {
    const char *file, *machine, *version, *study;
    long records, bytes;
    const char *hash; /* hex digits */
} mb_archive_file;

typedef struct mb_archive {
    char folder[PATH_MAX];
    json_t *index;
    int count;
    mb_archive_file *file; /* (count) */
} mb_archive;

/* Reads the index.  fresh: a folder that is not there or is empty is an archive without files.
 * MB_BAD_INPUT: no such folder, no archive, an index of another schema or with an entry that is none. */
mb_status mb_archive_open(const char *folder, bool fresh, mb_archive *archive, mb_error *err);
void mb_archive_close(mb_archive *archive); /* accepts a zeroed object */

/* Whether a file is as the index says.  MB_BAD_INPUT: missing, torn or changed; err says what to do. */
mb_status mb_archive_check(const mb_archive *archive, const mb_archive_file *file, mb_error *err);

/* Appends the records of a file, which is checked before, to those read already. */
mb_status mb_archive_read(const mb_archive *archive, const mb_archive_file *file,
                          mb_records *records, mb_error *err);

typedef struct mb_archive_counts {
    int files;     /* written */
    long records;  /* they hold now */
    long added;    /* of these, given */
    long nameless; /* without study, version, CPU or key: left out */
} mb_archive_counts;

/* Adds records; of a run that is there already the new one counts.  The index is written last, whole. */
mb_status mb_archive_add(mb_archive *archive, mb_records *records, mb_archive_counts *counts,
                         mb_error *err);

/* Runs of the archive drawn at random, all alike likely: ended ok, by methods of the program itself.
 * The same archive, seed and number give the same ones.  picked: zeroed; receives up to n records, owned. */
mb_status mb_archive_pick(const mb_archive *archive, int n, uint64_t seed, json_t **picked,
                          int *count, long *among, mb_error *err);

/* Which records of the archive count; context is the caller's. */
typedef bool mb_archive_keep(const void *context, const json_t *record);

/* The records of a run beside those of the archive that are of the same studies, each machine and version
 * for itself; a study that the archive has not has a part of its own.  MB_BAD_INPUT: a file of the
 * archive that is missing, torn or changed. */
mb_status mb_archive_against(const mb_archive *archive, mb_records *records, mb_archive_keep *keep,
                             const void *context, mb_arena *arena, mb_against *against,
                             mb_error *err);

#endif

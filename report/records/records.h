/* SPDX-License-Identifier: MIT */
/* Reading of record files (schema mbsbench-record-1): JSON lines, append-only.
 * A whole last line counts with or without its newline; a torn one, without newline and no JSON,
 * does not count and is told.  Anything else that is no record is an error that names file and
 * line. */
#ifndef MB_REPORT_RECORDS_RECORDS_H
#define MB_REPORT_RECORDS_RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* Where a record stands. */
typedef struct mb_record_place {
    off_t offset;
    int length;        /* of its line */
    int file;          /* of mb_records.file */
    uint64_t identity; /* hash of study, run and key; 0: it has no key */
} mb_record_place;

typedef struct mb_record_file {
    char *path, *folder;
    int fd;               /* -1: its records cannot be read again, and are all held */
    json_t *environments; /* report/records/environments.h */
} mb_record_file;

enum {
    MB_RECORDS_HELD = 4000, /* records that are held for good, a tenth of a gigabyte */
    MB_RECORDS_LENT = 1024  /* and those of them that were asked for last */
};

typedef struct mb_records {
    int files;   /* they were read from */
    long passed; /* records met in them, kept or not */
    int count, size;
    json_t **record;     /* (count) in file order; owned; NULL: not held now, ask mb_records_get */
    const char **folder; /* (count) of the file each came from: series paths are relative to it */
    mb_record_place *place; /* (count) */
    mb_record_file *file;   /* (files) */
    json_t *studies;        /* that the records name, as keys */
    int most, held;         /* records to hold for good (0: MB_RECORDS_HELD), and held so */
    int lent, next,
        *loan;  /* places of those held for a while, the oldest at next when all are out */
    char *line; /* (line_size) of the record read last */
    size_t line_size;
    long torn; /* number of the torn last line of the file read last; 0: it has none */
} mb_records;

typedef mb_status mb_record_visit(void *context, json_t *record, mb_error *err);

/* Visits the records of a file one by one; visit() takes its own reference to one that it keeps.
 * wanted: those members alone (mb_json_pick), schema and environment among them; NULL: all.  *torn:
 * number of a torn last line, 0 without one.  MB_BAD_INPUT: unreadable file or a line that is no
 * record. */
mb_status mb_records_each(const char *path, const char *const *wanted, mb_record_visit *visit,
                          void *context, long *torn, mb_error *err);

/* Appends the records of a file; errors as above.  Beyond the first MB_RECORDS_HELD they are not held
 * but read again when somebody asks. */
mb_status mb_records_read(mb_records *records, const char *path, mb_error *err);

/* Likewise of those that keep() takes alone, so that a large file needs no memory; all are counted
 * in records->passed. */
mb_status mb_records_pick(mb_records *records, const char *path,
                          bool (*keep)(void *context, const json_t *record), void *context,
                          mb_error *err);
void mb_records_free(mb_records *records); /* accepts a zeroed object */

/* The i-th record.  One that is not held for good stays until MB_RECORDS_LENT others have been asked
 * for.  NULL where its file has been changed meanwhile. */
const json_t *mb_records_get(mb_records *records, int i);

/* Those members of the i-th record that mb_json_pick takes, environment completed; of one that is held
 * all.  A new reference. */
json_t *mb_records_part(mb_records *records, int i, const char *const *wanted);

/* Keeps the records alone that keep() takes, by what mb_records_part gives of them. */
void mb_records_keep(mb_records *records, const char *const *wanted,
                     bool (*keep)(const void *context, const json_t *record), const void *context);

/* Keeps only the last of records with the same study, run and key, order of first appearance. */
void mb_records_latest(mb_records *records);

/* Path into a record, "energy.max_abs", "position.l2.max": NaN when missing or null; text likewise
 * NULL.  A name may hold dots itself ("outputs.crank.angle"): the longest match is tried first. */
double mb_record_number(const json_t *record, const char *path);
const char *mb_record_text(const json_t *record, const char *path);

#endif

/* Reading of record files (schema mbsbench-record-1): JSON lines, append-only.
 * A whole last line counts with or without its newline; a torn one, without newline and no JSON,
 * does not count and is told.  Anything else that is no record is an error that names file and
 * line. */
#ifndef MB_REPORT_RECORDS_RECORDS_H
#define MB_REPORT_RECORDS_RECORDS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct mb_records {
    int files;   /* they were read from */
    long passed; /* records met in them, kept or not */
    int count, size;
    json_t **record; /* (count) in file order; owned */
    char **folder; /* (count) folder of the file each came from: series paths are relative to it */
    long torn;     /* number of the torn last line of the file read last; 0: it has none */
} mb_records;

/* Visits the records of a file one by one; visit() takes its own reference to one that it keeps.
 * *torn: number of a torn last line, 0 without one.  MB_BAD_INPUT: unreadable file or a line that
 * is no record.
 */
mb_status mb_records_each(const char *path,
                          mb_status (*visit)(void *context, json_t *record, mb_error *err),
                          void *context, long *torn, mb_error *err);

/* Appends the records of a file; errors as above. */
mb_status mb_records_read(mb_records *records, const char *path, mb_error *err);

/* Likewise of those that keep() takes alone, so that a large file needs no memory; all are counted
 * in records->passed. */
mb_status mb_records_pick(mb_records *records, const char *path,
                          bool (*keep)(void *context, const json_t *record), void *context,
                          mb_error *err);
void mb_records_free(mb_records *records); /* accepts a zeroed object */

/* Keeps the records that keep() takes alone. */
void mb_records_keep(mb_records *records, bool (*keep)(const void *context, const json_t *record),
                     const void *context);

/* Keeps only the last of records with the same study, run and key, order of first appearance. */
void mb_records_latest(mb_records *records);

/* Path into a record, "energy.max_abs", "position.l2.max": NaN when missing or null; text likewise
 * NULL.  A name may hold dots itself ("outputs.crank.angle"): the longest match is tried first. */
double mb_record_number(const json_t *record, const char *path);
const char *mb_record_text(const json_t *record, const char *path);

#endif

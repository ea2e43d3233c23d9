/* SPDX-License-Identifier: MIT */
/* The record file: read once for what is finished, then appended to, a whole line at a time and
 * under a lock, so that several programs may write one file.  What others append meanwhile is read
 * as well, so that no run gets two records.
 *
 * A torn last line (a crash, a full disk) is cut off before anything is appended; one that lacks
 * nothing but its newline is completed. */
#ifndef MB_BENCH_RECORD_STORE_H
#define MB_BENCH_RECORD_STORE_H

#include <stdio.h>

#include "bench/record/index.h"

typedef struct mb_store mb_store;

/* Opens path for appending, its folder made when missing; "-" is stdout.  Of streams
 * and devices nothing is read, and no series go beside them.
 * MB_FAILURE: it cannot be written.  MB_BAD_INPUT: a line of it is no record. */
mb_status mb_store_open(const char *path, mb_store **store, mb_error *err);
void mb_store_close(mb_store *store); /* accepts NULL */

/* Whether opening met a torn last line and cut it off. */
bool mb_store_was_torn(const mb_store *store);

/* Records met at opening whose series is not beside the file any more. */
int mb_store_lost_series(const mb_store *store);

/* Makes what was appended outlast a power cut, and looks whether the file still stands at its path:
 * MB_FAILURE when not.  To be called now and then, and at the end. */
mb_status mb_store_sync(mb_store *store, mb_error *err);

/* Newest record of a key, then older ones by mb_store_next; NULL when there is none. */
const mb_stored *mb_store_find(const mb_store *store, uint64_t key);
const mb_stored *mb_store_next(const mb_store *store, const mb_stored *stored);

/* The record itself; a new reference. */
mb_status mb_store_read(const mb_store *store, const mb_stored *stored, json_t **record,
                        mb_error *err);

/* Takes in what other programs have appended since the last look.  MB_FAILURE, here and in
 * mb_store_append: another program has cut the file short, replaced, moved or removed it. */
mb_status mb_store_refresh(mb_store *store, mb_error *err);

/* Newest record of a run by key and name; NULL when there is none. */
const mb_stored *mb_store_find_run(const mb_store *store, uint64_t key, uint64_t name);

/* Keeps the file from other programs, once what they have appended was taken in: while many records are
 * appended, for one, which are written when it is let go.  To be let go soon, as many times; letting go
 * of what could not be held does nothing. */
mb_status mb_store_hold(mb_store *store, mb_error *err);
mb_status mb_store_let_go(mb_store *store, mb_error *err);

/* What a record says in place of an environment that the file holds; a new reference. */
json_t *mb_store_environment(const mb_store *store, json_t *environment);

/* Newest record of a cell; NULL when there is none. */
const mb_stored *mb_store_newest(const mb_store *store, uint64_t cell);

/* Appends a record, unless another program appended its like since the file was opened. */
mb_status mb_store_append(mb_store *store, const json_t *record, mb_error *err);

/* Appends the line of another file, n bytes with the newline, whose record is `part` as far as
 * mb_index_line tells.  *fits: false, and nothing is done, where it does not hold in this file, for
 * its environment. */
mb_status mb_store_append_line(mb_store *store, const json_t *part, const char *line, size_t n,
                               bool *fits, mb_error *err);

/* Writes the series of a run beside the file and its path, relative to the file's folder, to
 * `relative`; an empty path beside a stream and for a run without a series.  Series of the same run
 * with other columns are other files. */
mb_status mb_store_series(mb_store *store, const mb_run *run, const mb_result *result,
                          char *relative, size_t size, mb_error *err);

/* Whether a file of that name stands there already, with its path as above. */
bool mb_store_holds(const mb_store *store, const char *name, char *relative, size_t size);

/* Likewise for a series that stands in another file; name: of the new file, without a folder. */
mb_status mb_store_copy_series(mb_store *store, const char *name, FILE *series, char *relative,
                               size_t size, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* Index of a record file by key: what is finished, and where its line stands.  The records
 * themselves stay in the file, so that a file of a hundred thousand is no burden. */
#ifndef MB_BENCH_RECORD_INDEX_H
#define MB_BENCH_RECORD_INDEX_H

#include <sys/types.h>

#include "base/places.h"
#include "bench/record/record.h"

/* What resuming needs to know of a record. */
typedef struct mb_stored {
    uint64_t key, name; /* name: hash of study and run */
    uint64_t cell;      /* 0: it has none */
    uint64_t to;        /* hash of the solver its ratio refers to; 0: no ratio */
    mb_run_status status;
    mb_limits limits;
    bool timed, counted; /* has samples of its time, instructions */
    int rounds;          /* of its timed passes */
    bool outside;        /* ended by a SIGKILL from outside, by the wall clock or by a limit of the
                          * system: no doing of the run's */
    bool unconfirmed;    /* a search that larger limits might bring further */
    unsigned series;     /* what its series holds, bits of bench/series.h */
    bool fresh;          /* appended since the file was opened, by whichever program */
    off_t offset;        /* of its line */
    size_t length;
    int next; /* older record of the same key, -1: none */
} mb_stored;

typedef struct mb_index {
    mb_stored *entry; /* (count) in file order */
    int count, size;
    int *slot; /* (slots) open addressing, newest entry of a key; -1: free */
    int slots;
    mb_places newest;     /* entry of each cell */
    long torn;            /* number of the torn last line of what was read last; 0: none */
    int lost;             /* records whose series is not beside the file any more, or empty */
    json_t *environments; /* that records hold for others (report/records/environments.h) */
} mb_index;

/* Lines of a file that are no records. */
typedef struct mb_damage {
    long lines, first; /* number of them, number of the first of them from 1 */
} mb_damage;

/* Reads every whole line of an open file from the byte `from` on; a torn last line that is no
 * record is passed over.  path: its name, for messages and the series beside it; fresh: what
 * mb_stored.fresh says of the records.  A line that is no record is counted and passed over;
 * damage NULL: it is MB_BAD_INPUT. */
mb_status mb_index_read(mb_index *index, int fd, const char *path, off_t from, bool fresh,
                        mb_damage *damage, mb_error *err);

/* Reads the record of an entry again from the file, whole; a new reference.  MB_FAILURE: it is not
 * there any more. */
mb_status mb_index_fetch(const mb_index *index, const mb_stored *stored, int fd, const char *path,
                         json_t **record, mb_error *err);

/* Likewise its line, to be freed, and what of it resuming and merging look at. */
mb_status mb_index_line(const mb_stored *stored, int fd, const char *path, char **line,
                        json_t **part, mb_error *err);

/* What a record says of itself; place in the file and next are left at 0. */
void mb_stored_of(const json_t *record, mb_stored *stored);

/* Adds a record whose line has that place in the file. */
mb_status mb_index_add(mb_index *index, const json_t *record, off_t offset, size_t length,
                       mb_error *err);

/* Notes the environment that a record holds for others. */
mb_status mb_index_know(mb_index *index, const json_t *record, mb_error *err);

/* Newest entry of a key, NULL when there is none. */
const mb_stored *mb_index_find(const mb_index *index, uint64_t key);

/* Newest entry of a run: key and name agree; NULL when there is none. */
const mb_stored *mb_index_find_run(const mb_index *index, uint64_t key, uint64_t name);

/* Newest entry of a cell, which is the one that counts; NULL when there is none. */
const mb_stored *mb_index_newest(const mb_index *index, uint64_t cell);

/* Name by which mb_stored.name knows a run. */
uint64_t mb_stored_name(const char *study, const char *id);

void mb_index_free(mb_index *index); /* accepts a zeroed object */

#endif

/* Index of a record file by key: what is finished, and where its line stands.  The records
 * themselves stay in the file, so that a file of a hundred thousand is no burden. */
#ifndef MB_BENCH_INDEX_H
#define MB_BENCH_INDEX_H

#include "bench/store.h"

typedef struct mb_index {
    mb_stored *entry; /* (count) in file order */
    int count, size;
    int *slot; /* (slots) open addressing, newest entry of a key; -1: free */
    int slots;
} mb_index;

/* Reads every whole line of a file; a torn last line that is no record is passed over.
 * MB_BAD_INPUT: any other line is no record. */
mb_status mb_index_read(mb_index *index, const char *path, mb_error *err);

/* Adds a record whose line has that place in the file. */
mb_status mb_index_add(mb_index *index, const json_t *record, off_t offset, size_t length,
                       mb_error *err);

/* Newest entry of a key, NULL when there is none. */
const mb_stored *mb_index_find(const mb_index *index, uint64_t key);

void mb_index_free(mb_index *index); /* accepts a zeroed object */

#endif

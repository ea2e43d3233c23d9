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

/* Reads every whole line of a file from the byte `from` on; a torn last line that is no record is
 * passed over.  fresh: what mb_stored.fresh says of them.  MB_BAD_INPUT: any other line is no
 * record. */
mb_status mb_index_read(mb_index *index, const char *path, off_t from, bool fresh, mb_error *err);

/* What a record says of itself; place in the file and next are left at 0. */
void mb_stored_of(const json_t *record, mb_stored *stored);

/* Adds a record whose line has that place in the file. */
mb_status mb_index_add(mb_index *index, const json_t *record, off_t offset, size_t length,
                       mb_error *err);

/* Newest entry of a key, NULL when there is none. */
const mb_stored *mb_index_find(const mb_index *index, uint64_t key);

/* Newest entry of a run: key and name agree; NULL when there is none. */
const mb_stored *mb_index_find_run(const mb_index *index, uint64_t key, uint64_t name);

void mb_index_free(mb_index *index); /* accepts a zeroed object */

#endif

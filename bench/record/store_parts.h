/* SPDX-License-Identifier: MIT */
/* What a store of records is made of, for the files that write it. */
#ifndef MB_BENCH_RECORD_STORE_PARTS_H
#define MB_BENCH_RECORD_STORE_PARTS_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "bench/record/index.h"
#include "bench/record/store.h"

struct mb_store {
    char path[PATH_MAX];
    char folder[PATH_MAX]; /* of series, made with the first one */
    bool stream;           /* stdout, a pipe, a device: nothing is read, no series are written */
    const char *name;      /* of the record file, without its folder */
    bool torn;
    int fd;
    int holds;     /* how many times mb_store_hold has not been let go */
    off_t known;   /* bytes of the file that the index covers, and of what is about to follow: */
    char *waiting; /* (room) lines of a store that is held, to be written at once */
    size_t n, room;
    mb_index index;
};

/* mb_store_let_go at the end of what came to `status`: that, or what writing came to */
mb_status mb_store_ends(mb_store *store, mb_status status, mb_error *err);

#endif

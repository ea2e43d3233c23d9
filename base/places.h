/* SPDX-License-Identifier: MIT */
/* Where things stand that are known by a hash: a table of 64-bit keys, each with a number. */
#ifndef MB_BASE_PLACES_H
#define MB_BASE_PLACES_H

#include <stdint.h>

#include "base/status.h"

typedef struct mb_places {
    int count, size; /* size: a power of 2, or 0 */
    uint64_t *key;   /* (size) */
    int *at;         /* (size) -1: free */
} mb_places;

/* Number of a key; -1: it has none. */
int mb_places_find(const mb_places *places, uint64_t key);

/* Gives a key its number, which is not negative. */
mb_status mb_places_set(mb_places *places, uint64_t key, int at, mb_error *err);

void mb_places_free(mb_places *places); /* accepts a zeroed object */

#endif

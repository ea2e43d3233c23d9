/* SPDX-License-Identifier: MIT */
/* Names to numbers, by hash: what is called how, in several name spaces at once. */
#ifndef MB_PROBLEMS_FORMAT_TEXT_NAME_TABLE_H
#define MB_PROBLEMS_FORMAT_TEXT_NAME_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct mb_name_entry {
    const char *name; /* kept, not copied */
    uint32_t hash;
    int space, number;
} mb_name_entry;

typedef struct mb_name_table {
    int n, capacity; /* entries; a power of 2, at least half of it empty */
    mb_name_entry *entry;
} mb_name_table;

void mb_name_table_free(mb_name_table *table); /* accepts a zeroed object */

/* Adds a name with its number.  *known: the number of one that was there before, -1: none; then
 * nothing is added. */
mb_status mb_name_table_add(mb_name_table *table, int space, const char *name, int number,
                            int *known, mb_error *err);

/* Its number, -1 where there is none. */
int mb_name_table_find(const mb_name_table *table, int space, const char *name);

/* The nearest name of a space by way of single-letter changes, NULL where none is near enough to be
 * meant.  Looks at a few thousand names at most. */
const char *mb_name_table_nearest(const mb_name_table *table, int space, const char *name);

#endif

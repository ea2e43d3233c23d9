/* SPDX-License-Identifier: MIT */
#include "problems/format/text/name_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/names.h"

enum { FIRST = 64, LOOKED_AT = 4000 };

void mb_name_table_free(mb_name_table *table)
{
    free(table->entry);
    *table = (mb_name_table){0};
}

static uint32_t hash_of(int space, const char *name)
{
    uint32_t hash = 2166136261u ^ (uint32_t)space * 2654435769u; /* FNV-1a */

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash ^ hash >> 15;
}

/* Where a name is, or would be. */
static mb_name_entry *place(const mb_name_table *table, int space, const char *name, uint32_t hash)
{
    const uint32_t mask = (uint32_t)table->capacity - 1;

    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        mb_name_entry *e = &table->entry[i];

        if (!e->name || (e->hash == hash && e->space == space && strcmp(e->name, name) == 0))
            return e;
    }
}

static mb_status grow(mb_name_table *table, mb_error *err)
{
    mb_name_table larger = {.n = table->n,
                            .capacity = table->capacity ? 2 * table->capacity : FIRST};

    larger.entry = calloc((size_t)larger.capacity, sizeof *larger.entry);
    if (!larger.entry)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d names", larger.capacity / 2);
    for (int i = 0; i < table->capacity; i++) {
        const mb_name_entry *e = &table->entry[i];

        if (e->name)
            *place(&larger, e->space, e->name, e->hash) = *e;
    }
    free(table->entry);
    *table = larger;
    return MB_OK;
}

mb_status mb_name_table_add(mb_name_table *table, int space, const char *name, int number,
                            int *known, mb_error *err)
{
    const uint32_t hash = hash_of(space, name);
    mb_name_entry *e;

    *known = -1;
    if (2 * table->n >= table->capacity) {
        mb_status status = grow(table, err);

        if (status != MB_OK)
            return status;
    }
    e = place(table, space, name, hash);
    if (e->name) {
        *known = e->number;
        return MB_OK;
    }
    *e = (mb_name_entry){.name = name, .hash = hash, .space = space, .number = number};
    table->n++;
    return MB_OK;
}

int mb_name_table_find(const mb_name_table *table, int space, const char *name)
{
    const mb_name_entry *e;

    if (table->n == 0)
        return -1;
    e = place(table, space, name, hash_of(space, name));
    return e->name ? e->number : -1;
}

const char *mb_name_table_nearest(const mb_name_table *table, int space, const char *name)
{
    const mb_name_entry *best = NULL;
    int looked = 0, least = 0;

    if (!name[0] || !name[1]) /* any other letter is as near */
        return NULL;
    for (int i = 0; i < table->capacity && looked < LOOKED_AT; i++) {
        const mb_name_entry *e = &table->entry[i];
        int distance;

        if (!e->name || e->space != space)
            continue;
        looked++;
        if (!mb_nearest(name, (const char *const[]){e->name, NULL}))
            continue;
        distance = mb_edit_distance(name, e->name);
        if (best && (distance > least || (distance == least && e->number > best->number)))
            continue;
        best = e;
        least = distance;
    }
    return best ? best->name : NULL;
}

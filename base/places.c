/* SPDX-License-Identifier: MIT */
#include "base/places.h"

#include <stdlib.h>
#include <string.h>

/* Slot of a key, or the free one where it would go. */
static int slot_of(const mb_places *p, uint64_t key)
{
    int i = (int)(key % (uint64_t)p->size);

    while (p->at[i] >= 0 && p->key[i] != key)
        i = (i + 1) % p->size;
    return i;
}

static mb_status grow(mb_places *p, mb_error *err)
{
    mb_places larger = {.count = p->count, .size = p->size ? 2 * p->size : 256};

    larger.key = malloc((size_t)larger.size * sizeof *larger.key);
    larger.at = malloc((size_t)larger.size * sizeof *larger.at);
    if (!larger.key || !larger.at) {
        mb_places_free(&larger);
        return mb_fail(err, MB_NO_MEMORY, "no memory for a table of %d places", larger.size);
    }
    memset(larger.at, 0xff, (size_t)larger.size * sizeof *larger.at); /* -1 */
    for (int i = 0; i < p->size; i++)
        if (p->at[i] >= 0) {
            const int slot = slot_of(&larger, p->key[i]);

            larger.key[slot] = p->key[i];
            larger.at[slot] = p->at[i];
        }
    mb_places_free(p);
    *p = larger;
    return MB_OK;
}

int mb_places_find(const mb_places *places, uint64_t key)
{
    return places->size ? places->at[slot_of(places, key)] : -1;
}

mb_status mb_places_set(mb_places *places, uint64_t key, int at, mb_error *err)
{
    int slot;

    if (2 * places->count >= places->size) {
        mb_status status = grow(places, err);

        if (status != MB_OK)
            return status;
    }
    slot = slot_of(places, key);
    places->count += places->at[slot] < 0;
    places->key[slot] = key;
    places->at[slot] = at;
    return MB_OK;
}

void mb_places_free(mb_places *places)
{
    free(places->key);
    free(places->at);
    memset(places, 0, sizeof *places);
}

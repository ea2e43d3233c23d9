/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, BLOCK = 16384 };

struct block {
    struct block *next;
    size_t used, size;
    char *bytes;
};

struct deferred {
    struct deferred *next;
    void (*clean_up)(void *);
    void *object;
};

struct mb_arena {
    struct block *blocks;
    struct deferred *deferred;
    size_t taken;
    long fail_at;
    int sealed;
};

mb_arena *mb_arena_create(void)
{
    return calloc(1, sizeof(mb_arena));
}

void mb_arena_destroy(mb_arena *arena)
{
    struct block *block, *next;

    if (!arena)
        return;
    for (struct deferred *d = arena->deferred; d; d = d->next)
        d->clean_up(d->object);
    for (block = arena->blocks; block; block = next) {
        next = block->next;
        free(block->bytes);
        free(block);
    }
    free(arena);
}

static struct block *add_block(mb_arena *arena, size_t size)
{
    struct block *block = calloc(1, sizeof *block);

    if (!block)
        return NULL;
    block->size = size > BLOCK ? size : BLOCK;
    block->bytes = aligned_alloc(ALIGNMENT, block->size);
    if (!block->bytes) {
        free(block);
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *mb_arena_alloc(mb_arena *arena, size_t count, size_t size)
{
    struct block *block = arena->blocks;
    size_t bytes;
    void *p;

    if (arena->sealed || (arena->fail_at > 0 && --arena->fail_at == 0))
        return NULL;
    if (size && count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    bytes = count * size;
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes == 0)
        bytes = ALIGNMENT;
    if (!block || block->size - block->used < bytes)
        block = add_block(arena, bytes);
    if (!block)
        return NULL;
    p = block->bytes + block->used;
    block->used += bytes;
    arena->taken += bytes;
    return memset(p, 0, bytes); /* here, so that the rest of the block stays untouched pages */
}

mb_status mb_arena_take(mb_arena *arena, void *pointer, size_t count, size_t size, mb_error *err)
{
    void *p = mb_arena_alloc(arena, count, size);

    if (!p)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %zu items of %zu bytes", count, size);
    memcpy(pointer, &p, sizeof p);
    return MB_OK;
}

void mb_arena_release(mb_arena *arena, void *pointer)
{
    for (struct block **at = &arena->blocks; *at; at = &(*at)->next) {
        struct block *block = *at;

        if (block->size <= BLOCK || block->bytes != pointer)
            continue;
        *at = block->next;
        arena->taken -= block->size;
        free(block->bytes);
        free(block);
        return;
    }
}

char *mb_arena_strdup(mb_arena *arena, const char *text)
{
    char *copy = mb_arena_alloc(arena, strlen(text) + 1, 1);

    return copy ? strcpy(copy, text) : NULL;
}

mb_status mb_arena_printf(mb_arena *arena, const char **text, mb_error *err, const char *format,
                          ...)
{
    va_list args;
    char *buffer;
    int n;

    va_start(args, format);
    n = vasprintf(&buffer, format, args);
    va_end(args);
    if (n < 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    *text = mb_arena_strdup(arena, buffer);
    free(buffer);
    return *text ? MB_OK : mb_fail(err, MB_NO_MEMORY, "out of memory");
}

mb_status mb_arena_defer(mb_arena *arena, void (*clean_up)(void *), void *object, mb_error *err)
{
    struct deferred *d = mb_arena_alloc(arena, 1, sizeof *d);

    if (!d) {
        clean_up(object);
        return mb_fail(err, MB_NO_MEMORY, "no memory for a clean-up");
    }
    d->clean_up = clean_up;
    d->object = object;
    d->next = arena->deferred;
    arena->deferred = d;
    return MB_OK;
}

void mb_arena_seal(mb_arena *arena)
{
    arena->sealed = 1;
}

size_t mb_arena_size(const mb_arena *arena)
{
    return arena->taken;
}

void mb_arena_fail_at(mb_arena *arena, long k)
{
    arena->fail_at = k;
}

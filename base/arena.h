/* SPDX-License-Identifier: MIT */
/* One arena per model or solver: memory is taken in set-up, sealed before the first step and
 * given back in one call.  Handles of libraries are tied to it by mb_arena_defer. */
#ifndef MB_BASE_ARENA_H
#define MB_BASE_ARENA_H

#include <stddef.h>

#include "base/status.h"

typedef struct mb_arena mb_arena;

/* A new, empty arena; NULL when out of memory. */
mb_arena *mb_arena_create(void);

/* Runs the deferred clean-ups, last first, then frees everything.  Accepts NULL. */
void mb_arena_destroy(mb_arena *arena);

/* count * size zeroed bytes, aligned to 64.  NULL when memory ran out, the product overflows or the
 * arena is sealed.  A count of 0 yields a valid pointer to nothing. */
void *mb_arena_alloc(mb_arena *arena, size_t count, size_t size);

/* As mb_arena_alloc, with the failure told as a status; `pointer` is the address of a pointer to
 * object type. */
mb_status mb_arena_take(mb_arena *arena, void *pointer, size_t count, size_t size, mb_error *err);

/* That for `count` objects of what the pointer points to: `MB_TRY(MB_TAKE(arena, &p, n, err))`. */
#define MB_TAKE(arena, pointer, count, err)                                                        \
    mb_arena_take(arena, pointer, count, sizeof **(pointer), err)

/* Gives an allocation back early, where it is large enough to have memory of its own; a small one
 * stays until the end.  Accepts NULL. */
void mb_arena_release(mb_arena *arena, void *pointer);

/* Copy of a string in the arena, NULL when out of memory. */
char *mb_arena_strdup(mb_arena *arena, const char *text);

/* printf into the arena; an error when out of memory. */
mb_status mb_arena_printf(mb_arena *arena, const char **text, mb_error *err, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));

/* Calls clean_up(object) when the arena is destroyed.  On failure clean_up runs at once. */
mb_status mb_arena_defer(mb_arena *arena, void (*clean_up)(void *), void *object, mb_error *err);

/* After this every mb_arena_alloc fails: nothing of ours is allocated in a time loop. */
void mb_arena_seal(mb_arena *arena);

/* Bytes taken and not released. */
size_t mb_arena_size(const mb_arena *arena);

/* Test hook: the k-th allocation from now on (1 is the next) fails; 0 turns it off. */
void mb_arena_fail_at(mb_arena *arena, long k);

#endif

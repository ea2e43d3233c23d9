/* SPDX-License-Identifier: MIT */
/* Replaces the allocator's entry points in the program to count calls (counters own_allocations and
 * library_allocations), then forwards to glibc.  Part of the executable, not of the library, so
 * that the tests keep the system's.  Left out under sanitizers, which bring their own. */
#include <errno.h>
#include <features.h>
#include <stdlib.h>

#include "base/alloc_count.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER 1
#endif

#if defined(__GLIBC__) && !defined(UNDER_SANITIZER)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *p);

void *malloc(size_t size)
{
    mb_alloc_note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    mb_alloc_note();
    return __libc_calloc(count, size);
}

void *realloc(void *p, size_t size)
{
    mb_alloc_note();
    return __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    mb_alloc_note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **p, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    mb_alloc_note();
    *p = __libc_memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}

void free(void *p)
{
    __libc_free(p);
}

#endif

/* SPDX-License-Identifier: MIT */
/* Counts of memory allocations, for the counters own_allocations and library_allocations.
 *
 * The program (not the libraries under it) may replace malloc and call mb_alloc_note from it; code
 * that calls into a numerical library brackets the call with mb_library_enter and mb_library_leave.
 * An allocation noted inside a bracket is the library's, any other is ours.  This is the only
 * mutable state outside an object; it is per thread. */
#ifndef MB_BASE_ALLOC_COUNT_H
#define MB_BASE_ALLOC_COUNT_H

typedef struct mb_alloc_counts {
    long own;     /* allocations outside every bracket */
    long library; /* allocations inside one */
} mb_alloc_counts;

/* Called by a replaced malloc, calloc, realloc, aligned_alloc, posix_memalign. */
void mb_alloc_note(void);

/* Counts of this thread so far. */
mb_alloc_counts mb_alloc_counts_now(void);

void mb_library_enter(void);
void mb_library_leave(void);

#endif

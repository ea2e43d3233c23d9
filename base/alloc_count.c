/* SPDX-License-Identifier: MIT */
#include "base/alloc_count.h"

static _Thread_local mb_alloc_counts counts;
static _Thread_local int depth;

void mb_alloc_note(void)
{
    if (depth > 0)
        counts.library++;
    else
        counts.own++;
}

mb_alloc_counts mb_alloc_counts_now(void)
{
    return counts;
}

void mb_library_enter(void)
{
    depth++;
}

void mb_library_leave(void)
{
    depth--;
}

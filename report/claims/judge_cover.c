/* SPDX-License-Identifier: MIT */
/* Combinations of readings in few words: [a][x] and [a][y], where x and y are all there is, are
 * [a]. */
#include <string.h>

#include "base/arena.h"
#include "report/claims/judge_parts.h"

typedef struct names {
    int count; /* of readings that are combined */
    const char *at[MB_MAX_READINGS];
    size_t length[MB_MAX_READINGS];
} names;

/* "[last][qnet]" into its names */
static names split(const char *combination)
{
    names n = {0};

    for (const char *p = combination; *p == '[' && n.count < MB_MAX_READINGS; n.count++) {
        n.at[n.count] = p;
        n.length[n.count] = strcspn(p, "]") + 1;
        p += n.length[n.count];
    }
    return n;
}

/* Has b the names of a where the bits of `fixed` are set? */
static bool agrees(const names *a, const names *b, unsigned fixed)
{
    for (int r = 0; r < a->count; r++)
        if ((fixed >> r & 1u) &&
            (a->length[r] != b->length[r] || strncmp(a->at[r], b->at[r], a->length[r]) != 0))
            return false;
    return true;
}

static int bits(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* The fewest names of combination i that no combination without the verdict has. */
static unsigned fewest(const names *all, const mb_judgement *j, int variants, int i)
{
    const unsigned whole = (1u << all[i].count) - 1u;
    unsigned best = whole;

    for (unsigned fixed = 0; fixed < whole; fixed++) {
        bool alone = bits(fixed) < bits(best);

        for (int k = 0; k < variants && alone; k++)
            alone = j[k].verdict == j[i].verdict || !agrees(&all[i], &all[k], fixed);
        if (alone)
            best = fixed;
    }
    return best;
}

mb_status mb_judge_cover(mb_case *c, const mb_judgement *j, mb_verdict verdict, const char **text)
{
    const int variants = c->claim->variants;
    bool *named;
    names *all;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, &named, (size_t)variants, c->err));
    MB_TRY(MB_TAKE(c->arena, &all, (size_t)variants, c->err));
    for (int i = 0; i < variants; i++)
        all[i] = split(c->claim->variant[i].combination);
    *text = "";
    for (int i = 0; i < variants; i++) {
        unsigned fixed;

        if (j[i].verdict != verdict || named[i])
            continue;
        fixed = fewest(all, j, variants, i);
        for (int k = 0; k < variants; k++)
            named[k] = named[k] || (j[k].verdict == verdict && agrees(&all[i], &all[k], fixed));
        if (**text)
            MB_TRY(mb_arena_printf(c->arena, text, c->err, "%s, ", *text));
        for (int r = 0; r < all[i].count; r++)
            if (fixed >> r & 1u)
                MB_TRY(mb_arena_printf(c->arena, text, c->err, "%s%.*s", *text,
                                       (int)all[i].length[r], all[i].at[r]));
    }
    status = MB_OK;
done:
    return status;
}

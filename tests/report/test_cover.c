/* SPDX-License-Identifier: MIT */
/* Combinations of readings told in few words (report/claims/judge_cover.c). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "report/claims/judge_parts.h"

enum { MOST = 8 };

static mb_verdict verdict_of(char letter)
{
    return letter == 'r' ? MB_REPRODUCED : letter == 'd' ? MB_DEVIATES : MB_CONTRADICTED;
}

/* Of readings with these verdicts, a letter each, those with `which` must be named so. */
static void named(const char *const *combination, const char *verdicts, char which,
                  const char *expected)
{
    mb_study_claim variant[MOST], claim = {.variant = variant};
    mb_judgement j[MOST];
    mb_arena *arena = mb_arena_create();
    mb_error err = {MB_OK, ""};
    mb_case c = {.claim = &claim, .arena = arena, .err = &err};
    const char *text;

    memset(variant, 0, sizeof variant);
    memset(j, 0, sizeof j);
    for (; verdicts[claim.variants]; claim.variants++) {
        variant[claim.variants].combination = combination[claim.variants];
        j[claim.variants].verdict = verdict_of(verdicts[claim.variants]);
    }
    cr_assert(mb_judge_cover(&c, j, verdict_of(which), &text) == MB_OK);
    cr_expect_str_eq(text, expected, "%s: %s for %s", verdicts, text, expected);
    mb_arena_destroy(arena);
}

Test(cover, names_are_left_out_that_do_not_matter)
{
    static const char *const all[] = {"[fixed][a]", "[fixed][b]", "[fixed][c]",
                                      "[free][a]",  "[free][b]",  "[free][c]"};

    named(all, "cccrrr", 'c', "[fixed]");
    named(all, "cccrrr", 'r', "[free]");
    named(all, "rcrrcr", 'c', "[b]");
    named(all, "rrrrcr", 'c', "[free][b]");
    named(all, "cccrcr", 'c', "[fixed], [b]");
    named(all, "cdcrrr", 'c', "[fixed][a], [fixed][c]");
    named(all, "crrrrc", 'c', "[fixed][a], [free][c]");
    named(all, "rrrrrr", 'c', "");
}

Test(cover, a_name_within_another_is_not_it)
{
    static const char *const all[] = {"[1e-3][x]", "[1e-3-a][x]", "[1e-3][y]", "[1e-3-a][y]"};

    named(all, "crcr", 'c', "[1e-3]");
    named(all, "rcrc", 'c', "[1e-3-a]");
}

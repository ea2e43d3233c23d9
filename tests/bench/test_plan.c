/* SPDX-License-Identifier: MIT */
/* Plans: the keys of their runs, shares of them, what is selected, words of statuses. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "bench/command/selection.h"
#include "bench/made_of.h"
#include "report/records/run_status.h"

Test(hash, cell_is_the_hash_of_problem_solver_t_end)
{
    uint64_t text = mb_hash_text(MB_HASH_START, "four-bar|lagrange/rk4:h=0.001|0.1");

    cr_assert(mb_cell("four-bar", "lagrange/rk4:h=0.001", 0.1) == text);
    cr_assert(mb_cell("four-bar", "lagrange/rk4:h=0.001", 0.2) != text);
    cr_assert(mb_key(text, "one build") != mb_key(text, "another"));
}

/* ---- shards --------------------------------------------------------------------------------- */

static void expect_made_alike(const char *p, const char *a, const char *q, const char *b,
                              bool alike)
{
    char one[MB_HEX_SIZE], other[MB_HEX_SIZE];

    mb_made_of(p, a, one);
    mb_made_of(q, b, other);
    cr_expect((strcmp(one, other) == 0) == alike, "%s with %s, %s with %s", p, a, q, b);
}

Test(hash, what_a_run_is_made_of_are_its_parts_and_not_their_parameters)
{
    const char *plain = "lagrange/rk4:h=0.001/none/dense";

    expect_made_alike("pendulum", plain, "pendulum", "lagrange/rk4:h=1/none/dense", true);
    expect_made_alike("four-bar", plain, "four-bar:coordinates=natural", plain, true);
    expect_made_alike("pendulum", plain, "pendulum-bayo", plain, true); /* one C file */
    expect_made_alike("pendulum", plain, "four-bar", plain, false);
    expect_made_alike("pendulum", plain, "pendulum", "baumgarte/rk4:h=0.001/none/dense", false);
    expect_made_alike("pendulum", plain, "pendulum", "lagrange/heun:h=0.001/none/dense", false);
    expect_made_alike("pendulum", plain, "pendulum", "lagrange/rk4:h=0.001/none/qr", false);
    expect_made_alike("pendulum", plain, "pendulum", "lagrange/rk4:h=0.001", false); /* auto */
    expect_made_alike("pendulum", plain, "pendulum", "lagrange/rk4:h=0.001/direct-correction/dense",
                      false);
}

Test(shards, are_disjoint_complete_and_of_like_size)
{
    mb_plan plan;
    mb_error err = {MB_OK, ""};
    int owners[1000] = {0};

    cr_assert(mb_plan_create(&plan, &err) == MB_OK);
    for (int i = 0; i < 1000; i++)
        cr_assert(mb_plan_add(&plan, "s", "r", "four-bar", "lagrange/rk4:h=0.001", 1.0 + i, &err) ==
                  MB_OK);
    for (int k = 1; k <= 8; k++) {
        int own = 0;

        mb_plan_shard(&plan, k, 8);
        for (int i = 0; i < 1000; i++) {
            owners[i] += !plan.run[i].elsewhere;
            own += !plan.run[i].elsewhere;
        }
        cr_expect(own > 80 && own < 170, "shard %d: %d", k, own); /* 125, sd 10.5 */
    }
    for (int i = 0; i < 1000; i++)
        cr_expect(owners[i] == 1, "run %d in %d shards", i, owners[i]);
    mb_plan_free(&plan);
}

/* ---- selection ------------------------------------------------------------------------------ */

/* Runs that are left of a study's; -1 with the message in `message`. */
static int selected(const char *word, char message[256])
{
    const mb_args args = {.count = 1};
    mb_selection selection;
    mb_plan plan = {0};
    mb_error err = {MB_OK, ""};
    int n = 0;

    cr_assert(mb_selection_create(&selection, &args, &err) == MB_OK);
    selection.studies.word[selection.studies.count++] = word;
    cr_assert(mb_selection_end(&selection, &err) == MB_OK);
    if (mb_selection_plan(&selection, &plan, &err) != MB_OK)
        n = -1;
    for (int i = 0; n >= 0 && i < plan.count; i++)
        n += !plan.run[i].elsewhere;
    snprintf(message, 256, "%.255s", err.text);
    mb_plan_free(&plan);
    mb_selection_free(&selection);
    return n;
}

/* Four steps or tolerances of seven solvers, three of eight. */
Test(selection, entries_and_runs_of_a_study)
{
    char message[256];

    cr_expect(selected("work-precision:four-bar,four-bar-more", message) == 52, "%s", message);
    cr_expect(selected("work-precision:four-bar.3,four-bar-more", message) == 25, "%s", message);
    cr_expect(selected("gonzalez2016:table1", message) == 5, "%s", message); /* not table1.row1 */
    cr_expect(selected("welch2007:table2", message) == 6, "%s", message);    /* table2.first ... */
    cr_expect(selected("work-precision:four", message) == -1);
    cr_expect(strstr(message, "no run or entry 'four'"), "%s", message);
    cr_expect(selected("work-precision:", message) == -1);
    cr_expect(selected("work-precision:four-bar,", message) == -1);
}

Test(statuses, words_are_found_again)
{
    for (int i = 0; i < MB_RUN_STATUSES; i++)
        cr_expect(mb_run_status_find(mb_run_status_word((mb_run_status)i)) == (mb_run_status)i);
    cr_expect(mb_run_status_find("nonsense") == MB_RUN_STATUSES);
    cr_expect(mb_run_status_find(NULL) == MB_RUN_STATUSES);
}

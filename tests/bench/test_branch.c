/* SPDX-License-Identifier: MIT */
/* What is called another branch: points of runs along x = t, y = (t - 1) / 2, which crosses
 * x = t, y = (1 - t) / 2, against their reference. */
#include <criterion/criterion.h>
#include <math.h>

#include "bench/audit/branch.h"
#include "problems/mechanism.h"

static const mb_output outputs[] = {{"x", "m", false, true}, {"y", "m", false, true}};
static const mb_ops ops;

typedef struct follower {
    mb_plain_mechanism declared;
    mb_model model;
    mb_branch branch;
} follower;

static void begin(follower *f, mb_branch_mode mode, bool reference)
{
    f->declared = (mb_plain_mechanism){.branch_mode = mode};
    f->model = (mb_model){.ops = &ops, .noutputs = 2, .outputs = outputs, .scale = 2.0};
    f->model.declared = &f->declared;
    mb_branch_start(&f->branch, &f->model, reference);
}

/* The run is at x = `at`, on the line or on the `other` one; the reference at t. */
static bool left(follower *f, double t, double at, bool other, bool lost)
{
    const double slope = other ? -0.5 : 0.5;
    const double off[2] = {at - t, slope * (at - 1.0) - 0.5 * (t - 1.0)};
    const double rate[2] = {1.0, slope};
    const mb_branch_point point = {.t = t, .off = off, .rate = rate, .lost = lost};

    return mb_branch_left(&f->branch, &point);
}

Test(branch, is_left_where_rows_lose_rank)
{
    follower f;

    begin(&f, MB_BRANCH_AUTOMATIC, true);
    cr_assert(mb_branch_known(&f.branch));
    for (double t = 0.5; t < 1.0; t += 0.05)
        cr_expect(!left(&f, t, t + 1e-3, false, false), "at %g", t);
    for (double t = 1.0; t < 1.2; t += 0.05) /* below a tenth of the size off */
        cr_expect(!left(&f, t, t, true, true), "at %g", t);
    cr_expect(left(&f, 1.3, 1.3, true, true));
}

Test(branch, is_left_where_a_step_leads_over)
{
    follower f;

    begin(&f, MB_BRANCH_AUTOMATIC, true);
    cr_expect(!left(&f, 0.5, 0.5, false, false));
    cr_expect(left(&f, 0.6, 0.6, true, false));
}

/* Half a length behind in the end, also past a position where rows lose rank. */
Test(branch, is_kept_by_runs_that_fall_behind)
{
    follower f;

    begin(&f, MB_BRANCH_AUTOMATIC, true);
    for (double t = 0.0; t < 10.0; t += 0.05)
        cr_expect(!left(&f, t, 0.95 * t, false, t > 1.0), "at %g", t);
}

/* What came to be far off little by little, from where rows do not lose rank, is no branch. */
Test(branch, is_kept_by_runs_that_are_merely_wrong)
{
    follower f;

    begin(&f, MB_BRANCH_AUTOMATIC, true);
    for (double t = 1.0; t < 2.0; t += 0.01)
        cr_expect(!left(&f, t, t, true, false), "at %g", t);
}

Test(branch, is_not_judged_without_a_reference_or_where_the_file_says_none)
{
    follower f;

    begin(&f, MB_BRANCH_AUTOMATIC, false);
    cr_expect(!mb_branch_known(&f.branch));
    begin(&f, MB_BRANCH_NONE, true);
    cr_expect(!mb_branch_known(&f.branch));
    cr_expect(!left(&f, 0.8, 0.8, true, false));
}

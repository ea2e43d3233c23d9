/* SPDX-License-Identifier: MIT */
/* How runs are called beside each other, and which of them a page shows. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "report/answers/matrix.h"
#include "report/records/digest.h"
#include "report/records/label.h"
#include "tests/fixtures/reports/report_fixture.h"

/* ---- labels --------------------------------------------------------------------------------- */

TestSuite(label, .init = start, .fini = stop);

static const char *const specs[] = {
    "baumgarte:alpha=5,beta=5/rk4:h=0.001",
    "baumgarte:alpha=10,beta=5/rk4:h=0.001",
    "lagrange/rk4:h=0.001/direct-correction:every=10",
    "lagrange/rk4:h=0.001",
    "lagrange/rk4:h=0.001/none/umfpack",
};

enum { SPECS = sizeof specs / sizeof specs[0] };

Test(label, only_what_differs)
{
    static const char *const expected[SPECS] = {
        "baumgarte alpha=5", "baumgarte alpha=10", "lagrange + direct-correction",
        "lagrange",          "lagrange / umfpack",
    };
    const char *label[SPECS], *common;

    cr_assert_eq(mb_labels(specs, SPECS, arena, label, &common, &error), MB_OK);
    for (int i = 0; i < SPECS; i++)
        cr_assert_str_eq(label[i], expected[i]);
    cr_assert_str_eq(common, "rk4 h=1e-3");
}

Test(label, rounded_numbers_stay_apart)
{
    const char *const spec[] = {"penalty:alpha=1.00001/rk4:h=0.1",
                                "penalty:alpha=1.00002/rk4:h=0.1"};
    const char *label[2];

    cr_assert_eq(mb_labels(spec, 2, arena, label, NULL, &error), MB_OK);
    cr_assert_str_neq(label[0], label[1]);
}

/* Initials of long names; several parameters that vary by a number, one as it is; a meaning for
 * all that does not say itself. */
Test(label, short_names_have_a_key)
{
    static const char *const spec[] = {
        "augmented-lagrangian:alpha=1e7,omega=10,xi=1/rk4:h=0.001",
        "augmented-lagrangian:alpha=1e8,omega=250,xi=1/semi-implicit-euler:h=0.001/mass-orthogonal",
        "augmented-lagrangian:alpha=1e7,omega=10,xi=1/rk4:h=0.001/mass-orthogonal:every=10",
        "baumgarte:alpha=5/midpoint-rk2:h=0.001",
        "baumgarte:alpha=10/midpoint-rk2:h=0.001",
        "hht-i3/newton:h=0.001/none/umfpack",
    };
    static const char *const expected[] = {"AL(1)/rk4",
                                           "AL(2)/SIE+MO",
                                           "AL(1)/rk4+MO(every=10)",
                                           "baumgarte(alpha=5)/MR",
                                           "baumgarte(alpha=10)/MR",
                                           "hht-i3/newton//umfpack"};
    const char *label[6], *key;

    cr_assert_eq(mb_short_labels(spec, 6, arena, label, &key, &error), MB_OK);
    for (int i = 0; i < 6; i++)
        cr_expect_str_eq(label[i], expected[i], "%s", label[i]);
    cr_expect_str_eq(key, "AL: augmented-lagrangian, (1) alpha=1e7 omega=10, (2) alpha=1e8 "
                          "omega=250; SIE: semi-implicit-euler; MR: midpoint-rk2; MO: "
                          "mass-orthogonal");
}

/* Two names with the same initials stay whole; what all share is left out as in long labels. */
Test(label, short_names_are_never_the_same)
{
    static const char *const spec[] = {"generalized-alpha/newton:h=0.1",
                                       "greedy-algorithm/newton:h=0.1"};
    const char *label[2], *key;

    cr_assert_eq(mb_short_labels(spec, 2, arena, label, &key, &error), MB_OK);
    cr_expect_str_eq(label[0], "generalized-alpha");
    cr_expect_str_eq(label[1], "greedy-algorithm");
    cr_expect_str_eq(key, "");
}

Test(label, methods_without_their_step)
{
    const char *text;

    cr_assert_eq(mb_spec_without_step("ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7/none/klu", arena,
                                      &text, &error),
                 MB_OK);
    cr_assert_str_eq(text, "ali3:alpha=1e9/newmark/none/klu");
    cr_assert_eq(mb_spec_kind("lagrange/rk4:h=1e-2/direct-correction:levels=velocity,tol=1e-10",
                              arena, &text, &error),
                 MB_OK);
    cr_expect_str_eq(text, "lagrange/rk4/direct-correction:levels=velocity");
    cr_assert_eq(mb_spec_names("ali3:alpha=1e9/newmark:h=1e-2", arena, &text, &error), MB_OK);
    cr_assert_str_eq(text, "ali3/newmark");
    cr_assert(mb_spec_projected("a/b/c"));
    cr_assert_not(mb_spec_projected("a/b/none/klu"));
    cr_assert_not(mb_spec_projected("a/b"));
}

TestSuite(digest, .init = start, .fini = stop);

Test(digest, runs_made_again_replace_and_labels_are_unique)
{
    mb_digest d;

    cr_assert_eq(read_records(three_runs), MB_OK);
    cr_assert_eq(mb_digest_make(&records, arena, &d, &error), MB_OK);
    cr_assert_eq(d.study_count, 1);
    cr_assert_eq(d.group_count, 1);
    cr_assert_eq(d.row_count, 3);
    cr_assert_eq(d.superseded, 1);
    cr_assert(d.group[0].row[1]->ok, "the later record of r2 counts");
    cr_assert_str_eq(d.group[0].row[1]->label, "baumgarte");
    cr_assert_str_eq(d.group[0].row[0]->label, "lagrange (r1, no. 1)");
    cr_assert_str_eq(d.group[0].row[2]->label, "lagrange (r3, no. 3)");
    cr_assert_str_eq(d.group[0].title, "A <p>");
    cr_assert_eq(mb_row_cpu(d.group[0].row[0]), 2.0);
}

Test(digest, matrix_shows_the_better_run_of_a_cell)
{
    mb_digest d;
    mb_matrix *m;

    cr_assert_eq(read_records(ROW("r1", "c1", "lagrange/rk4:h=0.001", "diverged")
                                  ROW("r2", "c2", "lagrange/rk4:h=0.002", "ok")),
                 MB_OK);
    cr_assert_eq(mb_digest_make(&records, arena, &d, &error), MB_OK);
    cr_assert_eq(mb_matrix_make(&d, arena, &m, &error), MB_OK);
    cr_assert_eq(m[0].rows, 1);
    cr_assert_eq(m[0].columns, 1);
    cr_assert_eq(m[0].cell[0].count, 2);
    cr_assert_eq(m[0].cell[0].finished, 1);
    cr_assert_str_eq(m[0].cell[0].row->run, "r2");
}

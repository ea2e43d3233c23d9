/* SPDX-License-Identifier: MIT */
/* Contents of a study: what is read, what is refused, and that none of the papers' numbered places
 * is left out. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/study_text.h"

#define CLAIM(id, more)                                                                            \
    "  - {id: " id ", where: w, says: s, kind: untestable, because: b" more "}\n"
#define STUDY                                                                                      \
    "study: s\nruns:\n  - id: a\n    problem: four-bar\n    solver: "                              \
    "lagrange/rk4:h=1e-3\nclaims:\n" CLAIM("t1.a", "") CLAIM("t1.b", "") CLAIM("t2", "")           \
        CLAIM("f", ", finding: yes") "numbered: {tables: 2, figures: 1, sections: ['1', "          \
                                     "'2.1']}\n" /* the 11th line */

/* What a good text leaves out. */
static void expect_gaps(const char *text, const char *expected)
{
    char *gaps = NULL;
    size_t size;
    FILE *out = open_memstream(&gaps, &size);
    mb_error err;

    cr_assert_not_null(out);
    cr_assert(parse(text, NULL, &err) == MB_OK, "%s", err.text);
    mb_contents_gaps(&study.ledger, out);
    fclose(out);
    cr_expect_str_eq(gaps, expected);
    free(gaps);
    mb_plan_free(&plan);
}

Test(contents, lines)
{
    const mb_ledger *l = &study.ledger;
    mb_error err;

    cr_assert(parse(STUDY "contents:\n  - {at: Table 1, claims: [t1.*, t2]}\n"
                          "  - {at: Fig. 1, none: a drawing}\n",
                    NULL, &err) == MB_OK,
              "%s", err.text);
    cr_assert_eq(l->contents, 2);
    cr_expect_str_eq(l->content[0].at, "Table 1");
    cr_expect(l->content[0].claims == 3 && l->content[0].claim[2] == 2 && !l->content[0].none);
    cr_expect_str_eq(l->content[1].none, "a drawing");
    cr_expect_eq(l->content[1].claims, 0);
    cr_expect_eq(l->numbered.sections, 2);
    mb_plan_free(&plan);
}

Test(contents, gaps)
{
    expect_gaps(
        STUDY "contents:\n  - {at: Table 1, claims: [t1.*]}\n  - {at: abstract, claims: [t1.a]}\n",
        "s: Table 2 has no line in contents\ns: Fig. 1 has no line in contents\n"
        "s: section 1 has no line in contents\ns: section 2.1 has no line in contents\n"
        "s: claim t2 has no place in contents\n");
    expect_gaps(STUDY "contents:\n  - {at: Table 1, claims: [t1.*]}\n"
                      "  - {at: 'Table 2, last row', claims: [t2]}\n  - {at: Fig. 1a, none: n}\n"
                      "  - {at: section 1, none: n}\n  - {at: section 2.1, none: n}\n",
                "");
}

Test(contents, errors)
{
    bad(STUDY "contents: 3\n", "12:11", "must be a list");
    bad(STUDY, "11:11", "'contents' is missing");
    bad(STUDY "contents:\n  - {at: Table 1}\n", "13:5", "either 'claims'");
    bad(STUDY "contents:\n  - {at: Table 1, claims: [t2], none: x}\n", "13:5", "either 'claims'");
    bad(STUDY "contents:\n  - {at: Table 1, claims: []}\n", "13:27", "give 'none'");
    bad(STUDY "contents:\n  - {at: Table 1, claims: [t3]}\n", "13:28", "the id 't3'");
    bad(STUDY "contents:\n  - {at: Table 1, claims: [t3.*]}\n", "13:28", "the id 't3.*'");
    bad(STUDY "contents:\n  - {at: Table 3, none: x}\n", "13:10", "the paper has no Table 3");
    bad(STUDY "contents:\n  - {at: Fig. 2b, none: x}\n", "13:10", "the paper has no Fig. 2");
    bad(STUDY "contents:\n  - {at: section 2, none: x}\n", "13:10", "the paper has no section 2");
    bad(STUDY "contents:\n  - {at: x, none: x}\n  - {at: x, none: y}\n", "14:10", "stands twice");
    bad("study: s\nruns:\n  - id: a\n    problem: four-bar\n    solver: lagrange/rk4:h=1e-3\n"
        "numbered: {tables: 2, figures: x, sections: []}\ncontents: []\n",
        "6:32", "'x'");
}

enum { PAPERS = 5, WRITTEN = 5 }; /* of the papers' studies have their contents written down */

static const char *const papers[PAPERS] = {"bayo1996", "gonzalez2016", "marques2017", "nada2023",
                                           "welch2007"};

/* Contents that are written down leave out nothing. */
Test(contents, of_the_papers)
{
    int written = 0;

    for (int i = 0; i < PAPERS; i++) {
        char *gaps = NULL;
        size_t size;
        FILE *out = open_memstream(&gaps, &size);
        const mb_study_options options = {.quick = false, .t_end = NAN};
        mb_error err = {MB_OK, ""};

        cr_assert_not_null(out);
        cr_assert(mb_plan_create(&plan, &err) == MB_OK);
        cr_assert(mb_study_load(papers[i], &options, &plan, &study, &err) == MB_OK, "%s", err.text);
        written += study.ledger.contents > 0;
        if (study.ledger.contents > 0)
            mb_contents_gaps(&study.ledger, out);
        fclose(out);
        cr_expect_str_empty(gaps, "%s", gaps);
        free(gaps);
        mb_plan_free(&plan);
    }
    cr_expect(written >= WRITTEN, "%d of the papers' studies have contents", written);
}

/* SPDX-License-Identifier: MIT */
/* How right each solver of a study is over its mechanisms. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/grade.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(solvers, .init = start, .fini = stop);

/* One run a mechanism, with the precision and the unconverged steps as JSON. */
#define GRADED(problem, solver, status, precision, unconverged)                                    \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" problem solver "\",\"cell\":\"" problem solver        \
    "\",\"problem\":{\"name\":\"" problem "\"},\"solver\":\"" solver "\",\"status\":\"" status     \
    "\",\"t_end\":1,\"position\":{\"l2\":{\"max\":7}},\"energy\":{\"max_rel_ke\":8},"              \
    "\"counters\":{\"unconverged\":" unconverged "},\"ratio\":{\"median\":2}" precision "}\n"

/* gap and drift alike */
#define RUN(problem, solver, gap, class)                                                           \
    GRADED(problem, solver, "ok",                                                                  \
           ",\"precision\":{\"gap\":" gap ",\"drift\":" gap                                        \
           ",\"error\":null,\"class\":" class "}",                                                 \
           "0")

#define OLD(problem, solver, status) GRADED(problem, solver, status, "", "0")

static char *table(const char *text)
{
    cr_assert_eq(read_records(text), MB_OK, "%s", error.text);
    cr_assert_eq(mb_report_write(
                     &records, NULL, 0, in_folder("out"),
                     &(mb_report_options){.formats = MB_REPORT_CSV | MB_REPORT_MD | MB_REPORT_TEX},
                     NULL, &error),
                 MB_OK, "%s", error.text);
    return exists("out/tables/solvers.csv") ? read_file("out/tables/solvers.csv") : NULL;
}

static bool in(const char *text, const char *part)
{
    return text && strstr(text, part);
}

/* study,set,mechanisms,rank,solver,finished,right...,unfinished,no_class,not_applicable,... */
Test(solvers, counts_and_medians_are_over_the_mechanisms_tried)
{
    char *csv = table(RUN("p", "a/b:h=0.1", "0.25", "null") RUN("q", "a/b:h=0.1", "0.0625", "1e-2")
                          RUN("r", "a/b:h=0.01", "0.125", "1e-4") OLD("t", "a/b:h=0.1", "diverged")
                              RUN("u", "a/b:h=1", "0.5", "1e-8"));

    cr_expect(in(csv, "\ns,1,5,1,a/b,4,3,2,1,t (diverged),p,none,0,0.1875,0.5,0.1875,0.5,2\n"),
              "%s", csv);
    free(csv);
}

/* Ten right ones of ten do not stand above 23 of 24: here 2 of 2 below 2 of 3. */
Test(solvers, only_those_tried_on_the_same_mechanisms_are_ranked_together)
{
    char *md,
        *csv = table(RUN("p", "easy/b", "1e-9", "1e-8") RUN("q", "easy/b", "1e-9", "1e-8")
                         RUN("p", "hard/b", "1e-3", "1e-2") RUN("q", "hard/b", "1e-3", "1e-2")
                             OLD("r", "hard/b", "diverged") OLD("p", "none/b", "diverged")
                                 OLD("q", "none/b", "diverged") OLD("r", "none/b", "singular"));

    cr_expect(in(csv, "\ns,1,3,1,hard/b,2,2,0,0,"), "%s", csv);
    cr_expect(in(csv, "\ns,1,3,2,none/b,0,0,0,0,"), "%s", csv);
    cr_expect(in(csv, "\ns,2,2,1,easy/b,2,2,2,2,"), "%s", csv);
    cr_expect(strstr(csv, "none/b") < strstr(csv, "easy/b"), "%s", csv);
    free(csv);
    md = read_file("out/tables/solvers.md");
    cr_expect(in(md, "| 3 (set 1) | 1 | hard/b | 2 | 2 | 0 | 0 |"), "%s", md);
    cr_expect(in(md, "\nRanked among solvers that were tried on the same mechanisms"), "%s", md);
    free(md);
}

/* A mechanism that a solver does not fit was tried: it stays in the count of all. */
Test(solvers, what_does_not_fit_counts_as_tried)
{
    char *csv = table(RUN("p", "a/b", "1e-9", "1e-8") OLD("q", "a/b", "not-applicable")
                          RUN("p", "c/b", "1e-3", "1e-2") RUN("q", "c/b", "1e-3", "1e-2"));

    cr_expect(in(csv, "\ns,1,2,1,c/b,2,2,0,0,none,none,none,"), "%s", csv);
    cr_expect(in(csv, "\ns,1,2,2,a/b,1,1,1,1,none,none,q,"), "%s", csv);
    free(csv);
}

/* More that finished say less than more that are right. */
Test(solvers, right_comes_before_finished)
{
    char *csv = table(RUN("p", "a/b", "0.5", "null") RUN("q", "a/b", "0.5", "null")
                          RUN("p", "c/b", "1e-3", "1e-2") OLD("q", "c/b", "singular"));

    cr_expect(in(csv, "\ns,1,2,1,c/b,1,1,0,0,"), "%s", csv);
    cr_expect(in(csv, "\ns,1,2,2,a/b,2,0,0,0,none,\"p, q\","), "%s", csv);
    free(csv);
}

/* Nobody measured how right they are: that is not 0. */
Test(solvers, old_records_are_not_measured)
{
    char *text = table(OLD("p", "a/b", "ok") OLD("q", "a/b", "ok"));

    cr_expect(in(text, "\ns,1,2,1,a/b,2,,,,none,none,none,0,,,,,2\n"), "%s", text);
    free(text);
    text = read_file("out/tables/solvers.md");
    cr_expect(in(text, "| a/b | 2 | — | — | — |"), "%s", text);
    free(text);
    text = read_file("out/tables/s-p.md");
    cr_expect(in(text, "| ok | not measured | — | — | — |"), "%s", text);
    free(text);
    text = read_file("out/tables/matrix.md");
    cr_expect(in(text, "| not measured: — / — |"), "%s", text);
    free(text);
}

Test(solvers, runs_without_a_class_and_unconverged_steps_are_marked)
{
    char *text = table(RUN("p", "a/b", "0.5", "null") GRADED(
        "q", "a/b", "ok",
        ",\"precision\":{\"gap\":1e-9,\"drift\":null,\"error\":1e-5,\"class\":1e-4}", "3"));

    free(text);
    text = read_file("out/tables/s-p.md");
    cr_expect(in(text, "| ok | none | 0.5 | 0.5 | — |"), "%s", text);
    free(text);
    text = read_file("out/tables/s-q.md");
    cr_expect(in(text, "| ok | 1e-4 (3 unconverged) | 1e-9 | — | 1e-5 |"), "%s", text);
    free(text);
    text = read_file("out/tables/s-q.tex");
    cr_expect(in(text, "& 1e-4 (3 unconverged) &"), "%s", text);
    free(text);
    text = read_file("out/files.txt"); /* which the next report takes away */
    cr_expect(in(text, "tables/matrix.csv\n") && in(text, "tables/solvers.csv\n"), "%s", text);
    free(text);
    text = read_file("out/tables/matrix.csv");
    cr_expect(in(text, "s,a/b,p,1,1,ok,,0.5,0.5,,0,7,,\n"), "%s", text);
    cr_expect(
        in(text, "s,a/b,q,1,1,ok,0.0001,1.0000000000000001e-09,,1.0000000000000001e-05,3,7,,\n"),
        "%s", text);
    free(text);
}

/* Of two steps in one cell the right one is shown, however small the gap of the other is. */
Test(solvers, a_cell_shows_its_most_right_run)
{
    char *csv = table(RUN("p", "a/b:h=1", "1e-16", "null") RUN("p", "a/b:h=2", "1e-3", "1e-2")
                          RUN("q", "a/b:h=1", "1e-3", "1e-2"));

    cr_expect(in(csv, "\ns,1,2,1,a/b,2,2,0,0,"), "%s", csv);
    free(csv);
}

Test(solvers, a_single_mechanism_makes_no_table)
{
    cr_assert(!table(RUN("p", "a/b:h=0.1", "1e-9", "1e-8") RUN("p", "c/b:h=0.1", "4e-9", "1e-8")));
}

/* ---- grades --------------------------------------------------------------------------------- */

static const char *why(const char *precision, const char *unconverged)
{
    static char text[MB_WHY_SIZE];
    char json[400];
    json_t *record;
    mb_report_run row = {.ok = true};

    snprintf(json, sizeof json, "{\"precision\":%s,\"counters\":{\"unconverged\":%s}}", precision,
             unconverged);
    row.record = record = json_loads(json, 0, NULL);
    mb_why_no_class(&row, text);
    json_decref(record);
    return text;
}

Test(solvers, the_reason_for_no_class_is_what_is_too_large_or_not_known)
{
    cr_expect_str_eq(
        why("{\"gap\":1e-12,\"drift\":0.5,\"error\":2,\"class\":null}", "0"),
        "drift 0.5 of the largest kinetic energy, error 2 of the mechanism's size or rad");
    cr_expect_str_eq(why("{\"gap\":1e-12,\"drift\":1e-5,\"error\":null,\"class\":null}", "7"),
                     "7 accepted steps have not converged, and no reference tells the error");
    cr_expect_str_eq(why("{\"gap\":null,\"drift\":null,\"error\":null,\"class\":null}", "0"),
                     "neither gap, drift nor error is known");
    cr_expect_str_eq(why("{\"gap\":1e-12,\"drift\":null,\"error\":1e-7,\"class\":null},"
                         "\"energy\":{\"passed_over\":19.7}",
                         "0"),
                     "its steps pass over a motion of 19.7 J");
    cr_expect_str_eq(why("{\"gap\":1,\"class\":1e-2}", "0"), "");
}

/* A class that is no level, or that of a run that did not finish, is none. */
Test(solvers, classes_are_believed_of_finished_runs_alone)
{
    static const char *const class[] = {"0.5", "-1", "0", "\"1e-4\"", "null", "1e300"};

    for (size_t i = 0; i < sizeof class / sizeof class[0]; i++) {
        char json[100];
        json_t *record;
        mb_report_run row = {.ok = true};

        snprintf(json, sizeof json, "{\"precision\":{\"class\":%s}}", class[i]);
        row.record = record = json_loads(json, 0, NULL);
        cr_expect(mb_row_grade(&row) == MB_CLASSLESS && isnan(mb_row_class(&row)), "%s", class[i]);
        row.ok = false;
        cr_expect(mb_row_grade(&row) == MB_UNFINISHED);
        json_decref(record);
    }
}

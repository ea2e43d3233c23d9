/* SPDX-License-Identifier: MIT */
/* The report as a whole: tables, page, files.  Expectations are written by hand. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/tables/table.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(whole, .init = start, .fini = stop);

Test(whole, tables)
{
    char *text;

    cr_assert_eq(read_records(three_runs), MB_OK);
    cr_assert_eq(mb_report_write(
                     &records, NULL, 0, in_folder("out"),
                     &(mb_report_options){.formats = MB_REPORT_CSV | MB_REPORT_MD | MB_REPORT_TEX},
                     NULL, &error),
                 MB_OK, "%s", error.text);
    text = read_file("out/tables/s-p.csv");
    cr_assert(
        strstr(text,
               "s,r2,p,baumgarte,baumgarte/rk4:h=0.001,ok,,,,,,,,,,,,,because & so,10,5,0.001,"
               "100,1.5e-09,1e-10,"),
        "%s", text);
    cr_assert(strstr(text, "mbsbench run --problem p --solver baumgarte/rk4:h=0.001 --t-end 10"));
    free(text);
    text = read_file("out/tables/s-p.md");
    cr_assert(strstr(text,
                     "| baumgarte | ok | not measured | — | — | — | 5 | 1e-3 | 100 | 1.5e-9 | — | "
                     "0.25 | — |"),
              "%s", text);
    free(text);
    text = read_file("out/tables/s-p.tex");
    cr_assert(strstr(text, "\\toprule") && strstr(text, "all with rk4 h=1e-3}"), "%s", text);
    cr_expect_not(strstr(text, "step") || strstr(text, "Steps"), "the caption says it: %s", text);
    cr_expect(strstr(text, "\\label{tab:s-p}") && strstr(text, "\\begin{table}[tbp]"), "%s", text);
    free(text);
    text = read_file("out/tables/matrix.csv");
    cr_assert(strstr(text, "s,baumgarte/rk4,p,1,1,ok,,,,,,1.5e-09,0.25,because & so"), "%s", text);
    free(text);
    cr_assert_not(exists("out/index.html"));
}

Test(whole, an_empty_list_gives_a_page_that_says_so)
{
    char *text;

    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "There is no record to report"));
    free(text);
}

Test(whole, the_page_holds_charts_reasons_and_no_markup_from_records)
{
    char *text;

    write_file("s.tsv", series);
    cr_assert_eq(
        read_records("{" SCHEMA ",\"study\":\"../x\",\"run\":\"r\",\"problem\":{\"name\":\"p\","
                     "\"title\":\"<script>'\"},\"solver\":\"a'`b/c\",\"status\":\"singular\","
                     "\"reason\":\"rank < 3 & \\\"so\\\"\",\"t_end\":10,\"t_reached\":5,"
                     "\"series\":\"s.tsv\"}\n"),
        MB_OK);
    skip_without("gnuplot");
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert_null(strstr(text, "<script>'"));
    cr_assert(strstr(text, "rank &lt; 3 &amp; &quot;so&quot;"));
    cr_assert(strstr(text, "<svg"));
    cr_assert(strstr(text,
                     "</summary><code>mbsbench run --problem p --solver &#39;a&#39;\\&#39;&#39;`b/c"
                     "&#39; --t-end 10</code><a href=\"#solver-"));
    cr_assert(strstr(text, "href='#s0-gpPt"));
    free(text);
    cr_assert(exists("out/charts/x-p-position.png"));
    cr_assert(exists("out/charts/x-p-position.pdf"));
    cr_assert(exists("out/charts/x-p-position.tsv"));
}

/* A solver that is right on one of three mechanisms, finished on another without a class and ended
 * on the third with a status that no report knows. */
Test(whole, solvers_are_summarised_over_mechanisms)
{
    char *text;

    skip_without("gnuplot");
    cr_assert_eq(
        read_records(
            "{" SCHEMA ",\"study\":\"s\",\"run\":\"1\",\"problem\":{\"name\":\"p\"},"
            "\"solver\":\"a/b:h=1\",\"status\":\"ok\",\"precision\":{\"gap\":2e-3,\"drift\":"
            "1e-3,\"class\":1e-2},\"ratio\":{\"median\":3}}\n"
            "{" SCHEMA ",\"study\":\"s\",\"run\":\"2\",\"problem\":{\"name\":\"q\"},"
            "\"solver\":\"a/b:h=2\",\"status\":\"a\\\">b\",\"position\":{\"l2\":"
            "{\"max\":9}},\"ratio\":{\"median\":4}}\n"
            "{" SCHEMA ",\"study\":\"s\",\"run\":\"3\",\"problem\":{\"name\":\"r\"},"
            "\"solver\":\"a/b:h=2\",\"status\":\"ok\",\"precision\":{\"gap\":0,\"drift\":"
            "0.94,\"class\":null},\"counters\":{\"unconverged\":7}}\n"),
        MB_OK);
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert(strstr(
        text, "<td class=\"num\">1</td><th scope=\"row\"><a href=\"#solver-a_b\">a</a></th><td "
              "class=\"num\">2</td><td class=\"num\">1</td><td class=\"num\">0</td><td "
              "class=\"num\">0</td><td class=\"num\">2e-3</td><td class=\"num\">0.94</td>"
              "<td class=\"num\">1</td><td class=\"num\">3</td><td><a class=\"tag crash\" "
              "href=\"#s-q-run-1\" title=\"a&quot;&gt;b\">? q</a> <a class=\"tag loose\" "
              "href=\"#s-r-run-1\" title=\"ok, no class\">○ r</a>"));
    cr_assert(strstr(text, "tried on all 3 mechanisms"));
    cr_assert(strstr(text, "<li id=\"s-r-run-1\"><span class=\"tag loose\">○ ok, no class</span> "
                           "<b>a</b>: drift 0.94 of the largest kinetic energy</li>"));
    cr_assert(strstr(text, "<a class=\"tag loose\" href=\"#s-r-failures\">○ 1 no class</a>"));
    cr_assert(strstr(text, "<b>✓ 1e-2</b>"));
    cr_assert(strstr(text, "<span class=\"tag loose\">○ ok</span>"));
    cr_assert(strstr(text,
                     "<b>○ <i>no class</i></b><span class=\"n\"><small>gap</small> 0</span><span "
                     "class=\"n\"><small>drift</small> 0.94</span><span class=\"n\"><small>7 "
                     "unconverged</small></span>"));
    free(text);
}

Test(whole, without_gnuplot_all_but_the_pictures_is_there_and_it_is_said_once)
{
    static char said[4000];
    FILE *progress = fmemopen(said, sizeof said, "w");
    const char *told;
    char *text;

    write_file("s.tsv", series);
    cr_assert_eq(read_records(DRAWN_RECORD), MB_OK);
    cr_assert_eq(report_without_programs(progress), MB_OK, "%s", error.text);
    fclose(progress);
    told = strstr(said, "apt install gnuplot-nox");
    cr_assert(told && !strstr(told + 1, "apt install"), "%s", said);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "This chart is not drawn: there was no gnuplot <a href=\"charts/"));
    cr_assert_null(strstr(text, "<figure id=\"s-p-position\""));
    free(text);
    cr_assert(exists("out/tables/s-p.csv"));
    cr_assert(exists("out/charts/s-p-position.gp") && exists("out/charts/s-p-position.tsv"));
    cr_assert_not(exists("out/charts/s-p-position.svg") || exists("out/charts.pdf"));
}

Test(whole, a_chart_that_gnuplot_refuses_leaves_its_place_and_a_warning)
{
    const char *said = report_with_moody_gnuplot();
    char *text;

    cr_assert(strstr(said, "report: warning: chart s-p-velocity is not drawn: gnuplot failed with "
                           "exit status 1: I will not"),
              "%s", said);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "This chart is not drawn: gnuplot failed with exit status 1: I will"));
    cr_assert(strstr(text, "<figure id=\"s-p-position\""));
    cr_assert_null(strstr(text, "<figure id=\"s-p-velocity\""));
    free(text);
}

/* All that a former report left goes, whatever the formats of this one, and nothing else. */
Test(whole, nothing_of_a_former_report_stays)
{
    skip_without("gnuplot");
    write_file("s.tsv", series);
    cr_assert_eq(read_records(DRAWN_RECORD), MB_OK);
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    cr_assert(exists("out/index.html") && exists("out/charts/s-p-energy.svg"));
    write_file("out/charts/mine.svg", "");
    write_file("out/mine.html", "");
    mb_records_free(&records);
    cr_assert_eq(read_records("{" SCHEMA ",\"study\":\"s\",\"run\":\"r\",\"problem\":"
                              "{\"name\":\"q\"},\"solver\":\"a/b\",\"status\":\"ok\"}\n"),
                 MB_OK);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"),
                                 &(mb_report_options){.formats = MB_REPORT_CSV}, NULL, &error),
                 MB_OK, "%s", error.text);
    cr_assert(exists("out/tables/s-q.csv") && exists("out/charts/mine.svg") &&
              exists("out/mine.html"));
    cr_assert_not(exists("out/index.html"));
    cr_assert_not(exists("out/charts.pdf"));
    cr_assert_not(exists("out/tables/s-p.csv"));
    cr_assert_not(exists("out/tables/s-p.md"));
    cr_assert_not(exists("out/charts/s-p-energy.svg"));
    cr_assert_not(exists("out/charts/s-p-energy.gp"));
}

/* A list that was edited cannot take away what no report writes. */
Test(whole, the_list_of_a_former_report_is_not_trusted)
{
    skip_without("gnuplot");
    write_file("precious", "");
    cr_assert_eq(read_records(three_runs), MB_OK);
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    write_file("out/mine.html", "");
    write_file("out/files.txt", "../precious\ncharts/../../precious\nmine.html\n/\n\n");
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    cr_assert(exists("precious") && exists("out/mine.html"));
}

Test(whole, without_gnuplot_no_former_picture_stays)
{
    char *text;

    report_with_moody_gnuplot();
    cr_assert(exists("out/index.html") && exists("out/charts/s-p-position.svg"));
    unlink(in_folder("gnuplot"));
    cr_assert_eq(report_without_programs(NULL), MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert_null(strstr(text, "<figure id="));
    free(text);
    cr_assert_not(exists("out/charts/s-p-position.svg"));
    cr_assert(exists("out/charts/s-p-position.gp"));
}

Test(whole, a_folder_that_cannot_be_made_is_named)
{
    write_file("file", "");
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("file/out"),
                                 &(mb_report_options){.formats = MB_REPORT_ALL}, NULL, &error),
                 MB_FAILURE);
    cr_assert(strstr(error.text, "file/out"), "%s", error.text);
}

/* A ledger of one claim about run r, with hostile texts. */
static mb_ledger hostile_ledger(void)
{
    static mb_ledger_run run = {"r", "p", "a/b", "c"};
    static const char *name[] = {"r"};
    static int first[] = {0, 1}, index[] = {0};
    static mb_study_claim claim = {.id = "c1",
                                   .where = "<b>",
                                   .says = "<script>alert(1)</script>",
                                   .reading = "<i>",
                                   .because = "<u>",
                                   .unit = "<J>",
                                   .kind = MB_CLAIM_BOUND,
                                   .run = {1, 1, name, first, index},
                                   .max = 0.5,
                                   .min = NAN};
    static mb_erratum erratum = {"e", "<p1>", "<p2>", "<p3>", 0, NULL};

    cr_assert_eq(mb_metric_parse("energy.max_abs", arena, &claim.metric, &error), MB_OK);
    return (mb_ledger){.study = "s",
                       .title = "<title>",
                       .source = "<source>",
                       .file = "a b.yaml",
                       .runs = 1,
                       .claims = 1,
                       .errata = 1,
                       .run = &run,
                       .claim = &claim,
                       .erratum = &erratum};
}

Test(whole, claims_stand_on_the_page_instead_of_charts)
{
    mb_ledger ledger = hostile_ledger();
    char *text;

    write_file("s.tsv", series);
    cr_assert_eq(read_records("{" SCHEMA
                              ",\"study\":\"s\",\"run\":\"r\",\"cell\":\"c\",\"problem\":"
                              "{\"name\":\"p\"},\"solver\":\"a/b\",\"status\":\"ok\",\"t_end\":0.4,"
                              "\"energy\":{\"max_abs\":2},\"series\":\"s.tsv\"}\n"),
                 MB_OK);
    cr_assert_eq(mb_report_write(&records, &ledger, 1, in_folder("out"),
                                 &(mb_report_options){.formats = MB_REPORT_ALL | MB_REPORT_SINGLE},
                                 NULL, &error),
                 MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert_null(strstr(text, "<script>a"));
    cr_assert_null(strstr(text, "<p1>"));
    cr_assert_null(strstr(text, "<svg"));
    cr_assert(strstr(text, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    cr_assert(strstr(text, "<span class=\"tag limit\">≈ deviates</span>"));
    cr_assert(strstr(text, "2 &lt;J&gt;"));
    cr_assert(strstr(text, "above the bound by a factor of 4"));
    cr_assert(strstr(text, "mbsbench run --problem p --solver a/b --t-end 0.4"));
    cr_assert(strstr(text, "claim <a href=\"#s-c1\">c1</a>"));
    cr_assert(strstr(text, "<tr id=\"s-c1\">"));
    free(text);
    text = read_file("out/tables/claims.csv");
    cr_assert(strstr(text, "s,c1,<b>,<script>alert(1)</script>,bound,energy.max_abs,at most 0.5 "
                           "<J>,2 <J>,2,deviates,above the bound by a factor of 4,<i>,<u>,1"),
              "%s", text);
    free(text);
    text = read_file("out/tables/claims.md");
    cr_assert(strstr(text, "# &lt;title&gt;") && strstr(text, "| deviates |"), "%s", text);
    free(text);
    cr_assert(exists("out/tables/s-p.csv"));
    cr_assert_not(exists("out/tables/s-p.md"));
}

Test(whole, verdicts_alone)
{
    mb_ledger ledger = hostile_ledger();
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");

    ledger.claim[0].because = NULL;
    cr_assert_eq(read_records("{" SCHEMA ",\"study\":\"s\",\"run\":\"r\",\"cell\":\"c\","
                              "\"status\":\"ok\",\"energy\":{\"max_abs\":2}}\n"),
                 MB_OK);
    cr_assert_eq(mb_report_verdicts(&records, &ledger, 1, out, &error), MB_OK);
    fclose(out);
    cr_assert_str_eq(text, "s: 0 reproduced, 1 deviates, 0 contradicted, 0 not testable\n"
                           "s: reproduced are 0 of 1 numbers\n"
                           "s: claim c1: deviates; the study gives no reason (because)\n");
}

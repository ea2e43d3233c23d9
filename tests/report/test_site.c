/* SPDX-License-Identifier: MIT */
/* The pages of a report and the links among them. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "report/charts/chart_key.h"
#include "report/page/site.h"
#include "report/page/table_heads.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(site, .init = start, .fini = stop);

static char told[400];

static void tell(const void *who, const char *folder_of, const char *name)
{
    (void)who;
    strcat(told, folder_of);
    strcat(told, name);
    strcat(told, " ");
}

/* An index that leads to two mechanisms and a solver, which lead back and to one another. */
static void write_site(bool single)
{
    mb_site *made;
    FILE *page;

    told[0] = '\0';
    cr_assert_eq(mb_site_create(single, arena, &made, &error), MB_OK, "%s", error.text);
    fputs("<h1 id=\"top\">t</h1><a href=\"#a\">a</a> <a href=\"#own\">b</a><p id=\"own\">",
          mb_site_index(made));
    cr_assert_eq(mb_site_page(made, MB_MECHANISM_PAGES, "s-a", "A & <B>", 2, &page, &error), MB_OK);
    fputs("<h3 id=\"a\">a</h3><h4>b</h4><a href=\"#b\">b</a> <a href=\"#top\">t</a> "
          "<a href=\"charts/x.svg\">x</a> <img src=\"charts/x.svg\"> <a href=\"#none\">n</a> "
          "<a href=\"https://example.org/\">e</a><h5>",
          page);
    cr_assert_eq(mb_site_page(made, MB_MECHANISM_PAGES, "s-b", "B", 2, &page, &error), MB_OK);
    fputs("<tr id=\"b\"><a href=\"#s\">s</a> <a href=\"#b\">b</a>", page);
    cr_assert_eq(mb_site_page(made, MB_SOLVER_PAGES, "s", "S", 2, &page, &error), MB_OK);
    fputs("<h3 id=\"s\">s</h3>", page);
    cr_assert_eq(mb_site_write(made, in_folder("out"), tell, NULL, &error), MB_OK, "%s",
                 error.text);
    mb_site_destroy(made);
}

static void expect(const char *file, const char *part)
{
    char *text = read_file(file);

    cr_expect(strstr(text, part), "no %s in %s", part, text);
    free(text);
}

Test(site, a_link_finds_the_page_of_its_id)
{
    cr_assert_eq(mb_make_folder(in_folder("out"), &error), MB_OK);
    write_site(false);
    expect("out/index.html", "<a href=\"mechanisms/s-a.html#a\">a</a> <a href=\"#own\">b</a>");
    expect("out/mechanisms/s-a.html",
           "<h1 id=\"a\">a</h1><h2>b</h2><a href=\"../mechanisms/s-b.html#b\">b</a> "
           "<a href=\"../index.html#top\">t</a>");
    expect(
        "out/mechanisms/s-a.html",
        "<a href=\"../charts/x.svg\">x</a> <img src=\"../charts/x.svg\"> <a href=\"#none\">n</a> "
        "<a href=\"https://example.org/\">e</a><h5>");
    expect("out/mechanisms/s-b.html",
           "<tr id=\"b\"><a href=\"../solvers/s.html#s\">s</a> <a href=\"#b\">b</a>");
}

Test(site, a_page_has_its_title_and_its_neighbours)
{
    cr_assert_eq(mb_make_folder(in_folder("out"), &error), MB_OK);
    write_site(false);
    cr_expect_str_eq(told, "index.html mechanisms/s-a.html mechanisms/s-b.html solvers/s.html "
                           "style.css page.js ");
    expect("out/mechanisms/s-a.html", "<title>A &amp; &lt;B&gt; · mbsbench");
    expect("out/mechanisms/s-a.html", "<a rel=\"next\" href=\"s-b.html\">B →</a></nav>");
    expect("out/mechanisms/s-b.html", "<a href=\"../index.html\">All results</a>"
                                      "<a rel=\"prev\" href=\"s-a.html\">← A &amp; &lt;B&gt;</a>"
                                      "</nav>");
    expect("out/solvers/s.html", "<link rel=\"stylesheet\" href=\"../style.css\">");
    cr_expect(exists("out/style.css"));
}

Test(site, a_single_page_holds_all)
{
    cr_assert_eq(mb_make_folder(in_folder("out"), &error), MB_OK);
    write_site(true);
    cr_expect_str_eq(told, "index.html ");
    expect("out/index.html", "<style>");
    expect("out/index.html", "<a href=\"#b\">b</a> <a href=\"#top\">t</a> <a "
                             "href=\"charts/x.svg\">x</a>");
    expect("out/index.html", "<h3 id=\"s\">s</h3>");
    cr_expect_not(exists("out/style.css"));
}

/* Wherever a part of a report stands, links to it lead there. */
Test(site, a_report_of_two_mechanisms)
{
    skip_without("gnuplot");
    write_file("s.tsv", series);
    cr_assert_eq(
        read_records(DRAWN_RECORD
                     "{" SCHEMA ",\"study\":\"s\",\"run\":\"q\",\"problem\":{\"name\":"
                     "\"q\"},\"solver\":\"a/b\",\"status\":\"singular\",\"reason\":\"so\"}\n"),
        MB_OK);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"),
                                 &(mb_report_options){.formats = MB_REPORT_ALL}, NULL, &error),
                 MB_OK, "%s", error.text);
    expect("out/index.html", "href=\"mechanisms/s-q.html#s-q-run-1\"");
    expect("out/index.html", "href=\"solvers/a_b.html#solver-a_b\"");
    expect("out/mechanisms/s-p.html", "<svg");
    expect("out/mechanisms/s-p.html", "href=\"../charts/s-p-position.pdf\"");
    expect("out/solvers/a_b.html", "href=\"../mechanisms/s-q.html#s-q-run-1\"");
    expect("out/files.txt", "\nsolvers/a_b.html\n");
    mb_records_free(&records);
    cr_assert_eq(read_records(three_runs), MB_OK);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"),
                                 &(mb_report_options){.formats = MB_REPORT_CSV}, NULL, &error),
                 MB_OK, "%s", error.text);
    cr_expect_not(exists("out/mechanisms"));
    cr_expect_not(exists("out/solvers"));
    cr_expect_not(exists("out/style.css"));
}

/* What table_heads.h makes of a page that begins like this. */
static const char *framed(const char *text, size_t *taken)
{
    static char out[400];
    FILE *file = fmemopen(out, sizeof out, "w");

    *taken = (size_t)(mb_put_table_frame(file, text) - text);
    fclose(file);
    return *taken > 0 ? out : "";
}

Test(site, a_frame_knows_the_headings_of_its_table)
{
    size_t taken;

    cr_expect_str_eq(framed("<div class=\"wide\"><table><thead><tr><th scope=\"col\">a</th><th><b>b"
                            "</b> c</th><th>d&#39;;e\\</th></tr></thead><tr><th>x</th></tr>",
                            &taken),
                     "<div class=\"wide\" style=\"--h2:'b c';--h3:'d\\&#39;;e\\\\';--n:3\"");
    cr_expect_eq(taken, strlen("<div class=\"wide\""));
    cr_expect_str_eq(framed("<div class=\"other\"><th>a</th></thead>", &taken), "");
}

/* One line whatever a name holds, which is found again. */
Test(site, the_key_of_a_chart_is_a_line_of_its_script)
{
    const mb_script plot = {.left = 80, .right = 500, .top = 60, .bottom = 390, .height = 440};
    char text[800] = "# first\n";
    FILE *file = fmemopen(text + strlen(text), sizeof text - strlen(text), "w");
    json_t *key = mb_chart_key(&plot);
    const char *at;
    size_t n;

    mb_chart_key_axis(key, "x", "t", (mb_axis_range){.low = 0, .high = 2});
    mb_chart_key_curve(key, "a\nb\u202e \"c\"", 10, 24);
    mb_chart_key_put(file, key);
    fputs("plot x\n", file);
    fclose(file);
    at = mb_chart_key_find(text, &n);
    cr_assert_not_null(at, "%s", text);
    key = json_loadb(at, n, 0, NULL);
    cr_assert_not_null(key, "%s", at);
    cr_expect_eq(at[n], '\n');
    cr_expect_str_eq(json_string_value(json_object_get(
                         json_array_get(json_object_get(key, "curves"), 0), "name")),
                     "a b  \"c\"");
    cr_expect_eq(json_number_value(json_array_get(json_object_get(key, "box"), 1)), 500);
    json_decref(key);
    cr_expect_null(mb_chart_key_find("# first\nplot x\n", &n));
}

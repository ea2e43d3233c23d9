/* SPDX-License-Identifier: MIT */
/* All charts of a report in one file for papers. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/pdf.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(united, .init = start, .fini = stop);

/* First line that a shell command says. */
static const char *said_by(const char *command)
{
    static char line[256];
    FILE *pipe = popen(command, "r");

    line[0] = '\0';
    if (pipe && !fgets(line, sizeof line, pipe))
        line[0] = '\0';
    if (pipe)
        pclose(pipe);
    return line;
}

static int pages_of(const char *name)
{
    char command[400];

    snprintf(command, sizeof command, "pdfinfo %s | sed -n 's/^Pages: *//p'", in_folder(name));
    return atoi(said_by(command));
}

/* Does a page of the file hold the words? */
static bool page_holds(const char *name, int number, const char *words)
{
    char command[400];

    snprintf(command, sizeof command, "pdftotext -f %d -l %d %s - | grep -c '%s'", number, number,
             in_folder(name), words);
    return atoi(said_by(command)) > 0;
}

Test(united, two_charts_are_two_pages_in_the_order_of_the_page)
{
    char *text;

    skip_without("gnuplot");
    skip_without("pdfunite");
    write_file("s.tsv", "# t position_l2 velocity_l2\n0\t0\t0\n1\t1e-9\t2\n10\t1e-7\t2\n");
    cr_assert_eq(read_records(DRAWN_RECORD), MB_OK);
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    cr_assert_eq(pages_of("out/charts.pdf"), 2);
    cr_assert(page_holds("out/charts.pdf", 1, "position violation"));
    cr_assert(page_holds("out/charts.pdf", 2, "velocity violation"));
    text = read_file("out/index.html");
    cr_assert(strstr(text, "<a href=\"charts.pdf\">"));
    free(text);
}

Test(united, more_charts_than_a_process_may_open)
{
    const char *file[251], *refused;
    char command[200];

    skip_without("gnuplot");
    skip_without("pdfunite");
    write_file("a.gp", "set terminal pdfcairo\nset output 'a.pdf'\nplot x\n");
    for (int i = 0; i < 251; i++)
        file[i] = "a.pdf";
    snprintf(command, sizeof command, "cd %s && gnuplot a.gp", folder);
    cr_assert_eq(system(command), 0);
    cr_assert_eq(mb_pdf_unite(folder, file, 251, "all.pdf", arena, &refused, &error), MB_OK);
    cr_assert_null(refused, "%s", refused);
    cr_assert_eq(pages_of("all.pdf"), 251);
    cr_assert_not(exists("all.pdf.0"));
}

Test(united, a_chart_that_is_missing_leaves_no_file)
{
    const char *file[] = {"nowhere.pdf"}, *refused;

    skip_without("pdfunite");
    write_file("all.pdf", "of an earlier report");
    cr_assert_eq(mb_pdf_unite(folder, file, 1, "all.pdf", arena, &refused, &error), MB_OK);
    cr_assert(refused && strstr(refused, "pdfunite failed with exit status"), "%s", refused);
    cr_assert(strstr(refused, "nowhere.pdf"), "%s", refused);
    cr_assert_not(exists("all.pdf"));
}

Test(united, without_pdfunite_a_warning_names_the_package)
{
    const char *said = report_with_moody_gnuplot();
    char *text;

    cr_assert(strstr(said, "report: warning: charts.pdf is not written: pdfunite is not installed; "
                           "apt install poppler-utils\n"),
              "%s", said);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "<figure id=\"s-p-position\""));
    cr_assert_null(strstr(text, "charts.pdf"));
    free(text);
}

/* Parts of the report: reading of records, escaping, names, labels, charts' axes, tables, pages.
 * Expectations are written by hand from the formats' rules and design.md. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/chart.h"
#include "report/label.h"
#include "report/matrix.h"
#include "report/pdf.h"
#include "report/report.h"
#include "report/svg.h"
#include "report/table.h"
#include "report/text.h"

static char folder[64];
static mb_records records;
static mb_error error;
static mb_arena *arena;

static void start(void)
{
    strcpy(folder, "/tmp/mbsbench-report-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    memset(&records, 0, sizeof records);
    memset(&error, 0, sizeof error);
    arena = mb_arena_create();
}

static void stop(void)
{
    char command[128];

    mb_records_free(&records);
    mb_arena_destroy(arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

/* Path in the test's folder; one of a few buffers, so that two can be used in one call. */
static const char *in_folder(const char *name)
{
    static char path[4][256];
    static int next;

    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");

    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static char *read_file(const char *name)
{
    FILE *file = fopen(in_folder(name), "r");
    char *text = calloc(1, 4000000);

    cr_assert_not_null(file, "%s is missing", name);
    cr_assert_not_null(text);
    cr_assert(fread(text, 1, 3999999, file) > 0 || feof(file));
    fclose(file);
    return text;
}

static mb_status read_records(const char *text)
{
    write_file("records.jsonl", text);
    return mb_records_read(&records, in_folder("records.jsonl"), &error);
}

#define SCHEMA "\"schema\":\"mbsbench-record-1\""
#define RECORD(run, key) "{" SCHEMA ",\"study\":\"s\",\"run\":\"" run "\",\"key\":\"" key "\"}\n"

/* ---- reader --------------------------------------------------------------------------------- */

TestSuite(reader, .init = start, .fini = stop);

Test(reader, a_last_line_without_newline_is_torn)
{
    cr_assert_eq(read_records(RECORD("a", "1") "{" SCHEMA "}"), MB_OK);
    cr_assert_eq(records.count, 1);
    cr_assert(records.torn);
}

Test(reader, a_last_line_that_is_no_json_is_torn)
{
    cr_assert_eq(read_records(RECORD("a", "1") "{\"schema\":\"mbs\n"), MB_OK);
    cr_assert_eq(records.count, 1);
    cr_assert(records.torn);
}

Test(reader, a_bad_line_in_the_middle_names_file_and_line)
{
    cr_assert_eq(read_records(RECORD("a", "1") "\n{\"sch\n" RECORD("b", "2")), MB_BAD_INPUT);
    cr_assert(strstr(error.text, "records.jsonl:3: no record"), "%s", error.text);
}

Test(reader, another_schema_is_no_record)
{
    cr_assert_eq(read_records("{\"schema\":\"mbsbench-record-9\"}\n"), MB_BAD_INPUT);
    cr_assert(strstr(error.text, ":1: schema mbsbench-record-9"), "%s", error.text);
}

Test(reader, an_array_is_no_record)
{
    cr_assert_eq(read_records("[1]\n"), MB_BAD_INPUT);
}

Test(reader, a_missing_file_is_named)
{
    cr_assert_eq(mb_records_read(&records, "/nowhere/r.jsonl", &error), MB_BAD_INPUT);
    cr_assert(strstr(error.text, "/nowhere/r.jsonl: cannot be opened"), "%s", error.text);
}

Test(reader, series_are_relative_to_the_folder_of_the_file)
{
    cr_assert_eq(read_records(RECORD("a", "1")), MB_OK);
    cr_assert_str_eq(records.folder[0], folder);
    cr_assert_not(records.torn);
}

Test(reader, the_last_of_equal_study_run_and_key_stays_in_the_first_place)
{
    cr_assert_eq(
        read_records(RECORD("a", "1") RECORD(
            "b", "1") "{" SCHEMA ",\"study\":\"s\",\"run\":\"a\",\"key\":\"1\",\"h\":2}\n"),
        MB_OK);
    mb_records_latest(&records);
    cr_assert_eq(records.count, 2);
    cr_assert_str_eq(mb_record_text(records.record[0], "run"), "a");
    cr_assert_eq(mb_record_number(records.record[0], "h"), 2.0);
    cr_assert_str_eq(mb_record_text(records.record[1], "run"), "b");
}

Test(reader, records_without_a_key_all_stay)
{
    cr_assert_eq(read_records("{" SCHEMA "}\n{" SCHEMA "}\n"), MB_OK);
    mb_records_latest(&records);
    cr_assert_eq(records.count, 2);
}

Test(reader, paths_with_dots_in_names)
{
    const json_t *r;

    cr_assert_eq(read_records("{" SCHEMA ",\"outputs\":{\"crank.angle\":0.5,\"crank\":{\"angle\":7,"
                              "\"rate\":3}},\"error\":null,\"energy\":{\"max_abs\":null}}\n"),
                 MB_OK);
    r = records.record[0];
    cr_assert_eq(mb_record_number(r, "outputs.crank.angle"), 0.5);
    cr_assert_eq(mb_record_number(r, "outputs.crank.rate"), 3.0);
    cr_assert(isnan(mb_record_number(r, "outputs.crank")));
    cr_assert(isnan(mb_record_number(r, "error.max")));
    cr_assert(isnan(mb_record_number(r, "energy.max_abs")));
    cr_assert(isnan(mb_record_number(r, "")));
    cr_assert_null(mb_record_text(r, "outputs.crank.angle"));
    cr_assert_str_eq(mb_record_text(r, "schema"), "mbsbench-record-1");
}

/* ---- escaping ------------------------------------------------------------------------------- */

typedef void writer(FILE *file, const char *text);

static const char *written(writer *put, const char *text)
{
    static char buffer[512];
    FILE *file = fmemopen(buffer, sizeof buffer, "w");

    put(file, text);
    fputc('\0', file);
    fclose(file);
    return buffer;
}

Test(escape, html)
{
    cr_assert_str_eq(written(mb_put_html, "<a href=\"x\">&'\n"),
                     "&lt;a href=&quot;x&quot;&gt;&amp;&#39; ");
    cr_assert_str_eq(written(mb_put_html, NULL), "");
}

Test(escape, tex)
{
    cr_assert_str_eq(written(mb_put_tex, "a_b%&#${}~^\\"),
                     "a\\_b\\%\\&\\#\\$\\{\\}\\textasciitilde{}\\textasciicircum{}"
                     "\\textbackslash{}");
    cr_assert_str_eq(written(mb_put_tex, "‖Φ‖"), "$\\Vert$$\\Phi$$\\Vert$");
}

Test(escape, md)
{
    cr_assert_str_eq(written(mb_put_md, "a|b_<c>"), "a\\|b\\_&lt;c&gt;");
}

Test(escape, csv)
{
    cr_assert_str_eq(written(mb_put_csv, "plain"), "plain");
    cr_assert_str_eq(written(mb_put_csv, "a,\"b\""), "\"a,\"\"b\"\"\"");
}

/* Nothing may end the string or start a command. */
Test(escape, gnuplot)
{
    cr_assert_str_eq(written(mb_put_gnuplot, "it's `rm`\n\"x\""), "'it’s ‘rm‘ \"x\"'");
}

Test(escape, shell)
{
    cr_assert_str_eq(written(mb_put_shell, "lagrange/rk4:h=0.001"), "lagrange/rk4:h=0.001");
    cr_assert_str_eq(written(mb_put_shell, "a b'; rm"), "'a b'\\''; rm'");
    cr_assert_str_eq(written(mb_put_shell, ""), "''");
}

static const struct {
    const char *text, *name;
} file_names[] = {
    {"catalogue-four-bar", "catalogue-four-bar"},
    {"../../etc/passwd", "etc_passwd"},
    {"/abs", "abs"},
    {".hidden", "hidden"},
    {"-rf", "rf"},
    {"..", "x"},
    {"", "x"},
    {"n-four-bar:N=10", "n-four-bar_N_10"},
    {"a'\"`$(b)\n", "a_b_"},
    {"Φ", "x"},
};

Test(escape, file_names)
{
    char name[MB_NAME_SIZE];

    for (size_t i = 0; i < sizeof file_names / sizeof file_names[0]; i++) {
        mb_file_name(file_names[i].text, name, sizeof name);
        cr_assert_str_eq(name, file_names[i].name, "%s -> %s", file_names[i].text, name);
    }
    mb_file_name("abcdefghij", name, 5);
    cr_assert_str_eq(name, "abcd");
}

static const struct {
    double x;
    const char *text;
} numbers[] = {
    {0, "0"},           {1, "1"},          {10, "10"},         {-2.5, "-2.5"},
    {0.0125, "0.0125"}, {0.001, "1e-3"},   {1.2e-7, "1.2e-7"}, {-1.2345e-13, "-1.23e-13"},
    {10000, "10000"},   {1234.56, "1235"}, {1e7, "1e7"},       {123456.7, "1.23e5"},
    {1e-100, "1e-100"}, {1e-10, "1e-10"},  {100, "100"},       {0.0999, "0.0999"},
};

Test(escape, short_numbers)
{
    char text[MB_SHORT_SIZE];

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        mb_short_number(numbers[i].x, text);
        cr_assert_str_eq(text, numbers[i].text, "%g -> %s", numbers[i].x, text);
    }
    mb_short_number(NAN, text);
    cr_assert_str_eq(text, "");
}

Test(escape, svg_ids_are_prefixed_and_colours_can_change)
{
    char svg[] = "<?xml version=\"1.0\"?>\n<svg width=\"8\"><title>Gnuplot</title><g id='gpPt0'/>"
                 "<use xlink:href='#gpPt0' color='rgb(  0, 114, 178)' stroke=\"black\"/>"
                 "<text>id='black'</text></svg>";
    char page[512] = "";
    FILE *file = fmemopen(page, sizeof page, "w");

    mb_svg_rewrite(svg, "s7-", "<t>", file);
    fclose(file);
    cr_assert_str_eq(page, "<svg width=\"8\" role=\"img\" aria-label=\"&lt;t&gt;\"><g "
                           "id='s7-gpPt0'/><use xlink:href='#s7-gpPt0' color='var(--c0)' "
                           "stroke=\"currentColor\"/><text>id='black'</text></svg>");
}

/* Cells of a map that are white on paper, its hatching, its limit line with a halo. */
Test(escape, svg_of_a_map_follows_the_page_into_the_dark)
{
    char svg[] = "<svg><path fill='rgb(255, 255, 255)'/><path stroke='rgb( 96,  96,  96)'/>"
                 "<path stroke='rgb( 30,  30,  30)'/></svg>";
    char page[512] = "";
    FILE *file = fmemopen(page, sizeof page, "w");

    mb_svg_rewrite(svg, "s7-", "t", file);
    fclose(file);
    cr_assert_str_eq(page, "<svg role=\"img\" aria-label=\"t\"><path fill='var(--c10)'/>"
                           "<path stroke='var(--c9)'/><path stroke='var(--c6)'/></svg>");
}

Test(escape, svg_loses_what_nobody_sees)
{
    char svg[] = "<svg><g fill=\"none\">\n</g>\n\t<filter id='f' x='0'><feFlood/></filter><path "
                 "d='M1.25,20.00 L3.5,0.222'/><text>1.25</text></svg>";
    char page[512] = "";
    FILE *file = fmemopen(page, sizeof page, "w");

    mb_svg_rewrite(svg, "s7-", "t", file);
    fclose(file);
    cr_assert_str_eq(page, "<svg role=\"img\" aria-label=\"t\"><path d='M1.2,20.0 L3.5,0.222'/>"
                           "<text>1.25</text></svg>");
}

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

Test(label, methods_without_their_step)
{
    const char *text;

    cr_assert_eq(mb_spec_without_step("ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7/none/klu", arena,
                                      &text, &error),
                 MB_OK);
    cr_assert_str_eq(text, "ali3:alpha=1e9/newmark/none/klu");
    cr_assert_eq(mb_spec_names("ali3:alpha=1e9/newmark:h=1e-2", arena, &text, &error), MB_OK);
    cr_assert_str_eq(text, "ali3/newmark");
    cr_assert(mb_spec_projected("a/b/c"));
    cr_assert_not(mb_spec_projected("a/b/none/klu"));
    cr_assert_not(mb_spec_projected("a/b"));
}

#define ROW(run, cell, solver, status)                                                             \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" run "\",\"cell\":\"" cell                             \
    "\",\"problem\":{\"name\":\"p\",\"title\":\"a <p>\"},\"solver\":\"" solver                     \
    "\",\"status\":\"" status "\",\"reason\":\"because & so\",\"t_end\":10,\"t_reached\":5,"       \
    "\"h\":0.001,\"position\":{\"l2\":{\"max\":1.5e-9,\"mean\":1e-10}},\"energy\":{\"max_abs\":"   \
    "0.25,\"final\":-0.125,\"max_rel_ke\":1e-4},\"cpu\":{\"loop\":[3,1,2],\"per_step_us\":4},"     \
    "\"counters\":{\"steps\":100,\"iterations\":250}}\n"

static const char rows[] = ROW("r1", "c1", "lagrange/rk4:h=0.001", "ok")
    ROW("r2", "c2", "baumgarte/rk4:h=0.001", "diverged")
        ROW("r3", "c1", "lagrange/rk4:h=0.001", "ok")
            ROW("r2", "c2", "baumgarte/rk4:h=0.001", "ok");

TestSuite(digest, .init = start, .fini = stop);

Test(digest, runs_made_again_replace_and_labels_are_unique)
{
    mb_digest d;

    cr_assert_eq(read_records(rows), MB_OK);
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
    cr_assert_eq(mb_row_cpu(d.group[0].row[0]->record), 2.0);
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
    cr_assert_eq(m[0].cell[0].held, 1);
    cr_assert_str_eq(m[0].cell[0].row->run, "r2");
}

/* ---- series and axes ------------------------------------------------------------------------ */

TestSuite(track, .init = start, .fini = stop);

static const char table[] = "# t position_l2 velocity_l2 acceleration_l2 energy error\n"
                            "0\t0\t0\t0\t0\tnan\n"
                            "1\t1e-9\t2\t0\t-3\tnan\n"
                            "1.5\t1e-8\t2\t0\t2\tnan\n"
                            "not numbers\n"
                            "5\tnan\t2\t0\t2\t1e-3\n"
                            "10\t1e-7\t2\t0\t1\tnan\n";

Test(track, columns_are_found_by_name)
{
    mb_track t;

    write_file("s.tsv", table);
    cr_assert(mb_track_read(folder, "s.tsv", &t));
    cr_assert_eq(t.count, 5);
    cr_assert_eq(mb_track_value(&t, 1, mb_track_column(&t, "energy")), -3.0);
    cr_assert_eq(mb_track_value(&t, 3, mb_track_column(&t, "error")), 1e-3);
    cr_assert(isnan(mb_track_value(&t, 3, mb_track_column(&t, "position_l2"))));
    cr_assert_eq(mb_track_column(&t, "outputs.P.x"), -1);
    cr_assert(isnan(mb_track_value(&t, 0, -1)));
    mb_track_free(&t);
    cr_assert_not(mb_track_read(folder, "missing.tsv", &t));
    cr_assert_not(mb_track_read(folder, NULL, &t));
    cr_assert_eq(t.count, 0);
}

/* Any columns in any order; what a line lacks at its end is NaN. */
Test(track, further_columns_are_read)
{
    mb_track t;

    write_file("w.tsv", "# energy\tt outputs.P.x multipliers.1\n-1\t0\t3\t4\n2\t0.5\t5\n");
    cr_assert(mb_track_read(folder, "w.tsv", &t));
    cr_assert(t.count == 2 && t.columns == 3);
    cr_assert(t.t[1] == 0.5);
    cr_assert_eq(mb_track_value(&t, 1, mb_track_column(&t, "outputs.P.x")), 5.0);
    cr_assert_eq(mb_track_value(&t, 0, mb_track_column(&t, "multipliers.1")), 4.0);
    cr_assert(isnan(mb_track_value(&t, 1, mb_track_column(&t, "multipliers.1"))));
    cr_assert_eq(mb_track_value(&t, 1, mb_track_column(&t, "energy")), 2.0);
    mb_track_free(&t);
}

/* Of each tenth of the time the largest value; a hole where there was none. */
Test(track, lines_keep_the_largest_value_of_each_part)
{
    mb_track t;
    mb_line line = {0};

    write_file("s.tsv", table);
    cr_assert(mb_track_read(folder, "s.tsv", &t));
    cr_assert_eq(mb_line_make(&t, MB_POSITION, 10, 10, &line, &error), MB_OK);
    cr_assert_eq(line.count, 3);
    cr_assert_eq(line.v[0], 1e-8);
    cr_assert_eq(line.t[0], 1.5);
    cr_assert(isnan(line.v[1]));
    cr_assert_eq(line.v[2], 1e-7);
    mb_line_free(&line);
    cr_assert_eq(mb_line_make(&t, MB_ENERGY, 10, 10, &line, &error), MB_OK);
    cr_assert_eq(line.v[0], 3.0);
    mb_line_free(&line);
    cr_assert_eq(mb_line_make(&t, MB_ERROR, 10, 10, &line, &error), MB_OK);
    cr_assert_eq(line.count, 1);
    mb_line_free(&line);
    mb_track_free(&t);
}

Test(axis, whole_decades)
{
    mb_log_range range = {0};
    mb_log_axis axis;

    mb_log_range_add(&range, 2e-9, true);
    mb_log_range_add(&range, -3e-4, true);
    mb_log_range_add(&range, NAN, true);
    axis = mb_log_range_axis(&range, 1e-18);
    cr_assert_float_eq(log10(axis.low), -9, 1e-9);
    cr_assert_float_eq(log10(axis.high), -3, 1e-9);
    cr_assert_float_eq(mb_log_height(axis, 1e-6), 0.5, 1e-9);
    cr_assert_eq(mb_log_height(axis, 0), 0.0);
    cr_assert_eq(mb_log_height(axis, NAN), 0.0);
    cr_assert_eq(mb_log_height(axis, 1e9), 1.0);
}

Test(axis, zeros_get_room_below_but_not_below_the_floor)
{
    mb_log_range range = {0};

    mb_log_range_add(&range, 0, true);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).low), -18, 1e-9);
    mb_log_range_add(&range, 1e-9, true);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).low), -10, 1e-9);
    mb_log_range_add(&range, 1e-30, true);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).low), -18, 1e-9);
}

Test(axis, a_run_that_blew_up_does_not_flatten_the_others)
{
    mb_log_range range = {0};

    mb_log_range_add(&range, 1e-9, true);
    mb_log_range_add(&range, 1e300, false);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).high), -6, 1e-9);
}

/* 1e-15 to 1e-2 are 13 decades: nothing is clipped. */
Test(axis, a_run_that_failed_within_20_decades_is_shown_whole)
{
    mb_log_range range = {0};

    mb_log_range_add(&range, 1e-15, true);
    mb_log_range_add(&range, 1e-2, false);
    cr_assert_float_eq(log10(mb_log_range_axis(&range, 1e-18).high), -2, 1e-9);
}

/* ---- which runs go into which chart --------------------------------------------------------- */

static void make_group(mb_group *group, mb_row *row, mb_row **pointer, mb_track *track, int n,
                       int projected)
{
    for (int i = 0; i < n; i++) {
        row[i].record = records.record[0];
        row[i].projected = i >= n - projected;
        row[i].label = row[i].status = "";
        pointer[i] = &row[i];
        track[i].count = 1;
    }
    group->count = n;
    group->row = pointer;
}

static const struct {
    int runs, projected;
    int parts, lines[MB_MAX_PARTS];
    const char *suffix[MB_MAX_PARTS];
} divisions[] = {
    {8, 3, 1, {8, 0, 0, 0}, {"", "", "", ""}},
    {9, 3, 2, {6, 3, 0, 0}, {"-a", "-b", "", ""}},
    {20, 7, 3, {6, 7, 7, 0}, {"-a1", "-a2", "-b", ""}},
    {60, 44, 3, {8, 8, 8, 0}, {"-a1", "-a2", "-b", ""}},
    {9, 0, 2, {4, 5, 0, 0}, {"-a1", "-a2", "", ""}},
};

TestSuite(parts, .init = start, .fini = stop);

Test(parts, at_most_eight_lines_and_none_lost_silently)
{
    cr_assert_eq(read_records(RECORD("a", "1")), MB_OK);
    for (size_t d = 0; d < sizeof divisions / sizeof divisions[0]; d++) {
        mb_group group = {0};
        mb_row row[60] = {0}, *pointer[60];
        mb_track track[60] = {0};
        mb_part part[MB_MAX_PARTS];
        int count, drawn = 0;

        make_group(&group, row, pointer, track, divisions[d].runs, divisions[d].projected);
        cr_assert_eq(mb_parts_make(&group, track, arena, part, &count, &error), MB_OK);
        cr_assert_eq(count, divisions[d].parts);
        for (int i = 0; i < count; i++) {
            cr_assert_eq(part[i].count, divisions[d].lines[i]);
            cr_assert_str_eq(part[i].suffix, divisions[d].suffix[i]);
            drawn += part[i].count;
        }
        if (drawn < divisions[d].runs)
            cr_assert(strstr(part[count - 1].selected, "8 of 44 runs"), "%s",
                      part[count - 1].selected);
    }
}

Test(parts, runs_without_series_are_listed)
{
    mb_group group = {0};
    mb_row row[5] = {0}, *pointer[5];
    mb_track track[5] = {0};
    mb_part part[MB_MAX_PARTS];
    int count;

    cr_assert_eq(read_records(RECORD("a", "1")), MB_OK);
    make_group(&group, row, pointer, track, 5, 1);
    track[2].count = 0;
    cr_assert_eq(mb_parts_make(&group, track, arena, part, &count, &error), MB_OK);
    cr_assert_eq(count, 1);
    cr_assert_eq(part[0].missing_count, 1);
    cr_assert_eq(part[0].missing[0], &row[2]);
}

/* ---- the whole ------------------------------------------------------------------------------ */

TestSuite(whole, .init = start, .fini = stop);

Test(whole, tables)
{
    char *text;

    cr_assert_eq(read_records(rows), MB_OK);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"),
                                 MB_REPORT_CSV | MB_REPORT_MD | MB_REPORT_TEX, NULL, &error),
                 MB_OK, "%s", error.text);
    text = read_file("out/tables/s-p.csv");
    cr_assert(strstr(text, "s,r2,p,baumgarte,baumgarte/rk4:h=0.001,ok,because & so,10,5,0.001,100,"
                           "1.5e-09,1e-10,"),
              "%s", text);
    cr_assert(strstr(text, "mbsbench run --problem p --solver baumgarte/rk4:h=0.001 --t-end 10"));
    free(text);
    text = read_file("out/tables/s-p.md");
    cr_assert(
        strstr(text, "| baumgarte | ok | 5 | 1e-3 | 100 | 1.5e-9 | 1e-10 |  | 0.25 | -0.125 |"),
        "%s", text);
    free(text);
    text = read_file("out/tables/s-p.tex");
    cr_assert(strstr(text, "\\toprule") && strstr(text, "$1.5\\times10^{-9}$"), "%s", text);
    free(text);
    text = read_file("out/tables/matrix.csv");
    cr_assert(strstr(text, "s,baumgarte/rk4,p,1,1,ok,1.5e-09,0.25,because & so"), "%s", text);
    free(text);
    cr_assert_neq(access(in_folder("out/index.html"), F_OK), 0);
}

Test(whole, an_empty_list_gives_a_page_that_says_so)
{
    char *text;

    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_ALL, NULL, &error),
                 MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "There is no record to report"));
    free(text);
}

Test(whole, the_page_holds_charts_reasons_and_no_markup_from_records)
{
    char *text;

    write_file("s.tsv", table);
    cr_assert_eq(
        read_records("{" SCHEMA ",\"study\":\"../x\",\"run\":\"r\",\"problem\":{\"name\":\"p\","
                     "\"title\":\"<script>'\"},\"solver\":\"a'`b/c\",\"status\":\"singular\","
                     "\"reason\":\"rank < 3 & \\\"so\\\"\",\"t_end\":10,\"t_reached\":5,"
                     "\"series\":\"s.tsv\"}\n"),
        MB_OK);
    if (system("gnuplot --version > /dev/null 2>&1") != 0)
        cr_skip_test("gnuplot is not installed");
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_HTML, NULL, &error),
                 MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_assert_null(strstr(text, "<script"));
    cr_assert(strstr(text, "rank &lt; 3 &amp; &quot;so&quot;"));
    cr_assert(strstr(text, "<svg"));
    cr_assert(strstr(text, "href='#s0-gpPt"));
    free(text);
    cr_assert_eq(access(in_folder("out/charts/x-p-position.png"), F_OK), 0);
    cr_assert_eq(access(in_folder("out/charts/x-p-position.pdf"), F_OK), 0);
    cr_assert_eq(access(in_folder("out/charts/x-p-position.tsv"), F_OK), 0);
}

Test(whole, without_gnuplot_the_tables_are_there_and_the_message_says_what_to_do)
{
    write_file("s.tsv", table);
    cr_assert_eq(read_records("{" SCHEMA
                              ",\"study\":\"s\",\"run\":\"r\",\"problem\":{\"name\":\"p\"},"
                              "\"solver\":\"a/b\",\"status\":\"ok\",\"t_end\":10,"
                              "\"series\":\"s.tsv\"}\n"),
                 MB_OK);
    setenv("PATH", folder, 1);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_ALL, NULL, &error),
                 MB_FAILURE);
    setenv("PATH", "/usr/bin:/bin", 1);
    cr_assert(strstr(error.text, "apt install gnuplot-nox"), "%s", error.text);
    cr_assert_eq(access(in_folder("out/tables/s-p.csv"), F_OK), 0);
    cr_assert_eq(access(in_folder("out/charts/s-p-position.gp"), F_OK), 0);
}

/* A gnuplot that draws what it is given but the velocity. */
static const char moody_gnuplot[] =
    "#!/bin/sh\nfor f; do case $f in *velocity*) echo 'I will not' >&2; exit 1;; esac\n"
    "echo '<svg></svg>' > ${f%.gp}.svg; done\n";

Test(whole, a_chart_that_gnuplot_refuses_leaves_its_place_and_a_warning)
{
    char *text, said[2000] = "";
    FILE *progress = fmemopen(said, sizeof said, "w");

    write_file("s.tsv", table);
    write_file("gnuplot", moody_gnuplot);
    cr_assert_eq(chmod(in_folder("gnuplot"), 0755), 0);
    cr_assert_eq(read_records("{" SCHEMA
                              ",\"study\":\"s\",\"run\":\"r\",\"problem\":{\"name\":\"p\"},"
                              "\"solver\":\"a/b\",\"status\":\"ok\",\"t_end\":10,"
                              "\"series\":\"s.tsv\"}\n"),
                 MB_OK);
    setenv("PATH", folder, 1);
    cr_assert_eq(
        mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_ALL, progress, &error),
        MB_OK, "%s", error.text);
    setenv("PATH", "/usr/bin:/bin", 1);
    fclose(progress);
    cr_assert(strstr(said, "report: warning: chart s-p-velocity is not drawn: gnuplot failed with "
                           "exit status 1: I will not"),
              "%s", said);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "This chart is not drawn: gnuplot failed with exit status 1: I will"));
    cr_assert(strstr(text, "<figure id=\"s-p-position\">"));
    cr_assert_null(strstr(text, "<figure id=\"s-p-velocity\">"));
    free(text);
}

/* ---- all charts in one file ----------------------------------------------------------------- */

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

static const char two_charts[] =
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"r\",\"problem\":{\"name\":\"p\"},"
    "\"solver\":\"a/b\",\"status\":\"ok\",\"t_end\":10,"
    "\"series\":\"s.tsv\"}\n";

static void skip_without(const char *program)
{
    char command[100];

    snprintf(command, sizeof command, "command -v %s > /dev/null", program);
    if (system(command) != 0)
        cr_skip_test("%s is not installed", program);
}

Test(united, two_charts_are_two_pages_in_the_order_of_the_page)
{
    char *text;

    skip_without("gnuplot");
    skip_without("pdfunite");
    write_file("s.tsv", "# t position_l2 velocity_l2\n0\t0\t0\n1\t1e-9\t2\n10\t1e-7\t2\n");
    cr_assert_eq(read_records(two_charts), MB_OK);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_HTML, NULL, &error),
                 MB_OK, "%s", error.text);
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
    cr_assert_neq(access(in_folder("all.pdf.0"), F_OK), 0);
}

Test(united, a_chart_that_is_missing_leaves_no_file)
{
    const char *file[] = {"nowhere.pdf"}, *refused;

    skip_without("pdfunite");
    write_file("all.pdf", "of an earlier report");
    cr_assert_eq(mb_pdf_unite(folder, file, 1, "all.pdf", arena, &refused, &error), MB_OK);
    cr_assert(refused && strstr(refused, "pdfunite failed with exit status"), "%s", refused);
    cr_assert(strstr(refused, "nowhere.pdf"), "%s", refused);
    cr_assert_neq(access(in_folder("all.pdf"), F_OK), 0);
}

Test(united, without_pdfunite_a_warning_names_the_package)
{
    char *text, said[2000] = "";
    FILE *progress = fmemopen(said, sizeof said, "w");

    write_file("s.tsv", table);
    write_file("gnuplot", moody_gnuplot);
    cr_assert_eq(chmod(in_folder("gnuplot"), 0755), 0);
    cr_assert_eq(read_records(two_charts), MB_OK);
    setenv("PATH", folder, 1);
    cr_assert_eq(
        mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_ALL, progress, &error),
        MB_OK, "%s", error.text);
    setenv("PATH", "/usr/bin:/bin", 1);
    fclose(progress);
    cr_assert(strstr(said, "report: warning: charts.pdf is not written: pdfunite is not installed; "
                           "apt install poppler-utils\n"),
              "%s", said);
    text = read_file("out/index.html");
    cr_assert(strstr(text, "<figure id=\"s-p-position\">"));
    cr_assert_null(strstr(text, "charts.pdf"));
    free(text);
}

Test(whole, a_folder_that_cannot_be_made_is_named)
{
    write_file("file", "");
    cr_assert_eq(
        mb_report_write(&records, NULL, 0, in_folder("file/out"), MB_REPORT_ALL, NULL, &error),
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

    write_file("s.tsv", table);
    cr_assert_eq(read_records("{" SCHEMA
                              ",\"study\":\"s\",\"run\":\"r\",\"cell\":\"c\",\"problem\":"
                              "{\"name\":\"p\"},\"solver\":\"a/b\",\"status\":\"ok\",\"t_end\":0.4,"
                              "\"energy\":{\"max_abs\":2},\"series\":\"s.tsv\"}\n"),
                 MB_OK);
    cr_assert_eq(
        mb_report_write(&records, &ledger, 1, in_folder("out"), MB_REPORT_ALL, NULL, &error), MB_OK,
        "%s", error.text);
    text = read_file("out/index.html");
    cr_assert_null(strstr(text, "<script"));
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
    cr_assert_eq(access(in_folder("out/tables/s-p.csv"), F_OK), 0);
    cr_assert_neq(access(in_folder("out/tables/s-p.md"), F_OK), 0);
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
                           "s: claim c1: deviates; the study gives no reason (because)\n");
}

static mb_status show(const char *which, char *text, size_t size)
{
    FILE *file = fmemopen(text, size, "w");
    mb_status status = mb_report_show(&records, which, file, &error);

    fclose(file);
    return status;
}

Test(whole, show_finds_by_key_run_and_study)
{
    char text[8192] = "";

    cr_assert_eq(read_records(rows), MB_OK);
    cr_assert_eq(show("r1", text, sizeof text), MB_OK);
    cr_assert(strstr(text, "lagrange/rk4:h=0.001") && strstr(text, "0.25 J"), "%s", text);
    cr_assert_eq(show("s.r3", text, sizeof text), MB_OK);
    cr_assert_eq(show("t.r3", text, sizeof text), MB_BAD_INPUT);
    cr_assert(strstr(error.text, "'t.r3'"), "%s", error.text);
}

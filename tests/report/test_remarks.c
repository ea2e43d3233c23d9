/* SPDX-License-Identifier: MIT */
/* What is said of single runs: show, the end of run, remarks on the page of a mechanism. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/remarks.h"
#include "report/terminal/run_lines.h"
#include "report/terminal/show.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(told, .init = start, .fini = stop);

static mb_status show(const char *which, char *text, size_t size)
{
    FILE *file = fmemopen(text, size, "w");
    mb_status status = mb_report_show(&records, which, file, &error);

    fclose(file);
    return status;
}

Test(told, show_finds_by_key_run_and_study)
{
    char text[8192] = "";

    cr_assert_eq(read_records(three_runs), MB_OK);
    cr_assert_eq(show("r1", text, sizeof text), MB_OK);
    cr_assert(strstr(text, "lagrange/rk4:h=0.001") && strstr(text, "0.25 J"), "%s", text);
    cr_assert_eq(show("s.r3", text, sizeof text), MB_OK);
    cr_assert_eq(show("t.r3", text, sizeof text), MB_BAD_INPUT);
    cr_assert(strstr(error.text, "'t.r3'"), "%s", error.text);
}

#define TOLD                                                                                       \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"r\",\"problem\":{\"name\":\"p\",\"nv\":12,\"m\":10,"    \
    "\"rank\":5},\"solver\":\"a/b\",\"status\":\"ok\",\"t_end\":1,\"precision\":{\"gap\":2e-5,"    \
    "\"gap_m\":4e-5,\"drift\":null,\"error\":0.5,\"class\":null,\"limits\":{\"energy\":0.1,"       \
    "\"source\":\"gonzalez2016\"},\"met\":false,\"missed\":[\"energy\"]},\"rank\":{\"least\":1e-"  \
    "14,"                                                                                          \
    "\"at\":0.1466,\"lost\":0.147},\"momentum\":{\"linear\":1e-12,\"angular\":null},\"start\":{"   \
    "\"positions\":0.0403,\"velocities\":7.29,\"largest\":[\"crank.x\",-0.03]},\"counters\":{"     \
    "\"unconverged\":4}}\n"

Test(told, show_says_how_right_a_run_is_and_what_to_know)
{
    char text[8192] = "";

    cr_assert_eq(read_records(TOLD), MB_OK);
    cr_assert_eq(show("s/r", text, sizeof text), MB_OK, "the name that the progress line prints");
    cr_expect(strstr(text, "none (4 unconverged): error 0.5 of the mechanism's size or rad\n"),
              "%s", text);
    cr_expect(strstr(text, "2e-05 of the mechanism's size\n") && strstr(text, "4e-05 m\n"), "%s",
              text);
    cr_expect(strstr(text, "\nlargest energy drift                                not known\n"),
              "%s", text);
    cr_expect(strstr(text, "Of 10 constraint rows 5 are independent: multipliers"), "%s", text);
    cr_expect(strstr(text, "D loses rank at t = 0.147 s"), "%s", text);
    cr_expect(strstr(text,
                     "positions by 0.0403, velocities by 7.29 (2-norms), most of all crank.x by "
                     "-0.03."),
              "%s", text);
    cr_expect(strstr(text, "The limits of gonzalez2016 (energy 0.1) are missed: energy."), "%s",
              text);
    cr_expect(strstr(text, "1e-12 kg m/s\n"), "%s", text);
}

Test(told, show_of_an_old_record_does_not_call_it_right)
{
    char text[8192] = "";

    cr_assert_eq(read_records(three_runs), MB_OK);
    cr_assert_eq(show("r1", text, sizeof text), MB_OK);
    cr_expect(strstr(text, "right to                                            not measured\n"),
              "%s", text);
}

Test(told, the_page_of_a_mechanism_says_what_to_know)
{
    char *text;

    skip_without("gnuplot");
    cr_assert_eq(read_records(TOLD), MB_OK);
    cr_assert_eq(report(NULL), MB_OK, "%s", error.text);
    text = read_file("out/index.html");
    cr_expect(strstr(text, "<li>Of 10 constraint rows 5 are independent"));
    cr_expect(strstr(text, "<li>D loses rank at t = 0.147 s"));
    cr_expect(strstr(text, "<td class=\"num\">2e-5 <small>(4e-5 m)</small></td>"));
    cr_expect(strstr(text, "<li>Set-up changed the declared start"));
    cr_expect(strstr(
        text, "<li>The limits of gonzalez2016 (energy 0.1) are met by 0 of 1 runs that can be "
              "judged by them.</li>"));
    free(text);
}

/* As many independent rows as velocities; an old record has the correction as a whole. */
Test(told, remarks_of_other_kinds)
{
    static const char json[] =
        "{\"problem\":{\"nv\":6,\"m\":6,\"rank\":6},\"start_correction\":0.43}";
    json_t *record = json_loads(json, 0, NULL);
    char text[MB_REMARK_SIZE];

    mb_remark_rows(record, text);
    cr_expect(strstr(text, "no freedom is left"), "%s", text);
    mb_remark_start(record, text);
    cr_expect(strstr(text, "changed the declared start by 0.43 (2-norm)"), "%s", text);
    mb_remark_rank(record, text);
    cr_expect_str_eq(text, "");
    mb_remark_search(record, text);
    cr_expect_str_eq(text, "");
    mb_remark_limits(record, text);
    cr_expect_str_eq(text, "");
    json_decref(record);
}

Test(told, what_an_engine_warns_of)
{
    static const char json[] =
        "{\"engine\":{\"name\":\"MuJoCo\",\"warnings\":\"the world was reset\"}}";
    json_t *record = json_loads(json, 0, NULL);
    char text[MB_REMARK_SIZE];

    mb_remark_engine(record, text);
    cr_expect_str_eq(text, "MuJoCo warns: the world was reset");
    json_object_set_new(json_object_get(record, "engine"), "warnings", json_null());
    mb_remark_engine(record, text);
    cr_expect_str_eq(text, "");
    json_decref(record);
}

/* What `run` says at its end: one line a run, and where rows lose rank. */
Test(told, a_few_runs_are_told_on_the_terminal)
{
    static const char second[] =
        "{\"problem\":{\"spec\":\"p\",\"nv\":12,\"m\":10,\"rank\":5},\"solver\":"
        "\"c/d\",\"status\":\"diverged\",\"cpu\":{\"per_step_us\":2.5}}";
    json_t *first = json_loads(TOLD, 0, NULL), *other = json_loads(second, 0, NULL);
    const json_t *all[] = {first, NULL, other};
    char text[4096] = "";
    FILE *out = fmemopen(text, sizeof text, "w");

    json_object_set_new(json_object_get(first, "problem"), "spec", json_string("p"));
    mb_put_run_lines(out, all, 3, 0, false);
    fclose(out);
    cr_expect(strstr(text,
                     "\n  ok        none (4 unconverged)  2e-5      -         0.5       -         "
                     "a/b\n"),
              "%s", text);
    cr_expect(strstr(text,
                     "\n  diverged  -                     -         -         -         2.5       "
                     "c/d\n"),
              "%s", text);
    cr_expect(strstr(text, "\np: D loses rank at t = 0.147 s"), "%s", text);
    json_decref(first);
    json_decref(other);
}

/* The first run is wrong and comes to the singular position too early; the third goes past it. */
Test(told, right_runs_tell_where_rank_is_lost)
{
    static const char *const json[] = {
        "{\"problem\":{\"spec\":\"p\"},\"solver\":\"a/"
        "b\",\"status\":\"diverged\",\"t_reached\":0.3,"
        "\"rank\":{\"lost\":0.24}}",
        "{\"problem\":{\"spec\":\"p\"},\"solver\":\"c/d\",\"status\":\"ok\",\"t_reached\":2,"
        "\"precision\":{\"class\":1e-4},\"rank\":{\"lost\":0.39}}",
        "{\"problem\":{\"spec\":\"q\"},\"solver\":\"c/d\",\"status\":\"ok\",\"t_reached\":2,"
        "\"precision\":{\"class\":1e-4}}",
        "{\"problem\":{\"spec\":\"q\"},\"solver\":\"a/b\",\"status\":\"ok\",\"t_reached\":2,"
        "\"rank\":{\"lost\":1.5}}"};
    const json_t *all[4];
    char text[4096] = "";
    FILE *out = fmemopen(text, sizeof text, "w");

    for (int i = 0; i < 4; i++)
        all[i] = json_loads(json[i], 0, NULL);
    mb_put_run_lines(out, all, 4, 0, false);
    fclose(out);
    cr_expect(strstr(text, "\np: D loses rank at t = 0.39 s"), "%s", text);
    cr_expect(!strstr(text, "0.24") && !strstr(text, "q: D loses"), "%s", text);
    for (int i = 0; i < 4; i++)
        json_decref((json_t *)(uintptr_t)all[i]);
}

static const char searched[] =
    "{\"problem\":{\"spec\":\"p\"},\"solver\":\"lagrange/rk4:h=0.004\",\"status\":\"ok\",\"cpu\":"
    "{\"per_step_us\":2.5},\"ratio\":{\"median\":1.25},\"precision\":{\"gap\":1e-6,\"drift\":1e-5,"
    "\"error\":9e-5,\"class\":1e-4},\"search\":{\"variable\":\"h\",\"value\":0.004,\"reach\":1e-4,"
    "\"confirmed\":true,\"reason\":null,\"tried\":[1,2,3]}}";
static const char in_vain[] = "{\"problem\":{\"spec\":\"p\"},\"solver\":\"baumgarte:alpha=5,beta=5/"
                              "rk4:h=0.001/direct-correction\","
                              "\"status\":\"diverged\",\"search\":{\"variable\":\"h\",\"value\":"
                              "null,\"reach\":1e-4,\"confirmed\":"
                              "false,\"reason\":\"no h from 0.1 down to 0.001 reaches class 0.0001 "
                              "(diverged)\",\"tried\":[1]}}";

/* Columns that a line takes. */
static int columns(const char *line, size_t bytes)
{
    int n = 0;

    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)line[i] & 0xc0) != 0x80;
    return n;
}

/* However narrow the terminal is, no line of the table is wider, and the numbers that matter most
 * stay.  Whole, its columns take 67 and the longer spec 54. */
Test(told, a_table_is_as_wide_as_the_terminal)
{
    json_t *first = json_loads(searched, 0, NULL), *other = json_loads(in_vain, 0, NULL);
    const json_t *all[] = {first, other};

    cr_assert(first && other);
    for (int width = 40; width <= 160; width++) {
        char text[8192] = "";
        FILE *out = fmemopen(text, sizeof text, "w");

        mb_put_run_lines(out, all, 2, width, true);
        fclose(out);
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            cr_expect(columns(line, strcspn(line, "\n")) <= width, "%d columns: %.200s", width,
                      line);
        cr_expect(strstr(text, "1e-4") && strstr(text, "diverged") && strstr(text, "h=4e-3"),
                  "%d columns: %s", width, text);
        cr_expect((strstr(text, "baumgarte:alpha=5,beta=5/rk4:h=0.001/direct-correction") !=
                   NULL) == (width >= 67 + 54),
                  "%d columns: %s", width, text);
        cr_expect(strstr(text, "no h from 0.1"), "%s", text);
    }
    json_decref(first);
    json_decref(other);
}

/* A class without an error: a pendulum that keeps its length and its energy may be anywhere on its
 * circle. */
Test(told, a_class_without_a_reference_says_nothing_of_the_place)
{
    static const char *const json[] = {
        "{\"problem\":{\"spec\":\"p\"},\"solver\":\"a/b\",\"status\":\"ok\",\"precision\":"
        "{\"gap\":1e-16,\"drift\":1e-15,\"error\":null,\"class\":1e-8}}",
        "{\"problem\":{\"spec\":\"p\"},\"solver\":\"a/b\",\"status\":\"ok\",\"precision\":"
        "{\"gap\":1e-16,\"drift\":1e-15,\"error\":1e-9,\"class\":1e-8}}",
        "{\"problem\":{\"spec\":\"p\"},\"solver\":\"a/b\",\"status\":\"ok\",\"precision\":"
        "{\"gap\":1.0,\"drift\":1.0,\"error\":null,\"class\":null}}",
    };

    for (int i = 0; i < 3; i++) {
        json_t *record = json_loads(json[i], 0, NULL);
        const json_t *all[] = {record};
        char text[4096] = "";
        FILE *out = fmemopen(text, sizeof text, "w");

        mb_put_run_lines(out, all, 1, 0, false);
        fclose(out);
        cr_expect((strstr(text, "not how errors grow on the way") != NULL) == (i == 0), "%s", text);
        json_decref(record);
    }
}

static const char *found(const char *search)
{
    static char text[MB_REMARK_SIZE];
    json_t *record = json_object();

    json_object_set_new(record, "search", json_loads(search, 0, NULL));
    mb_remark_search(record, text);
    json_decref(record);
    return text;
}

Test(told, what_a_search_found_is_told)
{
    cr_expect_str_eq(found("{\"variable\":\"h\",\"value\":0.004,\"reach\":1e-4,\"tried\":[1,2,3],"
                           "\"confirmed\":true,\"reason\":null}"),
                     "Largest h that reaches a class of 1e-4: 4e-3, confirmed by finer ones, of 3 "
                     "tried.");
    cr_expect_str_eq(found("{\"variable\":\"tol\",\"value\":null,\"limits\":{\"energy\":0.1},"
                           "\"tried\":[1],\"confirmed\":false,\"reason\":\"all diverged\"}"),
                     "There is no tol that reaches energy 0.1 of 1 tried: all diverged.");
}

/* Rows that set-up names are told by name. */
Test(told, redundant_rows_are_told_by_name)
{
    static const char json[] = "{\"problem\":{\"note\":\"rank 5 of 6; dependent on the rows before "
                               "them: a row of hinge F\",\"multipliers\":\"not unique\"}}";
    json_t *record = json_loads(json, 0, NULL);
    char text[MB_REMARK_SIZE];

    mb_remark_rows(record, text);
    cr_expect_str_eq(text,
                     "Rows: rank 5 of 6; dependent on the rows before them: a row of hinge F; "
                     "multipliers and reactions are not unique.");
    json_decref(record);
}

/* What is cut is cut between characters: 60 of two bytes for the 40 bytes that a name may have. */
Test(told, remarks_keep_whole_characters_and_their_size)
{
    char json[2000] = "{\"precision\":{\"limits\":{", text[MB_REMARK_SIZE];
    json_t *record, *valid;

    for (int i = 0; i < 9; i++) {
        snprintf(json + strlen(json), sizeof json - strlen(json), "%s\"%d", i ? "," : "", i);
        for (int k = 0; k < 60; k++)
            strcat(json, "é");
        strcat(json, "\":1");
    }
    strcat(json, "},\"met\":true}}");
    record = json_loads(json, 0, NULL);
    cr_assert_not_null(record);
    mb_stated_limits(record, text);
    valid = json_string(text); /* NULL unless it is UTF-8 */
    cr_expect_not_null(valid, "%s", text);
    json_decref(valid);
    mb_remark_limits(record, text);
    valid = json_string(text);
    cr_expect_not_null(valid, "%s", text);
    json_decref(valid);
    json_decref(record);
}

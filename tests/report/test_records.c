/* SPDX-License-Identifier: MIT */
/* Reading of records, runs made again.  Expectations are written by hand from design.md. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/digest.h"
#include "report/records/grade.h"
#include "report/records/pick.h"
#include "tests/fixtures/reports/report_fixture.h"

/* ---- reader --------------------------------------------------------------------------------- */

TestSuite(reader, .init = start, .fini = stop);

Test(reader, a_whole_last_line_counts_without_its_newline)
{
    cr_assert_eq(read_records(RECORD("a", "1") "{" SCHEMA "}"), MB_OK);
    cr_assert_eq(records.count, 2);
    cr_assert_eq(records.torn, 0);
}

Test(reader, a_torn_last_line_is_told_and_does_not_count)
{
    cr_assert_eq(read_records(RECORD("a", "1") "\n{\"schema\":\"mbs"), MB_OK);
    cr_assert_eq(records.count, 1);
    cr_assert_eq(records.torn, 3);
}

Test(reader, a_last_line_with_newline_that_is_no_json_is_damaged)
{
    cr_assert_eq(read_records(RECORD("a", "1") "{\"schema\":\"mbs\n"), MB_BAD_INPUT);
    cr_assert(strstr(error.text, "records.jsonl:2: no record"), "%s", error.text);
}

Test(reader, a_bad_line_in_the_middle_names_file_and_line)
{
    cr_assert_eq(read_records(RECORD("a", "1") "\n{\"sch\n" RECORD("b", "2")), MB_BAD_INPUT);
    cr_assert(strstr(error.text, "records.jsonl:3: no record"), "%s", error.text);
}

/* Environments stand whole in the first record that was made in one, and by their id in others. */
Test(reader, environments_are_completed_from_the_records_before)
{
    static const char *const cpu[] = {"a", "b", "a", NULL, "old"};

    cr_assert_eq(
        read_records("{" SCHEMA ",\"environment\":{\"id\":\"1\",\"cpu\":\"a\",\"load\":0.5}}\n"
                     "{" SCHEMA ",\"environment\":{\"load\":0.25,\"cpu\":\"b\",\"id\":\"2\"}}\n"
                     "{" SCHEMA ",\"environment\":{\"id\":\"1\",\"load\":0.75}}\n"
                     "{" SCHEMA ",\"environment\":{\"id\":\"3\",\"load\":1.0}}\n"
                     "{" SCHEMA ",\"environment\":{\"cpu\":\"old\",\"load\":1.25}}\n"),
        MB_OK);
    cr_assert_eq(records.count, 5);
    for (int i = 0; i < 5; i++) {
        const char *found = mb_record_text(records.record[i], "environment.cpu");

        cr_expect(cpu[i] ? found && strcmp(found, cpu[i]) == 0 : !found, "record %d", i + 1);
    }
    cr_expect_eq(mb_record_number(records.record[2], "environment.load"), 0.75);
}

#define LONG_RECORD(run, key, gap)                                                                 \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" run "\",\"key\":\"" key "\",\"cell\":\"" key          \
    "\",\"problem\":{\"name\":\"p\",\"title\":\"a title\",\"nq\":3},\"solver\":\"a:x=" key         \
    "/b\",\"status\":\"ok\",\"reason\":null,\"t_end\":10,\"t_reached\":10,\"counters\":{"          \
    "\"steps\":7,"                                                                                 \
    "\"iterations\":9},\"precision\":{\"class\":0.01,\"gap\":" gap                                 \
    ",\"met\":true},\"cpu\":{\"loop\":[3,1,2]},\"search\":{\"value\":0.5},\"outputs\":{\"P."       \
    "x\":" gap "},\"environment\":{\"id\":\"e\",\"cpu\":\"c\",\"date\":\"2026\"}}\n"
#define LONG_FILE                                                                                  \
    LONG_RECORD("1", "1", "0.1")                                                                   \
    LONG_RECORD("2", "2", "0.2")                                                                   \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"3\",\"environment\":{\"id\":\"e\","                     \
    "\"date\":\"2027\"}}\n" LONG_RECORD("1", "1", "0.3") LONG_RECORD("4", "4", "0.4")

static void expect_same(const mb_report_run *a, const mb_report_run *b)
{
    const char *const text[][2] = {
        {a->study, b->study},   {a->run, b->run},       {a->problem, b->problem},
        {a->solver, b->solver}, {a->status, b->status}, {a->reason, b->reason},
        {a->label, b->label},   {a->anchor, b->anchor}, {mb_row_machine(a), mb_row_machine(b)}};

    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        cr_expect_str_eq(text[i][0], text[i][1]);
    for (int i = 0; i < MB_FIELDS; i++) {
        double x = mb_row_field(a, (mb_field)i), y = mb_row_field(b, (mb_field)i);

        cr_expect(x == y || (isnan(x) && isnan(y)), "%s", mb_field_of((mb_field)i)->path);
    }
    cr_expect(json_equal(mb_row_record(a), mb_row_record(b)));
    cr_expect_eq(mb_row_grade(a), mb_row_grade(b));
    cr_expect_eq(mb_row_met(a), mb_row_met(b));
    cr_expect_eq(mb_row_searched(a), mb_row_searched(b));
    cr_expect(mb_row_cpu(a) == mb_row_cpu(b) || isnan(mb_row_cpu(a)));
}

/* Of a large file the first records are held; the others say the same when they are asked. */
Test(reader, records_that_are_not_held_say_the_same)
{
    mb_digest held, read_again;
    mb_records few = {.most = 1};
    char path[512];

    cr_assert_eq(read_records(LONG_FILE), MB_OK);
    snprintf(path, sizeof path, "%s/records.jsonl", records.folder[0]);
    cr_assert_eq(mb_records_read(&few, path, &error), MB_OK, "%s", error.text);
    cr_assert(few.count == 5 && few.record[0] && !few.record[1] && !few.record[4]);
    cr_assert(json_equal(mb_records_get(&few, 2), records.record[2]));
    mb_records_latest(&few);
    mb_records_latest(&records);
    cr_assert(few.count == 4 && records.count == 4);
    cr_assert_eq(mb_digest_make(&records, arena, &held, &error), MB_OK);
    cr_assert_eq(mb_digest_make(&few, arena, &read_again, &error), MB_OK);
    cr_assert(held.row_count == 4 && read_again.row_count == 4);
    for (int i = 0; i < 4; i++)
        expect_same(&held.row[i], &read_again.row[i]);
    cr_expect_eq(mb_row_field(&read_again.row[0], MB_FIELD_GAP), 0.3);
    mb_records_free(&few);
}

/* ---- picking members ------------------------------------------------------------------------ */

static const char *const two[] = {"a", "c", NULL};

/* What is picked of a text is what all of it holds, and what is no JSON to one is none to the other. */
static void check_pick(const char *text)
{
    json_error_t why = {.text = ""}, same = {.text = ""};
    json_t *whole = json_loadb(text, strlen(text), 0, &same);
    json_t *picked = mb_json_pick(text, strlen(text), two, &why);
    json_t *all = mb_json_pick(text, strlen(text), NULL, NULL);

    cr_expect(!whole == !picked, "%s", text);
    cr_expect_str_eq(why.text, same.text);
    cr_expect((!whole && !all) || json_equal(whole, all), "%s", text);
    for (int i = 0; whole && two[i]; i++) {
        json_t *x = json_object_get(whole, two[i]), *y = json_object_get(picked, two[i]);

        cr_expect((!x && !y) || json_equal(x, y), "%s of %s", two[i], text);
    }
    json_decref(whole);
    json_decref(picked);
    json_decref(all);
}

Test(pick, members_are_those_of_the_whole_text)
{
    static const char *const text[] = {
        "{}",
        " { \"a\" : 1.5e-3 , \"b\" : [ 1 , { \"a\" : 2 } ] , \"c\" : { \"a\" : null } } \n",
        "{\"b\":\"a\\\"c\",\"a\":\"x\\u00e9\",\"c\":[true,false]}",
        "{\"b\":\"\xc3\xa9\",\"a\":\"\xc3\xa9\"}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"b\":2,\"a\":[3],\"\":4}",
        "{\"b\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],\"a\":3}",
        "[1]",
        "",
        "{",
        "{\"a\":1",
        "{\"a\":1]",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"b\":[1},\"a\":1}",
        "{\"b\":\"x,\"a\":1}",
        "{\"b\":nonsense,\"a\":1}",
        "{\"b\":1-1,\"a\":1}",
        "{\"b\":[1 2],\"a\":1}",
        "{\"b\":{\"a\",1},\"a\":1}",
        "{\"b\":-0.5E+10,\"a\":1}",
        "{\"a\":[0,-0,-0.0,1e0,4.9406564584124654e-324,1e-999,-12345678901234567]}",
        "{\"b\":0.1234567890123456789,\"a\":0.1234567890123456789}",
        "{\"a\":9223372036854775807}",
        "{\"a\":9223372036854775808}",
        "{\"a\":1e999}",
        "{\"b\":1e999,\"a\":1}",
        "{\"a\":1E+12,\"b\":1e-9999}",
        "{\"b\":01,\"a\":1}",
        "{\"b\":-,\"a\":1}",
        "{\"b\":1.,\"a\":1}",
        "{\"b\":1e,\"a\":1}",
        "{\"b\":.5,\"a\":1}",
        "{\"b\":+1,\"a\":1}",
        "{\"a\":1.5",
        "{\"a\":\"x",
        "{\"a\":nul",
        "{\"a\":nulls}",
        "{\"a\":[],\"b\":{}}",
        "{\"a\":[1,]}",
        "{\"a\":1} {",
        "{\"a\" 1}",
        "{a:1}",
        "{\"b\":\"\x01\",\"a\":1}",
        "{\"b\":\"\xff\",\"a\":1}",
    };

    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        check_pick(text[i]);
}

Test(pick, members_of_members_are_named_with_dots)
{
    static const char *const inner[] = {"a.b", "a.c.d", "e.f", "g", NULL};
    static const char text[] = "{\"a\":{\"x\":1,\"b\":[2],\"c\":{\"d\":3,\"y\":4}},\"e\":5,"
                               "\"g\":{\"h\":6},\"i\":7}";
    json_t *picked = mb_json_pick(text, strlen(text), inner, NULL);
    char *left = json_dumps(picked, JSON_COMPACT);

    cr_expect_str_eq(left, "{\"a\":{\"b\":[2],\"c\":{\"d\":3}},\"e\":5,\"g\":{\"h\":6}}");
    free(left);
    json_decref(picked);
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
    cr_assert_eq(records.torn, 0);
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

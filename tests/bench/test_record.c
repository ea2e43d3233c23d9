/* SPDX-License-Identifier: MIT */
/* Records and the file that they are stored in. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/record/record.h"
#include "bench/record/store.h"

/* ---- records -------------------------------------------------------------------------------- */

static const char *const fields[] = {"schema",
                                     "study",
                                     "run",
                                     "problem",
                                     "solver",
                                     "cell",
                                     "key",
                                     "copied_from",
                                     "status",
                                     "reason",
                                     "t_end",
                                     "t_reached",
                                     "h",
                                     "position",
                                     "velocity",
                                     "acceleration",
                                     "energy",
                                     "start_correction",
                                     "start",
                                     "outputs",
                                     "output_rates",
                                     "output_units",
                                     "error",
                                     "precision",
                                     "rank",
                                     "momentum",
                                     "counters",
                                     "cpu",
                                     "ratio",
                                     "environment",
                                     "series",
                                     "series_columns",
                                     "scene",
                                     "branch",
                                     "linear_solver",
                                     "limits",
                                     "peak_rss_mb"};

static json_t *example(const char *id)
{
    static mb_result result;
    mb_run run = {.study = "s",
                  .id = id,
                  .problem = "four-bar",
                  .of = mb_problem_find("four-bar"),
                  .solver = "lagrange/rk4:h=0.001",
                  .t_end = 0.1,
                  .cell = 1,
                  .key = 2};
    json_t *environment = json_object();
    const mb_record_extra extra = {{60.0, 2048.0}, run.solver, environment, NULL, NULL, NULL};
    json_t *record;

    memset(&result, 0, sizeof result);
    mb_result_clear(&result);
    result.status = MB_RUN_OK;
    result.t_reached = 0.1;
    result.points = 2;
    result.energy.last = INFINITY;
    result.norm[MB_AT_POSITION][MB_L2].sum = 3.0;
    record = mb_record(&run, &result, &extra);
    json_decref(environment);
    return record;
}

Test(record, fields_in_the_order_of_the_schema)
{
    json_t *record = example("a"), *value;
    const char *key;
    size_t i = 0;

    json_object_foreach(record, key, value)
    {
        cr_assert(i < sizeof fields / sizeof *fields);
        cr_expect_str_eq(key, fields[i]);
        i++;
    }
    cr_expect(i == sizeof fields / sizeof *fields);
    json_decref(record);
}

Test(record, numbers_read_back_and_infinity_is_null)
{
    json_t *record = example("a"), *back;
    char *line = mb_record_line(record);

    cr_assert(line[strlen(line) - 1] == '\n');
    cr_assert(strchr(line, '\n') == line + strlen(line) - 1);
    back = json_loads(line, 0, NULL);
    cr_assert(json_real_value(json_object_get(back, "t_end")) == 0.1);
    cr_assert(json_is_null(json_object_get(json_object_get(back, "energy"), "final")));
    cr_assert(json_real_value(json_object_get(
                  json_object_get(json_object_get(back, "position"), "l2"), "mean")) == 1.5);
    json_decref(back);
    json_decref(record);
    free(line);
}

/* The same by jansson's own writer */
static void compare_lines(const json_t *value)
{
    char *line = mb_record_line(value);
    char *other = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(17));

    cr_assert(line && other);
    cr_assert(line[strlen(line) - 1] == '\n');
    line[strlen(line) - 1] = '\0';
    cr_expect_str_eq(line, other);
    free(line);
    free(other);
}

Test(record, a_line_is_that_of_jansson)
{
    const double number[] = {0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             0.1,
                             1e-4,
                             9.9999999999999991e-5,
                             1e-5,
                             1e16,
                             1e17,
                             -1e17,
                             1e22,
                             1e300,
                             5e-324,
                             1e-37,
                             1e-38,
                             100.0,
                             12345.25,
                             0x1p53,
                             99999999999999992.0,
                             -3e-9};
    json_t *record = example("a"), *array = json_array(), *object = json_object();

    compare_lines(record);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        json_array_append_new(array, json_real(number[i]));
    for (uint64_t i = 1; i < 3000; i++) /* of all sizes */
        json_array_append_new(array, json_real(ldexp((double)(i * 6364136223846793005U >> 11),
                                                     (int)(i % 400) - 250)));
    json_array_append_new(array, json_integer(INT64_MIN));
    json_array_append_new(array, json_integer(7));
    json_array_append_new(array, json_array());
    json_object_set_new(object, "", json_object());
    json_object_set_new(object, "a \"key\"", json_stringn("\0x", 2));
    json_object_set_new(object, "\u00e4", json_string("\b\f\n\r\t\x01\x1f\x7f/\\\"\u20ac'"));
    json_object_set_new(object, "words", json_pack("[b, b, n, s]", 1, 0, ""));
    json_array_append_new(array, object);
    compare_lines(array);
    json_decref(array);
    json_decref(record);
}

Test(record, a_copy_names_the_run_that_was_made)
{
    json_t *record = example("a"), *copy, *copy_of_copy;
    const mb_run b = {.study = "s", .id = "b", .solver = "x"};
    const mb_run c = {.study = "t", .id = "c", .solver = "x"};

    copy = mb_record_copy(record, &b, false);
    copy_of_copy = mb_record_copy(copy, &c, false);
    cr_expect_str_eq(json_string_value(json_object_get(copy, "run")), "b");
    cr_expect_str_eq(json_string_value(json_object_get(copy, "copied_from")), "s/a");
    cr_expect_str_eq(json_string_value(json_object_get(copy_of_copy, "copied_from")), "s/a");
    cr_expect_str_eq(json_string_value(json_object_get(copy_of_copy, "study")), "t");
    cr_expect_str_eq(json_string_value(json_object_get(record, "run")), "a");
    json_decref(copy_of_copy);
    json_decref(copy);
    json_decref(record);
}

/* ---- store ---------------------------------------------------------------------------------- */

static void temporary(char path[64])
{
    int fd;

    strcpy(path, "/tmp/mbsbench-test-XXXXXX");
    fd = mkstemp(path);
    cr_assert(fd >= 0);
    close(fd);
}

static mb_store *opened(const char *path)
{
    mb_error err = {MB_OK, ""};
    mb_store *store;

    cr_assert(mb_store_open(path, &store, &err) == MB_OK, "%s", err.text);
    return store;
}

static void append(mb_store *store, const char *id)
{
    mb_error err = {MB_OK, ""};
    json_t *record = example(id);

    cr_assert(mb_store_append(store, record, &err) == MB_OK, "%s", err.text);
    json_decref(record);
}

Test(store, finds_what_was_appended_before)
{
    char path[64];
    mb_error err = {MB_OK, ""};
    const mb_stored *stored;
    json_t *record;
    mb_store *store;

    temporary(path);
    store = opened(path);
    append(store, "a");
    append(store, "b");
    cr_expect(mb_store_find(store, 2)->fresh);
    mb_store_close(store);
    store = opened(path);
    stored = mb_store_find(store, 2);
    cr_assert_not_null(stored);
    cr_expect(stored->name == mb_stored_name("s", "b"));
    cr_expect(stored->status == MB_RUN_OK && !stored->timed && !stored->fresh);
    cr_expect(stored->limits.time == 60.0);
    cr_assert(mb_store_read(store, mb_store_next(store, stored), &record, &err) == MB_OK);
    cr_expect_str_eq(json_string_value(json_object_get(record, "run")), "a");
    cr_expect_null(mb_store_find(store, 3));
    json_decref(record);
    mb_store_close(store);
    unlink(path);
}

Test(store, cuts_a_torn_line_off)
{
    char path[64];
    mb_store *store;
    FILE *f;

    temporary(path);
    store = opened(path);
    append(store, "a");
    mb_store_close(store);
    f = fopen(path, "a");
    fputs("{\"schema\":\"mbsbench-rec", f);
    fclose(f);
    store = opened(path);
    cr_expect(mb_store_was_torn(store));
    append(store, "b");
    mb_store_close(store);
    store = opened(path);
    cr_expect_not(mb_store_was_torn(store));
    cr_expect_not_null(mb_store_next(store, mb_store_find(store, 2)));
    mb_store_close(store);
    unlink(path);
}

/* What another program finished meanwhile is seen, and its like is not appended. */
Test(store, sees_what_another_one_appends)
{
    char path[64];
    mb_error err = {MB_OK, ""};
    mb_store *one, *two;

    temporary(path);
    one = opened(path);
    two = opened(path);
    append(one, "a");
    cr_expect_null(mb_store_find(two, 2));
    cr_assert(mb_store_refresh(two, &err) == MB_OK);
    cr_expect_not_null(mb_store_find_run(two, 2, mb_stored_name("s", "a")));
    append(two, "a");
    append(two, "b");
    append(one, "b");
    append(one, "c");
    mb_store_close(one);
    mb_store_close(two);
    one = opened(path);
    cr_expect_null(mb_store_find_run(one, 2, mb_stored_name("s", "d")));
    for (int i = 0; i < 3; i++) {
        const char id[] = {(char)('a' + i), 0};
        const mb_stored *stored = mb_store_find_run(one, 2, mb_stored_name("s", id));

        cr_assert_not_null(stored);
        while ((stored = mb_store_next(one, stored)))
            cr_expect(stored->name != mb_stored_name("s", id), "%s twice", id);
    }
    mb_store_close(one);
    unlink(path);
}

Test(store, refuses_a_file_of_something_else)
{
    char path[64];
    mb_error err = {MB_OK, ""};
    mb_store *store;
    FILE *f;

    temporary(path);
    f = fopen(path, "w");
    fputs("{\"schema\":\"other\"}\n", f);
    fclose(f);
    cr_assert(mb_store_open(path, &store, &err) == MB_BAD_INPUT);
    cr_expect_not_null(strstr(err.text, "line 1"));
    cr_expect_null(store);
    unlink(path);
}

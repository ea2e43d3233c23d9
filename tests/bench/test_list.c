/* SPDX-License-Identifier: MIT */
/* `mbsbench list problems` beside mechanisms that cannot be set up. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "bench/command/list.h"

static const char *text(const json_t *row, const char *key)
{
    return json_string_value(json_object_get(row, key));
}

Test(list, a_broken_problem_is_a_row_that_says_so)
{
    static const char *const names[] = {"pendulum", "crashing", "failing", "four-bar"};
    static const char *const why[] = {NULL, "SIGSEGV", "no start satisfies the rows", NULL};
    mb_error err = {MB_OK, ""};
    json_t *array;

    cr_assert(mb_list("problems", &array, &err) == MB_OK, "%s", err.text);
    cr_assert(json_array_size(array) == 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *row = json_array_get(array, i);
        const char *broken = text(row, "broken");

        cr_expect_str_eq(text(row, "name"), names[i]);
        cr_expect(json_is_integer(json_object_get(row, "nq")) == !why[i], "%s", names[i]);
        cr_expect(json_is_real(json_object_get(row, "t_end")), "%s", names[i]);
        if (why[i])
            cr_expect(broken && strstr(broken, why[i]), "%s: %s", names[i], broken);
        else
            cr_expect(!broken, "%s: %s", names[i], broken);
    }
    json_decref(array);
}

Test(list, the_table_says_it_as_well)
{
    char *table = NULL;
    size_t size;
    FILE *out = open_memstream(&table, &size);
    mb_error err = {MB_OK, ""};
    json_t *array;

    cr_assert(mb_list("problems", &array, &err) == MB_OK, "%s", err.text);
    mb_list_print(array, out);
    fclose(out);
    cr_expect(strstr(table, "broken: killed by SIGSEGV") != NULL, "%s", table);
    cr_expect(strstr(table, "no start satisfies the rows") != NULL, "%s", table);
    cr_expect(strstr(table, "four-bar") != NULL, "%s", table);
    free(table);
    json_decref(array);
}

/* SPDX-License-Identifier: MIT */
/* A record's line is what jansson writes of it. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/record/json_line.h"

static void hold(json_t *value)
{
    char *theirs = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
    char *ours = mb_json_line(value);
    const size_t n = strlen(theirs);

    cr_assert(strncmp(ours, theirs, n) == 0 && strcmp(ours + n, "\n") == 0, "%s, by jansson %s",
              ours, theirs);
    free(ours);
    free(theirs);
    json_decref(value);
}

Test(json_line, of_all_kinds)
{
    static const char *const text[] = {"{}", "[]", "[[],{},[{}]]",
                                       "{\"b\":1,\"a\":[true,false,null],\"c\":{\"d\":-2.5e-9}}",
                                       "[0,-0.0,1e300,9223372036854775807,-9223372036854775808]"};

    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        hold(json_loads(text[i], 0, NULL));
}

/* All characters of one byte, and some of more */
Test(json_line, of_texts)
{
    char all[127];

    for (int c = 1; c < 128; c++)
        all[c - 1] = (char)c;
    hold(json_stringn(all, sizeof all));
    hold(json_stringn("a\0b", 3));
    hold(json_string("\xc3\xa4 \xe2\x82\xac \xf0\x9d\x84\x9e / \"q\" \\"));
}

/* Longer than what is taken at first */
Test(json_line, of_any_length)
{
    json_t *array = json_array();
    char long_text[20001];

    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    for (int i = 0; i < 5000; i++)
        json_array_append_new(array, json_real(sqrt(i) * 1e-7));
    json_array_append_new(array, json_string(long_text));
    hold(array);
}

/* SPDX-License-Identifier: MIT */
/* Arena, hashes, names, numbers, programs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/names.h"
#include "base/program.h"
#include "base/sha256.h"
#include "base/spec.h"
#include "base/text.h"

Test(arena, yields_zeroed_aligned_memory_until_it_is_sealed)
{
    mb_arena *arena = mb_arena_create();

    for (size_t n = 0; n < 3000; n += 97) {
        char *p = mb_arena_alloc(arena, n, 7);

        cr_assert(p && (uintptr_t)p % 64 == 0);
        for (size_t i = 0; i < 7 * n; i++)
            cr_assert(p[i] == 0);
        memset(p, 255, 7 * n);
    }
    cr_assert(mb_arena_alloc(arena, SIZE_MAX / 2, 4) == NULL, "an overflow of the product");
    mb_arena_seal(arena);
    cr_assert(mb_arena_alloc(arena, 1, 1) == NULL, "sealed");
    mb_arena_destroy(arena);
}

Test(arena, fails_on_demand)
{
    mb_arena *arena = mb_arena_create();

    mb_arena_fail_at(arena, 2);
    cr_assert(mb_arena_alloc(arena, 1, 1));
    cr_assert(mb_arena_alloc(arena, 1, 1) == NULL);
    cr_assert(mb_arena_alloc(arena, 1, 1));
    mb_arena_destroy(arena);
}

Test(arena, takes_large_allocations_back)
{
    mb_arena *arena = mb_arena_create();
    void *small = mb_arena_alloc(arena, 100, 1), *large = mb_arena_alloc(arena, 100000, 8);
    char *kept = mb_arena_alloc(arena, 10, 1);
    size_t before = mb_arena_size(arena);

    cr_assert(small && large && kept);
    mb_arena_release(arena, small);
    mb_arena_release(arena, NULL);
    cr_assert(mb_arena_size(arena) == before, "a small one stays");
    mb_arena_release(arena, large);
    cr_assert(mb_arena_size(arena) == before - 800000);
    memset(kept, 1, 10);
    cr_assert(mb_arena_alloc(arena, 1, 1));
    mb_arena_destroy(arena);
}

static void append(void *object)
{
    char *text = *(char **)object;

    strcat(text, "x");
}

Test(arena, runs_clean_ups_once)
{
    mb_arena *arena = mb_arena_create();
    char text[8] = "", *pointer = text;
    mb_error err = {0};

    cr_assert(mb_arena_defer(arena, append, &pointer, &err) == MB_OK);
    cr_assert(mb_arena_defer(arena, append, &pointer, &err) == MB_OK);
    mb_arena_destroy(arena);
    cr_assert_str_eq(text, "xx");
}

/* Published FNV-1a vectors: a change would orphan every baseline. */
Test(hash, fnv_1a_vectors)
{
    cr_assert(mb_hash_text(MB_HASH_START, "") == UINT64_C(0xcbf29ce484222325));
    cr_assert(mb_hash_text(MB_HASH_START, "a") == UINT64_C(0xaf63dc4c8601ec8c));
    cr_assert(mb_hash_text(MB_HASH_START, "foobar") == UINT64_C(0x85944171f73967e8));
}

Test(hash, hex_has_16_digits)
{
    char hex[MB_HEX_SIZE];

    mb_hash_hex(UINT64_C(0xab), hex);
    cr_assert_str_eq(hex, "00000000000000ab");
}

Test(names, distances)
{
    cr_assert(mb_edit_distance("kitten", "sitting") == 3);
    cr_assert(mb_edit_distance("", "abc") == 3);
    cr_assert(mb_edit_distance("same", "same") == 0);
    cr_assert(mb_edit_distance("rnu", "run") == 1, "neighbours swapped are one slip");
    cr_assert(mb_edit_distance("ca", "abc") == 3, "and stay where they are then");
}

Test(names, only_near_ones_are_suggested)
{
    const char *const names[] = {"problem", "solver", "t_end", NULL};

    cr_assert_str_eq(mb_nearest("solvr", names), "solver");
    cr_assert_str_eq(mb_nearest("tend", names), "t_end");
    cr_assert_str_eq(mb_nearest("rnu", (const char *const[]){"run", "list", NULL}), "run");
    cr_assert_null(mb_nearest("banana", names));
}

Test(names, what_was_meant_is_said_or_what_there_is)
{
    static const char *const names[] = {"table1", "table2", "augmented-lagrangian", "ali3", NULL};
    static const char *const said[][2] = {
        {"tabel1", "did you mean 'table1'?"},
        {"table9", "did you mean 'table1', 'table2'?"},
        {"augmented", "did you mean 'augmented-lagrangian'?"},
        {"a", "there are table1, table2, augmented-lagrangian, ali3"},
        {"tab", "there are table1, table2, augmented-lagrangian, ali3"},
    };
    char text[80];

    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        cr_expect_str_eq(mb_meant(said[i][0], names, "there are", text, sizeof text), said[i][1]);
    cr_expect_str_eq(mb_meant("quux", names, "there are", text, 40),
                     "there are table1, table2, ...");
}

Test(text, a_byte_has_its_line_and_column)
{
    int line, column;

    mb_text_place("ab\n\xc3\xa9x!", 6, &line, &column);
    cr_expect(line == 2 && column == 3, "%d:%d", line, column);
}

Test(numbers, are_written_in_the_shortest_form_that_reads_back)
{
    const double x[] = {0.001, 1.4142135623730951, 1e7, 0.1 + 0.2, 5.0, 1e-5, -2.5};
    const char *const text[] = {
        "0.001", "1.4142135623730951", "1e+07", "0.30000000000000004", "5", "1e-05", "-2.5"};

    for (int i = 0; i < 7; i++) {
        char number[MB_NUMBER_SIZE];
        double back;

        mb_format_number(x[i], number);
        cr_assert_str_eq(number, text[i]);
        cr_assert(mb_parse_number(number, &back) && back == x[i]);
    }
}

Test(numbers, that_are_none_are_refused)
{
    const char *const text[] = {"", " 1", "1 ", "nan", "inf", "0x10", "1e999", "abc", "1,2", "--1"};
    double x;

    for (int i = 0; i < 10; i++)
        cr_assert(!mb_parse_number(text[i], &x), "'%s' was read", text[i]);
}

/* ---- programs ------------------------------------------------------------------------------- */

static mb_program_output said(const char *script, const char *folder)
{
    const char *const words[] = {"sh", "-c", script, NULL};
    mb_program_output output;
    mb_error err = {0};

    cr_assert(mb_program_run(words, folder, &output, &err) == MB_OK, "%s", err.text);
    return output;
}

Test(program, keeps_both_outputs_and_the_exit_status)
{
    mb_program_output output = said("echo out; echo why >&2; exit 3", NULL);
    char text[MB_PROGRAM_TEXT];

    cr_expect(output.exit_status == 3);
    cr_expect_str_eq(output.text, "out\n");
    cr_expect_str_eq(output.complaint, "why\n");
    mb_program_failure("sh", &output, text);
    cr_expect_str_eq(text, "sh failed with exit status 3: why ");
    mb_program_output_free(&output);
}

Test(program, runs_in_a_folder_with_nothing_to_read)
{
    mb_program_output output = said("pwd; cat", "/");
    char text[MB_PROGRAM_TEXT];

    cr_expect_str_eq(output.text, "/\n");
    mb_program_failure("sh", &output, text);
    cr_expect_str_eq(text, "");
    mb_program_output_free(&output);
}

Test(program, a_signal_is_128_and_its_number)
{
    mb_program_output output = said("kill -9 $$", NULL);

    cr_expect(output.exit_status == 137);
    mb_program_output_free(&output);
}

Test(program, several_run_side_by_side)
{
    const char *const words[] = {"sh", "-c", "read x < fifo; echo $x", NULL};
    const char *const other[] = {"sh", "-c", "echo word > fifo", NULL};
    char folder[] = "/tmp/mb-base-XXXXXX", path[64];
    mb_program reader, writer;
    mb_program_output output;
    mb_error err = {0};

    cr_assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/fifo", folder);
    cr_assert(mkfifo(path, 0600) == 0);
    cr_assert(mb_program_start(&reader, words, folder, &err) == MB_OK, "%s", err.text);
    cr_assert(mb_program_start(&writer, other, folder, &err) == MB_OK, "%s", err.text);
    cr_assert(mb_program_finish(&writer, &output, &err) == MB_OK);
    mb_program_output_free(&output);
    cr_assert(mb_program_finish(&reader, &output, &err) == MB_OK);
    cr_expect_str_eq(output.text, "word\n");
    mb_program_output_free(&output);
    unlink(path);
    rmdir(folder);
}

Test(program, one_that_cannot_be_started_is_named)
{
    const char *const words[] = {"/nowhere/at-all", NULL};
    mb_program program;
    mb_program_output output;
    mb_error err = {0}, late = {0};

    cr_expect(mb_program_start(&program, words, NULL, &err) == MB_BAD_INPUT);
    cr_expect(strstr(err.text, "/nowhere/at-all: No such file"), "%s", err.text);
    cr_expect(mb_program_finish(&program, &output, &late) == MB_FAILURE);
    mb_program_output_free(&output);
}

/* FIPS 180-4's examples; a million letters in pieces of odd lengths */
Test(sha256, sums_are_those_of_the_standard)
{
    static const struct {
        const char *text, *sum;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    static const char letters[] =
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    char text[MB_SHA256_TEXT];
    mb_sha256 sum;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mb_sha256_begin(&sum);
        mb_sha256_add(&sum, known[i].text, strlen(known[i].text));
        mb_sha256_text(&sum, text);
        cr_expect_str_eq(text, known[i].sum);
    }
    mb_sha256_begin(&sum);
    for (size_t left = 1000000, n = 1; left > 0; left -= n, n = n % 71 + 1) {
        n = n < left ? n : left;
        mb_sha256_add(&sum, letters, n);
    }
    mb_sha256_text(&sum, text);
    cr_expect_str_eq(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Arena, sparse patterns and products, hashes, names, numbers, programs. */
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
#include "base/product.h"
#include "base/program.h"
#include "base/sha256.h"
#include "base/spec.h"

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

/* A random sparse matrix, its dense twin in dense (nrow x ncol, by column) */
static mb_pattern random_matrix(mb_arena *arena, int nrow, int ncol, double *values, double *dense)
{
    mb_pattern_builder *b = mb_pattern_begin(nrow, ncol);
    mb_pattern p;

    for (int k = 0; k < nrow * ncol / 2; k++)
        mb_pattern_add(b, rand() % nrow, rand() % ncol);
    cr_assert(mb_pattern_end(b, arena, &p, NULL) == MB_OK);
    memset(dense, 0, (size_t)(nrow * ncol) * sizeof *dense);
    for (int j = 0; j < ncol; j++)
        for (int k = p.start[j]; k < p.start[j + 1]; k++) {
            cr_assert(k == p.start[j] || p.row[k] > p.row[k - 1]);
            cr_assert(mb_pattern_find(&p, p.row[k], j) == k);
            values[k] = rand() / (double)RAND_MAX - 0.5;
            dense[j * nrow + p.row[k]] = values[k];
        }
    return p;
}

Test(sparse, products_agree_with_dense_ones)
{
    enum { M = 7, N = 5, K = 6 };
    mb_arena *arena = mb_arena_create();
    double ax[M * N], bx[M * K], a[M * N], b[M * K];

    srand(1);
    for (int trial = 0; trial < 50; trial++) {
        mb_pattern pa = random_matrix(arena, M, N, ax, a), pb = random_matrix(arena, M, K, bx, b);
        mb_product c;
        double cx[N * K];

        cr_assert(mb_product_plan(&pa, NULL, &pb, NULL, 0, arena, &c, NULL) == MB_OK);
        mb_product_run(&c, ax, bx, cx);
        for (int j = 0; j < K; j++)
            for (int i = 0; i < N; i++) {
                int at = mb_pattern_find(&c.pattern, i, j);
                double sum = 0.0;

                for (int k = 0; k < M; k++)
                    sum += a[i * M + k] * b[j * M + k];
                cr_assert(fabs(sum - (at < 0 ? 0.0 : cx[at])) < 1e-15);
            }
    }
    mb_arena_destroy(arena);
}

Test(sparse, transposed_pattern_and_map_yield_a_gram_matrix)
{
    enum { M = 6, N = 8 };
    mb_arena *arena = mb_arena_create();
    double ax[M * N], a[M * N], gx[M * M];
    mb_pattern p, t;
    const int *map;
    mb_product gram;

    srand(2);
    p = random_matrix(arena, M, N, ax, a);
    cr_assert(mb_pattern_transpose(&p, arena, &t, &map, NULL) == MB_OK);
    cr_assert(mb_product_plan(&t, map, &t, map, 1, arena, &gram, NULL) == MB_OK);
    mb_product_run(&gram, ax, ax, gx);
    for (int j = 0; j < M; j++)
        for (int i = j; i < M; i++) {
            int at = mb_pattern_find(&gram.pattern, i, j);
            double sum = 0.0;

            for (int k = 0; k < N; k++)
                sum += a[k * M + i] * a[k * M + j];
            cr_assert(fabs(sum - (at < 0 ? 0.0 : gx[at])) < 1e-15);
        }
    mb_arena_destroy(arena);
}

/* Sums of few pairs and of many, more entries than are computed together, added to a wider pattern
 */
Test(sparse, products_are_added_to_a_pattern_that_holds_theirs)
{
    enum { M = 9, N = 40 };
    static double ax[M * N], a[M * N], y[N * N];
    mb_arena *arena = mb_arena_create();
    mb_pattern_builder *full = mb_pattern_begin(N, N);
    mb_pattern p, all;
    mb_product gram;

    srand(4);
    p = random_matrix(arena, M, N, ax, a);
    for (int k = 0; k < N * N; k++)
        mb_pattern_add(full, k % N, k / N);
    cr_assert(mb_pattern_end(full, arena, &all, NULL) == MB_OK);
    cr_assert(mb_product_plan(&p, NULL, &p, NULL, 0, arena, &gram, NULL) == MB_OK);
    mb_product_onto(&gram, &all);
    for (int k = 0; k < N * N; k++)
        y[k] = k;
    mb_product_add(&gram, 0.5, ax, ax, y);
    for (int k = 0; k < N * N; k++) {
        double sum = 0.0;

        for (int i = 0; i < M; i++)
            sum += a[k / N * M + i] * a[k % N * M + i];
        cr_assert(fabs(y[k] - k - 0.5 * sum) < 1e-12, "%g", y[k]);
    }
    mb_arena_destroy(arena);
}

/* A by columns [2 0; 1 3], A by rows, A' and the symmetric A + A' */
Test(sparse, products_by_rows_and_sums)
{
    static const int start[] = {0, 2, 3}, row[] = {0, 1, 1};
    static const int full_start[] = {0, 2, 4}, full_row[] = {0, 1, 0, 1};
    const double ax[] = {2.0, 1.0, 3.0}, both[] = {4.0, 1.0, 1.0, 6.0};
    const double x[] = {5.0, 7.0}, b[] = {1.0, -1.0};
    mb_pattern p = {.nrow = 2, .ncol = 2, .nnz = 3, .start = start, .row = row};
    const mb_pattern full = {.nrow = 2, .ncol = 2, .nnz = 4, .start = full_start, .row = full_row};
    mb_arena *arena = mb_arena_create();
    double y[2];

    cr_assert(mb_pattern_by_rows(&p, arena, NULL) == MB_OK);
    mb_multiply(&p, ax, x, y);
    cr_expect(y[0] == 10.0 && y[1] == 26.0);
    mb_multiply_add(&p, ax, -1.0, x, y);
    cr_expect(y[0] == 0.0 && y[1] == 0.0);
    mb_transposed_plus(&p, ax, 2.0, x, b, y);
    cr_expect(y[0] == 35.0 && y[1] == 41.0);
    mb_symmetric_plus(&full, both, -1.0, x, b, y);
    cr_expect(y[0] == -26.0 && y[1] == -48.0);
    mb_arena_destroy(arena);
}

Test(sparse, multiplies_by_a_matrix_and_its_transpose)
{
    enum { M = 4, N = 6 };
    mb_arena *arena = mb_arena_create();
    double ax[M * N], a[M * N], x[N], u[M], y[M], z[N];
    mb_pattern p;

    srand(3);
    p = random_matrix(arena, M, N, ax, a);
    for (int j = 0; j < N; j++)
        x[j] = j - 2.5;
    for (int i = 0; i < M; i++)
        u[i] = 1.5 * i - 2.0;
    mb_multiply(&p, ax, x, y);
    mb_multiply_t(&p, ax, u, z);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            y[i] -= a[j * M + i] * x[j];
            z[j] -= a[j * M + i] * u[i];
        }
    for (int i = 0; i < M; i++)
        cr_assert(fabs(y[i]) < 1e-15);
    for (int j = 0; j < N; j++)
        cr_assert(fabs(z[j]) < 1e-15);
    mb_arena_destroy(arena);
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
}

Test(names, only_near_ones_are_suggested)
{
    const char *const names[] = {"problem", "solver", "t_end", NULL};

    cr_assert_str_eq(mb_nearest("solvr", names), "solver");
    cr_assert_str_eq(mb_nearest("tend", names), "t_end");
    cr_assert_null(mb_nearest("banana", names));
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

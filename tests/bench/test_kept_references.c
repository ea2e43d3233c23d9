/* SPDX-License-Identifier: MIT */
/* References that are kept in a folder: found once, read back to the last bit, whatever else lies
 * there; and whether they begin as the model does. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/mechanism/agreement.h"
#include "bench/mechanism/kept_reference.h"
#include "tests/fixtures/models/declared.h"

#define PENDULA(stiffness, rate)                                                                   \
    "mechanism: two\ndimension: planar\ngravity: [0, -9.81]\n"                                     \
    "bodies:\n"                                                                                    \
    "  upper: {rod: [[0, 0], [1, 0]], mass: 1}\n"                                                  \
    "  lower: {rod: [[1, 0], [1, -1]], mass: 2}\n"                                                 \
    "joints:\n"                                                                                    \
    "  A: {revolute: [ground, upper], at: [0, 0]}\n"                                               \
    "  B: {revolute: [upper, lower], at: [1, 0]}\n"                                                \
    "forces: {k: {joint: B, stiffness: " stiffness ", free: 1}}\n"                                 \
    "start: {A: " rate "}\n"                                                                       \
    "outputs: {B: {point: lower, at: [1, -1]}}\n"

static char folder[64], inside[80];
static mb_arena *arena;
static const mb_plain_mechanism *mechanism;

static void begin(void)
{
    strcpy(folder, "/tmp/kept-XXXXXX");
    cr_assert(mkdtemp(folder));
    snprintf(inside, sizeof inside, "%s/references", folder);
    arena = mb_arena_create();
    mechanism = mb_declared_text(PENDULA("5", "1"), "", NULL);
    cr_assert(arena && mechanism);
}

/* Names in the folder of references; the path of the last one */
static int files(char path[400])
{
    DIR *dir = opendir(inside);
    int n = 0;

    for (struct dirent *d = dir ? readdir(dir) : NULL; d; d = readdir(dir))
        if (d->d_name[0] != '.') {
            snprintf(path, 400, "%s/%s", inside, d->d_name);
            n++;
        }
    if (dir)
        closedir(dir);
    return n;
}

static void end(void)
{
    char path[400];

    while (files(path) > 0 && remove(path) == 0)
        ;
    rmdir(inside);
    rmdir(folder);
    mb_arena_destroy(arena);
    mb_declared_end();
}

static mb_kept_reference kept(double until, const char *where)
{
    mb_kept_reference k;
    mb_error err = {0};

    cr_assert(mb_reference_kept(mechanism, until, where, arena, &k, &err) == MB_OK, "%s", err.text);
    return k;
}

TestSuite(kept, .init = begin, .fini = end);

Test(kept, what_was_found_is_read_to_the_last_bit)
{
    const mb_kept_reference first = kept(1.0, inside), second = kept(1.0, inside);
    const mb_automatic_facts *a = mb_automatic_facts_of(first.reference),
                             *b = mb_automatic_facts_of(second.reference);
    mb_automatic_run *run[2];
    char path[400];

    cr_expect(!first.ready && second.ready && first.cpu > 0.0 && second.cpu == first.cpu);
    cr_expect(files(path) == 1);
    cr_expect(a->there && b->there && a->step == b->step && a->horizon == b->horizon &&
              a->apart == b->apart && a->evaluations == b->evaluations && isnan(b->singular));
    cr_expect_str_eq(a->why, b->why);
    for (int i = 0; i < 2; i++)
        cr_expect(mb_automatic_bound(first.reference, i) ==
                  mb_automatic_bound(second.reference, i));
    cr_assert(mb_automatic_follow(first.reference, arena, &run[0], NULL) == MB_OK);
    cr_assert(mb_automatic_follow(second.reference, arena, &run[1], NULL) == MB_OK);
    for (double t = 0.0; t < 1.0; t += 0.13) {
        double out[2][2];

        for (int k = 0; k < 2; k++)
            mb_automatic_at(run[k], t, out[k]);
        cr_expect(memcmp(out[0], out[1], sizeof out[0]) == 0, "%g", t);
    }
}

Test(kept, another_end_or_mechanism_is_another_file)
{
    char path[400];

    kept(1.0, inside);
    cr_expect(!kept(0.5, inside).ready);
    mechanism = mb_declared_text(PENDULA("5.5", "1"), "", NULL);
    cr_expect(!kept(1.0, inside).ready);
    cr_expect(files(path) == 3);
}

static void write_file(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");

    cr_assert(file && fwrite(text, 1, size, file) == size && fclose(file) == 0);
}

Test(kept, broken_and_foreign_files_count_for_nothing)
{
    static char whole[1 << 16], text[1 << 16];
    char path[400];
    size_t size;
    FILE *file;

    kept(1.0, inside);
    cr_assert(files(path) == 1);
    file = fopen(path, "rb");
    size = fread(whole, 1, sizeof whole, file);
    fclose(file);
    for (size_t cut = 0; cut < size; cut += size / 7) { /* 0 is empty */
        write_file(path, whole, cut);
        cr_expect(!kept(1.0, inside).ready, "%zu", cut);
        cr_expect(kept(1.0, inside).ready, "%zu: it is made anew", cut);
    }
    for (size_t at = 5; at < size; at += size / 11) {
        memcpy(text, whole, size);
        text[at] ^= 1;
        write_file(path, text, size);
        kept(1.0, inside);
        cr_expect(kept(1.0, inside).ready, "%zu", at);
        cr_expect(at > 200 || files(path) == 1);
    }
    memcpy(text, whole, size); /* numbers that were edited */
    strstr(text, "facts 0x1p")[9] = '0';
    write_file(path, text, size);
    cr_expect(!kept(1.0, inside).ready);
    write_file(path, "something else\n", 15);
    cr_expect(!kept(1.0, inside).ready && kept(1.0, inside).ready);
    cr_assert(remove(path) == 0 && mkdir(path, 0777) == 0);
    cr_expect(!kept(1.0, inside).ready && !kept(1.0, inside).ready, "a folder of that name");
    cr_assert(rmdir(path) == 0);
}

Test(kept, where_nothing_can_be_kept_it_is_found)
{
    cr_expect(mb_automatic_facts_of(kept(1.0, NULL).reference)->there);
    cr_expect(mb_automatic_facts_of(kept(1.0, "/nowhere/at/all").reference)->there);
}

Test(kept, programs_side_by_side_do_not_meet)
{
    char path[400];
    int status;

    for (int k = 0; k < 4; k++)
        if (fork() == 0)
            _exit(mb_automatic_facts_of(kept(1.0, inside).reference)->there ? 0 : 1);
    for (int k = 0; k < 4; k++)
        cr_expect(wait(&status) > 0 && status == 0);
    cr_expect(files(path) == 1 && kept(1.0, inside).ready);
}

Test(kept, folders_stand_beside_records)
{
    char text[100];

    mb_reference_folder("results/records.jsonl", text, sizeof text);
    cr_expect_str_eq(text, "results/references");
    mb_reference_folder("records.jsonl", text, sizeof text);
    cr_expect_str_eq(text, "references");
    mb_reference_folder("-", text, sizeof text);
    cr_expect_str_eq(text, "");
    mb_reference_folder("/dev/null", text, sizeof text);
    cr_expect_str_eq(text, "");
    mb_reference_scratch(text, sizeof text);
    cr_expect(!kept(0.1, text).ready && kept(0.1, text).ready);
    mb_reference_scratch_remove(text);
    cr_expect(access(text, F_OK) != 0);
}

/* A reference of another spring begins otherwise: the lower rod is off by 0.1 rad x 0.5 N m/rad; so does
 * one of another start, by 1e-6 rad/s times the size, sqrt(2) m. */
Test(kept, a_reference_that_is_not_the_models_is_told)
{
    const mb_plain_mechanism *other = mb_declared_text(PENDULA("5.001", "1"), "", NULL);
    const mb_plain_mechanism *faster = mb_declared_text(PENDULA("5", "1.000001"), "", NULL);
    const mb_kept_reference k = kept(0.2, NULL);
    mb_error err = {0};

    cr_expect(mb_references_agree(mechanism, k.reference, &err) == MB_OK, "%s", err.text);
    cr_expect(mb_references_agree(other, k.reference, &err) == MB_FAILURE);
    cr_expect(strstr(err.text, "reference and model disagree: '") && strstr(err.text, "m/s2"), "%s",
              err.text);
    err = (mb_error){0};
    cr_expect(mb_references_agree(faster, k.reference, &err) == MB_FAILURE);
    cr_expect(strstr(err.text, "'upper' begins with velocities that are 1.4e-06 m/s apart"), "%s",
              err.text);
}

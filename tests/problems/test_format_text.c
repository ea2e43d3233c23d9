/* SPDX-License-Identifier: MIT */
/* Mechanism files as texts: what does not count, what memory and size do. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/fixtures/models/declared.h"

typedef struct text {
    size_t n, size;
    char *bytes;
} text;

static void take(void *data, const char *part)
{
    text *t = data;
    const size_t more = strlen(part);

    if (t->n + more + 1 > t->size) {
        t->size = 2 * (t->n + more + 1);
        t->bytes = realloc(t->bytes, t->size);
    }
    memcpy(t->bytes + t->n, part, more + 1);
    t->n += more;
}

static char *canonical(const mb_plain_mechanism *m)
{
    text t = {0};

    cr_assert(m);
    mb_format_canonical(m, take, &t);
    return t.bytes;
}

static bool alike(const char *a, const char *b)
{
    char *x = canonical(mb_declared_text(a, "", NULL)),
         *y = canonical(mb_declared_text(b, "", NULL));
    const bool same = strcmp(x, y) == 0;

    free(x);
    free(y);
    return same;
}

TestSuite(text, .fini = mb_declared_end);

Test(text, what_does_not_count)
{
    static const char plain[] = "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                                "constants: {c: 2}\n"
                                "functions: {f: {of: s, pieces: [[1, s], [inf, 1]]}}\n"
                                "bodies: {a: {point: [c, 0], mass: 1}}\n"
                                "forces: {p: {push: a, at: [c, 0], along: x, law: c*f(x)}}\n";

    cr_expect(alike(plain, "# a comment\nmechanism: m\ntitle: other\ntraps: none\n"
                           "dimension: planar\ngravity:\n- 0\n- -9.810\n"
                           "parameters: {k: {value: 2}}\n"
                           "functions: {g: {of: u, pieces: [[1, u], [inf, 1]]}}\n"
                           "points: {A: [k, 0]}\n"
                           "bodies: {a: {point: A, mass: 1, draw: {colour: red}}}\n"
                           "forces: {p: {push: a, at: A, along: [7, 0], law: \"k*g(x)\"}}\n"));
    cr_expect(!alike(plain, "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                            "constants: {c: 2}\n"
                            "functions: {f: {of: s, pieces: [[1, s], [inf, 1]]}}\n"
                            "bodies: {a: {point: [c, 0], mass: 1.0000000001}}\n"
                            "forces: {p: {push: a, at: [c, 0], along: x, law: c*f(x)}}\n"));
    cr_expect(!alike(plain, "mechanism: m\ndimension: planar\ngravity: [0, -9.81]\n"
                            "constants: {c: 2}\n"
                            "functions: {f: {of: s, pieces: [[1, s], [inf, 2]]}}\n"
                            "bodies: {a: {point: [c, 0], mass: 1}}\n"
                            "forces: {p: {push: a, at: [c, 0], along: x, law: c*f(x)}}\n"));
}

Test(text, the_same_text_twice_is_the_same_mechanism)
{
    static const char *const names[] = {"iltis-suspension", "andrews-squeezer", "delta-robot",
                                        "stewart-platform", "slider-crank-singular"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *a = canonical(mb_declared(names[i], "", NULL));
        char *b = canonical(mb_declared(names[i], "", NULL));

        cr_expect_str_eq(a, b);
        free(a);
        free(b);
    }
}

Test(text, parameters_of_the_command_line)
{
    mb_arena *arena = mb_arena_create();
    static const char source[] = "mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                                 "parameters: {N: {value: 2, integer: yes, min: 1, max: 9}}\n"
                                 "bodies: {b(i=1..N): {point: [i, 0], mass: 1}}\n";
    const mb_plain_mechanism *m;
    mb_error err = {MB_OK, ""};

    cr_assert(mb_format_read("m", source, strlen(source), "N=5", arena, NULL, &m, &err) == MB_OK);
    cr_expect(m->nbodies == 5 && mb_value_given(m->params, &m->values, "N"));
    cr_expect_str_eq(m->body[4].name, "b(5)");
    cr_expect(mb_format_read("m", source, strlen(source), "N=10", arena, NULL, &m, &err) ==
              MB_BAD_INPUT);
    cr_expect_str_eq(err.text, "m:N=10 is out of range: N must be at most 9");
    mb_arena_destroy(arena);
}

Test(text, many_errors_are_told_at_once_in_the_order_of_the_file)
{
    char all[8192] = "mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                     "bodies: {b: {point: [0, 0], mass: 1}}\njoints:\n";
    mb_messages messages;

    for (int i = 0; i < 30; i++)
        sprintf(all + strlen(all), "  j%d: {distance: [b, b%d], at: [[0, 0], [1, 1]]}\n", i, i + 2);
    cr_assert(!mb_declared_text(all, "", &messages));
    cr_expect(messages.nerrors == MB_MESSAGES && messages.more);
    for (int i = 1; i < messages.nerrors; i++)
        cr_expect(messages.error[i].line == messages.error[i - 1].line + 1);
}

/* A member of a family is wrong as the others are; it is told once. */
Test(text, families_are_told_once)
{
    mb_messages messages;

    cr_assert(!mb_declared_text("mechanism: m\ndimension: planar\ngravity: [0, 0]\n"
                                "bodies: {b(i=1..1000): {point: [i, q], mass: 1}}\n"
                                "joints: {j(i=2..1000): {distance: [b(i-1), b(i)], at: [[i, 0], "
                                "[i+1, 0]]}}\n"
                                "outputs: {o: {joint: j(7)}}",
                                "", &messages));
    cr_assert(messages.nerrors == 1);
    cr_expect_str_eq(messages.error[0].text, "unknown name 'q'");
}

Test(text, memory_may_run_out_anywhere)
{
    static const char *const names[] = {"iltis-suspension", "jansen-leg", "slider-crank-singular",
                                        "epicyclic-gears"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        char *source = mb_declared_source(names[i], &size);
        bool failed = true;

        for (long k = 1; failed; k++) {
            mb_arena *arena = mb_arena_create();
            const mb_plain_mechanism *m;
            mb_error err = {MB_OK, ""};
            mb_status status;

            mb_arena_fail_at(arena, k);
            status = mb_format_read(names[i], source, size, "", arena, NULL, &m, &err);
            failed = status != MB_OK;
            cr_assert(!failed || (status == MB_NO_MEMORY && !m), "%s, allocation %ld: %s", names[i],
                      k, err.text);
            mb_arena_destroy(arena);
        }
        free(source);
    }
}

/* 40001 bodies, 60001 joints; the time is printed, not judged. */
Test(text, twenty_thousand_loops)
{
    const clock_t before = clock();
    const mb_plain_mechanism *m = mb_declared("n-four-bar", "N=20000", NULL);

    printf("n-four-bar, N = 20000: %.2f s\n", (double)(clock() - before) / CLOCKS_PER_SEC);
    cr_expect(m->nbodies == 40001 && m->njoints == 60001 && m->nbranches == 20000);
    cr_expect_str_eq(m->joint[60000].name, "right(20000)");
    cr_expect(m->joint[60000].body[0] == 20000 && m->joint[60000].body[1] == 40000);
    cr_expect_str_eq(m->body[20000].name, "post(20000)");
}

#define POINTS(n)                                                                                  \
    "mechanism: many\n"                                                                            \
    "dimension: planar\n"                                                                          \
    "parameters: {N: {value: " n ", integer: yes, min: 1, max: 2000000, doc: points}}\n"           \
    "points: {P(i=1..N): [i, 0]}\n"                                                                \
    "bodies: {rod: {rod: [P(1), P(2)], mass: 1}}\n"                                                \
    "joints: {pin: {revolute: [ground, rod], at: P(1)}}\n"                                         \
    "run: {end: 1, scale: 1}\n"

/* A file by itself has a million elements at most; whoever asks for more with a parameter gets them. */
Test(text, more_than_a_million_elements_have_to_be_asked_for, .fini = mb_declared_end)
{
    mb_arena *arena = mb_arena_create();
    const mb_plain_mechanism *m;
    const char *many = POINTS("1100000");
    mb_error err = {0};

    cr_expect(mb_format_read("m.yaml", many, strlen(many), "", arena, NULL, &m, &err) ==
              MB_BAD_INPUT);
    cr_expect(strstr(err.text, "more than 1000000 elements"), "%s", err.text);
    mb_arena_destroy(arena);
    cr_expect(mb_declared_text(POINTS("2"), "N=1100000", NULL) != NULL);
}

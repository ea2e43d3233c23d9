/* SPDX-License-Identifier: MIT */
/* Compared outputs of automatic references as polynomials of time: against the motion that they stand for,
 * over breaks of laws, and after a way through a text. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/models/readings.h"

static bool compared(const mb_plain_mechanism *m, int component)
{
    for (int k = 0; k < m->noutputs; k++)
        if (component >= m->output[k].first && component < m->output[k].first + m->output[k].n)
            return m->output[k].compared;
    return false;
}

/* Loops in space, a ball, a law of time, a chain of very unlike masses */
static const struct {
    const char *name;
    double end;
} smooth[] = {{"rssr", 1.0}, {"heavy-top", 0.5}, {"driven-crank", 1.0}, {"mass-ratio-chain", 0.3}};

Test(automatic_table, is_off_the_motion_by_a_tenth_of_its_bound_at_most, .fini = mb_declared_end)
{
    for (size_t k = 0; k < sizeof smooth / sizeof *smooth; k++) {
        const mb_plain_mechanism *m = mb_declared(smooth[k].name, "", NULL);
        double before[MB_READING_COMPONENTS], own[MB_READING_COMPONENTS],
            out[MB_READING_COMPONENTS];
        mb_arena *arena = mb_arena_create();
        mb_automatic_run *motion, *table;
        mb_automatic *automatic;

        cr_assert(m->ncomponents <= MB_READING_COMPONENTS);
        cr_assert(mb_automatic_reference(m, smooth[k].end, arena, &automatic, NULL) == MB_OK);
        for (int i = 0; i < m->ncomponents; i++)
            before[i] = mb_automatic_bound(automatic, i);
        cr_assert(mb_automatic_tabulate(automatic, arena, NULL) == MB_OK);
        cr_assert(mb_automatic_follow(automatic, arena, &motion, NULL) == MB_OK);
        cr_assert(mb_automatic_consult(automatic, arena, &table, NULL) == MB_OK);
        for (double t = 0.0; t < smooth[k].end; t += smooth[k].end / 137.7) {
            mb_automatic_at(motion, t, own);
            mb_automatic_at(table, t, out);
            for (int i = 0; i < m->ncomponents; i++)
                if (compared(m, i))
                    cr_expect(fabs(out[i] - own[i]) <= 0.1 * before[i],
                              "%s of %s at %g: %g off, bound %g", m->component[i], m->name, t,
                              out[i] - own[i], before[i]);
        }
        for (int i = 0; i < m->ncomponents; i++)
            cr_expect(mb_automatic_bound(automatic, i) >= before[i] &&
                      mb_automatic_bound(automatic, i) <= 1.1 * before[i] * (1.0 + 1e-12));
        mb_arena_destroy(arena);
    }
}

/* Thrown up on a slack rope, caught by it again: w = 20 rad/s, free flights of 0.6 s.  What it pulls with
 * has a kink at each end of a flight. */
#define ROPE                                                                                       \
    "mechanism: m\ndimension: planar\ngravity: [0, -10]\n"                                         \
    "bodies: {b: {point: [0, -1], mass: 0.5}}\n"                                                   \
    "forces: {rope: {spring: [ground, b], at: [[0, 0], [0, -1]], stiffness: 200, only: "           \
    "tension}}\n"                                                                                  \
    "start: {b: {v: [0, 3]}}\n"                                                                    \
    "outputs: {b: {point: b}, f: {force: rope, compare: yes}}\nrun: {scale: 1}\n"

static const double flight = 0.6, rate = 20.0;

static double swing(void)
{
    return 2.0 * (M_PI - atan(3.0 * rate / 10.0)) / rate;
}

/* A text that grows. */
typedef struct text {
    char at[1 << 20];
    size_t n;
} text;

static void put(void *data, const char *piece)
{
    text *t = data;

    cr_assert(t->n + strlen(piece) < sizeof t->at);
    memcpy(t->at + t->n, piece, strlen(piece) + 1);
    t->n += strlen(piece);
}

Test(automatic_table, goes_along_the_motion_where_a_law_passes_a_break)
{
    mb_reading r = mb_reading_of(ROPE, 2.0 * flight + swing());
    text *t = calloc(1, sizeof *t);

    cr_assert(t && mb_automatic_tabulate(r.automatic, r.arena, NULL) == MB_OK);
    mb_automatic_write(r.automatic, put, t);
    cr_expect(strstr(t->at, "\npanel ") && strstr(t->at, "\nhole "));
    cr_assert(mb_automatic_consult(r.automatic, r.arena, &r.along, NULL) == MB_OK);
    for (double at = 0.0; at < flight; at += 0.0123)
        mb_reading_expect(&r, at, "b.y", -1.0 + 3.0 * at - 5.0 * at * at);
    for (double at = 1e-4; at < swing(); at += 0.0023) {
        const double x =
            10.0 / (rate * rate) * (1.0 - cos(rate * at)) + 3.0 / rate * sin(rate * at);

        mb_reading_expect(&r, flight + at, "b.y", -1.0 - x);
        mb_reading_expect(&r, flight + at, "f", 200.0 * x);
    }
    for (double at = flight + swing(); at < 2.0 * flight + swing(); at += 0.0123)
        mb_reading_expect(&r, at, "f", 0.0);
    mb_reading_expect(&r, 0.3, "b.y", -0.55); /* back again */
    free(t);
    mb_reading_end(&r);
}

Test(automatic_table, is_read_from_its_text_to_the_last_bit)
{
    mb_reading r = mb_reading_of(ROPE, 2.0 * flight + swing());
    text *t = calloc(1, sizeof *t);
    mb_automatic *second;
    mb_automatic_run *run[2];

    cr_assert(t && mb_automatic_tabulate(r.automatic, r.arena, NULL) == MB_OK);
    mb_automatic_write(r.automatic, put, t);
    cr_assert(mb_automatic_read(t->at, r.m, 2.0 * flight + swing(), r.arena, &second, NULL) ==
              MB_OK);
    cr_assert(mb_automatic_consult(r.automatic, r.arena, &run[0], NULL) == MB_OK);
    cr_assert(mb_automatic_consult(second, r.arena, &run[1], NULL) == MB_OK);
    for (double at = 0.0; at < 2.0 * flight + swing(); at += 0.0071) {
        double out[2][MB_READING_COMPONENTS];

        for (int k = 0; k < 2; k++)
            mb_automatic_at(run[k], at, out[k]);
        cr_expect(memcmp(out[0], out[1], (size_t)r.m->ncomponents * sizeof(double)) == 0, "%g", at);
    }
    for (int i = 0; i < r.m->ncomponents; i++)
        cr_expect(mb_automatic_bound(r.automatic, i) == mb_automatic_bound(second, i));
    *strstr(t->at, "\nhole ") = '\0';
    cr_expect(mb_automatic_read(t->at, r.m, 2.0 * flight + swing(), r.arena, &second, NULL) ==
              MB_BAD_INPUT);
    free(t);
    mb_reading_end(&r);
}

/* SPDX-License-Identifier: MIT */
/* Fuzz target: what adapters print.  Whatever `describe` answers is an engine with at least one
 * integrator or is refused with a word; whatever stands for a trajectory is read to a trailer or refused
 * with a place, and its poses are numbers with unit quaternions at ascending times. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/engine.h"
#include "bench/engine/rows.h"

enum { BODIES = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_answer(const char *text)
{
    mb_arena *arena = mb_arena_create();
    mb_engine engine = {.name = "input"};
    mb_error err = {MB_OK, ""};

    if (arena && mb_engine_read_answer("input", text, arena, &engine, &err) == MB_OK) {
        if (engine.nintegrators < 1 || !engine.title || !engine.version)
            abort();
    } else if (!err.text[0]) {
        abort(); /* refused without a word */
    }
    mb_arena_destroy(arena);
}

static void check_pose(const mb_pose *pose)
{
    double length = 0.0;

    for (int i = 0; i < 4; i++)
        length += pose->quaternion[i] * pose->quaternion[i];
    if (!(fabs(length - 1.0) < 1e-9) || !isfinite(pose->place[0]) || !isfinite(pose->omega[2]))
        abort();
}

static void read_rows(const char *text, size_t size)
{
    double numbers[1 + MB_ROW_NUMBERS * BODIES], t, before = -1.0;
    mb_rows rows = {.text = text, .size = size, .nbodies = BODIES, .numbers = numbers};
    mb_pose pose[BODIES];
    mb_error err = {MB_OK, ""};
    bool more = true;
    mb_status status = mb_rows_begin(&rows, &err);

    while (status == MB_OK && more) {
        status = mb_rows_next(&rows, &t, pose, &more, &err);
        if (status != MB_OK || !more)
            break;
        if (!(t > before))
            abort();
        before = t;
        for (int b = 0; b < BODIES; b++)
            check_pose(&pose[b]);
    }
    if (status != MB_OK ? !err.text[0] : rows.steps < 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (size > 0 && text[0] == '{')
        read_answer(text);
    else
        read_rows(text, size);
    free(text);
    return 0;
}

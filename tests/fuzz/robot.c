/* SPDX-License-Identifier: MIT */
/* Fuzz target: the readers of robots' files.  Whatever the text, it is refused with a message at a
 * line of it, or becomes a mechanism file; one that our own reader takes can be written as MJCF and
 * URDF or is refused by these with a word. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/format/read/format.h"
#include "problems/robots/robots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_back(const char *text, size_t size)
{
    mb_arena *arena = mb_arena_create();
    const mb_plain_mechanism *m;
    mb_error err = {MB_OK, ""};
    FILE *out = fopen("/dev/null", "w");

    if (arena && out && mb_format_read("input", text, size, "", arena, NULL, &m, &err) == MB_OK)
        for (int k = 0; k < 2; k++) {
            mb_error why = {MB_OK, ""};
            const mb_status status =
                k ? mb_write_urdf(out, m, &why) : mb_write_mjcf(out, m, NULL, &why);

            if (status != MB_OK && !why.text[0])
                abort(); /* refused without a word */
        }
    if (out)
        fclose(out);
    mb_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const omitted[] = {"armature", "friction", "springs"};
    const mb_robot_options options = {.planar = size % 2 == 1, .nomitted = 3, .omitted = omitted};
    mb_arena *arena = mb_arena_create();
    mb_robot_report *report = NULL;
    mb_error err = {MB_OK, ""};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (arena && out && MB_TAKE(arena, &report, 1, NULL) == MB_OK) {
        report->file = "input";
        report->arena = arena;
        const mb_status status =
            mb_robot_import((const char *)data, size, &options, report, out, &err);

        fflush(out);
        if (status != MB_OK && (!err.text[0] || length))
            abort(); /* refused without a word, or written all the same */
        for (int f = 0; f < MB_FATES; f++)
            for (int i = 0; i < report->n[f]; i++)
                if (report->entry[f][i].line < 1 || !report->entry[f][i].text[0])
                    abort(); /* told of no line */
        if (status == MB_OK)
            write_back(text, length);
    }
    if (out)
        fclose(out);
    free(text);
    mb_arena_destroy(arena);
    return 0;
}

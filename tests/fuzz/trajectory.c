/* SPDX-License-Identifier: MIT */
/* Fuzz target: tables of trajectories.  Whatever the text, as CSV or as numbers alone, each row has a
 * number for every column, or the reading ends with FILE:LINE:COLUMN. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/score/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(FILE *file, mb_table_format format)
{
    mb_arena *arena = mb_arena_create();
    mb_error err = {MB_OK, ""};
    mb_table table = {.file = NULL};
    double sum = 0.0;
    bool more = true;
    mb_status status;

    if (!arena || !file)
        return;
    status = mb_table_begin(&table, file, "input", format, arena, &err);
    while (status == MB_OK && more) {
        status = mb_table_next(&table, &more, &err);
        for (int i = 0; status == MB_OK && more && i < table.ncolumns; i++)
            sum += table.value[i];
    }
    if (status != MB_OK && strncmp(err.text, "input:", 6) != 0)
        abort(); /* without its place */
    (void)sum;
    mb_table_close(&table);
    mb_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0)
        for (int format = 0; format < 2; format++)
            read_all(fmemopen((void *)(uintptr_t)data, size, "r"), (mb_table_format)format);
    return 0;
}

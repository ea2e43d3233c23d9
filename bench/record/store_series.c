/* SPDX-License-Identifier: MIT */
/* Series and scenes beside a file of records. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/record/series_file.h"
#include "bench/record/store_parts.h"

/* "x.series/name", the place of a series relative to the record file. */
static void relative_path(const mb_store *store, const char *name, char *relative, size_t size)
{
    const char *folder = strrchr(store->folder, '/');

    snprintf(relative, size, "%s/%s", folder ? folder + 1 : store->folder, name);
}

/* "0123456789abcdef-om.tsv": the key, and the first letters of the extra columns. */
static void series_name(const mb_run *run, char *name)
{
    mb_hash_hex(run->key, name);
    name += strlen(name);
    if (run->series & ~(unsigned)MB_SERIES_FILE)
        *name++ = '-';
    for (int k = 0; k < MB_SERIES_EXTRAS; k++)
        if (run->series >> k & 1u)
            *name++ = *mb_series_word((mb_series_extra)k);
    strcpy(name, ".tsv");
}

mb_status mb_store_series(mb_store *store, const mb_run *run, const mb_result *result,
                          char *relative, size_t size, mb_error *err)
{
    char name[MB_HEX_SIZE + MB_SERIES_EXTRAS + 8];
    const char *outputs[MB_MAX_OUTPUTS];
    mb_series_file s;
    mb_status status;

    relative[0] = '\0';
    if (store->stream || result->series.rows == 0)
        return MB_OK;
    series_name(run, name);
    MB_TRY(mb_store_hold(store, err));
    MB_TRY(mb_series_file_begin(&s, store->folder, store->name, name, err));
    for (int i = 0; i < result->noutputs; i++)
        outputs[i] = result->output_name[i];
    mb_series_write(&result->series, outputs, s.file);
    mb_frames_write(&result->frames, s.file);
    MB_TRY(mb_series_file_end(&s, err));
    relative_path(store, name, relative, size);
done:
    return mb_store_ends(store, status, err);
}

bool mb_store_holds(const mb_store *store, const char *name, char *relative, size_t size)
{
    char path[sizeof store->folder + 256];

    snprintf(path, sizeof path, "%s/%.255s", store->folder, name);
    if (store->stream || access(path, F_OK) != 0)
        return false;
    relative_path(store, name, relative, size);
    return true;
}

mb_status mb_store_copy_series(mb_store *store, const char *name, FILE *series, char *relative,
                               size_t size, mb_error *err)
{
    mb_series_file s;
    char block[65536];
    size_t n;
    mb_status status;

    relative[0] = '\0';
    if (store->stream)
        return MB_OK;
    MB_TRY(mb_store_hold(store, err));
    MB_TRY(mb_series_file_begin(&s, store->folder, store->name, name, err));
    while ((n = fread(block, 1, sizeof block, series)) > 0)
        fwrite(block, 1, n, s.file);
    MB_TRY(mb_series_file_end(&s, err));
    relative_path(store, name, relative, size);
done:
    return mb_store_ends(store, status, err);
}

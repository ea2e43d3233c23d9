/* SPDX-License-Identifier: MIT */
/* Records into an archive: grouped by machine, version and study, put behind those that are there. */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "bench/archive/archive_parts.h"
#include "bench/archive/zstandard.h"
#include "report/records/escape.h"

enum { NAME_SIZE = 100, FILE_SIZE = 3 * NAME_SIZE + 16 };

/* MACHINE/VERSION/STUDY.jsonl.zst; false: the record lacks one of them, or its key. */
static bool name_file(const json_t *record, char file[FILE_SIZE])
{
    static const char *const paths[] = {"environment.cpu", "environment.version", "study"};
    char part[3][NAME_SIZE];

    for (int i = 0; i < 3; i++) {
        const char *text = mb_record_text(record, paths[i]);

        if (!text || !*text)
            return false;
        mb_file_name(text, part[i], sizeof part[i]);
    }
    snprintf(file, FILE_SIZE, "%s/%s/%s.jsonl.zst", part[0], part[1], part[2]);
    return mb_record_text(record, "key");
}

static const mb_archive_file *find(const mb_archive *archive, const char *file)
{
    for (int i = 0; i < archive->count; i++)
        if (strcmp(archive->file[i].file, file) == 0)
            return &archive->file[i];
    return NULL;
}

/* One record, without the paths of files that stay behind. */
static mb_status put(const json_t *record, FILE *out, mb_error *err)
{
    json_t *copy = json_copy((json_t *)(uintptr_t)record);
    const bool good =
        copy && json_object_set_new(copy, "series", json_null()) == 0 &&
        json_object_set_new(copy, "scene", json_null()) == 0 &&
        json_dumpf(copy, out, JSON_COMPACT | JSON_REAL_PRECISION(17) | JSON_PRESERVE_ORDER) == 0 &&
        fputc('\n', out) != EOF;

    json_decref(copy);
    return good ? MB_OK : mb_cannot_write(NULL, "a temporary file", err);
}

/* Text of the last record of each run in `plain`. */
static mb_status put_latest(FILE *plain, FILE *out, long *count, mb_error *err)
{
    mb_records all = {0};
    mb_status status;

    MB_TRY(mb_archive_records(plain, &all, err));
    mb_records_latest(&all);
    for (int i = 0; i < all.count; i++)
        MB_TRY(put(mb_records_get(&all, i), out, err));
    *count = all.count;
    rewind(out);
done:
    mb_records_free(&all);
    return status;
}

static mb_status note(mb_archive *archive, const char *file, const json_t *record, long count,
                      long bytes, const char *hash, mb_error *err)
{
    json_t *files = json_object_get(archive->index, "files");
    json_t *entry = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:s}", "file", file, "machine",
                              mb_record_text(record, "environment.cpu"), "version",
                              mb_record_text(record, "environment.version"), "study",
                              mb_record_text(record, "study"), "records", (json_int_t)count,
                              "bytes", (json_int_t)bytes, "hash", hash);
    const mb_archive_file *old = find(archive, file);
    const int failed = !entry ? -1
                       : old  ? json_array_set_new(files, (size_t)(old - archive->file), entry)
                              : json_array_append_new(files, entry);

    return failed ? mb_fail(err, MB_NO_MEMORY, "out of memory") : mb_archive_take(archive, err);
}

/* The records of one file of the archive, group[i] == number; a whole one takes the old one's place. */
static mb_status add_file(mb_archive *archive, const char *file, mb_records *records,
                          const int *group, int number, mb_archive_counts *counts, mb_error *err)
{
    const mb_archive_file *old = find(archive, file);
    FILE *plain = tmpfile(), *latest = tmpfile();
    char folder[PATH_MAX], path[PATH_MAX], part[PATH_MAX + 8], hash[MB_HEX_SIZE];
    const json_t *last = NULL;
    long bytes, count;
    mb_status status;

    MB_TRY(mb_archive_path(archive, file, path, err));
    snprintf(part, sizeof part, "%s.part", path);
    if (!plain || !latest)
        MB_TRY(mb_cannot_write(NULL, "a temporary file", err));
    if (old)
        MB_TRY(mb_archive_unpack(archive, old, plain, err));
    for (int i = 0; i < records->count; i++)
        if (group[i] == number) {
            last = mb_records_get(records, i);
            MB_TRY(put(last, plain, err));
            counts->added++;
        }
    if (fflush(plain) != 0)
        MB_TRY(mb_cannot_write(NULL, "a temporary file", err));
    MB_TRY(put_latest(plain, latest, &count, err));
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    MB_TRY(mb_make_folder(folder, err));
    MB_TRY(mb_zstd_write(latest, part, err));
    MB_TRY(mb_archive_hash(part, &bytes, hash, err));
    if (rename(part, path) != 0)
        MB_TRY(mb_cannot_write(NULL, path, err));
    MB_TRY(note(archive, file, last, count, bytes, hash, err));
    counts->files++;
    counts->records += count;
done:
    if (plain)
        fclose(plain);
    if (latest)
        fclose(latest);
    return status;
}

static mb_status write_index(const mb_archive *archive, mb_error *err)
{
    char path[PATH_MAX], part[PATH_MAX + 8];
    mb_status status;

    MB_TRY(mb_archive_path(archive, "index.json", path, err));
    snprintf(part, sizeof part, "%s.part", path);
    if (json_dump_file(archive->index, part, JSON_INDENT(1) | JSON_PRESERVE_ORDER) != 0 ||
        rename(part, path) != 0)
        MB_TRY(mb_cannot_write(NULL, path, err));
done:
    return status;
}

mb_status mb_archive_add(mb_archive *archive, mb_records *records, mb_archive_counts *counts,
                         mb_error *err)
{
    char(*file)[FILE_SIZE] = NULL;
    int *group = calloc((size_t)records->count + 1, sizeof *group), files = 0;
    mb_status status;

    *counts = (mb_archive_counts){0};
    if (!group)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    for (int i = 0; i < records->count; i++) {
        char name[FILE_SIZE];
        int k = 0;

        group[i] = -1;
        if (!name_file(mb_records_get(records, i), name)) {
            counts->nameless++;
            continue;
        }
        while (k < files && strcmp(file[k], name) != 0)
            k++;
        if (k == files) {
            char(*more)[FILE_SIZE] = realloc(file, (size_t)(files + 1) * sizeof *more);

            if (!more)
                MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
            file = more;
            strcpy(file[files++], name);
        }
        group[i] = k;
    }
    for (int k = 0; k < files; k++)
        MB_TRY(add_file(archive, file[k], records, group, k, counts, err));
    if (files > 0)
        MB_TRY(write_index(archive, err));
done:
    free(file);
    free(group);
    return status;
}

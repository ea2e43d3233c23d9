/* SPDX-License-Identifier: MIT */
#include "bench/archive/archive.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "bench/archive/archive_parts.h"
#include "bench/archive/zstandard.h"

static const char schema[] = "mbsbench-archive-1";

mb_status mb_archive_path(const mb_archive *archive, const char *name, char path[PATH_MAX],
                          mb_error *err)
{
    if (snprintf(path, PATH_MAX, "%s/%s", archive->folder, name) >= PATH_MAX)
        return mb_fail(err, MB_BAD_INPUT, "archive %.200s: the path of %.200s is too long",
                       archive->folder, name);
    return MB_OK;
}

/* No entry but . and .. */
static bool is_empty(DIR *folder)
{
    int entries = 0;

    while (readdir(folder))
        entries++;
    return entries <= 2;
}

/* That a folder without an index may become an archive. */
static mb_status begin(mb_archive *archive, mb_error *err)
{
    DIR *folder = opendir(archive->folder);
    const bool good = folder ? is_empty(folder) : errno == ENOENT;

    if (folder)
        closedir(folder);
    if (!good)
        return mb_fail(
            err, MB_BAD_INPUT,
            "archive %.400s: it is no archive (no index.json in it), and not empty; name "
            "a new folder",
            archive->folder);
    archive->index = json_pack("{s:s, s:[]}", "schema", schema, "files");
    return archive->index ? MB_OK : mb_fail(err, MB_NO_MEMORY, "out of memory");
}

/* A path below the folder, of plain names. */
static bool is_inside(const char *file)
{
    return *file != '/' && !strstr(file, "..");
}

mb_status mb_archive_take(mb_archive *archive, mb_error *err)
{
    const json_t *files = json_object_get(archive->index, "files");
    const char *found = json_string_value(json_object_get(archive->index, "schema"));
    const int count = (int)json_array_size(files);

    if (!found || strcmp(found, schema) != 0 || !json_is_array(files))
        return mb_fail(
            err, MB_BAD_INPUT,
            "%.400s/index.json: schema %.64s; this program reads %s: take the version of "
            "mbsbench that wrote it",
            archive->folder, found ? found : "missing", schema);
    free(archive->file);
    archive->count = 0;
    archive->file = calloc((size_t)count + 1, sizeof *archive->file);
    if (!archive->file)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    for (int i = 0; i < count; i++) {
        mb_archive_file *f = &archive->file[i];
        json_int_t records, bytes;

        if (json_unpack(json_array_get(files, (size_t)i), "{s:s, s:s, s:s, s:s, s:I, s:I, s:s}",
                        "file", &f->file, "machine", &f->machine, "version", &f->version, "study",
                        &f->study, "records", &records, "bytes", &bytes, "hash", &f->hash) != 0 ||
            !is_inside(f->file))
            return mb_fail(err, MB_BAD_INPUT,
                           "%.400s/index.json: entry %d is none; restore the file, or add the "
                           "records to a new archive",
                           archive->folder, i + 1);
        f->records = (long)records;
        f->bytes = (long)bytes;
        archive->count++;
    }
    return MB_OK;
}

mb_status mb_archive_open(const char *folder, bool fresh, mb_archive *archive, mb_error *err)
{
    char path[PATH_MAX];
    json_error_t why;
    mb_status status;

    *archive = (mb_archive){.count = 0};
    snprintf(archive->folder, sizeof archive->folder, "%s", folder);
    MB_TRY(mb_archive_path(archive, "index.json", path, err));
    if (access(path, F_OK) != 0) {
        if (!fresh)
            MB_TRY(mb_fail(err, MB_BAD_INPUT,
                           "archive %.400s: no archive is there (no index.json); mbsbench archive "
                           "add %.400s FILE.jsonl makes one",
                           folder, folder));
        MB_TRY(begin(archive, err));
    } else {
        archive->index = json_load_file(path, 0, &why);
        if (!archive->index)
            MB_TRY(mb_fail(err, MB_BAD_INPUT,
                           "%.400s:%d: no index: %.200s; restore the file, or add the records to a "
                           "new archive",
                           path, why.line, why.text));
    }
    MB_TRY(mb_archive_take(archive, err));
done:
    return status;
}

void mb_archive_close(mb_archive *archive)
{
    json_decref(archive->index);
    free(archive->file);
    *archive = (mb_archive){.count = 0};
}

mb_status mb_archive_hash(const char *path, long *bytes, char hex[MB_HEX_SIZE], mb_error *err)
{
    FILE *file = fopen(path, "r");
    uint64_t hash = MB_HASH_START;
    char block[65536];
    size_t n;

    *bytes = 0;
    if (!file)
        return mb_fail(err, MB_BAD_INPUT, "%.400s: cannot be opened: %s", path, strerror(errno));
    while ((n = fread(block, 1, sizeof block, file)) > 0) {
        hash = mb_hash(hash, block, n);
        *bytes += (long)n;
    }
    fclose(file);
    mb_hash_hex(hash, hex);
    return MB_OK;
}

mb_status mb_archive_check(const mb_archive *archive, const mb_archive_file *file, mb_error *err)
{
    static const char remedy[] =
        "restore it from where the archive was published, or add its records again";
    char path[PATH_MAX], hex[MB_HEX_SIZE];
    long bytes;
    mb_status status;

    MB_TRY(mb_archive_path(archive, file->file, path, err));
    if (access(path, F_OK) != 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%.400s: missing, though index.json names it; %s", path,
                       remedy));
    MB_TRY(mb_archive_hash(path, &bytes, hex, err));
    if (bytes != file->bytes)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%.400s: torn: %ld bytes, index.json says %ld; %s", path,
                       bytes, file->bytes, remedy));
    if (strcmp(hex, file->hash) != 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%.400s: changed since it was added; %s", path, remedy));
done:
    return status;
}

mb_status mb_archive_unpack(const mb_archive *archive, const mb_archive_file *file, FILE *out,
                            mb_error *err)
{
    char path[PATH_MAX];
    mb_status status;

    MB_TRY(mb_archive_check(archive, file, err));
    MB_TRY(mb_archive_path(archive, file->file, path, err));
    MB_TRY(mb_zstd_read(path, out, err));
done:
    return status;
}

mb_status mb_archive_records(FILE *plain, mb_records *records, mb_error *err)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(plain));
    return mb_records_read(records, path, err);
}

mb_status mb_archive_read(const mb_archive *archive, const mb_archive_file *file,
                          mb_records *records, mb_error *err)
{
    FILE *plain = tmpfile();
    mb_status status;

    if (!plain)
        MB_TRY(mb_fail(err, MB_FAILURE, "no temporary file for %.400s: %s; free space in /tmp",
                       file->file, strerror(errno)));
    MB_TRY(mb_archive_unpack(archive, file, plain, err));
    MB_TRY(mb_archive_records(plain, records, err));
done:
    if (plain)
        fclose(plain);
    return status;
}

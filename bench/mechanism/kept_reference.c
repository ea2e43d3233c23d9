/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/kept_reference.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/sha256.h"
#include "bench/environment.h"
#include "bench/mechanism/agreement.h"
#include "problems/format/read/format.h"

/* First line: what it is, its key, SHA-256 of the lines behind it, seconds that it took. */
#define HEAD "mbsbench-reference-2"

enum { NAME = 32, PATH = 4096, LARGEST = 1 << 24 };

static double cpu_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add(void *sum, const char *text)
{
    mb_sha256_add(sum, text, strlen(text));
}

/* What it depends on: the program, the mechanism, the end. */
static void key_of(const mb_plain_mechanism *m, double end, char key[MB_SHA256_TEXT])
{
    char text[64];
    mb_sha256 sum;

    mb_sha256_begin(&sum);
    add(&sum, mb_build_id());
    snprintf(text, sizeof text, " %a\n", end);
    add(&sum, text);
    mb_format_canonical(m, add, &sum);
    mb_sha256_text(&sum, key);
}

static void digest_of(const char *text, size_t size, char digest[MB_SHA256_TEXT])
{
    mb_sha256 sum;

    mb_sha256_begin(&sum);
    mb_sha256_add(&sum, text, size);
    mb_sha256_text(&sum, digest);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* The text of a file in the arena; NULL where there is none, or it is no file of ours. */
static char *read_text(const char *path, mb_arena *arena)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    char *text = NULL;

    if (file && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size < LARGEST)
        text = mb_arena_alloc(arena, (size_t)about.st_size + 1, 1);
    if (text && fread(text, 1, (size_t)about.st_size, file) != (size_t)about.st_size)
        text = NULL;
    if (file)
        fclose(file);
    return text;
}

static bool load(const char *path, const char *key, const mb_plain_mechanism *m, double end,
                 mb_arena *arena, mb_kept_reference *kept)
{
    char own[MB_SHA256_TEXT], wanted[MB_SHA256_TEXT], digest[MB_SHA256_TEXT];
    const char *text = read_text(path, arena), *body;
    mb_error unheeded = {MB_OK, ""};

    if (!text || sscanf(text, HEAD " %64[0-9a-f] %64[0-9a-f] %la", own, wanted, &kept->cpu) != 3 ||
        strcmp(own, key) != 0)
        return false;
    body = text + strcspn(text, "\n");
    if (!*body++)
        return false;
    digest_of(body, strlen(body), digest);
    kept->ready = strcmp(digest, wanted) == 0 &&
                  mb_automatic_read(body, m, end, arena, &kept->reference, &unheeded) == MB_OK;
    return kept->ready;
}

static void put(void *file, const char *text)
{
    fputs(text, file);
}

/* What cannot be kept is found again. */
static void save(const char *folder, const char *path, const char *key,
                 const mb_kept_reference *kept)
{
    char temporary[PATH + 40], digest[MB_SHA256_TEXT], *text = NULL;
    size_t size = 0;
    FILE *made = open_memstream(&text, &size), *file = NULL;
    bool whole = false;

    if (made) {
        mb_automatic_write(kept->reference, put, made);
        whole = fclose(made) == 0 && text;
    }
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    if (whole && (mkdir(folder, 0777) == 0 || access(folder, W_OK) == 0))
        file = fopen(temporary, "wbx");
    if (file) {
        digest_of(text, size, digest);
        whole = fprintf(file, HEAD " %s %s %a\n", key, digest, kept->cpu) > 0 &&
                fwrite(text, 1, size, file) == size;
        whole = fclose(file) == 0 && whole && rename(temporary, path) == 0;
        if (!whole)
            remove(temporary);
    }
    free(text);
}

/* ---- both ----------------------------------------------------------------------------------- */

mb_status mb_reference_kept(const mb_plain_mechanism *assembled, double end, const char *folder,
                            mb_arena *arena, mb_kept_reference *kept, mb_error *err)
{
    const double start = cpu_now();
    char key[MB_SHA256_TEXT], path[PATH];
    mb_status status;

    *kept = (mb_kept_reference){.ready = false};
    folder = folder && *folder ? folder : NULL;
    if (folder) {
        key_of(assembled, end, key);
        if (snprintf(path, sizeof path, "%s/%.*s", folder, NAME, key) >= (int)sizeof path)
            folder = NULL;
        else if (load(path, key, assembled, end, arena, kept))
            return MB_OK;
    }
    MB_TRY(mb_automatic_reference(assembled, end, arena, &kept->reference, err));
    kept->cpu = cpu_now() - start;
    if (mb_automatic_facts_of(kept->reference)->there)
        MB_TRY(mb_references_agree(assembled, kept->reference, err));
    if (folder) {
        save(folder, path, key, kept); /* what is there stays, whatever becomes of the table */
        MB_TRY(mb_automatic_tabulate(kept->reference, arena, err));
        kept->cpu = cpu_now() - start;
        save(folder, path, key, kept);
    }
done:
    return status;
}

void mb_reference_folder(const char *records, char *folder, size_t size)
{
    const char *slash = strrchr(records, '/');
    const int n = slash ? (int)(slash - records) : 0;
    struct stat about;
    const bool file =
        strcmp(records, "-") != 0 && (stat(records, &about) != 0 || S_ISREG(about.st_mode));

    *folder = '\0';
    if (file &&
        snprintf(folder, size, "%.*s%sreferences", n, records, slash ? "/" : "") >= (int)size)
        *folder = '\0';
}

void mb_reference_scratch(char *folder, size_t size)
{
    const char *parent = getenv("TMPDIR");

    if (snprintf(folder, size, "%s/mbsbench-XXXXXX", parent && *parent ? parent : "/tmp") >=
            (int)size ||
        !mkdtemp(folder))
        *folder = '\0';
}

void mb_reference_scratch_remove(const char *folder)
{
    DIR *dir = opendir(folder);
    char path[PATH];

    for (const struct dirent *d = dir ? readdir(dir) : NULL; d; d = readdir(dir))
        if (snprintf(path, sizeof path, "%s/%s", folder, d->d_name) < (int)sizeof path)
            unlink(path); /* "." and ".." stay */
    if (dir)
        closedir(dir);
    rmdir(folder);
}

const char *mb_reference_usual_folder(void)
{
    return access("results", F_OK) == 0 ? "results/references" : NULL;
}

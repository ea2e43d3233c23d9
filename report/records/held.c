/* SPDX-License-Identifier: MIT */
/* Records of files, the first ones held and the others read again when they are asked for. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/places.h"
#include "report/records/environments.h"
#include "report/records/pick.h"
#include "report/records/records_parts.h"

struct reading {
    mb_records *records;
    const char *path;
    bool (*keep)(void *context, const json_t *record); /* NULL: all */
    void *context;
    mb_record_place place;
    bool full; /* as many as are held for good */
};

static mb_status no_memory(const char *path, mb_error *err)
{
    return mb_fail(err, MB_NO_MEMORY, "out of memory while reading %s", path);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

/* A file that stays open, for its records to be read again; of a pipe they are not. */
static mb_status add_file(mb_records *records, const char *path, FILE *file, mb_error *err)
{
    mb_record_file *more =
        realloc(records->file, ((size_t)records->files + 1) * sizeof *records->file);
    mb_record_file *f;
    struct stat info;

    if (!more)
        return no_memory(path, err);
    records->file = more;
    f = &more[records->files++];
    *f = (mb_record_file){strdup(path), folder_of(path), -1, json_object()};
    if (!f->path || !f->folder || !f->environments)
        return no_memory(path, err);
    if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode))
        f->fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
    return MB_OK;
}

static bool grow(mb_records *records)
{
    int size = records->size ? 2 * records->size : 64;
    json_t **record = realloc(records->record, (size_t)size * sizeof *record);
    const char **folder;
    mb_record_place *place;

    if (record)
        records->record = record;
    folder = realloc(records->folder, (size_t)size * sizeof *folder);
    if (folder)
        records->folder = folder;
    place = realloc(records->place, (size_t)size * sizeof *place);
    if (place)
        records->place = place;
    if (!record || !folder || !place)
        return false;
    records->size = size;
    return true;
}

static uint64_t identity(const json_t *record)
{
    static const char *const name[] = {"study", "run", "key"};
    uint64_t hash = MB_HASH_START;

    for (int i = 0; i < 3; i++) {
        const char *text = mb_record_text(record, name[i]);

        if (i == 2 && !text)
            return 0;
        hash = mb_hash_text(mb_hash_text(hash, text ? text : ""), "\x1f");
    }
    return hash;
}

static mb_status append(void *context, json_t *record, mb_error *err)
{
    struct reading *r = context;
    mb_records *records = r->records;
    const char *study = mb_record_text(record, "study");
    const int most = records->most ? records->most : MB_RECORDS_HELD;
    const mb_record_file *file = &records->file[records->files - 1];
    bool holds;

    records->passed++;
    if (r->keep && !r->keep(r->context, record))
        return MB_OK;
    if (records->count == records->size && !grow(records))
        return no_memory(r->path, err);
    if (study && !json_object_get(records->studies, study) &&
        json_object_set_new(records->studies, study, json_true()) != 0)
        return no_memory(r->path, err);
    r->place.file = records->files - 1;
    r->place.identity = identity(record);
    r->full = records->held >= most && file->fd >= 0 && !r->keep;
    holds = records->held < most || file->fd < 0;
    records->held += holds;
    records->place[records->count] = r->place;
    records->folder[records->count] = file->folder;
    records->record[records->count++] = holds ? json_incref(record) : NULL;
    return MB_OK;
}

mb_status mb_records_read(mb_records *records, const char *path, mb_error *err)
{
    return mb_records_pick(records, path, NULL, NULL, err);
}

mb_status mb_records_pick(mb_records *records, const char *path,
                          bool (*keep)(void *context, const json_t *record), void *context,
                          mb_error *err)
{
    struct reading r = {records, path, keep, context, {0}, false};
    FILE *file = fopen(path, "r");
    const int files = records->files;
    mb_status status = MB_OK;

    if (!records->studies)
        records->studies = json_object();
    if (file)
        MB_TRY(add_file(records, path, file, err));
    MB_TRY(mb_records_each_placed(path, file, file ? records->file[files].environments : NULL,
                                  &r.full, append, &r, &r.place, &records->torn, err));
done:
    if (file)
        fclose(file);
    return status;
}

/* ---- one record ----------------------------------------------------------------------------- */

/* Reads a record again; NULL: it is not there any more. */
static json_t *read_again(mb_records *records, int i, const char *const *wanted)
{
    const mb_record_place *place = &records->place[i];
    const mb_record_file *file = &records->file[place->file];
    const size_t n = (size_t)place->length;
    mb_error unheeded = {MB_OK, ""};
    char *line = n > records->line_size ? realloc(records->line, 2 * n) : records->line;
    json_t *record = NULL;

    if (line && n > records->line_size)
        records->line_size = 2 * n;
    if (line)
        records->line = line;
    if (line && pread(file->fd, line, n, place->offset) == (ssize_t)n)
        record = mb_json_pick(line, n, wanted, NULL);
    mb_environments_complete(file->environments, record, &unheeded);
    return record;
}

const json_t *mb_records_get(mb_records *records, int i)
{
    int *slot;

    if (records->record[i])
        return records->record[i];
    if (!records->loan)
        records->loan = malloc(MB_RECORDS_LENT * sizeof *records->loan);
    if (!records->loan)
        return NULL;
    slot = &records->loan[records->next];
    if (records->lent == MB_RECORDS_LENT) {
        json_decref(records->record[*slot]);
        records->record[*slot] = NULL;
    } else {
        records->lent++;
    }
    records->next = (records->next + 1) % MB_RECORDS_LENT;
    *slot = i;
    records->record[i] = read_again(records, i, NULL);
    return records->record[i];
}

json_t *mb_records_part(mb_records *records, int i, const char *const *wanted)
{
    return records->record[i] ? json_incref(records->record[i]) : read_again(records, i, wanted);
}

/* Takes back what was lent: places are about to change. */
static void take_back(mb_records *records)
{
    for (int k = 0; k < records->lent; k++) {
        json_decref(records->record[records->loan[k]]);
        records->record[records->loan[k]] = NULL;
    }
    records->lent = records->next = 0;
}

/* ---- all ------------------------------------------------------------------------------------ */

static void move(mb_records *records, int to, int from)
{
    records->record[to] = records->record[from];
    records->folder[to] = records->folder[from];
    records->place[to] = records->place[from];
}

void mb_records_keep(mb_records *records, const char *const *wanted,
                     bool (*keep)(const void *context, const json_t *record), const void *context)
{
    int kept = 0;

    take_back(records);
    for (int i = 0; i < records->count; i++) {
        json_t *record = mb_records_part(records, i, wanted);

        if (keep(context, record))
            move(records, kept++, i);
        else
            json_decref(records->record[i]);
        json_decref(record);
    }
    records->count = kept;
}

void mb_records_latest(mb_records *records)
{
    mb_places first = {0}; /* identity -> place among the records kept */
    mb_error unheeded = {MB_OK, ""};
    int kept = 0;

    take_back(records);
    for (int i = 0; i < records->count; i++) {
        const uint64_t id = records->place[i].identity;
        const int place = id ? mb_places_find(&first, id) : -1;

        if (place >= 0) {
            json_decref(records->record[place]);
            move(records, place, i);
        } else {
            if (id)
                mb_places_set(&first, id, kept, &unheeded);
            move(records, kept++, i);
        }
    }
    records->count = kept;
    mb_places_free(&first);
}

void mb_records_free(mb_records *records)
{
    for (int i = 0; i < records->count; i++)
        json_decref(records->record[i]);
    for (int k = 0; k < records->files; k++) {
        free(records->file[k].path);
        free(records->file[k].folder);
        if (records->file[k].fd >= 0)
            close(records->file[k].fd);
        json_decref(records->file[k].environments);
    }
    free(records->record);
    free(records->folder);
    free(records->place);
    free(records->file);
    free(records->loan);
    free(records->line);
    json_decref(records->studies);
    memset(records, 0, sizeof *records);
}

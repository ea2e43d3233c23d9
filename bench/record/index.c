/* SPDX-License-Identifier: MIT */
#include "bench/record/index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/record/record_times.h"
#include "report/records/environments.h"
#include "report/records/pick.h"

static const char *text(const json_t *record, const char *key)
{
    return json_string_value(json_object_get(record, key));
}

/* What the series of a record holds.  Records from before `series_columns` have standard ones. */
static unsigned series(const json_t *record)
{
    const json_t *columns = json_object_get(record, "series_columns");
    unsigned bits = text(record, "series") || json_is_array(columns) ? MB_SERIES_FILE : 0u;

    for (size_t i = 0; i < json_array_size(columns); i++) {
        const char *word = json_string_value(json_array_get(columns, i));

        for (int k = 0; word && k < MB_SERIES_EXTRAS; k++)
            if (strcmp(word, mb_series_word((mb_series_extra)k)) == 0)
                bits |= 1u << k;
    }
    return bits;
}

/* Slot of a key, or the free one where it would go. */
static int slot_of(const mb_index *index, uint64_t key)
{
    int i = (int)(key % (uint64_t)index->slots);

    while (index->slot[i] >= 0 && index->entry[index->slot[i]].key != key)
        i = (i + 1) % index->slots;
    return i;
}

static mb_status grow(mb_index *index, mb_error *err)
{
    int size = index->size ? 2 * index->size : 256, slots = 2 * size;
    mb_stored *entry = realloc(index->entry, (size_t)size * sizeof *entry);
    int *slot = malloc((size_t)slots * sizeof *slot);

    if (entry)
        index->entry = entry;
    if (!entry || !slot) {
        free(slot);
        return mb_fail(err, MB_NO_MEMORY, "no memory for an index of %d records", size);
    }
    free(index->slot);
    index->slot = slot;
    index->size = size;
    index->slots = slots;
    memset(slot, 0xff, (size_t)slots * sizeof *slot); /* -1 */
    for (int i = 0; i < index->count; i++)
        slot[slot_of(index, entry[i].key)] = i;
    return MB_OK;
}

uint64_t mb_stored_name(const char *study, const char *id)
{
    return mb_hash_text(mb_hash_text(mb_hash_text(MB_HASH_START, study), "/"), id);
}

void mb_stored_of(const json_t *record, mb_stored *stored)
{
    const json_t *limits = json_object_get(record, "limits");
    const json_t *loop = json_object_get(json_object_get(record, "cpu"), "loop");
    const char *to = text(json_object_get(record, "ratio"), "to");
    const char *study = text(record, "study"), *id = text(record, "run");
    const char *reason = text(record, "reason"), *met = text(limits, "met");
    const char *cell = text(record, "cell");

    *stored = (mb_stored){
        .key = strtoull(text(record, "key"), NULL, 16),
        .name = mb_stored_name(study ? study : "", id ? id : ""),
        .cell = cell ? strtoull(cell, NULL, 16) : 0,
        .to = to ? mb_hash_text(MB_HASH_START, to) : 0,
        .status = mb_run_status_find(text(record, "status")),
        .limits = {json_number_value(json_object_get(limits, "time")),
                   json_number_value(json_object_get(limits, "memory"))},
        .timed = json_array_size(loop) > 0,
        .rounds = mb_record_rounds(record),
        .counted = json_object_get(json_object_get(record, "counters"), "instructions"),
        .outside = (reason && strncmp(reason, MB_REASON_KILLED, strlen(MB_REASON_KILLED)) == 0) ||
                   (met && (strcmp(met, mb_limit_word(MB_LIMIT_WALL)) == 0 ||
                            strcmp(met, mb_limit_word(MB_LIMIT_SYSTEM)) == 0)),
        .unconfirmed =
            json_is_false(json_object_get(json_object_get(record, "search"), "confirmed")),
        .series = series(record),
    };
}

mb_status mb_index_know(mb_index *index, const json_t *record, mb_error *err)
{
    if (!index->environments)
        index->environments = json_object();
    return mb_environments_note(index->environments, record, err);
}

mb_status mb_index_add(mb_index *index, const json_t *record, off_t offset, size_t length,
                       mb_error *err)
{
    mb_stored *e;
    int i;

    if (index->count == index->size) {
        mb_status status = grow(index, err);

        if (status != MB_OK)
            return status;
    }
    e = &index->entry[index->count];
    mb_stored_of(record, e);
    e->offset = offset;
    e->length = length;
    i = slot_of(index, e->key);
    e->next = index->slot[i];
    index->slot[i] = index->count++;
    return e->cell ? mb_places_set(&index->newest, e->cell, index->count - 1, err) : MB_OK;
}

const mb_stored *mb_index_newest(const mb_index *index, uint64_t cell)
{
    const int i = mb_places_find(&index->newest, cell);

    return i < 0 ? NULL : &index->entry[i];
}

const mb_stored *mb_index_find(const mb_index *index, uint64_t key)
{
    int i;

    if (index->slots == 0)
        return NULL;
    i = index->slot[slot_of(index, key)];
    return i < 0 ? NULL : &index->entry[i];
}

static bool is_record(const json_t *record)
{
    const char *schema = text(record, "schema");

    return schema && strcmp(schema, "mbsbench-record-1") == 0 && text(record, "key");
}

const mb_stored *mb_index_find_run(const mb_index *index, uint64_t key, uint64_t name)
{
    const mb_stored *e = mb_index_find(index, key);

    while (e && e->name != name)
        e = e->next < 0 ? NULL : &index->entry[e->next];
    return e;
}

/* Whether the series that a record names is not there. */
static bool lost_series(const json_t *record, int folder)
{
    const char *series = text(record, "series");
    struct stat info;

    return series && (fstatat(folder, series, &info, 0) != 0 || info.st_size == 0);
}

/* One line, its place in the file set. */
struct line {
    const char *path, *text;
    size_t length;
    off_t offset;
    long number; /* in the part that is read, from 1 */
    int folder;  /* of the file */
};

/* What mb_stored_of and this file look at. */
static const char *const looked_at[] = {
    "schema", "key",         "cell",  "study",  "run",      "status", "reason",
    "limits", "cpu",         "ratio", "search", "counters", "series", "series_columns",
    "scene",  "environment", NULL};

static mb_status take_line(mb_index *index, const struct line *l, bool fresh, mb_damage *damage,
                           mb_error *err)
{
    json_error_t why;
    json_t *record = mb_json_pick(l->text, l->length, looked_at, &why);
    bool whole = l->text[l->length - 1] == '\n';
    mb_status status = MB_OK;

    if (is_record(record)) {
        status = mb_index_add(index, record, l->offset, l->length, err);
        if (status == MB_OK) {
            index->entry[index->count - 1].fresh = fresh;
            index->lost += lost_series(record, l->folder);
            status = mb_index_know(index, record, err);
        }
    } else if (!record && json_error_code(&why) == json_error_out_of_memory) {
        status =
            mb_fail(err, MB_NO_MEMORY, "%.500s: out of memory in line %ld", l->path, l->number);
    } else if (!whole && !record && strspn(l->text, " \t\r") != l->length) {
        index->torn = l->number;
    } else if (strspn(l->text, " \t\r\n") != l->length) {
        if (damage && damage->lines++ == 0)
            damage->first = l->number;
        if (!damage)
            status = mb_fail(err, MB_BAD_INPUT,
                             "%.400s: line %ld is no record of this program; give another file, or "
                             "save the other lines by mbsbench merge %.400s --out NEW.jsonl",
                             l->path, l->number, l->path);
    }
    json_decref(record);
    return status;
}

/* The folder that a file lies in, for fstatat; -1 when it cannot be opened. */
static int open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int fd = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;

    free(folder);
    return fd;
}

mb_status mb_index_read(mb_index *index, int fd, const char *path, off_t from, bool fresh,
                        mb_damage *damage, mb_error *err)
{
    struct line l = {.path = path, .offset = from, .folder = open_folder(path)};
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    FILE *f = own < 0 ? NULL : fdopen(own, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    mb_status status = MB_OK;

    if (!f || (from > 0 && fseeko(f, from, SEEK_SET) != 0))
        status = mb_fail(err, MB_FAILURE, "cannot read %.500s: %s", path, strerror(errno));
    while (status == MB_OK && (n = getline(&line, &size, f)) > 0) {
        l.text = line;
        l.length = (size_t)n;
        l.number++;
        status = take_line(index, &l, fresh, damage, err);
        l.offset += n;
    }
    if (status == MB_OK && ferror(f))
        status = mb_fail(err, MB_FAILURE, "cannot read %.500s: %s", path, strerror(errno));
    free(line);
    if (f)
        fclose(f);
    else if (own >= 0)
        close(own);
    if (l.folder >= 0)
        close(l.folder);
    return status;
}

/* Reads a line again, and of it the members that are wanted (NULL: all). */
static mb_status read_line(const mb_stored *stored, int fd, const char *path,
                           const char *const *wanted, char **line, json_t **record, mb_error *err)
{
    const size_t n = stored->length;

    *record = NULL;
    *line = malloc(n);
    if (*line && pread(fd, *line, n, stored->offset) == (ssize_t)n)
        *record = mb_json_pick(*line, n, wanted, NULL);
    if (*record)
        return MB_OK;
    free(*line);
    *line = NULL;
    return mb_fail(err, MB_FAILURE, "cannot read a record of %s again; was it changed?", path);
}

mb_status mb_index_fetch(const mb_index *index, const mb_stored *stored, int fd, const char *path,
                         json_t **record, mb_error *err)
{
    char *line;
    mb_status status = read_line(stored, fd, path, NULL, &line, record, err);

    free(line);
    if (status == MB_OK)
        status = mb_environments_complete(index->environments, *record, err);
    if (status != MB_OK) {
        json_decref(*record);
        *record = NULL;
    }
    return status;
}

mb_status mb_index_line(const mb_stored *stored, int fd, const char *path, char **line,
                        json_t **part, mb_error *err)
{
    return read_line(stored, fd, path, looked_at, line, part, err);
}

void mb_index_free(mb_index *index)
{
    json_decref(index->environments);
    mb_places_free(&index->newest);
    free(index->entry);
    free(index->slot);
    memset(index, 0, sizeof *index);
}

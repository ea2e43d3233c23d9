#include "report/records/records.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/environments.h"

static const char schema[] = "mbsbench-record-1";

static bool is_blank(const char *line, size_t length)
{
    return strspn(line, " \t\r\n") == length;
}

/* A line that is JSON but no record of ours is an error even as the last one: it was not torn. */
static mb_status check(const json_t *record, const char *path, long line, mb_error *err)
{
    const char *name = json_string_value(json_object_get(record, "schema"));

    if (!json_is_object(record))
        return mb_fail(err, MB_BAD_INPUT, "%.400s:%ld: no record; expected one JSON object a line",
                       path, line);
    if (!name)
        return mb_fail(err, MB_BAD_INPUT,
                       "%.400s:%ld: no record of mbsbench; expected \"schema\": \"%s\"", path, line,
                       schema);
    if (strcmp(name, schema) != 0)
        return mb_fail(err, MB_BAD_INPUT, "%.400s:%ld: schema %.64s; this program reads %s", path,
                       line, name, schema);
    return MB_OK;
}

struct lines {
    const char *path;
    mb_status (*visit)(void *context, json_t *record, mb_error *err);
    void *context;
    json_t *environments; /* met so far */
    long *torn;
};

static mb_status take_line(const struct lines *r, const char *line, size_t length, long number,
                           mb_error *err)
{
    json_error_t why;
    json_t *record = json_loadb(line, length, 0, &why);
    mb_status status;

    if (!record && json_error_code(&why) == json_error_out_of_memory)
        return mb_fail(err, MB_NO_MEMORY, "%.400s:%ld: out of memory while reading", r->path,
                       number);
    if (!record && line[length - 1] != '\n') { /* there is none after it */
        *r->torn = number;
        return MB_OK;
    }
    if (!record)
        return mb_fail(err, MB_BAD_INPUT, "%.400s:%ld: no record: %s", r->path, number, why.text);
    status = check(record, r->path, number, err);
    if (status == MB_OK)
        status = mb_environments_note(r->environments, record, err);
    if (status == MB_OK)
        status = mb_environments_complete(r->environments, record, err);
    if (status == MB_OK)
        status = r->visit(r->context, record, err);
    json_decref(record);
    return status;
}

static mb_status read_lines(FILE *file, const struct lines *r, mb_error *err)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    mb_status status = MB_OK;

    errno = 0;
    for (long number = 1; (length = getline(&line, &size, file)) >= 0; number++) {
        if (!is_blank(line, (size_t)length))
            MB_TRY(take_line(r, line, (size_t)length, number, err));
        errno = 0;
    }
    if (errno == ENOMEM)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "%.400s: out of memory while reading", r->path));
    if (!feof(file))
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%.400s: cannot be read: %s", r->path, strerror(errno)));
done:
    free(line);
    return status;
}

mb_status mb_records_each(const char *path,
                          mb_status (*visit)(void *context, json_t *record, mb_error *err),
                          void *context, long *torn, mb_error *err)
{
    struct lines r = {path, visit, context, json_object(), torn};
    FILE *file = fopen(path, "r");
    mb_status status;

    *torn = 0;
    if (file)
        status = read_lines(file, &r, err);
    else
        status = mb_fail(err, MB_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    if (file)
        fclose(file);
    json_decref(r.environments);
    return status;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

struct reading {
    mb_records *records;
    const char *path;
    bool (*keep)(void *context, const json_t *record); /* NULL: all */
    void *context;
};

static mb_status append(void *context, json_t *record, mb_error *err)
{
    const struct reading *reading = context;
    mb_records *records = reading->records;
    char *folder;

    records->passed++;
    if (reading->keep && !reading->keep(reading->context, record))
        return MB_OK;
    if (records->count == records->size) {
        int size = records->size ? 2 * records->size : 64;
        json_t **more = realloc(records->record, (size_t)size * sizeof *more);
        char **folders;

        if (more)
            records->record = more;
        folders = realloc(records->folder, (size_t)size * sizeof *folders);
        if (folders)
            records->folder = folders;
        if (!more || !folders)
            return mb_fail(err, MB_NO_MEMORY, "out of memory while reading %s", reading->path);
        records->size = size;
    }
    folder = folder_of(reading->path);
    if (!folder)
        return mb_fail(err, MB_NO_MEMORY, "out of memory while reading %s", reading->path);
    records->record[records->count] = json_incref(record);
    records->folder[records->count++] = folder;
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
    struct reading reading = {records, path, keep, context};
    mb_status status = mb_records_each(path, append, &reading, &records->torn, err);

    records->files += status == MB_OK;
    return status;
}

void mb_records_free(mb_records *records)
{
    for (int i = 0; i < records->count; i++) {
        json_decref(records->record[i]);
        free(records->folder[i]);
    }
    free(records->record);
    free(records->folder);
    memset(records, 0, sizeof *records);
}

void mb_records_keep(mb_records *records, bool (*keep)(const void *context, const json_t *record),
                     const void *context)
{
    int kept = 0;

    for (int i = 0; i < records->count; i++) {
        if (keep(context, records->record[i])) {
            records->record[kept] = records->record[i];
            records->folder[kept++] = records->folder[i];
        } else {
            json_decref(records->record[i]);
            free(records->folder[i]);
        }
    }
    records->count = kept;
}

/* "study<unit separator>run<unit separator>key"; NULL when there is no key to compare or no memory:
 * such a record is never replaced. */
static char *identity(const json_t *record)
{
    const char *study = mb_record_text(record, "study"), *run = mb_record_text(record, "run");
    const char *key = mb_record_text(record, "key");
    char *text = NULL;

    if (!key || asprintf(&text, "%s\x1f%s\x1f%s", study ? study : "", run ? run : "", key) < 0)
        return NULL;
    return text;
}

static void replace(mb_records *records, int at, int by)
{
    json_decref(records->record[at]);
    free(records->folder[at]);
    records->record[at] = records->record[by];
    records->folder[at] = records->folder[by];
}

void mb_records_latest(mb_records *records)
{
    json_t *first = json_object(); /* identity -> place among the records kept */
    int kept = 0;

    for (int i = 0; i < records->count; i++) {
        char *id = identity(records->record[i]);
        json_t *place = id ? json_object_get(first, id) : NULL;

        if (place) {
            replace(records, (int)json_integer_value(place), i);
        } else {
            if (id)
                json_object_set_new(first, id, json_integer(kept));
            records->record[kept] = records->record[i];
            records->folder[kept++] = records->folder[i];
        }
        free(id);
    }
    records->count = kept;
    json_decref(first);
}

/* The longest prefix of path that is a key, ended by a dot or the end, is followed first. */
static const json_t *find(const json_t *object, const char *path)
{
    size_t length = strlen(path);

    if (!json_is_object(object))
        return NULL;
    while (length > 0) {
        const json_t *value = json_object_getn(object, path, length);

        if (value && path[length] == '\0')
            return value;
        if (value) {
            const json_t *deeper = find(value, path + length + 1);

            if (deeper)
                return deeper;
        }
        do
            length--;
        while (length > 0 && path[length] != '.');
    }
    return NULL;
}

double mb_record_number(const json_t *record, const char *path)
{
    const json_t *value = find(record, path);

    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

const char *mb_record_text(const json_t *record, const char *path)
{
    return json_string_value(find(record, path));
}

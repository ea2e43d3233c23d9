/* SPDX-License-Identifier: MIT */
#include "report/records/records.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/environments.h"
#include "report/records/pick.h"
#include "report/records/records_parts.h"

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
    mb_record_visit *visit;
    void *context;
    json_t *environments; /* met so far */
    long *torn;
    const char *const *wanted; /* members alone; NULL: all */
    const bool *brief;         /* while it is true what names a record does; NULL: it is not */
    mb_record_place *place;    /* of the record visited; NULL: nobody asks */
};

static mb_status take_line(const struct lines *r, const char *line, size_t length, long number,
                           mb_error *err)
{
    json_error_t why;
    static const char *const names[] = {"schema", "study", "run", "key", "environment", NULL};
    const bool brief = r->brief && *r->brief;
    const char *const *wanted = brief ? names : r->wanted;
    json_t *record = mb_json_pick(line, length, wanted, &why);
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
    if (status == MB_OK && !brief)
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
    off_t offset = 0;
    mb_status status = MB_OK;

    errno = 0;
    for (long number = 1; (length = getline(&line, &size, file)) >= 0; number++) {
        if (r->place)
            *r->place = (mb_record_place){.offset = offset, .length = (int)length};
        offset += length;
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

static mb_status each(const char *path, const struct lines *r, FILE *file, mb_error *err)
{
    *r->torn = 0;
    if (!file)
        return mb_fail(err, MB_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    return read_lines(file, r, err);
}

mb_status mb_records_each(const char *path, const char *const *wanted, mb_record_visit *visit,
                          void *context, long *torn, mb_error *err)
{
    struct lines r = {path, visit, context, json_object(), torn, wanted, NULL, NULL};
    FILE *file = fopen(path, "r");
    mb_status status = each(path, &r, file, err);

    if (file)
        fclose(file);
    json_decref(r.environments);
    return status;
}

mb_status mb_records_each_placed(const char *path, FILE *file, json_t *environments,
                                 const bool *brief, mb_record_visit *visit, void *context,
                                 mb_record_place *place, long *torn, mb_error *err)
{
    const struct lines r = {path, visit, context, environments, torn, NULL, brief, place};

    return each(path, &r, file, err);
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

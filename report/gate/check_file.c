/* SPDX-License-Identifier: MIT */
#include "report/gate/check_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/records/records.h"

/* A copy of the text that lives as long as the file; NULL for NULL and when memory ran out. */
static const char *keep(mb_check_file *file, const char *text)
{
    if (!text || (!json_object_get(file->texts, text) &&
                  json_object_set_new(file->texts, text, json_null()) != 0))
        return NULL;
    return json_object_iter_key(json_object_iter_at(file->texts, text));
}

static const char *keep_or(mb_check_file *file, const char *text, const char *otherwise)
{
    const char *kept = keep(file, text);

    return kept ? kept : otherwise;
}

/* Compiler, flags, libraries and the variants of elementary functions in one text. */
static const char *toolchain(mb_check_file *file, const json_t *record)
{
    static const char *const fields[] = {"compiler", "flags", "libraries"};
    const json_t *environment = json_object_get(record, "environment");
    const char *id = json_string_value(json_object_get(environment, "id")), *kept;
    json_t *all = id ? json_object_get(file->toolchains, id) : NULL;
    char *text = NULL;

    if (all)
        return json_string_value(all);
    all = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append(all, json_object_get(environment, fields[i]));
    if (json_array_size(all) == 3) {
        json_array_append(all, json_object_get(environment, "math")); /* some do not say it */
        text = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS);
    }
    kept = keep(file, text);
    if (id && kept) /* a record before may lack what this one says of the same id */
        json_object_set_new(file->toolchains, id, json_string(kept));
    free(text);
    json_decref(all);
    return kept;
}

/* The names of an object's members, one array for all that have the same; borrowed. */
static const json_t *names_of(mb_check_file *file, const json_t *object)
{
    json_t *names = json_array(), *known;
    const char *name;
    json_t *value;
    char *text;

    json_object_foreach((json_t *)(uintptr_t)object, name, value)
        json_array_append_new(names, json_string(name));
    text = json_dumps(names, JSON_COMPACT);
    known = text ? json_object_get(file->names, text) : NULL;
    if (!known && text && json_object_set(file->names, text, names) == 0)
        known = names;
    json_decref(names);
    free(text);
    return known;
}

/* n bytes that many records have alike, once; NULL when memory ran out. */
static const void *share(mb_check_file *file, const void *bytes, size_t n)
{
    const uint64_t hash = mb_hash(MB_HASH_START, bytes, n);
    const int known = mb_places_find(&file->block_place, hash);
    mb_error unheeded = {MB_OK, ""};
    void *copy;

    if (known >= 0)
        return file->block[known];
    if (file->blocks == file->blocks_size) {
        int size = file->blocks_size ? 2 * file->blocks_size : 64;
        void **more = realloc(file->block, (size_t)size * sizeof *more);

        if (!more)
            return NULL;
        file->block = more;
        file->blocks_size = size;
    }
    copy = malloc(n);
    if (!copy || mb_places_set(&file->block_place, hash, file->blocks, &unheeded) != MB_OK) {
        free(copy);
        return NULL;
    }
    return file->block[file->blocks++] = memcpy(copy, bytes, n);
}

/* ---- numbers -------------------------------------------------------------------------------- */

static bool gated(const mb_field_text *field)
{
    return field->gate.kind != MB_GATE_NONE;
}

/* Does it differ from run to run? */
static bool is_own(mb_field field)
{
    return mb_field_of(field)->gate.kind == MB_GATE_ACCURACY || field == MB_FIELD_RATIO ||
           field == MB_FIELD_RATIO_LO || field == MB_FIELD_RATIO_HI;
}

/* Those are counted apart from the rest that the gate reads: how many there are of both. */
static int number_places(unsigned char place[MB_FIELDS], int *rest)
{
    int owned = 0;

    *rest = 0;
    for (int i = 0; i < MB_FIELDS; i++)
        if (is_own((mb_field)i))
            place[i] = (unsigned char)owned++;
        else if (gated(mb_field_of((mb_field)i)))
            place[i] = (unsigned char)(*rest)++;
    return owned;
}

double mb_check_number(const mb_check_record *record, mb_field field)
{
    return (is_own(field) ? record->own : record->rest)[record->kind->place[field]];
}

/* Place for the record of a cell: that of its last one, or a new one; NULL when memory ran out. */
static mb_check_record *place_of(mb_check_file *file, const char *cell)
{
    const uint64_t hash = mb_hash_text(MB_HASH_START, cell);
    const int place = mb_places_find(&file->place, hash);
    mb_error unheeded = {MB_OK, ""};

    if (place >= 0)
        return &file->record[place];
    if (file->count == file->size) {
        int size = file->size ? 2 * file->size : 64;
        mb_check_record *more = realloc(file->record, (size_t)size * sizeof *more);

        if (!more)
            return NULL;
        file->record = more;
        file->size = size;
    }
    if (mb_places_set(&file->place, hash, file->count, &unheeded) != MB_OK)
        return NULL;
    file->record[file->count] = (mb_check_record){.cell = hash};
    return &file->record[file->count++];
}

/* Takes the numbers of a record, with its outputs and its solver, which few share. */
static bool keep_numbers(mb_check_file *file, mb_check_record *r, const json_t *record,
                         const double x[MB_FIELDS])
{
    json_t *outputs = json_object_get(record, "outputs"), *value;
    double rest[MB_FIELDS], *number;
    int others;
    const size_t own = (size_t)number_places(file->order, &others), n = json_object_size(outputs);
    const char *solver = mb_record_text(record, "solver"), *name;
    const size_t length = solver ? strlen(solver) : 0;
    size_t k = own;

    number = realloc(r->own, (own + n) * sizeof *number + length + 1);
    if (!number)
        return false;
    r->own = number;
    r->output = number + own;
    r->solver = memcpy(number + own + n, solver ? solver : "", length + 1);
    json_object_foreach(outputs, name, value) number[k++] =
        json_is_number(value) ? json_number_value(value) : (double)NAN;
    for (int i = 0; i < MB_FIELDS; i++)
        if (gated(mb_field_of((mb_field)i)))
            (is_own((mb_field)i) ? number : rest)[file->order[i]] = x[i];
    r->rest = share(file, rest, (size_t)others * sizeof *rest);
    return r->rest;
}

/* What it has in common with others. */
static bool keep_kind(mb_check_file *file, mb_check_record *r, const json_t *record)
{
    const char *problem = mb_record_text(record, "problem.spec");
    const json_t *outputs = json_object_get(record, "outputs");
    mb_check_kind kind;

    memset(&kind, 0, sizeof kind); /* with what is between its members, as all is compared */
    kind.problem = keep_or(file, problem ? problem : mb_record_text(record, "problem.name"), "");
    kind.status = keep_or(file, mb_record_text(record, "status"), "");
    kind.end = mb_run_status_find(kind.status);
    kind.cpu = keep_or(file, mb_record_text(record, "environment.cpu"), "unknown");
    kind.reason = keep(file, mb_record_text(record, "reason"));
    kind.toolchain = toolchain(file, record);
    kind.ratio_to = keep(file, mb_record_text(record, "ratio.to"));
    kind.search_end = keep(file, mb_record_text(record, "search.ended"));
    kind.place = file->order;
    if (json_object_size(outputs) > 0 && !(kind.output_names = names_of(file, outputs)))
        return false;
    r->kind = share(file, &kind, sizeof kind);
    return r->kind;
}

double mb_check_output(const mb_check_record *record, const char *name)
{
    const json_t *names = record->kind->output_names;

    for (size_t i = 0; i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            return record->output[i];
    return NAN;
}

/* The number at the end of the path, keys without dots alone. */
static double plain_number(const json_t *record, const char *path)
{
    const json_t *value = record;

    while (*path) {
        size_t n = strcspn(path, ".");

        value = json_object_getn(value, path, n);
        path += n + (path[n] == '.');
    }
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* The numbers that the gate reads.  What no run can have written is refused: a key with dots that
 * stands before a number, a length below 0. */
static mb_status read_numbers(const mb_check_file *file, const json_t *record, const char *path,
                              double x[MB_FIELDS], mb_error *err)
{
    for (int i = 0; i < MB_FIELDS; i++) {
        const mb_field_text *f = mb_field_of((mb_field)i);
        double plain;

        if (!gated(f))
            continue;
        x[i] = mb_record_number(record, f->path);
        plain = plain_number(record, f->path);
        if (x[i] != plain && !(isnan(x[i]) && isnan(plain)))
            return mb_fail(err, MB_BAD_INPUT,
                           "%.300s: record %d: a key with dots stands before %s; expected objects",
                           path, file->read + 1, f->path);
        if (x[i] < 0.0 && i != MB_FIELD_ENERGY_INITIAL)
            return mb_fail(err, MB_BAD_INPUT, "%.300s: record %d: %s is %g; it cannot be below 0",
                           path, file->read + 1, f->path, x[i]);
    }
    return MB_OK;
}

static void know_texts(mb_check_file *file)
{
    json_t **const known[] = {&file->texts, &file->names, &file->toolchains};

    for (int i = 0; i < 3; i++)
        if (!*known[i])
            *known[i] = json_object();
}

mb_status mb_check_add(mb_check_file *file, const json_t *record, const char *path, mb_error *err)
{
    const char *cell = mb_record_text(record, "cell");
    double x[MB_FIELDS];
    mb_check_record *r;
    mb_status status;

    if (!cell)
        return mb_fail(err, MB_BAD_INPUT, "%s: record %d has no \"cell\" to match it by", path,
                       file->read + 1);
    MB_TRY(read_numbers(file, record, path, x, err));
    know_texts(file);
    r = place_of(file, cell);
    if (!r || !keep_kind(file, r, record) || !keep_numbers(file, r, record, x))
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d cells", file->count + 1);
    file->read++;
    file->measured += x[MB_FIELD_STEPS] > 0.0;
done:
    return status;
}

struct reading {
    mb_check_file *file;
    const char *path;
};

static mb_status visit(void *context, json_t *record, mb_error *err)
{
    const struct reading *reading = context;

    return mb_check_add(reading->file, record, reading->path, err);
}

mb_status mb_check_read(mb_check_file *file, const char *path, mb_error *err)
{
    static const char *const others[] = {"schema",       "environment", "cell",   "problem.spec",
                                         "problem.name", "status",      "reason", "solver",
                                         "outputs",      "search.ended"};
    const int n = sizeof others / sizeof *others;
    const char *wanted[MB_FIELDS + 12];
    struct reading reading = {file, path};
    long torn;
    mb_status status;

    memcpy(wanted, others, sizeof others);
    mb_field_paths(gated, wanted, n);
    status = mb_records_each(path, wanted, visit, &reading, &torn, err);
    if (status == MB_OK && torn > 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "%.400s:%ld: the last line is torn: a record is lost; give a whole file",
                       path, torn);
    return status;
}

const mb_check_record *mb_check_find(const mb_check_file *file, uint64_t cell)
{
    const int place = mb_places_find(&file->place, cell);

    return place >= 0 ? &file->record[place] : NULL;
}

void mb_check_file_free(mb_check_file *file)
{
    for (int i = 0; i < file->count; i++)
        free(file->record[i].own);
    for (int i = 0; i < file->blocks; i++)
        free(file->block[i]);
    free(file->block);
    mb_places_free(&file->block_place);
    free(file->record);
    mb_places_free(&file->place);
    json_decref(file->texts);
    json_decref(file->names);
    json_decref(file->toolchains);
    memset(file, 0, sizeof *file);
}

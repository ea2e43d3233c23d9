#include "report/gate/check_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/records/records.h"

/* A copy of the text that lives as long as the file; NULL for NULL and when memory ran out. */
static const char *keep(mb_check_file *file, const char *text)
{
    if (!text || json_object_set_new(file->texts, text, json_null()) != 0)
        return NULL;
    return json_object_iter_key(json_object_iter_at(file->texts, text));
}

static const char *keep_or(mb_check_file *file, const char *text, const char *otherwise)
{
    const char *kept = keep(file, text);

    return kept ? kept : otherwise;
}

/* Compiler, flags and libraries in one text. */
static const char *toolchain(mb_check_file *file, const json_t *record)
{
    static const char *const fields[] = {"compiler", "flags", "libraries"};
    const json_t *environment = json_object_get(record, "environment");
    json_t *all = json_array();
    char *text = NULL;
    const char *kept;

    for (int i = 0; i < 3; i++)
        json_array_append(all, json_object_get(environment, fields[i]));
    if (json_array_size(all) == 3)
        text = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS);
    kept = keep(file, text);
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

static bool gated(int field)
{
    return mb_field_of((mb_field)field)->gate.kind != MB_GATE_NONE;
}

/* How many fields that the gate reads stand before one. */
static int gated_before(mb_field field)
{
    int n = 0;

    for (int i = 0; i < (int)field; i++)
        n += gated(i);
    return n;
}

double mb_check_number(const mb_check_record *record, mb_field field)
{
    return record->number[gated_before(field)];
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
    file->record[file->count].number =
        malloc((size_t)gated_before(MB_FIELDS) * sizeof *file->record->number);
    return file->record[file->count].number ? &file->record[file->count++] : NULL;
}

/* Puts the outputs of a record behind its numbers, and its solver, which few records share. */
static bool keep_outputs(mb_check_file *file, mb_check_record *r, const json_t *record)
{
    json_t *outputs = json_object_get(record, "outputs"), *value;
    const size_t gates = (size_t)gated_before(MB_FIELDS), n = json_object_size(outputs);
    const char *solver = mb_record_text(record, "solver"), *name;
    const size_t length = solver ? strlen(solver) : 0;
    double *number = realloc(r->number, (gates + n) * sizeof *number + length + 1);
    size_t k = gates;

    r->output_names = NULL;
    if (!number)
        return false;
    r->number = number;
    r->output = number + gates;
    r->solver = memcpy(number + gates + n, solver ? solver : "", length + 1);
    if (n == 0)
        return true;
    json_object_foreach(outputs, name, value) number[k++] =
        json_is_number(value) ? json_number_value(value) : (double)NAN;
    r->output_names = names_of(file, outputs);
    return r->output_names;
}

double mb_check_output(const mb_check_record *record, const char *name)
{
    for (size_t i = 0; i < json_array_size(record->output_names); i++)
        if (strcmp(json_string_value(json_array_get(record->output_names, i)), name) == 0)
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

/* What no run can have written: a key with dots that stands before a number, a length below 0. */
static mb_status check_forged(const mb_check_file *file, const json_t *record, const char *path,
                              mb_error *err)
{
    for (int i = 0; i < MB_FIELDS; i++) {
        const mb_field_text *f = mb_field_of((mb_field)i);
        double x, plain;

        if (!gated(i))
            continue;
        x = mb_record_number(record, f->path);
        plain = plain_number(record, f->path);
        if (x != plain && !(isnan(x) && isnan(plain)))
            return mb_fail(err, MB_BAD_INPUT,
                           "%.300s: record %d: a key with dots stands before %s; expected objects",
                           path, file->read + 1, f->path);
        if (x < 0.0 && i != MB_FIELD_ENERGY_INITIAL)
            return mb_fail(err, MB_BAD_INPUT, "%.300s: record %d: %s is %g; it cannot be below 0",
                           path, file->read + 1, f->path, x);
    }
    return MB_OK;
}

mb_status mb_check_add(mb_check_file *file, const json_t *record, const char *path, mb_error *err)
{
    const char *cell = mb_record_text(record, "cell");
    const char *problem = mb_record_text(record, "problem.spec");
    mb_check_record *r;
    mb_status status;

    if (!cell)
        return mb_fail(err, MB_BAD_INPUT, "%s: record %d has no \"cell\" to match it by", path,
                       file->read + 1);
    MB_TRY(check_forged(file, record, path, err));
    if (!file->texts)
        file->texts = json_object();
    if (!file->names)
        file->names = json_object();
    r = place_of(file, cell);
    if (!r)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d cells", file->count + 1);
    r->problem = keep_or(file, problem ? problem : mb_record_text(record, "problem.name"), "");
    r->status = keep_or(file, mb_record_text(record, "status"), "");
    r->end = mb_run_status_find(r->status);
    r->cpu = keep_or(file, mb_record_text(record, "environment.cpu"), "unknown");
    r->reason = keep(file, mb_record_text(record, "reason"));
    r->ratio_to = keep(file, mb_record_text(record, "ratio.to"));
    r->toolchain = toolchain(file, record);
    if (!keep_outputs(file, r, record))
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the outputs of a record"));
    for (int i = 0, k = 0; i < MB_FIELDS; i++)
        if (gated(i))
            r->number[k++] = mb_record_field(record, (mb_field)i);
    file->read++;
    file->measured += mb_check_number(r, MB_FIELD_STEPS) > 0.0;
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
    struct reading reading = {file, path};
    long torn;
    mb_status status = mb_records_each(path, NULL, visit, &reading, &torn, err);

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
        free(file->record[i].number);
    free(file->record);
    mb_places_free(&file->place);
    json_decref(file->texts);
    json_decref(file->names);
    memset(file, 0, sizeof *file);
}

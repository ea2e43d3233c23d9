/* SPDX-License-Identifier: MIT */
#include "report/records/digest_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/places.h"
#include "base/stats.h"
#include "report/records/label.h"
#include "report/records/run_status.h"

static const char *text_or(const json_t *record, const char *path, const char *otherwise)
{
    const char *text = mb_record_text(record, path);

    return text ? text : otherwise;
}

/* The place `key` stands for in `seen`, `next` (then noted) when it is new; -1: no memory. */
static int place_of(json_t *seen, int next, const char *a, const char *b, const char *c,
                    const char *d)
{
    char *key;
    json_t *place;
    int i = next;

    if (asprintf(&key, "%s\x1f%s\x1f%s\x1f%s", a, b, c, d) < 0)
        return -1;
    place = json_object_get(seen, key);
    if (place)
        i = (int)json_integer_value(place);
    else if (json_object_set_new(seen, key, json_integer(next)) != 0)
        i = -1;
    free(key);
    return i;
}

/* Rounds of timed passes that a record holds. */
static size_t rounds_of(const json_t *record)
{
    return json_array_size(json_object_get(json_object_get(record, "cpu"), "rounds"));
}

/* Hash of what a run is called and of its cell and machine. */
static uint64_t name_of(const mb_report_run *row, const json_t *record)
{
    const double t_end = mb_record_field(record, MB_FIELD_T_END);
    const char *const text[] = {row->study,   row->run,    text_or(record, "cell", ""),
                                row->problem, row->solver, mb_record_machine(record)};
    uint64_t hash = mb_hash(MB_HASH_START, &t_end, sizeof t_end);

    for (int k = 0; k < 6; k++)
        hash = mb_hash_text(mb_hash_text(hash, text[k]), "\x1f");
    return hash;
}

static void free_texts(void *texts)
{
    json_decref(texts);
}

/* One row more, or a run made again in the place of its predecessor: then it is superseded, unless
 * the record is the one before with further rounds of timed passes. */
static mb_status take_row(mb_records *records, int i, const char *const *path, mb_places *seen,
                          mb_arena *arena, mb_digest *d, mb_error *err)
{
    json_t *record = mb_records_part(records, i, path);
    mb_report_run row = mb_row_of(record, records->folder[i]);
    const uint64_t name = name_of(&row, record);
    const int before = mb_places_find(seen, name);
    mb_status status = MB_OK;

    row.of = records;
    row.index = i;
    if (before < 0)
        MB_TRY(mb_places_set(seen, name, d->row_count, err));
    else
        d->superseded += rounds_of(record) <= rounds_of(mb_row_record(&d->row[before]));
    if (!records->record[i])
        MB_TRY(mb_row_let_go(&row, d->texts, arena, err));
    d->row[before < 0 ? d->row_count++ : before] = row;
done:
    json_decref(record);
    return status;
}

/* Rows in file order. */
static mb_status read_rows(mb_records *records, mb_arena *arena, mb_digest *d, mb_error *err)
{
    mb_places seen = {0};
    const char *path[MB_ROW_PATHS];
    mb_status status;

    mb_row_paths(path);
    d->texts = json_object();
    MB_TRY(mb_arena_defer(arena, free_texts, d->texts, err));
    MB_TRY(MB_TAKE(arena, &d->row, (size_t)records->count, err));
    for (int i = 0; i < records->count; i++)
        MB_TRY(take_row(records, i, path, &seen, arena, d, err));
done:
    mb_places_free(&seen);
    return status;
}

static mb_status find_studies(mb_arena *arena, mb_digest *d, mb_error *err)
{
    json_t *studies = json_object(), *machines = json_object();
    mb_status status;

    MB_TRY(MB_TAKE(arena, &d->study, (size_t)d->row_count, err));
    for (int i = 0; i < d->row_count; i++) {
        const char *machine = mb_row_machine(&d->row[i]);

        if (place_of(studies, d->study_count, d->row[i].study, "", "", "") == d->study_count)
            d->study[d->study_count++] = d->row[i].study;
        if (*machine && place_of(machines, d->machines, machine, "", "", "") == d->machines)
            d->machines++;
    }
done:
    json_decref(studies);
    json_decref(machines);
    return status;
}

/* Titles are headings here and begin with a capital. */
static mb_status make_title(const char *text, mb_arena *arena, const char **title, mb_error *err)
{
    char *copy = mb_arena_strdup(arena, text);

    if (!copy)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (*copy >= 'a' && *copy <= 'z')
        *copy = (char)(*copy - 'a' + 'A');
    *title = copy;
    return MB_OK;
}

/* Groups by study, then by first appearance of the problem: that of each row. */
static mb_status number_groups(mb_digest *d, int *group_of, mb_error *err)
{
    json_t *seen = json_object();
    mb_status status = MB_OK;

    for (int s = 0; s < d->study_count; s++)
        for (int i = 0; i < d->row_count; i++) {
            const mb_report_run *row = &d->row[i];

            if (strcmp(row->study, d->study[s]) != 0)
                continue;
            group_of[i] = place_of(seen, d->group_count, row->study, row->problem, "", "");
            if (group_of[i] < 0)
                MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
            d->group_count += group_of[i] == d->group_count;
        }
done:
    json_decref(seen);
    return status;
}

/* The name of a study as the digest has it. */
static const char *study_of(const mb_digest *d, const mb_report_run *row)
{
    int s = 0;

    while (strcmp(d->study[s], row->study) != 0)
        s++;
    return d->study[s];
}

static mb_status find_groups(mb_arena *arena, mb_digest *d, mb_error *err)
{
    int *group_of;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &group_of, (size_t)d->row_count, err));
    MB_TRY(number_groups(d, group_of, err));
    MB_TRY(MB_TAKE(arena, &d->group, (size_t)d->group_count, err));
    for (int i = 0; i < d->row_count; i++) {
        const mb_report_run *row = &d->row[i];
        mb_run_group *group = &d->group[group_of[i]];

        if (group->count++ > 0)
            continue;
        group->study = study_of(d, row);
        group->problem = row->problem;
        MB_TRY(make_title(text_or(mb_row_record(row), "problem.title", row->problem), arena,
                          &group->title, err));
    }
    for (int g = 0; g < d->group_count; g++) {
        mb_run_group *group = &d->group[g];

        MB_TRY(MB_TAKE(arena, &group->row, (size_t)group->count, err));
        group->count = 0;
    }
    for (int i = 0; i < d->row_count; i++) {
        mb_run_group *group = &d->group[group_of[i]];

        group->row[group->count++] = &d->row[i];
    }
    mb_arena_release(arena, group_of);
done:
    return status;
}

/* Is there an entry of so many runs?  Numbered runs of an entry stand together. */
static bool has_sweep(const mb_run_group *group)
{
    int same = 0;

    for (int i = 0; i < group->count; i++) {
        const char *id = group->row[i]->run, *before = i ? group->row[i - 1]->run : "";
        const char *dot = strrchr(id, '.');
        size_t n = dot ? (size_t)(dot - id) + 1 : 0;

        same = n > 0 && strncmp(id, before, n) == 0 ? same + 1 : 1;
        if (same > MB_SWEEP_RUNS)
            return true;
    }
    return false;
}

/* Sanitised names can coincide; a number keeps them apart. */
static mb_status name_group(mb_digest *d, int g, json_t *taken, mb_arena *arena, mb_error *err)
{
    mb_run_group *group = &d->group[g];
    mb_status status = MB_OK;
    char *text, base[MB_NAME_SIZE - 32]; /* room for "-12345-position-a1.svg" */

    if (asprintf(&text, "%s-%s", group->study, group->problem) < 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    mb_file_name(text, base, sizeof base);
    free(text);
    snprintf(group->file, sizeof group->file, "%s", base);
    for (int k = 2; json_object_get(taken, group->file); k++)
        snprintf(group->file, sizeof group->file, "%s-%d", base, k);
    if (json_object_set_new(taken, group->file, json_true()) != 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    group->sweep = has_sweep(group);
    for (int i = 0; i < group->count; i++) {
        group->row[i]->swept = group->sweep;
        group->row[i]->anchor = group->file; /* of a sweep the pages list no runs */
        if (!group->sweep)
            MB_TRY(mb_arena_printf(arena, &group->row[i]->anchor, err, "%s-run-%d", group->file,
                                   i + 1));
    }
done:
    return status;
}

/* The same solver twice in a group (another end time, another machine): its place tells. */
static mb_status make_unique(mb_run_group *group, mb_arena *arena, mb_error *err)
{
    mb_places first = {0}; /* run with a label */
    bool *again;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &again, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++) {
        const uint64_t label = mb_hash_text(MB_HASH_START, group->row[i]->label);
        const int before = mb_places_find(&first, label);

        if (before < 0)
            MB_TRY(mb_places_set(&first, label, i, err));
        else
            again[before] = again[i] = true;
    }
    for (int i = 0; i < group->count; i++) {
        mb_report_run *row = group->row[i];

        if (again[i])
            MB_TRY(mb_arena_printf(arena, &row->label, err, "%s (%s, no. %d)", row->label, row->run,
                                   i + 1));
    }
    mb_arena_release(arena, again);
done:
    mb_places_free(&first);
    return status;
}

static mb_status label_group(mb_run_group *group, mb_arena *arena, mb_error *err)
{
    const char **spec, **label;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &spec, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, &label, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        spec[i] = group->row[i]->solver;
    MB_TRY(mb_labels(spec, group->count, arena, label, &group->common, err));
    for (int i = 0; i < group->count; i++)
        group->row[i]->label = *label[i] ? label[i] : "(no solver)";
    mb_arena_release(arena, spec);
    mb_arena_release(arena, label);
    MB_TRY(make_unique(group, arena, err));
done:
    return status;
}

mb_status mb_digest_make(mb_records *records, mb_arena *arena, mb_digest *digest, mb_error *err)
{
    json_t *taken = json_object();
    mb_status status;

    memset(digest, 0, sizeof *digest);
    MB_TRY(read_rows(records, arena, digest, err));
    MB_TRY(find_studies(arena, digest, err));
    MB_TRY(find_groups(arena, digest, err));
    for (int g = 0; g < digest->group_count; g++) {
        MB_TRY(name_group(digest, g, taken, arena, err));
        MB_TRY(label_group(&digest->group[g], arena, err));
    }
done:
    json_decref(taken);
    return status;
}

void mb_digest_highlight(mb_digest *digest, const char *pattern)
{
    for (int i = 0; i < digest->row_count; i++)
        if (mb_spec_fits(digest->row[i].solver, pattern))
            digest->row[i].highlighted = true;
}

mb_status mb_rows_name(const mb_report_run *const *row, int n, mb_arena *arena, const char **label,
                       const char **key, mb_error *err)
{
    const char **spec;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &spec, (size_t)n, err));
    for (int i = 0; i < n; i++)
        spec[i] = row[i]->solver;
    MB_TRY(mb_short_labels(spec, n, arena, label, key, err));
    for (int i = 0; i < n; i++) {
        bool same = !*label[i]; /* the same solver again, with another end time or machine */

        for (int j = 0; j < n && !same; j++)
            same = j != i && strcmp(spec[j], spec[i]) == 0;
        if (same)
            MB_TRY(mb_arena_printf(arena, &label[i], err, "%s no. %d", label[i], i + 1));
    }
done:
    return status;
}

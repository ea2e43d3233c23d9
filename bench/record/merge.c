/* SPDX-License-Identifier: MIT */
#include "bench/record/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "bench/describe/scene.h"
#include "bench/record/store.h"
#include "report/records/run_status.h"
#include "report/records/track.h"

struct source {
    const char *path;
    int fd;
    mb_index index;
};

struct merge {
    int sources;
    struct source *source; /* (sources) */
    mb_store *out;
    FILE *notes;
    mb_merge_counts *counts;
};

/* A damaged line costs its own run, not the others. */
static mb_status open_source(struct source *s, const char *path, FILE *notes,
                             mb_merge_counts *counts, mb_error *err)
{
    mb_damage damage = {0, 0};
    mb_status status;

    s->path = path;
    s->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (s->fd < 0)
        return mb_fail(err, MB_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    MB_TRY(mb_index_read(&s->index, s->fd, path, 0, false, &damage, err));
    if (damage.lines > 0 && s->index.count == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "%.500s: line %ld is no record of this program, nor is "
                       "any other line",
                       path, damage.first));
    counts->damaged += damage.lines;
    if (s->index.torn > 0)
        mb_put_line(notes, "mbsbench merge: %s:%ld: the last line is torn and does not count", path,
                    s->index.torn);
    if (damage.lines > 0)
        mb_put_line(notes,
                    "mbsbench merge: %s: %ld lines are no records and are left out, the first "
                    "is line %ld; their runs must be made again",
                    path, damage.lines, damage.first);
done:
    return status;
}

static mb_status read_record(const struct source *s, const mb_stored *e, json_t **record,
                             mb_error *err)
{
    return mb_index_fetch(&s->index, e, s->fd, s->path, record, err);
}

/* Whether what ended a run was its own doing: nothing that a larger limit or another try changes.
 */
static bool settled(const mb_stored *e)
{
    return !e->outside && e->status != MB_RUN_ERROR && e->status != MB_RUN_STATUSES &&
           !mb_run_status_limited(e->status);
}

static bool stronger(const mb_stored *a, const mb_stored *b)
{
    if (settled(a) != settled(b))
        return settled(a);
    if (a->timed != b->timed)
        return a->timed;
    return (a->series & ~b->series) && !(b->series & ~a->series);
}

/* Whether two records of a run disagree in something that must repeat. */
static bool differ(const json_t *a, const json_t *b)
{
    static const char *const repeating[] = {
        "problem",          "solver",   "cell",         "status",       "t_end",
        "t_reached",        "position", "velocity",     "acceleration", "energy",
        "start_correction", "outputs",  "output_rates", "error",        "counters"};

    for (size_t i = 0; i < sizeof repeating / sizeof *repeating; i++) {
        json_t *x = json_object_get(a, repeating[i]), *y = json_object_get(b, repeating[i]);

        if (x != y && !(x && y && json_equal(x, y)))
            return true;
    }
    return false;
}

static void tell_conflict(struct merge *m, const json_t *kept, const json_t *other,
                          const char *path)
{
    const char *study = json_string_value(json_object_get(kept, "study"));
    const char *run = json_string_value(json_object_get(kept, "run"));
    const char *key = json_string_value(json_object_get(kept, "key"));

    if (!differ(kept, other))
        return;
    m->counts->conflicts++;
    mb_put_line(m->notes,
                "mbsbench merge: %s/%s, key %s: another record in %s; the first one is kept",
                study ? study : "", run ? run : "", key ? key : "", path);
}

/* A series, or a scene, stands beside its record file; one that does not end in a plain name has none
 * to take on.  *name receives that name. */
static FILE *open_beside(const struct source *s, const char *path, const char *ending,
                         const char **name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-.";
    const char *slash = strrchr(s->path, '/');
    const size_t length = strlen(ending);
    char folder[PATH_MAX];

    *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (strspn(*name, plain) != strlen(*name) || **name == '.' || strlen(*name) <= length ||
        strcmp(*name + strlen(*name) - length, ending) != 0)
        return NULL;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - s->path) + 1 : 1,
             slash ? s->path : ".");
    return mb_series_open(folder, path);
}

/* Copies what a field of a record names; *lost: it is not there.  shared: by many records, and
 * copied with the first. */
static mb_status take_on(struct merge *m, const struct source *s, json_t *record, const char *field,
                         const char *ending, bool shared, bool *lost, mb_error *err)
{
    const char *path = json_string_value(json_object_get(record, field));
    char relative[PATH_MAX] = "";
    const char *name = NULL;
    FILE *file = path ? open_beside(s, path, ending, &name) : NULL;
    mb_status status = MB_OK;

    *lost = path && !file;
    if (file && !(shared && mb_store_holds(m->out, name, relative, sizeof relative)))
        status = mb_store_copy_series(m->out, name, file, relative, sizeof relative, err);
    if (file)
        fclose(file);
    if (status == MB_OK && json_object_get(record, field))
        json_object_set_new(record, field, *relative ? json_string(relative) : json_null());
    return status;
}

static mb_status write_record(struct merge *m, const struct source *s, json_t *record,
                              mb_error *err)
{
    bool lost, unheeded; /* a scene is made again with any run of its mechanism */
    mb_status status;

    MB_TRY(take_on(m, s, record, "series", ".tsv", false, &lost, err));
    MB_TRY(take_on(m, s, record, "scene", MB_SCENE_ENDING, true, &unheeded, err));
    m->counts->no_series += lost;
    m->counts->written++;
    status = mb_store_append(m->out, record, err);
done:
    return status;
}

/* Appends the line of a record as it is, if nothing beside the file belongs to it. */
static mb_status write_line(struct merge *m, const struct source *s, const mb_stored *e, bool *fits,
                            mb_error *err)
{
    char *line = NULL;
    json_t *part = NULL;
    mb_status status = mb_index_line(e, s->fd, s->path, &line, &part, err);

    *fits = false;
    if (status == MB_OK && line[e->length - 1] == '\n' &&
        !json_is_string(json_object_get(part, "series")) &&
        !json_is_string(json_object_get(part, "scene")))
        status = mb_store_append_line(m->out, part, line, e->length, fits, err);
    m->counts->written += *fits;
    json_decref(part);
    free(line);
    return status;
}

/* Best record of a run among this source and those after it: *source, *best.  Conflicts with the
 * first one (of the output, if it is there) are told. */
static mb_status choose(struct merge *m, int from, const mb_stored *first, const json_t *stored,
                        int *source, const mb_stored **best, mb_error *err)
{
    json_t *kept = NULL, *other = NULL;
    mb_status status = MB_OK;

    *source = from;
    *best = first;
    for (int i = from; i < m->sources; i++) {
        const mb_stored *e = mb_index_find_run(&m->source[i].index, first->key, first->name);

        if (!e || (i == from && !stored))
            continue;
        if (i > from && stronger(e, *best)) {
            *source = i;
            *best = e;
        }
        if (!settled(e) || !settled(first))
            continue;
        if (!stored && !kept)
            MB_TRY(read_record(&m->source[from], first, &kept, err));
        MB_TRY(read_record(&m->source[i], e, &other, err));
        tell_conflict(m, stored ? stored : kept, other, m->source[i].path);
        json_decref(other);
        other = NULL;
    }
done:
    json_decref(kept);
    json_decref(other);
    return status;
}

/* One run, met for the first time in source i. */
static mb_status merge_run(struct merge *m, int i, const mb_stored *e, mb_error *err)
{
    const mb_stored *present = mb_store_find_run(m->out, e->key, e->name), *best;
    json_t *stored = NULL, *record = NULL;
    mb_status status = MB_OK;
    int source;
    bool fits;

    if (present && present->fresh) /* settled when an earlier source was gone through */
        return MB_OK;
    if (present && settled(present))
        MB_TRY(mb_store_read(m->out, present, &stored, err));
    MB_TRY(choose(m, i, e, stored, &source, &best, err));
    if (!present || stronger(best, present)) {
        MB_TRY(write_line(m, &m->source[source], best, &fits, err));
        if (fits)
            goto done;
        MB_TRY(read_record(&m->source[source], best, &record, err));
        MB_TRY(write_record(m, &m->source[source], record, err));
    }
done:
    json_decref(stored);
    json_decref(record);
    return status;
}

static bool seen_before(const struct merge *m, int source, const mb_stored *e)
{
    for (int i = 0; i < source; i++)
        if (mb_index_find_run(&m->source[i].index, e->key, e->name))
            return true;
    return false;
}

mb_status mb_merge(const char *const *files, int n, const char *out, FILE *notes,
                   mb_merge_counts *counts, mb_error *err)
{
    struct merge m = {n, calloc((size_t)n, sizeof *m.source), NULL, notes, counts};
    mb_status status = MB_OK;

    memset(counts, 0, sizeof *counts);
    if (!m.source)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d files", n);
    for (int i = 0; i < n; i++)
        m.source[i].fd = -1;
    for (int i = 0; i < n; i++) {
        MB_TRY(open_source(&m.source[i], files[i], notes, counts, err));
        counts->read += m.source[i].index.count;
    }
    MB_TRY(mb_store_open(out, &m.out, err));
    for (int i = 0; i < n; i++) {
        const mb_index *index = &m.source[i].index;

        for (int j = 0; j < index->count; j++) {
            const mb_stored *e = &index->entry[j];

            if (mb_index_find_run(index, e->key, e->name) == e && !seen_before(&m, i, e))
                MB_TRY(merge_run(&m, i, e, err));
        }
    }
    MB_TRY(mb_store_sync(m.out, err));
done:
    for (int i = 0; i < n; i++) {
        if (m.source[i].fd >= 0)
            close(m.source[i].fd);
        mb_index_free(&m.source[i].index);
    }
    free(m.source);
    mb_store_close(m.out);
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "bench/record/store.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "bench/record/index.h"
#include "bench/record/lines.h"
#include "bench/record/series_file.h"
#include "bench/record/store_parts.h"
#include "report/records/environments.h"

enum { MOST_WAITING = 1 << 20 }; /* [bytes] of lines */

/* With the lock held: the file ends in whole lines afterwards. */
static mb_status repair(mb_store *store, off_t size, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    mb_status status = mb_lines_repair(store->fd, size, &store->torn, &why);

    return status == MB_OK ? MB_OK
                           : mb_fail(err, status, "--out %.500s: %s", store->path, why.text);
}

static off_t file_size(int fd)
{
    struct stat info;

    return fstat(fd, &info) == 0 ? info.st_size : 0;
}

/* With the lock held: whether the file that is open is still the one at its path.  What is appended
 * to one that was moved or replaced nobody would find. */
static mb_status in_place(const mb_store *store, mb_error *err)
{
    struct stat own, named;

    if (fstat(store->fd, &own) == 0 && stat(store->path, &named) == 0 &&
        own.st_dev == named.st_dev && own.st_ino == named.st_ino)
        return MB_OK;
    return mb_fail(
        err, MB_FAILURE,
        "--out %.500s was replaced, moved or removed while this program wrote to it; what "
        "it wrote so far is in the file that stood there before; start again, and what "
        "is missing is run again",
        store->path);
}

/* Opens the file and locks it.  One that was replaced in between is opened anew. */
static mb_status open_locked(mb_store *store, mb_error *err)
{
    struct stat info;
    mb_status status;

    do {
        mb_error moved = {MB_OK, ""};

        if (store->fd > STDERR_FILENO)
            close(store->fd);
        store->fd = open(store->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (store->fd < 0)
            return mb_cannot_write("--out", store->path, err);
        if (fstat(store->fd, &info) != 0 || !S_ISREG(info.st_mode)) {
            store->stream = true;
            return MB_OK;
        }
        flock(store->fd, LOCK_EX);
        status = in_place(store, &moved);
    } while (status != MB_OK);
    return MB_OK;
}

static mb_status open_file(mb_store *store, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_make_folder_of(store->path, err));
    MB_TRY(open_locked(store, err));
    if (store->stream)
        return MB_OK;
    mb_series_file_sweep(store->folder, store->name);
    status = mb_index_read(&store->index, store->fd, store->path, 0, false, NULL, err);
    if (status == MB_OK)
        status = repair(store, file_size(store->fd), err);
    store->known = file_size(store->fd);
    flock(store->fd, LOCK_UN);
done:
    return status;
}

mb_status mb_store_open(const char *path, mb_store **store, mb_error *err)
{
    size_t n = strlen(path);
    mb_store *s;
    mb_status status = MB_OK;

    *store = NULL;
    if (n + 64 >= PATH_MAX || n == 0 || path[n - 1] == '/')
        return mb_fail(err, MB_BAD_INPUT, "--out '%s' names no file", path);
    s = calloc(1, sizeof *s);
    if (!s)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the record file");
    memcpy(s->path, path, n + 1);
    s->name = strrchr(s->path, '/') ? strrchr(s->path, '/') + 1 : s->path;
    s->stream = strcmp(path, "-") == 0;
    s->fd = STDOUT_FILENO;
    if (n > 6 && strcmp(path + n - 6, ".jsonl") == 0)
        n -= 6;
    snprintf(s->folder, sizeof s->folder, "%.*s.series", (int)n, path);
    if (!s->stream)
        status = open_file(s, err);
    if (status != MB_OK) {
        mb_store_close(s);
        return status;
    }
    *store = s;
    return MB_OK;
}

void mb_store_close(mb_store *store)
{
    if (!store)
        return;
    mb_index_free(&store->index);
    free(store->waiting);
    if (store->fd > STDERR_FILENO)
        close(store->fd);
    free(store);
}

bool mb_store_was_torn(const mb_store *store)
{
    return store->torn;
}

int mb_store_lost_series(const mb_store *store)
{
    return store->index.lost;
}

mb_status mb_store_sync(mb_store *store, mb_error *err)
{
    mb_status status;

    if (store->stream)
        return MB_OK;
    if (fdatasync(store->fd) != 0)
        return mb_cannot_write("--out", store->path, err);
    flock(store->fd, LOCK_EX);
    status = in_place(store, err);
    flock(store->fd, LOCK_UN);
    return status;
}

const mb_stored *mb_store_find(const mb_store *store, uint64_t key)
{
    return mb_index_find(&store->index, key);
}

const mb_stored *mb_store_next(const mb_store *store, const mb_stored *stored)
{
    return stored->next < 0 ? NULL : &store->index.entry[stored->next];
}

mb_status mb_store_read(const mb_store *store, const mb_stored *stored, json_t **record,
                        mb_error *err)
{
    return mb_index_fetch(&store->index, stored, store->fd, store->path, record, err);
}

const mb_stored *mb_store_find_run(const mb_store *store, uint64_t key, uint64_t name)
{
    return mb_index_find_run(&store->index, key, name);
}

const mb_stored *mb_store_newest(const mb_store *store, uint64_t cell)
{
    return mb_index_newest(&store->index, cell);
}

/* With the lock held: the file ends in whole lines and the index covers them. */
static mb_status catch_up(mb_store *store, mb_error *err)
{
    off_t size = file_size(store->fd);
    mb_status status = in_place(store, err);

    if (status != MB_OK || size == store->known)
        return status;
    if (size < store->known)
        return mb_fail(err, MB_FAILURE, "--out %s was cut short by another program; start again",
                       store->path);
    MB_TRY(repair(store, size, err));
    MB_TRY(mb_index_read(&store->index, store->fd, store->path, store->known, true, NULL, err));
    store->known = file_size(store->fd);
done:
    return status;
}

mb_status mb_store_hold(mb_store *store, mb_error *err)
{
    mb_status status;

    if (store->stream || store->holds++ > 0)
        return MB_OK;
    flock(store->fd, LOCK_EX);
    status = catch_up(store, err);
    if (status != MB_OK)
        mb_store_let_go(store, err);
    return status;
}

/* Writes the lines that wait, with the lock held. */
static mb_status write_waiting(mb_store *store, mb_error *err)
{
    const size_t n = store->n;
    mb_status status = MB_OK;

    store->n = 0;
    if (mb_lines_write(store->fd, store->waiting, n) != MB_OK) {
        status = mb_cannot_write("--out", store->path, err);
        store->known -= (off_t)n;
        if (ftruncate(store->fd, store->known) !=
            0) /* the next start cuts a torn line off as well */
            store->torn = true;
    }
    return status;
}

mb_status mb_store_let_go(mb_store *store, mb_error *err)
{
    mb_status status = MB_OK;

    if (store->holds > 0 && --store->holds == 0) {
        if (store->n > 0)
            status = write_waiting(store, err);
        flock(store->fd, LOCK_UN);
    }
    return status;
}

/* The same at the end of what came to `status` */
mb_status mb_store_ends(mb_store *store, mb_status status, mb_error *err)
{
    mb_error later = {MB_OK, ""};

    if (mb_store_let_go(store, &later) == MB_OK || status != MB_OK)
        return status;
    *err = later;
    return later.status;
}

mb_status mb_store_refresh(mb_store *store, mb_error *err)
{
    return mb_store_ends(store, mb_store_hold(store, err), err);
}

json_t *mb_store_environment(const mb_store *store, json_t *environment)
{
    return store->stream ? json_incref(environment)
                         : mb_environments_reference(store->index.environments, environment);
}

/* Whether the like of a record came in since the file was opened. */
static bool came_in(const mb_store *store, const json_t *record)
{
    mb_stored own;
    const mb_stored *other;

    mb_stored_of(record, &own);
    other = mb_index_find_run(&store->index, own.key, own.name);
    return other && other->fresh && other->status == own.status && (other->timed || !own.timed) &&
           other->rounds >= own.rounds && (other->counted || !own.counted) &&
           !(own.series & ~other->series);
}

static mb_status append_line(mb_store *store, const json_t *record, const char *line, size_t n,
                             mb_error *err)
{
    const off_t size = store->known;
    mb_status status;

    if (store->n + n > store->room) {
        const size_t room = 2 * (store->n + n);
        char *more = realloc(store->waiting, room);

        if (!more)
            return mb_fail(err, MB_NO_MEMORY, "no memory for a record");
        store->waiting = more;
        store->room = room;
    }
    memcpy(store->waiting + store->n, line, n);
    store->n += n;
    store->known = size + (off_t)n;
    if (store->holds == 1 || store->n > MOST_WAITING)
        MB_TRY(write_waiting(store, err));
    MB_TRY(mb_index_add(&store->index, record, size, n, err));
    store->index.entry[store->index.count - 1].fresh = true;
    MB_TRY(mb_index_know(&store->index, record, err));
done:
    return status;
}

/* With the lock held: the record as it stands in the file, which those before it make shorter. */
static mb_status append_lean(mb_store *store, const json_t *record, mb_error *err)
{
    json_t *lean = NULL;
    char *line = NULL;
    mb_status status = MB_OK;

    if (came_in(store, record))
        goto done;
    MB_TRY(mb_environments_lean(store->index.environments, record, &lean, err));
    line = mb_record_line(lean);
    if (!line)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a record"));
    MB_TRY(append_line(store, lean, line, strlen(line), err));
done:
    free(line);
    json_decref(lean);
    return status;
}

/* To a stream: each record whole, for whoever reads one of them. */
static mb_status append_whole(mb_store *store, const json_t *record, mb_error *err)
{
    char *line = mb_record_line(record);
    mb_status status = MB_OK;

    if (!line)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a record");
    if (mb_lines_write(store->fd, line, strlen(line)) != MB_OK)
        status = mb_cannot_write("--out", store->path, err);
    free(line);
    return status;
}

mb_status mb_store_append(mb_store *store, const json_t *record, mb_error *err)
{
    mb_status status;

    if (store->stream)
        return append_whole(store, record, err);
    MB_TRY(mb_store_hold(store, err));
    status = append_lean(store, record, err);
done:
    return mb_store_ends(store, status, err);
}

mb_status mb_store_append_line(mb_store *store, const json_t *part, const char *line, size_t n,
                               bool *fits, mb_error *err)
{
    mb_status status;

    *fits = false;
    if (store->stream)
        return MB_OK;
    MB_TRY(mb_store_hold(store, err));
    *fits = mb_environments_refers(store->index.environments, part);
    if (*fits && !came_in(store, part))
        status = append_line(store, part, line, n, err);
done:
    return mb_store_ends(store, status, err);
}

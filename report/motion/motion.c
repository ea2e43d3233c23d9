/* SPDX-License-Identifier: MIT */
#include "report/motion/motion.h"

#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/files.h"
#include "report/motion/choice.h"
#include "report/motion/frames.h"
#include "report/records/track.h"

extern const mb_embedded mb_player[]; /* parts of player.js */

enum { LARGEST = 1 << 23, DIGITS = 6 };

/* Sizes of the mechanism: a run that did not end well is out of sight beyond. */
static const double FAR = 30.0;

typedef struct writer {
    const char *folder; /* out/motion */
    FILE *inside;       /* NULL: files in that folder */
    long share, used;   /* [byte] of a group there, and by all up to now */
    mb_motion_told *tell;
    const void *who;
    mb_arena *arena;
    json_t
        *written; /* base of a file: of a scene its size and what a page needs, of a run whether it
                      * can be seen */
} writer;

/* ---- files ------------------------------------------------------------------------------------ */

static mb_status put_text(const writer *w, const char *name, const char *text, mb_error *err)
{
    FILE *file;
    mb_status status;

    w->tell(w->who, MB_MOTION_FOLDER "/", name);
    MB_TRY(mb_create(w->folder, name, &file, err));
    fputs(text, file);
    status = mb_close(file, w->folder, name, err);
done:
    return status;
}

static void put_program(FILE *file)
{
    /* a page with several players asks for it several times */
    fputs("(() => {\n\"use strict\";\nif (window.mbsbench) return;\n", file);
    for (const mb_embedded *part = mb_player; part->name; part++)
        fputs(part->text, file);
    fputs("})();\n", file);
}

static mb_status put_player(const writer *w, mb_error *err)
{
    static const char name[] = "player.js";
    FILE *file;
    mb_status status;

    if (w->inside) {
        fputs("<script>\n", w->inside);
        put_program(w->inside);
        fputs("</script>\n", w->inside);
        return MB_OK;
    }
    w->tell(w->who, MB_MOTION_FOLDER "/", name);
    MB_TRY(mb_create(w->folder, name, &file, err));
    put_program(file);
    status = mb_close(file, w->folder, name, err);
done:
    return status;
}

/* JSON in an element of its own, where nothing in it can be taken for markup. */
static void put_inside(writer *w, const char *base, const char *text)
{
    w->used += fprintf(w->inside, "<script type=\"application/json\" data-motion=\"%s\">", base);
    for (; *text; text++)
        if (*text == '<')
            w->used += fprintf(w->inside, "\\u003c");
        else
            w->used += fputc(*text, w->inside) != EOF;
    fputs("</script>\n", w->inside);
}

/* mbsbench.KIND("BASE", VALUE); takes the value. */
static mb_status put_script(writer *w, const char *kind, const char *base, json_t *value,
                            mb_error *err)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)) : NULL;
    const char *name;
    FILE *file;
    mb_status status;

    json_decref(value);
    if (!text)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (w->inside) {
        put_inside(w, base, text);
        free(text);
        return MB_OK;
    }
    MB_TRY(mb_arena_printf(w->arena, &name, err, "%s.js", base));
    w->tell(w->who, MB_MOTION_FOLDER "/", name);
    MB_TRY(mb_create(w->folder, name, &file, err));
    fprintf(file, "mbsbench.%s(\"%s\",%s);\n", kind, base, text);
    status = mb_close(file, w->folder, name, err);
done:
    free(text);
    return status;
}

/* ---- scenes ----------------------------------------------------------------------------------- */

/* The base of a path's name, "0123456789abcdef" of "x.series/0123456789abcdef.scene.json"; NULL: it has
 * signs that are no letters or digits. */
static const char *base_of(const char *path, mb_arena *arena)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const size_t n = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz-");
    char *base = n > 0 && (name[n] == '.' || !name[n]) ? mb_arena_alloc(arena, n + 1, 1) : NULL;

    if (base)
        memcpy(base, name, n);
    return base;
}

static json_t *read_scene(const char *folder, const char *path)
{
    FILE *file = mb_series_open(folder, path);
    char *text = file ? malloc(LARGEST) : NULL;
    size_t n = text ? fread(text, 1, LARGEST, file) : 0;
    json_t *scene = n > 0 && n < LARGEST ? json_loadb(text, n, 0, NULL) : NULL;

    if (file)
        fclose(file);
    free(text);
    if (json_is_string(json_object_get(scene, "picture")) &&
        json_array_size(json_object_get(scene, "bodies")) > 0 &&
        json_is_array(json_object_get(scene, "shapes")))
        return scene;
    json_decref(scene);
    return NULL;
}

/* The scene's files, once for all groups that have it.  Its reference is written as runs are. */
static mb_status put_scene(writer *w, const char *base, json_t *scene, mb_error *err)
{
    mb_motion_frames frames = {0};
    const char *name;
    bool known = mb_motion_frames_take(
        json_object_get(scene, "reference"), json_is_true(json_object_get(scene, "spatial")),
        (int)json_array_size(json_object_get(scene, "bodies")), &frames);
    mb_status status;

    json_object_set_new(scene, "reference", known ? mb_motion_frames_encode(&frames) : json_null());
    mb_motion_frames_free(&frames);
    MB_TRY(mb_arena_printf(w->arena, &name, err, "%s.svg", base));
    if (!w->inside)
        MB_TRY(put_text(w, name, json_string_value(json_object_get(scene, "picture")), err));
    json_object_set_new(w->written, base,
                        json_pack("{s:O, s:b, s:O}", "size", json_object_get(scene, "size"),
                                  "reference", known, "picture",
                                  json_object_get(scene, "picture")));
    json_object_del(scene, "picture");
    status = put_script(w, "scene", base, json_incref(scene), err);
done:
    return status;
}

/* The scene of a group is that of its first run that has one. */
static mb_status find_scene(writer *w, const mb_run_group *group, mb_motion *m, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < group->count && !m->scene; i++) {
        const mb_report_run *row = group->row[i];
        const char *path = mb_motion_kept(row) ? mb_record_text(mb_row_record(row), "scene") : NULL;
        const char *base = path ? base_of(path, w->arena) : NULL;
        json_t *scene;

        if (!base)
            continue;
        if (json_object_get(w->written, base)) {
            m->scene = base;
            break;
        }
        scene = read_scene(row->folder, path);
        if (!scene)
            continue;
        status = put_scene(w, base, scene, err);
        json_decref(scene);
        MB_TRY(status);
        m->scene = base;
    }
done:
    return status;
}

/* ---- runs ------------------------------------------------------------------------------------- */

/* Writes a run, once; *seen: there is something to be seen. */
static mb_status put_run(writer *w, const mb_report_run *row, const char *base, double size,
                         bool *seen, mb_error *err)
{
    const json_t *before = json_object_get(w->written, base);
    mb_motion_frames frames;
    mb_status status = MB_OK;

    *seen = json_is_true(before);
    if (before)
        return MB_OK;
    *seen =
        mb_motion_frames_read(row->folder, mb_record_text(mb_row_record(row), "series"), &frames);
    if (*seen && !row->ok)
        mb_motion_frames_cut(&frames, FAR * size);
    *seen = *seen && frames.count > 1;
    if (*seen)
        status = put_script(w, "run", base, mb_motion_frames_encode(&frames), err);
    mb_motion_frames_free(&frames);
    json_object_set_new(w->written, base, json_boolean(*seen));
    return status;
}

/* Chooses runs in the order in which they are worth watching, and writes them.  chosen: (group->count)
 * receives the bases of their files; NULL of the others. */
static mb_status put_runs(writer *w, const mb_run_group *group, double size, mb_motion *m,
                          const char **chosen, mb_error *err)
{
    const long start = w->used;
    int *order, most = group->sweep ? MB_SWEEP_RUNS : group->count;
    mb_status status;

    MB_TRY(mb_motion_order(group, w->arena, &order, &m->kept, err));
    for (int i = 0; i < m->kept && most > 0; i++) {
        const mb_report_run *row = group->row[order[i]];
        const char *base = base_of(mb_record_text(mb_row_record(row), "series"), w->arena);
        bool seen = false;

        if (w->inside && m->count > 0 && w->used - start > w->share)
            break;
        if (base)
            MB_TRY(put_run(w, row, base, size, &seen, err));
        if (seen) {
            chosen[order[i]] = base;
            m->count++;
            most--;
        }
    }
done:
    return status;
}

static mb_status put_group(writer *w, const mb_run_group *group, mb_motion *m, mb_error *err)
{
    const char **chosen;
    const json_t *scene;
    mb_status status;

    MB_TRY(find_scene(w, group, m, err));
    if (!m->scene)
        return MB_OK;
    scene = json_object_get(w->written, m->scene);
    m->reference = json_is_true(json_object_get(scene, "reference"));
    if (w->inside) {
        m->drawing =
            mb_arena_strdup(w->arena, json_string_value(json_object_get(scene, "picture")));
        if (!m->drawing)
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    }
    MB_TRY(MB_TAKE(w->arena, &chosen, (size_t)group->count, err));
    MB_TRY(MB_TAKE(w->arena, &m->row, (size_t)group->count, err));
    MB_TRY(MB_TAKE(w->arena, &m->key, (size_t)group->count, err));
    MB_TRY(put_runs(w, group, json_number_value(json_object_get(scene, "size")), m, chosen, err));
    for (int i = 0, n = 0; i < group->count; i++)
        if (chosen[i]) {
            m->row[n] = group->row[i];
            m->key[n++] = chosen[i];
        }
done:
    return status;
}

/* Groups that have something to be seen. */
static int count_groups(const mb_digest *digest)
{
    int n = 0;

    for (int g = 0; g < digest->group_count; g++) {
        bool any = false;

        for (int i = 0; i < digest->group[g].count && !any; i++)
            any = mb_motion_kept(digest->group[g].row[i]);
        n += any;
    }
    return n;
}

mb_status mb_motions_write(const mb_digest *digest, const char *out, FILE *inside,
                           mb_motion_told *tell, const void *who, mb_arena *arena,
                           mb_motion **motion, mb_error *err)
{
    writer w = {
        .inside = inside, .tell = tell, .who = who, .arena = arena, .written = json_object()};
    int groups = count_groups(digest);
    mb_status status;

    MB_TRY(MB_TAKE(arena, motion, (size_t)digest->group_count, err));
    MB_TRY(mb_arena_printf(arena, &w.folder, err, "%s/" MB_MOTION_FOLDER, out));
    if (groups == 0)
        goto done;
    w.share = MB_MOTION_ROOM / groups;
    if (!inside)
        MB_TRY(mb_make_folder(w.folder, err));
    for (int g = 0; g < digest->group_count; g++)
        MB_TRY(put_group(&w, &digest->group[g], &(*motion)[g], err));
    MB_TRY(put_player(&w, err));
done:
    json_decref(w.written);
    return status;
}

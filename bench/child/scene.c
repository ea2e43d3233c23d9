/* SPDX-License-Identifier: MIT */
/* The scene of a mechanism for players: its drawing as data, with the motion that runs are held
 * against. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/child/child_parts.h"
#include "bench/describe/describe.h"
#include "bench/describe/scene.h"
#include "bench/mechanism/kept_reference.h"

enum { DIGITS = 6 };

/* Parts of the mechanism's size, or rad, that nobody sees. */
static const double unseen = 1e-3;

/* ---- the reference's motion --------------------------------------------------------------------- */

/* Whether the reference that runs have is where the automatic one is: it may come from C code, and it
 * is that one which counts. */
static bool together(const mb_model *model, const double *a, const double *b)
{
    for (int i = 0; i < model->noutputs; i++) {
        const mb_output *o = &model->outputs[i];
        const mb_output_kind kind = mb_output_kind_of(o);
        const double off = o->wrapped ? remainder(a[i] - b[i], 2.0 * M_PI) : a[i] - b[i];

        if (o->compared && kind != MB_OUTPUT_OTHER &&
            !(fabs(off) <= unseen * (kind == MB_OUTPUT_LENGTH ? model->scale : 1.0)))
            return false;
    }
    return true;
}

/* Frames at even times, as far as it is known.  truth: one that comes from C code; NULL: it is the
 * automatic one itself. */
static mb_status follow(const mb_model *model, mb_truth *truth, const mb_automatic *automatic,
                        mb_arena *arena, mb_frames *poses, mb_error *err)
{
    const int bodies = model->declared->nbodies;
    const double horizon = mb_automatic_facts_of(automatic)->horizon;
    mb_automatic_run *run;
    double *own, *out;
    mb_status status;

    MB_TRY(mb_automatic_follow(automatic, arena, &run, err));
    MB_TRY(MB_TAKE(arena, &own, (size_t)model->noutputs, err));
    MB_TRY(MB_TAKE(arena, &out, (size_t)model->noutputs, err));
    for (int k = 0; k < poses->most; k++) {
        const double t = poses->every * k;
        double *frame, x[3], R[9];

        if (t > horizon)
            break;
        mb_automatic_at(run, t, own);
        if (truth)
            mb_truth_at(truth, t, out);
        if (truth && (t > mb_truth_horizon(truth) || !together(model, own, out)))
            break;
        frame = mb_frames_add(poses, t);
        for (int i = 0; i < bodies; i++) {
            mb_automatic_stand(run, i, x, R);
            mb_frames_put(poses, i, x, R, frame);
        }
    }
done:
    return status;
}

/* *poses is NULL where there is none to be seen. */
static mb_status reference_of(const mb_task *task, const mb_model *model, mb_truth *truth,
                              const mb_plain_mechanism *assembled, mb_arena *arena,
                              mb_frames **poses, mb_error *err)
{
    mb_kept_reference kept;
    mb_status status;

    *poses = NULL;
    if (!truth)
        return MB_OK;
    MB_TRY(mb_reference_kept(assembled, task->t_end, task->references, arena, &kept, err));
    if (!mb_automatic_facts_of(kept.reference)->there)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, poses, 1, err));
    mb_frames_start(*poses, assembled->spatial, assembled->nbodies, 0.0, task->t_end);
    status = follow(model, model->reference ? truth : NULL, kept.reference, arena, *poses, err);
done:
    return status;
}

/* ---- the file ----------------------------------------------------------------------------------- */

static mb_status picture_of(const mb_plain_mechanism *assembled, mb_arena *arena, char **svg,
                            mb_error *err)
{
    mb_picture picture = {.ghosts = assembled->ghosts, .names = true};
    mb_sweep sweep;
    size_t size;
    FILE *out;
    mb_status status = MB_OK;

    if (picture.ghosts > 0) {
        MB_TRY(mb_sweep_of(assembled, arena, &sweep, err));
        picture.sweep = &sweep;
    }
    out = open_memstream(svg, &size);
    if (!out)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    status = mb_describe_svg(assembled, &picture, out, err);
    if (fclose(out) != 0 && status == MB_OK)
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
done:
    return status;
}

/* Under a name of its own first, so that programs side by side do not meet. */
static void write_file(const char *path, const char *folder, const json_t *scene)
{
    char temporary[PATH_MAX];
    FILE *file = NULL;
    bool whole;

    if ((mkdir(folder, 0777) == 0 || errno == EEXIST) &&
        snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) <
            (int)sizeof temporary)
        file = fopen(temporary, "wbx");
    if (!file)
        return;
    whole = json_dumpf(scene, file, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)) == 0;
    whole = fclose(file) == 0 && whole && rename(temporary, path) == 0;
    if (!whole)
        unlink(temporary);
}

mb_status mb_child_scene(const mb_task *task, const mb_model *model, mb_truth *truth,
                         mb_arena *arena, mb_error *err)
{
    const mb_plain_mechanism *declared = model->declared;
    mb_scene_extra extra = {NULL, NULL};
    mb_assembled assembled;
    mb_frames *reference;
    char path[PATH_MAX], *svg = NULL;
    json_t *scene = NULL;
    mb_status status;

    if (!declared || !mb_frames_fit(declared->spatial, declared->nbodies) ||
        !mb_scene_path(task->references, task->digest, task->t_end, path, sizeof path) ||
        access(path, F_OK) == 0)
        return MB_OK;
    MB_TRY(mb_assemble(declared, arena, &assembled, err));
    MB_TRY(picture_of(assembled.mechanism, arena, &svg, err));
    extra.picture = svg;
    if (reference_of(task, model, truth, assembled.mechanism, arena, &reference, err) == MB_OK)
        extra.reference = reference;
    scene = mb_scene(assembled.mechanism, &extra, arena);
    if (scene)
        write_file(path, task->references, scene);
done:
    json_decref(scene);
    free(svg);
    return status;
}

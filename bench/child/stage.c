/* SPDX-License-Identifier: MIT */
#include "bench/child/stage.h"

#include <string.h>

#include "bench/audit/rank.h"
#include "bench/mechanism/problem_file.h"

/* Answers of a reference that are kept: a few megabytes at most */
enum { MOST_ANSWERS = 20000 };

static const char *name_of(const mb_task *task, int i)
{
    const char *const names[] = {task->problem, task->digest, task->references};

    return names[i] ? names[i] : "";
}

static bool is_of(const mb_stage *stage, const mb_task *task)
{
    for (int i = 0; i < 3; i++)
        if (!stage->arena || strcmp(stage->names[i], name_of(task, i)) != 0)
            return false;
    return true;
}

static void forget_truth(mb_stage *stage)
{
    mb_arena_destroy(stage->truth_arena);
    stage->truth_arena = NULL;
    stage->truth = NULL;
}

static void clear(mb_stage *stage)
{
    forget_truth(stage);
    mb_model_destroy(stage->model);
    mb_arena_destroy(stage->arena);
    *stage = (mb_stage){.arena = NULL};
}

mb_status mb_stage_set(mb_stage *stage, const mb_task *task, mb_error *err)
{
    mb_status status = MB_OK;

    if (is_of(stage, task))
        return MB_OK;
    clear(stage);
    stage->arena = mb_arena_create();
    for (int i = 0; i < 3 && status == MB_OK; i++) {
        stage->names[i] = stage->arena ? mb_arena_strdup(stage->arena, name_of(task, i)) : NULL;
        if (!stage->names[i])
            status = mb_fail(err, MB_NO_MEMORY, "no memory for the names of a problem");
    }
    if (status == MB_OK)
        status = mb_problem_model(task->problem, task->digest, &stage->model, err);
    if (status == MB_OK)
        status = mb_rank_first_create(stage->model, stage->arena, &stage->first, err);
    if (status != MB_OK)
        clear(stage);
    return status;
}

/* A reference in an arena of its own, which keeps its answers if it can */
static mb_status find_truth(mb_stage *stage, const mb_task *task, double h, mb_error *err)
{
    const double steps = (task->t_end - stage->model->t0) / h;
    mb_status status = MB_OK;

    stage->truth_arena = mb_arena_create();
    if (!stage->truth_arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a reference");
    MB_TRY(mb_truth_create(stage->model, h, task->t_end, task->references, stage->truth_arena,
                           &stage->truth, err));
    if (stage->truth && steps < MOST_ANSWERS)
        MB_TRY(mb_truth_keep(stage->truth, (long)steps + 3, stage->truth_arena, err));
    mb_arena_seal(stage->truth_arena);
    stage->h = h;
    stage->t_end = task->t_end;
done:
    if (status != MB_OK)
        forget_truth(stage);
    return status;
}

mb_status mb_stage_truth(mb_stage *stage, const mb_task *task, double h, mb_truth **truth,
                         mb_error *err)
{
    const bool same = stage->truth_arena && stage->h == h && stage->t_end == task->t_end;
    mb_status status = MB_OK;

    if (!same || (stage->truth && !mb_truth_again(stage->truth))) {
        forget_truth(stage);
        status = find_truth(stage, task, h, err);
    }
    *truth = stage->truth;
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "bench/validate/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bench/engine/job.h"
#include "problems/elements/machine/plain_model.h"

enum { MOST_POSES = 2000000 };

static const double past_end = 1e-9;

static const char exact[] = "lagrange/dormand-prince:tol=1e-10";

mb_status mb_trial_create(mb_trial *trial, const mb_embedded *file, const mb_engine_choice *choice,
                          mb_error *err)
{
    mb_status status;

    *trial = (mb_trial){.name = file->name, .choice = choice, .arena = mb_arena_create()};
    if (!trial->arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a trial"));
    MB_TRY(mb_declaration_read(file, "", trial->arena, NULL, &trial->declaration, err));
    MB_TRY(mb_foreign_of(trial->declaration->mechanism, &trial->declaration->problem, trial->arena,
                         &trial->foreign, err));
    trial->nbodies = trial->foreign.declared->nbodies;
done:
    return status;
}

void mb_trial_free(mb_trial *trial)
{
    mb_program_output_free(&trial->output);
    mb_foreign_free(&trial->foreign);
    mb_arena_destroy(trial->arena);
    memset(trial, 0, sizeof *trial);
}

mb_status mb_trial_call(mb_trial *trial, double t_end, bool last_only, double limit, mb_error *err)
{
    const mb_engine_job job = {.mechanism = trial->foreign.declared,
                               .assembled = &trial->foreign.assembled,
                               .choice = trial->choice,
                               .t_end = t_end,
                               .last_only = last_only};
    char *text = mb_engine_job_text(&job);
    mb_status status;

    if (!text)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a job");
    mb_program_output_free(&trial->output);
    trial->t_end = t_end;
    status = mb_engine_call(&trial->choice->engine, text, limit, MB_TRIAL_IDLE, NULL,
                            &trial->output, err);
    free(text);
    return status;
}

/* Reads all rows, into t and told where there are any. */
static mb_status read_rows(mb_trial *trial, mb_rows *read, mb_pose *scratch, mb_error *err)
{
    bool more = true;
    double t;
    mb_status status;

    trial->rows = 0;
    MB_TRY(mb_rows_begin(read, err));
    for (;;) {
        mb_pose *pose = trial->t ? trial->told + trial->rows * trial->nbodies : scratch;

        MB_TRY(mb_rows_next(read, &t, pose, &more, err));
        if (!more)
            break;
        if (t > trial->t_end * (1.0 + past_end))
            MB_TRY(mb_fail(err, MB_FAILURE,
                           "row %ld is at t = %.9g s, and the run ends at %g s: times are seconds "
                           "from 0 to t_end (docs/engines.md, run)",
                           trial->rows + 1, t, trial->t_end));
        if (trial->t)
            trial->t[trial->rows] = t;
        if (++trial->rows * trial->nbodies > MOST_POSES)
            MB_TRY(mb_fail(err, MB_FAILURE, "more than %d rows", MOST_POSES / trial->nbodies));
    }
done:
    return status;
}

mb_status mb_trial_read(mb_trial *trial, mb_rows *read, mb_error *err)
{
    const size_t n = (size_t)trial->nbodies;
    mb_error unheeded = {MB_OK, ""};
    mb_pose *scratch;
    size_t rows;
    mb_status status;

    *read = (mb_rows){
        .text = trial->output.text, .size = trial->output.size, .nbodies = trial->nbodies};
    trial->t = NULL;
    MB_TRY(MB_TAKE(trial->arena, &read->numbers, 1 + MB_ROW_NUMBERS * n, err));
    MB_TRY(MB_TAKE(trial->arena, &scratch, n, err));
    read_rows(trial, read, scratch, &unheeded); /* says the same the second time */
    rows = (size_t)trial->rows + 1;
    MB_TRY(MB_TAKE(trial->arena, &trial->t, rows, err));
    MB_TRY(MB_TAKE(trial->arena, &trial->told, rows * n, err));
    MB_TRY(MB_TAKE(trial->arena, &trial->right, rows * n, err));
    MB_TRY(read_rows(trial, read, scratch, err));
done:
    return status;
}

mb_status mb_trial_read_whole(mb_trial *trial, mb_rows *read, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_trial_read(trial, read, err));
    MB_TRY(mb_rows_reach(read, trial->choice->h, trial->t_end, err));
done:
    return status;
}

mb_status mb_trial_motion(const mb_trial *trial, const mb_plain_mechanism *mechanism, mb_pose *pose,
                          mb_error *err)
{
    mb_model *model = NULL;
    mb_solver *solver = NULL;
    mb_status status;

    MB_TRY(mb_plain_whole_model(mechanism, trial->arena, &model, err));
    model->problem = trial->foreign.model->problem;
    MB_TRY(mb_solver_create(model, exact, &solver, err));
    MB_TRY(mb_solver_start(solver, err));
    for (long k = 0; k < trial->rows; k++) {
        while (solver->state.t < trial->t[k])
            MB_TRY(mb_solver_step(solver, trial->t[k], err));
        mb_plain_give_poses(model, solver->state.q, solver->state.v, pose + k * trial->nbodies);
    }
done:
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return status;
}

/* Of one that failed: how, and after which row. */
static void tell_failure(mb_trial *trial, const char *said, mb_finding *finding)
{
    mb_error unheeded = {MB_OK, ""}; /* the last row is torn, and there is no trailer */
    char how[MB_PROGRAM_TEXT], after[80] = ", without a row";
    mb_rows read;

    mb_trial_read(trial, &read, &unheeded);
    mb_program_end_words(&trial->output, how);
    if (trial->rows > 0)
        snprintf(after, sizeof after, " after the row at t = %.6g s", trial->t[trial->rows - 1]);
    snprintf(finding->text, MB_FINDING_SIZE, "it %s %s%s: %s",
             trial->output.exit_status > 128 ? "is" : "ends with", how, after, said);
}

bool mb_trial_ended_well(mb_trial *trial, mb_finding *finding)
{
    const mb_program_output *o = &trial->output;
    char said[300];
    bool silent;

    mb_copy_plain(said, sizeof said, o->complaint);
    for (size_t n = strlen(said); n > 0 && said[n - 1] == ' ';)
        said[--n] = '\0';
    silent = !*said;
    if (silent)
        snprintf(said, sizeof said, "it says nothing on standard error");
    if (o->ended == MB_PROGRAM_BY_ITSELF && o->exit_status == 0)
        return true;
    finding->kind = MB_FINDING_WRONG;
    if (o->ended == MB_PROGRAM_LATE) {
        finding->hangs = true;
        snprintf(finding->text, MB_FINDING_SIZE,
                 "it neither computes nor writes for %d s: does it read standard input up to its "
                 "end, and wait for nothing else?",
                 MB_TRIAL_IDLE);
    } else if (o->ended == MB_PROGRAM_COSTLY)
        snprintf(finding->text, MB_FINDING_SIZE, "it computes without an end");
    else if (o->ended == MB_PROGRAM_LOUD)
        snprintf(finding->text, MB_FINDING_SIZE, "it writes without an end");
    else if (o->exit_status == MB_TRIAL_NOT_APPLICABLE && silent)
        snprintf(finding->text, MB_FINDING_SIZE,
                 "exit status 77 without a word: what it cannot do stands on standard error");
    else if (o->exit_status == MB_TRIAL_NOT_APPLICABLE) {
        finding->kind = MB_FINDING_NOT_DONE;
        snprintf(finding->text, MB_FINDING_SIZE, "%s", said);
    } else
        tell_failure(trial, said, finding);
    return false;
}

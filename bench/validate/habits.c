/* SPDX-License-Identifier: MIT */
#include "bench/validate/habits.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bench/engine/job.h"
#include "bench/validate/judge.h"
#include "bench/validate/trials.h"

static const double seconds = 60.0, killed_after = 0.5; /* of CPU */
static const double long_end = 2000.0;                  /* [s] that no adapter comes to in that */
static const double coarse = 2e-3;                      /* [s] */
static const double same = 1e-6;                        /* of two runs that look at other rows */

static mb_status wrong(mb_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static mb_status wrong(mb_finding *finding, const char *format, ...)
{
    va_list args;

    finding->kind = MB_FINDING_WRONG;
    va_start(args, format);
    vsnprintf(finding->text, MB_FINDING_SIZE, format, args);
    va_end(args);
    return MB_OK;
}

static mb_status open(mb_trial *trial, const mb_engine_choice *choice, mb_error *err)
{
    return mb_trial_create(trial, mb_trial_file("pendulum"), choice, err);
}

static double end_of(const mb_trial *trial)
{
    return trial->declaration->problem.t_end;
}

/* Length of the rows, before a trailer whose CPU time is another each time. */
static size_t before_trailer(const mb_program_output *o)
{
    size_t n = o->size;

    while (n > 0 && o->text[n - 1] != '{')
        n--;
    return n;
}

mb_status mb_habit_repeat(const mb_engine_choice *choice, mb_finding *finding, mb_error *err)
{
    mb_trial first, second;
    size_t n;
    mb_status status;

    memset(&second, 0, sizeof second);
    MB_TRY(open(&first, choice, err));
    MB_TRY(open(&second, choice, err));
    MB_TRY(mb_trial_call(&first, end_of(&first), false, seconds, err));
    MB_TRY(mb_trial_call(&second, end_of(&second), false, seconds, err));
    if (!mb_trial_ended_well(&first, finding) || !mb_trial_ended_well(&second, finding))
        goto done;
    n = before_trailer(&first.output);
    if (n != before_trailer(&second.output) ||
        memcmp(first.output.text, second.output.text, n) != 0)
        wrong(finding, "the same job twice gives other rows: a seed, a time or threads come in");
    else
        snprintf(finding->text, MB_FINDING_SIZE, "the same job twice gives the same rows");
done:
    mb_trial_free(&first);
    mb_trial_free(&second);
    return status;
}

/* Whether the one row of `last` is that of `every`. */
static mb_status compare_last(mb_trial *every, mb_trial *last, const mb_rows *read,
                              mb_finding *finding)
{
    mb_scales s = mb_trial_scales(every);
    mb_error why = {MB_OK, ""};

    if (last->rows != 1)
        return wrong(finding, "with \"rows\": \"last\" there are %ld rows; one is wanted, the last",
                     last->rows);
    for (int b = 0; b < last->nbodies; b++)
        for (int q = 0; q < MB_QUANTITIES; q++)
            if (mb_pose_apart((mb_quantity)q, &last->told[b],
                              &every->told[(every->rows - 1) * every->nbodies + b]) >
                same * s.unit[q])
                return wrong(finding,
                             "the last row is another when only it is asked for: a timed run must "
                             "take the same steps");
    if (mb_rows_believe(read, last->choice->h, last->t_end, last->output.cpu, &why) != MB_OK)
        return wrong(finding, "%s", why.text);
    if (!(read->cpu <= last->output.cpu * 1.05 + 0.02))
        return wrong(finding,
                     "the trailer's cpu is %.3g s, but its process has had %.3g s: seconds of "
                     "processor time of the loop are wanted",
                     read->cpu, last->output.cpu);
    snprintf(finding->text, MB_FINDING_SIZE, "the last row alone is the same; %ld steps, %.3g s",
             read->steps, read->cpu);
    return MB_OK;
}

mb_status mb_habit_last_row(const mb_engine_choice *choice, mb_finding *finding, mb_error *err)
{
    mb_trial every, last;
    mb_error why = {MB_OK, ""};
    mb_rows read;
    mb_status status;

    memset(&last, 0, sizeof last);
    MB_TRY(open(&every, choice, err));
    MB_TRY(open(&last, choice, err));
    MB_TRY(mb_trial_call(&every, end_of(&every), false, seconds, err));
    MB_TRY(mb_trial_call(&last, end_of(&last), true, seconds, err));
    if (!mb_trial_ended_well(&every, finding) || !mb_trial_ended_well(&last, finding))
        goto done;
    if (mb_trial_read_whole(&every, &read, &why) != MB_OK ||
        mb_trial_read(&last, &read, &why) != MB_OK)
        wrong(finding, "%s", why.text);
    else
        compare_last(&every, &last, &read, finding);
done:
    mb_trial_free(&every);
    mb_trial_free(&last);
    return status;
}

/* By how much of a step the speeds of rows are older than their places say.  The parabola through three
 * places has a velocity and an acceleration in the middle one; v of that row is velocity - lag h a.  Held
 * along the row's velocity: its direction may be that of the row's time when its length is older, where an
 * engine steps in coordinates of joints. */
static double lag_of(const mb_trial *trial)
{
    double sum = 0.0, all = 0.0;

    for (long k = 1; k + 1 < trial->rows; k++)
        for (int b = 0; b < trial->nbodies; b++) {
            const mb_pose *row = &trial->told[k * trial->nbodies + b];
            const double *before = (row - trial->nbodies)->place;
            const double *next = (row + trial->nbodies)->place;
            const double h = trial->t[k] - trial->t[k - 1], g = trial->t[k + 1] - trial->t[k];
            double gained = 0.0, late = 0.0;

            for (int i = 0; i < 3; i++) {
                const double back = (row->place[i] - before[i]) / h;
                const double on = (next[i] - row->place[i]) / g;
                const double v = (g * back + h * on) / (g + h), a = 2.0 * (on - back) / (g + h);

                gained += h * a * row->velocity[i];
                late += (v - row->velocity[i]) * row->velocity[i];
            }
            sum += late * gained;
            all += gained * gained;
        }
    return sum / all;
}

static void judge_lag(double lag, bool mid_step, mb_finding *finding)
{
    const char *said = mid_step ? "mid-step" : "step";

    /* two substeps in a step leave a quarter: that is "step" */
    if (fabs(lag - (mid_step ? 0.5 : 0.0)) <= (mid_step ? 0.2 : 0.3))
        snprintf(finding->text, MB_FINDING_SIZE,
                 "velocities are %.2f of a step old, as \"%s\" says", fabs(lag), said);
    else if (lag < -0.3)
        wrong(finding,
              "by the places of the rows velocities are those of %.2f of a step later: the place "
              "is that of the step before; update kinematics before writing",
              -lag);
    else if (fabs(lag - (mid_step ? 0.0 : 0.5)) <= (mid_step ? 0.3 : 0.2))
        wrong(finding,
              "by the places of the rows velocities are %.2f of a step old: the integrator's "
              "\"velocity_time\" is \"%s\", and describe says \"%s\" (docs/engines.md, describe)",
              lag, mid_step ? "step" : "mid-step", said);
    else
        wrong(finding,
              "by the places of the rows velocities are %.2f of a step old; 0 is \"step\", a half "
              "\"mid-step\", which are all that there is (docs/engines.md, describe)",
              lag);
}

mb_status mb_habit_velocity_time(const mb_engine_choice *choice, mb_finding *finding, mb_error *err)
{
    mb_engine_choice longer = *choice;
    mb_error why = {MB_OK, ""};
    mb_trial trial;
    mb_rows read;
    mb_status status;

    MB_TRY(open(&trial, &longer, err));
    if (choice->integrator->fixed) /* so long that places in single precision tell */
        longer.h = end_of(&trial) / ceil(end_of(&trial) / fmax(10.0 * choice->h, coarse));
    MB_TRY(mb_trial_call(&trial, end_of(&trial), false, seconds, err));
    if (!mb_trial_ended_well(&trial, finding))
        goto done;
    if (mb_trial_read_whole(&trial, &read, &why) != MB_OK)
        wrong(finding, "%s", why.text);
    else if (trial.rows < 3)
        wrong(finding, "%ld rows; three are wanted to tell", trial.rows);
    else
        judge_lag(lag_of(&trial), choice->integrator->mid_step, finding);
done:
    mb_trial_free(&trial);
    return status;
}

/* What a job that cannot be run must end with; status 0: any but 0. */
static mb_status refuse(const mb_engine_choice *choice, const char *job, int exit_status,
                        const char *what, mb_finding *finding, mb_error *err)
{
    mb_program_output output = {0};
    char how[MB_PROGRAM_TEXT];
    mb_status status;

    MB_TRY(mb_engine_call(&choice->engine, job, 10.0, MB_TRIAL_IDLE, NULL, &output, err));
    mb_program_end_words(&output, how);
    if (output.ended != MB_PROGRAM_BY_ITSELF)
        wrong(finding, "%s: it does not end", what);
    else if (output.exit_status > 128)
        wrong(finding, "%s: it is %s; say what is wrong on standard error", what, how);
    else if (output.exit_status == 0)
        wrong(finding, "%s: it ends with exit status 0, as if it had run", what);
    else if (exit_status && output.exit_status != exit_status)
        wrong(finding, "%s: it ends with exit status %d; %d says that something is beyond it", what,
              output.exit_status, exit_status);
    else if (!output.complaint || !*output.complaint)
        wrong(finding, "%s: it ends with exit status %d and no word on standard error", what,
              output.exit_status);
done:
    mb_program_output_free(&output);
    return status;
}

mb_status mb_habit_wrong_job(const mb_engine_choice *choice, mb_finding *finding, mb_error *err)
{
    static const struct {
        const char *job, *what;
    } jobs[] = {{"", "an empty job"},
                {"{\"protocol\": \"mbsbench-engine-1\", \"mechanism\": {\"bod", "half a job"},
                {"{\"protocol\": \"mbsbench-engine-0\"}", "a job of another protocol"}};
    mb_status status = MB_OK;

    snprintf(finding->text, MB_FINDING_SIZE, "jobs that are none end with a status and a word");
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs && finding->kind == MB_FINDING_OK; i++)
        MB_TRY(refuse(choice, jobs[i].job, 0, jobs[i].what, finding, err));
done:
    return status;
}

mb_status mb_habit_unknown_joint(const mb_engine_choice *choice, mb_finding *finding, mb_error *err)
{
    static const char kind[] = "\"revolute\"", unknown[] = "\"hologram\"";
    mb_trial trial;
    mb_engine_job job;
    char *text = NULL, *at;
    mb_status status;

    snprintf(finding->text, MB_FINDING_SIZE, "a joint that there is not has exit status 77");
    MB_TRY(open(&trial, choice, err));
    job = (mb_engine_job){.mechanism = trial.foreign.declared,
                          .assembled = &trial.foreign.assembled,
                          .choice = choice,
                          .t_end = end_of(&trial)};
    text = mb_engine_job_text(&job);
    at = text ? strstr(text, kind) : NULL;
    if (!at)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a job"));
    memcpy(at, unknown, sizeof unknown - 1);
    MB_TRY(
        refuse(choice, text, MB_TRIAL_NOT_APPLICABLE, "a joint of kind 'hologram'", finding, err));
done:
    free(text);
    mb_trial_free(&trial);
    return status;
}

mb_status mb_habit_killed(const mb_engine_choice *choice, mb_finding *finding, mb_error *err)
{
    mb_error unheeded = {MB_OK, ""}; /* the last row is torn, and there is no trailer */
    mb_trial trial;
    mb_rows read;
    mb_status status;

    MB_TRY(open(&trial, choice, err));
    MB_TRY(mb_trial_call(&trial, long_end, false, killed_after, err));
    if (trial.output.ended == MB_PROGRAM_BY_ITSELF) {
        if (mb_trial_ended_well(&trial, finding))
            wrong(finding,
                  "it ended before it was killed, after %.3g s of computing, of %g s that "
                  "were to be run",
                  trial.output.cpu, long_end);
        goto done;
    }
    mb_trial_read(&trial, &read, &unheeded);
    if (trial.rows < 1)
        wrong(finding,
              "of a run that was killed after %g s there is no row: write them as they come",
              killed_after);
    else
        snprintf(finding->text, MB_FINDING_SIZE,
                 "of a run that was killed %ld rows are there, up to t = %.4g s", trial.rows,
                 trial.t[trial.rows - 1]);
done:
    mb_trial_free(&trial);
    return status;
}

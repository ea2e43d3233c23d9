/* SPDX-License-Identifier: MIT */
#include "bench/compare/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/program.h"
#include "base/spec.h"
#include "report/records/fields.h"

/* A program keeps its own time limit; one that does not is ended.  A run and its timed passes take
 * about eight times the limit. */
static const double usual_limit = 60.0;                    /* [s] of `run` */
static const double wall_factor = 10.0, wall_grace = 10.0; /* [s] */
static const double most_output = 1 << 24;                 /* bytes */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static void read_motion(const json_t *record, mb_sample *sample)
{
    json_t *outputs = json_object_get(record, "outputs"), *value;
    const char *name;

    json_object_foreach(outputs, name, value)
    {
        if (sample->outputs == MB_MAX_OUTPUTS)
            break;
        sample->output[sample->outputs++] =
            json_is_number(value) ? json_number_value(value) : (double)NAN;
    }
    sample->error = mb_record_field(record, MB_FIELD_ERROR_MAX);
    sample->bound = mb_record_field(record, MB_FIELD_ERROR_BOUND);
    sample->horizon = mb_record_field(record, MB_FIELD_ERROR_HORIZON);
}

static void read_sample(const json_t *record, mb_sample *sample)
{
    const json_t *loop = json_object_get(json_object_get(record, "cpu"), "loop");
    const json_t *environment = json_object_get(record, "environment");

    sample->known = true;
    for (size_t i = 0; i < json_array_size(loop); i++)
        sample->seconds = fmin(sample->seconds, json_number_value(json_array_get(loop, i)));
    sample->timed = sample->seconds > 0.0;
    sample->t_reached = mb_record_field(record, MB_FIELD_T_REACHED);
    sample->steps = mb_record_field(record, MB_FIELD_STEPS);
    sample->h = mb_record_field(record, MB_FIELD_STEP);
    sample->class = mb_record_field(record, MB_FIELD_CLASS);
    read_motion(record, sample);
    snprintf(sample->cell, sizeof sample->cell, "%s", text_of(record, "cell"));
    snprintf(sample->status, sizeof sample->status, "%s", text_of(record, "status"));
    snprintf(sample->reason, sizeof sample->reason, "%s", text_of(record, "reason"));
    snprintf(sample->machine, sizeof sample->machine, "%s, %s", text_of(environment, "cpu"),
             text_of(environment, "kernel"));
}

static void read_outputs(const mb_program_output *output, mb_sample *sample)
{
    char why[MB_PROGRAM_TEXT];
    json_t *record;

    if (output->ended != MB_PROGRAM_BY_ITSELF) {
        mb_program_failure("the program", output, why);
        snprintf(sample->reason, sizeof sample->reason, "%.200s; ended", why);
        return;
    }
    record = json_loads(output->text, 0, NULL);
    if (output->exit_status == 0 && json_is_object(record))
        read_sample(record, sample);
    else if (*output->complaint)
        snprintf(sample->reason, sizeof sample->reason, "%.*s",
                 (int)strcspn(output->complaint, "\n"), output->complaint);
    else
        snprintf(sample->reason, sizeof sample->reason, "no record (exit status %d)",
                 output->exit_status);
    sample->stranger = output->exit_status == 0 && !sample->known;
    json_decref(record);
}

mb_status mb_sample_take(const char *program, const mb_run *run, double time_limit,
                         mb_sample *sample, mb_error *err)
{
    char t_end[MB_NUMBER_SIZE], limit[MB_NUMBER_SIZE];
    const char *words[] = {program,      "run",     "--problem", run->problem, "--solver",
                           run->solver,  "--t-end", t_end,       "--out",      "-",
                           "--progress", "none",    NULL,        NULL,         NULL};
    double seconds = time_limit > 0.0 ? time_limit : usual_limit;
    mb_program_bounds bounds = {.seconds = wall_factor * seconds + wall_grace,
                                .bytes = most_output};
    mb_program_output output = {0};
    mb_status status;

    memset(sample, 0, sizeof *sample);
    sample->seconds = sample->t_reached = sample->steps = sample->h = sample->class = NAN;
    sample->error = sample->bound = sample->horizon = NAN;
    mb_format_number(run->t_end, t_end);
    if (time_limit > 0.0) {
        mb_format_number(time_limit, limit);
        words[12] = "--time-limit";
        words[13] = limit;
    }
    MB_TRY(mb_program_run_within(words, bounds, &output, err));
    read_outputs(&output, sample);
done:
    mb_program_output_free(&output);
    return status;
}

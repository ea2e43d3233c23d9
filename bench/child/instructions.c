/* SPDX-License-Identifier: MIT */
#include "bench/child/instructions.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/program.h"
#include "base/spec.h"

static const double slow_down = 100.0; /* of a program under callgrind, rather more than usual */
static const double most_output = 1 << 24; /* bytes */

mb_status mb_instructions_try(mb_error *err)
{
    static const char *const words[] = {"valgrind", "--version", NULL};
    mb_program_output output = {0};
    mb_error why = {MB_OK, ""};
    mb_status status = mb_program_run(words, NULL, &output, &why);

    if (status != MB_OK || output.exit_status != 0)
        status = mb_fail(err, MB_BAD_INPUT,
                         "--instructions: valgrind does not run here; apt install valgrind, or "
                         "leave the option out");
    mb_program_output_free(&output);
    return status;
}

/* Whether the record that a program wrote came to the same end as the measured run. */
static mb_status check_end(const char *line, const mb_result *result, mb_error *err)
{
    json_t *record = json_loads(line, 0, NULL);
    const char *word = json_string_value(json_object_get(record, "status"));
    double t_reached = json_number_value(json_object_get(record, "t_reached"));
    mb_status status = MB_OK;

    if (mb_run_status_find(word) != result->status || t_reached != result->t_reached)
        status = mb_fail(err, MB_FAILURE,
                         "under callgrind the run ends %s at t = %.9g s, measured %s at %.9g s",
                         word ? word : "without a record", t_reached,
                         mb_run_status_word(result->status), result->t_reached);
    json_decref(record);
    return status;
}

/* Sum over the processes of "==PID== Collected : N". */
static double collected(const char *text)
{
    static const char word[] = "Collected : ";
    double sum = 0.0;

    for (text = strstr(text, word); text; text = strstr(text, word)) {
        text += strlen(word);
        sum += strtod(text, NULL);
    }
    return sum;
}

mb_status mb_instructions_count(const mb_run *run, double time_limit, mb_result *result,
                                mb_error *err)
{
    char self[PATH_MAX] = "", t_end[MB_NUMBER_SIZE], limit[MB_NUMBER_SIZE];
    const char *const words[] = {"valgrind",
                                 "--tool=callgrind",
                                 "--toggle-collect=mb_solver_step",
                                 "--callgrind-out-file=/dev/null",
                                 self,
                                 "run",
                                 "--problem",
                                 run->problem,
                                 "--solver",
                                 run->solver,
                                 "--t-end",
                                 t_end,
                                 "--time-limit",
                                 limit,
                                 "--out",
                                 "-",
                                 "--no-timing",
                                 "--progress",
                                 "none",
                                 NULL};
    const mb_program_bounds bounds = {.seconds = 10.0 * slow_down * time_limit + 10.0,
                                      .bytes = most_output};
    mb_program_output output = {0};
    char why[MB_PROGRAM_TEXT];
    double count;
    mb_status status;

    result->instructions = NAN;
    mb_format_number(run->t_end, t_end);
    mb_format_number(slow_down * time_limit, limit);
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "cannot find this program again: %s", strerror(errno)));
    MB_TRY(mb_program_run_within(words, bounds, &output, err));
    mb_program_failure("valgrind", &output, why);
    if (*why)
        MB_TRY(mb_fail(err, MB_FAILURE, "%s", why));
    MB_TRY(check_end(output.text, result, err));
    count = collected(output.complaint);
    if (!(count > 0.0))
        MB_TRY(mb_fail(err, MB_FAILURE, "valgrind's callgrind tells no count"));
    result->instructions = count;
done:
    mb_program_output_free(&output);
    return status;
}

#include "bench/sample.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/spec.h"
#include "bench/stats.h"

extern char **environ;

enum { MAX_LOOPS = 256 };

/* Runs a program to its end with its two outputs in a file each. */
static mb_status run_program(const char *const *words, int out, int err_out, int *wait_status,
                             mb_error *err)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int failure;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_out, STDERR_FILENO);
    failure = posix_spawnp(&pid, words[0], &actions, NULL, (char *const *)(size_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        return mb_fail(err, MB_BAD_INPUT, "cannot start %s: %s", words[0], strerror(failure));
    while (waitpid(pid, wait_status, 0) < 0)
        if (errno != EINTR)
            return mb_fail(err, MB_FAILURE, "lost the process of %s: %s", words[0],
                           strerror(errno));
    return MB_OK;
}

/* What a program wrote, ended by a zero; freed by the caller. */
static char *contents(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = calloc((size_t)(size > 0 ? size : 0) + 1, 1);

    if (text && size > 0 && pread(fd, text, (size_t)size, 0) != size)
        text[0] = '\0';
    return text;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static void read_sample(const json_t *record, mb_sample *sample)
{
    const json_t *loop = json_object_get(json_object_get(record, "cpu"), "loop");
    const json_t *environment = json_object_get(record, "environment");
    double seconds[MAX_LOOPS];
    int n = 0;

    for (size_t i = 0; i < json_array_size(loop) && n < MAX_LOOPS; i++)
        seconds[n++] = json_number_value(json_array_get(loop, i));
    sample->known = true;
    sample->seconds = mb_median(seconds, n);
    sample->timed = sample->seconds > 0.0;
    snprintf(sample->cell, sizeof sample->cell, "%s", text_of(record, "cell"));
    snprintf(sample->status, sizeof sample->status, "%s", text_of(record, "status"));
    snprintf(sample->reason, sizeof sample->reason, "%s", text_of(record, "reason"));
    snprintf(sample->machine, sizeof sample->machine, "%s, %s", text_of(environment, "cpu"),
             text_of(environment, "kernel"));
}

static void read_outputs(int out, int err_out, int wait_status, mb_sample *sample)
{
    char *text = contents(out), *complaint = contents(err_out);
    json_t *record = text ? json_loads(text, 0, NULL) : NULL;

    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0 && json_is_object(record))
        read_sample(record, sample);
    else if (complaint && *complaint)
        snprintf(sample->reason, sizeof sample->reason, "%.*s", (int)strcspn(complaint, "\n"),
                 complaint);
    else
        snprintf(sample->reason, sizeof sample->reason, "no record (wait status %d)", wait_status);
    json_decref(record);
    free(text);
    free(complaint);
}

mb_status mb_sample_take(const char *program, const mb_run *run, double time_limit,
                         mb_sample *sample, mb_error *err)
{
    char t_end[MB_NUMBER_SIZE], limit[MB_NUMBER_SIZE];
    const char *words[] = {program,      "run",     "--problem", run->problem, "--solver",
                           run->solver,  "--t-end", t_end,       "--out",      "-",
                           "--progress", "none",    NULL,        NULL,         NULL};
    int out = memfd_create("records", MFD_CLOEXEC), err_out = memfd_create("messages", MFD_CLOEXEC);
    int wait_status = 0;
    mb_status status;

    memset(sample, 0, sizeof *sample);
    sample->seconds = NAN;
    mb_format_number(run->t_end, t_end);
    if (time_limit > 0.0) {
        mb_format_number(time_limit, limit);
        words[12] = "--time-limit";
        words[13] = limit;
    }
    if (out < 0 || err_out < 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "no memory for the output of %s: %s", program,
                       strerror(errno)));
    MB_TRY(run_program(words, out, err_out, &wait_status, err));
    read_outputs(out, err_out, wait_status, sample);
done:
    if (out >= 0)
        close(out);
    if (err_out >= 0)
        close(err_out);
    return status;
}

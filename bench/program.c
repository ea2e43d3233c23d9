#include "bench/program.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static mb_status run(const char *const *words, const int end[2], int *wait_status, mb_error *err)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int failure;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, end[0], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, end[1], STDERR_FILENO);
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

/* What a program wrote, ended by a zero. */
static mb_status contents(int fd, char **text, mb_error *err)
{
    off_t size = lseek(fd, 0, SEEK_END);

    *text = calloc((size_t)(size > 0 ? size : 0) + 1, 1);
    if (!*text)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the output of a program");
    if (size > 0 && pread(fd, *text, (size_t)size, 0) != size)
        (*text)[0] = '\0';
    return MB_OK;
}

mb_status mb_program_run(const char *const *words, mb_program_output *output, mb_error *err)
{
    int end[2] = {memfd_create("output", MFD_CLOEXEC), memfd_create("messages", MFD_CLOEXEC)};
    int wait_status = 0;
    mb_status status;

    memset(output, 0, sizeof *output);
    if (end[0] < 0 || end[1] < 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "no memory for the output of %s: %s", words[0],
                       strerror(errno)));
    MB_TRY(run(words, end, &wait_status, err));
    output->exit_status =
        WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
    MB_TRY(contents(end[0], &output->text, err));
    MB_TRY(contents(end[1], &output->complaint, err));
done:
    for (int i = 0; i < 2; i++)
        if (end[i] >= 0)
            close(end[i]);
    return status;
}

void mb_program_output_free(mb_program_output *output)
{
    free(output->text);
    free(output->complaint);
    memset(output, 0, sizeof *output);
}

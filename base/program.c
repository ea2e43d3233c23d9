#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char *mb_program_find(const char *name)
{
    const char *path = getenv("PATH");

    while (path && *path) {
        int length = (int)strcspn(path, ":");
        char *found;

        if (length > 0) {
            if (asprintf(&found, "%.*s/%s", length, path, name) < 0)
                return NULL;
            if (access(found, X_OK) == 0)
                return found;
            free(found);
        }
        path += length;
        if (*path == ':')
            path++;
    }
    return NULL;
}

static void close_ends(const mb_program *program)
{
    for (int i = 0; i < 2; i++)
        if (program->end[i] >= 0)
            close(program->end[i]);
}

mb_status mb_program_start(mb_program *program, const char *const *words, const char *folder,
                           mb_error *err)
{
    posix_spawn_file_actions_t actions;
    int failure;

    *program = (mb_program){
        .name = words[0],
        .end = {memfd_create("output", MFD_CLOEXEC), memfd_create("messages", MFD_CLOEXEC)}};
    if (program->end[0] < 0 || program->end[1] < 0) {
        close_ends(program);
        return mb_fail(err, MB_FAILURE, "no memory for the output of %s", words[0]);
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, program->end[0], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, program->end[1], STDERR_FILENO);
    if (folder)
        posix_spawn_file_actions_addchdir_np(&actions, folder);
    failure = posix_spawnp(&program->pid, words[0], &actions, NULL, (char *const *)(size_t)words,
                           environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure == 0)
        return MB_OK;
    program->pid = 0;
    close_ends(program);
    return mb_fail(err, MB_BAD_INPUT, "cannot start %s: %s", words[0], strerror(failure));
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

mb_status mb_program_finish(mb_program *program, mb_program_output *output, mb_error *err)
{
    int code = 0;
    mb_status status = MB_OK;

    memset(output, 0, sizeof *output);
    if (program->pid == 0)
        return mb_fail(err, MB_FAILURE, "%s was not started", program->name);
    while (waitpid(program->pid, &code, 0) < 0)
        if (errno != EINTR)
            MB_TRY(mb_fail(err, MB_FAILURE, "lost the process of %s: %s", program->name,
                           strerror(errno)));
    output->exit_status = WIFSIGNALED(code) ? 128 + WTERMSIG(code) : WEXITSTATUS(code);
    MB_TRY(contents(program->end[0], &output->text, err));
    MB_TRY(contents(program->end[1], &output->complaint, err));
done:
    close_ends(program);
    program->pid = 0;
    return status;
}

mb_status mb_program_run(const char *const *words, const char *folder, mb_program_output *output,
                         mb_error *err)
{
    mb_program program;
    mb_status status = mb_program_start(&program, words, folder, err);

    if (status != MB_OK) {
        memset(output, 0, sizeof *output);
        return status;
    }
    return mb_program_finish(&program, output, err);
}

void mb_program_failure(const char *name, const mb_program_output *output,
                        char text[MB_PROGRAM_TEXT])
{
    const char *said = *output->complaint ? output->complaint : output->text;

    text[0] = '\0';
    if (output->exit_status == 0)
        return;
    snprintf(text, MB_PROGRAM_TEXT, "%s failed with exit status %d: %.400s", name,
             output->exit_status, said);
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
}

void mb_program_output_free(mb_program_output *output)
{
    free(output->text);
    free(output->complaint);
    memset(output, 0, sizeof *output);
}

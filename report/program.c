#include "report/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* In the child: only calls that are safe after fork. */
static void become(const char *program, const char *folder, int said, char **argv)
{
    int nothing = open("/dev/null", O_RDONLY);

    if (chdir(folder) != 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(said, STDOUT_FILENO) < 0 || dup2(said, STDERR_FILENO) < 0)
        _exit(126);
    execv(program, argv);
    _exit(127);
}

mb_status mb_program_start(const char *program, const char *folder, const char *const *args,
                           int count, mb_program *p, mb_error *err)
{
    const char *slash = strrchr(program, '/');
    char **argv = calloc((size_t)count + 2, sizeof *argv);
    mb_status status = MB_OK;

    *p = (mb_program){.name = slash ? slash + 1 : program, .said = tmpfile()};
    if (!argv || !p->said)
        MB_TRY(mb_fail(err, MB_FAILURE, "%s cannot be started: %s", p->name, strerror(errno)));
    argv[0] = strdup(p->name);
    for (int i = 0; i < count; i++)
        argv[i + 1] = strdup(args[i]);
    for (int i = 0; i <= count; i++)
        if (!argv[i])
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    p->pid = fork();
    if (p->pid == 0)
        become(program, folder, fileno(p->said), argv);
    if (p->pid < 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "%s cannot be started: %s", p->name, strerror(errno)));
done:
    for (int i = 0; argv && i <= count; i++)
        free(argv[i]);
    free(argv);
    return status;
}

/* The first lines of what it said, in one. */
static void first_words(FILE *said, char *text, size_t size)
{
    size_t n;

    rewind(said);
    n = fread(text, 1, size - 1, said);
    text[n] = '\0';
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
}

void mb_program_finish(mb_program *p, char *text, size_t size)
{
    char said[400] = "";
    int code = 0;

    text[0] = '\0';
    if (p->pid > 0) {
        while (waitpid(p->pid, &code, 0) < 0)
            if (errno != EINTR)
                break;
        first_words(p->said, said, sizeof said);
        if (WIFSIGNALED(code))
            snprintf(text, size, "%s was ended by signal %d: %s", p->name, WTERMSIG(code), said);
        else if (WEXITSTATUS(code) != 0)
            snprintf(text, size, "%s failed with exit status %d: %s", p->name, WEXITSTATUS(code),
                     said);
    }
    if (p->said)
        fclose(p->said);
}

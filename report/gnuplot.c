#include "report/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_PROCESSES = 4, MAX_SCRIPTS = 500 /* in one argument vector */, TEXT_SIZE = 480 };

typedef struct process {
    pid_t pid;
    FILE *said; /* its stdout and stderr */
} process;

char *mb_gnuplot_find(void)
{
    const char *path = getenv("PATH");

    while (path && *path) {
        int length = (int)strcspn(path, ":");
        char *name;

        if (length > 0) {
            if (asprintf(&name, "%.*s/gnuplot", length, path) < 0)
                return NULL;
            if (access(name, X_OK) == 0)
                return name;
            free(name);
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

static mb_status start(const char *program, const char *folder, const char *const *scripts,
                       int count, process *p, mb_error *err)
{
    char **argv = calloc((size_t)count + 2, sizeof *argv);
    mb_status status = MB_OK;

    p->said = tmpfile();
    if (!argv || !p->said)
        MB_TRY(mb_fail(err, MB_FAILURE, "gnuplot cannot be started: %s", strerror(errno)));
    argv[0] = strdup("gnuplot");
    for (int i = 0; i < count; i++)
        argv[i + 1] = strdup(scripts[i]);
    for (int i = 0; i <= count; i++)
        if (!argv[i])
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    p->pid = fork();
    if (p->pid == 0)
        become(program, folder, fileno(p->said), argv);
    if (p->pid < 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "gnuplot cannot be started: %s", strerror(errno)));
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

/* Waits for a process.  text: why it did not go through, "" when it did. */
static void finish(process *p, char *text, size_t size)
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
            snprintf(text, size, "gnuplot was ended by signal %d: %s", WTERMSIG(code), said);
        else if (WEXITSTATUS(code) != 0)
            snprintf(text, size, "gnuplot failed with exit status %d: %s", WEXITSTATUS(code), said);
    }
    if (p->said)
        fclose(p->said);
}

/* One by one after one of several scripts was refused: which? */
static mb_status run_each(const char *program, const char *folder, const char *const *scripts,
                          int count, mb_arena *arena, const char **refused, mb_error *err)
{
    char text[TEXT_SIZE];
    mb_status status = MB_OK;

    for (int i = 0; i < count; i++) {
        process p = {0, NULL};

        status = start(program, folder, &scripts[i], 1, &p, err);
        finish(&p, text, sizeof text);
        MB_TRY(status);
        refused[i] = *text ? mb_arena_strdup(arena, text) : NULL;
        if (*text && !refused[i])
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    }
done:
    return status;
}

/* All of them in up to MAX_PROCESSES processes at the same time. */
static mb_status run_some(const char *program, const char *folder, const char *const *scripts,
                          int count, mb_arena *arena, const char **refused, mb_error *err)
{
    process p[MAX_PROCESSES] = {{0, NULL}};
    char text[MAX_PROCESSES][TEXT_SIZE];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int n = cores < 1 ? 1 : cores > MAX_PROCESSES ? MAX_PROCESSES : (int)cores;
    mb_status status = MB_OK;

    for (int i = 0; i < n && status == MB_OK; i++) {
        int first = i * count / n, last = (i + 1) * count / n;

        if (last > first)
            status = start(program, folder, scripts + first, last - first, &p[i], err);
    }
    for (int i = 0; i < n; i++)
        finish(&p[i], text[i], sizeof text[i]);
    for (int i = 0; i < n && status == MB_OK; i++) {
        int first = i * count / n, last = (i + 1) * count / n;

        if (*text[i])
            status = run_each(program, folder, scripts + first, last - first, arena,
                              refused + first, err);
    }
    return status;
}

mb_status mb_gnuplot_run(const char *program, const char *folder, const char *const *scripts,
                         int count, mb_arena *arena, const char **refused, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < count; i++)
        refused[i] = NULL;
    for (int i = 0; i < count && status == MB_OK; i += MAX_SCRIPTS) {
        int n = count - i < MAX_SCRIPTS ? count - i : MAX_SCRIPTS;

        status = run_some(program, folder, scripts + i, n, arena, refused + i, err);
    }
    return status;
}

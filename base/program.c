/* SPDX-License-Identifier: MIT */
#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/stop.h"

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

static const double longest_look = 0.5; /* [s] of wall clock that a look at a program stands for */

struct child {
    const char *const *words, *folder;
    int input; /* -1: nothing */
    const int *end;
    pid_t parent;
    sigset_t signals; /* that it has blocked */
};

/* The signals blocked at present but for those that a program is to hear. */
static sigset_t without_stops(void)
{
    sigset_t stops, mask, kept;

    mb_stop_signals(&stops);
    sigaddset(&stops, SIGCHLD);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    sigemptyset(&kept);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&mask, i) == 1 && sigismember(&stops, i) == 0)
            sigaddset(&kept, i);
    return kept;
}

/* The child's way into the program: a group of its own, so that what it starts ends with it. */
static _Noreturn void become(const struct child *c, volatile int *failure)
{
    int input = c->input >= 0 ? c->input : open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != c->parent)
        _exit(127);
    setpgid(0, 0);
    sigprocmask(SIG_SETMASK, &c->signals, NULL);
    if (input >= 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(c->end[0], STDOUT_FILENO) >= 0 &&
        dup2(c->end[1], STDERR_FILENO) >= 0 && (!c->folder || chdir(c->folder) == 0)) {
        if (input > STDERR_FILENO)
            close(input);
        execvp(c->words[0], (char *const *)(size_t)c->words);
    }
    *failure = errno;
    _exit(127);
}

static mb_status start(mb_program *program, const char *const *words, const char *folder, int input,
                       mb_error *err)
{
    const struct child child = {words, folder, input, program->end, getpid(), without_stops()};
    volatile int failure = 0; /* a child of vfork shares this memory until its exec */

    *program = (mb_program){
        .name = words[0],
        .end = {memfd_create("output", MFD_CLOEXEC), memfd_create("messages", MFD_CLOEXEC)}};
    if (program->end[0] < 0 || program->end[1] < 0) {
        close_ends(program);
        return mb_fail(err, MB_FAILURE, "no memory for the output of %s", words[0]);
    }
    program->pid = vfork();
    if (program->pid == 0)
        become(&child, &failure);
    if (program->pid < 0)
        failure = errno;
    else if (failure != 0)
        waitpid(program->pid, NULL, 0);
    if (failure == 0)
        return MB_OK;
    program->pid = 0;
    close_ends(program);
    return mb_fail(err, MB_BAD_INPUT, "cannot start %s: %s", words[0], strerror(failure));
}

mb_status mb_program_start(mb_program *program, const char *const *words, const char *folder,
                           mb_error *err)
{
    return start(program, words, folder, -1, err);
}

mb_status mb_program_start_with(mb_program *program, const char *const *words, const char *input,
                                mb_error *err)
{
    const int file = memfd_create("input", MFD_CLOEXEC);
    const char *left = input, *end = input + strlen(input);
    ssize_t n = 1;
    mb_status status;

    *program = (mb_program){.name = words[0]};
    while (file >= 0 && left < end && n > 0) {
        n = write(file, left, (size_t)(end - left));
        left += n > 0 ? n : 0;
    }
    if (file >= 0 && left == end && lseek(file, 0, SEEK_SET) == 0)
        status = start(program, words, NULL, file, err);
    else
        status = mb_fail(err, MB_FAILURE, "no memory for the input of %s", words[0]);
    if (file >= 0)
        close(file);
    return status;
}

/* Of one that wrote without end that much is read, for messages. */
enum { LOUD_TEXT = 65536 };

/* What a program wrote, or its beginning, ended by a zero. */
static mb_status contents(int fd, bool loud, char **text, size_t *size, mb_error *err)
{
    const off_t end = lseek(fd, 0, SEEK_END), most = loud && end > LOUD_TEXT ? LOUD_TEXT : end;
    size_t n = 0, whole = (size_t)(most > 0 ? most : 0);
    ssize_t got = 1;

    *text = malloc(whole + 1);
    if (!*text)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the output of a program");
    while (n < whole && got > 0) { /* one call reads 2 GB at most */
        got = pread(fd, *text + n, whole - n, (off_t)n);
        n += got > 0 ? (size_t)got : 0;
    }
    (*text)[n] = '\0';
    *size = n;
    return MB_OK;
}

static double clock_of(clockid_t clock)
{
    struct timespec t = {0, 0};

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

static double computed(pid_t pid)
{
    clockid_t clock;

    return clock_getcpuclockid(pid, &clock) == 0 ? clock_of(clock) : 0.0;
}

static bool louder(int fd, double bytes)
{
    struct stat info;

    return bytes > 0.0 && fstat(fd, &info) == 0 && (double)info.st_size > bytes;
}

/* When a program last did something. */
struct progress {
    double waited, cpu; /* [s] */
    off_t bytes;
};

static bool idles(const mb_program *program, double waited, struct progress *last)
{
    const double least = 1e-3; /* [s] of computing that counts */
    struct progress now = {waited, computed(program->pid), 0};
    struct stat info;

    for (int i = 0; i < 2; i++)
        now.bytes += fstat(program->end[i], &info) == 0 ? info.st_size : 0;
    if (now.cpu > last->cpu + least || now.bytes != last->bytes)
        *last = now;
    return program->bounds.idle > 0.0 && waited - last->waited > program->bounds.idle;
}

/* Why a program that runs is to be ended, `waited` for so many seconds. */
static mb_program_ended exceeded(const mb_program *program, double waited, struct progress *last)
{
    const mb_program_bounds *bounds = &program->bounds;

    if (mb_stop_pending())
        return MB_PROGRAM_STOPPED;
    if (louder(program->end[0], bounds->bytes) || louder(program->end[1], bounds->bytes))
        return MB_PROGRAM_LOUD;
    if ((bounds->seconds > 0.0 && waited > bounds->seconds) || idles(program, waited, last))
        return MB_PROGRAM_LATE;
    if (bounds->cpu > 0.0 && computed(program->pid) > bounds->cpu)
        return MB_PROGRAM_COSTLY;
    return MB_PROGRAM_BY_ITSELF;
}

/* Waits with the stops and SIGCHLD blocked, so that none is missed. */
static mb_status wait_for(mb_program *program, mb_program_ended *ended, int *code,
                          struct rusage *usage, mb_error *err)
{
    const struct timespec interval = {0, 10000000};
    double waited = 0.0, looked = now();
    struct progress last = {0.0, 0.0, 0};
    sigset_t child;
    pid_t pid;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    while ((pid = wait4(program->pid, code, WNOHANG, usage)) != program->pid) {
        double time = now();

        if (pid < 0 && errno != EINTR)
            return mb_fail(err, MB_FAILURE, "lost the process of %s: %s", program->name,
                           strerror(errno));
        waited += fmin(time - looked, longest_look);
        looked = time;
        if (*ended == MB_PROGRAM_BY_ITSELF)
            *ended = exceeded(program, waited, &last);
        if (*ended != MB_PROGRAM_BY_ITSELF) {
            kill(-program->pid, SIGKILL);
            kill(program->pid, SIGKILL); /* should it not have reached its group yet */
        }
        sigtimedwait(&child, NULL, &interval);
    }
    kill(-program->pid, SIGKILL); /* what it has started and left behind */
    return MB_OK;
}

mb_status mb_program_finish(mb_program *program, mb_program_output *output, mb_error *err)
{
    sigset_t blocked, before;
    struct rusage usage;
    size_t complaint;
    bool loud;
    int code = 0;
    mb_status status;

    memset(output, 0, sizeof *output);
    if (program->pid == 0)
        return mb_fail(err, MB_FAILURE, "%s was not started", program->name);
    mb_stop_signals(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    status = wait_for(program, &output->ended, &code, &usage, err);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (status != MB_OK)
        goto done;
    loud = output->ended == MB_PROGRAM_LOUD;
    output->exit_status = WIFSIGNALED(code) ? 128 + WTERMSIG(code) : WEXITSTATUS(code);
    output->cpu = mb_cpu_of(&usage);
    MB_TRY(contents(program->end[0], loud, &output->text, &output->size, err));
    MB_TRY(contents(program->end[1], loud, &output->complaint, &complaint, err));
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

mb_status mb_program_run_within(const char *const *words, mb_program_bounds bounds,
                                mb_program_output *output, mb_error *err)
{
    mb_program program;
    mb_status status = mb_program_start(&program, words, NULL, err);

    if (status != MB_OK) {
        memset(output, 0, sizeof *output);
        return status;
    }
    program.bounds = bounds;
    return mb_program_finish(&program, output, err);
}

void mb_program_end_words(const mb_program_output *output, char text[MB_PROGRAM_TEXT])
{
    const int number = output->exit_status - 128;
    const char *name = number > 0 ? sigabbrev_np(number) : NULL;

    if (number > 0)
        snprintf(text, MB_PROGRAM_TEXT, "killed by signal %d%s%s%s", number, name ? " (SIG" : "",
                 name ? name : "", name ? ")" : "");
    else
        snprintf(text, MB_PROGRAM_TEXT, "exit status %d", output->exit_status);
}

void mb_program_failure(const char *name, const mb_program_output *output,
                        char text[MB_PROGRAM_TEXT])
{
    static const char *const why[] = {[MB_PROGRAM_LATE] = "has no end in its time",
                                      [MB_PROGRAM_LOUD] = "writes without end",
                                      [MB_PROGRAM_COSTLY] = "computes longer than it may",
                                      [MB_PROGRAM_STOPPED] = "was stopped"};
    const char *said = *output->complaint ? output->complaint : output->text;

    text[0] = '\0';
    if (output->ended != MB_PROGRAM_BY_ITSELF)
        snprintf(text, MB_PROGRAM_TEXT, "%.200s %s", name, why[output->ended]);
    else if (output->exit_status != 0)
        snprintf(text, MB_PROGRAM_TEXT, "%.60s failed with exit status %d: %.360s", name,
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

double mb_cpu_of(const struct rusage *usage)
{
    const struct timeval *user = &usage->ru_utime, *system = &usage->ru_stime;

    return (double)(user->tv_sec + system->tv_sec) +
           1e-6 * (double)(user->tv_usec + system->tv_usec);
}

/* SPDX-License-Identifier: MIT */
#include "bench/child/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/program.h"
#include "base/stop.h"
#include "bench/child/clock.h"
#include "bench/child/desk.h"

static const double poll_interval = 0.01; /* [s] between looks at resident sizes and times */
static const double longest_look = 0.5;   /* [s] of wall clock that a look stands for at most */
static const double wall_factor = 100.0;  /* of the limit, the most that a busy machine may take */
static const double wall_grace = 10.0;    /* [s] likewise, and without any computing at least */

static void fill_signals(sigset_t *set)
{
    mb_stop_signals(set);
    sigaddset(set, SIGCHLD);
}

void mb_process_begin(sigset_t *before)
{
    sigset_t set;

    fill_signals(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

void mb_process_end(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

/* Sends a request, to a new child where `alone` asks for it. */
static mb_status start(mb_process *process, const mb_request *request, bool alone, mb_error *err)
{
    mb_status status;

    process->kill = MB_KILL_NONE;
    process->polled = mb_clock_wall();
    process->waited = process->idle = process->cpu = process->resident = 0.0;
    process->member = NULL;
    if (!process->shared)
        return mb_fork_server_child(&process->crew->server, request, &process->pid, err);
    status = mb_crew_give(process->crew, request, alone, &process->member, err);
    process->pid = status == MB_OK ? process->member->pid : 0;
    return status;
}

mb_status mb_process_start(mb_process *process, mb_crew *crew, mb_child_body *body,
                           const mb_task *task, mb_error *err)
{
    mb_request request;
    mb_status status = mb_request_fill(&request, body, task, process->result, err);

    process->crew = crew;
    return status == MB_OK ? start(process, &request, false, err) : status;
}

/* Resident size [MB] of a process; 0 when it cannot be told. */
static double resident_size(pid_t pid)
{
    char path[64], text[128];
    const char *second;
    ssize_t n;
    int fd;

    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0.0;
    n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    second = strchr(text, ' '); /* size resident shared ... [pages] */
    if (!second)
        return 0.0;
    return (double)strtol(second, NULL, 10) * (double)sysconf(_SC_PAGESIZE) / 1048576.0;
}

bool mb_process_sees_memory(void)
{
    return resident_size(getpid()) > 0.0;
}

/* [s] of CPU that a run has taken. */
static double computed(const mb_process *process, pid_t adapter)
{
    const double before = process->member ? mb_member_began(process->member) : 0.0;

    if (isnan(before))
        return 0.0;
    return mb_clock_process(process->pid) - before + (adapter ? mb_clock_process(adapter) : 0.0);
}

static void enforce(mb_process *process, double now)
{
    pid_t adapter;
    double cpu;

    if (!process->pid || process->kill != MB_KILL_NONE || now - process->polled < poll_interval)
        return;
    process->waited += fmin(now - process->polled, longest_look);
    process->idle += fmin(now - process->polled, longest_look);
    process->polled = now;
    adapter = process->result->adapter;
    process->resident = resident_size(process->pid) + (adapter ? resident_size(adapter) : 0.0);
    cpu = computed(process, adapter);
    if (cpu != process->cpu) { /* less: an adapter has ended */
        process->cpu = cpu;
        process->idle = 0.0;
    }
    if (process->resident > process->memory_limit)
        process->kill = MB_KILL_MEMORY;
    else if (process->cpu > process->cpu_limit)
        process->kill = MB_KILL_CPU;
    else if (process->idle > fmax(process->cpu_limit, wall_grace) ||
             process->waited > wall_factor * process->cpu_limit + wall_grace)
        process->kill = MB_KILL_WALL;
    else if (process->until > 0.0 && now > process->until)
        process->kill = MB_KILL_LATE;
    if (process->kill != MB_KILL_NONE)
        kill(process->pid, SIGKILL);
}

static const char *where(mb_phase phase)
{
    switch (phase) {
    case MB_PHASE_SETUP:
        return "in set-up";
    case MB_PHASE_LOOP:
        return "in the time loop";
    case MB_PHASE_TIMING:
        return "in a timed pass";
    case MB_PHASE_DONE:
        break;
    }
    return "at its end";
}

static void set(mb_result *result, mb_run_status status, const char *what)
{
    char at[64] = "";

    if (isfinite(result->t_reached))
        snprintf(at, sizeof at, " after t = %.9g s", result->t_reached);
    result->status = status;
    snprintf(result->reason, sizeof result->reason, "%s %s%s", what, where(result->phase), at);
}

static void set_limit(mb_process *process)
{
    const char *of = process->result->phase == MB_PHASE_TIMING ? "" : " (--time-limit and a grace)";
    mb_result *result = process->result;
    char what[256];

    switch (process->kill) {
    case MB_KILL_MEMORY:
        result->limit = MB_LIMIT_MEMORY;
        snprintf(what, sizeof what, "ended at a resident size of %.0f MB (--memory-limit %.0f)",
                 process->resident, process->memory_limit);
        set(result, MB_RUN_MEMORY_LIMIT, what);
        return;
    case MB_KILL_CPU:
        result->limit = MB_LIMIT_CPU;
        snprintf(what, sizeof what, "no answer within %.3g s of computing%s; ended",
                 process->cpu_limit, of);
        break;
    case MB_KILL_WALL:
        result->limit = MB_LIMIT_WALL;
        snprintf(
            what, sizeof what,
            "no answer within %.3g s, of which it computed %.3g s; the machine is busy, or the "
            "run waits for something; ended",
            process->waited, process->cpu);
        break;
    case MB_KILL_LATE:
        result->limit = MB_LIMIT_WALL;
        snprintf(what, sizeof what,
                 "no answer within %.3g s (--budget), of which it computed %.3g s; ended",
                 process->waited, process->cpu);
        break;
    case MB_KILL_NONE:
    case MB_KILL_STOPPED:
        result->limit = MB_LIMIT_SYSTEM;
        snprintf(what, sizeof what, "ended by the system's limit of CPU time (ulimit -t)");
        break;
    }
    set(result, MB_RUN_TIME_LIMIT, what);
}

/* Whether the system has ended it for its CPU time: by SIGKILL where there is one limit, not two. */
static bool is_out_of_time(int wait_status, const struct rusage *usage)
{
    struct rlimit limit;

    if (!WIFSIGNALED(wait_status) || WTERMSIG(wait_status) != SIGKILL)
        return WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGXCPU;
    return getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_max != RLIM_INFINITY &&
           mb_cpu_of(usage) >= (double)limit.rlim_max - 0.1;
}

/* Status of a child that did not give one itself. */
static void conclude(mb_process *process, int wait_status, const struct rusage *usage)
{
    mb_result *result = process->result;
    char what[256];

    if (result->phase == MB_PHASE_DONE && result->status != MB_RUN_STATUSES)
        return;
    if (process->kill != MB_KILL_NONE || is_out_of_time(wait_status, usage)) {
        set_limit(process);
    } else if (WIFSIGNALED(wait_status)) {
        const char *name = sigabbrev_np(WTERMSIG(wait_status));

        snprintf(what, sizeof what, "killed by SIG%s (%s)%s", name ? name : "?",
                 strsignal(WTERMSIG(wait_status)),
                 WTERMSIG(wait_status) == SIGKILL ? ", by the system for want of memory perhaps,"
                                                  : "");
        set(result, MB_RUN_CRASHED, what);
    } else {
        snprintf(what, sizeof what, "ended with exit status %d", WEXITSTATUS(wait_status));
        set(result, MB_RUN_CRASHED, what);
    }
}

/* Whether the end of a run may be the doing of others that used its child before. */
static bool is_doubtful(const mb_process *process, int wait_status, const struct rusage *usage)
{
    const mb_result *result = process->result;

    if (!process->member || process->member->runs == 1 || process->kill == MB_KILL_STOPPED ||
        process->kill == MB_KILL_WALL || process->kill == MB_KILL_LATE)
        return false;
    if (isnan(mb_member_began(process->member)))
        return true;
    if (result->phase == MB_PHASE_DONE && result->status != MB_RUN_STATUSES)
        return false;
    return process->kill != MB_KILL_NONE || !WIFSIGNALED(wait_status) ||
           WTERMSIG(wait_status) != SIGKILL || /* that one came from outside */
           is_out_of_time(wait_status, usage);
}

/* Makes a run again in a child of its own. */
static bool make_again(mb_process *process)
{
    const mb_request request = process->member->desk->request;
    mb_error unheeded = {MB_OK, ""};

    for (int i = 0; i < (request.task.lanes > 1 ? request.task.lanes : 1); i++)
        mb_result_clear(process->result + i);
    return start(process, &request, true, &unheeded) == MB_OK;
}

/* Notes the end of one process or of its run. */
static bool reap(mb_process *process)
{
    mb_result *result = process->result;
    struct rusage usage;
    int wait_status;
    bool doubtful;

    if (!process->pid)
        return false;
    if (process->member && mb_crew_take_back(process->member)) {
        process->pid = 0;
        return true;
    }
    if (wait4(process->pid, &wait_status, WNOHANG, &usage) != process->pid)
        return false;
    process->pid = 0;
    doubtful = is_doubtful(process, wait_status, &usage);
    if (process->member)
        mb_member_ended(process->member);
    if (doubtful && make_again(process))
        return false;
    if (!process->member || result->peak_rss_mb == 0.0)
        result->peak_rss_mb = fmax(result->peak_rss_mb, (double)usage.ru_maxrss / 1024.0);
    conclude(process, wait_status, &usage);
    return true;
}

int mb_process_wait(mb_process *processes, int n)
{
    const struct timespec interval = {0, (long)(poll_interval * 1e9)};
    sigset_t signals;

    fill_signals(&signals);
    for (;;) {
        bool running = false;
        int signal;

        for (int i = 0; i < n; i++) {
            if (reap(&processes[i]))
                return i;
            running = running || processes[i].pid;
        }
        if (!running)
            return -2;
        signal = sigtimedwait(&signals, NULL, &interval);
        if (signal > 0 && signal != SIGCHLD)
            return -1;
        for (int i = 0; i < n; i++)
            enforce(&processes[i], mb_clock_wall());
    }
}

void mb_process_kill_all(mb_process *processes, int n)
{
    for (int i = 0; i < n; i++) {
        if (!processes[i].pid)
            continue;
        processes[i].kill = MB_KILL_STOPPED;
        kill(processes[i].pid, SIGKILL);
        while (waitpid(processes[i].pid, NULL, 0) < 0 && errno == EINTR)
            ;
        if (processes[i].member)
            mb_member_ended(processes[i].member);
        processes[i].pid = 0;
    }
}

/* SPDX-License-Identifier: MIT */
#include "bench/child/fork_server.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/stop.h"
#include "bench/child/clock.h"
#include "bench/child/desk.h"

#ifdef MB_COVERAGE
extern void __gcov_dump(void);
#else
#define __gcov_dump() ((void)0)
#endif

static const double farewell = 2.0; /* [s] that a server has for its end */

struct answer {
    pid_t pid; /* -1: error */
    int error; /* errno */
};

static void child_main(pid_t parent, const mb_request *r)
{
    const mb_task task = mb_request_task(r);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    if (r->desk)
        mb_desk_serve(r->desk, parent);
    else
        r->body(&task, r->result);
    __gcov_dump(); /* _exit would lose the counts of a build with coverage */
    _exit(0);
}

/* What the children inherit: stopping signals blocked, so that Ctrl-C is the harness's alone, no
 * core files, and standard output out of reach, where a library's chatter must not land among
 * records. */
static void serve(int socket, pid_t parent)
{
    const struct rlimit none = {0, 0};
    mb_request r;
    struct answer a;

    setrlimit(RLIMIT_CORE, &none);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    while (recv(socket, &r, sizeof r, MSG_TRUNC) ==
           (ssize_t)sizeof r) { /* nothing of another size */
        /* fork() has no word for whose child it is to be */
        a.pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
        a.error = errno;
        if (a.pid == 0) {
            close(socket);
            child_main(parent, &r);
        }
        if (send(socket, &a, sizeof a, MSG_NOSIGNAL) != (ssize_t)sizeof a)
            break;
    }
}

mb_status mb_fork_server_start(mb_fork_server *server, mb_error *err)
{
    pid_t parent = getpid();
    sigset_t before;
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return mb_fail(err, MB_FAILURE, "no socket for the children of runs: %s", strerror(errno));
    mb_stop_block(&before);
    server->pid = fork();
    if (server->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        close(ends[0]);
        serve(ends[1], parent);
        __gcov_dump();
        _exit(0);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    server->socket = ends[0];
    if (server->pid > 0)
        return MB_OK;
    server->pid = 0;
    close(ends[0]);
    return mb_fail(err, MB_FAILURE, "no child process: %s", strerror(errno));
}

void mb_fork_server_stop(mb_fork_server *server)
{
    const struct timespec pause = {0, 1000000};
    double start = mb_clock_wall();
    pid_t ended;

    if (server->pid == 0)
        return;
    close(server->socket); /* its word to end */
    while ((ended = waitpid(server->pid, NULL, WNOHANG)) == 0 && mb_clock_wall() < start + farewell)
        nanosleep(&pause, NULL);
    if (ended == 0) { /* it was stopped from outside */
        kill(server->pid, SIGKILL);
        while (waitpid(server->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    server->pid = 0;
}

/* One question and its answer; *stopped when the program is to stop before that comes. */
static bool ask(const mb_fork_server *server, const mb_request *r, struct answer *a, bool *stopped)
{
    struct pollfd answer = {.fd = server->socket, .events = POLLIN};
    ssize_t n;

    if (send(server->socket, r, sizeof *r, MSG_NOSIGNAL) != (ssize_t)sizeof *r)
        return false;
    while (poll(&answer, 1, 100) <= 0) {
        *stopped = mb_stop_pending();
        if (*stopped)
            return false;
    }
    do
        n = recv(server->socket, a, sizeof *a, MSG_TRUNC);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *a;
}

mb_status mb_fork_server_child(mb_fork_server *server, const mb_request *request, pid_t *pid,
                               mb_error *err)
{
    struct answer a = {-1, 0};
    bool stopped = false;
    mb_status status;

    if (!ask(server, request, &a, &stopped) && !stopped) {
        mb_fork_server_stop(server);
        MB_TRY(mb_fork_server_start(server, err));
        if (!ask(server, request, &a, &stopped))
            a.error = EPIPE;
    }
    if (stopped)
        MB_TRY(mb_fail(err, MB_FAILURE, "stopped while a run was to start"));
    if (a.pid < 0)
        MB_TRY(mb_fail(err, MB_FAILURE,
                       "no child process for a run: %s; too many processes run (ulimit -u), or "
                       "memory is short",
                       strerror(a.error)));
    *pid = a.pid;
    status = MB_OK;
done:
    return status;
}

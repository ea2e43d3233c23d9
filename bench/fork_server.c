#include "bench/fork_server.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/spec.h"
#include "base/stop.h"

#ifdef MB_COVERAGE
extern void __gcov_dump(void);
#else
#define __gcov_dump() ((void)0)
#endif

/* What the harness asks for: the task with its texts. */
struct request {
    mb_child_body *body;
    mb_result *result;
    mb_task task;
    bool has_to;
    char problem[MB_SPEC_SIZE], solver[MB_SPEC_SIZE], to[MB_SPEC_SIZE];
};

struct answer {
    pid_t pid; /* -1: error */
    int error; /* errno */
};

static void child_main(pid_t parent, const struct request *r)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    r->body(&r->task, r->result);
    __gcov_dump(); /* _exit would lose the counts of a build with coverage */
    _exit(0);
}

/* What the children inherit: stopping signals blocked, so that Ctrl-C is the harness's alone, no
 * core files, and standard output out of reach, where a library's chatter must not land among
 * records. */
static void serve(int socket, pid_t parent)
{
    const struct rlimit none = {0, 0};
    struct request r;
    struct answer a;

    setrlimit(RLIMIT_CORE, &none);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    while (recv(socket, &r, sizeof r, 0) == (ssize_t)sizeof r) {
        r.task.problem = r.problem;
        r.task.solver = r.solver;
        r.task.to = r.has_to ? r.to : NULL;
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
    if (server->pid == 0)
        return;
    close(server->socket); /* its word to end */
    while (waitpid(server->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    server->pid = 0;
}

static bool ask(const mb_fork_server *server, const struct request *r, struct answer *a)
{
    ssize_t n;

    if (send(server->socket, r, sizeof *r, MSG_NOSIGNAL) != (ssize_t)sizeof *r)
        return false;
    do
        n = recv(server->socket, a, sizeof *a, 0);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *a;
}

mb_status mb_fork_server_child(mb_fork_server *server, mb_child_body *body, const mb_task *task,
                               mb_result *result, pid_t *pid, mb_error *err)
{
    struct request r;
    struct answer a = {-1, 0};
    mb_status status;

    memset(&r, 0, sizeof r); /* it is sent whole, padding and all */
    r.body = body;
    r.result = result;
    r.task.t_end = task->t_end;
    r.task.time_limit = task->time_limit;
    r.task.series = task->series;
    r.has_to = task->to;
    snprintf(r.problem, sizeof r.problem, "%s", task->problem);
    snprintf(r.solver, sizeof r.solver, "%s", task->solver);
    snprintf(r.to, sizeof r.to, "%s", task->to ? task->to : "");
    if (!ask(server, &r, &a)) {
        mb_fork_server_stop(server);
        MB_TRY(mb_fork_server_start(server, err));
        if (!ask(server, &r, &a))
            a.error = EPIPE;
    }
    if (a.pid < 0)
        MB_TRY(mb_fail(err, MB_FAILURE, "no child process: %s", strerror(a.error)));
    *pid = a.pid;
    status = MB_OK;
done:
    return status;
}

/* The server that forks, and children under limits. */
#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "bench/child/process.h"

/* Says what reached the child. */
static void echo(const mb_task *task, mb_result *result)
{
    snprintf(result->reason, sizeof result->reason, "%.1000s", task->solver);
    result->nq = (int)strlen(task->solver);
    result->nv = (int)strlen(task->to);
    result->status = MB_RUN_OK;
    result->phase = MB_PHASE_DONE;
}

static mb_status ask(mb_fork_server *server, int length, mb_result *result, mb_error *err)
{
    char solver[4096] = "", to[4096] = "";
    mb_task task = {.problem = "pendulum", .solver = solver, .to = to};
    mb_request request;
    pid_t pid;
    mb_status status;

    memset(solver, 's', (size_t)length);
    memset(to, 't', (size_t)length);
    status = mb_request_fill(&request, echo, &task, result, err);
    if (status == MB_OK)
        status = mb_fork_server_child(server, &request, &pid, err);
    if (status == MB_OK)
        waitpid(pid, NULL, 0);
    return status;
}

Test(fork_server, specs_arrive_whole_or_not_at_all)
{
    mb_result *result = mb_results_map(1);
    mb_fork_server server = {0};
    mb_error err = {MB_OK, ""};

    cr_assert_not_null(result);
    cr_assert(mb_fork_server_start(&server, &err) == MB_OK, "%s", err.text);
    for (int length = 500; length <= 2047; length += 1547) {
        cr_assert(ask(&server, length, result, &err) == MB_OK, "%s", err.text);
        cr_expect(result->nq == length && result->nv == length, "%d of %d", result->nq, length);
    }
    cr_expect(ask(&server, 2048, result, &err) == MB_FAILURE);
    cr_expect(strstr(err.text, "too long") != NULL, "%s", err.text);
    mb_fork_server_stop(&server);
    mb_results_unmap(result, 1);
}

/* A message of another size, such as a line of records, is no request: it ends the server, and the
 * next request starts another. */
Test(fork_server, takes_nothing_but_requests)
{
    static char text[1 << 16];
    mb_result *result = mb_results_map(1);
    mb_fork_server server = {0};
    mb_error err = {MB_OK, ""};

    cr_assert(mb_fork_server_start(&server, &err) == MB_OK, "%s", err.text);
    memset(text, '{', sizeof text);
    cr_assert(send(server.socket, text, sizeof text, 0) == (ssize_t)sizeof text);
    cr_assert(ask(&server, 100, result, &err) == MB_OK, "%s", err.text);
    cr_expect(result->nq == 100);
    mb_fork_server_stop(&server);
    mb_results_unmap(result, 1);
}

Test(fork_server, one_that_is_stopped_is_ended)
{
    mb_fork_server server = {0};
    mb_error err = {MB_OK, ""};

    cr_assert(mb_fork_server_start(&server, &err) == MB_OK, "%s", err.text);
    kill(server.pid, SIGSTOP);
    mb_fork_server_stop(&server);
    cr_expect(server.pid == 0);
}

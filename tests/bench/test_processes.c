/* SPDX-License-Identifier: MIT */
/* The server that forks, and children under limits. */
#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/child/clock.h"
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

static void wait_for_long(const mb_task *task, mb_result *result)
{
    (void)task;
    result->phase = MB_PHASE_LOOP;
    sleep(60);
}

Test(process, ends_by_the_clock)
{
    const mb_task task = {.problem = "pendulum", .solver = "s", .to = ""};
    const double begun = mb_clock_wall();
    mb_process process = {.cpu_limit = 60.0, .memory_limit = 2048.0, .until = begun + 0.3};
    mb_crew crew = {0};
    mb_error err = {MB_OK, ""};
    double left, waited = 0.0; /* [s] from its start to the time given, and as it is told */
    sigset_t signals;

    process.result = mb_results_map(1);
    cr_assert_not_null(process.result);
    mb_process_begin(&signals);
    cr_assert(mb_crew_create(&crew, 1, &err) == MB_OK, "%s", err.text);
    cr_assert(mb_process_start(&process, &crew, wait_for_long, &task, &err) == MB_OK, "%s",
              err.text);
    left = process.until - mb_clock_wall();
    cr_expect(mb_process_wait(&process, 1) == 0);
    cr_expect(mb_clock_wall() - begun < 30.0);
    cr_expect(process.kill == MB_KILL_LATE && process.result->status == MB_RUN_TIME_LIMIT);
    cr_expect(sscanf(process.result->reason, "no answer within %lf s (--budget)", &waited) == 1 &&
                  waited > left - 1e-3 && waited < mb_clock_wall() - begun + 1e-3,
              "%s", process.result->reason);
    mb_process_end(&signals);
    mb_crew_destroy(&crew);
    mb_results_unmap(process.result, 1);
}

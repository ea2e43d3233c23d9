/* SPDX-License-Identifier: MIT */
/* Children that short runs share: who shares one, what a run finds there, and what becomes of a run
 * whose child others have spoilt. */
#include <criterion/criterion.h>

#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "bench/child/clock.h"
#include "bench/child/process.h"

/* What a run of these tests says of its process. */
static void tell(mb_result *result)
{
    result->nq = (int)getpid();
    result->state[0] = 1.0;
    result->nv = fegetround();
    result->m = (int)random();
    result->status = MB_RUN_OK;
    result->phase = MB_PHASE_DONE;
}

static void look(const mb_task *task, mb_result *result)
{
    (void)task;
    tell(result);
}

static void *volatile left; /* else a compiler sees that nobody reads it */

/* Leaves something behind: the solver's name says what. */
static void leave(const mb_task *task, mb_result *result)
{
    const char *what = task->solver;

    tell(result);
    if (strcmp(what, "a file") == 0)
        (void)open("/dev/null", O_RDONLY);
    if (strcmp(what, "a handler") == 0)
        signal(SIGUSR1, SIG_IGN);
    if (strcmp(what, "a timer") == 0)
        alarm(1000);
    if (strcmp(what, "another folder") == 0 && chdir("/") != 0)
        abort();
    if (strcmp(what, "a child") == 0 && fork() == 0)
        _exit(0);
    if (strcmp(what, "memory") == 0) {
        left = malloc(40 << 20);
        memset(left, 1, 40 << 20);
    }
    if (strcmp(what, "rounding") == 0)
        fesetround(FE_UPWARD);
    if (strcmp(what, "random numbers") == 0)
        srandom(4711);
    if (strcmp(what, "an error") == 0)
        result->status = MB_RUN_ERROR;
    for (double end = mb_clock_cpu() + 0.1;
         strcmp(what, "a long time") == 0 && mb_clock_cpu() < end;)
        ;
}

static void *sleeper(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void leave_thread(const mb_task *task, mb_result *result)
{
    pthread_t thread;

    (void)task;
    pthread_create(&thread, NULL, sleeper, NULL);
    tell(result);
}

/* The second run in a process does what the solver's name says. */
static void spoilt(const mb_task *task, mb_result *result)
{
    static int runs;

    if (runs++ > 0) {
        volatile int forever = 1;

        if (strcmp(task->solver, "crash") == 0)
            abort();
        if (strcmp(task->solver, "exit") == 0)
            _exit(3);
        while (forever && strcmp(task->solver, "loop") == 0)
            ;
    }
    tell(result);
}

/* The first run of all does so. */
static void bad(const mb_task *task, mb_result *result)
{
    (void)task;
    (void)result;
    abort();
}

static mb_crew crew;
static mb_result *result;
static sigset_t before;

static void open_crew(void)
{
    mb_error err = {MB_OK, ""};

    result = mb_results_map(2);
    cr_assert_not_null(result);
    cr_assert(mb_crew_create(&crew, 2, &err) == MB_OK, "%s", err.text);
    mb_process_begin(&before);
}

static void close_crew(void)
{
    mb_process_end(&before);
    mb_crew_destroy(&crew);
    mb_results_unmap(result, 2);
}

TestSuite(crew, .init = open_crew, .fini = close_crew);

static mb_process started(mb_result *into, mb_child_body *body, const char *problem,
                          const char *solver)
{
    mb_process process = {.result = into, .shared = true, .cpu_limit = 0.3, .memory_limit = 1000.0};
    mb_task task = {.problem = problem, .solver = solver};
    mb_error err = {MB_OK, ""};

    mb_result_clear(into);
    cr_assert(mb_process_start(&process, &crew, body, &task, &err) == MB_OK, "%s", err.text);
    return process;
}

/* Process of a run that is ok. */
static int run(mb_child_body *body, const char *problem, const char *solver)
{
    mb_process process = started(result, body, problem, solver);

    cr_assert(mb_process_wait(&process, 1) == 0);
    cr_assert(result->status == MB_RUN_OK || strcmp(solver, "an error") == 0, "%s: %s", solver,
              result->reason);
    return result->nq;
}

Test(crew, runs_of_a_mechanism_share_a_child)
{
    int first = run(look, "pendulum", "s");

    for (int i = 0; i < 100; i++)
        cr_assert(run(look, i % 2 ? "pendulum" : "pendulum:m=2", "s") == first);
    cr_expect(result->peak_rss_mb > 0.1 && result->peak_rss_mb < 1000.0);
    cr_expect(run(look, "four-bar", "s") != first);
}

Test(crew, runs_side_by_side_have_children_of_their_own)
{
    mb_process both[2] = {started(&result[0], look, "pendulum", "s"),
                          started(&result[1], look, "pendulum", "s")};

    cr_assert(mb_process_wait(both, 2) >= 0);
    cr_assert(mb_process_wait(both, 2) >= 0);
    cr_assert(mb_process_wait(both, 2) == -2);
    cr_expect(result[0].nq != result[1].nq && result[0].nq != (int)getpid());
}

Test(crew, a_run_that_leaves_something_behind_ends_its_child)
{
    static const char *const what[] = {"a file",  "a handler", "a timer",  "another folder",
                                       "a child", "memory",    "an error", "a long time"};

    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        int first = run(look, "pendulum", "s");

        cr_expect(run(leave, "pendulum", what[i]) == first, "%s", what[i]);
        cr_expect(run(look, "pendulum", "s") != first, "%s", what[i]);
    }
}

Test(crew, a_thread_left_behind_ends_its_child)
{
    int first = run(leave_thread, "pendulum", "s");

    cr_expect(run(look, "pendulum", "s") != first);
}

Test(crew, a_run_finds_the_floating_point_environment_and_the_seed_of_a_new_process)
{
    int first = run(look, "pendulum", "s"), rounding = result->nv, number = result->m;

    cr_assert(rounding == FE_TONEAREST);
    cr_expect(run(leave, "pendulum", "rounding") == first);
    cr_expect(run(leave, "pendulum", "random numbers") == first);
    cr_expect(run(look, "pendulum", "s") == first && result->nv == rounding);
    cr_expect(result->m == number);
}

Test(crew, a_run_whose_child_was_spoilt_is_made_again_alone)
{
    static const char *const how[] = {"crash", "exit", "loop"};

    for (int i = 0; i < 3; i++) {
        int first = run(spoilt, "pendulum", how[i]);

        cr_expect(run(spoilt, "pendulum", how[i]) != first, "%s", how[i]);
        cr_expect(result->state[0] == 1.0);
    }
}

Test(crew, a_run_that_crashes_in_a_child_of_its_own_too_has_crashed)
{
    mb_process process;

    run(look, "pendulum", "s");
    process = started(result, bad, "pendulum", "s");
    cr_assert(mb_process_wait(&process, 1) == 0);
    cr_expect(result->status == MB_RUN_CRASHED && strstr(result->reason, "SIGABRT"), "%s",
              result->reason);
    run(look, "pendulum", "s");
}

Test(crew, a_child_killed_while_it_waits_costs_no_run)
{
    int first = run(look, "pendulum", "s");

    kill(first, SIGKILL);
    cr_expect(run(look, "pendulum", "s") != first);
}

Test(crew, children_that_are_stopped_are_ended)
{
    int first = run(look, "pendulum", "s");

    kill(first, SIGSTOP);
    run(look, "four-bar", "s");
}

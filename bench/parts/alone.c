/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/parts/trials.h"

static const double wall_factor = 20.0; /* of the CPU time: one that computes nothing ends too */

static void bound(double seconds)
{
    const struct rlimit cpu = {(rlim_t)seconds, (rlim_t)seconds}, core = {0, 0};

    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &core);
    signal(SIGALRM, SIG_DFL);
    alarm((unsigned)(wall_factor * seconds));
}

static void tell_end(int code, double seconds, mb_trial_page *page)
{
    mb_finding *f = &page->finding;
    const int number = WIFSIGNALED(code) ? WTERMSIG(code) : 0;

    f->kind = MB_FINDING_WRONG;
    page->at[sizeof page->at - 1] = '\0';
    if (number == SIGKILL || number == SIGXCPU || number == SIGALRM)
        snprintf(f->text, sizeof f->text, "did not end within %g s of CPU: %s", seconds, page->at);
    else if (number)
        snprintf(f->text, sizeof f->text, "crashed (signal %d, %s): %s", number, strsignal(number),
                 page->at);
    else
        snprintf(f->text, sizeof f->text, "ended the program with exit status %d: %s",
                 WEXITSTATUS(code), page->at);
}

void mb_try_alone(void (*trial)(const void *data, mb_trial_page *page), const void *data,
                  double seconds, mb_trial_page *page)
{
    mb_trial_page *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int code = 0;
    pid_t pid;

    if (shared == MAP_FAILED) {
        page->finding.kind = MB_FINDING_NOT_DONE;
        snprintf(page->finding.text, sizeof page->finding.text, "no memory for a process");
        return;
    }
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        bound(seconds);
        trial(data, shared);
        shared->done = true;
        _exit(0);
    }
    if (pid < 0 || waitpid(pid, &code, 0) != pid)
        snprintf(shared->at, sizeof shared->at, "no process could be made");
    if (!shared->done)
        tell_end(code, seconds, shared);
    *page = *shared;
    munmap(shared, sizeof *shared);
}

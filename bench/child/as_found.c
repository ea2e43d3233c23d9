/* SPDX-License-Identifier: MIT */
#include "bench/child/as_found.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const double most_left = 16.0; /* [MB] that the process may have grown by */

/* [MB]; 0: not known */
static double resident(const mb_as_found *found)
{
    char text[128], *second;
    ssize_t n = found->sizes < 0 ? -1 : pread(found->sizes, text, sizeof text - 1, 0);

    text[n > 0 ? n : 0] = '\0';
    second = strchr(text, ' '); /* size resident shared ... [pages] */
    return second ? (double)strtol(second, NULL, 10) * (double)sysconf(_SC_PAGESIZE) / 1048576.0
                  : 0.0;
}

/* The folder of a process's threads has a link for each; 0: not known. */
static long threads(void)
{
    struct stat tasks;

    return stat("/proc/self/task", &tasks) == 0 ? (long)tasks.st_nlink : 0;
}

static int next_file(const mb_as_found *found)
{
    const int fd = fcntl(found->sizes, F_DUPFD_CLOEXEC, 0);

    if (fd >= 0)
        close(fd);
    return fd;
}

void mb_as_found_note(mb_as_found *found)
{
    memset(found, 0, sizeof *found);
    found->sizes = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    found->peak = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    found->of = calloc(NSIG, sizeof *found->of);
    for (int i = 1; found->of && i < NSIG; i++)
        sigaction(i, NULL, &found->of[i]);
    sigprocmask(SIG_BLOCK, NULL, &found->mask);
    fegetenv(&found->floating);
    snprintf(found->locale, sizeof found->locale, "%s", setlocale(LC_ALL, NULL));
    found->resident = resident(found);
    found->threads = threads();
    found->next_file = next_file(found);
    found->known =
        found->of && found->resident > 0.0 && found->threads > 0 && stat(".", &found->folder) == 0;
}

void mb_as_found_forget(mb_as_found *found)
{
    if (found->sizes >= 0)
        close(found->sizes);
    if (found->peak >= 0)
        close(found->peak);
    free(found->of);
}

void mb_as_found_restore(const mb_as_found *found)
{
    fesetenv(&found->floating);
    sigprocmask(SIG_SETMASK, &found->mask, NULL);
    srandom(1); /* what a process begins with */
    if (found->peak >= 0)
        (void)!write(found->peak, "5", 1);
}

static bool same_signals(const mb_as_found *found)
{
    struct sigaction now;
    sigset_t pending;

    for (int i = 1; i < NSIG; i++)
        if (sigaction(i, NULL, &now) == 0 &&
            (now.sa_handler != found->of[i].sa_handler || now.sa_flags != found->of[i].sa_flags))
            return false;
    sigpending(&pending);
    return sigandset(&pending, &pending, &found->mask) == 0 && sigisemptyset(&pending);
}

static bool no_timers(void)
{
    static const int which[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    struct itimerval timer;

    for (int i = 0; i < 3; i++)
        if (getitimer(which[i], &timer) != 0 || timer.it_value.tv_sec || timer.it_value.tv_usec)
            return false;
    return true;
}

static bool no_children(void)
{
    siginfo_t unheeded;

    return waitid(P_ALL, 0, &unheeded, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
}

static bool same_place(const mb_as_found *found)
{
    struct stat now;

    return strcmp(setlocale(LC_ALL, NULL), found->locale) == 0 && stat(".", &now) == 0 &&
           now.st_dev == found->folder.st_dev && now.st_ino == found->folder.st_ino;
}

bool mb_is_as_found(const mb_as_found *found)
{
    return found->known && resident(found) < found->resident + most_left &&
           threads() == found->threads && next_file(found) == found->next_file &&
           same_place(found) && no_timers() && no_children() && same_signals(found);
}

double mb_as_found_peak(void)
{
    struct rusage usage;

    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1024.0 : 0.0;
}

/* SPDX-License-Identifier: MIT */
#include "bench/session/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "bench/child/clock.h"
#include "bench/terminal.h"

enum { BAR = 24, LEAST_BAR = 4 };

void mb_progress_start(mb_progress *progress, mb_progress_mode mode, int total)
{
    memset(progress, 0, sizeof *progress);
    progress->bar = mode == MB_PROGRESS_AUTO && isatty(STDERR_FILENO);
    progress->plain = mode != MB_PROGRESS_NONE && !progress->bar;
    progress->total = total;
    progress->started = mb_clock_wall();
}

static void format_time(double seconds, char text[32])
{
    long s = (long)(seconds + 0.5);

    if (s >= 3600)
        snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
}

/* Time that the runs to come will take, at the pace of those that were made now; "?": none was. */
static void format_rest(const mb_progress *progress, double elapsed, char text[32])
{
    int fresh = progress->done - progress->kept;

    snprintf(text, 32, "?");
    if (fresh > 0)
        format_time(elapsed / fresh * (progress->total - progress->done), text);
}

/* Where nobody sees a bar: after each tenth of the runs. */
static void put_rest(const mb_progress *progress)
{
    int tenth = (progress->total + 9) / 10;
    double elapsed = mb_clock_wall() - progress->started;
    char past[32], rest[32];

    if (progress->total < 20 || progress->done % tenth != 0 || progress->done == progress->total)
        return;
    format_time(elapsed, past);
    format_rest(progress, elapsed, rest);
    fprintf(stderr, "mbsbench: %d of %d runs in %s, about %s left\n", progress->done,
            progress->total, past, rest);
}

/* Width of the bar that fits into one line with a text; 0: none does. */
static int bar_beside(const char *text)
{
    int left = mb_terminal_width(stderr) - 1 - (int)strlen("[] ") - (int)strlen(text);

    return left < LEAST_BAR ? 0 : left < BAR ? left : BAR;
}

void mb_progress_now(mb_progress *progress, const char *what, const mb_run *run)
{
    double now = mb_clock_wall(), elapsed = now - progress->started;
    char past[32], rest[32], id[61], text[160];
    int full, bar;

    if (!progress->bar || now - progress->drawn < 0.05)
        return;
    progress->drawn = now;
    format_time(elapsed, past);
    format_rest(progress, elapsed, rest);
    mb_copy_plain(id, sizeof id, run->id);
    snprintf(text, sizeof text, "%d/%d  %s, about %s left  %s %s", progress->done, progress->total,
             past, rest, what, id);
    bar = bar_beside(text);
    full = bar * progress->done / (progress->total > 0 ? progress->total : 1);
    fputc('\r', stderr);
    if (bar > 0)
        fprintf(stderr, "[%.*s%*s] ", full, "########################", bar - full, "");
    fprintf(stderr, "%.*s\033[K", mb_terminal_width(stderr) - 1, text);
    fflush(stderr);
}

void mb_progress_done(mb_progress *progress, const mb_run *run, const char *reason, bool kept)
{
    progress->done++;
    progress->kept += kept;
    if (run->status < MB_RUN_STATUSES)
        progress->count[run->status]++;
    if (!progress->plain)
        return;
    mb_put_line(stderr, "%d/%d %s%s %s/%s  %s  %s%s%s", progress->done, progress->total,
                mb_run_status_word(run->status), kept ? " (kept)" : "", run->study, run->id,
                run->problem, run->solver, reason && *reason ? ": " : "", reason ? reason : "");
    put_rest(progress);
}

void mb_progress_problem(mb_progress *progress, const char *problem, const char *changed,
                         const char *note)
{
    const uint64_t key = mb_hash_text(MB_HASH_START, problem);

    if ((!progress->bar && !progress->plain) || (!*changed && !*note))
        return;
    for (int i = 0; i < progress->ntold; i++)
        if (progress->told[i] == key)
            return;
    if (progress->ntold < MB_PROGRESS_TOLD)
        progress->told[progress->ntold++] = key;
    mb_progress_abandon(progress);
    if (*changed)
        fprintf(stderr, "mbsbench: start of %s corrected: %s\n", problem, changed);
    if (*note)
        fprintf(stderr, "mbsbench: %s: %s\n", problem, note);
}

void mb_progress_abandon(mb_progress *progress)
{
    if (progress->bar)
        fputs("\r\033[K", stderr);
}

void mb_progress_end(mb_progress *progress, const char *out, bool interrupted)
{
    char past[32];
    const char *separator = "";

    mb_progress_abandon(progress);
    if (progress->total == 0) {
        fputs("mbsbench: this shard is empty: no run falls into it\n", stderr);
        return;
    }
    format_time(mb_clock_wall() - progress->started, past);
    fprintf(stderr, "mbsbench: %d of %d runs in %s (", progress->done, progress->total, past);
    for (int i = 0; i < MB_RUN_STATUSES; i++) {
        if (progress->count[i] == 0)
            continue;
        fprintf(stderr, "%s%d %s", separator, progress->count[i],
                mb_run_status_word((mb_run_status)i));
        separator = ", ";
    }
    if (progress->classless > 0)
        fprintf(stderr, "; %d ok but in no class: not right to 1e-2, or not proven",
                progress->classless);
    if (progress->kept > 0)
        fprintf(stderr, "%s%d of them not run again", *separator ? "; " : "", progress->kept);
    if (strcmp(out, "-") == 0) {
        fprintf(stderr, ")%s\n", interrupted ? "; interrupted" : "");
        return;
    }
    fprintf(stderr, "); records in %s\n", out);
    if (interrupted)
        fputs("mbsbench: interrupted; the same command goes on where it stopped\n", stderr);
    else
        fprintf(stderr, "mbsbench: the report is made by: mbsbench report %s\n", out);
}

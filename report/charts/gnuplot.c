/* SPDX-License-Identifier: MIT */
#include "report/charts/gnuplot.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/program.h"

enum { MAX_PROCESSES = 4, MAX_SCRIPTS = 500 /* in one argument vector */ };

char *mb_gnuplot_find(void)
{
    return mb_program_find("gnuplot");
}

/* One by one after one of several scripts was refused: which? */
static mb_status run_each(const char *program, const char *folder, const char *const *scripts,
                          int count, mb_arena *arena, const char **refused, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < count && status == MB_OK; i++) {
        const char *const words[] = {program, scripts[i], NULL};
        char text[MB_PROGRAM_TEXT];
        mb_program_output output;
        mb_error why = {MB_OK, ""};

        if (mb_program_run(words, folder, &output, &why) == MB_OK)
            mb_program_failure("gnuplot", &output, text);
        else
            snprintf(text, sizeof text, "%.*s", (int)sizeof text - 1, why.text);
        mb_program_output_free(&output);
        refused[i] = *text ? mb_arena_strdup(arena, text) : NULL;
        if (*text && !refused[i])
            status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    }
    return status;
}

/* A process for some of the scripts. */
typedef struct share {
    int first, count;
    const char *word[MAX_SCRIPTS + 2];
    mb_program program;
} share;

static void start(share *s, const char *program, const char *folder, const char *const *scripts)
{
    s->word[0] = program;
    memcpy(s->word + 1, scripts + s->first, (size_t)s->count * sizeof *scripts);
    s->word[s->count + 1] = NULL;
    mb_program_start(&s->program, s->word, folder, NULL);
}

static bool went_through(share *s)
{
    mb_program_output output;
    bool good = mb_program_finish(&s->program, &output, NULL) == MB_OK && output.exit_status == 0;

    mb_program_output_free(&output);
    return good;
}

/* All of them in up to MAX_PROCESSES processes at the same time. */
static mb_status run_some(const char *program, const char *folder, const char *const *scripts,
                          int count, mb_arena *arena, const char **refused, mb_error *err)
{
    share s[MAX_PROCESSES];
    bool good[MAX_PROCESSES];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int n = cores < 1 ? 1 : cores > MAX_PROCESSES ? MAX_PROCESSES : (int)cores;
    mb_status status = MB_OK;

    if (n > count)
        n = count;
    for (int i = 0; i < n; i++) {
        s[i].first = i * count / n;
        s[i].count = (i + 1) * count / n - s[i].first;
        start(&s[i], program, folder, scripts);
    }
    for (int i = 0; i < n; i++)
        good[i] = went_through(&s[i]);
    for (int i = 0; i < n && status == MB_OK; i++)
        if (!good[i])
            status = run_each(program, folder, scripts + s[i].first, s[i].count, arena,
                              refused + s[i].first, err);
    return status;
}

mb_status mb_gnuplot_run(const char *program, const char *folder, const char *const *scripts,
                         int count, mb_arena *arena, const char **refused, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < count; i++)
        refused[i] = NULL;
    for (int i = 0; i < count && status == MB_OK; i += MAX_SCRIPTS) {
        int n = count - i < MAX_SCRIPTS ? count - i : MAX_SCRIPTS;

        status = run_some(program, folder, scripts + i, n, arena, refused + i, err);
    }
    return status;
}

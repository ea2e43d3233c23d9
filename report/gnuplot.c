#include "report/gnuplot.h"

#include <unistd.h>

#include "report/program.h"

enum { MAX_PROCESSES = 4, MAX_SCRIPTS = 500 /* in one argument vector */ };

char *mb_gnuplot_find(void)
{
    return mb_program_find("gnuplot");
}

/* One by one after one of several scripts was refused: which? */
static mb_status run_each(const char *program, const char *folder, const char *const *scripts,
                          int count, mb_arena *arena, const char **refused, mb_error *err)
{
    char text[MB_PROGRAM_TEXT];
    mb_status status = MB_OK;

    for (int i = 0; i < count; i++) {
        mb_program p = {0};

        status = mb_program_start(program, folder, &scripts[i], 1, &p, err);
        mb_program_finish(&p, text, sizeof text);
        MB_TRY(status);
        refused[i] = *text ? mb_arena_strdup(arena, text) : NULL;
        if (*text && !refused[i])
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    }
done:
    return status;
}

/* All of them in up to MAX_PROCESSES processes at the same time. */
static mb_status run_some(const char *program, const char *folder, const char *const *scripts,
                          int count, mb_arena *arena, const char **refused, mb_error *err)
{
    mb_program p[MAX_PROCESSES] = {{0}};
    char text[MAX_PROCESSES][MB_PROGRAM_TEXT];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int n = cores < 1 ? 1 : cores > MAX_PROCESSES ? MAX_PROCESSES : (int)cores;
    mb_status status = MB_OK;

    for (int i = 0; i < n && status == MB_OK; i++) {
        int first = i * count / n, last = (i + 1) * count / n;

        if (last > first)
            status = mb_program_start(program, folder, scripts + first, last - first, &p[i], err);
    }
    for (int i = 0; i < n; i++)
        mb_program_finish(&p[i], text[i], sizeof text[i]);
    for (int i = 0; i < n && status == MB_OK; i++) {
        int first = i * count / n, last = (i + 1) * count / n;

        if (*text[i])
            status = run_each(program, folder, scripts + first, last - first, arena,
                              refused + first, err);
    }
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

/* SPDX-License-Identifier: MIT */
#include "report/charts/pdf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/program.h"
#include "report/records/escape.h"

/* pdfunite keeps all its files open, and a process may often hold no more than 1024. */
enum { MAX_FILES = 250 };

typedef struct job {
    const char *program, *folder;
    mb_arena *arena;
    const char **refused;
    mb_error *err;
} job;

/* Removes a file of the folder, if it is there. */
static mb_status clear(const job *j, const char *name)
{
    const char *path;
    mb_status status = mb_arena_printf(j->arena, &path, j->err, "%s/%s", j->folder, name);

    if (status == MB_OK)
        unlink(path);
    return status;
}

static mb_status unite(const job *j, const char *const *file, int count, const char *out)
{
    char text[MB_PROGRAM_TEXT];
    const char *words[MAX_FILES + 3] = {j->program};
    mb_program_output output = {0};
    mb_status status;

    memcpy(words + 1, file, (size_t)count * sizeof *file);
    words[count + 1] = out;
    MB_TRY(mb_program_run(words, j->folder, &output, j->err));
    mb_program_failure("pdfunite", &output, text);
    if (!*text)
        goto done;
    MB_TRY(mb_arena_printf(j->arena, j->refused, j->err, "%s", text));
    MB_TRY(clear(j, out));
done:
    mb_program_output_free(&output);
    return status;
}

/* One file for each MAX_FILES of them, then these. */
static mb_status unite_in_parts(const job *j, const char *const *file, int count, const char *out)
{
    int parts = (count + MAX_FILES - 1) / MAX_FILES;
    const char **part;
    mb_status status;

    if (parts == 1)
        return unite(j, file, count, out);
    MB_TRY(MB_TAKE(j->arena, &part, (size_t)parts, j->err));
    for (int i = 0; i < parts; i++) {
        int first = i * MAX_FILES, n = count - first < MAX_FILES ? count - first : MAX_FILES;

        MB_TRY(mb_arena_printf(j->arena, &part[i], j->err, "%s.%d", out, i));
        if (!*j->refused)
            MB_TRY(unite(j, file + first, n, part[i]));
    }
    if (!*j->refused)
        MB_TRY(unite_in_parts(j, part, parts, out));
    for (int i = 0; i < parts; i++)
        MB_TRY(clear(j, part[i]));
done:
    return status;
}

mb_status mb_pdf_unite(const char *folder, const char *const *file, int count, const char *out,
                       mb_arena *arena, const char **refused, mb_error *err)
{
    char *program = mb_program_find("pdfunite");
    job j = {program, folder, arena, refused, err};
    mb_status status;

    *refused = NULL;
    MB_TRY(clear(&j, out));
    if (program)
        MB_TRY(unite_in_parts(&j, file, count, out));
    else
        *refused = "pdfunite is not installed; apt install poppler-utils";
done:
    free(program);
    return status;
}

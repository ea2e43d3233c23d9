/* SPDX-License-Identifier: MIT */
/* Drawings as pixels and as pages, by librsvg's program, where it is installed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/program.h"
#include "bench/describe/describe.h"

enum { PATH_SIZE = 4096 };

static mb_status take_file(const char *path, char **text, size_t *size, mb_error *err)
{
    FILE *file = fopen(path, "rb"), *copy = file ? open_memstream(text, size) : NULL;
    char part[8192];
    size_t n;

    while (copy && (n = fread(part, 1, sizeof part, file)) > 0)
        fwrite(part, 1, n, copy);
    if (file)
        fclose(file);
    if (!copy || fclose(copy) != 0)
        return mb_fail(err, MB_FAILURE, "cannot read %s: %s", path, strerror(errno));
    return MB_OK;
}

static mb_status convert(const char *program, const char *format, double zoom, const char *from,
                         const char *to, mb_error *err)
{
    char factor[32], why[MB_PROGRAM_TEXT];
    const char *const words[] = {program, "-f", format, "-z", factor, "-o", to, from, NULL};
    mb_program_output output;
    mb_status status;

    snprintf(factor, sizeof factor, "%g", zoom);
    status = mb_program_run(words, NULL, &output, err);
    if (status == MB_OK) {
        mb_program_failure("rsvg-convert", &output, why);
        if (*why)
            status = mb_fail(err, MB_FAILURE, "%s", why);
        mb_program_output_free(&output);
    }
    return status;
}

mb_status mb_describe_convert(const char *svg, size_t length, const char *format, double zoom,
                              char **made, size_t *size, mb_error *err)
{
    const char *tmp = getenv("TMPDIR");
    char folder[PATH_SIZE], from[PATH_SIZE + 16] = "", to[PATH_SIZE + 16] = "";
    char *program = mb_program_find("rsvg-convert");
    mb_status status;

    if (!program)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s is made by rsvg-convert, which is not installed (Debian: librsvg2-bin); "
                       "--out FILE.svg needs nothing",
                       format);
    snprintf(folder, sizeof folder, "%s/mbsbench-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        free(program);
        return mb_fail(err, MB_FAILURE, "cannot make a folder %s: %s", folder, strerror(errno));
    }
    snprintf(from, sizeof from, "%s/in.svg", folder);
    snprintf(to, sizeof to, "%s/out", folder);
    MB_TRY(mb_write_file(NULL, from, svg, length, err));
    MB_TRY(convert(program, format, zoom, from, to, err));
    status = take_file(to, made, size, err);
done:
    unlink(from);
    unlink(to);
    rmdir(folder);
    free(program);
    return status;
}

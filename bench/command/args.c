/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "bench/command/commands.h"

void mb_args_tell_torn(const char *path, long line)
{
    if (line > 0)
        mb_put_line(stderr, "mbsbench: %s:%ld: the last line is torn and does not count", path,
                    line);
}

/* The file that a word names, by itself or as the value of an option; NULL for the word that `out`
 * is part of. */
static const char *file_of(const char *word, const char *out)
{
    const char *value = word[0] == '-' ? strchr(word, '=') : word;

    if (out >= word && out <= word + strlen(word))
        return NULL;
    return value && *value == '=' ? value + 1 : value;
}

static bool regular(const char *path, struct stat *info)
{
    return path && stat(path, info) == 0 && S_ISREG(info->st_mode);
}

mb_status mb_args_output(const mb_args *args, const char *option, const char *out, mb_error *err)
{
    struct stat written, named;

    for (int i = 0; out && i < args->count; i++) {
        const char *file = file_of(args->word[i], out);

        if (file && (strcmp(file, out) == 0
                         ? strcmp(out, "-") != 0
                         : regular(out, &written) && regular(file, &named) &&
                               written.st_dev == named.st_dev && written.st_ino == named.st_ino))
            return mb_fail(err, MB_BAD_INPUT,
                           "%s %.400s would write over %.400s, which this command names as well; "
                           "give another file",
                           option, out, file);
    }
    return MB_OK;
}

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Whether a file lies in a folder or below; both are there. */
static bool below(const char *file, const char *folder)
{
    char *f = realpath(file, NULL), *d = realpath(folder, NULL);
    size_t n = d ? strlen(d) : 0;
    bool yes = f && d && strncmp(f, d, n) == 0 && f[n] == '/';

    free(f);
    free(d);
    return yes;
}

mb_status mb_args_output_folder(const mb_args *args, const char *option, const char *out,
                                mb_error *err)
{
    struct stat info;

    for (int i = 0; out && i < args->count; i++) {
        const char *file = file_of(args->word[i], out);

        if (regular(file, &info) && below(file, out) && !ends_in(file, ".jsonl") &&
            !ends_in(file, ".yaml") && !ends_in(file, ".yml"))
            return mb_fail(err, MB_BAD_INPUT,
                           "%s %.400s: %.400s lies there and might be written over; give another "
                           "folder",
                           option, out, file);
    }
    return MB_OK;
}

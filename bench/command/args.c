#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/names.h"
#include "base/spec.h"
#include "base/text.h"
#include "bench/command/commands.h"

bool mb_args_value(mb_args *args, const char *option, const char **value)
{
    const char *word = args->word[args->at];
    size_t n = strlen(option);

    if (strncmp(word, option, n) != 0 || (word[n] != '\0' && word[n] != '='))
        return false;
    args->at++;
    if (word[n] == '=') {
        *value = word + n + 1;
        return true;
    }
    *value = args->at < args->count ? args->word[args->at++] : NULL;
    return true;
}

bool mb_args_flag(mb_args *args, const char *option)
{
    if (strcmp(args->word[args->at], option) != 0)
        return false;
    args->at++;
    return true;
}

mb_status mb_args_unknown(const mb_args *args, const char *const *known, mb_error *err)
{
    const char *word = args->word[args->at], *near = mb_nearest(word, known);
    char list[512];

    if (near)
        return mb_fail(err, MB_BAD_INPUT, "unknown option '%s'; did you mean '%s'?", word, near);
    mb_join_names(known, list, sizeof list);
    return mb_fail(err, MB_BAD_INPUT, "unknown option '%s'; there are %s", word, list);
}

void mb_args_tell_torn(const char *path, long line)
{
    if (line > 0)
        mb_put_line(stderr, "mbsbench: %s:%ld: the last line is torn and does not count", path,
                    line);
}

mb_status mb_args_records(mb_args *args, const char *const *known, mb_records *records,
                          mb_error *err)
{
    mb_status status;

    if (args->word[args->at][0] == '-')
        return mb_args_unknown(args, known, err);
    status = mb_records_read(records, args->word[args->at++], err);
    if (status == MB_OK)
        mb_args_tell_torn(args->word[args->at - 1], records->torn);
    return status;
}

mb_status mb_args_text(const char *option, const char *value, const char *what, const char **text,
                       mb_error *err)
{
    if (!value || !*value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs %s", option, what);
    *text = value;
    return MB_OK;
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

mb_status mb_args_whole(const char *option, const char *value, int min, int max, int *number,
                        mb_error *err)
{
    double x;
    mb_status status = mb_args_number(option, value, min, false, &x, err);

    if (status != MB_OK)
        return status;
    if (x != floor(x) || x > max)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: expected a whole number from %d to %d", option,
                       value, min, max);
    *number = (int)x;
    return MB_OK;
}

mb_status mb_args_number(const char *option, const char *value, double min, bool above,
                         double *number, mb_error *err)
{
    if (!value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs a number", option);
    if (!mb_parse_number(value, number) || *number < min || (above && *number == min))
        return mb_fail(err, MB_BAD_INPUT, "%s %s: expected a number %s %g", option, value,
                       above ? "above" : "of at least", min);
    return MB_OK;
}

int mb_command_failed(const char *command, const mb_error *err)
{
    mb_put_line(stderr, "mbsbench %s: %s", command, err->text);
    return err->status == MB_BAD_INPUT ? MB_EXIT_USAGE : MB_EXIT_ERROR;
}

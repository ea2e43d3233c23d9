/* SPDX-License-Identifier: MIT */
#include "base/files.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

mb_status mb_cannot_write(const char *option, const char *path, mb_error *err)
{
    return mb_fail(err, MB_FAILURE, "cannot write %s%s%.500s: %s", option ? option : "",
                   option ? " " : "", path, strerror(errno));
}

mb_status mb_write_file(const char *option, const char *path, const char *text, size_t size,
                        mb_error *err)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    bool written = file && fwrite(text, 1, size, file) == size;

    if (file && file != stdout)
        written = fclose(file) == 0 && written;
    return written ? MB_OK : mb_cannot_write(option, path, err);
}

/* Of the first n bytes of a path. */
static mb_status make_folder(const char *path, size_t n, mb_error *err)
{
    char *copy = strndup(path, n);
    mb_status status = MB_OK;

    if (!copy)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    for (char *c = copy + 1; status == MB_OK && *copy; c++) {
        char was = *c;

        if (was != '/' && was != '\0')
            continue;
        *c = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            status =
                mb_fail(err, MB_FAILURE, "the folder %s cannot be made: %s", copy, strerror(errno));
        *c = was;
        if (was == '\0')
            break;
    }
    free(copy);
    return status;
}

mb_status mb_make_folder(const char *path, mb_error *err)
{
    return make_folder(path, strlen(path), err);
}

mb_status mb_make_folder_of(const char *path, mb_error *err)
{
    const char *slash = strrchr(path, '/');
    mb_error why = {MB_OK, ""};
    mb_status status = slash ? make_folder(path, (size_t)(slash - path), &why) : MB_OK;

    return status == MB_OK ? MB_OK
                           : mb_fail(err, status, "cannot write %.500s: %s", path, why.text);
}

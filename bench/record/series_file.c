/* SPDX-License-Identifier: MIT */
#include "bench/record/series_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/files.h"

enum { DRAWN = 16, TRIES = 100 }; /* digits of a temporary name */

/* A name that no other program has drawn: process ids repeat where each has a space of its own. */
static int create(mb_series_file *s, const char *folder, const char *owner)
{
    int fd = -1;

    for (int i = 0; i < TRIES && fd < 0; i++) {
        uint64_t drawn = 0;

        if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
            return -1;
        snprintf(s->temporary, sizeof s->temporary, "%s/.%.255s.%0*llx", folder, owner, DRAWN,
                 (unsigned long long)drawn);
        fd = open(s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

mb_status mb_series_file_begin(mb_series_file *s, const char *folder, const char *owner,
                               const char *name, mb_error *err)
{
    int fd;
    mb_status status = mb_make_folder(folder, err);

    if (status != MB_OK)
        return status;
    snprintf(s->path, sizeof s->path, "%s/%s", folder, name);
    fd = create(s, folder, owner);
    s->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (s->file)
        return MB_OK;
    mb_cannot_write(NULL, s->path, err);
    if (fd >= 0) {
        close(fd);
        unlink(s->temporary);
    }
    return MB_FAILURE;
}

mb_status mb_series_file_end(mb_series_file *s, mb_error *err)
{
    /* a name must not outlive a power cut without the contents */
    bool good = fflush(s->file) == 0 && !ferror(s->file) && fsync(fileno(s->file)) == 0;

    good = fclose(s->file) == 0 && good;
    if (good && rename(s->temporary, s->path) == 0)
        return MB_OK;
    mb_cannot_write(NULL, s->path, err);
    unlink(s->temporary);
    return MB_FAILURE;
}

void mb_series_file_sweep(const char *folder, const char *owner)
{
    DIR *all = opendir(folder);
    size_t n = strlen(owner);
    const struct dirent *e;

    if (!all)
        return;
    while ((e = readdir(all)) != NULL) {
        const char *name = e->d_name;

        if (name[0] == '.' && strncmp(name + 1, owner, n) == 0 && name[n + 1] == '.' &&
            strspn(name + n + 2, "0123456789abcdef") == DRAWN && name[n + 2 + DRAWN] == '\0')
            unlinkat(dirfd(all), name, 0);
    }
    closedir(all);
}

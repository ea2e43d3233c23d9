/* SPDX-License-Identifier: MIT */
#include "bench/record/lines.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

mb_status mb_lines_write(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, text, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return MB_FAILURE;
        text += done;
        n -= (size_t)done;
    }
    return MB_OK;
}

static bool ends_in_newline(int fd, off_t size)
{
    char last = '\n';

    return size == 0 || pread(fd, &last, 1, size - 1) != 1 || last == '\n';
}

/* Length of the file up to its last newline. */
static off_t whole_lines(int fd, off_t size)
{
    char block[4096];

    while (size > 0) {
        off_t from = size > (off_t)sizeof block ? size - (off_t)sizeof block : 0;
        ssize_t n = pread(fd, block, (size_t)(size - from), from);

        if (n != size - from)
            break;
        for (; n > 0; n--)
            if (block[n - 1] == '\n')
                return from + n;
        size = from;
    }
    return 0;
}

/* Whether the n bytes from `from` on are a JSON text: *whole. */
static mb_status is_whole(int fd, off_t from, off_t n, bool *whole, mb_error *err)
{
    char *line = n < INT_MAX ? calloc((size_t)n + 1, 1) : NULL;
    json_error_t why = {.text = ""};
    json_t *record = NULL;
    mb_status status = MB_OK;

    *whole = false;
    if (n >= INT_MAX)
        return MB_OK;
    if (!line)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the last line"));
    if (pread(fd, line, (size_t)n, from) != n)
        MB_TRY(mb_fail(err, MB_FAILURE, "cannot read the last line: %s", strerror(errno)));
    record = json_loadb(line, (size_t)n, 0, &why);
    if (!record && json_error_code(&why) == json_error_out_of_memory)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the last line"));
    *whole = record;
done:
    json_decref(record);
    free(line);
    return status;
}

mb_status mb_lines_repair(int fd, off_t size, bool *torn, mb_error *err)
{
    off_t from;
    bool whole;
    mb_status status;

    if (ends_in_newline(fd, size))
        return MB_OK;
    from = whole_lines(fd, size);
    MB_TRY(is_whole(fd, from, size - from, &whole, err));
    *torn = !whole;
    if (whole ? write(fd, "\n", 1) != 1 : ftruncate(fd, from) != 0)
        status = mb_fail(err, MB_FAILURE, "cannot be written: %s", strerror(errno));
done:
    return status;
}

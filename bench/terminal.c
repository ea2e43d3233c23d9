/* SPDX-License-Identifier: MIT */
#include "bench/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL = 80, LEAST = 20, MOST = 1000 };

int mb_terminal_width(FILE *stream)
{
    struct winsize size = {0};
    const char *columns = getenv("COLUMNS");
    long n = 0;

    if (!isatty(fileno(stream)))
        return 0;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
        n = size.ws_col;
    if (n == 0 && columns)
        n = strtol(columns, NULL, 10);
    if (n < LEAST || n > MOST)
        n = n == 0 ? USUAL : n < LEAST ? LEAST : MOST;
    return (int)n;
}

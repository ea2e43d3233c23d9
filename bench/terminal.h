/* SPDX-License-Identifier: MIT */
/* How wide what people read may be. */
#ifndef MB_BENCH_TERMINAL_H
#define MB_BENCH_TERMINAL_H

#include <stdio.h>

/* Columns of the terminal that a stream goes to; 0: it goes to none. */
int mb_terminal_width(FILE *stream);

#endif

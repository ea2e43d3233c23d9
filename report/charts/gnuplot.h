/* SPDX-License-Identifier: MIT */
/* Running gnuplot without a shell. */
#ifndef MB_REPORT_CHARTS_GNUPLOT_H
#define MB_REPORT_CHARTS_GNUPLOT_H

#include "base/arena.h"
#include "base/status.h"

/* Path of the gnuplot in PATH, to be freed; NULL when there is none. */
char *mb_gnuplot_find(void);

/* Runs `program` on scripts[0..count) inside `folder`, a few processes at a time with many scripts
 * each.  refused: (count) receives NULL for a script that went through, or else why not, in the
 * arena, such as the first lines of what gnuplot said; the others are drawn all the same. */
mb_status mb_gnuplot_run(const char *program, const char *folder, const char *const *scripts,
                         int count, mb_arena *arena, const char **refused, mb_error *err);

#endif

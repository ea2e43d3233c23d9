/* Running gnuplot without a shell. */
#ifndef MB_REPORT_GNUPLOT_H
#define MB_REPORT_GNUPLOT_H

#include "base/status.h"

/* Path of the gnuplot in PATH, to be freed; NULL when there is none. */
char *mb_gnuplot_find(void);

/* Runs `program` on scripts[0..count) inside `folder`, a few processes at a time with many scripts
 * each.  MB_FAILURE carries the first lines of what gnuplot said. */
mb_status mb_gnuplot_run(const char *program, const char *folder, const char *const *scripts,
                         int count, mb_error *err);

#endif

/* SPDX-License-Identifier: MIT */
/* What a run is made of: the code of its mechanism and of the parts of its solver, and the kernel that
 * all share.  Who changes one formulation has its cells made again, and no others. */
#ifndef MB_BENCH_MADE_OF_H
#define MB_BENCH_MADE_OF_H

#include "base/hash.h"

/* Hash of the sources that make a run of a problem with a solver (canonical specs).  Of the linear solver
 * `auto` and of a mechanism in a user's file all that might be taken count, of a part of a plug-in
 * its whole file. */
void mb_made_of(const char *problem, const char *solver, char text[MB_HEX_SIZE]);

#endif

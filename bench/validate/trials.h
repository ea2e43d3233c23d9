/* SPDX-License-Identifier: MIT */
/* The mechanisms of the trials. */
#ifndef MB_BENCH_VALIDATE_TRIALS_H
#define MB_BENCH_VALIDATE_TRIALS_H

#include "base/embedded.h"

extern const mb_embedded mb_trial_files[];

/* That of a name, which must be there. */
const mb_embedded *mb_trial_file(const char *name);

#endif

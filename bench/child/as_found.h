/* SPDX-License-Identifier: MIT */
/* What a run may leave behind in its process that another run would notice. */
#ifndef MB_BENCH_CHILD_AS_FOUND_H
#define MB_BENCH_CHILD_AS_FOUND_H

#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef struct mb_as_found {
    bool known;           /* the system tells all of it (/proc) */
    int sizes, peak;      /* /proc/self/statm; clear_refs, that resets the peak; -1: not there */
    fenv_t floating;      /* rounding, traps, what becomes of denormals */
    sigset_t mask;        /* of signals, */
    struct sigaction *of; /* (NSIG) and what they do */
    struct stat folder;   /* the working one */
    char locale[64];
    long threads;
    int next_file;   /* lowest descriptor that is free */
    double resident; /* [MB] */
} mb_as_found;

/* To be called before the first run. */
void mb_as_found_note(mb_as_found *found);
void mb_as_found_forget(mb_as_found *found);

/* Before each run: puts back what can be put back. */
void mb_as_found_restore(const mb_as_found *found);

/* After a run: whether all else is as it was.  false as well where that is not known. */
bool mb_is_as_found(const mb_as_found *found);

/* [MB] largest resident size since it was last put back, where the system can tell, else ever. */
double mb_as_found_peak(void);

#endif

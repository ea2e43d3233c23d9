/* SPDX-License-Identifier: MIT */
/* The trials of a part. */
#ifndef MB_BENCH_PARTS_TRIALS_H
#define MB_BENCH_PARTS_TRIALS_H

#include "bench/validate/validate.h"
#include "solvers/solver.h"

typedef struct mb_tried {
    mb_solver_slot slot;
    const mb_solver_part *part;
    const char *text; /* NAME[:p=v,...] */
} mb_tried;

/* What a trial and the process that waits for it share. */
typedef struct mb_trial_page {
    char at[MB_SPEC_SIZE + 128]; /* what is being done, for the case that it does not come back */
    bool done;
    mb_finding finding;
} mb_trial_page;

/* ---- mates.c -------------------------------------------------------------------------------- */

/* Writes the k-th composition of the part with the program's own ones that it goes together with, at a
 * step h (an error-controlled integrator: at the tolerance tol); *order: of its integrator, 0: none is stated,
 * as it controls its error or the formulation changes its equations from step to step.
 * False: there are no more. */
bool mb_mate(const mb_tried *tried, int k, double h, double tol, char spec[MB_SPEC_SIZE],
             int *order);

/* ---- alone.c -------------------------------------------------------------------------------- */

/* Lets a trial run in a process of its own, within [s] of CPU.  One that crashes or does not end is
 * a finding too. */
void mb_try_alone(void (*trial)(const void *data, mb_trial_page *page), const void *data,
                  double seconds, mb_trial_page *page);

/* ---- steps.c -------------------------------------------------------------------------------- */

/* The finding, in printf's way. */
void mb_trial_say(mb_trial_page *page, mb_finding_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool mb_trial_is_wrong(const mb_trial_page *page);

/* Where the trial is. */
void mb_trial_at(mb_trial_page *page, const char *what, const char *spec, const char *problem);

/* Sets a solver up; NULL: it does not fit, with the reason in err, or something is wrong. */
mb_solver *mb_trial_make(const mb_model *model, const char *spec, mb_trial_page *page,
                         mb_error *err);

/* Steps from the start to a time, or that many. */
mb_status mb_trial_walk(mb_solver *solver, const char *spec, double t_end, long most,
                        mb_trial_page *page, mb_error *err);

/* ---- order.c -------------------------------------------------------------------------------- */

void mb_trial_order(const mb_tried *tried, mb_trial_page *page);

/* ---- trials.c ------------------------------------------------------------------------------- */

typedef struct mb_part_trial {
    const char *name;
    void (*run)(const mb_tried *tried, mb_trial_page *page);
} mb_part_trial;

extern const mb_part_trial mb_part_trials[]; /* NULL at the end */

#endif

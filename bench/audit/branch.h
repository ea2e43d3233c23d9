/* SPDX-License-Identifier: MIT */
/* Whether a run has left its branch of the configuration space. */
#ifndef MB_BENCH_AUDIT_BRANCH_H
#define MB_BENCH_AUDIT_BRANCH_H

#include "problems/model.h"

/* A model that has a test of its own is asked.  Of a mechanism file that leaves it open
 * (`branch: automatic`) the reference tells: within its horizon the run is on another branch where
 * a length is off by more than a tenth of the size, or an angle by 0.5 rad, and came to be so in one
 * step, from where it was nearer, or after a position where rows lose rank, with the energy that is
 * due.  What a shift in time explains does not count: a run that falls behind, or is ahead, is on
 * its branch still. */
typedef struct mb_branch {
    const mb_model *model;
    bool by_reference;
    double last;    /* off at the last point, in what parts branches */
    double at_loss; /* the same where rows lost rank; NaN: they have not */
} mb_branch;

void mb_branch_start(mb_branch *branch, const mb_model *model, bool reference);

/* Distance of an output that parts branches; 0: it does not tell */
double mb_branch_parting(const mb_model *model, int output);

/* Whether it can be told. */
bool mb_branch_known(const mb_branch *branch);

/* A point of a run: outputs less those of the reference (noutputs), NULL: not known, and their
 * rates; gap of the joints in sizes; drift so far, in largest kinetic energies; lost: rows have lost
 * rank by now. */
typedef struct mb_branch_point {
    double t;
    const double *q, *off, *rate;
    double gap, drift;
    bool lost;
} mb_branch_point;

/* Whether the outputs are so far from the reference's that their rates are asked for. */
bool mb_branch_is_far(const mb_branch *branch, const mb_branch_point *point);

/* Whether it is left there. */
bool mb_branch_left(mb_branch *branch, const mb_branch_point *point);

#endif

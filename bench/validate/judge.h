/* SPDX-License-Identifier: MIT */
/* What is wrong with the rows of a trial, by name. */
#ifndef MB_BENCH_VALIDATE_JUDGE_H
#define MB_BENCH_VALIDATE_JUDGE_H

#include "bench/validate/trial.h"

typedef enum mb_quantity { MB_PLACE, MB_TURN, MB_SPEED, MB_SPIN, MB_QUANTITIES } mb_quantity;

/* What deviations are held against. */
typedef struct mb_scales {
    double unit[MB_QUANTITIES]; /* of each quantity: the mechanism's size, 1 rad, largest rates */
    double limit;               /* part of it that a right adapter stays below */
} mb_scales;

mb_scales mb_trial_scales(const mb_trial *trial);

/* By how much poses are apart, in the quantity's own unit. */
double mb_pose_apart(mb_quantity quantity, const mb_pose *a, const mb_pose *b);

/* Judges rows that were read against trial->right. */
void mb_trial_judge(const mb_trial *trial, mb_finding *finding);

/* A reading of a row's numbers by which a quantity is right from the first row on, as what that row
 * would be told; NULL: none is known. */
const char *mb_convention_of(const mb_trial *trial, const mb_scales *scales, mb_quantity quantity);

/* Another mechanism whose motion that of the rows is, in words; NULL: none is known. */
const char *mb_alternative_of(const mb_trial *trial, const mb_scales *scales);

#endif

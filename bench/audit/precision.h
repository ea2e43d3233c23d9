/* SPDX-License-Identifier: MIT */
/* How right a finished run is.
 *
 * Three numbers without a unit: *gap*, how far the joints open, in sizes of the mechanism; *drift*,
 * the energy that came from nowhere, in largest kinetic energies; *error*, the distance from the
 * reference, lengths in sizes and angles in rad.  The class of a run is the finest of 1e-2, 1e-3,
 * 1e-4, 1e-6, 1e-8 that those known stay below, the error with what the reference may be wrong. */
#ifndef MB_BENCH_AUDIT_PRECISION_H
#define MB_BENCH_AUDIT_PRECISION_H

#include "bench/result.h"

/* NaN: not known.  INFINITY: known to be no number. */
typedef struct mb_precision {
    double gap;   /* sizes of the mechanism */
    double drift; /* largest kinetic energies; not known where nothing moves */
    double error; /* up to the horizon; not known without a reference that has a bound */
    double bound; /* of the reference's own error, in the same units; known where error is */
    double work;  /* by how much work done may be wrong, in largest kinetic energies, where that is
                   * why drift is not known; else 0 */
    double
        departure; /* from the mechanism's own motion, summed over the steps, and what half of the
                       * drift as an error of speed adds over the way; in its sizes, where
                       * error is not known; else 0 */
    double play;   /* by how much the gap lets the mechanism move, in its sizes, where D is all but
                   * singular all along or no freedom is left; else 0 */
} mb_precision;

mb_precision mb_precision_of(const mb_result *result);

/* The class, NaN when there is none: for a run that did not end ok, of which nothing is known, or
 * with steps whose iterations did not converge (`unconverged` of them) and no error to show that it
 * did no harm.  Where no error is known the class is no finer than what work done that is not known
 * leaves open, than the departure of the steps from the mechanism's own motion, which gap and drift
 * do not see where it goes along the motion, and than the play of joints: rows that are independent
 * by a hair are met to the last digits by motions that have nothing in common. */
double mb_precision_class(mb_precision precision, mb_run_status status, long unconverged);

/* Whether the mechanism moves.  Energies are known to some ten units of round-off of the largest
 * one about; below a hundred times that, a kinetic energy could not tell a drift of the coarsest
 * class from round-off. */
bool mb_precision_moves(const mb_energy *energy);

/* Whether the steps pass over a motion: between two of them the mechanism has ten times the kinetic
 * energy that it has at any.  Such a run is in no class, however right its steps are. */
bool mb_precision_passes_over(const mb_energy *energy);

/* Whether a step lies beside the motion through the one before it by more than two states can that
 * are both right to the coarsest class, as one that has come to another branch does.  Such a run is
 * in no class either.  Known where that motion is followed. */
bool mb_precision_leaps(const mb_result *result);

/* Whether the drift is more than what the work may be wrong by: ten times that, or both together
 * below the finest class. */
bool mb_precision_work_known(const mb_energy *energy);

/* Drift in largest kinetic energies; NaN: not known, as of a mechanism that can only rest;
 * INFINITY: a motion is passed over, or left. */
double mb_precision_drift(const mb_result *result);

/* Value that a limit of the problem is compared with; NaN: not known. */
double mb_precision_limited(const mb_result *result, const mb_stated_limit *limit);

typedef enum mb_class_outcome { MB_NOT_JUDGED, MB_MET, MB_MISSED } mb_class_outcome;

/* Of one limit.  Missed is missed; met needs a run to the end for which the source states it. */
mb_class_outcome mb_precision_met(const mb_result *result, const mb_stated_limit *limit);

#endif

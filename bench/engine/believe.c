/* SPDX-License-Identifier: MIT */
/* Whether a trajectory is what its job asked for, and its trailer what can be. */
#include <math.h>

#include "bench/engine/rows.h"

static const double end_met = 1e-9; /* part of the end by which the last row may miss it */

/* Parts of t_end / h that steps may be: one that an engine cuts in two counts twice. */
static const double fewest = 0.9, most = 100.0;

/* A loop of so many steps shows on a clock of the processor, where its whole process takes so long. */
static const long loop_steps = 100;
static const double loop_process = 2e-3; /* [s] */

mb_status mb_rows_reach(const mb_rows *rows, double h, double t_end, mb_error *err)
{
    const double apart = t_end / (double)rows->row;

    if (rows->row == 0)
        return mb_fail(err, MB_FAILURE,
                       "no row: one is wanted behind each step, the last at t = %g s", t_end);
    if (rows->t < t_end * (1.0 - end_met))
        return mb_fail(err, MB_FAILURE,
                       "the trajectory ends before t = %g s, at %.9g s: the last row is at t_end",
                       t_end, rows->t);
    if (apart > 1.5 * h)
        return mb_fail(err, MB_FAILURE,
                       "rows are %.3g s apart at h = %.3g s: is 'h' of the job taken, and each "
                       "step reported?",
                       apart, h);
    return MB_OK;
}

mb_status mb_rows_believe(const mb_rows *rows, double h, double t_end, double process,
                          mb_error *err)
{
    const double steps = (double)rows->steps, wanted = t_end / h;

    if (rows->steps < 1)
        return mb_fail(err, MB_FAILURE, "the trailer's steps are %ld", rows->steps);
    if (steps < fewest * wanted - 1.0 || steps > most * (wanted + 1.0))
        return mb_fail(err, MB_FAILURE,
                       "the trailer's steps are %ld, and t_end / h is %.0f: those that the engine "
                       "has taken are wanted",
                       rows->steps, wanted);
    if (rows->cpu == 0.0 && rows->steps >= loop_steps && process > loop_process)
        return mb_fail(err, MB_FAILURE,
                       "the trailer's cpu is 0 s for %ld steps, and its process has had %.3g s: "
                       "seconds of processor time of the loop are wanted",
                       rows->steps, process);
    return MB_OK;
}

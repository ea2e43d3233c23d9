/* SPDX-License-Identifier: MIT */
#include "bench/audit/precision.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double classes[] = {1e-2, 1e-3, 1e-4, 1e-6, 1e-8}; /* coarse to fine */
static const double unknown = NAN;
static const double hair = 1e-4; /* measure of rank at its largest along a run */

/* A measured value that is no number is beyond every limit. */
static double measured(double x)
{
    return isnan(x) ? HUGE_VAL : x;
}

bool mb_precision_moves(const mb_energy *energy)
{
    double told = 1e3 * DBL_EPSILON * energy->largest;

    return !(energy->max_kinetic <= fmax(told, energy->still));
}

bool mb_precision_passes_over(const mb_energy *energy)
{
    mb_energy between = *energy;

    between.max_kinetic = energy->between;
    return energy->between > 10.0 * energy->max_kinetic && mb_precision_moves(&between);
}

bool mb_precision_leaps(const mb_result *result)
{
    return result->energy.leap > 2.0 * classes[0] * result->scale;
}

bool mb_precision_work_known(const mb_energy *energy)
{
    const double finest = classes[sizeof classes / sizeof *classes - 1];

    return energy->work_error == 0.0 || 10.0 * energy->work_error <= energy->max_abs ||
           energy->max_abs + energy->work_error < finest * energy->max_kinetic;
}

double mb_precision_drift(const mb_result *result)
{
    const mb_energy *energy = &result->energy;

    if (result->rigid)
        return unknown;
    if (mb_precision_passes_over(energy) || mb_precision_leaps(result))
        return HUGE_VAL;
    if (!mb_precision_moves(energy) || !mb_precision_work_known(energy))
        return unknown;
    return measured(energy->max_abs / energy->max_kinetic);
}

/* Whether two outputs are components of one vector, as L.x and L.z. */
static bool same_vector(const char *a, const char *b)
{
    const size_t n = strlen(a);

    return n > 2 && n == strlen(b) && a[n - 2] == '.' && strchr("xyz", a[n - 1]) &&
           strchr("xyz", b[n - 1]) && strncmp(a, b, n - 1) == 0;
}

/* What is neither a length nor an angle counts in the reference's largest value, a component of a
 * vector in the vector's; 1 in its own unit where that is no more than the reference's error. */
static double unit_of(const mb_result *result, int output)
{
    double largest = 0.0, bound = 0.0;

    for (int i = 0; i < result->noutputs; i++)
        if (i == output || same_vector(result->output_name[output], result->output_name[i])) {
            largest = fmax(largest, result->deviation[i].largest);
            bound = fmax(bound, result->deviation[i].bound);
        }
    return largest > bound ? largest : 1.0;
}

/* Largest error over the compared outputs, and by how much it may be wrong. */
static void put_error(const mb_result *result, mb_precision *p)
{
    p->error = p->bound = 0.0;
    for (int i = 0; i < result->noutputs; i++) {
        const mb_deviation *d = &result->deviation[i];
        double unit = 1.0;

        if (!d->compared)
            continue;
        if (d->kind == MB_OUTPUT_LENGTH)
            unit = result->scale;
        else if (d->kind == MB_OUTPUT_OTHER)
            unit = unit_of(result, i);
        p->error = fmax(p->error, measured(d->max / unit));
        p->bound = fmax(p->bound, measured(d->bound / unit));
    }
    if (isinf(p->bound))
        p->error = p->bound = unknown;
}

/* How far the mechanism may be from where it should be: what its steps depart from its own motion
 * by, and what it is late by at speeds that are off by half of the drift. */
static double departure_of(const mb_result *result, double drift)
{
    double late = drift > 0.0 ? 0.5 * drift * result->travel : 0.0;

    return measured((result->departure + late) / result->scale);
}

mb_precision mb_precision_of(const mb_result *result)
{
    const mb_energy *energy = &result->energy;
    mb_precision p = {.gap = unknown, .drift = unknown, .error = unknown, .bound = unknown};
    double rank = result->rank_along.largest;

    if (isnan(result->t_reached))
        return p;
    if (result->mh > 0)
        p.gap = measured(result->gap / result->scale);
    if (result->mh > 0 && rank > 0.0 && (rank < hair || result->rigid))
        p.play = p.gap / rank;
    p.drift = mb_precision_drift(result);
    if (mb_precision_moves(energy) && !mb_precision_work_known(energy))
        p.work = measured((energy->max_abs + energy->work_error) / energy->max_kinetic);
    if (result->has_reference)
        put_error(result, &p);
    else if (!result->rigid)
        p.departure = departure_of(result, p.drift);
    return p;
}

double mb_precision_class(mb_precision p, mb_run_status status, long unconverged)
{
    const double value[] = {p.gap, p.drift, p.error + p.bound};
    const double instead[] = {p.work, p.departure, p.play};
    double most = unknown, finest = unknown;

    if (status != MB_RUN_OK || (unconverged > 0 && isnan(p.error)))
        return unknown;
    for (int i = 0; i < 3; i++)
        most = fmax(most, value[i]); /* passes over what is not known */
    for (int i = 0; i < 3 && isnan(p.error); i++)
        most = fmax(most, instead[i] > 0.0 ? instead[i] : unknown);
    for (size_t k = 0; k < sizeof classes / sizeof *classes && most < classes[k]; k++)
        finest = classes[k];
    return finest;
}

double mb_precision_limited(const mb_result *result, const mb_stated_limit *limit)
{
    mb_precision p = mb_precision_of(result);

    switch (limit->kind) {
    case MB_STATED_ENERGY:
        if (isnan(result->t_reached) || !mb_precision_work_known(&result->energy))
            return unknown;
        return measured(result->energy.max_abs);
    case MB_STATED_GAP:
        return p.gap;
    case MB_STATED_DRIFT:
        return p.drift;
    case MB_STATED_ERROR:
        return p.error + p.bound;
    }
    return unknown;
}

mb_class_outcome mb_precision_met(const mb_result *result, const mb_stated_limit *limit)
{
    double value = mb_precision_limited(result, limit);

    if (isnan(value))
        return MB_NOT_JUDGED;
    if (!(value <= limit->value))
        return MB_MISSED;
    return result->status == MB_RUN_OK && result->t_reached >= result->limits_t ? MB_MET
                                                                                : MB_NOT_JUDGED;
}

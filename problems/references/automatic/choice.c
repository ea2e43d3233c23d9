/* SPDX-License-Identifier: MIT */
/* Choice of an automatic reference's step: motions side by side, and what they tell of each other. */
#include "problems/references/automatic/choice.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DWELL = 20 };

static const double LOST = 1e-8;   /* sizes, rad: motions that are this far apart end */
static const double FINE = 1e-11;  /* no smaller step is tried */
static const double FIRST = 1e-10; /* of the first step */
static const double SAFETY = 10.0;
static const double ROUND_OFF = 32.0; /* units of an output's own size */
static const double UNEVEN = 0.385;   /* of the third motion's substeps */
static const double LEAST = 0.01;     /* of the run: shorter horizons are none */
static const double WORK = 2e10;      /* operations, roughly */
static const double MOST = 3.0;       /* in these, where a run is under way */

typedef struct outcome {
    double horizon, apart;
    bool at_end; /* a smaller step cannot lengthen it */
} outcome;

/* Outputs of a track at its present place. */
static void read_out(mb_auto_choice *c, int k)
{
    mb_auto_track *track = &c->track[k];

    track->tree->base = track->now.base;
    track->tree->memory = track->now.memory;
    mb_auto_move(track->tree, track->t, track->now.q, track->now.u);
    mb_auto_outputs(track->tree, c->out[k]);
}

static double distance(const mb_auto_choice *c, int component)
{
    double off = 0.0;

    for (int k = 0; k < c->ntracks; k++) {
        const double d = fabs(c->out[k][component] - c->out[1][component]);

        if (!(d <= off)) /* NaN counts */
            off = d;
    }
    return off;
}

/* Largest distance of the motions in sizes, rad; NaN where one has none. */
static double apart(mb_auto_choice *c)
{
    double worst = 0.0;

    for (int k = 0; k < c->ntracks; k++)
        read_out(c, k);
    for (int i = 0; i < c->plain->ncomponents; i++)
        if (c->unit[i] > 0.0) {
            const double off = distance(c, i) / c->unit[i];

            if (!(off <= worst))
                worst = off;
        }
    return worst;
}

static void take_in(mb_auto_choice *c)
{
    for (int i = 0; i < c->plain->ncomponents; i++) {
        c->apart[i] = fmax(c->apart[i], distance(c, i));
        c->largest[i] = fmax(c->largest[i], fabs(c->out[1][i]));
    }
}

static bool step_all(mb_auto_choice *c, double h)
{
    bool well = mb_auto_track_step(&c->track[0], h);

    well = well && mb_auto_track_step(&c->track[1], 0.5 * h) &&
           mb_auto_track_step(&c->track[1], 0.5 * h);
    if (well && c->ntracks == 3)
        well = mb_auto_track_step(&c->track[2], UNEVEN * h) &&
               mb_auto_track_step(&c->track[2], (1.0 - UNEVEN) * h);
    return well;
}

static void reset_all(mb_auto_choice *c)
{
    for (int k = 0; k < c->ntracks; k++)
        mb_auto_track_reset(&c->track[k]);
    for (int k = 0; k < c->ntrees; k++)
        c->tree[k]->massless = c->tree[k]->undefined = false;
    memset(c->apart, 0, (size_t)c->plain->ncomponents * sizeof *c->apart);
    memset(c->largest, 0, (size_t)c->plain->ncomponents * sizeof *c->largest);
}

static bool is_stuck(const mb_auto_choice *c)
{
    bool is = false;

    for (int k = 0; k < c->ntracks; k++)
        is = is || c->track[k].stuck;
    return is;
}

static bool massless(const mb_auto_choice *c)
{
    bool is = false;

    for (int k = 0; k < c->ntrees; k++)
        is = is || c->tree[k]->massless;
    return is;
}

static bool undefined(const mb_auto_choice *c)
{
    bool is = false;

    for (int k = 0; k < c->ntrees; k++)
        is = is || c->tree[k]->undefined;
    return is;
}

static double cost(const mb_auto_choice *c)
{
    const double n = c->tree[0]->n, m = c->tree[0]->nrows, bodies = c->plain->nbodies;

    return 600.0 * (n + bodies + m) + 12.0 * bodies * n * n + 20.0 * m * m * n + 4.0 * n * n * n;
}

static double work_done(const mb_auto_choice *c)
{
    double sum = 0.0;

    for (int k = 0; k < c->ntrees; k++)
        sum += (double)c->tree[k]->evaluations;
    return sum * cost(c);
}

/* The motions over [0, end] with the step H. */
static outcome run(mb_auto_choice *c, double H)
{
    outcome o = {0.0, 0.0, false};
    char *why = c->facts->why;
    const size_t size = sizeof c->facts->why;
    const long steps = lround(c->end / H);

    reset_all(c);
    why[0] = '\0';
    for (long k = 0; k < steps; k++) {
        const bool well = step_all(c, H);
        const double off = well ? apart(c) : (double)NAN;

        if (undefined(c)) {
            snprintf(why, size, "a law is not a number near t = %.4g", o.horizon);
            return o;
        }
        if (massless(c)) {
            snprintf(why, size, "a direction has no mass near t = %.4g", o.horizon);
            o.at_end = true;
            return o;
        }
        if (is_stuck(c)) {
            snprintf(why, size, "a law slides along a break near t = %.4g", o.horizon);
            return o;
        }
        if (c->track[1].dwell > 2 * DWELL) {
            snprintf(why, size, "it rests in a singular position near t = %.4g", o.horizon);
            return o;
        }
        if (work_done(c) > MOST * WORK) {
            snprintf(why, size, "the work that is allowed ends near t = %.4g", o.horizon);
            return o;
        }
        if (!(off <= LOST)) {
            snprintf(why, size, "two motions part near t = %.4g", o.horizon);
            return o;
        }
        o.apart = fmax(o.apart, off);
        take_in(c);
        o.horizon = (double)(k + 1) * H;
    }
    o.horizon = c->end;
    o.at_end = true;
    return o;
}

/* The largest step, the run in even parts, whose first one is good. */
static double first_step(mb_auto_choice *c)
{
    double H = c->end / 16.0;

    for (int k = 0; k < 40; k++, H *= 0.5) {
        reset_all(c);
        if (step_all(c, H) && apart(c) <= FIRST)
            break;
    }
    return H;
}

/* Rounding of which all motions may have the same, at most one unit a step. */
static void keep(mb_auto_choice *c, double H, const outcome *o)
{
    const double round_off = (ROUND_OFF + 2.0 * o->horizon / H) * DBL_EPSILON;

    c->facts->step = H;
    c->facts->horizon = o->horizon;
    c->facts->apart = o->apart;
    c->facts->singular = c->track[1].weakest < 0.05 ? c->track[1].weak_at : (double)NAN;
    for (int i = 0; i < c->plain->ncomponents; i++)
        c->bound[i] = SAFETY * c->apart[i] + round_off * fmax(c->largest[i], c->unit[i]);
}

/* Halves the step as long as this lengthens the horizon or brings the motions together. */
void mb_auto_choose(mb_auto_choice *c)
{
    outcome best = {0.0, INFINITY, false};
    char why[sizeof c->facts->why] = "";
    int vain = 0;

    for (double H = first_step(c); vain < 2 && work_done(c) < WORK; H *= 0.5) {
        const outcome o = run(c, H);
        const bool longer = o.horizon > 1.02 * best.horizon;
        const bool closer = o.horizon >= best.horizon && o.apart < 0.5 * best.apart;

        vain = longer || closer ? 0 : vain + 1;
        if (longer || closer) {
            best = o;
            keep(c, H, &o);
            memcpy(why, c->facts->why, sizeof why);
        }
        if (o.at_end && o.apart <= FINE)
            break;
    }
    memcpy(c->facts->why, why, sizeof why);
    c->facts->there = best.horizon >= LEAST * c->end;
    c->facts->evaluations = c->tree[0]->evaluations + (c->ntrees > 1 ? c->tree[1]->evaluations : 0);
}

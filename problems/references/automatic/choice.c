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
static void read_out(mb_automatic *r, int k)
{
    mb_auto_track *track = &r->track[k];

    track->tree->base = track->now.base;
    track->tree->memory = track->now.memory;
    mb_auto_move(track->tree, track->t, track->now.q, track->now.u);
    mb_auto_outputs(track->tree, r->out[k]);
}

static double distance(const mb_automatic *r, int component)
{
    double off = 0.0;

    for (int k = 0; k < r->ntracks; k++) {
        const double d = fabs(r->out[k][component] - r->out[1][component]);

        if (!(d <= off)) /* NaN counts */
            off = d;
    }
    return off;
}

/* Largest distance of the motions in sizes, rad; NaN where one has none. */
static double apart(mb_automatic *r)
{
    double worst = 0.0;

    for (int k = 0; k < r->ntracks; k++)
        read_out(r, k);
    for (int i = 0; i < r->plain->ncomponents; i++)
        if (r->unit[i] > 0.0) {
            const double off = distance(r, i) / r->unit[i];

            if (!(off <= worst))
                worst = off;
        }
    return worst;
}

static void take_in(mb_automatic *r)
{
    for (int i = 0; i < r->plain->ncomponents; i++) {
        r->apart[i] = fmax(r->apart[i], distance(r, i));
        r->largest[i] = fmax(r->largest[i], fabs(r->out[1][i]));
    }
}

static bool step_all(mb_automatic *r, double h)
{
    bool well = mb_auto_track_step(&r->track[0], h);

    well = well && mb_auto_track_step(&r->track[1], 0.5 * h) &&
           mb_auto_track_step(&r->track[1], 0.5 * h);
    if (well && r->ntracks == 3)
        well = mb_auto_track_step(&r->track[2], UNEVEN * h) &&
               mb_auto_track_step(&r->track[2], (1.0 - UNEVEN) * h);
    return well;
}

static void reset_all(mb_automatic *r)
{
    for (int k = 0; k < r->ntracks; k++)
        mb_auto_track_reset(&r->track[k]);
    for (int k = 0; k < r->ntrees; k++)
        r->tree[k].massless = false;
    memset(r->apart, 0, (size_t)r->plain->ncomponents * sizeof *r->apart);
    memset(r->largest, 0, (size_t)r->plain->ncomponents * sizeof *r->largest);
}

static bool is_stuck(const mb_automatic *r)
{
    bool is = false;

    for (int k = 0; k < r->ntracks; k++)
        is = is || r->track[k].stuck;
    return is;
}

static bool massless(const mb_automatic *r)
{
    bool is = false;

    for (int k = 0; k < r->ntrees; k++)
        is = is || r->tree[k].massless;
    return is;
}

static double cost(const mb_automatic *r)
{
    const double n = r->tree[0].n, m = r->tree[0].nrows, bodies = r->plain->nbodies;

    return 600.0 * (n + bodies + m) + 12.0 * bodies * n * n + 20.0 * m * m * n + 4.0 * n * n * n;
}

static double work_done(const mb_automatic *r)
{
    double sum = 0.0;

    for (int k = 0; k < r->ntrees; k++)
        sum += (double)r->tree[k].evaluations;
    return sum * cost(r);
}

/* The motions over [0, end] with the step H. */
static outcome run(mb_automatic *r, double H)
{
    outcome o = {0.0, 0.0, false};
    char *why = r->facts.why;
    const size_t size = sizeof r->facts.why;
    const long steps = lround(r->end / H);

    reset_all(r);
    why[0] = '\0';
    for (long k = 0; k < steps; k++) {
        const bool well = step_all(r, H);
        const double off = well ? apart(r) : (double)NAN;

        if (massless(r)) {
            snprintf(why, size, "a direction has no mass near t = %.4g", o.horizon);
            o.at_end = true;
            return o;
        }
        if (is_stuck(r)) {
            snprintf(why, size, "a law slides along a break near t = %.4g", o.horizon);
            return o;
        }
        if (r->track[1].dwell > 2 * DWELL) {
            snprintf(why, size, "it rests in a singular position near t = %.4g", o.horizon);
            return o;
        }
        if (work_done(r) > MOST * WORK) {
            snprintf(why, size, "the work that is allowed ends near t = %.4g", o.horizon);
            return o;
        }
        if (!(off <= LOST)) {
            snprintf(why, size, "two motions part near t = %.4g", o.horizon);
            return o;
        }
        o.apart = fmax(o.apart, off);
        take_in(r);
        o.horizon = (double)(k + 1) * H;
    }
    o.horizon = r->end;
    o.at_end = true;
    return o;
}

/* The largest step, the run in even parts, whose first one is good. */
static double first_step(mb_automatic *r)
{
    double H = r->end / 16.0;

    for (int k = 0; k < 40; k++, H *= 0.5) {
        reset_all(r);
        if (step_all(r, H) && apart(r) <= FIRST)
            break;
    }
    return H;
}

/* Rounding of which all motions may have the same, at most one unit a step. */
static void keep(mb_automatic *r, double H, const outcome *o)
{
    const double round_off = (ROUND_OFF + 2.0 * o->horizon / H) * DBL_EPSILON;

    r->facts.step = H;
    r->facts.horizon = o->horizon;
    r->facts.apart = o->apart;
    r->facts.singular = r->track[1].weakest < 0.05 ? r->track[1].weak_at : (double)NAN;
    for (int i = 0; i < r->plain->ncomponents; i++)
        r->bound[i] = SAFETY * r->apart[i] + round_off * fmax(r->largest[i], r->unit[i]);
}

/* Halves the step as long as this lengthens the horizon or brings the motions together. */
void mb_automatic_choose(mb_automatic *r)
{
    outcome best = {0.0, INFINITY, false};
    char why[sizeof r->facts.why] = "";
    int vain = 0;

    for (double H = first_step(r); vain < 2 && work_done(r) < WORK; H *= 0.5) {
        const outcome o = run(r, H);
        const bool longer = o.horizon > 1.02 * best.horizon;
        const bool closer = o.horizon >= best.horizon && o.apart < 0.5 * best.apart;

        vain = longer || closer ? 0 : vain + 1;
        if (longer || closer) {
            best = o;
            keep(r, H, &o);
            memcpy(why, r->facts.why, sizeof why);
        }
        if (o.at_end && o.apart <= FINE)
            break;
    }
    memcpy(r->facts.why, why, sizeof why);
    r->facts.there = best.horizon >= LEAST * r->end;
    r->facts.evaluations = r->tree[0].evaluations + (r->ntrees > 1 ? r->tree[1].evaluations : 0);
}

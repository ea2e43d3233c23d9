#include "problems/references/automatic.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/automatic/parts.h"

enum {
    MB_AUTO_COORDINATES = 64, /* at most, where the algebra is dense */
    MB_AUTO_LOOSE_LIMIT = 400,
    TRACKS = 3,
    DWELL = 20,
};

static const double LOST = 1e-8;   /* sizes, rad: motions that are this far apart end */
static const double FINE = 1e-11;  /* no smaller step is tried */
static const double FIRST = 1e-10; /* of the first step */
static const double SAFETY = 10.0;
static const double ROUND_OFF = 32.0; /* units of an output's own size */
static const double UNEVEN = 0.385;   /* of the third motion's substeps */
static const double LEAST = 0.01;     /* of the run: shorter horizons are none */
static const double WORK = 2e10;      /* operations, roughly */

struct mb_automatic {
    const mb_plain_mechanism *plain;
    double end;
    mb_automatic_facts facts;
    mb_auto tree[2];
    int ntrees;
    mb_extrapolation rule[2];
    mb_auto_track track[TRACKS]; /* H, H/2, the other way */
    int ntracks;
    mb_auto_track read;                            /* what is handed out */
    double *out[TRACKS], *apart, *largest, *bound; /* (ncomponents) */
    double *unit; /* (ncomponents) sizes by which motions are compared; 0: they are not */
};

const mb_automatic_facts *mb_automatic_facts_of(const mb_automatic *reference)
{
    return &reference->facts;
}

double mb_automatic_bound(const mb_automatic *reference, int component)
{
    return reference->bound[component];
}

/* ---- what can be had -------------------------------------------------------------------------------------- */

static bool refuses(mb_automatic *r)
{
    const mb_plain_mechanism *plain = r->plain;
    const char *output = mb_auto_output_lacking(plain);
    char *why = r->facts.why;
    const size_t size = sizeof r->facts.why;
    const int each = plain->spatial ? 6 : 3;

    if (output)
        snprintf(why, size, "output '%s' is not computed", output);
    if (plain->nbodies * each > MB_AUTO_LOOSE_LIMIT)
        snprintf(why, size, "%d bodies are too many", plain->nbodies);
    if (plain->start.nfixed)
        snprintf(why, size, "bodies are fixed in the assembly");
    for (int j = 0; j < plain->njoints; j++)
        if (plain->joint[j].kind == MB_JOINT_ROLLING)
            snprintf(why, size, "'%s' is a rolling joint", plain->joint[j].name);
    for (int k = 0; k < plain->nforces; k++)
        if (plain->force[k].only != MB_BOTH_SIDES)
            snprintf(why, size, "'%s' acts one way only", plain->force[k].name);
    return why[0] != '\0';
}

static double unit_of(const mb_plain_mechanism *plain, const mb_plain_output *o)
{
    switch (o->of.kind) {
    case MB_MEASURE_POINT:
    case MB_MEASURE_LENGTH:
        return plain->scale * fabs(o->scale);
    case MB_MEASURE_ANGLE:
    case MB_MEASURE_LINE:
    case MB_MEASURE_DIRECTION:
        return fabs(o->scale);
    case MB_MEASURE_JOINT:
        return fabs(o->scale) *
               (mb_coordinate_is_length(&plain->joint[o->of.of.joint], o->of.of.number)
                    ? plain->scale
                    : 1.0);
    default:
        return 0.0;
    }
}

/* ---- trees ---------------------------------------------------------------------------------------------------- */

static mb_status build(mb_automatic *r, mb_auto_shape shape, const mb_auto_pose *pose,
                       mb_arena *arena, mb_auto_state *state, mb_error *err)
{
    mb_auto *tree = &r->tree[r->ntrees];
    mb_status status = MB_OK;

    *tree = (mb_auto){.plain = r->plain, .arena = arena, .scale = r->plain->scale};
    MB_TRY(mb_auto_tree(tree, shape, pose, err));
    if (r->ntrees > 0 && memcmp(tree->in_tree, r->tree[0].in_tree,
                                (size_t)r->plain->njoints * sizeof *tree->in_tree) == 0)
        return MB_OK;
    if (tree->n == 0 || tree->n > MB_AUTO_COORDINATES) {
        if (r->ntrees == 0)
            snprintf(r->facts.why, sizeof r->facts.why,
                     "%d joint coordinates, 1 to %d are possible", tree->n, MB_AUTO_COORDINATES);
        return MB_OK;
    }
    MB_TRY(mb_auto_rows(tree, pose, err));
    MB_TRY(mb_auto_output_memory(tree, err));
    MB_TRY(mb_auto_claim(tree, err));
    MB_TRY(mb_auto_state_claim(tree, state, arena, err));
    if (!mb_auto_start(tree, state, r->facts.why, sizeof r->facts.why))
        return MB_OK;
    MB_TRY(
        mb_extrapolation_claim(&r->rule[r->ntrees], 2 * tree->n, mb_auto_rate, tree, arena, err));
    r->ntrees++;
done:
    return status;
}

static void list_cut(mb_automatic *r)
{
    const mb_plain_mechanism *plain = r->plain;
    size_t used = 0;

    for (int j = 0; j < plain->njoints && used < sizeof r->facts.cut; j++)
        if (!r->tree[0].in_tree[j])
            used += (size_t)snprintf(r->facts.cut + used, sizeof r->facts.cut - used, "%s%s",
                                     used ? ", " : "", plain->joint[j].name);
}

static mb_status claim(mb_automatic *r, const mb_auto_state *state, mb_arena *arena, mb_error *err)
{
    const size_t n = (size_t)r->plain->ncomponents;
    const int other = r->ntrees - 1;
    mb_status status = MB_OK;

    r->ntracks = r->tree[0].nrows ? 3 : 2;
    for (int k = 0; k < r->ntracks; k++) {
        const int tree = k == 2 ? other : 0;

        MB_TRY(mb_auto_track_claim(&r->track[k], &r->tree[tree], &r->rule[tree], &state[tree],
                                   k == 0 ? 2.0 * DBL_EPSILON : 0.0, arena, err));
        MB_TRY(MB_TAKE(arena, &r->out[k], n, err));
    }
    MB_TRY(mb_auto_track_claim(&r->read, &r->tree[0], &r->rule[0], &state[0], 0.0, arena, err));
    MB_TRY(MB_TAKE(arena, &r->apart, n, err));
    MB_TRY(MB_TAKE(arena, &r->largest, n, err));
    MB_TRY(MB_TAKE(arena, &r->bound, n, err));
    MB_TRY(MB_TAKE(arena, &r->unit, n, err));
    for (int k = 0; k < r->plain->noutputs; k++) {
        const mb_plain_output *o = &r->plain->output[k];

        for (int i = 0; i < o->n; i++)
            r->unit[o->first + i] = unit_of(r->plain, o);
    }
done:
    return status;
}

/* ---- runs side by side ------------------------------------------------------------------------------------------ */

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
        r->tree[k].broken = r->tree[k].massless = false;
    memset(r->apart, 0, (size_t)r->plain->ncomponents * sizeof *r->apart);
    memset(r->largest, 0, (size_t)r->plain->ncomponents * sizeof *r->largest);
}

static bool flagged(const mb_automatic *r, bool massless)
{
    bool is = false;

    for (int k = 0; k < r->ntrees; k++)
        is = is || (massless ? r->tree[k].massless : r->tree[k].broken);
    return is;
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

        if (flagged(r, true)) {
            snprintf(why, size, "a direction has no mass near t = %.4g", o.horizon);
            o.at_end = true;
            return o;
        }
        if (flagged(r, false)) {
            snprintf(why, size, "a law passes a break near t = %.4g", o.horizon);
            o.at_end = true;
            return o;
        }
        if (r->track[1].dwell > 2 * DWELL) {
            snprintf(why, size, "it rests in a singular position near t = %.4g", o.horizon);
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

static void keep(mb_automatic *r, double H, const outcome *o)
{
    r->facts.step = H;
    r->facts.horizon = o->horizon;
    r->facts.apart = o->apart;
    r->facts.singular = r->track[1].weakest < 0.05 ? r->track[1].weak_at : (double)NAN;
    for (int i = 0; i < r->plain->ncomponents; i++)
        r->bound[i] =
            SAFETY * r->apart[i] + ROUND_OFF * DBL_EPSILON * fmax(r->largest[i], r->unit[i]);
}

/* Halves the step as long as this lengthens the horizon or brings the motions together. */
static void choose(mb_automatic *r)
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

mb_status mb_automatic_reference(const mb_plain_mechanism *plain, double end, mb_arena *arena,
                                 mb_automatic **reference, mb_error *err)
{
    mb_error own = {MB_OK, ""};
    mb_auto_state state[2];
    mb_auto_pose *pose;
    mb_status status = MB_OK;
    mb_automatic *r;

    err = err ? err : &own;
    MB_TRY(MB_TAKE(arena, &r, 1, err));
    *reference = r;
    r->plain = plain;
    r->end = end;
    r->facts.singular = (double)NAN;
    if (refuses(r))
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &pose, (size_t)plain->nbodies, err));
    MB_TRY(mb_auto_assemble(plain, arena, pose, r->facts.why, sizeof r->facts.why, err));
    if (r->facts.why[0])
        return MB_OK;
    MB_TRY(build(r, MB_AUTO_FORWARD, pose, arena, &state[0], err));
    if (r->ntrees == 0)
        return MB_OK;
    list_cut(r);
    r->facts.coordinates = r->tree[0].n;
    r->facts.rows = r->tree[0].nrows;
    r->facts.rank = r->tree[0].rank;
    if (r->tree[0].nrows)
        MB_TRY(build(r, MB_AUTO_BACKWARD, pose, arena, &state[1], err));
    r->facts.why[0] = '\0';
    MB_TRY(claim(r, state, arena, err));
    choose(r);
done:
    return status;
}

/* ---- handing out ------------------------------------------------------------------------------------------------ */

void mb_automatic_reset(mb_automatic *reference)
{
    mb_auto_track_reset(&reference->read);
}

void mb_automatic_at(mb_automatic *reference, double t, double *out)
{
    const double h = 0.5 * reference->facts.step;
    mb_auto_track *track = &reference->read;

    while (track->t + h <= t * (1.0 + 4.0 * DBL_EPSILON))
        if (!mb_auto_track_step(track, h))
            break;
    mb_auto_track_look(track, fmax(0.0, t - track->t), out);
}

void mb_automatic_energy(mb_automatic *reference, double energy[2])
{
    mb_auto_energy(&reference->tree[0], energy);
}

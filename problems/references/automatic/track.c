/* SPDX-License-Identifier: MIT */
/* An automatic reference on its way along a grid: extrapolated steps, each followed by the way back
 * to the rows and by new bases of its balls. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

enum { EVENTS = 200, HALVINGS = 48 };

static const double NEAR = 1e-2; /* of the start's singular value: a singular position is near */
static const double CLOSE = 0.1; /* of it: rounding is magnified by its inverse square */

mb_status mb_auto_track_claim(mb_auto_track *track, mb_auto *tree, mb_extrapolation *rule,
                              const mb_auto_state *start, double off, mb_arena *arena,
                              mb_error *err)
{
    mb_status status = MB_OK;

    track->tree = tree;
    track->rule = rule;
    MB_TRY(mb_auto_state_claim(tree, &track->start, arena, err));
    MB_TRY(mb_auto_state_claim(tree, &track->now, arena, err));
    MB_TRY(mb_auto_state_claim(tree, &track->spare, arena, err));
    MB_TRY(MB_TAKE(arena, &track->carry, 2 * (size_t)tree->n, err));
    MB_TRY(MB_TAKE(arena, &track->spare_carry, 2 * (size_t)tree->n, err));
    MB_TRY(mb_auto_state_claim(tree, &track->before, arena, err));
    MB_TRY(MB_TAKE(arena, &track->before_carry, 2 * (size_t)tree->n, err));
    mb_auto_state_copy(tree, start, &track->start);
    for (int i = 0; i < tree->n; i++)
        track->start.q[i] += i % 2 ? off : -off;
    mb_auto_track_reset(track);
done:
    return status;
}

static void stand_at(mb_auto *tree, const mb_auto_state *state)
{
    tree->base = state->base;
    tree->memory = state->memory;
    tree->side = state->side;
}

void mb_auto_track_reset(mb_auto_track *track)
{
    mb_auto *tree = track->tree;

    track->t = 0.0;
    track->weakest = INFINITY;
    track->weak_at = 0.0;
    track->dwell = 0;
    track->stuck = false;
    mb_auto_state_copy(tree, &track->start, &track->now);
    memset(track->carry, 0, 2 * (size_t)tree->n * sizeof *track->carry);
    stand_at(tree, &track->now);
    mb_auto_move(tree, 0.0, track->now.q, track->now.u);
}

/* Columns of R become unit vectors at right angles again. */
static void square(double *R)
{
    for (int j = 0; j < 3; j++) {
        double size = 0.0;

        for (int k = 0; k < j; k++) {
            double part = 0.0;

            for (int i = 0; i < 3; i++)
                part += R[3 * i + j] * R[3 * i + k];
            for (int i = 0; i < 3; i++)
                R[3 * i + j] -= part * R[3 * i + k];
        }
        for (int i = 0; i < 3; i++)
            size += R[3 * i + j] * R[3 * i + j];
        for (int i = 0; i < 3; i++)
            R[3 * i + j] /= sqrt(size);
    }
}

/* The turn of a ball, whose first link is i, becomes its base; its rates are then the components of
 * the relative angular velocity along the axes of what it carries. */
static void rebase(const mb_auto *tree, int i, mb_auto_state *state, double *carry)
{
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const int parent = tree->link[i].parent;
    double *base = state->base + 9 * (size_t)tree->link[i].ball, R[9], w[3] = {0.0};

    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++)
            w[l] += state->u[i + k] * tree->axis[i + k][l];
        mb_rotate_on(base, unit[2 - k], state->q[i + k], R);
        memcpy(base, R, sizeof R);
    }
    square(base);
    for (int k = 0; k < 3; k++) {
        const double e[3] = {base[2 - k], base[5 - k], base[8 - k]};
        double axis[3] = {e[0], e[1], e[2]};

        if (parent >= 0)
            mb_rotate(tree->R[parent], e, axis);
        state->q[i + k] = 0.0;
        state->u[i + k] = mb_dot(axis, w);
        carry[i + k] = carry[tree->n + i + k] = 0.0;
    }
}

/* Takes in the change that the rule has found over h to t: back to the rows, turns counted, balls on
 * new bases.  The tree stands moved there. */
static bool settle(mb_auto_track *track, mb_auto_state *state, double *carry, double t)
{
    mb_auto *tree = track->tree;
    double *y = state->q;

    for (int i = 0; i < 2 * tree->n; i++) {
        const double increment = track->rule->change[i] + carry[i], before = y[i];

        y[i] = before + increment;
        carry[i] = increment - (y[i] - before);
    }
    if (!mb_auto_project(tree, t, state))
        return false;
    for (int i = 0; i < 2 * tree->n; i++)
        if (!isfinite(y[i]))
            return false;
    mb_auto_move(tree, t, y, state->u);
    mb_auto_count(tree, state);
    for (int i = 0; i < tree->n; i++)
        if (tree->link[i].ball >= 0)
            rebase(tree, i, state, carry);
    mb_auto_move(tree, t, y, state->u);
    return true;
}

/* Tries a step; whether all laws stay on their side of breaks. */
static bool try_step(mb_auto_track *track, const mb_auto_state *state, double t, double h)
{
    stand_at(track->tree, state);
    track->tree->broken = false;
    mb_extrapolate(track->rule, state->q, t, h);
    return !track->tree->broken;
}

/* The longest step of at most h, which is too long, that stays on this side. */
static double longest(mb_auto_track *track, const mb_auto_state *state, double t, double h)
{
    double good = 0.0, bad = h;

    for (int k = 0; k < HALVINGS && bad - good > 4.0 * DBL_EPSILON * t; k++) {
        const double middle = 0.5 * (good + bad);

        if (try_step(track, state, t, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

/* From t over h.  Where a law passes a break, ever shorter steps lead up to it, since the rule looks
 * ahead less exactly the longer they are; one of round-off leads over it. */
static bool go(mb_auto_track *track, mb_auto_state *state, double *carry, double t, double h)
{
    mb_auto *tree = track->tree;
    const double end = t + h, least = fmax(1e-13 * h, 8.0 * DBL_EPSILON * end);
    double over = least;

    for (int event = 0; event < EVENTS; event++) {
        const double rest = event ? end - t : h;
        double part;

        if (rest <= 0.0)
            return true;
        if (try_step(track, state, t, rest))
            return settle(track, state, carry, end);
        part = longest(track, state, t, rest);
        if (part > least) {
            try_step(track, state, t, part);
            t += part;
        } else {
            part = fmin(over, rest);
            over = fmin(4.0 * over, 64.0 * least);
            try_step(track, state, t, part);
            t += part;
        }
        if (!settle(track, state, carry, t))
            return false;
        mb_auto_equations(tree, MB_AUTO_RATE, tree->null.W, tree->null.g, NULL);
        if (mb_auto_side(tree) != state->side)
            over = least;
        state->side = mb_auto_side(tree);
    }
    track->stuck = true;
    return false;
}

/* From t over h in two steps; their part of the singular value of the start that is least. */
static bool go_in_two(mb_auto_track *track, mb_auto_state *state, double *carry, double t, double h,
                      double part, double *weakest)
{
    bool well;

    track->tree->weakest = INFINITY;
    if (part > 0.0)
        well = go(track, state, carry, t, part * h) &&
               go(track, state, carry, t + part * h, (1.0 - part) * h);
    else
        well = go(track, state, carry, t, h);
    *weakest = track->tree->weakest / track->tree->sigma;
    return well;
}

/* The same; past a singular position so that the rule's points keep off it, which lie closest
 * together in the middle of a step. */
static bool pass(mb_auto_track *track, mb_auto_state *state, double *carry, double t, double h)
{
    static const double off[] = {-0.3,  -0.2, -0.15, -0.1, -0.07, -0.05, -0.035,
                                 0.035, 0.05, 0.07,  0.1,  0.15,  0.2,   0.3};
    mb_auto *tree = track->tree;
    const size_t bytes = 2 * (size_t)tree->n * sizeof *carry;
    double weakest, most, best = 0.0, at;
    bool well;

    mb_auto_state_copy(tree, state, &track->before);
    memcpy(track->before_carry, carry, bytes);
    well = go_in_two(track, state, carry, t, h, 0.0, &most);
    if (most >= CLOSE)
        return well;
    at = (tree->weak_at - t) / h;
    for (size_t k = 0; k <= sizeof off / sizeof *off; k++) {
        const bool last = k == sizeof off / sizeof *off;
        const double part = last ? best : at + off[k];

        if (!last && (part < 0.02 || part > 0.98))
            continue;
        mb_auto_state_copy(tree, &track->before, state);
        memcpy(carry, track->before_carry, bytes);
        stand_at(tree, state);
        well = go_in_two(track, state, carry, t, h, part, &weakest);
        if (!last && well && weakest > most) {
            most = weakest;
            best = part;
        }
    }
    return well;
}

static void watch(mb_auto_track *track)
{
    const double part = track->tree->weakest / track->tree->sigma;

    if (part < track->weakest) {
        track->weakest = part;
        track->weak_at = track->tree->weak_at;
    }
    track->dwell = part < NEAR ? track->dwell + 1 : 0;
}

bool mb_auto_track_step(mb_auto_track *track, double h)
{
    if (!pass(track, &track->now, track->carry, track->t, h))
        return false;
    track->t += h;
    watch(track);
    return true;
}

void mb_auto_track_look(mb_auto_track *track, double h, double *out)
{
    mb_auto *tree = track->tree;

    mb_auto_state_copy(tree, &track->now, &track->spare);
    memcpy(track->spare_carry, track->carry, 2 * (size_t)tree->n * sizeof *track->carry);
    stand_at(tree, &track->spare);
    if (h > 0.0)
        pass(track, &track->spare, track->spare_carry, track->t, h);
    else
        mb_auto_move(tree, track->t, track->spare.q, track->spare.u);
    mb_auto_outputs(tree, out);
}

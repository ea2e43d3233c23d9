/* An automatic reference on its way along a grid: extrapolated steps, each followed by the way back
 * to the rows and by new bases of its balls. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static const double NEAR = 1e-2; /* of the start's singular value: a singular position is near */

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
}

void mb_auto_track_reset(mb_auto_track *track)
{
    mb_auto *tree = track->tree;

    track->t = 0.0;
    track->weakest = INFINITY;
    track->weak_at = 0.0;
    track->dwell = 0;
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
static void rebase(mb_auto_track *track, int i)
{
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const mb_auto *tree = track->tree;
    double *base = track->now.base + 9 * (size_t)tree->link[i].ball, R[9], w[3] = {0.0};

    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++)
            w[l] += track->now.u[i + k] * tree->axis[i + k][l];
        mb_rotate_on(base, unit[2 - k], track->now.q[i + k], R);
        memcpy(base, R, sizeof R);
    }
    square(base);
    for (int k = 0; k < 3; k++) {
        const double *C = tree->R[i + 2];
        const int column = 2 - k;

        track->now.q[i + k] = 0.0;
        track->now.u[i + k] = C[column] * w[0] + C[3 + column] * w[1] + C[6 + column] * w[2];
        track->carry[i + k] = track->carry[tree->n + i + k] = 0.0;
    }
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
    mb_auto *tree = track->tree;
    double *y = track->now.q;

    stand_at(tree, &track->now);
    tree->weakest = INFINITY;
    mb_extrapolate(track->rule, y, track->t, h);
    for (int i = 0; i < 2 * tree->n; i++) {
        const double increment = track->rule->change[i] + track->carry[i], before = y[i];

        y[i] = before + increment;
        track->carry[i] = increment - (y[i] - before);
    }
    watch(track);
    track->t += h;
    if (!mb_auto_project(tree, track->t, &track->now))
        return false;
    for (int i = 0; i < tree->n; i++)
        if (!isfinite(y[i]) || !isfinite(y[tree->n + i]))
            return false;
    mb_auto_move(tree, track->t, y, track->now.u);
    mb_auto_count(tree, &track->now);
    for (int i = 0; i < tree->n; i++)
        if (tree->link[i].ball >= 0)
            rebase(track, i);
    mb_auto_move(tree, track->t, y, track->now.u);
    return true;
}

void mb_auto_track_look(mb_auto_track *track, double h, double *out)
{
    mb_auto *tree = track->tree;

    mb_auto_state_copy(tree, &track->now, &track->spare);
    stand_at(tree, &track->spare);
    if (h > 0.0) {
        mb_extrapolate(track->rule, track->now.q, track->t, h);
        for (int i = 0; i < 2 * tree->n; i++)
            track->spare.q[i] += track->rule->change[i] + track->carry[i];
        mb_auto_project(tree, track->t + h, &track->spare);
    }
    mb_auto_move(tree, track->t + h, track->spare.q, track->spare.u);
    mb_auto_outputs(tree, out);
}

/* Coordinates: x, y of the tops, from left to right.  Rows: for each top its vertical rod, then the
 * horizontal rod to it from the top before.
 *
 * On the parallelogram branch all verticals turn by theta (from +y towards +x), the horizontals do
 * not turn at all, so that with n loops
 *     ((n + 1)/3 + n) theta'' = ((n + 1)/2 + n) g sin theta        (l = 1 m, m = 1 kg)
 * for every n: the reference.  Where |x| = 1 all rods lie on one line, D loses rank and each loop
 * may leave as a parallelogram or folded. */
#include "problems/mechanisms/four_bars.h"

#include <math.h>

static const double ROD = 1.0;          /* [m] */
static const double ROD_MASS = 1.0;     /* [kg] */
static const double START_SPEED = 1.0;  /* [m/s] of the tops */
static const double BRANCH_LIMIT = 0.5; /* [m] */

/* data: the factor of sin theta [1/s2] */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double *factor = model->reference->data;

    (void)t;
    ydot[0] = y[1];
    ydot[1] = *factor * sin(y[0]);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    const double n = model->nq / 2.0 - 1.0;

    (void)t;
    out[0] = ROD * sin(y[0]);
    out[1] = ROD * cos(y[0]);
    out[2] = n * ROD + out[0];
    out[3] = out[1];
    for (int k = 4; k < model->noutputs; k++)
        out[k] = NAN;
}

/* Largest deviation of a top's place beside the one before from (1 m, 0) */
static double branch(const mb_model *model, double t, const double *q)
{
    double largest = 0.0;

    (void)t;
    for (int i = 2; i < model->nq; i += 2)
        largest = fmax(largest, hypot(q[i] - q[i - 2] - ROD, q[i + 1] - q[i - 1]));
    return largest / BRANCH_LIMIT;
}

static const mb_reference reference = {
    .n = 2, /* theta [rad], its rate */
    .rate = rate,
    .outputs = outputs,
    .step = 0.02,
    .horizon = 100.0,
    .method = "pendulum equation of the parallelogram branch, order-10 extrapolation",
};

mb_status mb_four_bars(mb_model *model, int loops, double g, bool reactions, mb_error *err)
{
    const double y0[] = {0.0, START_SPEED / ROD};
    const double factor = ((loops + 1.0) / 2.0 + loops) / ((loops + 1.0) / 3.0 + loops) * g / ROD;
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -g, err);
    int foot = 0, first = 0, top = 0;

    for (int i = 0; i <= loops; i++) {
        int below = mb_kit_fixed_point(kit, i * ROD, 0.0);
        int point = mb_kit_point(kit, i * ROD, ROD, START_SPEED, 0.0);

        mb_kit_rod(kit, below, point, ROD_MASS);
        mb_kit_distance(kit, below, point, ROD);
        if (i > 0) {
            mb_kit_rod(kit, top, point, ROD_MASS);
            mb_kit_distance(kit, top, point, ROD);
        } else {
            foot = below;
            first = point;
        }
        top = point;
    }
    mb_kit_point_outputs(kit, first, "P1.x", "P1.y");
    mb_kit_point_outputs(kit, top, "Pn.x", "Pn.y");
    if (reactions)
        mb_kit_reaction_outputs(kit, foot, "P0.fx", "P0.fy");
    mb_kit_branch(kit, branch);
    mb_kit_reference_with(kit, &reference, y0, &factor, sizeof factor);
    return mb_kit_finish(kit);
}

/* Planar slider-crank of welch2007, eqs (71) to (76), falling from rest; the mechanism is described
 * in slider_cranks.h.
 *
 * The printed start (75) is rounded to four digits; theta = asin(5/6), phi = -30 deg closes
 * exactly. */
#include <math.h>

#include "problems/mechanisms/slider_cranks.h"

/* y: theta, phi, theta's rate w.  r sin theta + L sin phi = 0 ties the angles; with k = phi'/theta'
 * and dashes for derivatives by theta,
 *     (J1 + J2 k^2 + m (x'^2 + y'^2)) w' = -m g y' - w^2 (J2 k k' + m (x' x'' + y' y'')) */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double st = sin(y[0]), ct = cos(y[0]), sp = sin(y[1]), cp = cos(y[1]), w = y[2];
    const double k = -CRANK * ct / (ROD * cp);
    const double dk = (CRANK * st + ROD * sp * k * k) / (ROD * cp);
    const double x1 = -CRANK * st - TO_CENTRE * sp * k;
    const double x2 = -CRANK * ct - TO_CENTRE * (cp * k * k + sp * dk);
    const double y1 = (TO_CENTRE - ROD) * cp * k;
    const double y2 = (TO_CENTRE - ROD) * (cp * dk - sp * k * k);
    const double inertia = CRANK_INERTIA + ROD_INERTIA * k * k + MASS * (x1 * x1 + y1 * y1);
    const double change = ROD_INERTIA * k * dk + MASS * (x1 * x2 + y1 * y2);

    (void)model, (void)t;
    ydot[0] = w;
    ydot[1] = k * w;
    ydot[2] = (-MASS * GRAVITY * y1 - change * w * w) / inertia;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[1];
    out[2] = CRANK * cos(y[0]) + TO_CENTRE * cos(y[1]);
    out[3] = (TO_CENTRE - ROD) * sin(y[1]);
}

static const mb_reference reference = {
    .n = 3,
    .rate = rate,
    .outputs = outputs,
    .step = 0.01,
    .horizon = 100.0,
    .method = "one equation in the crank angle, order-10 extrapolation",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const double theta0 = asin(5.0 / 6.0), phi0 = -M_PI / 6.0;
    const double y0[] = {theta0, phi0, 0.0}, rest[4] = {0.0};
    const double start[] = {theta0, phi0, CRANK * cos(theta0) + TO_CENTRE * cos(phi0),
                            (TO_CENTRE - ROD) * sin(phi0)};
    mb_kit *kit = mb_kit_begin(model, "mixed", 0.0, -GRAVITY, err);

    mb_slider_crank(kit, start, rest);
    mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_slider_crank_welch = {
    .name = "slider-crank-welch",
    .title = "planar slider-crank in angles and the rod's centre of mass",
    .source = "welch2007 eqs (71) to (76), Table 2",
    .traps = "the start (75) is rounded to four digits; asin(5/6) and -30 deg close the loop",
    .t_end = 10.0,
    .scale = 0.8,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC |
              MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};

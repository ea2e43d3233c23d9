/* Planar slider-crank of two equal rods through its singular position (gonzalez2016 Fig. 2, Tables
 * 1 and 2, Figs 4, 6 and 7; bayo1996).
 *
 *        P2             rods P1P2 and P2P3, 1 m and 1 kg, uniform; P1 at the origin, P3 on the
 *       /  \            x axis, without mass of its own; natural coordinates x2 y2 x3; rows as in
 *     P1    P3  ->x     its eq. (37):  x2^2 + y2^2 - 1  and  (x2 - x3)^2 + y2^2 - 1
 *
 * With both rods on the y axis D has rank 1: the mechanism may go on as a slider-crank (x3 = 2 x2,
 * the reference) or as a pendulum with P3 resting at the origin (`branch`).
 *
 * start=singular begins there, as its Figs 4 and 7 do: v = eta1 (1, 0, 2) + eta2 (1, 0, 0) (eq.
 * (40)) and x2 = -eps, x3 = eps.  That start is kept as it is, consistent or not. */
#include <math.h>

#include "problems/elements/kit.h"

static const double ROD = 1.0;          /* [m] */
static const double ROD_MASS = 1.0;     /* [kg] */
static const double GRAVITY = 9.81;     /* [m/s2] */
static const double START_SPEED = -4.0; /* [m/s] of P3 from 45 deg */
static const double BRANCH_LIMIT = 0.5; /* [m] */

enum { NORMAL, SINGULAR };

static const mb_param params[] = {
    MB_CHOICE("start", "normal|singular", NORMAL, .doc = "where it begins"),
    MB_REAL("eta1", -2.0, "m/s", .doc = "slider-crank part of the velocity at the singular start"),
    MB_REAL("eta2", 0.0, "m/s", .doc = "pendulum part of the velocity at the singular start"),
    MB_REAL("eps", 0.0, "m", .doc = "position error at the singular start"),
    {0},
};

/* phi: angle of P1P2 from the x axis.  T = (2/3 + 2 sin^2 phi) m l^2 phi'^2 / 2, V = m g l sin phi
 */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double s = sin(y[0]), c = cos(y[0]);

    (void)model, (void)t;
    ydot[0] = y[1];
    ydot[1] = -(GRAVITY / ROD * c + 2.0 * s * c * y[1] * y[1]) / (2.0 / 3.0 + 2.0 * s * s);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    out[0] = ROD * cos(y[0]);
    out[1] = ROD * sin(y[0]);
    out[2] = 2.0 * out[0];
    for (int k = 3; k < model->noutputs; k++)
        out[k] = NAN;
}

static double branch(const mb_model *model, double t, const double *q)
{
    (void)model, (void)t;
    return fabs(q[2] - 2.0 * q[0]) / BRANCH_LIMIT;
}

static const mb_reference reference = {
    .n = 2, /* phi [rad], its rate */
    .rate = rate,
    .outputs = outputs,
    .step = 0.01,
    .horizon = 100.0,
    .method = "one equation in the crank angle, order-10 extrapolation",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const bool singular = mb_model_param(model, "start") == SINGULAR;
    const double eta1 = mb_model_param(model, "eta1"), eta2 = mb_model_param(model, "eta2");
    const double eps = mb_model_param(model, "eps");
    const double angle = singular ? M_PI_2 : M_PI_4;
    /* x3 = 2 l cos phi at 45 deg; x2 = l cos phi at 90 deg */
    const double turning = singular ? -eta1 / ROD : -START_SPEED / (2.0 * ROD * sin(angle));
    const double y0[] = {angle, turning};
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -GRAVITY, err);
    int p1 = mb_kit_fixed_point(kit, 0.0, 0.0), p2, p3;

    if (singular) {
        p2 = mb_kit_point(kit, -eps, ROD, eta1 + eta2, 0.0);
        p3 = mb_kit_slider_x(kit, eps, 0.0, 2.0 * eta1);
    } else {
        p2 = mb_kit_point(kit, ROD * cos(angle), ROD * sin(angle), -turning * ROD * sin(angle),
                          turning * ROD * cos(angle));
        p3 = mb_kit_slider_x(kit, 2.0 * ROD * cos(angle), 0.0, START_SPEED);
    }
    mb_kit_rod(kit, p1, p2, ROD_MASS);
    mb_kit_rod(kit, p2, p3, ROD_MASS);
    mb_kit_distance(kit, p1, p2, ROD);
    mb_kit_distance(kit, p3, p2, ROD);
    mb_kit_point_outputs(kit, p2, "P2.x", "P2.y");
    mb_kit_point_outputs(kit, p3, "P3.x", NULL);
    mb_kit_reaction_outputs(kit, p1, "P1.fx", "P1.fy");
    mb_kit_branch(kit, branch);
    model->keep_start = singular;
    if (!singular || (eta2 == 0.0 && eps == 0.0))
        mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

static const mb_stated_limit limits[] = {
    {"energy", MB_STATED_ENERGY, 0.001},
    {"energy_coarse", MB_STATED_ENERGY, 0.1},
    {0},
};

const mb_problem mb_problem_slider_crank_singular = {
    .name = "slider-crank-singular",
    .title = "planar slider-crank of equal rods through its singular position",
    .source = "gonzalez2016 Fig. 2, Tables 1 and 2",
    .traps = "with start=singular the start is kept as declared, inconsistent when eps is not 0",
    .params = params,
    .variants = (const char *const[]){"start=singular", "start=singular,eta2=-0.5",
                                      "start=singular,eps=0.01", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_SINGULAR_POSITIONS,
    .limits = limits,
    .limits_source = "gonzalez2016 Table 2, as its reference [21] requires; coarse: Table 1",
    .setup = setup,
};

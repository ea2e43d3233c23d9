/* Pendulum on a cart: a cart that runs along x without friction, and a point mass on a massless bar
 * below it.
 *
 *    ---[P1]---> x     natural coordinates x1, x2, y2; one row, the length of the bar
 *          \           (x2 - x1)^2 + y2^2 - l^2 = 0
 *           o P2
 *
 * Two freedoms; the momentum along x and the energy are kept. */
#include <math.h>

#include "problems/elements/kit.h"

static const double LENGTH = 1.0;   /* [m] */
static const double BOB = 1.0;      /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

static const mb_param params[] = {
    MB_REAL("cart", 2.0, "kg", .min = 1e-3, .max = 1e6, .doc = "mass of the cart"),
    {0},
};

/* The motion in minimal coordinates, derived apart from the row.  y: place s of the cart, angle phi
 * of the bar from down, their rates.
 *     (m1 + m2 sin^2 phi) s'' = m2 sin phi (l phi'^2 + g cos phi)
 *     l phi'' = -g sin phi - s'' cos phi */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double cart = mb_model_param(model, "cart");
    const double sine = sin(y[1]), cosine = cos(y[1]);

    (void)t;
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = BOB * sine * (LENGTH * y[3] * y[3] + GRAVITY * cosine) / (cart + BOB * sine * sine);
    ydot[3] = -(GRAVITY * sine + ydot[2] * cosine) / LENGTH;
}

/* The named outputs, in the order in which setup declares them */
static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[0] + LENGTH * sin(y[1]);
    out[2] = -LENGTH * cos(y[1]);
}

static const mb_reference reference = {
    .n = 4,
    .rate = rate,
    .outputs = outputs,
    .step = 0.02,
    .horizon = 20.0,
    .method = "two equations in the cart's place and the angle, order-10 extrapolation",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const double y0[] = {0.0, M_PI_2, 0.0, 0.0};
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -GRAVITY, err);
    int cart = mb_kit_slider_x(kit, 0.0, 0.0, 0.0);
    int bob = mb_kit_point(kit, LENGTH, 0.0, 0.0, 0.0);

    mb_kit_point_mass(kit, cart, mb_model_param(model, "cart"));
    mb_kit_point_mass(kit, bob, BOB);
    mb_kit_distance(kit, cart, bob, LENGTH);
    mb_kit_point_outputs(kit, cart, "P1.x", NULL);
    mb_kit_point_outputs(kit, bob, "P2.x", "P2.y");
    mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_cart_pendulum = {
    .name = "cart-pendulum",
    .title = "pendulum on a cart",
    .source = "example of the README",
    .traps = "",
    .params = params,
    .variants = (const char *const[]){"cart=3", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};

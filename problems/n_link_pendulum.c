/* Planar chain of N uniform links (`n-link-pendulum`), 1 m and 1 kg each, from the origin; all
 * links start horizontal along +x, at rest.  Natural coordinates x, y of the N joints, one
 * constant-distance row a link: 2N coordinates, N rows, N freedoms at any size.
 *
 * Chaotic from two links on; the reference, in absolute angles, is dense and offered up to six
 * links.  A change of 1e-13 at the start stays below 1e-8 up to the horizons below. */
#include <math.h>

#include "problems/elements/chain.h"
#include "problems/elements/kit.h"

static const double LENGTH = 1.0;   /* [m] */
static const double MASS = 1.0;     /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

/* [s] by the number of links */
static const double horizon[MB_CHAIN_MAX + 1] = {0.0, 100.0, 13.0, 11.0, 8.0, 6.0, 6.0};

static const mb_param params[] = {
    {.name = "N",
     .kind = MB_INTEGER,
     .value = 10.0,
     .min = 1.0,
     .max = 2000.0,
     .unit = "1",
     .doc = "number of links"},
    {0},
};

static int links(const mb_model *model)
{
    return (int)mb_model_param(model, "N");
}

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)t;
    mb_chain_rate(links(model), GRAVITY / LENGTH, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    mb_chain_point(links(model), LENGTH, y, &out[0], &out[1]);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const int n = links(model);
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -GRAVITY, err);
    int before = mb_kit_fixed_point(kit, 0.0, 0.0), point = before;
    double y0[2 * MB_CHAIN_MAX] = {0.0};

    for (int k = 1; k <= n; k++) {
        point = mb_kit_point(kit, k * LENGTH, 0.0, 0.0, 0.0);
        mb_kit_rod(kit, before, point, MASS);
        mb_kit_distance(kit, before, point, LENGTH);
        before = point;
    }
    mb_kit_point_outputs(kit, point, "tip.x", "tip.y");
    if (n <= MB_CHAIN_MAX) {
        const mb_reference reference = {
            .n = 2 * n, /* angles from down [rad], rates */
            .rate = rate,
            .outputs = outputs,
            .step = 0.002,
            .bound = 1e-9,
            .horizon = horizon[n],
            .method = "open chain in absolute angles, order-10 extrapolation",
        };

        for (int k = 0; k < n; k++)
            y0[k] = M_PI_2;
        mb_kit_reference(kit, &reference, y0);
    }
    if (n == 1)
        model->traits &= ~(unsigned)MB_CHAOTIC;
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_n_link_pendulum = {
    .name = "n-link-pendulum",
    .title = "planar chain of N links",
    .source = "scalable family, ours",
    .traps = "",
    .params = params,
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};

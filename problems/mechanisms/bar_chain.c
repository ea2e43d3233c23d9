#include "problems/mechanisms/bar_chain.h"

#include "problems/elements/kit.h"

static const double LENGTH = 1.0, SECTION = 0.1; /* [m] */
static const double MASS = 1.0;                  /* [kg] */

static bool along_x(int k)
{
    return k % 2 == 0;
}

mb_vec mb_bar_joint(int k)
{
    const int across = (k + 1) / 2, up = k / 2; /* bars */

    return (mb_vec){LENGTH * across, LENGTH * up, 0.0};
}

mb_vec mb_bar_axis(int k)
{
    return along_x(k) ? (mb_vec){0.0, 1.0, 0.0} : (mb_vec){1.0, 0.0, 0.0};
}

mb_vec mb_bar_inertia(int k)
{
    const double across = MASS * (LENGTH * LENGTH + SECTION * SECTION) / 12.0;
    const double along = MASS * 2.0 * SECTION * SECTION / 12.0;

    return along_x(k) ? (mb_vec){along, across, across} : (mb_vec){across, along, across};
}

double mb_bar_mass(void)
{
    return MASS;
}

int mb_bar_body(mb_space *space, int k, const char *name)
{
    const mb_vec a = mb_bar_joint(k), b = mb_bar_joint(k + 1);
    const mb_space_state start = {.r = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.0}};

    return mb_space_body(space, name, MASS, mb_bar_inertia(k), start);
}

void mb_bar_joints(mb_space *space, int n)
{
    const mb_vec end = {along_x(n - 1) * 0.5 * LENGTH, !along_x(n - 1) * 0.5 * LENGTH, 0.0};

    for (int k = 0; k < n; k++)
        mb_space_revolute(space, k ? k - 1 : MB_GROUND, k, mb_bar_joint(k), mb_bar_axis(k));
    mb_space_point_outputs(space, n - 1, end, "tip.x", "tip.y", "tip.z");
}

#include "problems/mechanisms/slider_cranks.h"

#include <math.h>

void mb_slider_crank_values(double theta, double value[4])
{
    const double phi = -asin(CRANK * sin(theta) / ROD);

    value[0] = theta;
    value[1] = phi;
    value[2] = CRANK * cos(theta) + TO_CENTRE * cos(phi);
    value[3] = (TO_CENTRE - ROD) * sin(phi);
}

int mb_slider_crank(mb_kit *kit, const double value[4], const double rate[4])
{
    int theta = mb_kit_angle(kit, CRANK_INERTIA, 0.0, value[0], rate[0]);
    int phi = mb_kit_angle(kit, ROD_INERTIA, 0.0, value[1], rate[1]);
    int x = mb_kit_coordinate(kit, MASS, 0.0, value[2], rate[2]);
    int y = mb_kit_coordinate(kit, MASS, -MASS * GRAVITY, value[3], rate[3]);
    const mb_row_term rows[3][3] = {
        {{MB_COS, CRANK, theta}, {MB_COS, TO_CENTRE, phi}, {MB_LINEAR, -1.0, x}},
        {{MB_SIN, CRANK, theta}, {MB_SIN, TO_CENTRE, phi}, {MB_LINEAR, -1.0, y}},
        {{MB_SIN, ROD - TO_CENTRE, phi}, {MB_LINEAR, 1.0, y}},
    };

    static const char *const coordinate[] = {"angle of the crank", "angle of the rod",
                                             "x of the rod", "y of the rod"};
    static const char *const row[] = {"joint of crank and rod, along x",
                                      "joint of crank and rod, along y", "guide of the slider"};

    for (int k = 0; k < 3; k++)
        mb_kit_name_row(kit, mb_kit_row(kit, 0.0, k < 2 ? 3 : 2, rows[k]), row[k]); /* eq. (74) */
    for (int k = 0; k < 4; k++)
        mb_kit_name_coordinate(kit, theta + k, coordinate[k]);
    mb_kit_coordinate_output(kit, theta, "theta", "rad");
    mb_kit_coordinate_output(kit, phi, "phi", "rad");
    mb_kit_coordinate_output(kit, x, "x", "m");
    mb_kit_coordinate_output(kit, y, "y", "m");
    return theta;
}

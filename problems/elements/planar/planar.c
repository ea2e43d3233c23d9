/* Planar points, rods and bodies, told to the kit as variables, masses, weights and rows. */
#include <math.h>

#include "problems/elements/assembly.h"

static mb_slot held(mb_kit *kit, double place)
{
    return (mb_slot){.i = -1, .fixed = kit->nfixed++, .place = place};
}

static int add_point(mb_kit *kit, mb_slot x, mb_slot y)
{
    if (!kit || !mb_kit_grow(kit, &kit->point, kit->npoints, &kit->max_points, sizeof *kit->point))
        return 0;
    kit->point[kit->npoints][0] = x;
    kit->point[kit->npoints][1] = y;
    return kit->npoints++;
}

int mb_kit_point(mb_kit *kit, double x, double y, double vx, double vy)
{
    const int number = kit ? kit->npoints : 0;
    int i = mb_kit_variable(kit, x, vx, true, (mb_label){"x", "point", number, MB_NOTHING});
    int j = mb_kit_variable(kit, y, vy, true, (mb_label){"y", "point", number, MB_NOTHING});

    return add_point(kit, mb_kit_slot(i), mb_kit_slot(j));
}

int mb_kit_fixed_point(mb_kit *kit, double x, double y)
{
    mb_slot sx, sy;

    if (!kit)
        return 0;
    sx = held(kit, x);
    sy = held(kit, y);
    return add_point(kit, sx, sy);
}

int mb_kit_slider_x(mb_kit *kit, double x, double y, double vx)
{
    int i = mb_kit_variable(kit, x, vx, true,
                            (mb_label){"x", "point", kit ? kit->npoints : 0, MB_NOTHING});

    return kit ? add_point(kit, mb_kit_slot(i), held(kit, y)) : 0;
}

void mb_kit_point_mass(mb_kit *kit, int point, double mass)
{
    if (!mb_kit_has_point(kit, "a point mass", point) ||
        !mb_kit_sound_mass(kit, "the mass of a point", mass))
        return;
    for (int axis = 0; axis < 2; axis++) {
        mb_slot s = kit->point[point][axis];

        mb_kit_mass(kit, s, s, mass);
        mb_kit_force(kit, s, mass * (axis ? kit->gy : kit->gx));
    }
}

void mb_kit_rod(mb_kit *kit, int a, int b, double mass)
{
    if (!mb_kit_has_point(kit, "a rod", a) || !mb_kit_has_point(kit, "a rod", b) ||
        !mb_kit_sound_mass(kit, "the mass of a rod", mass))
        return;
    for (int axis = 0; axis < 2; axis++) {
        mb_slot sa = kit->point[a][axis], sb = kit->point[b][axis];
        double half_weight = 0.5 * mass * (axis ? kit->gy : kit->gx);

        mb_kit_mass(kit, sa, sa, mass / 3.0);
        mb_kit_mass(kit, sa, sb, mass / 6.0);
        mb_kit_mass(kit, sb, sa, mass / 6.0);
        mb_kit_mass(kit, sb, sb, mass / 3.0);
        mb_kit_force(kit, sa, half_weight);
        mb_kit_force(kit, sb, half_weight);
    }
}

int mb_kit_body(mb_kit *kit, double mass, double inertia, mb_planar_state start)
{
    static const char *const coordinate[] = {"x", "y", "angle"};
    int x;

    if (!mb_kit_sound_mass(kit, "the mass of a body", mass) ||
        !mb_kit_sound_mass(kit, "the moment of inertia of a body", inertia) ||
        !mb_kit_grow(kit, &kit->body, kit->nbodies, &kit->max_bodies, sizeof *kit->body))
        return 0;
    x = mb_kit_coordinate(kit, mass, mass * kit->gx, start.x, start.vx);
    mb_kit_coordinate(kit, mass, mass * kit->gy, start.y, start.vy);
    mb_kit_angle(kit, inertia, 0.0, start.phi, start.rate);
    if (kit->status != MB_OK)
        return 0;
    for (int i = 0; i < 3; i++)
        kit->coordinate_label[x + i] = (mb_label){coordinate[i], "body", kit->nbodies, MB_NOTHING};
    kit->body[kit->nbodies] = x;
    return kit->nbodies++;
}

void mb_kit_torque(mb_kit *kit, int body, double torque)
{
    if (mb_kit_has_body(kit, "a torque", body))
        mb_kit_force(kit, mb_kit_slot(mb_kit_body_coordinate(kit, body) + 2), torque);
}

/* row += sign * n . (r + A u) of a body, with A = [cos -sin; sin cos] */
static void body_point(mb_kit *kit, int row, int body, double sign, double nx, double ny, double ux,
                       double uy)
{
    int x = mb_kit_body_coordinate(kit, body);

    if (nx != 0.0)
        mb_kit_linear(kit, row, x, sign * nx);
    if (ny != 0.0)
        mb_kit_linear(kit, row, x + 1, sign * ny);
    if (ux != 0.0 || uy != 0.0)
        mb_kit_turning(kit, row, x + 2, sign * (nx * ux + ny * uy), sign * (ny * ux - nx * uy));
}

void mb_kit_revolute(mb_kit *kit, int a, double ax, double ay, int b, double bx, double by)
{
    if (!mb_kit_has_body(kit, "a revolute joint", a) ||
        (b != MB_GROUND && !mb_kit_has_body(kit, "a revolute joint", b)))
        return;
    for (int axis = 0; axis < 2; axis++) {
        double nx = axis ? 0.0 : 1.0, ny = axis ? 1.0 : 0.0;
        int row = mb_kit_new_row(kit, b == MB_GROUND ? -(nx * bx + ny * by) : 0.0,
                                 (mb_label){"revolute joint", "body", a, b});

        body_point(kit, row, a, 1.0, nx, ny, ax, ay);
        if (b != MB_GROUND)
            body_point(kit, row, b, -1.0, nx, ny, bx, by);
    }
}

void mb_kit_translational(mb_kit *kit, int body, double ax, double ay, double px, double py,
                          double direction)
{
    const mb_label label = {"translational joint", "body", body, MB_GROUND};
    const double nx = -sin(direction), ny = cos(direction);
    int row, phi;

    if (!mb_kit_has_body(kit, "a translational joint", body))
        return;
    row = mb_kit_new_row(kit, -(nx * px + ny * py), label);
    phi = mb_kit_body_coordinate(kit, body) + 2;
    body_point(kit, row, body, 1.0, nx, ny, ax, ay);
    row = mb_kit_new_row(kit, kit->status == MB_OK ? -kit->value[phi] : 0.0, label);
    mb_kit_linear(kit, row, phi, 1.0);
}

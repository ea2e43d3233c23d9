/* Joints of the spatial kit as they are declared: which rows each is made of. */
#include <math.h>

#include "problems/elements/space/spatial.h"

static const char *name_of(const mb_space *space, int body)
{
    return body == MB_GROUND ? "ground" : space->mechanism->body[body].name;
}

/* A joint without rows so far; NULL when the kit has failed */
static mb_joint *new_joint(mb_space *space, const char *what, int a, int b, mb_vec point_a,
                           mb_vec point_b)
{
    mb_mechanism *m = space ? space->mechanism : NULL;
    mb_joint *j;

    if (!mb_space_sound(space, what, a, b) ||
        !mb_kit_grow(&space->kit, &m->joint, m->njoints, &space->max_joints, sizeof *m->joint))
        return NULL;
    j = &m->joint[m->njoints++];
    *j = (mb_joint){.what = what, .pair.body = {a, b}, .row = space->nrows};
    mb_space_local(space, a, point_a, j->ua);
    mb_space_local(space, b, point_b, j->ub);
    return j;
}

static void coincide(mb_space *space, mb_joint *j)
{
    j->coincident = true;
    j->n += 3;
    space->nrows += 3;
}

/* Row: axis x of a stays at right angles to axis y of b */
static void perpendicular(mb_space *space, mb_joint *j, mb_vec x, mb_vec y)
{
    const double along = x.x * y.x + x.y * y.y + x.z * y.z;

    if (!(fabs(along) <= 1e-9)) {
        space->kit.status =
            mb_fail(space->kit.err, MB_BAD_INPUT,
                    "%s: axes of the joint between %s and %s are %.6g rad off a right angle",
                    space->kit.model->problem->name, name_of(space, j->pair.body[0]),
                    name_of(space, j->pair.body[1]), fabs(along));
        return;
    }
    mb_space_local_axis(space, j->pair.body[0], x, j->xa[j->nperpendiculars]);
    mb_space_local_axis(space, j->pair.body[1], y, j->xb[j->nperpendiculars++]);
    j->n++;
    space->nrows++;
}

static void stay_in_plane(mb_space *space, mb_joint *j, mb_vec normal)
{
    mb_space_local_axis(space, j->pair.body[0], normal, j->normal[j->nplanes++]);
    j->n++;
    space->nrows++;
}

/* Two unit vectors that make a right-handed triad with the axis */
static void across(mb_vec axis, mb_vec out[2])
{
    const double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
    mb_vec u = {x <= y && x <= z, 0.0, 0.0};
    double norm;

    u.y = u.x == 0.0 && y <= z;
    u.z = u.x == 0.0 && u.y == 0.0;
    out[0] = (mb_vec){axis.y * u.z - axis.z * u.y, axis.z * u.x - axis.x * u.z,
                      axis.x * u.y - axis.y * u.x};
    norm = sqrt(out[0].x * out[0].x + out[0].y * out[0].y + out[0].z * out[0].z);
    out[0] = (mb_vec){out[0].x / norm, out[0].y / norm, out[0].z / norm};
    out[1] = (mb_vec){axis.y * out[0].z - axis.z * out[0].y, axis.z * out[0].x - axis.x * out[0].z,
                      axis.x * out[0].y - axis.y * out[0].x};
}

void mb_space_spherical(mb_space *space, int a, int b, mb_vec point)
{
    mb_joint *j = new_joint(space, "spherical joint", a, b, point, point);

    if (j)
        coincide(space, j);
}

void mb_space_revolute(mb_space *space, int a, int b, mb_vec point, mb_vec axis)
{
    mb_joint *j = new_joint(space, "revolute joint", a, b, point, point);
    mb_vec side[2];

    if (!j || !mb_space_unit(space, "revolute joint", axis))
        return;
    across(axis, side);
    coincide(space, j);
    perpendicular(space, j, side[0], axis);
    perpendicular(space, j, side[1], axis);
}

void mb_space_universal(mb_space *space, int a, int b, mb_vec point, mb_vec axis_a, mb_vec axis_b)
{
    mb_joint *j = new_joint(space, "universal joint", a, b, point, point);

    if (!j || !mb_space_unit(space, "universal joint", axis_a) ||
        !mb_space_unit(space, "universal joint", axis_b))
        return;
    coincide(space, j);
    perpendicular(space, j, axis_a, axis_b);
}

void mb_space_cylindrical(mb_space *space, int a, int b, mb_vec point, mb_vec axis)
{
    mb_joint *j = new_joint(space, "cylindrical joint", a, b, point, point);
    mb_vec side[2];

    if (!j || !mb_space_unit(space, "cylindrical joint", axis))
        return;
    across(axis, side);
    perpendicular(space, j, side[0], axis);
    perpendicular(space, j, side[1], axis);
    stay_in_plane(space, j, side[0]);
    stay_in_plane(space, j, side[1]);
}

void mb_space_translational(mb_space *space, int a, int b, mb_vec point, mb_vec axis)
{
    mb_joint *j = new_joint(space, "translational joint", a, b, point, point);
    mb_vec side[2];

    if (!j || !mb_space_unit(space, "translational joint", axis))
        return;
    across(axis, side);
    perpendicular(space, j, side[0], axis);
    perpendicular(space, j, side[1], axis);
    perpendicular(space, j, side[0], side[1]);
    stay_in_plane(space, j, side[0]);
    stay_in_plane(space, j, side[1]);
}

void mb_space_rigid(mb_space *space, int a, int b, mb_vec point)
{
    const mb_vec x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    mb_joint *j = new_joint(space, "rigid joint", a, b, point, point);

    if (!j)
        return;
    coincide(space, j);
    perpendicular(space, j, x, z);
    perpendicular(space, j, y, z);
    perpendicular(space, j, x, y);
}

void mb_space_distance(mb_space *space, int a, int b, mb_vec point_a, mb_vec point_b)
{
    const double d[3] = {point_b.x - point_a.x, point_b.y - point_a.y, point_b.z - point_a.z};
    mb_joint *j = new_joint(space, "distance", a, b, point_a, point_b);

    if (!j)
        return;
    if (!(mb_dot(d, d) > 0.0) || isinf(mb_dot(d, d))) {
        mb_kit_refuse(&space->kit,
                      "the distance of points of %s and %s is %g; it must be above 0, "
                      "where its row has a gradient",
                      name_of(space, a), name_of(space, b), sqrt(mb_dot(d, d)));
        return;
    }
    j->distance = true;
    j->square = mb_dot(d, d);
    j->n = 1;
    space->nrows++;
}

void mb_space_plane(mb_space *space, int a, int b, mb_vec point, mb_vec normal)
{
    mb_joint *j = new_joint(space, "guide in a plane", a, b, point, point);

    if (j && mb_space_unit(space, "guide in a plane", normal))
        stay_in_plane(space, j, normal);
}

void mb_space_gears(mb_space *space, int n, const int *body, const double *factor)
{
    mb_mechanism *m = space ? space->mechanism : NULL;
    mb_gears *g;

    if (n < 1 || n > MB_SPACE_GEARS) {
        mb_kit_refuse(space ? &space->kit : NULL,
                      "a row of gears joins %d bodies; it takes 1 to %d", n, MB_SPACE_GEARS);
        return;
    }
    for (int k = 0; k < n; k++)
        if (!mb_space_sound(space, "gear", body[k], body[k]))
            return;
    if (!space ||
        !mb_kit_grow(&space->kit, &m->gears, m->ngears, &space->max_gears, sizeof *m->gears))
        return;
    g = &m->gears[m->ngears++];
    *g = (mb_gears){.n = n};
    for (int k = 0; k < n; k++) {
        g->body[k] = body[k];
        g->factor[k] = factor[k];
        g->pair[k].body[0] = body[k];
        g->pair[k].body[1] = MB_GROUND;
    }
}

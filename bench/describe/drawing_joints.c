/* SPDX-License-Identifier: MIT */
/* Joints of a drawing: pins, sliders, guides, supports on the ground. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/describe/drawing.h"

static const mb_spot to_the_right = {1.0, 0.0};

static bool on_ground(const mb_plain_joint *j)
{
    return j->body[0] == MB_ON_GROUND || j->body[1] == MB_ON_GROUND;
}

/* ---- the ground ----------------------------------------------------------------------------------- */

/* Short strokes on the right side of a line from a to b: what is there does not move. */
static void hatch(mb_drawing *d, mb_spot a, mb_spot b)
{
    const double length = hypot(b.x - a.x, b.y - a.y), gap = 1.1 * d->unit;
    const mb_spot along = mb_spot_unit((mb_spot){b.x - a.x, b.y - a.y}, to_the_right);
    const int n = (int)fmin(length / gap, 400.0);

    mb_put_segment(d, "ground", a, b);
    mb_drawing_avoid(d, mb_spot_off(a, along, 0.0, -0.8 * d->unit),
                     mb_spot_off(b, along, 0.0, -0.8 * d->unit));
    for (int i = 0; i <= n; i++) {
        const mb_spot from = mb_spot_off(a, along, gap * (i + 0.5 * (length / gap - n)), 0.0);

        mb_put_segment(d, "hatch", from, mb_spot_off(from, along, -0.9 * d->unit, -1.1 * d->unit));
    }
}

/* A triangle that stands below a place of the ground. */
static void support(mb_drawing *d, mb_spot at)
{
    const double u = d->unit;
    const mb_spot foot[3] = {
        at, {at.x - 1.7 * u, at.y + 2.8 * u}, {at.x + 1.7 * u, at.y + 2.8 * u}};

    mb_put_path(d, "support", foot, 3, true);
    mb_drawing_avoid(d, at, foot[1]);
    mb_drawing_avoid(d, foot[1], foot[2]);
    hatch(d, (mb_spot){at.x - 2.8 * u, foot[1].y}, (mb_spot){at.x + 2.8 * u, foot[1].y});
}

/* The line on which a slider moves, past both places; of the ground it is hatched. */
static void guide(mb_drawing *d, mb_spot from, mb_spot to, mb_spot axis, bool of_ground)
{
    const mb_spot along = mb_spot_unit(axis, to_the_right);
    const double apart = (to.x - from.x) * along.x + (to.y - from.y) * along.y;
    double low = fmin(apart, 0.0), high = fmax(apart, 0.0);
    mb_spot a, b;

    if (hypot(axis.x, axis.y) < 0.05)
        return; /* it points out of the paper */
    low -= 5.0 * d->unit;
    high += 5.0 * d->unit;
    a = mb_spot_off(from, along, low, 0.0);
    b = mb_spot_off(from, along, high, 0.0);
    if (of_ground) { /* below the slider */
        const double side = along.x < 0.0 ? 1.2 * d->unit : -1.2 * d->unit;

        a = mb_spot_off(a, along, 0.0, side);
        b = mb_spot_off(b, along, 0.0, side);
        if (along.x < 0.0)
            hatch(d, b, a);
        else
            hatch(d, a, b);
    } else {
        mb_put_segment(d, "axis", a, b);
    }
    mb_drawing_avoid(d, a, b);
}

mb_ground_sign mb_ground_sign_of(const mb_plain_joint *joint, int *side)
{
    *side = joint->body[0] == MB_ON_GROUND ? 0 : 1;
    if (!on_ground(joint))
        return MB_GROUND_UNSEEN;
    switch (joint->kind) {
    case MB_JOINT_POINT_ON_LINE:
    case MB_JOINT_PRISMATIC:
        return MB_GROUND_RAIL;
    case MB_JOINT_PLANAR:
    case MB_JOINT_POINT_IN_PLANE:
    case MB_JOINT_PERPENDICULAR:
    case MB_JOINT_BLADE:
    case MB_JOINT_ROLLING:
        return MB_GROUND_UNSEEN;
    default:
        return MB_GROUND_SUPPORT;
    }
}

static void ground_of(mb_drawing *d, const mb_plain_joint *j)
{
    int side;
    const mb_ground_sign sign = mb_ground_sign_of(j, &side);
    const mb_spot at = mb_drawing_place(d, MB_ON_GROUND, j->place[side]);

    if (sign == MB_GROUND_RAIL)
        guide(d, at, mb_drawing_place(d, j->body[!side], j->place[!side]),
              mb_drawing_axis(d, MB_ON_GROUND, j->axis[side]), true);
    else if (sign == MB_GROUND_SUPPORT)
        support(d, at);
}

void mb_draw_ground(mb_drawing *d)
{
    for (int i = 0; i < d->m->njoints; i++)
        ground_of(d, &d->m->joint[i]);
}

/* ---- symbols --------------------------------------------------------------------------------------- */

/* The axis of a joint in space; a line across the pin where it lies in the paper. */
static void axis_line(const mb_drawing *d, mb_spot at, mb_spot axis)
{
    const double u = 4.0 * d->unit;

    if (d->m->spatial)
        mb_put_segment(d, "axis", (mb_spot){at.x - u * axis.x, at.y - u * axis.y},
                       (mb_spot){at.x + u * axis.x, at.y + u * axis.y});
}

static void box(const mb_drawing *d, mb_spot at, mb_spot axis, double length, double width)
{
    const mb_spot a = mb_spot_unit(axis, to_the_right);
    const double half = length * d->unit * fmax(hypot(axis.x, axis.y), 0.6), side = width * d->unit;
    const mb_spot corner[4] = {mb_spot_off(at, a, -half, -side), mb_spot_off(at, a, half, -side),
                               mb_spot_off(at, a, half, side), mb_spot_off(at, a, -half, side)};

    mb_put_path(d, "joint", corner, 4, true);
}

/* A piece of a plane with this normal. */
static void plane(const mb_drawing *d, mb_spot at, int body, const double normal[3])
{
    const double size = 5.0 * d->unit / d->scale;
    double n[3], a[3], b[3];
    int least = 0;
    mb_spot corner[4], s, t;

    mb_plain_direction(d->m, body, normal, n);
    for (int i = 1; i < 3; i++)
        if (fabs(n[i]) < fabs(n[least]))
            least = i;
    for (int i = 0; i < 3; i++)
        a[i] = (i == least ? 1.0 : 0.0) - n[least] * n[i];
    s.x = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3; i++)
        a[i] *= size / s.x;
    for (int i = 0; i < 3; i++)
        b[i] = n[(i + 1) % 3] * a[(i + 2) % 3] - n[(i + 2) % 3] * a[(i + 1) % 3];
    s = mb_drawing_direction(d, a);
    t = mb_drawing_direction(d, b);
    for (int i = 0; i < 4; i++) {
        const double p = i == 0 || i == 3 ? -d->scale : d->scale, q = i < 2 ? -d->scale : d->scale;

        corner[i] = (mb_spot){at.x + p * s.x + q * t.x, at.y + p * s.y + q * t.y};
    }
    mb_put_path(d, "plane", corner, 4, true);
}

static void cross(const mb_drawing *d, mb_spot at)
{
    const double u = 0.7 * d->unit;

    mb_put_segment(d, "joint", (mb_spot){at.x - u, at.y - u}, (mb_spot){at.x + u, at.y + u});
    mb_put_segment(d, "joint", (mb_spot){at.x - u, at.y + u}, (mb_spot){at.x + u, at.y - u});
}

static void slider(mb_drawing *d, const mb_plain_joint *j, mb_spot at)
{
    const mb_spot axis = mb_drawing_axis(d, j->body[0], j->axis[0]);

    if (!on_ground(j))
        guide(d, at, at, axis, false);
    if (j->kind == MB_JOINT_POINT_ON_LINE) {
        const mb_spot line = mb_drawing_place(d, j->body[0], j->place[0]);

        if (!on_ground(j))
            guide(d, line, at, axis, false);
        mb_put_circle(d, "joint", at, d->unit);
        return;
    }
    box(d, at, axis, 2.2, 1.2);
    if (j->kind == MB_JOINT_CYLINDRICAL || j->kind == MB_JOINT_SCREW)
        mb_put_circle(d, j->kind == MB_JOINT_SCREW ? "filled" : "joint", at, 0.7 * d->unit);
}

/* A rod without mass between two places. */
static void strut(mb_drawing *d, const mb_plain_joint *j, mb_spot at)
{
    const mb_spot from = mb_drawing_place(d, j->body[0], j->place[0]);

    mb_put_segment(d, "strut", from, at);
    mb_drawing_avoid(d, from, at);
    if (d->ghost)
        return;
    mb_put_circle(d, "joint", from, 0.8 * d->unit);
    mb_put_circle(d, "joint", at, 0.8 * d->unit);
}

static void wheel(const mb_drawing *d, const mb_plain_joint *j)
{
    double hub[3], axis[3];

    mb_plain_place(d->m, j->body[1], j->place[1], hub);
    mb_plain_direction(d->m, j->body[1], j->axis[1], axis);
    mb_put_ring(d, "wheel", hub, axis, j->radius);
}

static void knife(const mb_drawing *d, const mb_plain_joint *j, mb_spot at)
{
    const mb_spot axis = mb_drawing_axis(d, j->body[1], j->axis[1]);

    mb_put_segment(d, "knife", mb_spot_off(at, axis, -4.0 * d->unit, 0.0),
                   mb_spot_off(at, axis, 4.0 * d->unit, 0.0));
}

static void symbol(mb_drawing *d, const mb_plain_joint *j, mb_spot at)
{
    switch (j->kind) {
    case MB_JOINT_REVOLUTE:
        axis_line(d, at, mb_drawing_axis(d, j->body[0], j->axis[0]));
        mb_put_circle(d, "joint", at, d->unit);
        break;
    case MB_JOINT_SPHERICAL:
        mb_put_circle(d, "joint", at, d->unit);
        mb_put_circle(d, "filled", at, 0.45 * d->unit);
        break;
    case MB_JOINT_UNIVERSAL:
        mb_put_circle(d, "joint", at, 1.1 * d->unit);
        cross(d, at);
        break;
    case MB_JOINT_RIGID:
        box(d, at, to_the_right, 0.9, 0.9);
        cross(d, at);
        break;
    case MB_JOINT_DISTANCE:
        strut(d, j, at);
        break;
    case MB_JOINT_PLANAR:
    case MB_JOINT_POINT_IN_PLANE:
        plane(d, at, j->body[0], j->axis[0]);
        mb_put_circle(d, "joint", at, 0.7 * d->unit);
        break;
    case MB_JOINT_BLADE:
        knife(d, j, at);
        break;
    case MB_JOINT_ROLLING:
        wheel(d, j);
        break;
    case MB_JOINT_PERPENDICULAR:
    case MB_JOINT_COUNT:
        break;
    default:
        slider(d, j, at);
    }
}

void mb_draw_joints(mb_drawing *d)
{
    for (int i = 0; i < d->m->njoints; i++) {
        const mb_plain_joint *j = &d->m->joint[i];
        mb_spot at = mb_drawing_place(d, j->body[1], j->place[1]);

        if (j->kind == MB_JOINT_PERPENDICULAR)
            continue;
        fprintf(d->out, "<g><title>%s: %s</title>\n", j->name, mb_joint_kind_facts(j->kind)->word);
        symbol(d, j, at);
        fputs("</g>\n", d->out);
        if (j->kind == MB_JOINT_DISTANCE) {
            const mb_spot from = mb_drawing_place(d, j->body[0], j->place[0]);

            at = (mb_spot){0.5 * (at.x + from.x), 0.5 * (at.y + from.y)};
        }
        mb_drawing_name(d, at, j->name, false);
    }
}

void mb_draw_struts(mb_drawing *d)
{
    for (int i = 0; i < d->m->njoints; i++) {
        const mb_plain_joint *j = &d->m->joint[i];

        if (j->kind == MB_JOINT_DISTANCE)
            strut(d, j, mb_drawing_place(d, j->body[1], j->place[1]));
    }
}

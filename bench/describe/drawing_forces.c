/* SPDX-License-Identifier: MIT */
/* Springs, dampers, motors, gears and loads of a drawing. */
#include <math.h>

#include "bench/describe/drawing.h"
#include "problems/format/expression/expression.h"

static const mb_spot to_the_right = {1.0, 0.0};

/* A point of a line from a to b, and off it to the left. */
static mb_spot between(mb_spot a, mb_spot b, double part, double off)
{
    const mb_spot along = mb_spot_unit((mb_spot){b.x - a.x, b.y - a.y}, to_the_right);

    return mb_spot_off(a, along, part * hypot(b.x - a.x, b.y - a.y), off);
}

static void zigzag(const mb_drawing *d, mb_spot a, mb_spot b, double off)
{
    enum { TEETH = 12 };
    mb_spot spot[TEETH + 4] = {between(a, b, 0.15, off), between(a, b, 0.25, off)};

    for (int i = 0; i < TEETH; i++)
        spot[2 + i] =
            between(a, b, 0.25 + 0.5 * (i + 0.5) / TEETH, off + (i % 2 ? -1.3 : 1.3) * d->unit);
    spot[TEETH + 2] = between(a, b, 0.75, off);
    spot[TEETH + 3] = between(a, b, 0.85, off);
    mb_put_path(d, "spring", spot, TEETH + 4, false);
}

static void dashpot(const mb_drawing *d, mb_spot a, mb_spot b, double off)
{
    const double side = 1.1 * d->unit;
    const mb_spot cup[4] = {between(a, b, 0.65, off + side), between(a, b, 0.42, off + side),
                            between(a, b, 0.42, off - side), between(a, b, 0.65, off - side)};

    mb_put_segment(d, "spring", between(a, b, 0.15, off), between(a, b, 0.42, off));
    mb_put_path(d, "spring", cup, 4, false);
    mb_put_segment(d, "spring", between(a, b, 0.52, off + side), between(a, b, 0.52, off - side));
    mb_put_segment(d, "spring", between(a, b, 0.52, off), between(a, b, 0.85, off));
}

static void line_force(mb_drawing *d, const mb_plain_force *f)
{
    const mb_spot a = mb_drawing_place(d, f->body[0], f->place[0]),
                  b = mb_drawing_place(d, f->body[1], f->place[1]);
    const bool springs = f->law || f->stiffness != 0.0, damps = f->damper || f->damping != 0.0;
    const double off = springs && damps ? 1.6 * d->unit : 0.0;

    mb_put_segment(d, "spring", a, between(a, b, 0.15, 0.0));
    mb_put_segment(d, "spring", between(a, b, 0.85, 0.0), b);
    if (off > 0.0) {
        mb_put_segment(d, "spring", between(a, b, 0.15, -off), between(a, b, 0.15, off));
        mb_put_segment(d, "spring", between(a, b, 0.85, -off), between(a, b, 0.85, off));
    }
    if (springs)
        zigzag(d, a, b, off);
    if (damps)
        dashpot(d, a, b, -off);
    mb_put_circle(d, "end", a, 0.5 * d->unit);
    mb_put_circle(d, "end", b, 0.5 * d->unit);
    mb_drawing_avoid(d, a, b);
    mb_drawing_name(d, between(a, b, 0.5, 0.0), f->name, false);
}

/* A motor or a spring at a joint: about the pin, along the slide. */
static void at_joint(mb_drawing *d, mb_coordinate of, const char *kind)
{
    const mb_plain_joint *j = &d->m->joint[of.joint];
    const mb_spot at = mb_drawing_place(d, j->body[1], j->place[1]);
    mb_spot axis;

    if (!mb_coordinate_is_length(j, of.number)) {
        mb_put_turn(d, kind, at, 2.4 * d->unit);
        for (int i = 0; i < 4; i++) {
            const double x = (i < 2 ? -2.4 : 2.4) * d->unit, y = (i % 2 ? -2.4 : 2.4) * d->unit;

            mb_drawing_avoid(d, (mb_spot){at.x + x, at.y - y}, (mb_spot){at.x + x, at.y});
        }
        return;
    }
    axis = j->kind == MB_JOINT_DISTANCE
               ? (mb_spot){at.x - mb_drawing_place(d, j->body[0], j->place[0]).x,
                           at.y - mb_drawing_place(d, j->body[0], j->place[0]).y}
               : mb_drawing_axis(d, j->body[0], j->axis[0]);
    axis = mb_spot_unit(axis, to_the_right);
    mb_put_arrow(d, kind, mb_spot_off(at, axis, -3.0 * d->unit, 2.6 * d->unit),
                 mb_spot_off(at, axis, 3.0 * d->unit, 2.6 * d->unit));
}

/* Teeth at a joint: about the pin, on the slide. */
static mb_spot teeth(mb_drawing *d, mb_coordinate of)
{
    const mb_plain_joint *j = &d->m->joint[of.joint];
    const mb_spot at = mb_drawing_place(d, j->body[1], j->place[1]);
    mb_spot axis;

    if (mb_coordinate_is_length(j, of.number) && j->kind != MB_JOINT_DISTANCE) {
        axis = mb_spot_unit(mb_drawing_axis(d, j->body[0], j->axis[0]), to_the_right);
        mb_put_segment(d, "teeth", mb_spot_off(at, axis, -4.0 * d->unit, 1.8 * d->unit),
                       mb_spot_off(at, axis, 4.0 * d->unit, 1.8 * d->unit));
    } else {
        mb_put_circle(d, "teeth", at, 1.8 * d->unit);
    }
    return at;
}

/* What turns and slides together: teeth, and a line from one to the next */
static void gear(mb_drawing *d, const mb_plain_gear *g)
{
    mb_spot last = {0.0, 0.0};

    for (int k = 0; k < g->n; k++) {
        const mb_gear_term *term = &g->term[k];
        const mb_spot at =
            g->mesh ? mb_drawing_spot(d, d->m->body[term->body].com) : teeth(d, term->of);

        if (g->mesh)
            mb_put_circle(d, "teeth", at, 1.8 * d->unit);
        if (k > 0) {
            mb_put_segment(d, "gear", last, at);
            mb_drawing_avoid(d, last, at);
        }
        if (k == 1)
            mb_drawing_name(d, between(last, at, 0.5, 0.0), g->name, false);
        last = at;
    }
}

/* An arrow that ends where it acts. */
static void load(mb_drawing *d, const mb_plain_force *f)
{
    static const double at_start[MB_LAW_VARIABLES] = {0.0, 0.0, 0.0};
    const mb_spot at = mb_drawing_place(d, f->body[1], f->place[1]);
    double axis[3] = {f->axis[0], f->axis[1], f->axis[2]};
    mb_spot along, from;

    for (int k = 0; k < 3 && f->kind == MB_FORCE_VECTOR; k++)
        axis[k] = f->value[k] ? mb_expression_value(f->value[k], at_start) : 0.0;
    along = mb_drawing_axis(d, f->kind == MB_FORCE_VECTOR && f->in_body ? f->body[1] : MB_ON_GROUND,
                            axis);
    along = mb_spot_unit(along, to_the_right);
    from = mb_spot_off(at, along, -9.0 * d->unit, 0.0);
    mb_put_arrow(d, "load", from, mb_spot_off(at, along, -1.6 * d->unit, 0.0));
    mb_drawing_avoid(d, from, at);
    mb_drawing_name(d, from, f->name, false);
}

void mb_draw_forces(mb_drawing *d)
{
    for (int i = 0; i < d->m->nforces; i++) {
        const mb_plain_force *f = &d->m->force[i];

        fprintf(d->out, "<g><title>%s</title>\n", f->name);
        if (f->kind == MB_FORCE_LINE)
            line_force(d, f);
        else if (f->kind == MB_FORCE_JOINT)
            at_joint(d, f->of, "load");
        else if (f->kind == MB_FORCE_TORQUE)
            mb_put_turn(d, "load", mb_drawing_spot(d, d->m->body[f->body[1]].com), 3.0 * d->unit);
        else
            load(d, f);
        fputs("</g>\n", d->out);
    }
    for (int i = 0; i < d->m->ndrives; i++) {
        fprintf(d->out, "<g><title>%s</title>\n", d->m->drive[i].name);
        at_joint(d, d->m->drive[i].of, "drive");
        fputs("</g>\n", d->out);
    }
    for (int i = 0; i < d->m->ngears; i++) {
        fprintf(d->out, "<g><title>%s: %s</title>\n", d->m->gear[i].name,
                d->m->gear[i].mesh ? "mesh" : "couple");
        gear(d, &d->m->gear[i]);
        fputs("</g>\n", d->out);
    }
}

/* SPDX-License-Identifier: MIT */
/* The paper: where places fall on it, its frame, and the drawing as SVG. */
#include "bench/describe/drawing.h"

#include <math.h>

static const double width = 640.0, height = 440.0; /* [px] of the mechanism at most */
static const double least_width = 460.0, least_height = 200.0;
static const double margin = 56.0, head = 54.0, foot = 24.0; /* [px] around it, for the title */
static const double azimuth = -1.05, elevation = 0.42;    /* [rad] from where, unless it is given */
static const double largest_unit = 5.5, least_unit = 1.2; /* [px] */

/* Tones in the middle, since the paper's own is not known. */
static const char style[] =
    "<style>\n"
    "text{font-family:sans-serif;font-size:11px;fill:#5d6672;stroke:#fff;stroke-opacity:.7;"
    "stroke-width:3;paint-order:stroke}\n"
    "@media(prefers-color-scheme:dark){text{fill:#9aa4b0;stroke:#111}}\n"
    ".name{font-size:15px;font-weight:bold}.of-joint{font-style:italic}\n"
    ".area{fill-opacity:.2;stroke-width:1.6;stroke-linejoin:round}\n"
    ".ghost .area{fill-opacity:.06;stroke-width:1.2}\n"
    ".rod{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.8}\n"
    ".ball{stroke:none}.com{stroke:none;fill:#6d7682}\n"
    ".joint{fill:#ffffff;stroke:#6d7682;stroke-width:1.4}\n"
    ".filled,.end{fill:#6d7682;stroke:none}\n"
    ".ground,.support,.hatch,.axis,.frame,.strut,.knife,.wheel{fill:none;stroke:#6d7682;"
    "stroke-width:1.2}\n"
    ".hatch{stroke-width:.8}.axis{stroke-width:1;stroke-dasharray:7 2 1.5 2}\n"
    ".strut{stroke-width:2.6}.knife{stroke-width:3}\n"
    ".trace{fill:none;stroke-width:1.1;stroke-opacity:.75}\n"
    ".plane{fill:#6d7682;fill-opacity:.15;stroke:#6d7682;stroke-width:.8}\n"
    ".spring{fill:none;stroke:#2f9a6b;stroke-width:1.3;stroke-linejoin:round}\n"
    ".gear,.teeth{fill:none;stroke:#8a63b8;stroke-width:1.2;stroke-dasharray:5 3}\n"
    ".teeth{stroke-width:2.4;stroke-dasharray:1.7 1.7}\n"
    ".load,.drive{fill:none;stroke-width:1.5}.load{stroke:#2f9a6b}.drive{stroke:#d1495b}\n"
    "</style>\n";

/* ---- places on the paper ---------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

mb_spot mb_drawing_direction(const mb_drawing *d, const double world[3])
{
    return (mb_spot){dot(d->right, world), -dot(d->up, world)};
}

mb_spot mb_drawing_spot(const mb_drawing *d, const double world[3])
{
    const mb_spot s = mb_drawing_direction(d, world);

    return (mb_spot){d->x0 + d->scale * s.x, d->y0 + d->scale * s.y};
}

mb_spot mb_drawing_place(const mb_drawing *d, int body, const double u[3])
{
    double x[3];

    mb_plain_place(d->m, body, u, x);
    return mb_drawing_spot(d, x);
}

mb_spot mb_drawing_axis(const mb_drawing *d, int body, const double u[3])
{
    double n[3];

    mb_plain_direction(d->m, body, u, n);
    return mb_drawing_direction(d, n);
}

mb_spot mb_spot_off(mb_spot p, mb_spot a, double along, double across)
{
    return (mb_spot){p.x + along * a.x + across * a.y, p.y + along * a.y - across * a.x};
}

mb_spot mb_spot_unit(mb_spot a, mb_spot otherwise)
{
    const double size = hypot(a.x, a.y);

    return size > 1e-9 ? (mb_spot){a.x / size, a.y / size} : otherwise;
}

/* ---- the paper ------------------------------------------------------------------------------------------ */

typedef struct extent {
    double low[2], high[2];
} extent;

static void widen(extent *e, mb_spot s, double radius)
{
    e->low[0] = fmin(e->low[0], s.x - radius);
    e->high[0] = fmax(e->high[0], s.x + radius);
    e->low[1] = fmin(e->low[1], s.y - radius);
    e->high[1] = fmax(e->high[1], s.y + radius);
}

static void widen_by_hints(const mb_drawing *d, int body, extent *e)
{
    const mb_plain_body *b = &d->m->body[body];

    for (int k = 0; k < b->npolygon; k++)
        widen(e, mb_drawing_place(d, body, b->polygon + 3 * k), 0.0);
    for (int k = 0; k < b->nline; k++)
        widen(e, mb_drawing_place(d, body, b->line + 3 * k), 0.0);
    if (b->circle > 0.0)
        widen(e, mb_drawing_place(d, body, b->origin), b->circle);
}

/* A body that is drawn as an ellipse. */
static void widen_by_single(const mb_drawing *d, int body, extent *e)
{
    const mb_plain_body *b = &d->m->body[body];
    double s[9];

    if (d->shapes.count[body] > 1 || b->point || b->circle > 0.0 || b->npolygon > 2 || b->nline > 1)
        return;
    mb_shape_ellipsoid(d->m, b, s);
    widen(e, mb_drawing_spot(d, b->com), sqrt(fmax(fmax(s[0], s[4]), s[8])));
}

static void widen_by_bodies(const mb_drawing *d, extent *e)
{
    for (int i = 0; i < d->m->nbodies; i++) {
        widen(e, mb_drawing_spot(d, d->m->body[i].com), 0.0);
        for (int k = 0; k < d->shapes.count[i]; k++)
            widen(e, mb_drawing_spot(d, d->shapes.at[d->shapes.begin[i] + k]), 0.0);
        widen_by_hints(d, i, e);
        widen_by_single(d, i, e);
    }
}

/* In metres, to the right and down. */
static extent extent_of(mb_drawing *d, const mb_passing *passing)
{
    const mb_plain_mechanism *m = d->m;
    extent e = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

    for (int i = 0; i < passing->nghosts; i++) {
        mb_drawing_of(d, &passing->ghost[i]);
        widen_by_bodies(d, &e);
    }
    mb_drawing_of(d, &passing->start);
    widen_by_bodies(d, &e);
    for (int i = 0; i < passing->ntraces; i++)
        for (int k = 0; k < passing->trace[i].n; k++)
            widen(&e, mb_drawing_spot(d, passing->trace[i].at[k]), 0.0);
    for (int i = 0; i < m->njoints; i++)
        for (int k = 0; k < 2; k++)
            if (m->joint[i].kind != MB_JOINT_PERPENDICULAR && m->joint[i].kind != MB_JOINT_BLADE)
                widen(&e, mb_drawing_place(d, m->joint[i].body[k], m->joint[i].place[k]),
                      k == 1 && m->joint[i].kind == MB_JOINT_ROLLING ? m->joint[i].radius : 0.0);
    for (int i = 0; i < m->nforces; i++)
        for (int k = m->force[i].kind == MB_FORCE_LINE ? 0 : 1;
             k < 2 && m->force[i].kind != MB_FORCE_JOINT && m->force[i].kind != MB_FORCE_TORQUE;
             k++)
            widen(&e, mb_drawing_place(d, m->force[i].body[k], m->force[i].place[k]), 0.0);
    return e;
}

static void look_from(mb_drawing *d, const mb_picture *p)
{
    const mb_plain_mechanism *m = d->m;
    const double *given = p->view_given ? p->view : m->view_given ? m->view : NULL;
    const double az = given ? given[0] : azimuth, el = given ? given[1] : elevation;
    const double right[3] = {-sin(az), cos(az), 0.0},
                 up[3] = {-sin(el) * cos(az), -sin(el) * sin(az), cos(el)};

    for (int i = 0; i < 3; i++) {
        d->right[i] = m->spatial ? right[i] : i == 0 ? 1.0 : 0.0;
        d->up[i] = m->spatial ? up[i] : i == 1 ? 1.0 : 0.0;
    }
}

/* Symbols are smaller where bodies are. */
static double unit_of(const mb_drawing *d)
{
    double sum = 0.0;
    int n = 0;

    for (int i = 0; i < d->m->nbodies; i++)
        if (d->shapes.count[i] > 1) {
            const mb_spot a = mb_drawing_spot(d, d->shapes.at[d->shapes.begin[i]]),
                          b = mb_drawing_spot(d, d->shapes.at[d->shapes.begin[i] + 1]);

            sum += hypot(a.x - b.x, a.y - b.y);
            n++;
        }
    return n ? fmin(fmax(0.09 * sum / n, least_unit), largest_unit) : largest_unit;
}

static void lay_out(mb_drawing *d, const mb_picture *p, const mb_passing *passing)
{
    extent e;
    double size[2], least;

    d->scale = 1.0;
    d->x0 = d->y0 = 0.0;
    mb_drawing_of(d, &passing->start);
    look_from(d, p);
    e = extent_of(d, passing);
    for (int i = 0; i < 2; i++)
        size[i] = e.high[i] - e.low[i];
    least = 0.25 * fmax(size[0], size[1]);
    if (!(least > 0.0))
        least = d->m->scale > 0.0 ? d->m->scale : 1.0;
    d->scale = fmin(width / fmax(size[0], least), height / fmax(size[1], least));
    d->head = p->title ? head : 0.0;
    d->width = fmax(d->scale * size[0], least_width) + 2.0 * margin;
    d->height = fmax(d->scale * size[1], least_height) + 2.0 * margin + d->head + foot;
    d->x0 = 0.5 * d->width - d->scale * 0.5 * (e.low[0] + e.high[0]);
    d->y0 =
        0.5 * (d->height + d->head - foot - 0.4 * margin) - d->scale * 0.5 * (e.low[1] + e.high[1]);
    d->unit = unit_of(d);
}

/* In millimetres where a paper asks for a width. */
static void begin(const mb_drawing *d, const mb_picture *p)
{
    fprintf(d->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" ",
            d->width, d->height);
    if (p->width > 0.0)
        fprintf(d->out, "width=\"%gmm\" height=\"%.2fmm\">\n", p->width,
                p->width * d->height / d->width);
    else
        fprintf(d->out, "width=\"%.0f\" height=\"%.0f\">\n", d->width, d->height);
    fputs(style, d->out);
}

mb_status mb_describe_svg(const mb_plain_mechanism *m, const mb_picture *p, FILE *out,
                          mb_error *err)
{
    mb_arena *arena = mb_arena_create();
    mb_drawing *d = NULL;
    mb_passing passing;
    mb_status status;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a drawing of %s", m->name);
    MB_TRY(MB_TAKE(arena, &d, 1, err));
    d->out = out;
    MB_TRY(mb_passing_of(m, p, arena, &passing, err));
    lay_out(d, p, &passing);
    begin(d, p);
    mb_draw_passing(d, &passing);
    mb_draw_ground(d);
    mb_draw_bodies(d);
    mb_draw_forces(d);
    mb_draw_joints(d);
    if (p->names)
        mb_draw_names(d);
    mb_draw_frame(d);
    fputs("</svg>\n", out);
done:
    mb_arena_destroy(arena);
    return status;
}

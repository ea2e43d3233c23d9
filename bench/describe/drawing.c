/* The paper: where places fall on it, its frame, and the drawing as SVG. */
#include "bench/describe/drawing.h"

#include <math.h>
#include <string.h>

#include "bench/describe/describe.h"

static const double width = 640.0, height = 440.0; /* [px] of the mechanism at most */
static const double least_width = 460.0, least_height = 200.0;
static const double margin = 56.0, head = 54.0, foot = 24.0; /* [px] around it, for the title */
static const double azimuth = -1.05, elevation = 0.42;    /* [rad] from where, unless it is given */
static const double largest_unit = 5.5, least_unit = 1.2; /* [px] */

/* Tones in the middle, since the paper's own is not known. */
static const char style[] =
    "<style>\n"
    "text{font-family:sans-serif;font-size:11px;fill:#6d7682;stroke:none}\n"
    ".name{font-size:15px;font-weight:bold}.of-joint{font-style:italic}\n"
    ".area{fill-opacity:.2;stroke-width:1.6;stroke-linejoin:round}\n"
    ".rod{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.8}\n"
    ".ball{stroke:none}.com{stroke:none;fill:#6d7682}\n"
    ".joint{fill:#ffffff;stroke:#6d7682;stroke-width:1.4}\n"
    ".filled,.end{fill:#6d7682;stroke:none}\n"
    ".ground,.support,.hatch,.axis,.frame,.strut,.knife,.wheel{fill:none;stroke:#6d7682;"
    "stroke-width:1.2}\n"
    ".hatch{stroke-width:.8}.axis{stroke-width:1;stroke-dasharray:7 2 1.5 2}\n"
    ".strut{stroke-width:2.6}.knife{stroke-width:3}\n"
    ".plane{fill:#6d7682;fill-opacity:.15;stroke:#6d7682;stroke-width:.8}\n"
    ".spring{fill:none;stroke:#2f9a6b;stroke-width:1.3;stroke-linejoin:round}\n"
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

/* ---- strokes ------------------------------------------------------------------------------------------ */

void mb_put_path(const mb_drawing *d, const char *kind, const mb_spot *spot, int n, bool closed)
{
    fprintf(d->out, "<path class=\"%s\" ", kind);
    if (strcmp(kind, "rod") == 0)
        fprintf(d->out, "stroke-width=\"%.2f\" ", fmax(1.1 * d->unit, 1.2));
    fputs("d=\"", d->out);
    for (int i = 0; i < n; i++)
        fprintf(d->out, "%c%.2f %.2f", i ? 'L' : 'M', spot[i].x, spot[i].y);
    fputs(closed ? "Z\"/>\n" : "\"/>\n", d->out);
}

void mb_put_segment(const mb_drawing *d, const char *kind, mb_spot from, mb_spot to)
{
    const mb_spot ends[2] = {from, to};

    mb_put_path(d, kind, ends, 2, false);
}

void mb_put_circle(const mb_drawing *d, const char *kind, mb_spot at, double radius)
{
    fprintf(d->out, "<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", kind, at.x, at.y,
            radius);
}

static void arrow_head(const mb_drawing *d, const char *kind, mb_spot tip, mb_spot along)
{
    const double u = 1.5 * d->unit;
    const mb_spot barbs[3] = {mb_spot_off(tip, along, -u, 0.6 * u), tip,
                              mb_spot_off(tip, along, -u, -0.6 * u)};

    mb_put_path(d, kind, barbs, 3, false);
}

void mb_put_arrow(const mb_drawing *d, const char *kind, mb_spot from, mb_spot to)
{
    mb_put_segment(d, kind, from, to);
    arrow_head(d, kind, to,
               mb_spot_unit((mb_spot){to.x - from.x, to.y - from.y}, (mb_spot){1.0, 0.0}));
}

void mb_put_turn(const mb_drawing *d, const char *kind, mb_spot at, double radius)
{
    enum { PARTS = 24 };
    mb_spot spot[PARTS + 1];

    for (int i = 0; i <= PARTS; i++) {
        const double angle = 1.5 * M_PI * i / PARTS - 0.5 * M_PI;

        spot[i] = (mb_spot){at.x + radius * cos(angle), at.y - radius * sin(angle)};
    }
    mb_put_path(d, kind, spot, PARTS + 1, false);
    arrow_head(d, kind, spot[PARTS], (mb_spot){0.0, 1.0});
}

void mb_put_ring(const mb_drawing *d, const char *kind, const double centre[3],
                 const double axis[3], double radius)
{
    enum { PARTS = 48 };
    const int least = fabs(axis[0]) < fabs(axis[1])   ? fabs(axis[0]) < fabs(axis[2]) ? 0 : 2
                      : fabs(axis[1]) < fabs(axis[2]) ? 1
                                                      : 2;
    double a[3], b[3], size;
    mb_spot spot[PARTS];

    for (int i = 0; i < 3; i++)
        a[i] = (i == least ? 1.0 : 0.0) - axis[least] * axis[i];
    size = radius / sqrt(dot(a, a));
    for (int i = 0; i < 3; i++)
        a[i] *= size;
    for (int i = 0; i < 3; i++)
        b[i] = axis[(i + 1) % 3] * a[(i + 2) % 3] - axis[(i + 2) % 3] * a[(i + 1) % 3];
    for (int i = 0; i < PARTS; i++) {
        const double c = cos(2.0 * M_PI * i / PARTS), s = sin(2.0 * M_PI * i / PARTS);
        const double x[3] = {centre[0] + c * a[0] + s * b[0], centre[1] + c * a[1] + s * b[1],
                             centre[2] + c * a[2] + s * b[2]};

        spot[i] = mb_drawing_spot(d, x);
    }
    mb_put_path(d, kind, spot, PARTS, true);
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

/* In metres, to the right and down. */
static extent extent_of(const mb_drawing *d)
{
    const mb_plain_mechanism *m = d->m;
    extent e = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

    for (int i = 0; i < m->nbodies; i++) {
        widen(&e, mb_drawing_spot(d, m->body[i].com), 0.0);
        for (int k = 0; k < d->shapes.count[i]; k++)
            widen(&e, mb_drawing_spot(d, d->shapes.at[d->shapes.begin[i] + k]), 0.0);
        widen_by_hints(d, i, &e);
        widen_by_single(d, i, &e);
    }
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

static void look_from(mb_drawing *d)
{
    const mb_plain_mechanism *m = d->m;
    const double az = m->view_given ? m->view[0] : azimuth,
                 el = m->view_given ? m->view[1] : elevation;
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

static void lay_out(mb_drawing *d)
{
    extent e;
    double size[2], least;

    d->scale = 1.0;
    d->x0 = d->y0 = 0.0;
    look_from(d);
    e = extent_of(d);
    for (int i = 0; i < 2; i++)
        size[i] = e.high[i] - e.low[i];
    least = 0.25 * fmax(size[0], size[1]);
    if (!(least > 0.0))
        least = d->m->scale > 0.0 ? d->m->scale : 1.0;
    d->scale = fmin(width / fmax(size[0], least), height / fmax(size[1], least));
    d->width = fmax(d->scale * size[0], least_width) + 2.0 * margin;
    d->height = fmax(d->scale * size[1], least_height) + 2.0 * margin + head + foot;
    d->x0 = 0.5 * d->width - d->scale * 0.5 * (e.low[0] + e.high[0]);
    d->y0 =
        0.5 * (d->height + head - foot - 0.4 * margin) - d->scale * 0.5 * (e.low[1] + e.high[1]);
    d->unit = unit_of(d);
}

mb_status mb_describe_svg(const mb_plain_mechanism *m, FILE *out, mb_error *err)
{
    mb_arena *arena = mb_arena_create();
    mb_drawing *d = NULL;
    mb_status status;

    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a drawing of %s", m->name);
    MB_TRY(MB_TAKE(arena, &d, 1, err));
    d->m = m;
    d->out = out;
    MB_TRY(mb_shapes_of(m, arena, &d->shapes, err));
    lay_out(d);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\">\n",
            d->width, d->height, d->width, d->height);
    fputs(style, out);
    mb_draw_ground(d);
    mb_draw_bodies(d);
    mb_draw_forces(d);
    mb_draw_joints(d);
    mb_draw_names(d);
    mb_draw_frame(d);
    fputs("</svg>\n", out);
done:
    mb_arena_destroy(arena);
    return status;
}

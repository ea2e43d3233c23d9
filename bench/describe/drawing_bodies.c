/* SPDX-License-Identifier: MIT */
/* Bodies of a drawing: lines and areas that join their places. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "bench/describe/drawing.h"

enum { MOST_CORNERS = 64 };

/* Whether a colour is a word that SVG may be given. */
static bool is_colour(const char *text)
{
    if (!text || !*text || strlen(text) > 24)
        return false;
    for (const char *c = text + (*text == '#'); *c; c++)
        if (!isalnum((unsigned char)*c))
            return false;
    return true;
}

const char *mb_drawing_colour(const mb_drawing *d, int body)
{
    static const char *const colours[] = {"#3b7dd8", "#e07b39", "#3aa06b", "#b45cc4",
                                          "#c9a227", "#d1495b", "#3aa6b9", "#8a7a66"};
    const char *own = d->m->body[body].colour;

    return is_colour(own) ? own : colours[body % 8];
}

static void begin(const mb_drawing *d, int body)
{
    const char *colour = mb_drawing_colour(d, body);

    fprintf(d->out, "<g stroke=\"%s\" fill=\"%s\">", colour, colour);
    if (!d->ghost)
        fprintf(d->out, "<title>%s</title>\n", d->m->body[body].name);
}

/* Cross product of b - a and c - a on the paper. */
static double turn(mb_spot a, mb_spot b, mb_spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void sort(mb_spot *p, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i;
             k > 0 && (p[k].x < p[k - 1].x || (p[k].x == p[k - 1].x && p[k].y < p[k - 1].y)); k--) {
            const mb_spot s = p[k];

            p[k] = p[k - 1];
            p[k - 1] = s;
        }
}

/* Convex hull by Andrew's monotone chain; p is sorted.  hull (n + 1). */
static int hull_of(mb_spot *p, int n, mb_spot *hull)
{
    int h = 0;

    sort(p, n);
    for (int side = 0; side < 2; side++) {
        const int start = h;

        for (int i = 0; i < n; i++) {
            const mb_spot s = side ? p[n - 1 - i] : p[i];

            while (h >= start + 2 && turn(hull[h - 2], hull[h - 1], s) <= 1e-9)
                h--;
            hull[h++] = s;
        }
        h--;
    }
    return h;
}

/* Distance of c from the line of a and b on the paper. */
static double off_line(mb_spot a, mb_spot b, mb_spot c)
{
    const double length = hypot(b.x - a.x, b.y - a.y);

    return length > 0.0 ? fabs(turn(a, b, c)) / length : hypot(c.x - a.x, c.y - a.y);
}

static void draw_outline(mb_drawing *d, const mb_spot *spot, int n, bool closed)
{
    mb_put_path(d, closed ? "area" : "rod", spot, n, closed);
    for (int i = 0; i + 1 < n + closed; i++)
        mb_drawing_avoid(d, spot[i], spot[(i + 1) % n]);
}

/* The two of n spots that are farthest apart, in front. */
static void ends_first(mb_spot *spot, int n)
{
    int a = 0, b = 0;
    double most = -1.0;
    mb_spot ends[2];

    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (hypot(spot[i].x - spot[k].x, spot[i].y - spot[k].y) > most) {
                most = hypot(spot[i].x - spot[k].x, spot[i].y - spot[k].y);
                a = k;
                b = i;
            }
    ends[0] = spot[a];
    ends[1] = spot[b];
    spot[0] = ends[0];
    spot[1] = ends[1];
}

/* What joins several places and the centre of mass: a line, or the area that they span. */
static void draw_span(mb_drawing *d, mb_spot *spot, int n, mb_spot com)
{
    mb_spot hull[2 * MOST_CORNERS];
    double width = 0.0;
    int h;

    spot[n++] = com;
    h = hull_of(spot, n, hull);
    ends_first(spot, n);
    for (int i = 0; i < h; i++)
        width = fmax(width, off_line(spot[0], spot[1], hull[i]));
    if (width > 1.5 * d->unit)
        draw_outline(d, hull, h, true);
    else
        draw_outline(d, spot, 2, false);
    /* a mass beyond the last place */
    if (width <= 1.5 * d->unit && (hypot(spot[0].x - com.x, spot[0].y - com.y) < 1e-6 ||
                                   hypot(spot[1].x - com.x, spot[1].y - com.y) < 1e-6))
        mb_put_circle(d, "ball", com, 1.7 * d->unit);
}

static void draw_ellipse(mb_drawing *d, const mb_plain_body *b, mb_spot at)
{
    double s[9], xx = 0.0, xy = 0.0, yy = 0.0, mean, half, angle;

    mb_shape_ellipsoid(d->m, b, s);
    for (int i = 0; i < 9; i++) {
        xx += d->right[i / 3] * s[i] * d->right[i % 3];
        xy += d->right[i / 3] * s[i] * d->up[i % 3];
        yy += d->up[i / 3] * s[i] * d->up[i % 3];
    }
    mean = 0.5 * (xx + yy);
    half = hypot(0.5 * (xx - yy), xy);
    angle = 0.5 * atan2(2.0 * xy, xx - yy);
    fprintf(d->out,
            "<ellipse class=\"area\" rx=\"%.2f\" ry=\"%.2f\" transform=\"translate(%.2f %.2f) "
            "rotate(%.2f)\"/>\n",
            fmax(d->scale * sqrt(mean + half), 1.2 * d->unit),
            fmax(d->scale * sqrt(fmax(mean - half, 0.0)), 1.2 * d->unit), at.x, at.y,
            -angle * 180.0 / M_PI);
}

/* A body of one place, or none. */
static void draw_single(mb_drawing *d, const mb_plain_body *b, const double (*at)[3], int n,
                        mb_spot com)
{
    mb_spot ends[2] = {com, com};

    if (n == 1)
        ends[0] = mb_drawing_spot(d, at[0]);
    if (b->point) {
        mb_put_circle(d, "ball", com, 1.7 * d->unit);
        return;
    }
    if (n == 1 && hypot(ends[0].x - com.x, ends[0].y - com.y) > d->unit)
        draw_outline(d, ends, 2, false);
    draw_ellipse(d, b, com);
}

static int spots_of(const mb_drawing *d, int body, const double *u, int n, mb_spot *spot)
{
    if (n > MOST_CORNERS - 1)
        n = MOST_CORNERS - 1;
    for (int i = 0; i < n; i++)
        spot[i] = mb_drawing_place(d, body, u + 3 * i);
    return n;
}

static void draw_hints(mb_drawing *d, int body)
{
    const mb_plain_body *b = &d->m->body[body];
    mb_spot spot[MOST_CORNERS];
    static const double z[3] = {0.0, 0.0, 1.0};
    double centre[3], axis[3];
    int n;

    if (b->npolygon > 2) {
        n = spots_of(d, body, b->polygon, b->npolygon, spot);
        draw_outline(d, spot, n, true);
    }
    if (b->nline > 1) {
        n = spots_of(d, body, b->line, b->nline, spot);
        draw_outline(d, spot, n, false);
    }
    if (b->circle > 0.0) {
        mb_plain_place(d->m, body, b->origin, centre);
        mb_plain_direction(d->m, body, z, axis);
        mb_put_ring(d, "area", centre, axis, b->circle);
    }
}

static void draw_body(mb_drawing *d, int body)
{
    const mb_plain_body *b = &d->m->body[body];
    const double(*at)[3] = d->shapes.at + d->shapes.begin[body];
    const int n = d->shapes.count[body];
    const mb_spot com = mb_drawing_spot(d, b->com);
    mb_spot spot[MOST_CORNERS], middle = com;
    int k = 0;

    for (; k < n && k < MOST_CORNERS - 1; k++)
        spot[k] = mb_drawing_spot(d, at[k]);
    if (k == 2 && !b->point)
        middle = (mb_spot){0.5 * (spot[0].x + spot[1].x), 0.5 * (spot[0].y + spot[1].y)};
    begin(d, body);
    draw_hints(d, body);
    if (b->npolygon < 3 && b->nline < 2) {
        if (k > 1 && !b->point)
            draw_span(d, spot, k, com);
        else if (b->circle == 0.0 ||
                 (k == 1 && hypot(spot[0].x - com.x, spot[0].y - com.y) > d->unit))
            draw_single(d, b, at, k, com);
    }
    fputs("</g>\n", d->out);
    mb_drawing_name(d, middle, b->name, true);
}

/* Centre of mass, where nothing else says where it is. */
static void draw_com(mb_drawing *d, int body)
{
    const mb_spot at = mb_drawing_spot(d, d->m->body[body].com);

    if (d->m->body[body].point)
        return;
    mb_put_circle(d, "com", at, 0.45 * d->unit);
    mb_drawing_avoid(d, at, at);
}

void mb_draw_bodies(mb_drawing *d)
{
    for (int i = 0; i < d->m->nbodies; i++)
        if (!d->still || !d->still[i])
            draw_body(d, i);
    for (int i = 0; i < d->m->nbodies && !d->ghost; i++)
        draw_com(d, i);
}

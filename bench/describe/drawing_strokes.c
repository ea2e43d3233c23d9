/* SPDX-License-Identifier: MIT */
/* What symbols of a drawing are made of: lines, circles, arrows, rings. */
#include <math.h>
#include <string.h>

#include "bench/describe/drawing.h"

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
    size = radius / sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
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

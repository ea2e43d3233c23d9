/* SPDX-License-Identifier: MIT */
/* Names and frame of a drawing: words go where they cover least. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "bench/describe/drawing.h"

static const double letter = 6.0, line = 12.0; /* [px] of a name */

void mb_drawing_avoid(mb_drawing *d, mb_spot from, mb_spot to)
{
    const double step = 8.0; /* [px] */
    const int n = (int)fmin(hypot(to.x - from.x, to.y - from.y) / step, 200.0);

    for (int i = 0; i <= n && !d->ghost && d->nobstacles < MB_DRAWING_OBSTACLES; i++) {
        const double part = n ? (double)i / n : 0.0;

        d->obstacle[d->nobstacles++] =
            (mb_spot){from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    }
}

void mb_drawing_name(mb_drawing *d, mb_spot at, const char *name, bool body)
{
    mb_label *label;

    if (d->ghost)
        return;
    for (int i = 0; i < d->nlabels; i++) {
        label = &d->label[i];
        if (label->body != body || hypot(label->at.x - at.x, label->at.y - at.y) > 0.7 * d->unit)
            continue;
        mb_join(label->text, sizeof label->text, ", ", name);
        return;
    }
    if (d->nlabels == MB_DRAWING_LABELS)
        return;
    label = &d->label[d->nlabels++];
    label->at = at;
    label->body = body;
    mb_copy_plain(label->text, sizeof label->text, name);
}

/* The box of a name that stands around a spot in a direction. */
typedef struct frame {
    double left, top, right, bottom;
} frame;

static frame frame_at(mb_spot at, double length, double angle, double away)
{
    const double x = at.x + cos(angle) * (away + 0.5 * length),
                 y = at.y + sin(angle) * (away + 6.0);

    return (frame){x - 0.5 * length, y - 0.5 * line, x + 0.5 * length, y + 0.5 * line};
}

static bool overlap(const frame *a, const frame *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* How much a name would cover. */
static double covered(const mb_drawing *d, const frame *f, const frame *placed, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += overlap(f, &placed[i]) ? 20.0 : 0.0;
    for (int i = 0; i < d->nobstacles; i++) {
        const mb_spot s = d->obstacle[i];

        sum += s.x > f->left - 2 && s.x < f->right + 2 && s.y > f->top && s.y < f->bottom ? 1 : 0;
    }
    for (int i = 0; i < d->nlabels; i++) {
        const mb_spot s = d->label[i].at;

        if (!d->label[i].body)
            sum += s.x > f->left - d->unit && s.x < f->right + d->unit && s.y > f->top - d->unit &&
                           s.y < f->bottom + d->unit
                       ? 4.0
                       : 0.0;
    }
    return sum + (f->left < 2.0 || f->right > d->width - 2.0 ? 50.0 : 0.0);
}

void mb_draw_names(mb_drawing *d)
{
    enum { DIRECTIONS = 12, RINGS = 4 };
    static const double ring[RINGS] = {1.0, 7.0, 14.0, 24.0}; /* [px] from the spot */
    frame placed[MB_DRAWING_LABELS];

    if (d->m->nbodies + d->m->njoints > MB_DRAWING_LABELS)
        return;
    for (int i = 0; i < d->nlabels; i++) {
        const mb_label *l = &d->label[i];
        const double length = letter * (double)strlen(l->text);
        double least = INFINITY;

        for (int k = 0; k < RINGS * DIRECTIONS; k++) {
            /* above and to the right first */
            const double angle = -0.25 * M_PI + 2.0 * M_PI * k / DIRECTIONS;
            const frame f = frame_at(l->at, length, angle, 2.0 * d->unit + ring[k / DIRECTIONS]);
            const double cost = covered(d, &f, placed, i) + 0.8 * (k / DIRECTIONS);

            if (cost < least) {
                least = cost;
                placed[i] = f;
            }
        }
        fprintf(d->out,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
                l->body ? "of-body" : "of-joint", 0.5 * (placed[i].left + placed[i].right),
                placed[i].bottom - 2.5, l->text);
    }
}

/* ---- frame -------------------------------------------------------------------------------------------- */

static void put_text(const mb_drawing *d, const char *kind, double x, double y, const char *text)
{
    fprintf(d->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y);
    for (const char *c = text, *plain; *c;) {
        size_t n;

        c += mb_text_next(c, &plain, &n);
        if (*plain == '<' || *plain == '&')
            fputs(*plain == '<' ? "&lt;" : "&amp;", d->out);
        else
            fwrite(plain, 1, n, d->out);
    }
    fputs("</text>\n", d->out);
}

/* A round length of a fifth of the paper or less. */
static void put_scale(const mb_drawing *d)
{
    const double most = 0.22 * d->width / d->scale, ten = pow(10.0, floor(log10(most)));
    const double length = ten * (most / ten >= 5.0 ? 5.0 : most / ten >= 2.0 ? 2.0 : 1.0);
    const double x = 18.0, y = d->height - 16.0, end = x + d->scale * length;
    const mb_spot bar[4] = {{x, y - 4.0}, {x, y}, {end, y}, {end, y - 4.0}};
    char text[48];

    mb_put_path(d, "frame", bar, 4, false);
    if (length >= 0.1 && length < 1e4)
        snprintf(text, sizeof text, "%g m", length);
    else if (length < 0.1 && length >= 1e-4)
        snprintf(text, sizeof text, "%g mm", 1e3 * length);
    else
        snprintf(text, sizeof text, "%.0e m", length);
    put_text(d, "frame-text", end + 6.0, y + 1.0, text);
}

/* Directions of the world, and that of gravity, at the right. */
static void put_directions(const mb_drawing *d)
{
    static const char *const names[] = {"x", "y", "z"};
    const double *g = d->m->gravity, size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    const mb_spot corner = {d->width - 40.0, d->height - 34.0};
    mb_spot along;

    for (int i = 0; i < (d->m->spatial ? 3 : 2); i++) {
        double e[3] = {0.0, 0.0, 0.0};

        e[i] = 1.0;
        along = mb_drawing_direction(d, e);
        mb_put_segment(d, "frame", corner,
                       (mb_spot){corner.x + 20.0 * along.x, corner.y + 20.0 * along.y});
        put_text(d, "frame-text", corner.x + 27.0 * along.x - 3.0, corner.y + 27.0 * along.y + 3.0,
                 names[i]);
    }
    if (!(size > 0.0))
        return;
    along = mb_drawing_direction(d, g);
    along = (mb_spot){along.x / size, along.y / size};
    mb_put_arrow(d, "frame", (mb_spot){d->width - 76.0, corner.y - 8.0},
                 (mb_spot){d->width - 76.0 + 24.0 * along.x, corner.y - 8.0 + 24.0 * along.y});
    put_text(d, "frame-text", d->width - 90.0, corner.y + 4.0, "g");
}

void mb_draw_frame(const mb_drawing *d)
{
    char title[160];

    if (d->head > 0.0) {
        put_text(d, "name", 18.0, 26.0, d->m->name);
        mb_copy_plain(title, sizeof title, d->m->title);
        put_text(d, "of-body", 18.0, 42.0, title);
    }
    put_scale(d);
    put_directions(d);
}

/* Rows of constant distance between two points, Phi = dx^2 + dy^2 - L^2 with d = b - a: quadratic,
 * so gamma = -2 (dv . dv) and D at a midpoint is the exact discrete gradient.
 *
 * Coordinates of a point may be held.  A held coordinate is read as a constant, has weight 0 in
 * everything that is added, and borrows the first position of the array, so that no loop
 * branches. */
#include <math.h>

#include "problems/elements/assembly.h"

/* Ends of an element: xa, ya, xb, yb. */
enum { XA, YA, XB, YB, ENDS };

/* Pairs of ends that a tangent couples: x with x, y with y. */
static const int pair[8][2] = {{XA, XA}, {XA, XB}, {XB, XA}, {XB, XB},
                               {YA, YA}, {YA, YB}, {YB, YA}, {YB, YB}};

struct distance {
    mb_reader end[ENDS];
    int position[ENDS]; /* in D */
    int row;
    double square;   /* L^2 [m2] */
    int fixed[ENDS]; /* number of a fixed coordinate, -1 for a variable */
    int tangent[8];  /* in H, as `pair` */
};

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct distance *e = group->element;

    for (int k = 0; k < group->n; k++, e++) {
        for (int i = 0; i < ENDS; i++)
            if (e->fixed[i] < 0)
                mb_pattern_add(d, e->row, e->end[i].i);
        for (int p = 0; p < 8; p++)
            if (e->fixed[pair[p][0]] < 0 && e->fixed[pair[p][1]] < 0)
                mb_pattern_add(h, e->end[pair[p][0]].i, e->end[pair[p][1]].i);
    }
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct distance *e = group->element;

    for (int k = 0; k < group->n; k++, e++) {
        for (int i = 0; i < ENDS; i++)
            if (e->fixed[i] < 0)
                e->position[i] = mb_pattern_find(d, e->row, e->end[i].i);
        for (int p = 0; p < 8; p++)
            if (e->fixed[pair[p][0]] < 0 && e->fixed[pair[p][1]] < 0)
                e->tangent[p] = mb_pattern_find(h, e->end[pair[p][0]].i, e->end[pair[p][1]].i);
    }
}

static inline void span(const struct distance *e, const double *q, double *dx, double *dy)
{
    *dx = mb_read(&e->end[XB], q) - mb_read(&e->end[XA], q);
    *dy = mb_read(&e->end[YB], q) - mb_read(&e->end[YA], q);
}

static inline void span_rate(const struct distance *e, const double *v, double *dx, double *dy)
{
    *dx = mb_read_rate(&e->end[XB], v) - mb_read_rate(&e->end[XA], v);
    *dy = mb_read_rate(&e->end[YB], v) - mb_read_rate(&e->end[YA], v);
}

/* row of D in the direction (x, y) */
static inline void add_row(const struct distance *e, double x, double y, double *d)
{
    d[e->position[XA]] -= e->end[XA].s * x;
    d[e->position[YA]] -= e->end[YA].s * y;
    d[e->position[XB]] += e->end[XB].s * x;
    d[e->position[YB]] += e->end[YB].s * y;
}

static void phi(const mb_element_group *group, double t, const double *q, const double *w,
                double *out)
{
    const struct distance *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double dx, dy;

        span(e, q, &dx, &dy);
        out[e->row] = dx * dx + dy * dy - e->square;
    }
}

static void jacobian(const mb_element_group *group, double t, const double *q, const double *w,
                     double *d)
{
    const struct distance *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double dx, dy;

        span(e, q, &dx, &dy);
        add_row(e, 2.0 * dx, 2.0 * dy, d);
    }
}

static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    const struct distance *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double dx, dy;

        span_rate(e, v, &dx, &dy);
        out[e->row] = -2.0 * (dx * dx + dy * dy);
    }
}

static void jacobian_dot(const mb_element_group *group, double t, const double *q, const double *v,
                         double *d)
{
    const struct distance *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double dx, dy;

        span_rate(e, v, &dx, &dy);
        add_row(e, 2.0 * dx, 2.0 * dy, d);
    }
}

static void constraint_tangent(const mb_element_group *group, double t, const double *q,
                               const double *y, double *h)
{
    const struct distance *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double twice = 2.0 * y[e->row];

        for (int p = 0; p < 8; p++) {
            int a = pair[p][0], b = pair[p][1];

            h[e->tangent[p]] += (a == b ? twice : -twice) * e->end[a].s * e->end[b].s;
        }
    }
}

static void gamma_v(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct distance *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double dx, dy;

        span_rate(e, v, &dx, &dy);
        add_row(e, -4.0 * dx, -4.0 * dy, g);
    }
}

const mb_kind mb_kind_distance = {
    .size = sizeof(struct distance),
    .announce = announce,
    .place = place,
    .midpoint_exact = true,
    .phi = phi,
    .jacobian = jacobian,
    .gamma = gamma_,
    .jacobian_dot = jacobian_dot,
    .constraint_tangent = constraint_tangent,
    .gamma_v = gamma_v,
};

void mb_kit_distance(mb_kit *kit, int a, int b, double length)
{
    struct distance *e;

    if (!mb_kit_has_point(kit, "a constant distance", a) ||
        !mb_kit_has_point(kit, "a constant distance", b))
        return;
    if (!(length > 0.0) || isinf(length) || a == b) {
        mb_kit_refuse(kit,
                      "the distance of points %d and %d is %g; it must join two points and be "
                      "above 0, where its row has a gradient",
                      a, b, length);
        return;
    }
    e = mb_kit_element(kit, &mb_kind_distance);
    if (!e)
        return;
    e->row = mb_kit_new_row(kit, 0.0, (mb_label){"distance", "point", a, b});
    e->square = length * length;
    for (int i = 0; i < ENDS; i++) {
        mb_slot slot = kit->point[i < XB ? a : b][i % 2];

        e->end[i] = mb_kit_reader(slot);
        e->fixed[i] = slot.i < 0 ? slot.fixed : -1;
    }
}

bool mb_distance_touches(const mb_element_group *group, int k, int fixed, int *end)
{
    const struct distance *e = (const struct distance *)group->element + k;

    for (*end = 0; *end < ENDS; ++*end)
        if (e->fixed[*end] == fixed)
            return true;
    return false;
}

double mb_distance_derivative(const mb_element_group *group, int k, int end, const double *q,
                              int *row)
{
    const struct distance *e = (const struct distance *)group->element + k;
    double dx, dy, d;

    span(e, q, &dx, &dy);
    d = end % 2 ? dy : dx;
    *row = e->row;
    return end < XB ? -2.0 * d : 2.0 * d;
}

/* Nonholonomic rows of a blade (or a wheel without slip to the side) on a planar body with
 * coordinates x, y, phi: the point at distance b ahead of the centre of mass moves along the body's
 * x axis only,
 *     -sin phi x' + cos phi y' + b phi' = 0,      gamma = phi' (cos phi x' + sin phi y'). */
#include <math.h>

#include "problems/elements/assembly.h"

struct blade {
    int i, row;      /* the body's x */
    int position[3]; /* in D */
    int tangent[2];  /* in H: (x, phi) and (y, phi) */
    double ahead;    /* b [m] */
};

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct blade *e = group->element;

    for (int k = 0; k < group->n; k++, e++) {
        for (int c = 0; c < 3; c++)
            mb_pattern_add(d, e->row, e->i + c);
        for (int c = 0; c < 2; c++)
            mb_pattern_add(h, e->i + c, e->i + 2);
    }
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct blade *e = group->element;

    for (int k = 0; k < group->n; k++, e++) {
        for (int c = 0; c < 3; c++)
            e->position[c] = mb_pattern_find(d, e->row, e->i + c);
        for (int c = 0; c < 2; c++)
            e->tangent[c] = mb_pattern_find(h, e->i + c, e->i + 2);
    }
}

static void jacobian(const mb_element_group *group, double t, const double *q, const double *w,
                     double *d)
{
    const struct blade *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double s, c;

        sincos(q[e->i + 2], &s, &c);
        d[e->position[0]] -= s;
        d[e->position[1]] += c;
        d[e->position[2]] += e->ahead;
    }
}

static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    const struct blade *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double s, c;

        sincos(q[e->i + 2], &s, &c);
        out[e->row] += v[e->i + 2] * (c * v[e->i] + s * v[e->i + 1]);
    }
}

static void jacobian_dot(const mb_element_group *group, double t, const double *q, const double *v,
                         double *d)
{
    const struct blade *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double s, c;

        sincos(q[e->i + 2], &s, &c);
        d[e->position[0]] -= c * v[e->i + 2];
        d[e->position[1]] -= s * v[e->i + 2];
    }
}

static void constraint_tangent(const mb_element_group *group, double t, const double *q,
                               const double *y, double *h)
{
    const struct blade *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double s, c;

        sincos(q[e->i + 2], &s, &c);
        h[e->tangent[0]] -= c * y[e->row];
        h[e->tangent[1]] -= s * y[e->row];
    }
}

static void gamma_q(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct blade *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double s, c;

        sincos(q[e->i + 2], &s, &c);
        g[e->position[2]] += v[e->i + 2] * (c * v[e->i + 1] - s * v[e->i]);
    }
}

static void gamma_v(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct blade *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double s, c;

        sincos(q[e->i + 2], &s, &c);
        g[e->position[0]] += c * v[e->i + 2];
        g[e->position[1]] += s * v[e->i + 2];
        g[e->position[2]] += c * v[e->i] + s * v[e->i + 1];
    }
}

static const mb_kind kind = {
    .size = sizeof(struct blade),
    .announce = announce,
    .place = place,
    .jacobian = jacobian,
    .gamma = gamma_,
    .jacobian_dot = jacobian_dot,
    .constraint_tangent = constraint_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
};

void mb_kit_blade(mb_kit *kit, int body, double ahead)
{
    struct blade *e;
    int row;

    if (!mb_kit_has_body(kit, "a blade", body))
        return;
    row = mb_kit_new_velocity_row(kit, (mb_label){"blade", "body", body, MB_NOTHING});
    e = mb_kit_element(kit, &kind);
    if (e)
        *e = (struct blade){.i = mb_kit_body_coordinate(kit, body), .row = row, .ahead = ahead};
}

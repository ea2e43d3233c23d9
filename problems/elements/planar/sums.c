/* Rows in the sum of two coordinates, s = q_i + q_j:  a cos s + b sin s.  Vector loops of planar
 * bodies in relative angles are such rows. */
#include <math.h>

#include "problems/elements/assembly.h"

struct sum {
    int i[2], row;
    int position[2], tangent[2][2]; /* in D, in H */
    double a, b;
};

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct sum *e = group->element;

    for (int k = 0; k < group->n; k++, e++)
        for (int x = 0; x < 2; x++) {
            mb_pattern_add(d, e->row, e->i[x]);
            for (int y = 0; y < 2; y++)
                mb_pattern_add(h, e->i[x], e->i[y]);
        }
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct sum *e = group->element;

    for (int k = 0; k < group->n; k++, e++)
        for (int x = 0; x < 2; x++) {
            e->position[x] = mb_pattern_find(d, e->row, e->i[x]);
            for (int y = 0; y < 2; y++)
                e->tangent[x][y] = mb_pattern_find(h, e->i[x], e->i[y]);
        }
}

static double value(const struct sum *e, const double *q)
{
    double s = q[e->i[0]] + q[e->i[1]];

    return e->a * cos(s) + e->b * sin(s);
}

static double slope(const struct sum *e, const double *q)
{
    double s = q[e->i[0]] + q[e->i[1]];

    return e->b * cos(s) - e->a * sin(s);
}

static double rate(const struct sum *e, const double *v)
{
    return v[e->i[0]] + v[e->i[1]];
}

static void phi(const mb_element_group *group, double t, const double *q, const double *w,
                double *out)
{
    const struct sum *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++)
        out[e->row] += value(e, q);
}

/* adds x to the row's two entries of D */
static void add_both(const struct sum *e, double x, double *d)
{
    d[e->position[0]] += x;
    d[e->position[1]] += x;
}

static void jacobian(const mb_element_group *group, double t, const double *q, const double *w,
                     double *d)
{
    const struct sum *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++)
        add_both(e, slope(e, q), d);
}

/* The second derivative is minus the value. */
static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    const struct sum *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double w = rate(e, v);

        out[e->row] += value(e, q) * w * w;
    }
}

static void jacobian_dot(const mb_element_group *group, double t, const double *q, const double *v,
                         double *d)
{
    const struct sum *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++)
        add_both(e, -value(e, q) * rate(e, v), d);
}

static void constraint_tangent(const mb_element_group *group, double t, const double *q,
                               const double *y, double *h)
{
    const struct sum *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double bend = -value(e, q) * y[e->row];

        for (int p = 0; p < 4; p++)
            h[e->tangent[p / 2][p % 2]] += bend;
    }
}

static void gamma_q(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct sum *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double w = rate(e, v);

        add_both(e, slope(e, q) * w * w, g);
    }
}

static void gamma_v(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct sum *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++)
        add_both(e, 2.0 * value(e, q) * rate(e, v), g);
}

static const mb_kind kind = {
    .size = sizeof(struct sum),
    .announce = announce,
    .place = place,
    .phi = phi,
    .jacobian = jacobian,
    .gamma = gamma_,
    .jacobian_dot = jacobian_dot,
    .constraint_tangent = constraint_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
};

void mb_kit_sum_turning(mb_kit *kit, int row, int i, int j, double a, double b)
{
    struct sum *e;

    if (j < 0) {
        mb_kit_turning(kit, row, i, a, b);
        return;
    }
    if (!mb_kit_has_row(kit, "a term", row) || !mb_kit_has_coordinate(kit, "a term of a row", i) ||
        !mb_kit_has_coordinate(kit, "a term of a row", j))
        return;
    e = mb_kit_element(kit, &kind);
    if (e)
        *e = (struct sum){.i = {i, j}, .row = row, .a = a, .b = b};
}

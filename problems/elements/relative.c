/* Planar bodies described by relative angles: an arm turns with the coordinate b about a fixed
 * pivot and carries a body that turns with b + r.
 *
 * Rows in the sum of two coordinates, s = q_i + q_j:   a cos s + b sin s.
 *
 * Masses: a centre of mass at R(b) a1 + R(b + r) a2 from the pivot has the kinetic energy
 *     m |a1|^2 b'^2 / 2 + (m |a2|^2 + I) (b' + r')^2 / 2 + f(r) b' (b' + r'),
 *     f(r) = m a1 . R(r) a2 = A cos r + B sin r,
 * of which the first two are constant masses and the third is the kind `carried`:
 *     M_bb += 2 f,  M_br = M_rb += f,   Q_b -= f' r' (2 b' + r'),  Q_r += f' b'^2. */
#include <math.h>

#include "problems/elements/assembly.h"

/* ---- rows in a sum of two coordinates ------------------------------------------------------- */

struct sum_turning {
    int i[2], row;
    int position[2], tangent[2][2]; /* in D, in H */
    double a, b;
};

static void sum_announce(const mb_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct sum_turning *e = group->element;

    for (int k = 0; k < group->n; k++, e++)
        for (int x = 0; x < 2; x++) {
            mb_pattern_add(d, e->row, e->i[x]);
            for (int y = 0; y < 2; y++)
                mb_pattern_add(h, e->i[x], e->i[y]);
        }
}

static void sum_place(mb_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct sum_turning *e = group->element;

    for (int k = 0; k < group->n; k++, e++)
        for (int x = 0; x < 2; x++) {
            e->position[x] = mb_pattern_find(d, e->row, e->i[x]);
            for (int y = 0; y < 2; y++)
                e->tangent[x][y] = mb_pattern_find(h, e->i[x], e->i[y]);
        }
}

static double sum_value(const struct sum_turning *e, const double *q)
{
    double s = q[e->i[0]] + q[e->i[1]];

    return e->a * cos(s) + e->b * sin(s);
}

static double sum_slope(const struct sum_turning *e, const double *q)
{
    double s = q[e->i[0]] + q[e->i[1]];

    return e->b * cos(s) - e->a * sin(s);
}

static double sum_rate(const struct sum_turning *e, const double *v)
{
    return v[e->i[0]] + v[e->i[1]];
}

static void sum_phi(const mb_group *group, double t, const double *q, const double *w, double *out)
{
    const struct sum_turning *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++)
        out[e->row] += sum_value(e, q);
}

/* adds x to the row's two entries of D */
static void add_both(const struct sum_turning *e, double x, double *d)
{
    d[e->position[0]] += x;
    d[e->position[1]] += x;
}

static void sum_jacobian(const mb_group *group, double t, const double *q, const double *w,
                         double *d)
{
    const struct sum_turning *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++)
        add_both(e, sum_slope(e, q), d);
}

/* The second derivative is minus the value. */
static void sum_gamma(const mb_group *group, double t, const double *q, const double *v,
                      double *out)
{
    const struct sum_turning *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double rate = sum_rate(e, v);

        out[e->row] += sum_value(e, q) * rate * rate;
    }
}

static void sum_jacobian_dot(const mb_group *group, double t, const double *q, const double *v,
                             double *d)
{
    const struct sum_turning *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++)
        add_both(e, -sum_value(e, q) * sum_rate(e, v), d);
}

static void sum_constraint_tangent(const mb_group *group, double t, const double *q,
                                   const double *y, double *h)
{
    const struct sum_turning *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double bend = -sum_value(e, q) * y[e->row];

        for (int p = 0; p < 4; p++)
            h[e->tangent[p / 2][p % 2]] += bend;
    }
}

static void sum_gamma_q(const mb_group *group, double t, const double *q, const double *v,
                        double *g)
{
    const struct sum_turning *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double rate = sum_rate(e, v);

        add_both(e, sum_slope(e, q) * rate * rate, g);
    }
}

static void sum_gamma_v(const mb_group *group, double t, const double *q, const double *v,
                        double *g)
{
    const struct sum_turning *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++)
        add_both(e, 2.0 * sum_value(e, q) * sum_rate(e, v), g);
}

static const mb_kind kind_sum_turning = {
    .size = sizeof(struct sum_turning),
    .announce = sum_announce,
    .place = sum_place,
    .phi = sum_phi,
    .jacobian = sum_jacobian,
    .gamma = sum_gamma,
    .jacobian_dot = sum_jacobian_dot,
    .constraint_tangent = sum_constraint_tangent,
    .gamma_q = sum_gamma_q,
    .gamma_v = sum_gamma_v,
};

void mb_kit_sum_turning(mb_kit *kit, int row, int i, int j, double a, double b)
{
    struct sum_turning *e;

    if (j < 0) {
        mb_kit_turning(kit, row, i, a, b);
        return;
    }
    e = mb_kit_element(kit, &kind_sum_turning);
    if (e)
        *e = (struct sum_turning){.i = {i, j}, .row = row, .a = a, .b = b};
}

/* ---- masses --------------------------------------------------------------------------------- */

struct carried {
    int b, r;
    int mass_bb, mass_br, mass_rb;                      /* in M */
    int tangent_bb, tangent_br, tangent_rb, tangent_rr; /* in H */
    double cosine, sine;                                /* A, B [kg m2] */
};

static void announce(const mb_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct carried *e = group->element;

    (void)d;
    for (int k = 0; k < group->n; k++, e++) {
        mb_pattern_add(h, e->b, e->b);
        mb_pattern_add(h, e->b, e->r);
        mb_pattern_add(h, e->r, e->b);
        mb_pattern_add(h, e->r, e->r);
    }
}

static void place(mb_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct carried *e = group->element;

    (void)d;
    for (int k = 0; k < group->n; k++, e++) {
        e->tangent_bb = mb_pattern_find(h, e->b, e->b);
        e->tangent_br = mb_pattern_find(h, e->b, e->r);
        e->tangent_rb = mb_pattern_find(h, e->r, e->b);
        e->tangent_rr = mb_pattern_find(h, e->r, e->r);
    }
}

static void place_mass(mb_group *group, const mb_pattern *m)
{
    struct carried *e = group->element;

    for (int k = 0; k < group->n; k++, e++) {
        e->mass_bb = mb_pattern_find(m, e->b, e->b);
        e->mass_br = mb_pattern_find(m, e->b, e->r);
        e->mass_rb = mb_pattern_find(m, e->r, e->b);
    }
}

static double value(const struct carried *e, const double *q)
{
    return e->cosine * cos(q[e->r]) + e->sine * sin(q[e->r]);
}

static double slope(const struct carried *e, const double *q)
{
    return e->sine * cos(q[e->r]) - e->cosine * sin(q[e->r]);
}

static void mass(const mb_group *group, double t, const double *q, const double *w, double *m)
{
    const struct carried *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double f = value(e, q);

        m[e->mass_bb] += 2.0 * f;
        m[e->mass_br] += f;
        m[e->mass_rb] += f;
    }
}

static double kinetic(const mb_group *group, double t, const double *q, const double *v)
{
    const struct carried *e = group->element;
    double sum = 0.0;

    (void)t;
    for (int k = 0; k < group->n; k++, e++)
        sum += value(e, q) * v[e->b] * (v[e->b] + v[e->r]);
    return sum;
}

static void force(const mb_group *group, double t, const double *q, const double *v, double *out)
{
    const struct carried *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double df = slope(e, q);

        out[e->b] -= df * v[e->r] * (2.0 * v[e->b] + v[e->r]);
        out[e->r] += df * v[e->b] * v[e->b];
    }
}

static void stiffness(const mb_group *group, double t, const double *q, const double *v, double *h)
{
    const struct carried *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double d2f = -value(e, q);

        h[e->tangent_br] += d2f * v[e->r] * (2.0 * v[e->b] + v[e->r]);
        h[e->tangent_rr] -= d2f * v[e->b] * v[e->b];
    }
}

static void damping(const mb_group *group, double t, const double *q, const double *v, double *h)
{
    const struct carried *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double df = slope(e, q);

        h[e->tangent_bb] += 2.0 * df * v[e->r];
        h[e->tangent_br] += 2.0 * df * (v[e->b] + v[e->r]);
        h[e->tangent_rb] -= 2.0 * df * v[e->b];
    }
}

static void mass_tangent(const mb_group *group, double t, const double *q, const double *a,
                         double *h)
{
    const struct carried *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double df = slope(e, q);

        h[e->tangent_br] += df * (2.0 * a[e->b] + a[e->r]);
        h[e->tangent_rr] += df * a[e->b];
    }
}

static const mb_kind kind_carried = {
    .size = sizeof(struct carried),
    .announce = announce,
    .place = place,
    .place_mass = place_mass,
    .mass = mass,
    .kinetic = kinetic,
    .force = force,
    .stiffness = stiffness,
    .damping = damping,
    .mass_tangent = mass_tangent,
};

void mb_kit_arm_mass(mb_kit *kit, int base, double inertia)
{
    mb_kit_mass(kit, mb_kit_slot(base), mb_kit_slot(base), inertia);
}

void mb_kit_carried_mass(mb_kit *kit, int base, int relative, double m, double inertia,
                         const double a1[2], const double a2[2])
{
    const double turning = m * (a2[0] * a2[0] + a2[1] * a2[1]) + inertia;
    const mb_slot b = mb_kit_slot(base), r = mb_kit_slot(relative);
    struct carried *e = mb_kit_element(kit, &kind_carried);

    mb_kit_mass(kit, b, b, m * (a1[0] * a1[0] + a1[1] * a1[1]) + turning);
    mb_kit_mass(kit, b, r, turning);
    mb_kit_mass(kit, r, b, turning);
    mb_kit_mass(kit, r, r, turning);
    if (e)
        *e = (struct carried){.b = base,
                              .r = relative,
                              .cosine = m * (a1[0] * a2[0] + a1[1] * a2[1]),
                              .sine = m * (a1[1] * a2[0] - a1[0] * a2[1])};
}

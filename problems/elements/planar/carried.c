/* Masses of planar bodies described by relative angles: an arm turns with the coordinate b about a
 * fixed pivot and carries a body that turns with b + r.  A centre of mass at R(b) a1 + R(b + r) a2
 * from the pivot has the kinetic energy
 *     m |a1|^2 b'^2 / 2 + (m |a2|^2 + I) (b' + r')^2 / 2 + f(r) b' (b' + r'),
 *     f(r) = m a1 . R(r) a2 = A cos r + B sin r,
 * of which the first two are constant masses and the third is this kind:
 *     M_bb += 2 f,  M_br = M_rb += f,   Q_b -= f' r' (2 b' + r'),  Q_r += f' b'^2. */
#include <math.h>

#include "problems/elements/assembly.h"

struct carried {
    int b, r;
    int mass_bb, mass_br, mass_rb;                      /* in M */
    int tangent_bb, tangent_br, tangent_rb, tangent_rr; /* in H */
    double cosine, sine;                                /* A, B [kg m2] */
};

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
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

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
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

static void place_mass(mb_element_group *group, const mb_pattern *m)
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

static void mass(const mb_element_group *group, double t, const double *q, const double *w,
                 double *m)
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

static double kinetic(const mb_element_group *group, double t, const double *q, const double *v)
{
    const struct carried *e = group->element;
    double sum = 0.0;

    (void)t;
    for (int k = 0; k < group->n; k++, e++)
        sum += value(e, q) * v[e->b] * (v[e->b] + v[e->r]);
    return sum;
}

static void force(const mb_element_group *group, double t, const double *q, const double *v,
                  double *out)
{
    const struct carried *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double df = slope(e, q);

        out[e->b] -= df * v[e->r] * (2.0 * v[e->b] + v[e->r]);
        out[e->r] += df * v[e->b] * v[e->b];
    }
}

static void stiffness(const mb_element_group *group, double t, const double *q, const double *v,
                      double *h)
{
    const struct carried *e = group->element;

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        double d2f = -value(e, q);

        h[e->tangent_br] += d2f * v[e->r] * (2.0 * v[e->b] + v[e->r]);
        h[e->tangent_rr] -= d2f * v[e->b] * v[e->b];
    }
}

static void damping(const mb_element_group *group, double t, const double *q, const double *v,
                    double *h)
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

static void mass_tangent(const mb_element_group *group, double t, const double *q, const double *a,
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

static const mb_kind kind = {
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
    if (mb_kit_has_coordinate(kit, "an arm", base) &&
        mb_kit_sound_mass(kit, "the inertia of an arm", inertia))
        mb_kit_mass(kit, mb_kit_slot(base), mb_kit_slot(base), inertia);
}

void mb_kit_carried_mass(mb_kit *kit, int base, int relative, double m, double inertia,
                         const double a1[2], const double a2[2])
{
    const double turning = m * (a2[0] * a2[0] + a2[1] * a2[1]) + inertia;
    const mb_slot b = mb_kit_slot(base), r = mb_kit_slot(relative);
    struct carried *e;

    if (!mb_kit_has_coordinate(kit, "a carried body", base) ||
        !mb_kit_has_coordinate(kit, "a carried body", relative) ||
        !mb_kit_sound_mass(kit, "the mass of a carried body", m) ||
        !mb_kit_sound_mass(kit, "the moment of inertia of a carried body", inertia))
        return;
    e = mb_kit_element(kit, &kind);
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

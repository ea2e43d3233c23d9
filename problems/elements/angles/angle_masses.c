/* Masses of bodies with a place r and three Euler angles: a mass mu at sigma r + w, w = A u, with
 * sigma 1 (it rides on the place, and has weight) or 0 (it turns about it only),
 *     T = mu |sigma r' + w'|^2 / 2,   V = -mu sigma g . (r + w).
 * A rigid body with principal inertia J about its centre of mass c is its mass at u = c and, along
 * each principal axis e_k, a turning mass p_k = (J1 + J2 + J3)/2 - J_k at u = e_k: frames need not
 * be at the centres of mass, and no gyroscopic terms are written down.  With
 * w'' = sum d_k a_k + bend,
 *     M_rx = mu sigma d_k,  M_xx = mu d_k . d_l,
 *     Q_r = -mu sigma bend,  Q_x = -mu d_k . bend + mu sigma g . d_k. */
#include <string.h>

#include "base/vector3.h"
#include "problems/elements/angles/turned.h"
#include "problems/elements/assembly.h"

struct mass {
    mb_turned vector;
    int r;                                  /* first coordinate of the place */
    double mu, sigma;                       /* [kg], 1 or 0 */
    double g[3];                            /* gravity [m/s2] */
    int rx[3][3], xr[3][3], xx[3][3];       /* in M */
    int tangent_rx[3][3], tangent_xx[3][3]; /* in H */
};

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct mass *e = group->element;

    (void)d;
    for (int n = 0; n < group->n; n++, e++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                mb_pattern_add(h, e->r + k, e->vector.i + l);
                mb_pattern_add(h, e->vector.i + k, e->vector.i + l);
            }
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct mass *e = group->element;

    (void)d;
    for (int n = 0; n < group->n; n++, e++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                e->tangent_rx[k][l] = mb_pattern_find(h, e->r + k, e->vector.i + l);
                e->tangent_xx[k][l] = mb_pattern_find(h, e->vector.i + k, e->vector.i + l);
            }
}

static void place_mass(mb_element_group *group, const mb_pattern *m)
{
    struct mass *e = group->element;

    for (int n = 0; n < group->n; n++, e++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                e->rx[k][l] = mb_pattern_find(m, e->r + k, e->vector.i + l);
                e->xr[k][l] = mb_pattern_find(m, e->vector.i + k, e->r + l);
                e->xx[k][l] = mb_pattern_find(m, e->vector.i + k, e->vector.i + l);
            }
}

static void mass(const mb_element_group *group, double t, const double *q, const double *w,
                 double *m)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;

    (void)t, (void)w;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_place(&e->vector, q, &jet);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                m[e->rx[k][l]] += e->mu * e->sigma * jet.d[l][k];
                m[e->xr[k][l]] += e->mu * e->sigma * jet.d[k][l];
                m[e->xx[k][l]] += e->mu * mb_dot(jet.d[k], jet.d[l]);
            }
    }
}

/* without mu sigma |r'|^2 / 2, which is constant mass */
static double kinetic(const mb_element_group *group, double t, const double *q, const double *v)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;
    double sum = 0.0;

    (void)t;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_move(&e->vector, q, v, &jet);
        sum += e->mu * (e->sigma * mb_dot(v + e->r, jet.rate) + 0.5 * mb_dot(jet.rate, jet.rate));
    }
    return sum;
}

/* without -mu sigma g . r, which is constant weight */
static double potential(const mb_element_group *group, double t, const double *q, const double *w)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;
    double sum = 0.0;

    (void)t, (void)w;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_place(&e->vector, q, &jet);
        sum -= e->mu * e->sigma * mb_dot(e->g, jet.w);
    }
    return sum;
}

static void force(const mb_element_group *group, double t, const double *q, const double *v,
                  double *out)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;

    (void)t;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_move(&e->vector, q, v, &jet);
        for (int k = 0; k < 3; k++) {
            out[e->r + k] -= e->mu * e->sigma * jet.bend[k];
            out[e->vector.i + k] +=
                e->mu * (e->sigma * mb_dot(e->g, jet.d[k]) - mb_dot(jet.d[k], jet.bend));
        }
    }
}

static void stiffness(const mb_element_group *group, double t, const double *q, const double *v,
                      double *h)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;

    (void)t;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_bend(&e->vector, q, v, &jet);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                h[e->tangent_rx[k][l]] += e->mu * e->sigma * jet.dbend[l][k];
                h[e->tangent_xx[k][l]] +=
                    e->mu * (mb_dot(jet.dd[k][l], jet.bend) + mb_dot(jet.d[k], jet.dbend[l]) -
                             e->sigma * mb_dot(e->g, jet.dd[k][l]));
            }
    }
}

static void damping(const mb_element_group *group, double t, const double *q, const double *v,
                    double *h)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;

    (void)t;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_move(&e->vector, q, v, &jet);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                h[e->tangent_rx[k][l]] += 2.0 * e->mu * e->sigma * jet.drate[l][k];
                h[e->tangent_xx[k][l]] += 2.0 * e->mu * mb_dot(jet.d[k], jet.drate[l]);
            }
    }
}

/* With "v" = a, rate is the part sum d_k a_k of w'' and drate its derivative */
static void mass_tangent(const mb_element_group *group, double t, const double *q, const double *a,
                         double *h)
{
    const struct mass *e = group->element;
    mb_turned_jet jet;

    (void)t;
    for (int n = 0; n < group->n; n++, e++) {
        mb_turned_move(&e->vector, q, a, &jet);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                h[e->tangent_rx[k][l]] += e->mu * e->sigma * jet.drate[l][k];
                h[e->tangent_xx[k][l]] +=
                    e->mu * (e->sigma * mb_dot(jet.dd[k][l], a + e->r) +
                             mb_dot(jet.dd[k][l], jet.rate) + mb_dot(jet.d[k], jet.drate[l]));
            }
    }
}

static const mb_kind kind = {
    .size = sizeof(struct mass),
    .announce = announce,
    .place = place,
    .place_mass = place_mass,
    .mass = mass,
    .kinetic = kinetic,
    .potential = potential,
    .force = force,
    .stiffness = stiffness,
    .damping = damping,
    .mass_tangent = mass_tangent,
};

void mb_kit_turned_mass(mb_kit *kit, int r, const mb_turned *vector, double mu, bool rides,
                        const double g[3])
{
    struct mass *e = mb_kit_element(kit, &kind);

    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            const mb_slot place = mb_kit_slot(r + k), angle = mb_kit_slot(vector->i + l);

            mb_kit_mass(kit, place, angle, 0.0);
            mb_kit_mass(kit, angle, place, 0.0);
            mb_kit_mass(kit, mb_kit_slot(vector->i + k), angle, 0.0);
        }
    if (!e)
        return;
    *e = (struct mass){.vector = *vector, .r = r, .mu = mu, .sigma = rides ? 1.0 : 0.0};
    memcpy(e->g, g, sizeof e->g);
}

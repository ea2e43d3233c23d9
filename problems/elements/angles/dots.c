/* Rows in scalar products of vectors that are fixed in bodies with Euler angles or in space,
 *     factor x . y.
 * Points that coincide and axes that stay perpendicular are such rows. */
#include "base/vector3.h"
#include "problems/elements/angles/turned.h"
#include "problems/elements/assembly.h"

/* Angles of x, then those of y */
enum { ANGLES = 6 };

struct dot {
    int row;
    double factor;
    mb_turned vector[2];
    int position[ANGLES], tangent[ANGLES][ANGLES]; /* in D, in H */
};

/* Coordinate of an angle, -1 when the vector is fixed in space */
static int coordinate(const struct dot *e, int k)
{
    int first = e->vector[k / 3].i;

    return first < 0 ? -1 : first + k % 3;
}

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct dot *e = group->element;

    for (int n = 0; n < group->n; n++, e++)
        for (int k = 0; k < ANGLES; k++) {
            if (coordinate(e, k) < 0)
                continue;
            mb_pattern_add(d, e->row, coordinate(e, k));
            for (int l = 0; l < ANGLES; l++)
                if (coordinate(e, l) >= 0)
                    mb_pattern_add(h, coordinate(e, k), coordinate(e, l));
        }
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct dot *e = group->element;

    for (int n = 0; n < group->n; n++, e++)
        for (int k = 0; k < ANGLES; k++) {
            if (coordinate(e, k) < 0)
                continue;
            e->position[k] = mb_pattern_find(d, e->row, coordinate(e, k));
            for (int l = 0; l < ANGLES; l++)
                if (coordinate(e, l) >= 0)
                    e->tangent[k][l] = mb_pattern_find(h, coordinate(e, k), coordinate(e, l));
        }
}

/* Both vectors, x first */
struct jets {
    mb_turned_jet x[2];
};

/* How far a vector is derived: mb_turned_move, mb_turned_bend, or its place without v */
typedef void (*turn)(const mb_turned *vector, const double *q, const double *v, mb_turned_jet *jet);

static void place_only(const mb_turned *vector, const double *q, const double *v,
                       mb_turned_jet *jet)
{
    (void)v;
    mb_turned_place(vector, q, jet);
}

/* What an element adds; w: the multipliers of constraint_tangent */
typedef void (*term)(const struct dot *e, const struct jets *j, const double *w, double *out);

static inline void add_each(const mb_element_group *group, turn derive, term add, const double *q,
                            const double *w, double *out)
{
    const struct dot *e = group->element;
    struct jets j;

    for (int n = 0; n < group->n; n++, e++) {
        derive(&e->vector[0], q, w, &j.x[0]);
        derive(&e->vector[1], q, w, &j.x[1]);
        add(e, &j, w, out);
    }
}

/* d[position of angle k] += f(k) for the angles there are */
#define EACH_ANGLE(e, k)                                                                           \
    for (int k = (e)->vector[0].i < 0 ? 3 : 0; k < ((e)->vector[1].i < 0 ? 3 : ANGLES); k++)

static void add_phi(const struct dot *e, const struct jets *j, const double *w, double *out)
{
    (void)w;
    out[e->row] += e->factor * mb_dot(j->x[0].w, j->x[1].w);
}

static void add_jacobian(const struct dot *e, const struct jets *j, const double *w, double *d)
{
    (void)w;
    EACH_ANGLE(e, k)
    d[e->position[k]] += e->factor * mb_dot(j->x[k / 3].d[k % 3], j->x[1 - k / 3].w);
}

/* (x . y)'' without accelerations is x'' . y + 2 x' . y' + x . y'' */
static void add_gamma(const struct dot *e, const struct jets *j, const double *w, double *out)
{
    (void)w;
    out[e->row] -= e->factor * (mb_dot(j->x[0].bend, j->x[1].w) + mb_dot(j->x[0].w, j->x[1].bend) +
                                2.0 * mb_dot(j->x[0].rate, j->x[1].rate));
}

/* Derivative of (x . y)' by the angle k */
static double rate_slope(const struct jets *j, int k)
{
    const mb_turned_jet *own = &j->x[k / 3], *other = &j->x[1 - k / 3];

    return mb_dot(own->drate[k % 3], other->w) + mb_dot(own->d[k % 3], other->rate);
}

static void add_jacobian_dot(const struct dot *e, const struct jets *j, const double *w, double *d)
{
    (void)w;
    EACH_ANGLE(e, k)
    d[e->position[k]] += e->factor * rate_slope(j, k);
}

static void add_constraint_tangent(const struct dot *e, const struct jets *j, const double *y,
                                   double *h)
{
    EACH_ANGLE(e, k)
    EACH_ANGLE(e, l)
    {
        const mb_turned_jet *own = &j->x[k / 3], *other = &j->x[1 - k / 3];
        double bend = k / 3 == l / 3 ? mb_dot(own->dd[k % 3][l % 3], other->w)
                                     : mb_dot(own->d[k % 3], other->d[l % 3]);

        h[e->tangent[k][l]] += y[e->row] * e->factor * bend;
    }
}

static void add_gamma_q(const struct dot *e, const struct jets *j, const double *w, double *g)
{
    (void)w;
    EACH_ANGLE(e, k)
    {
        const mb_turned_jet *own = &j->x[k / 3], *other = &j->x[1 - k / 3];

        g[e->position[k]] -= e->factor * (mb_dot(own->dbend[k % 3], other->w) +
                                          2.0 * mb_dot(own->drate[k % 3], other->rate) +
                                          mb_dot(own->d[k % 3], other->bend));
    }
}

static void add_gamma_v(const struct dot *e, const struct jets *j, const double *w, double *g)
{
    (void)w;
    EACH_ANGLE(e, k)
    g[e->position[k]] -= 2.0 * e->factor * rate_slope(j, k);
}

static void phi(const mb_element_group *group, double t, const double *q, const double *w,
                double *out)
{
    (void)t;
    add_each(group, place_only, add_phi, q, w, out);
}

static void jacobian(const mb_element_group *group, double t, const double *q, const double *w,
                     double *d)
{
    (void)t;
    add_each(group, place_only, add_jacobian, q, w, d);
}

static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    (void)t;
    add_each(group, mb_turned_move, add_gamma, q, v, out);
}

static void jacobian_dot(const mb_element_group *group, double t, const double *q, const double *v,
                         double *d)
{
    (void)t;
    add_each(group, mb_turned_move, add_jacobian_dot, q, v, d);
}

static void constraint_tangent(const mb_element_group *group, double t, const double *q,
                               const double *y, double *h)
{
    (void)t;
    add_each(group, place_only, add_constraint_tangent, q, y, h);
}

static void gamma_q(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    (void)t;
    add_each(group, mb_turned_bend, add_gamma_q, q, v, g);
}

static void gamma_v(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    (void)t;
    add_each(group, mb_turned_move, add_gamma_v, q, v, g);
}

static const mb_kind kind = {
    .size = sizeof(struct dot),
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

void mb_kit_dot(mb_kit *kit, int row, double factor, const mb_turned *x, const mb_turned *y)
{
    struct dot *e = mb_kit_element(kit, &kind);

    if (e)
        *e = (struct dot){.row = row, .factor = factor, .vector = {*x, *y}};
}

/* Rows in scalar products of what is linear in points and vectors of natural coordinates,
 *     Phi = x . y - value,   x = to - from of points, or one vector:
 * constant lengths (x = y) and constant angles.  Quadratic, so gamma = -2 xdot . ydot and D at a
 * midpoint is the exact discrete gradient.
 *
 * Ends that are held or absent are read as constants and weigh nothing, as in distance.c. */
#include "problems/elements/assembly.h"

enum { FROM, TO, AXES = 3 };

struct product {
    mb_reader end[2][2][AXES];  /* of x and y: from, to */
    int position[2][2][AXES];   /* in D */
    int tangent[2][2][2][AXES]; /* in H: row in x or in y, end of x, end of y */
    int row;
};

static bool varies(const mb_reader *end)
{
    return end->s != 0.0;
}

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct product *e = group->element;

    for (int k = 0; k < group->n; k++, e++)
        for (int i = 0; i < 2 * AXES; i++) {
            const mb_reader *x = &e->end[0][i / AXES][i % AXES];

            for (int f = 0; f < 2; f++)
                if (varies(&e->end[f][i / AXES][i % AXES]))
                    mb_pattern_add(d, e->row, e->end[f][i / AXES][i % AXES].i);
            for (int end = FROM; end <= TO; end++) {
                const mb_reader *y = &e->end[1][end][i % AXES];

                if (varies(x) && varies(y)) {
                    mb_pattern_add(h, x->i, y->i);
                    mb_pattern_add(h, y->i, x->i);
                }
            }
        }
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct product *e = group->element;

    for (int k = 0; k < group->n; k++, e++)
        for (int i = 0; i < 2 * AXES; i++) {
            const int from_to = i / AXES, axis = i % AXES;
            const mb_reader *x = &e->end[0][from_to][axis];

            for (int f = 0; f < 2; f++)
                if (varies(&e->end[f][from_to][axis]))
                    e->position[f][from_to][axis] =
                        mb_pattern_find(d, e->row, e->end[f][from_to][axis].i);
            for (int end = FROM; end <= TO; end++) {
                const mb_reader *y = &e->end[1][end][axis];

                if (varies(x) && varies(y)) {
                    e->tangent[0][from_to][end][axis] = mb_pattern_find(h, x->i, y->i);
                    e->tangent[1][from_to][end][axis] = mb_pattern_find(h, y->i, x->i);
                }
            }
        }
}

/* x and y */
static inline void factors(const struct product *e, const double *q, double x[2][AXES])
{
    for (int f = 0; f < 2; f++)
        for (int axis = 0; axis < AXES; axis++)
            x[f][axis] = mb_read(&e->end[f][TO][axis], q) - mb_read(&e->end[f][FROM][axis], q);
}

static inline void rates(const struct product *e, const double *v, double x[2][AXES])
{
    for (int f = 0; f < 2; f++)
        for (int axis = 0; axis < AXES; axis++)
            x[f][axis] =
                mb_read_rate(&e->end[f][TO][axis], v) - mb_read_rate(&e->end[f][FROM][axis], v);
}

static inline double scalar_product(double x[2][AXES])
{
    return x[0][0] * x[1][0] + x[0][1] * x[1][1] + x[0][2] * x[1][2];
}

/* d += s (x dy + y dx) on the row's entries */
static inline void add_row(const struct product *e, double s, double x[2][AXES], double *d)
{
    for (int f = 0; f < 2; f++)
        for (int axis = 0; axis < AXES; axis++) {
            const double slope = s * x[1 - f][axis];

            d[e->position[f][FROM][axis]] -= e->end[f][FROM][axis].s * slope;
            d[e->position[f][TO][axis]] += e->end[f][TO][axis].s * slope;
        }
}

static void phi(const mb_element_group *group, double t, const double *q, const double *w,
                double *out)
{
    const struct product *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double x[2][AXES];

        factors(e, q, x);
        out[e->row] += scalar_product(x);
    }
}

static void jacobian(const mb_element_group *group, double t, const double *q, const double *w,
                     double *d)
{
    const struct product *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double x[2][AXES];

        factors(e, q, x);
        add_row(e, 1.0, x, d);
    }
}

static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    const struct product *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double x[2][AXES];

        rates(e, v, x);
        out[e->row] -= 2.0 * scalar_product(x);
    }
}

static void jacobian_dot(const mb_element_group *group, double t, const double *q, const double *v,
                         double *d)
{
    const struct product *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double x[2][AXES];

        rates(e, v, x);
        add_row(e, 1.0, x, d);
    }
}

static void constraint_tangent(const mb_element_group *group, double t, const double *q,
                               const double *y, double *h)
{
    const struct product *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++)
        for (int i = FROM; i <= TO; i++)
            for (int j = FROM; j <= TO; j++)
                for (int axis = 0; axis < AXES; axis++) {
                    const double bend = (i == j ? y[e->row] : -y[e->row]) * e->end[0][i][axis].s *
                                        e->end[1][j][axis].s;

                    h[e->tangent[0][i][j][axis]] += bend;
                    h[e->tangent[1][i][j][axis]] += bend;
                }
}

static void gamma_v(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct product *e = group->element;

    (void)t, (void)q;
    for (int k = 0; k < group->n; k++, e++) {
        double x[2][AXES];

        rates(e, v, x);
        add_row(e, -2.0, x, g);
    }
}

static const mb_kind kind = {
    .size = sizeof(struct product),
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

void mb_kit_product(mb_kit *kit, mb_factor x, mb_factor y, double value)
{
    const mb_slot *const ends[2][2] = {{x.from, x.to}, {y.from, y.to}};
    struct product *e = mb_kit_element(kit, &kind);

    if (!e)
        return;
    e->row = mb_kit_new_row(kit, -value, (mb_label){0});
    for (int f = 0; f < 2; f++)
        for (int end = FROM; end <= TO; end++)
            for (int axis = 0; ends[f][end] && axis < AXES; axis++)
                e->end[f][end][axis] = mb_kit_reader(ends[f][end][axis]);
}

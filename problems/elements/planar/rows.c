/* Rows made of terms in single coordinates: Phi = constant + sum c q + sum (a cos q + b sin q).
 * Planar revolute joints, vector loops and guides are such rows.
 *
 * Linear terms put constants into D and nothing into gamma.  Turning terms are kept sorted by their
 * coordinate, so that each angle's sine and cosine is computed once an evaluation. */
#include "problems/elements/assembly.h"

#include <math.h>
#include <stdlib.h>

struct linear {
    int row, i, position;
    double factor;
};

static void linear_announce(const mb_element_group *group, mb_pattern_builder *d,
                            mb_pattern_builder *h)
{
    const struct linear *e = group->element;

    (void)h;
    for (int k = 0; k < group->n; k++)
        mb_pattern_add(d, e[k].row, e[k].i);
}

static void linear_place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct linear *e = group->element;

    (void)h;
    for (int k = 0; k < group->n; k++)
        e[k].position = mb_pattern_find(d, e[k].row, e[k].i);
}

static void linear_phi(const mb_element_group *group, double t, const double *q, const double *w,
                       double *out)
{
    const struct linear *e = group->element;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++)
        out[e[k].row] += e[k].factor * q[e[k].i];
}

void mb_linear_constant(const mb_element_group *group, double *d)
{
    const struct linear *e = group->element;

    for (int k = 0; k < group->n; k++)
        d[e[k].position] += e[k].factor;
}

const mb_kind mb_kind_linear = {
    .size = sizeof(struct linear),
    .announce = linear_announce,
    .place = linear_place,
    .midpoint_exact = true,
    .phi = linear_phi,
};

/* a cos q_i + b sin q_i, a part of one row */
struct turning {
    int i, row;
    int position, tangent; /* in D, in H */
    double a, b;
};

static int by_coordinate(const void *x, const void *y)
{
    const struct turning *a = x, *b = y;

    return a->i != b->i ? a->i - b->i : a->row - b->row;
}

static void turning_announce(const mb_element_group *group, mb_pattern_builder *d,
                             mb_pattern_builder *h)
{
    const struct turning *e = group->element;

    for (int k = 0; k < group->n; k++) {
        mb_pattern_add(d, e[k].row, e[k].i);
        mb_pattern_add(h, e[k].i, e[k].i);
    }
}

static void turning_place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct turning *e = group->element;

    qsort(e, (size_t)group->n, sizeof *e, by_coordinate);
    for (int k = 0; k < group->n; k++) {
        e[k].position = mb_pattern_find(d, e[k].row, e[k].i);
        e[k].tangent = mb_pattern_find(h, e[k].i, e[k].i);
    }
}

/* Sine and cosine of the coordinate in hand. */
struct angle {
    int i;
    double sine, cosine;
};

static inline void turn(struct angle *angle, const struct turning *e, const double *q)
{
    if (e->i == angle->i)
        return;
    angle->i = e->i;
    sincos(q[e->i], &angle->sine, &angle->cosine);
}

static inline double value(const struct turning *e, const struct angle *angle)
{
    return e->a * angle->cosine + e->b * angle->sine;
}

static inline double slope(const struct turning *e, const struct angle *angle)
{
    return e->b * angle->cosine - e->a * angle->sine;
}

static void phi(const mb_element_group *group, double t, const double *q, const double *w,
                double *out)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        out[e->row] += value(e, &angle);
    }
}

static void jacobian(const mb_element_group *group, double t, const double *q, const double *w,
                     double *d)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        d[e->position] += slope(e, &angle);
    }
}

/* The second derivative of a term is minus the term. */
static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        out[e->row] += value(e, &angle) * v[e->i] * v[e->i];
    }
}

static void jacobian_dot(const mb_element_group *group, double t, const double *q, const double *v,
                         double *d)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        d[e->position] -= value(e, &angle) * v[e->i];
    }
}

static void constraint_tangent(const mb_element_group *group, double t, const double *q,
                               const double *y, double *h)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        h[e->tangent] -= value(e, &angle) * y[e->row];
    }
}

static void gamma_q(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        g[e->position] += slope(e, &angle) * v[e->i] * v[e->i];
    }
}

static void gamma_v(const mb_element_group *group, double t, const double *q, const double *v,
                    double *g)
{
    const struct turning *e = group->element;
    struct angle angle = {.i = -1};

    (void)t;
    for (int k = 0; k < group->n; k++, e++) {
        turn(&angle, e, q);
        g[e->position] += 2.0 * value(e, &angle) * v[e->i];
    }
}

const mb_kind mb_kind_turning = {
    .size = sizeof(struct turning),
    .announce = turning_announce,
    .place = turning_place,
    .phi = phi,
    .jacobian = jacobian,
    .gamma = gamma_,
    .jacobian_dot = jacobian_dot,
    .constraint_tangent = constraint_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
};

static bool has(mb_kit *kit, int row, int coordinate, double a, double b)
{
    if (!mb_kit_has_row(kit, "a term", row) ||
        !mb_kit_has_coordinate(kit, "a term of a row", coordinate))
        return false;
    if (!isfinite(a) || !isfinite(b))
        mb_kit_refuse(kit, "a term of row %d in coordinate %d has a factor that is no number", row,
                      coordinate);
    return kit->status == MB_OK;
}

void mb_kit_linear(mb_kit *kit, int row, int coordinate, double factor)
{
    struct linear *e;

    if (!has(kit, row, coordinate, factor, 0.0))
        return;
    e = mb_kit_element(kit, &mb_kind_linear);
    if (e)
        *e = (struct linear){.row = row, .i = coordinate, .factor = factor};
}

void mb_kit_turning(mb_kit *kit, int row, int coordinate, double a, double b)
{
    struct turning *e;

    if (!has(kit, row, coordinate, a, b))
        return;
    e = mb_kit_element(kit, &mb_kind_turning);
    if (e)
        *e = (struct turning){.row = row, .i = coordinate, .a = a, .b = b};
}

int mb_kit_row(mb_kit *kit, double constant, int n, const mb_row_term *terms)
{
    int row = mb_kit_new_row(kit, constant, (mb_label){0});

    for (int k = 0; k < n; k++)
        switch (terms[k].function) {
        case MB_LINEAR:
            mb_kit_linear(kit, row, terms[k].coordinate, terms[k].factor);
            break;
        case MB_SIN:
            mb_kit_turning(kit, row, terms[k].coordinate, 0.0, terms[k].factor);
            break;
        case MB_COS:
            mb_kit_turning(kit, row, terms[k].coordinate, terms[k].factor, 0.0);
            break;
        }
    return row;
}

/* Linear springs between two points of planar bodies, of arms on fixed pivots or of the ground,
 *     V = k (L - L0)^2 / 2,   L = |d|,   d = p2 - p1,   p = r + A(phi) u.
 *
 * With n = d / L and J the derivatives of d by the six coordinates of both ends, g = J' n is the
 * gradient of L, and  K = k g g' + k (L - L0) ((J'J - g g') / L + n . dJ/dq),  where only the
 * angles have second derivatives, -A u.  A held coordinate has weight 0. */
#include <math.h>

#include "problems/elements/assembly.h"

enum { X1, Y1, PHI1, X2, Y2, PHI2, ENDS };

struct spring {
    mb_reader at[ENDS];
    double u[2][2];
    double stiffness, rest;
    int tangent[ENDS][ENDS]; /* in H */
};

/* L with its derivatives */
struct length {
    double value;
    double step[ENDS][2]; /* J */
    double slope[ENDS];   /* g */
    double bend[2];       /* n . d2d/dphi^2 of either end */
};

static bool varies(const struct spring *e, int i)
{
    return e->at[i].s != 0.0;
}

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const struct spring *e = group->element;

    (void)d;
    for (int k = 0; k < group->n; k++, e++)
        for (int i = 0; i < ENDS; i++)
            for (int j = 0; j < ENDS; j++)
                if (varies(e, i) && varies(e, j))
                    mb_pattern_add(h, e->at[i].i, e->at[j].i);
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    struct spring *e = group->element;

    (void)d;
    for (int k = 0; k < group->n; k++, e++)
        for (int i = 0; i < ENDS; i++)
            for (int j = 0; j < ENDS; j++)
                if (varies(e, i) && varies(e, j))
                    e->tangent[i][j] = mb_pattern_find(h, e->at[i].i, e->at[j].i);
}

static struct length measure(const struct spring *e, const double *q)
{
    struct length l;
    double d[2] = {0.0, 0.0}, arm[2][2], n[2];

    for (int end = 0; end < 2; end++) {
        const mb_reader *at = e->at + 3 * end;
        const double sign = end ? 1.0 : -1.0, *u = e->u[end];
        double s, c;

        sincos(mb_read(&at[2], q), &s, &c);
        arm[end][0] = sign * (c * u[0] - s * u[1]);
        arm[end][1] = sign * (s * u[0] + c * u[1]);
        for (int axis = 0; axis < 2; axis++) {
            d[axis] += sign * mb_read(&at[axis], q) + arm[end][axis];
            l.step[3 * end + axis][axis] = sign;
            l.step[3 * end + axis][1 - axis] = 0.0;
        }
        l.step[3 * end + 2][0] = -arm[end][1];
        l.step[3 * end + 2][1] = arm[end][0];
    }
    l.value = sqrt(d[0] * d[0] + d[1] * d[1]);
    n[0] = l.value > 0.0 ? d[0] / l.value : 0.0; /* no direction, and no force, in one place */
    n[1] = l.value > 0.0 ? d[1] / l.value : 0.0;
    for (int i = 0; i < ENDS; i++)
        l.slope[i] = n[0] * l.step[i][0] + n[1] * l.step[i][1];
    for (int end = 0; end < 2; end++)
        l.bend[end] = -(n[0] * arm[end][0] + n[1] * arm[end][1]);
    return l;
}

static double potential(const mb_element_group *group, double t, const double *q, const double *w)
{
    const struct spring *e = group->element;
    double sum = 0.0;

    (void)t, (void)w;
    for (int k = 0; k < group->n; k++, e++) {
        double stretch = measure(e, q).value - e->rest;

        sum += 0.5 * e->stiffness * stretch * stretch;
    }
    return sum;
}

static void force(const mb_element_group *group, double t, const double *q, const double *v,
                  double *out)
{
    const struct spring *e = group->element;

    (void)t, (void)v;
    for (int k = 0; k < group->n; k++, e++) {
        const struct length l = measure(e, q);
        double tension = e->stiffness * (l.value - e->rest);

        for (int i = 0; i < ENDS; i++)
            out[e->at[i].i] -= e->at[i].s * tension * l.slope[i];
    }
}

static void stiffness(const mb_element_group *group, double t, const double *q, const double *v,
                      double *h)
{
    const struct spring *e = group->element;

    (void)t, (void)v;
    for (int k = 0; k < group->n; k++, e++) {
        const struct length l = measure(e, q);
        double tension = e->stiffness * (l.value - e->rest);

        for (int i = 0; i < ENDS; i++)
            for (int j = 0; j < ENDS; j++) {
                double gg = l.slope[i] * l.slope[j];
                double jj = l.step[i][0] * l.step[j][0] + l.step[i][1] * l.step[j][1];
                double bend = i == j && i % 3 == 2 ? l.bend[i / 3] : 0.0;
                double entry = l.value > 0.0
                                   ? e->stiffness * gg + tension * ((jj - gg) / l.value + bend)
                                   : (e->rest > 0.0 ? 0.0 : e->stiffness * jj);

                h[e->tangent[i][j]] += e->at[i].s * e->at[j].s * entry;
            }
    }
}

static const mb_kind kind = {
    .size = sizeof(struct spring),
    .announce = announce,
    .place = place,
    .potential = potential,
    .force = force,
    .stiffness = stiffness,
};

mb_spot mb_kit_body_spot(mb_kit *kit, int body, double ux, double uy)
{
    int x = mb_kit_body_coordinate(kit, body);

    return (mb_spot){.x = x, .y = x + 1, .phi = x + 2, .ux = ux, .uy = uy};
}

mb_spot mb_kit_arm_spot(int phi, double px, double py, double ux, double uy)
{
    return (mb_spot){.x = -1, .y = -1, .phi = phi, .px = px, .py = py, .ux = ux, .uy = uy};
}

mb_spot mb_kit_ground_spot(double px, double py)
{
    return (mb_spot){.x = -1, .y = -1, .phi = -1, .px = px, .py = py};
}

/* Whether the coordinates of a spot exist; where it starts */
static bool sound_spot(mb_kit *kit, const mb_spot *spot, double place[2])
{
    const int at[] = {spot->x, spot->y, spot->phi};
    mb_reader reader[3];
    double s, c;

    for (int k = 0; k < 3; k++)
        if (at[k] != -1 && !mb_kit_has_coordinate(kit, "the end of a spring", at[k]))
            return false;
    if (!kit || kit->status != MB_OK)
        return false;
    mb_spot_readers(spot, reader);
    sincos(reader[2].s != 0.0 ? mb_read(&reader[2], kit->value) : 0.0, &s, &c);
    for (int k = 0; k < 2; k++)
        place[k] = (reader[k].s != 0.0 ? kit->value[reader[k].i] : reader[k].c) +
                   (k ? s * spot->ux + c * spot->uy : c * spot->ux - s * spot->uy);
    return true;
}

void mb_kit_spring(mb_kit *kit, mb_spot a, mb_spot b, double k, double rest)
{
    double from[2], to[2];
    struct spring *e;

    if (!sound_spot(kit, &a, from) || !sound_spot(kit, &b, to) ||
        !mb_kit_sound_number(kit, "the stiffness of a spring", k) ||
        !mb_kit_sound_number(kit, "the rest length of a spring", rest))
        return;
    if (rest > 0.0 && from[0] == to[0] && from[1] == to[1]) {
        mb_kit_refuse(kit,
                      "a spring of rest length %g m starts with both ends in one place, where "
                      "its force has no direction",
                      rest);
        return;
    }
    e = mb_kit_element(kit, &kind);
    if (!e)
        return;
    e->stiffness = k;
    e->rest = rest;
    for (int end = 0; end < 2; end++) {
        const mb_spot *spot = end ? &b : &a;

        mb_spot_readers(spot, e->at + 3 * end);
        e->u[end][0] = spot->ux;
        e->u[end][1] = spot->uy;
    }
}

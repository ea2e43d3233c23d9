/* SPDX-License-Identifier: MIT */
/* Mass, centre of mass, inertia: of solids and as given. */
#include <math.h>
#include <string.h>

#include "problems/format/read/body.h"

/* ---- solids --------------------------------------------------------------------------------- */

/* Squared radii of gyration of a box. */
static void box_shape(double a, double b, double c, double shape[3])
{
    shape[0] = (b * b + c * c) / 12.0;
    shape[1] = (a * a + c * c) / 12.0;
    shape[2] = (a * a + b * b) / 12.0;
}

/* The same of a cylinder about `axis`. */
static void cylinder_shape(double radius, double length, int axis, double shape[3])
{
    for (int i = 0; i < 3; i++)
        shape[i] =
            i == axis ? 0.5 * radius * radius : (3.0 * radius * radius + length * length) / 12.0;
}

static bool above_zero(mb_draft *r, const mb_node *list, const double *x, int n)
{
    const mb_node *node = list->first;

    for (int i = 0; i < n; i++, node = node->next)
        if (!(x[i] > 0.0))
            return mb_wrong(r, node, "%.9g is no length; it must be above 0", x[i]);
    return true;
}

static bool box(mb_draft *r, mb_body_draft *d, mb_node *node)
{
    const int n = r->m->spatial ? 3 : 2;
    double x[3] = {0.0, 0.0, 0.0};

    node = mb_pick(r, node);
    if (!node || !mb_read_vector(r, node, n, x) || !above_zero(r, node, x, n))
        return false;
    box_shape(x[0], x[1], x[2], d->shape);
    d->volume = x[0] * x[1] * x[2];
    return true;
}

static bool disc(mb_draft *r, mb_body_draft *d, mb_node *node)
{
    double radius, thickness = 0.0;

    (void)node;
    if (!mb_read_positive(r, d->node, "disc", &radius) ||
        !mb_read_positive(r, d->node, "thickness", &thickness))
        return false;
    cylinder_shape(radius, thickness, 2, d->shape);
    d->volume = M_PI * radius * radius * thickness;
    return true;
}

static bool cylinder(mb_draft *r, mb_body_draft *d, mb_node *node)
{
    double radius, length;

    if (!mb_node_get(node, "radius") || !mb_node_get(node, "length") || node->n != 2)
        return mb_wrong(r, node, "a cylinder is {radius: r, length: l}");
    if (!mb_read_positive(r, node, "radius", &radius) ||
        !mb_read_positive(r, node, "length", &length))
        return false;
    cylinder_shape(radius, length, 2, d->shape);
    d->volume = M_PI * radius * radius * length;
    return true;
}

static bool sphere(mb_draft *r, mb_body_draft *d, mb_node *node)
{
    double radius;

    (void)node;
    if (!mb_read_positive(r, d->node, "sphere", &radius))
        return false;
    d->shape[0] = d->shape[1] = d->shape[2] = 0.4 * radius * radius;
    d->volume = 4.0 / 3.0 * M_PI * radius * radius * radius;
    return true;
}

bool mb_read_solid(mb_draft *r, mb_body_draft *d)
{
    static const char *const forms[] = {"box", "disc", "cylinder", "sphere"};
    bool (*const read[])(mb_draft *, mb_body_draft *, mb_node *) = {box, disc, cylinder, sphere};
    mb_node *thickness = mb_node_get(d->node, "thickness");

    for (int k = 0; k < 4; k++) {
        mb_node *node = mb_node_get(d->node, forms[k]);

        if (!node)
            continue;
        if (d->solid)
            return mb_wrong_key(r, node, "%s is two solids; weld them together as parts",
                                mb_draft_text(d));
        if (!r->m->spatial && k >= 2)
            return mb_wrong_key(r, node, "a planar body is a box or a disc, not a %s", forms[k]);
        if (!read[k](r, d, node))
            return false;
        d->solid = true;
    }
    if (thickness && !mb_node_get(d->node, "disc"))
        return mb_wrong_key(r, thickness, "a thickness is one of a disc");
    return true;
}

bool mb_read_rod_solid(mb_draft *r, mb_body_draft *d)
{
    mb_node *section = mb_node_get(d->node, "section"), *round = mb_node_get(d->node, "radius");
    const double length = d->body->length;
    double side[2] = {0.0, 0.0}, radius = 0.0;

    if (section && round)
        return mb_wrong_key(r, round, "a rod has a section or a radius, not both");
    section = section ? mb_pick(r, section) : NULL;
    if (section && (!mb_read_vector(r, section, 2, side) || !above_zero(r, section, side, 2)))
        return false;
    if (!mb_read_positive(r, d->node, "radius", &radius))
        return false;
    d->solid = true;
    if (round) {
        cylinder_shape(radius, length, 0, d->shape);
        d->volume = M_PI * radius * radius * length;
    } else {
        box_shape(length, side[0], side[1], d->shape);
        d->volume = length * side[0] * side[1];
    }
    return true;
}

/* ---- mass ----------------------------------------------------------------------------------- */

static bool mass(mb_draft *r, mb_body_draft *d, bool *massless)
{
    mb_node *given = mb_node_get(d->node, "mass"), *density = mb_node_get(d->node, "density");
    mb_node *none = mb_node_get(d->node, "massless");
    const bool may_be_zero = none && mb_node_is(none, "expected");
    int word;

    if (may_be_zero)
        none = NULL;
    if (none && !massless)
        return mb_wrong_key(r, none, "a part must have a mass");
    if ((given != NULL) + (density != NULL) + (none != NULL) > 1)
        return mb_wrong_key(r, none ? none : density,
                            "%s says its mass twice; keep one of mass, density, massless",
                            mb_draft_text(d));
    if (none) {
        *massless = true;
        return mb_read_word(r, d->node, "massless", "distance", &word);
    }
    if (density) {
        double rho;

        if (d->volume == 0.0)
            return mb_wrong_key(r, density,
                                "density needs a solid: a box, a cylinder, a sphere, a "
                                "disc with thickness, a rod with a section or a radius");
        if (!mb_read_positive(r, d->node, "density", &rho))
            return false;
        d->body->mass = rho * d->volume;
        return true;
    }
    if (given && !mb_read_number(r, given, &d->body->mass))
        return false;
    if (given && d->body->mass < 0.0)
        return mb_wrong(r, given, "mass is %.9g; it must be above 0", d->body->mass);
    if (d->body->mass > 0.0 || (given && may_be_zero))
        return true;
    return mb_wrong_key(
        r, given ? given : d->node,
        "%s has no mass; give it one, or say massless: distance to make it a rod of "
        "constant length",
        mb_draft_text(d));
}

/* ---- inertia -------------------------------------------------------------------------------- */

/* Principal values of a symmetric 3 x 3 matrix, by Jacobi's rotations. */
static void principal(const double j[9], double value[3])
{
    double a[9];

    memcpy(a, j, sizeof a);
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                const double off = a[3 * p + q];
                const double angle = 0.5 * atan2(2.0 * off, a[4 * q] - a[4 * p]);
                const double c = cos(angle), s = sin(angle);

                if (off == 0.0)
                    continue;
                for (int k = 0; k < 3; k++) { /* a J */
                    const double x = a[3 * k + p], y = a[3 * k + q];

                    a[3 * k + p] = c * x - s * y;
                    a[3 * k + q] = s * x + c * y;
                }
                for (int k = 0; k < 3; k++) { /* J' a */
                    const double x = a[3 * p + k], y = a[3 * q + k];

                    a[3 * p + k] = c * x - s * y;
                    a[3 * q + k] = s * x + c * y;
                }
            }
    for (int i = 0; i < 3; i++)
        value[i] = a[4 * i];
}

/* "'ring'", "a part" */
static const char *quoted(mb_body_draft *d)
{
    return mb_draft_text(d) + (d->body->name ? strlen("body ") : 0);
}

/* No body turns with less; its largest principal value is at most the sum of the others. */
static bool check_tensor(mb_draft *r, mb_body_draft *d, const mb_node *node)
{
    double value[3], largest = 0.0, sum = 0.0, least = (double)INFINITY, excess;

    if (d->body->mass == 0.0) /* is meant, as read before */
        return true;
    principal(d->body->inertia, value);
    for (int i = 0; i < 3; i++) {
        largest = fmax(largest, value[i]);
        least = fmin(least, value[i]);
        sum += value[i];
    }
    if (least < -1e-12 * largest || !(largest > 0.0))
        return mb_wrong(r, node,
                        "inertia of %s: its least principal value is %.6g; none may be "
                        "below 0, nor all 0",
                        quoted(d), least);
    excess = (2.0 * largest - sum) / largest;
    if (excess > 0.01)
        return mb_wrong(r, node,
                        "inertia of %s breaks the triangle inequality by %.3g %%: the "
                        "largest of a solid is at most the sum of the two others",
                        quoted(d), 100.0 * excess);
    if (excess > 1e-9)
        mb_note(r, node, "inertia of %s breaks the triangle inequality by %.1g %%", quoted(d),
                100.0 * excess);
    return true;
}

static bool given_tensor(mb_draft *r, mb_body_draft *d, mb_node *node, double j[9])
{
    double x[6] = {0.0};

    if (!r->m->spatial) {
        if (!mb_read_number(r, node, &j[8]))
            return false;
        return j[8] > 0.0 || mb_wrong(r, node,
                                      "inertia of %s is %.9g; it must be above 0, or the "
                                      "body a point",
                                      quoted(d), j[8]);
    }
    if (node->kind != MB_NODE_LIST || (node->n != 3 && node->n != 6))
        return mb_wrong(r, node,
                        "an inertia in space is [Jx, Jy, Jz] or [Jx, Jy, Jz, Jxy, Jxz, "
                        "Jyz]");
    if (!mb_read_vector(r, node, node->n, x))
        return false;
    for (int i = 0; i < 3; i++)
        j[4 * i] = x[i];
    j[1] = j[3] = x[3];
    j[2] = j[6] = x[4];
    j[5] = j[7] = x[5];
    return true;
}

void mb_steiner(double m, const double d[3], double j[9])
{
    const double dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            j[3 * i + k] += m * ((i == k ? dd : 0.0) - d[i] * d[k]);
}

void mb_world_inertia(const mb_plain_body *body, double j[9])
{
    double rj[9], transposed[9];

    mb_turn_product(body->turn, body->inertia, rj);
    for (int i = 0; i < 9; i++)
        transposed[i] = body->turn[3 * (i % 3) + i / 3];
    mb_turn_product(rj, transposed, j);
}

/* Moves an inertia given about another place to the centre of mass. */
static bool about(mb_draft *r, mb_body_draft *d, mb_node *place)
{
    mb_plain_body *b = d->body;
    double x[3], u[3];

    if (!mb_read_world_place(r, place, x))
        return false;
    for (int i = 0; i < 3; i++)
        x[i] -= b->com[i];
    for (int i = 0; i < 3; i++)
        u[i] = b->turn[i] * x[0] + b->turn[3 + i] * x[1] + b->turn[6 + i] * x[2];
    mb_steiner(-b->mass, u, b->inertia);
    if (!r->m->spatial)
        memset(b->inertia, 0, 8 * sizeof *b->inertia);
    return r->m->spatial || b->inertia[8] > 0.0 ||
           mb_wrong(r, place, "inertia of %s about its centre of mass would be %.6g", quoted(d),
                    b->inertia[8]);
}

static bool inertia(mb_draft *r, mb_body_draft *d)
{
    mb_node *given = mb_node_get(d->node, "inertia");
    mb_node *place = mb_node_get(d->node, "inertia-about");
    mb_plain_body *b = d->body;

    if (place && !given)
        return mb_wrong_key(r, place, "'inertia-about' needs 'inertia'");
    if (!given && !d->solid)
        return mb_wrong_key(
            r, d->node,
            "%s has no inertia; give it one, a solid (box, disc, cylinder, sphere), "
            "or make it a point",
            mb_draft_text(d));
    if (!given) {
        for (int i = r->m->spatial ? 0 : 2; i < 3; i++)
            b->inertia[4 * i] = b->mass * d->shape[i];
        if (r->m->spatial && d->shape[0] == 0.0)
            mb_note(r, d->node, "%s has no inertia about its own line", mb_draft_text(d));
        return true;
    }
    given = mb_pick(r, given);
    return given && given_tensor(r, d, given, b->inertia) && (!place || about(r, d, place)) &&
           (!r->m->spatial || check_tensor(r, d, given));
}

bool mb_read_mass(mb_draft *r, mb_body_draft *d, bool *massless)
{
    if (!mass(r, d, massless))
        return false;
    return d->body->point || (massless && *massless) || inertia(r, d);
}

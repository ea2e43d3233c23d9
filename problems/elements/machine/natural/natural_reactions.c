/* SPDX-License-Identifier: MIT */
/* Forces of joints in natural coordinates.
 *
 * A joint with rows of its own acts by their multipliers.  A joint that makes one node of two places
 * has none: what a body's own equations leave at a node,
 *
 *     R = M a + (its rows)'lambda - (its forces and weight),
 *
 * is the sum of what joints there do to it.  Joints at one node join bodies to a tree; a joint acts
 * on the part behind it with the sum of R over that part.  In a ring of them it is not known. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/readouts.h"

static const double centre[3] = {0.0, 0.0, 0.0};
static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* ---- combinations at a state ---------------------------------------------------------------------- */

static void value_of(const mb_natural *n, const mb_combination *c, const double *x, bool rate,
                     double *at)
{
    for (int i = 0; i < 3; i++)
        at[i] = rate ? 0.0 : c->constant[i];
    for (int k = 0; k < c->n; k++) {
        const mb_part *part = &c->part[k];
        const mb_node *node = &n->node[part->node];
        double p[3];

        for (int i = 0; i < 3; i++)
            p[i] = node->var[i] >= 0 ? x[node->var[i]] : rate ? 0.0 : node->place[i];
        for (int i = 0; i < 3; i++)
            at[i] += part->re * p[i];
        if (n->dimension == 2) {
            at[0] -= part->im * p[1];
            at[1] += part->im * p[0];
        }
    }
}

/* out += s times what y does to a node by way of a combination */
static void pull(const mb_combination *c, int node, const double *y, double s, double *out)
{
    for (int k = 0; k < c->n; k++) {
        const mb_part *part = &c->part[k];

        if (part->node != node)
            continue;
        for (int i = 0; i < 3; i++)
            out[i] += s * part->re * y[i];
        out[0] += s * part->im * y[1];
        out[1] -= s * part->im * y[0];
    }
}

/* ---- one body at one node ------------------------------------------------------------------------- */

static void inertia(const mb_machine_state *x, int b, int node, double *out)
{
    const mb_mover *body = &x->m->body[b];
    const double *J = body->inertia, half = 0.5 * (J[0] + J[4] + J[8]);
    const bool plane = x->m->natural->dimension == 2;
    mb_combination c, e[3];
    double a[3], b1[3][3];

    mb_natural_place(x->m, b, centre, &c);
    value_of(x->m->natural, &c, x->a, true, a);
    for (int i = 0; i < 3; i++)
        a[i] = body->mass * a[i] - body->weight[i];
    pull(&c, node, a, 1.0, out);
    for (int i = 0; !body->point && i < (plane ? 1 : 3); i++) {
        mb_natural_axis(x->m, b, unit[i], &e[i]);
        value_of(x->m->natural, &e[i], x->a, true, b1[i]);
    }
    for (int i = 0; !body->point && i < (plane ? 1 : 3); i++)
        for (int j = 0; j < (plane ? 1 : 3); j++)
            pull(&e[i], node, b1[j], plane ? J[8] : (i == j ? half : 0.0) - J[3 * i + j], out);
}

static void own_rows(const mb_machine_state *x, int b, int node, double *out)
{
    const mb_natural *n = x->m->natural;

    for (int row = 0; row < n->nbody_rows; row++) {
        const mb_body_row *r = &n->body_row[row];
        mb_combination c[2];
        double at[2][3];

        if (r->body != b)
            continue;
        if (r->seat == MB_AXIS_SEAT) {
            mb_natural_axis(x->m, b, r->x.u, &c[0]);
            pull(&c[0], node, unit[r->i], x->lambda[row], out);
            continue;
        }
        if (r->seat >= 0) {
            mb_natural_carried(x->m, b, r->seat, &c[0]);
            pull(&c[0], node, unit[r->i], x->lambda[row], out);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            if (k == 1 && r->seat == MB_ACROSS_SEAT)
                mb_natural_axis(x->m, b, r->y.u, &c[k]);
            else
                mb_natural_span_of(k ? &r->y : &r->x, &c[k]);
            value_of(n, &c[k], x->q, false, at[k]);
        }
        for (int k = 0; k < 2; k++)
            pull(&c[k], node, at[1 - k], x->lambda[row], out);
    }
}

/* An arrow as far as it depends on one body of a tie, and its value */
static void arrow_on(const mb_machine_state *x, const mb_tie *tie, const mb_arrow *arrow, int side,
                     mb_combination *c, double *at)
{
    const mb_arrow_kind own = side ? MB_ARROW_OF_B : MB_ARROW_OF_A;
    mb_combination place;

    mb_natural_arrow(x->m, tie, arrow, c);
    value_of(x->m->natural, c, x->q, false, at);
    if (arrow->kind == MB_ARROW_BETWEEN) {
        mb_natural_place(x->m, tie->duo.body[side], tie->u[side], &place);
        memset(c, 0, sizeof *c);
        mb_natural_combine(c, side ? 1.0 : -1.0, &place);
    } else if (arrow->kind != own) {
        memset(c, 0, sizeof *c);
    }
}

/* out += times the gradient of a scalar by a node of a body */
static void scalar_on(const mb_machine_state *x, const mb_tie *tie, const mb_scalar *s, int side,
                      int node, double times, double *out)
{
    const int products = s->kind == MB_SCALAR_ANGLE || s->kind == MB_SCALAR_DISC ? 2 : 1;
    mb_combination c[2][2];
    double at[2][2][3], p[2] = {0.0, 0.0};
    mb_outer o;

    for (int k = 0; k < products; k++) {
        arrow_on(x, tie, &s->x[k], side, &c[k][0], at[k][0]);
        arrow_on(x, tie, &s->y[k], side, &c[k][1], at[k][1]);
        p[k] = mb_dot(at[k][0], at[k][1]);
    }
    mb_outer_of(s, p, &o);
    for (int k = 0; k < products; k++)
        for (int i = 0; i < 2; i++)
            pull(&c[k][i], node, at[k][1 - i], times * o.f[k], out);
}

/* Rows between bodies, and forces along scalars */
static void scalars(const mb_machine_state *x, int b, int node, double *out)
{
    const mb_machine *m = x->m;

    for (int k = 0; k < m->nties; k++)
        for (int i = 0; i < m->tie[k].n; i++)
            for (int side = 0; side < 2; side++) {
                const mb_scalar s = mb_natural_share_scalar(m, k, i);

                if (m->tie[k].duo.body[side] == b)
                    scalar_on(x, &m->tie[k], &s, side, node, x->lambda[m->tie[k].share[i].row],
                              out);
            }
    for (int k = 0; k < m->nefforts; k++)
        for (int side = 0; side < 2; side++) {
            const mb_effort *f = &m->effort[k];
            const mb_lines *s = &m->natural->effort[k];
            double rate, bend;

            if (f->tie.duo.body[side] != b)
                continue;
            mb_lines_rates(s, x->q, x->v, &rate, &bend);
            scalar_on(x, &f->tie, &s->s, side, node,
                      -f->sign * mb_effort_law(f, x->t, mb_lines_value(s, x->q), rate).f, out);
        }
}

/* Whether a torque, a blade or a mesh acts on the body: what they do to its nodes is not told. */
static bool twisted(const mb_machine *m, int b)
{
    for (int k = 0; k < m->nloads; k++)
        if ((m->load[k].duo.body[0] == b || m->load[k].duo.body[1] == b) &&
            (m->load[k].kind == MB_LOAD_TORQUE || m->load[k].in_body))
            return true;
    for (int k = 0; k < m->nknives; k++)
        if (m->knife[k].duo.body[0] == b)
            return true;
    for (int k = 0; k < m->nmeshes; k++)
        for (int i = 0; i < m->mesh[k].n; i++)
            if (m->mesh[k].wheel[i].duo.body[0] == b)
                return true;
    return false;
}

/* ---- joints --------------------------------------------------------------------------------------- */

void mb_natural_passed(const struct mb_passed *p, const mb_machine_state *x, double *force)
{
    double out[3] = {0.0, 0.0, 0.0};

    for (int k = 0; k < p->n; k++) {
        inertia(x, p->body[k], p->node, out);
        own_rows(x, p->body[k], p->node, out);
        scalars(x, p->body[k], p->node, out);
    }
    for (int i = 0; i < 3; i++)
        force[i] = p->known && x->a && x->v && x->lambda ? p->sign * out[i] : (double)NAN;
}

/* What times the gradient of a scalar is as a force and a moment on one body of its tie */
static void share_reaction(const mb_machine_state *x, const mb_tie *t, const mb_scalar *s,
                           double times, int side, double *force, double *moment)
{
    const int products = s->kind == MB_SCALAR_ANGLE || s->kind == MB_SCALAR_DISC ? 2 : 1;
    double at[2][2][3], p[2] = {0.0, 0.0}, about[3];
    mb_outer o;

    for (int k = 0; k < products; k++) {
        for (int i = 0; i < 2; i++) {
            mb_combination c;

            mb_natural_arrow(x->m, t, i ? &s->y[k] : &s->x[k], &c);
            value_of(x->m->natural, &c, x->q, false, at[k][i]);
        }
        p[k] = mb_dot(at[k][0], at[k][1]);
    }
    mb_outer_of(s, p, &o);
    for (int k = 0; k < products; k++)
        for (int i = 0; i < 2; i++) {
            const mb_arrow_kind kind = i ? s->y[k].kind : s->x[k].kind;

            mb_cross(at[k][i], at[k][1 - i], about);
            for (int j = 0; j < 3; j++) {
                if (kind == MB_ARROW_BETWEEN)
                    force[j] += (side ? times : -times) * o.f[k] * at[k][1 - i][j];
                else if (kind == (side ? MB_ARROW_OF_B : MB_ARROW_OF_A))
                    moment[j] += times * o.f[k] * about[j];
            }
        }
}

void mb_natural_row_reaction(const mb_machine_state *x, int tie, int side, double *force,
                             double *moment)
{
    const mb_machine *m = x->m;
    const mb_tie *t = &m->tie[tie];

    memset(force, 0, 3 * sizeof *force);
    memset(moment, 0, 3 * sizeof *moment);
    for (int i = 0; i < t->n; i++) {
        const mb_scalar s = mb_natural_share_scalar(m, tie, i);

        share_reaction(x, t, &s, -x->lambda[t->share[i].row], side, force, moment);
    }
}

/* Marks the bodies that joints at a node hold together with a body, without one joint; whether that
 * part has the ground, or comes to the other side of the joint */
static bool part_of(const mb_machine *m, int joint, int node, bool *in)
{
    const mb_plain_mechanism *plain = m->plain;
    bool more = true, ground = false;

    while (more) {
        more = false;
        for (int k = 0; k < plain->njoints; k++) {
            const int *body = plain->joint[k].body;

            if (k == joint || !m->merged[k].meet || mb_natural_joint_node(m, k) != node)
                continue;
            for (int side = 0; side < 2; side++) {
                if (body[side] < 0 || !in[body[side]])
                    continue;
                if (body[1 - side] < 0) {
                    ground = true;
                } else if (!in[body[1 - side]]) {
                    in[body[1 - side]] = more = true;
                }
            }
        }
    }
    return ground;
}

mb_status mb_natural_pass(mb_model *model, const mb_plain_measure *of, const struct mb_passed **out,
                          mb_error *err)
{
    const mb_machine *m = model->data;
    const int joint = of->of.joint, *side = m->plain->joint[joint].body;
    mb_arena *scratch = mb_arena_create();
    mb_status status = MB_OK;
    struct mb_passed *p;
    bool *in;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the force of a joint");
    MB_TRY(MB_TAKE(model->arena, &p, 1, err));
    p->node = mb_natural_joint_node(m, joint);
    MB_TRY(MB_TAKE(scratch, &in, (size_t)m->nbodies, err));
    for (int try = 0; try < 2 && !p->known; try++) {
        const int from = side[1 - try], to = side[try];

        if (from < 0)
            continue;
        memset(in, 0, (size_t)m->nbodies * sizeof *in);
        in[from] = true;
        p->known = !part_of(m, joint, p->node, in) && (to < 0 || !in[to]);
        p->sign = of->body[0] == from ? 1.0 : -1.0;
    }
    MB_TRY(MB_TAKE(model->arena, &p->body, (size_t)m->nbodies, err));
    for (int b = 0; p->known && b < m->nbodies; b++)
        if (in[b]) {
            p->body[p->n++] = b;
            p->known = !twisted(m, b) && !m->natural->body[b].borrows;
        }
    *out = p;
done:
    mb_arena_destroy(scratch);
    return status;
}

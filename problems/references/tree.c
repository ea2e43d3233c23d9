/* SPDX-License-Identifier: MIT */
/* Motion of joint trees: kinematics, Newton and Euler, closures. */
#include <string.h>

#include "problems/references/elimination.h"
#include "problems/references/rotation.h"
#include "problems/references/tree_parts.h"

enum { LINKS = MB_TREE_LINKS, UNKNOWNS = MB_TREE_LINKS + MB_TREE_CLOSURES };
_Static_assert((int)UNKNOWNS <= (int)MB_ELIMINATION_MAX, "a tree is more than can be solved");

/* A link in motion: x = R x_start + o; the field of velocities and of accelerations for theta'' =
 * 0, each by its value at `pivot` and omega, alpha; axis and pivot of its joint. */
struct moving {
    double R[9], o[3]; /* R by rows */
    double axis[3], pivot[3];
    double omega[3], v[3], alpha[3], a[3];
};

typedef struct mb_tree_state {
    const mb_tree *tree;
    struct moving link[LINKS];
    double Q[LINKS];
} mb_tree_state;

static const struct moving still = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};

static const struct moving *moving(const mb_tree_state *s, int link)
{
    return link < 0 ? &still : &s->link[link];
}

/* Velocity and acceleration at x of the field of a link:
 *     v + omega x arm,   a + alpha x arm + omega x (omega x arm) */
static void field(const struct moving *m, const double *x, double *v, double *a)
{
    double arm[3], turning[3];

    for (int i = 0; i < 3; i++)
        arm[i] = x[i] - m->pivot[i];
    mb_cross(m->omega, arm, turning);
    for (int i = 0; i < 3; i++) {
        v[i] = m->v[i] + turning[i];
        a[i] = m->a[i];
    }
    mb_add_cross(m->alpha, arm, a);
    mb_add_cross(m->omega, turning, a);
}

/* One link from its parent */
static void move(const struct mb_tree_part *link, const struct moving *parent, double theta,
                 double rate, struct moving *m)
{
    double arm[3], spin[3];

    /* R, axis and place of the joint */
    mb_rotate(parent->R, link->axis, m->axis);
    mb_rotate_on(parent->R, link->axis, link->joint == MB_TURNS ? theta : 0.0, m->R);
    mb_rotate(parent->R, link->point, m->pivot);
    mb_rotate(m->R, link->point, arm);
    for (int i = 0; i < 3; i++) {
        m->pivot[i] += parent->o[i] + (link->joint == MB_SLIDES ? theta * m->axis[i] : 0.0);
        m->o[i] = m->pivot[i] - arm[i];
        m->omega[i] = parent->omega[i];
        m->alpha[i] = parent->alpha[i];
        spin[i] = rate * m->axis[i];
    }
    /* the parent's field there, and what the joint adds: omega x spin, or twice that */
    field(parent, m->pivot, m->v, m->a);
    if (link->joint == MB_TURNS) {
        mb_add_cross(parent->omega, spin, m->alpha);
        for (int i = 0; i < 3; i++)
            m->omega[i] += spin[i];
    } else {
        mb_add_cross(parent->omega, spin, m->a);
        mb_add_cross(parent->omega, spin, m->a);
        for (int i = 0; i < 3; i++)
            m->v[i] += spin[i];
    }
}

static void move_all(const mb_tree *tree, const double *y, mb_tree_state *s)
{
    s->tree = tree;
    for (int k = 0; k < tree->n; k++)
        move(&tree->link[k], moving(s, tree->link[k].parent), y[k], y[tree->n + k], &s->link[k]);
}

/* Change of a point x of a link by joint j, which is one of its own or before it */
static void point_column(const mb_tree_state *s, int j, const double *x, double *out)
{
    const struct moving *m = &s->link[j];
    double arm[3];

    for (int i = 0; i < 3; i++) {
        arm[i] = x[i] - m->pivot[i];
        out[i] = m->axis[i];
    }
    if (s->tree->link[j].joint == MB_TURNS)
        mb_cross(m->axis, arm, out);
}

/* Where a link's point is that was at `start` at the start */
static void place_of(const mb_tree_state *s, int link, const double *start, double *x)
{
    const struct moving *m = moving(s, link);

    mb_rotate(m->R, start, x);
    for (int i = 0; i < 3; i++)
        x[i] += m->o[i];
}

/* Newton and Euler of one link, projected on the joints before it: with the change X_i of the
 * centre of mass by joint i and the axis e_i of one that turns,
 *     Q_i += m X_i . (g - a) - e_i . (J alpha + omega x J omega),
 *     M_ij += m X_i . X_j + e_i . J e_j */
static void add_inertia(mb_tree_state *s, int k, double M[LINKS][LINKS])
{
    const struct mb_tree_part *link = &s->tree->link[k];
    const struct moving *m = &s->link[k];
    double x[3], v[3], a[3], J[9], momentum[3], torque[3], column[LINKS][3], turned[3];

    /* x, a of the centre of mass; torque = -(J alpha + omega x J omega) */
    place_of(s, k, link->of.com, x);
    field(m, x, v, a);
    mb_rotate_inertia(m->R, link->of.J, J);
    mb_rotate(J, m->omega, momentum);
    mb_cross(m->omega, momentum, torque);
    for (int i = 0; i < 3; i++)
        torque[i] = -torque[i] - mb_dot(J + 3 * i, m->alpha);
    for (int i = k; i >= 0; i = s->tree->link[i].parent) {
        const bool turns = s->tree->link[i].joint == MB_TURNS;

        point_column(s, i, x, column[i]);
        for (int c = 0; c < 3; c++)
            s->Q[i] += link->of.mass * column[i][c] * (s->tree->gravity[c] - a[c]);
        if (turns)
            s->Q[i] += mb_dot(s->link[i].axis, torque);
        mb_rotate(J, s->link[i].axis, turned);
        for (int j = k; j >= 0; j = s->tree->link[j].parent) {
            if (j > i) /* the columns so far */
                M[i][j] += link->of.mass * mb_dot(column[i], column[j]);
            if (j > i && turns && s->tree->link[j].joint == MB_TURNS)
                M[i][j] += mb_dot(turned, s->link[j].axis);
        }
        M[i][i] += link->of.mass * mb_dot(column[i], column[i]);
        if (turns)
            M[i][i] += mb_dot(turned, s->link[i].axis);
    }
}

/* Adds s times the change of n . (point of a link) to a row; returns n . (its acceleration) */
static double add_point_row(const mb_tree_state *s, int link, const double *start, const double *n,
                            double sign, double *row)
{
    double x[3], v[3], a[3], column[3];

    place_of(s, link, start, x);
    field(moving(s, link), x, v, a);
    for (int j = link; j >= 0; j = s->tree->link[j].parent) {
        point_column(s, j, x, column);
        row[j] += sign * mb_dot(n, column);
    }
    return sign * mb_dot(n, a);
}

/* The same of w . (vector u of a link), whose part of w . u'' without theta'' is returned:
 *     alpha x u + omega x (omega x u) */
static double add_vector_row(const mb_tree_state *s, int link, const double *u, const double *w,
                             double *row)
{
    const struct moving *m = moving(s, link);
    double rate[3], bend[3] = {0.0}, column[3];

    mb_cross(m->omega, u, rate);
    mb_add_cross(m->alpha, u, bend);
    mb_add_cross(m->omega, rate, bend);
    for (int j = link; j >= 0; j = s->tree->link[j].parent)
        if (s->tree->link[j].joint == MB_TURNS) {
            mb_cross(s->link[j].axis, u, column);
            row[j] += mb_dot(w, column);
        }
    return mb_dot(w, bend);
}

/* A row of J; returns its gamma: minus what its second derivative has without theta'' */
static double closure_row(const mb_tree_state *s, const struct mb_tree_closure *c, double *row)
{
    const struct moving *a = moving(s, c->a), *b = moving(s, c->b);
    double xa[3], xb[3], va[3], vb[3], sum;

    memset(row, 0, LINKS * sizeof *row);
    if (c->kind == MB_ALONG)
        return -(add_point_row(s, c->a, c->ua, c->direction, 1.0, row) +
                 add_point_row(s, c->b, c->ub, c->direction, -1.0, row));
    /* (xa . xb)'' = xa . xb'' + xb . xa'' + 2 xa' . xb' */
    mb_rotate(a->R, c->ua, xa);
    mb_rotate(b->R, c->ub, xb);
    mb_cross(a->omega, xa, va);
    mb_cross(b->omega, xb, vb);
    sum = add_vector_row(s, c->a, xa, xb, row) + add_vector_row(s, c->b, xb, xa, row);
    return -sum - 2.0 * mb_dot(va, vb);
}

void mb_tree_rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const mb_tree *tree = model->reference->data;
    const int n = tree->n, unknowns = n + tree->nclosures;
    double M[LINKS][LINKS] = {{0.0}}, A[UNKNOWNS * UNKNOWNS] = {0.0}, b[UNKNOWNS];
    mb_tree_state s = {.Q = {0.0}};

    (void)t;
    move_all(tree, y, &s);
    for (int k = 0; k < n; k++)
        if (tree->link[k].of.mass > 0.0)
            add_inertia(&s, k, M);
    /* [M J'; J 0] [theta''; lambda] = [Q; gamma] */
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++)
            A[unknowns * i + j] = A[unknowns * j + i] = M[i][j];
        b[i] = s.Q[i];
    }
    for (int k = n; k < unknowns; k++) {
        double row[LINKS];

        b[k] = closure_row(&s, &tree->closure[k - n], row);
        for (int j = 0; j < n; j++)
            A[unknowns * k + j] = A[unknowns * j + k] = row[j];
    }
    mb_eliminate(unknowns, A, b);
    for (int i = 0; i < n; i++) {
        ydot[i] = y[n + i];
        ydot[n + i] = b[i];
    }
}

void mb_tree_place(const mb_model *model, const double *y, int link, mb_vec point, double *x)
{
    mb_tree_state s = {.Q = {0.0}};
    double start[3];

    mb_tree_copy(point, start);
    move_all(model->reference->data, y, &s);
    place_of(&s, link, start, x);
}

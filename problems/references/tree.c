/* Motion of joint trees: kinematics, Newton and Euler, closures. */
#include <math.h>
#include <string.h>

#include "problems/references/tree_parts.h"

enum { LINKS = MB_TREE_LINKS, UNKNOWNS = MB_TREE_LINKS + MB_TREE_CLOSURES };

/* A link in motion: x = R x_start + o; the field of velocities and of accelerations for theta'' =
 * 0, each by its value at `pivot` and omega, alpha; axis and pivot of its joint. */
struct moving {
    double R[9], o[3]; /* R by rows */
    double axis[3], pivot[3];
    double omega[3], v[3], alpha[3], a[3];
};

struct mb_tree_state {
    const mb_tree *tree;
    struct moving link[LINKS];
    double Q[LINKS];
};

static void add_cross(const double *a, const double *b, double *out)
{
    double c[3];

    mb_cross(a, b, c);
    for (int i = 0; i < 3; i++)
        out[i] += c[i];
}

/* Rotation by an angle about a unit axis (Rodrigues) */
static void turn(const double *axis, double angle, double *R)
{
    const double s = sin(angle), h = sin(0.5 * angle), k = 2.0 * h * h;
    const double cross[3][3] = {
        {0.0, -axis[2], axis[1]}, {axis[2], 0.0, -axis[0]}, {-axis[1], axis[0], 0.0}};

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R[3 * i + j] = (i == j) * (1.0 - k) + k * axis[i] * axis[j] + s * cross[i][j];
}

/* out = R x, R by rows */
static void apply(const double *R, const double *x, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = mb_dot(R + 3 * i, x);
}

static const struct moving still = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};

static const struct moving *moving(const mb_tree_state *s, int link)
{
    return link < 0 ? &still : &s->link[link];
}

/* Velocity and acceleration at x of the field of a link */
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
    add_cross(m->alpha, arm, a);
    add_cross(m->omega, turning, a);
}

/* One link from its parent */
static void move(const struct mb_tree_part *link, const struct moving *parent, double theta,
                 double rate, struct moving *m)
{
    double own[9], arm[3], spin[3];

    apply(parent->R, link->axis, m->axis);
    turn(link->axis, link->joint == MB_TURNS ? theta : 0.0, own);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m->R[3 * i + j] = parent->R[3 * i] * own[j] + parent->R[3 * i + 1] * own[3 + j] +
                              parent->R[3 * i + 2] * own[6 + j];
    apply(parent->R, link->point, m->pivot);
    apply(m->R, link->point, arm);
    for (int i = 0; i < 3; i++) {
        m->pivot[i] += parent->o[i] + (link->joint == MB_SLIDES ? theta * m->axis[i] : 0.0);
        m->o[i] = m->pivot[i] - arm[i];
        m->omega[i] = parent->omega[i];
        m->alpha[i] = parent->alpha[i];
        spin[i] = rate * m->axis[i];
    }
    field(parent, m->pivot, m->v, m->a);
    if (link->joint == MB_TURNS) {
        add_cross(parent->omega, spin, m->alpha);
        for (int i = 0; i < 3; i++)
            m->omega[i] += spin[i];
    } else {
        add_cross(parent->omega, spin, m->a);
        add_cross(parent->omega, spin, m->a);
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

void mb_tree_point(const mb_tree_state *s, int link, mb_vec point, double *x, double *v)
{
    const struct moving *m = moving(s, link);
    double start[3], a[3];

    mb_tree_copy(point, start);
    apply(m->R, start, x);
    for (int i = 0; i < 3; i++)
        x[i] += m->o[i];
    if (v)
        field(m, x, v, a);
}

void mb_tree_push(mb_tree_state *s, int link, mb_vec point, const double *force)
{
    double x[3], column[3];

    mb_tree_point(s, link, point, x, NULL);
    for (int j = link; j >= 0; j = s->tree->link[j].parent) {
        point_column(s, j, x, column);
        s->Q[j] += mb_dot(column, force);
    }
}

void mb_tree_line(mb_tree_state *s, int a, int b, mb_vec point_a, mb_vec point_b, double t,
                  const mb_line_force *force)
{
    double xa[3], xb[3], va[3], vb[3], d[3], rate[3], length, f = 0.0;

    mb_tree_point(s, a, point_a, xa, va);
    mb_tree_point(s, b, point_b, xb, vb);
    for (int i = 0; i < 3; i++) {
        d[i] = xb[i] - xa[i];
        rate[i] = vb[i] - va[i];
    }
    length = sqrt(mb_dot(d, d));
    if (force->spring)
        f += force->spring(force->par, t, length, 0.0).f;
    if (force->damper)
        f += force->damper(force->par, t, length, mb_dot(d, rate) / length).f;
    for (int i = 0; i < 3; i++)
        d[i] *= f / length;
    mb_tree_push(s, a, point_a, d);
    for (int i = 0; i < 3; i++)
        d[i] = -d[i];
    mb_tree_push(s, b, point_b, d);
}

/* Newton and Euler of one link, projected on the joints before it */
static void add_inertia(mb_tree_state *s, int k, double M[LINKS][LINKS])
{
    const struct mb_tree_part *link = &s->tree->link[k];
    const struct moving *m = &s->link[k];
    double x[3], v[3], a[3], J[9], momentum[3], torque[3], column[LINKS][3], turned[3];

    mb_tree_point(s, k, (mb_vec){link->com[0], link->com[1], link->com[2]}, x, NULL);
    field(m, x, v, a);
    for (int i = 0; i < 3; i++) /* R J R' */
        for (int j = 0; j < 3; j++) {
            J[3 * i + j] = 0.0;
            for (int p = 0; p < 3; p++)
                J[3 * i + j] += m->R[3 * i + p] * mb_dot(link->J[p], m->R + 3 * j);
        }
    apply(J, m->omega, momentum);
    mb_cross(m->omega, momentum, torque);
    for (int i = 0; i < 3; i++)
        torque[i] = -torque[i] - mb_dot(J + 3 * i, m->alpha);
    for (int i = k; i >= 0; i = s->tree->link[i].parent) {
        const bool turns = s->tree->link[i].joint == MB_TURNS;

        point_column(s, i, x, column[i]);
        for (int c = 0; c < 3; c++)
            s->Q[i] += link->mass * column[i][c] * (s->tree->gravity[c] - a[c]);
        if (turns)
            s->Q[i] += mb_dot(s->link[i].axis, torque);
        apply(J, s->link[i].axis, turned);
        for (int j = k; j >= 0; j = s->tree->link[j].parent) {
            if (j > i) /* the columns so far */
                M[i][j] += link->mass * mb_dot(column[i], column[j]);
            if (j > i && turns && s->tree->link[j].joint == MB_TURNS)
                M[i][j] += mb_dot(turned, s->link[j].axis);
        }
        M[i][i] += link->mass * mb_dot(column[i], column[i]);
        if (turns)
            M[i][i] += mb_dot(turned, s->link[i].axis);
    }
}

/* Adds s times the change of n . (point of a link) to a row; returns n . (its acceleration) */
static double add_point_row(const mb_tree_state *s, int link, const double *start, const double *n,
                            double sign, double *row)
{
    double x[3], v[3], a[3], column[3];

    mb_tree_point(s, link, (mb_vec){start[0], start[1], start[2]}, x, NULL);
    field(moving(s, link), x, v, a);
    for (int j = link; j >= 0; j = s->tree->link[j].parent) {
        point_column(s, j, x, column);
        row[j] += sign * mb_dot(n, column);
    }
    return sign * mb_dot(n, a);
}

/* ... of w . (vector of a link), with its rate */
static double add_vector_row(const mb_tree_state *s, int link, const double *u, const double *w,
                             double *row)
{
    const struct moving *m = moving(s, link);
    double rate[3], bend[3] = {0.0}, column[3];

    mb_cross(m->omega, u, rate);
    add_cross(m->alpha, u, bend);
    add_cross(m->omega, rate, bend);
    for (int j = link; j >= 0; j = s->tree->link[j].parent)
        if (s->tree->link[j].joint == MB_TURNS) {
            mb_cross(s->link[j].axis, u, column);
            row[j] += mb_dot(w, column);
        }
    return mb_dot(w, bend);
}

/* A row of J; returns its gamma */
static double closure_row(const mb_tree_state *s, const struct mb_tree_closure *c, double *row)
{
    double xa[3], xb[3], va[3], vb[3], sum;

    memset(row, 0, LINKS * sizeof *row);
    if (c->kind == MB_ALONG)
        return -(add_point_row(s, c->a, c->ua, c->direction, 1.0, row) +
                 add_point_row(s, c->b, c->ub, c->direction, -1.0, row));
    if (c->kind == MB_ANGLE) {
        const struct moving *a = moving(s, c->a), *b = moving(s, c->b);

        apply(a->R, c->ua, xa);
        apply(b->R, c->ub, xb);
        mb_cross(a->omega, xa, va);
        mb_cross(b->omega, xb, vb);
        sum = add_vector_row(s, c->a, xa, xb, row) + add_vector_row(s, c->b, xb, xa, row);
        return -sum - 2.0 * mb_dot(va, vb);
    }
    mb_tree_point(s, c->a, (mb_vec){c->ua[0], c->ua[1], c->ua[2]}, xa, va);
    mb_tree_point(s, c->b, (mb_vec){c->ub[0], c->ub[1], c->ub[2]}, xb, vb);
    for (int i = 0; i < 3; i++) {
        xb[i] -= xa[i];
        vb[i] -= va[i];
    }
    sum = add_point_row(s, c->b, c->ub, xb, 1.0, row);
    sum += add_point_row(s, c->a, c->ua, xb, -1.0, row);
    return -sum - mb_dot(vb, vb);
}

/* A x = b (n) by elimination with full pivoting; what is left below 1e-9 of the first pivot counts
 * as dependent and its unknown as zero.  b becomes x. */
static void solve(int n, double A[UNKNOWNS][UNKNOWNS], double *b)
{
    double first = 0.0, x[UNKNOWNS] = {0.0};
    int column[UNKNOWNS], rank;

    for (int i = 0; i < n; i++)
        column[i] = i;
    for (rank = 0; rank < n; rank++) {
        int row = rank, col = rank;

        for (int i = rank; i < n; i++)
            for (int j = rank; j < n; j++)
                if (fabs(A[i][column[j]]) > fabs(A[row][column[col]])) {
                    row = i;
                    col = j;
                }
        if (rank == 0)
            first = fabs(A[row][column[col]]);
        if (!(fabs(A[row][column[col]]) > 1e-9 * first))
            break;
        for (int j = 0; j < n; j++) {
            double kept = A[rank][j];

            A[rank][j] = A[row][j];
            A[row][j] = kept;
        }
        x[0] = b[rank];
        b[rank] = b[row];
        b[row] = x[0];
        row = column[rank];
        column[rank] = column[col];
        column[col] = row;
        for (int i = rank + 1; i < n; i++) {
            const double factor = A[i][column[rank]] / A[rank][column[rank]];

            for (int j = rank; factor != 0.0 && j < n; j++)
                A[i][column[j]] -= factor * A[rank][column[j]];
            b[i] -= factor * b[rank];
        }
    }
    memset(x, 0, sizeof x);
    for (int i = rank - 1; i >= 0; i--) {
        double sum = b[i];

        for (int j = i + 1; j < rank; j++)
            sum -= A[i][column[j]] * x[column[j]];
        x[column[i]] = sum / A[i][column[i]];
    }
    memcpy(b, x, (size_t)n * sizeof *b);
}

void mb_tree_rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const mb_tree *tree = model->reference->data;
    const int n = tree->n;
    double M[LINKS][LINKS] = {{0.0}}, A[UNKNOWNS][UNKNOWNS] = {{0.0}}, b[UNKNOWNS];
    mb_tree_state s = {.Q = {0.0}};

    move_all(tree, y, &s);
    for (int k = 0; k < n; k++)
        if (tree->link[k].mass > 0.0)
            add_inertia(&s, k, M);
    if (tree->forces)
        tree->forces(tree, t, &s);
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++)
            A[i][j] = A[j][i] = M[i][j];
        b[i] = s.Q[i];
    }
    for (int k = 0; k < tree->nclosures; k++) {
        double row[LINKS];

        b[n + k] = closure_row(&s, &tree->closure[k], row);
        for (int j = 0; j < n; j++)
            A[n + k][j] = A[j][n + k] = row[j];
    }
    solve(n + tree->nclosures, A, b);
    for (int i = 0; i < n; i++) {
        ydot[i] = y[n + i];
        ydot[n + i] = b[i];
    }
}

void mb_tree_place(const mb_model *model, const double *y, int link, mb_vec point, double *x)
{
    mb_tree_state s = {.Q = {0.0}};

    move_all(model->reference->data, y, &s);
    mb_tree_point(&s, link, point, x, NULL);
}

double mb_tree_distance(const mb_model *model, const double *y, int a, int b, mb_vec point_a,
                        mb_vec point_b)
{
    double xa[3], xb[3];

    mb_tree_place(model, y, a, point_a, xa);
    mb_tree_place(model, y, b, point_b, xb);
    for (int i = 0; i < 3; i++)
        xb[i] -= xa[i];
    return sqrt(mb_dot(xb, xb));
}

/* Rows of spatial joints: Ddot, dgamma/dq and d(D'y)/dq, which implicit methods ask for.
 *
 * Every row is a component of d or a product x . y of two vectors of the pair; a vector is
 * sum over the sides of tau r + A u, with tau in {-1, 0, 1}. */
#include <string.h>

#include "problems/elements/space/spatial.h"

/* A vector of a row: which sides it has, with what */
struct factor {
    int tau[2];
    const double *u[2]; /* NULL: none */
    double sign[2];
};

static struct factor axis(int side, const double *u)
{
    struct factor x = {.sign = {1.0, 1.0}};

    x.u[side] = u;
    return x;
}

static struct factor points(const mb_joint *j)
{
    return (struct factor){.tau = {-1, 1}, .u = {j->ua, j->ub}, .sign = {-1.0, 1.0}};
}

/* Value and rates of a vector */
static void evaluate(const struct factor *x, const mb_frame f[2], bool euler, double s[3][3])
{
    memset(s, 0, 3 * sizeof *s);
    for (int side = 0; side < 2; side++) {
        double a[3][3];

        for (int i = 0; i < 3; i++) {
            s[0][i] += x->tau[side] * f[side].r[i];
            s[1][i] += x->tau[side] * f[side].rdot[i];
        }
        if (!x->u[side])
            continue;
        mb_turn(&f[side], x->u[side], a[0]);
        mb_swing(&f[side], euler, x->u[side], a[0], a[1], a[2]);
        for (int n = 0; n < 3; n++)
            for (int i = 0; i < 3; i++)
                s[n][i] += x->sign[side] * a[n][i];
    }
}

/* A row's entries of one side in the making */
struct entries {
    double place[3], turn[4];
};

static void add_turn(struct entries *e, double s, const double *x)
{
    for (int c = 0; c < 4; c++)
        e->turn[c] += s * x[c];
}

static void add_place(struct entries *e, double s, const double *x)
{
    for (int c = 0; c < 3; c++)
        e->place[c] += s * x[c];
}

/* The part of Ddot of x . y that comes from x's dependence on the body of a side:
 * d/dt (J' y) */
static void add_rate(struct entries *e, const struct factor *x, int side, const mb_frame *f,
                     bool euler, double y[3][3])
{
    double pull[4] = {0.0};

    add_place(e, x->tau[side], y[1]);
    if (!x->u[side])
        return;
    mb_pull_rate(f, euler, x->u[side], y[0], pull);
    add_turn(e, x->sign[side], pull);
    mb_pull(f, euler, x->u[side], y[1], pull);
    add_turn(e, x->sign[side], pull);
}

/* The part of dgamma/dv: gamma = -v'S v, and d/dv adds S' to S = Ddot.  In `body` the two differ by
 * the bracket of the increments:  dgamma/dv = -2 Ddot + D omega~  on the rotation. */
static void add_slope(struct entries *e, const struct factor *x, int side, const mb_frame *f,
                      bool euler, double y[3][3])
{
    struct entries rate = {{0.0}, {0.0}};
    double pull[4] = {0.0}, bracket[4] = {0.0};

    add_rate(&rate, x, side, f, euler, y);
    add_place(e, -2.0, rate.place);
    add_turn(e, -2.0, rate.turn);
    if (euler || !x->u[side])
        return;
    mb_pull(f, false, x->u[side], y[0], pull);
    mb_cross(pull, f->w, bracket);
    add_turn(e, x->sign[side], bracket);
}

/* The part of dgamma/dq likewise: gamma = -(x2 . y + 2 x1 . y1 + x . y2) */
static void add_bend(struct entries *e, const struct factor *x, int side, const mb_frame *f,
                     bool euler, double y[3][3])
{
    static const double weight[] = {1.0, 2.0, 1.0};
    double pull[4] = {0.0};

    add_place(e, -x->tau[side], y[2]);
    for (int n = 0; x->u[side] && n < 3; n++) {
        mb_pull_swing(f, euler, n, x->u[side], y[2 - n], pull);
        add_turn(e, -weight[n] * x->sign[side], pull);
    }
}

typedef void (*add_part)(struct entries *, const struct factor *, int, const mb_frame *, bool,
                         double[3][3]);

/* All rows of one joint, each as x . y with the same part for both */
static void joint_rows(const mb_joint *j, bool euler, const mb_frame f[2], add_part add, double *d)
{
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const struct factor apart = points(j), none = {.sign = {1.0, 1.0}};
    int slot = 0;

    for (int i = 0; i < j->n; i++) {
        const int k = i - (j->coincident ? 3 : 0), plane = k - j->nperpendiculars;
        struct factor x = none, y = apart;
        double xs[3][3] = {{0.0}}, ys[3][3];

        if (k < 0) {
            memcpy(xs[0], unit[i], sizeof xs[0]);
        } else if (plane < 0) {
            x = axis(0, j->xa[k]);
            y = axis(1, j->xb[k]);
        } else {
            x = plane < j->nplanes ? axis(0, j->normal[plane]) : apart;
        }
        if (k >= 0)
            evaluate(&x, f, euler, xs);
        evaluate(&y, f, euler, ys);
        if (k == 0 && j->coincident)
            slot = 1;
        for (int side = 0; side < 2; side++) {
            struct entries e = {{0.0}, {0.0}};

            if (j->pair.body[side] < 0)
                continue;
            add(&e, &x, side, &f[side], euler, ys);
            add(&e, &y, side, &f[side], euler, xs);
            for (int c = 0; c < (euler ? 4 : 3); c++)
                d[j->rotation[side][c] + i] = e.turn[c];
            if (k < 0)
                d[j->translation[side][i]] = e.place[i];
            for (int c = 0; plane >= 0 && c < 3; c++)
                d[j->translation[side][c] + slot] = e.place[c];
        }
        slot += plane >= 0;
    }
}

static void all_rows(const mb_mechanism *m, const double *q, const double *v, add_part add,
                     double *d)
{
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        mb_frame f[2];

        for (int side = 0; side < 2; side++) {
            mb_frame_at(&f[side], q, j->pair.body[side]);
            mb_frame_move(&f[side], m->euler, v, j->pair.body[side]);
        }
        joint_rows(j, m->euler, f, add, d);
    }
}

void mb_joints_jacobian_dot(const mb_mechanism *m, const double *q, const double *v, double *d)
{
    all_rows(m, q, v, add_rate, d);
}

void mb_joints_gamma_q(const mb_mechanism *m, const double *q, const double *v, double *g)
{
    all_rows(m, q, v, add_bend, g);
}

void mb_joints_gamma_v(const mb_mechanism *m, const double *q, const double *v, double *g)
{
    all_rows(m, q, v, add_slope, g);
}

/* h += y (d/dq) of the derivative of x . z */
static void add_product(const mb_joint *j, bool euler, double y, const mb_span *x, const mb_span *z,
                        double *h)
{
    mb_pair_product(h, &j->pair, euler, y, x, z);
    mb_pair_product(h, &j->pair, euler, y, z, x);
}

static void add_curvature(const mb_joint *j, const mb_frame f[2], bool euler, int side, double s,
                          const double *u, const double *w, double *h)
{
    const double sw[3] = {s * w[0], s * w[1], s * w[2]};

    mb_pair_curvature(h, &j->pair, euler, side, &f[side], u, sw);
}

void mb_joints_tangent(const mb_mechanism *m, const double *q, const double *y, double *h)
{
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        const double *w = y + j->row;
        mb_frame f[2];
        mb_span d, x, z;

        mb_frame_at(&f[0], q, j->pair.body[0]);
        mb_frame_at(&f[1], q, j->pair.body[1]);
        mb_span_points(&d, f, m->euler, j->ua, j->ub);
        if (j->coincident) {
            add_curvature(j, f, m->euler, 0, -1.0, j->ua, w, h);
            add_curvature(j, f, m->euler, 1, 1.0, j->ub, w, h);
            w += 3;
        }
        for (int k = 0; k < j->nperpendiculars; k++, w++) {
            mb_span_axis(&x, &f[0], m->euler, 0, j->xa[k]);
            mb_span_axis(&z, &f[1], m->euler, 1, j->xb[k]);
            add_product(j, m->euler, *w, &x, &z, h);
            add_curvature(j, f, m->euler, 0, *w, j->xa[k], z.value, h);
            add_curvature(j, f, m->euler, 1, *w, j->xb[k], x.value, h);
        }
        for (int k = 0; k < j->nplanes; k++, w++) {
            mb_span_axis(&x, &f[0], m->euler, 0, j->normal[k]);
            add_product(j, m->euler, *w, &x, &d, h);
            add_curvature(j, f, m->euler, 0, *w, j->normal[k], d.value, h);
            add_curvature(j, f, m->euler, 0, -*w, j->ua, x.value, h);
            add_curvature(j, f, m->euler, 1, *w, j->ub, x.value, h);
        }
        if (j->distance) {
            add_product(j, m->euler, *w, &d, &d, h);
            add_curvature(j, f, m->euler, 0, -2.0 * *w, j->ua, d.value, h);
            add_curvature(j, f, m->euler, 1, 2.0 * *w, j->ub, d.value, h);
        }
    }
}

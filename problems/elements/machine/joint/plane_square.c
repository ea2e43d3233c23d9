/* SPDX-License-Identifier: MIT */
/* The square tangents of planar trees, as in square.c: of the matrices that a body has
 *
 *     A   of a body with the force f and where its mass is accelerated by a:  row and column of turning
 *     B   nothing but of forces that depend on velocities
 *     C   (J + m r'r, -m y, m x;  -m y, m, 0;  m x, 0, m)
 *
 * C is summed up once for all tangents, A and B as they are processed, from the links' ends on. */
#include "problems/elements/machine/joint/plane.h"

/* What A has: the column of turning only, the row too with a wrench, or all.  Each in a copy of its own;
 * entries that are not there are neither written nor read. */
typedef enum mb_shape { COLUMN, CROSS, FULL } mb_shape;

/* h += the row and the column of the joint coordinate of a link; B is multiplied by Y, NULL where it is
 * nothing, C by times * Z */
MB_INLINE void add_joint(const mb_linkage *t, mb_shape shape, int link, double (*Y)[6],
                         double (*Z)[6], double times, double *h)
{
    const int j = t->link[link].v;
    const mb_plane_sum *sum = &t->sum[link];
    const mb_plane_load *C = &t->carried[link];
    const double *A = sum->A, *W = sum->wrench, w = t->S[j][2], x = t->S[j][3], y = t->S[j][4];
    const double zx = times * Z[j][3], zy = times * Z[j][4];
    double left[5], right[3], rate[2] = {0.0};

    left[0] = A[0] * w + A[3] * x + A[6] * y; /* A'S_j, C'S_j */
    left[1] = left[2] = 0.0;
    left[3] = times * (C->mass * x - C->y * w);
    left[4] = times * (C->mass * y + C->x * w);
    right[0] = A[0] * w + C->x * zy - C->y * zx; /* A S_j + C Z_j */
    right[1] = A[3] * w + C->mass * zx;
    right[2] = A[6] * w + C->mass * zy;
    if (shape != COLUMN) { /* the row, and (S_k x S_j) . W */
        left[0] += x * W[2] - y * W[1];
        left[1] += (A[1] - W[2]) * w;
        left[2] += (A[2] + W[1]) * w;
        right[0] += A[1] * x + A[2] * y;
    }
    if (shape == FULL) {
        left[1] += A[4] * x + A[7] * y;
        left[2] += A[5] * x + A[8] * y;
        right[1] += A[4] * x + A[5] * y;
        right[2] += A[7] * x + A[8] * y;
    }
    for (int i = 0; Y && i < 3; i++)
        right[i] += sum->B[2 * i] * Y[j][3] + sum->B[2 * i + 1] * Y[j][4];
    for (int i = 0; Y && i < 2; i++)
        rate[i] = sum->B[i] * w + sum->B[2 + i] * x + sum->B[4 + i] * y;
    for (const mb_linkage_pair *p = t->pair + t->first[j], *end = t->pair + t->first[j + 1];
         p < end; p++) {
        const double *S = t->S[p->k], *z = Z[p->k];
        double value = left[0] * S[2] + left[3] * z[3] + left[4] * z[4];

        if (shape != COLUMN)
            value += left[1] * S[3] + left[2] * S[4];
        if (Y)
            value += rate[0] * Y[p->k][3] + rate[1] * Y[p->k][4];
        h[p->h_row] += value;
        if (p->k != j)
            h[p->h_column] += right[0] * S[2] + right[1] * S[3] + right[2] * S[4];
    }
}

/* h += the tangent of bodies' wrenches with their matrices */
MB_INLINE void add_square(const mb_linkage *t, mb_shape shape, double (*Y)[6], double (*Z)[6],
                          double times, double *h)
{
    for (int i = t->nlinks - 1; i >= 0; i--) {
        const mb_plane_sum *from = &t->sum[i];
        mb_plane_sum *to = &t->sum[t->link[i].parent];

        if (t->link[i].n)
            add_joint(t, shape, i, Y, Z, times, h);
        if (t->link[i].parent < 0)
            continue;
        for (int k = 0; k < 9; k++)
            if (shape == FULL || k % 3 == 0 || (shape == CROSS && k < 3))
                to->A[k] += from->A[k];
        for (int k = 0; Y && k < 6; k++)
            to->B[k] += from->B[k];
        for (int k = 0; shape != COLUMN && k < 3; k++)
            to->wrench[k] += from->wrench[k];
    }
}

/* The sums of a link are those of its body: of the force s f, and of the mass m that is accelerated by
 * a, where both turn with it; NULL: nothing. */
MB_INLINE void begin_link(const mb_linkage *t, mb_shape shape, int link, double s, const double *f,
                          double m, const double *a)
{
    const mb_link *l = &t->link[link];
    const double *r = t->pose[link].r;
    mb_plane_sum *sum = &t->sum[link];

    if (shape == FULL)
        memset(sum, 0, sizeof *sum);
    for (int k = 0; k < 3; k++) {
        sum->A[k] = sum->A[3 * k] = 0.0;
        sum->wrench[k] = 0.0;
    }
    if (l->nx == 0)
        return;
    if (a) {
        sum->A[0] = m * (r[0] * a[0] + r[1] * a[1]);
        sum->A[3] = -m * a[1];
        sum->A[6] = m * a[0];
    }
    if (f) {
        mb_plane_wrench(l, r, f, sum->wrench);
        for (int k = 0; k < 3; k++)
            sum->wrench[k] *= s;
        sum->A[0] -= s * (r[0] * f[0] + r[1] * f[1]);
        sum->A[1] += s * f[1];
        sum->A[2] -= s * f[0];
    }
}

/* row += value times the derivative of a local place i of a body at r by a twist */
MB_INLINE void add_place(const double *r, int i, double value, double *row)
{
    row[0] += i == MB_LOCAL_X ? -value * r[1] : i == MB_LOCAL_Y ? value * r[0] : value;
    row[1] += i == MB_LOCAL_X ? value : 0.0;
    row[2] += i == MB_LOCAL_Y ? value : 0.0;
}

/* P = E_a'(rows x, y, angle) */
static void fold(const double *r, double (*row)[3], double *P)
{
    for (int k = 0; k < 3; k++) {
        P[k] = row[2][k] + r[0] * row[1][k] - r[1] * row[0][k];
        P[3 + k] = row[0][k];
        P[6 + k] = row[1][k];
    }
}

/* h += E_a'(P S_k + R Y_k) between the joint coordinates of both bodies; R may be NULL */
static void add_between(const mb_linkage *t, const mb_linkage_block *x, const double *P,
                        const double *R, double *h)
{
    const int *at = x->out;

    MB_EACH_MOVER(t, t->link_of[x->a], j)
    {
        const double *S = t->S[j->k];
        double left[3], rate[3] = {0.0};

        for (int c = 0; c < 3; c++) {
            left[c] = S[2] * P[c] + S[3] * P[3 + c] + S[4] * P[6 + c];
            if (R)
                rate[c] = S[2] * R[c] + S[3] * R[3 + c] + S[4] * R[6 + c];
        }
        MB_EACH_MOVER(t, t->link_of[x->b], k)
        {
            const double *s = t->S[k->k], *y = t->Y[k->k];

            h[*at] += left[0] * s[2] + left[1] * s[3] + left[2] * s[4];
            if (R)
                h[*at] += rate[1] * y[3] + rate[2] * y[4];
            at++;
        }
    }
}

/* What the machine's K, and K_v by velocities, which may be NULL, give for a pair of bodies */
MB_INLINE void add_block(const mb_linkage *t, const mb_linkage_block *x, const double *K,
                         const double *K_v, double *h)
{
    const int a = t->link_of[x->a], b = t->link_of[x->b];
    const double *r = t->pose[b].r, *rate = t->w + t->link[b].w;
    double row[3][3] = {{0.0}}, row_v[3][3] = {{0.0}}, P[9], R[9];
    bool any = false;

    for (const mb_linkage_entry *e = x->entry; e < x->entry + x->n; e++) {
        const double value = K[e->at], slope = K_v ? K_v[e->at] : 0.0;
        const int i = e->i == MB_LOCAL_ANGLE ? 2 : e->i;

        if (value == 0.0 && slope == 0.0)
            continue;
        any = true;
        add_place(r, e->j, value, row[i]);
        if (!K_v)
            continue;
        add_place(r, e->j, slope, row_v[i]);
        if (e->j != MB_LOCAL_ANGLE) /* S_k x rdot */
            row[i][0] += slope * (e->j == MB_LOCAL_X ? -rate[1] : rate[0]);
    }
    if (!any)
        return;
    fold(t->pose[a].r, row, P);
    if (K_v)
        fold(t->pose[a].r, row_v, R);
    if (x->out) {
        add_between(t, x, P, K_v ? R : NULL, h);
        return;
    }
    for (int k = 0; k < 9; k++)
        t->sum[a].A[k] += P[k];
    for (int k = 0; K_v && k < 3; k++) {
        t->sum[a].B[2 * k] += R[3 * k + 1];
        t->sum[a].B[2 * k + 1] += R[3 * k + 2];
    }
}

static void add_blocks(const mb_linkage *t, const double *K, const double *K_v, double *h)
{
    for (const mb_linkage_block *x = t->block; x < t->block + t->nblocks && !K_v; x++)
        add_block(t, x, K, NULL, h);
    for (const mb_linkage_block *x = t->block; x < t->block + t->nblocks && K_v; x++)
        add_block(t, x, K, K_v, h);
}

static void clear(const mb_model *model, double *h)
{
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
}

void mb_plane_stiffness(const mb_model *model, double time, const double *q, const double *v,
                        double *k)
{
    mb_linkage *t = mb_linkage_at(model, q, v);
    const mb_ops *ops = t->inner->ops;

    mb_plane_forces(t, time);
    mb_plane_weigh(t);
    clear(model, k);
    for (int i = 0; i < t->nlinks; i++)
        begin_link(t, FULL, i, -1.0, t->F + t->link[i].w, t->link[i].mass, t->wdot + t->link[i].w);
    ops->stiffness(t->inner, time, t->x, t->w, t->K);
    if (t->damped)
        ops->damping(t->inner, time, t->x, t->w, t->K_v);
    add_blocks(t, t->K, t->damped ? t->K_v : NULL, k);
    if (t->damped)
        add_square(t, FULL, t->Y, t->Z, 1.0, k);
    else
        add_square(t, FULL, NULL, t->Z, 1.0, k);
}

/* dc/dv is 2 (Y and, in A, S_k x rdot). */
void mb_plane_damping(const mb_model *model, double time, const double *q, const double *v,
                      double *c)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_move(t, v);
    mb_plane_weigh(t);
    clear(model, c);
    for (int i = 0; i < t->nlinks; i++)
        begin_link(t, t->damped ? FULL : COLUMN, i, 0.0, NULL, 2.0 * t->link[i].mass,
                   t->w + t->link[i].w);
    if (!t->damped) {
        add_square(t, COLUMN, NULL, t->Y, 2.0, c);
        return;
    }
    t->inner->ops->damping(t->inner, time, t->x, t->w, t->K);
    add_blocks(t, t->K, NULL, c);
    add_square(t, FULL, NULL, t->Y, 2.0, c);
}

void mb_plane_constraint_tangent(const mb_model *model, double time, const double *q,
                                 const double *y, double *h)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_plane_weigh(t);
    clear(model, h);
    y = mb_linkage_give_rows(model, y);
    mb_multiply_t(&t->inner->D, mb_linkage_gradients(t, time), y, t->G);
    for (int i = 0; i < t->nlinks; i++)
        begin_link(t, FULL, i, 1.0, t->G + t->link[i].w, 0.0, NULL);
    t->inner->ops->constraint_tangent(t->inner, time, t->x, y, t->K);
    add_blocks(t, t->K, NULL, h);
    add_square(t, FULL, NULL, t->S, 0.0, h);
}

/* d(J'M_x J a)/dq: J a changes as velocities do; those in hand stay what they are. */
void mb_plane_mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_plane_weigh(t);
    clear(model, h);
    mb_plane_move(t, 0, t->nlinks - 1, a, t->wrench, t->Yf, t->G);
    for (int i = 0; i < t->nlinks; i++) {
        const mb_link *l = &t->link[i];
        const double *w = t->G + l->w;
        double f[3] = {0.0};

        for (int c = 0; c < l->nx; c++)
            f[c] = (c < 2 ? l->mass : l->inertia) * w[c];
        begin_link(t, CROSS, i, 1.0, f, l->mass, w);
    }
    add_square(t, CROSS, NULL, t->Yf, 1.0, h);
}

/* SPDX-License-Identifier: MIT */
/* M and the square tangents in space: wrenches of bodies and their derivatives, summed up from the links'
 * ends to the ground.
 *
 * A generalised force is S_j . W, W the wrench on all that j carries.  A body's wrench that belongs
 * to a local vector F of forces changes by
 *
 *     E'dF + (velocity of the place x force + S x moment, 0)
 *
 * which is linear in S_k, and where F depends on velocities in Y_k and Z_k (linkage.h).  So each body
 * has three matrices A, B, C, and the tangent is
 *
 *     S_j . (A S_k + B Y_k + C Z_k)  +  (S_k x S_j) . W, where k stands before j or in its ball
 *
 * with the sums of the matrices over what both carry. */
#include "problems/elements/machine/joint/linkage.h"

static const mb_link_pose *pose_of(const mb_linkage *t, int body)
{
    return &t->pose[t->link_of[body]];
}

/* y = K x, y = K'x */
static void apply(const double *K, const double *x, double *y)
{
    for (int i = 0; i < 6; i++)
        y[i] = mb_six_dot(K + 6 * i, x);
}

static void apply_back(const double *K, const double *x, double *y)
{
    memset(y, 0, 6 * sizeof *y);
    for (int i = 0; i < 6; i++)
        mb_six_add(x[i], K + 6 * i, y);
}

static void clear(mb_linkage *t, bool all)
{
    memset(t->C, 0, (size_t)t->nlinks * sizeof *t->C);
    if (!all)
        return;
    memset(t->A, 0, (size_t)t->nlinks * sizeof *t->A);
    memset(t->B, 0, (size_t)t->nlinks * sizeof *t->B);
}

/* out = A J A', the tensor about world axes */
static void turned_tensor(const mb_link_pose *p, const double *J, double (*out)[3])
{
    double half[3][3]; /* column c of A J */

    for (int c = 0; c < 3; c++)
        mb_link_turn(p, J + 3 * c, half[c]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = half[0][i] * p->A[j] + half[1][i] * p->A[3 + j] + half[2][i] * p->A[6 + j];
}

/* C of all bodies: E'M E = (A J A' + m (r'r I - r r'), m r~; -m r~, m I) */
static void weigh_all(mb_linkage *t)
{
    for (int b = 0; b < t->machine->nbodies; b++) {
        const mb_mover *body = &t->machine->body[b];
        const mb_link_pose *now = pose_of(t, b);
        const double *r = now->r, m = body->mass, square = mb_dot(r, r);
        double *C = t->C[t->link_of[b]], tensor[3][3] = {{0.0}};

        if (!body->point)
            turned_tensor(now, body->inertia, tensor);
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3; /* cyclic */

            for (int c = 0; c < 3; c++)
                C[6 * i + c] += tensor[i][c] + m * ((i == c ? square : 0.0) - r[i] * r[c]);
            C[6 * i + 3 + j] -= m * r[k];
            C[6 * i + 3 + k] += m * r[j];
            C[6 * (3 + i) + j] += m * r[k];
            C[6 * (3 + i) + k] -= m * r[j];
            C[6 * (3 + i) + 3 + i] += m;
        }
    }
}

static void pass_down(mb_linkage *t, mb_six *matrix, int link)
{
    const int parent = t->link[link].parent;

    for (int i = 0; parent >= 0 && i < 36; i++)
        matrix[parent][i] += matrix[link][i];
}

void mb_linkage_mass(const mb_model *model, const double *q, double *m)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    clear(t, false);
    weigh_all(t);
    memset(m, 0, (size_t)model->M.nnz * sizeof *m);
    for (int i = t->nlinks - 1; i >= 0; i--) {
        const mb_link *l = &t->link[i];

        for (int j = l->v; j < l->v + l->n; j++) {
            double h[6];

            apply(t->C[i], t->S[j], h);
            for (const mb_linkage_pair *p = t->pair + t->first[j]; p < t->pair + t->first[j + 1];
                 p++)
                if (p->k <= j) /* symmetric to the last bit */
                    m[p->m_row] = m[p->m_column] = mb_six_dot(h, t->S[p->k]);
        }
        pass_down(t, t->C, i);
    }
}

/* h += tangent of bodies' wrenches whose sums are t->wrench, with the matrices of all links; Y, Z:
 * what B and C multiply */
static void add_square(mb_linkage *t, double (*Y)[6], double (*Z)[6], double *h)
{
    for (int i = t->nlinks - 1; i >= 0; i--) {
        const mb_link *l = &t->link[i];

        for (int j = l->v; j < l->v + l->n; j++) {
            double left[3][6], right[6], part[6];

            apply_back(t->A[i], t->S[j], left[0]);
            mb_twist_pull(-1.0, t->S[j], t->wrench[i], left[0]);
            apply_back(t->B[i], t->S[j], left[1]);
            apply_back(t->C[i], t->S[j], left[2]);
            apply(t->A[i], t->S[j], right);
            apply(t->B[i], Y[j], part);
            mb_six_add(1.0, part, right);
            apply(t->C[i], Z[j], part);
            mb_six_add(1.0, part, right);
            for (const mb_linkage_pair *p = t->pair + t->first[j]; p < t->pair + t->first[j + 1];
                 p++) {
                h[p->h_row] += mb_six_dot(left[0], t->S[p->k]) + mb_six_dot(left[1], Y[p->k]) +
                               mb_six_dot(left[2], Z[p->k]);
                if (p->k < l->v)
                    h[p->h_column] += mb_six_dot(t->S[p->k], right);
            }
        }
        pass_down(t, t->A, i);
        pass_down(t, t->B, i);
        pass_down(t, t->C, i);
    }
}

/* ---- tangents -------------------------------------------------------------------------------------- */

/* A += s times the change of a body's wrench where its local vector F stays the same, at the place
 * (v + omega x r) x f, that is r (f . omega) - omega (f . r) + v x f, and omega x moment */
static void add_turning(mb_linkage *t, int body, double s, const double *F)
{
    const mb_link_pose *now = pose_of(t, body);
    double *A = t->A[t->link_of[body]], moment[3];

    mb_link_turn(now, F + 3, moment);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3; /* cyclic */

        for (int c = 0; c < 3; c++)
            A[6 * i + c] += s * now->r[i] * F[c];
        A[6 * i + i] -= s * mb_dot(now->r, F);
        A[6 * i + j] += s * moment[k];
        A[6 * i + k] -= s * moment[j];
        A[6 * i + 3 + j] += s * F[k];
        A[6 * i + 3 + k] -= s * F[j];
    }
}

/* A twist times e is the local place i of a body. */
static void unit_of(const mb_link_pose *now, int i, double *e)
{
    memset(e, 0, 6 * sizeof *e);
    if (i >= 3) {
        memcpy(e, now->A + 3 * (i - 3), 3 * sizeof *e);
        return;
    }
    e[3 + i] = 1.0; /* (r x unit, unit) */
    e[(i + 1) % 3] = now->r[(i + 2) % 3];
    e[(i + 2) % 3] = -now->r[(i + 1) % 3];
}

/* P += E_a'K E_b of a block; with `swing` also E_a'K (S x rate, 0) */
static void add_pair(const mb_linkage *t, const mb_linkage_block *x, const double *K,
                     const double *swing, mb_six P)
{
    double row[6][6] = {{0.0}}, e[6][6];

    for (int j = 0; j < 6 && !swing; j++)
        unit_of(pose_of(t, x->b), j, e[j]);
    for (int j = 0; j < 6 && swing; j++) {
        memset(e[j], 0, sizeof e[j]);
        if (j < 3) { /* j-th of S x rate */
            e[j][(j + 1) % 3] = swing[(j + 2) % 3];
            e[j][(j + 2) % 3] = -swing[(j + 1) % 3];
        }
    }
    for (const mb_linkage_entry *k = x->entry; k < x->entry + x->n; k++)
        mb_six_add(K[k->at], e[k->j], row[k->i]);
    for (int i = 0; i < 6; i++) {
        double left[6];

        unit_of(pose_of(t, x->a), i, left);
        for (int k = 0; k < 6; k++)
            mb_six_add(left[k], row[i], P + 6 * k);
    }
}

/* h += E_a'(K S_k + K_v Y_k) for the velocities of a pair of bodies, of one body into A and B.  The
 * velocity of b changes by (S_k x rdot, 0) too.  K_v: NULL, nothing depends on velocities. */
static void add_block(mb_linkage *t, const mb_linkage_block *x, const double *K, const double *K_v,
                      double *h)
{
    mb_six pair[2] = {{0.0}};
    double *P = x->out ? pair[0] : t->A[t->link_of[x->a]];
    double *R = x->out ? pair[1] : t->B[t->link_of[x->a]];
    const int *at = x->out;

    add_pair(t, x, K, NULL, P);
    if (K_v) {
        add_pair(t, x, K_v, t->w + t->machine->body[x->b].v, P);
        add_pair(t, x, K_v, NULL, R);
    }
    if (!x->out)
        return;
    MB_EACH_MOVER(t, t->link_of[x->a], j)
    {
        double left[2][6];

        apply_back(pair[0], t->S[j->k], left[0]);
        apply_back(pair[1], t->S[j->k], left[1]);
        MB_EACH_MOVER(t, t->link_of[x->b], k)
        h[*at++] += mb_six_dot(left[0], t->S[k->k]) + (K_v ? mb_six_dot(left[1], t->Y[k->k]) : 0.0);
    }
}

/* matrix += E'M (S_k x linear, 0): of the force m omega x linear at r the moment is
 * m (omega (r . linear) - linear (r . omega)) */
static void add_turned_mass(const mb_linkage *t, int body, double s, const double *linear,
                            double *matrix)
{
    const double *r = pose_of(t, body)->r, m = s * t->machine->body[body].mass;

    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;

        for (int c = 0; c < 3; c++)
            matrix[6 * i + c] -= m * linear[i] * r[c];
        matrix[6 * i + i] += m * mb_dot(r, linear);
        matrix[6 * (3 + i) + j] += m * linear[k];
        matrix[6 * (3 + i) + k] -= m * linear[j];
    }
}

/* E'M of (2 S_k x rdot, A'(S_k x omega)), part of dc/dv and, by Y_k, of dc/dq */
static void add_coriolis(mb_linkage *t, int body, double *matrix)
{
    const mb_link_pose *now = pose_of(t, body);
    const mb_mover *of = &t->machine->body[body];

    add_turned_mass(t, body, 2.0, t->w + of->v, matrix);
    for (int c = 0; c < 3 && !of->point; c++) {
        double unit[3] = {0.0}, local[3], turned[3], moment[3];

        unit[c] = 1.0;
        mb_cross(unit, t->twist[t->link_of[body]], turned);
        for (int i = 0; i < 3; i++)
            local[i] = mb_dot(now->A + 3 * i, turned);
        for (int i = 0; i < 3; i++)
            turned[i] = mb_dot(of->inertia + 3 * i, local);
        mb_link_turn(now, turned, moment);
        for (int i = 0; i < 3; i++)
            matrix[6 * i + c] += moment[i];
    }
}

static void begin(mb_linkage *t, const mb_model *model, double *h)
{
    clear(t, true);
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
}

/* -dQ/dq = J'(K_x J + C_x dw/dq + M_x dc/dq) - (dJ/dq)'F */
void mb_linkage_stiffness(const mb_model *model, double time, const double *q, const double *v,
                          double *k)
{
    mb_linkage *t = mb_linkage_at(model, q, v);
    const mb_ops *ops = t->inner->ops;

    mb_linkage_forces(t, time);
    mb_linkage_wrenches(t, -1.0, t->F);
    begin(t, model, k);
    ops->stiffness(t->inner, time, t->x, t->w, t->K);
    ops->damping(t->inner, time, t->x, t->w, t->K_v);
    for (const mb_linkage_block *x = t->block; x < t->block + t->nblocks; x++)
        add_block(t, x, t->K, t->K_v, k);
    weigh_all(t);
    for (int b = 0; b < t->machine->nbodies; b++) {
        double local[6];

        mb_linkage_local(t, b, t->F, local);
        add_turning(t, b, -1.0, local);
        add_turned_mass(t, b, 1.0, t->wdot + t->machine->body[b].v, t->A[t->link_of[b]]);
        add_coriolis(t, b, t->B[t->link_of[b]]);
    }
    add_square(t, t->Y, t->Z, k);
}

/* -dQ/dv = J'(C_x J + M_x dc/dv) */
void mb_linkage_damping(const mb_model *model, double time, const double *q, const double *v,
                        double *c)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_move(t, v);
    begin(t, model, c);
    memset(t->wrench, 0, (size_t)t->nlinks * sizeof *t->wrench);
    t->inner->ops->damping(t->inner, time, t->x, t->w, t->K);
    for (const mb_linkage_block *x = t->block; x < t->block + t->nblocks; x++)
        add_block(t, x, t->K, NULL, c);
    weigh_all(t);
    for (int b = 0; b < t->machine->nbodies; b++)
        add_coriolis(t, b, t->A[t->link_of[b]]);
    mb_linkage_unbend(t);
    for (int k = 0; k < model->nv; k++)
        for (int i = 0; i < 6; i++)
            t->Z[k][i] = t->Y[k][i] + t->Yf[k][i];
    add_square(t, t->Z, t->Z, c);
}

/* d(J'g)/dq, g = D_x'y */
void mb_linkage_constraint_tangent(const mb_model *model, double time, const double *q,
                                   const double *y, double *h)
{
    mb_linkage *t = mb_linkage_of(model);
    const mb_ops *ops = t->inner->ops;

    mb_linkage_place(t, q);
    y = mb_linkage_give_rows(model, y);
    begin(t, model, h);
    mb_multiply_t(&t->inner->D, mb_linkage_gradients(t, time), y, t->F);
    mb_linkage_wrenches(t, 1.0, t->F);
    ops->constraint_tangent(t->inner, time, t->x, y, t->K);
    for (const mb_linkage_block *x = t->block; x < t->block + t->nblocks; x++)
        add_block(t, x, t->K, NULL, h);
    for (int b = 0; b < t->machine->nbodies; b++) {
        double local[6];

        mb_linkage_local(t, b, t->F, local);
        add_turning(t, b, 1.0, local);
    }
    add_square(t, t->S, t->S, h); /* B and C are zero */
}

/* d(J'M_x J a)/dq: J a changes as velocities do */
void mb_linkage_mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_move(t, a);
    begin(t, model, h);
    weigh_all(t);
    for (int b = 0; b < t->machine->nbodies; b++) {
        double local[6], weighed[6];

        mb_linkage_local(t, b, t->w, local);
        mb_linkage_weigh(t, b, local, weighed);
        mb_linkage_unlocal(t, b, weighed, t->F);
        add_turning(t, b, 1.0, weighed);
        add_turned_mass(t, b, 1.0, local, t->A[t->link_of[b]]);
    }
    mb_linkage_wrenches(t, 1.0, t->F);
    add_square(t, t->S, t->Y, h); /* B is zero */
}

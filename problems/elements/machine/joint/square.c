/* M, Q and the square tangents: wrenches of bodies and their derivatives, summed up from the links'
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

/* Column c of a matrix of wrenches += wrench of a local vector of a body */
static void put_column(const mb_linkage *t, int body, int c, const double *local, double *matrix)
{
    double wrench[6] = {0.0};

    mb_from_body(pose_of(t, body), 1.0, local, wrench);
    for (int i = 0; i < 6; i++)
        matrix[6 * i + c] += wrench[i];
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

        if (!body->point && t->plain->spatial)
            turned_tensor(now, body->inertia, tensor);
        else if (!body->point)
            tensor[2][2] = body->inertia[8];
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
            const int *row = t->m_row + t->first[j], *column = t->m_column + t->first[j];
            double h[6];

            apply(t->C[i], t->S[j], h);
            for (int b = i; b >= 0; b = t->link[b].parent)
                for (int k = t->link[b].v; k < t->link[b].v + t->link[b].n; k++, row++, column++)
                    if (b != i || k <= j) /* symmetric to the last bit */
                        m[*row] = m[*column] = mb_six_dot(h, t->S[k]);
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
            const int *row = t->h_row + t->first[j], *column = t->h_column + t->first[j];
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
            for (int b = i; b >= 0; b = t->link[b].parent)
                for (int k = t->link[b].v; k < t->link[b].v + t->link[b].n; k++, row++, column++) {
                    h[*row] += mb_six_dot(left[0], t->S[k]) + mb_six_dot(left[1], Y[k]) +
                               mb_six_dot(left[2], Z[k]);
                    if (b != i)
                        h[*column] += mb_six_dot(t->S[k], right);
                }
        }
        pass_down(t, t->A, i);
        pass_down(t, t->B, i);
        pass_down(t, t->C, i);
    }
}

/* ---- tangents -------------------------------------------------------------------------------------- */

/* A += s times the change of a body's wrench where its local vector F stays the same */
static void add_turning(mb_linkage *t, int body, double s, const double *F)
{
    const mb_link_pose *now = pose_of(t, body);
    double *A = t->A[t->link_of[body]], moment[3];

    mb_link_turn(now, F + 3, moment);
    for (int c = 0; c < 6; c++) {
        double unit[6] = {0.0}, local[6], x[3], y[3];

        unit[c] = 1.0;
        mb_to_body(now, unit, local);
        mb_cross(local, F, x);
        mb_cross(unit, moment, y);
        for (int i = 0; i < 3; i++)
            A[6 * i + c] += s * (x[i] + y[i]);
    }
}

/* out += K local of a block */
static void through(const mb_linkage_block *x, const double *K, const double *local, double *out)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (x->at[6 * i + j] >= 0)
                out[i] += K[x->at[6 * i + j]] * local[j];
}

/* h += E_a'(K S_k + K_v Y_k) for the velocities of a pair of bodies, of one body into A and B.  The
 * velocity of b changes by (S_k x rdot, 0) too.  K_v: NULL, nothing depends on velocities. */
static void add_block(mb_linkage *t, const mb_linkage_block *x, const double *K, const double *K_v,
                      double *h)
{
    mb_six pair[2] = {{0.0}};
    const mb_link_pose *b = pose_of(t, x->b);
    const int *at = x->out;
    double rate[6];

    if (K_v)
        mb_to_body(b, b->twist, rate);
    for (int c = 0; c < 6; c++) {
        double unit[6] = {0.0}, local[6], swing[6] = {0.0}, place[6] = {0.0}, speed[6] = {0.0};

        unit[c] = 1.0;
        mb_to_body(b, unit, local);
        through(x, K, local, place);
        if (K_v) {
            mb_cross(unit, rate, swing);
            through(x, K_v, swing, place);
            through(x, K_v, local, speed);
        }
        put_column(t, x->a, c, place, x->out ? pair[0] : t->A[t->link_of[x->a]]);
        put_column(t, x->a, c, speed, x->out ? pair[1] : t->B[t->link_of[x->a]]);
    }
    if (!x->out)
        return;
    for (int i = t->link_of[x->a]; i >= 0; i = t->link[i].parent)
        for (int j = t->link[i].v; j < t->link[i].v + t->link[i].n; j++) {
            double left[2][6];

            apply_back(pair[0], t->S[j], left[0]);
            apply_back(pair[1], t->S[j], left[1]);
            for (int l = t->link_of[x->b]; l >= 0; l = t->link[l].parent)
                for (int k = t->link[l].v; k < t->link[l].v + t->link[l].n; k++)
                    h[*at++] +=
                        mb_six_dot(left[0], t->S[k]) + (K_v ? mb_six_dot(left[1], t->Y[k]) : 0.0);
        }
}

/* E'M of (2 S_k x rdot, A'(S_k x omega)), part of dc/dv and, by Y_k, of dc/dq */
static void add_coriolis(mb_linkage *t, int body, double *matrix)
{
    const mb_link_pose *now = pose_of(t, body);
    double rate[6];

    mb_to_body(now, now->twist, rate);
    for (int c = 0; c < 3; c++) {
        double unit[3] = {0.0}, local[6], turned[3], weighed[6];

        unit[c] = 1.0;
        mb_cross(unit, rate, local);
        mb_cross(unit, now->twist, turned);
        for (int i = 0; i < 3; i++) {
            local[i] *= 2.0;
            local[3 + i] = mb_dot(now->A + 3 * i, turned);
        }
        mb_linkage_weigh(t, body, local, weighed);
        put_column(t, body, c, weighed, matrix);
    }
}

/* E'M (S_k x linear, 0) */
static void add_turned_mass(mb_linkage *t, int body, const double *linear)
{
    for (int c = 0; c < 3; c++) {
        double unit[3] = {0.0}, local[6] = {0.0}, weighed[6];

        unit[c] = 1.0;
        mb_cross(unit, linear, local);
        mb_linkage_weigh(t, body, local, weighed);
        put_column(t, body, c, weighed, t->A[t->link_of[body]]);
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
        mb_linkage_local(t, b, t->wdot, local);
        add_turned_mass(t, b, local);
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
    ops->jacobian(t->inner, time, t->x, t->D);
    mb_multiply_t(&t->inner->D, t->D, y, t->F);
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
        add_turned_mass(t, b, local);
    }
    mb_linkage_wrenches(t, 1.0, t->F);
    add_square(t, t->S, t->Y, h); /* B is zero */
}

/* SPDX-License-Identifier: MIT */
/* A(q) q'' = f under the rows G q'' = g: inertia by Newton and Euler, forces, accelerations. */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static void measure_all(mb_auto *tree)
{
    for (int i = 0; i < tree->nscalars; i++)
        mb_auto_measure(tree, i, &tree->value[i]);
}

/* f, f', f'' of a drive at t */
static void drive(const mb_expression *law, double t, double f[3])
{
    mb_jet variable[MB_LAW_VARIABLES] = {{t, 1.0, 0.0, 0.0, 0.0, 0.0}}, jet;

    jet = mb_expression_jet(law, variable);
    f[0] = jet.f;
    f[1] = jet.a;
    f[2] = jet.aa;
}

/* What is left of a row's value, rate or acceleration. */
static double open_by(const mb_auto *tree, const mb_auto_row *row, mb_auto_level level)
{
    double sum = level == MB_AUTO_POSITION ? -row->constant : 0.0, law[3] = {0.0};

    for (int i = 0; i < row->n; i++) {
        const mb_auto_value *v = &tree->value[row->term[i].scalar];

        sum += row->term[i].factor * (level == MB_AUTO_POSITION ? v->value
                                      : level == MB_AUTO_RATE   ? v->rate
                                                                : v->bend);
    }
    if (row->law)
        drive(row->law, tree->t, law);
    sum -= law[level];
    return row->angle && level == MB_AUTO_POSITION ? remainder(sum, 2.0 * M_PI) : sum;
}

int mb_auto_equations(mb_auto *tree, mb_auto_level level, double *G, double *g, double *worst)
{
    const int m = level == MB_AUTO_POSITION ? tree->nholonomic : tree->nrows;

    measure_all(tree);
    memset(G, 0, (size_t)m * (size_t)tree->n * sizeof *G);
    for (int i = 0; i < m; i++) {
        const mb_auto_row *row = &tree->row[i];

        for (int k = 0; k < row->n; k++) {
            const int s = row->term[k].scalar;

            mb_auto_gradient(tree, &tree->scalar[s], &tree->value[s],
                             row->term[k].factor * row->unit, G + (size_t)i * (size_t)tree->n);
        }
        g[i] = -row->unit * open_by(tree, row, level);
        if (worst)
            *worst = fmax(i ? *worst : 0.0, fabs(g[i]));
    }
    return m;
}

/* ---- forces --------------------------------------------------------------------------------- */

static void variables_of(const mb_auto *tree, const mb_auto_value *value, double *variable)
{
    variable[MB_LAW_T] = tree->t;
    variable[MB_LAW_X] = value ? value->value : 0.0;
    variable[MB_LAW_V] = value ? value->rate : 0.0;
}

/* What the law says, also where the force acts in the other sense only. */
static double law_value(const mb_auto *tree, const mb_plain_force *force,
                        const mb_auto_value *value)
{
    double variable[MB_LAW_VARIABLES], s;

    variables_of(tree, value, variable);
    if (force->law)
        s = mb_expression_value(force->law, variable);
    else
        s = force->stiffness * (value->value - force->free) + force->damping * value->rate;
    if (force->damper)
        s += mb_expression_value(force->damper, variable);
    return force->kind == MB_FORCE_LINE || force->law ? s : -s;
}

/* A rope that would push, a stop that would pull. */
static bool idle(const mb_plain_force *force, double s)
{
    return (force->only == MB_TENSION && s < 0.0) || (force->only == MB_COMPRESSION && s > 0.0);
}

double mb_auto_force_value(const mb_auto *tree, const mb_plain_force *force,
                           const mb_auto_value *value)
{
    const double s = law_value(tree, force, value);

    return idle(force, s) ? 0.0 : s;
}

/* f += what a force F and a moment T at a body's centre of mass do */
static void load(mb_auto *tree, int body, const double *F, const double *T)
{
    const mb_auto_body *b;

    if (body < 0)
        return;
    b = &tree->body[body];
    for (int i = 0; i < b->n; i++) {
        const size_t j = (size_t)b->on[i];

        tree->f[j] +=
            mb_dot(F, tree->motion[body].Jv + 3 * j) + mb_dot(T, tree->motion[body].Jw + 3 * j);
    }
}

/* A force at a place, a torque about an axis: laws of t. */
static void load_vector(mb_auto *tree, const mb_plain_force *force)
{
    const mb_auto_motion *m = mb_auto_motion_of(tree, force->body[1]);
    double variable[MB_LAW_VARIABLES], own[3] = {0.0}, F[3], T[3], r[3];
    const double zero[3] = {0.0};

    variables_of(tree, NULL, variable);
    if (force->kind == MB_FORCE_TORQUE) {
        const double size = mb_expression_value(force->value[0], variable);

        for (int i = 0; i < 3; i++)
            own[i] = size * force->axis[i];
    } else {
        for (int i = 0; i < 3; i++)
            own[i] = force->value[i] ? mb_expression_value(force->value[i], variable) : 0.0;
    }
    if (force->in_body)
        mb_rotate(m->R, own, F);
    else
        memcpy(F, own, sizeof F);
    if (force->kind == MB_FORCE_VECTOR) {
        mb_rotate(m->R, force->place[1], r);
        mb_cross(r, F, T);
        load(tree, force->body[1], F, T);
        return;
    }
    load(tree, force->body[1], zero, F);
    for (int i = 0; i < 3; i++)
        T[i] = -F[i];
    load(tree, force->body[0], zero, T);
}

static void load_forces(mb_auto *tree)
{
    for (int k = 0; k < tree->plain->nforces; k++) {
        const mb_plain_force *force = &tree->plain->force[k];
        const int s = tree->force[k];

        if (s < 0) {
            load_vector(tree, force);
            continue;
        }
        mb_auto_gradient(tree, &tree->scalar[s], &tree->value[s],
                         (force->kind == MB_FORCE_LINE ? -1.0 : 1.0) *
                             mb_auto_force_value(tree, force, &tree->value[s]),
                         tree->f);
    }
}

static unsigned long long mix(unsigned long long side, const mb_expression *law,
                              const double *variable)
{
    return law ? (side ^ mb_expression_side(law, variable)) * 1099511628211ULL : side;
}

unsigned long long mb_auto_side(mb_auto *tree)
{
    const mb_plain_mechanism *plain = tree->plain;
    unsigned long long side = 14695981039346656037ULL;
    double variable[MB_LAW_VARIABLES];

    for (int k = 0; k < plain->nforces; k++) {
        variables_of(tree, tree->force[k] >= 0 ? &tree->value[tree->force[k]] : NULL, variable);
        side = mix(side, plain->force[k].law, variable);
        side = mix(side, plain->force[k].damper, variable);
        if (plain->force[k].only != MB_BOTH_SIDES)
            side = (side ^ idle(&plain->force[k],
                                law_value(tree, &plain->force[k], &tree->value[tree->force[k]]))) *
                   1099511628211ULL;
        for (int i = 0; i < 3; i++)
            side = mix(side, plain->force[k].value[i], variable);
    }
    variables_of(tree, NULL, variable);
    for (int k = 0; k < plain->ndrives; k++)
        side = mix(side, plain->drive[k].law, variable);
    return side;
}

/* ---- inertia -------------------------------------------------------------------------------- */

/* The moment J x of a body's tensor in the world. */
static void tensor(const mb_plain_body *body, const mb_auto_motion *m, const double *x, double *out)
{
    double u[3], own[3];

    for (int i = 0; i < 3; i++)
        u[i] = m->R[i] * x[0] + m->R[3 + i] * x[1] + m->R[6 + i] * x[2];
    for (int i = 0; i < 3; i++)
        own[i] = mb_dot(body->inertia + 3 * i, u);
    mb_rotate(m->R, own, out);
}

static void add_body(mb_auto *tree, int b, bool forces)
{
    const mb_plain_body *plain = &tree->plain->body[b];
    const mb_auto_body *body = &tree->body[b];
    const mb_auto_motion *m = &tree->motion[b];
    const double *gravity = tree->plain->gravity;
    double F[3], T[3] = {0.0}, L[3], Je[3];

    for (int k = 0; k < body->n; k++) {
        const size_t i = (size_t)body->on[k];

        if (plain->point)
            memset(L, 0, sizeof L);
        else
            tensor(plain, m, m->Jw + 3 * i, L);
        for (int l = k; l < body->n; l++) {
            const size_t j = (size_t)body->on[l];

            tree->A[i * (size_t)tree->n + j] +=
                plain->mass * mb_dot(m->Jv + 3 * i, m->Jv + 3 * j) + mb_dot(L, m->Jw + 3 * j);
        }
    }
    if (!forces)
        return;
    for (int i = 0; i < 3; i++)
        F[i] = plain->mass * (gravity[i] - m->a[i]);
    if (!plain->point) {
        tensor(plain, m, m->w, L);
        tensor(plain, m, m->e, Je);
        mb_cross(L, m->w, T);
        for (int i = 0; i < 3; i++)
            T[i] -= Je[i];
    }
    load(tree, b, F, T);
}

void mb_auto_mass(mb_auto *tree, bool forces)
{
    const size_t n = (size_t)tree->n;

    memset(tree->A, 0, n * n * sizeof *tree->A);
    memset(tree->f, 0, n * sizeof *tree->f);
    for (int b = 0; b < tree->plain->nbodies; b++)
        add_body(tree, b, forces);
    for (size_t i = 0; i < n; i++) /* the links of a body stand in descending order */
        for (size_t j = 0; j < i; j++)
            tree->A[j * n + i] = tree->A[i * n + j];
    if (forces)
        load_forces(tree);
}

/* Whether a law is not a number where its variables are. */
static bool law_fails(const mb_auto *tree)
{
    const mb_plain_mechanism *plain = tree->plain;
    double variable[MB_LAW_VARIABLES], law[3];

    variables_of(tree, NULL, variable);
    for (int k = 0; k < plain->ndrives; k++) {
        drive(plain->drive[k].law, tree->t, law);
        if (isnan(law[0] + law[1] + law[2]))
            return true;
    }
    for (int k = 0; k < plain->nforces; k++) {
        const mb_plain_force *force = &plain->force[k];
        const mb_auto_value *at = tree->force[k] >= 0 ? &tree->value[tree->force[k]] : NULL;

        for (int i = 0; i < 3; i++)
            if (force->value[i] && isnan(mb_expression_value(force->value[i], variable)))
                return true;
        if (at && isfinite(at->value) && isfinite(at->rate) &&
            isnan(mb_auto_force_value(tree, force, at)))
            return true;
    }
    return false;
}

static bool all_finite(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

void mb_auto_rate(void *data, double t, const double *y, double *ydot)
{
    mb_auto *tree = data;
    const int n = tree->n;
    int m;

    mb_auto_move(tree, t, y, y + n);
    m = mb_auto_equations(tree, MB_AUTO_ACCELERATION, tree->null.W, tree->null.g, NULL);
    mb_auto_mass(tree, true);
    if (mb_auto_side(tree) != tree->side)
        tree->broken = true;
    mb_null_space_decompose(&tree->null, m);
    if (tree->rank && tree->null.sigma[tree->rank - 1] < tree->weakest) {
        tree->weakest = tree->null.sigma[tree->rank - 1];
        tree->weak_at = t;
    }
    memcpy(ydot, y + n, (size_t)n * sizeof *ydot);
    tree->evaluations++;
    if (!all_finite(tree->f, n) || !all_finite(tree->null.g, m)) {
        tree->undefined = tree->undefined || law_fails(tree);
        memset(ydot + n, 0, (size_t)n * sizeof *ydot);
        return;
    }
    if (!mb_null_space_least(&tree->null, tree->rank, tree->A, tree->f, ydot + n)) {
        tree->massless = true;
        memset(ydot + n, 0, (size_t)n * sizeof *ydot);
    }
}

/* What the rows do, A q'' - f = G'mu, told apart by the pseudoinverse of G': of the drive's row the
 * left singular vectors over the singular values are what a right side of 1 there becomes. */
double mb_auto_drive_force(mb_auto *tree, int drive)
{
    const size_t n = (size_t)tree->n;
    const int row = tree->drive[drive];
    double sum = 0.0;
    int m;

    m = mb_auto_equations(tree, MB_AUTO_ACCELERATION, tree->null.W, tree->null.g, NULL);
    mb_auto_mass(tree, true);
    mb_null_space_decompose(&tree->null, m);
    if (!mb_null_space_least(&tree->null, tree->rank, tree->A, tree->f, tree->accel))
        return (double)NAN;
    mb_auto_mass(tree, true);
    mb_auto_equations(tree, MB_AUTO_ACCELERATION, tree->null.W, tree->null.g, NULL);
    for (int i = 0; i < m; i++)
        tree->null.g[i] = i == row ? tree->row[row].unit : 0.0;
    mb_null_space_decompose(&tree->null, m);
    for (size_t i = 0; i < n; i++) {
        tree->f[i] = -tree->f[i];
        for (size_t j = 0; j < n; j++)
            tree->f[i] += tree->A[i * n + j] * tree->accel[j];
    }
    for (int k = 0; k < tree->rank; k++) {
        double along = 0.0;

        for (size_t i = 0; i < n; i++)
            along += tree->null.W[(size_t)k * n + i] * tree->f[i];
        sum += tree->null.g[k] * along;
    }
    return sum;
}

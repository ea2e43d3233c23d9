/* SPDX-License-Identifier: MIT */
/* Models in natural coordinates: the function table.
 *
 * Rows: squares and linear ones of bodies and joints, forms of whatever is left, twists without a
 * Phi. */
#include <string.h>

#include "problems/elements/machine/natural/rods.h"
#include "problems/elements/machine/natural/spans.h"
#include "problems/elements/machine/plain_model.h"
#include "problems/elements/machine/turns.h"

static const mb_machine *of(const mb_model *model)
{
    return model->data;
}

static void scatter(const int *at, int n, const double *e, double *out)
{
    for (int i = 0; i < n; i++)
        out[at[i]] += e[i];
}

/* ---- rows ----------------------------------------------------------------------------------------- */

/* Rows of all kinds, apart so that where all are rods nothing is kept for the others */
static __attribute__((noinline)) void all_phi(const mb_model *model, double t, const double *q,
                                              double *out)
{
    const mb_natural *n = of(model)->natural;

    memset(out, 0, (size_t)model->mh * sizeof *out);
    MB_BY_RODS(n, mb_rod_phi, q, out);
    MB_BY_DIMENSION(n, mb_squares_phi, n->nrods, q, out);
    MB_BY_DIMENSION(n, mb_pairs_phi, q, out);
    for (const mb_linear_row *e = n->linear; e < n->linear + n->nlinear; e++) {
        double sum = e->constant;

        for (int k = 0; k < e->n; k++)
            sum += e->term[k].factor * q[e->term[k].var];
        out[e->row] += sum;
    }
    for (const mb_lines_row *e = n->form; e < n->form + n->nforms; e++)
        out[e->row] += mb_lines_value(&e->form, q);
    mb_courses_phi(of(model), t, out);
}

static void phi(const mb_model *model, double t, const double *q, double *out)
{
    const mb_natural *n = of(model)->natural;

    if (n->only_rods)
        MB_BY_RODS(n, mb_rod_phi, q, out);
    else
        all_phi(model, t, q, out);
}

static __attribute__((noinline)) void all_rows(const mb_model *model, const double *q, double *d)
{
    const mb_natural *n = of(model)->natural;

    memcpy(d, n->d, (size_t)model->D.nnz * sizeof *d);
    MB_BY_RODS(n, mb_rod_row, q, d);
    MB_BY_DIMENSION(n, mb_squares_rows, n->nrods, q, 2.0, false, d);
    MB_BY_DIMENSION(n, mb_pairs_rows, q, 1.0, false, d);
    for (const mb_lines_row *x = n->form; x < n->form + n->nforms; x++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_lines_gradient(&x->form, q, 1.0, e);
        scatter(x->form.at, x->form.nvar, e, d);
    }
    for (const mb_twist_row *x = n->twist; x < n->twist + n->ntwists; x++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_twist_row_at(&x->twist, q, 1.0, e);
        scatter(x->twist.at, x->twist.nvar, e, d);
    }
}

static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    const mb_natural *n = of(model)->natural;

    (void)t;
    if (n->only_rods)
        MB_BY_RODS(n, mb_rod_row, q, d);
    else
        all_rows(model, q, d);
}

static __attribute__((noinline)) void all_gamma(const mb_model *model, double t, const double *q,
                                                const double *v, double *out)
{
    const mb_natural *n = of(model)->natural;

    memset(out, 0, (size_t)model->m * sizeof *out);
    MB_BY_RODS(n, mb_rod_gamma, v, out);
    MB_BY_DIMENSION(n, mb_squares_gamma, n->nrods, v, out);
    MB_BY_DIMENSION(n, mb_pairs_gamma, v, out);
    for (const mb_lines_row *x = n->form; x < n->form + n->nforms; x++) {
        double rate, bend;

        mb_lines_rates(&x->form, q, v, &rate, &bend);
        out[x->row] -= bend;
    }
    for (const mb_twist_row *x = n->twist; x < n->twist + n->ntwists; x++)
        out[x->row] -= mb_twist_bend(&x->twist, v);
    mb_courses_gamma(of(model), t, out);
}

static void gamma_(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    const mb_natural *n = of(model)->natural;

    if (n->only_rods)
        MB_BY_RODS(n, mb_rod_gamma, v, out);
    else
        all_gamma(model, t, q, v, out);
}

static void rows(const mb_model *model, double t, const double *q, const double *v, double *d,
                 double *gamma, double *phi_of)
{
    const mb_natural *n = of(model)->natural;

    if (!n->only_rods) {
        all_rows(model, q, d);
        if (gamma)
            all_gamma(model, t, q, v, gamma);
        if (phi_of)
            all_phi(model, t, q, phi_of);
    } else if (gamma && phi_of) {
        MB_BY_RODS(n, mb_rod_terms, true, true, q, v, d, gamma, phi_of);
    } else if (gamma) {
        MB_BY_RODS(n, mb_rod_terms, true, false, q, v, d, gamma, NULL);
    } else if (phi_of) {
        MB_BY_RODS(n, mb_rod_terms, false, true, q, v, d, NULL, phi_of);
    } else {
        MB_BY_RODS(n, mb_rod_row, q, d);
    }
}

/* d += times a slope of all forms */
static void slopes(const mb_natural *n, const double *q, const double *v, mb_slope slope,
                   double times, double *d)
{
    for (const mb_lines_row *x = n->form; x < n->form + n->nforms; x++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_lines_slope(&x->form, q, v, slope, times, e);
        scatter(x->form.at, x->form.nvar, e, d);
    }
}

static void jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                         double *d)
{
    const mb_natural *n = of(model)->natural;

    (void)t;
    memset(d, 0, (size_t)model->D.nnz * sizeof *d);
    MB_BY_DIMENSION(n, mb_squares_rows, 0, v, 2.0, true, d);
    MB_BY_DIMENSION(n, mb_pairs_rows, v, 1.0, true, d);
    slopes(n, q, v, MB_GRADIENT_RATE, 1.0, d);
    for (const mb_twist_row *x = n->twist; x < n->twist + n->ntwists; x++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_twist_row_rate(&x->twist, v, 1.0, e);
        scatter(x->twist.at, x->twist.nvar, e, d);
    }
}

static void gamma_q(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    (void)t;
    memset(g, 0, (size_t)model->D.nnz * sizeof *g);
    slopes(of(model)->natural, q, v, MB_BEND_BY_Q, -1.0, g);
}

static void gamma_v(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    const mb_natural *n = of(model)->natural;

    (void)t;
    memset(g, 0, (size_t)model->D.nnz * sizeof *g);
    MB_BY_DIMENSION(n, mb_squares_rows, 0, v, -4.0, true, g);
    MB_BY_DIMENSION(n, mb_pairs_rows, v, -2.0, true, g);
    slopes(n, q, v, MB_BEND_BY_V, -1.0, g);
    for (const mb_twist_row *x = n->twist; x < n->twist + n->ntwists; x++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_twist_row_rate(&x->twist, v, -1.0, e);
        mb_twist_by_q(&x->twist, v, -1.0, e);
        scatter(x->twist.at, x->twist.nvar, e, g);
    }
}

static void constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                               double *h)
{
    const mb_natural *n = of(model)->natural;
    const mb_bend *bend = n->bend;

    (void)t;
    for (const mb_bent *e = n->bent; e < n->bent + n->nbent; e++) {
        double sum = 0.0;

        for (; bend < n->bend + e->end; bend++)
            sum += bend->factor * y[bend->row];
        h[e->at] = sum;
    }
    for (const mb_twin *e = n->twin; e < n->twin + n->ntwins; e++)
        h[e->at] = h[e->of];
    for (const mb_lines_row *x = n->form; x < n->form + n->nforms; x++)
        mb_lines_hessian(&x->form, q, y[x->row], h);
    for (const mb_twist_row *x = n->twist; x < n->twist + n->ntwists; x++)
        mb_twist_hessian(&x->twist, y[x->row], h);
}

/* All rows are at most quadratic and V is linear: grad V is constant, and D at the midpoint, which
 * is the mean of D at the ends, the discrete gradient of Phi. */
static void discrete_gradient(const mb_model *model, double t, const double *q0, const double *q1,
                              double *grad, double *dphi)
{
    const mb_natural *n = of(model)->natural;

    (void)t;
    for (int i = 0; i < model->nv; i++)
        grad[i] = -n->weight[i];
    memcpy(dphi, n->d, (size_t)model->D.nnz * sizeof *dphi);
    MB_BY_DIMENSION(n, mb_squares_rows, 0, q0, 1.0, false, dphi);
    MB_BY_DIMENSION(n, mb_squares_rows, 0, q1, 1.0, false, dphi);
    MB_BY_DIMENSION(n, mb_pairs_rows, q0, 0.5, false, dphi);
    MB_BY_DIMENSION(n, mb_pairs_rows, q1, 0.5, false, dphi);
    for (const mb_lines_row *x = n->form; x < n->form + n->nforms; x++) {
        double e[MB_FORM_VARS] = {0.0};

        mb_lines_gradient(&x->form, q0, 0.5, e);
        mb_lines_gradient(&x->form, q1, 0.5, e);
        scatter(x->form.at, x->form.nvar, e, dphi);
    }
}

/* ---- masses and forces ---------------------------------------------------------------------------- */

static void mass(const mb_model *model, const double *q, double *m)
{
    (void)q;
    memcpy(m, of(model)->natural->mass, (size_t)model->M.nnz * sizeof *m);
}

static void force(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    memcpy(out, of(model)->natural->weight, (size_t)model->nv * sizeof *out);
    if (!model->constant_force)
        mb_natural_force(of(model), t, q, v, out);
}

static double kinetic(const mb_model *model, const double *q, const double *v)
{
    const double *mass_of = of(model)->natural->mass;
    const mb_pattern *M = &model->M;
    double sum = 0.0;

    (void)q;
    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            sum += v[M->row[k]] * mass_of[k] * v[j];
    return 0.5 * sum;
}

static double potential(const mb_model *model, double t, const double *q)
{
    const mb_natural *n = of(model)->natural;
    double sum = n->fixed_energy;

    for (int i = 0; i < model->nv; i++)
        sum -= n->weight[i] * q[i];
    return sum + mb_natural_elastic(of(model), t, q);
}

static double power(const mb_model *model, double t, const double *q, const double *v,
                    const double *lambda)
{
    return mb_natural_power(of(model), t, q, v) + mb_courses_power(of(model), t, lambda);
}

static void stiffness(const mb_model *model, double t, const double *q, const double *v, double *k)
{
    memset(k, 0, (size_t)model->H.nnz * sizeof *k);
    if (!model->constant_force)
        mb_natural_tangents(of(model), t, q, v, false, k);
}

static void damping(const mb_model *model, double t, const double *q, const double *v, double *c)
{
    memset(c, 0, (size_t)model->H.nnz * sizeof *c);
    if (!model->constant_force)
        mb_natural_tangents(of(model), t, q, v, true, c);
}

static void mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    (void)q, (void)a;
    memset(h, 0, (size_t)model->H.nnz * sizeof *h);
}

/* Points move with the whole, vectors turn with it. */
static bool rigid_motion(const mb_model *model, const double *q, int k, double *dv)
{
    const mb_natural *n = of(model)->natural;
    double axis[3] = {0.0, 0.0, 0.0};

    if (n->dimension == 2 && k > 1 && k != 5)
        return false;
    axis[k % 3] = 1.0;
    for (const mb_node *x = n->node; x < n->node + n->nnodes; x++) {
        double at[3], turned[3];

        for (int i = 0; i < 3; i++)
            at[i] = x->var[i] < 0 ? x->place[i] : q[x->var[i]];
        mb_cross(axis, at, turned);
        for (int i = 0; i < 3; i++)
            if (x->var[i] >= 0)
                dv[x->var[i]] = k > 2 ? turned[i] : x->vector ? 0.0 : axis[i];
    }
    return true;
}

const mb_ops mb_natural_ops = {
    .phi = phi,
    .jacobian = jacobian,
    .gamma = gamma_,
    .rows = rows,
    .mass = mass,
    .force = force,
    .kinetic = kinetic,
    .potential = potential,
    .power = power,
    .jacobian_dot = jacobian_dot,
    .stiffness = stiffness,
    .damping = damping,
    .constraint_tangent = constraint_tangent,
    .mass_tangent = mass_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
    .discrete_gradient = discrete_gradient,
    .phi_t = mb_machine_phi_t,
    .outputs = mb_machine_read,
    .output_rates = mb_machine_read_rates,
    .branch = mb_machine_branch,
    .row_text = mb_natural_row_text,
    .coordinate_text = mb_natural_coordinate_text,
    .hold = mb_natural_hold,
    .rigid_motion = rigid_motion,
    .follow = mb_turns_follow,
};

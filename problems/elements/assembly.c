/* The function table of kit models: constant part, then what the groups add. */
#include "problems/elements/assembly.h"

#include <string.h>

/* Sums one energy or power over the groups that have it. */
#define SUM(sum, model, term, ...)                                                                 \
    do {                                                                                           \
        const mb_assembly *assembly_ = (model)->data;                                              \
        for (int g_ = 0; g_ < assembly_->ngroups; g_++) {                                          \
            const mb_element_group *group_ = &assembly_->group[g_];                                \
            if (group_->kind->term)                                                                \
                (sum) += group_->kind->term(group_, __VA_ARGS__);                                  \
        }                                                                                          \
    } while (0)

/* Runs one term over the groups that have it. */
#define ADD(model, term, t, q, w, out)                                                             \
    do {                                                                                           \
        const mb_assembly *assembly_ = (model)->data;                                              \
        for (int g_ = 0; g_ < assembly_->ngroups; g_++) {                                          \
            const mb_element_group *group_ = &assembly_->group[g_];                                \
            if (group_->kind->term)                                                                \
                group_->kind->term(group_, t, q, w, out);                                          \
        }                                                                                          \
    } while (0)

static void start_from(double *out, const double *constant, int n)
{
    memcpy(out, constant, (size_t)n * sizeof *out);
}

static void clear(double *out, int n)
{
    memset(out, 0, (size_t)n * sizeof *out);
}

static void phi(const mb_model *model, double t, const double *q, double *out)
{
    start_from(out, ((const mb_assembly *)model->data)->phi_constant, model->mh);
    ADD(model, phi, t, q, NULL, out);
}

static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    start_from(d, ((const mb_assembly *)model->data)->jacobian_constant, model->D.nnz);
    ADD(model, jacobian, t, q, NULL, d);
}

static void gamma_(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    clear(out, model->m);
    ADD(model, gamma, t, q, v, out);
}

static void mass(const mb_model *model, const double *q, double *m)
{
    start_from(m, ((const mb_assembly *)model->data)->mass, model->M.nnz);
    ADD(model, mass, 0.0, q, NULL, m);
}

static void force(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    start_from(out, ((const mb_assembly *)model->data)->weight, model->nv);
    ADD(model, force, t, q, v, out);
}

/* T = v' M v / 2, the constant part of M first */
static double kinetic(const mb_model *model, const double *q, const double *v)
{
    const mb_assembly *a = model->data;
    const mb_pattern *M = &model->M;
    double sum = 0.0;

    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            sum += v[M->row[k]] * a->mass[k] * v[j];
    sum *= 0.5;
    SUM(sum, model, kinetic, 0.0, q, v);
    return sum;
}

/* V = -weight . q, and springs */
static double potential(const mb_model *model, double t, const double *q)
{
    const mb_assembly *a = model->data;
    double sum = a->height_energy;

    for (int i = 0; i < model->nv; i++)
        sum -= a->weight[i] * q[i];
    SUM(sum, model, potential, t, q, NULL);
    return sum;
}

void mb_assembly_phi_t(const mb_model *model, double t, const double *q, double *out)
{
    clear(out, model->m);
    ADD(model, phi_t, t, q, NULL, out);
}

double mb_assembly_power(const mb_model *model, double t, const double *q, const double *v,
                         const double *lambda)
{
    double sum = 0.0;

    SUM(sum, model, power, t, q, v, lambda);
    return sum;
}

static void jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                         double *d)
{
    clear(d, model->D.nnz);
    ADD(model, jacobian_dot, t, q, v, d);
}

static void stiffness(const mb_model *model, double t, const double *q, const double *v, double *k)
{
    clear(k, model->H.nnz);
    ADD(model, stiffness, t, q, v, k);
}

static void damping(const mb_model *model, double t, const double *q, const double *v, double *c)
{
    clear(c, model->H.nnz);
    ADD(model, damping, t, q, v, c);
}

static void mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    clear(h, model->H.nnz);
    ADD(model, mass_tangent, 0.0, q, a, h);
}

static void constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                               double *h)
{
    clear(h, model->H.nnz);
    ADD(model, constraint_tangent, t, q, y, h);
}

static void gamma_q(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    clear(g, model->D.nnz);
    ADD(model, gamma_q, t, q, v, g);
}

static void gamma_v(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    clear(g, model->D.nnz);
    ADD(model, gamma_v, t, q, v, g);
}

/* V is linear and every Phi quadratic: grad V is constant, and the discrete gradient of Phi is D at
 * the midpoint, which is the mean of D at the ends. */
void mb_assembly_discrete_gradient(const mb_model *model, double t, const double *q0,
                                   const double *q1, double *grad, double *dphi)
{
    const mb_assembly *a = model->data;

    for (int i = 0; i < model->nv; i++)
        grad[i] = -a->weight[i];
    clear(dphi, model->D.nnz);
    ADD(model, jacobian, t, q0, NULL, dphi);
    ADD(model, jacobian, t, q1, NULL, dphi);
    for (int k = 0; k < model->D.nnz; k++)
        dphi[k] = a->jacobian_constant[k] + 0.5 * dphi[k];
}

static void row_text(const mb_model *model, int row, char *text, size_t size)
{
    mb_label_text(&((const mb_assembly *)model->data)->row_label[row], text, size);
}

static void coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    mb_label_text(&((const mb_assembly *)model->data)->coordinate_label[coordinate], text, size);
}

const mb_ops mb_assembly_ops = {
    .row_text = row_text,
    .rigid_motion = mb_planar_rigid_motion,
    .coordinate_text = coordinate_text,
    .phi = phi,
    .jacobian = jacobian,
    .gamma = gamma_,
    .mass = mass,
    .force = force,
    .kinetic = kinetic,
    .potential = potential,
    .jacobian_dot = jacobian_dot,
    .stiffness = stiffness,
    .damping = damping,
    .constraint_tangent = constraint_tangent,
    .mass_tangent = mass_tangent,
    .gamma_q = gamma_q,
    .gamma_v = gamma_v,
    .outputs = mb_outputs,
    .output_rates = mb_output_rates,
};

/* The function table of spatial mechanisms, and their named outputs. */
#include <math.h>
#include <string.h>

#include "problems/elements/space/spatial.h"

static const mb_mechanism *of(const mb_model *model)
{
    return model->data;
}

static void clear(double *out, int n)
{
    memset(out, 0, (size_t)n * sizeof *out);
}

static void phi(const mb_model *model, double t, const double *q, double *out)
{
    (void)t;
    mb_joints_phi(of(model), q, out);
    mb_norms_phi(of(model), q, out);
}

/* Joints, norms and gears together write every entry of D's pattern, here and below. */
static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    (void)t;
    mb_joints_jacobian(of(model), q, d);
    mb_norms_jacobian(of(model), q, d);
}

static void gamma_(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    (void)t;
    mb_joints_gamma(of(model), q, v, out);
    mb_norms_gamma(of(model), v, out);
}

static void mass(const mb_model *model, const double *q, double *m)
{
    mb_bodies_mass(of(model), q, m);
}

static void force(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    mb_bodies_force(of(model), q, v, out);
    mb_lines_force(of(model), t, q, v, out);
    mb_pushes_force(of(model), t, q, v, out);
}

static double kinetic(const mb_model *model, const double *q, const double *v)
{
    return mb_bodies_kinetic(of(model), q, v);
}

static double potential(const mb_model *model, double t, const double *q)
{
    (void)t;
    return mb_bodies_potential(of(model), q) + mb_lines_potential(of(model), q);
}

double mb_space_power(const mb_model *model, double t, const double *q, const double *v,
                      const double *lambda)
{
    (void)lambda;
    return mb_lines_power(of(model), t, q, v) + mb_pushes_power(of(model), t, q, v);
}

static void jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                         double *d)
{
    (void)t;
    mb_joints_jacobian_dot(of(model), q, v, d);
    mb_norms_jacobian_dot(of(model), v, d);
}

static void stiffness(const mb_model *model, double t, const double *q, const double *v, double *k)
{
    clear(k, model->H.nnz);
    mb_bodies_stiffness(of(model), q, v, k);
    mb_lines_tangents(of(model), t, q, v, false, k);
    mb_pushes_tangents(of(model), t, q, v, false, k);
}

static void damping(const mb_model *model, double t, const double *q, const double *v, double *c)
{
    clear(c, model->H.nnz);
    mb_bodies_damping(of(model), q, v, c);
    mb_lines_tangents(of(model), t, q, v, true, c);
    mb_pushes_tangents(of(model), t, q, v, true, c);
}

static void constraint_tangent(const mb_model *model, double t, const double *q, const double *y,
                               double *h)
{
    (void)t;
    clear(h, model->H.nnz);
    mb_joints_tangent(of(model), q, y, h);
    mb_norms_tangent(of(model), y, h);
}

static void mass_tangent(const mb_model *model, const double *q, const double *a, double *h)
{
    clear(h, model->H.nnz);
    mb_bodies_mass_tangent(of(model), q, a, h);
}

void mb_space_rate_tangent(const mb_model *model, const double *q, const double *v, double *h)
{
    (void)q;
    clear(h, model->H.nnz);
    mb_bodies_rate_tangent(of(model), v, h);
}

static void gamma_q(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    (void)t;
    mb_joints_gamma_q(of(model), q, v, g);
    mb_norms_gamma_q(of(model), g);
}

static void gamma_v(const mb_model *model, double t, const double *q, const double *v, double *g)
{
    (void)t;
    mb_joints_gamma_v(of(model), q, v, g);
    mb_norms_gamma_v(of(model), v, g);
}

void mb_space_qdot(const mb_model *model, const double *q, const double *v, double *qdot)
{
    mb_bodies_qdot(of(model), q, v, qdot);
}

void mb_space_retract(const mb_model *model, const double *dv, double *q)
{
    mb_bodies_retract(of(model), dv, q);
}

/* All Phi quadratic and V linear: D at the midpoint is the mean of D at the ends. */
void mb_space_discrete_gradient(const mb_model *model, double t, const double *q0, const double *q1,
                                double *grad, double *dphi)
{
    const mb_mechanism *m = of(model);
    double middle[7 * MB_SPACE_FEW];

    for (int i = 0; i < model->nq; i++)
        middle[i] = 0.5 * (q0[i] + q1[i]);
    jacobian(model, t, middle, dphi);
    clear(grad, model->nv);
    for (int b = 0; b < m->nbodies; b++)
        for (int i = 0; i < 3; i++)
            grad[7 * b + i] = -m->body[b].weight[i];
}

static double point(const mb_space_readout *r, const double *q)
{
    double arm[3];
    mb_frame f;

    mb_frame_at(&f, q, r->index);
    mb_turn(&f, r->u, arm);
    return f.r[r->axis] + arm[r->axis];
}

static double point_rate(const mb_mechanism *m, const mb_space_readout *r, const double *q,
                         const double *v)
{
    double arm[3], rate[3], s2[3];
    mb_frame f;

    mb_frame_at(&f, q, r->index);
    mb_frame_move(&f, m->euler, v, r->index);
    mb_turn(&f, r->u, arm);
    mb_swing(&f, m->euler, r->u, arm, rate, s2);
    return f.rdot[r->axis] + rate[r->axis];
}

/* u . omega of velocities v; with accelerations instead, its rate, since G(dp) dp = 0 */
static double omega(const mb_mechanism *m, const mb_space_readout *r, const double *q,
                    const double *v)
{
    double w[3];

    if (!m->euler)
        return mb_dot(r->u, v + 6 * r->index + 3);
    mb_omega(q + 7 * r->index + 3, v + 7 * r->index + 3, w);
    return mb_dot(r->u, w);
}

/* A body's direction u in global axes, and its rate where v is given */
static void direction(const mb_mechanism *m, int body, const double *u, const double *q,
                      const double *v, double *s, double *rate)
{
    double s2[3];
    mb_frame f;

    mb_frame_at(&f, q, body);
    mb_turn(&f, u, s);
    if (!v)
        return;
    mb_frame_move(&f, m->euler, v, body);
    mb_swing(&f, m->euler, u, s, rate, s2);
}

/* The angle whose cosine and sine are the parts of u along two directions of another body; its rate
 * where v is given */
static double angle(const mb_mechanism *m, const mb_space_readout *r, const double *q,
                    const double *v)
{
    double u[3], udot[3], e[2][3], edot[2][3], part[2], rate[2];

    direction(m, r->index, r->u, q, v, u, udot);
    for (int i = 0; i < 2; i++) {
        direction(m, r->base, r->zero[i], q, v, e[i], edot[i]);
        part[i] = mb_dot(u, e[i]);
        rate[i] = v ? mb_dot(udot, e[i]) + mb_dot(u, edot[i]) : 0.0;
    }
    return v ? (part[0] * rate[1] - part[1] * rate[0]) / (part[0] * part[0] + part[1] * part[1])
             : atan2(part[1], part[0]);
}

static void outputs(const mb_model *model, double t, const double *q, const double *v,
                    const double *a, const double *lambda, double *out)
{
    const mb_mechanism *m = of(model);
    double rate;

    (void)a, (void)lambda;
    for (int k = 0; k < m->nreadouts; k++) {
        const mb_space_readout *r = &m->readout[k];

        switch (r->kind) {
        case MB_READ_POINT:
            out[k] = point(r, q);
            break;
        case MB_READ_OMEGA:
            out[k] = omega(m, r, q, v);
            break;
        case MB_READ_LENGTH:
            out[k] = mb_line_length(m, r->index, q, v, &rate);
            break;
        case MB_READ_PUSH:
            out[k] = mb_push_value(m, r->index, t, q, v);
            break;
        case MB_READ_ANGLE:
            out[k] = angle(m, r, q, NULL);
            break;
        }
    }
}

static void output_rates(const mb_model *model, double t, const double *q, const double *v,
                         const double *a, const double *lambda, double *out)
{
    const mb_mechanism *m = of(model);

    (void)t, (void)lambda;
    for (int k = 0; k < m->nreadouts; k++) {
        const mb_space_readout *r = &m->readout[k];

        switch (r->kind) {
        case MB_READ_POINT:
            out[k] = point_rate(m, r, q, v);
            break;
        case MB_READ_OMEGA:
            out[k] = a ? omega(m, r, q, a) : (double)NAN;
            break;
        case MB_READ_LENGTH:
            mb_line_length(m, r->index, q, v, &out[k]);
            break;
        case MB_READ_PUSH:
            out[k] = NAN;
            break;
        case MB_READ_ANGLE:
            out[k] = angle(m, r, q, v);
            break;
        }
    }
}

const mb_ops mb_space_ops = {
    .row_text = mb_space_row_text,
    .rigid_motion = mb_space_rigid_motion,
    .coordinate_text = mb_space_coordinate_text,
    .velocity_text = mb_space_velocity_text,
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
    .outputs = outputs,
    .output_rates = output_rates,
};

/* SPDX-License-Identifier: MIT */
/* Compiled once for each kind of processors, with MB_LANE_ROWS as the table's name and MB_LANE_WIDTH numbers
 * in a vector. */
#include "problems/elements/machine/natural/lane_measures.h"
#include "problems/elements/machine/natural/lanes.h"
#include "problems/elements/machine/natural/rods.h"

#define MB_NUMBER lanes_of
#include "problems/elements/machine/natural/spans.h"

static const mb_natural *of(const mb_model *model)
{
    const mb_machine *m = model->data;

    return m->natural;
}

/* ---- rods, as in rods.h --------------------------------------------------------------------------- */

static inline void rod_vector(const mb_rod *r, bool held, const lanes_of *q, lanes_of x[2])
{
    for (int i = 0; i < 2; i++)
        x[i] = q[r->to + i] - (held ? same(r->place[i]) : q[r->from + i]);
}

static inline void put_phi(const mb_rod *r, const lanes_of x[2], lanes_of *phi)
{
    phi[r->row] = (x[0] * x[0] + x[1] * x[1]) - r->value;
}

static inline void put_row(const mb_rod *r, bool held, const lanes_of x[2], lanes_of *d)
{
    for (int i = 0; i < 2; i++) {
        const lanes_of slope = 2.0 * x[i];

        d[r->at_to[i]] = slope;
        if (!held)
            d[r->at_from[i]] = -slope;
    }
}

static inline void rod_phi(const mb_rod *r, bool held, const lanes_of *q, lanes_of *phi)
{
    lanes_of x[2];

    rod_vector(r, held, q, x);
    put_phi(r, x, phi);
}

static inline void rod_row(const mb_rod *r, bool held, const lanes_of *q, lanes_of *d)
{
    lanes_of x[2];

    rod_vector(r, held, q, x);
    put_row(r, held, x, d);
}

static inline void rod_gamma(const mb_rod *r, bool held, const lanes_of *v, lanes_of *gamma)
{
    lanes_of x[2];

    for (int i = 0; i < 2; i++)
        x[i] = held ? v[r->to + i] : v[r->to + i] - v[r->from + i];
    gamma[r->row] = -2.0 * (x[0] * x[0] + x[1] * x[1]);
}

static inline void rod_all(const mb_rod *r, bool held, const lanes_of *q, const lanes_of *v,
                           lanes_of *phi, lanes_of *d, lanes_of *gamma)
{
    lanes_of x[2];

    rod_vector(r, held, q, x);
    put_phi(r, x, phi);
    put_row(r, held, x, d);
    rod_gamma(r, held, v, gamma);
}

/* ---- all rows ------------------------------------------------------------------------------------- */

static void phi(const mb_model *model, const double *q_of, double *phi_of)
{
    const mb_natural *n = of(model);
    const lanes_of *q = all(q_of);
    lanes_of *out = all(phi_of);

    for (int i = 0; !n->only_rods && i < model->mh; i++)
        out[i] = same(0.0);
    MB_BY_RODS(n, rod_phi, q, out);
    if (n->only_rods)
        return;
    MB_BY_DIMENSION(n, mb_squares_phi, n->nrods, q, out);
    MB_BY_DIMENSION(n, mb_pairs_phi, q, out);
    for (const mb_linear_row *e = n->linear; e < n->linear + n->nlinear; e++) {
        lanes_of sum = same(e->constant);

        for (int k = 0; k < e->n; k++)
            sum += e->term[k].factor * q[e->term[k].var];
        out[e->row] += sum;
    }
}

static void jacobian(const mb_model *model, const double *q_of, double *d_of)
{
    const mb_natural *n = of(model);
    const lanes_of *q = all(q_of);
    lanes_of *d = all(d_of);

    for (int k = 0; !n->only_rods && k < model->D.nnz; k++)
        d[k] = same(n->d[k]);
    MB_BY_RODS(n, rod_row, q, d);
    if (n->only_rods)
        return;
    MB_BY_DIMENSION(n, mb_squares_rows, n->nrods, q, 2.0, false, d);
    MB_BY_DIMENSION(n, mb_pairs_rows, q, 1.0, false, d);
}

static void gamma_(const mb_model *model, const double *v_of, double *gamma_of)
{
    const mb_natural *n = of(model);
    const lanes_of *v = all(v_of);
    lanes_of *out = all(gamma_of);

    for (int i = 0; !n->only_rods && i < model->m; i++)
        out[i] = same(0.0);
    MB_BY_RODS(n, rod_gamma, v, out);
    if (n->only_rods)
        return;
    MB_BY_DIMENSION(n, mb_squares_gamma, n->nrods, v, out);
    MB_BY_DIMENSION(n, mb_pairs_gamma, v, out);
}

static void evaluate(const mb_model *model, const double *q_of, const double *v_of, double *phi_of,
                     double *d_of, double *gamma_of)
{
    const mb_natural *n = of(model);

    if (n->only_rods) {
        MB_BY_RODS(n, rod_all, all(q_of), all(v_of), all(phi_of), all(d_of), all(gamma_of));
        return;
    }
    phi(model, q_of, phi_of);
    jacobian(model, q_of, d_of);
    gamma_(model, v_of, gamma_of);
}

static void kinetic(const mb_model *model, const double *v_of, double *energy)
{
    const double *mass = of(model)->mass;
    const mb_pattern *M = &model->M;
    const lanes_of *v = all(v_of);
    lanes_of sum = same(0.0);

    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            sum += v[M->row[k]] * mass[k] * v[j];
    *all(energy) = 0.5 * sum;
}

/* Nothing is elastic where the force is constant. */
static void potential(const mb_model *model, const double *q_of, double *energy)
{
    const mb_natural *n = of(model);
    const lanes_of *q = all(q_of);
    lanes_of sum = same(n->fixed_energy);

    for (int i = 0; i < model->nv; i++)
        sum -= n->weight[i] * q[i];
    *all(energy) = sum + 0.0;
}

static void places(const mb_model *model, const double *q_of, double *out_of)
{
    const mb_machine *m = model->data;
    const mb_readout_part *last = NULL;
    const lanes_of *q = all(q_of);
    lanes_of r[3], *out = all(out_of);

    for (int k = 0; k < model->noutputs; k++) {
        const mb_readout_part *p = &m->readouts->out[k];

        if (!model->outputs[k].compared)
            continue;
        if (!last || last->of != p->of)
            point_at(m->natural, p->of->body[0], p->of->place[0], q, r);
        last = p;
        out[k] = p->scale * component(p, r) + p->offset;
    }
}

static unsigned on_branch(const mb_model *model, const double *q_of)
{
    const mb_machine *m = model->data;
    choice on = chosen(~0U);

    if (model->ops->branch != mb_machine_branch || m->natural->dimension != 2)
        return 0;
    for (int k = 0; k < m->readouts->nbranches; k++) {
        const mb_readout_part *p = &m->readouts->branch[k];

        if (p->of->kind != MB_MEASURE_ANGLE || p->of->relative >= 0 || p->of->body[0] < 0 ||
            m->natural->body[p->of->body[0]].point || !p->wrapped)
            return 0;
        on &= turn_is_inside(m, p, &m->readouts->limit[k], all(q_of));
    }
    return set_of(on);
}

const mb_lane_rows MB_LANE_ROWS = {.evaluate = evaluate,
                                   .jacobian = jacobian,
                                   .gamma = gamma_,
                                   .kinetic = kinetic,
                                   .potential = potential,
                                   .places = places,
                                   .on_branch = on_branch};

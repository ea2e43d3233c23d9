/* SPDX-License-Identifier: MIT */
/* What no scalar says: rows without a Phi, turning, forces that turn with a body.
 *
 * With s1, s2, n a triad of a body,  n . omega = s2 . ds1/dt;  for n fixed in the world and the axes
 * e_i of a body,  n . omega = sum of (n x e_i) . de_i/dt / 2. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/turns.h"
#include "problems/format/expression/expression.h"

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* ---- making --------------------------------------------------------------------------------------- */

static mb_status begin(mb_model *model, mb_twist *t, int pairs, mb_error *err)
{
    mb_status status = MB_OK;

    *t = (mb_twist){.n = 0};
    MB_TRY(MB_TAKE(model->arena, &t->w, (size_t)pairs, err));
    MB_TRY(MB_TAKE(model->arena, &t->x, (size_t)pairs, err));
done:
    return status;
}

/* One more pair: K times w, and x */
static mb_status add(mb_model *model, mb_twist *t, const mb_combination *w, const double *K,
                     const mb_combination *x, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(mb_line_of(model, w, K, &t->w[t->n], err));
    MB_TRY(mb_line_of(model, x, NULL, &t->x[t->n], err));
    t->n++;
done:
    return status;
}

/* The list of variables, and each term's place in it */
static mb_status end(mb_model *model, mb_twist *t, mb_error *err)
{
    mb_status status = MB_OK;
    int most = 0;

    for (int k = 0; k < 2 * t->n; k++) {
        const mb_line *x = k % 2 ? &t->x[k / 2] : &t->w[k / 2];

        most += x->n[0] + x->n[1] + x->n[2];
    }
    MB_TRY(MB_TAKE(model->arena, &t->var, (size_t)most, err));
    for (int k = 0; k < 2 * t->n; k++)
        mb_natural_localise(k % 2 ? &t->x[k / 2] : &t->w[k / 2], &t->nvar, t->var);
done:
    return status;
}

/* v -> s n x v */
static void cross_matrix(const double *n, double s, double *K)
{
    const double made[9] = {0.0, -n[2], n[1], n[2], 0.0, -n[0], -n[1], n[0], 0.0};

    for (int i = 0; i < 9; i++)
        K[i] = s * made[i];
}

static void scaled(double s, double *K)
{
    for (int i = 0; i < 9; i++)
        K[i] = i % 4 == 0 ? s : 0.0;
}

/* t += factor * (axis of the body) . omega */
static mb_status add_own_turning(mb_model *model, const mb_machine *m, mb_twist *t, int body,
                                 const double *axis, double factor, mb_error *err)
{
    const double size = sqrt(mb_dot(axis, axis));
    double n[3], s1[3], s2[3], K[9];
    mb_combination a, b;

    if (size == 0.0)
        return MB_OK;
    for (int i = 0; i < 3; i++)
        n[i] = axis[i] / size;
    mb_triad(n, s1, s2);
    mb_natural_axis(m, body, s1, &a);
    mb_natural_axis(m, body, s2, &b);
    scaled(factor * size, K);
    return add(model, t, &b, K, &a, err);
}

/* t += factor * (axis of the world) . omega of a body */
static mb_status add_world_turning(mb_model *model, const mb_machine *m, mb_twist *t, int body,
                                   const double *axis, double factor, mb_error *err)
{
    mb_status status = MB_OK;
    double K[9];

    if (m->natural->dimension == 2)
        return add_own_turning(model, m, t, body, axis, factor, err);
    cross_matrix(axis, 0.5 * factor, K);
    for (int i = 0; i < 3; i++) {
        mb_combination e;

        mb_natural_axis(m, body, unit[i], &e);
        MB_TRY(add(model, t, &e, K, &e, err));
    }
done:
    return status;
}

/* ---- rows without a Phi --------------------------------------------------------------------------- */

static mb_status knife(mb_model *model, const mb_machine *m, const mb_knife *k, mb_twist_row *row,
                       mb_error *err)
{
    mb_status status = MB_OK;
    mb_combination a, x;
    double K[9];

    row->row = k->row;
    cross_matrix(m->natural->dimension == 2 ? unit[2] : k->n, 1.0, K);
    mb_natural_axis(m, k->duo.body[0], k->m, &a);
    mb_natural_place(m, k->duo.body[0], k->u, &x);
    MB_TRY(begin(model, &row->twist, 1, err));
    MB_TRY(add(model, &row->twist, &a, k->along ? NULL : K, &x, err));
    MB_TRY(end(model, &row->twist, err));
done:
    return status;
}

static mb_status mesh(mb_model *model, const mb_machine *m, const mb_mesh *mesh, mb_twist_row *row,
                      mb_error *err)
{
    mb_status status = MB_OK;

    row->row = mesh->row;
    MB_TRY(begin(model, &row->twist, mesh->n, err));
    for (int k = 0; k < mesh->n; k++)
        MB_TRY(add_own_turning(model, m, &row->twist, mesh->wheel[k].duo.body[0],
                               mesh->wheel[k].axis, 1.0, err));
    MB_TRY(end(model, &row->twist, err));
done:
    return status;
}

static mb_status rows(mb_model *model, const mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, &n->twist, (size_t)(m->nknives + m->nmeshes), err));
    for (int k = 0; k < m->nknives; k++)
        MB_TRY(knife(model, m, &m->knife[k], &n->twist[n->ntwists++], err));
    for (int k = 0; k < m->nmeshes; k++)
        MB_TRY(mesh(model, m, &m->mesh[k], &n->twist[n->ntwists++], err));
done:
    return status;
}

/* ---- forces --------------------------------------------------------------------------------------- */

static mb_twist_force *next(mb_natural *n, const mb_expression *law)
{
    mb_twist_force *f = &n->twist_force[n->ntwist_forces++];

    f->law = law;
    return f;
}

/* A force fixed in the body: one twist a component */
static mb_status follower(mb_model *model, const mb_machine *m, const mb_load *load, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < m->natural->dimension; i++) {
        mb_combination axis, place;
        mb_twist_force *f;

        if (!load->value[i])
            continue;
        f = next(m->natural, load->value[i]);
        mb_natural_axis(m, load->duo.body[1], unit[i], &axis);
        mb_natural_place(m, load->duo.body[1], load->u, &place);
        MB_TRY(begin(model, &f->twist, 1, err));
        MB_TRY(add(model, &f->twist, &axis, NULL, &place, err));
        MB_TRY(end(model, &f->twist, err));
    }
done:
    return status;
}

/* A torque, and what it does to a second body, on which it is fixed in the world */
static mb_status torque(mb_model *model, const mb_machine *m, const mb_load *load, mb_error *err)
{
    mb_twist_force *f = next(m->natural, load->value[0]);
    mb_status status = MB_OK;

    MB_TRY(begin(model, &f->twist, 6, err));
    if (load->in_body)
        MB_TRY(add_own_turning(model, m, &f->twist, load->duo.body[1], load->axis, 1.0, err));
    else
        MB_TRY(add_world_turning(model, m, &f->twist, load->duo.body[1], load->axis, 1.0, err));
    if (load->duo.body[0] >= 0)
        MB_TRY(add_world_turning(model, m, &f->twist, load->duo.body[0], load->axis, -1.0, err));
    MB_TRY(end(model, &f->twist, err));
done:
    return status;
}

/* A force in the world is one along each axis; a constant one has a potential. */
static void pushes(mb_machine *m, const mb_load *load, mb_effort *effort)
{
    static const double origin[3] = {0.0, 0.0, 0.0}, now[MB_LAW_VARIABLES] = {0.0};

    for (int i = 0; i < m->natural->dimension; i++) {
        mb_effort *e = &effort[m->nefforts];

        if (!load->value[i])
            continue;
        *e = (mb_effort){.tie = mb_tie_between(MB_ON_GROUND, origin, load->duo.body[1], load->u),
                         .s = mb_scalar_off(unit[i]),
                         .sign = 1.0,
                         .elastic = load->conservative,
                         .lossy = !load->conservative};
        e->s.x[0].kind = MB_ARROW_WORLD;
        if (load->conservative)
            e->constant = mb_expression_value(load->value[i], now);
        else
            e->law = load->value[i];
        m->nefforts++;
    }
}

/* A constant torque of the plane acts along a counted angle, which is its potential. */
static void turned(mb_machine *m, const mb_load *load, mb_effort *effort)
{
    static const double origin[3] = {0.0, 0.0, 0.0}, now[MB_LAW_VARIABLES] = {0.0};
    const int *body = load->duo.body;
    const double start = mb_angle_of(m->plain, body[1]) - mb_angle_of(m->plain, body[0]);
    mb_counted *turn = mb_turns_add(m, (mb_coordinate){-1, 0}, start);

    turn->effort = m->nefforts++;
    effort[turn->effort] =
        (mb_effort){.tie = mb_tie_between(body[0], origin, body[1], origin),
                    .s = {.kind = MB_SCALAR_TURN,
                          .factor = 1.0,
                          .offset = start - remainder(start, 2.0 * M_PI),
                          .near = &turn->now.near},
                    .sign = 1.0,
                    .constant = load->axis[2] * mb_expression_value(load->value[0], now),
                    .elastic = true};
}

static mb_status forces(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    const size_t most = (size_t)m->nefforts + 3 * (size_t)m->nloads;
    mb_status status = MB_OK;
    mb_effort *effort;

    MB_TRY(MB_TAKE(model->arena, &effort, most, err));
    MB_TRY(MB_TAKE(model->arena, &n->twist_force, 3 * (size_t)m->nloads, err));
    if (m->nefforts)
        memcpy(effort, m->effort, (size_t)m->nefforts * sizeof *effort);
    for (const mb_load *load = m->load; load < m->load + m->nloads; load++)
        if (load->kind == MB_LOAD_TORQUE && load->conservative)
            turned(m, load, effort);
        else if (load->kind == MB_LOAD_TORQUE)
            MB_TRY(torque(model, m, load, err));
        else if (load->in_body)
            MB_TRY(follower(model, m, load, err));
        else
            pushes(m, load, effort);
    m->effort = effort;
    MB_TRY(MB_TAKE(model->arena, &n->effort, (size_t)m->nefforts, err));
    for (int k = 0; k < m->nefforts; k++)
        MB_TRY(mb_natural_form(model, &effort[k].tie, &effort[k].s, &n->effort[k], err));
done:
    return status;
}

mb_status mb_natural_twists(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(rows(model, m, err));
    MB_TRY(forces(model, m, err));
done:
    return status;
}

mb_status mb_natural_turning(mb_model *model, int body, const double *direction, mb_twist *t,
                             mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(begin(model, t, 3, err));
    MB_TRY(add_world_turning(model, model->data, t, body, direction, 1.0, err));
    MB_TRY(end(model, t, err));
done:
    return status;
}

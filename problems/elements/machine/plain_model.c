/* SPDX-License-Identifier: MIT */
/* The model of a plain mechanism: a machine, or a tree that a machine closes. */
#include "problems/elements/machine/plain_model.h"
#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/turns.h"

#include <string.h>

#include "problems/elements/machine/joint/linkage.h"

static const char *const model_words[] = {"planar-reference-point", "body", "euler", "natural"};

/* The index-th word of "a|b|c" is `word`. */
static bool choice_is(const char *choices, int index, const char *word)
{
    const size_t n = strlen(word);

    for (; index > 0 && choices; index--)
        choices = strchr(choices, '|') ? strchr(choices, '|') + 1 : NULL;
    return choices && strncmp(choices, word, n) == 0 && (choices[n] == '|' || !choices[n]);
}

/* The first kind of a list that there are models in. */
static const char *first_kind(const mb_plain_mechanism *plain)
{
    mb_machine_kind kind;

    for (int i = 0; i < plain->ncoordinates; i++)
        if (mb_machine_kind_of(plain, plain->coordinates[i], &kind))
            return plain->coordinates[i];
    return plain->spatial ? "body" : "reference-point";
}

const char *mb_plain_coordinates(const mb_plain_mechanism *plain)
{
    static const char *const words[] = {"reference-point", "natural", "mixed", "body",
                                        "euler",           "joint"};
    const int k = mb_param_index(plain->params, "coordinates");
    const int picked = k < 0 ? 0 : (int)plain->values.value[k];

    for (int i = 0; picked > 0 && i < plain->ncoordinates; i++)
        if (choice_is(plain->params[k].choices, picked, plain->coordinates_word[i]))
            return plain->coordinates[i];
    for (size_t i = 0; picked > 0 && i < sizeof words / sizeof *words; i++) /* on request */
        if (choice_is(plain->params[k].choices, picked, words[i]))
            return words[i];
    return first_kind(plain);
}

/* ---- bodies --------------------------------------------------------------------------------------- */

static bool is_diagonal(const double *J)
{
    return J[1] == 0.0 && J[2] == 0.0 && J[3] == 0.0 && J[5] == 0.0 && J[6] == 0.0 && J[7] == 0.0;
}

static mb_status bodies(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;
    const mb_plain_mechanism *plain = m->plain;
    const int sizes[] = {3, 6, 7, 0};
    bool *length;

    MB_TRY(MB_TAKE(model->arena, &m->body, (size_t)plain->nbodies, err));
    m->nbodies = plain->nbodies;
    for (int b = 0; b < plain->nbodies; b++) {
        const mb_plain_body *of = &plain->body[b];
        mb_mover *body = &m->body[b];
        const int places = plain->spatial ? 3 : 2;

        body->name = of->name;
        body->point = of->point;
        body->mass = of->mass;
        memcpy(body->inertia, of->inertia, sizeof body->inertia);
        body->principal = is_diagonal(of->inertia);
        for (int i = 0; i < 3; i++)
            body->weight[i] = of->mass * plain->gravity[i];
        body->q = model->nq;
        body->v = model->nv;
        body->n = of->point && m->kind != MB_IN_NATURAL ? places : sizes[m->kind];
        for (int c = 0; c < body->n; c++)
            body->local[c] = m->kind == MB_IN_X_Y_PHI && c == 2 ? 5 : c;
        model->nq += m->kind == MB_IN_BODY && !of->point ? 7 : body->n;
        model->nv += body->n;
    }
    MB_TRY(MB_TAKE(model->arena, &length, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(model->arena, &m->weight, (size_t)model->nv, err));
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; c < body->n; c++) {
            length[body->v + c] = body->local[c] < 3;
            m->weight[body->v + c] = body->local[c] < 3 ? body->weight[body->local[c]] : 0.0;
        }
    model->length = length;
done:
    return status;
}

/* ---- function table ------------------------------------------------------------------------------- */

static const mb_machine *of(const mb_model *model)
{
    return model->data;
}

static void force(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    const mb_machine *m = of(model);

    mb_movers_force(model, q, v, out);
    if (m->nefforts)
        mb_efforts_force(m, t, q, v, out);
    mb_loads_force(m, t, q, out);
}

/* Where there are weights only, in the plane */
static void weights(const mb_model *model, double t, const double *q, const double *v, double *out)
{
    (void)t, (void)q, (void)v;
    memcpy(out, of(model)->weight, (size_t)model->nv * sizeof *out);
}

static double potential(const mb_model *model, double t, const double *q)
{
    return mb_movers_potential(of(model), q) + mb_efforts_potential(of(model), t, q) +
           mb_loads_potential(of(model), q);
}

/* Forces without potential, and drives: lambda Phi_t */
static double power(const mb_model *model, double t, const double *q, const double *v,
                    const double *lambda)
{
    const mb_machine *m = of(model);

    return mb_efforts_power(m, t, q, v) + mb_loads_power(m, t, q, v) +
           mb_courses_power(m, t, lambda);
}

static void stiffness(const mb_model *model, double t, const double *q, const double *v, double *k)
{
    memset(k, 0, (size_t)model->H.nnz * sizeof *k);
    mb_movers_stiffness(of(model), v, k);
    mb_efforts_tangents(of(model), t, q, v, false, k);
    mb_loads_stiffness(of(model), t, q, k);
}

static void damping(const mb_model *model, double t, const double *q, const double *v, double *c)
{
    memset(c, 0, (size_t)model->H.nnz * sizeof *c);
    mb_movers_damping(of(model), q, v, c);
    mb_efforts_tangents(of(model), t, q, v, true, c);
}

static const mb_ops machine_ops = {
    .phi = mb_machine_phi,
    .jacobian = mb_machine_jacobian,
    .gamma = mb_machine_gamma,
    .rows = mb_machine_row_terms,
    .mass = mb_movers_mass,
    .force = force,
    .kinetic = mb_movers_kinetic,
    .potential = potential,
    .jacobian_dot = mb_machine_jacobian_dot,
    .stiffness = stiffness,
    .damping = damping,
    .constraint_tangent = mb_machine_constraint_tangent,
    .mass_tangent = mb_movers_mass_tangent,
    .gamma_q = mb_machine_gamma_q,
    .gamma_v = mb_machine_gamma_v,
    .outputs = mb_machine_read,
    .output_rates = mb_machine_read_rates,
    .row_text = mb_machine_row_text,
    .coordinate_text = mb_machine_coordinate_text,
    .velocity_text = mb_machine_velocity_text,
    .hold = mb_machine_hold,
    .row_owner = mb_machine_row_owner,
    .settled = mb_machine_settled,
    .rigid_motion = mb_movers_rigid_motion,
};

static bool regular(const mb_machine *m)
{
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        const double *J = body->inertia;
        const double minor = J[0] * J[4] - J[1] * J[3];
        const double det =
            minor * J[8] + J[5] * (J[1] * J[6] - J[0] * J[7]) + J[2] * (J[3] * J[7] - J[4] * J[6]);
        const double size = J[0] + J[4] + J[8];

        if (body->mass <= 0.0)
            return false;
        if (!body->point &&
            !(m->kind == MB_IN_X_Y_PHI ? J[8] > 0.0 : det > 1e-12 * size * size * size))
            return false;
    }
    return m->kind != MB_IN_EULER;
}

/* Degree of an arrow in q; MANY where it is no polynomial */
enum { MANY = 9 };

static int degree_of_turning(const mb_machine *m, int body, const double *u)
{
    if (body < 0 || m->body[body].point || (u[0] == 0.0 && u[1] == 0.0 && u[2] == 0.0))
        return 0;
    return m->kind == MB_IN_EULER ? 2 : MANY;
}

static int degree(const mb_machine *m, const mb_tie *tie, const mb_arrow *x)
{
    int most = 1;

    if (x->kind == MB_ARROW_WORLD)
        return 0;
    if (x->kind != MB_ARROW_BETWEEN)
        return degree_of_turning(m, tie->duo.body[x->kind == MB_ARROW_OF_B], x->u);
    for (int k = 0; k < 2; k++) {
        const int turning = degree_of_turning(m, tie->duo.body[k], tie->u[k]);

        most = turning > most ? turning : most;
    }
    return most;
}

bool mb_tie_is_quadratic(const mb_machine *m, const mb_tie *tie)
{
    static const mb_arrow between = {.kind = MB_ARROW_BETWEEN};

    for (const mb_share *x = tie->share; x < tie->share + tie->n && !tie->rates; x++) {
        const mb_scalar *s = &x->s;

        if (s->kind == MB_SCALAR_MEET
                ? degree(m, tie, &between) > 2
                : s->kind != MB_SCALAR_TURN &&
                      (s->kind != MB_SCALAR_PRODUCT ||
                       degree(m, tie, &s->x[0]) + degree(m, tie, &s->y[0]) > 2))
            return false;
    }
    return true;
}

static bool quadratic(const mb_machine *m)
{
    for (const mb_tie *tie = m->tie; tie < m->tie + m->nties; tie++)
        if (!mb_tie_is_quadratic(m, tie))
            return false;
    return true;
}

static void finish_ops(mb_model *model, const mb_machine *m, mb_ops *ops)
{
    bool conservative = true, steady = true, drives = m->plain->ndrives > 0;

    *ops = machine_ops;
    for (int k = 0; k < m->nefforts; k++)
        conservative = conservative && !m->effort[k].lossy;
    for (int k = 0; k < m->nloads; k++) {
        conservative = conservative && m->load[k].conservative;
        steady = steady && m->load[k].steady;
    }
    conservative = conservative && !drives;
    if (m->kind == MB_IN_BODY) {
        ops->qdot = mb_movers_qdot;
        ops->retract = mb_movers_retract;
        ops->rate_tangent = mb_movers_rate_tangent;
    }
    if (drives)
        ops->phi_t = mb_machine_phi_t;
    else if (m->kind == MB_IN_X_Y_PHI && model->mh == model->m)
        ops->discrete_gradient = mb_machine_discrete_gradient;
    if (!conservative)
        ops->power = power;
    if (m->plain->branch_mode == MB_BRANCH_GIVEN && m->plain->nbranches > 0)
        ops->branch = mb_machine_branch;
    if (mb_turns_are_followed(m))
        ops->follow = mb_turns_follow;
    model->constant_force = m->kind == MB_IN_X_Y_PHI && m->nefforts == 0 && steady;
    if (model->constant_force)
        ops->force = weights;
    model->traits = (m->kind == MB_IN_BODY ? 0U : (unsigned)MB_IDENTITY_T) |
                    (m->kind == MB_IN_EULER ? 0U : (unsigned)MB_CONSTANT_M) |
                    (regular(m) ? (unsigned)MB_REGULAR_M : 0U) | (unsigned)MB_FULL_RANK_D |
                    (quadratic(m) ? (unsigned)MB_QUADRATIC_PHI : 0U) |
                    (model->mh == model->m ? (unsigned)MB_HOLONOMIC : 0U) |
                    (drives ? 0U : (unsigned)MB_SCLERONOMIC) |
                    (conservative ? (unsigned)MB_CONSERVATIVE : 0U) |
                    (model->traits & MB_MOTION_TRAITS);
    model->ops = ops;
}

mb_status mb_machine_in(mb_model *model, const mb_plain_mechanism *plain, mb_machine_kind kind,
                        const mb_merged *merged, mb_error *err)
{
    mb_status status = MB_OK;
    mb_machine *m;
    mb_ops *ops;

    MB_TRY(MB_TAKE(model->arena, &m, 1, err));
    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    m->kind = kind;
    m->plain = plain;
    m->merged = merged;
    model->coordinates = model_words[kind];
    model->data = m;
    model->scale = plain->scale;
    model->t_end = plain->t_end;
    MB_TRY(bodies(model, m, err));
    if (m->kind == MB_IN_NATURAL)
        return mb_natural_model(model, m, err);
    MB_TRY(mb_machine_rows(model, m, err));
    MB_TRY(mb_machine_velocity_rows(model, m, err));
    MB_TRY(mb_machine_forces(model, m, err));
    mb_loads_steady(m);
    MB_TRY(mb_machine_carry(model, m, err));
    MB_TRY(mb_machine_patterns(model, m, err));
    MB_TRY(mb_machine_start(model, m, err));
    MB_TRY(mb_machine_ease(model, m, err));
    MB_TRY(mb_machine_outputs(model, m, err));
    finish_ops(model, m, ops);
done:
    return status;
}

mb_status mb_plain_model_in(mb_model *model, const mb_plain_mechanism *plain,
                            const char *coordinates, mb_error *err)
{
    mb_machine_kind kind = MB_IN_BODY;
    mb_status status = MB_OK;
    char text[500];

    if (mb_plain_model_lacks(plain, coordinates, text, sizeof text))
        return mb_fail(err, MB_BAD_INPUT, "%s", text);
    mb_machine_kind_of(plain, coordinates, &kind);
    if (strcmp(coordinates, "joint") == 0)
        return mb_linkage_model_in(model, plain, kind, NULL, err);
    if (kind != (plain->spatial ? MB_IN_BODY : MB_IN_X_Y_PHI))
        MB_TRY(mb_plain_placed(plain, model->arena, &plain, err));
    return kind == MB_IN_MIXED ? mb_mixed_model(model, plain, err)
                               : mb_machine_in(model, plain, kind, NULL, err);
done:
    return status;
}

mb_status mb_plain_model_in_angles(mb_model *model, const mb_plain_mechanism *plain,
                                   const mb_body_angles *bodies, mb_error *err)
{
    return mb_linkage_model_in(model, plain, MB_IN_BODY, bodies, err);
}

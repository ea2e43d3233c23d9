/* SPDX-License-Identifier: MIT */
/* The model of a plain mechanism in joint coordinates. */
#include "problems/elements/machine/joint/plane.h"
#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/turns.h"
#include "problems/start/start.h"

/* ---- function table ------------------------------------------------------------------------------ */

static void phi(const mb_model *model, double time, const double *q, double *out)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    t->inner->ops->phi(t->inner, time, t->x, t->rows);
    for (int i = 0; i < model->mh; i++)
        out[i] = t->rows[t->kept[i]];
}

static void phi_t(const mb_model *model, double time, const double *q, double *out)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    t->inner->ops->phi_t(t->inner, time, t->x, t->rows);
    mb_linkage_take_rows(model, out);
}

static double kinetic(const mb_model *model, const double *q, const double *v)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_move(t, v);
    return t->inner->ops->kinetic(t->inner, t->x, t->w);
}

static double potential(const mb_model *model, double time, const double *q)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    return t->inner->ops->potential(t->inner, time, t->x);
}

static double power(const mb_model *model, double time, const double *q, const double *v,
                    const double *lambda)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    mb_linkage_move(t, v);
    return t->inner->ops->power(t->inner, time, t->x, t->w, mb_linkage_give_rows(model, lambda));
}

/* Outputs or their rates; v, a and lambda may be NULL. */
static void read_outputs(const mb_model *model, double time, const double *q, const double *v,
                         const double *a, const double *lambda, double *out, bool rates)
{
    mb_linkage *t = mb_linkage_of(model);
    const mb_ops *ops = t->inner->ops;
    const double *w = v ? t->w : NULL, *wdot = v && a ? t->wdot : NULL;

    mb_linkage_place(t, q);
    if (w)
        mb_linkage_move(t, v);
    if (wdot) {
        mb_linkage_bend(t, v);
        mb_linkage_unbend(t);
        mb_linkage_carry(t, a, true, t->wdot);
    }
    lambda = mb_linkage_give_rows(model, lambda);
    if (t->reaction)
        mb_linkage_reactions(t, time, wdot, lambda);
    (rates ? ops->output_rates : ops->outputs)(t->inner, time, t->x, w, wdot, lambda, out);
}

static void outputs(const mb_model *model, double time, const double *q, const double *v,
                    const double *a, const double *lambda, double *out)
{
    read_outputs(model, time, q, v, a, lambda, out, false);
}

static void output_rates(const mb_model *model, double time, const double *q, const double *v,
                         const double *a, const double *lambda, double *out)
{
    read_outputs(model, time, q, v, a, lambda, out, true);
}

static double branch(const mb_model *model, double time, const double *q)
{
    mb_linkage *t = mb_linkage_of(model);

    mb_linkage_place(t, q);
    return t->inner->ops->branch(t->inner, time, t->x);
}

/* What is known of another state by its q is taken up again. */
static void follow(const mb_model *model, double time, const double *q, const double *v)
{
    mb_linkage *t = mb_linkage_of(model);

    if (!q)
        mb_turns_begin(t->machine, time);
    t->placed = false;
    mb_linkage_place(t, q ? q : model->q0);
    mb_linkage_move(t, q ? v : model->v0);
    t->inner->ops->follow(t->inner, time, t->x, t->w);
}

static void row_text(const mb_model *model, int row, char *text, size_t size)
{
    const mb_linkage *t = mb_linkage_of(model);

    t->inner->ops->row_text(t->inner, t->kept[row], text, size);
}

static const mb_ops linkage_ops = {
    .phi = phi,
    .jacobian = mb_linkage_jacobian,
    .gamma = mb_linkage_gamma,
    .mass = mb_linkage_mass,
    .force = mb_linkage_force,
    .kinetic = kinetic,
    .potential = potential,
    .jacobian_dot = mb_linkage_jacobian_dot,
    .stiffness = mb_linkage_stiffness,
    .damping = mb_linkage_damping,
    .constraint_tangent = mb_linkage_constraint_tangent,
    .mass_tangent = mb_linkage_mass_tangent,
    .gamma_q = mb_linkage_gamma_q,
    .gamma_v = mb_linkage_gamma_v,
    .outputs = outputs,
    .output_rates = output_rates,
    .row_text = row_text,
    .coordinate_text = mb_linkage_coordinate_text,
    .velocity_text = mb_linkage_velocity_text,
};

/* ---- traits -------------------------------------------------------------------------------------- */

static bool turns(const mb_linkage *t, int body)
{
    for (int i = body < 0 ? -1 : t->link_of[body]; i >= 0; i = t->link[i].parent)
        if (t->link[i].kind == MB_LINK_TURN || t->link[i].kind == MB_LINK_BALL)
            return true;
    return false;
}

/* Whether a scalar is a joint coordinate of the tree: linear in q. */
static bool is_coordinate(const mb_linkage *t, const mb_scalar *s, const mb_duo *duo)
{
    for (int j = 0; j < t->plain->njoints; j++) {
        const mb_plain_joint *joint = &t->plain->joint[j];

        if (!t->merged[j].all || joint->body[0] != duo->body[0] || joint->body[1] != duo->body[1])
            continue;
        for (int k = 0; k < mb_joint_kind_facts(joint->kind)->coordinates; k++) {
            mb_tie tie;
            const mb_scalar of = mb_machine_coordinate(t->machine, (mb_coordinate){j, k}, &tie);

            if (of.kind == s->kind && memcmp(of.x, s->x, sizeof of.x) == 0 &&
                memcmp(of.y, s->y, sizeof of.y) == 0)
                return true;
        }
    }
    return false;
}

/* Joints' rows are not linear in what turns; those of gears and drives may be. */
static bool is_quadratic(const mb_linkage *t, int tie)
{
    const mb_tie *x = &t->machine->tie[tie];

    if (x->n == 1 && is_coordinate(t, &x->share[0].s, &x->duo))
        return true;
    return !turns(t, x->duo.body[0]) && !turns(t, x->duo.body[1]) &&
           mb_tie_is_quadratic(t->machine, x);
}

static bool quadratic(const mb_linkage *t)
{
    for (int k = 0; k < t->machine->nties; k++)
        if (!is_quadratic(t, k))
            return false;
    return true;
}

/* Where columns of J are independent M is regular if M_x is; elsewhere it shows at the start. */
static mb_status regular(mb_model *model, const mb_linkage *t, bool independent, bool *is,
                         mb_error *err)
{
    mb_status status = MB_OK;
    double *mass, *unit;
    int rank;

    *is = true;
    if (independent && t->inner->traits & MB_REGULAR_M)
        return MB_OK;
    MB_TRY(MB_TAKE(model->arena, &mass, (size_t)model->M.nnz, err));
    MB_TRY(MB_TAKE(model->arena, &unit, (size_t)model->nv, err));
    for (int i = 0; i < model->nv; i++)
        unit[i] = model->length[i] ? 1.0 : 1.0 / model->scale;
    model->ops->mass(model, model->q0, mass);
    MB_TRY(mb_matrix_rank(&model->M, mass, unit, NULL, &rank, err));
    *is = rank == model->nv;
done:
    return status;
}

static mb_status finish(mb_model *model, const mb_linkage *t, bool angles, mb_ops *ops,
                        mb_error *err)
{
    const mb_ops *inner = t->inner->ops;
    bool balls = false, is_regular;
    mb_status status;

    *ops = linkage_ops;
    if (t->plane) {
        ops->mass = mb_plane_mass;
        ops->force = mb_plane_force;
        ops->stiffness = mb_plane_stiffness;
        ops->damping = mb_plane_damping;
        ops->constraint_tangent = mb_plane_constraint_tangent;
        ops->mass_tangent = mb_plane_mass_tangent;
    }
    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        balls = balls || l->kind == MB_LINK_BALL;
    if (balls) {
        ops->qdot = mb_linkage_qdot;
        ops->retract = mb_linkage_retract;
        ops->rate_tangent = mb_linkage_rate_tangent;
    }
    ops->phi_t = inner->phi_t ? phi_t : NULL;
    ops->power = inner->power ? power : NULL;
    ops->branch = inner->branch ? branch : NULL;
    ops->follow = mb_turns_are_followed(t->machine) ? follow : NULL;
    model->ops = ops;
    MB_TRY(regular(model, t, !angles, &is_regular, err));
    model->traits =
        (balls ? 0U : (unsigned)MB_IDENTITY_T) | (is_regular ? (unsigned)MB_REGULAR_M : 0U) |
        (quadratic(t) ? (unsigned)MB_QUADRATIC_PHI : 0U) |
        (t->inner->traits & (MB_MOTION_TRAITS | (unsigned)(MB_FULL_RANK_D | MB_HOLONOMIC |
                                                           MB_SCLERONOMIC | MB_CONSERVATIVE)));
done:
    return status;
}

/* ---- set-up -------------------------------------------------------------------------------------- */

static mb_model *inside(const mb_model *model, mb_arena *arena, mb_model *inner)
{
    *inner = (mb_model){.problem = model->problem,
                        .values = model->values,
                        .arena = arena,
                        .traits = model->traits,
                        .t_end = model->t_end,
                        .scale = model->scale};
    return inner;
}

/* Room for the forces of the tree's joints, where an output asks for one. */
static mb_status reactions(mb_model *model, mb_linkage *t, mb_error *err)
{
    const mb_plain_mechanism *plain = t->plain;
    mb_status status = MB_OK;
    bool wanted = false;

    for (int k = 0; k < plain->noutputs; k++)
        wanted = wanted || (plain->output[k].of.kind == MB_MEASURE_REACTION &&
                            t->merged[plain->output[k].of.of.joint].all);
    if (wanted)
        MB_TRY(MB_TAKE(model->arena, &t->reaction, (size_t)plain->njoints, err));
    for (int j = 0; t->reaction && j < plain->njoints; j++)
        t->merged[j].force = t->merged[j].all ? t->reaction[j] : NULL;
done:
    return status;
}

/* The start is that of the bodies in their own coordinates, all of whose joints are rows, so that it
 * is the same in all kinds of coordinates. */
static mb_status start(mb_model *model, mb_linkage *t, mb_error *err)
{
    mb_arena *scratch = mb_arena_create();
    mb_model bodies;
    mb_status status;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the start of %s", t->plain->name);
    inside(model, scratch, &bodies);
    MB_TRY(mb_machine_in(&bodies, t->plain, t->machine->kind, NULL, err));
    MB_TRY(mb_model_complete(&bodies, err));
    MB_TRY(MB_TAKE(model->arena, &model->q0, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(model->arena, &model->v0, (size_t)model->nv, err));
    mb_linkage_fit(model, t, bodies.q0, bodies.v0);
    mb_linkage_place(t, model->q0);
    mb_linkage_move(t, model->v0);
    memcpy(t->inner->q0, t->x, (size_t)t->inner->nq * sizeof *t->x);
    memcpy(t->inner->v0, t->w, (size_t)t->inner->nv * sizeof *t->w);
    model->keep_start = bodies.keep_start;
done:
    mb_arena_destroy(scratch);
    return status;
}

/* What links and the machine know of each other: where bodies' places are, and their axes, and which
 * counted angles are joint coordinates. */
static void introduce(const mb_linkage *t)
{
    const mb_machine *m = t->machine;

    for (mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        mb_link *l = &t->link[t->link_of[body - m->body]];

        l->x = body->q;
        l->w = body->v;
        l->nx = body->n;
        l->mass = body->mass;
        l->inertia = body->point ? 0.0 : body->inertia[8];
        body->axes = t->pose[t->link_of[body - m->body]].A;
        body->in_hand = t->x;
    }
    for (mb_turning *x = m->turning; x < m->turning + m->nturning; x++)
        x->axes = m->body[x->body].axes;
    for (mb_counted *x = m->turn; x < m->turn + m->nturns; x++)
        for (const mb_link *l = t->link; l < t->link + t->nlinks && x->is.joint >= 0; l++)
            if (l->joint == x->is.joint && l->number == x->is.number)
                x->q = l->q;
}

mb_status mb_linkage_model_in(mb_model *model, const mb_plain_mechanism *plain,
                              mb_machine_kind kind, const mb_body_angles *angles, mb_error *err)
{
    mb_status status;
    mb_linkage *t, **data;
    mb_model *inner;
    mb_ops *ops;

    MB_TRY(MB_TAKE(model->arena, &t, 1, err));
    MB_TRY(MB_TAKE(model->arena, &data, 1, err));
    MB_TRY(MB_TAKE(model->arena, &inner, 1, err));
    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    *data = t;
    model->data = data; /* evaluations have scratch in the tree */
    t->plain = plain;
    t->plane = !plain->spatial;
    MB_TRY(mb_linkage_links(model, t, angles, err));
    t->inner = inside(model, model->arena, inner);
    MB_TRY(reactions(model, t, err));
    MB_TRY(mb_machine_in(inner, plain, kind, t->merged, err));
    t->machine = inner->data;
    for (int k = 0; k < t->machine->nefforts; k++)
        t->damped = t->damped || t->machine->effort[k].damped;
    model->coordinates = angles ? "euler-angles" : plain->spatial ? "joint" : "planar-joint";
    model->scale = inner->scale;
    model->t_end = inner->t_end;
    model->m = inner->m;
    model->mh = inner->mh;
    model->noutputs = inner->noutputs;
    model->outputs = inner->outputs;
    MB_TRY(MB_TAKE(model->arena, &t->outer, (size_t)model->m, err));
    MB_TRY(MB_TAKE(model->arena, &t->kept, (size_t)model->m, err));
    for (int i = 0; i < model->m; i++)
        t->outer[i] = t->kept[i] = i;
    MB_TRY(mb_linkage_patterns(model, t, err));
    MB_TRY(mb_linkage_scratch(model, t, err));
    introduce(t);
    MB_TRY(start(model, t, err));
    MB_TRY(finish(model, t, angles != NULL, ops, err));
    MB_TRY(mb_linkage_drop_rows(model, t, err));
done:
    return status;
}

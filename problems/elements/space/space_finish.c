/* From the declared bodies, joints and forces of the spatial kit to the model. */
#include <string.h>

#include "problems/elements/space/spatial.h"

static mb_status finish_start(mb_space *space)
{
    mb_status status = MB_OK;
    mb_model *model = space->kit.model;
    const mb_mechanism *m = space->mechanism;
    const int size = mb_body_size(m->euler);

    MB_TRY(MB_TAKE(model->arena, &model->q0, (size_t)model->nq, space->kit.err));
    MB_TRY(MB_TAKE(model->arena, &model->v0, (size_t)model->nv, space->kit.err));
    for (int b = 0; b < m->nbodies; b++) {
        const mb_space_state *s = &space->start[b];
        double *q = model->q0 + 7 * b, *v = model->v0 + size * b, w[3] = {s->w.x, s->w.y, s->w.z};

        q[0] = s->r.x;
        q[1] = s->r.y;
        q[2] = s->r.z;
        memcpy(q + 3, s->p, sizeof s->p);
        v[0] = s->v.x;
        v[1] = s->v.y;
        v[2] = s->v.z;
        if (m->euler)
            mb_omega_t(s->p, w, v + 3); /* dp = G'omega / 2 */
        else
            memcpy(v + 3, w, sizeof w);
        for (int c = 3; m->euler && c < 7; c++)
            v[c] *= 0.25;
    }
done:
    return status;
}

static mb_status finish_patterns(mb_space *space)
{
    mb_status status = MB_OK, of_d, of_m, of_h;
    mb_model *model = space->kit.model;
    mb_mechanism *mechanism = space->mechanism;
    mb_error *err = space->kit.err;
    mb_pattern_builder *d = mb_pattern_begin(model->m, model->nv);
    mb_pattern_builder *m = mb_pattern_begin(model->nv, model->nv);
    mb_pattern_builder *h = mb_pattern_begin(model->nv, model->nv);

    mb_joints_announce(mechanism, d, h);
    mb_norms_announce(mechanism, d, h);
    mb_bodies_announce(mechanism, m, h);
    for (const mb_line_element *line = mechanism->line; line < mechanism->line + mechanism->nlines;
         line++)
        mb_pair_announce(&line->pair, mechanism->euler, h);
    /* all three are ended, failure or not, since that frees them */
    of_d = mb_pattern_end(d, model->arena, &model->D, err);
    of_m = mb_pattern_end(m, model->arena, &model->M, err);
    of_h = mb_pattern_end(h, model->arena, &model->H, err);
    MB_TRY(of_d);
    MB_TRY(of_m);
    MB_TRY(of_h);
    mb_joints_place(mechanism, &model->D, &model->H);
    mb_norms_place(mechanism, &model->D, &model->H);
    mb_bodies_place(mechanism, &model->M, &model->H);
    for (int k = 0; k < mechanism->nlines; k++)
        mb_pair_place(&mechanism->line[k].pair, mechanism->euler, &model->H);
    for (int k = 0; k < mechanism->npushes; k++)
        mb_pair_place(&mechanism->push[k].pair, mechanism->euler, &model->H);
    for (int k = 0; k < mechanism->ntorques; k++)
        mb_pair_place(&mechanism->torque[k].pair, mechanism->euler, &model->H);
done:
    return status;
}

/* Norm rows stand between the joints' rows and those of gears, which were numbered from 0. */
static void number_rows(mb_space *space)
{
    mb_model *model = space->kit.model;
    mb_mechanism *m = space->mechanism;

    m->norm_row = space->nrows;
    model->mh = space->nrows + (m->euler ? m->nbodies : 0);
    for (int k = 0; k < m->ngears; k++)
        m->gears[k].row = model->mh + k;
    model->m = model->mh + m->ngears;
}

/* All rows quadratic in q, in `euler`: coincident points, and axes at right angles of which one is
 * the ground's */
static bool quadratic(const mb_mechanism *m)
{
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        const bool grounded = j->pair.body[0] == MB_GROUND || j->pair.body[1] == MB_GROUND;

        if (!j->coincident || j->n > 3 + (grounded ? j->nperpendiculars : 0))
            return false;
    }
    return m->euler;
}

static bool conservative(const mb_mechanism *m)
{
    for (const mb_line_element *line = m->line; line < m->line + m->nlines; line++)
        if (line->force.damper)
            return false;
    return m->npushes == 0 && m->ntorques == 0;
}

static bool massless(const mb_mechanism *m)
{
    for (const mb_rigid_body *b = m->body; b < m->body + m->nbodies; b++)
        if (b->mass * b->inertia[0] * b->inertia[1] * b->inertia[2] == 0.0)
            return true;
    return false;
}

/* The traits that follow from the declaration */
static unsigned traits_of(const mb_mechanism *m)
{
    unsigned traits = MB_SCLERONOMIC;

    if (m->euler)
        traits |= MB_IDENTITY_T;
    else
        traits |= MB_CONSTANT_M | (massless(m) ? 0U : (unsigned)MB_REGULAR_M);
    if (quadratic(m))
        traits |= MB_QUADRATIC_PHI;
    if (m->ngears == 0)
        traits |= MB_HOLONOMIC;
    if (conservative(m))
        traits |= MB_CONSERVATIVE;
    return traits;
}

static mb_status finish_ops(mb_space *space)
{
    mb_status status = MB_OK;
    mb_model *model = space->kit.model;
    const mb_mechanism *m = space->mechanism;
    mb_ops *ops;

    MB_TRY(MB_TAKE(model->arena, &ops, 1, space->kit.err));
    *ops = mb_space_ops;
    model->traits &= ~(unsigned)MB_SPACE_TRAITS;
    model->traits |= traits_of(m);
    if (m->euler)
        ops->hold = mb_space_hold_factors;
    if (!m->euler) {
        ops->qdot = mb_space_qdot;
        ops->retract = mb_space_retract;
        ops->rate_tangent = mb_space_rate_tangent;
    }
    if (quadratic(m) && m->nlines == 0 && m->nbodies <= MB_SPACE_FEW)
        ops->discrete_gradient = mb_space_discrete_gradient;
    if (!conservative(m))
        ops->power = mb_space_power;
    model->ops = ops;
done:
    return status;
}

mb_status mb_space_finish(mb_space *space)
{
    mb_status status = MB_OK;
    mb_model *model;
    bool *length;

    if (!space)
        return MB_NO_MEMORY; /* mb_space_begin wrote the text */
    model = space->kit.model;
    MB_TRY(space->kit.status);
    model->nq = 7 * space->mechanism->nbodies;
    model->nv = mb_body_size(space->mechanism->euler) * space->mechanism->nbodies;
    number_rows(space);
    model->data = space->mechanism;
    MB_TRY(MB_TAKE(model->arena, &length, (size_t)model->nv, space->kit.err));
    for (int i = 0; i < model->nv; i++)
        length[i] = i % mb_body_size(space->mechanism->euler) < 3;
    model->length = length;
    model->hold = space->kit.hold;
    model->nholds = space->kit.nholds;
    model->noutputs = space->kit.noutputs;
    model->outputs = space->kit.output;
    MB_TRY(finish_start(space));
    MB_TRY(finish_patterns(space));
    MB_TRY(finish_ops(space));
done:
    return status;
}

/* The spatial kit: bodies, forces, outputs as they are declared. */
#include "problems/elements/space/space.h"

#include <math.h>
#include <string.h>

#include "problems/elements/space/spatial.h"

mb_space *mb_space_begin(mb_model *model, mb_vec gravity, mb_error *err)
{
    mb_status status = MB_OK;
    mb_space *space;

    MB_TRY(MB_TAKE(model->arena, &space, 1, err));
    MB_TRY(MB_TAKE(model->arena, &space->mechanism, 1, err));
    space->kit.model = model;
    space->kit.err = err;
    space->gravity[0] = gravity.x;
    space->gravity[1] = gravity.y;
    space->gravity[2] = gravity.z;
    space->mechanism->euler = mb_param_index(model->problem->params, "coordinates") >= 0 &&
                              mb_model_param(model, "coordinates") == MB_SPACE_EULER;
    model->coordinates = space->mechanism->euler ? "euler" : "body";
    return space;
done:
    return NULL;
}

bool mb_space_sound(mb_space *space, const char *what, int a, int b)
{
    const int n = space ? space->mechanism->nbodies : 0;

    if (!space || space->kit.status != MB_OK)
        return false;
    if (a >= MB_GROUND && a < n && b >= MB_GROUND && b < n && (a >= 0 || b >= 0))
        return true;
    space->kit.status =
        mb_fail(space->kit.err, MB_BAD_INPUT,
                "%s: a %s joins bodies %d and %d; there are bodies 0 to %d and the ground (%d), "
                "and one of the two must be a body",
                space->kit.model->problem->name, what, a, b, n - 1, MB_GROUND);
    return false;
}

bool mb_space_unit(mb_space *space, const char *what, mb_vec axis)
{
    const double norm = sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);

    if (fabs(norm - 1.0) <= 1e-9)
        return true;
    space->kit.status = mb_fail(space->kit.err, MB_BAD_INPUT,
                                "%s: an axis of a %s has length %.9g; axes must have unit length",
                                space->kit.model->problem->name, what, norm);
    return false;
}

/* ---- bodies --------------------------------------------------------------------------------- */

static bool sound_body(mb_space *space, const char *name, double mass, const double *inertia)
{
    const char *problem = space->kit.model->problem->name;
    const double sum = inertia[0] + inertia[1] + inertia[2];

    if (!(mass >= 0.0) || !(fmin(fmin(inertia[0], inertia[1]), inertia[2]) >= 0.0))
        space->kit.status =
            mb_fail(space->kit.err, MB_BAD_INPUT,
                    "%s: body %s has mass %g and inertias %g, %g, %g; none may be negative",
                    problem, name, mass, inertia[0], inertia[1], inertia[2]);
    /* printed values are rounded: 1 per cent */
    else if (2.0 * fmax(fmax(inertia[0], inertia[1]), inertia[2]) > 1.01 * sum)
        space->kit.status =
            mb_fail(space->kit.err, MB_BAD_INPUT,
                    "%s: body %s has inertias %g, %g, %g; none may exceed the sum of the other two",
                    problem, name, inertia[0], inertia[1], inertia[2]);
    return space->kit.status == MB_OK;
}

int mb_space_body(mb_space *space, const char *name, double mass, mb_vec inertia,
                  mb_space_state start)
{
    const double J[3] = {inertia.x, inertia.y, inertia.z};
    mb_mechanism *m = space ? space->mechanism : NULL;
    double *p = start.p, norm;
    mb_rigid_body *body;

    if (!space ||
        !mb_kit_grow(&space->kit, &m->body, m->nbodies, &space->max_bodies, sizeof *m->body) ||
        !mb_kit_grow(&space->kit, &space->start, m->nbodies, &space->max_starts,
                     sizeof *space->start) ||
        !sound_body(space, name, mass, J))
        return 0;
    norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    p[0] = norm > 0.0 ? p[0] : 1.0;
    for (int c = 0; norm > 0.0 && fabs(norm - 1.0) > 1e-15 && c < 4; c++)
        p[c] /= norm;
    body = &m->body[m->nbodies];
    *body = (mb_rigid_body){.name = name,
                            .mass = mass,
                            .inertia = {J[0], J[1], J[2]},
                            .pair.body = {m->nbodies, MB_GROUND}};
    for (int i = 0; i < 3; i++)
        body->weight[i] = mass * space->gravity[i];
    space->start[m->nbodies] = start;
    return m->nbodies++;
}

static void rotation(const mb_space *space, int body, double *A)
{
    mb_rotation(body < 0 ? mb_ground_place + 3 : space->start[body].p, A);
}

static bool has_body(mb_space *space, int body)
{
    if (space && (body < MB_GROUND || body >= space->mechanism->nbodies))
        mb_kit_refuse(&space->kit, "a place is asked of body %d; there are %d, numbered from 0",
                      body, space->mechanism->nbodies);
    return space && space->kit.status == MB_OK;
}

mb_vec mb_space_turn(mb_space *space, int body, mb_vec v)
{
    double A[9];

    if (!has_body(space, body))
        return v;
    rotation(space, body, A);
    return (mb_vec){A[0] * v.x + A[3] * v.y + A[6] * v.z, A[1] * v.x + A[4] * v.y + A[7] * v.z,
                    A[2] * v.x + A[5] * v.y + A[8] * v.z};
}

mb_vec mb_space_place(mb_space *space, int body, mb_vec point)
{
    mb_vec arm = mb_space_turn(space, body, point);

    if (!space || space->kit.status != MB_OK || body < 0)
        return point;
    return (mb_vec){space->start[body].r.x + arm.x, space->start[body].r.y + arm.y,
                    space->start[body].r.z + arm.z};
}

void mb_space_local_axis(const mb_space *space, int body, mb_vec axis, double *u)
{
    const double s[3] = {axis.x, axis.y, axis.z};
    double A[9];

    rotation(space, body, A);
    for (int i = 0; i < 3; i++)
        u[i] = mb_dot(A + 3 * i, s);
}

void mb_space_local(const mb_space *space, int body, mb_vec place, double *u)
{
    if (body >= 0) {
        place.x -= space->start[body].r.x;
        place.y -= space->start[body].r.y;
        place.z -= space->start[body].r.z;
    }
    mb_space_local_axis(space, body, place, u);
}

/* ---- forces --------------------------------------------------------------------------------- */

/* A line that starts with both ends in one place has no direction: its force must be 0 there. */
static bool sound_line(mb_space *space, mb_vec a, mb_vec b, const mb_line_force *force)
{
    const bool joined = a.x == b.x && a.y == b.y && a.z == b.z;

    for (int k = 0; k < 3 && force->spring; k++)
        if (isnan(force->par[k]))
            mb_kit_refuse(&space->kit, "constant %d of a line force is not a number", k);
    if (joined && force->spring &&
        force->spring(force->par, space->kit.model->t0, 0.0, 0.0).f != 0.0)
        mb_kit_refuse(&space->kit, "a line force starts with both ends in one place, where a force "
                                   "that is not 0 has no direction");
    return space->kit.status == MB_OK;
}

int mb_space_line_force(mb_space *space, int a, int b, mb_vec point_a, mb_vec point_b,
                        mb_line_force force)
{
    mb_mechanism *m = space ? space->mechanism : NULL;
    mb_line_element *line;

    if (!mb_space_sound(space, "line force", a, b) ||
        !sound_line(space, point_a, point_b, &force) ||
        !mb_kit_grow(&space->kit, &m->line, m->nlines, &space->max_lines, sizeof *m->line))
        return 0;
    line = &m->line[m->nlines];
    *line = (mb_line_element){.pair.body = {a, b}, .force = force};
    mb_space_local(space, a, point_a, line->ua);
    mb_space_local(space, b, point_b, line->ub);
    return m->nlines++;
}

int mb_space_push(mb_space *space, int body, mb_vec point, mb_vec direction, mb_law law,
                  const double *par, int npar)
{
    mb_mechanism *m = space ? space->mechanism : NULL;
    mb_push *push;

    if (npar < 0 || npar > MB_PUSH_PARS) {
        mb_kit_refuse(space ? &space->kit : NULL, "a push has %d constants; %d are the most", npar,
                      MB_PUSH_PARS);
        return 0;
    }
    if (!mb_space_sound(space, "push", body, body) || !mb_space_unit(space, "push", direction) ||
        !mb_kit_grow(&space->kit, &m->push, m->npushes, &space->max_pushes, sizeof *m->push))
        return 0;
    push = &m->push[m->npushes];
    *push = (mb_push){.pair.body = {body, MB_GROUND},
                      .direction = {direction.x, direction.y, direction.z},
                      .law = law};
    mb_space_local(space, body, point, push->u);
    if (npar > 0)
        memcpy(push->par, par, (size_t)npar * sizeof *par);
    return m->npushes++;
}

void mb_space_torque(mb_space *space, int body, mb_vec axis, double value, bool follows)
{
    mb_mechanism *m = space ? space->mechanism : NULL;
    mb_torque *torque;

    if (!mb_space_sound(space, "torque", body, body) || !mb_space_unit(space, "torque", axis) ||
        !mb_kit_grow(&space->kit, &m->torque, m->ntorques, &space->max_torques, sizeof *m->torque))
        return;
    torque = &m->torque[m->ntorques++];
    *torque = (mb_torque){.pair.body = {body, MB_GROUND}, .follows = follows};
    if (follows) {
        mb_space_local_axis(space, body, axis, torque->axis);
    } else {
        torque->axis[0] = axis.x;
        torque->axis[1] = axis.y;
        torque->axis[2] = axis.z;
    }
    for (int i = 0; i < 3; i++)
        torque->axis[i] *= value;
}

/* ---- outputs -------------------------------------------------------------------------------- */

static void add_output(mb_space *space, mb_output output, mb_space_readout readout)
{
    mb_mechanism *m = space ? space->mechanism : NULL;
    mb_kit *kit = space ? &space->kit : NULL;

    if (!mb_kit_new_output(kit, output.name) ||
        !mb_kit_grow(kit, &kit->output, kit->noutputs, &kit->max_outputs, sizeof *kit->output) ||
        !mb_kit_grow(kit, &m->readout, m->nreadouts, &space->max_readouts, sizeof *m->readout))
        return;
    kit->output[kit->noutputs++] = output;
    m->readout[m->nreadouts++] = readout;
}

void mb_space_point_outputs(mb_space *space, int body, mb_vec point, const char *x, const char *y,
                            const char *z)
{
    const char *const name[3] = {x, y, z};

    for (int axis = 0; mb_space_sound(space, "point output", body, body) && axis < 3; axis++)
        if (name[axis])
            add_output(space, (mb_output){name[axis], "m", false, true},
                       (mb_space_readout){.kind = MB_READ_POINT,
                                          .index = body,
                                          .axis = axis,
                                          .u = {point.x, point.y, point.z}});
}

void mb_space_omega_output(mb_space *space, int body, mb_vec axis, const char *name)
{
    if (!mb_space_sound(space, "output of omega", body, body))
        return;
    add_output(
        space, (mb_output){name, "rad/s", false, true},
        (mb_space_readout){.kind = MB_READ_OMEGA, .index = body, .u = {axis.x, axis.y, axis.z}});
}

void mb_space_angle_output(mb_space *space, int a, int b, mb_vec axis, mb_vec zero, mb_vec u,
                           const char *name)
{
    const double n[3] = {axis.x, axis.y, axis.z};
    mb_space_readout readout = {.kind = MB_READ_ANGLE,
                                .index = b,
                                .base = a,
                                .u = {u.x, u.y, u.z},
                                .zero = {{zero.x, zero.y, zero.z}}};

    if (!mb_space_sound(space, "angle output", a, b))
        return;
    mb_cross(n, readout.zero[0], readout.zero[1]);
    add_output(space, (mb_output){name, "rad", true, true}, readout);
}

void mb_space_spin_outputs(mb_space *space, int body, const char *x, const char *y, const char *z)
{
    const char *const name[3] = {x, y, z};

    for (int axis = 0; mb_space_sound(space, "output of omega", body, body) && axis < 3; axis++)
        add_output(space, (mb_output){name[axis], "rad/s", false, false},
                   (mb_space_readout){.kind = MB_READ_OMEGA,
                                      .index = body,
                                      .u = {axis == 0, axis == 1, axis == 2}});
}

static bool has_force(mb_space *space, const char *what, int i, int n)
{
    if (space && (i < 0 || i >= n))
        mb_kit_refuse(&space->kit,
                      "an output is of %s %d; there are %d, numbered from 0 as declared", what, i,
                      n);
    return space && space->kit.status == MB_OK;
}

void mb_space_length_output(mb_space *space, int line, const char *name)
{
    if (has_force(space, "line force", line, space ? space->mechanism->nlines : 0))
        add_output(space, (mb_output){name, "m", false, true},
                   (mb_space_readout){.kind = MB_READ_LENGTH, .index = line});
}

void mb_space_push_output(mb_space *space, int push, const char *name)
{
    if (has_force(space, "push", push, space ? space->mechanism->npushes : 0))
        add_output(space, (mb_output){name, "N", false, false},
                   (mb_space_readout){.kind = MB_READ_PUSH, .index = push});
}

void mb_space_reference(mb_space *space, const mb_reference *reference, const double *y0)
{
    if (space)
        mb_kit_reference(&space->kit, reference, y0);
}

#include "bench/mechanism/assembled.h"

#include <math.h>
#include <string.h>

#include "problems/elements/machine/plain_model.h"
#include "problems/model.h"

/* What is read of each body, three components each. */
enum { PLACE, X_AXIS, Y_AXIS, VELOCITY, OMEGA, READ };

typedef struct look {
    mb_problem problem; /* first: set-up finds the mechanism by it */
    const mb_plain_mechanism *mechanism;
} look;

static mb_status setup(mb_model *model, mb_error *err)
{
    const look *l = (const look *)(const void *)model->problem;

    return mb_plain_model_in(model, l->mechanism,
                             l->mechanism->spatial ? "body" : "reference-point", err);
}

static void watch(mb_plain_output *o, mb_measure_kind kind, int body, int n, int first)
{
    static const char *const names[3] = {"x", "y", "z"};

    *o = (mb_plain_output){.name = "", .scale = 1.0, .unit = "", .n = n, .first = first};
    o->names = names;
    o->of.kind = kind;
    o->of.body[0] = o->of.body[1] = body;
    o->of.relative = MB_ON_GROUND;
    o->of.force = o->of.drive = MB_NO_INDEX;
}

static int coordinates_of(const mb_plain_mechanism *m, int joint)
{
    return mb_joint_kind_facts(m->joint[joint].kind)->coordinates;
}

/* The mechanism with outputs that say where its bodies are and what the coordinates of its joints
 * are, two a joint. */
static mb_status watched(const mb_plain_mechanism *m, mb_arena *arena, mb_plain_mechanism **made,
                         mb_error *err)
{
    static const mb_measure_kind kind[READ] = {[PLACE] = MB_MEASURE_POINT,
                                               [X_AXIS] = MB_MEASURE_DIRECTION,
                                               [Y_AXIS] = MB_MEASURE_DIRECTION,
                                               [VELOCITY] = MB_MEASURE_VELOCITY,
                                               [OMEGA] = MB_MEASURE_OMEGA};
    const int of_bodies = READ * m->nbodies, n = of_bodies + 2 * m->njoints;
    mb_plain_output *output;
    const char **component;
    mb_status status;

    MB_TRY(MB_TAKE(arena, made, 1, err));
    MB_TRY(MB_TAKE(arena, &output, (size_t)n, err));
    MB_TRY(MB_TAKE(arena, &component, 3 * (size_t)n, err));
    for (int i = 0; i < of_bodies; i++) {
        watch(&output[i], kind[i % READ], i / READ, 3, 3 * i);
        output[i].of.axis[0] = i % READ == X_AXIS ? 1.0 : 0.0;
        output[i].of.axis[1] = i % READ == Y_AXIS ? 1.0 : 0.0;
    }
    for (int i = 0; i < 2 * m->njoints; i++) { /* a place of the first body where there is none */
        const bool there = i % 2 < coordinates_of(m, i / 2);

        watch(&output[of_bodies + i], there ? MB_MEASURE_JOINT : MB_MEASURE_POINT, 0, 1,
              3 * of_bodies + i);
        output[of_bodies + i].of.of = (mb_coordinate){i / 2, there ? i % 2 : 0};
    }
    for (int i = 0; i < 3 * of_bodies + 2 * m->njoints; i++)
        component[i] = "";
    **made = *m;
    (*made)->output = output;
    (*made)->noutputs = n;
    (*made)->component = component;
    (*made)->ncomponents = 3 * of_bodies + 2 * m->njoints;
    (*made)->nbranches = 0;
    (*made)->branch_mode = MB_BRANCH_NONE;
done:
    return status;
}

static double distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* Angle of the rotation from one orientation to another. */
static double angle_between(const double a[9], const double b[9])
{
    double trace = 0.0, size = 0.0;

    for (int i = 0; i < 9; i++) {
        trace += a[i] * b[i];
        size += (a[i] - b[i]) * (a[i] - b[i]);
    }
    /* |A - B|^2 = 8 sin^2(angle / 2), exact for small ones */
    return trace < 0.0 ? M_PI - 2.0 * asin(fmin(0.5 * sqrt(fmax(1.0 + trace, 0.0)), 1.0))
                       : 2.0 * asin(fmin(sqrt(size / 8.0), 1.0));
}

static void stand(mb_plain_body *b, const double (*read)[3])
{
    const double *x = read[X_AXIS], *y = read[Y_AXIS];

    memcpy(b->com, read[PLACE], sizeof b->com);
    if (b->point)
        return;
    for (int i = 0; i < 3; i++) {
        b->turn[3 * i] = x[i];
        b->turn[3 * i + 1] = y[i];
        b->turn[3 * i + 2] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
    }
    b->angle += remainder(atan2(x[1], x[0]) - b->angle, 2.0 * M_PI);
}

/* Joints with the coordinates that they have where the bodies stand, angles within half a turn. */
static mb_status take_joints(const mb_plain_mechanism *declared, const double *value,
                             mb_arena *arena, const mb_plain_joint **joints, mb_error *err)
{
    mb_plain_joint *joint;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &joint, (size_t)declared->njoints, err));
    for (int i = 0; i < declared->njoints; i++) {
        joint[i] = declared->joint[i];
        joint[i].open = 0.0;
        for (int k = 0; k < coordinates_of(declared, i); k++) {
            const double by = value[2 * i + k] - joint[i].value[k];

            if (isfinite(by))
                joint[i].value[k] +=
                    mb_coordinate_is_length(&joint[i], k) ? by : remainder(by, 2.0 * M_PI);
        }
    }
    *joints = joint;
done:
    return status;
}

static mb_status take(const mb_plain_mechanism *declared, const double (*read)[3], mb_arena *arena,
                      mb_assembled *assembled, mb_error *err)
{
    const size_t n = (size_t)declared->nbodies;
    mb_plain_mechanism *m;
    mb_plain_body *body;
    double(*v)[3], (*omega)[3], *shift, *turn;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &m, 1, err));
    MB_TRY(MB_TAKE(arena, &body, n, err));
    MB_TRY(MB_TAKE(arena, &v, n, err));
    MB_TRY(MB_TAKE(arena, &omega, n, err));
    MB_TRY(MB_TAKE(arena, &shift, n, err));
    MB_TRY(MB_TAKE(arena, &turn, n, err));
    for (size_t i = 0; i < n; i++) {
        const mb_plain_body *from = &declared->body[i];
        const double(*of)[3] = read + READ * i;

        body[i] = *from;
        stand(&body[i], of);
        shift[i] = distance(body[i].com, from->com);
        turn[i] = from->point ? 0.0 : angle_between(body[i].turn, from->turn);
        memcpy(v[i], of[VELOCITY], sizeof v[i]);
        for (int k = 0; k < 3 && !from->point; k++)
            omega[i][k] = declared->spatial || k == 2 ? of[OMEGA][k] : 0.0;
    }
    *m = *declared;
    m->body = body;
    MB_TRY(take_joints(declared, read[READ * n], arena, &m->joint, err));
    *assembled = (mb_assembled){m, (const double(*)[3])v, (const double(*)[3])omega, shift, turn};
done:
    return status;
}

mb_status mb_assemble(const mb_plain_mechanism *declared, mb_arena *arena, mb_assembled *assembled,
                      mb_error *err)
{
    mb_plain_mechanism *with_outputs;
    mb_model *model = NULL;
    double *a, *lambda, (*read)[3];
    mb_status status;
    look l = {.problem = {.name = declared->name, .title = "", .source = "", .traps = ""}};

    if (declared->nbodies > MB_ASSEMBLED_BODIES)
        return mb_fail(err, MB_BAD_INPUT, "of %d bodies; up to %d are put together for a look",
                       declared->nbodies, MB_ASSEMBLED_BODIES);
    l.problem.setup = setup;
    l.problem.t_end = declared->t_end;
    l.problem.scale = declared->scale;
    MB_TRY(watched(declared, arena, &with_outputs, err));
    l.mechanism = with_outputs;
    MB_TRY(mb_model_of(&l.problem, "", &model, err));
    MB_TRY(MB_TAKE(arena, &a, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &lambda, (size_t)model->m, err));
    MB_TRY(MB_TAKE(arena, &read, (size_t)(READ * declared->nbodies + declared->njoints), err));
    model->ops->outputs(model, model->t0, model->q0, model->v0, a, lambda, read[0]);
    MB_TRY(take(declared, (const double(*)[3])read, arena, assembled, err));
done:
    mb_model_destroy(model);
    return status;
}

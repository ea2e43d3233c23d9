#include "tests/motions.h"

#include <math.h>
#include <string.h>

#include "problems/elements/space/space.h"

enum { BODIES = 3, SIZE = 7 * BODIES, ROWS = 32, ENTRIES = 512, SAMPLES = 20 };

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

/* ---- reference integration ------------------------------------------------------------------- */

typedef void rate(const double *y, double *dy);

/* The classical method of order 4 from the clock's time to t, in steps of about h */
static void go_on(motion_clock *clock, rate *f, int n, double t, double h)
{
    static const double part[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    long steps = lround(ceil((t - clock->t) / h));
    double k[8], at[8], sum[8], *y = clock->y;

    h = (t - clock->t) / (double)steps;
    for (long step = 0; step < steps; step++) {
        memset(sum, 0, sizeof sum);
        memset(k, 0, sizeof k);
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < n; i++)
                at[i] = y[i] + part[stage] * h * k[i];
            f(at, k);
            for (int i = 0; i < n; i++)
                sum[i] += weight[stage] * h / 6.0 * k[i];
        }
        for (int i = 0; i < n; i++)
            y[i] += sum[i];
    }
    clock->t = t;
}

/* c = a b, quaternions with the scalar first; b a vector */
static void times(const double *a, const double *b, double *c)
{
    c[0] = -a[1] * b[0] - a[2] * b[1] - a[3] * b[2];
    c[1] = a[0] * b[0] + a[2] * b[2] - a[3] * b[1];
    c[2] = a[0] * b[1] + a[3] * b[0] - a[1] * b[2];
    c[3] = a[0] * b[2] + a[1] * b[1] - a[2] * b[0];
}

/* ---- a free body ----------------------------------------------------------------------------- */

static const double INERTIA[] = {1.0, 2.0, 2.5}; /* [kg m2] */
static const double TURN = 2.0;                  /* [rad/s] */
static const double TUMBLE[] = {0.3, 2.0, -0.2}; /* [rad/s] */

static mb_status free_body(mb_model *model, const double *w, mb_error *err)
{
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, 0.0}, err);

    mb_space_body(s, "body", 1.0, (mb_vec){INERTIA[0], INERTIA[1], INERTIA[2]},
                  (mb_space_state){.w = {w[0], w[1], w[2]}});
    return mb_space_finish(s);
}

static mb_status turning(mb_model *model, mb_error *err)
{
    return free_body(model, (double[]){0.0, 0.0, TURN}, err);
}

static void turned(motion_clock *clock, double t, motion_body *b)
{
    (void)clock;
    *b = (motion_body){.p = {cos(0.5 * TURN * t), 0.0, 0.0, sin(0.5 * TURN * t)},
                       .w = {0.0, 0.0, TURN}};
}

static mb_status tumbling(mb_model *model, mb_error *err)
{
    return free_body(model, TUMBLE, err);
}

/* y = (p, omega) */
static void euler_equations(const double *y, double *dy)
{
    const double *w = y + 4, *I = INERTIA;

    times(y, w, dy);
    for (int i = 0; i < 4; i++)
        dy[i] *= 0.5;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;

        dy[4 + i] = (I[j] - I[k]) / I[i] * w[j] * w[k];
    }
}

static void tumbled(motion_clock *clock, double t, motion_body *b)
{
    const double start[] = {1.0, 0.0, 0.0, 0.0, TUMBLE[0], TUMBLE[1], TUMBLE[2]};
    double *y = clock->y, dy[7];

    if (clock->t == 0.0)
        memcpy(y, start, sizeof start);
    go_on(clock, euler_equations, 7, t, 2.5e-4);
    euler_equations(y, dy);
    memset(b, 0, sizeof *b);
    memcpy(b->p, y, sizeof b->p);
    memcpy(b->w, y + 4, sizeof b->w);
    memcpy(b->alpha, dy + 4, sizeof b->alpha);
}

/* ---- crank, coupler and rocker --------------------------------------------------------------- */

static const double LENGTH[] = {1.0, 2.0, 2.0}; /* [m] */
static const double MASS[] = {1.0, 2.0, 2.0};   /* [kg] */
static const double GROUND = 2.0, GRAVITY = 9.81, ANGLE = 1.0, SPEED = 7.0, THIN = 1e-2;

/* Angles of the bars against x, with their first and second derivatives by the crank's */
typedef struct loop {
    double angle[BODIES], first[BODIES], second[BODIES];
} loop;

/* a e(theta) + b e(phi) - c e(psi) = g by the cut of two circles, and its derivatives */
static loop close_loop(double theta)
{
    double a = LENGTH[0], b = LENGTH[1], c = LENGTH[2];
    double x = GROUND - a * cos(theta), y = -a * sin(theta), d = hypot(x, y);
    double along = (d * d + b * b - c * c) / (2.0 * d), across = sqrt(b * b - along * along);
    double phi = atan2(y, x) + atan2(across, along);
    double psi = atan2(a * sin(theta) + b * sin(phi), a * cos(theta) + b * cos(phi) - GROUND);
    double det = sin(phi - psi), phi1, psi1, u, w;

    phi1 = -a / b * sin(theta - psi) / det;
    psi1 = -a / c * sin(theta - phi) / det;
    /* b n(phi) phi2 - c n(psi) psi2 = (u, w) */
    u = a * cos(theta) + b * cos(phi) * phi1 * phi1 - c * cos(psi) * psi1 * psi1;
    w = a * sin(theta) + b * sin(phi) * phi1 * phi1 - c * sin(psi) * psi1 * psi1;
    return (loop){{theta, phi, psi},
                  {1.0, phi1, psi1},
                  {0.0, -(u * cos(psi) + w * sin(psi)) / (b * det),
                   -(u * cos(phi) + w * sin(phi)) / (c * det)}};
}

static double about_z(int k)
{
    return MASS[k] * LENGTH[k] * LENGTH[k] / 12.0;
}

/* Place of the middle of bar k and its derivatives by the crank's angle */
static void middle(const loop *l, int k, double *r, double *r1, double *r2)
{
    int first = k == 1 ? 0 : k; /* the coupler hangs on the crank */

    memset(r, 0, 2 * sizeof *r);
    memset(r1, 0, 2 * sizeof *r1);
    memset(r2, 0, 2 * sizeof *r2);
    r[0] = k == 2 ? GROUND : 0.0;
    for (int i = first; i <= k; i++) {
        double size = i == k ? 0.5 * LENGTH[i] : LENGTH[i];
        double e[] = {cos(l->angle[i]), sin(l->angle[i])}, n[] = {-e[1], e[0]};

        for (int j = 0; j < 2; j++) {
            r[j] += size * e[j];
            r1[j] += size * n[j] * l->first[i];
            r2[j] += size * (n[j] * l->second[i] - e[j] * l->first[i] * l->first[i]);
        }
    }
}

/* y = (theta, theta'):  J theta'' + 1/2 J' theta'^2 + V' = 0 */
static void crank_equation(const double *y, double *dy)
{
    loop l = close_loop(y[0]);
    double J = 0.0, half = 0.0, slope = 0.0;

    for (int k = 0; k < BODIES; k++) {
        double r[2], r1[2], r2[2];

        middle(&l, k, r, r1, r2);
        J += MASS[k] * (r1[0] * r1[0] + r1[1] * r1[1]) + about_z(k) * l.first[k] * l.first[k];
        half += MASS[k] * (r1[0] * r2[0] + r1[1] * r2[1]) + about_z(k) * l.first[k] * l.second[k];
        slope += MASS[k] * GRAVITY * r1[1];
    }
    dy[0] = y[1];
    dy[1] = -(half * y[1] * y[1] + slope) / J;
}

static void looped(motion_clock *clock, double t, motion_body *bodies)
{
    double *y = clock->y, dy[2];
    loop l;

    if (clock->t == 0.0) {
        y[0] = ANGLE;
        y[1] = SPEED;
    }
    go_on(clock, crank_equation, 2, t, 1e-4);
    crank_equation(y, dy);
    l = close_loop(y[0]);
    for (int k = 0; k < BODIES; k++) {
        motion_body *b = &bodies[k];
        double r[2], r1[2], r2[2];

        middle(&l, k, r, r1, r2);
        *b = (motion_body){.p = {cos(0.5 * l.angle[k]), 0.0, 0.0, sin(0.5 * l.angle[k])}};
        for (int i = 0; i < 2; i++) {
            b->r[i] = r[i];
            b->v[i] = r1[i] * y[1];
            b->a[i] = r1[i] * dy[1] + r2[i] * y[1] * y[1];
        }
        b->w[2] = l.first[k] * y[1];
        b->alpha[2] = l.first[k] * dy[1] + l.second[k] * y[1] * y[1];
    }
}

static mb_status four_revolutes(mb_model *model, mb_error *err)
{
    static const char *const name[] = {"crank", "coupler", "rocker"};
    const mb_vec z = {0.0, 0.0, 1.0};
    const loop l = close_loop(ANGLE);
    const mb_vec joint[] = {
        {0.0, 0.0, 0.0},
        {LENGTH[0] * cos(ANGLE), LENGTH[0] * sin(ANGLE), 0.0},
        {GROUND + LENGTH[2] * cos(l.angle[2]), LENGTH[2] * sin(l.angle[2]), 0.0},
        {GROUND, 0.0, 0.0}};
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, -GRAVITY, 0.0}, err);
    motion_body start[BODIES];
    motion_clock clock = {0};
    int body[BODIES];

    looped(&clock, 0.0, start);
    for (int k = 0; k < BODIES; k++) {
        const motion_body *b = &start[k];

        body[k] = mb_space_body(s, name[k], MASS[k], (mb_vec){THIN, about_z(k), about_z(k)},
                                (mb_space_state){.r = {b->r[0], b->r[1], 0.0},
                                                 .p = {b->p[0], 0.0, 0.0, b->p[3]},
                                                 .v = {b->v[0], b->v[1], 0.0},
                                                 .w = {0.0, 0.0, b->w[2]}});
    }
    mb_space_revolute(s, MB_GROUND, body[0], joint[0], z);
    mb_space_revolute(s, body[0], body[1], joint[1], z);
    mb_space_revolute(s, body[1], body[2], joint[2], z);
    mb_space_revolute(s, body[2], MB_GROUND, joint[3], z);
    return mb_space_finish(s);
}

/* ---- motions --------------------------------------------------------------------------------- */

#define FREE_BODY(word, motion_setup)                                                              \
    {                                                                                              \
        .name = word, .title = "", .source = "", .traps = "", .params = params, .t_end = 5.0,      \
        .scale = 1.0, .setup = motion_setup,                                                       \
        .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |  \
                  MB_CONSERVATIVE                                                                  \
    }

static const mb_problem turning_problem = FREE_BODY("turning-body", turning);
const motion motion_turning = {&turning_problem, 1, turned};

static const mb_problem tumbling_problem = FREE_BODY("tumbling-body", tumbling);
const motion motion_tumbling = {&tumbling_problem, 1, tumbled};

static const mb_problem loop_problem = {
    .name = "four-revolutes",
    .title = "",
    .source = "",
    .traps = "",
    .params = params,
    .t_end = 10.0,
    .scale = 2.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = four_revolutes,
};
const motion motion_loop = {&loop_problem, BODIES, looped};

/* ---- runs ------------------------------------------------------------------------------------ */

/* q, v and a of the bodies in a model's coordinates; p and -p are the same place, the one near
 * `near` is taken */
static void in_coordinates(const mb_model *model, const motion_body *bodies, int n,
                           const double *near, double *q, double *v, double *a)
{
    bool euler = model->nv == 7 * n;

    for (int k = 0; k < n; k++) {
        const motion_body *b = &bodies[k];
        const double *was = near + 7 * k + 3;
        double dp[4], spin[4], push[4];
        double side = copysign(1.0, b->p[0] * was[0] + b->p[1] * was[1] + b->p[2] * was[2] +
                                        b->p[3] * was[3]);
        int to = (euler ? 7 : 6) * k;

        times(b->p, b->w, dp);
        for (int i = 0; i < 4; i++)
            dp[i] *= 0.5;
        times(dp, b->w, spin);
        times(b->p, b->alpha, push);
        memcpy(q + 7 * k, b->r, sizeof b->r);
        memcpy(v + to, b->v, sizeof b->v);
        memcpy(a + to, b->a, sizeof b->a);
        for (int i = 0; i < 4; i++)
            q[7 * k + 3 + i] = side * b->p[i];
        for (int i = 0; i < (euler ? 4 : 3); i++) {
            v[to + 3 + i] = euler ? side * dp[i] : b->w[i];
            a[to + 3 + i] = euler ? side * 0.5 * (spin[i] + push[i]) : b->alpha[i];
        }
    }
}

static void differ(const double *x, const double *y, int n, double *most)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= *most) && !isnan(*most))
            *most = fabs(x[i] - y[i]);
}

/* The state of the run against the exact motion, of which D' lambda is f = Q - M a */
static mb_status compare(const motion *known, motion_clock *clock, mb_solver *solver,
                         motion_errors *e)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    double q[SIZE], v[SIZE], a[SIZE], is_a[SIZE], lambda[ROWS], values[ENTRIES], Ma[SIZE], f[SIZE],
        is_f[SIZE];
    motion_body bodies[BODIES];
    mb_status status;

    known->at(clock, x->t, bodies);
    in_coordinates(model, bodies, known->nbodies, x->q, q, v, a);
    status = mb_solver_acceleration(solver, is_a, lambda, &e->error);
    if (status != MB_OK)
        return status;
    model->ops->force(model, x->t, q, v, f);
    model->ops->mass(model, q, values);
    mb_multiply(&model->M, values, a, Ma);
    for (int i = 0; i < model->nv; i++)
        f[i] -= Ma[i];
    model->ops->jacobian(model, x->t, x->q, values);
    mb_multiply_t(&model->D, values, lambda, is_f);
    differ(x->q, q, model->nq, &e->position);
    differ(x->v, v, model->nv, &e->velocity);
    differ(is_a, a, model->nv, &e->acceleration);
    differ(is_f, f, model->nv, &e->force);
    return MB_OK;
}

motion_errors motion_run(const motion *known, const char *params_text, const char *spec,
                         double t_end)
{
    double energy, kinetic, most = 0.0, next = t_end / SAMPLES;
    motion_errors e = {0};
    motion_clock clock = {0};
    mb_solver *solver = NULL;
    mb_model *model = NULL;
    mb_status status = MB_OK;

    MB_TRY(mb_model_of(known->problem, params_text, &model, &e.error));
    MB_TRY(mb_solver_create(model, spec, &solver, &e.error));
    MB_TRY(mb_solver_start(solver, &e.error));
    most = model->ops->kinetic(model, solver->state.q, solver->state.v);
    energy = most + model->ops->potential(model, 0.0, solver->state.q);
    while (solver->state.t < t_end) {
        const mb_state *x = &solver->state;

        MB_TRY(mb_solver_step(solver, t_end, &e.error));
        kinetic = model->ops->kinetic(model, x->q, x->v);
        most = fmax(most, kinetic);
        e.drift = fmax(e.drift, fabs(kinetic + model->ops->potential(model, x->t, x->q) - energy));
        if (x->t < next)
            continue;
        MB_TRY(compare(known, &clock, solver, &e));
        next = fmin(t_end, x->t + t_end / SAMPLES);
    }
done:
    e.status = status;
    e.drift /= most;
    if (solver) {
        e.t = solver->state.t;
        e.counters = solver->counters;
    }
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return e;
}

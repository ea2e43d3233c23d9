/* A four-bar of a metre, the same of a micrometre, of a hundred kilometres (masses, springs and
 * gravity to scale, so that the motion is the same but for its size), and one that stands 1e5 sizes
 * from the origin: the same statuses from every formulation with its default parameters, and the
 * same motion in units of the size. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/elements/kit.h"
#include "solvers/solver.h"
#include "tests/fixtures/models/empty_model.h"
#include "tests/fixtures/scale_specs.h"

enum { POINTS, BODIES };

static const unsigned traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D |
                               MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE;

static const double CRANK = 0.4, SPEED = 3.0; /* size 1 */
static const double A[] = {0.0, 0.0}, D[] = {1.0, 0.0};
static const double B[] = {0.0, 0.4};

/* C from its distances 1 to B and 0.7 to D, above the line; and the velocities of B and C */
static void place(double c[2], double vb[2], double vc[2])
{
    double dx = D[0] - B[0], dy = D[1] - B[1], d = hypot(dx, dy);
    double along = (1.0 - 0.49 + d * d) / (2.0 * d), up = sqrt(1.0 - along * along);
    double bx, by, ex, ey, det;

    c[0] = B[0] + (along * dx - up * dy) / d;
    c[1] = B[1] + (along * dy + up * dx) / d;
    vb[0] = -SPEED * CRANK;
    vb[1] = 0.0;
    bx = c[0] - B[0], by = c[1] - B[1], ex = c[0] - D[0], ey = c[1] - D[1];
    det = bx * ey - by * ex;
    vc[0] = (bx * vb[0] + by * vb[1]) * ey / det;
    vc[1] = -(bx * vb[0] + by * vb[1]) * ex / det;
}

static void rod(mb_kit *kit, double size, double far, const double p[2], const double q[2],
                const double vp[2], const double vq[2], double mass, int *body, double *half)
{
    double dx = q[0] - p[0], dy = q[1] - p[1], l2 = dx * dx + dy * dy;
    mb_planar_state start = {.x = size * (far + 0.5 * (p[0] + q[0])),
                             .y = size * 0.5 * (p[1] + q[1]),
                             .phi = atan2(dy, dx),
                             .vx = size * 0.5 * (vp[0] + vq[0]),
                             .vy = size * 0.5 * (vp[1] + vq[1]),
                             .rate = (dx * (vq[1] - vp[1]) - dy * (vq[0] - vp[0])) / l2};

    *half = 0.5 * sqrt(l2) * size;
    *body = mb_kit_body(kit, mass, mass * l2 * size * size / 12.0, start);
}

static void of_bodies(mb_kit *kit, double size, double far, double mass)
{
    const double rest[2] = {0.0, 0.0};
    double c[2], vb[2], vc[2], half[3];
    int body[3];

    place(c, vb, vc);
    rod(kit, size, far, A, B, rest, vb, mass, &body[0], &half[0]);
    rod(kit, size, far, B, c, vb, vc, mass, &body[1], &half[1]);
    rod(kit, size, far, c, D, vc, rest, mass, &body[2], &half[2]);
    mb_kit_revolute(kit, body[0], -half[0], 0.0, MB_GROUND, size * (far + A[0]), size * A[1]);
    for (int i = 0; i < 2; i++)
        mb_kit_revolute(kit, body[i], half[i], 0.0, body[i + 1], -half[i + 1], 0.0);
    mb_kit_revolute(kit, body[2], half[2], 0.0, MB_GROUND, size * (far + D[0]), size * D[1]);
}

static void of_points(mb_kit *kit, double size, double far, double mass)
{
    double c[2], vb[2], vc[2];
    int point[4];

    place(c, vb, vc);
    point[0] = mb_kit_fixed_point(kit, size * (far + A[0]), size * A[1]);
    point[1] = mb_kit_point(kit, size * (far + B[0]), size * B[1], size * vb[0], size * vb[1]);
    point[2] = mb_kit_point(kit, size * (far + c[0]), size * c[1], size * vc[0], size * vc[1]);
    point[3] = mb_kit_fixed_point(kit, size * (far + D[0]), size * D[1]);
    for (int i = 0; i < 3; i++)
        mb_kit_rod(kit, point[i], point[i + 1], mass);
    mb_kit_distance(kit, point[0], point[1], size * CRANK);
    mb_kit_distance(kit, point[1], point[2], size);
    mb_kit_distance(kit, point[2], point[3], size * 0.7);
}

static mb_model *four_bar(int kind, double size, double far)
{
    mb_model *model = empty_model(traits, size);
    mb_error err = {0};
    mb_kit *kit = mb_kit_begin(model, kind == POINTS ? "planar-natural" : "planar-reference-point",
                               0.0, -9.81 * size, &err);

    (kind == POINTS ? of_points : of_bodies)(kit, size, far, size * size * size);
    cr_assert(mb_kit_finish(kit) == MB_OK, "%s", err.text);
    return model;
}

static const char *const specs[] = {
    SPECS_OF_ANY_SIZE,
    "lagrange/implicit-midpoint:h=1e-3",
    "hamiltonian/trapezoidal:h=1e-3",
    "hamiltonian-newton/newmark:h=1e-3",
    "lagrange/arkode:tol=1e-8",
    "lagrange/tr-bdf2:tol=1e-8",
    "lagrange/tr-bdf2:h=1e-3",
    "lagrange/adams:tol=1e-8",
    "ggl/radau5:h=1e-3",
};

typedef struct outcome {
    mb_status status;
    long unconverged;
    double x, y; /* of the first coordinates, from the origin of the mechanism, over its size */
    char text[256];
} outcome;

static outcome run(int kind, const char *spec, double size, double far)
{
    mb_model *model = four_bar(kind, size, far);
    mb_solver *solver = NULL;
    mb_error err = {0};
    outcome o = {.status = mb_solver_create(model, spec, &solver, &err)};

    if (o.status == MB_OK)
        o.status = mb_solver_start(solver, &err);
    while (o.status == MB_OK && solver->state.t < 0.5)
        o.status = mb_solver_step(solver, 0.5, &err);
    if (solver) {
        o.unconverged = solver->counters.unconverged;
        o.x = solver->state.q[0] / size - far;
        o.y = solver->state.q[1] / size;
    }
    snprintf(o.text, sizeof o.text, "%.200s", err.text);
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return o;
}

static void the_same(int kind, double size, double far, double allowed)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        outcome of_one = run(kind, specs[i], 1.0, 0.0), o = run(kind, specs[i], size, far);

        cr_expect(o.status == of_one.status, "%s at %g, %g: %s, not %s: %s", specs[i], size, far,
                  mb_status_text(o.status), mb_status_text(of_one.status), o.text);
        if (of_one.status != MB_OK || o.status != MB_OK)
            continue;
        cr_expect(o.unconverged == of_one.unconverged, "%s at %g, %g: %ld unconverged, not %ld",
                  specs[i], size, far, o.unconverged, of_one.unconverged);
        cr_expect(fabs(o.x - of_one.x) < allowed && fabs(o.y - of_one.y) < allowed,
                  "%s at %g, %g: (%.12g, %.12g), not (%.12g, %.12g)", specs[i], size, far, o.x, o.y,
                  of_one.x, of_one.y);
    }
}

Test(scale, a_four_bar_of_a_micrometre)
{
    the_same(POINTS, 1e-6, 0.0, 1e-5);
    the_same(BODIES, 1e-6, 0.0, 1e-5);
}

Test(scale, a_four_bar_of_a_hundred_kilometres)
{
    the_same(POINTS, 1e5, 0.0, 1e-5);
    the_same(BODIES, 1e5, 0.0, 1e-5);
}

Test(scale, a_four_bar_far_from_the_origin)
{
    the_same(POINTS, 1.0, 1e5, 1e-4);
    the_same(BODIES, 1.0, 1e5, 1e-4);
}

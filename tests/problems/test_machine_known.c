/* Machines whose motion, rows or forces are known by other means; what machines refuse. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/machines.h"
#include "tests/fixtures/models/problem_checks.h"

static void cross(const double *a, const double *b, double *c)
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The place of a body (r, p, rdot, omega in body axes) where u is, or the direction of u, in the
 * world; R by the textbook's matrix of Euler parameters */
static void turned(const double *p, const double *u, double *s)
{
    double a[3], b[3];

    cross(p + 1, u, a);
    for (int i = 0; i < 3; i++)
        a[i] += p[0] * u[i];
    cross(p + 1, a, b);
    for (int i = 0; i < 3; i++)
        s[i] = u[i] + 2.0 * b[i];
}

/* The lowest point of a rolling disc is in the plane, and what is there of the disc stands still. */
Test(machine, rolling_discs_do_not_slip, .fini = mb_declared_end)
{
    static const double radius = 0.5, normal[3] = {0.0, 0.0, 1.0}, axis[3] = {0.6, 0.0, 0.8};
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
        "  a: {com: [0, 0, 0.4], mass: 2, inertia: [0.2, 0.3, 0.25]}\n"
        "joints:\n"
        "  w: {rolling: [ground, a], radius: 0.5, at: [0, 0, 0.4], axis: [0.6, 0, 0.8]}\n",
        "", NULL);
    mb_model *model = machine_model(m, "body");
    double q[CHECK_N], v[CHECK_N];
    unsigned long long seed = 9;

    /* the hub is the centre of mass, 0.5 * 0.6 above the plane, which is at 0.1 */
    cr_assert(model->m == 3 && model->mh == 1);
    for (int k = 0; k < 20; k++) {
        double a[3], down[3], rim[3], w[3], of_rim[3];

        cr_assert(check_admissible_state(model, &seed, 0.2, q, v));
        turned(q + 3, axis, a);
        turned(q + 3, v + 3, w);
        for (int i = 0; i < 3; i++)
            down[i] = dot(normal, a) * a[i] - normal[i];
        for (int i = 0; i < 3; i++)
            rim[i] = radius * down[i] / sqrt(1.0 - dot(normal, a) * dot(normal, a));
        cross(w, rim, of_rim);
        cr_expect(fabs(q[2] + rim[2] - 0.1) < 1e-12, "%g", q[2] + rim[2]);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(v[i] + of_rim[i]) < 1e-11, "%d: %g", i, v[i] + of_rim[i]);
    }
    mb_model_destroy(model);
}

/* Driven with constant rate, the second shaft of a Cardan joint at the angle b turns by
 * tan(second) = tan(first) / cos(b). */
Test(machine, cardan_joints_turn_as_the_closed_form_says, .fini = mb_declared_end)
{
    static const double b = 0.6;
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
        "  one: {com: [-1, 0, 0], mass: 1, inertia: [0.2, 0.3, 0.25]}\n"
        "  two: {com: [\"cos(0.6)\", \"sin(0.6)\", 0], mass: 1, inertia: [0.2, 0.3, 0.25]}\n"
        "joints:\n"
        "  in: {revolute: [ground, one], at: [-1, 0, 0], axis: x}\n"
        "  x: {universal: [one, two], at: [0, 0, 0], axes: [z, [\"-sin(0.6)\", \"cos(0.6)\", 0]]}\n"
        "  out: {cylindrical: [ground, two], at: [0, 0, 0], axis: [\"cos(0.6)\", \"sin(0.6)\", "
        "0]}\n"
        "drives: {motor: {joint: in, law: 2*t}}\n"
        "outputs: {in: {joint: in}, out: {joint: out.angle}, slide: {joint: out.slide}}\n",
        "", NULL);
    mb_model *model = machine_model(m, "body");
    double q[CHECK_N], v[CHECK_N], out[CHECK_OUTPUTS];

    memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
    memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
    machine_run(model, 2e-3, 300, q, v);
    model->ops->outputs(model, 0.6, q, v, NULL, NULL, out);
    cr_expect(fabs(out[0] - 1.2) < 1e-9, "%.12g", out[0]);
    cr_expect(fabs(tan(out[1]) - tan(1.2) * cos(b)) < 1e-8 * tan(1.2), "%.12g", out[1]);
    cr_expect(fabs(out[2]) < 1e-9);
    mb_model_destroy(model);
}

/* A screw in the ground: its thrust and its inertia make one freedom, m pitch^2 + J. */
Test(machine, screws_accelerate_as_the_closed_form_says, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
                         "  nut: {com: [0, 0, 0], mass: 2, inertia: [0.2, 0.3, 0.25]}\n"
                         "joints:\n"
                         "  s: {screw: [ground, nut], at: [0, 0, 0], axis: z, pitch: 0.3}\n"
                         "outputs: {z: {point: nut, along: z}}\n",
                         "", NULL);
    mb_model *model = machine_model(m, "body");
    double q[CHECK_N], v[CHECK_N], z;
    const double rate = 2.0 * 9.81 * 0.3 / (2.0 * 0.09 + 0.25); /* [rad/s2] */

    memcpy(q, model->q0, sizeof(double) * (size_t)model->nq);
    memcpy(v, model->v0, sizeof(double) * (size_t)model->nv);
    machine_run(model, 5e-3, 400, q, v); /* more than four turns */
    model->ops->outputs(model, 2.0, q, v, NULL, NULL, &z);
    cr_expect(fabs(z + 0.3 * 0.5 * rate * 4.0) < 1e-7 * fabs(z), "%.12g, not %.12g", z,
              -0.3 * 0.5 * rate * 4.0);
    mb_model_destroy(model);
}

/* A door on one hinge: what the hinge has to bear, by Newton's and Euler's equations of the door */
Test(machine, reactions_of_a_hinge_are_what_moves_the_body, .fini = mb_declared_end)
{
    static const char *const kinds[] = {"body", "euler"};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, -10]\nbodies:\n"
                         "  door: {com: [0.5, 0, 0.7], mass: 3, inertia: [0.2, 0.3, 0.25]}\n"
                         "joints:\n  h: {revolute: [ground, door], at: [0, 0, 0], axis: z}\n"
                         "start: {h: 2}\n"
                         "outputs:\n  f: {reaction: h, compare: no}\n"
                         "  m: {reaction: h, part: moment, compare: no}\n",
                         "", NULL);

    for (int k = 0; k < 2; k++) {
        mb_model *model = machine_model(m, kinds[k]);
        double a[CHECK_N], lambda[CHECK_N], out[CHECK_OUTPUTS];
        /* m a + m g at the hinge: -m w^2 r along x, the weight along z; about the hinge the weight
         * 0.5 m ahead, and the pull 0.7 m above */
        const double expected[] = {-6.0, 0.0, 30.0, 0.0, -0.7 * 6.0 - 0.5 * 30.0, 0.0};

        check_motion(model, 0.0, model->q0, model->v0, a, lambda);
        model->ops->outputs(model, 0.0, model->q0, model->v0, a, lambda, out);
        for (int i = 0; i < 6; i++)
            cr_expect(fabs(out[i] - expected[i]) < 1e-9, "%s: %s is %g, not %g", kinds[k],
                      model->outputs[i].name, out[i], expected[i]);
        mb_model_destroy(model);
    }
}

Test(machine, refuses_what_it_does_not_have_by_place_in_the_file, .fini = mb_declared_end)
{
    mb_error err = {MB_OK, ""};
    const mb_plain_mechanism *m =
        mb_declared_text("mechanism: m\ndimension: spatial\ngravity: [0, 0, 0]\nbodies:\n"
                         "  a: {com: [0, 0, 0.5], mass: 2, inertia: [0.2, 0.3, 0.25]}\n"
                         "outputs:\n  t: {energy: work}\n",
                         "", NULL);

    cr_assert(m && !machine_try(m, "body", &err));
    cr_expect_str_eq(err.text, "m.yaml:7:3: 't' is work done, which models in "
                               "coordinates 'body' do not have yet");
    err = (mb_error){MB_OK, ""};
    cr_assert(!machine_try(m, "mixed", &err));
    cr_expect_str_eq(err.text,
                     "m.yaml: there are no models in coordinates 'mixed' of a spatial "
                     "mechanism yet; there are body, euler and natural, as in m:coordinates=body");
}

/* SPDX-License-Identifier: MIT */
/* Andrews' squeezer, rotary pendulum, sleigh, driven crank and chain of links: values of
 * reference/mechanisms.md (by section) and of the papers, each by two formulations. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/reference.h"
#include "tests/fixtures/ran.h"

static void near(double x, double expected, double tol, const char *what)
{
    cr_expect(isfinite(x) && fabs(x - expected) <= tol, "%s: %.16g, expected %.16g, differ by %.3g",
              what, x, expected, x - expected);
}

static mb_model *model_of(const char *problem)
{
    mb_model *model;
    mb_error err = {0};

    cr_assert(mb_model_create(problem, &model, &err) == MB_OK, "%s", err.text);
    return model;
}

/* ---- section 18: Andrews' squeezing mechanism ----------------------------------------------- */

enum { ANGLES = 7 };

static const char *const andrews_name[] = {"beta",  "Theta", "gamma",  "Phi",
                                           "delta", "Omega", "epsilon"};
static const double andrews_end[] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                     -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                     1.048080741042263};

/* The printed values lie on the motion 1.005e-12 s late: up to 1.4e-9 off at t = 0.03, where beta
 * turns with 1140 rad/s, and 1e-13 off on the path. */
Test(published, section_18_andrews_squeezer_reference)
{
    mb_model *model = model_of("andrews-squeezer");
    mb_arena *arena = mb_arena_create();
    mb_reference_run *run;
    double out[ANGLES], late[ANGLES];

    cr_assert(mb_reference_start(model, arena, &run, NULL) == MB_OK);
    mb_reference_at(run, 0.03, out);
    mb_reference_at(run, 0.03 + 1.005e-12, late);
    for (int k = 0; k < ANGLES; k++) {
        near(out[k], andrews_end[k], 1.5e-9, andrews_name[k]);
        near(late[k], andrews_end[k], 2e-12, andrews_name[k]);
    }
    mb_arena_destroy(arena);
    mb_model_destroy(model);
}

Test(published, section_18_andrews_squeezer_by_two_formulations, .timeout = 600)
{
    static const char *const problem[] = {"andrews-squeezer",
                                          "andrews-squeezer:coordinates=angles"};
    static const char *const solver[] = {
        "lagrange/rk4:h=5e-6", "augmented-lagrangian:alpha=1e7/rk4:h=1e-5/mass-orthogonal"};

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            probe p = ran(problem[i], solver[j], 0.03);

            for (int k = 0; k < ANGLES; k++)
                near(probe_output(problem[i], &p, andrews_name[k]), andrews_end[k], 3e-9,
                     andrews_name[k]);
            near(p.error_max, 0.0, 1e-9, solver[j]);
            near(p.energy, 1.4378329575321, 5e-14, "T + V - mom beta");
            near(p.drift_max, 0.0, 1e-9, "its change");
        }
}

/* "All the constraint errors in position, velocities and accelerations are kept below 1e-14", with
 * and without the spring of 1e8 N/m; index 1, h = 2e-5, alpha = 1e7, trapezoidal rule. */
Test(published, bayo1996_fifth_example_constraints_below_1e_14, .timeout = 600)
{
    static const char *const problem[] = {"andrews-squeezer", "andrews-squeezer:spring=K4",
                                          "andrews-squeezer:spring=K6"};

    for (int i = 0; i < 3; i++) {
        probe p = ran(problem[i],
                      "augmented-lagrangian:alpha=1e7/trapezoidal:h=2e-5/mass-orthogonal", 0.03);

        near(p.phi_max, 0.0, 1e-14, problem[i]);
        near(p.phidot_max, 0.0, 1e-14, problem[i]);
        near(p.drift_max, 0.0, 2e-4, "energy");
    }
}

/* Both kinds of coordinates, whose springs and rows have nothing in common but the geometry */
Test(andrews_squeezer, moves_alike_in_both_kinds_of_coordinates_with_a_spring, .timeout = 600)
{
    static const char *const rod[] = {"K4", "K6"};

    for (int i = 0; i < 2; i++) {
        char bodies[48], angles[96];
        probe p, q;

        snprintf(bodies, sizeof bodies, "andrews-squeezer:spring=%s", rod[i]);
        snprintf(angles, sizeof angles, "%s,coordinates=angles", bodies);
        p = ran(bodies, "lagrange/rk4:h=5e-6", 0.03);
        q = ran(angles, "lagrange/rk4:h=5e-6", 0.03);
        for (int k = 0; k < ANGLES; k++)
            near(p.outputs[k], q.outputs[k], 2e-8, andrews_name[k]);
        near(p.drift_max, 0.0, 1e-7, "energy");
    }
}

/* A rod of ever stiffer springs: the motion tends to that of a rod without mass, as 1/k */
Test(andrews_squeezer, stiffer_springs_converge, .timeout = 600)
{
    double beta[3];

    for (int i = 0; i < 3; i++) {
        char problem[96];
        probe p;

        snprintf(problem, sizeof problem, "andrews-squeezer:coordinates=angles,spring=K6,%s",
                 i == 0   ? "stiffness=1e6"
                 : i == 1 ? "stiffness=1e7"
                          : "stiffness=1e8");
        p = ran(problem, "lagrange/rk4:h=5e-6", 0.03);
        beta[i] = p.outputs[0];
    }
    cr_expect(isfinite(beta[2]) && fabs(beta[2] - beta[1]) < 0.3 * fabs(beta[1] - beta[0]),
              "%.10g %.10g %.10g", beta[0], beta[1], beta[2]);
}

/* The mass matrix and the velocity terms as the IVP Test Set prints them, from its data */
Test(andrews_squeezer, angles_have_the_mass_matrix_of_the_test_set)
{
    const double q[] = {0.3, -0.7, 0.2, 1.1, -0.4, 0.8, 0.6};
    const double v[] = {1.0, -2.0, 0.5, 3.0, -1.5, 0.7, 2.2};
    const double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050;
    const double m6 = 0.00706, m7 = 0.05498, i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6;
    const double i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5;
    const double da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
    const double sa = 0.01874, sb = 0.01043, ta = 0.02308, tb = 0.00916, u = 0.04;
    const double ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
    const double m[ANGLES][ANGLES] = {
        {m1 * ra * ra + m2 * (rr * rr - 2.0 * da * rr * cos(q[1]) + da * da) + i1 + i2},
        {m2 * (da * da - da * rr * cos(q[1])) + i2, m2 * da * da + i2},
        {0.0, 0.0, m3 * (sa * sa + sb * sb) + i3},
        {0.0, 0.0, 0.0, m4 * (e - ea) * (e - ea) + i4},
        {0.0, 0.0, 0.0, m4 * ((e - ea) * (e - ea) + zt * (e - ea) * sin(q[3])) + i4,
         m4 * (zt * zt + 2.0 * zt * (e - ea) * sin(q[3]) + (e - ea) * (e - ea)) +
             m5 * (ta * ta + tb * tb) + i4 + i5},
        {0.0, 0.0, 0.0, 0.0, 0.0, m6 * (zf - fa) * (zf - fa) + i6},
        {0.0, 0.0, 0.0, 0.0, 0.0, m6 * ((zf - fa) * (zf - fa) - u * (zf - fa) * sin(q[5])) + i6,
         m6 * ((zf - fa) * (zf - fa) - 2.0 * u * (zf - fa) * sin(q[5]) + u * u) +
             m7 * (ua * ua + ub * ub) + i6 + i7},
    };
    const double f[ANGLES] = {
        0.033 - m2 * da * rr * v[1] * (v[1] + 2.0 * v[0]) * sin(q[1]),
        m2 * da * rr * v[0] * v[0] * sin(q[1]),
        0.0,
        m4 * zt * (e - ea) * v[4] * v[4] * cos(q[3]),
        -m4 * zt * (e - ea) * v[3] * (v[3] + 2.0 * v[4]) * cos(q[3]),
        -m6 * u * (zf - fa) * v[6] * v[6] * cos(q[5]),
        m6 * u * (zf - fa) * v[5] * (v[5] + 2.0 * v[6]) * cos(q[5]),
    };
    static const int angle[] = {0, 1, 2, 4, 6, 3, 5}; /* of the model's coordinates */
    double mass[64], force[ANGLES], at[ANGLES], rate[ANGLES];
    mb_model *model = model_of("andrews-squeezer:coordinates=angles");

    cr_assert(model->nq == ANGLES && model->m == 6 && model->M.nnz <= 64);
    for (int j = 0; j < ANGLES; j++) {
        at[j] = q[angle[j]];
        rate[j] = v[angle[j]];
    }
    model->ops->mass(model, at, mass);
    model->ops->force(model, 0.0, at, rate, force);
    for (int j = 0; j < ANGLES; j++) {
        for (int k = model->M.start[j]; k < model->M.start[j + 1]; k++) {
            const int a = angle[model->M.row[k]], b = angle[j];
            const double known = a > b ? m[a][b] : m[b][a];

            cr_expect(known != 0.0, "M(%d,%d)", a, b);
            near(mass[k], known, 1e-19, "M");
        }
        if (angle[j] != 2) /* the spring acts on gamma */
            near(force[j], f[angle[j]], 1e-17, andrews_name[angle[j]]);
    }
    mb_model_destroy(model);
}

/* ---- section 11: rotary pendulum ------------------------------------------------------------ */

Test(published, section_11_z_x_z_angles_have_rank_9_and_a_singular_kkt_matrix)
{
    mb_model *model = model_of("rotary-pendulum:sequence=zxz");
    mb_model *regular = model_of("rotary-pendulum");
    probe p = probe_run("rotary-pendulum:sequence=zxz", "lagrange/rk4:h=1e-3/none/dense", 0.1);

    cr_expect(model->nq == 12 && model->m == 10 && model->rank == 9);
    cr_expect(regular->nq == 12 && regular->m == 10 && regular->rank == 10);
    cr_expect(p.status == MB_SINGULAR && strstr(p.error.text, "singular"), "%s", p.error.text);
    mb_model_destroy(model);
    mb_model_destroy(regular);
}

/* No torque acts about the shaft: (J_a + m r^2 + K sin^2 b) a' + m r l cos b b' stays zero. */
Test(rotary_pendulum, keeps_its_angular_momentum_and_follows_the_reference, .timeout = 600)
{
    static const char *const solver[] = {"lagrange/rk4:h=2e-4",
                                         "augmented-lagrangian/rk4:h=2e-4/mass-orthogonal"};
    const double k = 0.0270 * 0.153 * 0.153 + 1.20e-4, p1 = 0.0270 * 0.0826 * 0.153;
    const double shaft = 1.23e-4 + 0.0270 * 0.0826 * 0.0826;

    for (int i = 0; i < 2; i++) {
        probe p = ran("rotary-pendulum", solver[i], 10.0);
        double s = sin(p.outputs[1]), c = cos(p.outputs[1]);
        double momentum = (shaft + k * s * s) * p.rates[0] + p1 * c * p.rates[1];

        near(p.error_max, 0.0, 5e-7, solver[i]);
        near(momentum, 0.0, 1e-10, "angular momentum");
        near(p.energy, 0.0270 * 9.81 * 0.153 * cos(M_PI / 18.0), 1e-16, "energy");
        near(p.drift_max, 0.0, 1e-9, "energy drift");
    }
}

/* ---- sections 22 and 23, and chains --------------------------------------------------------- */

/* With k2 = (I + m a2)/m = 0.5, C2 = v0^2 + k2 w0^2 = 1.5: all that the closed form says of the
 * end, in numbers */
Test(published, section_22_chaplygin_sleigh)
{
    static const char *const solver[] = {"lagrange/rk4:h=1e-3",
                                         "augmented-lagrangian/rk4:h=1e-3/mass-orthogonal"};
    const double speed = sqrt(1.5), k = sqrt(0.5);
    const double s0 = asinh(-1.0 / k), s = s0 + 0.5 * speed / 0.5 * 10.0;
    const double turned = 2.0 * (atan(exp(s)) - atan(exp(s0))) * k / 0.5;

    for (int i = 0; i < 2; i++) {
        probe p = ran("chaplygin-sleigh", solver[i], 10.0);

        near(probe_output("chaplygin-sleigh", &p, "heading"), turned, 1e-9, "heading");
        near(probe_rate("chaplygin-sleigh", &p, "heading"), speed / k / cosh(s), 1e-10, "w");
        near(hypot(p.rates[0], p.rates[1]), speed * tanh(s), 1e-9, "v, once it no longer turns");
        near(p.error_max, 0.0, 1e-9, solver[i]);
        near(p.drift_max, 0.0, 1e-10, "energy");
        near(p.phidot_max, 0.0, 1e-11, "blade");
    }
}

Test(published, section_23_driven_crank)
{
    static const char *const solver[] = {"lagrange/rk4:h=1e-3",
                                         "augmented-lagrangian/rk4:h=1e-3/mass-orthogonal"};
    const double theta = asin(5.0 / 6.0) + 3.5 * M_PI + 0.1 * sin(3.5 * M_PI);
    const double phi = -asin(0.3 * sin(theta) / 0.5);

    for (int i = 0; i < 2; i++) {
        probe p = ran("driven-crank", solver[i], 1.75);

        near(probe_output("driven-crank", &p, "theta"), theta, 1e-9, "theta");
        near(probe_output("driven-crank", &p, "phi"), phi, 1e-9, "phi");
        near(probe_output("driven-crank", &p, "x"), 0.3 * cos(theta) + 0.3 * cos(phi), 1e-9, "x");
        near(probe_output("driven-crank", &p, "y"), -0.2 * sin(phi), 1e-9, "y");
        near(probe_rate("driven-crank", &p, "theta"), 2.0 * M_PI * (1.0 + 0.1 * cos(3.5 * M_PI)),
             1e-9, "theta'");
        near(p.error_max, 0.0, 1e-9, solver[i]);
    }
}

/* E - E0 is the integral of the power, by Simpson's rule over pairs of steps */
Test(driven_crank, gains_the_work_of_its_drive)
{
    mb_model *model = model_of("driven-crank");
    mb_solver *solver;
    mb_error err = {0};
    double power[3], work = 0.0, a[4], lambda[4], start, gained;
    const mb_state *x;

    cr_assert(mb_solver_create(model, "lagrange/rk4:h=1e-3", &solver, &err) == MB_OK);
    cr_assert(mb_solver_start(solver, &err) == MB_OK);
    x = &solver->state;
    start = model->ops->kinetic(model, x->q, x->v) + model->ops->potential(model, x->t, x->q);
    for (int k = 0; k <= 1500; k++) {
        if (k > 0)
            cr_assert(mb_solver_step(solver, 2.0, &err) == MB_OK);
        cr_assert(mb_solver_acceleration(solver, a, lambda, &err) == MB_OK);
        power[k ? 2 - k % 2 : 0] = model->ops->power(model, x->t, x->q, x->v, lambda);
        if (k > 0 && k % 2 == 0) {
            work += 1e-3 / 3.0 * (power[0] + 4.0 * power[1] + power[2]);
            power[0] = power[2];
        }
    }
    gained =
        model->ops->kinetic(model, x->q, x->v) + model->ops->potential(model, x->t, x->q) - start;
    cr_expect(fabs(gained) > 0.1, "%g", gained);
    near(work, gained, 1e-9, "work of the drive");
    mb_solver_destroy(solver);
    mb_model_destroy(model);
}

/* Two links are the double pendulum of section 17. */
Test(published, section_17_by_a_chain_of_two_links)
{
    static const char *const solver[] = {"lagrange/rk4:h=5e-4",
                                         "augmented-lagrangian/rk4:h=5e-4/mass-orthogonal"};

    for (int i = 0; i < 2; i++) {
        probe p = ran("n-link-pendulum:N=2", solver[i], 1.0);

        near(p.outputs[0], sin(-1.2077162382) + sin(-0.8143910231), 5e-9, "tip.x");
        near(p.outputs[1], -cos(-1.2077162382) - cos(-0.8143910231), 5e-9, "tip.y");
    }
}

Test(n_link_pendulum, is_set_up_and_moves_at_any_size, .timeout = 600)
{
    mb_model *model = model_of("n-link-pendulum:N=2000");
    probe p = ran("n-link-pendulum:N=200", "augmented-lagrangian/rk4:h=1e-4/mass-orthogonal", 2e-3);

    cr_expect(model->nq == 4000 && model->m == 2000 && model->rank == 2000);
    near(p.phi_max, 0.0, 1e-12, "Phi");
    near(p.drift_max, 0.0, 1e-6, "energy");
    mb_model_destroy(model);
}

/* SPDX-License-Identifier: MIT */
/* welch2007 sections II and IV: the kinematics (8)-(11), the derivative of the rows (46), (47) and
 * what the gains of (45) stand for, written apart from the solvers. */
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>

static const double e[4] = {0.5, -0.1, 0.7, 0.5}; /* |e| = 1 */
static const double omega[3] = {0.3, -1.1, 2.0};

/* (9): three rows of four */
static const int sign[3][4] = {{-1, 1, 1, -1}, {-1, -1, 1, 1}, {-1, 1, -1, 1}};
static const int place[3][4] = {{1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};

static double h_of(int row, int column)
{
    return 0.5 * sign[row][column] * e[place[row][column]];
}

/* (10), (11): e' = G(omega) e */
static void by_g(double rate[4])
{
    rate[0] = -0.5 * (omega[0] * e[1] + omega[1] * e[2] + omega[2] * e[3]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double turned = omega[j] * e[1 + k] - omega[k] * e[1 + j]; /* omega~ e */

        rate[1 + i] = 0.5 * (omega[i] * e[0] - turned);
    }
}

/* (8) reads e' = H omega: four rates of three velocities, by a matrix of three rows.  Its transpose
 * gives what (10) gives; as printed it takes four numbers and turns e into zero. */
Test(welch_printed, eq9_is_the_transpose_of_what_eq8_takes)
{
    double rate[4];

    by_g(rate);
    for (int i = 0; i < 4; i++) {
        double transposed = 0.0;

        for (int k = 0; k < 3; k++)
            transposed += h_of(k, i) * omega[k];
        cr_assert(fabs(transposed - rate[i]) < 1e-15, "%d: %g, %g", i, transposed, rate[i]);
    }
    for (int k = 0; k < 3; k++) {
        double printed = 0.0;

        for (int i = 0; i < 4; i++)
            printed += h_of(k, i) * e[i];
        cr_assert(fabs(printed) < 1e-15);
    }
}

/* The first row of (67), x - L/2 sin theta, along x = x0 + 2 t + t^2, theta = 0.4 + 3 t: its second
 * derivative by differences, and as (46) has it, Phi_r r.. + Phi_pi omega. + (Phi_r r.)_r + (Phi_pi
 * omega)_pi, without a factor r. and omega to the last two; (47) takes them over. */
Test(welch_printed, eqs46_47_lack_the_velocities_as_factors)
{
    const double half = 2.5, s = 1e-4, speed = 3.0, acceleration = 2.0;
    double phi[3], second, centripetal = half * sin(0.4) * speed; /* (Phi_pi omega)_pi */

    for (int k = 0; k < 3; k++) {
        double t = s * (k - 1), x = 1.0 + 2.0 * t + t * t, theta = 0.4 + speed * t;

        phi[k] = x - half * sin(theta);
    }
    second = (phi[0] - 2.0 * phi[1] + phi[2]) / (s * s);
    cr_assert(fabs(acceleration + centripetal * speed - second) < 1e-5, "%g", second);
    cr_assert(fabs(acceleration + centripetal - second) > 1.0, "%g", second);
}

/* Roots of s^2 + 2 alpha s + beta^2 = 0, (45), in units of 1/dt: damping ratio and time constant */
static void respond(double alpha, double beta, double *damping, double *constant)
{
    double complex root = -alpha + csqrt(alpha * alpha - beta * beta);

    *damping = -creal(root) / cabs(root);
    *constant = -1.0 / creal(root);
}

/* Section IV: (0.5, 1)/dt has a damping ratio of 0.5, (1, 1)/dt one of 1 and half the time constant
 */
Test(welch_printed, gains_stand_for_damping_ratios_and_time_constants)
{
    double damping[2], constant[2];

    respond(0.5, 1.0, &damping[0], &constant[0]);
    respond(1.0, 1.0, &damping[1], &constant[1]);
    cr_assert(fabs(damping[0] - 0.5) < 1e-15 && fabs(damping[1] - 1.0) < 1e-15);
    cr_assert(fabs(constant[1] - 0.5 * constant[0]) < 1e-15);
}

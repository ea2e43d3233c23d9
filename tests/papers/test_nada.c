/* SPDX-License-Identifier: MIT */
/* nada2023: printed equations that do not hold, as the errata of its study list them, and rows
 * that do. */
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>

#include "problems/model.h"

/* A = Rz(phi) Rx(theta) Rz(psi); its columns are the body's axes, the third one eq. (23) */
static void zxz(const double angle[3], double A[3][3])
{
    const double c1 = cos(angle[0]), s1 = sin(angle[0]), c2 = cos(angle[1]), s2 = sin(angle[1]);
    const double c3 = cos(angle[2]), s3 = sin(angle[2]);
    const double rows[3][3] = {
        {c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2},
        {s1 * c3 + c1 * c2 * s3, -s1 * s3 + c1 * c2 * c3, -c1 * s2},
        {s2 * s3, s2 * c3, c2},
    };

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            A[i][j] = rows[i][j];
}

static double column_product(double A[3][3], int j, double B[3][3], int k)
{
    double sum = 0.0;

    for (int i = 0; i < 3; i++)
        sum += A[i][j] * B[i][k];
    return sum;
}

/* omega_z in body axes is x' . y of the axes: by differences of the axes along a motion */
Test(nada2023, omega_z_of_euler_angles_has_no_factor_of_two)
{
    const double at[3] = {0.7, 0.4, -1.1}, rate[3] = {1.3, -0.6, 0.9}, h = 1e-5;
    double before[3], after[3], A[3][3], Aminus[3][3], Aplus[3][3], omega;

    for (int i = 0; i < 3; i++) {
        before[i] = at[i] - h * rate[i];
        after[i] = at[i] + h * rate[i];
    }
    zxz(at, A);
    zxz(before, Aminus);
    zxz(after, Aplus);
    omega = (column_product(Aplus, 0, A, 1) - column_product(Aminus, 0, A, 1)) / (2.0 * h);
    cr_assert(fabs(omega - (cos(at[1]) * rate[0] + rate[2])) < 1e-9, "%g", omega);
    cr_assert(fabs(omega - (2.0 * cos(at[1]) * rate[0] + rate[2])) > 1.0, "%g", omega);
}

/* -Re s / |s| of the complex roots of s^2 + b s + c */
static double damping(double b, double c)
{
    const double real = -0.5 * b, imaginary = sqrt(c - 0.25 * b * b);

    return -real / hypot(real, imaginary);
}

/* Section 2.2: alpha = 5, beta = 12 "give a damping factor of 0.707".  Not in (13), C'' + 2 alpha
 * C'
 * + beta^2 C; nearly in C'' + alpha C' + beta C. */
Test(nada2023, gains_5_and_12_are_not_damped_by_0707_under_eq13)
{
    cr_assert(fabs(damping(2.0 * 5.0, 12.0 * 12.0) - 0.707) > 0.25);
    cr_assert(fabs(damping(5.0, 12.0) - 0.707) < 0.02);
}

/* Section 2.2, of alpha = beta: a double root -alpha */
Test(nada2023, equal_gains_are_critically_damped)
{
    for (double alpha = 1.0; alpha < 1e4; alpha *= 4.0)
        cr_assert(fabs(damping(2.0 * alpha, alpha * alpha) - 1.0) < 1e-15);
}

/* Amplification of Dormand and Prince's method over a step h of y' = lambda y, |1 + z + z^2/2 + ...
 * + z^5/120 + z^6/600|, for rows Phi'' + f K_u K_d Phi' + f K_u K_p Phi = 0 */
static double amplification(double f, double h)
{
    const double kp = 1e2, kd = 1e-2, ku = 1e4, half = 0.5 * f * ku * kd;
    const double complex z = -h * half + h * sqrt(f * ku * kp - half * half) * (double complex)I;
    double complex sum = 1.0 + z / 5.0;

    for (int k = 5; k > 0; k--)
        sum = 1.0 + z / k * sum;
    return cabs(sum);
}

/* Section 4: steps of 10 and 50 ms with the printed gains.  f is 0.8 near zero with set III, and 1
 * to 2 with set I (Table 1 and (18)): no fixed step of RK45 beyond 2.6 ms is stable. */
Test(nada2023, printed_gains_bear_fixed_steps_up_to_2_6_ms)
{
    cr_assert(amplification(0.8, 2.6e-3) < 1.0 && amplification(0.8, 2.7e-3) > 1.0);
    cr_assert(amplification(1.0, 2.4e-3) < 1.0 && amplification(1.0, 2.5e-3) > 1.0);
    cr_assert(amplification(2.0, 1.7e-3) < 1.0 && amplification(2.0, 1.9e-3) > 1.0);
    for (double f = 0.8; f <= 2.0; f += 0.1)
        cr_assert(amplification(f, 1e-3) < 1.0 && amplification(f, 1e-2) > 10.0);
}

/* Below (24): the ten rows written out, with phi^2 and R_x^2 where the first two of (24) have
 * phi^1 and R_y^2; r_o = l_a = l_g = 0 */
static void expanded(const double arm[6], const double pendulum[6], double r_a, double row[10])
{
    const double f = arm[3], th = arm[4], ps = arm[5], f2 = pendulum[3], th2 = pendulum[4];

    for (int i = 0; i < 3; i++)
        row[i] = arm[i];
    row[3] = sin(f) * sin(th);
    row[4] = -cos(f) * sin(th);
    row[5] = arm[0] + (cos(f) * cos(ps) - sin(f) * cos(th) * sin(ps)) * r_a - pendulum[0];
    row[6] = arm[1] + (sin(f) * cos(ps) + cos(f) * cos(th) * sin(ps)) * r_a - pendulum[1];
    row[7] = arm[2] + sin(th) * sin(ps) * r_a - pendulum[2];
    row[8] = sin(f) * sin(th) * sin(f2) * sin(th2) + cos(f) * sin(th) * cos(f2) * sin(th2) +
             cos(th) * cos(th2);
    row[9] = (-cos(f) * sin(ps) - sin(f) * cos(th) * cos(ps)) * sin(f2) * sin(th2) -
             (-sin(f) * sin(ps) + cos(f) * cos(th) * cos(ps)) * cos(f2) * sin(th2) +
             sin(th) * cos(ps) * cos(th2);
}

/* In any position, closed or not.  Rows of places of the second joint count from the arm here; rows of
 * axes are those of a direction across the joint's axis and of the axis times it. */
Test(nada2023, rows_of_eqs_22_and_24_are_those_of_the_model)
{
    const double q[12] = {0.1, -0.2, 0.3, 0.4, 0.5, -0.6, 0.7, -0.8, 0.9, 1.1, 0.8, 2.0};
    static const int printed[10] = {0, 1, 2, 4, 3, 5, 6, 7, 8, 9};
    static const double sign[10] = {1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, -1.0};
    double phi[10], row[10];
    mb_error err = {MB_OK, ""};
    mb_model *model;

    cr_assert(mb_model_create("rotary-pendulum:sequence=zxz", &model, &err) == MB_OK, "%s",
              err.text);
    cr_assert(model->nq == 12 && model->m == 10 && model->mh == 10);
    model->ops->phi(model, 0.0, q, phi);
    expanded(q, q + 6, 0.0826, row);
    for (int i = 0; i < 10; i++)
        cr_assert(fabs(phi[i] - sign[i] * row[printed[i]]) < 1e-15, "row %d: %g, %g", i, phi[i],
                  row[printed[i]]);
    mb_model_destroy(model);
}

static void swap(double *a, double *b)
{
    const double kept = *a;

    *a = *b;
    *b = kept;
}

/* x of A x = b (5 x 5, b overwritten) by elimination; the determinant */
static double solve5(double A[5][5], double b[5])
{
    double determinant = 1.0;

    for (int k = 0; k < 5; k++) {
        int best = k;

        for (int i = k; i < 5; i++)
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        determinant *= best == k ? A[k][k] : -A[best][k];
        for (int j = 0; j < 5; j++)
            swap(&A[k][j], &A[best][j]);
        swap(&b[k], &b[best]);
        for (int i = k + 1; i < 5; i++) {
            for (int j = k + 1; j < 5; j++)
                A[i][j] -= A[i][k] / A[k][k] * A[k][j];
            b[i] -= A[i][k] / A[k][k] * b[k];
        }
    }
    for (int i = 4; i >= 0; i--) {
        for (int j = i + 1; j < 5; j++)
            b[i] -= A[i][j] * b[j];
        b[i] /= A[i][i];
    }
    return determinant;
}

/* G(p) of the body's angular velocity omega = 2 G(p) p_dot */
static void euler_rates(const double p[4], double G[3][4])
{
    const double rows[3][4] = {
        {-p[1], p[0], p[3], -p[2]}, {-p[2], -p[3], p[0], p[1]}, {-p[3], p[2], -p[1], p[0]}};

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            G[i][j] = rows[i][j];
}

/* Section 2: the multiplier of a norm p'p = 1 is always zero and makes the matrix of (6) singular.
 * A free body with 4 G'J G p'' + 2 p lambda = Q_v: by Lagrange's equations Q_v = -8 G_dot'J G
 * p_dot, and lambda = 2 T; by Euler's equations Q_v = -2 G'(omega x J omega), and lambda = 0.
 * Either way M p = 0, while the whole matrix is regular. */
Test(nada2023, multiplier_of_a_norm_is_2T_or_0_and_the_matrix_regular)
{
    const double J[3] = {0.7, 1.1, 1.6}, p[4] = {0.5, -0.5, 0.7, sqrt(0.01)};
    const double turn[3] = {0.4, -0.9, 0.3};
    double G[3][4], Gdot[3][4], pdot[4], T = 0.0;

    euler_rates(p, G);
    for (int j = 0; j < 4; j++) {
        pdot[j] = 0.0;
        for (int i = 0; i < 3; i++)
            pdot[j] += 0.5 * G[i][j] * turn[i];
    }
    euler_rates(pdot, Gdot);
    for (int i = 0; i < 3; i++)
        T += 0.5 * J[i] * turn[i] * turn[i];
    for (int lagrange = 0; lagrange < 2; lagrange++) {
        double A[5][5] = {{0.0}}, b[5] = {0.0}, along[4] = {0.0};

        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 4; k++) {
                for (int i = 0; i < 3; i++)
                    A[j][k] += 4.0 * G[i][j] * J[i] * G[i][k];
                along[j] += A[j][k] * p[k];
            }
            cr_assert(fabs(along[j]) < 1e-15);
            A[j][4] = A[4][j] = 2.0 * p[j];
            b[4] -= 2.0 * pdot[j] * pdot[j];
            for (int i = 0; i < 3; i++) {
                const int k = (i + 1) % 3, l = (i + 2) % 3;
                const double gyroscopic = (J[l] - J[k]) * turn[k] * turn[l];

                b[j] -= lagrange ? 4.0 * Gdot[i][j] * J[i] * turn[i] : 2.0 * G[i][j] * gyroscopic;
            }
        }
        cr_assert(fabs(solve5(A, b)) > 1.0);
        cr_assert(fabs(b[4] - (lagrange ? 2.0 * T : 0.0)) < 1e-14, "%g for %g", b[4], T);
        for (int i = 0; i < 3; i++) { /* both are the same motion: 2 G p'' = omega_dot */
            const int k = (i + 1) % 3, l = (i + 2) % 3;
            double rate = 0.0;

            for (int j = 0; j < 4; j++)
                rate += 2.0 * G[i][j] * b[j];
            cr_assert(fabs(J[i] * rate - (J[k] - J[l]) * turn[k] * turn[l]) < 1e-14);
        }
    }
}

/* Table 4 and eqs (26) to (28) */
Test(nada2023, table4_rows_per_joint)
{
    const int rigid = 7, revolute = 6; /* each with the norm of its second body */
    mb_error err = {MB_OK, ""};
    mb_model *model;

    cr_assert(mb_model_create("epicyclic-gears:coordinates=euler", &model, &err) == MB_OK, "%s",
              err.text);
    cr_assert(model->nq == 49 && model->mh == 3 * rigid + 4 * revolute && model->m == 48);
    cr_assert(model->rank == 48);
    mb_model_destroy(model);
}

/* Fourth entry of the expanded form below (24) against z2 . z1 and the printed z2 . x1 */
Test(nada2023, eq24_expanded_form_is_z1)
{
    const double arm[3] = {0.3, 0.5, -0.2}, pendulum[3] = {1.1, 0.9, 2.0};
    double A1[3][3], A2[3][3], printed;

    zxz(arm, A1);
    zxz(pendulum, A2);
    printed = sin(arm[0]) * sin(arm[1]) * sin(pendulum[0]) * sin(pendulum[1]) +
              cos(arm[0]) * sin(arm[1]) * cos(pendulum[0]) * sin(pendulum[1]) +
              cos(arm[1]) * cos(pendulum[1]);
    cr_assert(fabs(printed - column_product(A2, 2, A1, 2)) < 1e-15, "%g", printed);
    cr_assert(fabs(printed - column_product(A2, 2, A1, 0)) > 0.1, "%g", printed);
}

/* R + s A u on bodies whose x axis points along `angle`, u = (along, 0) */
static void point(const double R[2], double angle, double along, double at[2])
{
    at[0] = R[0] + along * cos(angle);
    at[1] = R[1] + along * sin(angle);
}

/* The three printed pairs of rows, R1 + A1 u, R1 + A1 u - R2 + A2 u and R2 + A2 u - R3 + A3 u with
 * the printed u_x: -l/2, l/2, -l/2 (both points of body 2), l/2.  A chain of three rods, walked
 * from joint to joint at angles that are not those of the rows, meets them where the frame of body
 * 2 points back to P1. */
Test(nada2023, printed_rows_of_the_triple_pendulum_vanish_with_body_2_turned)
{
    const double l = 0.3;

    for (double a = -3.0; a < 3.1; a += 0.5)
        for (double b = -3.0; b < 3.1; b += 0.5)
            for (double c = -3.0; c < 3.1; c += 0.5) {
                const double along[3] = {a, b, c}, angle[3] = {a, b + M_PI, c};
                double joint[2] = {0.0, 0.0}, R[3][2], left[2], right[2];

                for (int k = 0; k < 3; k++)
                    for (int i = 0; i < 2; i++) {
                        double e = i ? sin(along[k]) : cos(along[k]);

                        R[k][i] = joint[i] + 0.5 * l * e;
                        joint[i] += l * e;
                    }
                point(R[0], angle[0], -0.5 * l, left);
                cr_assert(hypot(left[0], left[1]) < 1e-15);
                point(R[0], angle[0], 0.5 * l, left);
                point(R[1], angle[1], 0.5 * l, right); /* -(- R2 + A2 u), u = -l/2 */
                cr_assert(hypot(left[0] - right[0], left[1] - right[1]) < 1e-15);
                point(R[1], angle[1], -0.5 * l, left);
                point(R[2], angle[2], -0.5 * l, right); /* -(- R3 + A3 u), u = l/2 */
                cr_assert(hypot(left[0] - right[0], left[1] - right[1]) < 1e-15);
            }
}

/* nada2023: printed equations that do not hold, as the errata of its study list them. */
#include <criterion/criterion.h>
#include <math.h>

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

/* Second printed row for two links that meet, from any pair of angles: 2 A2 u2, of length l */
Test(nada2023, printed_rows_of_the_triple_pendulum_do_not_close)
{
    const double l = 0.3;

    for (double a = -1.5; a < 1.6; a += 0.5)
        for (double b = -1.5; b < 1.6; b += 0.5) {
            const double first[2] = {0.5 * l * cos(a), 0.5 * l * sin(a)};
            const double second[2] = {2.0 * first[0] + 0.5 * l * cos(b),
                                      2.0 * first[1] + 0.5 * l * sin(b)};
            double row[2], closed[2];

            for (int i = 0; i < 2; i++) {
                double u2 = -0.5 * l * (i ? sin(b) : cos(b));

                row[i] = 2.0 * first[i] - second[i] + u2;
                closed[i] = 2.0 * first[i] - second[i] - u2;
            }
            cr_assert(hypot(closed[0], closed[1]) < 1e-15);
            cr_assert(fabs(hypot(row[0], row[1]) - l) < 1e-15);
        }
}

/* SPDX-License-Identifier: MIT */
/* gonzalez2016 sections 2 to 4: the leading matrices of its formulations where D loses rank, the
 * velocities admitted there, and sizes and sums of its equations.  Matrices of the slider-crank are
 * written down here by hand and the model's are held against them. */
#include <criterion/criterion.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "problems/model.h"

enum { N = 3, ROWS = 2, LOOPS = 6, LOOP_ROWS = 5, MOST = 8 };

static const double alpha = 1e7, omega = 10.0, xi = 1.0, h = 1e-3; /* those of section 4.2.1 */

static mb_model *model_of(const char *problem)
{
    mb_model *model;
    mb_error err = {0};

    cr_assert(mb_model_create(problem, &model, &err) == MB_OK, "%s", err.text);
    return model;
}

/* Sparse values as a dense matrix, row by row */
static void dense(const mb_pattern *p, const double *x, double *a)
{
    memset(a, 0, (size_t)(p->nrow * p->ncol) * sizeof *a);
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            a[p->row[k] * p->ncol + j] = x[k];
}

/* ---- slider-crank by hand ------------------------------------------------------------------- */

static void position(double phi, double q[N])
{
    q[0] = cos(phi);
    q[1] = sin(phi);
    q[2] = 2.0 * cos(phi);
}

static const double singular = 1.5707963267948966; /* phi */

/* (37) */
static void rows(const double q[N], double d[ROWS * N])
{
    const double values[] = {2.0 * q[0],          2.0 * q[1], 0.0,
                             2.0 * (q[0] - q[2]), 2.0 * q[1], 2.0 * (q[2] - q[0])};

    memcpy(d, values, sizeof values);
}

/* Two uniform rods of 1 kg */
static const double mass[N * N] = {2.0 / 3, 0.0, 1.0 / 6, 0.0, 2.0 / 3, 0.0, 1.0 / 6, 0.0, 1.0 / 3};

/* a += s b'c, b and c (ROWS x N) */
static void add_product(double s, const double *b, const double *c, double a[N * N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < ROWS; k++)
                a[i * N + j] += s * b[k * N + i] * c[k * N + j];
}

/* ---- ranks ---------------------------------------------------------------------------------- */

/* Smallest and largest singular value of a (m x n, row by row), and the rank */
static int singular_values(int m, int n, const double *a, double *least, double *most)
{
    double copy[MOST * MOST], s[MOST], work[20 * MOST], none;
    int one = 1, lwork = 20 * MOST, info, small = m < n ? m : n, rank = 0;

    memcpy(copy, a, (size_t)(m * n) * sizeof *a);
    LAPACK_dgesvd("N", "N", &n, &m, copy, &n, s, &none, &one, &none, &one, work, &lwork, &info);
    cr_assert(info == 0);
    while (rank < small && s[rank] > 1e-13 * s[0])
        rank++;
    *least = s[small - 1];
    *most = s[0];
    return rank;
}

static int rank_of(int m, int n, const double *a)
{
    double least, most;

    return singular_values(m, n, a, &least, &most);
}

/* Largest difference of a (n x n) from its transpose, in parts of its largest entry */
static double asymmetry(int n, const double *a)
{
    double most = 0.0, difference = 0.0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            most = fmax(most, fabs(a[i * n + j]));
            difference = fmax(difference, fabs(a[i * n + j] - a[j * n + i]));
        }
    return difference / most;
}

static bool positive_definite(int n, const double *a)
{
    double copy[MOST * MOST];
    int info;

    memcpy(copy, a, (size_t)(n * n) * sizeof *a);
    LAPACK_dpotrf("U", &n, copy, &n, &info);
    return info == 0;
}

/* ---- section 4 ------------------------------------------------------------------------------ */

Test(gonzalez2016, eq37_and_its_masses_are_those_of_the_model)
{
    mb_model *model = model_of("slider-crank-singular");
    double q[N], by_hand[ROWS * N], d[ROWS * N], m[N * N], values[N * N];

    for (double phi = 0.3; phi < 3.0; phi += 0.4) {
        position(phi, q);
        rows(q, by_hand);
        model->ops->jacobian(model, 0.0, q, values);
        dense(&model->D, values, d);
        model->ops->mass(model, q, values);
        dense(&model->M, values, m);
        for (int k = 0; k < ROWS * N; k++)
            cr_expect(fabs(d[k] - by_hand[k]) < 1e-15, "D[%d] at phi = %g", k, phi);
        for (int k = 0; k < N * N; k++)
            cr_expect(fabs(m[k] - mass[k]) < 1e-15, "M[%d]", k);
    }
    mb_model_destroy(model);
}

/* (35): with (39) the difference of the multipliers moves nothing; one degree away it does. */
Test(gonzalez2016, eq35_is_singular_where_D_loses_rank)
{
    enum { K = N + ROWS };
    double q[N], d[ROWS * N], kkt[K * K];

    for (int away = 0; away < 2; away++) {
        int rank;

        memset(kkt, 0, sizeof kkt);
        position(singular, q);
        q[0] = q[2] = 0.0; /* cos(pi/2) is 6e-17 */
        if (away)
            position(singular - 0.0175, q);
        rows(q, d);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                kkt[i * K + j] = mass[i * N + j];
        for (int k = 0; k < ROWS; k++)
            for (int j = 0; j < N; j++)
                kkt[(N + k) * K + j] = kkt[j * K + N + k] = d[k * N + j];
        rank = rank_of(K, K, kkt);
        cr_expect(rank == (away ? K : K - 1), "rank %d", rank);
        cr_expect(rank_of(ROWS, N, d) == (away ? 2 : 1)); /* (39) */
    }
}

/* The leading matrix of (5), (6) and (8), and that of (19), at singular positions and elsewhere */
Test(gonzalez2016, matrices_of_5_6_8_19_are_symmetric_and_positive_definite)
{
    double q[N], d[ROWS * N], a[N * N];

    for (double phi = singular; phi > 0.1; phi -= 0.2) {
        position(phi, q);
        rows(q, d);
        memcpy(a, mass, sizeof mass);
        add_product(alpha, d, d, a);
        cr_expect(asymmetry(N, a) < 1e-15 && positive_definite(N, a), "(5) at phi = %g", phi);
        memcpy(a, mass, sizeof mass);
        add_product(1e9 * h * h / 4.0, d, d, a);
        cr_expect(asymmetry(N, a) < 1e-15 && positive_definite(N, a), "(19) at phi = %g", phi);
    }
}

/* The leading matrix of (16), and that of (26) by (27), at a velocity of 2 m/s */
Test(gonzalez2016, matrices_of_16_26_are_not_symmetric_and_can_be_solved)
{
    const double v[N] = {-2.0, 0.0, -4.0};
    double q[N], d[ROWS * N], rate[ROWS * N], a[N * N], s[4 * N * N];

    for (double phi = singular; phi > 0.5; phi -= 0.2) {
        double gain = 1.0 + h * xi * omega, least, most;

        position(phi, q);
        rows(q, d);
        rows(v, rate); /* (37) is linear in q */
        memcpy(a, mass, sizeof mass);
        add_product(alpha * (1.0 + omega * xi * h + omega * omega * h * h / 4.0), d, d, a);
        add_product(alpha * h / 2.0, d, rate, a);
        cr_expect(asymmetry(N, a) > 1e-6 && rank_of(N, N, a) == N, "(16) at phi = %g", phi);
        memset(s, 0, sizeof s);
        memcpy(a, mass, sizeof mass);
        add_product(alpha * gain, d, d, a); /* (27a) */
        for (int i = 0; i < N * N; i++)
            s[i / N * 2 * N + i % N] = a[i];
        memset(a, 0, sizeof a);
        add_product(-alpha * gain, rate, d, a); /* (27c) */
        for (int i = 0; i < N * N; i++)
            s[(N + i / N) * 2 * N + i % N] = a[i];
        for (int i = 0; i < N; i++) {
            s[i * 2 * N + N + i] = -h / 2.0;  /* (27b) */
            s[(N + i) * 2 * N + N + i] = 1.0; /* (27d) */
        }
        cr_expect(asymmetry(2 * N, s) > 1e-6);
        singular_values(2 * N, 2 * N, s, &least, &most);
        cr_expect(least > 1e-4 * h, "(26) at phi = %g: %g of %g", phi, least, most);
    }
}

static double largest_rate(const double *d, const double *v)
{
    double most = 0.0;

    for (int k = 0; k < ROWS; k++) {
        double rate = 0.0;

        for (int j = 0; j < N; j++)
            rate += d[k * N + j] * v[j];
        most = fmax(most, fabs(rate));
    }
    return most;
}

/* (38) spans what (37) admits up to the singular position; (40) is admitted there alone, and its
 * second vector nowhere before. */
Test(gonzalez2016, velocities_38_and_40_are_admitted_where_they_are_said_to_be)
{
    const double crank[N] = {1.0, 0.0, 2.0}, pendulum[N] = {1.0, 0.0, 0.0};
    double q[N], d[ROWS * N];

    for (double phi = 0.4; phi < singular - 0.01; phi += 0.1) {
        double eta[N] = {1.0, -1.0 / tan(phi), 2.0};

        position(phi, q);
        cr_assert(fabs(q[2] / (q[2] - q[0]) - 2.0) < 1e-12);
        rows(q, d);
        cr_expect(rank_of(ROWS, N, d) == 2 && largest_rate(d, eta) < 1e-12, "phi = %g", phi);
        cr_expect(largest_rate(d, pendulum) > 0.01, "phi = %g", phi);
    }
    position(singular, q);
    q[0] = q[2] = 0.0;
    rows(q, d);
    cr_expect(largest_rate(d, crank) == 0.0 && largest_rate(d, pendulum) == 0.0);
}

/* ---- four-bar linkage ----------------------------------------------------------------------- */

/* Its points with the three verticals at these angles from the x axis */
static void loops(const double angle[3], double q[LOOPS])
{
    for (int i = 0; i < 3; i++) {
        q[2 * i] = i + cos(angle[i]);
        q[2 * i + 1] = sin(angle[i]);
    }
}

/* All links on the x axis: D has rank 3 of 5, three velocities are free, and three motions lead out
 * of it: all verticals turn; the first rests and the others turn; the last alone turns. */
Test(gonzalez2016, three_motions_leave_the_singular_position_of_the_four_bar)
{
    static const bool turns[3][3] = {{true, true, true}, {false, true, true}, {false, false, true}};
    mb_model *model = model_of("double-four-bar");
    double q[LOOPS], values[LOOPS * LOOPS], d[LOOP_ROWS * LOOPS], phi[LOOP_ROWS];
    const double none[3] = {0.0, 0.0, 0.0};

    loops(none, q);
    model->ops->jacobian(model, 0.0, q, values);
    dense(&model->D, values, d);
    cr_expect(rank_of(LOOP_ROWS, LOOPS, d) == 3);
    for (int k = 0; k < 3; k++)
        for (double by = -1.2; by < 1.3; by += 0.2) {
            double angle[3];

            for (int i = 0; i < 3; i++)
                angle[i] = turns[k][i] ? by : 0.0;
            loops(angle, q);
            model->ops->phi(model, 0.0, q, phi);
            for (int i = 0; i < LOOP_ROWS; i++)
                cr_expect(fabs(phi[i]) < 1e-14, "motion %d at %g: row %d is %g", k, by, i, phi[i]);
        }
    mb_model_destroy(model);
}

/* ---- equations that do not hold as printed -------------------------------------------------- */

/* Below (5): "alpha, xi, omega are n x n".  D' alpha D takes the m rows of D; with m factors it is
 * the sum of the rows' own products, which three factors of the slider-crank would not be. */
Test(gonzalez2016, penalty_factors_are_as_many_as_rows)
{
    static const char *const problem[] = {"slider-crank-singular", "double-four-bar"};
    const double factor[ROWS] = {1e6, 1e8};
    double q[N], d[ROWS * N], a[N * N] = {0.0};

    for (int i = 0; i < 2; i++) {
        mb_model *model = model_of(problem[i]);

        cr_expect(model->m != model->nq, "%s", problem[i]);
        mb_model_destroy(model);
    }
    position(1.0, q);
    rows(q, d);
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i * N + j] += factor[k] * d[k * N + i] * d[k * N + j];
    cr_expect(rank_of(N, N, a) == ROWS && asymmetry(N, a) < 1e-15);
}

/* (29): the integral of D over the first k + 1 steps of the slider-crank, phi from pi/4 on, as a
 * sum of h D_j.  From j = 0 it has one term more than there are steps: at the first step twice the
 * integral, and h D_0 too much at every other. */
Test(gonzalez2016, eq29_has_one_term_more_than_steps)
{
    const double start = singular / 2.0, rate = 2.8284271247461903, step = 1e-4;
    double q[N], d[ROWS * N], first = 0.0;

    for (int k = 0; k < 3; k++) {
        double sum = 0.0, exact = 2.0 / rate * (sin(start + rate * (k + 1) * step) - sin(start));

        for (int j = 0; j <= k + 1; j++) {
            position(start + rate * j * step, q);
            rows(q, d);
            sum += step * d[0]; /* 2 x2 = 2 cos(phi) */
            first = j == 0 ? step * d[0] : first;
        }
        cr_expect(fabs(sum - first - exact) < 1e-3 * exact, "from 1: %g, %g", sum - first, exact);
        cr_expect(sum - exact > 0.99 * first, "from 0: %g, %g", sum, exact);
    }
}

/* SPDX-License-Identifier: MIT */
#include "solvers/scales/masses.h"

#include <math.h>
#include <string.h>

#include "solvers/scales/size.h"

/* Part of the largest mass below which a coordinate counts as having none */
static const double inertialess = 1e-12;

/* M_jj */
static double mass_of(const mb_solver *solver, int j)
{
    const mb_pattern *M = &solver->model->M;
    int k = mb_pattern_find(M, j, j);

    return k < 0 ? 0.0 : solver->terms.mass[k];
}

double mb_carried_mass(mb_solver *solver)
{
    const mb_model *model = solver->model;
    const mb_pattern *D = &model->D;
    double *inverse = solver->scratch_m, largest = 0.0;

    /* inverse_i = sum_j D_ij^2 / M_jj */
    mb_start_jacobian(solver);
    memset(inverse, 0, (size_t)model->m * sizeof *inverse);
    for (int j = 0; j < model->nv; j++) {
        double mass = mass_of(solver, j);

        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            double d = solver->terms.jacobian[k];

            if (d != 0.0)
                inverse[D->row[k]] += d * d / mass; /* infinite without mass */
        }
    }
    for (int i = 0; i < model->m; i++)
        if (inverse[i] > 0.0)
            largest = fmax(largest, 1.0 / inverse[i]);
    return largest > 0.0 ? largest : 1.0;
}

bool mb_usual_mass(double carried)
{
    const double least = 1e-2, most = 1e2;

    return carried >= least && carried <= most;
}

/* M_jj times the square of the unit, the largest of all */
static double largest_mass(const mb_solver *s)
{
    double largest = 0.0;

    for (int j = 0; j < s->model->nv; j++)
        largest = fmax(largest, mass_of(s, j) * (s->unit[j] * s->unit[j]));
    return largest;
}

/* Whether M_jj are apart by more than pivots of one matrix may be, as masses and moments of inertia
 * of a tiny mechanism are */
static bool far_apart(const mb_solver *s)
{
    const double apart = 1e-8, largest = largest_mass(s);
    double least = INFINITY, most = 0.0;

    for (int j = 0; j < s->model->nv; j++) {
        const double mass = mass_of(s, j);

        if (mass * (s->unit[j] * s->unit[j]) > inertialess * largest) {
            least = fmin(least, mass);
            most = fmax(most, mass);
        }
    }
    return least < apart * most;
}

/* 1 / sqrt(x) as a power of two, which scales without round-off */
static double inverse_root(double x)
{
    return x > 0.0 && isfinite(x) ? exp2(-round(0.5 * log2(x))) : 1.0;
}

/* 1 / sqrt(M_jj).  A coordinate that has no inertia at the start, as an Euler parameter may, takes
 * the largest mass there is, at the mechanism's size. */
static void balance_coordinates(const mb_solver *s, double *balance)
{
    const double largest = largest_mass(s);

    for (int j = 0; j < s->model->nv; j++) {
        const double mass = mass_of(s, j), most = largest / (s->unit[j] * s->unit[j]);

        balance[j] = inverse_root(mass > inertialess * most ? mass : most);
    }
}

mb_status mb_balance_setup(mb_solver *s, mb_error *err)
{
    const mb_model *model = s->model;
    const mb_pattern *D = &model->D;
    double *of_rows, *of_coordinates;
    mb_status status = MB_OK;

    if (mb_usual_mass(mb_carried_mass(s)) && !far_apart(s))
        return MB_OK;
    MB_TRY(MB_TAKE(s->arena, &s->balance, (size_t)(model->nv + model->m), err));
    of_coordinates = s->balance;
    of_rows = s->balance + model->nv;
    balance_coordinates(s, of_coordinates);
    memset(of_rows, 0, (size_t)model->m * sizeof *of_rows);
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            double d = s->terms.jacobian[k] * of_coordinates[j];

            of_rows[D->row[k]] += d * d;
        }
    for (int i = 0; i < model->m; i++)
        of_rows[i] = inverse_root(of_rows[i]);
done:
    return status;
}

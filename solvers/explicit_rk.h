/* Explicit Runge-Kutta methods from tableaus: one engine, one tableau a method. */
#ifndef MB_SOLVERS_EXPLICIT_RK_H
#define MB_SOLVERS_EXPLICIT_RK_H

#include "solvers/solver.h"

enum { MB_MAX_STAGES = 8 };

typedef struct mb_tableau {
    int stages, order;
    double a[MB_MAX_STAGES][MB_MAX_STAGES]; /* strictly lower triangle */
    double b[MB_MAX_STAGES];
    double c[MB_MAX_STAGES];
} mb_tableau;

extern const mb_tableau mb_tableau_forward_euler;
extern const mb_tableau mb_tableau_midpoint_rk2;
extern const mb_tableau mb_tableau_heun;
extern const mb_tableau mb_tableau_rk4;

/* The parameter h of a fixed-step integrator. */
#define MB_STEP_PARAM                                                                              \
    {                                                                                              \
        .name = "h", .kind = MB_REAL, .required = true, .min = 0.0, .above_min = true, .max = 1e6, \
        .unit = "s", .doc = "step"                                                                 \
    }

extern const mb_param mb_fixed_step_params[];

/* y = y0 + h sum_j w[j] k[j] over the first n slopes, of a given size */
void mb_combine(int size, const double *y0, double h, int n, const double *w, double *const *k,
                double *y);

mb_status mb_explicit_rk_setup(mb_solver *solver, const mb_tableau *tableau, mb_error *err);
mb_status mb_explicit_rk_start(mb_solver *solver, mb_error *err);
mb_status mb_explicit_rk_step(mb_solver *solver, double h, double t_new, mb_error *err);

#endif

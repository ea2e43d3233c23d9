/* SPDX-License-Identifier: MIT */
/* Butcher tableaus of explicit Runge-Kutta methods, and the sums that stages are. */
#ifndef MB_SOLVERS_STEPS_TABLEAU_H
#define MB_SOLVERS_STEPS_TABLEAU_H

enum { MB_MAX_STAGES = 8 };

/* The acceleration at the end of a step starts the next one and is not a stage. */
typedef struct mb_tableau {
    int stages, order;
    double a[MB_MAX_STAGES][MB_MAX_STAGES]; /* strictly lower triangle */
    double b[MB_MAX_STAGES];
    double c[MB_MAX_STAGES];
    double e[MB_MAX_STAGES]; /* error estimate: b less the embedded method's, with an entry more for
                              * the end of the step; all zero: none */
} mb_tableau;

/* y = y0 + h sum_j w[j] k[j] over the first n slopes, of a given size */
void mb_combine(int size, const double *y0, double h, int n, const double *w, double *const *k,
                double *y);

#endif

/* Helpers of the tests of problems: models to test, states near them, dense matrices, a dense
 * solution of the equations of motion. */
#ifndef MB_TESTS_PROBLEM_CHECKS_H
#define MB_TESTS_PROBLEM_CHECKS_H

#include "problems/model.h"

/* Specs that together cover every problem and every start. */
extern const char *const check_specs[];
extern const int check_nspecs;

/* Runs over one model of each spec. */
#define CHECK_EACH(model)                                                                          \
    for (int s_ = 0; s_ < check_nspecs; s_++)                                                      \
        for (mb_model *model = check_model(check_specs[s_]); model;                                \
             mb_model_destroy(model), model = NULL)

/* Canonical spec of a model, for messages; valid until the next call. */
const char *check_name(const mb_model *model);

/* Work space that is large enough for every model here */
enum { CHECK_N = 128, CHECK_NN = CHECK_N * CHECK_N, CHECK_OUTPUTS = 32 };

/* A model that must exist; destroyed by the caller. */
mb_model *check_model(const char *spec);

/* Uniform in (-1, 1), the same sequence in every run. */
double check_random(unsigned long long *seed);

/* q, v anywhere near the start: tangent increments and velocities of size `spread`. */
void check_random_state(const mb_model *model, unsigned long long *seed, double spread, double *q,
                        double *v);

/* The same, then brought back to Phi = 0 and D v + Phi_t = 0 by dense minimum-norm steps; false
 * where that did not converge. */
bool check_admissible_state(const mb_model *model, unsigned long long *seed, double spread,
                            double *q, double *v);

/* Full dense matrix (column by column, nrow x ncol) of a pattern with values. */
void check_dense(const mb_pattern *pattern, const double *values, double *dense);

/* Minimum-norm least-squares solution of a dense A (m x n, kept) x = b; returns the rank. */
int check_solve(int m, int n, const double *a, const double *b, double *x);

/* Rank of a dense matrix by its singular values. */
int check_rank(int m, int n, const double *a);

/* a (nv) and lambda (m) from  M a + D' lambda = Q,  D a = gamma  at (t, q, v). */
void check_motion(const mb_model *model, double t, const double *q, const double *v, double *a,
                  double *lambda);

/* q and v after a small time s on the motion with acceleration a, to second order. */
void check_move(const mb_model *model, const double *q, const double *v, const double *a, double s,
                double *q1, double *v1);

double check_norm(int n, const double *x); /* largest magnitude; NaN where there is one */

#endif

/* SPDX-License-Identifier: MIT */
/* What the program does for plug-ins (plugin.h): a table of its functions, so that a library links with
 * nothing of ours.  A plug-in calls them by their names, as our own parts do; what they do stands in
 * the header that is named before them. */
#ifndef MB_SOLVERS_PLUGIN_HOST_H
#define MB_SOLVERS_PLUGIN_HOST_H

#include "base/vector.h"
#include "solvers/corrections/projection.h"
#include "solvers/matrices/kkt.h"
#include "solvers/matrices/schur.h"
#include "solvers/matrices/sum_matrix.h"
#include "solvers/steps/explicit_rk.h"

/* X(type, return or nothing, name, (parameters), (their names)); new ones go to the end, with another
 * MB_PLUGIN_INTERFACE */
#define MB_HOST_LIST(X)                                                                            \
    /* base/status.h */                                                                            \
    X(const char *, return, mb_status_text, (mb_status status), (status))                          \
    X(mb_status, return, mb_fail_list,                                                             \
      (mb_error * err, mb_status status, const char *format, va_list args),                        \
      (err, status, format, args))                                                                 \
    /* base/arena.h */                                                                             \
    X(void *, return, mb_arena_alloc, (mb_arena * arena, size_t count, size_t size),               \
      (arena, count, size))                                                                        \
    X(mb_status, return, mb_arena_take,                                                            \
      (mb_arena * arena, void *pointer, size_t count, size_t size, mb_error *err),                 \
      (arena, pointer, count, size, err))                                                          \
    X(void, , mb_arena_release, (mb_arena * arena, void *pointer), (arena, pointer))               \
    X(char *, return, mb_arena_strdup, (mb_arena * arena, const char *text), (arena, text))        \
    X(mb_status, return, mb_arena_defer,                                                           \
      (mb_arena * arena, void (*clean_up)(void *), void *object, mb_error *err),                   \
      (arena, clean_up, object, err))                                                              \
    /* base/spec.h */                                                                              \
    X(double, return, mb_value,                                                                    \
      (const mb_param *params, const mb_values *values, const char *name), (params, values, name)) \
    X(bool, return, mb_value_given,                                                                \
      (const mb_param *params, const mb_values *values, const char *name), (params, values, name)) \
    X(void, , mb_format_number, (double x, char text[MB_NUMBER_SIZE]), (x, text))                  \
    /* base/vector.h */                                                                            \
    X(double, return, mb_inner_of_long, (const double *x, const double *y, int n), (x, y, n))      \
    X(double, return, mb_distance, (const double *x, const double *y, int n), (x, y, n))           \
    X(double, return, mb_norm_in, (const double *x, const double *unit, int n), (x, unit, n))      \
    /* base/sparse.h */                                                                            \
    X(mb_pattern_builder *, return, mb_pattern_begin, (int nrow, int ncol), (nrow, ncol))          \
    X(void, , mb_pattern_add, (mb_pattern_builder * b, int row, int col), (b, row, col))           \
    X(mb_status, return, mb_pattern_end,                                                           \
      (mb_pattern_builder * b, mb_arena * arena, mb_pattern * pattern, mb_error * err),            \
      (b, arena, pattern, err))                                                                    \
    X(int, return, mb_pattern_find, (const mb_pattern *pattern, int row, int col),                 \
      (pattern, row, col))                                                                         \
    X(mb_status, return, mb_pattern_transpose,                                                     \
      (const mb_pattern *a, mb_arena *arena, mb_pattern *t, const int **map, mb_error *err),       \
      (a, arena, t, map, err))                                                                     \
    X(void, , mb_multiply, (const mb_pattern *a, const double *ax, const double *x, double *y),    \
      (a, ax, x, y))                                                                               \
    X(void, , mb_multiply_t, (const mb_pattern *a, const double *ax, const double *x, double *y),  \
      (a, ax, x, y))                                                                               \
    X(void, , mb_multiply_add,                                                                     \
      (const mb_pattern *a, const double *ax, double s, const double *x, double *y),               \
      (a, ax, s, x, y))                                                                            \
    X(void, , mb_multiply_t_add,                                                                   \
      (const mb_pattern *a, const double *ax, double s, const double *x, double *y),               \
      (a, ax, s, x, y))                                                                            \
    /* problems/model.h */                                                                         \
    X(bool, return, mb_model_has, (const mb_model *model, mb_term term), (model, term))            \
    X(const char *, return, mb_term_text, (mb_term term), (term))                                  \
    X(void, , mb_model_row_text, (const mb_model *model, int row, char *text, size_t size),        \
      (model, row, text, size))                                                                    \
    X(void, , mb_model_coordinate_text,                                                            \
      (const mb_model *model, int coordinate, char *text, size_t size),                            \
      (model, coordinate, text, size))                                                             \
    X(void, , mb_model_velocity_text,                                                              \
      (const mb_model *model, int velocity, char *text, size_t size),                              \
      (model, velocity, text, size))                                                               \
    X(void, , mb_phidot,                                                                           \
      (const mb_model *model, double t, const double *q, const double *v, const double *d,         \
       double *phidot),                                                                            \
      (model, t, q, v, d, phidot))                                                                 \
    X(void, , mb_rate_of_position,                                                                 \
      (const mb_model *model, const double *q, const double *v, double *dq), (model, q, v, dq))    \
    X(void, , mb_retract, (const mb_model *model, const double *dv, double *q), (model, dv, q))    \
    /* solvers/solver.h */                                                                         \
    X(mb_status, return, mb_linear_create,                                                         \
      (mb_solver * solver, mb_matrix_class kind, const mb_pattern *pattern, mb_linear **linear,    \
       mb_error *err),                                                                             \
      (solver, kind, pattern, linear, err))                                                        \
    X(mb_status, return, mb_linear_create_saddle,                                                  \
      (mb_solver * solver, const mb_pattern *pattern, int copies, mb_linear **linear,              \
       mb_error *err),                                                                             \
      (solver, pattern, copies, linear, err))                                                      \
    X(mb_status, return, mb_linear_create_gram,                                                    \
      (mb_solver * solver, const mb_pattern *pattern, mb_linear **linear, mb_error *err),          \
      (solver, pattern, linear, err))                                                              \
    X(mb_status, return, mb_linear_factor,                                                         \
      (mb_linear * linear, const double *values, mb_error *err), (linear, values, err))            \
    X(mb_status, return, mb_linear_solve, (mb_linear * linear, double *x, mb_error *err),          \
      (linear, x, err))                                                                            \
    X(void, , mb_singular_cause, (const mb_model *model, char *text, size_t size),                 \
      (model, text, size))                                                                         \
    X(int, return, mb_redundant_rows, (const mb_model *model), (model))                            \
    X(mb_status, return, mb_project,                                                               \
      (mb_solver * solver, double t, double *q, double *v, bool *moved, mb_error *err),            \
      (solver, t, q, v, moved, err))                                                               \
    /* solvers/evaluate.h */                                                                       \
    X(void, , mb_not_converged, (mb_solver * solver), (solver))                                    \
    X(void, , mb_eval_mass, (mb_solver * solver, const double *q), (solver, q))                    \
    X(void, , mb_eval_jacobian, (mb_solver * solver, double t, const double *q), (solver, t, q))   \
    X(void, , mb_eval_matrices, (mb_solver * solver, double t, const double *q), (solver, t, q))   \
    X(void, , mb_eval_end, (mb_solver * solver, double t, const double *q), (solver, t, q))        \
    X(void, , mb_eval_motion, (mb_solver * solver, double t, const double *q, const double *v),    \
      (solver, t, q, v))                                                                           \
    X(void, , mb_eval_position, (mb_solver * solver, double t, const double *q, const double *v),  \
      (solver, t, q, v))                                                                           \
    X(void, , mb_eval_violation, (mb_solver * solver, double t, const double *q, const double *v), \
      (solver, t, q, v))                                                                           \
    /* solvers/observer.h */                                                                       \
    X(void, , mb_observer_tell,                                                                    \
      (mb_solver * solver, mb_iterating what, long pass, double residual, double correction,       \
       mb_ending ending),                                                                          \
      (solver, what, pass, residual, correction, ending))                                          \
    X(void, , mb_observer_step, (mb_solver * solver, double h, double t_new), (solver, h, t_new))  \
    X(double, return, mb_observed_positions, (mb_solver * solver, const double *q), (solver, q))   \
    X(double, return, mb_observed_velocities,                                                      \
      (mb_solver * solver, const double *q, const double *v), (solver, q, v))                      \
    /* solvers/matrices/kkt.h */                                                                   \
    X(mb_status, return, mb_kkt_setup, (mb_solver * solver, mb_kkt * *kkt, mb_error * err),        \
      (solver, kkt, err))                                                                          \
    X(mb_status, return, mb_kkt_setup_with_diagonal,                                               \
      (mb_solver * solver, mb_kkt * *kkt, mb_error * err), (solver, kkt, err))                     \
    X(mb_status, return, mb_kkt_factor_rows,                                                       \
      (mb_solver * solver, mb_kkt * kkt, const double *weight, const bool *kept, mb_error *err),   \
      (solver, kkt, weight, kept, err))                                                            \
    X(mb_status, return, mb_kkt_factor, (mb_solver * solver, mb_kkt * kkt, mb_error * err),        \
      (solver, kkt, err))                                                                          \
    X(mb_status, return, mb_kkt_solve, (mb_kkt * kkt, mb_error * err), (kkt, err))                 \
    X(mb_status, return, mb_kkt_motion,                                                            \
      (mb_solver * solver, mb_kkt * kkt, double t, double *a, double *lambda, mb_error *err),      \
      (solver, kkt, t, a, lambda, err))                                                            \
    X(mb_status, return, mb_kkt_formulation_setup, (mb_solver * solver, mb_error * err),           \
      (solver, err))                                                                               \
    X(mb_status, return, mb_kkt_formulation_accel,                                                 \
      (mb_solver * solver, double t, const double *q, const double *v, double *a, double *lambda,  \
       mb_error *err),                                                                             \
      (solver, t, q, v, a, lambda, err))                                                           \
    /* solvers/matrices/sum_matrix.h */                                                            \
    X(mb_status, return, mb_sum_matrix_setup,                                                      \
      (mb_solver * solver, mb_matrix_class kind, bool tangents, mb_sum_matrix **matrix,            \
       mb_error *err),                                                                             \
      (solver, kind, tangents, matrix, err))                                                       \
    X(void, , mb_sum_matrix_begin, (const mb_solver *solver, mb_sum_matrix *matrix),               \
      (solver, matrix))                                                                            \
    X(void, , mb_sum_matrix_add_tangent,                                                           \
      (mb_sum_matrix * matrix, double scale, const double *tangent), (matrix, scale, tangent))     \
    X(void, , mb_sum_matrix_add_product,                                                           \
      (mb_sum_matrix * matrix, double scale, const double *a, const double *b),                    \
      (matrix, scale, a, b))                                                                       \
    X(mb_status, return, mb_sum_matrix_factor,                                                     \
      (mb_sum_matrix * matrix, const char *what, double t, mb_error *err), (matrix, what, t, err)) \
    /* solvers/matrices/schur.h */                                                                 \
    X(mb_status, return, mb_schur_setup,                                                           \
      (mb_solver * solver, bool weighted, mb_schur **schur, mb_error *err),                        \
      (solver, weighted, schur, err))                                                              \
    X(mb_status, return, mb_schur_factor,                                                          \
      (mb_solver * solver, mb_schur * schur, double t, mb_error *err), (solver, schur, t, err))    \
    X(mb_status, return, mb_schur_solve, (mb_schur * schur, mb_error * err), (schur, err))         \
    X(void, , mb_schur_spread,                                                                     \
      (const mb_solver *solver, const mb_schur *schur, const double *x, double *y),                \
      (solver, schur, x, y))                                                                       \
    X(mb_status, return, mb_schur_motion,                                                          \
      (const mb_solver *solver, mb_schur *schur, double *a, mb_error *err),                        \
      (solver, schur, a, err))                                                                     \
    /* solvers/corrections/projection.h */                                                         \
    X(mb_status, return, mb_check_start,                                                           \
      (const char *projection, const mb_param *params, const mb_values *values, mb_error *err),    \
      (projection, params, values, err))                                                           \
    X(mb_status, return, mb_correction_setup,                                                      \
      (mb_solver * solver, double least, mb_correction *correction, mb_error *err),                \
      (solver, least, correction, err))                                                            \
    X(void, , mb_correct,                                                                          \
      (const mb_solver *solver, bool given, double *x, const double *dx, double *change,           \
       double *size),                                                                              \
      (solver, given, x, dx, change, size))                                                        \
    X(mb_status, return, mb_correct_positions,                                                     \
      (mb_solver * solver, mb_correction * correction, mb_position_pass pass, void *data,          \
       double t, double *q, mb_error *err),                                                        \
      (solver, correction, pass, data, t, q, err))                                                 \
    X(mb_status, return, mb_correct_velocities,                                                    \
      (mb_solver * solver, mb_correction * correction, mb_velocity_pass pass, void *data,          \
       double t, const double *q, double *v, mb_error *err),                                       \
      (solver, correction, pass, data, t, q, v, err))                                              \
    X(void, , mb_velocity_target,                                                                  \
      (const mb_solver *solver, double t, const double *q, double *target),                        \
      (solver, t, q, target))                                                                      \
    /* solvers/steps/explicit_rk.h */                                                              \
    X(mb_status, return, mb_explicit_rk_create,                                                    \
      (mb_solver * solver, const mb_tableau *tableau, mb_explicit_rk **rk, mb_error *err),         \
      (solver, tableau, rk, err))                                                                  \
    X(mb_status, return, mb_explicit_rk_stages,                                                    \
      (mb_solver * solver, mb_explicit_rk * rk, double h, mb_error *err), (solver, rk, h, err))    \
    X(mb_status, return, mb_explicit_rk_advance,                                                   \
      (mb_solver * solver, mb_explicit_rk * rk, double h, double t_new, mb_error *err),            \
      (solver, rk, h, t_new, err))                                                                 \
    X(mb_status, return, mb_explicit_rk_setup,                                                     \
      (mb_solver * solver, const mb_tableau *tableau, mb_error *err), (solver, tableau, err))      \
    X(mb_status, return, mb_explicit_rk_start, (mb_solver * solver, mb_error * err),               \
      (solver, err))                                                                               \
    X(mb_status, return, mb_explicit_rk_step,                                                      \
      (mb_solver * solver, double h, double t_new, mb_error *err), (solver, h, t_new, err))

typedef struct mb_host {
    unsigned interface, size; /* MB_PLUGIN_INTERFACE; of this struct [bytes] */
#define MB_HOST_MEMBER(type, returns, name, parameters, names) type(*name) parameters;
    MB_HOST_LIST(MB_HOST_MEMBER)
#undef MB_HOST_MEMBER
} mb_host;

#endif

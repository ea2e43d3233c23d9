/* SPDX-License-Identifier: MIT */
/* Parts of solvers in libraries of others: what such a library says of itself, and the only header
 * that it includes (docs/plugins.md).
 *
 *     #include "solvers/plugin/plugin.h"
 *
 *     static const mb_formulation mine = {.name = "mine", ...};
 *
 *     MB_PLUGIN(.formulation = {&mine});
 *
 * A descriptor is one of solvers/solver.h, as those of the program's own parts. */
#ifndef MB_SOLVERS_PLUGIN_PLUGIN_H
#define MB_SOLVERS_PLUGIN_PLUGIN_H

#include "solvers/plugin/host.h"

#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "plug-ins are compiled without -ffast-math, -Ofast and -ffinite-math-only: \
they leave out the checks for what is no number (docs/plugins.md)"
#endif

/* Changes whenever a plug-in that was compiled before may not run any more. */
#define MB_PLUGIN_INTERFACE 2

/* Types that a plug-in and the program both look into: they must have been compiled from the same
 * header.  All of the installed headers, but those that stand in another of them. */
#define MB_PLUGIN_TYPES(X)                                                                         \
    X(mb_host)                                                                                     \
    X(mb_error)                                                                                    \
    X(mb_param)                                                                                    \
    X(mb_values)                                                                                   \
    X(mb_pattern)                                                                                  \
    X(mb_ops)                                                                                      \
    X(mb_model)                                                                                    \
    X(mb_linear)                                                                                   \
    X(mb_linsolver)                                                                                \
    X(mb_formulation)                                                                              \
    X(mb_integrator)                                                                               \
    X(mb_projection)                                                                               \
    X(mb_solver)                                                                                   \
    X(mb_kkt)                                                                                      \
    X(mb_schur)                                                                                    \
    X(mb_sum_matrix)                                                                               \
    X(mb_correction)                                                                               \
    X(mb_explicit_rk)                                                                              \
    X(mb_column_run)                                                                               \
    X(mb_problem)                                                                                  \
    X(mb_output)                                                                                   \
    X(mb_reference)                                                                                \
    X(mb_stated_limit)                                                                             \
    X(mb_row_owner)                                                                                \
    X(mb_hold)                                                                                     \
    X(mb_embedded)                                                                                 \
    X(mb_solver_part)                                                                              \
    X(mb_sides)                                                                                    \
    X(mb_newmark)                                                                                  \
    X(mb_tableau)                                                                                  \
    X(mb_observer)                                                                                 \
    X(mb_iteration)

typedef struct mb_plugin {
    unsigned interface; /* MB_PLUGIN_INTERFACE */
    unsigned size;      /* of this struct [bytes] */
    struct {
#define MB_PLUGIN_SIZE(type) unsigned type;
        MB_PLUGIN_TYPES(MB_PLUGIN_SIZE)
#undef MB_PLUGIN_SIZE
    } sizes;              /* [bytes] */
    const mb_host **host; /* where the program puts its table before it uses a part */
    /* NULL behind the last one */
    const mb_formulation *formulation[MB_MOST_ADDED + 1];
    const mb_integrator *integrator[MB_MOST_ADDED + 1];
    const mb_projection *projection[MB_MOST_ADDED + 1];
    const mb_linsolver *linsolver[MB_MOST_ADDED + 1];
} mb_plugin;

/* A plug-in's, by its name: what the program looks for in a library. */
#define MB_PLUGIN_SYMBOL "mbsbench_plugin"
extern const mb_plugin mbsbench_plugin __attribute__((visibility("default")));

#define MB_PLUGIN_SIZE_OF(type) (unsigned)sizeof(type),

#define MB_HOST_CALL(type, returns, name, parameters, names)                                       \
    type name parameters                                                                           \
    {                                                                                              \
        returns mb_host_table->name names;                                                         \
    }

/* Once in a plug-in, with its parts: `.formulation = {&a, &b}, .integrator = {&c}`. */
#define MB_PLUGIN(...)                                                                             \
    static const mb_host *mb_host_table;                                                           \
    MB_HOST_LIST(MB_HOST_CALL)                                                                     \
    mb_status mb_fail(mb_error *err, mb_status status, const char *format, ...)                    \
    {                                                                                              \
        va_list args;                                                                              \
                                                                                                   \
        va_start(args, format);                                                                    \
        mb_fail_list(err, status, format, args);                                                   \
        va_end(args);                                                                              \
        return status;                                                                             \
    }                                                                                              \
    const mb_plugin mbsbench_plugin = {MB_PLUGIN_INTERFACE,                                        \
                                       sizeof(mb_plugin),                                          \
                                       {MB_PLUGIN_TYPES(MB_PLUGIN_SIZE_OF)},                       \
                                       &mb_host_table,                                             \
                                       __VA_ARGS__}

/* Whether a plug-in fits this program: MB_BAD_INPUT for another interface, size or type, and for a
 * descriptor that lacks something, with what would be right.  Reads no member behind `size` where
 * that is another one. */
mb_status mb_plugin_check(const mb_plugin *plugin, mb_error *err);

/* Checks it, gives it the table and adds its parts to the registries: all or none.  MB_BAD_INPUT also
 * for a name that there is.  Before any other thread or process of the program; parts stay. */
mb_status mb_plugin_add(const mb_plugin *plugin, mb_error *err);

/* The i-th part of a plug-in in a slot; NULL behind the last one. */
const mb_solver_part *mb_plugin_part(const mb_plugin *plugin, mb_solver_slot slot, int i);

#endif

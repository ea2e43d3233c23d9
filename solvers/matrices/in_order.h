/* SPDX-License-Identifier: MIT */
/* [S D'; D 0] with a symmetric S written where it is eliminated in a fixed order (linear->eliminated),
 * without a look at its general form. */
#ifndef MB_SOLVERS_MATRICES_IN_ORDER_H
#define MB_SOLVERS_MATRICES_IN_ORDER_H

#include "solvers/solver.h"

typedef struct mb_in_order {
    mb_linear *linear;
    double *laid_out; /* (eliminated->size) M in its places, 0 elsewhere */
    int *mass_to;     /* (M.nnz) below the diagonal of M and on it; -1 above */
    int *row_to;      /* (D.nnz); NULL: it reads terms.jacobian itself */
    bool stands;      /* M stands there for ever, and D is read elsewhere */
} mb_in_order;

/* *in_order: NULL where the matrix is not eliminated so, or is balanced before. */
mb_status mb_in_order_setup(mb_solver *solver, mb_linear *linear, mb_in_order **in_order,
                            mb_error *err);

/* Places of the values of a square pattern (nv x nv), as mass_to. */
mb_status mb_in_order_places(mb_solver *solver, const mb_linear *linear, const mb_pattern *pattern,
                             int **place, mb_error *err);

/* [M D'; D 0] with the solver's M and D; what is added to M goes to the values returned, which
 * hold what was added last or, of in_order->laid_out, M. */
double *mb_in_order_lay(const mb_solver *solver, mb_in_order *in_order);

static inline double *mb_in_order_begin(const mb_solver *solver, mb_in_order *s)
{
    return s->stands ? s->linear->eliminated->storage : mb_in_order_lay(solver, s);
}

#endif

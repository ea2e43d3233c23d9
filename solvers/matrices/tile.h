/* SPDX-License-Identifier: MIT */
/* D and M of small mechanisms, up to 8 rows and 8 velocities, as full columns: a product is a few
 * operations on pairs of values, without a list of places.  All sums are those of base/sparse.h and
 * base/product.h term by term: results do not depend on which of the two is used. */
#ifndef MB_SOLVERS_MATRICES_TILE_H
#define MB_SOLVERS_MATRICES_TILE_H

#include "solvers/solver.h"

enum { MB_TILE = 8 };

typedef double mb_pair __attribute__((vector_size(16)));
typedef mb_pair mb_tile_column[MB_TILE / 2];

struct mb_tile {
    mb_tile_column column[MB_TILE]; /* (nv) of D, zero behind their ends */
    mb_tile_column row[MB_TILE];    /* (m) of D */
    mb_tile_column mass[MB_TILE];   /* (nv) of M */
    struct {
        int column, row; /* among the values of column and of row */
    } * at;              /* (D.nnz) */
    bool old;            /* column and row are those of an earlier D */
};

/* Sets solver->tile; NULL where the mechanism is larger or D has few entries. */
mb_status mb_tile_setup(mb_solver *solver, mb_error *err);

/* Where there is a tile, terms.jacobian will be taken over when it is next used; terms.mass now. */
void mb_tile_rows(mb_solver *solver);
void mb_tile_mass(mb_solver *solver);

/* y = D x,  y += s D x with the solver's D, x (nv), y (m) */
void mb_rows_times(const mb_solver *solver, const double *x, double *y);
void mb_rows_times_add(const mb_solver *solver, double s, const double *x, double *y);
/* y = D'x,  y = b + s D'x, x (m), y and b (nv), which may be the same */
void mb_rows_pull(const mb_solver *solver, const double *x, double *y);
void mb_rows_pull_plus(const mb_solver *solver, double s, const double *x, const double *b,
                       double *y);
/* y = b + s M x (nv) with the solver's M; y may be b */
void mb_mass_plus(const mb_solver *solver, double s, const double *x, const double *b, double *y);
/* phidot = D v + Phi_t (m) */
void mb_rows_rate(const mb_solver *solver, double t, const double *q, const double *v,
                  double *phidot);

/* Whether a linear solver eliminates full columns, and there is a tile to fill them from: lower
 * triangles of M + s D'D (nv x nv) and of D D' (m x m), by columns.  Values above the diagonal are of
 * no meaning. */
bool mb_tile_fills(const mb_solver *solver, const mb_linear *linear);
void mb_tile_sum(const mb_solver *solver, double s, double *sum);
void mb_tile_gram(const mb_solver *solver, double *gram);

#endif

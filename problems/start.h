/* What set-up finds out about a declared start: the rank of D, and a consistent state near it. */
#ifndef MB_PROBLEMS_START_H
#define MB_PROBLEMS_START_H

#include "problems/model.h"

/* Rank of a matrix given by pattern and values.  Rows are eliminated one after the other, each by
 * its largest remaining entry; a row of which less than 1e-10 remains depends on those before it.
 * Sparse, so that chains of thousands of rows are set up in milliseconds.  Scratch memory is
 * allocated and freed. */
mb_status mb_matrix_rank(const mb_pattern *pattern, const double *values, int *rank, mb_error *err);

/* Corrects model->q0 and v0 to Phi = 0 and D v + Phi_t = 0 by minimum-norm steps in the tangent
 * space and writes model->start_correction.  A start that is consistent to round-off is left as it
 * is, bit for bit.  MB_BAD_INPUT when it cannot be made consistent. */
mb_status mb_start_correct(mb_model *model, mb_error *err);

#endif

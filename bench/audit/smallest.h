/* SPDX-License-Identifier: MIT */
/* The smallest singular value of a sparse matrix of full row rank over its largest, at the cost of
 * a factorisation: inverse and plain iteration on A A', from the vectors of the call before.
 *
 * Singular values below 1e-8 of the largest are round-off of A A' and may be told as 0.  Away from
 * positions where one vanishes the value is from above, and as good as the vectors have become. */
#ifndef MB_BENCH_AUDIT_SMALLEST_H
#define MB_BENCH_AUDIT_SMALLEST_H

#include "problems/model.h"

typedef struct mb_smallest mb_smallest;

/* For matrices on the pattern of the model's D, which must live as long. */
mb_status mb_smallest_create(const mb_model *model, mb_arena *arena, mb_smallest **smallest,
                             mb_error *err);

/* Forgets the vectors: what follows repeats bit for bit. */
void mb_smallest_reset(mb_smallest *smallest);

/* Its vectors (m) go out, or come from one of the same model that has been at the same matrices. */
void mb_smallest_put(const mb_smallest *smallest, double *least, double *most);
void mb_smallest_take(mb_smallest *smallest, const double *least, const double *most);

/* From the values a (D.nnz); NaN where they are no numbers. */
double mb_smallest_at(mb_smallest *smallest, const double *a);

#endif

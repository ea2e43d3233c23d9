/* All terms of a model against central differences at a state. */
#ifndef MB_TESTS_DERIVATIVE_CHECKS_H
#define MB_TESTS_DERIVATIVE_CHECKS_H

#include "problems/model.h"

/* D, gamma, Ddot and every tangent the model has, at (t0, q, v), as full matrices, so that nothing
 * may lie outside a pattern.  `name` stands in messages. */
void check_derivatives(const mb_model *model, const char *name, const double *q, const double *v,
                       unsigned long long *seed);

#endif

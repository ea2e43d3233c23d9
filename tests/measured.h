/* A measuring pass, as a run's child makes it. */
#ifndef MB_TESTS_MEASURED_H
#define MB_TESTS_MEASURED_H

#include "bench/result.h"

/* To be given back with mb_results_unmap(result, 1). */
mb_result *measured(const char *problem, const char *solver, double t_end);

double class_of(const mb_result *result);

#endif

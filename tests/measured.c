#include "tests/measured.h"

#include <stdlib.h>

#include "bench/audit/precision.h"
#include "bench/child/child.h"

mb_result *measured(const char *problem, const char *solver, double t_end)
{
    const mb_task task = {
        .problem = problem, .solver = solver, .t_end = t_end, .time_limit = 600.0};
    mb_result *result = mb_results_map(1);

    if (!result)
        abort();
    mb_result_clear(result);
    mb_child_measure(&task, result);
    return result;
}

double class_of(const mb_result *result)
{
    return mb_precision_class(mb_precision_of(result), result->status,
                              result->counters.unconverged);
}

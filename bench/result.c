/* SPDX-License-Identifier: MIT */
#include "bench/result.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

const char *mb_limit_word(mb_limit limit)
{
    static const char *const words[MB_LIMITS_MET] = {
        [MB_LIMIT_CPU] = "cpu",
        [MB_LIMIT_MEMORY] = "memory",
        [MB_LIMIT_WALL] = "wall",
        [MB_LIMIT_SYSTEM] = "system",
    };

    return words[limit];
}

mb_result *mb_results_map(int count)
{
    void *p = mmap(NULL, (size_t)count * sizeof(mb_result), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

void mb_results_unmap(mb_result *results, int count)
{
    if (results)
        munmap(results, (size_t)count * sizeof(mb_result));
}

void mb_result_copy(mb_result *copy, const mb_result *result)
{
    const mb_series *series = &result->series;
    const size_t used = (size_t)series->rows * (size_t)series->columns;

    memcpy(copy, result, offsetof(mb_result, series) + offsetof(mb_series, value));
    memcpy(copy->series.value, series->value, used * sizeof *series->value);
    memcpy(copy->series.low, series->low, used * sizeof *series->low);
    memcpy(copy->series.high, series->high, used * sizeof *series->high);
}

void mb_result_clear(mb_result *result)
{
    memset(result, 0, offsetof(mb_result, deviation));
    mb_series_start(&result->series, NULL);
    mb_frames_start(&result->frames, false, 0, 0.0, 0.0);
    result->status = MB_RUN_STATUSES;
    result->branch_time = result->error_max = result->error_last = result->error_bound = NAN;
    result->gap = result->limits_t = NAN;
    result->momentum = (mb_momentum_result){NAN, NAN};
    result->rank_along.least = result->rank_along.at = result->rank_along.lost = NAN;
    result->cpu_setup = result->cpu_loop = result->cpu_steps = NAN;
    result->t_reached = result->instructions = NAN;
}

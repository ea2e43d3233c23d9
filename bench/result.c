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

void mb_result_clear(mb_result *result)
{
    memset(result, 0, offsetof(mb_result, series));
    mb_series_start(&result->series, NULL);
    mb_frames_start(&result->frames, false, 0, 0.0, 0.0);
    memset((char *)result + offsetof(mb_result, counters), 0,
           offsetof(mb_result, state) - offsetof(mb_result, counters));
    result->samples = result->pairs = 0;
    result->status = MB_RUN_STATUSES;
    result->branch_time = result->error_max = result->error_last = result->error_bound = NAN;
    result->gap = result->limits_t = NAN;
    result->momentum = (mb_momentum_result){NAN, NAN};
    result->rank_along.least = result->rank_along.at = result->rank_along.lost = NAN;
    result->cpu_setup = result->cpu_loop = NAN;
    result->t_reached = result->instructions = NAN;
}

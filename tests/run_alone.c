/* What a short run costs without the harness: its measuring pass over and over in one process, for
 * many_runs.py to compare with.
 *
 * run_alone PROBLEM SOLVER T_END COUNT     prints the wall time of a pass in seconds */
#include <stdio.h>
#include <stdlib.h>

#include "bench/child.h"
#include "bench/clock.h"
#include "bench/series.h"

int main(int argc, char **argv)
{
    mb_result *result = mb_results_map(1);
    double start;
    int count;
    mb_task task;

    if (argc != 5 || !result) {
        fputs("run_alone PROBLEM SOLVER T_END COUNT\n", stderr);
        return 2;
    }
    task = (mb_task){.problem = argv[1],
                     .solver = argv[2],
                     .t_end = strtod(argv[3], NULL),
                     .time_limit = 60.0,
                     .series = MB_SERIES_NONE};
    count = atoi(argv[4]);
    start = mb_clock_wall();
    for (int i = 0; i < count; i++) {
        mb_result_clear(result);
        mb_child_measure(&task, result);
        if (result->status != MB_RUN_OK) {
            fprintf(stderr, "%s\n", result->reason);
            return 1;
        }
    }
    printf("%.9f\n", (mb_clock_wall() - start) / count);
    return 0;
}

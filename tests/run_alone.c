/* What a short run costs without the harness, its measuring pass over and over in one process, and
 * what an empty child of this process costs, for many_runs.py to compare with.
 *
 * run_alone PROBLEM SOLVER T_END COUNT     prints the CPU times of both in seconds */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/child/child.h"
#include "bench/series.h"

/* [s] of CPU of this process and of its children that have ended */
static double used(void)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    double sum = 0.0;

    for (int i = 0; i < 2; i++) {
        struct rusage u;

        getrusage(whose[i], &u);
        sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
               1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    }
    return sum;
}

static double empty_children(int count)
{
    double start = used();

    for (int i = 0; i < count; i++) {
        pid_t child = fork();

        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
    }
    return (used() - start) / count;
}

int main(int argc, char **argv)
{
    mb_result *result = mb_results_map(1);
    double start, pass;
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
    start = used();
    for (int i = 0; i < count; i++) {
        mb_result_clear(result);
        mb_child_measure(&task, result);
        if (result->status != MB_RUN_OK) {
            fprintf(stderr, "%s\n", result->reason);
            return 1;
        }
    }
    pass = (used() - start) / count;
    printf("%.9f %.9f\n", pass, empty_children(count));
    mb_results_unmap(result, 1);
    return 0;
}

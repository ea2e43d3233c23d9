/* SPDX-License-Identifier: MIT */
/* Trajectories: what is written to standard output. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "solvers/engines/adapter_inner.h"

void adapter_begin(const adapter_job *job)
{
    printf("mbsbench-engine-1 doubles %d\n", job->nbodies);
}

void adapter_row(const adapter_job *job, double t, const double *row)
{
    fwrite(&t, sizeof t, 1, stdout);
    fwrite(row, sizeof *row, 13 * (size_t)job->nbodies, stdout);
}

void adapter_end(long steps, double cpu, const char *warning)
{
    const double none = (double)NAN;
    json_t *o = json_pack("{s:I, s:f, s:[]}", "steps", (json_int_t)steps, "cpu", cpu, "warnings");
    char *text;

    if (warning && *warning)
        json_array_append_new(json_object_get(o, "warnings"), json_string(warning));
    text = json_dumps(o, JSON_COMPACT);
    fwrite(&none, sizeof none, 1, stdout);
    printf("%s\n", text);
    free(text);
    json_decref(o);
    if (fflush(stdout) != 0)
        adapter_die("the trajectory cannot be written");
}

double adapter_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double adapter_march(const adapter_job *job, void *world, void (*step)(void *world, long n),
                     void (*report)(void *world, double *row))
{
    const long steps = adapter_steps(job);
    double *row = adapter_take(13 * (size_t)job->nbodies, sizeof *row);
    double cpu = 0.0, start;

    adapter_begin(job);
    start = adapter_clock();
    for (long n = 1; n <= steps; n++) {
        step(world, n);
        if (!job->last_only || n == steps) {
            cpu += adapter_clock() - start;
            report(world, row);
            adapter_row(job, n == steps ? job->t_end : (double)n * job->h, row);
            start = adapter_clock();
        }
    }
    free(row);
    return cpu;
}

/* SPDX-License-Identifier: MIT */
/* What solvers cost: next to loops written by hand, and on chains of four-bars of growing length; then
 * what linear solvers cost.  Goals are printed, not enforced: a busy machine fails nothing; results
 * that differ from those of a loop by hand do.  Run with: ninja bench-solvers; with a word after the
 * program: next to loops by hand only. */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cost/against_floor.h"
#include "tests/cost/linear_cost.h"

enum { ROUNDS = 25 };

enum { LENGTHS = 5, FIRST_JUDGED = 3 };

static const int length[LENGTHS] = {40, 200, 1000, 10000, 100000};

/* Solvers of chains, and on how many lengths */
static const struct {
    const char *spec;
    int lengths;
} chain_solvers[] = {
    {"ali3/newmark:h=1e-2,tol=1e-7", LENGTHS},
    {"augmented-lagrangian/dormand-prince:h=5e-2/mass-orthogonal", LENGTHS},
    {"ali3/newmark:h=1e-2,tol=1e-7/none/cholmod", LENGTHS - 1},
    {"augmented-lagrangian/dormand-prince:h=5e-2/mass-orthogonal/cholmod", LENGTHS - 1},
};

static const double CHAIN_TIME = 0.2; /* [s] of motion */
static const double EXPONENT_GOAL = 1.03;

static const char *met(bool yes)
{
    return yes ? "met" : "NOT met";
}

/* CPU time of a run [s], the start apart */
static double run(mb_solver *solver, double t_end)
{
    double before;

    cost_start(solver);
    before = cost_now();
    while (solver->state.t < t_end)
        cost_step(solver, t_end);
    return cost_now() - before;
}

static double resident(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

static void chain_spec(int loops, char *text, size_t size)
{
    snprintf(text, size, "n-four-bar:N=%d", loops);
}

/* Memory of model, solver and a few steps in a process of their own */
typedef struct memory {
    double own;  /* [bytes] claimed from our arenas */
    double peak; /* [bytes] by which the resident size has grown at most */
} memory;

static memory chain_memory(int loops, const char *spec)
{
    memory m = {0};
    int ends[2], state;
    pid_t child;

    if (pipe(ends) != 0 || (child = fork()) < 0) {
        perror("solver_cost");
        exit(1);
    }
    if (child == 0) {
        char problem[MB_SPEC_SIZE];
        double before = resident();
        mb_model *model;
        mb_solver *solver;

        chain_spec(loops, problem, sizeof problem);
        model = cost_model(problem);
        solver = cost_solver(model, spec);
        run(solver, CHAIN_TIME);
        m.own = (double)(mb_arena_size(model->arena) + mb_arena_size(solver->arena));
        m.peak = resident() - before;
        _exit(write(ends[1], &m, sizeof m) == sizeof m ? 0 : 1);
    }
    if (read(ends[0], &m, sizeof m) != sizeof m || waitpid(child, &state, 0) < 0 || state != 0) {
        fprintf(stderr, "solver_cost: the process with %d loops failed\n", loops);
        exit(1);
    }
    close(ends[0]);
    close(ends[1]);
    return m;
}

/* Exponent of y(n) between two lengths */
static double exponent(const double *y, int i)
{
    return log(y[i] / y[i - 1]) / log((double)length[i] / length[i - 1]);
}

static void print_exponent(const double *y, int i)
{
    if (i > 0)
        printf("%9.3f ", exponent(y, i));
    else
        printf("%9s ", "");
}

/* Fewer where a round takes seconds */
static int rounds_of(int loops)
{
    return loops > 10000 ? 3 : ROUNDS;
}

static void chain(const char *spec, int lengths, const memory *used)
{
    double time[LENGTHS][ROUNDS], cost[LENGTHS], by_solve[LENGTHS], own[LENGTHS], peak[LENGTHS];
    mb_model *model[LENGTHS];
    mb_solver *solver[LENGTHS];

    for (int i = 0; i < lengths; i++) {
        char problem[MB_SPEC_SIZE];

        own[i] = used[i].own;
        peak[i] = used[i].peak;
        chain_spec(length[i], problem, sizeof problem);
        model[i] = cost_model(problem);
        solver[i] = cost_solver(model[i], spec);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < lengths; i++)
            if (round < rounds_of(length[i]))
                time[i][round] = run(solver[i], CHAIN_TIME) / (double)solver[i]->counters.steps;
    printf("\nn-four-bar, %s\n", spec);
    printf("  %6s %10s %12s %9s %14s %9s %13s %9s %9s %9s\n", "N", "us a step", "ns step&loop",
           "exponent", "goal", "solves", "ns solve&loop", "exponent", "own MB", "peak MB");
    for (int i = 0; i < lengths; i++) {
        const mb_counters *n = &solver[i]->counters;
        const double solves = (double)n->solves / (double)n->steps;

        cost[i] = cost_median(time[i], rounds_of(length[i]));
        by_solve[i] = cost[i] / solves;
        printf("  %6d %10.2f %12.1f ", length[i], 1e6 * cost[i], 1e9 * cost[i] / length[i]);
        print_exponent(cost, i);
        if (i >= FIRST_JUDGED)
            printf("%5.2f: %7s ", EXPONENT_GOAL, met(exponent(cost, i) <= EXPONENT_GOAL));
        else
            printf("%14s ", "");
        printf("%9.1f %13.1f ", solves, 1e9 * by_solve[i] / length[i]);
        print_exponent(by_solve, i);
        printf("%9.2f %9.2f\n", 1e-6 * own[i], 1e-6 * peak[i]);
        if (i + 1 == lengths)
            printf("  exponents of memory over the last two: own %.2f, peak %.2f (goal: linear)\n",
                   exponent(own, i), exponent(peak, i));
        mb_solver_destroy(solver[i]);
        mb_model_destroy(model[i]);
    }
}

enum { CHAIN_SOLVERS = sizeof chain_solvers / sizeof *chain_solvers };

/* All of it on the processor where it runs now, where the system lets one ask for that */
static void stay(void)
{
    cpu_set_t here;
    int cpu = sched_getcpu();

    CPU_ZERO(&here);
    if (cpu >= 0)
        CPU_SET(cpu, &here);
    if (cpu < 0 || sched_setaffinity(0, sizeof here, &here) != 0)
        printf("not held on one processor\n");
}

int main(int argc, char **argv)
{
    memory used[CHAIN_SOLVERS][LENGTHS];
    bool same;

    setvbuf(stdout, NULL, _IOLBF, 0);
    stay();
    (void)argv;
    if (argc > 1)
        return cost_against_floors() ? 0 : 1;
    printf("caches: L1d %ld kB, L2 %ld kB, L3 %ld kB (0: the system does not say)\n\n",
           sysconf(_SC_LEVEL1_DCACHE_SIZE) / 1024, sysconf(_SC_LEVEL2_CACHE_SIZE) / 1024,
           sysconf(_SC_LEVEL3_CACHE_SIZE) / 1024);
    /* while this process is small: a child begins with the peak of its parent */
    for (int k = 0; k < CHAIN_SOLVERS; k++)
        for (int i = 0; i < chain_solvers[k].lengths; i++)
            used[k][i] = chain_memory(length[i], chain_solvers[k].spec);
    same = cost_against_floors();
    for (int k = 0; k < CHAIN_SOLVERS; k++)
        chain(chain_solvers[k].spec, chain_solvers[k].lengths, used[k]);
    cost_of_matrices();
    return same ? 0 : 1;
}

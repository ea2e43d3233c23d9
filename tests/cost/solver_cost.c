/* What solvers cost: on the double four-bar next to the same algorithm written by hand, interleaved
 * in one process, and on chains of four-bars of growing length; then what linear solvers cost.  Goals are printed, not enforced: a
 * busy machine fails nothing.  Goals in microseconds belong to a core; they are printed as given
 * and scaled to this one by the loop of ali3 by hand.  Run with: ninja bench-solvers */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solvers/solver.h"
#include "tests/cost/by_hand.h"
#include "tests/cost/linear_cost.h"

enum { ROUNDS = 25 };

static const double T_END = 10.0; /* [s] of the double four-bar */

/* A step of the first rival by hand on the core that the goals in microseconds are for [us] */
static const double GOAL_CORE = 0.66;

/* A scheme beside its goals; 0: none */
typedef struct rival {
    hand_scheme scheme;
    double paper;                /* [us] a step, as printed in gonzalez2016 Table 3 */
    double ratio_goal;           /* to the loop by hand */
    double run_goal, drift_goal; /* [us] of the whole run on the goals' core, [J] */
} rival;

/* Medians over the rounds, times of whole runs [s] */
typedef struct measured {
    double ours, hand, ratio;
    double first; /* of the first rival by hand */
    double apart; /* [m] between the ends of ours and hand */
} measured;

static const rival rivals[] = {
    {.scheme = {.spec = "ali3:alpha=1e9/newmark:h=1e-2,tol=1e-7",
                .method = HAND_ALI3,
                .alpha = 1e9,
                .h = 1e-2},
     .paper = 20.0,
     .ratio_goal = 2.0},
    {.scheme = {.spec = "augmented-lagrangian/dormand-prince:h=0.1/mass-orthogonal",
                .method = HAND_AUGMENTED_DORMAND_PRINCE,
                .alpha = 1e7,
                .h = 0.1},
     .run_goal = 200.0,
     .drift_goal = 0.05},
    {.scheme = {.spec = "penalty:alpha=1e8,omega=25/trapezoidal:h=5e-3,tol=1e-7",
                .method = HAND_PENALTY_TRAPEZOIDAL,
                .alpha = 1e8,
                .omega = 25.0,
                .xi = 1.0,
                .h = 5e-3}},
    {.scheme = {.spec = "augmented-lagrangian:alpha=1e8,omega=400/semi-implicit-euler:h=1e-3",
                .method = HAND_AUGMENTED_SEMI_IMPLICIT,
                .alpha = 1e8,
                .omega = 400.0,
                .xi = 1.0,
                .h = 1e-3}},
};

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

static void stop(const mb_error *err)
{
    fprintf(stderr, "solver_cost: %s\n", err->text);
    exit(1);
}

static const char *met(bool yes)
{
    return yes ? "met" : "NOT met";
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, compare);
    return x[n / 2];
}

static mb_model *model_of(const char *spec)
{
    mb_error err = {0};
    mb_model *model;

    if (mb_model_create(spec, &model, &err) != MB_OK)
        stop(&err);
    return model;
}

static mb_solver *solver_of(const mb_model *model, const char *spec)
{
    mb_error err = {0};
    mb_solver *solver;

    if (mb_solver_create(model, spec, &solver, &err) != MB_OK)
        stop(&err);
    return solver;
}

static void start(mb_solver *solver)
{
    mb_error err = {0};

    if (mb_solver_start(solver, &err) != MB_OK)
        stop(&err);
}

static void step(mb_solver *solver, double t_end)
{
    mb_error err = {0};

    if (mb_solver_step(solver, t_end, &err) != MB_OK)
        stop(&err);
}

/* CPU time of a run [s], the start apart */
static double run(mb_solver *solver, double t_end)
{
    double before;

    start(solver);
    before = hand_now();
    while (solver->state.t < t_end)
        step(solver, t_end);
    return hand_now() - before;
}

/* Largest drift of energy [J] and largest distance from the branch, above 1 once it is left */
static void watch(mb_solver *solver, double *drift, double *branch)
{
    const mb_model *model = solver->model;
    const mb_ops *ops = model->ops;
    const mb_state *x = &solver->state;
    double initial;

    start(solver);
    initial = ops->kinetic(model, x->q, x->v) + ops->potential(model, x->t, x->q);
    *drift = *branch = 0.0;
    while (x->t < T_END) {
        double energy;

        step(solver, T_END);
        energy = ops->kinetic(model, x->q, x->v) + ops->potential(model, x->t, x->q);
        *drift = fmax(*drift, fabs(energy - initial));
        *branch = fmax(*branch, ops->branch(model, x->t, x->q));
    }
}

static void report_run_goal(const rival *r, const measured *m)
{
    double step = 1e6 * m->first * rivals[0].scheme.h / T_END, run = 1e6 * m->ours;
    double here = r->run_goal * step / GOAL_CORE;

    printf("  goal as given, %g us: %s; scaled to this core, %.0f us: %s\n", r->run_goal,
           met(run <= r->run_goal), here, met(run <= here));
    printf("  (given for a core with %g us a step of ali3 by hand; here it takes %.3f)\n",
           GOAL_CORE, step);
}

static void report(const rival *r, mb_solver *solver, const measured *m)
{
    const double steps = (double)solver->counters.steps;
    const double passes = (double)solver->counters.evaluations / steps;
    double drift, branch;

    watch(solver, &drift, &branch);
    printf("%s\n", r->scheme.spec);
    printf("  us a step: %.3f, by hand %.3f, ratio %.2f", 1e6 * m->ours / steps,
           1e6 * m->hand / steps, m->ratio);
    if (r->ratio_goal > 0.0)
        printf(" (goal %g: %s)", r->ratio_goal, met(m->ratio <= r->ratio_goal));
    if (r->paper > 0.0)
        printf("; the paper printed %g", r->paper);
    printf("\n  us for %g s: %.1f; drift %.4f J", T_END, 1e6 * m->ours, drift);
    if (r->drift_goal > 0.0)
        printf(" (goal %g: %s)", r->drift_goal, met(drift <= r->drift_goal));
    printf("; branch %s\n", branch > 1.0 ? "LEFT" : "kept");
    if (r->run_goal > 0.0)
        report_run_goal(r, m);
    printf("  evaluations a step %.2f, the ends of both differ by %.1e m\n", passes, m->apart);
}

static void against_hand(const mb_model *model, const rival *r)
{
    double ours[ROUNDS], hand[ROUNDS], ratio[ROUNDS], first[ROUNDS], q[HAND_N];
    measured m = {0};
    mb_solver *solver = solver_of(model, r->scheme.spec);

    for (int i = 0; i < ROUNDS; i++) {
        first[i] = hand_run(&rivals[0].scheme, T_END, q);
        hand[i] = hand_run(&r->scheme, T_END, q);
        ours[i] = run(solver, T_END);
        ratio[i] = ours[i] / hand[i];
    }
    for (int i = 0; i < HAND_N; i++)
        m.apart = fmax(m.apart, fabs(q[i] - solver->state.q[i]));
    m.ours = median(ours, ROUNDS);
    m.hand = median(hand, ROUNDS);
    m.ratio = median(ratio, ROUNDS);
    m.first = median(first, ROUNDS);
    report(r, solver, &m);
    mb_solver_destroy(solver);
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
        model = model_of(problem);
        solver = solver_of(model, spec);
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

/* Fewer where a round takes seconds */
static int rounds_of(int loops)
{
    return loops > 10000 ? 3 : ROUNDS;
}

static void chain(const char *spec, int lengths, const memory *used)
{
    double time[LENGTHS][ROUNDS], cost[LENGTHS], own[LENGTHS], peak[LENGTHS];
    mb_model *model[LENGTHS];
    mb_solver *solver[LENGTHS];

    for (int i = 0; i < lengths; i++) {
        char problem[MB_SPEC_SIZE];

        own[i] = used[i].own;
        peak[i] = used[i].peak;
        chain_spec(length[i], problem, sizeof problem);
        model[i] = model_of(problem);
        solver[i] = solver_of(model[i], spec);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < lengths; i++)
            if (round < rounds_of(length[i]))
                time[i][round] = run(solver[i], CHAIN_TIME) / (double)solver[i]->counters.steps;
    printf("\nn-four-bar, %s\n", spec);
    printf("  %6s %10s %12s %9s %14s %9s %9s %9s\n", "N", "us a step", "ns step&loop", "exponent",
           "goal", "solves", "own MB", "peak MB");
    for (int i = 0; i < lengths; i++) {
        cost[i] = median(time[i], rounds_of(length[i]));
        printf("  %6d %10.2f %12.1f ", length[i], 1e6 * cost[i], 1e9 * cost[i] / length[i]);
        if (i > 0)
            printf("%9.3f ", exponent(cost, i));
        else
            printf("%9s ", "");
        if (i >= FIRST_JUDGED)
            printf("%5.2f: %7s ", EXPONENT_GOAL, met(exponent(cost, i) <= EXPONENT_GOAL));
        else
            printf("%14s ", "");
        printf("%9.1f %9.2f %9.2f\n",
               (double)solver[i]->counters.solves / (double)solver[i]->counters.steps,
               1e-6 * own[i], 1e-6 * peak[i]);
        if (i + 1 == lengths)
            printf("  exponents of memory over the last two: own %.2f, peak %.2f (goal: linear)\n",
                   exponent(own, i), exponent(peak, i));
        mb_solver_destroy(solver[i]);
        mb_model_destroy(model[i]);
    }
}

enum { CHAIN_SOLVERS = sizeof chain_solvers / sizeof *chain_solvers };

int main(void)
{
    memory used[CHAIN_SOLVERS][LENGTHS];
    mb_model *model;

    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("caches: L1d %ld kB, L2 %ld kB, L3 %ld kB (0: the system does not say)\n\n",
           sysconf(_SC_LEVEL1_DCACHE_SIZE) / 1024, sysconf(_SC_LEVEL2_CACHE_SIZE) / 1024,
           sysconf(_SC_LEVEL3_CACHE_SIZE) / 1024);
    /* while this process is small: a child begins with the peak of its parent */
    for (int k = 0; k < CHAIN_SOLVERS; k++)
        for (int i = 0; i < chain_solvers[k].lengths; i++)
            used[k][i] = chain_memory(length[i], chain_solvers[k].spec);
    model = model_of("double-four-bar");
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        against_hand(model, &rivals[i]);
    mb_model_destroy(model);
    for (int k = 0; k < CHAIN_SOLVERS; k++)
        chain(chain_solvers[k].spec, chain_solvers[k].lengths, used[k]);
    cost_of_matrices();
    return 0;
}

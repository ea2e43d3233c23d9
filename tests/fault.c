/* A formulation for tests that misbehaves: Lagrange's equations until `at`, then the fault.  Part
 * of the program mbsbench-faults only (MB_TEST_FAULTS in solvers/registry.c). */
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "solvers/matrices/kkt.h"

enum fault { SEGFAULT, LOOP, NOT_A_NUMBER, HOG, ABORT, DRIFT, UNREPEATABLE, INJECTED, DRAG, STILL };

extern const mb_formulation mb_formulation_fault;

static const mb_param params[] = {
    {.name = "kind",
     .kind = MB_CHOICE,
     .choices = "segfault|loop|nan|hog|abort|drift|unrepeatable|injected|drag|still",
     .doc = "what goes wrong"},
    {.name = "rate", .value = 1.0, .max = 1e6, .unit = "1/s", .doc = "of the drag"},
    {.name = "at", .value = 0.5, .max = 1e6, .unit = "s", .doc = "after which time"},
    {.name = NULL},
};

/* Kind `injected` takes its fault from the environment, so that one program under one cell can be
 * good and bad:  MBSBENCH_TEST_SLOW, share of work done in vain;  MBSBENCH_TEST_PUSH, an
 * acceleration that belongs to no force [m/s2];  MBSBENCH_TEST_FAIL, the solver gives up. */
struct data {
    mb_kkt *kkt;
    double slow, push;
    bool fails;
    double debt;                  /* work in vain that is due */
    void (*work)(double seconds); /* NULL unless work_clock.c is preloaded */
};

static const double evaluation = 2e-6; /* [s] of Lagrange's equations on that clock */

static double from_environment(const char *name)
{
    const char *value = getenv(name);

    return value ? strtod(value, NULL) : 0.0;
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    struct data *d;
    mb_status status;

    MB_TRY(mb_claim(solver->arena, &d, 1, sizeof *d, err));
    MB_TRY(mb_kkt_setup(solver, &d->kkt, err));
    d->slow = from_environment("MBSBENCH_TEST_SLOW");
    d->push = from_environment("MBSBENCH_TEST_PUSH");
    d->fails = getenv("MBSBENCH_TEST_FAIL");
    *(void **)&d->work = dlsym(RTLD_DEFAULT, "mb_test_work"); /* POSIX has it so */
    solver->formulation_data = d;
done:
    return status;
}

/* Takes memory until somebody ends this, slowly enough for the machine to survive. */
static void hog(void)
{
    const struct timespec pause = {0, 1000000};

    for (int i = 0; i < 4096; i++) {
        char *volatile p = malloc(4 << 20);

        if (p)
            memset(p, 1, 4 << 20);
        nanosleep(&pause, NULL);
    }
}

static void fail(const mb_solver *solver, enum fault kind, const double *v, double *a)
{
    double rate = mb_value(params, &solver->formulation_values, "rate");
    volatile int *volatile nowhere = NULL;
    volatile int forever = 1;

    switch (kind) {
    case SEGFAULT:
        *nowhere = 1;
        break;
    case LOOP:
        while (forever)
            ;
        break;
    case NOT_A_NUMBER:
        a[0] = NAN;
        break;
    case HOG:
        hog();
        break;
    case ABORT:
        abort();
    case DRIFT: /* a finite motion that leaves the constraints */
        a[0] += 1e3;
        break;
    case UNREPEATABLE: /* another process, another motion */
        a[0] += 1e-9 * (double)getpid();
        break;
    case DRAG: /* energy goes where nobody accounts for it */
        for (int i = 0; i < solver->model->nv; i++)
            a[i] -= rate * v[i];
        break;
    case STILL: /* nothing moves that rests */
        memset(a, 0, (size_t)solver->model->nv * sizeof *a);
        break;
    case INJECTED:
        break;
    }
}

static mb_status lagrange(mb_solver *solver, double t, const double *q, const double *v, double *a,
                          double *lambda, mb_error *err)
{
    struct data *d = solver->formulation_data;

    if (d->work)
        d->work(evaluation);
    mb_eval_motion(solver, t, q, v);
    return mb_kkt_motion(solver, d->kkt, t, a, lambda, err);
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    enum fault kind = (enum fault)mb_value(params, values, "kind");
    struct data *d = solver->formulation_data;
    mb_status status = MB_OK;

    if (kind == INJECTED) {
        for (d->debt += d->slow; d->debt >= 1.0 && status == MB_OK; d->debt -= 1.0)
            status = lagrange(solver, t, q, v, a, lambda, err);
        if (status == MB_OK && d->fails && t > mb_value(params, values, "at"))
            return mb_fail(err, MB_SINGULAR, "gives up on purpose");
    }
    if (status == MB_OK)
        status = lagrange(solver, t, q, v, a, lambda, err);
    if (status == MB_OK && kind == INJECTED)
        a[0] += d->push;
    else if (status == MB_OK && (kind == STILL || t > mb_value(params, values, "at")))
        fail(solver, kind, v, a);
    return status;
}

const mb_formulation mb_formulation_fault = {
    .name = "fault",
    .title = "goes wrong on purpose",
    .source = "",
    .params = params,
    .family = MB_ACCELERATION,
    .setup = setup,
    .accel = accel,
};

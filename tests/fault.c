/* A formulation for tests that misbehaves: Lagrange's equations until `at`, then the fault.  Part
 * of the program mbsbench-faults only (MB_TEST_FAULTS in solvers/registry.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "solvers/kkt.h"

enum fault { SEGFAULT, LOOP, NOT_A_NUMBER, HOG, ABORT, DRIFT, UNREPEATABLE };

extern const mb_formulation mb_formulation_fault;

static const mb_param params[] = {
    {.name = "kind",
     .kind = MB_CHOICE,
     .choices = "segfault|loop|nan|hog|abort|drift|unrepeatable",
     .doc = "what goes wrong"},
    {.name = "at", .value = 0.5, .max = 1e6, .unit = "s", .doc = "after which time"},
    {.name = NULL},
};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_kkt *kkt;
    mb_status status = mb_kkt_setup(solver, &kkt, err);

    if (status == MB_OK)
        solver->formulation_data = kkt;
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

static void fail(enum fault kind, double *a)
{
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
    }
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    const mb_values *values = &solver->formulation_values;
    mb_status status;

    mb_eval_motion(solver, t, q, v);
    status = mb_kkt_motion(solver, solver->formulation_data, t, a, lambda, err);
    if (status == MB_OK && t > mb_value(params, values, "at"))
        fail((enum fault)mb_value(params, values, "kind"), a);
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

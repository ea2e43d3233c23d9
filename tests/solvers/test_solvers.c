/* Every composition of the registries: fits or says why, repeats bit for bit, survives failing
 * allocations and NaN from a problem, converges with its order, keeps what it promises. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SuiteSparse_config.h>

#include "solvers/equations/fuzzy_control.h"
#include "tests/fixtures/probe.h"

typedef struct parts {
    const mb_formulation *formulation;
    const mb_integrator *integrator;
    const mb_projection *projection; /* NULL: none */
    const mb_linsolver *linsolver;   /* NULL: auto */
} parts;

/* Whether an integrator runs without a fixed step */
static bool error_controlled(const mb_integrator *integrator)
{
    int h = mb_param_index(integrator->params, "h");

    return h < 0 || !integrator->params[h].required;
}

/* Whether a formulation and an integrator fit, apart from the mechanism */
static bool goes_together(const parts *p)
{
    return (p->integrator->families & p->formulation->family) &&
           !(p->integrator->smooth && p->formulation->stepwise);
}

/* With the step h, or a tolerance where that will do */
static void spell(const parts *p, double h, char *text, size_t size)
{
    bool tol = error_controlled(p->integrator);

    snprintf(text, size, "%s/%s:%s=%.17g/%s/%s", p->formulation->name, p->integrator->name,
             tol ? "tol" : "h", tol ? 1e-6 : h, p->projection ? p->projection->name : "none",
             p->linsolver ? p->linsolver->name : "auto");
}

/* Calls visit with every composition, `none` and `auto` included */
static void for_each(void (*visit)(const parts *, void *), void *context)
{
    int nf, ni, np, nl;
    const mb_formulation *const *f = mb_formulations(&nf);
    const mb_integrator *const *i = mb_integrators(&ni);
    const mb_projection *const *p = mb_projections(&np);
    const mb_linsolver *const *l = mb_linsolvers(&nl);

    for (int a = 0; a < nf; a++)
        for (int b = 0; b < ni; b++)
            for (int c = -1; c < np; c++)
                for (int d = -1; d < nl; d++) {
                    parts all = {f[a], i[b], c < 0 ? NULL : p[c], d < 0 ? NULL : l[d]};

                    visit(&all, context);
                }
}

typedef struct tally {
    const mb_model *model;
    int fit, refused;
} tally;

static mb_solver *make(const mb_model *model, const parts *p, double h)
{
    char spec[MB_SPEC_SIZE];
    mb_solver *solver;
    mb_error err = {0};
    mb_status status;

    spell(p, h, spec, sizeof spec);
    status = mb_solver_create(model, spec, &solver, &err);
    cr_assert(status == MB_OK || status == MB_NOT_APPLICABLE, "%s: %s", spec, err.text);
    cr_assert((status == MB_OK) == (solver != NULL));
    cr_assert(status == MB_OK || strlen(err.text) > 20, "%s is refused without a reason", spec);
    return solver;
}

static void run_twice(const parts *p, void *context)
{
    tally *t = context;
    const mb_model *model = t->model;
    mb_solver *solver = make(model, p, 1e-3);
    double q[64], v[64];
    mb_error err = {0};

    if (!solver) {
        t->refused++;
        return;
    }
    t->fit++;
    for (int pass = 0; pass < 2; pass++) {
        cr_assert(mb_solver_start(solver, &err) == MB_OK, "%s", err.text);
        while (solver->state.t < 0.0105)
            cr_assert(mb_solver_step(solver, 0.0105, &err) == MB_OK, "%s", err.text);
        cr_assert(solver->state.t == 0.0105 && solver->counters.steps > 0);
        cr_assert(error_controlled(p->integrator) || solver->counters.steps == 11);
        if (pass == 1) {
            cr_assert(memcmp(q, solver->state.q, (size_t)model->nq * sizeof *q) == 0);
            cr_assert(memcmp(v, solver->state.v, (size_t)model->nv * sizeof *v) == 0);
        }
        memcpy(q, solver->state.q, (size_t)model->nq * sizeof *q);
        memcpy(v, solver->state.v, (size_t)model->nv * sizeof *v);
    }
    mb_solver_destroy(solver);
}

static mb_model *model_of(const char *problem)
{
    mb_model *model;
    mb_error err = {0};

    cr_assert(mb_model_create(problem, &model, &err) == MB_OK, "%s", err.text);
    return model;
}

Test(compositions, fit_or_say_why_and_repeat_bit_for_bit)
{
    const char *const problem[] = {"double-four-bar", "four-bar", "epicyclic-gears"};

    for (int i = 0; i < 3; i++) {
        mb_model *model = model_of(problem[i]);
        tally t = {.model = model};

        for_each(run_twice, &t);
        cr_assert(t.fit > 200 && t.refused > 300, "%d fit, %d do not", t.fit, t.refused);
        mb_model_destroy(model);
    }
}

static void fail_allocations(const parts *p, void *context)
{
    const mb_model *model = context;
    char spec[MB_SPEC_SIZE];
    mb_status status = MB_NO_MEMORY;
    mb_solver *solver;

    spell(p, 1e-3, spec, sizeof spec);
    for (long k = 1; status == MB_NO_MEMORY; k++) {
        mb_arena *arena = mb_arena_create();
        mb_error err = {0};

        mb_arena_fail_at(arena, k);
        status = mb_solver_create_in(arena, model, spec, &solver, &err);
        cr_assert(status == MB_OK || status == MB_NO_MEMORY || status == MB_NOT_APPLICABLE,
                  "%s, allocation %ld: %s", spec, k, err.text);
        cr_assert((status == MB_OK) == (solver != NULL));
        cr_assert(k > 1 || status != MB_OK, "%s allocates nothing", spec);
    }
    mb_solver_destroy(solver);
}

Test(compositions, survive_every_failing_allocation, .timeout = 600)
{
    /* planar; spatial with a redundant row; with T != I; nonholonomic */
    const char *const problem[] = {"double-four-bar", "rotary-pendulum:sequence=zxz", "heavy-top",
                                   "chaplygin-sleigh"};

    for (int i = 0; i < 4; i++) {
        mb_model *model = model_of(problem[i]);

        for_each(fail_allocations, model);
        mb_model_destroy(model);
    }
}

/* Allocations of SuiteSparse until one fails; 0: none does */
static long until_failure;

static bool fails(void)
{
    return until_failure > 0 && --until_failure == 0;
}

static void *failing_malloc(size_t size)
{
    return fails() ? NULL : malloc(size);
}

static void *failing_calloc(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count, size);
}

static void *failing_realloc(void *p, size_t size)
{
    return fails() ? NULL : realloc(p, size);
}

/* Set-up and a step; a library may also do without what it asked for */
static void fail_library_allocations(const parts *p, void *context)
{
    bool failed = p->linsolver && !p->projection;

    for (long k = 1; failed; k++) {
        mb_error err = {0};
        char spec[MB_SPEC_SIZE];
        mb_solver *solver;
        mb_status status;

        spell(p, 1e-3, spec, sizeof spec);
        until_failure = k;
        status = mb_solver_create(context, spec, &solver, &err);
        if (status == MB_OK)
            status = mb_solver_start(solver, &err);
        if (status == MB_OK)
            status = mb_solver_step(solver, 1e-3, &err);
        failed = until_failure == 0;
        until_failure = 0;
        cr_assert(status == MB_OK || status == MB_NOT_APPLICABLE ||
                      (failed && status == MB_NO_MEMORY),
                  "%s, allocation %ld: %s", spec, k, err.text);
        mb_solver_destroy(solver);
    }
}

Test(compositions, survive_every_failing_allocation_of_suitesparse, .timeout = 600)
{
    mb_model *model = model_of("double-four-bar");

    SuiteSparse_config.malloc_func = failing_malloc;
    SuiteSparse_config.calloc_func = failing_calloc;
    SuiteSparse_config.realloc_func = failing_realloc;
    for_each(fail_library_allocations, model);
    mb_model_destroy(model);
}

static void nan_force(const mb_model *model, double t, const double *q, const double *v,
                      double *force)
{
    (void)t, (void)q, (void)v;
    for (int i = 0; i < model->nv; i++)
        force[i] = NAN;
}

static void expect_non_finite(const parts *p, void *context)
{
    mb_solver *solver = make(context, p, 1e-3);
    mb_status status;
    mb_error err = {0};

    if (!solver)
        return;
    status = mb_solver_start(solver, &err);
    for (int i = 0; status == MB_OK && i < 3; i++)
        status = mb_solver_step(solver, 1.0, &err);
    cr_assert(status == MB_NON_FINITE, "status %d: %s", status, err.text);
    cr_assert(strlen(err.text) > 0);
    mb_solver_destroy(solver);
}

Test(compositions, nan_from_a_problem_is_a_status)
{
    mb_model *model = model_of("double-four-bar");
    mb_ops ops = *model->ops;

    ops.force = nan_force;
    model->ops = &ops;
    for_each(expect_non_finite, model);
    mb_model_destroy(model);
}

/* Parameters with which a formulation's own errors and gains stay below those of the steps looked
 * at, and do not depend on h */
static const char *mild(const mb_formulation *formulation)
{
    if (strcmp(formulation->name, "penalty") == 0)
        return ":alpha=1e8,omega=1";
    if (strcmp(formulation->name, "hamiltonian") == 0)
        return ":xi=10";
    return strcmp(formulation->name, "fuzzy") == 0 ? ":kp=1,kd=0.1,ku=100" : "";
}

/* A double pendulum, smooth up to t = 1 s: in natural coordinates where the method needs their
 * discrete gradients.  Choices of independent coordinates change at the ends of steps, so at times
 * that vary with h; the single pendulum has few of them. */
static const char *smooth_problem(const parts *p)
{
    if (p->formulation->terms >> MB_TERM_DISCRETE_GRADIENT & 1u)
        return "double-pendulum-bayo";
    return p->integrator->order > 4 && p->formulation->settle ? "pendulum"
                                                              : "double-pendulum-welch";
}

/* Largest error of outputs up to t = 1 s */
static double error_at(const parts *p, double h)
{
    const mb_param *params = p->integrator->params;
    int tol = mb_param_index(params, "tol");
    char spec[MB_SPEC_SIZE];
    probe result;

    snprintf(spec, sizeof spec, "%s%s/%s:h=%.17g%s", p->formulation->name, mild(p->formulation),
             p->integrator->name, h, tol >= 0 && isfinite(params[tol].value) ? ",tol=1e-14" : "");
    result = probe_run(smooth_problem(p), spec, 1.0);
    return result.status == MB_OK ? result.error_max : (double)NAN;
}

/* Order between the two smallest steps whose errors stand above round-off, which is where they no
 * longer fall to a fourth: a pair with small error coefficients comes down to its order slowly */
static double smallest_steps(const parts *p, double h)
{
    double error = error_at(p, h), order = NAN, half;

    while ((half = error_at(p, h /= 2.0)) > 3e-13 && half < 0.25 * error) {
        order = log2(error / half);
        error = half;
    }
    return order;
}

static void check_order(const parts *p, void *context)
{
    int *count = context;
    double h, order;

    if (p->projection || p->linsolver || !goes_together(p) ||
        mb_param_index(p->integrator->params, "h") < 0)
        return;
    if (strcmp(p->formulation->name, "penalty") == 0 && p->integrator->order > 4)
        return; /* its elasticity, 3e-8, is above the errors of steps that show the order */
    h = p->integrator->order >= 4 ? 0.05 : p->integrator->order == 2 ? 2e-3 : 1e-3;
    order = p->integrator->order > 4 ? smallest_steps(p, h)
                                     : log2(error_at(p, h) / error_at(p, h / 2.0));
    cr_assert(isfinite(order) && fabs(order - p->integrator->order) <= 0.2, "%s/%s: order %.3f",
              p->formulation->name, p->integrator->name, order);
    ++*count;
}

Test(compositions, observed_order_is_the_stated_one, .timeout = 600)
{
    int count = 0;

    for_each(check_order, &count);
    cr_assert(count >= 30, "%d pairs", count);
}

Test(arkode, has_the_order_asked_for)
{
    static const struct {
        const char *problem, *spec[2];
        double t_end, order;
    } row[] = {
        {"double-pendulum-welch",
         {"lagrange/arkode:h=0.025,order=4", "lagrange/arkode:h=0.0125,order=4"},
         1.0,
         4.0},
        {"double-pendulum-welch",
         {"lagrange/arkode:h=0.05,order=5", "lagrange/arkode:h=0.025,order=5"},
         1.0,
         5.0},
        {"double-pendulum-welch",
         {"lagrange/arkode:h=0.025,order=6", "lagrange/arkode:h=0.0125,order=6"},
         1.0,
         6.0},
        {"triple-pendulum",
         {"lagrange/arkode:h=0.04,order=8", "lagrange/arkode:h=0.02,order=8"},
         2.0,
         8.0},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        probe coarse = probe_run(row[i].problem, row[i].spec[0], row[i].t_end);
        probe fine = probe_run(row[i].problem, row[i].spec[1], row[i].t_end);
        double order = log2(coarse.error_max / fine.error_max);

        cr_assert(isfinite(order) && fabs(order - row[i].order) <= 0.2, "%s: order %.3f",
                  row[i].spec[0], order);
    }
}

static void check_tolerance(const parts *p, void *context)
{
    static const char *const tol[] = {"1e-4", "1e-5", "1e-6", "1e-7"};
    int *count = context;
    double error[4];

    if (p->projection || p->linsolver || !error_controlled(p->integrator) || !goes_together(p) ||
        strcmp(p->formulation->name, "penalty") == 0)
        return;
    for (int i = 0; i < 4; i++) {
        char spec[MB_SPEC_SIZE];
        probe result;

        snprintf(spec, sizeof spec, "%s/%s:tol=%s", p->formulation->name, p->integrator->name,
                 tol[i]);
        result = probe_run("double-pendulum-welch", spec, 1.0);
        if (result.status == MB_NOT_APPLICABLE) /* for a reason, as run_twice has seen */
            return;
        cr_assert(result.status == MB_OK, "%s: %s", spec, result.error.text);
        error[i] = result.error_max;
        /* errors of a run gather what the tolerance allows in each step */
        cr_assert(isfinite(error[i]) && error[i] < 300.0 * strtod(tol[i], NULL), "%s: error %g",
                  spec, error[i]);
    }
    cr_assert(error[3] < error[0] / 50.0, "%s/%s: %g to %g", p->formulation->name,
              p->integrator->name, error[0], error[3]);
    ++*count;
}

Test(compositions, errors_fall_with_the_tolerance, .timeout = 600)
{
    int count = 0;

    for_each(check_tolerance, &count);
    cr_assert(count >= 12, "%d pairs", count);
}

/* A projection that a spec names acts: rows are met to round-off, with those of rotations and those
 * without a Phi too */
static void check_projection(const parts *p, void *context)
{
    static const struct {
        const char *problem;
        double t_end;
    } row[] = {{"four-bar", 1.0}, {"spatial-slider-crank", 0.1}, {"epicyclic-gears", 0.05}};
    char spec[MB_SPEC_SIZE];

    (void)context;
    if (!p->projection || p->linsolver || p->formulation->projects || !goes_together(p))
        return;
    spell(p, 2e-3, spec, sizeof spec);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        probe result = probe_run(row[i].problem, spec, row[i].t_end);

        if (result.status == MB_NOT_APPLICABLE) /* for a reason, as run_twice has seen */
            continue;
        cr_assert(result.status == MB_OK, "%s, %s: %s", row[i].problem, spec, result.error.text);
        cr_assert(isfinite(result.phi_max) && result.phi_max < 1e-13, "%s, %s: |Phi| %g",
                  row[i].problem, spec, result.phi_max);
        cr_assert(isfinite(result.phidot_max) && result.phidot_max < 1e-12, "%s, %s: |D v| %g",
                  row[i].problem, spec, result.phidot_max);
    }
}

Test(compositions, projections_leave_round_off_only, .timeout = 600)
{
    for_each(check_projection, NULL);
}

static void check_linsolver(const parts *p, void *context)
{
    parts dense = *p;
    char spec[MB_SPEC_SIZE], other[MB_SPEC_SIZE];
    probe a, b;

    (void)context;
    if (!p->linsolver || strcmp(p->integrator->name, "heun") != 0)
        return;
    dense.linsolver = mb_linsolvers(&(int){0})[0];
    spell(p, 5e-3, spec, sizeof spec);
    spell(&dense, 5e-3, other, sizeof other);
    a = probe_run("n-four-bar:N=12", spec, 0.5);
    if (a.status == MB_NOT_APPLICABLE)
        return;
    b = probe_run("n-four-bar:N=12", other, 0.5);
    cr_assert(a.status == MB_OK && b.status == MB_OK, "%s: %s%s", spec, a.error.text, b.error.text);
    for (int i = 0; i < 4; i++)
        cr_assert(isfinite(a.outputs[i]) && fabs(a.outputs[i] - b.outputs[i]) < 1e-8,
                  "%s: output %d %.15g, dense %.15g", spec, i, a.outputs[i], b.outputs[i]);
}

Test(compositions, linear_solvers_agree, .timeout = 600)
{
    for_each(check_linsolver, NULL);
}

Test(projections, are_applied_every_k_steps)
{
    probe every = probe_run("four-bar", "lagrange/rk4:h=1e-3/direct-correction", 0.1);
    probe tenth = probe_run("four-bar", "lagrange/rk4:h=1e-3/direct-correction:every=10", 0.1);

    cr_assert(every.status == MB_OK && tenth.status == MB_OK);
    /* 400 evaluations factorise the KKT matrix; each projection at least two D D' */
    cr_assert(every.counters.factorisations - tenth.counters.factorisations >= 2 * 90);
    cr_assert(tenth.counters.factorisations - tenth.counters.evaluations >= 2 * 10);
}

/* With a penalty factor that is not the formulation's to the last digit, each step has a
 * factorisation of its own for the accelerations at its end; the motion is the same to round-off,
 * which a penalty formulation multiplies by the factor. */
Test(projections, leave_their_factor_to_the_accelerations_at_the_same_place)
{
    static const char *const formulations[] = {"penalty:alpha=1e4,omega=0",
                                               "augmented-lagrangian:alpha=1e4"};
    static const char *const problems[] = {"four-bar", "double-four-bar", "heavy-top"};

    for (int k = 0; k < 6; k++) {
        char spec[MB_SPEC_SIZE], other[MB_SPEC_SIZE];
        const char *projection = "rk4:h=1e-3/mass-orthogonal:alpha";
        probe a, b;

        snprintf(spec, sizeof spec, "%s/%s=1e4", formulations[k % 2], projection);
        snprintf(other, sizeof other, "%s/%s=10000.000000000002", formulations[k % 2], projection);
        a = probe_run(problems[k / 2], spec, 0.02);
        b = probe_run(problems[k / 2], other, 0.02);
        cr_assert(a.status == MB_OK && b.status == MB_OK, "%s", a.error.text);
        cr_expect(b.counters.factorisations - a.counters.factorisations == 20, "%s: %ld, %ld", spec,
                  a.counters.factorisations, b.counters.factorisations);
        cr_expect(fabs(a.drift - b.drift) < 1e-9 && fabs(a.phi_max - b.phi_max) < 1e-12,
                  "%s: drift %.12g, %.12g", spec, a.drift, b.drift);
        for (int i = 0; i < 2; i++)
            cr_expect(fabs(a.outputs[i] - b.outputs[i]) < 1e-9, "%s: output %d", spec, i);
    }
}

Test(projections, touch_only_the_levels_asked_for)
{
    probe none = probe_run("four-bar", "lagrange/rk4:h=1e-2", 1.0);
    probe position =
        probe_run("four-bar", "lagrange/rk4:h=1e-2/direct-correction:levels=position", 1.0);
    probe velocity =
        probe_run("four-bar", "lagrange/rk4:h=1e-2/direct-correction:levels=velocity", 1.0);

    cr_assert(none.phi_max > 1e-12 && none.phidot_max > 1e-12);
    cr_assert(position.phi_max < 1e-13 && position.phidot_max > 1e-12);
    cr_assert(velocity.phi_max > 1e-12 && velocity.phidot_max < 1e-12);
}

/* bayo1996 section 4.1: what the projections inside promise, redundant and nonholonomic rows
 * included */
Test(ali1, keeps_every_level_at_round_off)
{
    static const char *const problem[] = {"four-bar", "double-four-bar",  "heavy-top",
                                          "bricard",  "chaplygin-sleigh", "n-four-bar:N=30"};
    static const char *const integrator[] = {"trapezoidal", "implicit-midpoint"};

    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            char spec[MB_SPEC_SIZE];
            probe p;

            snprintf(spec, sizeof spec, "ali1/%s:h=2e-3", integrator[k]);
            p = probe_run(problem[i], spec, 0.5);
            cr_assert(p.status == MB_OK, "%s: %s", problem[i], p.error.text);
            cr_assert(p.phi_max < 1e-13 && p.phidot_max < 1e-12, "%s, %s: %g, %g", problem[i], spec,
                      p.phi_max, p.phidot_max);
            /* off the constraints bricard's redundant rows differ by little, which costs passes */
            cr_assert(p.counters.stopped == 0 || strcmp(problem[i], "bricard") == 0);
        }
}

/* alpha has to grow with masses, rows and 1/h^2: with 1e9 the governor is lost after 1.2 ms */
Test(ali3, penalty_follows_masses_rows_and_step)
{
    static const struct {
        const char *problem, *spec;
        double t_end;
    } row[] = {{"flyball-governor", "ali3/newmark:h=1e-5", 5e-3},
               {"n-four-bar:N=200", "ali3/newmark:h=2e-3", 0.3},
               {"n-four-bar:N=1000", "ali3/newmark:h=5e-3", 0.2}};
    probe unset = probe_run("double-four-bar", "ali3/newmark:h=1e-2", 1.0);
    probe given = probe_run("double-four-bar", "ali3:alpha=1e9/newmark:h=1e-2", 1.0);

    for (int i = 0; i < 3; i++) {
        probe p = probe_run(row[i].problem, row[i].spec, row[i].t_end);

        cr_assert(p.status == MB_OK, "%s: %s", row[i].problem, p.error.text);
        cr_assert(p.counters.stopped == 0 && p.phi_max < 1e-10 && p.error_max < 1e-4, "%s: %g",
                  row[i].problem, p.error_max);
    }
    /* the limit of the iterations does not depend on it */
    cr_assert(fabs(unset.drift / given.drift - 1.0) < 1e-6 &&
                  unset.counters.solves <= given.counters.solves,
              "%.9g and %.9g J, %ld and %ld solves", unset.drift, given.drift,
              unset.counters.solves, given.counters.solves);
}

/* 20001 rows: with the factor of short chains the passes would be thrice as many */
Test(chains, of_ten_thousand_loops_run_with_the_defaults)
{
    static const struct {
        const char *spec;
        double t_end;
        long solves; /* at most, by those of 40 loops */
    } row[] = {{"ali3/newmark:h=1e-2", 0.05, 45},
               {"augmented-lagrangian/dormand-prince:h=5e-2/mass-orthogonal", 0.1, 40}};
    const char *const given = "augmented-lagrangian:alpha=1e7/rk4:h=1e-2/mass-orthogonal:alpha=1e7";
    probe a = probe_run("double-four-bar", "augmented-lagrangian/rk4:h=1e-2/mass-orthogonal", 1.0);
    probe b = probe_run("double-four-bar", given, 1.0);

    for (int i = 0; i < 2; i++) {
        probe p = probe_run("n-four-bar:N=10000", row[i].spec, row[i].t_end);

        cr_assert(p.status == MB_OK, "%s: %s", row[i].spec, p.error.text);
        cr_assert(p.counters.stopped == 0 && p.counters.solves <= row[i].solves, "%s: %ld of %ld",
                  row[i].spec, p.counters.stopped, p.counters.solves);
        cr_assert(p.phi_max < 1e-9 && p.error_max < 1e-4, "%s: %g, %g", row[i].spec, p.phi_max,
                  p.error_max);
    }
    cr_assert(a.drift == b.drift && a.counters.solves == b.counters.solves);
}

/* Unset, omega is 10 but where nothing is left to stabilise; a given one stands */
Test(augmented_lagrangian, omega_is_zero_where_every_step_is_projected)
{
    static const struct {
        const char *unset, *given;
    } row[] = {
        {"augmented-lagrangian/rk4:h=1e-2/mass-orthogonal",
         "augmented-lagrangian:omega=0/rk4:h=1e-2/mass-orthogonal"},
        {"augmented-lagrangian/rk4:h=1e-2", "augmented-lagrangian:omega=10/rk4:h=1e-2"},
        {"augmented-lagrangian/rk4:h=1e-2/mass-orthogonal:every=2",
         "augmented-lagrangian:omega=10/rk4:h=1e-2/mass-orthogonal:every=2"},
        {"augmented-lagrangian/rk4:h=1e-2/mass-orthogonal:levels=velocity",
         "augmented-lagrangian:omega=10/rk4:h=1e-2/mass-orthogonal:levels=velocity"},
    };

    for (int i = 0; i < 4; i++)
        cr_assert(probe_run("four-bar", row[i].unset, 1.0).drift ==
                      probe_run("four-bar", row[i].given, 1.0).drift,
                  "%s", row[i].unset);
}

Test(ali1, takes_no_other_projection)
{
    probe p = probe_run("four-bar", "ali1/trapezoidal:h=1e-3/direct-correction", 1.0);

    cr_assert(p.status == MB_NOT_APPLICABLE && strstr(p.error.text, "has its projections inside"),
              "%s", p.error.text);
}

Test(implicit_integrators, stop_a_diverging_iteration_and_count_it)
{
    /* omega h far beyond the contraction of the fixed point */
    probe p = probe_run("four-bar", "penalty:omega=2000/trapezoidal:h=5e-3", 0.05);

    cr_assert(p.counters.stopped > 0, "%ld", p.counters.stopped);
}

Test(dormand_prince, error_falls_with_the_tolerance)
{
    double before = 1.0;

    for (int k = 4; k <= 12; k += 2) {
        char spec[MB_SPEC_SIZE];
        probe p;

        snprintf(spec, sizeof spec, "lagrange/dormand-prince:tol=1e-%d/kkt-projection", k);
        p = probe_run("double-pendulum-welch", spec, 5.0);
        cr_assert(p.status == MB_OK, "%s", p.error.text);
        cr_assert(p.t == 5.0 && p.phi_max < 1e-13);
        /* global errors in proportion to the local ones (Hairer, Norsett & Wanner II.3) */
        cr_assert(p.error_max < before / 20.0, "%s: %g after %g", spec, p.error_max, before);
        cr_assert(p.error_max < 1e3 * pow(10.0, -k), "%s: %g", spec, p.error_max);
        before = p.error_max;
    }
}

Test(dormand_prince, retries_and_evaluates_no_more_than_needed)
{
    probe plain = probe_run("four-bar", "lagrange/dormand-prince:tol=1e-6", 5.0);
    probe third =
        probe_run("four-bar", "lagrange/dormand-prince:tol=1e-6/direct-correction:every=3", 5.0);
    probe fixed = probe_run("four-bar", "lagrange/dormand-prince:h=1e-2/direct-correction", 1.0);

    /* six a trial, one for the first step size; one more where a projection moved the state */
    cr_assert(plain.status == MB_OK && plain.counters.rejected > 0);
    cr_assert(plain.counters.evaluations ==
              6 * (plain.counters.steps + plain.counters.rejected) + 1);
    cr_assert(third.counters.evaluations ==
              6 * (third.counters.steps + third.counters.rejected) + 1 + third.counters.steps / 3);
    cr_assert(fixed.counters.evaluations == 600);
}

/* experience of other programs with this mechanism (index 1, no stabilisation inside the stages):
 * 100 steps, drift 0.044 J, no change of branch */
Test(dormand_prince, passes_ten_singular_positions_in_steps_of_100_ms)
{
    const char *const spec[] = {
        "lagrange/dormand-prince:h=0.1/kkt-projection",
        "augmented-lagrangian/dormand-prince:h=0.1/mass-orthogonal",
        "ali1/dormand-prince:h=0.1",
    };

    for (int i = 0; i < 3; i++) {
        probe p = probe_run("double-four-bar", spec[i], 10.0);

        cr_assert(p.status == MB_OK, "%s", p.error.text);
        cr_assert(p.counters.steps == 100);
        cr_assert(p.branch_max < 1.0 && fabs(p.drift_max - 0.044) < 0.0005, "%g", p.drift_max);
    }
}

Test(coordinate_partitioning, keeps_every_level_and_switches)
{
    const char *const problem[] = {"four-bar", "double-pendulum-welch", "double-pendulum-bayo",
                                   "double-four-bar", "n-four-bar:N=5"};

    for (int i = 0; i < 5; i++) {
        probe p = probe_run(problem[i], "coordinate-partitioning/rk4:h=1e-3", 10.0);

        cr_assert(p.status == MB_OK, "%s: %s", problem[i], p.error.text);
        cr_assert(p.phi_max < 1e-12 && p.phidot_max < 1e-12, "%s: %g, %g", problem[i], p.phi_max,
                  p.phidot_max);
        cr_assert(p.error_max < 1e-4 && p.branch_max < 1.0, "%s: error %g", problem[i],
                  p.error_max);
        cr_assert(p.counters.switches > 0 && p.counters.switches < 100, "%s: %ld switches",
                  problem[i], p.counters.switches);
    }
}

/* marques2017 Fig. 7: the energy with coordinate partitioning is that with direct correction,
 * 2.7e-7 J from an independent program */
Test(coordinate_partitioning, energy_drift_is_close_to_that_of_direct_correction)
{
    probe p = probe_run("four-bar", "coordinate-partitioning/rk4:h=1e-3", 10.0);

    cr_assert(p.drift_max > 1.35e-7 && p.drift_max < 5.4e-7, "%g", p.drift_max);
}

/* The pendulum starts level with x dependent on y; at the lowest point y turns and x does not */
Test(coordinate_partitioning, without_a_switch_the_run_ends_at_the_dead_centre)
{
    probe p = probe_run("pendulum", "coordinate-partitioning:threshold=1e15/rk4:h=1e-3", 10.0);

    cr_assert(p.status == MB_STEP_FAILED, "%d", p.status);
    cr_assert(strstr(p.error.text, "independent"), "%s", p.error.text);
}

/* ---- fuzzy control --------------------------------------------------------------------------- */

Test(fuzzy, nada2023_table1_is_odd_and_grows)
{
    for (int j = 0; j < MB_FUZZY_TERMS; j++)
        for (int k = 0; k < MB_FUZZY_TERMS; k++) {
            double z = mb_fuzzy_rule[j][k];

            cr_assert(z == -mb_fuzzy_rule[4 - j][4 - k] && z == mb_fuzzy_rule[k][j]);
            cr_assert(j == 0 || z >= mb_fuzzy_rule[j - 1][k]);
        }
    cr_assert(mb_fuzzy_rule[0][0] == -1.0 && mb_fuzzy_rule[2][3] == 0.5);
}

static mb_fuzzy usual(mb_fuzzy_set set)
{
    return (mb_fuzzy){.set = set, .plateau = MB_FUZZY_PLATEAU, .foot = MB_FUZZY_FOOT};
}

static void controls(mb_fuzzy_set set, double x, double y, double expected)
{
    const mb_fuzzy f = usual(set);
    double u = mb_fuzzy_control(&f, x, y);

    cr_assert(isfinite(u) && fabs(u - expected) < 1e-9, "set %d: f(%g, %g) = %.12g, not %.12g",
              (int)set, x, y, u, expected);
    cr_assert(fabs(mb_fuzzy_control(&f, -x, -y) + u) < 1e-15);
}

/* Worked by hand from nada2023 eqs (14)-(18) and Table 1 */
Test(fuzzy, nada2023_eq18_by_hand)
{
    const mb_fuzzy one = usual(MB_FUZZY_TRIANGULAR), two = usual(MB_FUZZY_TRAPEZOIDAL);
    const mb_fuzzy three = usual(MB_FUZZY_GAUSSIAN);

    /* zero and small positive at 1/2 each, in one input and in both */
    controls(MB_FUZZY_TRIANGULAR, 0.25, 0.0, 0.25);
    controls(MB_FUZZY_TRIANGULAR, 0.25, 0.25, 0.5);
    /* strengths 0.4, 0.6, 0.2, 0.2 of values 0, 1/2, 1/2, 1 */
    controls(MB_FUZZY_TRIANGULAR, 0.1, 0.3, 0.6 / 1.4);
    controls(MB_FUZZY_TRIANGULAR, 1.0, -1.0, 0.0);
    controls(MB_FUZZY_TRIANGULAR, 3.0, 0.5, 1.0);
    controls(MB_FUZZY_TRAPEZOIDAL, 0.05, -0.1, 0.0);
    controls(MB_FUZZY_TRAPEZOIDAL, 0.25, 0.0, 0.25);
    controls(MB_FUZZY_TRAPEZOIDAL, 0.2, 0.1, 0.15);
    controls(MB_FUZZY_GAUSSIAN, 0.0, 0.0, 0.0);
    /* all 25 strengths are above zero: the equations evaluated in another language */
    controls(MB_FUZZY_GAUSSIAN, 0.5, 0.0, 0.483729017048);
    /* one input: third row of the table, strengths 0.4 and 0.6 of 0 and 1/2 */
    cr_assert(fabs(mb_fuzzy_control_one(&one, 0.3) - 0.3) < 1e-15);
    cr_assert(fabs(mb_fuzzy_control_one(&three, 0.3) - 0.326960587539) < 1e-9);
    cr_assert(mb_fuzzy_control_one(&two, -7.0) == -1.0);
    cr_assert(isnan(mb_fuzzy_control(&three, NAN, 0.0)));
}

Test(fuzzy, holds_what_lagrange_lets_go)
{
    const char *const set[] = {"triangular", "gaussian"};
    const char *const problem = "triple-pendulum:start=large";
    probe lagrange = probe_run(problem, "lagrange/dormand-prince:h=1e-2", 5.0);

    for (int i = 0; i < 2; i++) {
        char spec[MB_SPEC_SIZE];
        probe p;

        snprintf(spec, sizeof spec, "fuzzy:set=%s/dormand-prince:h=1e-2", set[i]);
        p = probe_run(problem, spec, 5.0);
        cr_assert(p.status == MB_OK, "%s", p.error.text);
        cr_assert(p.phi_max < 0.05 * lagrange.phi_max, "%s: %g against %g", spec, p.phi_max,
                  lagrange.phi_max);
    }
}

/* 1 ms: the first step's violation is round-off, so K_p = 1/(100 h) = 10, K_u = 100 K_p = 1000 and
 * K_d = 0.2/(K_u h) = 0.2; the controller rests in the first step */
Test(fuzzy, automatic_gains_follow_from_the_first_step)
{
    probe automatic = probe_run("four-bar", "fuzzy/rk4:h=1e-3", 1.0);
    probe given = probe_run("four-bar", "fuzzy:kp=10,kd=0.2/rk4:h=1e-3", 1.0);
    probe other = probe_run("four-bar", "fuzzy:kp=10,kd=0.1/rk4:h=1e-3", 1.0);

    cr_assert(automatic.status == MB_OK && given.status == MB_OK && automatic.phi_max > 0.0);
    cr_assert(fabs(automatic.phi_max - given.phi_max) < 1e-6 * given.phi_max);
    cr_assert(fabs(automatic.phi_max - other.phi_max) > 1e-3 * given.phi_max);
}

Test(last_step, is_shortened_to_meet_the_end)
{
    probe p = probe_run("four-bar", "lagrange/rk4:h=7e-3", 1.0);

    cr_assert(p.status == MB_OK && p.t == 1.0);
    cr_assert(p.counters.steps == 143); /* 142 of 7 ms and one of 6 ms */
}

Test(singular, is_reported_with_time_and_reason)
{
    probe p = probe_run("slider-crank-singular:start=singular", "lagrange/rk4:h=1e-3", 1.0);

    cr_assert(p.status == MB_SINGULAR, "%d", p.status);
    cr_assert(strstr(p.error.text, "t = 0"), "%s", p.error.text);
    p = probe_run("slider-crank-singular:start=singular", "penalty/rk4:h=1e-3", 0.1);
    cr_assert(p.status == MB_OK, "%s", p.error.text);
}

/* ---- specs ----------------------------------------------------------------------------------- */

static void canonical(const char *spec, const char *expected)
{
    char text[MB_SPEC_SIZE];
    mb_error err = {0};

    cr_assert(mb_solver_canonical(spec, text, sizeof text, &err) == MB_OK, "%s", err.text);
    cr_assert_str_eq(text, expected);
}

Test(specs, have_one_canonical_form)
{
    canonical("lagrange/rk4:h=1e-3", "lagrange/rk4:h=0.001");
    canonical("lagrange/rk4:h=1e-3/none/auto", "lagrange/rk4:h=0.001");
    canonical("baumgarte:beta=7,alpha=5.0/heun:h=1e-5", "baumgarte:beta=7/heun:h=1e-05");
    canonical("penalty:xi=1,alpha=1e8,omega=10/rk4:h=0.1/mass-orthogonal:levels=both,every=10/klu",
              "penalty:alpha=1e+08/rk4:h=0.1/mass-orthogonal:every=10/klu");
    canonical("lagrange/rk4:h=0.1/none/klu", "lagrange/rk4:h=0.1/none/klu");
    canonical("lagrange/arkode:order=5,tol=1e-6", "lagrange/arkode:tol=1e-06");
    canonical("lagrange/arkode:order=8,h=0.1", "lagrange/arkode:h=0.1,order=8");
    canonical("lagrange/dormand-prince:tol=1e-6", "lagrange/dormand-prince:tol=1e-06");
    canonical("lagrange/dormand-prince:h=1e-2", "lagrange/dormand-prince:h=0.01");
}

static void refused(const char *spec, const char *words)
{
    char text[MB_SPEC_SIZE];
    mb_error err = {0};

    cr_assert(mb_solver_canonical(spec, text, sizeof text, &err) == MB_BAD_INPUT, "%s", spec);
    cr_assert(strstr(err.text, words), "%s: '%s' does not say '%s'", spec, err.text, words);
}

Test(specs, are_refused_with_what_would_be_right)
{
    refused("lagrange", "names no integrator");
    refused("", "names no integrator");
    refused("nosuch/rk4:h=1e-3", "no formulation 'nosuch'; there are lagrange");
    refused("lagrange/nosuch:h=1", "no integrator 'nosuch'");
    refused("lagrange/rk4:h=1/nosuch", "no projection 'nosuch'");
    refused("lagrange/rk4:h=1/none/nosuch", "no linear solver 'nosuch'");
    refused("lagrange/rk4:h=1/none/auto/x", "more than four parts");
    refused("lagrange/rk4", "rk4 needs h=");
    refused("lagrange/arkode:order=5", "needs h= (fixed step) or tol= (error-controlled)");
    refused("lagrange/arkode:tol=1e-6,h=1e-3", "exclude each other");
    refused("lagrange/arkode:tol=1e-6,order=7", "one of 4|5|6|8");
    refused("lagrange/bdf", "bdf needs tol=");
    refused("lagrange/bdf:tol=1e-6,order=6", "must be at most 5");
    refused("lagrange/dormand-prince", "h= (fixed step) or tol= (error-controlled)");
    refused("lagrange/dormand-prince:h=1,tol=1e-6", "exclude each other");
    refused("lagrange/rk4:h=-1", "h=-1 is out of range");
    refused("lagrange/rk4:h=0", "must be above 0");
    refused("lagrange/rk4:h=nan", "finite number");
    refused("lagrange/rk4:h=1e999", "finite number");
    refused("lagrange/rk4:h=1,h=2", "given twice");
    refused("lagrange/rk4:h", "expected p=v");
    refused("lagrange/rk4:", "ends in ':'");
    refused("lagrange/rk4:h=1,", "nothing after it");
    refused("baumgarte:gamma=1/rk4:h=1", "no parameter 'gamma'; it has alpha, beta");
    refused("baumgarte:alpha=1,alpha_h=1,beta_h=1/rk4:h=1", "exclude each other");
    refused("baumgarte:alpha_h=1/rk4:h=1", "beta_h is missing");
    refused("lagrange/rk4:h=1/mass-orthogonal:every=1.5", "whole number");
    refused("lagrange/rk4:h=1/mass-orthogonal:levels=all", "one of position|velocity|both");
}

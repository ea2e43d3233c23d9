/* SPDX-License-Identifier: MIT */
/* Spatial mechanisms of a metre, of a micrometre and of a hundred kilometres: the same statuses,
 * notes and classes from every formulation with its default parameters, and the same motion in
 * units of the size. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/audit/precision.h"
#include "tests/fixtures/measured.h"
#include "tests/fixtures/scale_specs.h"

static const char *const specs[] = {
    SPECS_OF_ANY_SIZE,
    "lagrange/tr-bdf2:tol=1e-6",
};

static mb_result *result_of(const char *problem, const char *coordinates, const char *size,
                            const char *spec)
{
    char text[128];

    snprintf(text, sizeof text, "%s:size=%s,coordinates=%s", problem, size, coordinates);
    return measured(text, spec, 0.1);
}

/* Of the same class, but where a value is at the edge of one: tolerances and penalties that no spec
 * gives are those of published programs, in SI units, for mechanisms of some metres. */
static bool alike(double a, double b)
{
    return (isnan(a) && isnan(b)) || fmax(a, b) < 10.0 * fmin(a, b) || fmax(a, b) < 1e-6;
}

static void compare(const char *problem, const char *coordinates, const char *size,
                    const mb_result *one)
{
    const double unit = atof(size);

    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        mb_result *r = result_of(problem, coordinates, size, specs[i]);
        const mb_result *o = &one[i];
        mb_precision p = mb_precision_of(r), q = mb_precision_of(o);

        cr_expect(r->status == o->status, "%s %s at %s, %s: %s, not %s: %s", problem, coordinates,
                  size, specs[i], mb_run_status_word(r->status), mb_run_status_word(o->status),
                  r->reason);
        cr_expect_str_eq(r->note, o->note);
        cr_expect(labs(r->counters.unconverged - o->counters.unconverged) <= 4,
                  "%s %s at %s, %s: %ld", problem, coordinates, size, specs[i],
                  r->counters.unconverged);
        if (r->status == MB_RUN_OK && o->status == MB_RUN_OK) {
            cr_expect(alike(p.gap, q.gap) && alike(p.drift, q.drift),
                      "%s %s at %s, %s: gap %g, drift %g, not %g, %g", problem, coordinates, size,
                      specs[i], p.gap, p.drift, q.gap, q.drift);
            for (int k = 0; k < 3; k++)
                cr_expect(fabs(r->output[k] / unit - o->output[k]) < 1e-4,
                          "%s %s at %s, %s: %.12g, not %.12g", problem, coordinates, size, specs[i],
                          r->output[k] / unit, o->output[k]);
        }
        mb_results_unmap(r, 1);
    }
}

static void the_same(const char *problem)
{
    static const char *const coordinates[] = {"body", "euler"};
    enum { SPECS = sizeof specs / sizeof *specs };

    for (int c = 0; c < 2; c++) {
        mb_result *one = mb_results_map(SPECS);

        cr_assert(one);
        for (int i = 0; i < SPECS; i++) {
            mb_result *r = result_of(problem, coordinates[c], "1", specs[i]);

            one[i] = *r;
            mb_results_unmap(r, 1);
        }
        compare(problem, coordinates[c], "1e-6", one);
        compare(problem, coordinates[c], "1e5", one);
        mb_results_unmap(one, SPECS);
    }
}

Test(scale, a_heavy_top)
{
    the_same("scaled-top");
}

Test(scale, a_spatial_slider_crank)
{
    the_same("scaled-crank");
}

Test(scale, redundant_rows)
{
    the_same("scaled-bricard");
}

/* SPDX-License-Identifier: MIT */
/* What goes on between steps, where nothing but the work is looked at. */
#include <criterion/criterion.h>

#include <math.h>

#include "bench/audit/precision.h"
#include "tests/fixtures/measured.h"

/* Error-controlled steps over a bump of the road that none of them lands on. */
Test(between_steps, a_motion_that_is_passed_over_is_no_class)
{
    const char *const solver[] = {"ggl/radau5:tol=1e-4", "ggl/radau5:tol=1e-8"};

    for (size_t i = 0; i < 2; i++) {
        mb_result *result = measured("iltis-suspension", solver[i], 6.0);

        cr_expect(result->status == MB_RUN_OK && result->error_max < 1e-6, "%s: %g", solver[i],
                  result->error_max);
        cr_expect(mb_precision_passes_over(&result->energy) && isnan(class_of(result)),
                  "%s: %g J at steps, %g J between them", solver[i], result->energy.max_kinetic,
                  result->energy.between);
        mb_results_unmap(result, 1);
    }
}

/* SPDX-License-Identifier: MIT */
/* What a search takes for good enough. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/search.h"

static mb_result result;

/* Joints that open by 1e-5 of the size. */
static void make_good(void)
{
    mb_result_clear(&result);
    result.status = MB_RUN_OK;
    result.t_reached = 1.0;
    result.mh = 1;
    result.scale = 1.0;
    result.gap = 1e-5;
}

Test(goal, limits_are_all_to_be_kept)
{
    mb_search_goal limits;

    make_good();
    mb_search_no_limits(&limits);
    limits.limit[MB_SEARCH_ENERGY] = 0.1;
    result.energy.max_abs = 0.09;
    cr_expect(mb_search_reached(&limits, &result));
    limits.limit[MB_SEARCH_GAP] = 1e-6;
    cr_expect(!mb_search_reached(&limits, &result));
    limits.limit[MB_SEARCH_GAP] = NAN;
    limits.limit[MB_SEARCH_ERROR] = 1.0; /* not known: no reference */
    cr_expect(!mb_search_reached(&limits, &result));
    limits.limit[MB_SEARCH_ERROR] = NAN;
    result.counters.unconverged = 1; /* nothing known shows that it did no harm */
    cr_expect(!mb_search_reached(&limits, &result));
    result.counters.unconverged = 0;
    result.status = MB_RUN_BRANCH_CHANGE;
    cr_expect(!mb_search_reached(&limits, &result));
}

/* A class and limits: both; the error in m and rad with the reference's bound. */
Test(goal, limits_may_be_kept_beside_a_class)
{
    mb_search_goal both;

    make_good();
    mb_search_no_limits(&both);
    both.reach = 1e-2;
    cr_assert(mb_search_reached(&both, &result) && !mb_search_limited(&both));
    both.limit[MB_SEARCH_DISTANCE] = 1e-3;
    cr_expect(mb_search_limited(&both) && !mb_search_reached(&both, &result), "no reference");
    result.has_reference = true;
    result.error_max = 0.8e-3;
    result.error_bound = 0.1e-3;
    cr_expect(mb_search_reached(&both, &result));
    result.error_bound = 0.3e-3;
    cr_expect(!mb_search_reached(&both, &result));
    both.limit[MB_SEARCH_DISTANCE] = NAN;
    both.reach = 1e-8;
    both.limit[MB_SEARCH_GAP] = 1.0;
    cr_expect(!mb_search_reached(&both, &result), "the limit alone is kept");
}

Test(goal, a_reach_is_a_class)
{
    static const double class[] = {1e-2, 1e-3, 1e-4, 1e-6, 1e-8};
    mb_error err = {MB_OK, ""};

    for (int k = 0; k < 5; k++)
        cr_expect(mb_search_check_reach(class[k], &err) == MB_OK);
    cr_expect(mb_search_check_reach(1e-5, &err) == MB_BAD_INPUT && strstr(err.text, "1e-2, 1e-3"));
    cr_expect(mb_search_check_reach(1.0, &err) == MB_BAD_INPUT);
    cr_expect(mb_search_check_reach(NAN, &err) == MB_BAD_INPUT);
}

Test(goal, begins_at_a_part_of_the_run)
{
    const mb_search_goal parts = {.reach = 1e-4, .steps = 200, .budget = NAN};
    mb_error err = {MB_OK, ""};
    char spec[256];

    cr_assert(mb_search_start(&parts, "lagrange/rk4:h=0.001", 3.0, spec, sizeof spec, &err) ==
              MB_OK);
    cr_expect_str_eq(spec, "lagrange/rk4:h=0.015");
    cr_assert(mb_search_start(&parts, "ggl/radau5:tol=1e-06", 3.0, spec, sizeof spec, &err) ==
              MB_OK);
    cr_expect_str_eq(spec, "ggl/radau5:tol=1e-06", "a tolerance suits every mechanism");
}

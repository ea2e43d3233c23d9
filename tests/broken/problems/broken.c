/* Mechanisms that cannot be set up. */
#include "problems/model.h"

static mb_status crash(mb_model *model, mb_error *err)
{
    volatile int *volatile nowhere = NULL;

    (void)model;
    (void)err;
    *nowhere = 1;
    return MB_OK;
}

static mb_status fail(mb_model *model, mb_error *err)
{
    return mb_fail(err, MB_BAD_INPUT, "%s: no start satisfies the rows", model->problem->name);
}

const mb_problem mb_problem_crashing = {.name = "crashing",
                                        .title = "its set-up crashes",
                                        .source = "tests",
                                        .traps = "",
                                        .t_end = 1.0,
                                        .scale = 1.0,
                                        .setup = crash};

const mb_problem mb_problem_failing = {.name = "failing",
                                       .title = "its set-up fails",
                                       .source = "tests",
                                       .traps = "",
                                       .t_end = 2.0,
                                       .scale = 1.0,
                                       .setup = fail};

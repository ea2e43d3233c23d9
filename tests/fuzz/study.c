/* SPDX-License-Identifier: MIT */
/* Fuzz target: the study loader.  Whatever the text, the plan is made or refused with a message. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "bench/study/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const mb_study_options options = {.quick = size % 2 == 0, .t_end = NAN};
    mb_error err = {MB_OK, ""};
    mb_study study;
    mb_plan plan;

    if (mb_plan_create(&plan, &err) != MB_OK)
        return 0;
    if (mb_study_parse("input", (const char *)data, size, &options, &plan, &study, &err) != MB_OK &&
        !err.text[0])
        abort(); /* refused without a word */
    mb_plan_free(&plan);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* What trials share. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bench/parts/trials.h"

void mb_trial_say(mb_trial_page *page, mb_finding_kind kind, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    page->finding.kind = kind;
    vsnprintf(page->finding.text, sizeof page->finding.text, format, args);
    va_end(args);
}

bool mb_trial_is_wrong(const mb_trial_page *page)
{
    return page->finding.kind == MB_FINDING_WRONG;
}

void mb_trial_at(mb_trial_page *page, const char *what, const char *spec, const char *problem)
{
    snprintf(page->at, sizeof page->at, "%s of %s on %s", what, spec, problem);
}

mb_solver *mb_trial_make(const mb_model *model, const char *spec, mb_trial_page *page,
                         mb_error *err)
{
    mb_solver *solver;
    mb_status status;

    mb_error_clear(err);
    mb_trial_at(page, "set-up", spec, model->problem->name);
    status = mb_solver_create(model, spec, &solver, err);
    if (status != MB_OK && status != MB_NOT_APPLICABLE)
        mb_trial_say(page, MB_FINDING_WRONG, "%s: %s: %s", page->at, mb_status_text(status),
                     err->text);
    else if (status == MB_NOT_APPLICABLE && strlen(err->text) < 15)
        mb_trial_say(page, MB_FINDING_WRONG, "%s is refused without a reason", page->at);
    return solver;
}

mb_status mb_trial_walk(mb_solver *solver, const char *spec, double t_end, long most,
                        mb_trial_page *page, mb_error *err)
{
    mb_status status;

    mb_trial_at(page, "a step", spec, solver->model->problem->name);
    MB_TRY(mb_solver_start(solver, err));
    while (solver->state.t < t_end && solver->counters.steps < most)
        MB_TRY(mb_solver_step(solver, t_end, err));
done:
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "bench/command/trial.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/child/clock.h"
#include "bench/command/selection.h"
#include "bench/session/session.h"

/* Searches begin at so many steps a run.  References and searches take a part of the time, timed passes
 * what is left. */
enum { FIRST_STEPS = 200, MOST_JOBS = 8 };
static const double searching = 0.7;

/* The mechanism with all solvers, as a plan. */
static mb_status make_plan(const mb_trial *trial, mb_plan *plan, mb_error *err)
{
    const mb_args words = {trial->solvers.count + 1, NULL};
    mb_selection selection;
    mb_status status;

    MB_TRY(mb_selection_create(&selection, &words, err));
    selection.problems.word[selection.problems.count++] = trial->problem;
    for (int i = 0; i < trial->solvers.count; i++)
        selection.solvers.word[selection.solvers.count++] = trial->solvers.word[i];
    selection.options.t_end = trial->t_end;
    selection.options.search = (mb_search_goals){1, &trial->goal};
    status = mb_selection_plan(&selection, plan, err);
    mb_selection_free(&selection);
    for (int i = 0; status == MB_OK && i < plan->count; i++)
        plan->run[i].timing = MB_TIMED_NEAR;
done:
    return status;
}

/* A record of one of the plan's runs. */
static bool is_ours(void *plan, const json_t *record)
{
    const mb_plan *p = plan;
    const char *of = mb_record_text(record, "key");

    for (int i = 0; of && i < p->count; i++) {
        char key[MB_HEX_SIZE];

        mb_hash_hex(p->run[i].key, key);
        if (strcmp(of, key) == 0)
            return true;
    }
    return false;
}

/* CPU time [s] for the search of one solver: all of them together keep to the budget where there is no
 * reference to be found. */
static double share(const mb_trial *trial, int solvers, int jobs)
{
    return searching * trial->budget * (jobs < solvers ? jobs : solvers) / solvers;
}

static int jobs_of(const mb_trial *trial)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);

    if (trial->jobs > 0)
        return trial->jobs;
    return processors < 1 ? 1 : processors > MOST_JOBS ? MOST_JOBS : (int)processors;
}

mb_status mb_trial_run(mb_trial *trial, mb_records *records, bool *interrupted, mb_error *err)
{
    const double now = mb_clock_wall();
    mb_session_options options = {.out = trial->out,
                                  .jobs = jobs_of(trial),
                                  .limits = {trial->budget, 2048.0},
                                  .timing = true,
                                  .search_until = now + searching * trial->budget,
                                  .until = now + trial->budget,
                                  .progress = MB_PROGRESS_AUTO};
    mb_session *session = NULL;
    mb_plan plan = {0};
    mb_status status;

    trial->goal.steps = FIRST_STEPS;
    trial->goal.budget = trial->budget; /* until it is known among how many it is shared */
    MB_TRY(mb_session_create(&options, &session, err));
    MB_TRY(make_plan(trial, &plan, err));
    trial->goal.budget = share(trial, plan.count, options.jobs);
    MB_TRY(mb_session_run(session, &plan, interrupted, err));
    trial->late = mb_session_unreferred(session);
    MB_TRY(mb_records_pick(records, trial->out, is_ours, &plan, err));
done:
    mb_session_destroy(session);
    mb_plan_free(&plan);
    return status;
}

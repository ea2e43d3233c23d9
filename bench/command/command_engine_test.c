/* SPDX-License-Identifier: MIT */
/* `mbsbench engine-test`: whether an adapter does what docs/engines.md asks for. */
#include "bench/command/commands.h"
#include "bench/command/findings.h"
#include "bench/validate/validate.h"

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    return mb_put_to_trials(&mb_command_engine_test, mb_validate, args, exit, err);
}

static const mb_option options[] = {
    {"ENGINE TRIAL...", NULL,
     "its name, or engine.NAME[:setting=value,...][/INTEGRATOR:h=...]: a line each for\n"
     "mechanisms whose motion is known and for what adapters must do; names of trials:\n"
     "only these (docs/engines.md)",
     MB_OPTION_LIST, MB_OPTION_AT(mb_trial_words, words), .needs = "a name",
     .missing = "give the name of an engine: that of its program mbsbench-engine-NAME"},
    {.word = NULL},
};

const mb_command mb_command_engine_test = {"engine-test",
                                           "ENGINE [TRIAL...]",
                                           options,
                                           .one_thread = true,
                                           .about =
                                               "tells what is wrong with the adapter of an engine",
                                           .examples = "mbsbench engine-test ode",
                                           .run = run};

/* `mbsbench engine-test`: whether an adapter does what docs/engines.md asks for. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/command/commands.h"
#include "bench/command/findings.h"
#include "bench/validate/validate.h"

struct request {
    mb_words words; /* the engine, then trials */
};

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.words.word = calloc((size_t)args->count + 1, sizeof *r.words.word)};
    int wrong = 0;
    mb_status status;

    if (!r.words.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_engine_test, args, &r, err));
    MB_TRY(mb_validate(r.words.word[0], r.words.word + 1, r.words.count - 1, mb_put_finding, &wrong,
                       err));
    *exit = mb_conclude_findings(&mb_command_engine_test, wrong);
done:
    free(r.words.word);
    return status;
}

static const mb_option options[] = {
    {"NAME TRIAL...", NULL,
     "an engine, or engine.NAME[:setting=value,...][/INTEGRATOR:h=...]: a line each for\n"
     "mechanisms whose motion is known and for what adapters must do; names of trials:\n"
     "only these (docs/engines.md)",
     MB_OPTION_LIST, MB_OPTION_AT(struct request, words), .needs = "a name",
     .missing = "give the name of an engine: that of its program mbsbench-engine-NAME"},
    {.word = NULL},
};

const mb_command mb_command_engine_test = {"engine-test",
                                           "NAME [TRIAL...]",
                                           options,
                                           .one_thread = true,
                                           .about =
                                               "tells what is wrong with the adapter of an engine",
                                           .examples = "mbsbench engine-test ode",
                                           .run = run};

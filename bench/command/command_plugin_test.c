/* `mbsbench plugin-test`: whether the parts of a plug-in do what all parts have to do. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/command/commands.h"
#include "bench/command/findings.h"
#include "bench/command/plugin_option.h"
#include "bench/parts/parts.h"

struct request {
    mb_words words; /* the library, then parts */
};

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.words.word = calloc((size_t)args->count + 1, sizeof *r.words.word)};
    int wrong = 0;
    mb_status status;

    if (!r.words.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_plugin_test, args, &r, err));
    MB_TRY(mb_try_parts(r.words.word[0], r.words.word + 1, r.words.count - 1, mb_put_finding,
                        &wrong, err));
    *exit = mb_conclude_findings(&mb_command_plugin_test, wrong);
done:
    free(r.words.word);
    return status;
}

static const mb_option options[] = {
    {"FILE.so PART...", NULL,
     "a library with parts of solvers: of each a line for what all parts must do; parts,\n"
     "NAME[:p=v,...]: only these, with these parameters (docs/plugins.md)",
     MB_OPTION_LIST, MB_OPTION_AT(struct request, words), .needs = "a name",
     .missing = "give the file of a library: mbsbench plugin-test FILE.so"},
    {.word = NULL},
};

const mb_command mb_command_plugin_test = {
    "plugin-test",
    "FILE.so [NAME[:p=v,...]...]",
    options,
    .plugins = mb_plugin_options,
    .one_thread = true,
    .about = "tells what is wrong with the parts of a plug-in",
    .examples = "mbsbench plugin-test ./critically-damped.so",
    .run = run};

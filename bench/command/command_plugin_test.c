/* SPDX-License-Identifier: MIT */
/* `mbsbench plugin-test`: whether the parts of a plug-in do what all parts have to do. */
#include "bench/command/commands.h"
#include "bench/command/findings.h"
#include "bench/command/plugin_option.h"
#include "bench/parts/parts.h"

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    return mb_put_to_trials(&mb_command_plugin_test, mb_try_parts, args, exit, err);
}

static const mb_option options[] = {
    {"FILE.so PART...", NULL,
     "a library with parts of solvers: of each a line for what all parts must do; parts,\n"
     "NAME[:p=v,...]: only these, with these parameters (docs/plugins.md)",
     MB_OPTION_LIST, MB_OPTION_AT(mb_trial_words, words), .needs = "a name",
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

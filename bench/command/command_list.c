/* SPDX-License-Identifier: MIT */
/* `mbsbench list`: what there is. */
#include <stdlib.h>

#include "bench/command/commands.h"
#include "bench/command/fits.h"
#include "bench/command/list.h"
#include "bench/command/plugin_option.h"

struct request {
    const char *what, *fits; /* one of the two */
    bool json;
};

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {0};
    json_t *array;
    mb_status status;

    (void)exit;
    MB_TRY(mb_options_take(&mb_command_list, args, &r, err));
    if (!r.what == !r.fits)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "list what?  problems, formulations, integrators, projections, linsolvers, "
                       "studies, format (the keys of mechanism files), or --fits SOLVER|PROBLEM"));
    MB_TRY(r.fits ? mb_list_fits(r.fits, &array, err) : mb_list(r.what, &array, err));
    if (r.json) {
        char *text = json_dumps(array, JSON_INDENT(1) | JSON_REAL_PRECISION(17));

        puts(text ? text : "[]");
        free(text);
    } else {
        mb_list_print(array, stdout);
    }
    json_decref(array);
done:
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"LIST", NULL, "one of those above; format: the keys of mechanism files", MB_OPTION_ONCE,
     AT(what), .needs = "one of them", .words = mb_list_words},
    {"--fits", "SOLVER|PROBLEM",
     "the problems that a solver fits, or an engine takes, or the parts of solvers and the\n"
     "engines that fit a problem, and why others do not",
     MB_OPTION_ONCE, AT(fits), .needs = "a solver or a problem"},
    {"--json", NULL, "as data for other tools", MB_OPTION_FLAG, AT(json)},
    {.word = NULL}};
#undef AT

const mb_command mb_command_list = {
    "list",
    "problems|formulations|integrators|projections|linsolvers|studies|format [--json]\n"
    "              --fits SOLVER|PROBLEM [--json]",
    options,
    .plugins = mb_plugin_options,
    .one_thread = true,
    .about = "lists what there is to choose from",
    .examples = "mbsbench list problems\n"
                "mbsbench list --fits four-bar\n"
                "mbsbench list --fits coordinate-partitioning/rk4:h=1e-3\n"
                "mbsbench list integrators --json",
    .run = run};

#include <stdlib.h>

#include "bench/command/commands.h"
#include "bench/command/list.h"

static mb_status parse(mb_args *args, const char **what, bool *json, mb_error *err)
{
    static const char *const known[] = {"--json", NULL};

    *what = NULL;
    *json = false;
    while (args->at < args->count) {
        if (mb_args_flag(args, "--json"))
            *json = true;
        else if (args->word[args->at][0] == '-')
            return mb_args_unknown(args, known, err);
        else if (*what)
            return mb_fail(err, MB_BAD_INPUT, "one list at a time: '%s' or '%s'", *what,
                           args->word[args->at]);
        else
            *what = args->word[args->at++];
    }
    if (!*what)
        return mb_fail(err, MB_BAD_INPUT,
                       "list what?  problems, formulations, integrators, projections, linsolvers "
                       "or studies");
    return MB_OK;
}

int mb_command_list(mb_args args)
{
    mb_error err = {MB_OK, ""};
    const char *what;
    bool json;
    json_t *array;

    if (parse(&args, &what, &json, &err) != MB_OK || mb_list(what, &array, &err) != MB_OK)
        return mb_command_failed("list", &err);
    if (json) {
        char *text = json_dumps(array, JSON_INDENT(1) | JSON_REAL_PRECISION(17));

        puts(text ? text : "[]");
        free(text);
    } else {
        mb_list_print(array, stdout);
    }
    json_decref(array);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        mb_fail(&err, MB_FAILURE, "cannot write to standard output");
        return mb_command_failed("list", &err);
    }
    return MB_EXIT_DONE;
}

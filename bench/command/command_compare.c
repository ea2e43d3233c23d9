/* `mbsbench compare`: times of two programs, measured in the same job. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "bench/command/commands.h"
#include "bench/command/selection.h"
#include "bench/compare/compare.h"

struct request {
    mb_selection selection;
    mb_compare_options options;
};

static mb_status program(const char *option, const char *value, const char **where, mb_error *err)
{
    mb_status status = mb_args_text(option, value, "a program, such as build/mbsbench", where, err);

    if (status == MB_OK && strchr(value, '/') && access(value, X_OK) != 0)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: %s; expected a program mbsbench", option, value,
                       strerror(errno));
    return status;
}

static mb_status parse_option(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const known[] = {
        "--base",  "--head",   "--problem",   "--solver",     "--t-end", "--quick", "--shard",
        "--study", "--rounds", "--threshold", "--time-limit", "--quiet", NULL};
    mb_compare_options *options = &r->options;
    const char *value;
    double percent;
    bool taken;
    mb_status status = mb_selection_take(&r->selection, args, &taken, err);

    if (taken || status != MB_OK)
        return status;
    if (mb_args_value(args, "--base", &value))
        return program("--base", value, &options->base, err);
    if (mb_args_value(args, "--head", &value))
        return program("--head", value, &options->head, err);
    if (mb_args_value(args, "--study", &value))
        return mb_selection_study(&r->selection, value, err);
    if (mb_args_value(args, "--rounds", &value))
        return mb_args_whole("--rounds", value, 3, 500, &options->rounds, err);
    if (mb_args_value(args, "--time-limit", &value))
        return mb_args_number("--time-limit", value, 0.0, true, &options->time_limit, err);
    if (mb_args_value(args, "--threshold", &value)) {
        status = mb_args_number("--threshold", value, 0.0, true, &percent, err);
        options->least = 1.0 + percent / 100.0;
        return status;
    }
    if (!mb_args_flag(args, "--quiet"))
        return mb_args_unknown(args, known, err);
    options->progress = NULL;
    return MB_OK;
}

static void print_cell(const mb_compared *cell, double least)
{
    double threshold = mb_compare_threshold(cell, least);

    printf("%-15s", mb_compare_word(cell->verdict));
    if (isfinite(cell->ratio.median))
        printf("%.3f [%.3f, %.3f]  control %.3f  %.4g s -> %.4g s", cell->ratio.median,
               cell->ratio.lo, cell->ratio.hi, cell->control.median, cell->base, cell->head);
    if (isfinite(cell->ratio.median) && threshold > least)
        printf("  threshold %.3f", threshold);
    if (isfinite(cell->again.median))
        printf("  again %.3f [%.3f, %.3f]", cell->again.median, cell->again.lo, cell->again.hi);
    mb_put_line(stdout, "  %s  %s  t_end %g%s%s", cell->run->problem, cell->run->solver,
                cell->run->t_end, cell->reason[0] ? "  " : "", cell->reason);
}

/* Cells that were not compared are said, so that a pass is not taken for one of everything. */
static int print(const mb_comparison *c, double least)
{
    int timed = 0, neither = 0, bad = c->number[MB_COMPARE_SLOWER] + c->number[MB_COMPARE_FAILED];

    for (int v = MB_COMPARE_VERDICTS - 1; v >= 0; v--)
        for (int i = 0; i < c->count; i++)
            if ((int)c->cell[i].verdict == v)
                print_cell(&c->cell[i], least);
    for (int i = 0; i < c->count; i++) {
        timed += isfinite(c->cell[i].ratio.median);
        neither += c->cell[i].neither;
    }
    printf("%d cells, %d rounds each, intervals of level %.5g; least ratio that counts %.3f; "
           "controls within %.2f %%\n",
           c->count, c->rounds, c->level, least, 100.0 * expm1(c->control));
    for (int v = 0; v < MB_COMPARE_VERDICTS; v++)
        printf("%s%d %s", v ? ", " : "", c->number[v], mb_compare_word((mb_compare_verdict)v));
    printf("\ncompared: %d of %d cells\n", timed, c->count);
    if (bad > 0)
        return MB_EXIT_REGRESSION;
    if (neither == c->count)
        return MB_EXIT_NOTHING;
    if (c->number[MB_COMPARE_APART] > 0)
        return MB_EXIT_NOT_COMPARABLE;
    return timed > 0 ? MB_EXIT_DONE : MB_EXIT_NOTHING;
}

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_selection_create(&r->selection, args, err));
    while (args->at < args->count)
        MB_TRY(parse_option(r, args, err));
    MB_TRY(mb_selection_end(&r->selection, err));
    if (!r->options.base || !r->options.head)
        status =
            mb_fail(err, MB_BAD_INPUT,
                    "give both programs: --base PROGRAM, the one before the change, and --head "
                    "PROGRAM");
done:
    return status;
}

int mb_command_compare(mb_args args)
{
    struct request r = {.options = {.least = 1.03, .progress = stderr}};
    mb_comparison comparison = {0};
    mb_plan plan = {0};
    mb_error err = {MB_OK, ""};
    mb_status status;
    int exit = MB_EXIT_ERROR;

    MB_TRY(parse(&r, &args, &err));
    MB_TRY(mb_selection_plan(&r.selection, &plan, &err));
    MB_TRY(mb_compare(&plan, &r.options, &comparison, &err));
    exit = print(&comparison, r.options.least);
done:
    if (status != MB_OK)
        exit = mb_command_failed("compare", &err);
    mb_comparison_free(&comparison);
    mb_plan_free(&plan);
    mb_selection_free(&r.selection);
    return exit;
}

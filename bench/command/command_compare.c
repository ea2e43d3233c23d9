/* SPDX-License-Identifier: MIT */
/* `mbsbench compare`: times of two programs, measured in the same job. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "bench/command/commands.h"
#include "bench/command/plugin_option.h"
#include "bench/command/selection.h"
#include "bench/compare/compare.h"

struct request {
    mb_selection selection;
    mb_compare_options options;
    double percent; /* slow-down that counts */
    bool quiet;
};

static mb_status check_program(const char *option, const char *program, mb_error *err)
{
    if (strchr(program, '/') && access(program, X_OK) != 0)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: %s; expected a program mbsbench", option, program,
                       strerror(errno));
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

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_selection_create(&r->selection, args, err));
    MB_TRY(mb_options_take(&mb_command_compare, args, r, err));
    MB_TRY(mb_selection_end(&r->selection, err));
    MB_TRY(check_program("--base", r->options.base, err));
    MB_TRY(check_program("--head", r->options.head, err));
    r->options.least = 1.0 + r->percent / 100.0;
    r->options.progress = r->quiet ? NULL : stderr;
done:
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.percent = 3.0};
    mb_comparison comparison = {0};
    mb_plan plan = {0};
    mb_status status;

    MB_TRY(parse(&r, args, err));
    MB_TRY(mb_selection_plan(&r.selection, &plan, err));
    MB_TRY(mb_compare(&plan, &r.options, &comparison, err));
    *exit = print(&comparison, r.options.least);
done:
    mb_comparison_free(&comparison);
    mb_plan_free(&plan);
    mb_selection_free(&r.selection);
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
#define BOTH                                                                                       \
    .needs = "a program, such as build/mbsbench",                                                  \
    .missing = "give both programs: --base PROGRAM, the one before the change, and --head PROGRAM"
static const mb_option options[] = {
    {"--base", "PROGRAM", "the one before the change", MB_OPTION_TEXT, AT(options.base), BOTH},
    {"--head", "PROGRAM", "the one after it", MB_OPTION_TEXT, AT(options.head), BOTH},
    {"--study", "STUDY", "as STUDY without it", MB_OPTION_LIST, AT(selection.studies),
     .needs = "a name"},
    {"--rounds", "N", "of base, head and base again (as many as the level needs)", MB_OPTION_WHOLE,
     AT(options.rounds), .min = 3, .max = 500},
    {"--time-limit", "S", "of CPU for one run (the program's own)", MB_OPTION_NUMBER,
     AT(options.time_limit), .above = true},
    {"--threshold", "P", "least slow-down that counts, per cent (3)", MB_OPTION_NUMBER, AT(percent),
     .above = true},
    {"--quiet", NULL, "no progress", MB_OPTION_FLAG, AT(quiet)},
    {.word = NULL},
};
#undef BOTH
#undef AT

const mb_command mb_command_compare = {
    "compare",
    "--base PROGRAM --head PROGRAM [STUDY...] [--problem ...] [--solver ...] [--quick]",
    options,
    mb_selection_options,
    .plugins = mb_plugin_options,
    .one_thread = true,
    .about = "measures whether one program is slower than another",
    .examples = "mbsbench compare --base old/mbsbench --head build/mbsbench --problem four-bar "
                "--solver lagrange/rk4:h=1e-3",
    .run = run};

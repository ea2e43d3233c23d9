/* SPDX-License-Identifier: MIT */
/* `mbsbench reference`: the motion that runs are held against, as a table for other tools. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/files.h"
#include "bench/audit/truth.h"
#include "bench/command/commands.h"
#include "bench/mechanism/kept_reference.h"
#include "bench/mechanism/problem_file.h"

struct request {
    const char *problem;
    double every, t_end;
    const char *out;
};

/* Values that are kept until their bounds are known. */
enum { MOST_VALUES = 50000000 };

struct table {
    const mb_model *model;
    const mb_truth *truth;
    double every;
    long rows;
    double *value; /* (rows x noutputs) */
};

static double time_of(const struct table *table, long row)
{
    return table->model->t0 + (double)row * table->every;
}

static void put(const struct table *table, const char *problem, FILE *out)
{
    const mb_model *model = table->model;

    fprintf(out, "# reference of %s\n# known to t = %.17g s\n", problem,
            mb_truth_horizon(table->truth));
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared)
            fprintf(out, "# %s [%s], error at most %.3g\n", model->outputs[i].name,
                    model->outputs[i].unit, mb_truth_bound(table->truth, i));
    fputs("t", out);
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared)
            fprintf(out, ",%s", model->outputs[i].name);
    fputc('\n', out);
    for (long k = 0; k < table->rows; k++) {
        fprintf(out, "%.17g", time_of(table, k));
        for (int i = 0; i < model->noutputs; i++)
            if (model->outputs[i].compared)
                fprintf(out, ",%.17g", table->value[k * model->noutputs + i]);
        fputc('\n', out);
    }
}

static mb_status write_out(const struct table *table, const struct request *r, mb_error *err)
{
    FILE *file = strcmp(r->out, "-") == 0 ? stdout : fopen(r->out, "w");
    bool whole = file != NULL;

    if (file) {
        put(table, r->problem, file);
        whole = fflush(file) == 0 && !ferror(file);
    }
    if (file && file != stdout && fclose(file) != 0)
        whole = false;
    return whole ? MB_OK : mb_cannot_write("--out", r->out, err);
}

/* Rows up to the end asked for, or to where the reference is known: *cut. */
static mb_status follow(struct table *table, mb_truth *truth, double t_end, mb_arena *arena,
                        bool *cut, mb_error *err)
{
    const mb_model *model = table->model;
    /* a whole number of steps that falls short of the end by round-off is meant to reach it */
    const double span = (t_end - model->t0) / table->every;
    const double steps = floor(span + fmin(1e-12 * span, 1e-3));
    mb_status status;

    if (steps + 1.0 > (double)MOST_VALUES / (model->noutputs + 1))
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "--every %g up to %g s are %.0f rows; %d of these outputs fit in one table",
                       table->every, t_end, steps + 1.0, MOST_VALUES / (model->noutputs + 1)));
    MB_TRY(MB_TAKE(arena, &table->value, (size_t)(steps + 1.0) * (size_t)model->noutputs, err));
    *cut = false;
    for (long k = 0; k <= (long)steps; k++) {
        mb_truth_at(truth, time_of(table, k), table->value + k * model->noutputs);
        *cut = time_of(table, k) > mb_truth_horizon(truth) * (1.0 + 1e-12);
        if (*cut)
            break;
        table->rows = k + 1;
    }
done:
    return status;
}

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_status status = mb_options_take(&mb_command_reference, args, r, err);

    if (status != MB_OK)
        return status;
    if (!r->problem)
        return mb_fail(err, MB_BAD_INPUT,
                       "the reference of what?  A mechanism of the catalogue (mbsbench list "
                       "problems), or a file that ends in .yaml");
    if (!(r->every > 0.0))
        return mb_fail(err, MB_BAD_INPUT, "give --every DT, the seconds between two rows");
    return mb_args_output(args, "--out", r->out, err);
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-"};
    mb_arena *arena = mb_arena_create();
    mb_model *model = NULL;
    mb_problem_spec found;
    struct table table = {.rows = 0};
    mb_truth *truth;
    double t_end;
    bool cut;
    mb_status status;

    (void)exit;
    if (!arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(parse(&r, args, err));
    MB_TRY(mb_problem_open(r.problem, arena, stderr, &found, err));
    MB_TRY(mb_problem_model(r.problem, NULL, &model, err));
    t_end = r.t_end > 0.0 ? r.t_end : found.problem->t_end;
    MB_TRY(mb_truth_create(model, r.every, t_end, mb_reference_usual_folder(), arena, &truth, err));
    if (!truth)
        MB_TRY(mb_fail(err, MB_FAILURE,
                       "%s has no reference; 'mbsbench describe %s --reference' says why",
                       r.problem, r.problem));
    table = (struct table){.model = model, .truth = truth, .every = r.every};
    MB_TRY(follow(&table, truth, t_end, arena, &cut, err));
    MB_TRY(write_out(&table, &r, err));
    if (cut)
        fprintf(stderr,
                "mbsbench reference: the rows end at t = %g s of %g: the reference is not known "
                "further\n",
                time_of(&table, table.rows - 1), t_end);
done:
    mb_model_destroy(model);
    mb_arena_destroy(arena);
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"PROBLEM", NULL, "a mechanism of the catalogue, or a file that ends in .yaml or has a '/'",
     MB_OPTION_ONCE, AT(problem), .needs = "a name"},
    {"--every", "DT",
     "seconds between two rows of the table: CSV, a column an output, in SI units\n"
     "and radians; comments tell how far it is known and the bound of its error",
     MB_OPTION_NUMBER, AT(every), .needs = "seconds", .above = true},
    {"--t-end", "T", "[s] of the last row (default: the mechanism's own end)", MB_OPTION_NUMBER,
     AT(t_end), .needs = "seconds", .above = true},
    {"--out", "FILE", "the table (standard output)", MB_OPTION_TEXT, AT(out),
     .needs = "a file, or - for standard output"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_reference = {
    "reference",
    "PROBLEM[:p=v,...] --every DT [--t-end T] [--out FILE]",
    options,
    .one_thread = true,
    .about = "prints the motion that runs are held against",
    .examples = "mbsbench reference four-bar --every 0.1 --t-end 1 --out four-bar.csv",
    .run = run};

/* SPDX-License-Identifier: MIT */
/* CPU ratio of each run to the study's reference run, with its confidence interval; where a study
 * measured no ratios, the CPU time of a step with the spread of its samples. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/bars.h"
#include "report/charts/method_style.h"
#include "report/figures/catalogue_parts.h"
#include "report/records/grade.h"
#include "report/records/relevance.h"

typedef struct timed {
    const mb_report_run *row;
    double value, low, high; /* low, high NaN when unknown */
    bool reference;
} timed;

/* The bars of a group, and what has none. */
typedef struct timed_runs {
    bool ratios; /* which of the two quantities they show */
    int count, all;
    timed *run;
    int missing_count;
    const mb_report_run **missing;
} timed_runs;

static bool ratio_of(const mb_run_group *group, const mb_report_run *row, timed *b)
{
    const char *to = mb_record_text(mb_row_record(row), "ratio.to");

    b->value = mb_row_field(row, MB_FIELD_RATIO);
    b->low = mb_row_field(row, MB_FIELD_RATIO_LO);
    b->high = mb_row_field(row, MB_FIELD_RATIO_HI);
    b->reference = to && strcmp(to, row->solver) == 0;
    if (b->reference)
        b->low = b->high = NAN; /* it has no spread */
    for (int i = 0; isnan(b->value) && i < group->count; i++) {
        to = mb_record_text(mb_row_record(group->row[i]), "ratio.to");
        if (to && strcmp(to, row->solver) == 0) {
            b->value = 1.0;
            b->reference = true;
        }
    }
    return isfinite(b->value) && b->value > 0;
}

static bool step_cost_of(const mb_report_run *row, timed *b)
{
    const json_t *loop = json_object_get(json_object_get(mb_row_record(row), "cpu"), "loop");
    double scale;

    b->value = mb_row_field(row, MB_FIELD_CPU_PER_STEP);
    b->low = b->high = NAN;
    b->reference = false;
    scale = b->value / mb_row_cpu(row);
    for (size_t i = 0; isfinite(scale) && i < json_array_size(loop); i++) {
        double x = scale * json_number_value(json_array_get(loop, i));

        b->low = isnan(b->low) ? x : fmin(b->low, x);
        b->high = isnan(b->high) ? x : fmax(b->high, x);
    }
    return isfinite(b->value) && b->value > 0;
}

static int by_value(const void *a, const void *b)
{
    const timed *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return strcmp(x->row->label, y->row->label);
}

/* Of more than MB_CHART_BARS the most relevant ones stay. */
static mb_status choose(timed_runs *t, mb_arena *arena, mb_error *err)
{
    const mb_report_run **row;
    timed *kept;
    int *order;
    mb_status status;

    if (t->count <= MB_CHART_BARS)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &row, (size_t)t->count, err));
    MB_TRY(MB_TAKE(arena, &order, (size_t)t->count, err));
    MB_TRY(MB_TAKE(arena, &kept, MB_CHART_BARS, err));
    for (int i = 0; i < t->count; i++)
        row[i] = t->run[i].row;
    MB_TRY(mb_relevance_order(row, t->count, arena, order, err));
    for (int i = 0; i < MB_CHART_BARS; i++)
        kept[i] = t->run[order[i]];
    t->run = kept;
    t->count = MB_CHART_BARS;
done:
    return status;
}

/* The bars in ascending order. */
static mb_status collect(const mb_run_group *group, mb_arena *arena, timed_runs *t, mb_error *err)
{
    mb_status status;

    *t = (timed_runs){.count = 0};
    MB_TRY(MB_TAKE(arena, &t->run, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, &t->missing, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        t->ratios = t->ratios || mb_row_field(group->row[i], MB_FIELD_RATIO) > 0;
    for (int i = 0; i < group->count; i++) {
        timed *b = &t->run[t->count];

        b->row = group->row[i];
        if (t->ratios ? ratio_of(group, b->row, b) : step_cost_of(b->row, b))
            t->count++;
        else
            t->missing[t->missing_count++] = group->row[i];
    }
    t->all = t->count;
    MB_TRY(choose(t, arena, err));
    qsort(t->run, (size_t)t->count, sizeof *t->run, by_value);
done:
    return status;
}

/* Label of the run and, when it is not right, how it ended. */
static mb_status bar_of(const timed *b, const char *name, mb_arena *arena, mb_bar *bar,
                        mb_error *err)
{
    const mb_report_run *row = b->row;

    *bar = (mb_bar){.name = name,
                    .said = b->reference ? "(reference)" : "",
                    .value = b->value,
                    .low = b->low,
                    .high = b->high,
                    .colour = mb_method_style_of(row->solver).colour,
                    .highlighted = row->highlighted,
                    .hatched = mb_row_grade(row) == MB_CLASSLESS};
    if (!mb_row_explained(row))
        return MB_OK;
    return mb_arena_printf(arena, &bar->name, err, "%s  %s %s", bar->name, row->ok ? "○" : "×",
                           row->ok ? "no class" : row->status);
}

static mb_status describe(const mb_run_group *group, const timed_runs *t, const char *key,
                          mb_arena *arena, mb_chart *chart, mb_error *err)
{
    mb_status status;

    snprintf(chart->name, sizeof chart->name, "%s-cpu", group->file);
    chart->heading = "CPU time";
    MB_TRY(mb_arena_printf(arena, &chart->title, err, "%s: %s", group->title,
                           t->ratios ? "CPU ratio" : "CPU time of a step"));
    MB_TRY(mb_arena_printf(arena, &chart->caption, err, "%s; hatched: finished, but in no class. ",
                           t->ratios ? "CPU time of the time loop relative to the reference run, "
                                       "with the confidence interval of the median"
                                     : "CPU time of a step, with the range of the samples"));
    if (t->count < t->all)
        MB_TRY(mb_arena_printf(arena, &chart->caption, err,
                               "%s%d of %d bars are drawn: " MB_RELEVANCE_TEXT
                               "; the table %s.csv has all.",
                               chart->caption, t->count, t->all, group->file));
    MB_TRY(mb_arena_printf(arena, &chart->caption, err, "%s%s", chart->caption, key));
done:
    return status;
}

mb_status mb_catalogue_bars(const mb_run_group *group, const mb_chart_look *look,
                            const char *folder, mb_arena *arena, mb_charts *charts, mb_error *err)
{
    mb_bar_plot plot = {.look = *look};
    mb_bar bar[MB_CHART_BARS];
    timed_runs t;
    const mb_report_run *row[MB_CHART_BARS];
    const char *label[MB_CHART_BARS], *untimed, *key;
    mb_chart *chart;
    mb_status status;

    MB_TRY(collect(group, arena, &t, err));
    if (t.count == 0)
        return MB_OK;
    MB_TRY(mb_charts_add(charts, arena, &chart, err));
    for (int i = 0; i < t.count; i++)
        row[i] = t.run[i].row;
    MB_TRY(mb_chart_names(row, t.count, look, arena, label, &key, err));
    MB_TRY(describe(group, &t, key, arena, chart, err));
    for (int i = 0; i < t.count; i++)
        MB_TRY(bar_of(&t.run[i], label[i], arena, &bar[i], err));
    MB_TRY(mb_list_missing("not timed: ", t.missing, t.missing_count, arena, &untimed, err));
    MB_TRY(mb_group_line(group, "", arena, &plot.second, err));
    plot.name = chart->name;
    plot.title = chart->title;
    plot.label = t.ratios ? "CPU time relative to the reference" : "CPU time of a step  [µs]";
    plot.level = t.ratios ? 1.0 : 0.0;
    plot.note = untimed;
    MB_TRY(mb_bars_write(&plot, bar, t.count, folder, err));
done:
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Figures of bars: a metric with its interval, a bar a run, in the order of the study. */
#include <math.h>
#include <string.h>

#include "report/charts/bars.h"
#include "report/figures/figure_parts.h"
#include "report/records/grade.h"

/* The bar of a run: its metric, with the interval where it has one. */
static mb_bar bar_of(const mb_metric *metric, const mb_report_run *row)
{
    mb_bar bar = {.said = row->ok ? "no value" : row->status,
                  .value = NAN,
                  .low = NAN,
                  .high = NAN,
                  .highlighted = row->highlighted,
                  .hatched = mb_row_grade(row) == MB_CLASSLESS};
    char missing[MB_MISSING_SIZE];
    mb_measured value;

    if (!row->ok || !mb_metric_value(metric, row, &value, missing))
        return bar;
    bar.value = value.x;
    if (isfinite(value.x))
        bar.said = bar.hatched ? " ○" : "";
    if (value.lo < value.x || value.hi > value.x) {
        bar.low = value.lo;
        bar.high = value.hi;
    }
    return bar;
}

/* Bars are told apart by their places: the colours say the methods alone. */
static void colour_bars(const mb_figure_case *c, mb_bar *bars, const int *run, int n)
{
    mb_method_style style[MB_CHART_BARS];

    mb_figure_styles(c, run, n, style);
    for (int i = 0; i < n; i++)
        bars[i].colour = c->ledger->names > 0 ? style[i].colour
                                              : mb_method_style_of(c->asked[run[i]].solver).colour;
}

static mb_status collect(mb_figure_case *c, mb_bar *bars, int *count)
{
    const mb_report_run *row[MB_CHART_BARS] = {NULL};
    const char *label[MB_CHART_BARS];
    int run[MB_CHART_BARS] = {0}, runs = c->figure->run.runs, n = runs;
    mb_status status;

    if (n > MB_CHART_BARS)
        n = MB_CHART_BARS;
    for (int i = 0; i < n; i++) {
        row[i] = &c->asked[i];
        run[i] = i;
        bars[i] = bar_of(&c->figure->y, row[i]);
    }
    MB_TRY(mb_figure_labels(c, row, run, n, label));
    colour_bars(c, bars, run, n);
    for (int i = 0; i < n; i++)
        bars[i].name = c->figure->labels > 0 ? c->figure->label[i]
                       : *label[i]           ? label[i]
                                             : row[i]->solver;
    if (n < runs)
        MB_TRY(mb_figure_note(c, "%d further runs are not drawn; the table has them.", runs - n));
    *count = n;
done:
    return status;
}

mb_status mb_figure_bars(mb_figure_case *c)
{
    bool ratio = strcmp(c->figure->y.text, "cpu") == 0;
    mb_bar_plot plot = {
        .name = c->chart->name, .title = c->figure->title, .level = ratio ? 1.0 : 0.0};
    mb_bar bars[MB_CHART_BARS];
    int n, finite = 0;
    mb_status status;

    MB_TRY(collect(c, bars, &n));
    for (int i = 0; i < n; i++)
        finite += isfinite(bars[i].value);
    if (finite == 0) {
        c->chart->name[0] = '\0';
        return mb_figure_note(c, "Nothing can be drawn.");
    }
    MB_TRY(mb_figure_note_failures(c, &c->figure->y));
    MB_TRY(mb_figure_note_reference(c, &c->figure->y));
    MB_TRY(mb_figure_second(c, &plot.second));
    MB_TRY(mb_figure_metric_text(c, &c->figure->y, &plot.label));
    plot.note = c->note;
    plot.look = c->look;
    MB_TRY(mb_bars_write(&plot, bars, n, c->folder, c->err));
done:
    return status;
}

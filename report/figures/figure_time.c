/* SPDX-License-Identifier: MIT */
/* Figures of quantities of the series: against time, and one against another. */
#include <math.h>
#include <string.h>

#include "report/figures/figure_parts.h"
#include "report/records/grade.h"

/* Smallest magnitude that a logarithmic axis goes down to; of squares its square. */
static const double floor_value = 1e-18;

static double floor_of(const mb_figure *figure)
{
    for (int i = 0; i < figure->quantities; i++)
        if (figure->quantity[i].form == MB_QUANTITY_SQUARE ||
            figure->quantity[i].form == MB_QUANTITY_SQ)
            return floor_value * floor_value;
    return floor_value;
}

/* Names from the study, or from the specs of each curve's run and from its quantity. */
static mb_status name_curves(mb_figure_case *c, mb_curves *all)
{
    const mb_figure *figure = c->figure;
    const char *label[MB_CHART_LINES];
    mb_status status = MB_OK;

    if (figure->labels == 0)
        MB_TRY(mb_figure_labels(c, all->row, all->run, all->count, label));
    for (int i = 0; i < all->count && figure->labels == 0; i++) {
        const char *quantity = mb_quantity_name(&figure->quantity[all->quantity[i]]);

        all->curve[i].name = label[i];
        if (figure->kind == MB_FIGURE_TIME && figure->quantities > 1 && figure->run.runs == 1)
            all->curve[i].name = quantity;
        else if (figure->kind == MB_FIGURE_TIME && figure->quantities > 1)
            MB_TRY(mb_arena_printf(c->arena, &all->curve[i].name, c->err, "%s · %s", label[i],
                                   quantity));
    }
    MB_TRY(mb_curves_note_more(c, all));
done:
    return status;
}

/* The window of the figure, or the longest run. */
static void time_window(const mb_figure_case *c, double t[2])
{
    t[0] = isnan(c->figure->from) ? 0.0 : c->figure->from;
    t[1] = c->figure->till;
    for (int i = 0; isnan(c->figure->till) && i < c->figure->run.runs; i++)
        if (c->row[i])
            t[1] = fmax(t[1], mb_row_field(c->row[i], MB_FIELD_T_END));
}

/* y of one path against that of another one, at the rows in the window t. */
static mb_status follow(mb_figure_case *c, const mb_quantity_view *x, const mb_quantity_view *y,
                        const double t[2], mb_curve *curve)
{
    mb_status status = MB_OK;

    for (int i = 0; i < x->track->count && status == MB_OK; i++)
        if (x->track->t[i] >= t[0] && x->track->t[i] <= t[1])
            status = mb_curve_add(c, curve, mb_quantity_at(x, i).last, mb_quantity_at(y, i).last);
    return status;
}

mb_status mb_curve_of(mb_figure_case *c, const mb_report_run *row, int quantity,
                      const mb_track *track, const double t[2], mb_curve *curve, const char **lacks)
{
    const mb_figure_quantity *q = &c->figure->quantity[quantity];
    mb_quantity_view x, y;
    mb_status status;

    MB_TRY(mb_quantity_of(q, track, mb_row_record(row), c->arena, &y, lacks, c->err));
    if (!*lacks && c->figure->kind == MB_FIGURE_PATH) {
        MB_TRY(mb_quantity_of(q - 1, track, mb_row_record(row), c->arena, &x, lacks, c->err));
        if (!*lacks)
            MB_TRY(follow(c, &x, &y, t, curve));
    } else if (!*lacks) {
        MB_TRY(mb_curve_thin(c, &y, t, curve));
    }
done:
    return status;
}

/* How the run ended, beside the name of its curve. */
static mb_status describe_end(mb_figure_case *c, const mb_report_run *row, const double t[2],
                              mb_curve *curve)
{
    char end[MB_WRAP_SIZE + 64];

    if (!mb_row_record(row))
        return mb_arena_printf(c->arena, &curve->end, c->err, "— no record");
    mb_describe_end(row, end, sizeof end);
    curve->classless = mb_row_grade(row) == MB_CLASSLESS;
    if (mb_row_field(row, MB_FIELD_T_REACHED) > t[1])
        end[0] = '\0'; /* it failed after what is drawn */
    return mb_arena_printf(c->arena, &curve->end, c->err, "%s", end);
}

/* A curve of a run; its name alone when the run has no record or its series lacks the columns. */
static mb_status add_curve(mb_figure_case *c, int i, int quantity, const mb_track *track,
                           const double t[2], mb_curves *all)
{
    const mb_figure *figure = c->figure;
    const mb_report_run *row = &c->asked[i];
    mb_curve *curve = &all->curve[all->count];
    int label = figure->kind == MB_FIGURE_TIME ? i * figure->quantities + quantity : i;
    const char *lacks;
    mb_status status;

    if (all->count == MB_CHART_LINES) {
        all->more++;
        return MB_OK;
    }
    MB_TRY(mb_curve_begin(c, 2 * MB_CHART_BINS + 2, curve));
    MB_TRY(mb_curve_of(c, row, quantity, track, t, curve, &lacks));
    MB_TRY(describe_end(c, row, t, curve));
    if (lacks && row->ok)
        MB_TRY(mb_arena_printf(c->arena, &curve->end, c->err, "— no %s in its series", lacks));
    if (figure->labels > 0)
        curve->name = figure->label[label];
    all->quantity[all->count] = quantity;
    all->run[all->count] = i;
    all->row[all->count++] = row;
done:
    return status;
}

/* The curves of a run. */
static mb_status add_run(mb_figure_case *c, int i, const double t[2], mb_curves *all)
{
    const mb_report_run *row = &c->asked[i];
    mb_track own = {0};
    const mb_track *track = c->track ? c->track[i] : &own;
    mb_status status = MB_OK;

    if (mb_row_record(row) && !c->track)
        mb_track_read(row->folder, mb_record_text(mb_row_record(row), "series"), &own);
    for (int k = c->figure->kind == MB_FIGURE_PATH; k < c->figure->quantities; k++)
        MB_TRY(add_curve(c, i, k, track, t, all));
    if (track->back > 0)
        MB_TRY(mb_figure_note(c, "%d rows of the series of %s are left out: their times go back.",
                              track->back, row->run));
done:
    mb_track_free(&own);
    return status;
}

/* Is the energy that of a mechanism on which forces work, so that its balance is looked at? */
static bool of_balance(const mb_figure_case *c)
{
    const mb_figure_quantity *q = c->figure->quantity;
    const json_t *record = mb_row_record(&c->asked[0]);
    const char *kind = record ? mb_record_text(record, "energy.kind") : NULL;

    return kind && strcmp(kind, "balance") == 0 && strcmp(q->text, "energy") == 0;
}

/* What the y axis shows: the quantity, or the names of several. */
static mb_status quantities_text(mb_figure_case *c, const char **text)
{
    const mb_figure_quantity *q = c->figure->quantity;
    const json_t *units = mb_figure_units(c);
    const char *unit = mb_quantity_unit(q, units);
    mb_status status;

    if (c->figure->quantities == 1 && of_balance(c)) {
        *text = "error of the energy balance  [J]";
        return MB_OK;
    }
    if (c->figure->quantities == 1)
        return mb_quantity_text(q, units, c->figure->log_y, c->arena, text, c->err);
    *text = "";
    for (int i = 0; i < c->figure->quantities; i++) {
        MB_TRY(mb_arena_printf(c->arena, text, c->err, "%s%s%s", *text, i ? ", " : "",
                               mb_quantity_name(&q[i])));
        if (strcmp(unit, mb_quantity_unit(&q[i], units)) != 0)
            unit = "SI units";
    }
    status = mb_arena_printf(c->arena, text, c->err, c->figure->log_y ? "|%s|  [%s]" : "%s  [%s]",
                             *text, unit);
done:
    return status;
}

/* Range of a logarithmic axis that runs which blew up do not flatten. */
static mb_axis_range log_span(const mb_figure *figure, const mb_curves *all)
{
    mb_log_range range = {0};

    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++)
            mb_log_range_add(&range, all->curve[i].y[k], !*all->curve[i].end);
    return mb_log_range_axis(&range, floor_of(figure));
}

/* A run's branch change has the time of the audit, not of the change. */
static mb_status note_branch(mb_figure_case *c, const mb_curves *all)
{
    static const char change[] = "× branch-change";

    for (int i = 0; i < all->count; i++)
        if (strncmp(all->curve[i].end, change, sizeof change - 1) == 0)
            return mb_figure_note(c, "branch-change: its time is the audit's, whose measure passes "
                                     "the threshold after the change itself.");
    return MB_OK;
}

static mb_status note_level(mb_figure_case *c)
{
    char number[MB_SHORT_SIZE];

    mb_short_number(c->level, number);
    return mb_figure_note(c, "Dotted: accuracy of the reference, %s.", number);
}

/* Leaves the figure out and says of each curve why it is empty. */
static mb_status nothing(mb_figure_case *c, const mb_curves *all)
{
    static const char dash[] = "— ";
    mb_status status = MB_OK;

    for (int i = 0; i < all->count; i++) {
        const char *why = all->curve[i].end;

        why += strncmp(why, dash, sizeof dash - 1) == 0 ? sizeof dash - 1 : 0;
        if (*why && mb_row_record(all->row[i]))
            MB_TRY(mb_figure_note(c, "%s: %s.", all->row[i]->run, why));
    }
    status = mb_curves_nothing(c);
done:
    return status;
}

/* Collects the curves of all runs; *t receives the window. */
static mb_status collect(mb_figure_case *c, double t[2], mb_curves *all)
{
    mb_status status = MB_OK;

    time_window(c, t);
    if (!(t[1] > t[0]) || !isfinite(t[1] - t[0])) /* no end time in any record */
        return MB_OK;
    for (int i = 0; i < c->figure->run.runs; i++)
        MB_TRY(add_run(c, i, t, all));
    if (!mb_curves_empty(all)) {
        MB_TRY(name_curves(c, all));
        MB_TRY(note_branch(c, all));
    }
done:
    return status;
}

mb_status mb_figure_time(mb_figure_case *c)
{
    mb_curves all = {0};
    mb_plot plot = {.x_label = "time t  [s]", .sample_ends = true};
    double t[2];
    mb_status status;

    MB_TRY(collect(c, t, &all));
    if (mb_curves_empty(&all))
        return nothing(c, &all);
    MB_TRY(quantities_text(c, &plot.y_label));
    plot.x = mb_axis_between(t[0], t[1], false);
    if (c->y)
        plot.y = *c->y;
    else if (c->figure->log_y)
        plot.y = log_span(c->figure, &all);
    else
        MB_TRY(mb_curves_span(c, &all, true, false, mb_axis_of, &plot.y));
    MB_TRY(mb_curves_note_edges(c, &all, &plot));
    if (c->level > fmax(plot.y.low, 0.0) && c->level < plot.y.high) {
        plot.level = c->level;
        MB_TRY(note_level(c));
    }
    MB_TRY(mb_curves_plot(c, &all, &plot));
done:
    return status;
}

mb_status mb_figure_path(mb_figure_case *c)
{
    const mb_figure_quantity *q = c->figure->quantity;
    mb_curves all = {0};
    mb_plot plot = {0};
    double t[2];
    mb_status status;

    MB_TRY(collect(c, t, &all));
    if (mb_curves_empty(&all))
        return nothing(c, &all);
    MB_TRY(mb_quantity_text(&q[0], mb_figure_units(c), false, c->arena, &plot.x_label, c->err));
    MB_TRY(mb_quantity_text(&q[1], mb_figure_units(c), false, c->arena, &plot.y_label, c->err));
    for (int i = 0; i < all.count; i++)
        all.curve[i].from_start = true;
    MB_TRY(mb_figure_note(c, "The marks stand at the %s.",
                          isnan(c->figure->from) ? "start" : "first time drawn"));
    MB_TRY(mb_curves_span(c, &all, false, false, mb_axis_of, &plot.x));
    MB_TRY(mb_curves_span(c, &all, true, false, mb_axis_of, &plot.y));
    MB_TRY(mb_curves_plot(c, &all, &plot));
done:
    return status;
}

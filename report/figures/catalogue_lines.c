/* SPDX-License-Identifier: MIT */
/* Violation, drift and error against time: figures of the kind `time`, logarithmic, a curve a
 * run. */
#include <math.h>
#include <string.h>

#include "report/figures/catalogue_parts.h"
#include "report/figures/figure_parts.h"

/* floor: smallest value its axis goes down to, far below round-off of any sensible mechanism */
static const struct {
    const char *word, *quantity, *title, *heading;
    double floor;
} kind[] = {
    {"position", "position.l2", "position violation", "Position violation against time", 1e-18},
    {"velocity", "velocity.l2", "velocity violation", "Velocity violation against time", 1e-18},
    {"energy", "energy", "energy drift", "Energy drift against time", 1e-16},
    {"error", "error", "error", "Error against the reference", 1e-18},
};

enum { KINDS = sizeof kind / sizeof kind[0] };

/* One quantity of a group. */
typedef struct lines {
    const mb_run_group *group;
    int kind;
    mb_figure_quantity quantity;
    double t_end;
    mb_ledger ledger; /* names the study alone */
    mb_chart_look look;
    const char *folder;
    mb_arena *arena;
    mb_error *err;
} lines;

/* The latest time of a group's runs. */
static double latest_time(const mb_run_group *group)
{
    double t_end = 0;

    for (int i = 0; i < group->count; i++) {
        double t = mb_row_field(group->row[i], MB_FIELD_T_END);

        t_end = isfinite(t) ? fmax(t_end, t) : t_end;
    }
    return t_end;
}

static mb_figure figure_of(lines *l)
{
    return (mb_figure){.id = "",
                       .where = "",
                       .kind = MB_FIGURE_TIME,
                       .quantities = 1,
                       .quantity = &l->quantity,
                       .log_y = true,
                       .from = 0.0,
                       .till = l->t_end};
}

/* One axis for all parts, so that they can be compared. */
static mb_status find_axis(lines *l, const mb_part *part, int parts, mb_axis_range *axis)
{
    const double t[2] = {0.0, l->t_end};
    mb_figure figure = figure_of(l);
    mb_figure_case c = {.figure = &figure, .arena = l->arena, .err = l->err};
    mb_log_range range = {0};
    mb_curve curve;
    mb_status status;

    MB_TRY(mb_curve_begin(&c, MB_CHART_BINS, &curve));
    for (int p = 0; p < parts; p++)
        for (int i = 0; i < part[p].count; i++) {
            const mb_report_run *row = part[p].row[i];
            const char *lacks;

            curve.count = 0;
            MB_TRY(mb_curve_of(&c, row, 0, part[p].track[i], t, &curve, &lacks));
            for (int k = 0; k < curve.count; k++)
                mb_log_range_add(&range, curve.y[k], row->ok);
        }
    *axis = mb_log_range_axis(&range, kind[l->kind].floor);
done:
    return status;
}

/* Accuracy of the reference, 0 when unknown or of another quantity. */
static double reference_bound(const lines *l)
{
    double bound = 0.0;

    for (int i = 0; i < l->group->count; i++) /* fmax passes over those that are not known */
        bound = fmax(bound, mb_row_field(l->group->row[i], MB_FIELD_ERROR_BOUND));
    return strcmp(kind[l->kind].word, "error") == 0 ? bound : 0.0;
}

/* Names the chart. */
static mb_status entitle(const lines *l, const mb_part *part, mb_chart *chart)
{
    snprintf(chart->name, sizeof chart->name, "%s-%s%s", l->group->file, kind[l->kind].word,
             part->suffix);
    chart->heading = kind[l->kind].heading;
    return mb_arena_printf(l->arena, &chart->title, l->err, "%s: %s", l->group->title,
                           kind[l->kind].title);
}

/* What stands beside it: for a paper all that would stand below the plot, too. */
static mb_status describe(const lines *l, const mb_part *part, const char *note, const char *key,
                          mb_chart *chart)
{
    const char *common = l->group->common;

    return mb_arena_printf(l->arena, &chart->caption, l->err, "%s%s%s%s%s%s%s",
                           *part->selected ? part->selected : "All runs. ",
                           l->look.paper ? "" : part->others, *common ? "All with " : "", common,
                           *common ? ". " : "", l->look.paper ? note : "", key);
}

static mb_status draw_part(lines *l, const mb_part *part, const mb_axis_range *axis,
                           mb_chart *chart)
{
    mb_figure figure = figure_of(l);
    mb_figure_case c = {.figure = &figure,
                        .ledger = &l->ledger,
                        .folder = l->folder,
                        .arena = l->arena,
                        .chart = chart,
                        .note = "",
                        .err = l->err,
                        .look = l->look,
                        .track = part->track,
                        .y = axis,
                        .level = reference_bound(l)};
    const mb_report_run *row[MB_CATALOGUE_LINES];
    mb_report_run asked[MB_CATALOGUE_LINES];
    const char *label[MB_CATALOGUE_LINES], *missing, *key;
    int run[MB_CATALOGUE_LINES];
    mb_status status;

    for (int i = 0; i < part->count; i++) {
        row[i] = part->row[i];
        asked[i] = *row[i];
        run[i] = i;
    }
    MB_TRY(mb_chart_names(row, part->count, &l->look, l->arena, label, &key, l->err));
    figure.run = (mb_run_list){.runs = part->count, .run = run};
    figure.labels = part->count;
    figure.label = label;
    c.row = row;
    c.asked = asked;
    MB_TRY(entitle(l, part, chart));
    figure.title = chart->title;
    if (!l->look.paper && *part->selected)
        MB_TRY(mb_figure_note(&c, "%s%s", part->selected, part->others));
    MB_TRY(mb_group_line(l->group, part->what, l->arena, &c.second, l->err));
    MB_TRY(mb_list_missing("No curve: ", part->missing, part->missing_count, l->arena, &missing,
                           l->err));
    if (*missing)
        MB_TRY(mb_figure_note(&c, "%s.", missing));
    MB_TRY(mb_figure_time(&c));
    MB_TRY(describe(l, part, c.note, key, chart));
done:
    return status;
}

mb_status mb_catalogue_lines(const mb_run_group *group, const mb_track *track,
                             const mb_chart_look *look, const char *folder, mb_arena *arena,
                             mb_charts *charts, mb_error *err)
{
    lines l = {.group = group,
               .t_end = latest_time(group),
               .ledger = {.study = group->study},
               .look = *look,
               .folder = folder,
               .arena = arena,
               .err = err};
    mb_part *parts;
    int count;
    mb_status status;

    MB_TRY(mb_parts_make(group, track, arena, &parts, &count, err));
    for (l.kind = 0; l.kind < KINDS; l.kind++) {
        mb_axis_range axis;

        MB_TRY(mb_quantity_parse(kind[l.kind].quantity, arena, &l.quantity, err));
        MB_TRY(find_axis(&l, parts, count, &axis));
        for (int i = 0; i < count; i++) {
            mb_chart *chart;

            MB_TRY(mb_charts_add(charts, arena, &chart, err));
            MB_TRY(draw_part(&l, &parts[i], &axis, chart));
            if (!*chart->name) /* nothing to draw */
                charts->count--;
        }
    }
done:
    return status;
}

/* Violation, drift or error against time: logarithmic, a line a run, its name where it ends. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/plot.h"
#include "report/records/grade.h"

enum { MAX_NOTES = 3 };

static const struct {
    const char *word, *title, *axis, *heading;
} quantity[MB_QUANTITIES] = {
    [MB_POSITION] = {"position", "position violation", "position violation ‖Φ‖₂  [SI units of Φ]",
                     "Position violation against time"},
    [MB_VELOCITY] = {"velocity", "velocity violation",
                     "velocity violation ‖dΦ/dt‖₂  [SI units of Φ / s]",
                     "Velocity violation against time"},
    [MB_ENERGY] = {"energy", "energy drift", "energy drift |E − E₀|  [J]",
                   "Energy drift against time"},
    [MB_ERROR] = {"error", "error", "largest |error| of the outputs  [m, rad]",
                  "Error against the reference"},
};

static const char *axis_name(const mb_run_group *group, mb_quantity what)
{
    const char *kind = mb_record_text(group->row[0]->record, "energy.kind");

    if (what == MB_ENERGY && kind && strcmp(kind, "balance") == 0)
        return "error of the energy balance  [J]";
    return quantity[what].axis;
}

/* The lines of a part as curves; the texts of their ends in `end`. */
static mb_status make_curves(const mb_part *part, mb_quantity what, double t_end,
                             mb_track_line *line, char (*end)[MB_WRAP_SIZE + 64], mb_curve *curve,
                             mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < part->count; i++) {
        MB_TRY(mb_line_make(part->track[i], what, t_end, MB_CHART_BINS, &line[i], err));
        mb_describe_end(part->row[i], end[i], sizeof end[i]);
        curve[i] = (mb_curve){.name = part->row[i]->label,
                              .end = end[i],
                              .classless = mb_row_grade(part->row[i]) == MB_CLASSLESS,
                              .count = line[i].count,
                              .x = line[i].t,
                              .y = line[i].v,
                              .colour = i,
                              .pattern = i};
    }
done:
    return status;
}

/* Which values of these lines the axis could not hold. */
static void find_edges(const mb_curve *curve, int n, mb_log_axis axis, bool *below, bool *above)
{
    *below = *above = false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < curve[i].count; k++) {
            *below = *below || curve[i].y[k] < axis.low;
            *above = *above || curve[i].y[k] > axis.high;
        }
}

static mb_status write_notes(const mb_part *part, const mb_curve *curve, mb_log_axis axis,
                             double bound, mb_arena *arena, mb_wrapped *notes, mb_error *err)
{
    const char *missing, *text = "";
    char number[MB_SHORT_SIZE];
    bool below, above;
    mb_status status;

    find_edges(curve, part->count, axis, &below, &above);
    MB_TRY(mb_list_missing("No curve: ", part->missing, part->missing_count, arena, &missing, err));
    mb_short_number(axis.low, number);
    if (below)
        MB_TRY(mb_arena_printf(arena, &text, err, "0 and values below %s lie on the lower edge.  ",
                               number));
    mb_short_number(axis.high, number);
    if (above)
        MB_TRY(mb_arena_printf(arena, &text, err, "%sValues above %s lie on the upper edge.  ",
                               text, number));
    mb_short_number(bound, number);
    if (bound > 0)
        MB_TRY(mb_arena_printf(arena, &text, err, "%sDotted: accuracy of the reference, %s.  ",
                               text, number));
    MB_TRY(mb_arena_printf(arena, &text, err, "%s%s%s", text, part->selected, missing));
    *notes = mb_wrap(text, MB_NOTE_WIDTH, MAX_NOTES);
done:
    return status;
}

/* Accuracy of the reference within the chart, 0 when unknown or outside. */
static double reference_bound(const mb_run_group *group, mb_quantity what, mb_log_axis axis)
{
    double bound = 0.0;

    for (int i = 0; i < group->count; i++) /* fmax passes over those that are not known */
        bound = fmax(bound, mb_record_number(group->row[i]->record, "error.bound"));
    return what == MB_ERROR && bound > axis.low && bound < axis.high ? bound : 0.0;
}

mb_status mb_chart_lines(const mb_run_group *group, const mb_part *part, mb_quantity what,
                         mb_log_axis axis, double t_end, const char *folder, mb_arena *arena,
                         mb_chart *chart, mb_error *err)
{
    mb_track_line line[MB_CHART_LINES] = {{0}};
    mb_curve curve[MB_CHART_LINES];
    char end[MB_CHART_LINES][MB_WRAP_SIZE + 64];
    mb_plot plot = {.name = chart->name,
                    .x_label = "time t  [s]",
                    .y_label = axis_name(group, what),
                    .x = mb_axis_between(0.0, t_end, false),
                    .y = mb_axis_between(axis.low, axis.high, true),
                    .level = reference_bound(group, what, axis),
                    .sample_ends = true};
    mb_status status;

    snprintf(chart->name, sizeof chart->name, "%s-%s%s", group->file, quantity[what].word,
             part->suffix);
    MB_TRY(
        mb_arena_printf(arena, &chart->title, err, "%s: %s", group->title, quantity[what].title));
    chart->heading = quantity[what].heading;
    MB_TRY(mb_arena_printf(arena, &chart->caption, err, "%s%s%s%s. %s",
                           *part->what ? "Runs " : "All runs", part->what,
                           *group->common ? "; all with " : "", group->common, part->selected));
    plot.title = chart->title;
    MB_TRY(mb_group_line(group, part->what, arena, &plot.second, err));
    MB_TRY(make_curves(part, what, t_end, line, end, curve, err));
    MB_TRY(write_notes(part, curve, axis, plot.level, arena, &plot.notes, err));
    MB_TRY(mb_plot_write(&plot, curve, part->count, folder, err));
done:
    for (int i = 0; i < MB_CHART_LINES; i++)
        mb_line_free(&line[i]);
    return status;
}

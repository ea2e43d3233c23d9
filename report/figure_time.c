/* Figures of a column of the series against time, a curve a run. */
#include <math.h>
#include <string.h>

#include "report/figure_parts.h"
#include "report/grade.h"

/* Smallest magnitude that a logarithmic axis goes down to. */
static const double floor_value = 1e-18;

/* Names from the study, or from the specs of each curve's run. */
static mb_status name_curves(mb_figure_case *c, mb_curves *all)
{
    const char *label[MB_CHART_LINES];
    mb_status status = MB_OK;

    if (c->figure->labels == 0)
        MB_TRY(mb_figure_labels(c, all->row, all->count, label));
    for (int i = 0; i < all->count; i++)
        if (c->figure->labels == 0)
            all->curve[i].name = label[i];
    MB_TRY(mb_curves_note_more(c, all));
done:
    return status;
}

/* What a curve shows of a part of the time: the ends of what the quantity was, with their times. */
typedef struct bin {
    int part; /* -1: none yet */
    double t_low, low, t_high, high;
} bin;

/* The ends of a row that stands for several steps, as they are drawn. */
static void ends_of(const mb_track *track, int row, mb_track_columns column, bool log, double *low,
                    double *high)
{
    *low = mb_track_value(track, row, column.low);
    *high = mb_track_value(track, row, column.high);
    if (log)
        *low = *high = fabs(mb_track_peak(track, row, column));
}

/* Of a bin the largest (log), or both ends in the order in which they came, so that oscillations
 * and peaks keep their edges.  Where one row holds both, the end nearer to the curve comes first.
 */
static mb_status add_bin(mb_figure_case *c, const bin *b, mb_curve *curve)
{
    double before = curve->count > 0 ? curve->y[curve->count - 1] : b->low;
    bool low_first = b->t_low < b->t_high ||
                     (b->t_low == b->t_high && fabs(b->low - before) <= fabs(b->high - before));
    mb_status status = MB_OK;

    if (!c->figure->log_y && b->low != b->high)
        MB_TRY(
            mb_curve_add(c, curve, low_first ? b->t_low : b->t_high, low_first ? b->low : b->high));
    if (c->figure->log_y || low_first)
        MB_TRY(mb_curve_add(c, curve, b->t_high, b->high));
    else
        MB_TRY(mb_curve_add(c, curve, b->t_low, b->low));
done:
    return status;
}

/* The column in the window t, thinned to what a chart shows. */
static mb_status thin(mb_figure_case *c, const mb_track *track, mb_track_columns column,
                      const double t[2], mb_curve *curve)
{
    bool log = c->figure->log_y;
    bin b = {.part = -1};
    mb_status status = MB_OK;

    for (int i = 0; i < track->count; i++) {
        double at = track->t[i], low, high;
        int part =
            at == t[1] ? MB_CHART_BINS - 1 : mb_part_of_time(at, t[0], t[1], MB_CHART_BINS - 1);

        ends_of(track, i, column, log, &low, &high);
        if (at < t[0] || at > t[1] || isnan(low) || isnan(high))
            continue;
        if (log && high == 0.0 && at <= 0.0) /* the start is exact */
            continue;
        if (part != b.part && b.part >= 0)
            MB_TRY(add_bin(c, &b, curve));
        if (part != b.part)
            b = (bin){part, at, low, at, high};
        if (low < b.low) {
            b.low = low;
            b.t_low = at;
        }
        if (high > b.high) {
            b.high = high;
            b.t_high = at;
        }
    }
    if (b.part >= 0)
        MB_TRY(add_bin(c, &b, curve));
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
            t[1] = fmax(t[1], mb_record_number(c->row[i]->record, "t_end"));
}

static bool one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list;
}

/* Unit of a named output, by the last part of its name: coordinates (P.x), forces (P0.fx), angles
 * (crank.angle), angular velocities (link2.wz). */
static const char *output_unit(const char *name)
{
    static const char *const angles[] = {"angle", "heading", "theta",  "phi",     "beta",
                                         "gamma", "delta",   "Theta",  "epsilon", "Phi",
                                         "Omega", "theta1",  "theta2", NULL};
    static const char *const lengths[] = {"x", "y", "z", "x1", "x2", "y1", "y2", "length", NULL};
    static const char *const forces[] = {"fx", "fy", "fz", "force", NULL};
    static const char *const spins[] = {"wx", "wy", "wz", "omega", NULL};
    const char *last = strrchr(name, '.');

    last = last ? last + 1 : name;
    return one_of(last, angles)    ? "rad"
           : one_of(last, lengths) ? "m"
           : one_of(last, forces)  ? "N"
           : one_of(last, spins)   ? "rad/s"
                                   : "SI units";
}

/* Label of an output or of its rate. */
static mb_status output_text(mb_figure_case *c, const char *name, bool rate, const char **text)
{
    bool log = c->figure->log_y;

    return mb_arena_printf(c->arena, text, c->err, "%s%s%s%s  [%s%s]", log ? "|" : "",
                           rate ? "d/dt " : "", name, log ? "|" : "", output_unit(name),
                           rate ? "/s" : "");
}

static mb_status column_text(mb_figure_case *c, const char **text)
{
    static const char *const known[][2] = {
        {"position_l2", "position violation ‖Φ‖₂  [SI units of Φ]"},
        {"velocity_l2", "velocity violation ‖dΦ/dt‖₂  [SI units of Φ / s]"},
        {"acceleration_l2", "acceleration violation ‖d²Φ/dt²‖₂  [SI units of Φ / s²]"},
        {"error", "largest |error| of the outputs  [m, rad]"}};
    const char *name = c->figure->column;
    bool log = c->figure->log_y;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i][0]) == 0) {
            *text = known[i][1];
            return MB_OK;
        }
    if (strcmp(name, "energy") == 0)
        *text = log ? "energy drift |E − E₀|  [J]" : "energy drift E − E₀  [J]";
    else if (strncmp(name, "multipliers.", 12) == 0)
        return mb_arena_printf(c->arena, text, c->err,
                               log ? "multiplier |λ| of row %s  [N, N m]"
                                   : "multiplier λ of row %s  [N, N m]",
                               name + 12);
    else if (strncmp(name, "phidot.", 7) == 0)
        return mb_arena_printf(c->arena, text, c->err,
                               log ? "|dΦ/dt| of row %s  [SI units of Φ / s]"
                                   : "dΦ/dt of row %s  [SI units of Φ / s]",
                               name + 7);
    else if (strncmp(name, "rows.", 5) == 0)
        return mb_arena_printf(
            c->arena, text, c->err,
            log ? "|Φ| of row %s  [SI units of Φ]" : "Φ of row %s  [SI units of Φ]", name + 5);
    else
        return output_text(c, strchr(name, '.') + 1, strncmp(name, "velocities.", 11) == 0, text);
    return MB_OK;
}

/* The curve of a run; none when its series lacks the column. */
static mb_status add_run(mb_figure_case *c, int i, const double t[2], mb_curves *all)
{
    const mb_row *row = c->row[i];
    mb_curve *curve = &all->curve[all->count];
    char end[MB_WRAP_SIZE + 64];
    mb_track track = {0};
    mb_track_columns column;
    mb_status status = MB_OK;

    mb_track_read(row->folder, mb_record_text(row->record, "series"), &track);
    column = mb_track_find(&track, c->figure->column);
    if (column.value < 0) {
        MB_TRY(mb_figure_note(c, "No curve of %s: %s.", row->run,
                              row->ok ? "its series lacks the column" : row->status));
        goto done;
    }
    if (all->count == MB_CHART_LINES) {
        all->more++;
        goto done;
    }
    MB_TRY(mb_curve_claim(c, 2 * MB_CHART_BINS + 2, curve));
    MB_TRY(thin(c, &track, column, t, curve));
    if (track.back > 0)
        MB_TRY(mb_figure_note(c, "%d rows of the series of %s are left out: their times go back.",
                              track.back, row->run));
    mb_describe_end(row, end, sizeof end);
    curve->classless = mb_row_grade(row) == MB_CLASSLESS;
    if (mb_record_number(row->record, "t_reached") > t[1])
        end[0] = '\0'; /* it failed after what is drawn */
    MB_TRY(mb_arena_printf(c->arena, &curve->end, c->err, "%s", end));
    if (c->figure->labels > 0)
        curve->name = c->figure->label[i];
    all->row[all->count++] = row;
done:
    mb_track_free(&track);
    return status;
}

/* Range of a logarithmic axis that runs which blew up do not flatten. */
static mb_axis_range log_span(const mb_curves *all)
{
    mb_log_range range = {0};
    mb_log_axis axis;

    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++)
            mb_log_range_add(&range, all->curve[i].y[k], !*all->curve[i].end);
    axis = mb_log_range_axis(&range, floor_value);
    return mb_axis_between(axis.low, axis.high, true);
}

mb_status mb_figure_time(mb_figure_case *c)
{
    mb_curves all = {0};
    mb_plot plot = {.x_label = "time t  [s]", .sample_ends = true};
    double t[2];
    mb_status status = MB_OK;

    time_window(c, t);
    if (!(t[1] > t[0]) || !isfinite(t[1] - t[0])) /* no end time in any record */
        return mb_curves_nothing(c);
    for (int i = 0; i < c->figure->run.runs; i++)
        if (c->row[i])
            MB_TRY(add_run(c, i, t, &all));
    if (mb_curves_empty(&all))
        return mb_curves_nothing(c);
    MB_TRY(name_curves(c, &all));
    MB_TRY(column_text(c, &plot.y_label));
    plot.x = mb_axis_between(t[0], t[1], false);
    if (c->figure->log_y)
        plot.y = log_span(&all);
    else
        MB_TRY(mb_curves_span(c, &all, true, false, mb_axis_of, &plot.y));
    MB_TRY(mb_curves_note_edges(c, &all, &plot));
    MB_TRY(mb_curves_plot(c, &all, &plot));
done:
    return status;
}

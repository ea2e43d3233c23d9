/* Figures of curves: time, sweep, points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/figure_parts.h"
#include "report/label.h"

/* Smallest magnitude that a logarithmic axis goes down to. */
static const double floor_value = 1e-18;

/* Curves as they are collected; what they hold lies in the arena. */
typedef struct curves {
    int count, more; /* drawn, and left out because there are too many */
    mb_curve curve[MB_CHART_LINES];
    const mb_row *row[MB_CHART_LINES]; /* a run of each, which names it */
} curves;

static mb_status claim_curve(mb_figure_case *c, int points, mb_curve *curve)
{
    mb_status status;

    *curve = (mb_curve){.name = "", .end = ""};
    MB_TRY(mb_claim(c->arena, &curve->x, (size_t)points, sizeof *curve->x, c->err));
    MB_TRY(mb_claim(c->arena, &curve->y, (size_t)points, sizeof *curve->y, c->err));
done:
    return status;
}

static void add_point(mb_curve *curve, double x, double y)
{
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

/* Names from the study, or from the specs of each curve's run. */
static mb_status name_curves(mb_figure_case *c, curves *all)
{
    const char *label[MB_CHART_LINES];
    mb_status status = MB_OK;

    if (c->figure->labels == 0)
        MB_TRY(mb_figure_labels(c, all->row, all->count, label));
    for (int i = 0; i < all->count; i++)
        if (c->figure->labels == 0)
            all->curve[i].name = label[i];
    if (all->more > 0)
        MB_TRY(mb_figure_note(c, "%d further curves are not drawn; the table has their runs.",
                              all->more));
done:
    return status;
}

static void span(const curves *all, bool of_y, bool log, mb_axis_range *axis)
{
    axis->log = log;
    axis->low = INFINITY;
    axis->high = -INFINITY;
    for (int i = 0; i < all->count; i++) {
        const mb_curve *curve = &all->curve[i];
        mb_axis_range one = mb_axis_of(of_y ? curve->y : curve->x, curve->count, log);
        bool any = false;

        for (int k = 0; k < curve->count; k++) {
            double v = of_y ? curve->y[k] : curve->x[k];

            any = any || (isfinite(v) && (!log || v > 0.0));
        }
        if (any) {
            axis->low = fmin(axis->low, one.low);
            axis->high = fmax(axis->high, one.high);
        }
    }
    if (axis->low > axis->high)
        *axis = mb_axis_of(NULL, 0, log);
}

static bool empty(const curves *all)
{
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++)
            if (!isnan(all->curve[i].y[k]))
                return false;
    return true;
}

static mb_status write_plot(mb_figure_case *c, const curves *all, mb_plot *plot)
{
    mb_status status;

    plot->name = c->chart->name;
    plot->title = c->figure->title;
    MB_TRY(mb_figure_second(c, &plot->second));
    plot->notes = mb_wrap(c->note, 118, MB_FIGURE_NOTES);
    MB_TRY(mb_plot_write(plot, all->curve, all->count, c->folder, c->err));
done:
    return status;
}

static mb_status nothing(mb_figure_case *c)
{
    c->chart->name[0] = '\0';
    return mb_figure_note(c, "Nothing can be drawn.");
}

/* ---- time ----------------------------------------------------------------------------------- */

/* Of each bin of time the value of largest magnitude (log), or the smallest and the largest one in
 * the order in which they came, so that oscillations keep their edges. */
static void thin(const mb_track *track, int column, const double t[2], bool log, mb_curve *curve)
{
    int bin = -1, low = -1, high = -1;

    for (int i = 0; i <= track->count; i++) {
        double v = i < track->count ? mb_track_value(track, i, column) : 0.0;
        int b = MB_CHART_BINS;

        if (i < track->count) {
            if (track->t[i] < t[0] || track->t[i] > t[1] || isnan(v))
                continue;
            v = log ? fabs(v) : v;
            if (log && v == 0.0 && track->t[i] <= 0.0) /* the start is exact */
                continue;
            b = (int)((track->t[i] - t[0]) / (t[1] - t[0]) * (MB_CHART_BINS - 1));
        }
        if (b != bin && bin >= 0) {
            int first = low < high ? low : high, last = low < high ? high : low;

            if (!log && first != last)
                add_point(curve, track->t[first], mb_track_value(track, first, column));
            last = log ? high : last;
            add_point(curve, track->t[last],
                      log ? fabs(mb_track_value(track, last, column))
                          : mb_track_value(track, last, column));
        }
        if (b != bin)
            low = high = i;
        bin = b;
        if (i == track->count)
            break;
        if (v < mb_track_value(track, low, column) && !log)
            low = i;
        if (v >
            (log ? fabs(mb_track_value(track, high, column)) : mb_track_value(track, high, column)))
            high = i;
    }
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

/* Named outputs are points' coordinates (P.x), angles (crank.angle) and others (P0.fx). */
static mb_status output_text(mb_figure_case *c, const char *name, const char **text)
{
    const char *last = strrchr(name, '.'), *unit = "SI units";

    last = last ? last + 1 : name;
    if (strlen(last) == 1 && strchr("xyz", *last))
        unit = "m";
    else if (strcmp(last, "angle") == 0)
        unit = "rad";
    else if (strlen(last) == 2 && *last == 'f')
        unit = "N";
    return mb_arena_printf(c->arena, text, c->err, c->figure->log_y ? "|%s|  [%s]" : "%s  [%s]",
                           name, unit);
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
    else if (strncmp(name, "rows.", 5) == 0)
        return mb_arena_printf(
            c->arena, text, c->err,
            log ? "|Φ| of row %s  [SI units of Φ]" : "Φ of row %s  [SI units of Φ]", name + 5);
    else
        return output_text(c, strncmp(name, "outputs.", 8) == 0 ? name + 8 : name, text);
    return MB_OK;
}

/* The curve of a run; none when its series lacks the column. */
static mb_status add_run(mb_figure_case *c, int i, const double t[2], curves *all)
{
    const mb_row *row = c->row[i];
    mb_curve *curve = &all->curve[all->count];
    char end[MB_WRAP_SIZE + 64];
    mb_track track = {0};
    int column;
    mb_status status = MB_OK;

    mb_track_read(row->folder, mb_record_text(row->record, "series"), &track);
    column = mb_track_column(&track, c->figure->column);
    if (column < 0) {
        MB_TRY(mb_figure_note(c, "No curve of %s: %s.", row->run,
                              row->ok ? "its series lacks the column" : row->status));
        goto done;
    }
    if (all->count == MB_CHART_LINES) {
        all->more++;
        goto done;
    }
    MB_TRY(claim_curve(c, 2 * MB_CHART_BINS + 2, curve));
    thin(&track, column, t, c->figure->log_y, curve);
    mb_describe_end(row, end, sizeof end);
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
static mb_axis_range log_span(const curves *all)
{
    mb_log_range range = {0};
    mb_log_axis axis;

    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++)
            mb_log_range_add(&range, all->curve[i].y[k], !*all->curve[i].end);
    axis = mb_log_range_axis(&range, floor_value);
    return (mb_axis_range){axis.low, axis.high, true};
}

mb_status mb_figure_time(mb_figure_case *c)
{
    curves all = {0};
    mb_plot plot = {.x_label = "time t  [s]", .sample_ends = true};
    double t[2];
    mb_status status = MB_OK;

    time_window(c, t);
    for (int i = 0; i < c->figure->run.runs; i++)
        if (c->row[i])
            MB_TRY(add_run(c, i, t, &all));
    if (empty(&all))
        return nothing(c);
    MB_TRY(name_curves(c, &all));
    MB_TRY(column_text(c, &plot.y_label));
    plot.x = (mb_axis_range){t[0], t[1], false};
    if (c->figure->log_y)
        plot.y = log_span(&all);
    else
        span(&all, true, false, &plot.y);
    MB_TRY(write_plot(c, &all, &plot));
done:
    return status;
}

/* ---- sweep and points ----------------------------------------------------------------------- */

/* Which curve a run belongs to: item (all items that are single runs count as one), problem and
 * solver without what varies along it. */
static mb_status curve_key(mb_figure_case *c, int item, const mb_row *row, const char **key)
{
    const mb_run_list *list = &c->figure->run;
    int entry = list->first[item + 1] - list->first[item] > 1 ? item : -1;
    const char *without = c->figure->x_param.name, *problem = row->problem, *solver = row->solver;
    mb_status status;

    if (without) {
        MB_TRY(mb_spec_without(row->problem, without, c->arena, &problem, c->err));
        MB_TRY(mb_spec_without(row->solver, without, c->arena, &solver, c->err));
    } else {
        MB_TRY(mb_spec_without_step(row->solver, c->arena, &solver, c->err));
    }
    MB_TRY(mb_arena_printf(c->arena, key, c->err, "%d %s %s", entry, problem, solver));
done:
    return status;
}

/* Adds a run's point to the curve of its key. */
static mb_status add_to_curve(mb_figure_case *c, int i, const char *key, const char **keys,
                              curves *all)
{
    const mb_row *row = c->row[i];
    bool parameter = c->figure->x_param.name;
    double x = parameter ? c->figure->x_param.value[i] : mb_figure_value(&c->figure->x, row);
    double y = mb_figure_value(&c->figure->y, row);
    int k = 0;

    while (k < all->count + all->more && strcmp(keys[k], key) != 0)
        k++;
    if (k == all->count + all->more) {
        keys[k] = key;
        if (k >= MB_CHART_LINES) {
            all->more++;
            return MB_OK;
        }
        mb_status status = claim_curve(c, c->figure->run.runs, &all->curve[k]);

        if (status != MB_OK)
            return status;
        all->curve[k].marked = true;
        all->row[k] = row;
        if (k < c->figure->labels)
            all->curve[k].name = c->figure->label[k];
        all->count++;
    }
    if (k < MB_CHART_LINES && isfinite(x) && (parameter || isfinite(y)))
        add_point(&all->curve[k], x, y);
    return MB_OK;
}

/* Points in ascending x, as far as they are not. */
static void sort_points(mb_curve *curve)
{
    for (int i = 1; i < curve->count; i++) {
        double x = curve->x[i], y = curve->y[i];
        int k = i;

        for (; k > 0 && curve->x[k - 1] > x; k--) {
            curve->x[k] = curve->x[k - 1];
            curve->y[k] = curve->y[k - 1];
        }
        curve->x[k] = x;
        curve->y[k] = y;
    }
}

static mb_status collect(mb_figure_case *c, curves *all)
{
    const mb_run_list *list = &c->figure->run;
    const char **keys;
    mb_status status;

    MB_TRY(mb_claim(c->arena, &keys, (size_t)list->runs + 1, sizeof *keys, c->err));
    for (int item = 0; item < list->items; item++)
        for (int i = list->first[item]; i < list->first[item + 1]; i++) {
            const char *key;

            if (!c->row[i])
                continue;
            MB_TRY(curve_key(c, item, c->row[i], &key));
            MB_TRY(add_to_curve(c, i, key, keys, all));
        }
    for (int k = 0; k < all->count && c->figure->x_param.name; k++)
        sort_points(&all->curve[k]);
done:
    return status;
}

/* What a curve's name leaves out: the parameter along it. */
static mb_status name_by_key(mb_figure_case *c, curves *all)
{
    mb_row *copy;
    const char *label[MB_CHART_LINES];
    const mb_row *row[MB_CHART_LINES];
    mb_status status;

    MB_TRY(mb_claim(c->arena, &copy, MB_CHART_LINES, sizeof *copy, c->err));
    for (int i = 0; i < all->count; i++) {
        const char *without = c->figure->x_param.name;

        copy[i] = *all->row[i];
        row[i] = &copy[i];
        if (without) {
            MB_TRY(mb_spec_without(copy[i].problem, without, c->arena, &copy[i].problem, c->err));
            MB_TRY(mb_spec_without(copy[i].solver, without, c->arena, &copy[i].solver, c->err));
        } else {
            MB_TRY(mb_spec_without_step(copy[i].solver, c->arena, &copy[i].solver, c->err));
        }
    }
    MB_TRY(mb_figure_labels(c, row, all->count, label));
    for (int i = 0; i < all->count; i++)
        if (i >= c->figure->labels)
            all->curve[i].name = *label[i] ? label[i] : row[i]->solver;
    if (all->more > 0)
        MB_TRY(mb_figure_note(c, "%d further curves are not drawn; the table has their runs.",
                              all->more));
done:
    return status;
}

static mb_status draw_curves(mb_figure_case *c, const char *x_label)
{
    curves all = {0};
    mb_plot plot = {.x_label = x_label};
    mb_status status;

    MB_TRY(collect(c, &all));
    if (empty(&all))
        return nothing(c);
    MB_TRY(name_by_key(c, &all));
    MB_TRY(mb_figure_note_failures(c, &c->figure->y));
    MB_TRY(mb_figure_metric_text(c, &c->figure->y, &plot.y_label));
    span(&all, false, c->figure->log_x, &plot.x);
    span(&all, true, c->figure->log_y, &plot.y);
    MB_TRY(write_plot(c, &all, &plot));
done:
    return status;
}

mb_status mb_figure_sweep(mb_figure_case *c)
{
    const char *label;
    mb_status status = mb_figure_param_text(c, &c->figure->x_param, &label);

    return status == MB_OK ? draw_curves(c, label) : status;
}

mb_status mb_figure_points(mb_figure_case *c)
{
    const char *label;
    mb_status status = mb_figure_metric_text(c, &c->figure->x, &label);

    return status == MB_OK ? draw_curves(c, label) : status;
}

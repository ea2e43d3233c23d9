/* SPDX-License-Identifier: MIT */
/* Figures of curves: what all of them share, sweep, points. */
#include <math.h>
#include <string.h>

#include "report/claims/method_names.h"
#include "report/figures/figure_parts.h"
#include "report/records/grade.h"
#include "report/records/label.h"

mb_status mb_curve_begin(mb_figure_case *c, int points, mb_curve *curve)
{
    mb_status status;

    *curve = (mb_curve){.name = "", .end = "", .size = points};
    MB_TRY(MB_TAKE(c->arena, &curve->x, (size_t)points, c->err));
    MB_TRY(MB_TAKE(c->arena, &curve->y, (size_t)points, c->err));
    MB_TRY(MB_TAKE(c->arena, &curve->ring, (size_t)points, c->err));
done:
    return status;
}

mb_status mb_curve_add(mb_figure_case *c, mb_curve *curve, double x, double y)
{
    mb_status status = MB_OK;

    if (curve->count == curve->size) {
        size_t size = 2 * (size_t)curve->size + 16, used = (size_t)curve->count;
        double *more_x, *more_y;
        bool *more_rings;

        MB_TRY(MB_TAKE(c->arena, &more_x, size, c->err));
        MB_TRY(MB_TAKE(c->arena, &more_y, size, c->err));
        MB_TRY(MB_TAKE(c->arena, &more_rings, size, c->err));
        if (used > 0) {
            memcpy(more_x, curve->x, used * sizeof *more_x);
            memcpy(more_y, curve->y, used * sizeof *more_y);
            memcpy(more_rings, curve->ring, used * sizeof *more_rings);
        }
        curve->x = more_x;
        curve->y = more_y;
        curve->ring = more_rings;
        curve->size = (int)size;
    }
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
done:
    return status;
}

static double *values(const mb_curve *curve, bool of_y)
{
    return of_y ? curve->y : curve->x;
}

/* Axis over all curves; `of`: mb_axis_of or mb_axis_along. */
mb_status mb_curves_span(mb_figure_case *c, const mb_curves *all, bool of_y, bool log,
                         mb_axis_range (*of)(const double *, int, bool), mb_axis_range *axis)
{
    double *value;
    int n = 0;
    mb_status status;

    for (int i = 0; i < all->count; i++)
        n += all->curve[i].count;
    MB_TRY(MB_TAKE(c->arena, &value, (size_t)n + 1, c->err));
    n = 0;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++)
            value[n++] = values(&all->curve[i], of_y)[k];
    *axis = of(value, n, log);
done:
    return status;
}

bool mb_curves_empty(const mb_curves *all)
{
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++)
            if (isfinite(all->curve[i].y[k]))
                return false;
    return true;
}

mb_status mb_curves_note_edges(mb_figure_case *c, const mb_curves *all, const mb_plot *plot)
{
    bool below = false, above = false;
    char number[MB_SHORT_SIZE];
    int out = 0;
    mb_status status = MB_OK;

    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->curve[i].count; k++) {
            double y = all->curve[i].y[k];

            out += !mb_axis_takes(plot->x, all->curve[i].x[k]);
            below = below || (isfinite(y) && y < plot->y.low);
            above = above || (isfinite(y) && y > plot->y.high);
        }
    mb_short_number(plot->y.low, number);
    if (below)
        MB_TRY(mb_figure_note(c, "0 and values below %s lie on the lower edge.", number));
    mb_short_number(plot->y.high, number);
    if (above)
        MB_TRY(mb_figure_note(c, "Values above %s lie on the upper edge.", number));
    if (out > 0)
        MB_TRY(mb_figure_note(c, "%d %s left out: no logarithm of x.", out,
                              out == 1 ? "point is" : "points are"));
done:
    return status;
}

mb_status mb_curves_note_more(mb_figure_case *c, const mb_curves *all)
{
    if (all->more == 0)
        return MB_OK;
    return mb_figure_note(c, "%d further curves are not drawn; the table has their runs.",
                          all->more);
}

/* Where some are highlighted, these stand out, one alone with a solid line. */
static void emphasise(mb_curves *all)
{
    int out = 0;

    for (int i = 0; i < all->count; i++)
        out += all->row[i]->highlighted;
    for (int i = 0; i < all->count && out > 0; i++) {
        bool highlighted = all->row[i]->highlighted;

        all->curve[i].emphasis = highlighted ? MB_STANDS_OUT : MB_STANDS_BACK;
        all->curve[i].solid = highlighted && out == 1;
    }
}

mb_status mb_curves_plot(mb_figure_case *c, mb_curves *all, mb_plot *plot)
{
    mb_method_style style[MB_CHART_LINES];
    mb_status status;

    plot->name = c->chart->name;
    plot->title = c->figure->title;
    MB_TRY(mb_figure_second(c, &plot->second));
    mb_figure_styles(c, all->run, all->count, style);
    for (int i = 0; i < all->count; i++) {
        all->curve[i].colour = style[i].colour;
        all->curve[i].pattern = style[i].pattern;
        all->curve[i].solid = all->count == 1;
    }
    emphasise(all);
    plot->note = c->note;
    plot->look = c->look;
    MB_TRY(mb_plot_write(plot, all->curve, all->count, c->folder, c->err));
done:
    return status;
}

mb_status mb_curves_nothing(mb_figure_case *c)
{
    c->chart->name[0] = '\0';
    return mb_figure_note(c, "Nothing can be drawn.");
}

/* ---- sweep and points ----------------------------------------------------------------------- */

/* The specs of a run without what varies along its curve. */
static mb_status curve_specs(mb_figure_case *c, const mb_report_run *row, const char **problem,
                             const char **solver)
{
    const char *along = c->figure->x_param.name;
    mb_status status;

    *problem = row->problem;
    *solver = row->solver;
    if (c->figure->x_param.given)
        return MB_OK;
    if (!along)
        return mb_spec_without_step(row->solver, c->arena, solver, c->err);
    MB_TRY(mb_spec_without(row->problem, along, c->arena, problem, c->err));
    MB_TRY(mb_spec_without(row->solver, along, c->arena, solver, c->err));
done:
    return status;
}

/* Which curve a run belongs to: item (all items that are single runs count as one), problem and
 * solver without what varies along it; where the study gives the values the name, or the item. */
static mb_status curve_key(mb_figure_case *c, int item, int run, const char **key)
{
    const mb_method_name *name = mb_method_of(c->ledger, c->figure->run.run[run]);
    const mb_report_run *row = &c->asked[run];
    const mb_run_list *list = &c->figure->run;
    int entry = list->first[item + 1] - list->first[item] > 1 ? item : -1;
    const char *problem, *solver;
    mb_status status;

    if (c->figure->x_param.given)
        return name ? mb_arena_printf(c->arena, key, c->err, "name %s", name->name)
                    : mb_arena_printf(c->arena, key, c->err, "item %d", item);
    MB_TRY(curve_specs(c, row, &problem, &solver));
    MB_TRY(mb_arena_printf(c->arena, key, c->err, "%d %s %s", entry, problem, solver));
done:
    return status;
}

/* Adds a run's point to the curve of its key. */
static mb_status add_to_curve(mb_figure_case *c, int i, const char *key, const char **keys,
                              mb_curves *all)
{
    const mb_report_run *row = &c->asked[i];
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
        mb_status status = mb_curve_begin(c, c->figure->run.runs, &all->curve[k]);

        if (status != MB_OK)
            return status;
        all->curve[k].marked = true;
        all->row[k] = row;
        all->run[k] = i;
        if (k < c->figure->labels)
            all->curve[k].name = c->figure->label[k];
        all->count++;
    }
    if (k < MB_CHART_LINES) {
        all->held[k] += row->ok;
        all->recorded[k] += c->row[i] != NULL;
    }
    if (k < MB_CHART_LINES && isfinite(x) && (parameter || isfinite(y))) {
        mb_curve *curve = &all->curve[k];
        mb_status status = mb_curve_add(c, curve, x, y);

        if (status != MB_OK)
            return status;
        curve->ring[curve->count - 1] = mb_row_grade(row) == MB_CLASSLESS;
    }
    return MB_OK;
}

/* Points in ascending x, as far as they are not. */
static void sort_points(mb_curve *curve)
{
    for (int i = 1; i < curve->count; i++) {
        double x = curve->x[i], y = curve->y[i];
        bool ring = curve->ring[i];
        int k = i;

        for (; k > 0 && curve->x[k - 1] > x; k--) {
            curve->x[k] = curve->x[k - 1];
            curve->y[k] = curve->y[k - 1];
            curve->ring[k] = curve->ring[k - 1];
        }
        curve->x[k] = x;
        curve->y[k] = y;
        curve->ring[k] = ring;
    }
}

static mb_status collect(mb_figure_case *c, mb_curves *all)
{
    const mb_run_list *list = &c->figure->run;
    const char **keys;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, &keys, (size_t)list->runs + 1, c->err));
    for (int item = 0; item < list->items; item++)
        for (int i = list->first[item]; i < list->first[item + 1]; i++) {
            const char *key;

            MB_TRY(curve_key(c, item, i, &key));
            MB_TRY(add_to_curve(c, i, key, keys, all));
        }
    for (int k = 0; k < all->count; k++) {
        if (c->figure->x_param.name)
            sort_points(&all->curve[k]);
        if (all->held[k] == 0)
            all->curve[k].end = all->recorded[k] > 0 ? "— failed" : "— no record";
    }
done:
    return status;
}

/* What a curve's name leaves out: the parameter along it. */
static mb_status name_by_key(mb_figure_case *c, mb_curves *all)
{
    mb_report_run *copy;
    const char *label[MB_CHART_LINES];
    const mb_report_run *row[MB_CHART_LINES];
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, &copy, MB_CHART_LINES, c->err));
    for (int i = 0; i < all->count; i++) {
        copy[i] = *all->row[i];
        row[i] = &copy[i];
        MB_TRY(curve_specs(c, all->row[i], &copy[i].problem, &copy[i].solver));
    }
    MB_TRY(mb_figure_labels(c, row, all->run, all->count, label));
    for (int i = 0; i < all->count; i++)
        if (i >= c->figure->labels)
            all->curve[i].name = *label[i] ? label[i] : row[i]->solver;
    MB_TRY(mb_curves_note_more(c, all));
done:
    return status;
}

static mb_status draw_curves(mb_figure_case *c, const char *x_label)
{
    mb_curves all = {0};
    mb_plot plot = {.x_label = x_label};
    mb_status status;

    MB_TRY(collect(c, &all));
    if (mb_curves_empty(&all))
        return mb_curves_nothing(c);
    MB_TRY(name_by_key(c, &all));
    MB_TRY(mb_figure_note_failures(c, &c->figure->y));
    MB_TRY(mb_figure_note_reference(c, &c->figure->x));
    MB_TRY(mb_figure_metric_text(c, &c->figure->y, &plot.y_label));
    MB_TRY(mb_curves_span(c, &all, false, c->figure->log_x, mb_axis_along, &plot.x));
    MB_TRY(mb_curves_span(c, &all, true, c->figure->log_y, mb_axis_of, &plot.y));
    MB_TRY(mb_curves_note_edges(c, &all, &plot));
    MB_TRY(mb_curves_plot(c, &all, &plot));
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

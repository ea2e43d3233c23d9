/* SPDX-License-Identifier: MIT */
/* Drawing of curves (plot.h). */
#include "report/charts/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/chart_key.h"
#include "report/charts/palette.h"
#include "report/charts/plot_parts.h"
#include "report/records/grade.h"

static const double plot_left = 80;      /* [px] */
static const double usual_letters = 6.0; /* of a number at an axis, that have room */

static const struct {
    int red, green, blue;
    const char *dash;
    int point;
} style[] = {
#define STYLE(r, g, b, dark, dash, point) {r, g, b, dash, point},
    MB_LINE_STYLES(STYLE)
#undef STYLE
};

void mb_describe_end(const mb_report_run *row, char *text, size_t size)
{
    mb_wrapped status = mb_wrap(row->status, INFINITY, 1.0, 1); /* cut where a character ends */
    char at[MB_SHORT_SIZE];
    double t = mb_row_field(row, MB_FIELD_T_REACHED);
    double left = mb_row_field(row, MB_FIELD_BRANCH_LEFT); /* the run went on after that */

    snprintf(text, size, "%s", mb_row_grade(row) == MB_CLASSLESS ? "○ finished, no class" : "");
    if (row->ok)
        return;
    if (mb_run_status_find(row->status) == MB_RUN_BRANCH_CHANGE && !isnan(left)) {
        mb_short_number(left, at);
        snprintf(text, size, "× %s at t = %s s", status.line[0], at);
        return;
    }
    mb_short_number(t, at);
    if (isnan(t))
        snprintf(text, size, "× %s", status.line[0]);
    else if (t >= mb_row_field(row, MB_FIELD_T_END))
        snprintf(text, size, "× %s, ran to its end", status.line[0]);
    else
        snprintf(text, size, "× %s at t = %s s", status.line[0], at);
}

void mb_put_curve_colour(FILE *f, const mb_curve *curve)
{
    int i = curve->emphasis == MB_STANDS_BACK ? MB_GREY_STYLE : curve->colour % MB_LINE_STYLE_COUNT;

    fprintf(f, "linecolor rgb '#%02x%02x%02x'", style[i].red, style[i].green, style[i].blue);
}

void mb_put_curve_line(FILE *f, const mb_curve *curve)
{
    static const double width[] = {
        [MB_AS_USUAL] = 1.7, [MB_STANDS_OUT] = 3.4, [MB_STANDS_BACK] = 1.0};

    mb_put_curve_colour(f, curve);
    fprintf(f, " linewidth %g dashtype %s", width[curve->emphasis],
            curve->solid ? "solid" : style[curve->pattern % MB_LINE_STYLE_COUNT].dash);
}

void mb_put_curve_point(FILE *f, const mb_curve *curve)
{
    fprintf(f, "pointtype %d pointsize %g linewidth 1.2 ",
            style[curve->pattern % MB_LINE_STYLE_COUNT].point,
            curve->emphasis == MB_STANDS_OUT ? 1.0 : 0.75);
    mb_put_curve_colour(f, curve);
}

/* A cross where a run failed, a circle where one without a class ends. */
static void put_cross(FILE *f, const mb_plot *plot, const mb_curve *curve)
{
    int last = curve->count - 1;

    while (last >= 0 && !mb_plot_drawn(plot, curve, last))
        last--;
    if (!*curve->end || last < 0)
        return;
    fprintf(f,
            "set label '' at first %.12g, first %.12g point pointtype %d pointsize 1.3 linewidth "
            "2.2 ",
            mb_axis_value(plot->x, curve->x[last]), mb_axis_value(plot->y, curve->y[last]),
            curve->classless ? 6 : 2);
    mb_put_curve_colour(f, curve);
    fputs(" front\n", f);
}

/* The label below the x axis, with the base where there is one. */
static void put_x_label(const mb_script *s, const mb_plot *plot)
{
    char *text = NULL;

    if (plot->x.base != 0.0 &&
        asprintf(&text, "difference of %s from %.12g", plot->x_label, plot->x.base) < 0)
        text = NULL;
    mb_script_x_label(s, text ? text : plot->x_label);
    free(text);
}

/* How much of the height a curve takes. */
static double span(const mb_plot *plot, const mb_curve *curve)
{
    double low = 1, high = 0;

    for (int k = 0; k < curve->count; k++)
        if (mb_plot_drawn(plot, curve, k)) {
            low = fmin(low, mb_axis_place(plot->y, curve->y[k]));
            high = fmax(high, mb_axis_place(plot->y, curve->y[k]));
        }
    return high - low;
}

/* Is a drawn before b?  What stands out comes last; curves that take much more of the height come
 * first, so that they do not hide the others; of like ones the solid line lies below the dashes. */
static bool lies_below(const mb_plot *plot, const mb_curve *a, const mb_curve *b)
{
    const double most = 1.5; /* that like ones differ by */
    bool out = a->emphasis == MB_STANDS_OUT;

    if (out != (b->emphasis == MB_STANDS_OUT))
        return !out;
    return most * span(plot, b) < span(plot, a);
}

static void order_curves(const mb_plot *plot, const mb_curve *curve, int n, int *order)
{
    for (int i = 0; i < n; i++) {
        int k = i;

        for (; k > 0 && lies_below(plot, &curve[i], &curve[order[k - 1]]); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* What the page must know; order: in which the curves are drawn. */
static void put_key(const mb_script *s, const mb_plot *plot, const mb_plot_name *name,
                    const int *order, int n)
{
    json_t *key = mb_chart_key(s);

    mb_chart_key_axis(key, "x", plot->x_label, plot->x);
    mb_chart_key_axis(key, "y", plot->y_label, plot->y);
    for (int k = 0; k < n; k++) {
        const mb_plot_name *of = &name[order[k]];
        double half =
            s->narrow ? 0.0 : of->tall / 2 + 3.5; /* below a plot two may stand in a line */

        mb_chart_key_curve(key, of->curve->name, of->y - half, of->y + half);
    }
    mb_chart_key_put(s->file, key);
}

static void put_plot(const mb_script *s, const mb_plot *plot, const mb_curve *curve, int n,
                     const mb_plot_name *name)
{
    int order[MB_CHART_LINES];

    order_curves(plot, curve, n, order);
    fputs("drawing = \"plot", s->file);
    for (int k = 0; k < n; k++) {
        int i = order[k];

        fprintf(s->file, "%s '%s.tsv' index %d using 1:(clamp($2)) with lines ", k ? "," : "",
                s->name, 2 * i);
        mb_put_curve_line(s->file, &curve[i]);
        fprintf(s->file, ", '%s.tsv' index %d using 1:(clamp($2)) with points ", s->name,
                2 * i + 1);
        mb_put_curve_point(s->file, &curve[i]);
    }
    if (mb_plot_has_rings(plot, curve, n))
        fprintf(s->file,
                ", '%s.tsv' index %d using 1:(clamp($2)) with points pointtype 6 pointsize 1.5 "
                "linewidth 1.2 linecolor rgb '#606060'",
                s->name, 2 * n);
    if (plot->level > 0)
        fprintf(s->file, ", %.8g with lines linecolor rgb '#606060' linewidth 1 dashtype (2,3)",
                plot->level);
    fputs("\"\n", s->file);
    put_key(s, plot, name, order, n);
}

/* Width of the numbers at a linear axis beyond what there is room for. */
static double extra_left(mb_axis_range y)
{
    const double letter = 7.0; /* [px] */
    const double power = 9.0;  /* letters of "-5x10^-12" */
    const double parts = 6.0;  /* of the axis between tics */
    double step = (y.high - y.low) / parts, most = fmax(fabs(y.low), fabs(y.high));
    double decimals = step < 1.0 ? ceil(-log10(step)) : 0.0;
    double whole = most >= 10.0 ? floor(log10(most)) + 1.0 : 1.0;
    double letters = whole + decimals + (decimals > 0.0) + (y.low < 0.0);

    if (y.log || !(step > 0.0))
        return 0.0;
    if (most >= 1e6 || step < 1e-4)
        letters = fmin(letters, power);
    return letter * fmax(0.0, letters - usual_letters);
}

static mb_status write_script(mb_script *s, const mb_plot *plot, const mb_curve *curve, int n,
                              const char *folder, mb_error *err)
{
    mb_plot_name name[MB_CHART_LINES];
    mb_wrapped y_label;
    double below;
    mb_status status;

    mb_script_head(s, plot->title, plot->second);
    s->left = plot_left + extra_left(plot->y);
    below = mb_plot_names_arrange(plot, curve, n, s, name);
    y_label = mb_script_y_label(s, plot->y_label); /* may take more at the left */
    mb_script_foot(s, plot->note, below);
    MB_TRY(mb_script_begin(s, folder, err));
    mb_axis_put(s->file, 'x', plot->x);
    mb_axis_put(s->file, 'y', plot->y);
    fprintf(s->file, "clamp(y) = y < %.12g ? %.12g : y > %.12g ? %.12g : y\n", plot->y.low,
            plot->y.low, plot->y.high, plot->y.high);
    put_x_label(s, plot);
    mb_script_put_y_label(s, &y_label);
    for (int i = 0; i < n; i++)
        put_cross(s->file, plot, &curve[i]);
    put_plot(s, plot, curve, n, name);
    mb_plot_names_put(s, plot, name, n);
    status = mb_script_end(s, folder, err);
done:
    return status;
}

mb_status mb_plot_write(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                        mb_error *err)
{
    mb_script script[MB_SCRIPTS];
    int scripts = mb_scripts_of(plot->name, &plot->look, script);
    mb_status status;

    MB_TRY(mb_plot_data(plot, curve, n, folder, err));
    for (int k = 0; k < scripts; k++)
        MB_TRY(write_script(&script[k], plot, curve, n, folder, err));
done:
    return status;
}

/* Drawing of curves (plot.h). */
#include "report/plot.h"

#include <math.h>
#include <string.h>

#include "report/palette.h"

enum { MARKERS = 6, NAME_WIDTH = 33, LINE_PITCH = 14, GAP = 7, NOTE_PITCH = 14 };

/* [px] */
static const double plot_left = 80, plot_right = 490, plot_top = 58, plot_height = 330;

static const struct {
    int red, green, blue;
    const char *dash;
    int point;
} style[] = {
#define STYLE(r, g, b, dark, dash, point) {r, g, b, dash, point},
    MB_LINE_STYLES(STYLE)
#undef STYLE
};

/* A curve with its name beside the plot. */
typedef struct entry {
    const mb_curve *curve;
    mb_wrapped name;
    double wish, centre; /* heights of its end and of its name, upwards from the plot's low end */
    double tall;         /* of the name */
} entry;

void mb_describe_end(const mb_row *row, char *text, size_t size)
{
    mb_wrapped status = mb_wrap(row->status, 40, 1); /* cut where a character ends */
    char at[MB_SHORT_SIZE];
    double t = mb_record_number(row->record, "t_reached");
    double left = mb_record_number(row->record, "branch.left"); /* the run went on after that */

    text[0] = '\0';
    if (row->ok)
        return;
    if (strcmp(row->status, "branch-change") == 0 && !isnan(left)) {
        mb_short_number(left, at);
        snprintf(text, size, "× %s at t = %s s", status.line[0], at);
        return;
    }
    mb_short_number(t, at);
    if (isnan(t))
        snprintf(text, size, "× %s", status.line[0]);
    else if (t >= mb_record_number(row->record, "t_end"))
        snprintf(text, size, "× %s, ran to its end", status.line[0]);
    else
        snprintf(text, size, "× %s at t = %s s", status.line[0], at);
}

double mb_axis_place(mb_axis_range axis, double value)
{
    double place = axis.log ? log10(value / axis.low) / log10(axis.high / axis.low)
                            : (value - axis.low) / (axis.high - axis.low);

    if (!(place > 0.0)) /* also what has no logarithm */
        return 0.0;
    return fmin(place, 1.0);
}

mb_axis_range mb_axis_of(const double *value, int n, bool log)
{
    mb_axis_range axis = {INFINITY, -INFINITY, log};
    double margin;

    for (int i = 0; i < n; i++)
        if (isfinite(value[i]) && (!log || value[i] > 0.0)) {
            axis.low = fmin(axis.low, value[i]);
            axis.high = fmax(axis.high, value[i]);
        }
    if (axis.low > axis.high)
        return (mb_axis_range){log ? 0.1 : 0.0, 1.0, log};
    if (log) {
        axis.low = pow(10, floor(log10(axis.low) + 1e-9));
        axis.high = fmax(pow(10, ceil(log10(axis.high) - 1e-9)), 10 * axis.low);
        return axis;
    }
    margin = axis.high > axis.low ? 0.04 * (axis.high - axis.low) : fmax(0.1 * fabs(axis.low), 0.1);
    axis.low -= margin;
    axis.high += margin;
    return axis;
}

/* Last y that is a number; NaN when there is none. */
static double last_value(const mb_curve *curve)
{
    for (int i = curve->count - 1; i >= 0; i--)
        if (isfinite(curve->y[i]))
            return curve->y[i];
    return NAN;
}

/* Sorts by height of the line's end, highest first; equal ones stay in order. */
static void sort_by_wish(entry **order, int n)
{
    for (int i = 1; i < n; i++) {
        entry *e = order[i];
        int k = i;

        for (; k > 0 && order[k - 1]->wish < e->wish; k--)
            order[k] = order[k - 1];
        order[k] = e;
    }
}

/* Moves names apart: down from the top, then up again from the bottom where there was no room. */
static void spread(entry **order, int n, double height)
{
    double limit = height + LINE_PITCH;

    for (int i = 0; i < n; i++) {
        order[i]->centre = fmin(order[i]->wish, limit - order[i]->tall / 2);
        limit = order[i]->centre - order[i]->tall / 2 - GAP;
    }
    limit = -LINE_PITCH;
    for (int i = n - 1; i >= 0; i--) {
        order[i]->centre = fmax(order[i]->centre, limit + order[i]->tall / 2);
        limit = order[i]->centre + order[i]->tall / 2 + GAP;
    }
}

static void put_style(FILE *f, int i)
{
    fprintf(f, "linecolor rgb '#%02x%02x%02x' linewidth 1.7 dashtype %s", style[i].red,
            style[i].green, style[i].blue, style[i].dash);
}

static void put_point(FILE *f, int i)
{
    fprintf(f, "pointtype %d pointsize 0.75 linewidth 1.2 linecolor rgb '#%02x%02x%02x'",
            style[i].point, style[i].red, style[i].green, style[i].blue);
}

/* Sample of the line, leader from its end, name and, for a run that failed, how it ended. */
static void put_name(const mb_script *s, const entry *e, int i, bool leader)
{
    double y = s->bottom - e->centre, end = s->bottom - e->wish;
    double first = y - (e->tall - LINE_PITCH) / 2;
    bool failed = *e->curve->end;

    if (leader && !failed && fabs(y - end) > 2)
        fprintf(s->file,
                "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead "
                "linecolor rgb '#%02x%02x%02x' linewidth 0.6\n",
                (plot_right + 2) / MB_SCRIPT_WIDTH, 1 - end / s->height,
                (plot_right + 15) / MB_SCRIPT_WIDTH, 1 - y / s->height, style[i].red,
                style[i].green, style[i].blue);
    fprintf(s->file, "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead ",
            (plot_right + 17) / MB_SCRIPT_WIDTH, 1 - y / s->height,
            (plot_right + 49) / MB_SCRIPT_WIDTH, 1 - y / s->height);
    put_style(s->file, i);
    fprintf(s->file, "\nset label '' at screen %.5f, screen %.5f point ",
            (plot_right + 33) / MB_SCRIPT_WIDTH, 1 - y / s->height);
    put_point(s->file, i);
    fputc('\n', s->file);
    for (int k = 0; k < e->name.count; k++)
        mb_script_text(s, plot_right + 56, first + LINE_PITCH * k, "left", 11.5, "black",
                       e->name.line[k]);
    if (failed)
        mb_script_text(s, plot_right + 56, first + LINE_PITCH * e->name.count, "left", 11,
                       "#606060", e->curve->end);
}

/* A cross where a run failed. */
static void put_cross(FILE *f, const mb_curve *curve, int i, mb_axis_range axis)
{
    if (!*curve->end || curve->count == 0 || isnan(last_value(curve)))
        return;
    fprintf(f,
            "set label '' at first %.8g, first %.8g point pointtype 2 pointsize 1.3 linewidth 2.2 "
            "linecolor rgb '#%02x%02x%02x' front\n",
            curve->x[curve->count - 1], fmin(fmax(last_value(curve), axis.low), axis.high),
            style[i].red, style[i].green, style[i].blue);
}

/* The places of the markers.  Those of long curves are staggered, so that markers of curves on top
 * of each other stand apart. */
static void put_markers(FILE *f, const mb_curve *curve, int i, int n)
{
    int count = curve->marked ? curve->count : MARKERS, put = 0;

    for (int k = 0; k < count; k++) {
        int at = k;

        if (!curve->marked)
            at = (int)((k + (i + 0.5) / n) *
                       (curve->count < MB_CHART_BINS ? curve->count : MB_CHART_BINS) / MARKERS);
        if (!curve->marked && curve->count > MB_CHART_BINS)
            at = (int)((double)at / MB_CHART_BINS * curve->count);
        if (at < curve->count && !isnan(curve->y[at]))
            put += fprintf(f, "%.15g\t%.8g\n", curve->x[at], curve->y[at]) > 0;
    }
    fputs(put ? "\n\n" : "nan\tnan\n\n\n", f);
}

/* Two blocks a curve: the line (an empty line is a gap) and the places of its markers. */
static mb_status write_data(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                            mb_error *err)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *f;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", plot->name);
    MB_TRY(mb_create(folder, name, &f, err));
    for (int i = 0; i < n; i++) {
        mb_wrapped head = mb_wrap(curve[i].name, MB_WRAP_SIZE, 1); /* one line whatever it holds */

        fprintf(f, "# %s: x, y; then the markers\n", head.line[0]);
        for (int k = 0; k < curve[i].count; k++)
            if (isnan(curve[i].y[k]))
                fputc('\n', f);
            else
                fprintf(f, "%.15g\t%.8g\n", curve[i].x[k], curve[i].y[k]);
        fputs(curve[i].count ? "\n\n" : "nan\tnan\n\n\n", f);
        put_markers(f, &curve[i], i, n);
    }
    status = mb_close(f, folder, name, err);
done:
    return status;
}

static void put_axis(FILE *f, char letter, mb_axis_range axis)
{
    if (axis.log)
        fprintf(f, "set logscale %c\nset format %c '10^{%%T}'\n", letter, letter);
    fprintf(f, "set %crange [%.8g:%.8g]\n", letter, axis.low, axis.high);
}

static void put_label(FILE *f, char letter, const char *text)
{
    fprintf(f, "set %clabel ", letter);
    mb_put_gnuplot(f, text);
    fprintf(f, " font ',12.5' offset %s noenhanced\n", letter == 'x' ? "0,0.3" : "0.6,0");
}

static void put_plot(const mb_script *s, const mb_plot *plot, int n)
{
    fputs("drawing = \"plot", s->file);
    for (int i = 0; i < n; i++) {
        fprintf(s->file, "%s '%s.tsv' index %d using 1:(clamp($2)) with lines ", i ? "," : "",
                s->name, 2 * i);
        put_style(s->file, i);
        fprintf(s->file, ", '%s.tsv' index %d using 1:(clamp($2)) with points ", s->name,
                2 * i + 1);
        put_point(s->file, i);
    }
    if (plot->level > 0)
        fprintf(s->file, ", %.8g with lines linecolor rgb '#606060' linewidth 1 dashtype (2,3)",
                plot->level);
    fputs("\"\n", s->file);
}

/* Places the names; *height: of the plot, large enough for them. */
static void arrange(const mb_plot *plot, const mb_curve *curve, int n, entry *e, double *height)
{
    entry *order[MB_CHART_LINES];
    double names = 0;

    for (int i = 0; i < n; i++) {
        e[i].curve = &curve[i];
        e[i].name = mb_wrap(curve[i].name, NAME_WIDTH, MB_WRAP_LINES);
        e[i].tall = LINE_PITCH * (e[i].name.count + (*curve[i].end != '\0'));
        names += e[i].tall + GAP;
        order[i] = &e[i];
    }
    *height = fmax(plot_height, names - 2 * LINE_PITCH);
    for (int i = 0; i < n; i++)
        e[i].wish = e[i].centre = *height * mb_axis_place(plot->y, last_value(&curve[i]));
    sort_by_wish(order, n);
    spread(order, n, *height);
}

mb_status mb_plot_write(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                        mb_error *err)
{
    mb_script s = {.name = plot->name, .left = plot_left, .right = plot_right, .top = plot_top};
    char name[MB_CHART_NAME_SIZE + 8];
    entry e[MB_CHART_LINES];
    double height;
    mb_status status;

    arrange(plot, curve, n, e, &height);
    s.bottom = plot_top + height;
    s.height = s.bottom + 54 + NOTE_PITCH * plot->notes.count;
    snprintf(name, sizeof name, "%s.gp", plot->name);
    MB_TRY(write_data(plot, curve, n, folder, err));
    MB_TRY(mb_create(folder, name, &s.file, err));
    mb_script_begin(&s, plot->title, plot->second);
    put_axis(s.file, 'x', plot->x);
    put_axis(s.file, 'y', plot->y);
    fprintf(s.file, "clamp(y) = y < %.8g ? %.8g : y > %.8g ? %.8g : y\n", plot->y.low, plot->y.low,
            plot->y.high, plot->y.high);
    put_label(s.file, 'x', plot->x_label);
    put_label(s.file, 'y', plot->y_label);
    for (int i = 0; i < n; i++)
        put_cross(s.file, &curve[i], i, plot->y);
    mb_script_notes(&s, &plot->notes);
    put_plot(&s, plot, n);
    for (int i = 0; i < n; i++)
        put_name(&s, &e[i], i, plot->sample_ends);
    mb_script_end(&s);
    status = mb_close(s.file, folder, name, err);
done:
    return status;
}

/* Drawing of curves (plot.h). */
#include "report/charts/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/chart_key.h"
#include "report/charts/palette.h"
#include "report/charts/plot_parts.h"
#include "report/records/grade.h"

enum { NAME_WIDTH = 33, NAME_LINES = 3, LINE_PITCH = 14, GAP = 7, NOTE_PITCH = 14 };

/* [px] */
static const double plot_left = 80, plot_top = 62, plot_height = 330;
static const double least_right = 490, most_right = 620; /* of the plot, as the names allow */
static const double name_left = 56, letter = 7.0;        /* right of the plot; of a name */

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
    const char *end;     /* what is to be said below it */
    bool empty;          /* no point of it can be drawn */
} entry;

void mb_describe_end(const mb_report_run *row, char *text, size_t size)
{
    mb_wrapped status = mb_wrap(row->status, 40, 1); /* cut where a character ends */
    char at[MB_SHORT_SIZE];
    double t = mb_record_field(row->record, MB_FIELD_T_REACHED);
    double left =
        mb_record_field(row->record, MB_FIELD_BRANCH_LEFT); /* the run went on after that */

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
    else if (t >= mb_record_field(row->record, MB_FIELD_T_END))
        snprintf(text, size, "× %s, ran to its end", status.line[0]);
    else
        snprintf(text, size, "× %s at t = %s s", status.line[0], at);
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

static void put_colour(FILE *f, const mb_curve *curve)
{
    int i = curve->emphasis == MB_STANDS_BACK ? MB_GREY_STYLE : curve->colour % MB_LINE_STYLE_COUNT;

    fprintf(f, "linecolor rgb '#%02x%02x%02x'", style[i].red, style[i].green, style[i].blue);
}

static void put_style(FILE *f, const mb_curve *curve)
{
    static const double width[] = {
        [MB_AS_USUAL] = 1.7, [MB_STANDS_OUT] = 3.4, [MB_STANDS_BACK] = 1.0};

    put_colour(f, curve);
    fprintf(f, " linewidth %g dashtype %s", width[curve->emphasis],
            curve->solid ? "solid" : style[curve->pattern % MB_LINE_STYLE_COUNT].dash);
}

static void put_point(FILE *f, const mb_curve *curve)
{
    fprintf(f, "pointtype %d pointsize %g linewidth 1.2 ",
            style[curve->pattern % MB_LINE_STYLE_COUNT].point,
            curve->emphasis == MB_STANDS_OUT ? 1.0 : 0.75);
    put_colour(f, curve);
}

/* Sample of the line and of its marker beside a name. */
static void put_sample(const mb_script *s, double y, const mb_curve *curve)
{
    fprintf(s->file, "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead ",
            (s->right + 17) / MB_SCRIPT_WIDTH, 1 - y / s->height, (s->right + 49) / MB_SCRIPT_WIDTH,
            1 - y / s->height);
    put_style(s->file, curve);
    fprintf(s->file, "\nset label '' at screen %.5f, screen %.5f point ",
            (s->right + 33) / MB_SCRIPT_WIDTH, 1 - y / s->height);
    put_point(s->file, curve);
    fputc('\n', s->file);
}

/* Name and, for a run that failed, how it ended; sample and leader from its end where there is a
 * line. */
static void put_name(const mb_script *s, const entry *e, bool leader)
{
    double y = s->bottom - e->centre, end = s->bottom - e->wish;
    double first = y - (e->tall - LINE_PITCH) / 2;
    bool ended = *e->end;

    if (leader && !e->empty && (!ended || e->curve->classless) && fabs(y - end) > 2) {
        fprintf(s->file,
                "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead ",
                (s->right + 2) / MB_SCRIPT_WIDTH, 1 - end / s->height,
                (s->right + 15) / MB_SCRIPT_WIDTH, 1 - y / s->height);
        put_colour(s->file, e->curve);
        fputs(" linewidth 0.6\n", s->file);
    }
    if (!e->empty)
        put_sample(s, y, e->curve);
    for (int k = 0; k < e->name.count; k++)
        mb_script_text(s, s->right + name_left, first + LINE_PITCH * k, "left", 11.5,
                       e->curve->emphasis == MB_STANDS_BACK ? "#606060" : "black", e->name.line[k]);
    if (ended)
        mb_script_text(s, s->right + name_left, first + LINE_PITCH * e->name.count, "left", 11,
                       "#606060", e->end);
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
    put_colour(f, curve);
    fputs(" front\n", f);
}

/* The x label, with the base where there is one. */
static void put_x_label(FILE *f, const mb_plot *plot)
{
    char *text = NULL;

    if (plot->x.base != 0.0 &&
        asprintf(&text, "difference of %s from %.12g", plot->x_label, plot->x.base) < 0)
        text = NULL;
    fputs("set xlabel ", f);
    mb_put_gnuplot(f, text ? text : plot->x_label);
    fputs(" font ',12.5' offset 0,0.3 noenhanced\n", f);
    free(text);
}

/* The y label at the left edge, however wide the numbers at the axis are. */
static void put_y_label(const mb_script *s, const mb_plot *plot)
{
    fputs("set label ", s->file);
    mb_put_gnuplot(s->file, plot->y_label);
    fprintf(s->file, " at screen %.5f, screen %.5f center rotate by 90 font ',12.5' noenhanced\n",
            14.0 / MB_SCRIPT_WIDTH, 1 - (s->top + s->bottom) / 2 / s->height);
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
static void put_key(const mb_script *s, const mb_plot *plot, const entry *e, const int *order,
                    int n)
{
    json_t *key = mb_chart_key(s);

    mb_chart_key_axis(key, "x", plot->x_label, plot->x);
    mb_chart_key_axis(key, "y", plot->y_label, plot->y);
    for (int k = 0; k < n; k++) {
        const entry *of = &e[order[k]];
        double centre = s->bottom - of->centre, half = (of->tall + GAP) / 2;

        mb_chart_key_curve(key, of->curve->name, centre - half, centre + half);
    }
    mb_chart_key_put(s->file, key);
}

static void put_plot(const mb_script *s, const mb_plot *plot, const mb_curve *curve, int n,
                     const entry *e)
{
    int order[MB_CHART_LINES];

    order_curves(plot, curve, n, order);
    fputs("drawing = \"plot", s->file);
    for (int k = 0; k < n; k++) {
        int i = order[k];

        fprintf(s->file, "%s '%s.tsv' index %d using 1:(clamp($2)) with lines ", k ? "," : "",
                s->name, 2 * i);
        put_style(s->file, &curve[i]);
        fprintf(s->file, ", '%s.tsv' index %d using 1:(clamp($2)) with points ", s->name,
                2 * i + 1);
        put_point(s->file, &curve[i]);
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
    put_key(s, plot, e, order, n);
}

static bool is_empty(const mb_plot *plot, const mb_curve *curve)
{
    for (int k = 0; k < curve->count; k++)
        if (mb_plot_drawn(plot, curve, k))
            return false;
    return true;
}

/* Characters of a line in UTF-8. */
static double length(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* Width of the numbers at a linear axis beyond what there is room for. */
static double extra_left(mb_axis_range y)
{
    const double usual = 6.0, power = 9.0; /* letters that have room; of "-5x10^-12" */
    const double parts = 6.0;              /* of the axis between tics */
    double step = (y.high - y.low) / parts, most = fmax(fabs(y.low), fabs(y.high));
    double decimals = step < 1.0 ? ceil(-log10(step)) : 0.0;
    double whole = most >= 10.0 ? floor(log10(most)) + 1.0 : 1.0;
    double letters = whole + decimals + (decimals > 0.0) + (y.low < 0.0);

    if (y.log || !(step > 0.0))
        return 0.0;
    if (most >= 1e6 || step < 1e-4)
        letters = fmin(letters, power);
    return letter * fmax(0.0, letters - usual);
}

/* Places the names; *height: of the plot, large enough for them; *right: its edge. */
static void arrange(const mb_plot *plot, const mb_curve *curve, int n, entry *e, double *height,
                    double *right)
{
    entry *order[MB_CHART_LINES];
    double names = 0, widest = 0;

    for (int i = 0; i < n; i++) {
        e[i].curve = &curve[i];
        e[i].name = mb_wrap(curve[i].name, NAME_WIDTH, NAME_LINES);
        e[i].empty = is_empty(plot, &curve[i]);
        e[i].end = e[i].empty && !*curve[i].end ? "— no values" : curve[i].end;
        e[i].tall = LINE_PITCH * (e[i].name.count + (*e[i].end != '\0'));
        names += e[i].tall + GAP;
        for (int k = 0; k < e[i].name.count; k++)
            widest = fmax(widest, length(e[i].name.line[k]));
        widest = fmax(widest, length(e[i].end));
        order[i] = &e[i];
    }
    *right = MB_SCRIPT_WIDTH - name_left - letter * (widest + 1);
    *right = fmin(fmax(*right, least_right), most_right);
    *height = fmax(plot_height, names - 2 * LINE_PITCH);
    for (int i = 0; i < n; i++)
        e[i].wish = e[i].centre = *height * mb_axis_place(plot->y, last_value(&curve[i]));
    sort_by_wish(order, n);
    spread(order, n, *height);
}

mb_status mb_plot_write(const mb_plot *plot, const mb_curve *curve, int n, const char *folder,
                        mb_error *err)
{
    mb_script s = {.name = plot->name, .left = plot_left, .top = plot_top};
    char name[MB_CHART_NAME_SIZE + 8];
    entry e[MB_CHART_LINES];
    double height;
    mb_status status;

    s.left += extra_left(plot->y);
    arrange(plot, curve, n, e, &height, &s.right);
    s.bottom = plot_top + height;
    s.height = s.bottom + 54 + NOTE_PITCH * plot->notes.count;
    snprintf(name, sizeof name, "%s.gp", plot->name);
    MB_TRY(mb_plot_data(plot, curve, n, folder, err));
    MB_TRY(mb_create(folder, name, &s.file, err));
    mb_script_begin(&s, plot->title, plot->second);
    mb_axis_put(s.file, 'x', plot->x);
    mb_axis_put(s.file, 'y', plot->y);
    fprintf(s.file, "clamp(y) = y < %.12g ? %.12g : y > %.12g ? %.12g : y\n", plot->y.low,
            plot->y.low, plot->y.high, plot->y.high);
    put_x_label(s.file, plot);
    put_y_label(&s, plot);
    for (int i = 0; i < n; i++)
        put_cross(s.file, plot, &curve[i]);
    mb_script_notes(&s, &plot->notes);
    put_plot(&s, plot, curve, n, e);
    for (int i = 0; i < n; i++)
        put_name(&s, &e[i], plot->sample_ends);
    mb_script_end(&s);
    status = mb_close(s.file, folder, name, err);
done:
    return status;
}

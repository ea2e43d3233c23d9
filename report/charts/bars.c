/* SPDX-License-Identifier: MIT */
/* Drawing of bars (bars.h). */
#include "report/charts/bars.h"

#include <math.h>

#include "report/charts/axis.h"
#include "report/charts/chart_key.h"
#include "report/charts/text_width.h"

enum { PITCH = 28, SMALL_PITCH = 54, LINE_PITCH = 13, NUMBER_SIZE = 160 };

/* Parts of the width: of the names, up to the right edge of the plot; of a narrow picture, which
 * shows intervals by their lines alone. */
static const double name_part = 0.41, right_part = 0.81, narrow_name_part = 0.38,
                    narrow_right_part = 0.8;
static const double letters = 11.0, gap = 8.0, edge = 14.0; /* [px] */

/* What a bar takes of its place of height 1, downwards from its middle; of a small picture below its
 * name. */
static const double bar_from = -0.28, bar_to = 0.28, small_from = 0.12, small_to = 0.44;

static const int colours[MB_LINE_STYLE_COUNT] = {
#define COLOUR(r, g, b, dark, dash, point) ((r) << 16 | (g) << 8 | (b)),
    MB_LINE_STYLES(COLOUR)
#undef COLOUR
};

/* A value as gnuplot can draw it with a margin. */
static double drawable(double x)
{
    static const double least = 1e-300, most = 1e300;

    return isnan(x) || x == 0.0 ? x : copysign(fmin(fmax(fabs(x), least), most), x);
}

/* The axis, and where bars begin on it. */
static mb_axis_range find_range(const mb_bar_plot *plot, const mb_bar *bar, int n, double *base)
{
    const double margin = 1.3, linear_margin = 1.05, most_linear = 20.0;
    double low = INFINITY, high = -INFINITY;

    for (int i = 0; i < n; i++)
        if (isfinite(bar[i].value)) {
            low = fmin(low, drawable(fmin(bar[i].value, bar[i].low)));
            high = fmax(high, drawable(fmax(bar[i].value, bar[i].high)));
        }
    if (low > 0.0 && high > most_linear * low) {
        *base = plot->level > 0.0 ? plot->level : low / 2;
        return (mb_axis_range){
            .low = fmin(low, *base) / margin, .high = fmax(high, *base) * margin, .log = true};
    }
    *base = 0.0;
    low = fmin(low, 0.0);
    high = fmax(high, plot->level);
    return mb_axis_between(linear_margin * low, high > low ? linear_margin * high : 1.0, false);
}

/* Over a few decades labels at 1, 2 and 5 of each, where there is room for them: gnuplot's own, at
 * the decades, may be one or none. */
static void put_axis(const mb_script *s, mb_axis_range axis)
{
    static const int digit[] = {1, 2, 5};
    const double most_decades = 3.5, size = 14.0, apart = 8.0; /* [px] */
    double at[3 * 8], width = 0.0;
    int n = 0;

    mb_axis_put(s->file, 'x', axis);
    if (!axis.log || log10(axis.high / axis.low) > most_decades)
        return;
    for (int k = (int)floor(log10(axis.low)); k <= (int)log10(axis.high) + 1; k++)
        for (int i = 0; i < 3 && n < (int)(sizeof at / sizeof at[0]); i++) {
            char text[32];

            at[n] = digit[i] * pow(10.0, k);
            if (at[n] < axis.low || at[n] > axis.high)
                continue;
            snprintf(text, sizeof text, "%g", at[n++]);
            width += apart + mb_text_width(text, sizeof text, size);
        }
    if (width > s->right - s->left)
        return;
    fputs("set format x '%g'\nset xtics (", s->file);
    for (int i = 0; i < n; i++)
        fprintf(s->file, "%s%.8g", i ? ", " : "", at[i]);
    fputs(")\n", s->file);
}

/* "1.3 [1.02, 1.4]" and what is to be said, of a narrow picture without the interval; of a bar
 * without a value that alone. */
static void number_text(const mb_bar *bar, bool narrow, char text[NUMBER_SIZE])
{
    char value[MB_SHORT_SIZE], low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];
    char interval[2 * MB_SHORT_SIZE + 8] = "";

    mb_short_number(bar->value, value);
    mb_short_number(bar->low, low);
    mb_short_number(bar->high, high);
    if (*value && *low && *high && !narrow)
        snprintf(interval, sizeof interval, " [%s, %s]", low, high);
    snprintf(text, NUMBER_SIZE, "%s%s%s%s", value, interval, *value && *bar->said ? " " : "",
             bar->said);
}

/* Do others stand out? */
static bool stands_back(const mb_bar *bar, int n, int i)
{
    for (int k = 0; k < n && !bar[i].highlighted; k++)
        if (bar[k].highlighted)
            return true;
    return false;
}

static double pitch_of(const mb_script *s)
{
    return s->small ? SMALL_PITCH : PITCH;
}

/* Lines about a middle. */
static void put_lines(const mb_script *s, const mb_wrapped *text, double x, double y,
                      const char *align, const char *colour)
{
    for (int k = 0; k < text->count; k++)
        mb_script_text(s, x, y + LINE_PITCH * (k - (text->count - 1) / 2.0), align, letters, colour,
                       text->line[k]);
}

static void put_names(const mb_script *s, const mb_bar *bar, int n)
{
    for (int i = 0; i < n; i++) {
        double room = s->small ? s->width - 2 * edge : s->left - 2 * gap;
        mb_wrapped name = mb_wrap(bar[i].name, room, letters, 2), number;
        double y = s->top + pitch_of(s) * (i + 0.5);
        const char *colour = stands_back(bar, n, i) ? "#606060" : "black";
        char text[NUMBER_SIZE];

        if (s->small)
            put_lines(s, &name, edge,
                      y + pitch_of(s) * small_from - gap - LINE_PITCH * name.count / 2.0, "left",
                      colour);
        else
            put_lines(s, &name, s->left - gap, y, "right", colour);
        number_text(&bar[i], s->narrow, text);
        number = mb_wrap(text, s->width - s->right - gap, letters, 2);
        put_lines(s, &number, s->right + gap,
                  s->small ? y + pitch_of(s) * (small_from + small_to) / 2 : y, "left",
                  isfinite(bar[i].value) ? "black" : "#606060");
    }
}

/* Number of a bar's colour. */
static int colour_of(const mb_bar *bar, int n, int i)
{
    return stands_back(bar, n, i) ? MB_GREY_STYLE : bar[i].colour;
}

/* A block of the bars that are hatched, or of the others. */
static void put_bars(FILE *file, const mb_bar *bar, int n, bool hatched)
{
    int put = 0;

    for (int i = 0; i < n; i++)
        if (isfinite(bar[i].value) && bar[i].hatched == hatched)
            put += fprintf(file, "%d\t%.9g\t%d\n", i, drawable(bar[i].value),
                           colours[colour_of(bar, n, i)]) > 0;
    fputs(put ? "\n\n" : "nan\tnan\t0\n\n\n", file);
}

/* Writes those that there are; their number. */
static int put_intervals(FILE *file, const mb_bar *bar, int n)
{
    int put = 0;

    for (int i = 0; i < n; i++)
        if (isfinite(bar[i].value) && isfinite(bar[i].low) && isfinite(bar[i].high))
            put += fprintf(file, "%d\t%.9g\t%.9g\t%.9g\n", i, drawable(bar[i].value),
                           drawable(bar[i].low), drawable(bar[i].high)) > 0;
    return put;
}

static mb_status write_data(const char *name, const mb_bar *bar, int n, const char *folder,
                            int *intervals, mb_error *err)
{
    FILE *file;
    mb_status status;

    MB_TRY(mb_create(folder, name, &file, err));
    fputs("# place, value, colour; then those of runs that finished in no class; then intervals\n",
          file);
    put_bars(file, bar, n, false);
    put_bars(file, bar, n, true);
    *intervals = put_intervals(file, bar, n);
    status = mb_close(file, folder, name, err);
done:
    return status;
}

static bool any_hatched(const mb_bar *bar, int n, int colour)
{
    for (int i = 0; i < n; i++)
        if (bar[i].hatched && colour_of(bar, n, i) == colour && isfinite(bar[i].value))
            return true;
    return false;
}

static void put_plot(const mb_script *s, const mb_bar_plot *plot, const mb_bar *bar, int n,
                     double base, int intervals)
{
    const double from = s->small ? small_from : bar_from, to = s->small ? small_to : bar_to;

    if (plot->level > 0.0)
        fprintf(s->file,
                "set arrow from first %.8g, graph 0 to first %.8g, graph 1 nohead linecolor rgb "
                "'#606060' linewidth 1 front\n",
                plot->level, plot->level);
    fprintf(s->file,
            "drawing = \"plot '%s.tsv' index 0 using (%.8g):1:(%.8g):2:($1%+g):($1%+g):3 with "
            "boxxyerror fillstyle solid noborder linecolor rgb variable",
            s->name, base, base, from, to);
    for (int k = 0; k < MB_LINE_STYLE_COUNT; k++) /* a hatch takes no variable colour */
        if (any_hatched(bar, n, k))
            fprintf(s->file,
                    ", '%s.tsv' index 1 using (%.8g):1:(%.8g):($3==%d?$2:NaN):($1%+g):($1%+g) "
                    "with boxxyerror fillstyle pattern 4 border linecolor rgb '#%06x' linecolor "
                    "rgb '#%06x'",
                    s->name, base, base, colours[k], from, to, (unsigned)colours[k],
                    (unsigned)colours[k]);
    if (intervals > 0)
        fprintf(s->file,
                ", '%s.tsv' index 2 using 2:($1%+g):3:4 with xerrorbars pointtype -1 linewidth 1.3 "
                "linecolor rgb '#1e1e1e'",
                s->name, (from + to) / 2);
    fputs("\"\n", s->file);
}

/* What the page must know. */
static void put_places(const mb_script *s, const mb_bar *bar, int n)
{
    json_t *key = mb_chart_key(s);

    for (int i = 0; i < n; i++)
        mb_chart_key_curve(key, bar[i].name, s->top + PITCH * i, s->top + PITCH * (i + 1));
    mb_chart_key_put(s->file, key);
}

static mb_status write_script(mb_script *s, const mb_bar_plot *plot, const mb_bar *bar, int n,
                              int intervals, const char *folder, mb_error *err)
{
    double base;
    mb_axis_range axis = find_range(plot, bar, n, &base);
    mb_status status;

    mb_script_head(s, plot->title, plot->second);
    s->left = s->small ? edge : (s->narrow ? narrow_name_part : name_part) * s->width;
    s->right = (s->narrow ? narrow_right_part : right_part) * s->width;
    s->bottom = s->top + pitch_of(s) * n;
    mb_script_foot(s, plot->note, s->bottom);
    MB_TRY(mb_script_begin(s, folder, err));
    put_axis(s, axis);
    fprintf(s->file, "set yrange [%.1f:-0.5]\nunset ytics\nset border 1\nset grid noytics\n",
            n - 0.5);
    mb_script_x_label(s, plot->label);
    put_names(s, bar, n);
    put_plot(s, plot, bar, n, base, intervals);
    put_places(s, bar, n);
    status = mb_script_end(s, folder, err);
done:
    return status;
}

mb_status mb_bars_write(const mb_bar_plot *plot, const mb_bar *bar, int n, const char *folder,
                        mb_error *err)
{
    mb_script script[MB_SCRIPTS];
    int scripts = mb_scripts_of(plot->name, &plot->look, script), intervals;
    char data[MB_CHART_NAME_SIZE + 8];
    mb_status status;

    snprintf(data, sizeof data, "%s.tsv", plot->name);
    MB_TRY(write_data(data, bar, n, folder, &intervals, err));
    for (int k = 0; k < scripts; k++)
        MB_TRY(write_script(&script[k], plot, bar, n, intervals, folder, err));
done:
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Figures of maps: a metric in colours over two parameters.
 *
 * The cells are drawn in numbers of grid points, whose tics carry the parameters' values; so the
 * axes are as evenly spaced as the grid, logarithmic or not. */
#include <math.h>
#include <string.h>

#include "report/figures/figure_map.h"

enum { MAX_TICS = 9, MAX_LISTED = 8 /* values that each get a tic */ };

/* [px] Left of the plot, and right of it for the colours and what has none; of a narrow picture. */
static const double plot_left = 86, beside = 240, narrow_beside = 132;
static const double plot_part = 0.5;   /* its height, of the width */
static const double label_right = 104; /* of the label of the colours, from the plot */

/* ---- data ----------------------------------------------------------------------------------- */

/* A block of the rectangles x0 x1 y0 y1 that cells of a state fill, joined along x. */
static void put_rectangles(FILE *f, const mb_map *m, mb_cell_state state)
{
    int put = 0;

    for (int j = 0; j < m->y.n; j++)
        for (int i = 0, first; i < m->x.n; i++) {
            const mb_cell_state *row = m->state + j * m->x.n;

            if (row[i] != state)
                continue;
            first = i;
            while (i + 1 < m->x.n && row[i + 1] == state)
                i++;
            put += fprintf(f, "%g\t%g\t%g\t%g\n", first - 0.5, i + 0.5, j - 0.5, j + 0.5) > 0;
        }
    fputs(put ? "\n\n" : "nan\tnan\tnan\tnan\n\n\n", f);
}

/* The edges between cells that are shown and cells that are not. */
static void put_limit(FILE *f, const mb_map *m)
{
    int put = 0;

    for (int j = 0; j < m->y.n; j++)
        for (int i = 0; i < m->x.n; i++) {
            const mb_cell_state *at = m->state + j * m->x.n + i;

            if (i + 1 < m->x.n && (at[0] == MB_SHOWN) != (at[1] == MB_SHOWN))
                put += fprintf(f, "%g\t%g\n%g\t%g\n\n", i + 0.5, j - 0.5, i + 0.5, j + 0.5) > 0;
            if (j + 1 < m->y.n && (at[0] == MB_SHOWN) != (at[m->x.n] == MB_SHOWN))
                put += fprintf(f, "%g\t%g\n%g\t%g\n\n", i - 0.5, j + 0.5, i + 0.5, j + 0.5) > 0;
        }
    fputs(put ? "\n" : "nan\tnan\n\n\n", f);
}

/* The cells of runs in no class. */
static void put_classless(FILE *f, const mb_map *m)
{
    int put = 0;

    for (int k = 0; k < m->x.n * m->y.n; k++)
        if (m->classless[k])
            put += fprintf(f, "%d\t%d\n", k % m->x.n, k / m->x.n) > 0;
    fputs(put ? "" : "nan\tnan\n", f);
}

static mb_status write_data(mb_figure_case *c, const mb_map *m)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *f;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", c->chart->name);
    MB_TRY(mb_create(c->folder, name, &f, c->err));
    fprintf(f, "# places in x and y, value (nan: not shown), the parameters themselves; then the "
               "rectangles of what is above the limit, failed, missing, then the limit, then the "
               "places of runs in no class\n");
    for (int j = 0; j < m->y.n; j++)
        for (int i = 0; i < m->x.n; i++) {
            int k = j * m->x.n + i;

            fprintf(f, "%d\t%d\t%.6g\t%.9g\t%.9g\n", i, j,
                    m->state[k] == MB_SHOWN ? m->z[k] : (double)NAN, m->x.value[i], m->y.value[j]);
        }
    fputs("\n\n", f);
    put_rectangles(f, m, MB_ABOVE);
    put_rectangles(f, m, MB_FAILED);
    put_rectangles(f, m, MB_MISSING);
    put_limit(f, m);
    put_classless(f, m);
    status = mb_close(f, c->folder, name, c->err);
done:
    return status;
}

/* ---- script --------------------------------------------------------------------------------- */

/* Where a value lies among the grid points. */
static double position(const mb_side *s, double value)
{
    for (int i = 0; i + 1 < s->n; i++)
        if (value <= s->value[i + 1] || i + 2 == s->n)
            return i + (s->log ? log(value / s->value[i]) / log(s->value[i + 1] / s->value[i])
                               : (value - s->value[i]) / (s->value[i + 1] - s->value[i]));
    return 0.0;
}

static void put_tic(FILE *f, const mb_side *s, double value, const char **comma)
{
    double at = position(s, value);
    int exponent = value != 0.0 ? (int)lround(log10(fabs(value))) : 0;

    if (at < -0.5 || at > s->n - 0.5)
        return;
    if (s->log && (exponent > 3 || exponent < -3) && fabs(value / pow(10, exponent) - 1.0) < 1e-9)
        fprintf(f, "%s'10^{%d}' %.6g", *comma, exponent, at);
    else if (s->log && value >= 1e4)
        fprintf(f, "%s'%.3g·10^{%d}' %.6g", *comma, value / pow(10, floor(log10(value))),
                (int)floor(log10(value)), at);
    else
        fprintf(f, "%s'%.4g' %.6g", *comma, value, at);
    *comma = ", ";
}

/* Tics at each value of a short axis, at decades (with 2 and 5 where they are few), or at round
 * numbers. */
static void put_tics(FILE *f, char letter, const mb_side *s)
{
    double low = s->value[0], high = s->value[s->n - 1];
    const char *comma = "";

    fprintf(f, "set %ctics (", letter);
    if (s->n <= MAX_LISTED) {
        for (int i = 0; i < s->n; i++)
            put_tic(f, s, s->value[i], &comma);
    } else if (s->log) {
        bool few = high / low < 1e3;
        double every = ceil(log10(high / low) / MAX_TICS);

        for (int i = 0; i <= MAX_TICS + 1; i++) {
            double d = floor(log10(low)) + i * every;

            if (!(d <= log10(high) + 1e-9))
                break;
            put_tic(f, s, pow(10, d), &comma);
            if (few) {
                put_tic(f, s, 2 * pow(10, d), &comma);
                put_tic(f, s, 5 * pow(10, d), &comma);
            }
        }
    } else {
        double step = pow(10, floor(log10((high - low) / 4)));

        step *= (high - low) / step > 2 * MAX_TICS ? 5 : (high - low) / step > MAX_TICS ? 2 : 1;
        for (int i = 0; i <= 2 * MAX_TICS; i++) {
            double v = (ceil(low / step - 1e-9) + i) * step;

            if (!(v <= high + 1e-9 * step))
                break;
            put_tic(f, s, fabs(v) < 1e-9 * step ? 0.0 : v, &comma);
        }
    }
    fputs(")\n", f);
}

/* What the cells that have no colour mean, beside the plot. */
static void put_key(const mb_script *s, const mb_figure_case *c, const mb_map *m)
{
    static const char *const fill[MB_CELL_STATES] = {"", "solid fillcolor rgb 'white'",
                                                     "pattern 4 fillcolor rgb '#606060'",
                                                     "solid fillcolor rgb '#dddddd'"};
    char limit[MB_SHORT_SIZE], text[MB_CELL_STATES][64] = {"", "", "failed", "no record"};
    double y = s->bottom - 8;

    if (m->classless_count > 0) {
        fprintf(s->file,
                "set label '' at screen %.5f, screen %.5f point pointtype 6 pointsize 1.2 "
                "linewidth 1 linecolor rgb '#1e1e1e'\n",
                (s->right + 31) / s->width, 1 - y / s->height);
        snprintf(limit, sizeof limit, "in no class: %d", m->classless_count);
        mb_script_text(s, s->right + 50, y, "left", 11.5, "black", limit);
        y -= 22;
    }
    mb_short_number(c->figure->limit, limit);
    snprintf(text[MB_ABOVE], sizeof text[0], "above %s", limit);
    for (int k = MB_MISSING; k >= MB_ABOVE; k--) {
        if (m->count[k] == 0)
            continue;
        fprintf(s->file,
                "set object rectangle from screen %.5f, screen %.5f to screen %.5f, screen %.5f "
                "fillstyle %s\n",
                (s->right + 20) / s->width, 1 - (y + 7) / s->height, (s->right + 42) / s->width,
                1 - (y - 7) / s->height, fill[k]);
        snprintf(limit, sizeof limit, ": %d", m->count[k]);
        strncat(text[k], limit, sizeof text[k] - strlen(text[k]) - 1);
        mb_script_text(s, s->right + 50, y, "left", 11.5, "black", text[k]);
        y -= 22;
    }
}

/* Height that what has no colour takes below the colours. */
static double key_height(const mb_map *m)
{
    const double line = 22.0, above = 14.0;
    int lines = m->classless_count > 0;

    for (int k = MB_ABOVE; k <= MB_MISSING; k++)
        lines += m->count[k] > 0;
    return lines > 0 ? line * lines + above : 0.0;
}

static void put_colours(const mb_script *s, const mb_map *m, const char *label)
{
    mb_axis_range range = mb_axis_between(m->low, m->high, m->log);
    double high = s->bottom - s->top - key_height(m);

    /* cividis: even in lightness, the same for all kinds of colour vision and in greyscale */
    fputs("set palette defined (0 '#00224e', 0.125 '#123570', 0.25 '#3b496c', 0.375 '#575d6d', "
          "0.5 '#707173', 0.625 '#8a8678', 0.75 '#a59c74', 0.875 '#c3b369', 1 '#fee838')\n",
          s->file);
    if (m->count[MB_SHOWN] == 0) {
        fputs("unset colorbox\n", s->file);
        return;
    }
    if (m->log)
        fputs("set logscale cb\nset format cb '10^{%T}'\n", s->file);
    else
        fputs("set format cb '%g'\n", s->file);
    fprintf(s->file, "set cbrange [%.12g:%.12g]\n", range.low, range.high);
    fprintf(s->file,
            "set colorbox vertical user origin screen %.5f, screen %.5f size screen %.5f, "
            "screen %.5f\n",
            (s->right + 20) / s->width, 1 - (s->top + high) / s->height, 22.0 / s->width,
            high / s->height);
    if (!s->narrow || s->paper)
        mb_script_upright(s, s->right + label_right, s->top, s->top + high, label);
}

/* Of a circle that stays in its cell. */
static double ring_size(const mb_script *s, const mb_map *m)
{
    double cell = fmin((s->right - s->left) / m->x.n, (s->bottom - s->top) / m->y.n); /* [px] */

    return fmin(1.2, 0.06 * cell);
}

static void put_plot(const mb_script *s, const mb_map *m)
{
    fprintf(s->file,
            "drawing = \"plot '%s.tsv' index 0 using 1:2:3 with image, "
            "'' index 1 using (0):(0):1:2:3:4 with boxxyerror fillstyle solid noborder "
            "linecolor rgb 'white', "
            "'' index 2 using (0):(0):1:2:3:4 with boxxyerror fillstyle solid noborder "
            "linecolor rgb 'white', "
            "'' index 2 using (0):(0):1:2:3:4 with boxxyerror fillstyle pattern 4 noborder "
            "linecolor rgb '#606060', "
            "'' index 3 using (0):(0):1:2:3:4 with boxxyerror fillstyle solid noborder "
            "linecolor rgb '#dddddd'",
            s->name);
    if (m->count[MB_SHOWN] > 0)
        fputs(", '' index 4 using 1:2 with lines linecolor rgb 'white' linewidth 3.4, "
              "'' index 4 using 1:2 with lines linecolor rgb '#1e1e1e' linewidth 1.4",
              s->file);
    if (m->classless_count > 0)
        for (int k = 0; k < 2; k++) /* seen on dark and on light */
            fprintf(s->file,
                    ", '' index 5 using 1:2 with points pointtype 6 pointsize %.2f linewidth %.1f "
                    "linecolor rgb '%s'",
                    ring_size(s, m), k ? 1.0 : 2.2, k ? "#1e1e1e" : "white");
    fputs("\"\n", s->file);
}

static void put_axes(const mb_script *s, const mb_map *m, const char *const *label,
                     const mb_wrapped *y_label)
{
    fprintf(s->file, "unset grid\nset border 15\nset xrange [-0.5:%.1f]\nset yrange [-0.5:%.1f]\n",
            m->x.n - 0.5, m->y.n - 0.5);
    put_tics(s->file, 'x', &m->x);
    put_tics(s->file, 'y', &m->y);
    mb_script_x_label(s, label[0]);
    mb_script_put_y_label(s, y_label);
}

static mb_status write_script(mb_figure_case *c, const mb_map *m, mb_script *s)
{
    const char *second, *label[3], *note = c->note;
    mb_wrapped y_label;
    mb_status status, ended;

    MB_TRY(mb_figure_second(c, &second));
    MB_TRY(mb_figure_param_text(c, &c->figure->x_param, &label[0]));
    MB_TRY(mb_figure_param_text(c, &c->figure->y_param, &label[1]));
    MB_TRY(mb_figure_metric_text(c, &c->figure->z, &label[2]));
    mb_script_head(s, c->figure->title, second);
    s->left = plot_left;
    s->right = s->width - (s->narrow ? narrow_beside : beside);
    s->bottom = s->top + plot_part * s->width;
    y_label = mb_script_y_label(s, label[1]);
    if (s->narrow) /* the scale is too short for its label */
        MB_TRY(mb_arena_printf(c->arena, &note, c->err, "Colour: %s. %s", label[2], c->note));
    mb_script_foot(s, note, s->bottom);
    MB_TRY(mb_script_begin(s, c->folder, c->err));
    put_axes(s, m, label, &y_label);
    put_colours(s, m, label[2]);
    put_key(s, c, m);
    put_plot(s, m);
    status = mb_map_key(s, m, label, c->arena, c->err);
    ended = mb_script_end(s, c->folder, c->err);
    status = status == MB_OK ? ended : status;
done:
    return status;
}

mb_status mb_figure_map(mb_figure_case *c)
{
    mb_script script[MB_SCRIPTS];
    int scripts = mb_scripts_of(c->chart->name, &c->look, script);
    mb_map m;
    char least[MB_SHORT_SIZE];
    mb_status status;

    MB_TRY(mb_map_make(c->figure, c->row, c->arena, &m, c->err));
    if (m.count[MB_MISSING] == m.x.n * m.y.n) {
        c->chart->name[0] = '\0';
        return mb_figure_note(c, "Nothing can be drawn.");
    }
    MB_TRY(mb_figure_note_failures(c, &c->figure->z));
    if (m.count[MB_SHOWN] > 0) {
        mb_short_number(m.low, least);
        MB_TRY(mb_figure_note(c, "Smallest value: %s.", least));
    }
    MB_TRY(write_data(c, &m));
    for (int k = 0; k < scripts; k++)
        MB_TRY(write_script(c, &m, &script[k]));
done:
    return status;
}

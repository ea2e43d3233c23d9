/* Figures of bars: a metric with its interval, a bar a run, in the order of the study. */
#include <math.h>
#include <string.h>

#include "report/charts/palette.h"
#include "report/figures/figure_parts.h"
#include "report/records/grade.h"

enum { NAME_WIDTH = 42, PITCH = 27, LINE_PITCH = 13, NOTE_PITCH = 14 };

/* [px] */
static const double plot_left = 330, plot_right = 650, plot_top = 58;

typedef struct bar {
    const mb_report_run *row;
    const char *name;
    double value, low, high; /* low, high: of its interval, NaN: none */
    int colour;
} bar;

static const int colours[MB_LINE_STYLE_COUNT] = {
#define COLOUR(r, g, b, dark, dash, point) ((r) << 16 | (g) << 8 | (b)),
    MB_LINE_STYLES(COLOUR)
#undef COLOUR
};

/* The metric of a run and its interval where it has one. */
static void measure(const mb_metric *metric, const mb_report_run *row, bar *b)
{
    char missing[MB_MISSING_SIZE];
    mb_measured value;

    b->value = b->low = b->high = NAN;
    if (!row->ok || !mb_metric_value(metric, row, &value, missing))
        return;
    b->value = value.x;
    if (value.lo < value.x || value.hi > value.x) {
        b->low = value.lo;
        b->high = value.hi;
    }
}

/* The colours of the methods; one for all where they are not told apart. */
static void colour_bars(const mb_figure_case *c, bar *bars, const int *run, int n)
{
    mb_figure_style style[MB_CHART_BARS];

    mb_figure_styles(c, run, n, style);
    for (int i = 0; i < n; i++)
        bars[i].colour = c->ledger->names > 0 ? style[i].colour % MB_LINE_STYLE_COUNT : 0;
}

static mb_status collect(mb_figure_case *c, bar **bars, int *count)
{
    const mb_report_run **row;
    const char **label;
    int run[MB_CHART_BARS], n = 0, more = 0;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, bars, MB_CHART_BARS, c->err));
    MB_TRY(MB_TAKE(c->arena, &row, MB_CHART_BARS, c->err));
    MB_TRY(MB_TAKE(c->arena, &label, MB_CHART_BARS, c->err));
    for (int i = 0; i < c->figure->run.runs; i++) {
        if (n == MB_CHART_BARS) {
            more++;
            continue;
        }
        (*bars)[n] = (bar){.row = &c->asked[i]};
        measure(&c->figure->y, &c->asked[i], &(*bars)[n]);
        if (c->figure->labels > 0)
            (*bars)[n].name = c->figure->label[i];
        run[n] = i;
        row[n++] = &c->asked[i];
    }
    MB_TRY(mb_figure_labels(c, row, run, n, label));
    colour_bars(c, *bars, run, n);
    for (int i = 0; i < n; i++)
        if (!(*bars)[i].name)
            (*bars)[i].name = *label[i] ? label[i] : row[i]->solver;
    if (more > 0)
        MB_TRY(mb_figure_note(c, "%d further runs are not drawn; the table has them.", more));
    *count = n;
done:
    return status;
}

/* Logarithmic when all are positive and differ by more than a factor of 20; else from zero. */
static mb_axis_range find_range(const bar *bars, int n)
{
    double value[MB_CHART_BARS], low = INFINITY, high = -INFINITY;
    mb_axis_range axis;

    for (int i = 0; i < n; i++) {
        value[i] = bars[i].value;
        if (isfinite(value[i])) {
            low = fmin(low, fmin(value[i], bars[i].low));
            high = fmax(high, fmax(value[i], bars[i].high));
        }
    }
    if (low > 0.0 && high > 20.0 * low) {
        axis = mb_axis_of(value, n, true);
        if (low < 2.0 * axis.low) /* a bar must show */
            axis.low /= 10.0;
        return axis;
    }
    low = fmin(low, 0.0);
    high = fmax(high, 0.0);
    return mb_axis_between(1.05 * low, high > low ? 1.05 * high : 1.0, false);
}

/* "1.3 (1.02 to 1.4)"; "" when there is none. */
static void number_text(const bar *b, char *text, size_t size)
{
    char value[MB_SHORT_SIZE], low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];

    mb_short_number(b->value, value);
    mb_short_number(b->low, low);
    mb_short_number(b->high, high);
    snprintf(text, size, *low && *high ? "%s (%s–%s)" : "%s", value, low, high);
    if (*text && mb_row_grade(b->row) == MB_CLASSLESS)
        snprintf(text + strlen(text), size - strlen(text), "  ○");
}

static void put_names(const mb_script *s, const bar *bars, int n)
{
    char number[3 * MB_SHORT_SIZE + 16];

    for (int i = 0; i < n; i++) {
        mb_wrapped name = mb_wrap(bars[i].name, NAME_WIDTH, 2);
        double y = s->top + PITCH * (i + 0.5);

        for (int k = 0; k < name.count; k++)
            mb_script_text(s, plot_left - 8, y + LINE_PITCH * (k - (name.count - 1) / 2.0), "right",
                           11.5, "black", name.line[k]);
        number_text(&bars[i], number, sizeof number);
        mb_script_text(s, plot_right + 10, y, "left", 11, bars[i].row->ok ? "black" : "#606060",
                       *number           ? number
                       : bars[i].row->ok ? "no value"
                                         : bars[i].row->status);
    }
}

/* A block of the bars of runs in no class, or of the others. */
static void put_bars(FILE *file, const bar *bars, int n, bool classless)
{
    int put = 0;

    for (int i = 0; i < n; i++)
        if (isfinite(bars[i].value) && (mb_row_grade(bars[i].row) == MB_CLASSLESS) == classless)
            put += fprintf(file, "%d\t%.9g\t%d\n", i, bars[i].value, colours[bars[i].colour]) > 0;
    fputs(put ? "\n\n" : "nan\tnan\t0\n\n\n", file);
}

static bool has_interval(const bar *b)
{
    return isfinite(b->low) && isfinite(b->high);
}

static int count_intervals(const bar *bars, int n)
{
    int count = 0;

    for (int i = 0; i < n; i++)
        count += has_interval(&bars[i]);
    return count;
}

static void put_intervals(FILE *file, const bar *bars, int n)
{
    for (int i = 0; i < n; i++)
        if (has_interval(&bars[i]))
            fprintf(file, "%d\t%.9g\t%.9g\t%.9g\n", i, bars[i].value, bars[i].low, bars[i].high);
}

static mb_status write_data(mb_figure_case *c, const bar *bars, int n)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *file;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", c->chart->name);
    MB_TRY(mb_create(c->folder, name, &file, c->err));
    fprintf(
        file,
        "# place, value, colour; then those of runs that finished in no class; then intervals\n");
    put_bars(file, bars, n, false);
    put_bars(file, bars, n, true);
    put_intervals(file, bars, n);
    status = mb_close(file, c->folder, name, c->err);
done:
    return status;
}

static mb_status write_script(mb_figure_case *c, const bar *bars, int n)
{
    mb_wrapped notes = mb_wrap(c->note, MB_NOTE_WIDTH, MB_FIGURE_NOTES);
    mb_script s = {.name = c->chart->name, .left = plot_left, .right = plot_right, .top = plot_top};
    mb_axis_range axis = find_range(bars, n);
    char name[MB_CHART_NAME_SIZE + 8];
    const char *second, *label;
    mb_status status;

    s.bottom = s.top + PITCH * n;
    s.height = s.bottom + 54 + NOTE_PITCH * notes.count;
    snprintf(name, sizeof name, "%s.gp", c->chart->name);
    MB_TRY(mb_figure_second(c, &second));
    MB_TRY(mb_figure_metric_text(c, &c->figure->y, &label));
    MB_TRY(mb_create(c->folder, name, &s.file, c->err));
    mb_script_begin(&s, c->figure->title, second);
    mb_axis_put(s.file, 'x', axis);
    fprintf(s.file,
            "set yrange [%.1f:-0.5]\nunset ytics\nset border 1\nset grid noytics\nset xlabel ",
            n - 0.5);
    mb_put_gnuplot(s.file, label);
    fputs(" font ',12.5' offset 0,0.3 noenhanced\n", s.file);
    put_names(&s, bars, n);
    mb_script_notes(&s, &notes);
    fputs("drawing = \"plot", s.file);
    for (int k = 0; k < 2; k++)
        fprintf(s.file,
                "%s '%s.tsv' index %d using (%.8g):1:(%.8g):2:($1-0.3):($1+0.3):3 with boxxyerror "
                "fillstyle %s linecolor rgb variable",
                k ? "," : "", s.name, k, axis.log ? axis.low : 0.0, axis.log ? axis.low : 0.0,
                k ? "pattern 4 border" : "solid noborder");
    if (count_intervals(bars, n) > 0)
        fprintf(s.file,
                ", '%s.tsv' index 2 using 2:1:3:4 with xerrorbars pointtype -1 linewidth 1.2 "
                "linecolor rgb '#1e1e1e'",
                s.name);
    fputs("\"\n", s.file);
    mb_script_end(&s);
    status = mb_close(s.file, c->folder, name, c->err);
done:
    return status;
}

mb_status mb_figure_bars(mb_figure_case *c)
{
    bar *bars;
    int n, finite = 0;
    mb_status status;

    MB_TRY(collect(c, &bars, &n));
    for (int i = 0; i < n; i++)
        finite += isfinite(bars[i].value);
    if (finite == 0) {
        c->chart->name[0] = '\0';
        return mb_figure_note(c, "Nothing can be drawn.");
    }
    MB_TRY(mb_figure_note_failures(c, &c->figure->y));
    MB_TRY(mb_figure_note_reference(c, &c->figure->y));
    MB_TRY(write_data(c, bars, n));
    MB_TRY(write_script(c, bars, n));
done:
    return status;
}

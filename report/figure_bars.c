/* Figures of bars: a metric, a bar a run, in the order of the study. */
#include <math.h>
#include <string.h>

#include "report/figure_parts.h"
#include "report/grade.h"

enum { NAME_WIDTH = 42, PITCH = 27, LINE_PITCH = 13, NOTE_PITCH = 14 };

/* [px] */
static const double plot_left = 330, plot_right = 690, plot_top = 58;

typedef struct bar {
    const mb_row *row;
    const char *name;
    double value;
} bar;

static mb_status collect(mb_figure_case *c, bar **bars, int *count)
{
    const mb_row **row;
    const char **label;
    int n = 0, more = 0;
    mb_status status;

    MB_TRY(mb_claim(c->arena, bars, MB_CHART_BARS, sizeof **bars, c->err));
    MB_TRY(mb_claim(c->arena, &row, MB_CHART_BARS, sizeof *row, c->err));
    MB_TRY(mb_claim(c->arena, &label, MB_CHART_BARS, sizeof *label, c->err));
    for (int i = 0; i < c->figure->run.runs; i++) {
        if (!c->row[i])
            continue;
        if (n == MB_CHART_BARS) {
            more++;
            continue;
        }
        (*bars)[n] = (bar){.row = c->row[i], .value = mb_figure_value(&c->figure->y, c->row[i])};
        if (c->figure->labels > 0)
            (*bars)[n].name = c->figure->label[i];
        row[n++] = c->row[i];
    }
    MB_TRY(mb_figure_labels(c, row, n, label));
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
            low = fmin(low, value[i]);
            high = fmax(high, value[i]);
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

static void put_names(const mb_script *s, const bar *bars, int n)
{
    char number[MB_SHORT_SIZE + 8];

    for (int i = 0; i < n; i++) {
        mb_wrapped name = mb_wrap(bars[i].name, NAME_WIDTH, 2);
        double y = s->top + PITCH * (i + 0.5);

        for (int k = 0; k < name.count; k++)
            mb_script_text(s, plot_left - 8, y + LINE_PITCH * (k - (name.count - 1) / 2.0), "right",
                           11.5, "black", name.line[k]);
        mb_short_number(bars[i].value, number);
        if (*number && mb_row_grade(bars[i].row) == MB_CLASSLESS)
            strcat(number, "  ○");
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
            put += fprintf(file, "%d\t%.9g\n", i, bars[i].value) > 0;
    fputs(put ? "\n\n" : "nan\tnan\n\n\n", file);
}

static mb_status write_data(mb_figure_case *c, const bar *bars, int n)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *file;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", c->chart->name);
    MB_TRY(mb_create(c->folder, name, &file, c->err));
    fprintf(file, "# place, value; then those of runs that finished in no class\n");
    put_bars(file, bars, n, false);
    put_bars(file, bars, n, true);
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
                "%s '%s.tsv' index %d using (%.8g):1:(%.8g):2:($1-0.3):($1+0.3) with boxxyerror "
                "fillstyle %s linecolor rgb '#0072b2'",
                k ? "," : "", s.name, k, axis.log ? axis.low : 0.0, axis.log ? axis.low : 0.0,
                k ? "pattern 4 border linecolor rgb '#0072b2'" : "solid noborder");
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

/* CPU ratio of each run to the study's reference run, with its confidence interval; where a study
 * measured no ratios, the CPU time of a step with the spread of its samples. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/chart.h"
#include "report/charts/script.h"
#include "report/records/grade.h"

enum { NAME_WIDTH = 42, PITCH = 29, LINE_PITCH = 13, NOTE_PITCH = 14, MAX_NOTES = 3, BLOCKS = 4 };

/* [px] */
static const double plot_left = 330, plot_right = 660, plot_top = 58;

typedef struct bar {
    const mb_report_run *row;
    double value, low, high; /* low, high NaN when unknown */
    bool reference;
} bar;

static bool ratio_of(const mb_run_group *group, const mb_report_run *row, bar *b)
{
    const char *to = mb_record_text(row->record, "ratio.to");

    b->value = mb_record_number(row->record, "ratio.median");
    b->low = mb_record_number(row->record, "ratio.lo");
    b->high = mb_record_number(row->record, "ratio.hi");
    b->reference = to && strcmp(to, row->solver) == 0;
    if (b->reference)
        b->low = b->high = NAN; /* it has no spread */
    for (int i = 0; isnan(b->value) && i < group->count; i++) {
        to = mb_record_text(group->row[i]->record, "ratio.to");
        if (to && strcmp(to, row->solver) == 0) {
            b->value = 1.0;
            b->reference = true;
        }
    }
    return isfinite(b->value) && b->value > 0;
}

static bool step_cost_of(const mb_report_run *row, bar *b)
{
    const json_t *loop = json_object_get(json_object_get(row->record, "cpu"), "loop");
    double scale;

    b->value = mb_record_number(row->record, "cpu.per_step_us");
    b->low = b->high = NAN;
    b->reference = false;
    scale = b->value / mb_row_cpu(row->record);
    for (size_t i = 0; isfinite(scale) && i < json_array_size(loop); i++) {
        double x = scale * json_number_value(json_array_get(loop, i));

        b->low = isnan(b->low) ? x : fmin(b->low, x);
        b->high = isnan(b->high) ? x : fmax(b->high, x);
    }
    return isfinite(b->value) && b->value > 0;
}

static int by_value(const void *a, const void *b)
{
    const bar *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return strcmp(x->row->label, y->row->label);
}

/* Sorted bars; of more than MB_CHART_BARS those at evenly spaced ranks stay.  `ratios` tells which
 * of the two quantities they show. */
static mb_status collect(const mb_run_group *group, mb_arena *arena, bar **bars, int *count,
                         int *all, const mb_report_run ***missing, int *missing_count, bool *ratios,
                         mb_error *err)
{
    mb_status status;

    *count = *missing_count = 0;
    *ratios = false;
    MB_TRY(MB_TAKE(arena, bars, (size_t)group->count, err));
    MB_TRY(MB_TAKE(arena, missing, (size_t)group->count, err));
    for (int i = 0; i < group->count; i++)
        *ratios = *ratios || mb_record_number(group->row[i]->record, "ratio.median") > 0;
    for (int i = 0; i < group->count; i++) {
        bar *b = &(*bars)[*count];

        b->row = group->row[i];
        if (*ratios ? ratio_of(group, b->row, b) : step_cost_of(b->row, b))
            (*count)++;
        else
            (*missing)[(*missing_count)++] = group->row[i];
    }
    qsort(*bars, (size_t)*count, sizeof **bars, by_value);
    *all = *count;
    if (*count > MB_CHART_BARS) {
        for (int i = 0; i < MB_CHART_BARS; i++)
            (*bars)[i] = (*bars)[i * (*count - 1) / (MB_CHART_BARS - 1)];
        *count = MB_CHART_BARS;
    }
done:
    return status;
}

/* A value as gnuplot can draw it on a logarithmic axis with a margin. */
static double drawable(double x)
{
    static const double least = 1e-300, most = 1e300;

    return isnan(x) ? x : fmin(fmax(x, least), most);
}

/* Range of values and whether the axis is logarithmic: above a factor of 20 between the bars. */
static bool find_range(const bar *bars, int n, double *low, double *high)
{
    *low = bars[0].value;
    *high = bars[n - 1].value;
    for (int i = 0; i < n; i++) {
        if (bars[i].low > 0)
            *low = fmin(*low, bars[i].low);
        if (isfinite(bars[i].high))
            *high = fmax(*high, bars[i].high);
    }
    *low = drawable(*low);
    *high = drawable(*high);
    return *high > 20 * *low;
}

static void put_data(FILE *f, const bar *bars, int n, bool projected, bool classless)
{
    bool any = false;

    fprintf(f, "# place\tvalue\tlow\thigh: runs %s%s\n",
            projected ? "with a projection" : "without projection",
            classless ? ", finished in no class" : "");
    for (int i = 0; i < n; i++) {
        double low = isnan(bars[i].low) ? bars[i].value : bars[i].low;
        double high = isnan(bars[i].high) ? bars[i].value : bars[i].high;

        if (bars[i].row->projected != projected ||
            (mb_row_grade(bars[i].row) == MB_CLASSLESS) != classless)
            continue;
        fprintf(f, "%d\t%.8g\t%.8g\t%.8g\n", -i, drawable(bars[i].value), drawable(low),
                drawable(high));
        any = true;
    }
    fputs(any ? "\n\n" : "nan\tnan\tnan\tnan\n\n\n", f);
}

/* Label of the run and, when it is not right, how it ended. */
static mb_wrapped name_of(const mb_report_run *row)
{
    mb_wrapped name = {0};
    char *text;

    if (!mb_row_explained(row))
        return mb_wrap(row->label, NAME_WIDTH, 2);
    if (asprintf(&text, "%s  %s %s", row->label, row->ok ? "○" : "×",
                 row->ok ? "no class" : row->status) >= 0) {
        name = mb_wrap(text, NAME_WIDTH, 2);
        free(text);
    }
    return name;
}

static void put_names(const mb_script *s, const bar *bars, int n)
{
    for (int i = 0; i < n; i++) {
        double y = s->top + PITCH * (i + 0.5);
        mb_wrapped name = name_of(bars[i].row);
        char value[MB_SHORT_SIZE], low[MB_SHORT_SIZE], high[MB_SHORT_SIZE], text[128];

        for (int k = 0; k < name.count; k++)
            mb_script_text(s, plot_left - 8, y + LINE_PITCH * (k - (name.count - 1) / 2.0), "right",
                           11, "black", name.line[k]);
        mb_short_number(bars[i].value, value);
        mb_short_number(bars[i].low, low);
        mb_short_number(bars[i].high, high);
        if (bars[i].reference)
            snprintf(text, sizeof text, "%s (reference)", value);
        else if (*low)
            snprintf(text, sizeof text, "%s [%s, %s]", value, low, high);
        else
            snprintf(text, sizeof text, "%s", value);
        mb_script_text(s, plot_right + 6, y, "left", 10.5, "#606060", text);
    }
}

static void put_plot(const mb_script *s, double base, bool line_at_one)
{
    static const char *const fill[] = {"'#0072b2'", "'#e69f00'"};

    if (line_at_one)
        fputs("set arrow from first 1, graph 0 to first 1, graph 1 nohead linecolor rgb '#606060' "
              "linewidth 1 front\n",
              s->file);
    fputs("drawing = \"plot", s->file);
    for (int i = 0; i < BLOCKS; i++) { /* `border` takes the colour that follows it */
        fprintf(s->file,
                "%s '%s.tsv' index %d using (%.8g):1:(%.8g):2:($1-0.28):($1+0.28) with boxxyerror "
                "fillstyle ",
                i ? "," : "", s->name, i, base, base);
        if (i < 2)
            fputs("solid noborder", s->file);
        else
            fprintf(s->file, "pattern 4 border linecolor rgb %s", fill[i % 2]);
        fprintf(s->file, " linecolor rgb %s", fill[i % 2]);
    }
    for (int i = 0; i < BLOCKS; i++)
        fprintf(s->file,
                ", '%s.tsv' index %d using 2:1:3:4 with xerrorbars pointtype 0 linewidth 1.4 "
                "linecolor rgb 'black'",
                s->name, i);
    fputs("\"\n", s->file);
}

/* A small key in the title's second line: the two fills. */
static void put_key(const mb_script *s)
{
    static const char *const fill[] = {"#0072b2", "#e69f00"};
    static const char *const text[] = {"without projection", "with a projection"};

    for (int i = 0; i < 2; i++) {
        double x = 536 + 132 * i;

        fprintf(s->file,
                "set object rectangle from screen %.5f, screen %.5f to screen %.5f, screen %.5f "
                "fillstyle solid noborder fillcolor rgb '%s'\n",
                x / MB_SCRIPT_WIDTH, 1 - 44 / s->height, (x + 10) / MB_SCRIPT_WIDTH,
                1 - 34 / s->height, fill[i]);
        mb_script_text(s, x + 14, 39, "left", 10.5, "#606060", text[i]);
    }
}

/* Labels at 1, 2 and 5 of each decade: gnuplot's own, at the decades, may be one or none. */
static void put_log_tics(FILE *file, double low, double high)
{
    static const int digit[] = {1, 2, 5};
    const char *comma = "";

    fputs("set xtics (", file);
    for (int k = (int)floor(log10(low)); k <= (int)log10(high) + 1; k++)
        for (int i = 0; i < 3; i++) {
            double at = digit[i] * pow(10.0, k);

            if (at < low || at > high)
                continue;
            fprintf(file, "%s%.8g", comma, at);
            comma = ", ";
        }
    fputs(")\n", file);
}

static mb_status write_script(const char *second, const bar *bars, int n, bool ratios,
                              const char *folder, const mb_wrapped *notes, const mb_chart *chart,
                              mb_error *err)
{
    mb_script s = {.name = chart->name, .left = plot_left, .right = plot_right, .top = plot_top};
    char name[MB_CHART_NAME_SIZE + 8];
    double low, high, base = 0;
    bool log_axis = find_range(bars, n, &low, &high);
    mb_status status;

    s.bottom = s.top + PITCH * n;
    s.height = s.bottom + 54 + NOTE_PITCH * notes->count;
    snprintf(name, sizeof name, "%s.gp", chart->name);
    MB_TRY(mb_create(folder, name, &s.file, err));
    mb_script_begin(&s, chart->title, second);
    if (log_axis) {
        base = ratios ? 1.0 : low / 2;
        fprintf(s.file, "set logscale x\nset xrange [%.8g:%.8g]\n", fmin(low, base) / 1.3,
                high * 1.3);
        put_log_tics(s.file, fmin(low, base) / 1.3, high * 1.3);
    } else {
        fprintf(s.file, "set xrange [0:%.8g]\n", fmax(high, ratios ? 1.0 : 0.0) * 1.05);
    }
    fprintf(s.file,
            "set yrange [%.1f:0.5]\nunset ytics\nset border 1\nset grid noytics\n"
            "set format x '%%g'\nset xlabel '%s' font ',12.5' offset 0,0.3 noenhanced\n",
            0.5 - n, ratios ? "CPU time relative to the reference" : "CPU time of a step  [µs]");
    put_key(&s);
    put_names(&s, bars, n);
    mb_script_notes(&s, notes);
    put_plot(&s, base, ratios);
    mb_script_end(&s);
    status = mb_close(s.file, folder, name, err);
done:
    return status;
}

static mb_status write_data(const bar *bars, int n, const char *folder, const mb_chart *chart,
                            mb_error *err)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *file;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", chart->name);
    MB_TRY(mb_create(folder, name, &file, err));
    for (int i = 0; i < BLOCKS; i++)
        put_data(file, bars, n, i % 2, i >= 2);
    status = mb_close(file, folder, name, err);
done:
    return status;
}

mb_status mb_chart_bars(const mb_run_group *group, const char *folder, mb_arena *arena,
                        mb_chart *chart, bool *drawn, mb_error *err)
{
    bar *bars;
    const mb_report_run **missing;
    int n, all, missing_count;
    bool ratios;
    const char *untimed, *second;
    mb_wrapped notes;
    mb_status status;

    *drawn = false;
    MB_TRY(collect(group, arena, &bars, &n, &all, &missing, &missing_count, &ratios, err));
    if (n == 0)
        return MB_OK;
    snprintf(chart->name, sizeof chart->name, "%s-cpu", group->file);
    chart->heading = "CPU time";
    MB_TRY(mb_arena_printf(arena, &chart->title, err, "%s: %s", group->title,
                           ratios ? "CPU ratio" : "CPU time of a step"));
    MB_TRY(mb_arena_printf(arena, &chart->caption, err,
                           "%s; hatched: finished, but in no class. %.0d%s",
                           ratios ? "CPU time of the time loop relative to the reference run, with "
                                    "the confidence interval of the median"
                                  : "CPU time of a step, with the range of the samples",
                           n < all ? n : 0,
                           n < all ? " bars at evenly spaced ranks are drawn; all runs are in the "
                                     "table."
                                   : ""));
    MB_TRY(mb_list_missing("not timed: ", missing, missing_count, arena, &untimed, err));
    notes = mb_wrap(untimed, MB_NOTE_WIDTH, MAX_NOTES);
    MB_TRY(write_data(bars, n, folder, chart, err));
    MB_TRY(mb_group_line(group, "", arena, &second, err));
    MB_TRY(write_script(second, bars, n, ratios, folder, &notes, chart, err));
    *drawn = true;
done:
    return status;
}

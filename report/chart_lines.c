/* Violation, drift or error against time: logarithmic, a line a run, its name where it ends. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/palette.h"
#include "report/script.h"

enum { MARKERS = 6, NAME_WIDTH = 33, LINE_PITCH = 14, GAP = 7, NOTE_PITCH = 14, MAX_NOTES = 3 };

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

static const struct {
    const char *word, *title, *axis, *heading;
} quantity[MB_QUANTITIES] = {
    [MB_POSITION] = {"position", "position violation", "position violation ‖Φ‖₂  [SI units of Φ]",
                     "Position violation against time"},
    [MB_VELOCITY] = {"velocity", "velocity violation",
                     "velocity violation ‖dΦ/dt‖₂  [SI units of Φ / s]",
                     "Velocity violation against time"},
    [MB_ENERGY] = {"energy", "energy drift", "energy drift |E − E₀|  [J]",
                   "Energy drift against time"},
    [MB_ERROR] = {"error", "error", "largest |error| of the outputs  [m, rad]",
                  "Error against the reference"},
};

/* One line with its name beside the plot. */
typedef struct entry {
    const mb_row *row;
    mb_line line;
    mb_wrapped name;
    char end[MB_WRAP_SIZE + 64]; /* "× diverged at t = 3.2 s", "" */
    double wish, centre; /* heights of its end and of its name, upwards from the plot's low end */
    double tall;         /* of the name */
} entry;

static const char *axis_name(const mb_group *group, mb_quantity what)
{
    const char *kind = mb_record_text(group->row[0]->record, "energy.kind");

    if (what == MB_ENERGY && kind && strcmp(kind, "balance") == 0)
        return "error of the energy balance  [J]";
    return quantity[what].axis;
}

static double last_value(const mb_line *line)
{
    return line->count > 0 ? line->v[line->count - 1] : 0.0;
}

static void describe_end(const mb_row *row, char *text, size_t size)
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

static mb_status make_entries(const mb_part *part, mb_quantity what, mb_log_axis axis, double t_end,
                              entry *e, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < part->count; i++) {
        e[i].row = part->row[i];
        MB_TRY(mb_line_make(part->track[i], what, t_end, MB_CHART_BINS, &e[i].line, err));
        e[i].name = mb_wrap(part->row[i]->label, NAME_WIDTH, MB_WRAP_LINES);
        describe_end(e[i].row, e[i].end, sizeof e[i].end);
        e[i].tall = LINE_PITCH * (e[i].name.count + (e[i].end[0] != '\0'));
        e[i].wish = plot_height * mb_log_height(axis, last_value(&e[i].line));
        e[i].centre = e[i].wish;
    }
done:
    return status;
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
static void put_name(const mb_script *s, const entry *e, int i)
{
    double y = s->bottom - e->centre, end = s->bottom - e->wish;
    double first = y - (e->tall - LINE_PITCH) / 2;
    bool reaches = e->end[0] == '\0';

    if (reaches && fabs(y - end) > 2)
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
    if (!reaches)
        mb_script_text(s, plot_right + 56, first + LINE_PITCH * e->name.count, "left", 11,
                       "#606060", e->end);
}

/* A cross where a run failed. */
static void put_cross(FILE *f, const entry *e, int i, mb_log_axis axis)
{
    if (e->end[0] == '\0' || e->line.count == 0)
        return;
    fprintf(f,
            "set label '' at first %.8g, first %.8g point pointtype 2 pointsize 1.3 linewidth 2.2 "
            "linecolor rgb '#%02x%02x%02x' front\n",
            e->line.t[e->line.count - 1], fmin(fmax(last_value(&e->line), axis.low), axis.high),
            style[i].red, style[i].green, style[i].blue);
}

/* Two blocks a run: the line (an empty line is a gap) and the places of its markers. */
static void put_data(FILE *f, const entry *e, int i, int n)
{
    const mb_line *line = &e->line;

    fprintf(f, "# run %s: time [s], largest absolute value; then the markers\n", e->row->anchor);
    for (int k = 0; k < line->count; k++)
        if (isnan(line->v[k]))
            fputc('\n', f);
        else
            fprintf(f, "%.8g\t%.8g\n", line->t[k], line->v[k]);
    fputs(line->count ? "\n\n" : "nan\tnan\n\n\n", f);
    for (int k = 0; k < MARKERS; k++) {
        /* staggered, so that markers of lines on top of each other stand apart */
        int at = (int)((k + (i + 0.5) / n) * MB_CHART_BINS / MARKERS);

        at = line->count < MB_CHART_BINS ? at * line->count / MB_CHART_BINS : at;
        if (at < line->count && !isnan(line->v[at]))
            fprintf(f, "%.8g\t%.8g\n", line->t[at], line->v[at]);
        else if (k == 0)
            fputs("nan\tnan\n", f);
    }
    fputs("\n\n", f);
}

static void put_plot(const mb_script *s, const entry *e, int n, double bound)
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
    if (bound > 0)
        fprintf(s->file, ", %.8g with lines linecolor rgb '#606060' linewidth 1 dashtype (2,3)",
                bound);
    fputs("\"\n", s->file);
    for (int i = 0; i < n; i++)
        put_name(s, &e[i], i);
}

/* Which values of these lines the axis could not hold. */
static void find_edges(const entry *e, int n, mb_log_axis axis, bool *below, bool *above)
{
    *below = *above = false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < e[i].line.count; k++) {
            *below = *below || e[i].line.v[k] < axis.low;
            *above = *above || e[i].line.v[k] > axis.high;
        }
}

static mb_status write_notes(const mb_part *part, const entry *e, mb_log_axis axis, double bound,
                             mb_arena *arena, mb_wrapped *notes, mb_error *err)
{
    const char *missing, *text = "";
    char number[MB_SHORT_SIZE];
    bool below, above;
    mb_status status;

    find_edges(e, part->count, axis, &below, &above);
    MB_TRY(mb_list_missing("No curve: ", part->missing, part->missing_count, arena, &missing, err));
    mb_short_number(axis.low, number);
    if (below)
        MB_TRY(mb_arena_printf(arena, &text, err, "0 and values below %s lie on the lower edge.  ",
                               number));
    mb_short_number(axis.high, number);
    if (above)
        MB_TRY(mb_arena_printf(arena, &text, err, "%sValues above %s lie on the upper edge.  ",
                               text, number));
    mb_short_number(bound, number);
    if (bound > 0)
        MB_TRY(mb_arena_printf(arena, &text, err, "%sDotted: accuracy of the reference, %s.  ",
                               text, number));
    MB_TRY(mb_arena_printf(arena, &text, err, "%s%s%s", text, part->selected, missing));
    *notes = mb_wrap(text, 118, MAX_NOTES);
done:
    return status;
}

static mb_status write_script(const mb_group *group, const mb_part *part, mb_quantity what,
                              mb_log_axis axis, double t_end, entry *e, const char *folder,
                              const mb_wrapped *notes, double bound, mb_chart *chart, mb_error *err)
{
    mb_script s = {.name = chart->name, .left = plot_left, .right = plot_right, .top = plot_top};
    char name[MB_CHART_NAME_SIZE + 8];
    entry *order[MB_CHART_LINES];
    double names = 0;
    mb_status status;

    for (int i = 0; i < part->count; i++) {
        order[i] = &e[i];
        names += e[i].tall + GAP;
    }
    s.bottom = plot_top + fmax(plot_height, names - 2 * LINE_PITCH);
    s.height = s.bottom + 54 + NOTE_PITCH * notes->count;
    for (int i = 0; i < part->count; i++)
        e[i].wish *= (s.bottom - s.top) / plot_height;
    sort_by_wish(order, part->count);
    spread(order, part->count, s.bottom - s.top);
    snprintf(name, sizeof name, "%s.gp", chart->name);
    MB_TRY(mb_create(folder, name, &s.file, err));
    mb_script_begin(&s, group, chart->title, part->what);
    fprintf(s.file, "set logscale y\nset format y '10^{%%T}'\nset xrange [0:%.8g]\n", t_end);
    fprintf(s.file, "set yrange [%.8g:%.8g]\nclamp(y) = y < %.8g ? %.8g : y > %.8g ? %.8g : y\n",
            axis.low, axis.high, axis.low, axis.low, axis.high, axis.high);
    fputs("set xlabel 'time t  [s]' font ',12.5' offset 0,0.3\nset ylabel ", s.file);
    mb_put_gnuplot(s.file, axis_name(group, what));
    fputs(" font ',12.5' offset 0.6,0 noenhanced\n", s.file);
    for (int i = 0; i < part->count; i++)
        put_cross(s.file, &e[i], i, axis);
    mb_script_notes(&s, notes);
    put_plot(&s, e, part->count, bound);
    mb_script_end(&s);
    status = mb_close(s.file, folder, name, err);
done:
    return status;
}

static mb_status write_data(const mb_part *part, const entry *e, const char *folder,
                            const mb_chart *chart, mb_error *err)
{
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *file;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", chart->name);
    MB_TRY(mb_create(folder, name, &file, err));
    for (int i = 0; i < part->count; i++)
        put_data(file, &e[i], i, part->count);
    status = mb_close(file, folder, name, err);
done:
    return status;
}

/* Accuracy of the reference within the chart, 0 when unknown or outside. */
static double reference_bound(const mb_group *group, mb_quantity what, mb_log_axis axis)
{
    double bound = mb_record_number(group->row[0]->record, "error.bound");

    for (int i = 1; isnan(bound) && i < group->count; i++)
        bound = mb_record_number(group->row[i]->record, "error.bound");
    return what == MB_ERROR && bound > axis.low && bound < axis.high ? bound : 0.0;
}

mb_status mb_chart_lines(const mb_group *group, const mb_part *part, mb_quantity what,
                         mb_log_axis axis, double t_end, const char *folder, mb_arena *arena,
                         mb_chart *chart, mb_error *err)
{
    entry e[MB_CHART_LINES] = {0};
    double bound = reference_bound(group, what, axis);
    mb_wrapped notes;
    mb_status status;

    snprintf(chart->name, sizeof chart->name, "%s-%s%s", group->file, quantity[what].word,
             part->suffix);
    MB_TRY(
        mb_arena_printf(arena, &chart->title, err, "%s: %s", group->title, quantity[what].title));
    chart->heading = quantity[what].heading;
    MB_TRY(mb_arena_printf(arena, &chart->caption, err, "%s%s%s%s. %s",
                           *part->what ? "Runs " : "All runs", part->what,
                           *group->common ? "; all with " : "", group->common, part->selected));
    MB_TRY(make_entries(part, what, axis, t_end, e, err));
    MB_TRY(write_notes(part, e, axis, bound, arena, &notes, err));
    MB_TRY(write_data(part, e, folder, chart, err));
    MB_TRY(write_script(group, part, what, axis, t_end, e, folder, &notes, bound, chart, err));
done:
    for (int i = 0; i < MB_CHART_LINES; i++)
        mb_line_free(&e[i].line);
    return status;
}

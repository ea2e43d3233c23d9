#include "report/track.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 16 };

static const char *const column_name[MB_QUANTITIES] = {"position_l2", "velocity_l2", "energy",
                                                       "error"};

/* Which columns of the file hold the time and each quantity; -1: none. */
typedef struct columns {
    int t, value[MB_QUANTITIES];
} columns;

static void read_header(char *line, columns *c)
{
    char *rest = NULL;
    int n = 0;

    c->t = -1;
    for (int q = 0; q < MB_QUANTITIES; q++)
        c->value[q] = -1;
    for (char *word = strtok_r(line, "# \t\r\n", &rest); word;
         word = strtok_r(NULL, "# \t\r\n", &rest), n++) {
        if (strcmp(word, "t") == 0)
            c->t = n;
        for (int q = 0; q < MB_QUANTITIES; q++)
            if (strcmp(word, column_name[q]) == 0)
                c->value[q] = n;
    }
}

static int read_numbers(const char *line, double *number)
{
    int n = 0;

    while (n < MAX_COLUMNS) {
        char *end;

        number[n] = strtod(line, &end);
        if (end == line)
            break;
        n++;
        line = end;
    }
    return n;
}

static bool grow(mb_track *s)
{
    int size = s->size ? 2 * s->size : 1024;
    double *t = realloc(s->t, (size_t)size * sizeof *t);

    if (!t)
        return false;
    s->t = t;
    for (int q = 0; q < MB_QUANTITIES; q++) {
        double *v = realloc(s->value[q], (size_t)size * sizeof *v);

        if (!v)
            return false;
        s->value[q] = v;
    }
    s->size = size;
    return true;
}

static bool read_file(FILE *file, mb_track *s)
{
    char *line = NULL;
    size_t length = 0;
    double number[MAX_COLUMNS];
    columns c = {-1, {-1, -1, -1, -1}};
    bool ok = true;

    if (getline(&line, &length, file) >= 0)
        read_header(line, &c);
    while (ok && c.t >= 0 && getline(&line, &length, file) >= 0) {
        int n = read_numbers(line, number);

        if (n <= c.t || !isfinite(number[c.t]))
            continue;
        ok = s->count < s->size || grow(s);
        if (!ok)
            break;
        s->t[s->count] = number[c.t];
        for (int q = 0; q < MB_QUANTITIES; q++)
            s->value[q][s->count] =
                c.value[q] >= 0 && c.value[q] < n ? number[c.value[q]] : (double)NAN;
        s->count++;
    }
    free(line);
    return ok && s->count > 0;
}

bool mb_track_read(const char *folder, const char *path, mb_track *track)
{
    char *name;
    FILE *file;
    bool ok;

    memset(track, 0, sizeof *track);
    if (!path ||
        asprintf(&name, "%s%s%s", *path == '/' ? "" : folder, *path == '/' ? "" : "/", path) < 0)
        return false;
    file = fopen(name, "r");
    free(name);
    if (!file)
        return false;
    ok = read_file(file, track);
    fclose(file);
    if (!ok)
        mb_track_free(track);
    return ok;
}

void mb_track_free(mb_track *track)
{
    free(track->t);
    for (int q = 0; q < MB_QUANTITIES; q++)
        free(track->value[q]);
    memset(track, 0, sizeof *track);
}

static int bin_of(double t, double t_end, int bins)
{
    double x = t / t_end * bins;

    return x <= 0 ? 0 : x >= bins ? bins - 1 : (int)x;
}

/* Drops the empty bins before the first and after the last value and doubled gaps. */
static void close_up(mb_line *line)
{
    int kept = 0, last = 0; /* last: count up to the last finite value */

    for (int i = 0; i < line->count; i++) {
        bool finite = !isnan(line->v[i]);

        if (!finite && (kept == 0 || isnan(line->v[kept - 1])))
            continue;
        line->t[kept] = line->t[i];
        line->v[kept++] = line->v[i];
        if (finite)
            last = kept;
    }
    line->count = last;
}

mb_status mb_line_make(const mb_track *track, mb_quantity what, double t_end, int bins,
                       mb_line *line, mb_error *err)
{
    int last = -1, end = -1;

    line->count = 0;
    line->t = calloc((size_t)bins, sizeof *line->t);
    line->v = calloc((size_t)bins, sizeof *line->v);
    if (!line->t || !line->v || bins < 1) {
        mb_line_free(line);
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    }
    for (int i = 0; i < bins; i++)
        line->v[i] = NAN;
    for (int i = 0; i < track->count; i++) {
        int b = bin_of(track->t[i], t_end, bins);
        double v = fabs(track->value[what][i]);

        /* bins the run had no step in are no gaps: steps can be longer than bins */
        for (int k = end + 1; end >= 0 && k < b; k++)
            line->t[k] = NAN;
        end = b > end ? b : end;
        if (v == 0.0 && track->t[i] <= 0.0) /* the start is exact: nothing to show */
            continue;
        if (!isfinite(v) || (!isnan(line->v[b]) && v <= line->v[b]))
            continue;
        line->t[b] = track->t[i];
        line->v[b] = v;
        last = b > last ? b : last;
    }
    for (int i = 0; i <= last; i++)
        if (!isnan(line->t[i])) {
            line->t[line->count] = line->t[i];
            line->v[line->count++] = line->v[i];
        }
    close_up(line);
    return MB_OK;
}

void mb_line_free(mb_line *line)
{
    free(line->t);
    free(line->v);
    memset(line, 0, sizeof *line);
}

void mb_log_range_add(mb_log_range *range, double value, bool ok)
{
    if (!isfinite(value))
        return;
    value = fabs(value);
    if (value == 0.0) {
        range->zero = true;
        return;
    }
    range->smallest = !range->any || value < range->smallest ? value : range->smallest;
    range->any = true;
    if (ok)
        range->largest = fmax(range->largest, value);
    else
        range->largest_failed = fmax(range->largest_failed, value);
}

mb_log_axis mb_log_range_axis(const mb_log_range *range, double floor_value)
{
    mb_log_axis axis = {floor_value, floor_value * 10};
    double largest = range->largest, cap = 1e3 * range->largest;

    if (!range->any)
        return axis;
    if (range->largest == 0.0)
        cap = 1e6 * fmax(range->smallest, floor_value); /* every run failed */
    if (range->largest_failed > largest)
        largest = fmin(range->largest_failed, cap);
    axis.low = pow(10, floor(log10(range->smallest) + 1e-9));
    axis.low = fmax(floor_value, range->zero ? axis.low / 10 : axis.low);
    axis.high = pow(10, ceil(log10(largest) - 1e-9));
    if (axis.high < 10 * axis.low)
        axis.high = 10 * axis.low;
    return axis;
}

double mb_log_height(mb_log_axis axis, double value)
{
    if (!(value > axis.low))
        return 0.0;
    if (value >= axis.high)
        return 1.0;
    return log10(value / axis.low) / log10(axis.high / axis.low);
}

/* SPDX-License-Identifier: MIT */
/* Values of metrics: from a record, its series and the rounds of its timed passes. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "report/records/metric_parts.h"
#include "report/records/track.h"

enum { MOST_OUTPUTS = 64 }; /* that a name is looked for among */

/* The value of a row that a function looks at: largest and smallest ones among all points that the
 * row stands for, the others at the row's time. */
static double looked_at(int function, const mb_track *track, int row, mb_track_columns column)
{
    switch (function) {
    case MB_METRIC_MAX:
        return mb_track_peak(track, row, column);
    case MB_METRIC_TOP:
        return mb_track_value(track, row, column.high);
    case MB_METRIC_BOTTOM:
        return mb_track_value(track, row, column.low);
    default:
        return mb_track_value(track, row, column.value);
    }
}

/* The function over the finite values of a column within the term's span; NaN when there are none.
 */
static double over(const mb_metric_term *term, const mb_track *track, mb_track_columns column)
{
    double x = NAN, sum = 0.0, before = 0.0;
    int n = 0, crossings = 0;

    for (int i = 0; i < track->count; i++) {
        double v = looked_at(term->function, track, i, column);
        bool better;

        if (!isfinite(v) || track->t[i] < term->from || track->t[i] > term->till)
            continue;
        better = n++ == 0 || term->function == MB_METRIC_LAST ||
                 (term->function == MB_METRIC_MAX && fabs(v) > fabs(x)) ||
                 (term->function == MB_METRIC_MIN && fabs(v) < fabs(x)) ||
                 (term->function == MB_METRIC_TOP && v > x) ||
                 (term->function == MB_METRIC_BOTTOM && v < x);
        x = better ? v : x;
        sum += term->function == MB_METRIC_MEAN_ABS ? fabs(v) : v;
        crossings += (before < 0.0 && v > 0.0) || (before > 0.0 && v < 0.0);
        before = v != 0.0 ? v : before;
    }
    if (n == 0)
        return NAN;
    if (term->function == MB_METRIC_MEAN || term->function == MB_METRIC_MEAN_ABS)
        return sum / n;
    if (term->function == MB_METRIC_CROSSINGS)
        return crossings;
    return term->function == MB_METRIC_MAX || term->function == MB_METRIC_MIN ? fabs(x) : x;
}

static bool series_value(const mb_metric_term *term, const mb_report_run *row, mb_measured *value,
                         char *missing)
{
    const char *path = mb_record_text(mb_row_record(row), "series");
    mb_track track;
    mb_track_columns column;

    if (!mb_track_read(row->folder, path, &track)) {
        snprintf(missing, MB_MISSING_SIZE, "%s",
                 path ? "no series: its file cannot be read" : "no series");
        return false;
    }
    column = mb_track_find(&track, term->name);
    value->x = over(term, &track, column);
    mb_track_free(&track);
    if (column.value < 0)
        snprintf(missing, MB_MISSING_SIZE, "no column %s in its series", term->name);
    else if (isnan(value->x))
        snprintf(missing, MB_MISSING_SIZE, "no value of %s in that span of time", term->name);
    return !isnan(value->x);
}

/* cpu.rounds or ratio.rounds of a record, as the term asks; NULL: it has none. */
static const json_t *rounds_of(const mb_metric_term *term, const mb_report_run *row)
{
    const char *part = term->kind == MB_IS_CPU ? "ratio" : "cpu";

    return json_object_get(json_object_get(mb_row_record(row), part), "rounds");
}

static bool of_rounds(const mb_metric_term *term)
{
    return term->kind == MB_IS_CPU ||
           (term->kind == MB_IS_PATH && strcmp(term->name, "cpu.per_step_us") == 0);
}

static double number_or(const json_t *value, double otherwise)
{
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* Replaces a value of all rounds by that of one.  A round of few pairs has no interval: any. */
static void take_round(const mb_metric_term *term, const mb_report_run *row, int round,
                       mb_measured *value)
{
    const json_t *one = json_array_get(rounds_of(term, row), (size_t)round);

    if (json_is_number(one))
        value->x = value->lo = value->hi = json_number_value(one);
    if (!json_is_array(one))
        return;
    value->x = json_number_value(json_array_get(one, 0));
    value->lo = number_or(json_array_get(one, 1), 0.0);
    value->hi = number_or(json_array_get(one, 2), INFINITY);
}

/* What a search found counts when finer steps have confirmed it. */
static bool search_value(const mb_report_run *row, char *missing)
{
    const json_t *search = json_object_get(mb_row_record(row), "search");
    const char *reason = mb_record_text(mb_row_record(row), "search.reason");

    if (json_is_true(json_object_get(search, "confirmed")))
        return true;
    snprintf(missing, MB_MISSING_SIZE, "no value that its search confirmed%s%.100s",
             reason ? ": " : "", reason ? reason : "");
    return false;
}

/* What a record lacks, with the name of the output that was meant. */
static void no_value(const mb_report_run *row, const char *path, char *missing)
{
    static const char outputs[] = "outputs.";
    const char *names[MOST_OUTPUTS + 1] = {NULL}, *near, *name;
    const json_t *value;
    int n = 0;

    snprintf(missing, MB_MISSING_SIZE, "no value of %.100s", path);
    if (strncmp(path, outputs, sizeof outputs - 1) != 0)
        return;
    json_object_foreach(json_object_get(mb_row_record(row), "outputs"), name, value)
    {
        if (n < MOST_OUTPUTS)
            names[n++] = name;
    }
    near = mb_nearest(path + sizeof outputs - 1, names);
    if (near && !mb_among(path + sizeof outputs - 1, names))
        snprintf(missing, MB_MISSING_SIZE, "no value of %.60s; did you mean '%s%.60s'?", path,
                 outputs, near);
}

static bool term_value(const mb_metric_term *term, const mb_report_run *row, int round,
                       mb_measured *value, char *missing)
{
    *value = (mb_measured){term->number, 0.0, 0.0, NULL};
    if (term->kind == MB_IS_SERIES && !series_value(term, row, value, missing))
        return false;
    if (term->kind == MB_IS_PATH && strcmp(term->name, "search.value") == 0 &&
        !search_value(row, missing))
        return false;
    if (term->kind == MB_IS_PATH)
        value->x = strcmp(term->name, "cpu.loop") == 0
                       ? mb_row_cpu(row)
                       : mb_record_number(mb_row_record(row), term->name);
    value->lo = value->hi = value->x;
    if (term->kind == MB_IS_CPU) {
        value->x = mb_row_field(row, MB_FIELD_RATIO);
        value->lo = mb_row_field(row, MB_FIELD_RATIO_LO);
        value->hi = mb_row_field(row, MB_FIELD_RATIO_HI);
        value->base = mb_record_text(mb_row_record(row), "ratio.to");
        if (!value->base || isnan(value->x) || isnan(value->lo) || isnan(value->hi)) {
            snprintf(missing, MB_MISSING_SIZE, "no CPU ratio: it was not timed");
            return false;
        }
    }
    if (round >= 0 && of_rounds(term))
        take_round(term, row, round, value);
    if (isnan(value->x))
        no_value(row, term->name, missing);
    return !isnan(value->x);
}

static double apply(char op, double a, double b)
{
    switch (op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        return a / b;
    }
}

/* The interval that holds the results of all pairs of values; so for + - * and for a divisor whose
 * interval does not hold zero, as those of times do not. */
static mb_measured combine(char op, const mb_measured *a, const mb_measured *b)
{
    const double left[] = {a->lo, a->lo, a->hi, a->hi}, right[] = {b->lo, b->hi, b->lo, b->hi};
    mb_measured v = {apply(op, a->x, b->x), INFINITY, -INFINITY, a->base ? a->base : b->base};

    for (int i = 0; i < 4; i++) {
        double x = apply(op, left[i], right[i]);

        v.lo = fmin(v.lo, x);
        v.hi = fmax(v.hi, x);
    }
    return v;
}

static int term_rounds(const mb_metric_term *term, const mb_report_run *row)
{
    const char *to = mb_record_text(mb_row_record(row), "ratio.to");
    int n = (int)json_array_size(rounds_of(term, row));

    if (n > 0)
        return n;
    return term->kind == MB_IS_CPU && to && strcmp(to, row->solver) == 0 ? INT_MAX : 1;
}

int mb_metric_rounds(const mb_metric *metric, const mb_report_run *row)
{
    int least = INT_MAX;

    for (int i = 0; i < metric->terms; i++) {
        int n = of_rounds(&metric->term[i]) ? term_rounds(&metric->term[i], row) : INT_MAX;

        least = n < least ? n : least;
    }
    return least;
}

bool mb_metric_value(const mb_metric *metric, const mb_report_run *row, mb_measured *value,
                     char missing[MB_MISSING_SIZE])
{
    return mb_metric_value_of(metric, row, -1, value, missing);
}

bool mb_metric_value_of(const mb_metric *metric, const mb_report_run *row, int round,
                        mb_measured *value, char missing[MB_MISSING_SIZE])
{
    mb_measured second;

    if (!term_value(&metric->term[0], row, round, value, missing))
        return false;
    if (metric->terms == 2) {
        if (!term_value(&metric->term[1], row, round, &second, missing))
            return false;
        *value = combine(metric->op, value, &second);
    }
    if (isnan(value->x)) {
        snprintf(missing, MB_MISSING_SIZE, "no value of %.100s: it is 0 / 0", metric->text);
        return false;
    }
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "report/records/grade.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const double mb_level[MB_LEVELS] = {1e-2, 1e-4, 1e-6};

/* Does its record say how right it is? */
static bool is_graded(const mb_report_run *row)
{
    return row->number ? row->graded
                       : json_is_object(json_object_get(mb_row_record(row), "precision"));
}

mb_grade mb_row_grade(const mb_report_run *row)
{
    double class = mb_row_field(row, MB_FIELD_CLASS);

    if (!row->ok)
        return MB_UNFINISHED;
    if (!is_graded(row))
        return MB_UNGRADED;
    return class > 0.0 && class <= mb_level[0] ? MB_RIGHT : MB_CLASSLESS;
}

double mb_row_class(const mb_report_run *row)
{
    return mb_row_grade(row) == MB_RIGHT ? mb_row_field(row, MB_FIELD_CLASS) : (double)NAN;
}

long mb_row_unconverged(const mb_report_run *row)
{
    double n = mb_row_field(row, MB_FIELD_UNCONVERGED);

    return n > 0.0 && n < 1e15 ? (long)n : 0;
}

void mb_level_text(double class, char text[MB_SHORT_SIZE])
{
    double exponent = round(log10(class));

    if (class > 0.0 && fabs(class / pow(10.0, exponent) - 1.0) < 1e-9)
        snprintf(text, MB_SHORT_SIZE, "1e%d", (int)exponent);
    else
        mb_short_number(class, text);
}

void mb_class_text(const mb_report_run *row, char text[MB_CLASS_SIZE])
{
    static const char *const word[] = {[MB_UNFINISHED] = "",
                                       [MB_UNGRADED] = "not measured",
                                       [MB_CLASSLESS] = "none",
                                       [MB_RIGHT] = ""};
    mb_grade grade = mb_row_grade(row);
    long unconverged = mb_row_unconverged(row);
    char number[MB_SHORT_SIZE];
    size_t n;

    mb_level_text(mb_row_class(row), number);
    snprintf(text, MB_CLASS_SIZE, "%s", grade == MB_RIGHT ? number : word[grade]);
    n = strlen(text);
    if (unconverged > 0)
        snprintf(text + n, MB_CLASS_SIZE - n, "%s(%ld unconverged)", n ? " " : "", unconverged);
}

void mb_why_no_class(const mb_report_run *row, char text[MB_WHY_SIZE])
{
    static const struct {
        mb_field field;
        const char *name;
    } part[] = {
        {MB_FIELD_GAP, "gap"},
        {MB_FIELD_DRIFT, "drift"},
        {MB_FIELD_ERROR, "error"},
        {MB_FIELD_DEPARTURE, "departure from its own motion"},
        {MB_FIELD_PLAY, "play of the joints"},
    };
    long unconverged = mb_row_unconverged(row);
    double passed_over, leap;
    char number[MB_SHORT_SIZE];
    int known = 0;
    size_t n = 0;

    text[0] = '\0';
    if (mb_row_grade(row) != MB_CLASSLESS)
        return;
    for (int k = 0; k < 5; k++) {
        double x = mb_row_field(row, part[k].field);

        known += !isnan(x);
        if (isnan(x) || x < mb_level[0])
            continue;
        mb_short_number(x, number);
        n += (size_t)snprintf(text + n, MB_WHY_SIZE - n, "%s%s %s %s", n ? ", " : "", part[k].name,
                              number, mb_field_of(part[k].field)->unit);
    }
    if (n > 0)
        return;
    passed_over = mb_row_field(row, MB_FIELD_PASSED_OVER);
    if (!isnan(passed_over)) {
        mb_short_number(passed_over, number);
        snprintf(text, MB_WHY_SIZE, "its steps pass over a motion of %s J", number);
        return;
    }
    leap = mb_row_field(row, MB_FIELD_LEAP);
    if (!isnan(leap)) {
        mb_short_number(leap, number);
        snprintf(text, MB_WHY_SIZE, "a step is off the motion by %s of the mechanism's size",
                 number);
        return;
    }
    if (unconverged > 0)
        snprintf(text, MB_WHY_SIZE,
                 "%ld accepted steps have not converged, and no reference tells the error",
                 unconverged);
    else
        snprintf(text, MB_WHY_SIZE, "%s",
                 known ? "what was measured does not prove it"
                       : "neither gap, drift nor error is known");
}

bool mb_row_explained(const mb_report_run *row)
{
    mb_grade grade = mb_row_grade(row);

    return grade == MB_UNFINISHED || grade == MB_CLASSLESS;
}

mb_badge mb_row_badge(const mb_report_run *row)
{
    double class = mb_row_class(row);

    switch (mb_row_grade(row)) {
    case MB_UNGRADED:
        return (mb_badge){"ok", "✓", "none", "ran to the end; how right was not measured"};
    case MB_CLASSLESS:
        return (mb_badge){"ok, no class", "○", "loose", "ran to the end, but is not right to 1e-2"};
    case MB_RIGHT:
        return (mb_badge){"ok", "✓",
                          class <= 1e-6   ? "good deep"
                          : class <= 1e-3 ? "good"
                                          : "good pale",
                          "ran to the end and is right to its class"};
    default:
        return mb_badge_of(row->status);
    }
}

void mb_tally_add(mb_tally *tally, const mb_report_run *row)
{
    mb_grade grade = mb_row_grade(row);

    tally->runs++;
    tally->finished += grade != MB_UNFINISHED;
    tally->classless += grade == MB_CLASSLESS;
    tally->ungraded += grade == MB_UNGRADED;
    for (int k = 0; k < MB_LEVELS; k++)
        tally->right[k] += mb_row_class(row) <= mb_level[k];
}

double mb_tally_right(const mb_tally *tally, int k)
{
    return tally->ungraded > 0 ? (double)NAN : tally->right[k];
}

/* First where both differ; a missing number comes last. */
static int order(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

bool mb_row_better(const mb_report_run *a, const mb_report_run *b)
{
    int by = (int)b->ok - (int)a->ok;

    if (by == 0)
        by = order(mb_row_class(a), mb_row_class(b));
    if (by == 0)
        by = order(mb_row_field(a, MB_FIELD_GAP), mb_row_field(b, MB_FIELD_GAP));
    if (by == 0 && a->ok)
        by = order(mb_row_field(a, MB_FIELD_POSITION_MAX), mb_row_field(b, MB_FIELD_POSITION_MAX));
    return by < 0;
}

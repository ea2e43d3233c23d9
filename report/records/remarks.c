/* SPDX-License-Identifier: MIT */
#include "report/records/remarks.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "report/records/grade.h"

/* Bytes of a text up to `most`, whole characters of UTF-8 alone; for "%.*s". */
static int cut(const char *text, int most)
{
    int n = (int)strnlen(text, (size_t)most + 1);

    if (n <= most)
        return n;
    for (n = most; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
        n--;
    return n;
}

/* Corrections of the start below this are what printing rounds away. */
static const double print_accuracy = 1e-9;

mb_remark *mb_remark_at(int i)
{
    static mb_remark *const all[] = {mb_remark_rows,   mb_remark_rank,   mb_remark_start,
                                     mb_remark_limits, mb_remark_engine, mb_remark_search};

    return i >= 0 && i < (int)(sizeof all / sizeof all[0]) ? all[i] : NULL;
}

void mb_remark_rows(const json_t *record, char text[MB_REMARK_SIZE])
{
    double m = mb_record_field(record, MB_FIELD_M), rank = mb_record_field(record, MB_FIELD_RANK);
    bool fixed = rank > 0.0 && rank == mb_record_field(record, MB_FIELD_NV);

    const char *note = mb_record_text(record, "problem.note");
    const char *multipliers = mb_record_text(record, "problem.multipliers");

    text[0] = '\0';
    if (note)
        snprintf(text, MB_REMARK_SIZE, "Rows: %.*s%s.", cut(note, 300), note,
                 multipliers && strcmp(multipliers, "not unique") == 0
                     ? "; multipliers and reactions are not unique"
                     : "");
    else if (rank < m)
        snprintf(text, MB_REMARK_SIZE,
                 "Of %.0f constraint rows %.0f are independent: multipliers and reactions of the "
                 "redundant ones are not unique%s.",
                 m, rank, fixed ? ", and no freedom is left" : "");
    else if (fixed)
        snprintf(text, MB_REMARK_SIZE,
                 "There are as many independent rows as velocities: no freedom is left, the rows "
                 "alone decide the motion.");
}

void mb_remark_rank(const json_t *record, char text[MB_REMARK_SIZE])
{
    double lost = mb_record_field(record, MB_FIELD_RANK_LOST);
    char t[MB_SHORT_SIZE], least[MB_SHORT_SIZE], at[MB_SHORT_SIZE];

    text[0] = '\0';
    if (isnan(lost))
        return;
    mb_short_number(lost, t);
    mb_short_number(mb_record_field(record, MB_FIELD_RANK_AT), at);
    mb_short_number(mb_record_field(record, MB_FIELD_RANK_LEAST), least);
    snprintf(text, MB_REMARK_SIZE,
             "D loses rank at t = %s s (smallest singular value %s of the largest, at t = %s s): "
             "there the motion may branch or lock.",
             t, *least ? least : "unknown", *at ? at : "?");
}

/* ", most of all crank.x by 0.03"; "" without a name. */
static void put_largest(const json_t *start, char *text, size_t size)
{
    const json_t *largest = json_object_get(start, "largest");
    const char *name = json_string_value(json_array_get(largest, 0));
    double change = json_number_value(json_array_get(largest, 1));
    char number[MB_SHORT_SIZE];

    text[0] = '\0';
    if (!name || !json_is_number(json_array_get(largest, 1)))
        return;
    mb_short_number(change, number);
    snprintf(text, size, ", most of all %.*s by %s", cut(name, 100), name, number);
}

void mb_remark_start(const json_t *record, char text[MB_REMARK_SIZE])
{
    const json_t *start = json_object_get(record, "start");
    double positions = mb_record_field(record, MB_FIELD_START_POSITIONS);
    double velocities = mb_record_field(record, MB_FIELD_START_VELOCITIES);
    double whole = mb_record_field(record, MB_FIELD_START_CORRECTION);
    char q[MB_SHORT_SIZE], v[MB_SHORT_SIZE], largest[160];

    text[0] = '\0';
    mb_short_number(isnan(positions) ? whole : positions, q);
    mb_short_number(velocities, v);
    put_largest(start, largest, sizeof largest);
    if (isnan(positions) && whole > print_accuracy)
        snprintf(text, MB_REMARK_SIZE,
                 "Set-up changed the declared start by %s (2-norm) so that the rows are met.", q);
    else if (positions > print_accuracy || velocities > print_accuracy)
        snprintf(text, MB_REMARK_SIZE,
                 "Set-up changed the declared start so that the rows are met: positions by %s, "
                 "velocities by %s (2-norms)%s.",
                 q, *v ? v : "?", largest);
}

/* Appends "energy 0.1, drift 1e-3": the numbers of an object by name. */
static size_t put_limits(const json_t *limits, char *text, size_t n)
{
    const char *name;
    const json_t *value;
    bool first = true;

    json_object_foreach((json_t *)(uintptr_t)limits, name, value)
    {
        char number[MB_SHORT_SIZE];

        if (!json_is_number(value) || n + 100 > MB_REMARK_SIZE)
            continue;
        mb_short_number(json_number_value(value), number);
        n += (size_t)snprintf(text + n, MB_REMARK_SIZE - n, "%s%.*s %s", first ? "" : ", ",
                              cut(name, 40), name, number);
        first = false;
    }
    return n;
}

void mb_stated_limits(const json_t *record, char text[MB_REMARK_SIZE])
{
    const json_t *limits = json_object_get(json_object_get(record, "precision"), "limits");
    const char *source = json_string_value(json_object_get(limits, "source"));
    size_t n = 0;

    text[0] = '\0';
    if (!json_is_object(limits))
        return;
    source = source ? source : "the source";
    n += (size_t)snprintf(text, MB_REMARK_SIZE, "%.*s (", cut(source, 80), source);
    n = put_limits(limits, text, n);
    snprintf(text + n, MB_REMARK_SIZE - n, ")");
}

void mb_remark_search(const json_t *record, char text[MB_REMARK_SIZE])
{
    const json_t *search = json_object_get(record, "search");
    const char *variable = json_string_value(json_object_get(search, "variable"));
    const char *reason = json_string_value(json_object_get(search, "reason"));
    bool confirmed = json_is_true(json_object_get(search, "confirmed"));
    double reach = mb_record_number(search, "reach");
    char value[MB_SHORT_SIZE], level[MB_SHORT_SIZE];
    size_t n;

    text[0] = '\0';
    if (!variable)
        return;
    mb_short_number(mb_record_number(search, "value"), value);
    mb_level_text(reach, level);
    n = (size_t)snprintf(text, MB_REMARK_SIZE, "%s %.*s that reaches %s%s",
                         *value ? "Largest" : "There is no", cut(variable, 20), variable,
                         *level ? "a class of " : "", level);
    if (*level && json_object_get(search, "limits"))
        n += (size_t)snprintf(text + n, MB_REMARK_SIZE - n, " and ");
    n = put_limits(json_object_get(search, "limits"), text, n);
    n += (size_t)snprintf(text + n, MB_REMARK_SIZE - n, "%s%s%s of %zu tried", *value ? ": " : "",
                          value,
                          !*value     ? ""
                          : confirmed ? ", confirmed by finer ones,"
                                      : ", not confirmed,",
                          json_array_size(json_object_get(search, "tried")));
    reason = reason ? reason : "";
    snprintf(text + n, MB_REMARK_SIZE - n, "%s%.*s.", *reason ? ": " : "", cut(reason, 120),
             reason);
}

void mb_remark_engine(const json_t *record, char text[MB_REMARK_SIZE])
{
    const char *name = mb_record_text(record, "engine.name");
    const char *said = mb_record_text(record, "engine.warnings");

    text[0] = '\0';
    if (said && *said)
        snprintf(text, MB_REMARK_SIZE, "%.*s warns: %.*s", name ? cut(name, 60) : 0,
                 name ? name : "", cut(said, 300), said);
}

void mb_remark_limits(const json_t *record, char text[MB_REMARK_SIZE])
{
    const json_t *precision = json_object_get(record, "precision");
    const json_t *met = json_object_get(precision, "met"), *missed, *one;
    char limits[MB_REMARK_SIZE];
    size_t i, n;

    text[0] = '\0';
    mb_stated_limits(record, limits);
    if (!*limits)
        return;
    missed = json_object_get(precision, "missed");
    n = (size_t)snprintf(
        text, MB_REMARK_SIZE, "The limits of %.*s are %s", cut(limits, 200), limits,
        json_is_true(met) ? "met"
        : json_is_false(met)
            ? "missed"
            : "not judged: they are for another run, or what they ask for is not known");
    json_array_foreach(missed, i, one)
    {
        const char *name = json_string_value(one);

        if (name && n + 60 < MB_REMARK_SIZE)
            n += (size_t)snprintf(text + n, MB_REMARK_SIZE - n, "%s%.*s", i ? ", " : ": ",
                                  cut(name, 40), name);
    }
    snprintf(text + n, MB_REMARK_SIZE - n, ".");
}

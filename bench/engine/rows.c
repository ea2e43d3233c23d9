/* SPDX-License-Identifier: MIT */
#include "bench/engine/rows.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bench/engine/engine.h"

/* How far from 1 the length of a quaternion may be: single precision, added up. */
static const double off_unit = 1e-3;

#define TRAILER "{\"steps\": ..., \"cpu\": ..., \"warnings\": []}"
#define HEAD MB_ENGINE_PROTOCOL " text|doubles NBODIES"

enum { QUOTED = 60 /* bytes of what stood there */, TOLD = 300 };

static mb_status wrong(const mb_rows *rows, mb_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static mb_status wrong(const mb_rows *rows, mb_error *err, const char *format, ...)
{
    char what[TOLD];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return mb_fail(err, MB_FAILURE, "the trajectory, %s %ld: %s (docs/engines.md)",
                   rows->doubles ? "row" : "line", rows->doubles ? rows->row + 1 : rows->line,
                   what);
}

/* What stands there, for a message. */
static void quote(const char *there, size_t length, char said[QUOTED])
{
    char piece[QUOTED];

    length = length < QUOTED - 1 ? length : QUOTED - 1;
    memcpy(piece, there, length);
    piece[length] = '\0';
    mb_copy_plain(said, QUOTED, piece);
}

/* The next line and its length, without what ends it; NULL where there is none.  One without an end
 * is torn. */
static const char *next_line(mb_rows *rows, size_t *length)
{
    const char *line = rows->text + rows->at;
    const char *end = memchr(line, '\n', rows->size - rows->at);

    if (!end)
        return NULL;
    rows->at += (size_t)(end - line) + 1;
    rows->line++;
    *length = (size_t)(end - line);
    *length -= *length > 0 && line[*length - 1] == '\r';
    return line;
}

/* Something else than rows on standard output: how much readable text stands here. */
static size_t readable(const mb_rows *rows, size_t at)
{
    size_t n = at;

    while (n < rows->size && n - at < QUOTED && rows->text[n] >= ' ' && rows->text[n] <= '~')
        n++;
    return n - at;
}

mb_status mb_rows_begin(mb_rows *rows, mb_error *err)
{
    size_t length = 0;
    const char *line;
    char head[80], format[16], said[QUOTED];
    int n = 0, used = 0;

    rows->at = 0;
    rows->line = rows->row = 0;
    rows->ended = false;
    rows->t = NAN;
    rows->steps = -1;
    rows->cpu = (double)NAN;
    rows->warnings[0] = '\0';
    rows->doubles = false;
    if (rows->size == 0)
        return mb_fail(err, MB_FAILURE,
                       "it wrote nothing on standard output; the first line there is '" HEAD
                       "' (docs/engines.md)");
    line = next_line(rows, &length);
    quote(rows->text, line ? length : rows->size, said);
    if (line && length < sizeof head)
        memcpy(head, line, length);
    head[line && length < sizeof head ? length : 0] = '\0';
    if (sscanf(head, MB_ENGINE_PROTOCOL " %15s %d%n", format, &n, &used) != 2 ||
        used != (int)length || (strcmp(format, "text") != 0 && strcmp(format, "doubles") != 0)) {
        rows->line = 1;
        return wrong(rows, err, "expected '" HEAD "', and '%s' stands there", said);
    }
    if (n != rows->nbodies)
        return mb_fail(err, MB_FAILURE, "the trajectory is of %d bodies, the mechanism has %d", n,
                       rows->nbodies);
    rows->doubles = strcmp(format, "doubles") == 0;
    return MB_OK;
}

static mb_status take_warnings(mb_rows *rows, const json_t *warnings, mb_error *err)
{
    if (warnings && !json_is_array(warnings) && !json_is_null(warnings))
        return wrong(rows, err, "'warnings' of the trailer is no list of texts");
    for (size_t i = 0; i < json_array_size(warnings); i++) {
        const char *said = json_string_value(json_array_get(warnings, i));
        char plain[200];

        if (!said)
            return wrong(rows, err, "'warnings' of the trailer is no list of texts");
        mb_copy_plain(plain, sizeof plain, said);
        mb_join(rows->warnings, sizeof rows->warnings, "; ", plain);
    }
    return MB_OK;
}

static mb_status take_trailer(mb_rows *rows, const char *line, size_t length, mb_error *err)
{
    json_error_t at;
    json_t *o = json_loadb(line, length, JSON_REJECT_DUPLICATES, &at);
    const json_t *steps = json_object_get(o, "steps"), *cpu = json_object_get(o, "cpu");
    char said[QUOTED];
    mb_status status;

    quote(line, length, said);
    if (!json_is_object(o))
        MB_TRY(wrong(rows, err, "the trailer is no JSON object: '%s'; expected " TRAILER, said));
    if (!json_is_integer(steps) || json_integer_value(steps) < 0)
        MB_TRY(wrong(rows, err, "the trailer '%s' has no whole number 'steps'", said));
    if (!json_is_number(cpu))
        MB_TRY(wrong(rows, err, "the trailer '%s' has no number 'cpu'", said));
    if (!(json_number_value(cpu) >= 0.0))
        MB_TRY(wrong(rows, err,
                     "'cpu' of the trailer is %g; seconds of processor time are no less than 0",
                     json_number_value(cpu)));
    MB_TRY(take_warnings(rows, json_object_get(o, "warnings"), err));
    rows->steps = (long)json_integer_value(steps);
    rows->cpu = json_number_value(cpu);
    rows->ended = true;
done:
    json_decref(o);
    return status;
}

/* A line that is no row of n numbers, of which i could be read up to `at`. */
static mb_status no_row(const mb_rows *rows, const char *at, const char *end, int i, int n,
                        mb_error *err)
{
    char said[QUOTED];

    if (at == end)
        return wrong(rows, err, "it has %d numbers; expected %d: the time, and 13 of each body", i,
                     n);
    quote(at, (size_t)(end - at), said);
    if (i == 0)
        return wrong(rows, err,
                     "'%s' is no row of %d numbers, the time and 13 of each body, with blanks "
                     "between; standard output is for the trajectory alone",
                     said, n);
    return wrong(rows, err,
                 "number %d is none at '%s'; expected %d, the time and 13 of each body, with "
                 "blanks between",
                 i + 1, said, n);
}

static mb_status read_text(mb_rows *rows, bool *more, mb_error *err)
{
    const int n = 1 + MB_ROW_NUMBERS * rows->nbodies;
    size_t length = 0;
    const char *line = next_line(rows, &length), *end;
    char *at;

    if (!line) {
        rows->line++;
        return wrong(rows, err, "it ends here, without a trailer");
    }
    end = line + length;
    if (length > 4 && strncmp(line, "end ", 4) == 0) {
        *more = false;
        return take_trailer(rows, line + 4, length - 4, err);
    }
    if (length >= 3 && strncmp(line, "end", 3) == 0)
        return wrong(rows, err,
                     "behind 'end' a blank and the trailer stand in the same line: end " TRAILER);
    for (int i = 0; i < n; i++) {
        while (line < end && *line == ' ')
            line++;
        rows->numbers[i] = line < end ? strtod(line, &at) : (double)NAN;
        if (line == end || at == line || at > end || (at < end && *at != ' '))
            return no_row(rows, line, end, i, n, err);
        line = at;
    }
    while (line < end && *line == ' ')
        line++;
    return line == end ? MB_OK
                       : wrong(rows, err,
                               "it has more than the %d numbers of a row: the time, and 13 of "
                               "each body",
                               n);
}

static mb_status read_doubles(mb_rows *rows, bool *more, mb_error *err)
{
    const size_t n = 1 + MB_ROW_NUMBERS * (size_t)rows->nbodies;
    const char *line;
    size_t length = 0;

    if (rows->size - rows->at >= sizeof(double)) {
        memcpy(rows->numbers, rows->text + rows->at, sizeof(double));
        if (isnan(rows->numbers[0])) {
            rows->at += sizeof(double);
            *more = false;
            line = next_line(rows, &length);
            return line ? take_trailer(rows, line, length, err)
                        : wrong(rows, err,
                                "no line with a trailer stands behind the NaN that "
                                "ends the rows");
        }
    }
    if (rows->size - rows->at < n * sizeof(double))
        return wrong(rows, err, "it ends here, without a trailer");
    memcpy(rows->numbers, rows->text + rows->at, n * sizeof(double));
    rows->at += n * sizeof(double);
    return MB_OK;
}

/* Doubles that cannot be those of a row: what has come between, or how many belong to one. */
static mb_status no_numbers(const mb_rows *rows, const char *what, mb_error *err)
{
    const int n = 1 + MB_ROW_NUMBERS * rows->nbodies;
    const size_t begin = rows->at - (rows->doubles ? (size_t)n * sizeof(double) : 0);
    const size_t letters = rows->doubles ? readable(rows, begin) : 0;
    char said[QUOTED];

    quote(rows->text + begin, letters, said);
    if (letters > sizeof(double))
        return wrong(rows, err,
                     "'%s' stands where a row is wanted: standard output is for the trajectory "
                     "alone",
                     said);
    if (rows->doubles && rows->row > 0)
        return wrong(rows, err,
                     "%s; a row has 1 + 13 x %d = %d numbers: is one missing, or too many?", what,
                     rows->nbodies, n);
    return wrong(rows, err, "%s", what);
}

/* Numbers of a row to a pose; the quaternion is made a unit one. */
static mb_status take_pose(const mb_rows *rows, const double *x, mb_pose *pose, mb_error *err)
{
    double length = 0.0;
    char what[TOLD];

    for (int i = 0; i < MB_ROW_NUMBERS; i++)
        if (!isfinite(x[i]))
            return MB_NON_FINITE;
    for (int i = 0; i < 4; i++)
        length += x[3 + i] * x[3 + i];
    length = sqrt(length);
    if (!(fabs(length - 1.0) < off_unit)) {
        snprintf(what, sizeof what, "a quaternion is of length %.6g, not 1", length);
        return fabs(length - 1.0) < 0.1 ? wrong(rows, err, "%s", what)
                                        : no_numbers(rows, what, err);
    }
    memcpy(pose->place, x, sizeof pose->place);
    for (int i = 0; i < 4; i++)
        pose->quaternion[i] = x[3 + i] / length;
    memcpy(pose->velocity, x + 7, sizeof pose->velocity);
    memcpy(pose->omega, x + 10, sizeof pose->omega);
    return MB_OK;
}

mb_status mb_rows_next(mb_rows *rows, double *t, mb_pose *pose, bool *more, mb_error *err)
{
    char what[TOLD];
    mb_status status;

    *more = true;
    status = rows->doubles ? read_doubles(rows, more, err) : read_text(rows, more, err);
    if (status != MB_OK || !*more)
        return status;
    *t = rows->numbers[0];
    if (!isfinite(*t) || *t <= rows->t || *t < 0.0) {
        snprintf(what, sizeof what, "its time, %.9g s, is not after %.9g s, that of the row before",
                 *t, isnan(rows->t) ? 0.0 : rows->t);
        return no_numbers(rows, what, err);
    }
    for (int b = 0; b < rows->nbodies; b++) {
        status = take_pose(rows, rows->numbers + 1 + MB_ROW_NUMBERS * b, &pose[b], err);
        if (status == MB_NON_FINITE)
            return mb_fail(err, MB_NON_FINITE, "the engine's state at t = %.9g s is no number", *t);
        if (status != MB_OK)
            return status;
    }
    rows->t = *t;
    rows->row++;
    return MB_OK;
}

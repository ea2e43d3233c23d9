#include "bench/engine/rows.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bench/engine/engine.h"

/* How far from 1 the length of a quaternion may be: single precision, added up. */
static const double off_unit = 1e-3;

static mb_status wrong(const mb_rows *rows, mb_error *err, const char *what)
{
    if (rows->doubles)
        return mb_fail(err, MB_FAILURE, "the trajectory, row %ld: %s (docs/engines.md)",
                       rows->row + 1, what);
    return mb_fail(err, MB_FAILURE, "the trajectory, line %ld: %s (docs/engines.md)", rows->line,
                   what);
}

/* The next line and its length; NULL where there is none.  One without an end is torn. */
static const char *next_line(mb_rows *rows, size_t *length)
{
    const char *line = rows->text + rows->at;
    const char *end = memchr(line, '\n', rows->size - rows->at);

    if (!end)
        return NULL;
    *length = (size_t)(end - line);
    rows->at += *length + 1;
    rows->line++;
    return line;
}

mb_status mb_rows_begin(mb_rows *rows, mb_error *err)
{
    size_t length = 0;
    const char *line;
    char head[80], format[16];
    int n = 0, used = 0;

    rows->at = 0;
    rows->line = rows->row = 0;
    rows->ended = false;
    rows->t = NAN;
    rows->steps = -1;
    rows->cpu = (double)NAN;
    rows->warnings[0] = '\0';
    rows->doubles = false;
    line = next_line(rows, &length);
    if (!line || length >= sizeof head)
        return wrong(rows, err, "expected '" MB_ENGINE_PROTOCOL " text|doubles NBODIES'");
    memcpy(head, line, length);
    head[length] = '\0';
    if (sscanf(head, MB_ENGINE_PROTOCOL " %15s %d%n", format, &n, &used) != 2 ||
        used != (int)length || (strcmp(format, "text") != 0 && strcmp(format, "doubles") != 0))
        return wrong(rows, err, "expected '" MB_ENGINE_PROTOCOL " text|doubles NBODIES'");
    if (n != rows->nbodies)
        return mb_fail(err, MB_FAILURE, "the trajectory is of %d bodies, the mechanism has %d", n,
                       rows->nbodies);
    rows->doubles = strcmp(format, "doubles") == 0;
    return MB_OK;
}

static mb_status take_trailer(mb_rows *rows, const char *line, size_t length, mb_error *err)
{
    json_error_t at;
    json_t *o = json_loadb(line, length, JSON_REJECT_DUPLICATES, &at);
    const json_t *steps = json_object_get(o, "steps"), *cpu = json_object_get(o, "cpu");
    const json_t *warnings = json_object_get(o, "warnings");
    mb_status status = MB_OK;

    if (!json_is_integer(steps) || json_integer_value(steps) < 0)
        MB_TRY(wrong(rows, err, "the trailer has no whole number 'steps'"));
    if (!json_is_number(cpu) || !(json_number_value(cpu) >= 0.0))
        MB_TRY(wrong(rows, err, "the trailer has no number 'cpu'"));
    rows->steps = (long)json_integer_value(steps);
    rows->cpu = json_number_value(cpu);
    for (size_t i = 0; i < json_array_size(warnings); i++) {
        const char *said = json_string_value(json_array_get(warnings, i));
        char plain[200];

        mb_copy_plain(plain, sizeof plain, said ? said : "");
        mb_join(rows->warnings, sizeof rows->warnings, "; ", plain);
    }
    rows->ended = true;
done:
    json_decref(o);
    return status;
}

static mb_status read_text(mb_rows *rows, bool *more, mb_error *err)
{
    const int n = 1 + MB_ROW_NUMBERS * rows->nbodies;
    size_t length = 0;
    const char *line = next_line(rows, &length), *end;
    char *at;

    if (!line)
        return wrong(rows, err, "it ends here, without a trailer");
    end = line + length;
    if (length > 4 && strncmp(line, "end ", 4) == 0) {
        *more = false;
        return take_trailer(rows, line + 4, length - 4, err);
    }
    for (int i = 0; i < n; i++) {
        while (line < end && *line == ' ')
            line++;
        rows->numbers[i] = line < end ? strtod(line, &at) : (double)NAN;
        if (line == end || at == line || at > end || (at < end && *at != ' '))
            return mb_fail(err, MB_FAILURE,
                           "the trajectory, line %ld: number %d is none; expected %d: the time, "
                           "and 13 of each body (docs/engines.md)",
                           rows->line, i + 1, n);
        line = at;
    }
    while (line < end && (*line == ' ' || *line == '\r'))
        line++;
    return line == end ? MB_OK : wrong(rows, err, "it holds more numbers than the bodies have");
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
                        : wrong(rows, err, "it ends here, without a trailer");
        }
    }
    if (rows->size - rows->at < n * sizeof(double))
        return wrong(rows, err, "it ends here, without a trailer");
    memcpy(rows->numbers, rows->text + rows->at, n * sizeof(double));
    rows->at += n * sizeof(double);
    return MB_OK;
}

/* Numbers of a row to a pose; the quaternion is made a unit one. */
static mb_status take_pose(const mb_rows *rows, const double *x, mb_pose *pose, mb_error *err)
{
    double length = 0.0;

    for (int i = 0; i < MB_ROW_NUMBERS; i++)
        if (!isfinite(x[i]))
            return MB_NON_FINITE;
    for (int i = 0; i < 4; i++)
        length += x[3 + i] * x[3 + i];
    length = sqrt(length);
    if (!(fabs(length - 1.0) < off_unit))
        return wrong(rows, err, "a quaternion is not of length 1");
    memcpy(pose->place, x, sizeof pose->place);
    for (int i = 0; i < 4; i++)
        pose->quaternion[i] = x[3 + i] / length;
    memcpy(pose->velocity, x + 7, sizeof pose->velocity);
    memcpy(pose->omega, x + 10, sizeof pose->omega);
    return MB_OK;
}

mb_status mb_rows_next(mb_rows *rows, double *t, mb_pose *pose, bool *more, mb_error *err)
{
    mb_status status;

    *more = true;
    status = rows->doubles ? read_doubles(rows, more, err) : read_text(rows, more, err);
    if (status != MB_OK || !*more)
        return status;
    *t = rows->numbers[0];
    if (!isfinite(*t) || *t <= rows->t || *t < 0.0)
        return wrong(rows, err, "its time is none, or not after that of the row before");
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

/* SPDX-License-Identifier: MIT */
/* A record as a line: what json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(17)) writes, to the last byte, in a
 * quarter of its time, most of which printf takes for numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "bench/record/record.h"

enum { FIRST_SIZE = 8192, NUMBER = 40, DIGITS = 17 }; /* [bytes]; of a real number */

typedef struct line {
    char *text; /* NULL: no memory */
    size_t n, size;
} line;

/* Room for so many bytes more */
static char *room(line *l, size_t more)
{
    if (l->text && l->n + more > l->size) {
        char *longer = realloc(l->text, l->size = 2 * (l->size + more));

        if (!longer)
            free(l->text);
        l->text = longer;
    }
    return l->text ? l->text + l->n : NULL;
}

static void put(line *l, const char *text, size_t n)
{
    char *to = room(l, n);

    if (to)
        memcpy(to, text, n);
    l->n += n;
}

/* A character that does not stand for itself */
static void put_escaped(line *l, unsigned char c)
{
    static const char named[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *at = strchr(named, c);
    char text[8];

    if (c && at)
        put(l, (char[]){'\\', letter[at - named]}, 2);
    else
        put(l, text, (size_t)snprintf(text, sizeof text, "\\u%04X", c));
}

static void put_text(line *l, const char *text, size_t n)
{
    put(l, "\"", 1);
    for (size_t i = 0, begin = 0; i <= n; i++) {
        const unsigned char c = i < n ? (unsigned char)text[i] : 0;

        if (i < n && c >= ' ' && c != '"' && c != '\\')
            continue;
        put(l, text + begin, i - begin);
        if (i < n)
            put_escaped(l, c);
        begin = i + 1;
    }
    put(l, "\"", 1);
}

/* ---- numbers -------------------------------------------------------------------------------------- */

/* As printf writes it, in the form of JSON: with a point or an exponent, which has no + and no zeros */
static int write_printed(double x, char *text)
{
    int n = snprintf(text, NUMBER, "%.*g", DIGITS, x);
    char *e = strchr(text, 'e');

    if (!e && !strchr(text, '.'))
        return n + snprintf(text + n, 3, ".0");
    if (e)
        n = (int)(e - text) + snprintf(e, 8, "e%d", atoi(e + 1));
    return n;
}

/* The digits without the zeros that end them; how many */
static int write_digits(uint64_t digits, char *text)
{
    int n = DIGITS;

    for (int i = DIGITS - 1; i >= 0; i--) {
        text[i] = (char)('0' + digits % 10);
        digits /= 10;
    }
    while (n > 1 && text[n - 1] == '0')
        n--;
    return n;
}

static int fill(char *text, char c, int n)
{
    memset(text, c, (size_t)n);
    return n;
}

static int copy(char *text, const char *from, int n)
{
    memcpy(text, from, (size_t)n);
    return n;
}

/* 0.00ddd, dd.ddd, dd00.0 or d.dde-x, as %.17g chooses */
static int lay_out(const char *digit, int n, int exponent, char *text)
{
    const int before = exponent + 1; /* digits before the point */
    int at = 0;

    if (exponent < -4 || exponent >= DIGITS) {
        text[at++] = digit[0];
        if (n > 1)
            text[at++] = '.';
        at += copy(text + at, digit + 1, n - 1);
        text[at++] = 'e';
        return at + mb_decimal_whole(exponent, text + at);
    }
    if (before <= 0) {
        at += copy(text, "0.", 2);
        at += fill(text + at, '0', -before);
        return at + copy(text + at, digit, n);
    }
    if (before >= n) {
        at += copy(text, digit, n);
        at += fill(text + at, '0', before - n);
        return at + copy(text + at, ".0", 2);
    }
    at += copy(text, digit, before);
    text[at++] = '.';
    return at + copy(text + at, digit + before, n - before);
}

static int write_real(double x, char *text)
{
    char digit[DIGITS];
    uint64_t digits;
    const int sign = signbit(x) != 0;
    int exponent;

    if (!mb_decimal_17(sign ? -x : x, &digits, &exponent))
        return write_printed(x, text);
    text[0] = '-';
    return sign + lay_out(digit, write_digits(digits, digit), exponent, text + sign);
}

static void put_number(line *l, const json_t *value)
{
    char *text = room(l, NUMBER);

    if (text)
        l->n += (size_t)(json_is_real(value) ? write_real(json_real_value(value), text)
                                             : mb_decimal_whole(json_integer_value(value), text));
}

/* ---- values --------------------------------------------------------------------------------------- */

static void put_value(line *l, const json_t *value);

static void put_object(line *l, const json_t *value)
{
    json_t *object = (json_t *)(uintptr_t)value; /* jansson's iterators do not know const */
    const char *between = "{";

    if (json_object_size(object) == 0)
        put(l, between, 1);
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        const char *key = json_object_iter_key(i);

        put(l, between, 1);
        put_text(l, key, strlen(key));
        put(l, ":", 1);
        put_value(l, json_object_iter_value(i));
        between = ",";
    }
    put(l, "}", 1);
}

static void put_array(line *l, const json_t *array)
{
    put(l, "[", 1);
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (i > 0)
            put(l, ",", 1);
        put_value(l, json_array_get(array, i));
    }
    put(l, "]", 1);
}

static void put_value(line *l, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        put_object(l, value);
        break;
    case JSON_ARRAY:
        put_array(l, value);
        break;
    case JSON_STRING:
        put_text(l, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        put_number(l, value);
        break;
    case JSON_TRUE:
        put(l, "true", 4);
        break;
    case JSON_FALSE:
        put(l, "false", 5);
        break;
    case JSON_NULL:
        put(l, "null", 4);
        break;
    }
}

char *mb_record_line(const json_t *record)
{
    line l = {.text = record ? malloc(FIRST_SIZE) : NULL, .size = FIRST_SIZE};

    if (!l.text)
        return NULL;
    put_value(&l, record);
    put(&l, "\n", 2); /* the end of the text too */
    return l.text;
}

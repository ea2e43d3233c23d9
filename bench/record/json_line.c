/* SPDX-License-Identifier: MIT */
#include "bench/record/json_line.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_text.h"

enum { FIRST = 8192, LONGEST_ESCAPE = 8 };

typedef struct line {
    char *text; /* NULL: no memory */
    size_t used, size;
} line;

/* Where n more bytes and a NUL fit; NULL: no memory */
static char *room(line *l, size_t n)
{
    if (l->text && l->size - l->used <= n) {
        char *more;

        l->size = 2 * (l->size + n);
        more = realloc(l->text, l->size);
        if (!more)
            free(l->text);
        l->text = more;
    }
    return l->text ? l->text + l->used : NULL;
}

static void put(line *l, const char *from, size_t n)
{
    char *at = room(l, n);

    if (at)
        memcpy(at, from, n);
    l->used += n;
}

static void put_char(line *l, char c)
{
    put(l, &c, 1);
}

static void put_escape(line *l, char c)
{
    static const char of[] = "\"\\\b\f\n\r\t", as[] = "\"\\bfnrt";
    const char *found = memchr(of, c, sizeof of - 1);
    char text[LONGEST_ESCAPE];

    if (found)
        snprintf(text, sizeof text, "\\%c", as[found - of]);
    else
        snprintf(text, sizeof text, "\\u%04X", (unsigned)(unsigned char)c);
    put(l, text, strlen(text));
}

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != '"' && c != '\\';
}

static void put_text(line *l, const char *text, size_t n)
{
    const char *end = text + n;

    put_char(l, '"');
    while (text < end) {
        const char *from = text;

        while (text < end && is_plain(*text))
            text++;
        put(l, from, (size_t)(text - from));
        if (text < end)
            put_escape(l, *text++);
    }
    put_char(l, '"');
}

static void put_number(line *l, const json_t *value)
{
    char *at = room(l, MB_REAL_TEXT);

    if (!at)
        return;
    l->used += json_is_real(value) ? mb_real_text(json_real_value(value), at)
                                   : (size_t)snprintf(at, MB_REAL_TEXT, "%" JSON_INTEGER_FORMAT,
                                                      json_integer_value(value));
}

static void put_value(line *l, const json_t *value);

static void put_array(line *l, const json_t *array)
{
    put_char(l, '[');
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (i > 0)
            put_char(l, ',');
        put_value(l, json_array_get(array, i));
    }
    put_char(l, ']');
}

static void put_object(line *l, const json_t *object)
{
    json_t *of = (json_t *)(uintptr_t)object; /* which iterators want to be able to change */
    bool more = false;

    put_char(l, '{');
    for (void *i = json_object_iter(of); i; i = json_object_iter_next(of, i), more = true) {
        const char *key = json_object_iter_key(i);

        if (more)
            put_char(l, ',');
        put_text(l, key, strlen(key));
        put_char(l, ':');
        put_value(l, json_object_iter_value(i));
    }
    put_char(l, '}');
}

static void put_value(line *l, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        put_object(l, value);
        return;
    case JSON_ARRAY:
        put_array(l, value);
        return;
    case JSON_STRING:
        put_text(l, json_string_value(value), json_string_length(value));
        return;
    case JSON_INTEGER:
    case JSON_REAL:
        put_number(l, value);
        return;
    case JSON_TRUE:
        put(l, "true", 4);
        return;
    case JSON_FALSE:
        put(l, "false", 5);
        return;
    case JSON_NULL:
        break;
    }
    put(l, "null", 4);
}

char *mb_json_line(const json_t *value)
{
    line l = {.text = malloc(FIRST), .size = FIRST};

    put_value(&l, value);
    put_char(&l, '\n');
    if (l.text)
        l.text[l.used] = '\0';
    return l.text;
}

/* SPDX-License-Identifier: MIT */
#include "report/records/pick.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 /* brackets in brackets */, DIGITS = 18 /* of an integer that fits */ };

/* A place in the text.  The first thing that is not plain JSON ends the reading: false. */
struct reader {
    const char *at, *end;
};

static inline void blanks(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

/* Passes over blanks and, if it stands there, that letter. */
static inline bool takes(struct reader *r, char c)
{
    blanks(r);
    if (r->at >= r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* Passes over the rest of a string of plain letters, its end included: *text, *n are what it says. */
static bool string(struct reader *r, const char **text, size_t *n)
{
    const char *p = r->at;

    while (p < r->end && (unsigned char)(*p - 0x20) < 0x60 && *p != '"' && *p != '\\')
        p++;
    *text = r->at;
    *n = (size_t)(p - r->at);
    if (p >= r->end || *p != '"')
        return false;
    r->at = p + 1;
    return true;
}

/* Passes over digits; how many there are. */
static inline int digits(struct reader *r)
{
    const char *begin = r->at;

    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return (int)(r->at - begin);
}

/* Passes over one letter, if it is one of the two. */
static inline bool steps_on(struct reader *r, char a, char b)
{
    if (r->at >= r->end || (*r->at != a && *r->at != b))
        return false;
    r->at++;
    return true;
}

static json_t *integer(const char *at, const char *end)
{
    const bool below = *at == '-';
    json_int_t x = 0;

    for (at += below; at < end; at++)
        x = 10 * x + (*at - '0');
    return json_integer(below ? -x : x);
}

/* Something stands behind the number, so that strtod ends there. */
static json_t *real(const char *at, const char *end)
{
    char *till;
    const double x = strtod(at, &till);

    return till == end ? json_real(x) : NULL;
}

/* A number; made: receives it, NULL: it is passed over. */
static bool number(struct reader *r, json_t **made)
{
    const char *begin = r->at;
    bool whole = true, zero;
    int n;

    steps_on(r, '-', '-');
    zero = r->at < r->end && *r->at == '0';
    n = digits(r);
    if (n == 0 || n > DIGITS || (zero && n > 1))
        return false;
    if (steps_on(r, '.', '.')) {
        whole = false;
        if (digits(r) == 0)
            return false;
    }
    if (steps_on(r, 'e', 'E')) {
        const bool small = steps_on(r, '-', '-');

        whole = false;
        if (!small)
            steps_on(r, '+', '+');
        n = digits(r);
        if (n == 0 || (n > 2 && !small)) /* too large, perhaps */
            return false;
    }
    if (!made || r->at >= r->end)
        return !made;
    *made = whole ? integer(begin, r->at) : real(begin, r->at);
    return *made;
}

/* The rest of the text begins with that word. */
static bool word(struct reader *r, const char *text, size_t n)
{
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool literal(struct reader *r, json_t **made)
{
    json_t *value = word(r, "null", 4)    ? json_null()
                    : word(r, "true", 4)  ? json_true()
                    : word(r, "false", 5) ? json_false()
                                          : NULL;

    if (made)
        *made = value;
    return value;
}

static bool members(struct reader *r, const char *const *wanted, json_t *object, int depth);

/* The rest of an array, of which all is made or nothing. */
static bool elements(struct reader *r, json_t *array, int depth);

/* A value, and of an object the members that are wanted; made: receives it, NULL: it is passed over.
 * What is made is owned by *made even where false says that no more of it can be read. */
static bool value(struct reader *r, const char *const *wanted, json_t **made, int depth)
{
    const char *text;
    size_t n;

    if (depth == DEEPEST)
        return false;
    if (takes(r, '"')) {
        if (!string(r, &text, &n))
            return false;
        return !made || (*made = json_stringn_nocheck(text, n));
    }
    if (takes(r, '{'))
        return (!made || (*made = json_object())) &&
               members(r, wanted, made ? *made : NULL, depth + 1);
    if (takes(r, '['))
        return (!made || (*made = json_array())) && elements(r, made ? *made : NULL, depth + 1);
    if (r->at < r->end && *r->at >= 'a')
        return literal(r, made);
    return number(r, made);
}

static bool elements(struct reader *r, json_t *array, int depth)
{
    if (takes(r, ']'))
        return true;
    do {
        json_t *made = NULL;
        const bool read = value(r, NULL, array ? &made : NULL, depth);

        if (array && (!made || json_array_append_new(array, made) != 0))
            return false;
        if (!read)
            return false;
    } while (takes(r, ','));
    return takes(r, ']');
}

/* Is a name wanted, or something in what it names: then inner has these names, without it, where
 * the whole is not wanted. */
static bool is_wanted(const char *const *wanted, const char *name, size_t n,
                      const char *inner[MB_PICK_MOST + 1])
{
    int k = 0;

    inner[0] = NULL;
    for (; *wanted && k < MB_PICK_MOST; wanted++) {
        if (**wanted != *name || strncmp(*wanted, name, n) != 0)
            continue;
        if ((*wanted)[n] == '\0') {
            inner[0] = NULL;
            return true;
        }
        if ((*wanted)[n] == '.')
            inner[k++] = *wanted + n + 1;
    }
    inner[k] = NULL;
    return k > 0;
}

/* One member of an object (NULL: it is passed over); of the wanted ones the value goes there. */
static bool member(struct reader *r, const char *const *wanted, json_t *object, int depth)
{
    const char *name, *inner[MB_PICK_MOST + 1];
    json_t *made = NULL;
    size_t n;
    bool taken, read;

    inner[0] = NULL;
    if (!takes(r, '"') || !string(r, &name, &n) || !takes(r, ':'))
        return false;
    taken = object && (!wanted || is_wanted(wanted, name, n, inner));
    read = value(r, inner[0] ? inner : NULL, taken ? &made : NULL, depth);
    if (taken && (!made || json_object_setn_new_nocheck(object, name, n, made) != 0))
        return false;
    return read;
}

/* The rest of an object. */
static bool members(struct reader *r, const char *const *wanted, json_t *object, int depth)
{
    if (takes(r, '}'))
        return true;
    do
        if (!member(r, wanted, object, depth))
            return false;
    while (takes(r, ','));
    return takes(r, '}');
}

json_t *mb_json_pick(const char *text, size_t n, const char *const *wanted, json_error_t *why)
{
    struct reader r = {text, text + n};
    json_t *object = json_object();

    if (object && takes(&r, '{') && members(&r, wanted, object, 0)) {
        blanks(&r);
        if (r.at == r.end)
            return object;
    }
    json_decref(object);
    return json_loadb(text, n, 0, why);
}

json_t *mb_json_number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *mb_json_text(const char *text)
{
    return text && *text ? json_string(text) : json_null();
}

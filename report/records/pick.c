#include "report/records/pick.h"

#include <stdbool.h>
#include <string.h>

enum { DEEPEST = 32 }; /* brackets in brackets */

/* A place in the text.  The first thing that is not plain JSON ends the reading: at = NULL. */
struct reader {
    const char *at, *end;
};

static void blanks(struct reader *r)
{
    while (r->at && r->at < r->end &&
           (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool takes(struct reader *r, char c)
{
    blanks(r);
    if (!r->at || r->at >= r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* Passes over a string of plain letters, the quotes included. */
static void string(struct reader *r)
{
    const char *p = r->at + 1;

    while (p < r->end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20 &&
           (unsigned char)*p < 0x80)
        p++;
    r->at = p < r->end && *p == '"' ? p + 1 : NULL;
}

/* Passes over a run of digits, one at least. */
static void digits(struct reader *r)
{
    const char *begin = r->at;

    while (r->at && r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    if (r->at == begin)
        r->at = NULL;
}

static bool steps_on(struct reader *r, const char *letters)
{
    if (!r->at || r->at >= r->end || !*r->at || !strchr(letters, *r->at))
        return false;
    r->at++;
    return true;
}

/* Passes over a number, true, false or null. */
static void word(struct reader *r)
{
    static const char *const words[] = {"true", "false", "null"};
    const size_t left = (size_t)(r->end - r->at);

    for (int i = 0; i < 3; i++)
        if (left >= strlen(words[i]) && memcmp(r->at, words[i], strlen(words[i])) == 0) {
            r->at += strlen(words[i]);
            return;
        }
    steps_on(r, "-");
    digits(r);
    if (steps_on(r, "."))
        digits(r);
    if (steps_on(r, "eE")) {
        steps_on(r, "+-");
        digits(r);
    }
}

static bool is_wanted(const char *const *wanted, const char *name, size_t n)
{
    for (; wanted && *wanted; wanted++)
        if (strncmp(*wanted, name, n) == 0 && (*wanted)[n] == '\0')
            return true;
    return false;
}

/* Of the names "name.MEMBER" the members; whether there are any. */
static bool wanted_of(const char *const *wanted, const char *name, size_t n,
                      const char *inner[MB_PICK_MOST + 1])
{
    int k = 0;

    for (; wanted && *wanted && k < MB_PICK_MOST; wanted++)
        if (strncmp(*wanted, name, n) == 0 && (*wanted)[n] == '.')
            inner[k++] = *wanted + n + 1;
    inner[k] = NULL;
    return k > 0;
}

static bool members(struct reader *r, const char *const *wanted, json_t *object, int depth);

static bool elements(struct reader *r, int depth);

/* Passes over a value. */
static bool value(struct reader *r, int depth)
{
    blanks(r);
    if (!r->at || r->at >= r->end || depth == DEEPEST)
        return false;
    if (*r->at == '{')
        return members(r, NULL, NULL, depth + 1);
    if (*r->at == '[')
        return elements(r, depth + 1);
    if (*r->at == '"')
        string(r);
    else
        word(r);
    return r->at != NULL;
}

static bool elements(struct reader *r, int depth)
{
    if (!takes(r, '['))
        return false;
    if (takes(r, ']'))
        return true;
    do
        if (!value(r, depth))
            return false;
    while (takes(r, ','));
    return takes(r, ']');
}

/* One member of an object; of the wanted ones the value goes there. */
static bool member(struct reader *r, const char *const *wanted, json_t *object, int depth)
{
    const char *name, *begin, *inner[MB_PICK_MOST + 1];
    size_t n;
    json_t *made;

    blanks(r);
    if (r->at >= r->end || *r->at != '"')
        return false;
    name = r->at + 1;
    string(r);
    n = r->at ? (size_t)(r->at - name) - 1 : 0;
    if (!r->at || !takes(r, ':'))
        return false;
    blanks(r);
    begin = r->at;
    if (r->at < r->end && *r->at == '{' && !is_wanted(wanted, name, n) &&
        wanted_of(wanted, name, n, inner)) {
        made = json_object();
        return json_object_setn_new(object, name, n, made) == 0 &&
               members(r, inner, made, depth + 1);
    }
    if (!value(r, depth))
        return false;
    if (!is_wanted(wanted, name, n) && !wanted_of(wanted, name, n, inner))
        return true;
    made = json_loadb(begin, (size_t)(r->at - begin), JSON_DECODE_ANY, NULL);
    return made && json_object_setn_new(object, name, n, made) == 0;
}

static bool members(struct reader *r, const char *const *wanted, json_t *object, int depth)
{
    if (!takes(r, '{'))
        return false;
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

    if (object && members(&r, wanted, object, 0)) {
        blanks(&r);
        if (r.at == r.end)
            return object;
    }
    json_decref(object);
    return json_loadb(text, n, 0, why);
}

/* SPDX-License-Identifier: MIT */
#include "report/records/spec_parts.h"

#include <stdlib.h>
#include <string.h>

#include "report/records/label.h"

bool mb_span_equal(mb_text_span a, mb_text_span b)
{
    return a.length == b.length && memcmp(a.text, b.text, (size_t)a.length) == 0;
}

mb_text_span mb_span_of(const char *text, size_t length)
{
    return (mb_text_span){text, (int)length};
}

/* "NAME:p=v,p=v" of `length` characters */
static void read_slot(const char *text, size_t length, mb_spec_slot *s)
{
    const char *end = text + length, *colon = memchr(text, ':', length);
    const char *at = colon ? colon + 1 : end;

    s->name = mb_span_of(text, (size_t)((colon ? colon : end) - text));
    s->count = 0;
    while (at < end && s->count < MB_MAX_PARAMS) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        const char *sign = memchr(at, '=', (size_t)(stop - at));

        s->key[s->count] = mb_span_of(at, (size_t)((sign ? sign : stop) - at));
        s->value[s->count++] =
            mb_span_of(sign ? sign + 1 : stop, sign ? (size_t)(stop - sign - 1) : 0);
        at = comma ? comma + 1 : end;
    }
}

void mb_spec_read(const char *spec, mb_spec_slots *p)
{
    static const char *const missing[MB_SPEC_PARTS] = {"", "", "none", "auto"};

    for (int i = 0; i < MB_SPEC_PARTS; i++) {
        size_t length = strcspn(spec, "/");

        if (length == 0)
            read_slot(missing[i], strlen(missing[i]), &p->slot[i]);
        else
            read_slot(spec, length, &p->slot[i]);
        spec += length;
        if (*spec == '/')
            spec++;
    }
}

/* Value of a parameter, an empty mb_text_span when it is not given. */
mb_text_span mb_slot_value(const mb_spec_slot *s, mb_text_span key)
{
    for (int i = 0; i < s->count; i++)
        if (mb_span_equal(s->key[i], key))
            return s->value[i];
    return mb_span_of("", 0);
}

bool mb_span_number(mb_text_span text, double *x)
{
    char copy[MB_NUMBER_SIZE];

    snprintf(copy, sizeof copy, "%.*s", text.length, text.text);
    return text.length < MB_NUMBER_SIZE && mb_parse_number(copy, x);
}

/* What a writer puts out, as a text in the arena. */
mb_status mb_text_keep(FILE *out, char **buffer, mb_arena *arena, const char **text, mb_error *err)
{
    mb_status status = MB_OK;

    if (fclose(out) != 0 || !*buffer || !(*text = mb_arena_strdup(arena, *buffer)))
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    free(*buffer);
    *buffer = NULL;
    return status;
}

FILE *mb_text_stream(char **buffer, size_t *size, mb_error *err)
{
    FILE *out;

    *buffer = NULL;
    out = open_memstream(buffer, size);
    if (!out)
        mb_fail(err, MB_NO_MEMORY, "out of memory");
    return out;
}

static bool is_named(mb_text_span key, const char *const *names)
{
    for (; *names; names++)
        if (mb_span_equal(key, mb_span_of(*names, strlen(*names))))
            return true;
    return false;
}

/* A slot without the named parameters. */
static void put_slot(FILE *out, const mb_spec_slot *s, const char *const *without)
{
    char before = ':';

    fprintf(out, "%.*s", s->name.length, s->name.text);
    for (int i = 0; i < s->count; i++) {
        if (is_named(s->key[i], without))
            continue;
        fprintf(out, "%c%.*s", before, s->key[i].length, s->key[i].text);
        if (s->value[i].length)
            fprintf(out, "=%.*s", s->value[i].length, s->value[i].text);
        before = ',';
    }
}

/* Slots that were not given are left out at the end. */
static int slots_given(const char *spec)
{
    int n = 1;

    for (const char *c = spec; *c && n < MB_SPEC_PARTS; c++)
        n += *c == '/';
    return n;
}

/* The first `given` parts without the parameters named, of one place or of all (-1). */
static mb_status put_parts(const mb_spec_slots *p, int given, const char *const *without, int place,
                           mb_arena *arena, const char **text, mb_error *err)
{
    static const char *const none[] = {NULL};
    char *buffer;
    size_t size;
    FILE *out = mb_text_stream(&buffer, &size, err);

    if (!out)
        return MB_NO_MEMORY;
    for (int i = 0; i < given; i++) {
        fputs(i > 0 ? "/" : "", out);
        put_slot(out, &p->slot[i], place < 0 || place == i ? without : none);
    }
    return mb_text_keep(out, &buffer, arena, text, err);
}

/* The spec without the parameters named, of one place or of all (-1). */
static mb_status shorten(const char *spec, const char *const *without, int place, mb_arena *arena,
                         const char **text, mb_error *err)
{
    mb_spec_slots p;

    mb_spec_read(spec, &p);
    return put_parts(&p, slots_given(spec), without, place, arena, text, err);
}

mb_status mb_spec_without_step(const char *spec, mb_arena *arena, const char **method,
                               mb_error *err)
{
    static const char *const step[] = {"h", "tol", NULL};

    return shorten(spec, step, MB_INTEGRATOR_PART, arena, method, err);
}

mb_status mb_spec_without(const char *spec, const char *param, mb_arena *arena, const char **rest,
                          mb_error *err)
{
    const char *const names[] = {param, NULL};

    return shorten(spec, names, -1, arena, rest, err);
}

/* Leaves the parameters that are no numbers, or none. */
static void drop(mb_spec_slot *s, bool all)
{
    int kept = 0;
    double x;

    for (int k = 0; k < s->count; k++) {
        if (all || mb_span_number(s->value[k], &x))
            continue;
        s->key[kept] = s->key[k];
        s->value[kept++] = s->value[k];
    }
    s->count = kept;
}

static mb_status without_params(const char *spec, bool all, mb_arena *arena, const char **text,
                                mb_error *err)
{
    static const char *const none[] = {NULL};
    mb_spec_slots p;

    mb_spec_read(spec, &p);
    for (int i = 0; i < MB_SPEC_PARTS; i++)
        drop(&p.slot[i], all);
    return put_parts(&p, slots_given(spec), none, -1, arena, text, err);
}

mb_status mb_spec_names(const char *spec, mb_arena *arena, const char **names, mb_error *err)
{
    return without_params(spec, true, arena, names, err);
}

mb_status mb_spec_kind(const char *spec, mb_arena *arena, const char **kind, mb_error *err)
{
    return without_params(spec, false, arena, kind, err);
}

static bool is_any(mb_text_span text)
{
    return text.length == 1 && *text.text == '*';
}

static bool same_number(mb_text_span a, mb_text_span b)
{
    double x, y;

    return mb_span_number(a, &x) && mb_span_number(b, &y) && x == y;
}

bool mb_spec_fits(const char *spec, const char *pattern)
{
    int given = slots_given(pattern);
    mb_spec_slots s, p;

    mb_spec_read(spec, &s);
    mb_spec_read(pattern, &p);
    for (int i = 0; i < given; i++) {
        const mb_spec_slot *want = &p.slot[i];

        if (!is_any(want->name) && !mb_span_equal(want->name, s.slot[i].name))
            return false;
        for (int k = 0; k < want->count; k++) {
            mb_text_span value = mb_slot_value(&s.slot[i], want->key[k]);

            if (value.length == 0 ||
                !(is_any(want->value[k]) || mb_span_equal(value, want->value[k]) ||
                  same_number(value, want->value[k])))
                return false;
        }
    }
    return true;
}

int mb_spec_projected(const char *spec)
{
    mb_spec_slots p;

    mb_spec_read(spec, &p);
    return !mb_span_equal(p.slot[MB_PROJECTION_PART].name, mb_span_of("none", 4));
}

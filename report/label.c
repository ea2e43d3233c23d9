#include "report/label.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "report/text.h"

enum { FORMULATION, INTEGRATOR, PROJECTION, LINSOLVER, SLOTS };
enum { MOST_SHORTENED = 2000 }; /* of a sweep too large for a legend; each is held to all others */

/* A piece of a text that goes on. */
typedef struct span {
    const char *text;
    int length;
} span;

typedef struct slot {
    span name;
    int count; /* of parameters; those beyond the limit are not told apart */
    span key[MB_MAX_PARAMS], value[MB_MAX_PARAMS];
} slot;

typedef struct parts {
    slot slot[SLOTS];
} parts;

static bool equal(span a, span b)
{
    return a.length == b.length && memcmp(a.text, b.text, (size_t)a.length) == 0;
}

static span make_span(const char *text, size_t length)
{
    return (span){text, (int)length};
}

/* "NAME:p=v,p=v" of `length` characters */
static void read_slot(const char *text, size_t length, slot *s)
{
    const char *end = text + length, *colon = memchr(text, ':', length);
    const char *at = colon ? colon + 1 : end;

    s->name = make_span(text, (size_t)((colon ? colon : end) - text));
    s->count = 0;
    while (at < end && s->count < MB_MAX_PARAMS) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        const char *sign = memchr(at, '=', (size_t)(stop - at));

        s->key[s->count] = make_span(at, (size_t)((sign ? sign : stop) - at));
        s->value[s->count++] =
            make_span(sign ? sign + 1 : stop, sign ? (size_t)(stop - sign - 1) : 0);
        at = comma ? comma + 1 : end;
    }
}

static void read_spec(const char *spec, parts *p)
{
    static const char *const missing[SLOTS] = {"", "", "none", "auto"};

    for (int i = 0; i < SLOTS; i++) {
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

/* Value of a parameter, an empty span when it is not given. */
static span value_of(const slot *s, span key)
{
    for (int i = 0; i < s->count; i++)
        if (equal(s->key[i], key))
            return s->value[i];
    return make_span("", 0);
}

/* Do solvers with the same method in this place differ in the parameter? */
static bool varies(const parts *all, int n, int place, const slot *s, span key)
{
    span mine = value_of(s, key);

    for (int i = 0; i < n; i++) {
        const slot *other = &all[i].slot[place];

        if (equal(other->name, s->name) && !equal(value_of(other, key), mine))
            return true;
    }
    return false;
}

static bool same_name(const parts *all, int n, int place)
{
    for (int i = 1; i < n; i++)
        if (!equal(all[i].slot[place].name, all[0].slot[place].name))
            return false;
    return true;
}

/* "no projection" and "pick a linear solver" go without saying. */
static bool is_reserved(int place, const slot *s)
{
    return (place == PROJECTION && equal(s->name, make_span("none", 4))) ||
           (place == LINSOLVER && equal(s->name, make_span("auto", 4)));
}

static void put_value(FILE *out, span value)
{
    char text[MB_NUMBER_SIZE], number[MB_SHORT_SIZE];
    double x;

    snprintf(text, sizeof text, "%.*s", value.length, value.text);
    if (value.length < MB_NUMBER_SIZE && mb_parse_number(text, &x)) {
        mb_short_number(x, number);
        fputs(number, out);
    } else {
        fprintf(out, "%.*s", value.length, value.text);
    }
}

static void put_params(FILE *out, const parts *all, int n, int place, const slot *s, bool varying)
{
    for (int i = 0; i < s->count; i++) {
        if (varies(all, n, place, s, s->key[i]) != varying)
            continue;
        fprintf(out, " %.*s", s->key[i].length, s->key[i].text);
        if (s->value[i].length)
            fputc('=', out);
        put_value(out, s->value[i]);
    }
}

static void put_label(FILE *out, const parts *all, int n, const parts *p)
{
    static const char *const before[SLOTS] = {"", " · ", " + ", " / "};

    for (int i = 0; i < SLOTS; i++) {
        const slot *s = &p->slot[i];
        bool common = i != FORMULATION && same_name(all, n, i);
        long start = ftell(out);

        if (is_reserved(i, s))
            continue;
        if (!common || i == PROJECTION)
            fprintf(out, "%s%.*s", start > 0 ? before[i] : "", s->name.length, s->name.text);
        put_params(out, all, n, i, s, true);
    }
}

static void put_common(FILE *out, const parts *all, int n)
{
    const char *before = "";

    for (int i = 0; i < SLOTS; i++) {
        const slot *s = &all[0].slot[i];

        if (i == FORMULATION || i == PROJECTION || is_reserved(i, s) || !same_name(all, n, i))
            continue;
        fprintf(out, "%s%.*s", before, s->name.length, s->name.text);
        put_params(out, all, n, i, s, false);
        before = ", ";
    }
}

/* What a writer puts out, as a text in the arena. */
static mb_status keep(FILE *out, char **buffer, mb_arena *arena, const char **text, mb_error *err)
{
    mb_status status = MB_OK;

    if (fclose(out) != 0 || !*buffer || !(*text = mb_arena_strdup(arena, *buffer)))
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    free(*buffer);
    *buffer = NULL;
    return status;
}

static FILE *text_stream(char **buffer, size_t *size, mb_error *err)
{
    FILE *out;

    *buffer = NULL;
    out = open_memstream(buffer, size);
    if (!out)
        mb_fail(err, MB_NO_MEMORY, "out of memory");
    return out;
}

/* Rounded numbers can make two labels alike; then both show their whole spec. */
static void undo_ambiguous(const char *const *spec, int n, const char **label, bool *ambiguous)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(label[i], label[j]) == 0 && strcmp(spec[i], spec[j]) != 0)
                ambiguous[i] = ambiguous[j] = true;
    for (int i = 0; i < n; i++)
        if (ambiguous[i])
            label[i] = spec[i];
}

static mb_status shortened(const char *const *spec, int n, mb_arena *arena, const char **label,
                           const char **common, mb_error *err)
{
    parts *all = calloc((size_t)n + 1, sizeof *all);
    bool *ambiguous = calloc((size_t)n + 1, sizeof *ambiguous);
    char *buffer = NULL;
    size_t size;
    mb_status status = MB_OK;

    if (!all || !ambiguous)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    for (int i = 0; i < n; i++)
        read_spec(spec[i], &all[i]);
    for (int i = 0; i < n; i++) {
        FILE *out = text_stream(&buffer, &size, err);

        if (!out)
            MB_TRY(MB_NO_MEMORY);
        put_label(out, all, n, &all[i]);
        MB_TRY(keep(out, &buffer, arena, &label[i], err));
    }
    undo_ambiguous(spec, n, label, ambiguous);
    if (common) {
        FILE *out = text_stream(&buffer, &size, err);

        if (!out)
            MB_TRY(MB_NO_MEMORY);
        if (n > 0)
            put_common(out, all, n);
        MB_TRY(keep(out, &buffer, arena, common, err));
    }
done:
    free(all);
    free(ambiguous);
    return status;
}

mb_status mb_labels(const char *const *spec, int n, mb_arena *arena, const char **label,
                    const char **common, mb_error *err)
{
    if (n <= MOST_SHORTENED)
        return shortened(spec, n, arena, label, common, err);
    memcpy(label, spec, (size_t)n * sizeof *label);
    if (common)
        *common = "";
    return MB_OK;
}

static bool is_named(span key, const char *const *names)
{
    for (; *names; names++)
        if (equal(key, make_span(*names, strlen(*names))))
            return true;
    return false;
}

/* A slot without the named parameters. */
static void put_slot(FILE *out, const slot *s, const char *const *without)
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

    for (const char *c = spec; *c && n < SLOTS; c++)
        n += *c == '/';
    return n;
}

/* The spec without the parameters named (NULL: without any), those of one place or of all (-1). */
static mb_status shorten(const char *spec, const char *const *without, int place, mb_arena *arena,
                         const char **text, mb_error *err)
{
    static const char *const none[] = {NULL};
    char *buffer;
    size_t size;
    FILE *out = text_stream(&buffer, &size, err);
    parts p;

    if (!out)
        return MB_NO_MEMORY;
    read_spec(spec, &p);
    for (int i = 0; i < slots_given(spec); i++) {
        if (i > 0)
            fputc('/', out);
        if (!without)
            p.slot[i].count = 0;
        put_slot(out, &p.slot[i], without && (place < 0 || place == i) ? without : none);
    }
    return keep(out, &buffer, arena, text, err);
}

mb_status mb_spec_without_step(const char *spec, mb_arena *arena, const char **method,
                               mb_error *err)
{
    static const char *const step[] = {"h", "tol", NULL};

    return shorten(spec, step, INTEGRATOR, arena, method, err);
}

mb_status mb_spec_without(const char *spec, const char *param, mb_arena *arena, const char **rest,
                          mb_error *err)
{
    const char *const names[] = {param, NULL};

    return shorten(spec, names, -1, arena, rest, err);
}

mb_status mb_spec_names(const char *spec, mb_arena *arena, const char **names, mb_error *err)
{
    return shorten(spec, NULL, -1, arena, names, err);
}

static bool is_any(span text)
{
    return text.length == 1 && *text.text == '*';
}

static bool same_number(span a, span b)
{
    char text[2][MB_NUMBER_SIZE];
    double x, y;

    snprintf(text[0], sizeof text[0], "%.*s", a.length, a.text);
    snprintf(text[1], sizeof text[1], "%.*s", b.length, b.text);
    return a.length < MB_NUMBER_SIZE && b.length < MB_NUMBER_SIZE && mb_parse_number(text[0], &x) &&
           mb_parse_number(text[1], &y) && x == y;
}

bool mb_spec_fits(const char *spec, const char *pattern)
{
    int given = slots_given(pattern);
    parts s, p;

    read_spec(spec, &s);
    read_spec(pattern, &p);
    for (int i = 0; i < given; i++) {
        const slot *want = &p.slot[i];

        if (!is_any(want->name) && !equal(want->name, s.slot[i].name))
            return false;
        for (int k = 0; k < want->count; k++) {
            span value = value_of(&s.slot[i], want->key[k]);

            if (value.length == 0 || !(is_any(want->value[k]) || equal(value, want->value[k]) ||
                                       same_number(value, want->value[k])))
                return false;
        }
    }
    return true;
}

int mb_spec_projected(const char *spec)
{
    parts p;

    read_spec(spec, &p);
    return !equal(p.slot[PROJECTION].name, make_span("none", 4));
}

/* SPDX-License-Identifier: MIT */
/* Short names of solvers. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/engines.h"
#include "report/records/label.h"
#include "report/records/label_parts.h"

enum {
    WHOLE = 7, /* letters of a name that is not abbreviated */
    NAME_SIZE = 64,
    MOST = 200 /* a sweep with more would fill its key with numbers */
};

/* The set in which names are short, and what is to be known of a part of each spec. */
typedef struct name_set {
    const mb_spec_slots *all;
    int n;
    const char **params; /* (n x MB_SPEC_PARTS) " p=v q=w" of those that vary, "" for none */
    mb_arena *arena;
    mb_error *err;
} name_set;

/* ---- a name --------------------------------------------------------------------------------- */

static void initials(mb_text_span name, char text[NAME_SIZE])
{
    int n = 0;

    snprintf(text, NAME_SIZE, "%.*s", name.length, name.text);
    if (name.length <= WHOLE || !memchr(name.text, '-', (size_t)name.length) ||
        mb_solver_is_engine(text))
        return;
    for (int i = 0; i < name.length && n < NAME_SIZE - 1; i++)
        if (i == 0 || name.text[i - 1] == '-')
            text[n++] = (char)toupper((unsigned char)name.text[i]);
    text[n] = '\0';
}

/* The initials of a name, unless another one of the set has them too. */
static void abbreviate(const name_set *s, mb_text_span name, char text[NAME_SIZE])
{
    initials(name, text);
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < MB_SPEC_PARTS; k++) {
            mb_text_span other = s->all[i].slot[k].name;
            char theirs[NAME_SIZE];

            if (mb_span_equal(other, name))
                continue;
            initials(other, theirs);
            if (strcmp(theirs, text) == 0) {
                snprintf(text, NAME_SIZE, "%.*s", name.length, name.text);
                return;
            }
        }
}

/* ---- its parameters ------------------------------------------------------------------------- */

static const char *params_of(const name_set *s, int i, int place)
{
    return s->params[i * MB_SPEC_PARTS + place];
}

static mb_status read_params(name_set *s)
{
    char *buffer;
    size_t size;
    mb_status status;

    MB_TRY(MB_TAKE(s->arena, &s->params, (size_t)s->n * MB_SPEC_PARTS, s->err));
    for (int i = 0; i < s->n * MB_SPEC_PARTS; i++) {
        int place = i % MB_SPEC_PARTS;
        FILE *out = mb_text_stream(&buffer, &size, s->err);

        if (!out)
            return MB_NO_MEMORY;
        mb_put_params(out, s->all, s->n, place, &s->all[i / MB_SPEC_PARTS].slot[place], true);
        MB_TRY(mb_text_keep(out, &buffer, s->arena, &s->params[i], s->err));
    }
done:
    return status;
}

static bool is_several(const char *params)
{
    return *params && strchr(params + 1, ' ');
}

static bool is_same_part(const name_set *s, int i, int j, int place)
{
    return mb_span_equal(s->all[i].slot[place].name, s->all[j].slot[place].name);
}

/* Does some solver with the method that the i-th one has in this place vary in several parameters,
 * so that all of them are numbered? */
static bool is_numbered(const name_set *s, int i, int place)
{
    for (int j = 0; j < s->n; j++)
        if (is_same_part(s, i, j, place) && is_several(params_of(s, j, place)))
            return true;
    return false;
}

/* Is it the first with its parameters? */
static bool is_first(const name_set *s, int i, int place)
{
    for (int j = 0; j < i; j++)
        if (is_same_part(s, i, j, place) &&
            strcmp(params_of(s, i, place), params_of(s, j, place)) == 0)
            return false;
    return true;
}

/* Number of its parameters among those of the same method, from 1. */
static int number_of(const name_set *s, int i, int place)
{
    int number = 0;

    for (int j = 0; j < s->n; j++) {
        if (!is_same_part(s, i, j, place) || !is_first(s, j, place))
            continue;
        number++;
        if (strcmp(params_of(s, i, place), params_of(s, j, place)) == 0)
            break;
    }
    return number;
}

/* ---- labels and key ------------------------------------------------------------------------- */

static void put_label(FILE *out, const name_set *s, int i)
{
    static const char *const before[MB_SPEC_PARTS] = {"", "/", "+", "//"};

    for (int place = 0; place < MB_SPEC_PARTS; place++) {
        const mb_spec_slot *slot = &s->all[i].slot[place];
        const char *params = params_of(s, i, place);
        char name[NAME_SIZE];

        if (mb_spec_reserved(place, slot))
            continue;
        abbreviate(s, slot->name, name);
        if (place == MB_FORMULATION_PART || place == MB_PROJECTION_PART || *params ||
            !mb_same_name(s->all, s->n, place))
            fprintf(out, "%s%s", place > 0 ? before[place] : "", name);
        if (is_numbered(s, i, place))
            fprintf(out, "(%d)", number_of(s, i, place));
        else if (*params)
            fprintf(out, "(%s)", params + 1);
    }
}

/* What the name that the i-th solver has in this place means, where that does not show. */
static void put_meaning(FILE *out, const name_set *s, int i, int place, const char **between)
{
    mb_text_span full = s->all[i].slot[place].name;
    char name[NAME_SIZE];
    bool numbered = is_numbered(s, i, place), whole;
    const char *comma = ", ";

    abbreviate(s, full, name);
    whole = (int)strlen(name) == full.length;
    if (whole && !numbered)
        return;
    fprintf(out, "%s%s", *between, name);
    *between = "; ";
    if (whole)
        comma = ": ";
    else
        fprintf(out, ": %.*s", full.length, full.text);
    for (int j = i; numbered && j < s->n; j++) {
        const char *params = params_of(s, j, place);

        if (!is_same_part(s, i, j, place) || !is_first(s, j, place))
            continue;
        fprintf(out, "%s(%d)%s", comma, number_of(s, j, place), *params ? params : " by default");
        comma = ", ";
    }
}

static void put_key(FILE *out, const name_set *s)
{
    const char *between = "";

    for (int place = 0; place < MB_SPEC_PARTS; place++)
        for (int i = 0; i < s->n; i++) {
            bool seen = mb_spec_reserved(place, &s->all[i].slot[place]) ||
                        (place == MB_INTEGRATOR_PART && mb_same_name(s->all, s->n, place) &&
                         !is_numbered(s, i, place));

            for (int j = 0; j < i && !seen; j++)
                seen = is_same_part(s, i, j, place);
            if (!seen)
                put_meaning(out, s, i, place, &between);
        }
}

static mb_status shortened(name_set *s, const char **label, const char **key)
{
    char *buffer;
    size_t size;
    mb_status status;

    MB_TRY(read_params(s));
    for (int i = 0; i <= s->n; i++) {
        FILE *out = mb_text_stream(&buffer, &size, s->err);

        if (!out)
            return MB_NO_MEMORY;
        if (i < s->n)
            put_label(out, s, i);
        else
            put_key(out, s);
        MB_TRY(mb_text_keep(out, &buffer, s->arena, i < s->n ? &label[i] : key, s->err));
    }
done:
    return status;
}

mb_status mb_short_labels(const char *const *spec, int n, mb_arena *arena, const char **label,
                          const char **key, mb_error *err)
{
    name_set s = {.n = n, .arena = arena, .err = err};
    mb_spec_slots *all;
    const char *unused;
    mb_status status;

    if (!key)
        key = &unused;
    *key = "";
    if (n > MOST)
        return mb_labels(spec, n, arena, label, NULL, err);
    all = calloc((size_t)n + 1, sizeof *all);
    if (!all)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    for (int i = 0; i < n; i++)
        mb_spec_read(spec[i], &all[i]);
    s.all = all;
    MB_TRY(shortened(&s, label, key));
    MB_TRY(mb_undo_ambiguous(spec, n, label, err));
done:
    free(all);
    return status;
}

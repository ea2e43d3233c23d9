/* SPDX-License-Identifier: MIT */
#include "report/records/label.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "report/records/escape.h"
#include "report/records/label_parts.h"

enum { FEW_LETTERS = 6 };

/* Do solvers with the same method in this place differ in the parameter? */
static bool varies(const mb_spec_slots *all, int n, int place, const mb_spec_slot *s,
                   mb_text_span key)
{
    mb_text_span mine = mb_slot_value(s, key);

    for (int i = 0; i < n; i++) {
        const mb_spec_slot *other = &all[i].slot[place];

        if (mb_span_equal(other->name, s->name) && !mb_span_equal(mb_slot_value(other, key), mine))
            return true;
    }
    return false;
}

bool mb_same_name(const mb_spec_slots *all, int n, int place)
{
    for (int i = 1; i < n; i++)
        if (!mb_span_equal(all[i].slot[place].name, all[0].slot[place].name))
            return false;
    return true;
}

bool mb_spec_reserved(int place, const mb_spec_slot *s)
{
    return (place == MB_PROJECTION_PART && mb_span_equal(s->name, mb_span_of("none", 4))) ||
           (place == MB_LINSOLVER_PART && mb_span_equal(s->name, mb_span_of("auto", 4)));
}

/* A number with three digits, or as it stands where it is short and would be another: 0.9999 is not 1. */
static void put_value(FILE *out, mb_text_span value)
{
    char number[MB_SHORT_SIZE];
    double x, rounded;

    if (!mb_span_number(value, &x)) {
        fprintf(out, "%.*s", value.length, value.text);
        return;
    }
    mb_short_number(x, number);
    if (value.length <= FEW_LETTERS && mb_parse_number(number, &rounded) && rounded != x)
        fprintf(out, "%.*s", value.length, value.text);
    else
        fputs(number, out);
}

void mb_put_params(FILE *out, const mb_spec_slots *all, int n, int place, const mb_spec_slot *s,
                   bool varying)
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

static void put_label(FILE *out, const mb_spec_slots *all, int n, const mb_spec_slots *p)
{
    static const char *const before[MB_SPEC_PARTS] = {"", " · ", " + ", " / "};

    for (int i = 0; i < MB_SPEC_PARTS; i++) {
        const mb_spec_slot *s = &p->slot[i];
        bool common = i != MB_FORMULATION_PART && mb_same_name(all, n, i);
        long start = ftell(out);

        if (mb_spec_reserved(i, s))
            continue;
        if (!common || i == MB_PROJECTION_PART)
            fprintf(out, "%s%.*s", start > 0 ? before[i] : "", s->name.length, s->name.text);
        mb_put_params(out, all, n, i, s, true);
    }
}

static void put_common(FILE *out, const mb_spec_slots *all, int n)
{
    const char *before = "";

    for (int i = 0; i < MB_SPEC_PARTS; i++) {
        const mb_spec_slot *s = &all[0].slot[i];

        if (i == MB_FORMULATION_PART || i == MB_PROJECTION_PART || mb_spec_reserved(i, s) ||
            !mb_same_name(all, n, i))
            continue;
        fprintf(out, "%s%.*s", before, s->name.length, s->name.text);
        mb_put_params(out, all, n, i, s, false);
        before = ", ";
    }
}

mb_status mb_undo_ambiguous(const char *const *spec, int n, const char **label, mb_error *err)
{
    bool *ambiguous = calloc((size_t)n + 1, sizeof *ambiguous);

    if (!ambiguous)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(label[i], label[j]) == 0 && strcmp(spec[i], spec[j]) != 0)
                ambiguous[i] = ambiguous[j] = true;
    for (int i = 0; i < n; i++)
        if (ambiguous[i])
            label[i] = spec[i];
    free(ambiguous);
    return MB_OK;
}

static mb_status shortened(const char *const *spec, int n, mb_arena *arena, const char **label,
                           const char **common, mb_error *err)
{
    mb_spec_slots *all = calloc((size_t)n + 1, sizeof *all);
    char *buffer = NULL;
    size_t size;
    mb_status status = MB_OK;

    if (!all)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    for (int i = 0; i < n; i++)
        mb_spec_read(spec[i], &all[i]);
    for (int i = 0; i < n; i++) {
        FILE *out = mb_text_stream(&buffer, &size, err);

        if (!out)
            MB_TRY(MB_NO_MEMORY);
        put_label(out, all, n, &all[i]);
        MB_TRY(mb_text_keep(out, &buffer, arena, &label[i], err));
    }
    /* rounded numbers can make two labels alike; then both show their whole spec */
    MB_TRY(mb_undo_ambiguous(spec, n, label, err));
    if (common) {
        FILE *out = mb_text_stream(&buffer, &size, err);

        if (!out)
            MB_TRY(MB_NO_MEMORY);
        if (n > 0)
            put_common(out, all, n);
        MB_TRY(mb_text_keep(out, &buffer, arena, common, err));
    }
done:
    free(all);
    return status;
}

mb_status mb_labels(const char *const *spec, int n, mb_arena *arena, const char **label,
                    const char **common, mb_error *err)
{
    if (n <= MB_MOST_LABELS)
        return shortened(spec, n, arena, label, common, err);
    memcpy(label, spec, (size_t)n * sizeof *label);
    if (common)
        *common = "";
    return MB_OK;
}

mb_status mb_spec_number(json_t *seen, const char *spec, const char **list, int *count, int *number,
                         mb_error *err)
{
    const json_t *place = json_object_get(seen, spec);

    *number = place ? (int)json_integer_value(place) : *count;
    if (place)
        return MB_OK;
    list[*count] = spec;
    if (json_object_set_new(seen, spec, json_integer((*count)++)) != 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    return MB_OK;
}

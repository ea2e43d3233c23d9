/* SPDX-License-Identifier: MIT */
/* A solver's spec taken apart, for labels and patterns.  Texts point into the spec. */
#ifndef MB_REPORT_RECORDS_SPEC_PARTS_H
#define MB_REPORT_RECORDS_SPEC_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/spec.h"

enum {
    MB_FORMULATION_PART,
    MB_INTEGRATOR_PART,
    MB_PROJECTION_PART,
    MB_LINSOLVER_PART,
    MB_SPEC_PARTS
};

/* A piece of a text that goes on. */
typedef struct mb_text_span {
    const char *text;
    int length;
} mb_text_span;

typedef struct mb_spec_slot {
    mb_text_span name;
    int count; /* of parameters; those beyond the limit are not told apart */
    mb_text_span key[MB_MAX_PARAMS], value[MB_MAX_PARAMS];
} mb_spec_slot;

typedef struct mb_spec_slots {
    mb_spec_slot slot[MB_SPEC_PARTS];
} mb_spec_slots;

bool mb_span_equal(mb_text_span a, mb_text_span b);
mb_text_span mb_span_of(const char *text, size_t length);

/* False: it is no number. */
bool mb_span_number(mb_text_span text, double *x);

/* "none" and "auto" stand in places that are not given. */
void mb_spec_read(const char *spec, mb_spec_slots *p);

/* Value of a parameter, an empty mb_text_span when it is not given. */
mb_text_span mb_slot_value(const mb_spec_slot *s, mb_text_span key);

/* A stream into a buffer, and what was put out as a text in the arena. */
FILE *mb_text_stream(char **buffer, size_t *size, mb_error *err);
mb_status mb_text_keep(FILE *out, char **buffer, mb_arena *arena, const char **text, mb_error *err);

#endif

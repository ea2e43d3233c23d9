/* SPDX-License-Identifier: MIT */
/* Mechanisms as users name them, NAME[:p=v,...] of the catalogue or FILE.yaml[:p=v,...], and what
 * their declarations say. */
#ifndef MB_BENCH_MECHANISM_SOURCE_H
#define MB_BENCH_MECHANISM_SOURCE_H

#include <stdio.h>

#include "base/spec.h"
#include "problems/mechanisms/declaration.h"

typedef struct mb_mechanism_source {
    bool file;               /* of the user's; else one of the catalogue */
    const mb_embedded *text; /* the declaration; its name is the file's path or the catalogue's */
    const char *parameters;  /* "p=v,...", "" for none; points into the spec */
} mb_mechanism_source;

/* Whether a spec names a file: what stands before ':' ends in .yaml or .yml, or holds a '/'. */
bool mb_mechanism_is_file(const char *spec);

/* Splits FILE[:p=v,...]; *parameters is "" where there are none. */
mb_status mb_mechanism_split(const char *spec, char path[MB_SPEC_SIZE], const char **parameters,
                             mb_error *err);

/* Finds the declaration that a spec names; texts live in the arena, or in the program. */
mb_status mb_mechanism_open(const char *spec, mb_arena *arena, mb_mechanism_source *source,
                            mb_error *err);

/* Reads it at these parameters.  Errors go to `tell` (NULL: nowhere), one a line, FILE:LINE:COLUMN:
 * text; err then says how many there are, or without `tell` which.  messages: the notes; may be
 * NULL.  What is read lives as long as the source's text. */
mb_status mb_mechanism_read(const mb_mechanism_source *source, const char *parameters,
                            mb_arena *arena, FILE *tell, mb_messages *messages,
                            mb_declaration **declaration, mb_error *err);

#endif

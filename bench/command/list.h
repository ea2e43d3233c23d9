/* SPDX-License-Identifier: MIT */
/* `mbsbench list`: what the program knows. */
#ifndef MB_BENCH_COMMAND_LIST_H
#define MB_BENCH_COMMAND_LIST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* problems, formulations, integrators, projections, linsolvers, studies, format; NULL ends them. */
extern const char *const mb_list_words[];

/* The array of what is named by one of these.
 * MB_BAD_INPUT for any other word.  A new reference. */
mb_status mb_list(const char *what, json_t **array, mb_error *err);

/* The keys of mechanism files, appended. */
mb_status mb_list_format(json_t *array, mb_error *err);

/* An aligned table for people. */
void mb_list_print(const json_t *array, FILE *out);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of the adapters' library share. */
#ifndef MB_SOLVERS_ENGINES_ADAPTER_INNER_H
#define MB_SOLVERS_ENGINES_ADAPTER_INNER_H

#include <jansson.h>

#include "solvers/engines/adapter.h"

/* Ends the program with status 1. */
__attribute__((noreturn)) void adapter_die(const char *what);

/* n numbers; false: there are not as many. */
bool adapter_vector(const json_t *array, int n, double *x);

/* The body of a name; ADAPTER_GROUND: null, or none of them. */
int adapter_body_named(const adapter_job *job, const json_t *name);

/* A place or direction of a body in the world. */
void adapter_to_world(const adapter_job *job, int body, const json_t *local, bool place,
                      double out[3]);

void adapter_ends(const adapter_job *job, const json_t *o, int body[2], double (*place)[3]);

/* Forces, drives and gears of a mechanism, whose bodies and joints have been read. */
void adapter_read_parts(adapter_job *job, const json_t *mechanism);

/* Functions that laws call, of a mechanism; to be read first. */
typedef struct adapter_functions adapter_functions;
adapter_functions *adapter_read_functions(const json_t *list);

/* A law, a text or a number; NULL: null.  of: what follows it, for messages. */
const adapter_law *adapter_read_law(adapter_functions *functions, const json_t *law,
                                    const char *of);

double adapter_law_value(const adapter_law *law, double t, double x, double v);

/* Value, first and second derivative by t. */
void adapter_law_rates(const adapter_law *law, double t, double x[3]);

void adapter_find_tree(adapter_job *job, const char *const *tree);

#endif

/* SPDX-License-Identifier: MIT */
/* Problems by their specs, whether they stand in the registry or are files of the user's. */
#ifndef MB_BENCH_MECHANISM_PROBLEM_FILE_H
#define MB_BENCH_MECHANISM_PROBLEM_FILE_H

#include <stdio.h>

#include "base/sha256.h"
#include "problems/mechanism.h"
#include "problems/model.h"

typedef struct mb_problem_spec {
    const mb_problem *problem; /* of the registry, or in the arena */
    char canonical[MB_SPEC_SIZE];
    const char *parameters;              /* those of `canonical` */
    const mb_plain_mechanism *mechanism; /* of a declaration at these values; NULL: C code */
    const char *coordinates;             /* its kind of coordinates */
    char digest[MB_SHA256_TEXT];         /* of the plain mechanism at these values; "": C code */
} mb_problem_spec;

/* SHA-256 of the plain mechanism's canonical text: comments and spelling do not count. */
void mb_mechanism_digest(const mb_plain_mechanism *mechanism, char digest[MB_SHA256_TEXT]);

/* Whether a spec names a declaration: a file, or a problem of the registry that is one. */
bool mb_problem_is_declared(const char *spec);

/* Splits a spec of either kind; *parameters is "" where there are none. */
mb_status mb_problem_split(const char *spec, char name[MB_SPEC_SIZE], const char **parameters,
                           mb_error *err);

/* Looks up NAME[:p=v,...] or FILE.yaml[:p=v,...].  What is made lives in the arena.  Errors of a
 * file go to `tell`, see mb_mechanism_read. */
mb_status mb_problem_open(const char *spec, mb_arena *arena, FILE *tell, mb_problem_spec *problem,
                          mb_error *err);

/* What a model of a declaration would lack, with its place in the file; false: nothing. */
bool mb_problem_lacks(const mb_problem_spec *problem, char *text, size_t size);

/* The model of any spec.  digest: what a file of the user's held when the run was planned; NULL or
 * "": it does not matter.  MB_BAD_INPUT where it holds something else now. */
mb_status mb_problem_model(const char *spec, const char *digest, mb_model **model, mb_error *err);

#endif

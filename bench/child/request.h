/* SPDX-License-Identifier: MIT */
/* What the harness asks a child for: a task with its texts, in one piece that can be sent. */
#ifndef MB_BENCH_CHILD_REQUEST_H
#define MB_BENCH_CHILD_REQUEST_H

#include "base/sha256.h"
#include "base/spec.h"
#include "bench/child/child.h"

typedef void mb_child_body(const mb_task *task, mb_result *result);

enum {
    MB_REQUEST_SOLVER =
        4 * MB_SPEC_SIZE, /* of a canonical one, all defaults of four parts changed */
    MB_REQUEST_FOLDER = 1024,
    MB_REQUEST_BESIDE = 16 * MB_SPEC_SIZE /* of the solvers of lanes */
};

typedef struct mb_desk mb_desk;

typedef struct mb_request {
    mb_child_body *body;
    mb_result *result; /* in memory that was mapped before the server started, and so the desk */
    mb_desk *desk; /* where the child gets further runs (bench/child/crew.h); NULL: it has one */
    mb_task task;  /* its texts are those below */
    bool has_to;
    char problem[MB_SPEC_SIZE], digest[MB_SHA256_TEXT];
    char solver[MB_REQUEST_SOLVER], to[MB_REQUEST_SOLVER];
    char references[MB_REQUEST_FOLDER];
    char beside[MB_REQUEST_BESIDE];
} mb_request;

/* Fills in a request for body(task, result).  MB_FAILURE: a text is too long. */
mb_status mb_request_fill(mb_request *request, mb_child_body *body, const mb_task *task,
                          mb_result *result, mb_error *err);

/* The task of a request that has arrived. */
mb_task mb_request_task(const mb_request *request);

#endif

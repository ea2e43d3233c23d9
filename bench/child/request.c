/* SPDX-License-Identifier: MIT */
#include "bench/child/request.h"

#include <stdio.h>
#include <string.h>

static bool fits(char *to, size_t size, const char *text)
{
    return (size_t)snprintf(to, size, "%s", text ? text : "") < size;
}

/* [bytes] of n texts that follow each other, each with its NUL */
static size_t size_of_texts(const char *texts, int n)
{
    const char *at = texts;

    for (int i = 0; i < n; i++)
        at += strlen(at) + 1;
    return (size_t)(at - texts);
}

mb_status mb_request_fill(mb_request *request, mb_child_body *body, const mb_task *task,
                          mb_result *result, mb_error *err)
{
    mb_request *r = request;

    memset(r, 0, sizeof *r); /* it is sent whole, padding and all */
    r->body = body;
    r->result = result;
    r->task = *task;
    r->task.observer = NULL;
    r->has_to = task->to;
    if (task->lanes > 1)
        memcpy(r->beside, task->beside, size_of_texts(task->beside, task->lanes - 1));
    if (!fits(r->problem, sizeof r->problem, task->problem) ||
        !fits(r->digest, sizeof r->digest, task->digest) ||
        !fits(r->references, sizeof r->references, task->references) ||
        !fits(r->solver, sizeof r->solver, task->solver) || !fits(r->to, sizeof r->to, task->to))
        return mb_fail(err, MB_FAILURE, "the spec %.200s... is too long for a run", task->solver);
    return MB_OK;
}

mb_task mb_request_task(const mb_request *request)
{
    mb_task task = request->task;

    task.problem = request->problem;
    task.digest = request->digest;
    task.solver = request->solver;
    task.to = request->has_to ? request->to : NULL;
    task.references = request->references;
    task.beside = request->beside;
    return task;
}

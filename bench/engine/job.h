/* SPDX-License-Identifier: MIT */
/* What an adapter is asked to do: docs/engines.md. */
#ifndef MB_BENCH_ENGINE_JOB_H
#define MB_BENCH_ENGINE_JOB_H

#include "bench/engine/engine.h"
#include "bench/mechanism/assembled.h"

typedef struct mb_engine_job {
    const mb_plain_mechanism *mechanism; /* as declared */
    const mb_assembled *assembled;
    const mb_engine_choice *choice;
    double t_end;   /* [s] */
    bool last_only; /* of the rows: a timed run */
} mb_engine_job;

/* JSON, to be freed; NULL: no memory. */
char *mb_engine_job_text(const mb_engine_job *job);

#endif

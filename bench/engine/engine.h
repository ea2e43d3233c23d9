/* SPDX-License-Identifier: MIT */
/* Engines of others: programs behind adapters (docs/engines.md), named by specs
 *
 *     engine.NAME[:setting=value,...]/INTEGRATOR[:h=... or tol=...]
 *
 * in the place of solvers. */
#ifndef MB_BENCH_ENGINE_ENGINE_H
#define MB_BENCH_ENGINE_ENGINE_H

#include "base/arena.h"
#include "base/program.h"
#include "base/spec.h"

#define MB_ENGINE_PROTOCOL "mbsbench-engine-1"

typedef struct mb_engine_integrator {
    const char *name, *title;
    bool fixed;    /* takes h; else tol */
    bool mid_step; /* velocities of a row belong to the middle of the step before it */
} mb_engine_integrator;

/* What an adapter says of its engine. */
typedef struct mb_engine {
    const char *name;                        /* in specs */
    const char *path;                        /* of the adapter */
    const char *title, *version, *precision; /* "MuJoCo", "2.2.2", "double" */
    int nintegrators;
    const mb_engine_integrator *integrator; /* (nintegrators), the usual one first */
    const mb_param *settings;
} mb_engine;

/* A spec, understood. */
typedef struct mb_engine_choice {
    mb_engine engine;
    mb_values settings;
    const mb_engine_integrator *integrator;
    double h, tol; /* NaN: that of the other kind */
} mb_engine_choice;

/* Engines that were asked, so that each is asked once; zeroed but for the arena, in which all lives. */
enum { MB_ENGINES_KEPT = 16 };
typedef struct mb_engines {
    mb_arena *arena;
    int count;
    mb_engine asked[MB_ENGINES_KEPT];
} mb_engines;

/* Whether a spec names an engine. */
bool mb_is_engine(const char *spec);

/* Finds an adapter and asks it; texts live in the arena.  MB_BAD_INPUT: there is none of the name,
 * with those there are, or its answer is not as the protocol says. */
mb_status mb_engine_find(const char *name, mb_arena *arena, mb_engine *engine, mb_error *err);

/* Reads what an adapter at a path has printed; texts live in the arena.  MB_BAD_INPUT: it is not as the
 * protocol says. */
mb_status mb_engine_read_answer(const char *path, const char *text, mb_arena *arena,
                                mb_engine *engine, mb_error *err);

enum { MB_MOST_ADAPTERS = 16 /* that are listed */ };

/* Names of those that have an adapter here, NULL behind the last; texts live in the arena.  Returns their
 * number. */
int mb_engines_here(mb_arena *arena, const char *name[MB_MOST_ADAPTERS + 1]);

/* Whether an engine has an adapter here; its answer may be wrong. */
bool mb_engine_is_here(const char *name);

/* Reads a spec.  MB_BAD_INPUT with what would be right. */
mb_status mb_engine_compose(const char *spec, mb_arena *arena, mb_engine_choice *choice,
                            mb_error *err);

/* Canonical form of the spec of an engine or a solver (solvers/solver.h). */
mb_status mb_method_canonical(const char *spec, char *text, size_t size, mb_error *err);

/* The same for a plan that knows the engines asked so far; the spec as it stands where its engine is not
 * on this machine, whose runs will say so. */
mb_status mb_method_planned(const char *spec, mb_engines *engines, char *text, size_t size,
                            mb_error *err);

/* Nominal step of either, NaN when error-controlled or the text is wrong.  No adapter is asked. */
double mb_method_step(const char *spec);
/* Likewise its tolerance. */
double mb_method_tolerance(const char *spec);

/* Number that the spec of an engine gives a setting, "h" or "tol"; NaN where it gives none.  No adapter is
 * asked. */
double mb_engine_parameter(const char *spec, const char *name);

/* The canonical spec with another step ("h") or tolerance ("tol"). */
mb_status mb_method_at(const char *spec, const char *name, double value, char *text, size_t size,
                       mb_error *err);

enum {
    MB_ENGINE_NOT_APPLICABLE = 77 /* exit status of an adapter that does not take a mechanism */
};

/* The first line of what an adapter complains of. */
void mb_engine_complaint(const mb_program_output *output, char *text, size_t size);

/* Runs `adapter run` on a job (JSON); output->text holds what it wrote.  time_limit [s] of CPU; idle [s]
 * in which it may neither compute nor write, 0: no bound but that of the wall clock.  *adapter: its
 * process while it runs, for those who watch from outside; may be NULL. */
mb_status mb_engine_call(const mb_engine *engine, const char *job, double time_limit, double idle,
                         volatile pid_t *adapter, mb_program_output *output, mb_error *err);

#endif

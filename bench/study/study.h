/* SPDX-License-Identifier: MIT */
/* Studies: YAML files that cross problems with solvers and grids, and state claims.
 *
 *   study, title, source
 *   runs:   list of entries: id, problem, solver, t_end, grid, readings, quick, timing, series, search
 *           problem and solver are a spec or a block list of specs; problem: all is every one of the
 *           catalogue; a solver without a '/' is a list of solvers.  {NAME} in them and in t_end is
 *           filled in from the grid or a reading.  An entry of several runs numbers them ID.1,
 *           ID.2, ... with problems outermost, then solvers, then the grid's axes in the order
 *           written, the last one fastest.  A run goes over the axes its own texts name.
 *   lists:  NAME: [solvers or names of lists], as solver has them; beside those of
 *           bench/studies/lists.yaml, which every study may use.
 *   readings: what the paper leaves open, with the values that its text allows (readings.c).  An
 *           entry that names some of them, readings: [NAME, ...], is made in every combination of
 *           their values, which its texts hold as {NAME}: ids ID[VALUE].N, readings outermost.
 *   grid:   NAME: a list of values, {log: [a, b], points: n} or {linear: [a, b], points: n}.
 *           Inner points are rounded to 6 (log) or 12 (linear) digits, so that specs stay readable.
 *   t_most: the problem's own end time, but at most so many seconds; excludes t_end.
 *   timing: no: the entry gets no timed passes; near: at the end, those runs that are nearly as
 *           cheap as the cheapest of their mechanism and class.  Default yes.
 *   series: none: no series files; a list of outputs, velocities, multipliers, rows, phidot,
 *           accelerations (of outputs), norms (1-norms and the gap): these columns beside the
 *           standard ones (bench/series.h).
 *   search: {reach: CLASS}, {reach: [CLASS, ...]} from the coarsest to the finest, or limits, as in
 *           {energy: 0.1}: the largest step or tolerance that is good enough is looked for, from the
 *           one in the spec on (bench/search.h), or with steps: N from the end time over N on; with
 *           budget: S in so many seconds of CPU.  Several classes are as many runs, side by side in
 *           the plan, that share their passes.
 *   quick:  t_end and points for --quick.  Without them a quick run takes a tenth of the time, but
 *           20 nominal steps at least, and 3 points an axis: the first, the middle, the last.
 *   names:  what the paper calls the methods: read_method_names.c
 *   claims: what the paper states: read_claims.c
 *   figures: what it draws: read_figures.c
 *   errata: what does not hold as printed: errata.c
 *   numbered, contents: where the paper says what: contents.c
 *
 * All specs are checked and made canonical while the file is read. */
#ifndef MB_BENCH_STUDY_STUDY_H
#define MB_BENCH_STUDY_STUDY_H

#include <stddef.h>
#include <stdio.h>

#include "base/embedded.h"
#include "bench/plan.h"
#include "bench/search.h"
#include "report/claims/claims.h"

typedef struct mb_study_options {
    bool quick;
    double t_end;           /* [s] for every run; NaN: the study's, or the problem's own */
    mb_search_goals search; /* of every run that has none of its own; count 0: none */
    int added;              /* solvers that every entry has beside its own, as runs ID.added.N */
    const char *const *add; /* (added) */
} mb_study_options;

typedef struct mb_study {
    int runs;
    mb_ledger ledger; /* its name, claims and errata, in the plan's arena; to be judged when the
                       * study was read with its own end times and whole grids */
} mb_study;

/* Reads a study from text and appends its runs to the plan.  file: name for messages.
 * MB_BAD_INPUT: file:line:column: what is wrong; what would be right. */
mb_status mb_study_parse(const char *file, const char *text, size_t size,
                         const mb_study_options *options, mb_plan *plan, mb_study *study,
                         mb_error *err);

/* Reads the shipped study of that name, or else the file. */
mb_status mb_study_load(const char *name, const mb_study_options *options, mb_plan *plan,
                        mb_study *study, mb_error *err);

/* Numbered places of the paper without a line in `contents`, and counted claims that no line names:
 * a line of text each, their number. */
int mb_contents_gaps(const mb_ledger *ledger, FILE *out);

/* End time of a quick run where the study gives none. */
double mb_quick_t_end(double t_end, const char *solver);

/* ---- studies built into the program --------------------------------------------------------- */

/* In the order of bench/meson.build. */
extern const mb_embedded mb_shipped_studies[];

/* bench/studies/lists.yaml */
extern const mb_embedded mb_shipped_lists[];

#endif

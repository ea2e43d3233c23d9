/* What the tests of figures and of the advice drawn from them share: a study, records of its runs.
 */
#ifndef MB_TESTS_FIGURE_FIXTURE_H
#define MB_TESTS_FIGURE_FIXTURE_H

#include "bench/study/study.h"
#include "report/records/digest.h"

enum { FIGURE_ROWS = 16 };

extern mb_plan plan;
extern mb_study study;
extern json_t *record[FIGURE_ROWS];
extern mb_row row[FIGURE_ROWS];

/* Reads the text as the study s.yaml. */
mb_status parse(const char *text);

/* Entries a (untimed, over alpha, h; no series) and b (with outputs); 17 lines. */
#define RUNS                                                                                       \
    "study: s\nruns:\n  - id: a\n    problem: four-bar\n"                                          \
    "    solver: baumgarte:alpha={alpha},beta=7/rk4:h={h}\n    timing: no\n    series: none\n"     \
    "    grid:\n      alpha: [1, 10, 100]\n      h: [1e-3, 1e-2]\n"                                \
    "  - id: b\n    problem: four-bar\n    solver:\n      - lagrange/rk4:h=1e-2\n"                 \
    "      - lagrange/heun:h=1e-2\n    t_end: 1\n    series: [outputs]\n"
/* RUNS and the head of a figure: 22 lines. */
#define FIGURE RUNS "figures:\n  - id: f\n    where: Fig. 1\n    title: T\n    says: so\n"

/* Reads a study with a map of the error of a, limit 0.5. */
void parse_map(void);

/* A row of a record with an error, a CPU time a second, and a status. */
const mb_row *make_row(int i, const char *solver, const char *status, double e, double cpu);

/* fini of a suite that makes rows: start() of report_fixture.h is its init. */
void drop(void);

#endif

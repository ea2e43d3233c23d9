/* SPDX-License-Identifier: MIT */
/* What the files that read a study share. */
#ifndef MB_BENCH_STUDY_STUDY_PARTS_H
#define MB_BENCH_STUDY_STUDY_PARTS_H

#include "bench/study/study.h"
#include "bench/study/yaml_keys.h"

enum { MB_MAX_AXES = 8, MB_MAX_POINTS = 100000 };

/* One axis of a grid: its name and the texts of its points. */
typedef struct mb_axis {
    const char *name;
    const yaml_node_t *node; /* of the values */
    int points;
    const char **point; /* (points), in the plan's arena */
    bool used;
} mb_axis;

typedef struct mb_grid {
    int axes, readings; /* the first axes are readings */
    mb_axis axis[MB_MAX_READINGS + MB_MAX_AXES];
    const mb_readings *known; /* of the study */
    int of[MB_MAX_READINGS];  /* (readings) which of them */
} mb_grid;

/* Reads `readings` of a study; checks, when its entries are read, that they use all of them. */
mb_status mb_readings_read(mb_yaml *yaml, const yaml_node_t *node, mb_readings *readings);
mb_status mb_readings_used(mb_yaml *yaml, const yaml_node_t *node, const mb_readings *readings,
                           const mb_plan *plan, int first);

/* Index of a reading by name, -1: none. */
int mb_reading_index(const mb_readings *readings, const char *name);

/* Reads `readings` of an entry, if it has them, into an empty grid. */
mb_status mb_grid_readings(mb_yaml *yaml, yaml_node_t *node, mb_grid *grid);

/* "[last]" for the point `at` of a grid, "" without readings; and its values as mb_run.reading has
 * them. */
void mb_grid_suffix(const mb_grid *grid, const int *at, char *text, size_t size);
mb_status mb_grid_values(const mb_grid *grid, const int *at, mb_arena *arena, const int **values,
                         mb_error *err);

/* Reads `grid`, if there is one, and appends its axes.  points > 0: thinned to that many per
 * axis. */
mb_status mb_grid_read(mb_yaml *yaml, const yaml_node_t *node, int points, mb_grid *grid);

/* Marks the axes a text names: bits of the result.  Refuses names the grid has not. */
mb_status mb_grid_names(mb_yaml *yaml, const yaml_node_t *node, const char *text, mb_grid *grid,
                        unsigned *axes);

/* Fills the names in a checked text with the points `at` (one index an axis). */
mb_status mb_grid_fill(mb_yaml *yaml, const yaml_node_t *node, const char *text,
                       const mb_grid *grid, const int *at, char *filled, size_t size);

/* Reads `search`; the goals are in yaml's arena. */
mb_status mb_search_read(mb_yaml *yaml, const yaml_node_t *node, mb_search_goals *goals);

/* A problem or a solver of an entry: where it stands, and its spec before the grid fills it in. */
typedef struct mb_entry_spec {
    const yaml_node_t *node;
    const char *text;
} mb_entry_spec;

/* Those of key `solver`, where the name of a list stands for its solvers: of the study's own `lists`
 * (may be NULL), or of the shipped ones; in yaml's arena. */
mb_status mb_entry_solvers(mb_yaml *yaml, yaml_node_t *node, yaml_node_t *lists, int *n,
                           mb_entry_spec **list);

/* Those of key `problem`, where `all` stands for every problem of the registry but those of key `but`
 * (may be NULL); in yaml's arena. */
mb_status mb_entry_problems(mb_yaml *yaml, yaml_node_t *node, yaml_node_t *but, int *n,
                            mb_entry_spec **list);

/* The problem of a run; zeroed before the first. */
typedef struct mb_entry_opened {
    char spec[MB_SPEC_SIZE]; /* as the study has it */
    char canonical[MB_SPEC_SIZE];
    double t_end; /* [s] its own */
} mb_entry_opened;

/* Looks a spec up, a file of a relative path in the folder of the study's file. */
mb_status mb_entry_problem_open(const char *study, const char *spec, mb_entry_opened *opened,
                                mb_error *err);

/* What the entries of a study share. */
typedef struct mb_entry_study {
    const char *name;
    const mb_readings *readings;
    yaml_node_t *lists; /* of solvers; NULL: none */
    const mb_study_options *options;
} mb_entry_study;

/* Appends the runs of one entry of `runs` to the plan. */
mb_status mb_study_entry(mb_yaml *yaml, const yaml_node_t *node, const mb_entry_study *study,
                         mb_plan *plan);

/* What claims refer to: the entries of `runs` and the runs that they became. */
typedef struct mb_claim_source {
    mb_yaml *yaml;
    yaml_node_t *runs; /* list of entries */
    int *first;        /* (entries + 1) index in the plan of each entry's first run */
    const mb_plan *plan;
    const mb_readings *readings;
    bool whole; /* all runs of the study are there, with its own end times; if not, numbered runs
                 * may be missing and parameters may coincide */
} mb_claim_source;

/* Reads `names`, `claims`, `figures` and `errata` into the ledger, all in the plan's arena; nodes
 * may be NULL. */
mb_status mb_claims_read(const mb_claim_source *source, yaml_node_t *claims, mb_ledger *ledger);
mb_status mb_figures_read(const mb_claim_source *source, yaml_node_t *figures, mb_ledger *ledger);
mb_status mb_names_read(const mb_claim_source *source, yaml_node_t *names, mb_ledger *ledger);
mb_status mb_errata_read(const mb_claim_source *source, yaml_node_t *errata, mb_ledger *ledger);

/* Likewise `numbered` and `contents` of a study. */
mb_status mb_contents_read(const mb_claim_source *source, const yaml_node_t *numbered,
                           yaml_node_t *contents, mb_ledger *ledger);

#endif

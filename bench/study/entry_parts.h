/* SPDX-License-Identifier: MIT */
/* An entry of a study's `runs`, as it is read and then expanded. */
#ifndef MB_BENCH_STUDY_ENTRY_PARTS_H
#define MB_BENCH_STUDY_ENTRY_PARTS_H

#include "bench/engine/engine.h"
#include "bench/series.h"
#include "bench/study/study_parts.h"

struct entry {
    mb_yaml *yaml;
    const char *study, *id;
    yaml_node_t *problem, *solver, *t_end; /* t_end may be NULL */
    yaml_node_t *lists;                    /* of the study; may be NULL */
    double t_most;                         /* [s] NaN: not given */
    int problems, solvers;
    mb_entry_spec *of;   /* (problems) */
    mb_entry_spec *with; /* (solvers) */
    mb_entry_opened opened;
    mb_grid grid;
    const mb_study_options *options;
    double quick_t_end;     /* NaN: not given */
    int quick_points;       /* of an axis */
    mb_run_timing timing;   /* key `timing` */
    unsigned series;        /* key `series`, bits of bench/series.h */
    mb_search_goals search; /* key `search`, or the options' */
    bool several;           /* runs are numbered */
    int first;              /* index in the plan of its first run of this reading */
    char suffix[192];       /* of its ids, "[last]" */
    const int *reading;     /* as in mb_run */
    mb_plan *plan;
    mb_engines engines; /* asked so far */
};

/* Reads the keys of an entry into one that has the defaults. */
mb_status mb_entry_read(struct entry *e, const yaml_node_t *node);

#endif

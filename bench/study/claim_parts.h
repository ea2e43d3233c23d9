/* SPDX-License-Identifier: MIT */
/* What the files that read claims and errata share. */
#ifndef MB_BENCH_STUDY_CLAIM_PARTS_H
#define MB_BENCH_STUDY_CLAIM_PARTS_H

#include "bench/study/study_parts.h"

/* The runs that the list `run` or `than` names, in every reading that a name leaves open.  what:
 * the key, for messages. */
mb_status mb_claim_runs(const mb_claim_source *source, yaml_node_t *node, const char *what,
                        mb_run_list *list);

/* Makes each run of a list an item of its own. */
mb_status mb_claim_split(const mb_claim_source *source, mb_run_list *list);

/* Makes a variant of the claim for each combination of the readings that its names leave open;
 * none when they leave none open. */
mb_status mb_claim_variants(const mb_claim_source *source, mb_study_claim *claim);

/* The metric that a key of a claim or figure gives, as far as it is there. */
mb_status mb_claim_metric(const mb_claim_source *source, const yaml_node_t *mapping,
                          const char *key, mb_metric *metric);

/* The values of claim->over for the runs of the claim, into claim->x.  They must differ from run to
 * run.  node: where errors point. */
mb_status mb_claim_parameter(const mb_claim_source *source, const yaml_node_t *node,
                             mb_study_claim *claim);

/* The values of a parameter for all runs of a list, from the part (formulation, integrator,
 * projection, problem) that has it in all of them and, if one does, in which it varies; its unit.
 */
mb_status mb_claim_values(const mb_claim_source *source, const yaml_node_t *node,
                          const mb_run_list *list, const char *name, double **value,
                          const char **unit);

/* Whether the study has its runs measure what the metric asks for: timed passes, series with its
 * columns, CPU ratios that compare.  node: where errors point. */
mb_status mb_claim_measured(const mb_claim_source *source, const yaml_node_t *node,
                            const mb_study_claim *claim);

/* The same for one run and its times and series alone. */
mb_status mb_metric_measured(const mb_claim_source *source, const yaml_node_t *node,
                             const mb_metric *metric, const mb_run *run);

/* Refuses an id that no claim of the ledger has; node: where the error points. */
mb_status mb_claim_unknown(const mb_claim_source *source, const yaml_node_t *node, const char *id,
                           const mb_ledger *ledger);

struct mb_figure;

/* What a figure of a fuzzy controller shows, that of its first run: node is its `y`. */
mb_status mb_figure_controller_read(const mb_claim_source *source, const yaml_node_t *node,
                                    struct mb_figure *figure);

#endif

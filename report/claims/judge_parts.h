/* SPDX-License-Identifier: MIT */
/* What the files that judge claims share. */
#ifndef MB_REPORT_CLAIMS_JUDGE_PARTS_H
#define MB_REPORT_CLAIMS_JUDGE_PARTS_H

#include "report/claims/judge.h"

/* Which number of an interval is judged. */
typedef enum mb_interval_end { MB_AT_MEDIAN, MB_AT_LOW, MB_AT_HIGH } mb_interval_end;

/* One claim with the records of its runs. */
typedef struct mb_case {
    const mb_study_claim *claim;
    const mb_ledger *ledger;
    const mb_report_run *const *row; /* (ledger->runs), those of the claim are there */
    mb_measured *run, *than;         /* (claim->run.runs), (claim->than.runs) the metric */
    int round;                       /* of timed passes whose times are read; -1: all together */
    mb_interval_end end;             /* of `run`; of `than` the opposite one */
    mb_arena *arena;
    mb_judgement *out;
    mb_error *err;
} mb_case;

const mb_report_run *mb_case_row(const mb_case *c, const mb_run_list *list, int i);
const char *mb_case_id(const mb_case *c, const mb_run_list *list, int i);

/* Judges a claim, or one variant of it.  known: every run id that has a record. */
mb_status mb_judge_one(mb_case *c, const json_t *known);

/* Reads the metric of the runs and judges it by the rule of the claim's kind. */
mb_status mb_judge_measured(mb_case *c);

/* Likewise a metric of CPU times, round by round. */
mb_status mb_judge_rounds(mb_case *c);

/* Likewise a claim with variants. */
mb_status mb_judge_readings(mb_case *c, const json_t *known);

/* Names the combinations of readings with that verdict: "[fixed], [matlab][srv02]", all that have
 * these names.  j: of the variants. */
mb_status mb_judge_cover(mb_case *c, const mb_judgement *j, mb_verdict verdict, const char **text);

/* Adds a run to those whose commands are shown. */
void mb_case_show(mb_case *c, const mb_report_run *row);

/* Set the texts `measured` and `why` in printf's way. */
mb_status mb_case_measured(mb_case *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
mb_status mb_case_why(mb_case *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Set the verdict by the rule of a kind: all records are there and hold the metric. */
mb_status mb_judge_value(mb_case *c);
mb_status mb_judge_bound(mb_case *c);
mb_status mb_judge_magnitude(mb_case *c);
mb_status mb_judge_ratio(mb_case *c);
mb_status mb_judge_ordering(mb_case *c);
mb_status mb_judge_trend(mb_case *c);
mb_status mb_judge_order(mb_case *c);
mb_status mb_judge_limit(mb_case *c);
mb_status mb_judge_status(mb_case *c);
mb_status mb_judge_share(mb_case *c);

/* Verdict and deviation of a number against value and tolerance, min and max, value and factor. */
mb_status mb_verdict_by_tolerance(mb_case *c, double x);
mb_status mb_verdict_by_bound(mb_case *c, double x);
mb_status mb_verdict_by_factor(mb_case *c, double x);

/* Likewise of a factor of 1 or more that may be `allowed`, and twice in a row deviates. */
mb_verdict mb_verdict_of_factor(double factor, double allowed);

/* How many times one is the other, 1 or more; infinite across zero. */
double mb_factor_between(double a, double b);

enum { MB_QUANTITY_SIZE = 128 };

/* "a factor of 23" or, across zero, "more than any factor"; returns text. */
const char *mb_factor_text(double factor, char text[MB_QUANTITY_SIZE]);

/* The text of the published column, made from the claim where it does not give one. */
mb_status mb_judge_published(mb_case *c);

/* That of an ordering, with the methods' names: "lagrange, baumgarte < penalty". */
mb_status mb_judge_ordering_text(const mb_case *c, const char **text);

/* "0.85 [0.83, 0.87] J" with the claim's unit and as many digits as its tolerance asks for. */
void mb_case_quantity(const mb_case *c, const mb_measured *value, char text[MB_QUANTITY_SIZE]);
void mb_case_number(const mb_case *c, double x, char text[MB_QUANTITY_SIZE]);

#endif

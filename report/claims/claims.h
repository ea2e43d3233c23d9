/* SPDX-License-Identifier: MIT */
/* What a paper states and prints, as its study file says it: claims to be judged from records, and
 * errata.  Read from YAML by bench/study/read_claims.c; judged by judge.c. */
#ifndef MB_REPORT_CLAIMS_CLAIMS_H
#define MB_REPORT_CLAIMS_CLAIMS_H

#include <stdbool.h>

#include "report/records/metric.h"

/* name, word in a study; the rules of each: judge.h */
#define MB_CLAIM_KIND_LIST(X)                                                                      \
    X(MB_CLAIM_VALUE, "value")                                                                     \
    X(MB_CLAIM_BOUND, "bound")                                                                     \
    X(MB_CLAIM_MAGNITUDE, "magnitude")                                                             \
    X(MB_CLAIM_RATIO, "ratio")                                                                     \
    X(MB_CLAIM_ORDERING, "ordering")                                                               \
    X(MB_CLAIM_TREND, "trend")                                                                     \
    X(MB_CLAIM_ORDER, "order")                                                                     \
    X(MB_CLAIM_LIMIT, "limit")                                                                     \
    X(MB_CLAIM_STATUS, "status")                                                                   \
    X(MB_CLAIM_SHARE, "share")                                                                     \
    X(MB_CLAIM_TEST, "test")                                                                       \
    X(MB_CLAIM_UNTESTABLE, "untestable")

typedef enum mb_claim_kind {
#define MB_CLAIM_KIND_ENUM(name, word) name,
    MB_CLAIM_KIND_LIST(MB_CLAIM_KIND_ENUM)
#undef MB_CLAIM_KIND_ENUM
        MB_CLAIM_KINDS
} mb_claim_kind;

/* What a claim is about, for totals: name, word in tables, words for people. */
#define MB_CLAIM_CLASS_LIST(X)                                                                     \
    X(MB_CLASS_NUMBER, "number", "numbers")                                                        \
    X(MB_CLASS_ORDERING, "ordering", "orderings and trends")                                       \
    X(MB_CLASS_CPU, "cpu", "CPU time")                                                             \
    X(MB_CLASS_QUALITATIVE, "qualitative", "qualitative")

typedef enum mb_claim_class {
#define MB_CLAIM_CLASS_ENUM(name, word, words) name,
    MB_CLAIM_CLASS_LIST(MB_CLAIM_CLASS_ENUM)
#undef MB_CLAIM_CLASS_ENUM
        MB_CLAIM_CLASSES
} mb_claim_class;

typedef enum mb_direction { MB_UP, MB_DOWN, MB_FLAT } mb_direction;

/* Runs that a claim looks at: items as written, each an entry (all its runs) or one run. */
typedef struct mb_run_list {
    int items, runs;
    const char **name; /* (items) as written */
    int *first;        /* (items + 1) of each item in run */
    int *run;          /* (runs) index in the ledger's runs */
    unsigned *open;    /* (items) readings of its runs that its name leaves open, as bits */
} mb_run_list;

enum { MB_MAX_READINGS = 12 }; /* of a study */

/* What a paper leaves open, with the values that its text allows.  Runs that depend on it are made
 * in each of them. */
typedef struct mb_reading_value {
    const char *name;  /* in run ids, ID[NAME].N; no two values of a study have the same */
    const char *text;  /* what is filled in */
    const char *means; /* NULL where not given */
} mb_reading_value;

typedef struct mb_reading {
    const char *name, *where, *open;
    int values;
    mb_reading_value *value;
} mb_reading;

typedef struct mb_readings {
    int count;
    mb_reading *reading;
} mb_readings;

typedef struct mb_study_claim {
    const char *id, *where, *says;
    const char *published, *unit, *reading, *because; /* NULL where not given */
    mb_claim_kind kind;
    mb_metric metric;
    mb_run_list run, than;
    double value, tolerance, min, max, factor, by, below; /* NaN where not given */
    bool relative;                                        /* tolerance is a fraction of value */
    bool finding;    /* ours, which the paper does not state: judged, not counted */
    bool common;     /* share: of the points good in both lists, compared one by one */
    mb_metric given; /* share: of the runs that are ok with this below given_below */
    double given_below;
    bool changes;     /* share: of the neighbours that differ, not of the runs */
    bool free_limit;  /* order: the limit of small steps is extrapolated, not zero */
    const char *over; /* parameter of a trend; "h" of an order and of a limit */
    double *x;        /* (run.runs) its values */
    mb_direction direction;
    int statuses;
    const char **is;            /* (statuses) */
    const char *test, *verdict; /* of a test: its name and the word of what it asserts */
    int variants; /* one for each combination of the readings that its runs have; 0: they have none
                   */
    struct mb_study_claim *variant; /* (variants) the same claim of the runs in that combination */
    const char *combination;        /* of a variant: "[last]"; NULL of a claim */
} mb_study_claim;

typedef struct mb_erratum {
    const char *id, *where, *prints, *right;
    int claim;        /* index of the claim that shows it; -1: none */
    const char *test; /* of the suite, that shows it; NULL: none */
} mb_erratum;

/* A place in the paper with the claims about it, or why there is none. */
typedef struct mb_content {
    const char *at, *none; /* none: NULL where there are claims */
    int claims;
    int *claim; /* (claims) index in the ledger's claims */
} mb_content;

/* What the paper numbers. */
typedef struct mb_numbered {
    int tables, figures, sections;
    const char **section; /* (sections) "2.1" */
} mb_numbered;

struct mb_figure; /* report/figures/figures.h */

/* A run that the study asks for. */
typedef struct mb_ledger_run {
    const char *id;
    const char *problem, *solver; /* canonical specs */
    char cell[17];                /* of its problem, solver and end time, as in records */
} mb_ledger_run;

/* What a study calls a method: runs of an entry, or whose solver a pattern fits (mb_spec_fits). */
typedef struct mb_method_name {
    const char *name;
    const char *method, *entry; /* one of them is NULL */
    int style;                  /* of its curves and bars: its number among the different names */
} mb_method_name;

/* One study with claims or figures.  Texts live as long as the plan it was read with. */
typedef struct mb_ledger {
    const char *study, *title, *source; /* title and source "" where not given */
    const char *file;                   /* what `mbsbench run` takes for it */
    int runs, claims, figures, errata, names, contents;
    mb_readings readings;
    mb_ledger_run *run;
    mb_study_claim *claim;
    struct mb_figure *figure;
    mb_erratum *erratum;
    mb_method_name *name;
    mb_numbered numbered; /* all zero without contents */
    mb_content *content;
} mb_ledger;

/* Word of a kind, as in a study. */
const char *mb_claim_kind_word(mb_claim_kind kind);

/* CPU where its metric asks for times; else by its kind. */
mb_claim_class mb_claim_class_of(const mb_study_claim *claim);

const char *mb_claim_class_word(mb_claim_class class);
const char *mb_claim_class_words(mb_claim_class class); /* for people */

#endif

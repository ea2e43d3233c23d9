/* SPDX-License-Identifier: MIT */
/* Verdicts on claims, from records alone.
 *
 * Before its kind is looked at: a run without a record makes a claim *not testable*, and so does
 * one that met the time or the memory limit of the harness, which says nothing about the method;
 * a run that did not end `ok` makes it *contradicted*, with the status and its reason (not for
 * status and share); a record that lacks what the metric asks for makes it *not testable*.  Then,
 * with m the metric:
 *
 *   value       |m - value| <= tolerance (of |value| with relative: yes): reproduced; m within a
 *               factor of 10 of value, where that is 0 within ten tolerances: deviates; else
 *               contradicted
 *   bound       min <= m <= max: reproduced; missed by at most a factor of 10: deviates; else
 *               contradicted.  Across zero no factor is small enough
 *   magnitude   m / value within 1 / factor .. factor (10): reproduced; within factor^2: deviates;
 *               else contradicted
 *   ratio       as magnitude (factor 3) for m(run) / m(than)
 *   ordering    m(run) < m(than) for all pairs, by the factor `by` (1) at least: reproduced; less
 *               than that factor, or CPU intervals that overlap: deviates; reversed or equal:
 *               contradicted.  Without `than` each item of `run` against the next one
 *   trend       over x.  up, down: monotone and not constant: reproduced; the last value on the
 *               right side of the first but not monotone: deviates; else contradicted.  flat:
 *               largest / smallest within factor (2): reproduced; within factor^2: deviates; else
 *               contradicted
 *   order       slope of log m over log h by least squares, or with limit: free the n of
 *               m = m0 + C h^n through three runs with steps in one quotient: within tolerance of
 *               value: reproduced; within three times that: deviates; else contradicted
 *   limit       as value, for the m0 of that power law
 *   status      every run ended so: reproduced; else contradicted
 *   share       the fraction of the runs that ended so, or that are ok with m below the limit,
 *               judged as a bound; with `than`, above the fraction of those: reproduced; else
 *               contradicted.  With of: changes the fraction of the runs that differ in this from
 *               the one before.  With common: yes run and than are two grids of the same points: of
 *               the points ok in both, with m below the limit where there is one, the fraction in
 *               which m(run) < m(than), judged as a bound.  With given and given_below only the
 *               runs that are ok with the metric `given` below that limit are looked at
 *   test        the verdict that the study gives, which the named test of the suite asserts
 *   untestable  not testable
 *
 * A metric of CPU times is judged in each round of timed passes, numbers at both ends of their
 * interval: the verdict on which all rounds agree; else *not testable*, as after a single round.
 *
 * Several runs of value, bound, magnitude and ratio: the worst counts.
 *
 * A claim of runs in several readings is judged in each combination of them, by these rules and
 * the runs of that combination: reproduced in all: reproduced; in some: depends; in none: the
 * mildest of the verdicts, deviates before contradicted before not testable.  Without a record in
 * one of them it is not testable.  Of more than MB_NAMED_READINGS combinations `measured` has the
 * first of each verdict and `why` how many there are of each, and where the fewer ones are. */
#ifndef MB_REPORT_CLAIMS_JUDGE_H
#define MB_REPORT_CLAIMS_JUDGE_H

#include "report/claims/claims.h"

/* name, word, plural for counts, glyph, style class of the page */
#define MB_VERDICT_LIST(X)                                                                         \
    X(MB_REPRODUCED, "reproduced", "reproduced", "✓", "good")                                      \
    X(MB_DEPENDS, "depends", "depend", "◐", "partly")                                              \
    X(MB_DEVIATES, "deviates", "deviate", "≈", "limit")                                            \
    X(MB_CONTRADICTED, "contradicted", "contradicted", "✗", "bad")                                 \
    X(MB_NOT_TESTABLE, "not testable", "not testable", "–", "none")

typedef enum mb_verdict {
#define MB_VERDICT_ENUM(name, word, counted, glyph, style) name,
    MB_VERDICT_LIST(MB_VERDICT_ENUM)
#undef MB_VERDICT_ENUM
        MB_VERDICTS
} mb_verdict;

typedef struct mb_verdict_sign {
    const char *word, *counted, *glyph, *style;
} mb_verdict_sign;

mb_verdict_sign mb_verdict_of(mb_verdict verdict);

enum { MB_NAMED_READINGS = 6 }; /* a claim of more is summed up, not told reading by reading */

enum { MB_SHOWN_RUNS = 4 }; /* runs whose commands are shown beside a claim */

typedef struct mb_judgement {
    mb_verdict verdict;
    const char *published; /* what the paper prints, "0.1 J" */
    const char *measured;  /* "0.0921 J (table1.3)"; "" when nothing was */
    const char *why;       /* the deviation, or why not; "" when there is nothing to say */
    const char *readings;  /* "[before] reproduced; [last] contradicted"; "" without readings */
    double number;   /* what was judged; NaN where it is no number.  Of several readings that of
                      * the first with the verdict; NaN of one that depends on them */
    bool unrecorded; /* not testable for want of records, or of time or memory for a run */
    int shown;       /* runs it rests on most, the decisive one first */
    const mb_report_run *row[MB_SHOWN_RUNS];
} mb_judgement;

struct mb_chart; /* report/charts/chart.h */

/* A study's claims with their verdicts, and its figures. */
typedef struct mb_paper {
    const mb_ledger *ledger;
    mb_judgement *judgement;               /* (ledger->claims) */
    int claims, count[MB_VERDICTS];        /* findings of our own left out */
    int of[MB_CLAIM_CLASSES][MB_VERDICTS]; /* likewise, and those without records */
    const mb_report_run *timed; /* a run of its CPU claims: machine and date; NULL: none */
    int unrecorded;             /* of these claims: not testable for want of records */
    const mb_report_run **row;  /* (ledger->runs) the record of each, NULL: none */
    struct mb_chart *figure;    /* (ledger->figures) as drawn; NULL before */
} mb_paper;

/* Judges all claims of a study by the records of that study. */
mb_status mb_judge(const mb_ledger *ledger, const mb_digest *digest, mb_arena *arena,
                   mb_paper *paper, mb_error *err);

/* "gonzalez2016: 71 reproduced, 4 deviate, 2 contradicted, 3 not testable", no newline; with
 * " (5 for want of records)" where there are such. */
void mb_put_verdicts(FILE *file, const mb_paper *paper);

/* "gonzalez2016: reproduced are 40 of 44 numbers, 3 of 8 on CPU time", no newline. */
void mb_put_classes(FILE *file, const mb_paper *paper);

/* Claims of a class, and what CPU times were measured on: "Some CPU, 2026-11-28", "" for unknown.
 */
int mb_class_claims(const mb_paper *paper, mb_claim_class class);
void mb_machine_text(const mb_report_run *row, char *text, size_t size);

/* Claims of that verdict that the page shows: those without records are left out. */
int mb_shown_verdicts(const mb_paper *paper, mb_verdict verdict);

/* A claim whose verdict asks for a reason that the study does not give. */
bool mb_lacks_reason(const mb_paper *paper, int claim);

#endif

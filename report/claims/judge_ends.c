/* SPDX-License-Identifier: MIT */
/* The rules of claims about how runs ended (judge.h): status, share. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/claims/judge_parts.h"

static bool ended_so(const mb_case *c, const mb_run_list *list, int i)
{
    const mb_report_run *row = mb_case_row(c, list, i);

    for (int k = 0; k < c->claim->statuses; k++)
        if (strcmp(row->status, c->claim->is[k]) == 0)
            return true;
    return false;
}

mb_status mb_judge_status(mb_case *c)
{
    const mb_run_list *run = &c->claim->run;
    int others = 0, other = -1;
    const mb_report_run *row;
    char t[MB_SHORT_SIZE];
    mb_status status;

    for (int i = run->runs - 1; i >= 0; i--)
        if (!ended_so(c, run, i)) {
            other = i;
            others++;
        }
    c->out->verdict = other < 0 ? MB_REPRODUCED : MB_CONTRADICTED;
    row = mb_case_row(c, run, other < 0 ? 0 : other);
    mb_short_number(mb_row_field(row, MB_FIELD_T_REACHED), t);
    mb_case_show(c, row);
    if (other < 0)
        MB_TRY(mb_case_measured(c, run->runs > 1 ? "%s (%d runs)" : "%s", row->status, run->runs));
    else
        MB_TRY(mb_case_measured(c, run->runs > 1 ? "%s (%s)" : "%s", row->status,
                                mb_case_id(c, run, other)));
    if (!row->ok && *t)
        MB_TRY(mb_case_measured(c, "%s at t = %s s", c->out->measured, t));
    if (other >= 0 && *row->reason)
        MB_TRY(mb_case_why(c, "%s", row->reason));
    if (others > 1)
        MB_TRY(mb_case_why(c, "%s%s%d of %d runs ended otherwise than stated", c->out->why,
                           *c->out->why ? "; " : "", others, run->runs));
done:
    return status;
}

/* ---- shares --------------------------------------------------------------------------------- */

/* Ended the run so, or did it keep the limit? */
static bool kept(const mb_case *c, const mb_run_list *list, const mb_measured *x, int i)
{
    return c->claim->metric.text ? mb_case_row(c, list, i)->ok && x[i].x < c->claim->below
                                 : ended_so(c, list, i);
}

/* Runs of one list that did, or that differ in it from the one before. */
static int count_of(const mb_case *c, const mb_run_list *list, const mb_measured *x)
{
    int count = 0;

    for (int i = c->claim->changes ? 1 : 0; i < list->runs; i++)
        count += c->claim->changes ? kept(c, list, x, i) != kept(c, list, x, i - 1)
                                   : kept(c, list, x, i);
    return count;
}

/* Whether a run counts among the common points. */
static bool good(const mb_case *c, const mb_run_list *list, const mb_measured *x, int i)
{
    return mb_case_row(c, list, i)->ok && (isnan(c->claim->below) || x[i].x < c->claim->below);
}

/* The points that are good in both lists, and in how many of them the first has the lower
 * metric. */
static mb_status judge_common(mb_case *c)
{
    const mb_run_list *run = &c->claim->run, *than = &c->claim->than;
    char percent[MB_SHORT_SIZE];
    int common = 0, lower = 0;
    mb_status status;

    if (run->runs != than->runs) { /* reduced grids */
        c->out->verdict = MB_NOT_TESTABLE;
        c->out->unrecorded = true;
        return mb_case_why(c, "%d runs against %d make no pairs", run->runs, than->runs);
    }
    for (int i = 0; i < run->runs; i++) {
        if (!good(c, run, c->run, i) || !good(c, than, c->than, i))
            continue;
        common++;
        lower += c->run[i].x < c->than[i].x;
    }
    if (common == 0) {
        c->out->verdict = MB_NOT_TESTABLE;
        return mb_case_why(c, "no point is good in both of %d pairs", run->runs);
    }
    c->out->number = (double)lower / common;
    mb_short_number(100.0 * c->out->number, percent);
    MB_TRY(mb_case_measured(c, "lower in %d of %d common points (%s %%), of %d", lower, common,
                            percent, run->runs));
    MB_TRY(mb_verdict_by_bound(c, c->out->number));
done:
    return status;
}

/* The share of the runs that are ok with `given` below its limit. */
static mb_status judge_given(mb_case *c)
{
    const mb_run_list *run = &c->claim->run;
    char percent[MB_SHORT_SIZE], missing[MB_MISSING_SIZE];
    int such = 0, count = 0;
    mb_measured given;
    mb_status status;

    for (int i = 0; i < run->runs; i++) {
        const mb_report_run *row = mb_case_row(c, run, i);

        if (!row->ok)
            continue;
        if (!mb_metric_value(&c->claim->given, row, &given, missing)) {
            c->out->verdict = MB_NOT_TESTABLE;
            return mb_case_why(c, "run %s has %s", mb_case_id(c, run, i), missing);
        }
        if (given.x < c->claim->given_below) {
            such++;
            count += kept(c, run, c->run, i);
        }
    }
    if (such == 0) {
        c->out->verdict = MB_NOT_TESTABLE;
        return mb_case_why(c, "none of %d runs has %s below its limit", run->runs,
                           c->claim->given.text);
    }
    c->out->number = (double)count / such;
    mb_short_number(100.0 * c->out->number, percent);
    MB_TRY(mb_case_measured(c, "%d of %d such runs (%s %%)", count, such, percent));
    MB_TRY(mb_verdict_by_bound(c, c->out->number));
done:
    return status;
}

mb_status mb_judge_share(mb_case *c)
{
    const mb_run_list *run = &c->claim->run, *than = &c->claim->than;
    int count = count_of(c, run, c->run), others = count_of(c, than, c->than);
    char percent[MB_SHORT_SIZE];
    mb_status status;

    if (c->claim->common)
        return judge_common(c);
    if (c->claim->given.text)
        return judge_given(c);
    c->out->number = (double)count / run->runs;
    mb_short_number(100.0 * c->out->number, percent);
    MB_TRY(mb_case_measured(
        c, c->claim->changes ? "%d changes in %d runs (%s %%)" : "%d of %d runs (%s %%)", count,
        run->runs, percent));
    if (than->runs == 0)
        return mb_verdict_by_bound(c, c->out->number);
    mb_short_number(100.0 * others / than->runs, percent);
    MB_TRY(mb_case_measured(
        c, c->claim->changes ? "%s against %d in %d (%s %%)" : "%s against %d of %d (%s %%)",
        c->out->measured, others, than->runs, percent));
    c->out->verdict = c->out->number * than->runs > others ? MB_REPRODUCED : MB_CONTRADICTED;
    if (c->out->verdict == MB_CONTRADICTED)
        MB_TRY(mb_case_why(c, "not more of them"));
done:
    return status;
}

/* SPDX-License-Identifier: MIT */
/* The rules of claims that compare runs with runs (judge.h): ratio, ordering. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/claims/judge_parts.h"

/* Two runs of a comparison. */
typedef struct pair {
    const mb_report_run *a, *b;
    const char *a_id, *b_id;
    const mb_measured *x, *y; /* metric of a and of b */
} pair;

/* CPU ratios compare only when they refer to the same solver on the same problem. */
static bool comparable(const pair *p)
{
    if (!p->x->base && !p->y->base)
        return true;
    return p->x->base && p->y->base && strcmp(p->x->base, p->y->base) == 0 &&
           strcmp(p->a->problem, p->b->problem) == 0 &&
           mb_row_field(p->a, MB_FIELD_T_END) == mb_row_field(p->b, MB_FIELD_T_END);
}

static mb_status not_comparable(mb_case *c, const pair *p)
{
    c->out->verdict = MB_NOT_TESTABLE;
    return mb_case_why(c,
                       "the CPU ratios of %s and %s refer to different solvers or problems; CPU "
                       "compares within one entry",
                       p->a_id, p->b_id);
}

/* The runs i and j of two lists with their values. */
static pair make_pair(const mb_case *c, const mb_run_list *left, const mb_measured *x, int i,
                      const mb_run_list *right, const mb_measured *y, int j)
{
    return (pair){mb_case_row(c, left, i),
                  mb_case_row(c, right, j),
                  mb_case_id(c, left, i),
                  mb_case_id(c, right, j),
                  &x[i],
                  &y[j]};
}

static mb_status measured_pair(mb_case *c, const pair *p)
{
    char x[MB_QUANTITY_SIZE], y[MB_QUANTITY_SIZE];

    mb_case_quantity(c, p->x, x);
    mb_case_quantity(c, p->y, y);
    mb_case_show(c, p->a);
    mb_case_show(c, p->b);
    return mb_case_measured(c, "%s (%s) against %s (%s)", x, p->a_id, y, p->b_id);
}

static mb_measured quotient(const pair *p)
{
    mb_measured q = {p->x->x / p->y->x, p->x->lo / p->y->hi, p->x->hi / p->y->lo, NULL};

    return p->x->base ? q : (mb_measured){q.x, q.x, q.x, NULL};
}

mb_status mb_judge_ratio(mb_case *c)
{
    const mb_study_claim *claim = c->claim;
    char x[MB_SHORT_SIZE], low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];
    pair worst = {0};
    mb_measured q = {0};
    double most = 0.0;
    mb_status status;

    for (int i = 0; i < claim->run.runs; i++)
        for (int j = 0; j < claim->than.runs; j++) {
            pair p = make_pair(c, &claim->run, c->run, i, &claim->than, c->than, j);
            double factor = mb_factor_between(quotient(&p).x, claim->value);

            if (!comparable(&p))
                return not_comparable(c, &p);
            if (factor <= most)
                continue;
            most = factor;
            worst = p;
        }
    q = quotient(&worst);
    c->out->number = q.x;
    MB_TRY(measured_pair(c, &worst));
    mb_short_number(q.x, x);
    mb_short_number(q.lo, low);
    mb_short_number(q.hi, high);
    if (q.lo == q.hi || isinf(q.hi)) /* without an interval */
        MB_TRY(mb_case_measured(c, "%s times: %s", x, c->out->measured));
    else
        MB_TRY(mb_case_measured(c, "%s [%s, %s] times: %s", x, low, high, c->out->measured));
    MB_TRY(mb_verdict_by_factor(c, q.x));
done:
    return status;
}

/* Whether a is below b, as an ordering asks. */
static mb_verdict below(const mb_case *c, const pair *p)
{
    bool cpu = p->x->base;

    if (cpu && p->x->lo <= p->y->hi && p->y->lo <= p->x->hi)
        return MB_DEVIATES;
    if (!(p->x->x < p->y->x))
        return MB_CONTRADICTED;
    return p->x->x * c->claim->by <= p->y->x ? MB_REPRODUCED : MB_DEVIATES;
}

/* The worse of two pairs: by the verdict, then by what lies between them. */
static bool worse(const mb_case *c, const pair *p, const pair *q)
{
    mb_verdict a = below(c, p), b = below(c, q);

    if (a != b)
        return a > b;
    if (p->x->x > 0.0 && q->x->x > 0.0)
        return p->y->x / p->x->x < q->y->x / q->x->x;
    return p->y->x - p->x->x < q->y->x - q->x->x;
}

static mb_status why_ordering(mb_case *c, const pair *p)
{
    char factor[MB_QUANTITY_SIZE], asked[MB_SHORT_SIZE];

    c->out->number = p->y->x / p->x->x;
    if (c->out->verdict == MB_REPRODUCED)
        return MB_OK;
    if (c->out->verdict == MB_CONTRADICTED)
        return mb_case_why(c, "%s", p->x->x == p->y->x ? "equal" : "the order is reversed");
    if (p->x->base && p->x->lo <= p->y->hi && p->y->lo <= p->x->hi)
        return mb_case_why(c, "their intervals overlap");
    mb_short_number(c->claim->by, asked);
    return mb_case_why(c, "%s; the paper has %s", mb_factor_text(c->out->number, factor), asked);
}

/* The worst pair of each item against the next, or of all runs against all of `than`. */
mb_status mb_judge_ordering(mb_case *c)
{
    const mb_run_list *run = &c->claim->run, *than = &c->claim->than;
    bool chain = than->runs == 0;
    int items = chain ? run->items - 1 : 1;
    bool any = false;
    pair worst = {0};
    mb_status status;

    for (int k = 0; k < items; k++) {
        const mb_run_list *right = chain ? run : than;
        const mb_measured *y = chain ? c->run : c->than;
        int i0 = chain ? run->first[k] : 0, i1 = chain ? run->first[k + 1] : run->runs;
        int j0 = chain ? run->first[k + 1] : 0, j1 = chain ? run->first[k + 2] : than->runs;

        for (int i = i0; i < i1; i++)
            for (int j = j0; j < j1; j++) {
                pair p = make_pair(c, run, c->run, i, right, y, j);

                if (!comparable(&p))
                    return not_comparable(c, &p);
                if (!any || worse(c, &p, &worst))
                    worst = p;
                any = true;
            }
    }
    c->out->verdict = below(c, &worst);
    MB_TRY(measured_pair(c, &worst));
    MB_TRY(why_ordering(c, &worst));
done:
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "report/records/relevance.h"

#include <math.h>
#include <stdlib.h>

#include "report/records/grade.h"
#include "report/records/spec_parts.h"

static const double enough = 1e-4;

typedef struct candidate {
    const mb_report_run *row;
    mb_text_span formulation;
    double cost; /* CPU time [s]; infinite where it was not timed */
    bool right;  /* to what is enough */
    int index, rank;
} candidate;

static bool is_better(const candidate *a, const candidate *b)
{
    if (a->right != b->right)
        return a->right;
    if (a->right && a->cost != b->cost)
        return a->cost < b->cost;
    return mb_row_better(a->row, b->row);
}

static int by_relevance(const void *first, const void *second)
{
    const candidate *a = first, *b = second;

    if (a->row->highlighted != b->row->highlighted)
        return a->row->highlighted ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (is_better(a, b))
        return -1;
    return is_better(b, a) ? 1 : a->index - b->index;
}

/* How many of its formulation come before it. */
static int rank_of(const candidate *all, int n, const candidate *one)
{
    int rank = 0;

    for (const candidate *c = all; c < all + n; c++)
        if (c != one && mb_span_equal(c->formulation, one->formulation))
            rank += is_better(c, one) || (c->index < one->index && !is_better(one, c));
    return rank;
}

mb_status mb_relevance_order(const mb_report_run *const *row, int n, mb_arena *arena, int *order,
                             mb_error *err)
{
    candidate *all;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &all, (size_t)n, err));
    for (int i = 0; i < n; i++) {
        mb_spec_slots spec;
        double cost = mb_row_cpu(row[i]), class = mb_row_class(row[i]);

        mb_spec_read(row[i]->solver, &spec);
        all[i] = (candidate){.row = row[i],
                             .formulation = spec.slot[MB_FORMULATION_PART].name,
                             .cost = isnan(cost) ? (double)INFINITY : cost,
                             .right = class <= enough,
                             .index = i};
    }
    for (int i = 0; i < n; i++)
        all[i].rank = rank_of(all, n, &all[i]);
    qsort(all, (size_t)n, sizeof *all, by_relevance);
    for (int i = 0; i < n; i++)
        order[i] = all[i].index;
done:
    return status;
}

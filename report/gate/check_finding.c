/* SPDX-License-Identifier: MIT */
/* What is found of a cell. */
#include <math.h>

#include "report/gate/check_parts.h"

mb_check_finding *mb_check_find_fault(mb_checked *cell, const char *metric,
                                      mb_check_verdict verdict)
{
    mb_check_finding *f =
        &cell->finding[cell->count < MB_CHECK_FINDINGS ? cell->count++ : MB_CHECK_FINDINGS - 1];

    *f = (mb_check_finding){
        .metric = metric, .verdict = verdict, .old_number = NAN, .new_number = NAN, .limit = NAN};
    if (verdict > cell->verdict)
        cell->verdict = verdict;
    return f;
}

mb_check_finding *mb_check_find_numbers(mb_checked *cell, mb_field field, mb_check_verdict verdict,
                                        double old, double new, double limit)
{
    mb_check_finding *f = mb_check_find_fault(cell, mb_field_of(field)->path, verdict);

    f->old_number = old;
    f->new_number = new;
    f->limit = limit;
    return f;
}

double mb_check_growth(const mb_check_finding *f)
{
    if (f->old_number > 0.0 && isfinite(f->new_number))
        return f->new_number / f->old_number;
    return f->old_text || f->why || !isfinite(f->new_number) ? HUGE_VAL : 0.0;
}

static bool graver(const mb_check_finding *a, const mb_check_finding *b)
{
    if (a->verdict != b->verdict)
        return a->verdict > b->verdict;
    return mb_check_growth(a) > mb_check_growth(b);
}

void mb_check_sort(mb_checked *cell)
{
    for (int i = 1; i < cell->count; i++) {
        const mb_check_finding f = cell->finding[i];
        int k = i;

        for (; k > 0 && graver(&f, &cell->finding[k - 1]); k--)
            cell->finding[k] = cell->finding[k - 1];
        cell->finding[k] = f;
    }
}

/* What is found of a cell. */
#include <math.h>

#include "report/gate/check_parts.h"

mb_finding *mb_check_find_fault(mb_checked *cell, const char *metric, mb_check_verdict verdict)
{
    mb_finding *f =
        &cell->finding[cell->count < MB_MAX_FINDINGS ? cell->count++ : MB_MAX_FINDINGS - 1];

    *f = (mb_finding){
        .metric = metric, .verdict = verdict, .old_number = NAN, .new_number = NAN, .limit = NAN};
    if (verdict > cell->verdict)
        cell->verdict = verdict;
    return f;
}

mb_finding *mb_check_find_numbers(mb_checked *cell, mb_field field, mb_check_verdict verdict,
                                  double old, double new, double limit)
{
    mb_finding *f = mb_check_find_fault(cell, mb_field_of(field)->path, verdict);

    f->old_number = old;
    f->new_number = new;
    f->limit = limit;
    return f;
}

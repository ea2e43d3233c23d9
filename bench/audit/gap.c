/* SPDX-License-Identifier: MIT */
#include "bench/audit/gap.h"

#include <math.h>
#include <string.h>

#include "problems/start/start.h"

mb_status mb_gap_create(const mb_model *model, mb_arena *arena, mb_gap *gap, mb_error *err)
{
    size_t m = (size_t)model->m;
    mb_status status;

    gap->model = model;
    MB_TRY(MB_TAKE(arena, &gap->s, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &gap->length, m, err));
    MB_TRY(MB_TAKE(arena, &gap->longest, m, err));
    mb_units(model, gap->s);
    memcpy(gap->longest, model->slope, m * sizeof *gap->longest);
done:
    return status;
}

double mb_gap_at(mb_gap *gap, const double *phi, const double *d)
{
    double widest = 0.0;

    mb_row_lengths(gap->model, gap->s, d, gap->length);
    gap->row = 0;
    for (int i = 0; i < gap->model->mh; i++) {
        double length = gap->length[i], open;

        gap->longest[i] = fmax(gap->longest[i], length);
        open = fabs(phi[i]) / fmax(length, MB_GAP_SHORTEST * gap->longest[i]);
        if (phi[i] == 0.0)
            open = 0.0; /* met, also where no gradient was ever seen */
        if (!(open <= widest)) {
            widest = open;
            gap->row = i;
        }
        if (isnan(widest))
            break;
    }
    return widest;
}

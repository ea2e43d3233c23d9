/* SPDX-License-Identifier: MIT */
#include "bench/audit/gap.h"

#include <math.h>
#include <string.h>

void mb_unit_scales(const mb_model *model, double *s)
{
    for (int j = 0; j < model->nv; j++)
        s[j] = !model->length || model->length[j] ? 1.0 : 1.0 / model->scale;
}

void mb_row_lengths(const mb_model *model, const double *s, const double *d, double *length)
{
    const mb_pattern *D = &model->D;

    memset(length, 0, (size_t)model->m * sizeof *length);
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            length[D->row[k]] += (d[k] * s[j]) * (d[k] * s[j]);
    for (int i = 0; i < model->m; i++)
        length[i] = sqrt(length[i]);
}

mb_status mb_gap_create(const mb_model *model, mb_arena *arena, mb_gap *gap, mb_error *err)
{
    size_t m = (size_t)model->m;
    mb_status status;

    gap->model = model;
    MB_TRY(MB_TAKE(arena, &gap->s, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &gap->length, m, err));
    MB_TRY(MB_TAKE(arena, &gap->longest, m, err));
    mb_unit_scales(model, gap->s);
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

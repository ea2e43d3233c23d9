/* SPDX-License-Identifier: MIT */
/* What set-up adds to a declared model. */
#include "problems/start/row_units.h"
#include "problems/start/start.h"

/* Rank of D at the start, with the values of D in scratch memory */
static mb_status find_rank(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    mb_arena *scratch = mb_arena_create();
    double *d, *unit, *length;
    bool *dependent;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
    MB_TRY(MB_TAKE(scratch, &d, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(scratch, &unit, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(scratch, &length, (size_t)model->m, err));
    MB_TRY(MB_TAKE(model->arena, &dependent, (size_t)model->m, err));
    mb_units(model, unit);
    model->ops->jacobian(model, model->t0, model->q0, d);
    mb_clear_short(model, unit, MB_VANISHED, d, length);
    MB_TRY(mb_keep_vanished(model, unit, length, err));
    MB_TRY(mb_matrix_rank(&model->D, d, unit, dependent, &model->rank, err));
    model->dependent = dependent;
    MB_TRY(mb_find_massless(model, d, unit, &model->massless, err));
done:
    mb_arena_destroy(scratch);
    return status;
}

/* Rows that are declared independent and depend on each other near the start too are redundant:
 * methods go by the trait. */
static mb_status check_full_rank(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    int near;

    if (!(model->traits & MB_FULL_RANK_D) || model->rank == model->m)
        return MB_OK;
    MB_TRY(mb_rank_near(model, &near, err));
    if (near < model->m)
        model->traits &= ~(unsigned)MB_FULL_RANK_D;
done:
    return status;
}

mb_status mb_model_complete(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(mb_pattern_by_rows(&model->D, model->arena, err));
    MB_TRY(mb_pattern_group(&model->D, model->arena, err));
    MB_TRY(mb_pattern_group(&model->M, model->arena, err));
    MB_TRY(mb_row_slopes(model, err));
    MB_TRY(mb_start_check(model, err));
    MB_TRY(mb_row_units(model, err));
    if (!model->keep_start) {
        MB_TRY(mb_start_correct(model, err));
        if (model->ops->settled)
            MB_TRY(model->ops->settled(model, err));
    } else {
        MB_TRY(mb_start_take_given(model, err));
        model->start.largest = -1;
    }
    MB_TRY(find_rank(model, err));
    MB_TRY(check_full_rank(model, err));
done:
    return status;
}

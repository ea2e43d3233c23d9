/* SPDX-License-Identifier: MIT */
#include "problems/elements/machine/natural/lanes.h"

#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/readouts.h"

mb_lane_kind mb_lane_kind_here(void)
{
#ifdef MB_LANES_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
        return MB_LANES_AVX512;
    if (__builtin_cpu_supports("avx2"))
        return MB_LANES_AVX2;
#endif
    return MB_LANES_PLAIN;
}

int mb_lane_width(mb_lane_kind kind)
{
    static const int width[] = {
        [MB_LANES_PLAIN] = MB_PLAIN_WIDTH, [MB_LANES_AVX2] = 4, [MB_LANES_AVX512] = 8};

    return width[kind];
}

static bool has_rows(const mb_model *model)
{
    const mb_machine *m = model->data;
    const mb_natural *n;

    if (model->ops->jacobian != mb_natural_ops.jacobian || model->ops->phi_t ||
        !model->constant_force)
        return false;
    n = m->natural;
    return n->nforms == 0 && n->ntwists == 0 && m->ncourses == 0;
}

const mb_lane_rows *mb_natural_lane_rows(const mb_model *model, mb_lane_kind kind)
{
    static const mb_lane_rows *const of[] = MB_BY_PROCESSOR(&mb_lane_rows);

    return has_rows(model) ? of[kind] : NULL;
}

bool mb_natural_lane_places(const mb_model *model)
{
    const mb_machine *m = model->data;

    for (int k = 0; k < model->noutputs; k++) {
        const mb_readout_part *p = &m->readouts->out[k];

        if (model->outputs[k].compared && (p->of->kind != MB_MEASURE_POINT || p->of->body[0] < 0 ||
                                           p->of->relative >= 0 || p->wrapped))
            return false;
    }
    return true;
}

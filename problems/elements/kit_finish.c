/* From a declaration to a model: patterns, constants, function table. */
#include <string.h>

#include "problems/elements/assembly.h"

/* Patterns of D, M and H from what the elements announce */
static mb_status finish_patterns(mb_kit *kit)
{
    mb_status status = MB_OK, of_d, of_m, of_h;
    mb_assembly *a = kit->assembly;
    mb_model *model = kit->model;
    const int n = kit->ncoordinates;
    mb_pattern_builder *d = mb_pattern_begin(kit->nrows, n);
    mb_pattern_builder *m = mb_pattern_begin(n, n), *h = mb_pattern_begin(n, n);

    for (mb_element_group *group = a->group; group < a->group + a->ngroups; group++)
        group->kind->announce(group, d, h);
    for (const mb_mass_entry *e = kit->mass; e < kit->mass + kit->nmass; e++)
        if (e->row.i >= 0 && e->col.i >= 0)
            mb_pattern_add(m, e->row.i, e->col.i);
    /* all three are ended, failure or not, since that frees them */
    of_d = mb_pattern_end(d, model->arena, &model->D, kit->err);
    of_m = mb_pattern_end(m, model->arena, &model->M, kit->err);
    of_h = mb_pattern_end(h, model->arena, &model->H, kit->err);
    MB_TRY(of_d);
    MB_TRY(of_m);
    MB_TRY(of_h);
    for (mb_element_group *group = a->group; group < a->group + a->ngroups; group++) {
        group->kind->place(group, &model->D, &model->H);
        if (group->kind->place_mass)
            group->kind->place_mass(group, &model->M);
    }
done:
    return status;
}

/* The constant parts of Phi, D, M, Q and the potential */
static mb_status finish_constants(mb_kit *kit)
{
    mb_status status = MB_OK;
    mb_assembly *a = kit->assembly;
    mb_model *model = kit->model;

    MB_TRY(MB_TAKE(model->arena, &a->phi_constant, (size_t)kit->nrows, kit->err));
    MB_TRY(MB_TAKE(model->arena, &a->jacobian_constant, (size_t)model->D.nnz, kit->err));
    MB_TRY(MB_TAKE(model->arena, &a->mass, (size_t)model->M.nnz, kit->err));
    MB_TRY(MB_TAKE(model->arena, &a->weight, (size_t)model->nv, kit->err));
    if (kit->nrows)
        memcpy(a->phi_constant, kit->row_constant, (size_t)kit->nrows * sizeof(double));
    for (const mb_element_group *group = a->group; group < a->group + a->ngroups; group++)
        if (group->kind == &mb_kind_linear)
            mb_linear_constant(group, a->jacobian_constant);
    for (const mb_mass_entry *e = kit->mass; e < kit->mass + kit->nmass; e++)
        if (e->row.i >= 0 && e->col.i >= 0)
            a->mass[mb_pattern_find(&model->M, e->row.i, e->col.i)] += e->value;
    for (const mb_weight_entry *e = kit->weight; e < kit->weight + kit->nweights; e++)
        if (e->slot.i >= 0)
            a->weight[e->slot.i] += e->force;
        else
            a->height_energy -= e->force * e->slot.place;
done:
    return status;
}

static mb_status finish_ops(mb_kit *kit)
{
    mb_status status = MB_OK;
    mb_model *model = kit->model;
    const mb_assembly *a = kit->assembly;
    bool exact = true;
    mb_ops *ops;

    MB_TRY(MB_TAKE(model->arena, &ops, 1, kit->err));
    *ops = mb_assembly_ops;
    model->constant_force = true;
    for (const mb_element_group *group = a->group; group < a->group + a->ngroups; group++) {
        exact = exact && group->kind->midpoint_exact;
        if (group->kind->force || group->kind->stiffness || group->kind->damping)
            model->constant_force = false;
        if (group->kind->phi_t)
            ops->phi_t = mb_assembly_phi_t;
        if (group->kind->power)
            ops->power = mb_assembly_power;
    }
    if (exact)
        ops->discrete_gradient = mb_assembly_discrete_gradient;
    ops->branch = kit->branch;
    model->ops = ops;
done:
    return status;
}

/* Points and bodies move as one where no other coordinates are. */
static void finish_motions(mb_kit *kit)
{
    int covered = 3 * kit->nbodies;

    for (int i = 0; i < kit->npoints; i++)
        covered += (kit->point[i][0].i >= 0) + (kit->point[i][1].i >= 0);
    if (covered != kit->ncoordinates)
        return;
    kit->assembly->npoints = kit->npoints;
    kit->assembly->point = (const mb_slot(*)[2])kit->point;
    kit->assembly->nbodies = kit->nbodies;
    kit->assembly->body = kit->body;
}

mb_status mb_kit_finish(mb_kit *kit)
{
    mb_status status = MB_OK;
    mb_model *model;

    if (!kit)
        return MB_NO_MEMORY; /* mb_kit_begin wrote the text */
    model = kit->model;
    MB_TRY(kit->status);
    model->nq = model->nv = kit->ncoordinates;
    model->m = kit->nrows;
    model->mh = kit->nrows - kit->nvelocity_rows;
    model->q0 = kit->value;
    model->v0 = kit->rate;
    model->hold = kit->hold;
    model->nholds = kit->nholds;
    finish_motions(kit);
    kit->assembly->row_label = kit->row_label;
    kit->assembly->coordinate_label = kit->coordinate_label;
    for (int i = 0; i < kit->ncoordinates; i++)
        if (!kit->length[i])
            model->length = kit->length;
    model->data = kit->assembly;
    MB_TRY(finish_patterns(kit));
    MB_TRY(finish_constants(kit));
    MB_TRY(finish_ops(kit));
    mb_kit_finish_outputs(kit);
    mb_arena_release(model->arena, kit->mass);
    mb_arena_release(model->arena, kit->weight);
    MB_TRY(kit->status);
done:
    return status;
}

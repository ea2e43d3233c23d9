#include "problems/elements/kit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "problems/elements/assembly.h"

bool mb_kit_grow(mb_kit *kit, void *array, int n, int *capacity, size_t size)
{
    int more = n < 8 ? 8 : n + n / 2;
    void *bigger, *old;

    if (!kit || kit->status != MB_OK)
        return false;
    if (n < *capacity)
        return true;
    kit->status = mb_arena_take(kit->model->arena, &bigger, (size_t)more, size, kit->err);
    if (kit->status != MB_OK)
        return false;
    memcpy(&old, array, sizeof old);
    if (n)
        memcpy(bigger, old, (size_t)n * size);
    mb_arena_release(kit->model->arena, old);
    memcpy(array, &bigger, sizeof bigger);
    *capacity = more;
    return true;
}

void mb_kit_refuse(mb_kit *kit, const char *format, ...)
{
    char text[400];
    va_list args;

    if (!kit || kit->status != MB_OK)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kit->status = mb_fail(kit->err, MB_BAD_INPUT, "%s: %s", kit->model->problem->name, text);
}

mb_kit *mb_kit_begin(mb_model *model, const char *coordinates, double gx, double gy, mb_error *err)
{
    mb_status status = MB_OK;
    mb_kit *kit = NULL;

    MB_TRY(MB_TAKE(model->arena, &kit, 1, err));
    MB_TRY(MB_TAKE(model->arena, &kit->assembly, 1, err));
    model->coordinates = coordinates;
    kit->model = model;
    kit->err = err;
    kit->gx = gx;
    kit->gy = gy;
    return kit;
done:
    return NULL;
}

void *mb_kit_element(mb_kit *kit, const mb_kind *kind)
{
    mb_assembly *a;
    mb_element_group *group;
    int g = 0;

    if (!kit || kit->status != MB_OK)
        return NULL;
    a = kit->assembly;
    while (g < a->ngroups && a->group[g].kind != kind)
        g++;
    if (g == a->ngroups) {
        if (!mb_kit_grow(kit, &a->group, g, &a->max_groups, sizeof *a->group))
            return NULL;
        a->group[a->ngroups++] = (mb_element_group){.kind = kind};
    }
    group = &a->group[g];
    if (!mb_kit_grow(kit, &group->element, group->n, &group->capacity, kind->size))
        return NULL;
    return (char *)group->element + (size_t)group->n++ * kind->size;
}

int mb_kit_variable(mb_kit *kit, double value, double rate, bool length, mb_label label)
{
    int sizes[3], n;

    if (!kit)
        return 0;
    n = kit->ncoordinates;
    sizes[0] = sizes[1] = sizes[2] = kit->max;
    if (!mb_kit_grow(kit, &kit->value, n, &sizes[0], sizeof *kit->value) ||
        !mb_kit_grow(kit, &kit->length, n, &sizes[1], sizeof *kit->length) ||
        !mb_kit_grow(kit, &kit->coordinate_label, n, &sizes[2], sizeof *kit->coordinate_label) ||
        !mb_kit_grow(kit, &kit->rate, n, &kit->max, sizeof *kit->rate))
        return 0;
    kit->value[n] = value;
    kit->rate[n] = rate;
    kit->length[n] = length;
    kit->coordinate_label[n] = label;
    return kit->ncoordinates++;
}

int mb_kit_new_row(mb_kit *kit, double constant, mb_label label)
{
    int capacity;

    if (!kit)
        return 0;
    capacity = kit->max_rows;
    if (!mb_kit_grow(kit, &kit->row_label, kit->nrows, &capacity, sizeof *kit->row_label) ||
        !mb_kit_grow(kit, &kit->row_constant, kit->nrows, &kit->max_rows,
                     sizeof *kit->row_constant))
        return 0;
    kit->row_constant[kit->nrows] = constant;
    kit->row_label[kit->nrows] = label;
    return kit->nrows++;
}

int mb_kit_new_velocity_row(mb_kit *kit, mb_label label)
{
    int row = mb_kit_new_row(kit, 0.0, label);

    if (kit && kit->status == MB_OK)
        kit->nvelocity_rows++;
    return row;
}

mb_slot mb_kit_slot(int variable)
{
    return (mb_slot){.i = variable, .fixed = -1};
}

mb_reader mb_kit_reader(mb_slot slot)
{
    return slot.i < 0 ? (mb_reader){0, 0.0, slot.place} : (mb_reader){slot.i, 1.0, 0.0};
}

void mb_kit_mass(mb_kit *kit, mb_slot row, mb_slot col, double value)
{
    if (kit && mb_kit_grow(kit, &kit->mass, kit->nmass, &kit->max_mass, sizeof *kit->mass))
        kit->mass[kit->nmass++] = (mb_mass_entry){row, col, value};
}

void mb_kit_force(mb_kit *kit, mb_slot slot, double force)
{
    if (kit &&
        mb_kit_grow(kit, &kit->weight, kit->nweights, &kit->max_weights, sizeof *kit->weight))
        kit->weight[kit->nweights++] = (mb_weight_entry){slot, force};
}

static int inert_variable(mb_kit *kit, double inertia, double force, double value, double rate,
                          bool length)
{
    int i;

    if (!mb_kit_sound_mass(kit, "the inertia of a coordinate", inertia))
        return 0;
    i = mb_kit_variable(kit, value, rate, length, (mb_label){0});

    mb_kit_mass(kit, mb_kit_slot(i), mb_kit_slot(i), inertia);
    mb_kit_force(kit, mb_kit_slot(i), force);
    return i;
}

int mb_kit_coordinate(mb_kit *kit, double inertia, double force, double value, double rate)
{
    return inert_variable(kit, inertia, force, value, rate, true);
}

int mb_kit_angle(mb_kit *kit, double inertia, double force, double value, double rate)
{
    return inert_variable(kit, inertia, force, value, rate, false);
}

void mb_kit_branch(mb_kit *kit, double (*branch)(const mb_model *, double t, const double *q))
{
    if (kit)
        kit->branch = branch;
}

void mb_kit_reference(mb_kit *kit, const mb_reference *reference, const double *y0)
{
    mb_reference *copy;
    double *y;

    if (!kit || kit->status != MB_OK)
        return;
    kit->status = MB_TAKE(kit->model->arena, &copy, 1, kit->err);
    if (kit->status == MB_OK)
        kit->status = MB_TAKE(kit->model->arena, &y, (size_t)reference->n, kit->err);
    if (kit->status != MB_OK)
        return;
    memcpy(y, y0, (size_t)reference->n * sizeof *y);
    *copy = *reference;
    copy->y0 = y;
    kit->model->reference = copy;
}

void mb_kit_reference_with(mb_kit *kit, const mb_reference *reference, const double *y0,
                           const void *data, size_t size)
{
    mb_reference with = *reference;
    void *copy;

    if (!kit || kit->status != MB_OK)
        return;
    kit->status = mb_arena_take(kit->model->arena, &copy, 1, size, kit->err);
    if (kit->status != MB_OK)
        return;
    memcpy(copy, data, size);
    with.data = copy;
    mb_kit_reference(kit, &with, y0);
}

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
